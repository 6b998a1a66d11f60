//! Medians and the like, as they are written into the cells of a table.

/// Writes the median and, in brackets, the greatest value, which is the worst in all tables. What was not found is infinite,
/// and written as a dash.
pub fn median_and_worst(values: &[f64], digits: usize) -> String {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let worst = sorted.last().copied().unwrap_or(f64::INFINITY);
    format!("{} ({})", cell(median(&sorted), digits), cell(worst, digits))
}

/// Returns the middle value of sorted ones; of two in the middle, the greater. Of none at all it is infinite.
fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::INFINITY)
}

/// Writes a value.
pub fn cell(value: f64, digits: usize) -> String {
    if value.is_finite() { format!("{value:.digits$}") } else { "—".to_owned() }
}
