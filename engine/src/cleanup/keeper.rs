//! A small process that ends this program's child processes when the program cannot do so itself.
//!
//! A program that is killed (`SIGKILL`, or out of memory) has no time to clean up. Linux can send a child a signal when
//! its parent dies (`PR_SET_PDEATHSIG`), but only the child itself: if a shell or `mpirun` started the solver, the
//! launcher would die and the solver would keep running. The signal is also tied to the thread that started the child,
//! and has to be requested by unsafe code between `fork` and `exec`. So a shell keeps watch instead: this program alone
//! writes to a pipe what begins and ends, and the shell reads from it. However the program ends, the pipe is closed, and the
//! shell ends what is left.
//!
//! A child has two names. Its process group is known only once it has started. But before that it is given a mark in its
//! environment, which all its descendants inherit; the shell is told of the mark first. If there is a `/proc`, it finds by
//! it what was started in the instant before the end, and what has left its group (`setsid`).
//!
//! The shell is started with the first child. Without a shell, everything else still works.

use std::io::Write;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// The variable that holds the mark of a child.
const MARK: &str = "CWSAT_WATCHED";

/// The input lines are `+ NAME` and `- NAME`, where a name is the number of a process group, or a mark. Processes that ignore the
/// request to end are killed two seconds later.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
left=' '
while read -r sign name; do
  case $sign in
    +) left="$left$name " ;;
    -) left="${left%% $name *} ${left#* $name }" ;;
  esac
done
[ "$left" = ' ' ] && exit
end() {
  for name in $left; do
    case $name in
      mark-*)
        for place in $(grep -Fls "CWSAT_WATCHED=$name" /proc/[0-9]*/environ); do
          place=${place#/proc/}
          kill -s "$1" "${place%/environ}"
        done ;;
      *) kill -s "$1" -- "-$name" ;;
    esac
  done
}
end TERM
sleep 2
end KILL
"#;

/// The state of the shell.
enum Keeper {
    NotStarted,
    Started(ChildStdin),
    /// There is no shell, or it has ended.
    Missing,
}

static KEEPER: Mutex<Keeper> = Mutex::new(Keeper::NotStarted);

/// A child that is watched until this is dropped.
#[derive(Debug)]
pub(super) struct Watched {
    mark: String,
    group: Option<u32>,
}

impl Watched {
    /// Watches what this command will start.
    pub(super) fn marked(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        // The end makes sure that no mark is the beginning of another.
        let mark = format!("mark-{process}-{time}-{number}-end");
        command.env(MARK, &mark);
        tell('+', &mark);
        Self { mark, group: None }
    }

    /// Watches the process group of what was started, too.
    pub(super) fn leads_group(&mut self, leader: u32) {
        tell('+', &leader.to_string());
        self.group = Some(leader);
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        if let Some(group) = self.group {
            tell('-', &group.to_string());
        }
        tell('-', &self.mark);
    }
}

/// Starts the shell, unless that was done before.
pub(super) fn start() {
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if matches!(*keeper, Keeper::NotStarted) {
        *keeper = run_shell();
    }
}

fn tell(sign: char, name: &str) {
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Keeper::Started(pipe) = &mut *keeper
        && let Err(error) = pipe.write_all(format!("{sign} {name}\n").as_bytes())
    {
        log::debug!("child processes are no longer supervised: {error}");
        *keeper = Keeper::Missing;
    }
}

fn run_shell() -> Keeper {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    // It must not keep a folder busy, and a Ctrl-C in the terminal is not meant for it.
    command.current_dir("/");
    super::process_tree::lead_a_group(&mut command);
    match command.spawn().map(|mut shell| shell.stdin.take()) {
        Ok(Some(pipe)) => Keeper::Started(pipe),
        Ok(None) => Keeper::Missing,
        Err(error) => {
            log::debug!("child processes are not supervised: sh cannot be started: {error}");
            Keeper::Missing
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_looks_for_the_mark_that_is_given() {
        assert!(SCRIPT.contains(&format!("\"{MARK}=$name\"")));
        let mut command = Command::new("true");
        let (first, second) = (Watched::marked(&mut command), Watched::marked(&mut Command::new("true")));
        assert!(first.mark.starts_with("mark-") && first.mark != second.mark);
        let given: Vec<_> = command.get_envs().collect();
        assert_eq!(given, [(MARK.as_ref(), Some(first.mark.as_ref()))]);
    }
}
