//! Threads that work on one problem, and what happens to a panic.
//!
//! All searches that use several threads do so here, except for portfolios of solvers, whose threads outlive a call. The
//! threads share a flag that ends them (see [`Budget::racer`](super::Budget::racer)), and the one that has the answer
//! sets it. A panic sets it, too: it does not mean a lack of time but a mistake in the program, so the others stop as
//! soon as they notice, and then the panic continues in the calling thread, as if there had been no other threads. Where
//! the system has no more threads, the work is left to those there are.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, ScopedJoinHandle, panicking, scope};

/// Runs `work(0)`, `work(1)`, … at the same time, `threads` of them if the system can start that many, the first one in the
/// calling thread. Returns their results in this order. 0 threads are taken as 1.
///
/// # Panics
///
/// If one of them does.
pub fn race<T: Send>(threads: usize, finish: &AtomicBool, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    race_of(|_| Builder::new(), threads, finish, work)
}

/// Does the same with threads that are made like this.
fn race_of<T: Send>(
    builder: impl Fn(usize) -> Builder,
    threads: usize,
    finish: &AtomicBool,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let work = &|number| {
        let _guard = OnPanic(finish);
        work(number)
    };
    scope(|scope| {
        let start = |number| match builder(number).spawn_scoped(scope, move || work(number)) {
            Ok(thread) => Some(thread),
            Err(error) => {
                log::warn!(
                    "the search continues with {number} of {threads} threads, as no other can be started: {error}"
                );
                None
            }
        };
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let first = work(0);
        std::iter::once(first).chain(others.into_iter().map(joined)).collect()
    })
}

/// Runs two different functions at the same time, the second one in the calling thread. If no other thread can be started,
/// the first one runs after it.
///
/// # Panics
///
/// If one of them does.
pub fn both<A: Send, B>(
    finish: &AtomicBool,
    first: impl Fn() -> A + Sync,
    second: impl FnOnce() -> B,
) -> (A, B) {
    both_of(Builder::new(), finish, first, second)
}

/// Does the same with a thread that is made like this.
fn both_of<A: Send, B>(
    builder: Builder,
    finish: &AtomicBool,
    first: impl Fn() -> A + Sync,
    second: impl FnOnce() -> B,
) -> (A, B) {
    let first = &|| {
        let _guard = OnPanic(finish);
        first()
    };
    scope(|scope| {
        let thread = builder.spawn_scoped(scope, first);
        let second = {
            let _guard = OnPanic(finish);
            second()
        };
        (thread.map_or_else(|_| first(), joined), second)
    })
}

/// Returns a thread's result, or continues its panic here.
fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| resume_unwind(panic))
}

/// Sets the flag if it is dropped by a panic.
struct OnPanic<'a>(&'a AtomicBool);

impl Drop for OnPanic<'_> {
    fn drop(&mut self) {
        if panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::thread::yield_now;

    /// Returns the message of the panic that ends `run`; the flag is the race's.
    fn panic_of<T>(run: impl FnOnce(&AtomicBool) -> T) -> String {
        let finish = AtomicBool::new(false);
        let panic = catch_unwind(AssertUnwindSafe(|| run(&finish))).err().expect("a panic");
        assert!(finish.into_inner(), "the others were not told to stop");
        panic.downcast_ref::<&str>().copied().unwrap_or_default().to_owned()
    }

    /// Works until the flag is set.
    fn endless(finish: &AtomicBool) {
        while !finish.load(Ordering::Relaxed) {
            yield_now();
        }
    }

    #[test]
    fn answers_come_in_the_order_of_the_threads() {
        let finish = AtomicBool::new(false);
        assert_eq!(race(4, &finish, |number| 10 * number), [0, 10, 20, 30]);
        assert_eq!(race(0, &finish, |number| number), [0]);
        assert_eq!(both(&finish, || 'a', || 'b'), ('a', 'b'));
        assert!(!finish.into_inner());
    }

    #[test]
    fn the_work_is_left_to_the_threads_there_are() {
        // No system has a stack of this size.
        let impossible = || Builder::new().stack_size(usize::MAX / 4 + 1);
        let finish = AtomicBool::new(false);
        let builder = |number| if number < 2 { Builder::new() } else { impossible() };
        assert_eq!(race_of(builder, 4, &finish, |number| 10 * number), [0, 10]);
        assert_eq!(both_of(impossible(), &finish, || 'a', || 'b'), ('a', 'b'));
        assert!(!finish.into_inner());
    }

    #[test]
    fn a_panic_ends_the_others_and_goes_on_where_the_race_was_called() {
        for broken in 0..3 {
            let text = panic_of(|finish| {
                race(3, finish, |number| if number == broken { panic!("number") } else { endless(finish) })
            });
            assert_eq!(text, "number");
        }
        assert_eq!(panic_of(|finish| both(finish, || panic!("first"), || endless(finish))), "first");
        assert_eq!(panic_of(|finish| both(finish, || endless(finish), || panic!("second"))), "second");
    }
}
