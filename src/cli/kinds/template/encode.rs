//! The formula of a template's fill, and the way from its models back to crosswords.

use super::read::read_connected;
use crate::cli::contract::encode::{
    Decoded, Decoder, Encoded, Encodes, Request, WORDS, WORDS_DIGEST, check_input, check_rules, check_words,
    digest, words_digest,
};
use crate::cli::contract::flags::NoFlags;
use crate::cli::exit::Failure;
use crate::cli::wordlists::{self, Words};
use cwsat::encodings::cnf::Var;
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::lexicon::fill::{Distinct, FillEncoding};
use cwsat::encodings::lexicon::membership::Membership;
use cwsat::encodings::template::names::from_names;
use cwsat::encodings::template::puzzle::Template;
use cwsat::encodings::template::{format, rules, solution};
use std::sync::Arc;

/// The keys of the header lines that decoding reads, apart from those of the words.
const TEMPLATE: &str = "template";
const TEMPLATE_DIGEST: &str = "template digest";

/// A template and its words.
struct WordedTemplate {
    name: String,
    template: Template,
    words: Words,
}

impl WordedTemplate {
    fn read(request: &Request) -> Result<Self, Failure> {
        let template = read_connected(request.input)?;
        Ok(Self {
            name: request.input.name(),
            template,
            words: wordlists::resolve(request.words, None, request.reporter)?,
        })
    }

    fn decoder(self) -> Box<dyn Decoder> {
        Box::new(Names { input: self, letters: Vec::new() })
    }

    fn template_digest(&self) -> String {
        digest(&format::write(&self.template))
    }
}

impl Encodes for super::Template {
    type Flags = NoFlags;

    fn encode(request: &Request, _: &NoFlags) -> Result<Encoded, Failure> {
        let mut input = WordedTemplate::read(request)?;
        input.words.list = request.choice.choose(input.words.list, &input.words.name, request.reporter)?.0;
        input.words.list = request.choice.keep_apart(input.words.list, &input.words.name, None, &[]);
        let cells = &input.template.cells;
        let facts = vec![
            (TEMPLATE, format!("{} ({} rows, {} columns)", input.name, cells.rows(), cells.cols())),
            (TEMPLATE_DIGEST, input.template_digest()),
            (WORDS, format!("{} ({} words)", input.words.name, input.words.list.len())),
            (WORDS_DIGEST, words_digest(&input.words.list)),
        ];
        let wishes = request.priced;
        // Only word variables can have a cost.
        let usual = if wishes { Membership::Direct } else { Membership::default() };
        let membership = request.membership.unwrap_or(usual);
        let (problem, positions) = input.template.slots();
        let list = Arc::new(input.words.list.clone());
        let encoding =
            FillEncoding::with_membership(&problem, Some(&positions), &list, membership, Distinct::Letters);
        let mut notes = vec![format!("encoding: {membership}")];
        let soft = if wishes { encoding.score_wishes() } else { Vec::new() };
        if !soft.is_empty() {
            notes.push(
                "the cost of a model is the sum, over its words, of how far each score falls short of the best"
                    .to_owned(),
            );
        }
        let (model, name) = ("a filled crossword", "template".to_owned());
        Ok(Encoded { model, name, facts, formula: encoding.formula, soft, notes, decoder: input.decoder() })
    }

    fn decoder(request: &Request, _: &NoFlags) -> Result<Box<dyn Decoder>, Failure> {
        Ok(WordedTemplate::read(request)?.decoder())
    }
}

/// What the names of the letter variables say.
struct Names {
    input: WordedTemplate,
    letters: Vec<(Var, String)>,
}

impl Decoder for Names {
    fn wants(&self, family: &str) -> bool {
        family == "letter"
    }

    fn add(&mut self, var: Var, name: &str) -> Result<(), String> {
        if name.starts_with("letter(") {
            self.letters.push((var, name.to_owned()));
        }
        Ok(())
    }

    fn header(&mut self, header: &MapHeader) -> Result<(), String> {
        check_input(header, TEMPLATE, TEMPLATE_DIGEST, &self.input.template_digest(), &self.input.name)?;
        check_words(header, &self.input.words.list, &self.input.words.name)
    }

    fn answer(&self) -> &'static str {
        "crossword"
    }

    fn decode(&self, value: &dyn Fn(Var) -> Option<bool>) -> Result<Decoded, String> {
        let given = &self.input.template;
        let names =
            self.letters.iter().filter(|(var, _)| value(*var) == Some(true)).map(|(_, name)| &name[..]);
        let puzzle = from_names(given, names).map_err(|error| error.to_string())?;
        let mut broken = rules::check(&puzzle, Some(&self.input.words.list));
        broken.extend(rules::check_against(&puzzle, given));
        check_rules(&broken, TEMPLATE)?;
        Ok(Decoded {
            text: solution::write(&puzzle, Some(given), &solution::entries(&puzzle, |_| (None, None))),
            summary: "a valid crossword".to_owned(),
        })
    }
}
