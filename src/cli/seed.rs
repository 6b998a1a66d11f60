//! `--seed`: the number that determines all random choices of a command.

/// A text that is not a seed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a seed is a whole number from 0 to {}; every number gives choices of its own", u64::MAX)]
pub struct NoSeed;

/// Reads a seed.
pub fn parse(text: &str) -> Result<u64, NoSeed> {
    text.parse().map_err(|_| NoSeed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_whole_number() {
        assert_eq!((parse("0"), parse("18446744073709551615")), (Ok(0), Ok(u64::MAX)));
        for text in ["abc", "-1", "1.5", "", "18446744073709551616"] {
            assert!(
                parse(text).is_err_and(|said| said.to_string().contains("whole number from 0")),
                "{text}"
            );
        }
    }
}
