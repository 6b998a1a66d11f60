//! `cwsat make` for barred crosswords: a grid of a size, filled.

use super::FORM;
use crate::cli::contract::flags::NoFlags;
use crate::cli::contract::make::{Makes, Making, Request};
use crate::cli::crossword::solve::{Recipe, making};
use crate::cli::exit::Failure;
use cwsat::search::barred::make::MakeSpec;
use cwsat::search::crossword::NoCrossword;
use std::path::PathBuf;

impl Makes for super::Barred {
    type Flags = NoFlags;

    fn make<'a>(request: &Request<'a>, _: &NoFlags) -> Result<Making<'a>, Failure> {
        let (rows, cols) = request.sides("barred 12x12")?;
        let spec = MakeSpec { rows, cols };
        spec.check().map_err(NoCrossword::from)?;
        let recipe = Recipe {
            maker: Box::new(spec),
            name: format!("the barred {rows}x{cols} crossword"),
            kind: format!(
                "barred crossword of {rows} rows and {cols} columns that is the same after half a turn, in one part, with \
                 enough checked letters in each word of three or more,"
            ),
            file_name: PathBuf::from(format!("barred_{rows}x{cols}.txt")),
            remark: Box::new(|_| String::new()),
            advice: None,
        };
        Ok(Making { extent: Some((rows, cols)), ..Making::of(making(&FORM, recipe, request)?) })
    }
}
