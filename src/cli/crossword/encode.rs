//! The formula of a crossword's fill, and the way from its models back to crosswords.

use super::Form;
use super::solve::one_of;
use crate::cli::contract::encode::{
    DecodeError, Decoded, Decoder, Encoded, Request, WORDS, WORDS_DIGEST, Worded, check_input, check_rules,
    digest, words_digest,
};
use crate::cli::exit::{Failure, Impossible};
use cwsat::encodings::cnf::Var;
use cwsat::encodings::cnf::map::MapHeader;
use cwsat::encodings::crossword::instance::{self, Instance, InstanceError};
use cwsat::encodings::crossword::names::{FAMILIES, from_names};
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::encodings::crossword::{
    rules,
    solution::{self, Said},
};

/// The keys of the header lines that decoding reads, apart from those of the words.
const TEMPLATE: &str = "template";
const TEMPLATE_DIGEST: &str = "template digest";

/// A template and its words.
struct WordedTemplate {
    form: &'static Form,
    name: String,
    template: Template,
    worded: Worded,
}

impl WordedTemplate {
    fn read(form: &'static Form, request: &Request) -> Result<Self, Failure> {
        let template = form.read_connected(request.input)?;
        request.rest.own.of_crossword()?;
        Ok(Self { form, name: request.input.name(), template, worded: request.words()? })
    }

    fn decoder(self) -> Box<dyn Decoder> {
        Box::new(Names { input: self, letters: Vec::new() })
    }

    fn template_digest(&self) -> String {
        digest(&(self.form.write)(&self.template))
    }
}

/// Encodes the fills of an input as a formula.
pub fn encode(form: &'static Form, request: &Request) -> Result<Encoded, Failure> {
    let input = WordedTemplate::read(form, request)?;
    let words = &input.worded;
    let cells = &input.template.cells;
    let facts = vec![
        (TEMPLATE, format!("{} ({} rows, {} columns)", input.name, cells.rows(), cells.cols())),
        (TEMPLATE_DIGEST, input.template_digest()),
        (WORDS, format!("{} ({} words)", words.name, words.list.len())),
        (WORDS_DIGEST, words_digest(&words.list)),
    ];
    let own = request.rest.own;
    let one_of = one_of(&input.template, own.placed(), own.demanded())
        .map_err(|error| Impossible(request.input.at(error).to_string()))?;
    let asked = instance::Request {
        membership: request.membership,
        wishes: request.priced,
        themes: words.themes.clone(),
        placed: request.rest.own.placed().to_vec(),
        one_of,
        spelled: request.spelled(),
    };
    let Instance { formula, soft, notes } =
        Instance::new(&input.template, &words.list, &asked).map_err(|error| match error {
            // As `solve` says.
            InstanceError::NoPlace(_) => Impossible(request.input.at(error).to_string()).into(),
            _ => Failure::from(request.input.at(error)),
        })?;
    let (model, name) = ("a filled crossword", form.published.to_string());
    Ok(Encoded { model, name, facts, formula, soft, notes, decoder: input.decoder() })
}

/// Creates the decoder of models of [`encode()`].
pub fn decoder(form: &'static Form, request: &Request) -> Result<Box<dyn Decoder>, Failure> {
    Ok(WordedTemplate::read(form, request)?.decoder())
}

/// What the names of the letter variables say.
struct Names {
    input: WordedTemplate,
    letters: Vec<(Var, String)>,
}

impl Decoder for Names {
    fn wants(&self, family: &str) -> bool {
        FAMILIES.contains(&family)
    }

    fn add(&mut self, var: Var, name: &str) -> Result<(), DecodeError> {
        if name.starts_with("letter(") {
            self.letters.push((var, name.to_owned()));
        }
        Ok(())
    }

    fn header(&mut self, header: &MapHeader) -> Result<(), DecodeError> {
        check_input(header, TEMPLATE, TEMPLATE_DIGEST, &self.input.template_digest(), &self.input.name)?;
        self.input.worded.check(header)
    }

    fn answer(&self) -> &'static str {
        "crossword"
    }

    fn decode(&self, value: &dyn Fn(Var) -> Option<bool>) -> Result<Decoded, DecodeError> {
        let given = &self.input.template;
        let names =
            self.letters.iter().filter(|(var, _)| value(*var) == Some(true)).map(|(_, name)| &name[..]);
        let puzzle = from_names(given, names).map_err(|error| DecodeError::Names(error.to_string()))?;
        let mut broken = rules::check(&puzzle, Some(&self.input.worded.list));
        broken.extend(rules::check_against(&puzzle, given));
        check_rules(&broken, TEMPLATE)?;
        Ok(Decoded {
            text: (self.input.form.solution)(
                &puzzle,
                Some(given),
                &solution::entries(&puzzle, |_| Said::default()),
            ),
            summary: "a valid crossword".to_owned(),
        })
    }
}
