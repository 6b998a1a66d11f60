//! Numberlink's formula against plain enumeration: on every rectangle of small boards the two agree on whether
//! everything fits, for hundreds of problems made by chance. The enumeration is written from the rules' text
//! and shares no code with the encoding: it tries all placements, and then all ways of each wire.

use cwsat::encodings::cnf::Var;
use cwsat::encodings::grid::{Grid, Pos};
use cwsat::encodings::numberlink::bounds::Counts;
use cwsat::encodings::numberlink::encoding::Options;
use cwsat::encodings::numberlink::{Block, Encoding, Field, Problem, from_names, rules};
use cwsat::search::numberlink::claim::{fits_one_of, shapes_below};
use cwsat::search::numberlink::{self as search, NoAnswer};
use cwsat::solver::{Answer, Budget, load, new_solver};

/// The shapes of the blocks that are drawn, `#` where the block is.
const SHAPES: [&[&str]; 8] = [
    &["#"],
    &["##", "##"],
    &["####"],
    &["#", "#", "#", "#"],
    &["###", ".#."],
    &["##.", ".##"],
    &[".#", "##", "#."],
    &["#.", "#.", "##"],
];

/// A problem of few blocks and wires on a square board; more monominoes than others, as those fit on small boards.
fn draw(rng: &mut fastrand::Rng, side: usize) -> Problem {
    loop {
        let count = rng.usize(1..=4);
        let mut boxes: Vec<Grid<Field>> = (0..count)
            .map(|_| {
                let shape = SHAPES[if rng.bool() { 0 } else { rng.usize(..SHAPES.len()) }];
                Grid::from_fn(shape.len(), shape[0].len(), |p| match shape[p.row].as_bytes()[p.col] {
                    b'#' => Field::Plain,
                    _ => Field::Open,
                })
            })
            .collect();
        let mut places: Vec<(usize, Pos)> = Vec::new();
        for (index, fields) in boxes.iter().enumerate() {
            places.extend(fields.iter().filter(|(_, f)| **f == Field::Plain).map(|(pos, _)| (index, pos)));
        }
        rng.shuffle(&mut places);
        let nets = rng.usize(0..=3).min(places.len() / 2);
        for number in 1..=nets {
            for _ in 0..2 {
                let (index, pos) = places.pop().unwrap();
                boxes[index][pos] = Field::Number(number);
            }
        }
        let blocks = boxes.into_iter().map(|fields| Block::new(fields).unwrap()).collect();
        let problem = Problem::new(side, side, blocks).unwrap();
        if problem.cells() <= side * (side - 1) {
            return problem;
        }
    }
}

/// The plain enumeration. Fields hold 0 (empty), -1 (block), or a number.
struct Brute<'a> {
    problem: &'a Problem,
    rows: i32,
    cols: i32,
    fields: Vec<i32>,
    ends: Vec<Vec<(i32, i32)>>,
}

impl Brute<'_> {
    fn fits(problem: &Problem, rows: usize, cols: usize) -> bool {
        let (fields, ends) = (vec![0; rows * cols], vec![Vec::new(); problem.nets()]);
        Brute { problem, rows: rows as i32, cols: cols as i32, fields, ends }.place(0)
    }

    fn at(&mut self, (r, c): (i32, i32)) -> Option<&mut i32> {
        let inside = r >= 0 && c >= 0 && r < self.rows && c < self.cols;
        inside.then(|| &mut self.fields[(r * self.cols + c) as usize])
    }

    fn place(&mut self, index: usize) -> bool {
        if index == self.problem.blocks().len() {
            return self.wire(0);
        }
        let cells: Vec<(Pos, Field)> = self.problem.blocks()[index].cells().collect();
        for row in 0..self.rows {
            for col in 0..self.cols {
                let spot = |pos: &Pos| (row + pos.row as i32, col + pos.col as i32);
                if !cells.iter().all(|(pos, _)| self.at(spot(pos)).is_some_and(|f| *f == 0)) {
                    continue;
                }
                for (pos, field) in &cells {
                    *self.at(spot(pos)).unwrap() = -1;
                    if let Field::Number(number) = field {
                        self.ends[number - 1].push(spot(pos));
                    }
                }
                let fits = self.place(index + 1);
                for (pos, field) in &cells {
                    *self.at(spot(pos)).unwrap() = 0;
                    if let Field::Number(number) = field {
                        self.ends[number - 1].pop();
                    }
                }
                if fits {
                    return true;
                }
            }
        }
        false
    }

    fn wire(&mut self, net: usize) -> bool {
        if net == self.ends.len() {
            return true;
        }
        let [from, to] = self.ends[net][..] else { panic!("two ends") };
        self.step(net, from, from, to)
    }

    /// Goes on from `here`. A wire touches itself nowhere: the next field has one neighbour on the wire only,
    /// the one it comes from.
    fn step(&mut self, net: usize, here: (i32, i32), from: (i32, i32), to: (i32, i32)) -> bool {
        let around = |(r, c): (i32, i32)| [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)];
        let number = net as i32 + 1;
        if around(here).contains(&to) {
            // Any longer way from here would touch the end as well.
            return self.wire(net + 1);
        }
        for next in around(here) {
            let touching = around(next);
            let touches =
                touching.into_iter().filter(|&p| p == from || self.at(p).is_some_and(|f| *f == number));
            let alone = touches.count() == 1;
            if alone && self.at(next).is_some_and(|f| *f == 0) {
                *self.at(next).unwrap() = number;
                let joined = self.step(net, next, from, to);
                *self.at(next).unwrap() = 0;
                if joined {
                    return true;
                }
            }
        }
        false
    }
}

/// Whether the formula has a model; if so, the answer it stands for is right, by literals and by names.
fn formula_fits(problem: &Problem, rows: usize, cols: usize, options: Options) -> bool {
    let encoding = Encoding::new(problem, rows, cols, options);
    let mut solver = new_solver(0);
    load(&mut *solver, encoding.formula(), 0);
    match solver.solve(&Budget::unlimited()) {
        Answer::Unsat => false,
        Answer::Unknown => panic!("no limit was set"),
        Answer::Sat => {
            let answer = encoding.decode(problem, |lit| solver.value(lit)).unwrap();
            assert_eq!(rules::check(problem, &answer), [], "{problem:?} in {rows}x{cols}");
            let names = encoding.formula().names();
            let true_names: Vec<String> = (0..names.vars())
                .filter(|&v| solver.value(Var::new(v).positive()))
                .filter_map(|v| names.name(Var::new(v)))
                .collect();
            let named = from_names(problem, true_names.iter().map(String::as_str)).unwrap();
            assert_eq!(named, answer.cropped());
            true
        }
    }
}

#[test]
fn formula_and_enumeration_agree_on_every_rectangle() {
    let mut rng = fastrand::Rng::with_seed(1);
    let (mut fitting, mut others) = (0, 0);
    for _ in 0..250 {
        let problem = draw(&mut rng, 4);
        let counts = Counts::of(&problem);
        for rows in 1..=4 {
            for cols in 1..=4 {
                let fits = Brute::fits(&problem, rows, cols);
                assert!(!fits || counts.allow(rows, cols), "{problem:?}: counting excludes {rows}x{cols}");
                for (taut, spare) in [(true, 64), (false, 0)] {
                    let found = formula_fits(&problem, rows, cols, Options { taut, spare });
                    assert_eq!(found, fits, "{problem:?} in {rows}x{cols}, taut: {taut}");
                }
                if fits { fitting += 1 } else { others += 1 }
            }
        }
    }
    assert!(fitting > 300 && others > 300, "{fitting} fit, {others} do not");
}

#[test]
fn the_search_finds_the_smallest_rectangle_and_what_it_claims_has_no_model() {
    let mut rng = fastrand::Rng::with_seed(2);
    let (mut solved, mut impossible) = (0, 0);
    for round in 0..80 {
        let side = 3 + round as usize % 2;
        let problem = draw(&mut rng, side);
        let areas = (1..=side).flat_map(|rows| (1..=side).map(move |cols| (rows, cols)));
        let fitting = areas.filter(|&(rows, cols)| Brute::fits(&problem, rows, cols));
        let least = fitting.map(|(rows, cols)| rows * cols).min();
        let options =
            search::Options { seed: round, threads: 1 + round as usize / 2 % 2, ..Default::default() };
        let found = search::solve(&problem, &options, &Budget::unlimited(), &|_| {});
        match (&found, least) {
            (Ok(answer), Some(least)) => {
                assert_eq!((answer.area, answer.bound), (least, least), "{problem:?}");
                assert_eq!(rules::check(&problem, &answer.answer), []);
                solved += 1;
            }
            (Err(NoAnswer::Impossible), None) => impossible += 1,
            other => panic!("{problem:?}: {other:?}"),
        }
        let shapes = shapes_below(&problem, least);
        let mut solver = new_solver(0);
        load(&mut *solver, &fits_one_of(&problem, &shapes), 0);
        assert_eq!(solver.solve(&Budget::unlimited()), Answer::Unsat, "{problem:?}");
        if let Some(least) = least {
            let mut solver = new_solver(0);
            load(&mut *solver, &fits_one_of(&problem, &shapes_below(&problem, Some(least + 1))), 0);
            assert_eq!(solver.solve(&Budget::unlimited()), Answer::Sat, "{problem:?}");
        }
    }
    assert!(solved > 20 && impossible > 3, "{solved} solved, {impossible} impossible");
}

#[test]
fn one_thread_and_one_seed_give_one_answer() {
    let mut rng = fastrand::Rng::with_seed(3);
    let problem = draw(&mut rng, 4);
    let solve = || search::solve(&problem, &search::Options::default(), &Budget::unlimited(), &|_| {});
    assert_eq!(solve().map(|a| a.answer), solve().map(|a| a.answer));
}
