//! What `--proof` can prove about a crossword: that none has more of the wished words.

use super::Crossword;
use crate::cli::proof::Claim;
use crate::cli::vocabulary::Vocabulary;
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::search::crossword::{Answer, MostWished, Options};

/// The claim about a crossword of which nothing is said that a formula could show.
pub(super) const UNCLAIMED: Claim = Claim::Nothing("there is a crossword");

impl Crossword<'_> {
    /// Returns what can be proven about an answer: that no other one has more of the wished words.
    pub(super) fn most_wished(
        &self,
        answer: &Answer,
        template: &Template,
        words: &Vocabulary,
        options: &Options,
    ) -> Claim {
        let Some(most) = MostWished::of(answer, template, &words.list, options) else { return UNCLAIMED };
        let kept = self.changes.as_ref().map_or("", |(changes, _)| changes.restrictions());
        let restrictions = self.options.restrictions(words.has_families());
        let MostWished { formula, there, all } = most;
        let text = format!(
            "no crossword from the template with different words of the list has more than {there} of the {all} wished \
             words{kept}{restrictions}"
        );
        Claim::Refutation { formula: Box::new(formula), text, seed: options.setup.seed }
    }
}
