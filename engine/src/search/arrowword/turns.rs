//! Which way of making layouts a thread uses in its next round.
//!
//! Several threads divide the two ways among them. A single thread has to use both, because each of them fails on grids
//! that are easy for the other: annealing where given words leave it no room, the formula where a grid is large. So the
//! thread alternates until one of them has led to a puzzle. It then continues with that one, with more effort each time,
//! and tries the other again whenever a round of full effort has brought nothing. Each way begins with the least effort,
//! so neither can keep the thread from the other for long. The order depends on outcomes and not on time, so the same
//! seed gives the same puzzle on every machine.

use super::Road;

/// A round of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    /// The way it takes.
    pub(super) road: Road,
    /// The rounds that the thread has gone this way, with this one.
    pub(super) number: usize,
}

/// What a thread has tried.
#[derive(Clone, Debug)]
pub(super) struct Turns {
    /// The last turn of the way that is taken now.
    now: Turn,
    /// The last turn of the other way; `None` if the thread has only one.
    other: Option<Turn>,
    /// The number of the first round of a way that has full effort.
    full: usize,
}

impl Turns {
    /// Takes one way only.
    pub(super) fn only(road: Road) -> Self {
        Self { now: Turn { road, number: 0 }, other: None, full: 1 }
    }

    /// Takes both ways, annealing first; from round `full` of a way on, its rounds have full effort.
    pub(super) fn both(full: usize) -> Self {
        let other = Turn { road: Road::Formula, number: 0 };
        Self { other: Some(other), full, ..Self::only(Road::Annealing) }
    }

    /// Begins the next round.
    pub(super) fn next_turn(&mut self) -> Turn {
        self.now.number += 1;
        self.now
    }

    /// Takes note of how the round ended: whether there is a better puzzle than before, and whether there is any.
    pub(super) fn ended(&mut self, better: bool, any: bool) {
        let had_enough = !any || self.now.number >= self.full;
        if let Some(other) = self.other.as_mut().filter(|_| !better && had_enough) {
            std::mem::swap(&mut self.now, other);
        }
    }

    /// Takes the formula from now on.
    pub(super) fn leave_to_formula(&mut self) {
        self.now = match self.other.take() {
            Some(other) if other.road == Road::Formula => other,
            _ => Turn { road: Road::Formula, ..self.now },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the ways of the rounds with these outcomes: better or not, any puzzle or none.
    fn taken(mut turns: Turns, outcomes: &[(bool, bool)]) -> String {
        let turn = |&(better, any): &(bool, bool)| {
            let Turn { road, number } = turns.next_turn();
            turns.ended(better, any);
            format!("{}{number}", if road == Road::Annealing { 'A' } else { 'F' })
        };
        outcomes.iter().map(turn).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_lone_thread_takes_both_ways_until_one_leads_to_a_puzzle() {
        let (none, gain, stuck) = ((false, false), (true, true), (false, true));
        assert_eq!(taken(Turns::both(3), &[none; 4]), "A1 F1 A2 F2");
        assert_eq!(taken(Turns::both(3), &[none, gain, stuck, stuck, stuck, stuck]), "A1 F1 F2 F3 A2 A3");
        assert_eq!(taken(Turns::both(3), &[gain, gain, gain, stuck, stuck]), "A1 A2 A3 A4 F1");
        let mut left = Turns::both(3);
        left.next_turn();
        left.ended(false, false);
        left.leave_to_formula();
        assert_eq!(taken(left, &[none; 2]), "F1 F2");
        assert_eq!(taken(Turns::only(Road::Formula), &[none, stuck, gain]), "F1 F2 F3");
    }
}
