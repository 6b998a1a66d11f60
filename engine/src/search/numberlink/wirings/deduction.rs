//! How much a person has to think to wire a board: the difficulty of a wiring that is the only one.
//!
//! The measure follows what solvers of such puzzles do. A step is *forced* if it follows from one clause of the wirings'
//! formula at a time, by unit propagation: an end with one free field beside it, a wire in a corridor, a field that only
//! one wire can reach. Where that leads no further, a *trial* imagines a number on a field, or the field without it, and is of
//! use if forced steps then lead to a contradiction. A board is
//!
//! * easy if forced steps alone lay all wires;
//! * medium if trials, each of one field, lay the rest;
//! * hard if even then a wire is open, so that two or more fields have to be imagined at the same time.

use crate::encodings::cnf::{Formula, Lit};
use crate::encodings::numberlink::{Cell, Problem, Solution, Wirings};
use crate::solver::Budget;
use std::collections::BTreeMap;

/// Boards with more possible numbers than this on all fields together are not judged.
const LARGEST: usize = 40_000;

/// How hard a board is to wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// In one word.
    pub grade: Grade,
    /// How many wires have to be drawn: those whose ends are no neighbours.
    pub wires: usize,
    /// How many of them forced steps alone lay completely.
    pub forced: usize,
    /// How many need trials.
    pub tried: usize,
    /// How many are open even after all trials.
    pub open: usize,
    /// How many trials led to a contradiction.
    pub trials: usize,
    /// How many fields the wires take,
    pub fields: usize,
    /// and how many of them more than the shortest ways on an empty board.
    pub detour: usize,
}

/// The difficulty in one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// Forced steps alone lead to the answer.
    Easy,
    /// Trials of one field at a time are needed as well.
    Medium,
    /// Trials of one field at a time are not enough.
    Hard,
}

impl Grade {
    /// Returns the word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
        }
    }
}

/// Judges a board whose wiring is the only one. `None` if it is too large, or if the budget ends first.
pub fn difficulty(problem: &Problem, answer: &Solution, budget: &Budget) -> Option<Difficulty> {
    if Wirings::size(problem, answer) > super::LARGEST_FORMULA {
        return None;
    }
    let wirings = Wirings::new(problem, answer);
    if wirings.numbers().len() > LARGEST {
        return None;
    }
    let mut wires: BTreeMap<usize, Vec<Lit>> = BTreeMap::new();
    for &(pos, number, lit) in wirings.numbers() {
        if answer.fields[pos] == Cell::Number(number) {
            wires.entry(number).or_default().push(lit);
        }
    }
    let mut steps = Steps::new(wirings.formula());
    steps.follow();
    let open = |steps: &Steps| {
        wires.values().filter(|lits| lits.iter().any(|&lit| steps.value(lit) != Some(true))).count()
    };
    let unforced = open(&steps);
    let mut trials = 0;
    let mut before = None;
    // Round after round, as long as the last one was of use.
    while open(&steps) > 0 && before.replace(trials) != Some(trials) {
        for (lit, imagined) in wirings.numbers().iter().flat_map(|&(_, _, lit)| [(lit, lit), (lit, !lit)]) {
            if budget.exhausted() {
                return None;
            }
            if steps.value(lit).is_some() || !steps.contradicts(imagined) {
                continue;
            }
            steps.take(!imagined);
            steps.follow();
            trials += 1;
            if open(&steps) == 0 {
                break;
            }
        }
    }
    let open = open(&steps);
    let fields = wires.values().map(Vec::len).sum();
    let shortest = wires.keys().filter_map(|&number| {
        let [a, b] = [0, 1].map(|end| answer.end(problem, number, end));
        Some(a?.distance(b?) - 1)
    });
    let detour = fields - shortest.sum::<usize>();
    let grade = match (unforced, open) {
        (0, _) => Grade::Easy,
        (_, 0) => Grade::Medium,
        _ => Grade::Hard,
    };
    let (wires, forced) = (wires.len(), wires.len() - unforced);
    Some(Difficulty { grade, wires, forced, tried: unforced - open, open, trials, fields, detour })
}

/// What is known so far, and what follows from it by unit propagation with two watched literals per clause.
struct Steps {
    clauses: Vec<Vec<Lit>>,
    /// For each literal, the clauses that watch it.
    watching: Vec<Vec<usize>>,
    /// For each literal, whether it is true.
    is_true: Vec<bool>,
    known: Vec<Lit>,
    /// How many of the known literals have been followed.
    followed: usize,
}

fn index(lit: Lit) -> usize {
    2 * lit.var().index() + usize::from(!lit.is_positive())
}

impl Steps {
    fn new(formula: &Formula) -> Self {
        let lits = 2 * formula.var_count();
        let mut steps = Self {
            clauses: Vec::new(),
            watching: vec![Vec::new(); lits],
            is_true: vec![false; lits],
            known: Vec::new(),
            followed: 0,
        };
        for clause in formula.clauses() {
            match *clause {
                [] => {}
                [lit] => steps.take(lit),
                [a, b, ..] => {
                    [a, b].iter().for_each(|&lit| steps.watching[index(lit)].push(steps.clauses.len()));
                    steps.clauses.push(clause.to_vec());
                }
            }
        }
        steps
    }

    fn value(&self, lit: Lit) -> Option<bool> {
        if self.is_true[index(lit)] { Some(true) } else { self.is_true[index(!lit)].then_some(false) }
    }

    /// Takes a literal as true, without following it.
    fn take(&mut self, lit: Lit) {
        if !self.is_true[index(lit)] {
            self.is_true[index(lit)] = true;
            self.known.push(lit);
        }
    }

    /// Takes whatever follows from what is known; returns `false` at a contradiction.
    fn follow(&mut self) -> bool {
        while let Some(&lit) = self.known.get(self.followed) {
            self.followed += 1;
            let mut watching = std::mem::take(&mut self.watching[index(!lit)]);
            let mut kept = 0;
            for at in 0..watching.len() {
                let number = watching[at];
                if self.rewatch(number, !lit) {
                    continue;
                }
                watching[kept] = number;
                kept += 1;
                let unit = self.clauses[number][0];
                if self.value(unit) == Some(false) {
                    watching.copy_within(at + 1.., kept);
                    watching.truncate(watching.len() - (at + 1 - kept));
                    self.watching[index(!lit)] = watching;
                    return false;
                }
                self.take(unit);
            }
            watching.truncate(kept);
            self.watching[index(!lit)] = watching;
        }
        true
    }

    /// Has a clause watch another literal instead of this false one. Returns `false` if there is none, so that the first
    /// literal of the clause has to be true.
    fn rewatch(&mut self, number: usize, old: Lit) -> bool {
        let is_false = |steps: &Self, lit: Lit| steps.is_true[index(!lit)];
        if self.clauses[number][0] == old {
            self.clauses[number].swap(0, 1);
        }
        if self.value(self.clauses[number][0]) == Some(true) {
            return false;
        }
        let other = (2..self.clauses[number].len()).find(|&at| !is_false(self, self.clauses[number][at]));
        let Some(other) = other else { return false };
        self.clauses[number].swap(1, other);
        self.watching[index(self.clauses[number][1])].push(number);
        true
    }

    /// Returns whether a literal cannot be true, as far as forced steps tell; what is known stays as it is.
    fn contradicts(&mut self, imagined: Lit) -> bool {
        let mark = self.known.len();
        self.take(imagined);
        let holds = self.follow();
        for lit in self.known.drain(mark..) {
            self.is_true[index(lit)] = false;
        }
        self.followed = mark;
        !holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::cnf::Family;
    use crate::encodings::grid::Pos;
    use crate::encodings::numberlink::format_q;

    fn judge(
        text: &str,
        (rows, cols): (usize, usize),
        at: &[(usize, usize)],
        wires: &[(usize, usize, usize)],
    ) -> Difficulty {
        let problem = format_q::read(text).unwrap();
        let at = at.iter().map(|&(row, col)| Pos::new(row, col)).collect();
        let mut answer = Solution::lay(&problem, rows, cols, at);
        wires.iter().for_each(|&(row, col, number)| answer.fields[Pos::new(row, col)] = Cell::Number(number));
        assert_eq!(crate::encodings::numberlink::rules::check(&problem, &answer), []);
        difficulty(&problem, &answer, &Budget::unlimited()).unwrap()
    }

    #[test]
    fn a_corridor_is_easy() {
        let text = "SIZE 9X9\nBLOCK_NUM 3\nBLOCK#1 1X1\n1\nBLOCK#2 1X1\n1\nBLOCK#3 1X1\n+\n";
        let found = judge(text, (2, 3), &[(0, 0), (0, 2), (0, 1)], &[(1, 0, 1), (1, 1, 1), (1, 2, 1)]);
        let grade = Grade::Easy;
        let expected =
            Difficulty { grade, wires: 1, forced: 1, tried: 0, open: 0, trials: 0, fields: 3, detour: 2 };
        assert_eq!(found, expected);
    }

    #[test]
    fn what_follows_is_the_same_however_clauses_are_watched() {
        // A chain of implications with a contradiction at its end, and clauses of three literals beside it.
        let mut formula = Formula::new();
        let family = formula.family(Family::auxiliary("x"));
        let x: Vec<Lit> = (0..6).map(|_| formula.auxiliary(family)).collect();
        formula.add([!x[0], x[1]]);
        formula.add([!x[1], !x[0], x[2]]);
        formula.add([!x[2], x[3], x[4]]);
        formula.add([!x[2], !x[3]]);
        formula.add([!x[4], !x[0], x[5]]);
        formula.add([!x[5], x[3]]);
        let mut steps = Steps::new(&formula);
        assert!(steps.follow() && steps.known.is_empty());
        for _ in 0..3 {
            assert!(steps.contradicts(x[0]) && !steps.contradicts(!x[0]) && !steps.contradicts(x[2]));
        }
        steps.take(x[2]);
        assert!(steps.follow());
        assert_eq!(
            [3, 4, 5, 0].map(|at| steps.value(x[at])),
            [Some(false), Some(true), Some(false), Some(false)]
        );
    }
}
