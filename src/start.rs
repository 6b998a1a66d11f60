//! What comes before the command and around it, so that it ends in an orderly way whatever happens: a sentence and an
//! exit code, and no answer that is lost without a word.
//!
//! * A mistake of the program itself, a panic, ends with a request to report it and an exit code of its own.
//! * A file that grows beyond the limit of the shell (`ulimit -f`) is an error of that write; by default the system
//!   would end the program in the middle of the file.
//! * Standard output may be closed (`>&-`). The run-time library puts `/dev/null` in its place before `main`, and the
//!   answer would vanish there.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::process::ExitCode;

/// The exit code after a mistake of the program itself: `EX_SOFTWARE` of `sysexits.h`.
pub const BUG: u8 = 70;

/// Prepares the process; to be called once, first of all.
pub fn prepare() {
    set_hook(Box::new(|panic| {
        // Nobody is left to be told if this cannot be written.
        let _ = write!(anstream::stderr().lock(), "{}", report(panic));
    }));
    #[cfg(unix)]
    unix::prepare();
}

/// Runs the program, and turns a panic into an exit code.
pub fn guarded(run: impl FnOnce() -> ExitCode) -> ExitCode {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(ExitCode::from(BUG))
}

/// What a person is told of a panic.
fn report(panic: &PanicHookInfo<'_>) -> String {
    let payload = panic.payload();
    let text =
        payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
    let text = text.unwrap_or("there is no description");
    let place = panic.location().map(|at| format!(" ({}:{})", at.file(), at.line())).unwrap_or_default();
    let backtrace = Backtrace::capture();
    let backtrace = match backtrace.status() {
        BacktraceStatus::Captured => format!("{backtrace}\n"),
        _ => String::new(),
    };
    format!(
        "error: this is a bug in cwsat, please report it at {}/issues with the command line and its input: {text}{place}\n{backtrace}",
        env!("CARGO_PKG_REPOSITORY")
    )
}

#[cfg(unix)]
mod unix {
    use std::os::unix::net::UnixDatagram;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    pub fn prepare() {
        let too_large = rustix::process::Signal::XFSZ.as_raw();
        // With a handler of its own, even one that nobody asks, the write fails and the program goes on. Ignoring the
        // signal would do the same, but external solvers would inherit that.
        if let Err(error) = signal_hook::flag::register(too_large, Arc::default()) {
            log::debug!("a limit on the size of files will end the program: {error}");
        }
        if CLOSED.load(Ordering::Relaxed) {
            // To write here is an error, and one that the run-time library does not hide (as it does for a closed file).
            let nowhere = UnixDatagram::unbound().map(|nowhere| rustix::stdio::dup2_stdout(&nowhere));
            log::debug!("standard output is closed: {nowhere:?}");
        }
    }

    /// Whether standard output was closed when the program was started.
    static CLOSED: AtomicBool = AtomicBool::new(false);

    extern "C" fn look() {
        let open = rustix::io::fcntl_getfd(rustix::stdio::stdout()).is_ok();
        CLOSED.store(!open, Ordering::Relaxed);
    }

    // Functions listed in this section are called when the program is loaded, before the run-time library puts
    // `/dev/null` in the place of what is closed; after that nobody can tell.
    // SAFETY: the section holds addresses of functions of this form. `look` makes one system call and stores a flag; it
    // needs nothing of the run-time library, which is not there yet.
    #[allow(unsafe_code)]
    #[used]
    #[cfg_attr(target_vendor = "apple", unsafe(link_section = "__DATA,__mod_init_func"))]
    #[cfg_attr(not(target_vendor = "apple"), unsafe(link_section = ".init_array"))]
    static LOOK: extern "C" fn() = look;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_has_an_exit_code_of_its_own() {
        assert_eq!(guarded(|| ExitCode::from(3)), ExitCode::from(3));
        assert_eq!(guarded(|| panic!("a test of panics")), ExitCode::from(BUG));
    }
}
