//! Empty grids, and the numbers of runs, for the benchmarks that need them.

use std::path::{Path, PathBuf};

/// Writes an empty grid of a size into a folder, as `4x6.cwg`.
pub fn open((rows, columns): (usize, usize), folder: &Path) -> Result<PathBuf, String> {
    let path = folder.join(format!("{rows}x{columns}.cwg"));
    let text = format!("{rows}\n{columns}\n{}", (".".repeat(columns) + "\n").repeat(rows));
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    Ok(path)
}

/// Reads the value of a flag: a whole number, 1 or more.
pub fn positive(flag: &str, value: Option<String>) -> Result<u64, String> {
    let number = value.and_then(|value| value.parse().ok()).filter(|&number| number > 0);
    number.ok_or_else(|| format!("{flag} needs a whole number, 1 or more"))
}
