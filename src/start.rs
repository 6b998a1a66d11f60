//! What runs before and around the command, so that the program always ends in an orderly way: with a message and an
//! exit code, and never with an answer silently lost.
//!
//! * A bug in the program, a panic, ends with a request to report it and an exit code of its own.
//! * Writing a file beyond the shell's size limit (`ulimit -f`) fails as a write error; by default the system would
//!   kill the program in the middle of the file.
//! * Standard output may be closed (`>&-`). The run-time library replaces it with `/dev/null` before `main`, where the
//!   answer would vanish.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::Write;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind, set_hook};
use std::process::ExitCode;

/// The exit code after a panic: `EX_SOFTWARE` of `sysexits.h`.
pub const BUG: u8 = 70;

/// Prepares the process; must be called once, before anything else.
pub fn prepare() {
    set_hook(Box::new(|panic| {
        // If this cannot be written, there is nowhere left to report it.
        let _ = write!(anstream::stderr().lock(), "{}", report(panic));
    }));
    #[cfg(unix)]
    unix::prepare();
}

/// Runs the program and turns a panic into an exit code.
pub fn guarded(run: impl FnOnce() -> ExitCode) -> ExitCode {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or(ExitCode::from(BUG))
}

/// Returns the message for a panic.
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
        "error: this is a bug in cwsat, please report it at {}/issues with the command line and its input: \
         {text}{place}\n{backtrace}",
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
        // With any handler installed, even one whose flag is never read, the write fails and the program goes on.
        // Ignoring the signal would do the same, but external solvers would inherit that.
        if let Err(error) = signal_hook::flag::register(too_large, Arc::default()) {
            log::debug!("a limit on the size of files will end the program: {error}");
        }
        if CLOSED.load(Ordering::Relaxed) {
            // Writing here is an error, and one that the run-time library does not hide (unlike that of a closed file).
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

    // Functions listed in this section are called when the program is loaded, before the run-time library replaces
    // closed descriptors with `/dev/null`; after that, nobody can tell.
    // SAFETY: the section holds addresses of functions of this form. `look` makes one system call and stores a flag; it
    // needs nothing from the run-time library, which is not initialised yet.
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
