//! Plurals of German nouns: dictionaries hold the singular, grids often the plural.
//!
//! The nouns of the embedded list stand in its sources with their plurals, written by hand. A plural that belongs to
//! one singular only is asked for with that one's clues: in the plural too where the clue is a noun of the sources
//! itself (AALE: "Fische"), else marked as such ("Raubtier aus Afrika (Mz.)").

use super::candidate::{Candidate, Nature};
use super::contents::Contents;
use super::heads::fold_head;
use crate::encodings::lexicon::{Letter, WordList};
use std::collections::HashMap;

/// `Singular;gender;Plural`.
const NOUNS: [&str; 2] =
    [include_str!("../../../useful/german/nouns.txt"), include_str!("../../../useful/german/long_nouns.txt")];

/// Nouns of several meanings with a plural for each (Banken, Bänke), of which the sources have one: a dictionary's clue
/// could be about the other.
const SEVERAL: [&str; 40] = [
    "Band",
    "Bank",
    "Bau",
    "Block",
    "Bogen",
    "Bund",
    "Ding",
    "Druck",
    "Flur",
    "Gehalt",
    "Gesicht",
    "Heide",
    "Hut",
    "Kiefer",
    "Kunde",
    "Land",
    "Leiter",
    "Licht",
    "Mark",
    "Mann",
    "Mast",
    "Mutter",
    "Otter",
    "Rat",
    "Rost",
    "Schild",
    "See",
    "Steuer",
    "Stock",
    "Strauß",
    "Ton",
    "Tor",
    "Tuch",
    "Verdienst",
    "Wehr",
    "Weise",
    "Wort",
    "Zoll",
    "Korn",
    "Tau",
];

/// Plurals that are asked for, and what the nouns of the sources are in the plural.
#[derive(Debug, Default)]
pub(super) struct Plurals {
    /// The singular of each wanted plural.
    singular: HashMap<Vec<Letter>, Vec<Letter>>,
    /// The only plural of each noun, as it is spelled.
    plural: HashMap<&'static str, &'static str>,
}

impl Plurals {
    /// The plurals among these words.
    pub(super) fn among(wanted: &WordList) -> Self {
        let lines = NOUNS.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#'));
        let mut plurals = Self::default();
        let mut ambiguous = Vec::new();
        for line in lines {
            let mut fields = line.split(';').map(str::trim);
            let (Some(singular), Some(_gender), Some(plural)) = (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            if [singular, plural].contains(&"-") || SEVERAL.contains(&singular) {
                continue;
            }
            if plurals.plural.insert(singular, plural).is_some_and(|other| other != plural) {
                ambiguous.push(singular);
            }
            let (Some(one), Some(many)) = (fold_head(singular), fold_head(plural)) else { continue };
            if one == many || wanted.find(&many).is_none() {
                continue;
            }
            if plurals.singular.insert(many.clone(), one.clone()).is_some_and(|other| other != one) {
                ambiguous.push(plural);
            }
        }
        for noun in ambiguous {
            plurals.plural.remove(noun);
            let word = fold_head(noun).unwrap_or_default();
            plurals.singular.retain(|plural, singular| *plural != word && *singular != word);
        }
        plurals
    }

    /// The singulars, as words to be asked for as well.
    pub(super) fn singulars(&self) -> impl Iterator<Item = &[Letter]> {
        self.singular.values().map(Vec::as_slice)
    }

    /// Makes clues for the plurals of those for the singulars.
    pub(super) fn extend(&self, contents: &mut Contents) {
        for (plural, singular) in &self.singular {
            let of_singular = contents.by_word.get(singular).into_iter().flatten().filter(|c| c.noun);
            let made: Vec<Candidate> =
                of_singular.filter_map(|candidate| self.plural_of(candidate)).collect();
            made.into_iter().for_each(|candidate| contents.push(plural, candidate));
        }
    }

    fn plural_of(&self, candidate: &Candidate) -> Option<Candidate> {
        let (text, mark, more) = match self.plural.get(candidate.text.as_str()) {
            Some(plural) => (*plural, "", 0),
            // Where the clue has a mark of its own, two would be too many.
            None if candidate.text.contains(['(', ':']) => return None,
            None => (candidate.text.as_str(), " (Mz.)", 5),
        };
        let is_asked = !matches!(candidate.nature, Nature::Written | Nature::Base);
        let text = text.to_owned();
        is_asked.then(|| Candidate {
            text,
            mark,
            remote: candidate.remote + more,
            noun: false,
            ..candidate.clone()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::source::tests::{clues_of, list};
    use super::*;

    #[test]
    fn plurals_take_the_clues_of_their_singulars() {
        let plurals = Plurals::among(&list(&["AALE", "AAL", "ABENTEUER", "BAENKE"]));
        let word = |text: &str| fold_head(text).expect("a head");
        assert_eq!(plurals.singular.get(&word("AALE")), Some(&word("AAL")));
        assert!(!plurals.singular.contains_key(&word("ABENTEUER")), "the plural is the singular");
        assert!(!plurals.singular.contains_key(&word("BAENKE")), "there are Banken too");
        let mut contents = Contents::default();
        let noun = |text: &str, nature| Candidate { noun: true, ..Candidate::new(text, nature) };
        contents.push(&word("AAL"), noun("Abend", Nature::Broader));
        contents.push(&word("AAL"), noun("glatter Schwimmer", Nature::Synonym));
        contents.push(&word("AAL"), noun("ugs.: Torpedo", Nature::Synonym));
        contents.push(&word("AAL"), Candidate::new("kein Hauptwort", Nature::Synonym));
        plurals.extend(&mut contents);
        assert_eq!(clues_of(&contents, "AALE"), ["Abende", "glatter Schwimmer"]);
        let marks: Vec<&str> =
            contents.by_word[&word("AALE")].iter().map(|candidate| candidate.mark).collect();
        assert_eq!(marks, ["", " (Mz.)"]);
    }
}
