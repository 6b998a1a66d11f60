//! Room for a formula that grows, and for everything else beside it.
//!
//! A formula that finds no room for more can give up and say so. Everything else in the process cannot: where a small
//! allocation fails, Rust ends the process. So a formula gives up while some memory is left. That is tried by reserving
//! it, which takes microseconds, because memory that is not used costs nothing.

use std::hint::black_box;

/// The memory that has to be left for everything else, in bytes: the tables of encoders, a word list, buffers.
const REST: usize = 48 << 20;
/// Vectors of fewer items than this grow without a look at the rest, so that small formulas cost nothing.
const FEW: usize = 1 << 16;

/// Makes room for another item, and returns whether there is any. There is none if too little would be left for the rest.
pub(super) fn for_another<T>(items: &mut Vec<T>) -> bool {
    if items.len() < items.capacity() {
        return true;
    }
    items.try_reserve(1).is_ok() && (items.len() < FEW || is_left(REST))
}

/// Returns whether enough memory is left for the rest, after this many items. That is tried only now and then.
pub(super) fn is_left_after(items: usize) -> bool {
    items == 0 || !items.is_multiple_of(FEW) || is_left(REST)
}

fn is_left(bytes: usize) -> bool {
    let mut rest: Vec<u8> = Vec::new();
    let is_left = rest.try_reserve_exact(bytes).is_ok();
    // Otherwise the compiler may leave out an allocation that nothing uses.
    black_box(&rest);
    is_left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_machine_has_room_for_everything() {
        assert!(is_left(1) && !is_left(isize::MAX as usize));
    }

    #[test]
    fn there_is_room_in_a_vector_until_it_cannot_grow() {
        let mut few: Vec<u64> = Vec::new();
        assert!(for_another(&mut few) && few.capacity() > 0);
        // Not even one of these has an address on a machine of today.
        let mut giants: Vec<[u8; (1 << 47) - 1]> = Vec::new();
        assert!(!for_another(&mut giants));
    }
}
