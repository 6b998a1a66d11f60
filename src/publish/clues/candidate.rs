//! What a source says about a word: a clue in the making, neither fitted to a space nor judged yet.

/// How a text relates to the word it is about, from the best clue to the weakest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Nature {
    /// A clue that somebody wrote as a clue.
    Written,
    /// A clue that the list of words to fill with has for the word.
    Listed,
    /// A clue from the built-in clue base.
    Base,
    /// A fact from the built-in tables, as in `Zeichen für Gold`.
    Fact,
    /// A definition from a dictionary.
    Definition,
    /// A word with the same meaning.
    Synonym,
    /// The opposite of the word, or something close to it.
    Related,
    /// What the word is a kind of, which is true of many other words too.
    Broader,
}

/// What a source says about a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The text, without markup; it may be longer than any space.
    pub text: String,
    /// How it relates to the word.
    pub nature: Nature,
    /// How far it is from what a reader first thinks of: 0 for the usual sense of a word, and a few points each for
    /// rare senses and for colloquial or outdated words.
    pub remote: u8,
    /// What is appended to the text however much that is shortened, as in ` (Mz.)`; often empty.
    pub mark: &'static str,
    /// Whether the word is a noun in the singular here, so that its plural can have the clue too.
    pub noun: bool,
    /// If this is the shorter form of a clue: how many characters that has. It is for places where that does not fit.
    pub short_of: Option<usize>,
    /// How well known the sense of the word is that it asks for, from 1 (everybody knows it) to 5 (only regular solvers
    /// do); `None` if that is not known.
    pub level: Option<u8>,
}

impl Candidate {
    /// Creates a candidate for the usual sense of a word.
    pub(super) fn new(text: impl Into<String>, nature: Nature) -> Self {
        Self { text: text.into(), nature, remote: 0, mark: "", noun: false, short_of: None, level: None }
    }
}
