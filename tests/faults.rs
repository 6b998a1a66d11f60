//! What happens when writing fails: at any write of any format the error is returned, nothing panics, and the program
//! leaves an old file intact. Also unusual situations: a closed standard output, a limit on the size of files, a
//! dangling link.

use crate::common::desk::Desk;
use cwsat::cleanup::whole;
use cwsat::encodings::cnf::{Comments, Family, Formula, Index, Soft, Var, dimacs, icnf, map, opb, wcnf};
use cwsat::solver::proof::{NoProof, ProofFormat, refute};
use cwsat::solver::{BackEnd, Budget};
use std::cell::RefCell;
use std::io::{self, ErrorKind, Write};
use std::rc::Rc;

/// A writer that takes some bytes per call, is interrupted now and then, and fails when its calls are used up.
#[derive(Clone)]
struct Faulty {
    calls: usize,
    piece: usize,
    written: Rc<RefCell<Vec<u8>>>,
}

impl Faulty {
    fn new(calls: usize, piece: usize) -> Self {
        Self { calls, piece, written: Rc::default() }
    }
}

impl Write for Faulty {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(left) = self.calls.checked_sub(1) else {
            return Err(ErrorKind::StorageFull.into());
        };
        self.calls = left;
        if left % 5 == 3 {
            return Err(ErrorKind::Interrupted.into());
        }
        let taken = bytes.len().min(self.piece);
        self.written.borrow_mut().extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.calls == 0 { Err(ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

/// Lets the writer fail at its first call, its second, …, until everything is written; a file is then replaced, and before
/// that it stays as it was.
fn fails_at_every_write(name: &str, write: impl Fn(Faulty) -> io::Result<()>) {
    let desk = Desk::new();
    desk.put("out", "old");
    let whole = Faulty::new(usize::MAX, usize::MAX);
    write(whole.clone()).unwrap();
    let whole = whole.written.take();
    assert!(!whole.is_empty(), "{name}");
    let piece = whole.len() / 40 + 1;
    for calls in 0.. {
        let faulty = Faulty::new(calls, piece);
        let result = whole::write(&desk.path("out"), |file| {
            let result = write(faulty.clone());
            file.write_all(&faulty.written.borrow())?;
            result
        });
        let written = faulty.written.take();
        let found = std::fs::read(desk.path("out")).unwrap();
        assert_eq!(desk.names(), ["out"], "{name}, call {calls}");
        match result {
            Ok(()) => {
                assert_eq!(found, whole, "{name}");
                assert_eq!(written, whole, "{name}: something is missing without an error");
                assert!(calls >= 40, "{name}: {calls} calls are too few");
                return;
            }
            Err(error) => {
                assert_eq!(error.kind(), ErrorKind::StorageFull, "{name}, call {calls}");
                assert_eq!(found, b"old", "{name}, call {calls}");
                assert!(whole.starts_with(&written), "{name}, call {calls}");
            }
        }
    }
}

/// `holes + 1` pigeons in `holes` holes, and names for it.
fn pigeons(holes: usize) -> Formula {
    let mut formula = Formula::new();
    let inside = formula.family(Family::indexed(
        "inside",
        "pigeon,hole",
        [Index::Number(holes + 1), Index::Number(holes)],
    ));
    formula.vars(inside, 0, holes * (holes + 1));
    let at = |pigeon: usize, hole: usize| Var::new(pigeon * holes + hole).positive();
    for pigeon in 0..=holes {
        formula.add((0..holes).map(|hole| at(pigeon, hole)));
        for other in 0..pigeon {
            (0..holes).for_each(|hole| formula.add([!at(pigeon, hole), !at(other, hole)]));
        }
    }
    formula
}

#[test]
fn every_writer_hands_on_the_error_of_any_write() {
    // The second one is larger than the writers' buffers.
    for formula in [pigeons(3), pigeons(40)] {
        let comments = Comments::new(["a comment".to_owned()], true);
        let soft = [Soft { weight: 3, lit: Var::new(0).positive() }];
        fails_at_every_write("cnf", |out| dimacs::write_with(&formula, &comments, out));
        fails_at_every_write("clauses", |out| {
            dimacs::write_clauses(formula.var_count(), formula.clause_count(), formula.clauses(), out)
        });
        fails_at_every_write("wcnf", |out| wcnf::write(&formula, &soft, &comments, out));
        fails_at_every_write("old wcnf", |out| wcnf::write_old(&formula, &soft, &comments, out));
        fails_at_every_write("opb", |out| opb::write(&formula, &soft, &comments, out));
        let cubes: Vec<Vec<_>> = (0..formula.var_count()).map(|at| vec![Var::new(at).positive()]).collect();
        fails_at_every_write("icnf", |out| icnf::write(&formula, &cubes, &comments, out));
        fails_at_every_write("cubes", |out| icnf::write_cubes(&cubes, &[], out));
        fails_at_every_write("part", |out| dimacs::write_under(&formula, &cubes[0], &[], out));
        fails_at_every_write("map", |out| map::write(&formula, &comments, out));
    }
}

#[test]
fn a_proof_that_cannot_be_written_is_none() {
    let formula = pigeons(5);
    for (back_end, format) in BackEnd::ALL.iter().flat_map(|b| ProofFormat::ALL.map(|format| (b, format))) {
        if cwsat::solver::proof::can_write(back_end, format).is_err() {
            continue;
        }
        fails_at_every_write(&format!("{back_end}, {format}"), |out| {
            match refute(&formula, back_end, 0, format, out, &Budget::unlimited()) {
                Ok(_) => Ok(()),
                Err(NoProof::Write(error)) => Err(error),
                Err(other) => panic!("{other}"),
            }
        });
    }
}

#[cfg(unix)]
mod program {
    use crate::common::desk::Desk;
    use std::fs;
    use std::path::Path;
    use std::process::{Command, Output, Stdio};

    const PROGRAM: &str = env!("CARGO_BIN_EXE_cwsat");

    /// Returns a folder with an input of each kind.
    fn desk() -> Desk {
        let desk = Desk::new();
        desk.put("empty.cwg", "3\n4\n....\n....\n....\n");
        desk.put("solved.cwg", "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n");
        desk.put("template.txt", "...\n...\n...\n");
        desk.put("list.txt", "ROSE\tIt has thorns\nSEE\nNEST\n");
        desk.put("pairs.txt", "abac\nacne\nabacus\nayin\nabacay\nabet\nacanth\nuser\nacinetan\nnether\n");
        desk.put("q.txt", include_str!("../test_cases/numberlink/Q_5_4.txt"));
        desk.put("f.cnf", "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n");
        desk.put("clues.txt", "LEA|weibl. Vorname\nID|Ausweis\n");
        desk
    }

    /// Runs a shell command line in the folder; `cwsat` is the program.
    fn sh(desk: &Desk, line: &str) -> Output {
        let line = line.replace("cwsat", &format!("'{PROGRAM}'"));
        let mut command = Command::new("sh");
        command.args(["-c", &line]).current_dir(desk.path(".")).env("TMPDIR", desk.path("."));
        command.stdin(Stdio::null()).output().unwrap()
    }

    /// A command line for each command that prints something.
    const PRINTING: [&str; 17] = [
        "cwsat solve empty.cwg --time-limit 20s --quiet",
        "cwsat solve empty.cwg --time-limit 20s --quiet --json",
        "cwsat solve template.txt --quiet",
        "cwsat solve list.txt --as crisscross --quiet",
        "cwsat solve q.txt --quiet",
        "cwsat solve 3x4 --as digram --words embedded --quiet",
        "cwsat check solved.cwg",
        "cwsat check solved.cwg --json",
        "cwsat bound empty.cwg",
        "cwsat encode template.txt",
        "cwsat explain template.txt --words pairs.txt",
        "cwsat sat f.cnf",
        "cwsat words --words embedded",
        "cwsat clue solved.cwg --quiet",
        "cwsat render solved.cwg --format svg",
        "cwsat render solved.cwg --format text",
        "cwsat export solved.cwg --format ipuz",
    ];

    #[test]
    fn an_answer_that_cannot_be_printed_is_an_error() {
        let desk = desk();
        for line in PRINTING {
            let printed = sh(&desk, line);
            assert!(!printed.stdout.is_empty(), "{line}: {printed:?}");
            for broken in [">&-", ">/dev/full"] {
                let output = sh(&desk, &format!("{line} {broken}"));
                let told = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{line} {broken}: {told}");
                assert!(told.contains("cannot write to standard output"), "{line} {broken}: {told}");
                assert_eq!(
                    told.lines().filter(|line| line.contains("error")).count(),
                    1,
                    "{line} {broken}: {told}"
                );
            }
        }
    }

    #[test]
    fn whoever_does_not_print_needs_no_standard_output() {
        let desk = desk();
        let output = sh(&desk, "cwsat solve template.txt -o answer.txt >&-");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(fs::read_to_string(desk.path("answer.txt")).unwrap().lines().count() > 3);
        // A device in its place does not count as closed, whichever way it was opened.
        for device in [">/dev/null", "<>/dev/null >&0"] {
            let output = sh(&desk, &format!("cwsat solve template.txt --quiet {device}"));
            assert_eq!(output.status.code(), Some(0), "{device}: {output:?}");
        }
    }

    /// A command line for each kind of file, which writes to `OUT`: to the last one named, and perhaps others beside it.
    const WRITING: [&str; 30] = [
        "cwsat solve empty.cwg --time-limit 20s --quiet -o OUT",
        "cwsat solve template.txt --quiet -o OUT",
        "cwsat solve list.txt --as crisscross --quiet -o OUT",
        "cwsat solve q.txt --quiet -o OUT",
        "cwsat solve 3x4 --as digram --words embedded --quiet -o OUT",
        "cwsat encode template.txt -o OUT",
        "cwsat encode template.txt --words three.txt --format wcnf -o OUT",
        "cwsat encode template.txt --words three.txt --format opb -o OUT",
        "cwsat encode template.txt --words three.txt --format wcnf --wcnf-version old -o OUT",
        "cwsat encode template.txt --words three.txt -o f2.cnf --map OUT",
        "cwsat encode template.txt --words three.txt --cubes 3 -o OUT.icnf",
        "cwsat encode template.txt --words three.txt --cubes 3 -o OUT.cnf",
        "cwsat proof merge g.cnf g.1.drat g.2.drat -o OUT",
        "cwsat decode template.txt --words three.txt --model model --map map -o OUT",
        "cwsat bound empty.cwg --proof OUT",
        "cwsat make template 5x5 --quiet -o OUT.txt",
        "cwsat import template2.puz -o OUT.json",
        "cwsat clue solved.cwg --quiet -o OUT",
        "cwsat render solved.cwg --format svg -o OUT",
        "cwsat render solved.cwg --format text -o OUT",
        "cwsat render solved.cwg --format png -o OUT",
        "cwsat render solved.cwg --format pdf -o OUT",
        "cwsat render solved.cwg --format html -o OUT",
        "cwsat export solved.cwg --format ipuz -o OUT",
        "cwsat export solved.cwg --format jpz -o OUT",
        "cwsat export template2.txt --format puz -o OUT",
        "cwsat export solved.cwg --format json -o OUT",
        "cwsat render folder --book --format pdf -o OUT",
        "cwsat submit folder --against set -o OUT",
        "cwsat solve q.txt --quiet --proof OUT",
    ];

    /// Returns the names of the files in a folder, without those that other runs wrote.
    fn names(desk: &Desk) -> Vec<String> {
        desk.names()
    }

    #[test]
    fn a_file_that_may_not_grow_leaves_the_old_one_whole() {
        let desk = desk();
        desk.put("template2.txt", "TOR#\nEIAL\n#OBA\n");
        desk.put("three.txt", "TOR\nEIA\nLAB\nTEL\nOIA\nRAB\n");
        desk.put("folder/1.cwg", fs::read(desk.path("solved.cwg")).unwrap());
        desk.put("set/1.cwg", "3\n3\n...\n...\n...\n");
        desk.put("g.cnf", "p cnf 1 2\n1 0\n-1 0\n");
        desk.put("g.cubes", "a 1 0\na -1 0\n");
        desk.put("g.1.drat", "0\n");
        desk.put("g.2.drat", "0\n");
        for line in [
            "cwsat export template2.txt --format puz -o template2.puz",
            "cwsat encode template.txt --words three.txt -o f.cnf --map map && cwsat sat f.cnf > model",
        ] {
            sh(&desk, line);
        }
        for line in WRITING {
            let line = line.replace("OUT", "out");
            let target = line.split(' ').next_back().unwrap();
            desk.names()
                .iter()
                .filter(|name| name.starts_with("out"))
                .for_each(|name| fs::remove_file(desk.path(name)).unwrap());
            let whole = sh(&desk, &line);
            assert!(whole.status.success(), "{line}: {whole:?}");
            let size = fs::metadata(desk.path(target)).unwrap().len();
            let made = desk.names().into_iter().filter(|name| name.starts_with("out"));
            let made: Vec<(String, Vec<u8>)> =
                made.map(|name| (name.clone(), fs::read(desk.path(&name)).unwrap())).collect();
            // Blocks of 512 bytes, or of 1024 in some shells: from none to just too few.
            let enough = size.div_ceil(512);
            for blocks in [0, 1, enough / 4, enough.saturating_sub(2) / 2] {
                if blocks * 1024 >= size {
                    continue;
                }
                made.iter().for_each(|(name, _)| drop(desk.put(name, "old")));
                let before = names(&desk);
                let output = sh(&desk, &format!("ulimit -f {blocks}; {line}"));
                let told = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(2), "{line}, {blocks} blocks: {told}");
                assert!(told.contains("File too large"), "{line}, {blocks} blocks: {told}");
                // A smaller file beside it may have been written already.
                for (name, whole) in &made {
                    let found = fs::read(desk.path(name)).unwrap();
                    let is_written = name != target && found == *whole;
                    assert!(found == b"old" || is_written, "{name}: {line}, {blocks} blocks");
                }
                assert_eq!(names(&desk), before, "{line}, {blocks} blocks");
            }
        }
    }

    #[test]
    fn a_full_device_is_an_error() {
        let desk = desk();
        for line in ["cwsat solve template.txt --quiet -o OUT", "cwsat encode template.txt -o OUT"] {
            let output = sh(&desk, &line.replace("OUT", "/dev/full"));
            let told = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{line}: {told}");
            assert!(told.contains("/dev/full: No space left on device"), "{line}: {told}");
        }
        assert!(!Path::new("/dev/full").is_file());
    }

    #[test]
    fn a_link_to_nothing_yet_stays_one() {
        let desk = desk();
        std::os::unix::fs::symlink("made.txt", desk.path("link")).unwrap();
        let output = sh(&desk, "cwsat solve template.txt --quiet -o link");
        assert!(output.status.success(), "{output:?}");
        assert!(fs::symlink_metadata(desk.path("link")).unwrap().is_symlink());
        assert!(fs::symlink_metadata(desk.path("made.txt")).unwrap().is_file());
    }
}
