//! A process and all its descendants: how to end all of them.
//!
//! The solver is often not the process that was started but was started in turn by a shell or by `mpirun`. So each
//! child leads a process group, and the signals go to the group. Some launchers (Open MPI's, for example) put their
//! children into groups of their own; these are found in `/proc`, if it exists, by following the parents. A launcher is
//! asked to end before it is killed, because it may have processes on other machines that only it can reach.

use std::process::{Child, Command};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long a process that was asked to end has before it is killed.
const GRACE: Duration = Duration::from_secs(2);

/// Makes the command lead a process group.
pub fn lead_a_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends a child and all its descendants, and waits for the child. If the child ended by itself, only what is left of
/// its group is killed.
pub fn stop(child: &mut Child) {
    let root = child.id();
    if !matches!(child.try_wait(), Ok(Some(_))) {
        let mut family = signals::descendants(root);
        signals::ask(root, &family);
        let asked = Instant::now();
        while matches!(child.try_wait(), Ok(None)) && asked.elapsed() < GRACE {
            sleep(Duration::from_millis(5));
        }
        family.extend(signals::descendants(root));
        signals::kill(root, &family);
        let _ = child.kill();
        let _ = child.wait();
    } else {
        signals::kill(root, &[]);
    }
}

/// Kills a process and all its descendants at once.
pub fn kill(root: u32) {
    signals::kill(root, &signals::descendants(root));
}

#[cfg(unix)]
mod signals {
    use rustix::process::{Pid, Signal, kill_process, kill_process_group};
    use std::collections::HashMap;

    /// A process, which cannot be mistaken for a later one with the same id.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Process {
        id: u32,
        /// In clock ticks since the machine was started.
        started: u64,
    }

    /// Returns all descendants of this process, without itself; none if there is no `/proc`.
    pub fn descendants(root: u32) -> Vec<Process> {
        let ids = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let ids = ids.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let mut children: HashMap<u32, Vec<Process>> = HashMap::new();
        for (id, parent, started) in ids.filter_map(|id| Some((id, stat(id)?))).map(|(a, (b, c))| (a, b, c)) {
            children.entry(parent).or_default().push(Process { id, started });
        }
        let mut found = children.remove(&root).unwrap_or_default();
        let mut next = 0;
        while let Some(process) = found.get(next) {
            let more = children.remove(&process.id).unwrap_or_default();
            found.extend(more);
            next += 1;
        }
        found
    }

    /// Returns the parent of a process and its start time.
    fn stat(id: u32) -> Option<(u32, u64)> {
        let text = std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
        // The second field is the program's name in brackets, which may contain anything.
        let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
        Some((fields.get(1)?.parse().ok()?, fields.get(19)?.parse().ok()?))
    }

    pub fn ask(root: u32, family: &[Process]) {
        send(root, family, Signal::TERM);
    }

    pub fn kill(root: u32, family: &[Process]) {
        send(root, family, Signal::KILL);
    }

    /// Sends a signal. Errors mean that the process is gone.
    fn send(root: u32, family: &[Process], signal: Signal) {
        let pid = |id: u32| i32::try_from(id).ok().and_then(Pid::from_raw);
        if let Some(root) = pid(root) {
            let _ = kill_process_group(root, signal);
        }
        for process in family {
            if let (Some(pid), Some((_, started))) = (pid(process.id), stat(process.id))
                && started == process.started
            {
                let _ = kill_process(pid, signal);
            }
        }
    }
}

/// On other systems only the child itself can be ended.
#[cfg(not(unix))]
mod signals {
    pub fn descendants(_root: u32) -> Vec<()> {
        Vec::new()
    }

    pub fn ask(_root: u32, _family: &[()]) {}

    pub fn kill(_root: u32, _family: &[()]) {}
}
