//! `--seed`: the number that determines all random choices of a command.

/// Reads a seed.
pub fn parse(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        format!("a seed is a whole number from 0 to {}; every number gives choices of its own", u64::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_whole_number() {
        assert_eq!((parse("0"), parse("18446744073709551615")), (Ok(0), Ok(u64::MAX)));
        for text in ["abc", "-1", "1.5", "", "18446744073709551616"] {
            assert!(parse(text).is_err_and(|said| said.contains("whole number from 0")), "{text}");
        }
    }
}
