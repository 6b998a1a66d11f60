//! `cwsat make` for template crosswords: a template of a size and style, filled.

use super::FORM;
use crate::cli::contract::make::{Makes, Making, Request};
use crate::cli::crossword::solve::{Recipe, making};
use crate::cli::exit::Failure;
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::encodings::template::style::{Style, Symmetry};
use cwsat::search::template::fewest::Fewest;
use cwsat::search::template::make::MakeSpec;
use std::path::PathBuf;

/// The flags of template crosswords.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Template crosswords")]
pub struct Flags {
    /// Lay the blocks in this style: double-spaced (words in every second row and column), british (no 2x2 of letters,
    /// no two unchecked letters in a row) or american (every letter checked) [default: american].
    #[arg(long, value_name = "STYLE")]
    style: Option<Style>,
    /// Give the template this share of white fields, as in `62%`, `62` or `0.62` [default: what is usual for the
    /// style].
    #[arg(long, value_name = "SHARE", value_parser = parse_share)]
    white: Option<f64>,
    /// Lay the blocks with this symmetry: half-turn, quarter-turn, mirror or none [default: half-turn].
    #[arg(long, value_name = "SYMMETRY")]
    symmetry: Option<Symmetry>,
    /// Find an American crossword with as few blocks as possible, until the time limit or an interrupt. Word lists decide
    /// how few that are.
    #[arg(long, conflicts_with_all = ["white", "style"])]
    fewest_blocks: bool,
}

/// A text that is not a share.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("a share is a number from 0 to 1, or a percentage, as in `62%`")]
struct NoShare;

fn parse_share(text: &str) -> Result<f64, NoShare> {
    let (number, percent) = match text.strip_suffix('%') {
        Some(number) => (number, true),
        None => (text, false),
    };
    let number = number.trim().parse::<f64>().ok();
    // A number above 1 cannot be a share, so it is meant as a percentage.
    let share = number.map(|number| if percent || number > 1.0 { number / 100.0 } else { number });
    share.filter(|share| (0.0..=1.0).contains(share)).ok_or(NoShare)
}

impl Makes for super::Template {
    type Flags = Flags;

    fn make<'a>(request: &Request<'a>, flags: &Flags) -> Result<Making<'a>, Failure> {
        let (rows, cols) = request.sides("crossword 13x13")?;
        let (style, symmetry) = (flags.style.unwrap_or_default(), flags.symmetry.unwrap_or_default());
        let spec = MakeSpec { rows, cols, style, symmetry, white: flags.white };
        spec.check()?;
        let recipe = if flags.fewest_blocks { fewest(spec) } else { recipe(spec) };
        let task = making(&FORM, recipe, request)?;
        Ok(Making { extent: Some((rows, cols)), ..Making::of(task) })
    }
}

/// The share of white fields up to which american templates are easy to fill; the advice below names it.
const EASY_WHITE: f64 = 0.78;

fn recipe(spec: MakeSpec) -> Recipe {
    let MakeSpec { rows, cols, style, .. } = spec;
    let kind = kind(&spec);
    let is_dense = style == Style::American && spec.white() > EASY_WHITE;
    let remark = move |template: &Template| {
        let share = 100.0 * template.white() as f64 / (rows * cols) as f64;
        match spec.white {
            Some(asked) if (100.0 * asked - share).abs() >= 1.0 => {
                format!(" ({:.0} % asked for, which the style does not allow in this size)", 100.0 * asked)
            }
            _ => String::new(),
        }
    };
    Recipe {
        maker: Box::new(spec),
        name: format!("the {style} {rows}x{cols} template"),
        kind,
        file_name: PathBuf::from(format!("{style}_{rows}x{cols}.txt")),
        remark: Box::new(remark),
        advice: is_dense.then_some(
            "; every letter is in two words of this style, so more blocks (`--white 78%`) or a larger list help",
        ),
    }
}

/// Returns what a crossword from one of the templates is.
fn kind(MakeSpec { rows, cols, style, symmetry, .. }: &MakeSpec) -> String {
    format!(
        "connected {style} crossword of {rows} rows and {cols} columns with symmetry {symmetry}, without an empty row or \
         column,"
    )
}

fn fewest(spec: MakeSpec) -> Recipe {
    let MakeSpec { rows, cols, symmetry, .. } = spec;
    Recipe {
        maker: Box::new(Fewest::new(rows, cols, symmetry)),
        name: format!("the {rows}x{cols} template with the fewest blocks"),
        kind: kind(&spec),
        file_name: PathBuf::from(format!("fewest_{rows}x{cols}.txt")),
        remark: Box::new(|_| String::new()),
        advice: Some("; a larger list helps"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_as_numbers_and_per_cent() {
        assert_eq!(
            (parse_share("62%"), parse_share("0.62"), parse_share("100 %")),
            (Ok(0.62), Ok(0.62), Ok(1.0))
        );
        assert_eq!((parse_share("62"), parse_share("1"), parse_share("1%")), (Ok(0.62), Ok(1.0), Ok(0.01)));
        for text in ["", "%", "-1%", "101%", "101", "NaN", "white"] {
            assert!(parse_share(text).is_err_and(|e| e.to_string().contains("62%")), "{text}");
        }
    }
}
