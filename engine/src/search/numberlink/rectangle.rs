//! One rectangle: does everything fit into it?
//!
//! The formula is made once; the solver may be asked again and again with a conflict limit, and resumes where it
//! stopped. So several rectangles can be worked on in turns.

use crate::encodings::cnf::{Formula, Lit};
use crate::encodings::numberlink::{
    Encoding, Lattice, NamesError, Problem, RedundantClauses, ShortWires, Solution, rules,
};
use crate::solver::{self, BackEnd, Budget, SatSolver, ask, load};

/// With more blocks, the lengths of wires are not counted: nothing can be proven anyway, and the clauses are long.
const COUNTED: usize = 30;

/// What is known about a rectangle.
#[derive(Clone, Debug)]
pub enum Fit {
    /// Everything fits, as in this answer.
    Yes(Solution),
    /// Proven: not everything fits, or not with the short wires and the lattice that were asked for.
    No,
    /// The budget ended first.
    Unknown,
}

/// The formula that is made of a rectangle.
#[derive(Clone, Debug)]
enum Question {
    /// Has a model exactly if everything fits.
    Whole(Encoding),
    /// Has a model only if everything fits with short wires: large rectangles are filled faster this way.
    Short(ShortWires),
}

impl Question {
    fn formula(&self) -> &Formula {
        match self {
            Self::Whole(encoding) => encoding.formula(),
            Self::Short(encoding) => encoding.formula(),
        }
    }

    fn decode(&self, problem: &Problem, value: impl Fn(Lit) -> bool) -> Result<Solution, NamesError> {
        match self {
            Self::Whole(encoding) => encoding.decode(problem, value),
            Self::Short(encoding) => encoding.decode(problem, value),
        }
    }
}

/// A rectangle that is being worked on.
pub struct Rectangle<'a> {
    problem: &'a Problem,
    rows: usize,
    cols: usize,
    question: Question,
    solver: Box<dyn SatSolver>,
}

impl<'a> Rectangle<'a> {
    /// Makes the complete formula of a rectangle of `rows` x `cols`.
    pub fn new(problem: &'a Problem, rows: usize, cols: usize, back_end: &BackEnd, seed: u64) -> Self {
        Self::whole(problem, (rows, cols), RedundantClauses::default(), back_end, seed)
    }

    /// Makes that formula without counting the lengths of wires, for a rectangle with room to spare.
    pub fn roomy(problem: &'a Problem, shape: (usize, usize), back_end: &BackEnd, seed: u64) -> Self {
        let redundant = RedundantClauses { lengths: None, ..RedundantClauses::default() };
        Self::whole(problem, shape, redundant, back_end, seed)
    }

    fn whole(
        problem: &'a Problem,
        (rows, cols): (usize, usize),
        redundant: RedundantClauses,
        back_end: &BackEnd,
        seed: u64,
    ) -> Self {
        let lengths = redundant.lengths.filter(|_| problem.blocks().len() <= COUNTED);
        let encoding = Encoding::new(problem, rows, cols, RedundantClauses { lengths, ..redundant });
        Self::asking(Question::Whole(encoding), problem, (rows, cols), back_end, seed)
    }

    /// Makes the formula with short wires only, and with regular blocks in the meshes of a lattice if there is one.
    pub fn short(
        problem: &'a Problem,
        (rows, cols): (usize, usize),
        lattice: Option<&Lattice>,
        back_end: &BackEnd,
        seed: u64,
    ) -> Self {
        let encoding = ShortWires::new(problem, rows, cols, lattice);
        Self::asking(Question::Short(encoding), problem, (rows, cols), back_end, seed)
    }

    fn asking(
        question: Question,
        problem: &'a Problem,
        (rows, cols): (usize, usize),
        back_end: &BackEnd,
        seed: u64,
    ) -> Self {
        let mut solver = back_end.solver(seed);
        if let Question::Short(_) = question {
            solver.expect_model();
        }
        load(&mut *solver, question.formula(), 0);
        Self { problem, rows, cols, question, solver }
    }

    /// Returns its area.
    pub fn area(&self) -> usize {
        self.rows * self.cols
    }

    /// Returns the number of clauses of its formula.
    pub fn clauses(&self) -> usize {
        self.question.formula().clause_count()
    }

    /// Works on it, for about this many conflicts if there is a limit.
    pub fn fit(&mut self, conflicts: Option<u32>, budget: &Budget) -> Fit {
        if let Some(conflicts) = conflicts {
            self.solver.limit_conflicts(conflicts);
        }
        let question = format_args!("does everything fit into {}x{}", self.cols, self.rows);
        match ask(&mut *self.solver, self.question.formula(), &question, budget) {
            solver::SatAnswer::Unsat => Fit::No,
            solver::SatAnswer::Unknown => Fit::Unknown,
            solver::SatAnswer::Sat => {
                let answer = self.question.decode(self.problem, |lit| self.solver.value(lit));
                match answer {
                    Ok(answer) if rules::check(self.problem, &answer).is_empty() => {
                        Fit::Yes(answer.cropped())
                    }
                    // A model that is not an answer would be an error in the encoding: never pass it on.
                    wrong => {
                        log::error!("a model is not a valid answer, please report this: {wrong:?}");
                        Fit::Unknown
                    }
                }
            }
        }
    }
}
