//! A small process that ends this program's child processes when the program cannot do so itself.
//!
//! A program that is killed (`SIGKILL`, or out of memory) has no time to clean up. Linux can send a child a signal when
//! its parent dies (`PR_SET_PDEATHSIG`), but only the child itself: if a shell or `mpirun` started the solver, the
//! launcher would die and the solver would keep running. The signal is also tied to the thread that started the child,
//! and has to be requested by unsafe code between `fork` and `exec`. So a shell keeps watch instead: this program alone
//! writes to a pipe which process groups begin and end, and the shell reads from it. However the program ends, the pipe
//! is closed, and the shell ends the remaining groups. Processes that left their group (`setsid`) are out of its reach.
//!
//! The shell is started with the first child. Without a shell, everything else still works.

use std::io::Write;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::{Mutex, PoisonError};

/// The input lines are `+ GROUP` and `- GROUP`. Processes that ignore the request to end are killed two seconds later.
const SCRIPT: &str = r#"
trap '' INT TERM HUP
groups=' '
while read -r sign group; do
  case $sign in
    +) groups="$groups$group " ;;
    -) groups="${groups%% $group *} ${groups#* $group }" ;;
  esac
done
[ "$groups" = ' ' ] && exit
for group in $groups; do kill -s TERM -- "-$group"; done
sleep 2
for group in $groups; do kill -s KILL -- "-$group"; done
"#;

/// The state of the shell.
enum Keeper {
    NotStarted,
    Started(ChildStdin),
    /// There is no shell, or it has ended.
    Missing,
}

static KEEPER: Mutex<Keeper> = Mutex::new(Keeper::NotStarted);

/// A process group that is watched until this is dropped.
#[derive(Debug)]
pub(super) struct Watched(u32);

impl Watched {
    /// Watches the group that this process leads.
    pub(super) fn group(leader: u32) -> Self {
        tell('+', leader);
        Self(leader)
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        tell('-', self.0);
    }
}

/// Starts the shell, unless that was done before.
pub(super) fn start() {
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if matches!(*keeper, Keeper::NotStarted) {
        *keeper = run_shell();
    }
}

fn tell(sign: char, group: u32) {
    let mut keeper = KEEPER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Keeper::Started(pipe) = &mut *keeper
        && let Err(error) = pipe.write_all(format!("{sign} {group}\n").as_bytes())
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
