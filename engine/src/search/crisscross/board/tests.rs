//! Unit tests of the board: what it keeps up to date is compared with a board made anew.

use super::*;
use crate::encodings::crisscross::base;

#[test]
fn the_last_word_of_a_long_list_can_be_laid() {
    let words = base::read("ROSE\nSEE\n", base::Style::Marked, &Default::default()).expect("words").entries;
    // 65,536 words: one more than 16 bits can number from 1.
    let entries = words.into_iter().cycle().take(1 << 16).collect();
    let mut board = Board::new(&Puzzle { rows: 5, cols: 5, entries });
    let last = board.count() - 1;
    assert!(board.lay_first(0, 0));
    let mut fits = Vec::new();
    board.for_each_fit(last, |spot, _, _| fits.push(spot));
    board.lay(last, fits[0]);
    assert_eq!(board.neighbours(0).collect::<Vec<_>>(), [last]);
    assert_eq!(board.neighbours(last).collect::<Vec<_>>(), [0]);
    board.take(last);
    assert_eq!((board.laid(), board.crossings()), (1, 0));
}

/// What the board keeps up to date, made anew from the spots of its words.
fn anew(board: &Board, puzzle: &Puzzle) -> Board {
    let mut other = Board::new(puzzle);
    (other.rows, other.cols) = (board.rows, board.cols);
    other.lay_all(&board.spots);
    other
}

fn assert_same(board: &Board, other: &Board) {
    let listed = |board: &Board| -> Vec<(usize, usize, u32)> {
        let lists = board.open.iter().enumerate().flat_map(|(down, lists)| {
            let cells = |(letter, open): (usize, &Vec<Open>)| {
                open.iter().map(|open| (down, letter, open.cell)).collect::<Vec<_>>()
            };
            lists.iter().enumerate().flat_map(cells).collect::<Vec<_>>()
        });
        let mut all: Vec<_> = lists.collect();
        all.sort_unstable();
        all
    };
    let mut off = [board.off.clone(), other.off.clone()];
    off.iter_mut().for_each(|off| off.sort_unstable());
    assert_eq!(off[0], off[1]);
    assert_eq!(listed(board), listed(other));
    assert!(board.letters == other.letters && board.cover == other.cover && board.used == other.used);
    assert_eq!((board.laid, board.crossings), (other.laid, other.crossings));
}

/// The words of each group that crossings connect.
fn groups(board: &Board) -> Vec<Vec<usize>> {
    let mut left: Vec<usize> = (0..board.count()).filter(|&word| board.spot(word).is_some()).collect();
    let mut groups = Vec::new();
    while let Some(first) = left.pop() {
        let (mut group, mut next) = (vec![first], 0);
        while next < group.len() {
            for other in board.neighbours(group[next]).collect::<Vec<_>>() {
                if !group.contains(&other) {
                    group.push(other);
                }
            }
            next += 1;
        }
        left.retain(|word| !group.contains(word));
        groups.push(group);
    }
    groups
}

#[test]
fn what_a_step_changes_is_kept_up_to_date_and_undone() {
    let words = "rose\ntulip\nlily\niris\nviolet\npoppy\ncrocus\naster\norchid\npeony\nlotus\nöre\n";
    let entries = base::read(words, base::Style::Marked, &Default::default()).expect("words").entries;
    let puzzle = Puzzle { rows: 14, cols: 14, entries };
    let mut rng = fastrand::Rng::with_seed(3);
    let mut board = Board::new(&puzzle);
    assert!(board.lay_first(0, 0));
    let mut apart = 0;
    for step in 0..600 {
        board.mark();
        let before = anew(&board, &puzzle);
        let mut around = Vec::new();
        for _ in 0..rng.usize(..3) {
            let word = rng.usize(..board.count());
            if board.laid() > 1 {
                around.extend(board.neighbours(word));
                board.take(word);
            }
        }
        let mut all = groups(&board);
        let strays = board.strays_around(around);
        apart += usize::from(all.len() > 1);
        // One of the groups stays whole, and no other one of the largest size is preferred to it.
        all.retain(|group| !group.iter().all(|word| strays.contains(word)));
        assert_eq!(all.len(), 1, "step {step}");
        assert!(all[0].iter().all(|word| !strays.contains(word)));
        for &word in &strays {
            board.take(word);
        }
        for word in board.off().to_vec() {
            let mut fits = Vec::new();
            board.for_each_fit(word, |spot, crossings, size| fits.push((spot, crossings, size)));
            if fits.is_empty() {
                continue;
            }
            let (spot, crossings, size) = fits[rng.usize(..fits.len())];
            let had = board.crossings();
            board.lay(word, spot);
            assert_eq!((board.crossings() - had, board.size()), (crossings, size));
        }
        assert_same(&board, &anew(&board, &puzzle));
        if rng.bool() {
            board.undo();
            assert_same(&board, &before);
        }
        if board.is_off_centre() {
            board.centre();
            assert_same(&board, &anew(&board, &puzzle));
        }
    }
    assert!(apart > 30, "{apart} layouts fell apart");
}

#[test]
fn words_beyond_a_smaller_box_are_removed() {
    let words = "rose\ntulip\nlily\niris\nviolet\npoppy\ncrocus\n";
    let entries = base::read(words, base::Style::Marked, &Default::default()).expect("words").entries;
    let puzzle = Puzzle { rows: 14, cols: 14, entries };
    let mut rng = fastrand::Rng::with_seed(5);
    let mut board = Board::new(&puzzle);
    assert!(board.lay_first(1, 0));
    for word in board.off().to_vec() {
        let mut fits = Vec::new();
        board.for_each_fit(word, |spot, _, _| fits.push(spot));
        fits.first().into_iter().for_each(|&spot| board.lay(word, spot));
    }
    let (rows, cols) = board.size();
    board.limit(rows - 1, cols - 1, &mut rng);
    assert!(board.size().0 < rows && board.size().1 < cols && board.laid() > 0);
    assert_same(&board, &anew(&board, &puzzle));
}
