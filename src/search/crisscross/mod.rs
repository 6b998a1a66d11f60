//! scratch
mod anneal;
mod board;
use crate::encodings::crisscross::puzzle::*;
/// try
pub fn try_it(puzzle: &Puzzle, seed: u64, secs: f64, iters: u64, prm: &[f64]) {
    use fastrand::Rng;
    let mut rng = Rng::with_seed(seed);
    let p = anneal::Params {
        ww: prm[0],
        aw: prm[1],
        t0: prm[2],
        t1: prm[3],
        maxruin: prm[4] as usize,
        blink: prm[5],
        keepfrag: prm[6],
    };
    let start = std::time::Instant::now();
    let budget = crate::solver::Budget::unlimited().within(std::time::Duration::from_secs_f64(secs));
    let mut best = Value::default();
    let mut rounds = 0;
    let mut its = 0u64;
    let mut finals = vec![];
    while !budget.exhausted() {
        let mut b = board::Board::new(puzzle);
        b.lay_first(rng.usize(..b.count()), rng.usize(..2));
        anneal::recreate(&mut b, &p, &mut rng);
        let mut rb = Value::default();
        anneal::run(&mut b, &p, iters, &mut rng, &budget, |b| {
            its += 1;
            let v = b.value();
            if v.beats(&rb) {
                rb = v;
            }
            if v.beats(&best) {
                best = v;
                if v.words == puzzle.entries.len() {
                    println!("{:.2}s {v}", start.elapsed().as_secs_f64());
                }
            }
        });
        rounds += 1;
        finals.push(format!("{}/{}", rb.words, rb.crossings));
    }
    println!("best {best} rounds {rounds} acc {its} {finals:?}");
}
/// try
pub fn prove_it(puzzle: &Puzzle, k: usize, secs: f64, conf: &str) {
    use crate::encodings::crisscross::encoding::*;
    use crate::solver::*;
    let enc = CrissCrossEncoding::new(
        puzzle,
        Wishes { all_words: true, connected: false, in_corner: true, no_mirror: true, crossings: k },
    );
    println!(
        "vars {} clauses {} lits {}",
        enc.formula.var_count(),
        enc.formula.clause_count(),
        enc.formula.literal_count()
    );
    let mut s = Cadical::new();
    if conf != "-" {
        for c in conf.split(',') {
            println!("{c} {}", s.configure(c));
        }
    }
    load(&mut s, &enc.formula, 0);
    if let Some(l) = enc.at_least_crossings(k).and_then(|b| b.lit()) {
        s.add_clause(&[l]);
    }
    let t = std::time::Instant::now();
    let budget = Budget::unlimited().within(std::time::Duration::from_secs_f64(secs));
    let a = s.solve(&budget);
    println!("k={k}: {a:?} {:.2}s", t.elapsed().as_secs_f64());
    if a == Answer::Sat {
        println!("{}", puzzle.layout(enc.decode(|l| s.value(l))).value());
    }
}
