//! What the rating penalises, forbidden by hard constraints: dead letters and clusters.
//!
//! **Dead letters.** A letter is uncrossed if it is in exactly one word, and dead if one of its 4 neighbours is
//! uncrossed as well. Without dead letters every run of two or more letters is a word: the letters of a run that no
//! question asks for are in at most one word each, so they are all uncrossed, and they are neighbours. If all runs
//! are asked for, two letters side by side share an across word, so both are uncrossed exactly if neither has a
//! letter above or below it.
//!
//! **Clusters.** A cluster is a connected set of question fields (each has 8 neighbours); three or more cost. A
//! connected set of three or more has a member with two neighbours in the set (a path of three, a triangle, or more),
//! and a question field with two question neighbours is in a cluster of three. So the two are equivalent, and "no
//! three fields a, b, c with a beside b and b beside c are all question fields" is exact. A triangle would be
//! forbidden three times, once for each corner; it is written once.
//!
//! Both are wishes: where what is given already breaks one, it is dropped at that place; the layout stays possible.

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
