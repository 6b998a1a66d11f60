//! What is drawn lies where it belongs: clues in their question fields, and puzzles, titles and solutions on their paper.

use crate::render::document;
use cwsat::encodings::arrowword::cwg;
use cwsat::encodings::arrowword::puzzle::Question;
use cwsat::encodings::grid::Pos;
use cwsat::publish::draw::arrowword::halves;
use cwsat::publish::draw::lines::field_area;
use cwsat::publish::draw::{Layout, Paper, Style, View, draw};
use cwsat::publish::page::{Fonts, Rect};
use cwsat::publish::puzzle::{Field, Puzzle, convert};
use proptest::prelude::*;

/// Grids of all sorts, solved or not: each text is inside one half of a question field, or does not belong to one.
fn assert_inside(puzzle: &Puzzle, cell: f64) {
    let fonts = Fonts::embedded().unwrap();
    let style = Style { cell: Some(cell), ..Style::new(fonts.clone()) };
    let bare = Puzzle { title: None, author: None, credits: Vec::new(), ..puzzle.clone() };
    let drawn = draw(&bare, &style).unwrap();
    let page = &drawn.pages.pages[0];
    // Without a title the grid starts at the margin; if footnotes are wider it is centred.
    let texts = page.texts();
    let boxes: Vec<Rect> = puzzle
        .fields
        .iter()
        .filter(|(_, field)| **field == Field::Question)
        .flat_map(|(pos, _)| halves(field_area(pos, cell), puzzle.asked_at(pos).len()))
        .collect();
    let grid = Rect::new(0.0, 0.0, puzzle.cols() as f64 * cell, puzzle.rows() as f64 * cell);
    let (left, top) = ((page.width - grid.width) / 2.0, 3.0);
    let mut inside = 0;
    for (transform, text) in texts {
        let ink: Vec<Rect> = text
            .ink(&fonts)
            .into_iter()
            .map(|ink| transform.apply_rect(ink))
            .map(|ink| Rect::new(ink.x - left, ink.y - top, ink.width, ink.height))
            .collect();
        // Footnotes are below the grid.
        if ink.iter().all(|ink| ink.y > grid.bottom()) {
            continue;
        }
        let holds = boxes.iter().any(|half| ink.iter().all(|ink| half.contains(*ink)));
        assert!(holds, "{:?} leaves its half: {ink:?}", text.content());
        inside += 1;
    }
    assert!(inside >= boxes.len(), "each half shows something: {inside} texts in {} halves", boxes.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_glyph_of_a_clue_lies_in_its_half(
        clues in prop::collection::vec(
            prop_oneof![
                "[A-Za-zÄÖÜäöüßẞÅÇŐgjpqy]{1,18}( [A-Za-zÄÖÜäöüß.,()/-]{1,14}){0,6}",
                "\\PC{1,40}",
                "[A-Z]{20,60}",
            ],
            11,
        ),
        cell in 8.0..13.0f64,
    ) {
        let puzzle = document(|index| format!("{}.", clues[index]));
        assert_inside(&puzzle, cell);
    }
}

#[test]
fn the_grid_of_these_tests_has_every_arrow() {
    let puzzle = document(|_| "Fluss".to_owned());
    let mut arrows: Vec<usize> =
        puzzle.entries.iter().filter_map(|entry| entry.question).map(|q: Question| q.arrow.code()).collect();
    arrows.sort_unstable();
    arrows.dedup();
    assert_eq!(arrows, [0, 1, 2, 3, 4, 5]);
    let square = [(3, 2), (3, 3), (4, 2), (4, 3)].map(|(row, col)| Pos::new(row, col)).to_vec();
    assert_eq!(puzzle.islands(), [vec![Pos::new(0, 0)], square]);
    assert_inside(&puzzle, 9.0);
}

/// Returns an arrowword of this size in which all letters are A.
fn full(rows: usize, cols: usize) -> Puzzle {
    let mut text = format!("{rows}\n{cols}\n");
    for row in 0..rows {
        let line: String =
            (0..cols).map(|col| if col == 0 || row == 0 && col % 2 == 0 { '?' } else { 'A' }).collect();
        text += &(line + "\n");
    }
    (0..rows).filter(|row| row % 2 == 1).for_each(|row| text += &format!("{row} 0 3\n"));
    convert::arrowword(&cwg::read(&text).unwrap().puzzle).unwrap()
}

/// Draws the views that have a page for the solution: that page has all letters, and those of a solution word once
/// more.
fn assert_solution_is_whole(puzzle: &Puzzle, layout: Layout) {
    let open = puzzle.fields.iter().filter(|(_, field)| field.is_solution()).count();
    for view in [View::Solution, View::Both] {
        let style = Style { view, layout, ..Style::new(Fonts::embedded().unwrap()) };
        let pages = draw(puzzle, &style).unwrap().pages.pages;
        let what = format!("{view:?} of {}x{}", puzzle.rows(), puzzle.cols());
        assert!(pages.len() == 1 || view == View::Both, "{what}: {} pages", pages.len());
        let shown = pages.last().unwrap().texts().into_iter().filter(|(_, text)| text.content() == "A");
        assert_eq!(shown.count(), open + puzzle.solution_word.len(), "{what}");
    }
}

#[test]
fn the_contest_s_sizes_have_room_on_paper() {
    let fonts = Fonts::embedded().unwrap();
    for (rows, cols, paper) in [(15, 15, Some(Paper::A4)), (20, 30, Some(Paper::A3)), (40, 40, None)] {
        let layout = paper.map_or(Layout::AnyPaper, Layout::Paper);
        let puzzle = full(rows, cols);
        let style = Style { view: View::Both, layout, ..Style::new(fonts.clone()) };
        let drawn = draw(&puzzle, &style).unwrap();
        assert_eq!(drawn.pages.pages.len(), 2, "{rows}x{cols}");
        assert_solution_is_whole(&puzzle, layout);
    }
}

#[test]
fn a_title_without_end_is_named_as_what_takes_the_room() {
    let mut puzzle = full(7, 8);
    puzzle.title = Some("Titel ".repeat(6_667));
    let style = Style { layout: Layout::AnyPaper, ..Style::new(Fonts::embedded().unwrap()) };
    let error = draw(&puzzle, &style).unwrap_err().to_string();
    let said =
        "the title of the puzzle, of 40002 characters, leaves no room for the grid on a2 paper; shorten it";
    assert_eq!(error, said);
    // A picture has as much room as it takes.
    let picture = Style { layout: Layout::Picture, ..style };
    assert_eq!(draw(&puzzle, &picture).unwrap().pages.pages.len(), 1);
}

#[test]
fn a_solution_is_whole_whatever_stands_over_and_under_it() {
    for (rows, cols) in [(20, 30), (30, 12), (22, 10), (36, 24)] {
        // No title, so that there is more above the solution than above the puzzle; then a title of several lines.
        for title in [None, Some("Ein sehr langer Titel ".repeat(12))] {
            for word in [0, 12, 60] {
                let mut puzzle = full(rows, cols);
                let letters = puzzle.fields.iter().filter(|(_, field)| field.is_solution());
                let letters = letters.map(|(pos, _)| pos).take(word).collect();
                (puzzle.title, puzzle.solution_word) = (title.clone(), letters);
                assert_solution_is_whole(&puzzle, Layout::AnyPaper);
            }
        }
    }
    let text = format!("{}\n", "A".repeat(30)).repeat(60);
    let template = cwsat::encodings::template::format::read(&text).unwrap();
    assert_solution_is_whole(&convert::template(&template, |_| None), Layout::AnyPaper);
}

#[test]
fn what_helps_where_there_is_no_room_is_possible() {
    let told =
        |rows: usize, cols: usize, style: Style| draw(&full(rows, cols), &style).unwrap_err().to_string();
    let style =
        |paper: Paper| Style { layout: Layout::Paper(paper), ..Style::new(Fonts::embedded().unwrap()) };
    let large = told(20, 30, Style { large: true, ..style(Paper::A4) });
    assert!(large.ends_with("use larger paper, or give a smaller --cell, or try without --large"), "{large}");
    // There is no larger paper than A2, and no smaller field than one of 3 mm.
    let a2 = told(60, 60, Style { cell: Some(20.0), ..style(Paper::A2) });
    assert!(a2.ends_with("mm; give a smaller --cell"), "{a2}");
    let any = told(190, 190, Style { layout: Layout::AnyPaper, ..style(Paper::A4) });
    assert!(any.ends_with("mm; draw it as a picture (svg or png) without --paper"), "{any}");
    let tabloid = told(190, 190, style(Paper::TABLOID));
    assert!(tabloid.contains("mm; use larger paper, or draw it as a picture"), "{tabloid}");
}

#[test]
fn narrow_pictures_break_no_words_of_a_title() {
    let mut puzzle = full(5, 2);
    let widths = |puzzle: &Puzzle, view: View| {
        let style = Style { view, ..Style::new(Fonts::embedded().unwrap()) };
        let page = draw(puzzle, &style).unwrap().pages.pages.remove(0);
        let shown: Vec<String> = page.texts().into_iter().map(|(_, text)| text.content()).collect();
        (page.width, shown)
    };
    // Without any lines of text a picture is as wide as its grid.
    assert!((widths(&puzzle, View::Puzzle).0 - 24.0).abs() < 1e-9);
    puzzle.title = Some("Rätselfreunde".to_owned());
    puzzle.solution_word = vec![Pos::new(1, 1), Pos::new(2, 1), Pos::new(3, 1)];
    for (view, title) in [(View::Puzzle, "Rätselfreunde"), (View::Solution, "Rätselfreunde –")] {
        let (width, shown) = widths(&puzzle, view);
        assert!(shown.iter().any(|text| text == title) && (width - 46.0).abs() < 1e-9, "{width}: {shown:?}");
    }
}
