//! How long a command may search: until its time limit, or until Ctrl-C.

use super::interrupt::stop_on_interrupt;
use cwsat::solver::Budget;
use std::time::Duration;

/// Returns a budget that ends at the first Ctrl-C, and after `limit` from now if there is one.
pub fn interruptible(limit: Option<Duration>) -> Budget {
    let budget = Budget::unlimited().with_flag(stop_on_interrupt());
    match limit {
        Some(limit) => budget.within(limit),
        None => budget,
    }
}

/// Why a text is not a time.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDuration {
    /// It has no number.
    #[error("a time is a number and a unit, as in `60s` or `5m`")]
    NoNumber,
    /// It has another unit.
    #[error("`{0}` is not a unit of time; use ms, s, m or h, as in `60s`")]
    Unit(String),
    /// There is no such time.
    #[error("so long a time cannot be waited for; leave it out to wait without a limit")]
    TooLong,
}

/// Reads `90`, `1.5`, `60s`, `500ms`, `5m` or `1h`.
pub fn parse_duration(text: &str) -> Result<Duration, NoDuration> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let seconds = match unit.trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        other => return Err(NoDuration::Unit(other.to_owned())),
    };
    let number: f64 = number.parse().map_err(|_| NoDuration::NoNumber)?;
    // Only digits and points are read as a number, so it is not negative.
    Duration::try_from_secs_f64(number * seconds).map_err(|_| NoDuration::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_and_without_unit() {
        assert_eq!(parse_duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(parse_duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(parse_duration("5 weeks"), Err(NoDuration::Unit("weeks".to_owned())));
        assert!(parse_duration("-3s").is_err() && parse_duration("1e999").is_err());
        assert_eq!(parse_duration(""), Err(NoDuration::NoNumber));
        assert_eq!(parse_duration("99999999999999999999"), Err(NoDuration::TooLong));
    }
}
