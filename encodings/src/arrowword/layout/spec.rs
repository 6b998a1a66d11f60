//! What is given of a layout, and what is wished for.

use crate::arrowword::given::Extend;
use crate::arrowword::puzzle::{Arrow, Field, Puzzle, allows_bent};
use crate::grid::{Grid, Pos, Run};
use std::fmt;

/// A set of arrow types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ArrowSet(u8);

impl ArrowSet {
    /// No arrow.
    pub const EMPTY: Self = Self(0);
    /// All six types.
    pub const ALL: Self = Self(0b11_1111);

    /// Returns the set with one more arrow.
    #[must_use]
    pub const fn with(self, arrow: Arrow) -> Self {
        Self(self.0 | 1 << arrow.code())
    }

    /// Returns the set with every arrow that may share a field with all of it.
    fn joined(self) -> Self {
        let members = || Arrow::ALL.into_iter().filter(|&arrow| self.contains(arrow));
        let joins = |arrow: &Arrow| members().all(|member| member == *arrow || member.may_pair(*arrow));
        // No three arrows may share a field.
        if members().count() < 2 { Arrow::ALL.into_iter().filter(joins).collect() } else { self }
    }

    /// Tells whether the arrow is in the set.
    pub const fn contains(self, arrow: Arrow) -> bool {
        self.0 >> arrow.code() & 1 == 1
    }
}

impl FromIterator<Arrow> for ArrowSet {
    fn from_iter<I: IntoIterator<Item = Arrow>>(arrows: I) -> Self {
        arrows.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// A set of word lengths.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Lengths([u64; 4]);

impl Lengths {
    /// The greatest length a set can hold: that of the longest word that a list can have.
    pub const MAX: usize = 200;

    /// Returns the lengths from `shortest` to `longest`, without those below 2.
    pub fn between(shortest: usize, longest: usize) -> Self {
        (shortest..=longest).collect()
    }

    /// Tells whether words of this length are allowed.
    pub fn contains(self, len: usize) -> bool {
        len <= Self::MAX && self.0[len / 64] >> (len % 64) & 1 == 1
    }

    /// Returns the greatest allowed length, or 0 if there is none.
    pub fn longest(self) -> usize {
        (0..=Self::MAX).rev().find(|&len| self.contains(len)).unwrap_or(0)
    }

    /// Lists the lengths in ascending order.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        (2..=Self::MAX).filter(move |&len| self.contains(len))
    }
}

impl FromIterator<usize> for Lengths {
    fn from_iter<I: IntoIterator<Item = usize>>(lengths: I) -> Self {
        let mut set = [0; 4];
        for len in lengths.into_iter().filter(|len| (2..=Self::MAX).contains(len)) {
            set[len / 64] |= 1 << (len % 64);
        }
        Self(set)
    }
}

impl fmt::Debug for Lengths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// What a field may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// A question field, with any arrows the rules allow, or a letter.
    Free,
    /// A question field that has all arrows of the first set, and others only from the second set.
    Question(ArrowSet, ArrowSet),
    /// A letter.
    Letter,
    /// Not part of the puzzle.
    Blocked,
}

/// The grid a layout is made for: what each field may become.
#[derive(Clone, Debug)]
pub struct LayoutSpec {
    pub(super) base: Grid<Field>,
    domain: Grid<Domain>,
    /// The runs that have to be words.
    words: Vec<Run>,
}

impl LayoutSpec {
    /// Makes the specification that keeps what is given in a puzzle: letters, question fields, and their arrows (a
    /// question field without arrows may have any). What else may be there is up to `extend`, which is taken literally: a
    /// grid without question fields has no layout to which nothing is added ([`Extend::of`]).
    pub fn new(puzzle: &Puzzle, extend: Extend) -> Self {
        let arrows = arrows_by_field(puzzle);
        let domain = puzzle.fields.map(|pos, field| match field {
            Field::Blocked(_) => Domain::Blocked,
            Field::Letter(_) => Domain::Letter,
            Field::Open if extend.opens_fields() => Domain::Free,
            Field::Open => Domain::Letter,
            Field::Question if arrows[pos] == ArrowSet::EMPTY => {
                Domain::Question(ArrowSet::EMPTY, ArrowSet::ALL)
            }
            Field::Question if extend.lets_join() => Domain::Question(arrows[pos], arrows[pos].joined()),
            Field::Question => Domain::Question(arrows[pos], arrows[pos]),
        });
        Self { base: puzzle.fields.clone(), domain, words: Vec::new() }
    }

    /// Returns this specification with every free field decided: it takes a letter.
    #[must_use]
    pub fn closed(self) -> Self {
        let decided = |_, domain: &Domain| match domain {
            Domain::Free => Domain::Letter,
            other => *other,
        };
        Self { domain: self.domain.map(decided), ..self }
    }

    /// Returns this specification with runs that have to be words: asked for, and not longer.
    #[must_use]
    pub fn with_words(self, words: impl IntoIterator<Item = Run>) -> Self {
        Self { words: words.into_iter().collect(), ..self }
    }

    /// Returns this specification with a layout fixed everywhere except in a window: fields inside are as free as in
    /// this specification, and so are the arrows of question fields up to two fields outside it (their words may start
    /// inside or next to it). Everything else is as in `layout`, which must fit this specification.
    pub fn window(&self, layout: &Puzzle, inside: impl Fn(Pos) -> bool) -> Self {
        let arrows = arrows_by_field(layout);
        let near = |pos: Pos| {
            let reach = -2isize..=2;
            reach.clone().any(|dr| reach.clone().any(|dc| pos.offset(dr, dc).is_some_and(&inside)))
        };
        let domain = self.domain.map(|pos, &own| match layout.fields[pos] {
            _ if inside(pos) => own,
            Field::Question if near(pos) => match own {
                Domain::Free => Domain::Question(ArrowSet::EMPTY, ArrowSet::ALL),
                other => other,
            },
            Field::Question => Domain::Question(arrows[pos], arrows[pos]),
            Field::Blocked(_) => Domain::Blocked,
            Field::Open | Field::Letter(_) => Domain::Letter,
        });
        Self { base: self.base.clone(), domain, words: self.words.clone() }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.base.rows()
    }

    /// Returns the number of columns.
    pub fn cols(&self) -> usize {
        self.base.cols()
    }

    /// Tells whether the position is inside the grid.
    pub fn contains(&self, pos: Pos) -> bool {
        self.base.contains(pos)
    }

    /// Returns the given grid.
    pub fn base(&self) -> &Grid<Field> {
        &self.base
    }

    /// Returns the runs that have to be words.
    pub fn words(&self) -> &[Run] {
        &self.words
    }

    /// Returns what the field may become.
    pub fn domain(&self, pos: Pos) -> Domain {
        self.domain[pos]
    }

    /// Replaces what a field may become. A blocked field stays blocked, and no other field becomes blocked.
    pub fn restrict(&mut self, pos: Pos, domain: Domain) {
        if self.domain[pos] != Domain::Blocked && domain != Domain::Blocked {
            self.domain[pos] = domain;
        }
    }

    /// Tells whether a question field at `pos` may have bent arrows.
    pub(super) fn allows_bent(&self, pos: Pos) -> bool {
        allows_bent(&self.base, pos)
    }
}

fn arrows_by_field(puzzle: &Puzzle) -> Grid<ArrowSet> {
    let mut arrows = puzzle.fields.map(|_, _| ArrowSet::EMPTY);
    for question in puzzle.questions.iter().filter(|q| puzzle.fields.contains(q.pos)) {
        arrows[question.pos] = arrows[question.pos].with(question.arrow);
    }
    arrows
}

/// The wishes beyond the rules.
#[derive(Clone, Debug)]
pub struct LayoutOptions {
    /// The lengths that words may have.
    pub lengths: Lengths,
    /// Every run of two or more letters is asked for. Implied by `no_dead`.
    pub ask_all: bool,
    /// No dead letters: no uncrossed letter beside an uncrossed letter.
    pub no_dead: bool,
    /// No cluster of three or more question fields: no question field has two others among its eight neighbours.
    pub no_clusters: bool,
}

impl LayoutOptions {
    /// Returns the options that wish for nothing beyond the rules: any layout with words of 2 to `longest` letters.
    pub fn rules_only(longest: usize) -> Self {
        Self { lengths: Lengths::between(2, longest), ask_all: false, no_dead: false, no_clusters: false }
    }

    /// Returns the wishes that every top-rated layout grants: no dead letters, no clusters, words of three or more
    /// letters.
    pub fn top_rated(longest: usize) -> Self {
        Self { lengths: Lengths::between(3, longest), ask_all: true, no_dead: true, no_clusters: true }
    }

    /// Returns the wishes from the strictest to none, for grids in which not all can be granted: first words of two
    /// letters become possible, then clusters, then dead letters, and finally runs that no question asks for.
    pub fn ladder(longest: usize) -> Vec<Self> {
        let top = Self::top_rated(longest);
        let short = Self { lengths: Lengths::between(2, longest), ..top.clone() };
        let clusters = Self { no_clusters: false, ..short.clone() };
        let dead = Self { no_dead: false, ..clusters.clone() };
        vec![top, short, clusters, dead, Self::rules_only(longest)]
    }

    /// Tells whether every run of two or more letters is a word.
    pub(super) fn asks_all(&self) -> bool {
        self.ask_all || self.no_dead
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_go_as_far_as_grids() {
        let lengths: Lengths = [1, 2, 63, 64, 69, 128, 200, 201].into_iter().collect();
        assert_eq!(lengths.iter().collect::<Vec<_>>(), [2, 63, 64, 69, 128, 200]);
        assert_eq!((lengths.longest(), Lengths::between(2, 65).longest()), (200, 65));
        assert_eq!(Lengths::between(3, 2).longest(), 0);
        assert!(!lengths.contains(65) && !lengths.contains(usize::MAX));
    }
}
