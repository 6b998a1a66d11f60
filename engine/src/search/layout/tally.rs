//! The counts of a layout that the annealer keeps up to date with every move: those that the rating depends on, and how
//! often each hard rule is broken.

/// The longest word length with a count of its own; all longer runs count as this long.
pub(super) const MAX_LEN: usize = 255;

/// The counts of a layout that the rating and the rules need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::search) struct Tally {
    /// Question fields.
    pub(in crate::search) questions: i32,
    /// Runs by length, from 2.
    pub(in crate::search) lengths: Vec<i32>,
    /// All runs of two or more letters.
    pub(in crate::search) words: i32,
    /// Letters beyond the ninth in a run.
    pub(in crate::search) tail: i32,
    /// The squares of these numbers of letters, summed over the runs.
    pub(in crate::search) stretch: i32,
    /// In how many ways different words can be chosen for the runs, as if they did not cross: the logarithm of that number, in
    /// thousandths. Kept only on very large boards.
    pub(in crate::search) choice: i64,
    /// Letters in at most one word.
    pub(in crate::search) uncrossed: i32,
    /// Uncrossed letters with an uncrossed neighbour.
    pub(in crate::search) dead: i32,
    /// Letters in no word at all.
    pub(in crate::search) unreached: i32,
    /// Question fields away from the borders at which no word starts.
    pub(in crate::search) idle: i32,
    /// Question neighbours (of 8) beyond the first, summed over the question fields.
    pub(in crate::search) crowded: i32,
    /// Words in excess of those that the list can provide at their length; runs longer than the longest word
    /// also count their excess letters, so that shorter is better.
    pub(in crate::search) overdrawn: i32,
    /// Runs in which no word of the list agrees with the letters.
    pub(in crate::search) misfits: i32,
    /// Fields where two runs cross that have words, but none with the same letter there.
    pub(in crate::search) clashes: i32,
    /// How few words the runs with letters have to choose from.
    pub(in crate::search) scarcity: i32,
    /// By how much runs have fewer words to expect than they should, judged by the letters of their crossings; in thousandths.
    pub(in crate::search) tight: i64,
    /// Border runs and border questions that no assignment of bent arrows serves.
    pub(in crate::search) unasked: i32,
    /// Given questions whose word does not start where their arrow points, and words behind given question fields that may
    /// have no question for them.
    pub(in crate::search) displaced: i32,
}

impl Tally {
    /// Returns the counts of a layout without fields.
    pub(super) fn empty() -> Self {
        Self {
            questions: 0,
            lengths: vec![0; MAX_LEN + 1],
            words: 0,
            tail: 0,
            stretch: 0,
            choice: 0,
            uncrossed: 0,
            dead: 0,
            unreached: 0,
            idle: 0,
            crowded: 0,
            overdrawn: 0,
            misfits: 0,
            clashes: 0,
            scarcity: 0,
            tight: 0,
            unasked: 0,
            displaced: 0,
        }
    }

    /// Returns how often the layout breaks a hard rule; 0 if it can be given arrows and filled.
    pub(in crate::search) fn broken(&self) -> i32 {
        self.unreached
            + self.idle
            + self.overdrawn
            + self.misfits
            + self.clashes
            + self.unasked
            + self.displaced
    }
}
