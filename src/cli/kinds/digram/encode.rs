//! The formulas of digram grids, and the way from their models back to grids. The input is a size, as in `4x5`.

use super::read::read_size;
use super::words::{names, resolve};
use crate::cli::contract::encode::{
    DecodeError, Decoded, Decoder, Encoded, Encodes, Request, WORDS, WORDS_DIGEST, Worded, check_rules,
    differs, words_digest,
};
use crate::cli::contract::flags::NoFlags;
use crate::cli::exit::Failure;
use crate::cli::wordlists::EmbeddedList;
use cwsat::encodings::cnf::Var;
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::digram::encoding::DigramEncoding;
use cwsat::encodings::digram::names::{FAMILIES, from_names};
use cwsat::encodings::digram::puzzle::Size;
use cwsat::encodings::digram::{format, rules};
use cwsat::encodings::lexicon::WordList;
use std::sync::Arc;

/// The key of the header line that decoding reads, apart from those of the words.
const SIZE: &str = "size";

/// A size and its words.
struct WordedSize {
    size: Size,
    words: Worded,
}

impl WordedSize {
    fn read(request: &Request) -> Result<Self, Failure> {
        let size = read_size(request.input)?;
        let embedded = EmbeddedList::in_language(request.rest.language, request.words)?;
        let lists = resolve(request.words, embedded, request.reporter)?;
        let list = WordList::merged(lists.iter().map(|read| &read.list));
        Ok(Self { size, words: request.choose(list, names(&lists))? })
    }

    fn decoder(self) -> Box<dyn Decoder> {
        Box::new(Names { input: self, vars: Vec::new() })
    }
}

impl Encodes for super::Digram {
    type Flags = NoFlags;

    fn encode(request: &Request, _: &NoFlags) -> Result<Encoded, Failure> {
        let input = WordedSize::read(request)?;
        let WordedSize { size, words: Worded { list, name: list_name, .. } } = &input;
        let facts = vec![
            (SIZE, size.to_string()),
            (WORDS, format!("{list_name} ({} words of even length)", list.len())),
            (WORDS_DIGEST, words_digest(list)),
        ];
        let formula = DigramEncoding::new(*size, &Arc::new(list.clone())).formula;
        let (model, name) = ("a finished grid", "digram".to_owned());
        let decoder = input.decoder();
        Ok(Encoded { model, name, facts, formula, soft: Vec::new(), notes: Vec::new(), decoder })
    }

    fn decoder(request: &Request, _: &NoFlags) -> Result<Box<dyn Decoder>, Failure> {
        Ok(WordedSize::read(request)?.decoder())
    }
}

/// The variables that say what the cells are.
struct Names {
    input: WordedSize,
    vars: Vec<(Var, String)>,
}

impl Decoder for Names {
    fn wants(&self, family: &str) -> bool {
        FAMILIES.contains(&family)
    }

    fn add(&mut self, var: Var, name: &str) -> Result<(), DecodeError> {
        if name.split('(').next().is_some_and(|family| self.wants(family)) {
            self.vars.push((var, name.to_owned()));
        }
        Ok(())
    }

    fn header(&mut self, header: &MapHeader) -> Result<(), DecodeError> {
        if differs(header, SIZE, &self.input.size.to_string()) {
            let found = header.get(SIZE).unwrap_or("another size");
            return Err(DecodeError::OtherSize {
                found: found.to_owned(),
                size: self.input.size.to_string(),
            });
        }
        self.input.words.check(header)
    }

    fn answer(&self) -> &'static str {
        "grid"
    }

    fn decode(&self, value: &dyn Fn(Var) -> Option<bool>) -> Result<Decoded, DecodeError> {
        let names =
            self.vars.iter().filter(|(var, _)| value(*var) == Some(true)).map(|(_, name)| name.as_str());
        let cells =
            from_names(&self.input.size, names).map_err(|error| DecodeError::Names(error.to_string()))?;
        check_rules(&rules::check(&cells, Some(&self.input.words.list)), SIZE)?;
        Ok(Decoded { text: format::write(&cells), summary: "a valid grid".to_owned() })
    }
}
