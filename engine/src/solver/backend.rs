//! What every SAT back end can do, and how to get one.
//!
//! The trait is deliberately small: clauses, assumptions, an answer within a budget, a model, a core, and a few hints
//! (such as phases and a seed) that a back end may ignore. Code that drives an encoding uses nothing else, so a new
//! back end is one file and one line in the shared test suite (`tests/backends.rs`).

use super::clock::Instant;
use super::{Budget, CommandLine, CommandLineError, Library, LibraryError, Member};
use crate::encodings::cnf::{Formula, Lit};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The result of [`SatSolver::solve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatAnswer {
    /// There is a model; [`SatSolver::value`] reads it.
    Sat,
    /// There is no model under the assumptions; [`SatSolver::core`] names those that matter.
    Unsat,
    /// The budget or the conflict limit ended the search first; if the back end broke, [`Budget::failure`] says why.
    Unknown,
}

/// An incremental SAT solver.
pub trait SatSolver {
    /// Returns the name that `--solver` takes.
    fn name(&self) -> &str;

    /// Adds a clause; a variable is created when it is first used.
    fn add_clause(&mut self, clause: &[Lit]);

    /// Assumes a literal, for the next call of [`SatSolver::solve`] only.
    fn assume(&mut self, lit: Lit);

    /// Looks for a model of the clauses under the assumptions, and drops the assumptions.
    fn solve(&mut self, budget: &Budget) -> SatAnswer;

    /// Returns whether the literal is true in the model, after [`SatAnswer::Sat`]. A variable that the solver never
    /// saw, or left open, is false. After any other answer the value is meaningless (but asking is not an error).
    fn value(&self, lit: Lit) -> bool;

    /// Returns assumptions that cannot all hold, after [`SatAnswer::Unsat`]: not necessarily a minimal set, and empty
    /// if there is no model at all. Empty after any other answer.
    fn core(&self) -> &[Lit];

    /// Hint: where the solver has to guess this variable, make this literal true.
    fn prefer(&mut self, _lit: Lit) {}

    /// Hint: give up the next call of [`SatSolver::solve`] after about this many conflicts. Unlike a time limit, this
    /// gives the same answer on every machine and under any load.
    fn limit_conflicts(&mut self, _conflicts: u32) {}

    /// Hint: there probably is a model, so look for one rather than for a proof. Only before the first clause.
    fn expect_model(&mut self) {}

    /// Hint: use this seed, so that another seed searches differently. Only before the first clause.
    fn set_seed(&mut self, _seed: u64) {}
}

/// A choice of SAT solver.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum BackEnd {
    /// CaDiCaL, the default if it is built in.
    #[cfg(feature = "cadical")]
    #[default]
    Cadical,
    /// varisat, always built in.
    #[cfg_attr(not(feature = "cadical"), default)]
    Varisat,
    /// Any solver that reads DIMACS and prints a result, started again for each call.
    Process(CommandLine),
    /// A solver from a shared library with the interface IPASIR.
    Ipasir(Library),
    /// Several of these in parallel threads, of which the first answer counts.
    Portfolio(Arc<[Member]>),
}

/// The prefix of a command in place of a built-in solver's name.
const PROCESS: &str = "process:";

/// The prefix of a library's path in place of a built-in solver's name.
const IPASIR: &str = "ipasir:";

impl BackEnd {
    /// All that are built in, the default first.
    pub const ALL: &[Self] = &[
        #[cfg(feature = "cadical")]
        Self::Cadical,
        Self::Varisat,
    ];

    /// Returns a fresh solver with this seed.
    pub fn solver(&self, seed: u64) -> Box<dyn SatSolver> {
        let mut solver: Box<dyn SatSolver> = match self {
            #[cfg(feature = "cadical")]
            Self::Cadical => Box::new(super::Cadical::new()),
            Self::Varisat => Box::new(super::Varisat::new()),
            Self::Process(command) => Box::new(super::Process::new(command.clone())),
            Self::Ipasir(library) => Box::new(super::Ipasir::new(library.clone())),
            Self::Portfolio(members) => Box::new(super::Portfolio::new(members, seed)),
        };
        solver.set_seed(seed);
        solver
    }

    /// Returns whether it solves thousands of small formulas as quickly as a search by windows needs. varisat hardly
    /// ever improves a window (measured: see `docs/solvers.md`), a process is started for each formula, a portfolio
    /// starts its threads, and a library takes no phases.
    pub(crate) fn suits_windows(&self) -> bool {
        match self {
            #[cfg(feature = "cadical")]
            Self::Cadical => true,
            Self::Varisat | Self::Process(_) | Self::Ipasir(_) | Self::Portfolio(_) => false,
        }
    }

    /// Returns whether it can be called thousands of times: it is built in, and keeps its clauses between calls.
    pub(crate) fn is_built_in(&self) -> bool {
        match self {
            #[cfg(feature = "cadical")]
            Self::Cadical => true,
            Self::Varisat => true,
            Self::Process(_) | Self::Ipasir(_) | Self::Portfolio(_) => false,
        }
    }

    /// Reads the portfolio of a list such as `cadical,cadical:seed=7,process:kissat -q {cnf}`: back ends separated by
    /// commas, each optionally with a seed. Members of the same back end without a seed get the seeds 0, 1, …. A comma
    /// inside quotes belongs to a command.
    pub fn portfolio(list: &str) -> Result<Self, BackEndError> {
        let mut members: Vec<Member> = Vec::new();
        for text in split_list(list) {
            let (name, seed) = match text.rsplit_once(":seed=") {
                Some((name, seed)) if !text.starts_with(PROCESS) => {
                    let seed = seed.parse().map_err(|_| BackEndError::Seed(seed.to_owned()))?;
                    (name, Some(seed))
                }
                _ => (text, None),
            };
            let back_end: Self = name.parse()?;
            let before = || members.iter().filter(|member| member.back_end == back_end).count() as u64;
            let seed = seed.unwrap_or_else(before);
            members.push(Member { back_end, seed });
        }
        Ok(Self::Portfolio(members.into()))
    }
}

/// Splits a list at commas that are not in quotes, and trims its parts.
fn split_list(list: &str) -> Vec<&str> {
    let (mut parts, mut start, mut quote) = (Vec::new(), 0, None);
    for (at, c) in list.char_indices() {
        match (c, quote) {
            ('\'' | '"', None) => quote = Some(c),
            (_, Some(open)) if c == open => quote = None,
            (',', None) => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}

impl fmt::Display for BackEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "cadical")]
            Self::Cadical => f.write_str("cadical"),
            Self::Varisat => f.write_str("varisat"),
            Self::Process(command) => write!(f, "{PROCESS}{command}"),
            Self::Ipasir(library) => write!(f, "{IPASIR}{library}"),
            Self::Portfolio(members) => {
                for (number, member) in members.iter().enumerate() {
                    let comma = if number > 0 { "," } else { "" };
                    write!(f, "{comma}{}", member.back_end)?;
                }
                Ok(())
            }
        }
    }
}

impl FromStr for BackEnd {
    type Err = BackEndError;

    fn from_str(name: &str) -> Result<Self, BackEndError> {
        if let Some(command) = name.strip_prefix(PROCESS) {
            return Ok(Self::Process(command.parse()?));
        }
        if let Some(path) = name.strip_prefix(IPASIR) {
            return Ok(Self::Ipasir(Library::load(path)?));
        }
        let found = Self::ALL.iter().find(|back_end| back_end.to_string() == name);
        found.cloned().ok_or_else(|| BackEndError::Unknown(name.to_owned()))
    }
}

/// Why a text does not name a back end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BackEndError {
    /// There is no back end of that name.
    #[error(
        "there is no solver `{0}`; this program has {built_in}, and takes any other as `process:COMMAND {{cnf}}` or \
         `ipasir:LIBRARY`",
        built_in = BackEnd::ALL.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
    )]
    Unknown(String),
    /// The command of a process cannot be read.
    #[error(transparent)]
    Command(#[from] CommandLineError),
    /// The library cannot be used.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// A member's seed is not a number.
    #[error("`{0}` is not a seed; write a number, as in `cadical:seed=7`")]
    Seed(String),
}

/// Returns a fresh solver of the default back end.
pub fn new_solver(seed: u64) -> Box<dyn SatSolver> {
    BackEnd::default().solver(seed)
}

/// Gives the solver the clauses of a formula from a mark on (0: all of them); returns the mark for the next time.
pub fn load(solver: &mut dyn SatSolver, formula: &Formula, mark: usize) -> usize {
    for clause in formula.clauses_from(mark) {
        solver.add_clause(clause);
    }
    formula.clause_count()
}

/// Asks the solver for a model of a formula that it has loaded, and logs what was asked: the question, the size of the formula,
/// the answer and the time.
pub fn ask(
    solver: &mut dyn SatSolver,
    formula: &Formula,
    question: &dyn fmt::Display,
    budget: &Budget,
) -> SatAnswer {
    let start = Instant::now();
    let answer = solver.solve(budget);
    log::debug!("{question}? {}: {answer:?} in {:.3} s", formula.size(), start.elapsed().as_secs_f64());
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for back_end in BackEnd::ALL {
            assert_eq!(back_end.to_string().parse().as_ref(), Ok(back_end));
        }
        let process: BackEnd = "process:minisat {cnf} {out}".parse().unwrap();
        assert_eq!(process.to_string(), "process:minisat {cnf} {out}");
        let unknown = "minisat".parse::<BackEnd>().unwrap_err().to_string();
        assert!(unknown.contains("`minisat`") && unknown.contains("varisat"), "{unknown}");
        assert!(matches!("process:".parse::<BackEnd>(), Err(BackEndError::Command(_))));
        assert!(matches!("ipasir:/no/such.so".parse::<BackEnd>(), Err(BackEndError::Library(_))));
    }

    #[test]
    fn a_portfolio_is_a_list() {
        let list = "varisat, varisat,varisat:seed=7,process:sh -c 'a, b' {cnf},process:x:seed=3";
        let Ok(BackEnd::Portfolio(members)) = BackEnd::portfolio(list) else { panic!("no portfolio") };
        let shown: Vec<_> = members.iter().map(|m| (m.back_end.to_string(), m.seed)).collect();
        let expected = [
            ("varisat", 0),
            ("varisat", 1),
            ("varisat", 7),
            ("process:sh -c 'a, b' {cnf}", 0),
            ("process:x:seed=3", 0),
        ];
        assert_eq!(shown, expected.map(|(name, seed)| (name.to_owned(), seed)));
        assert_eq!(BackEnd::portfolio("varisat:seed=x"), Err(BackEndError::Seed("x".into())));
        assert!(matches!(BackEnd::portfolio("varisat,,"), Err(BackEndError::Unknown(_))));
    }
}
