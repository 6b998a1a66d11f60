//! What the rating punishes, as hard constraints: dead fields and clusters.
//!
//! **Dead.** A letter is uncrossed if it lies in exactly one word, dead if a neighbour (of 4) is uncrossed
//! too. Without dead fields every run of two or more is a word: the letters of a run that nobody asks lie in
//! one word at most, so they are all uncrossed, and they are neighbours. With all runs asked, two letters
//! side by side share an across word, so both are uncrossed exactly if both stand alone in their column.
//!
//! **Clusters.** A cluster is a connected set of question fields (over 8 neighbours); three or more cost. A
//! connected set of three or more has a member with two neighbours in the set (a path of three, a triangle,
//! or more), and a field with two question neighbours is in a cluster of three. So the two are the same, and
//! "no three fields a, b, c, a beside b and b beside c, are all questions" says it exactly. A triangle would
//! come three times, once for each corner; it is written once.
//!
//! Both are wishes: where what is given breaks them already, they are dropped at that place, not the layout.

use super::LayoutEncoding;
use crate::cnf::Bit;
use crate::grid::{Direction, Pos};

impl LayoutEncoding {
    pub(super) fn add_wishes(&mut self) {
        if self.options.no_dead {
            self.forbid_dead();
        }
        if self.options.no_clusters {
            self.forbid_clusters();
        }
    }

    fn forbid_dead(&mut self) {
        self.formula.label("no dead letters");
        for pos in self.spec.base.positions() {
            for direction in Direction::BOTH {
                let (dr, dc) = direction.step();
                let Some(other) = pos.offset(dr, dc).filter(|&p| self.spec.contains(p)) else { continue };
                let mut clause = vec![!self.letter(Some(pos)), !self.letter(Some(other))];
                for cell in [pos, other] {
                    let (sr, sc) = direction.crossing().step();
                    clause.push(self.letter(cell.offset(-sr, -sc)));
                    clause.push(self.letter(cell.offset(sr, sc)));
                }
                self.formula.add_wish(clause);
            }
        }
    }

    fn forbid_clusters(&mut self) {
        self.formula.label("no clusters");
        let adjacent = |a: Pos, b: Pos| a.row.abs_diff(b.row) <= 1 && a.col.abs_diff(b.col) <= 1;
        let grid = self.spec.base.clone();
        for middle in grid.positions() {
            if self.question(middle) == Bit::False {
                continue;
            }
            let around: Vec<Pos> =
                grid.neighbours8(middle).filter(|&p| self.question(p) != Bit::False).collect();
            for (i, &a) in around.iter().enumerate() {
                for &b in &around[i + 1..] {
                    if adjacent(a, b) && (a < middle || b < middle) {
                        continue; // this triangle is written at its first corner
                    }
                    let clause = [middle, a, b].map(|p| !self.question(p));
                    self.formula.add_wish(clause);
                }
            }
        }
    }
}
