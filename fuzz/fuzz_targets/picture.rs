//! Pictures: what is read is written as PNG and read back.
#![no_main]
use cwsat::publish::page::Picture;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(picture) = Picture::read(bytes) else { return };
    assert_eq!(picture.rgb().len() as u64, 3 * u64::from(picture.width()) * u64::from(picture.height()));
    if picture.rgb().len() < 100_000 {
        let png = picture.png().expect("a PNG");
        assert_eq!(Picture::read(&png).expect("our own PNG is read"), picture);
    }
});
