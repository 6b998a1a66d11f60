//! Several solvers on the same clauses in parallel threads: the first answer wins, the others stop.
//!
//! Times of SAT solvers have heavy tails: with another seed the same formula may take a tenth or ten times as
//! long. A portfolio takes the shortest. Each member lives in a thread of its own from the first call to the
//! last, because not every solver can be moved to another thread, and gets what was added since the call
//! before. The winner's answer is given at once; a loser stops as soon as it notices and takes up the next
//! call then.
//!
//! Which member wins is a matter of luck, so a portfolio gives different models from run to run. A member that
//! breaks (see [`Budget::fail`]) is left out from then on; the portfolio breaks when all its members have.

use super::clauses::{Clauses, Values};
use super::{Answer, BackEnd, Budget, SatSolver};
use crate::encodings::cnf::Lit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// A member of a portfolio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Who solves.
    pub back_end: BackEnd,
    /// What tells it from other members of the same back end: added to the portfolio's seed, after a
    /// multiplication that keeps neighbours apart.
    pub seed: u64,
}

/// A portfolio as a solver.
pub struct Portfolio {
    members: Vec<Runner>,
    /// What the members have not been told yet.
    news: News,
    /// Ends the members' work on the last call.
    finish: Arc<AtomicBool>,
    model: Values,
    core: Vec<Lit>,
}

/// What a call brings.
#[derive(Clone, Default)]
struct News {
    clauses: Clauses,
    preferred: Vec<Lit>,
    assumptions: Vec<Lit>,
    limit: Option<u32>,
}

/// A call of one member.
struct Call {
    news: Arc<News>,
    budget: Budget,
    /// Goes away with the call, answered or not.
    reply: Sender<Reply>,
}

struct Reply {
    member: usize,
    answer: Answer,
    model: Values,
    core: Vec<Lit>,
    failure: Option<String>,
}

struct Runner {
    name: String,
    /// Nothing once the member is left out.
    calls: Option<Sender<Call>>,
    thread: Option<JoinHandle<()>>,
}

impl Portfolio {
    /// A portfolio of these members; `seed` makes it another one.
    pub fn new(members: &[Member], seed: u64) -> Self {
        let runner = |(number, member): (usize, &Member)| {
            let (calls, received) = channel();
            let seed = seed.wrapping_add(member.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let back_end = member.back_end.clone();
            let name = back_end.to_string();
            let thread = std::thread::spawn(move || run(number, &back_end, seed, &received));
            Runner { name, calls: Some(calls), thread: Some(thread) }
        };
        Self {
            members: members.iter().enumerate().map(runner).collect(),
            news: News::default(),
            finish: Arc::default(),
            model: Values::default(),
            core: Vec::new(),
        }
    }

    /// The first answer to the calls, if there is one.
    fn winner(&mut self, replies: &Receiver<Reply>, budget: &Budget) -> Option<Reply> {
        let mut failure = None;
        // Ends when every member has answered, or died.
        while let Ok(reply) = replies.recv() {
            if reply.answer != Answer::Unknown {
                return Some(reply);
            }
            if let Some(reason) = reply.failure
                && budget.failure().is_none()
            {
                let runner = &mut self.members[reply.member];
                runner.calls = None;
                log::warn!("`{}` is left out of the portfolio: {reason}", runner.name);
                failure = Some(reason);
            }
        }
        let alive = |runner: &Runner| {
            runner.calls.is_some() && runner.thread.as_ref().is_some_and(|thread| !thread.is_finished())
        };
        if !self.members.iter().any(alive) {
            let last = failure.unwrap_or_else(|| "it has no members".into());
            budget.fail(format!("all members of the portfolio broke; the last one: {last}"));
        }
        None
    }
}

/// A member's thread.
fn run(member: usize, back_end: &BackEnd, seed: u64, calls: &Receiver<Call>) {
    let mut solver = back_end.solver(seed);
    let mut vars = 0;
    for Call { news, budget, reply } in calls {
        for clause in news.clauses.from(0) {
            solver.add_clause(clause);
        }
        vars = vars.max(news.clauses.vars());
        news.preferred.iter().for_each(|&lit| solver.prefer(lit));
        news.assumptions.iter().for_each(|&lit| solver.assume(lit));
        if let Some(limit) = news.limit {
            solver.limit_conflicts(limit);
        }
        drop(news);
        let budget = budget.apart();
        let answer = solver.solve(&budget);
        let model = match answer {
            Answer::Sat => Values::of(vars, |lit| solver.value(lit)),
            _ => Values::default(),
        };
        let core = solver.core().to_vec();
        let failure = budget.failure().map(str::to_owned);
        // Nobody waits for an answer that comes after another one.
        let _ = reply.send(Reply { member, answer, model, core, failure });
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

    fn solve(&mut self, budget: &Budget) -> Answer {
        self.core.clear();
        let (race, finish) = budget.racer();
        self.finish = finish;
        let news = Arc::new(std::mem::take(&mut self.news));
        let (reply, replies) = channel();
        for calls in self.members.iter().filter_map(|member| member.calls.as_ref()) {
            // A member that died is one that does not answer.
            let _ = calls.send(Call { news: Arc::clone(&news), budget: race.clone(), reply: reply.clone() });
        }
        drop((news, reply));
        let winner = self.winner(&replies, budget);
        self.finish.store(true, Ordering::Relaxed);
        let Some(winner) = winner else { return Answer::Unknown };
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
}

impl Drop for Portfolio {
    fn drop(&mut self) {
        self.finish.store(true, Ordering::Relaxed);
        for member in &mut self.members {
            member.calls = None;
            // A member that panicked has said so itself.
            let _ = member.thread.take().map(JoinHandle::join);
        }
    }
}
