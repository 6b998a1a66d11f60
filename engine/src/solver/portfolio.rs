//! Several solvers on the same clauses in parallel threads: the first answer wins, the others stop.
//!
//! Run times of SAT solvers have heavy tails: with another seed the same formula may take a tenth of the time or ten
//! times as long. A portfolio takes the shortest. Each member lives in a thread of its own from the first call to the
//! last, because not every solver can be moved to another thread, and receives what was added since the previous call.
//! The winner's answer is returned at once; a loser stops as soon as it notices, and then takes up the next call.
//!
//! Which member wins is a matter of luck, so a portfolio gives different models from run to run. A member that breaks
//! (see [`Budget::fail`]) is left out from then on; the portfolio breaks when all its members have. A member's panic
//! becomes a panic of the portfolio, as in every race (see `threads`).

use super::clauses::{Clauses, Values};
use super::{BackEnd, Budget, SatAnswer, SatSolver, seed};
use crate::encodings::cnf::Lit;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder, JoinHandle};

/// A member of a portfolio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// The solver.
    pub back_end: BackEnd,
    /// What distinguishes it from other members of the same back end; mixed with the portfolio's seed.
    pub seed: u64,
}

/// A portfolio as a solver.
pub struct Portfolio {
    members: Vec<Runner>,
    /// What has not been sent to the members yet.
    news: News,
    /// Ends the members' work on the last call.
    finish: Arc<AtomicBool>,
    model: Values,
    core: Vec<Lit>,
}

/// What has been added since the previous call.
#[derive(Clone, Default)]
struct News {
    clauses: Clauses,
    preferred: Vec<Lit>,
    assumptions: Vec<Lit>,
    limit: Option<u32>,
    /// Whether a model is expected; stated before the first clause or never.
    expects_model: bool,
}

/// A call to one member.
struct Call {
    news: Arc<News>,
    budget: Budget,
    /// Dropped with the call, whether it was answered or not.
    reply: Sender<thread::Result<Reply>>,
}

struct Reply {
    member: usize,
    answer: SatAnswer,
    model: Values,
    core: Vec<Lit>,
    failure: Option<String>,
}

struct Runner {
    name: String,
    /// Where its calls go, or why it is left out.
    calls: Result<Sender<Call>, String>,
    thread: Option<JoinHandle<()>>,
}

impl Portfolio {
    /// Creates a portfolio of these members; with another `seed` they search differently.
    pub fn new(members: &[Member], seed: u64) -> Self {
        let runner = |(number, member): (usize, &Member)| {
            let back_end = member.back_end.clone();
            let seed = seed::derive(seed, member.seed);
            Runner::start(Builder::new(), number, back_end.to_string(), move || back_end.solver(seed))
        };
        Self::of(members.iter().enumerate().map(runner).collect())
    }

    fn of(members: Vec<Runner>) -> Self {
        Self {
            members,
            news: News::default(),
            finish: Arc::default(),
            model: Values::default(),
            core: Vec::new(),
        }
    }

    /// Waits for the first answer; `None` if no member has one.
    fn winner(&mut self, replies: &Receiver<thread::Result<Reply>>, budget: &Budget) -> Option<Reply> {
        // Ends when every member has replied.
        while let Ok(reply) = replies.recv() {
            // The others are stopped when the portfolio is dropped, at the latest.
            let reply = reply.unwrap_or_else(|panic| resume_unwind(panic));
            if reply.answer != SatAnswer::Unknown {
                return Some(reply);
            }
            if let Some(reason) = reply.failure
                && budget.failure().is_none()
            {
                self.members[reply.member].leave_out(reason);
            }
        }
        let broken: Option<Vec<&String>> =
            self.members.iter().map(|runner| runner.calls.as_ref().err()).collect();
        if let Some(broken) = broken {
            let last = broken.last().map_or("it has no members", |reason| reason);
            budget.fail(format!("all members of the portfolio broke; the last one: {last}"));
        }
        None
    }
}

impl Runner {
    /// Starts a thread that makes its own solver. If it cannot be started, the member is left out.
    fn start(
        builder: Builder,
        number: usize,
        name: String,
        make: impl FnOnce() -> Box<dyn SatSolver> + Send + 'static,
    ) -> Self {
        let (calls, received) = channel();
        match builder.spawn(move || run(number, make, &received)) {
            Ok(thread) => Self { name, calls: Ok(calls), thread: Some(thread) },
            Err(error) => {
                let mut runner = Self { name, calls: Ok(calls), thread: None };
                runner.leave_out(format!("its thread cannot be started: {error}"));
                runner
            }
        }
    }

    /// Leaves the member out from now on; `reason` is a sentence for the user.
    fn leave_out(&mut self, reason: String) {
        log::warn!("`{}` is left out of the portfolio: {reason}", self.name);
        self.calls = Err(reason);
    }
}

/// The main function of a member's thread.
fn run(member: usize, make: impl FnOnce() -> Box<dyn SatSolver>, calls: &Receiver<Call>) {
    let mut work = Work { solver: make(), vars: 0 };
    for Call { news, budget, reply } in calls {
        let answered = catch_unwind(AssertUnwindSafe(|| work.answer(member, news, &budget)));
        let panicked = answered.is_err();
        // Nobody waits for an answer that comes second.
        let _ = reply.send(answered);
        if panicked {
            return;
        }
    }
}

/// The state of a member, in its thread.
struct Work {
    solver: Box<dyn SatSolver>,
    vars: usize,
}

impl Work {
    fn answer(&mut self, member: usize, news: Arc<News>, budget: &Budget) -> Reply {
        let Self { solver, vars } = self;
        if news.expects_model {
            solver.expect_model();
        }
        for clause in news.clauses.from(0) {
            solver.add_clause(clause);
        }
        *vars = (*vars).max(news.clauses.vars());
        news.preferred.iter().for_each(|&lit| solver.prefer(lit));
        news.assumptions.iter().for_each(|&lit| solver.assume(lit));
        if let Some(limit) = news.limit {
            solver.limit_conflicts(limit);
        }
        drop(news);
        let budget = budget.apart();
        let answer = solver.solve(&budget);
        let model = match answer {
            SatAnswer::Sat => Values::of(*vars, |lit| solver.value(lit)),
            _ => Values::default(),
        };
        let failure = budget.failure().map(str::to_owned);
        Reply { member, answer, model, core: solver.core().to_vec(), failure }
    }
}

impl SatSolver for Portfolio {
    fn name(&self) -> &str {
        "portfolio"
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.news.clauses.push(clause);
    }

    fn assume(&mut self, lit: Lit) {
        self.news.clauses.know(lit);
        self.news.assumptions.push(lit);
    }

    fn solve(&mut self, budget: &Budget) -> SatAnswer {
        self.core.clear();
        let (race, finish) = budget.racer();
        self.finish = finish;
        let news = Arc::new(std::mem::take(&mut self.news));
        let (reply, replies) = channel();
        for calls in self.members.iter().filter_map(|member| member.calls.as_ref().ok()) {
            // The thread of a member that panicked is gone; its panic was passed on in an earlier call.
            let _ = calls.send(Call { news: Arc::clone(&news), budget: race.clone(), reply: reply.clone() });
        }
        drop((news, reply));
        let winner = self.winner(&replies, budget);
        self.finish.store(true, Ordering::Relaxed);
        let Some(winner) = winner else { return SatAnswer::Unknown };
        log::debug!("`{}` was first", self.members[winner.member].name);
        self.model = winner.model;
        self.core = winner.core;
        winner.answer
    }

    fn value(&self, lit: Lit) -> bool {
        self.model.value(lit)
    }

    fn core(&self) -> &[Lit] {
        &self.core
    }

    fn prefer(&mut self, lit: Lit) {
        self.news.clauses.know(lit);
        self.news.preferred.push(lit);
    }

    fn limit_conflicts(&mut self, conflicts: u32) {
        self.news.limit = Some(conflicts);
    }

    fn expect_model(&mut self) {
        self.news.expects_model = true;
    }
}

impl Drop for Portfolio {
    fn drop(&mut self) {
        self.finish.store(true, Ordering::Relaxed);
        for member in &mut self.members {
            member.calls = Err("the portfolio is gone".into());
            // A panic that nobody waited for is not worth another one here.
            let _ = member.thread.take().map(JoinHandle::join);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solver::Varisat;

    /// A solver that panics, or works until it is stopped.
    struct Odd {
        breaks: bool,
    }

    impl SatSolver for Odd {
        fn name(&self) -> &str {
            "odd"
        }

        fn add_clause(&mut self, _clause: &[Lit]) {}

        fn assume(&mut self, _lit: Lit) {}

        fn solve(&mut self, budget: &Budget) -> SatAnswer {
            assert!(!self.breaks, "a member broke");
            while !budget.exhausted() {
                thread::yield_now();
            }
            SatAnswer::Unknown
        }

        fn value(&self, _lit: Lit) -> bool {
            false
        }

        fn core(&self) -> &[Lit] {
            &[]
        }
    }

    fn odd(number: usize, breaks: bool) -> Runner {
        Runner::start(Builder::new(), number, "odd".into(), move || Box::new(Odd { breaks }))
    }

    #[test]
    fn a_members_panic_is_one_of_the_portfolio() {
        let mut portfolio = Portfolio::of(vec![odd(0, false), odd(1, true)]);
        let call = catch_unwind(AssertUnwindSafe(|| portfolio.solve(&Budget::unlimited())));
        let panic = call.expect_err("the panic was swallowed");
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"a member broke"));
        drop(portfolio); // ends the other member, or this test would not end
    }

    #[test]
    fn who_answers_first_ends_the_others() {
        let mut portfolio = Portfolio::of(vec![odd(0, false), varisat(1, Builder::new())]);
        let lit = Lit::from_dimacs(3).unwrap();
        portfolio.add_clause(&[lit]);
        assert_eq!(portfolio.solve(&Budget::unlimited()), SatAnswer::Sat);
        assert!(portfolio.value(lit));
    }

    fn varisat(number: usize, builder: Builder) -> Runner {
        Runner::start(builder, number, "varisat".into(), || Box::new(Varisat::new()))
    }

    #[test]
    fn a_member_without_a_thread_is_left_out() {
        // No system has a stack of this size.
        let impossible = || Builder::new().stack_size(usize::MAX / 4 + 1);
        let mut portfolio = Portfolio::of(vec![varisat(0, impossible()), varisat(1, Builder::new())]);
        portfolio.add_clause(&[]);
        assert_eq!(portfolio.solve(&Budget::unlimited()), SatAnswer::Unsat);
        let mut portfolio = Portfolio::of(vec![varisat(0, impossible())]);
        let budget = Budget::unlimited();
        assert_eq!(portfolio.solve(&budget), SatAnswer::Unknown);
        let failure = budget.failure().expect("a reason");
        assert!(failure.contains("the last one: its thread cannot be started"), "{failure}");
    }
}
