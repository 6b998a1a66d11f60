//! Plurals of German nouns: dictionaries have the singular, grids often the plural.
//!
//! The sources of the embedded list have its nouns with their plurals, written by hand. A plural that belongs to only
//! one singular takes the clues of that singular: put into the plural if the clue is itself a noun of the sources
//! (AALE: "Fische"), and otherwise marked ("Raubtier aus Afrika (Mz.)").

use super::candidate::{Candidate, Nature};
use super::contents::Contents;
use super::heads::fold_head;
use crate::encodings::lexicon::{Letter, WordList};
use std::collections::HashMap;

/// `Singular;gender;Plural`.
const NOUNS: [&str; 2] =
    [include_str!("../../../useful/german/nouns.txt"), include_str!("../../../useful/german/long_nouns.txt")];

/// Nouns whose meanings have different plurals (Banken, Bänke) and whose sources have only one of them: the clue of a
/// dictionary could be about the other meaning.
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

/// The wanted plurals, and the plurals of all nouns of the sources.
#[derive(Debug, Default)]
pub(super) struct Plurals {
    /// The singular of each wanted plural.
    singular: HashMap<Vec<Letter>, Vec<Letter>>,
    /// The plural of each noun that has only one, as it is spelled.
    plural: HashMap<&'static str, &'static str>,
}

impl Plurals {
    /// Finds the plurals among these words.
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

    /// Returns the singulars of the wanted plurals, which clues are needed for as well.
    pub(super) fn singulars(&self) -> impl Iterator<Item = &[Letter]> {
        self.singular.values().map(Vec::as_slice)
    }

    /// Makes clues for the plurals from those for their singulars.
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
            // The clue has a mark of its own, and two would be too many.
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
