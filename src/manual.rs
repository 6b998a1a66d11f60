//! The man pages and shell completions, generated from the definition of the command line.
//!
//! Packages need them, the program does not. So a test generates and checks them, and leaves them in the folder named
//! by an environment variable.
//!
//! ```sh
//! CWSAT_MANUAL=FOLDER cargo test --bin cwsat manual     # FOLDER/man/*.1 and FOLDER/completions/*
//! ```

use crate::cli::Cli;
use clap::{Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Returns the program as packages describe it: each command has a page of its own, so `help` has none.
fn program() -> Command {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    program
}

/// Returns the program itself, then its commands.
fn commands(program: &Command) -> impl Iterator<Item = &Command> {
    [program].into_iter().chain(program.get_subcommands().filter(|command| !command.is_hide_set()))
}

fn write_man_pages(folder: &Path) -> io::Result<()> {
    let program = program();
    for command in commands(&program) {
        let page = Man::new(command.clone()).manual("User Commands");
        let mut file = File::create(folder.join(page.get_filename()))?;
        page.render_title(&mut file)?;
        page.render_name_section(&mut file)?;
        page.render_synopsis_section(&mut file)?;
        page.render_description_section(&mut file)?;
        page.render_options_section(&mut file)?;
        if command.has_subcommands() {
            page.render_subcommands_section(&mut file)?;
        }
        write!(file, "{}", closing_sections(command))?;
    }
    Ok(())
}

/// Returns the end of `--help` as sections whose lines are not filled (a line that ends with a colon is a heading),
/// followed by the references to other pages.
fn closing_sections(command: &Command) -> String {
    let closing = command.get_after_long_help().or_else(|| command.get_after_help());
    let closing = closing.map(ToString::to_string).unwrap_or_default();
    let mut sections = Roff::new();
    for line in closing.lines().filter(|line| !line.is_empty()) {
        match line.strip_suffix(':') {
            Some(heading) if !line.starts_with(' ') => {
                sections.control("SH", [heading.to_uppercase().as_str()]);
                sections.control("nf", []);
            }
            _ => _ = sections.text([roman(line.trim_start_matches("  "))]),
        }
    }
    sections.control("fi", []);
    sections.control("SH", ["SEE ALSO"]);
    let is_program = command.has_subcommands();
    let others: Vec<String> = match is_program {
        true => command.get_subcommands().map(|other| format!("cwsat-{}(1)", other.get_name())).collect(),
        false => vec!["cwsat(1)".to_owned()],
    };
    sections.text([roman(others.join(", "))]);
    sections.text([roman("The whole documentation: https://github.com/cwsat/cwsat/tree/main/docs")]);
    sections.to_roff()
}

fn write_completions(folder: &Path) -> io::Result<()> {
    for shell in [Shell::Bash, Shell::Elvish, Shell::Fish, Shell::PowerShell, Shell::Zsh] {
        clap_complete::generate_to(shell, &mut Cli::command(), "cwsat", folder)?;
    }
    Ok(())
}

/// Creates the folders for man pages and completions: in `CWSAT_MANUAL`, or else in a temporary folder, which lives as
/// long as the returned guard.
fn folders() -> io::Result<(Option<tempfile::TempDir>, PathBuf, PathBuf)> {
    let (guard, folder) = match std::env::var_os("CWSAT_MANUAL") {
        Some(folder) => (None, PathBuf::from(folder)),
        None => {
            let guard = tempfile::tempdir()?;
            let folder = guard.path().to_owned();
            (Some(guard), folder)
        }
    };
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    fs::create_dir_all(&man)?;
    fs::create_dir_all(&completions)?;
    Ok((guard, man, completions))
}

#[test]
fn the_manual_has_a_page_for_each_command_and_the_completions_know_its_options() {
    let (_guard, man, completions) = folders().unwrap();
    write_man_pages(&man).unwrap();
    write_completions(&completions).unwrap();

    let read = |path: PathBuf| {
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let shells = ["cwsat.bash", "cwsat.elv", "cwsat.fish", "_cwsat.ps1", "_cwsat"]
        .map(|name| (name, read(completions.join(name))));
    let program = program();
    assert!(commands(&program).count() > 10);
    for command in commands(&program) {
        let name = command.get_display_name().unwrap_or_else(|| command.get_name());
        let page = read(man.join(format!("{name}.1")));
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT CODES", "SEE ALSO"] {
            let heading =
                |line: &&str| line.strip_prefix(".SH ").is_some_and(|it| it.trim_matches('"') == section);
            assert_eq!(page.lines().filter(heading).count(), 1, "{name}: section {section}");
        }
        for option in command.get_arguments().filter(|option| !option.is_hide_set()) {
            let Some(long) = option.get_long() else { continue };
            let (in_roff, in_fish) = (long.replace('-', "\\-"), format!("-l {long}"));
            assert!(page.contains(&format!("\\-\\-{in_roff}")), "{name}: --{long} is not on the page");
            for (shell, text) in &shells {
                assert!(
                    text.contains(&format!("--{long}")) || text.contains(&in_fish),
                    "{shell}: {name} --{long}"
                );
            }
        }
    }
    match process::Command::new("bash").arg("-n").arg(completions.join("cwsat.bash")).status() {
        Ok(checked) => assert!(checked.success(), "bash rejects its completions"),
        // Not `eprintln!`: the output of a test that passes is not shown.
        Err(error) => drop(writeln!(io::stderr(), "NOT TESTED: completions for bash: {error}")),
    }
}
