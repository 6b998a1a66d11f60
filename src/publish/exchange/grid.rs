//! The grid of a puzzle in cwsat's own texts: the `.cwg` file of an arrowword, and for the other kinds the text that
//! `cwsat solve` writes.

use crate::encodings::arrowword::cwg;
use crate::publish::exchange::NoExport;
use crate::publish::puzzle::{Kind, Puzzle, TextForm, convert};

/// Returns an error if `.cwg` files cannot hold this kind.
pub fn cwg_holds(kind: Kind) -> Result<(), NoExport> {
    if kind.has_question_fields() { Ok(()) } else { Err(no_cwg(kind)) }
}

/// Returns an error if this kind has no text that is written from a document.
pub fn text_holds(kind: Kind) -> Result<(), NoExport> {
    match kind.features().text {
        TextForm::Written(_) => Ok(()),
        TextForm::Elsewhere(advice) => Err(NoExport::Grid { kind, advice }),
    }
}

/// Returns the grid of an arrowword, without clues.
pub fn write_cwg(puzzle: &Puzzle) -> Result<String, NoExport> {
    convert::to_arrowword(puzzle).map(|grid| cwg::write(&grid)).ok_or(no_cwg(puzzle.kind))
}

fn no_cwg(kind: Kind) -> NoExport {
    NoExport::Grid { kind, advice: ".cwg files hold arrowwords only; use .txt" }
}

/// Returns the text of a kind that has no file extension of its own, with the clues if that text holds any.
pub fn write_text(puzzle: &Puzzle) -> Result<String, NoExport> {
    let no_grid = |advice| NoExport::Grid { kind: puzzle.kind, advice };
    match puzzle.kind.features().text {
        TextForm::Written(text) => {
            text(puzzle).ok_or_else(|| no_grid("not all of its letters are known; use .json"))
        }
        TextForm::Elsewhere(advice) => Err(no_grid(advice)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::grid::Pos;
    use crate::encodings::{barred, crisscross, digram, template};
    use crate::publish::puzzle::{Clue, Field};

    fn give(puzzle: &mut Puzzle, pos: Pos) {
        match &mut puzzle.fields[pos] {
            Field::Letter { given, .. } => *given = true,
            other => panic!("{other:?} is no letter"),
        }
    }

    #[test]
    fn a_crossword_has_its_clues_spellings_and_given_letters() {
        let crossword = template::format::read("TOR#\nE.AL\n").unwrap();
        let mut puzzle =
            convert::template(&crossword, |run| (run.len == 3).then(|| "a gate\n of gold".to_owned()));
        puzzle.entries[0].spelling = Some("T'or".to_owned());
        give(&mut puzzle, Pos::new(0, 0));
        assert_eq!(
            write_text(&puzzle).unwrap(),
            "TOR#\nE.AL\n\nAcross\n1. a gate of gold (3)\n4. … (4)\n\nDown\n1. … (2)\n2. … (2)\n3. … (2)\n\n\
             Grid to solve on\n 1T  2  3  #\n  4  .  .  .\n\nAnswers\nAcross: 1 T'or, 4 E.AL\nDown: 1 TE, 2 O., 3 RA\n"
        );
        assert_eq!(convert::to_template(&puzzle), Some(crossword));
        assert_eq!(convert::to_barred(&puzzle), None);
    }

    #[test]
    fn a_barred_crossword_has_its_bars() {
        let crossword = barred::format::read("barred\nT O R|E\n-\nE G A L\n").unwrap();
        let mut puzzle = convert::barred(&crossword, |run| (run.len == 4).then(|| "all the same".to_owned()));
        give(&mut puzzle, Pos::new(0, 1));
        assert_eq!(
            write_text(&puzzle).unwrap(),
            "barred\nT O R|E\n-\nE G A L\n\nAcross\n1. … (3)\n5. all the same (4)\n\nDown\n2. … (2)\n3. … (2)\n4. … (2)\n\n\
             Grid to solve on\n  1  2O   3|  4\n---\n  5   .   .   .\n\nAnswers\nAcross: 1 TOR, 5 EGAL\nDown: 2 OG, 3 RA, 4 EL\n"
        );
        assert_eq!(convert::to_barred(&puzzle), Some(crossword));
        assert_eq!(convert::to_template(&puzzle), None);
    }

    #[test]
    fn a_crisscross_has_each_question_in_one_line_and_needs_all_letters() {
        let text =
            "criss-cross 3 4\n.T..\nROSE\n.N..\n\nacross\n2 (1,0) ROSE\tIt has thorns\ndown\n1 (0,1) TON\n";
        let layout = crisscross::format::read(text).unwrap().layout;
        let mut puzzle = convert::crisscross(&layout);
        for entry in &mut puzzle.entries {
            for clue in &mut entry.clues {
                *clue = Clue::new("It  has\nthorns");
            }
        }
        let written = write_text(&puzzle).unwrap();
        assert_eq!(crisscross::format::read(&written).unwrap().layout, layout, "{written}");
        puzzle.fields[Pos::new(0, 1)] = Field::Open;
        let error = write_text(&puzzle).unwrap_err().to_string();
        assert!(error.contains("not all of its letters are known; use .json"), "{error}");
        puzzle.kind = Kind::Template;
        assert_eq!(convert::to_crisscross(&puzzle), None);
    }

    #[test]
    fn a_digram_grid_needs_all_letters() {
        let text = "abacay......\n......abacus\nac..inetan..\n..ne....ther\n";
        let mut puzzle = convert::digram(&digram::format::read(text).unwrap());
        assert_eq!(write_text(&puzzle).as_deref(), Ok(text));
        puzzle.kind = Kind::Template;
        assert_eq!(convert::to_digram(&puzzle), None);
        puzzle.kind = Kind::Digram;
        puzzle.fields[Pos::new(0, 0)] = Field::Open;
        assert!(write_text(&puzzle).is_err());
    }

    #[test]
    fn arrowwords_have_files_of_their_own() {
        let text = "3\n3\n?L?\n?EI\n?AD\n0 0 4\n0 2 0\n1 0 3\n2 0 3\n";
        let mut puzzle = convert::arrowword(&cwg::read(text).unwrap().puzzle).unwrap();
        assert_eq!(write_cwg(&puzzle).as_deref(), Ok(text));
        let error = write_text(&puzzle).unwrap_err().to_string();
        assert_eq!(error, "this is a puzzle of the kind arrowword; its text is a .cwg file");
        puzzle.kind = Kind::Template;
        let error = write_cwg(&puzzle).unwrap_err().to_string();
        assert_eq!(error, "this is a puzzle of the kind template; .cwg files hold arrowwords only; use .txt");
        for kind in Kind::ALL {
            assert_eq!(cwg_holds(kind).is_ok(), kind == Kind::Arrowword, "{kind}");
            assert_eq!(
                text_holds(kind).is_ok(),
                ![Kind::Arrowword, Kind::Numberlink].contains(&kind),
                "{kind}"
            );
        }
    }
}
