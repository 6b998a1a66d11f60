//! A digest that is the same on every platform and in every version, unlike those of the standard library: 64-bit
//! FNV-1a, as defined by Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo. It tells texts apart and mixes seeds, but
//! it does not protect against somebody who constructs two texts with the same digest.

/// The digest of the empty text. Mixed with a seed, it starts another family of digests.
pub const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns the digest of a text that has the digest `digest`, followed by these bytes.
pub fn extend(digest: u64, bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes.into_iter().fold(digest, |digest, byte| (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_the_digests_that_the_authors_published() {
        for (text, digest) in [("", START), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)] {
            assert_eq!(extend(START, text.bytes()), digest, "{text}");
        }
        assert_eq!(extend(extend(START, *b"foo"), *b"bar"), 0x8594_4171_f739_67e8);
    }
}
