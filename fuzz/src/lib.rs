//! What the targets share: values made from the bytes of the fuzzer, and what has to hold for each puzzle.

use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::barred;
use cwsat::encodings::cnf::{Family, FamilyId, Formula, Index, Var};
use cwsat::encodings::crossword::puzzle::Template;
use cwsat::encodings::digram;
use cwsat::encodings::grid::{Direction, Pos};
use cwsat::encodings::lexicon::{WordList, read_list};
use cwsat::encodings::numberlink::format_a::Year;
use cwsat::encodings::numberlink::{self, format_a, format_q};
use cwsat::encodings::template;
use cwsat::publish::draw::{Layout, Paper, Style, View};
use cwsat::publish::exchange::{grid, ipuz, jpz, puz};
use cwsat::publish::page::Fonts;
use cwsat::publish::puzzle::{Clue, Field, Kind, Puzzle, convert, json};
use std::sync::LazyLock;

/// The fuzzer's bytes, taken one after the other; zeros when they are used up.
pub struct Bytes<'a>(pub &'a [u8]);

impl<'a> Bytes<'a> {
    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        first
    }

    /// Returns a number below `end`, which is at most 256.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end.max(1)
    }

    /// Returns whether the bytes are used up.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns a text of up to 63 bytes, cut at the first byte that is not UTF-8.
    pub fn text(&mut self) -> String {
        let len = self.below(64).min(self.0.len());
        let (text, rest) = self.0.split_at(len);
        self.0 = rest;
        String::from_utf8_lossy(text).into_owned()
    }

    /// Returns a text, or none.
    pub fn maybe_text(&mut self) -> Option<String> {
        let wanted = self.byte() % 2 == 1;
        wanted.then(|| self.text())
    }
}

/// Returns a formula with variables of two families and arbitrary clauses, at most `most` of them.
pub fn formula(bytes: &mut Bytes<'_>, most: usize) -> Formula {
    let mut formula = Formula::new();
    let indexed = formula.family(Family::indexed("x", "i,j", [Index::Number(3), Index::Number(4)]));
    let auxiliary: FamilyId = formula.family(Family::auxiliary("aux"));
    formula.vars(indexed, 0, 12);
    for _ in 0..bytes.below(8) {
        formula.auxiliary(auxiliary);
    }
    for _ in 0..most {
        if bytes.is_empty() {
            break;
        }
        let len = bytes.below(5);
        let vars = formula.var_count();
        let lit = |byte: usize| Var::new(byte / 2 % vars).lit(byte % 2 == 1);
        let clause: Vec<_> = (0..len).map(|_| lit(bytes.below(256))).collect();
        formula.add(clause);
    }
    formula
}

/// Returns the cell of a digram grid that stands for a field.
fn cell(field: char) -> &'static str {
    match field {
        'A' => "an",
        'B' => "el",
        'Q' => "qu",
        'Z' => "zy",
        _ => "..",
    }
}

/// A Numberlink that is solved: most bytes are no answer, so its fields are always the same.
static NUMBERLINK: LazyLock<Puzzle> = LazyLock::new(|| {
    let (problem, answer) = include_str!("../corpus/numberlink/both").split_once("====\n").expect("both");
    let problem = format_q::read(problem).expect("a problem");
    let answer = format_a::read(answer, &problem, Year::Later).expect("an answer");
    assert!(numberlink::rules::check(&problem, &answer).is_empty());
    convert::numberlink(&problem, &answer.cropped())
});

/// Returns a puzzle with everything that can accompany a grid; the grid is read from the first bytes.
pub fn puzzle(bytes: &mut Bytes<'_>) -> Option<Puzzle> {
    let kind = bytes.below(6);
    let (rows, cols) = (1 + bytes.below(6), 1 + bytes.below(6));
    let fields = if kind == 0 { "?AB.- Z?" } else { "#AB.#Z.Q" };
    let fields: Vec<char> = fields.chars().collect();
    let row =
        |bytes: &mut Bytes<'_>| (0..cols).map(|_| fields[bytes.below(fields.len())]).collect::<String>();
    let grid: Vec<String> = (0..rows).map(|_| row(bytes)).collect();
    let mut puzzle = if kind == 0 {
        let mut text = format!("{rows}\n{cols}\n{}\n", grid.join("\n"));
        for (r, line) in grid.iter().enumerate() {
            for (c, _) in line.char_indices().filter(|(_, field)| *field == '?') {
                text += &format!("{r} {c} {}\n", bytes.below(6));
            }
        }
        convert::arrowword(&cwg::read(&text).ok()?.puzzle).ok()?
    } else if kind == 4 {
        let text: Vec<String> = grid.iter().map(|line| line.chars().map(cell).collect()).collect();
        convert::digram(&digram::format::read(&text.join("\n")).ok()?)
    } else if kind == 5 {
        NUMBERLINK.clone()
    } else {
        let template = template::format::read(&grid.join("\n")).ok()?;
        match kind {
            1 => Puzzle { kind: Kind::Crisscross, ..convert::template(&template, |_| None) },
            2 => convert::template(&template, |_| None),
            _ => {
                let places = template.cells.positions().flat_map(|pos| Direction::BOTH.map(|d| (pos, d)));
                let bars = places.filter(|_| bytes.below(3) == 0).collect();
                convert::barred(&Template::with_bars(template.cells.clone(), &bars), |_| None)
            }
        }
    };
    puzzle.title = bytes.maybe_text();
    puzzle.author = bytes.maybe_text();
    puzzle.credits = (0..bytes.below(3)).map(|_| bytes.text()).collect();
    puzzle.language = ["", "de", "en-GB", "gsw"][bytes.below(4)].parse().ok();
    for entry in &mut puzzle.entries {
        for _ in 0..bytes.below(4) {
            let text = bytes.text();
            if !text.trim().is_empty() {
                let (source, weak) = (bytes.maybe_text(), bytes.byte() % 2 == 1);
                entry.clues.push(Clue { text, source, weak });
            }
        }
    }
    let letters: Vec<Pos> =
        puzzle.fields.iter().filter(|(_, f)| f.solution().is_some()).map(|f| f.0).collect();
    for pos in letters {
        match bytes.below(4) {
            1 => puzzle.solution_word.push(pos),
            2 => {
                if let Field::Letter { given, .. } = &mut puzzle.fields[pos] {
                    *given = true;
                }
            }
            _ => {}
        }
    }
    Some(puzzle)
}

/// Checks what has to hold for any puzzle, whoever made it: our own documents give it back unchanged, and the other
/// formats give back what they wrote of it.
pub fn holds(puzzle: &Puzzle) {
    let text = json::write(puzzle);
    let back = json::read(&text).expect("our own document is read");
    assert_eq!(&back, puzzle, "{text}");
    for strict in [false, true] {
        if let Ok(text) = ipuz::write(puzzle, strict) {
            assert!(ipuz::is_ipuz(&text));
            let back = ipuz::read(&text).expect("our own ipuz is read").puzzle;
            let again = ipuz::write(&back, strict).expect("what was read can be written");
            assert_eq!(ipuz::read(&again).expect("our own ipuz is read").puzzle, back, "{text}");
        }
    }
    if let Ok((bytes, _)) = puz::write(puzzle) {
        assert!(puz::is_puz(&bytes));
        let back = puz::read(&bytes).expect("our own puz is read");
        assert_eq!(back.warnings, vec![]);
        let (again, _) = puz::write(&back.puzzle).expect("what was read can be written");
        assert_eq!(puz::read(&again).expect("our own puz is read").puzzle, back.puzzle);
    }
    if let Ok(text) = grid::write_cwg(puzzle) {
        let back = cwg::read(&text).expect("our own grid is read").puzzle;
        assert_eq!(Some(back), convert::to_arrowword(puzzle), "{text}");
    }
    if let Ok(text) = grid::write_text(puzzle) {
        match puzzle.kind {
            Kind::Template => {
                assert_eq!(template::format::read(&text).ok(), convert::to_template(puzzle), "{text}");
            }
            Kind::Barred => {
                assert_eq!(barred::format::read(&text).ok(), convert::to_barred(puzzle), "{text}")
            }
            Kind::Digram => {
                assert_eq!(digram::format::read(&text).ok(), convert::to_digram(puzzle), "{text}")
            }
            _ => {}
        }
    }
    for plain in [false, true] {
        if let Ok(text) = jpz::write(puzzle, plain) {
            roxmltree::Document::parse(&text).expect("our own jpz is well-formed");
        }
    }
}

/// Returns how a puzzle is drawn, in every combination.
pub fn style(bytes: &mut Bytes<'_>) -> Style {
    static FONTS: LazyLock<Fonts> = LazyLock::new(|| Fonts::embedded().expect("the fonts"));
    let mut style = Style::new(FONTS.clone());
    style.view = [View::Puzzle, View::Solution, View::Both][bytes.below(3)];
    style.layout = [Layout::Picture, Layout::AnyPaper, Layout::Paper(Paper::A4)][bytes.below(3)];
    style.large = bytes.byte() % 2 == 1;
    style.upside_down = bytes.byte() % 2 == 1;
    style
}

/// Returns a few words.
pub fn words() -> &'static WordList {
    static WORDS: LazyLock<WordList> = LazyLock::new(|| {
        let text = "AB;30\nABS\nCA\nROSE;7\nTULPE\nOAK\nSEE\nDOG\nDOGS\nAEHRE\nENBLOC\n";
        read_list(text.as_bytes(), "words").expect("a list").list
    });
    &WORDS
}
