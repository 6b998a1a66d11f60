//! A raster picture, for an island.
//!
//! PNG and JPEG are read with their decoders directly; a general image library, with its formats, colour profiles and
//! filters, would take half a minute to compile and is of no use here.

mod shrink;

use shrink::shrink;
use std::io::Cursor;
use thiserror::Error;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::options::DecoderOptions;

/// The largest number of pixels on a side that is kept: 300 per inch on 17 cm. Larger pictures are made smaller.
const MOST: u32 = 2000;

/// The largest number of pixels that is read. A few kilobytes can encode billions of them; a progressive JPEG of this
/// size, the costliest case, takes about 500 MB.
const MOST_PIXELS: u64 = 50_000_000;

/// Why a file cannot be used as a picture.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    /// It is neither a PNG nor a JPEG file.
    #[error("this picture cannot be read (it does not begin like one); give a PNG or JPEG file")]
    Unknown,
    /// It would take too much memory.
    #[error(
        "this picture cannot be read (it has {width} x {height} pixels, and at most {} million can be read); give a smaller \
         one",
        MOST_PIXELS / 1_000_000
    )]
    TooLarge {
        /// Its columns of pixels.
        width: u64,
        /// Its rows of pixels.
        height: u64,
    },
    /// It is broken; what the decoder says about it.
    #[error("this picture cannot be read ({0}); give a PNG or JPEG file")]
    Unreadable(String),
}

/// A picture in RGB, without transparency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: u32,
    height: u32,
    rgb: Vec<u8>,
}

impl Picture {
    /// Reads the bytes of a PNG or JPEG file of at most 50 million pixels. Transparent areas become white; a picture
    /// that is wider or higher than 2000 pixels is made smaller.
    pub fn read(bytes: &[u8]) -> Result<Self, PictureError> {
        let picture = if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            read_png(bytes)
        } else if bytes.starts_with(b"\xff\xd8\xff") {
            read_jpeg(bytes)
        } else {
            Err(PictureError::Unknown)
        };
        Ok(picture?.at_most(MOST))
    }

    /// Returns the picture, made smaller if a side has more than `most` pixels.
    fn at_most(self, most: u32) -> Self {
        let longer = self.width.max(self.height);
        if longer <= most {
            return self;
        }
        let scaled = |side: u32| {
            (u64::from(side) * u64::from(most)).div_ceil(u64::from(longer)) as u32 // at most `side`, at least 1
        };
        let (width, height) = (scaled(self.width), scaled(self.height));
        let rgb = shrink(&self.rgb, (self.width, self.height), (width, height));
        Self { width, height, rgb }
    }

    /// Returns the number of columns of pixels, at least 1.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the number of rows of pixels, at least 1.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns red, green and blue of each pixel, row by row.
    pub fn rgb(&self) -> &[u8] {
        &self.rgb
    }

    /// Returns the picture as a PNG file.
    pub fn png(&self) -> Result<Vec<u8>, PictureError> {
        encode_png((self.width, self.height), &self.rgb, png::ColorType::Rgb, None)
    }
}

/// Refuses a picture that would take too much memory, before any is allocated.
fn check_size(width: u64, height: u64) -> Result<(), PictureError> {
    if width * height > MOST_PIXELS { Err(PictureError::TooLarge { width, height }) } else { Ok(()) }
}

fn read_png(bytes: &[u8]) -> Result<Picture, PictureError> {
    let failed = |error: png::DecodingError| PictureError::Unreadable(error.to_string());
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    let header = decoder.read_header_info().map_err(failed)?;
    let (width, height) = (header.width, header.height);
    let too_large = || PictureError::TooLarge { width: width.into(), height: height.into() };
    check_size(width.into(), height.into())?;
    let mut reader = decoder.read_info().map_err(failed)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
    let read = reader.next_frame(&mut pixels).map_err(failed)?;
    pixels.truncate(read.buffer_size());
    let rgb = match read.color_type {
        png::ColorType::Rgb => pixels,
        png::ColorType::Rgba => {
            pixels.as_chunks().0.iter().flat_map(|&[r, g, b, a]| on_white([r, g, b], a)).collect()
        }
        png::ColorType::GrayscaleAlpha => {
            pixels.as_chunks().0.iter().flat_map(|&[y, a]| on_white([y; 3], a)).collect()
        }
        _ => pixels.iter().flat_map(|&y| [y; 3]).collect(),
    };
    Ok(Picture { width, height, rgb })
}

fn on_white(rgb: [u8; 3], alpha: u8) -> [u8; 3] {
    let alpha = u32::from(alpha);
    rgb.map(|c| ((u32::from(c) * alpha + 255 * (255 - alpha)) / 255) as u8)
}

fn read_jpeg(bytes: &[u8]) -> Result<Picture, PictureError> {
    let failed = |error: zune_jpeg::errors::DecodeErrors| PictureError::Unreadable(error.to_string());
    // The format allows at most 65,535 pixels on a side. A decoder that is not strict accepts truncated pictures.
    let options =
        DecoderOptions::default().set_strict_mode(false).set_max_width(0xffff).set_max_height(0xffff);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(failed)?;
    let (width, height) =
        decoder.dimensions().ok_or_else(|| PictureError::Unreadable("it has no size".to_owned()))?;
    check_size(width as u64, height as u64)?;
    let rgb = decoder.decode().map_err(failed)?;
    Ok(Picture { width: width as u32, height: height as u32, rgb })
}

/// Returns a PNG file of pixels with a byte per colour component; `size` is their number in width and height. The file
/// states the number of pixels per millimetre if that is given.
pub(crate) fn encode_png(
    size: (u32, u32),
    pixels: &[u8],
    color: png::ColorType,
    resolution: Option<f64>,
) -> Result<Vec<u8>, PictureError> {
    let failed = |error: png::EncodingError| PictureError::Unreadable(error.to_string());
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
    encoder.set_color(color);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    encoder.set_filter(png::Filter::Adaptive);
    encoder.set_pixel_dims(resolution.map(|resolution| {
        let to_the_metre = (1000.0 * resolution).round() as u32;
        png::PixelDimensions { xppu: to_the_metre, yppu: to_the_metre, unit: png::Unit::Meter }
    }));
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(pixels).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    /// 16 x 8 pixels, the left half red (200, 40, 40), the right half blue (30, 60, 210), made with Pillow.
    const RED_AND_BLUE: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFR\
        ERGCEYGh0dHx8fExciJCIeJBweHx7/2wBDAQUFBQcGBw4ICA4eFBEUHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4eHh4e\
        Hh4eHh7/wAARCAAIABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABgf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAA\
        AAAAAACAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCfpQgB8qxUf//Z";
    /// The same picture in grey (88 and 68).
    const GREYS: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAUDBAQEAwUEBAQFBQUGBwwIBwcHBw8LCwkMEQ8SEhEPERETFhwXExQaFRERGCEY\
        Gh0dHx8fExciJCIeJBweHx7/wAALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAABgf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/9oACAEBAAA/AJ\
        +Pv//Z";

    fn encoded(size: (u32, u32), color: png::ColorType, depth: png::BitDepth, data: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, size.0, size.1);
        encoder.set_color(color);
        encoder.set_depth(depth);
        if color == png::ColorType::Indexed {
            encoder.set_palette(&[255, 0, 0, 0, 0, 255][..]);
            encoder.set_trns(&[255, 0][..]);
        }
        let mut writer = encoder.write_header().unwrap();
        if !data.is_empty() {
            writer.write_image_data(data).unwrap();
        }
        drop(writer);
        bytes
    }

    fn refusal(bytes: &[u8]) -> String {
        Picture::read(bytes).unwrap_err().to_string()
    }

    #[test]
    fn pictures_are_read_and_others_refused() {
        let png = encode_png((2, 1), &[255, 0, 0, 255, 0, 0, 0, 0], png::ColorType::Rgba, None).unwrap();
        let picture = Picture::read(&png).unwrap();
        assert_eq!((picture.width(), picture.height()), (2, 1));
        assert_eq!(picture.rgb(), [255, 0, 0, 255, 255, 255]);
        assert_eq!(Picture::read(&picture.png().unwrap()).unwrap(), picture);
        assert!(refusal(b"no picture").contains("PNG or JPEG"));
        assert!(refusal(&png[..png.len() - 20]).contains("PNG or JPEG"));
    }

    #[test]
    fn every_kind_of_png_becomes_red_green_and_blue() {
        use png::{BitDepth, ColorType};
        let read =
            |color, depth, data: &[u8]| Picture::read(&encoded((2, 1), color, depth, data)).unwrap().rgb;
        assert_eq!(read(ColorType::Rgb, BitDepth::Eight, &[1, 2, 3, 4, 5, 6]), [1, 2, 3, 4, 5, 6]);
        assert_eq!(read(ColorType::Indexed, BitDepth::One, &[0b0100_0000]), [255, 0, 0, 255, 255, 255]);
        assert_eq!(read(ColorType::Grayscale, BitDepth::Two, &[0b0111_0000]), [85, 85, 85, 255, 255, 255]);
        assert_eq!(read(ColorType::Grayscale, BitDepth::Sixteen, &[9, 0, 80, 0]), [9, 9, 9, 80, 80, 80]);
        assert_eq!(
            read(ColorType::GrayscaleAlpha, BitDepth::Eight, &[9, 255, 9, 0]),
            [9, 9, 9, 255, 255, 255]
        );
    }

    #[test]
    fn jpeg_is_read_in_colours_and_in_grey() {
        for (text, halves) in [(RED_AND_BLUE, [[200, 40, 40], [30, 60, 210]]), (GREYS, [[88; 3], [68; 3]])] {
            let picture = Picture::read(&STANDARD.decode(text).unwrap()).unwrap();
            assert_eq!((picture.width(), picture.height()), (16, 8));
            for (index, pixel) in picture.rgb.as_chunks::<3>().0.iter().enumerate() {
                let wanted = halves[index % 16 / 8];
                assert!(
                    pixel.iter().zip(wanted).all(|(&is, to_be)| is.abs_diff(to_be) <= 3),
                    "{index} {pixel:?}"
                );
            }
        }
    }

    #[test]
    fn large_pictures_are_made_smaller_and_too_large_ones_refused() {
        let line: Vec<u8> = (0..5001).flat_map(|column| [column as u8 / 50; 3]).collect();
        let wide = Picture { width: 5001, height: 1, rgb: line.clone() }.at_most(MOST);
        assert_eq!((wide.width, wide.height, wide.rgb.len()), (2000, 1, 6000));
        let high = Picture { width: 1000, height: 4000, rgb: vec![7; 12_000_000] }.at_most(MOST);
        assert_eq!((high.width, high.height), (500, 2000));
        assert!(high.rgb.iter().all(|&c| c == 7));

        let header = encoded((22_000, 22_000), png::ColorType::Grayscale, png::BitDepth::One, &[]);
        assert!(
            refusal(&header).contains("22000 x 22000 pixels, and at most 50 million"),
            "{}",
            refusal(&header)
        );
        let mut jpeg = STANDARD.decode(GREYS).unwrap();
        let frame = jpeg.windows(2).position(|marker| marker == [0xff, 0xc0]).unwrap();
        jpeg[frame + 5..frame + 9].copy_from_slice(&[0xff; 4]); // height and width
        assert!(refusal(&jpeg).contains("65535 x 65535 pixels"), "{}", refusal(&jpeg));
    }

    /// About eighty bytes: the header with the size, and the beginning of the pixels.
    #[test]
    fn a_picture_of_too_many_pixels_is_not_decoded() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x55\xf0\0\0\x55\xf0\x01\0\0\0\0".to_vec();
        png.extend(crc(&png[12..]).to_be_bytes());
        png.extend(b"\0\0\0\0IDAT\x35\xaf\x06\x1e\0\0\0\0IEND\xae\x42\x60\x82");
        assert_eq!(
            Picture::read(&png).unwrap_err().to_string(),
            "this picture cannot be read (it has 22000 x 22000 pixels, and at most 50 million can be read); give a smaller one"
        );
    }

    /// Returns the checksum of a PNG chunk.
    fn crc(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(!0, |crc: u32, &byte| {
            (0..8)
                .fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xEDB8_8320 } else { 0 })
        })
    }
}
