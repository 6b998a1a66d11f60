//! Which border words can be asked by bent arrows: an orientation of a small graph.
//!
//! A word that starts in row 0, in column 0, or behind a blocked field has no field before it and needs a
//! bent arrow from one of the two fields beside its start. A question field can take one bent arrow at
//! most, since no allowed pair has two; and none that runs across if it asks straight down (nor down if
//! straight right), since those are no allowed pairs either. So take the fields that can help as vertices
//! and the border words as edges between their one or two helpers: every word is asked if every edge can be
//! given an endpoint of its own, and every field is used if each one without a straight word gets an edge.
//! A component with as many edges as vertices uses all its vertices; a tree leaves out any one we like.
//! Counting edges and vertices by union-find thus decides what would otherwise be a matching.

use super::board::{Board, bent_arrows};
use cwsat_encodings::arrowword::puzzle::Arrow;
use cwsat_encodings::grid::Direction;

/// Scratch space for [`BentMatching::unserved`] on one board.
#[derive(Clone, Debug, Default)]
pub struct BentMatching {
    /// The fields where bent arrows are allowed; border words start only in these.
    border: Vec<usize>,
    parent: Vec<usize>,
    component: Vec<Component>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Component {
    words: i32,
    fields: i32,
    /// Fields without a straight word.
    needy: i32,
}

impl BentMatching {
    /// For a board with `size` numbered fields, of which `border` allow bent arrows.
    pub fn new(border: Vec<usize>, size: usize) -> Self {
        Self { border, parent: (0..size).collect(), component: vec![Component::default(); size] }
    }

    /// How many border words, and question fields that have nothing else to ask, cannot be served.
    pub fn unserved(&mut self, board: &Board) -> i32 {
        for &at in &self.border {
            let needy = board.is_question(at) && !Direction::BOTH.iter().any(|&d| board.asks_straight(at, d));
            self.parent[at] = at;
            self.component[at] = Component { words: 0, fields: 1, needy: i32::from(needy) };
        }
        let mut unserved = 0;
        for i in 0..self.border.len() {
            let start = self.border[i];
            for direction in Direction::BOTH {
                let step = board.step(direction);
                if board.is_letter(start) && !board.is_on(start - step) && board.is_letter(start + step) {
                    unserved += self.add_word(board, start, direction);
                }
            }
        }
        for &at in &self.border {
            if board.is_question(at) && self.parent[at] == at {
                let Component { words, fields, needy } = self.component[at];
                unserved += (words - fields).max(0) + i32::from(words < fields && needy == fields);
            }
        }
        unserved
    }

    /// Adds the border word at `start` as an edge; 1 if nothing can ask it.
    fn add_word(&mut self, board: &Board, start: usize, direction: Direction) -> i32 {
        let mut helpers = bent_arrows(direction).into_iter().filter_map(|arrow| {
            let question = match arrow {
                Arrow::Down | Arrow::DownRight => start - board.width,
                Arrow::UpRight => start + board.width,
                Arrow::LeftDown => start + 1,
                Arrow::Right | Arrow::RightDown => start - 1,
            };
            let can_help = board.is_question(question)
                && board.is_border(question)
                && !board.asks_straight(question, direction.crossing());
            can_help.then_some(question)
        });
        let (first, second) = (helpers.next(), helpers.next());
        let Some(first) = first else { return 1 };
        let root = self.root(first);
        if let Some(second) = second {
            let other = self.root(second);
            if other != root {
                self.parent[other] = root;
                let joined = self.component[other];
                let component = &mut self.component[root];
                component.words += joined.words;
                component.fields += joined.fields;
                component.needy += joined.needy;
            }
        }
        self.component[root].words += 1;
        0
    }

    fn root(&mut self, mut at: usize) -> usize {
        while self.parent[at] != at {
            self.parent[at] = self.parent[self.parent[at]];
            at = self.parent[at];
        }
        at
    }
}
