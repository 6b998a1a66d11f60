//! The order in which a very large fill is made for the first time.
//!
//! A window that lies at the edge of what is filled meets held letters on one side only. Windows all over a grid grow towards each
//! other instead, and what is left between them has held letters all around: on 200x200 fields, half of all slots ended up
//! without a word. So each thread goes through the slots by their distance from one slot, counted in crossings, and the threads
//! start as far from each other as they can. This needs no fields, only crossings, so islands and borders of any form are no
//! special case.

use std::collections::VecDeque;

/// Returns for each thread the slots in the order of their distance from where it starts.
pub(super) fn sweeps(neighbours: &[Vec<u32>], threads: usize) -> Vec<Vec<u32>> {
    let mut nearest = vec![u32::MAX; neighbours.len()];
    let mut start = 0;
    let mut orders = Vec::new();
    for _ in 0..threads.max(1) {
        let reached = from(neighbours, start);
        for &(slot, distance) in &reached {
            let nearest = &mut nearest[slot as usize];
            *nearest = distance.min(*nearest);
        }
        start = (0..nearest.len()).max_by_key(|&slot| nearest[slot]).unwrap_or(0);
        orders.push(reached.into_iter().map(|(slot, _)| slot).collect());
    }
    orders
}

/// Returns all slots with their distance from the first one, the nearest first; those that are not connected to it come last,
/// part by part, each with the distances from one of its own slots.
fn from(neighbours: &[Vec<u32>], start: usize) -> Vec<(u32, u32)> {
    let mut seen = vec![false; neighbours.len()];
    let mut reached = Vec::with_capacity(neighbours.len());
    let mut queue = VecDeque::new();
    for start in std::iter::once(start).chain(0..neighbours.len()) {
        if start < seen.len() && !std::mem::replace(&mut seen[start], true) {
            queue.push_back((start as u32, 0));
        }
        while let Some((slot, distance)) = queue.pop_front() {
            reached.push((slot, distance));
            for &other in &neighbours[slot as usize] {
                if !std::mem::replace(&mut seen[other as usize], true) {
                    queue.push_back((other, distance + 1));
                }
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of slots, each crossing the next, and one that crosses none.
    fn row(slots: u32) -> Vec<Vec<u32>> {
        let around = |slot: u32| {
            let next = (slot + 1 < slots).then_some(slot + 1);
            slot.checked_sub(1).into_iter().chain(next).collect()
        };
        (0..slots).map(around).chain([Vec::new()]).collect()
    }

    #[test]
    fn each_thread_has_all_slots_and_the_second_starts_at_the_other_end() {
        let orders = sweeps(&row(6), 2);
        assert_eq!(orders, [vec![0, 1, 2, 3, 4, 5, 6], vec![5, 4, 3, 2, 1, 0, 6]]);
        let third = sweeps(&row(7), 3).pop().unwrap();
        assert_eq!(third[0], 3, "{third:?}");
    }

    #[test]
    fn a_fill_without_slots_has_empty_orders() {
        assert_eq!(sweeps(&[], 2), [vec![], vec![]] as [Vec<u32>; 2]);
    }
}
