//! What a source says about a word: a clue in the making, not yet fitted to a space nor judged.

/// What a text is to the word it is about, from the best clue to the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nature {
    /// A clue that somebody wrote as a clue.
    Written,
    /// A clue of the clue base that is built in.
    Base,
    /// A fact of the built-in tables, as in `Zeichen für Gold`.
    Fact,
    /// A definition of a dictionary.
    Definition,
    /// A word of the same meaning.
    Synonym,
    /// What the word is the opposite of, or something near.
    Related,
    /// What the word is a kind of: true of many other words too.
    Broader,
}

/// What a source says about a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The text, without markup; it may be longer than any space.
    pub text: String,
    /// What it is to the word.
    pub nature: Nature,
    /// How far it is from what a reader first thinks of: 0 for the usual sense of a word, more for rare senses and for
    /// colloquial or outdated words. A few points each.
    pub remote: u8,
    /// What is added behind the text however short that is made, as ` (Mz.)`; often empty.
    pub mark: &'static str,
    /// Whether the word is meant as a noun in the singular, so that its plural can be asked for too.
    pub noun: bool,
}

impl Candidate {
    /// A candidate of the usual sense.
    pub fn new(text: impl Into<String>, nature: Nature) -> Self {
        Self { text: text.into(), nature, remote: 0, mark: "", noun: false }
    }
}
