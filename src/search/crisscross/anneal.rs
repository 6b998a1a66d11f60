use super::board::{Board, Spot};
use crate::solver::Budget;
use fastrand::Rng;

pub(super) struct Params {
    pub ww: f64,
    pub aw: f64,
    pub t0: f64,
    pub t1: f64,
    pub maxruin: usize,
    pub blink: f64,
    pub keepfrag: f64,
}

pub(super) fn energy(b: &Board, p: &Params) -> f64 {
    let (r, c) = b.size();
    -(p.ww * b.laid() as f64 + b.crossings() as f64) + p.aw * (r * c) as f64
}

pub(super) fn recreate(b: &mut Board, p: &Params, rng: &mut Rng) {
    let mut todo: Vec<usize> = (0..b.count()).filter(|&w| b.spot(w).is_none()).collect();
    rng.shuffle(&mut todo);
    if rng.bool() {
        todo.sort_by_key(|&w| std::cmp::Reverse(b.len_of(w)));
    }
    loop {
        let mut placed = false;
        let mut failed = Vec::new();
        for &w in &todo {
            let mut best: Option<(f64, Spot)> = None;
            b.for_each_fit(w, |spot, x, size| {
                if rng.f64() < p.blink {
                    return;
                }
                let s = x as f64 + rng.f64() * 0.5 - p.aw * (size.0 * size.1) as f64;
                if best.is_none_or(|(o, _)| s > o) {
                    best = Some((s, spot));
                }
            });
            match best {
                Some((_, s)) => {
                    b.lay(w, s);
                    placed = true;
                }
                None => failed.push(w),
            }
        }
        if !placed || failed.is_empty() {
            break;
        }
        todo = failed;
    }
}

pub(super) fn ruin(b: &mut Board, p: &Params, rng: &mut Rng) {
    let laid: Vec<usize> = (0..b.count()).filter(|&w| b.spot(w).is_some()).collect();
    if laid.is_empty() {
        return;
    }
    let k = rng.usize(1..=p.maxruin.min(laid.len().max(2) - 1));
    let first = laid[rng.usize(..laid.len())];
    if rng.u8(..4) == 0 {
        b.take(first);
        for _ in 1..k {
            b.take(laid[rng.usize(..laid.len())]);
        }
    } else {
        // BFS
        let mut q = vec![first];
        let mut taken = 0;
        let mut seen = vec![false; b.count()];
        seen[first] = true;
        let mut i = 0;
        while i < q.len() && taken < k {
            let j = i + rng.usize(..(q.len() - i).min(3));
            q.swap(i, j);
            let w = q[i];
            i += 1;
            let mut n: Vec<usize> = b.neighbours(w).collect();
            rng.shuffle(&mut n);
            for x in n {
                if !seen[x] {
                    seen[x] = true;
                    q.push(x);
                }
            }
            b.take(w);
            taken += 1;
        }
    }
}

pub(super) fn run(
    b: &mut Board,
    p: &Params,
    iters: u64,
    rng: &mut Rng,
    budget: &Budget,
    mut best_cb: impl FnMut(&Board),
) {
    let mut e = energy(b, p);
    for it in 0..iters {
        if it % 64 == 0 && budget.exhausted() {
            break;
        }
        let t = p.t0 * (p.t1 / p.t0).powf(it as f64 / iters as f64);
        if b.is_off_centre() {
            b.centre();
        }
        let snap = b.snapshot();
        ruin(b, p, rng);
        if rng.f64() >= p.keepfrag {
            for w in b.strays() {
                b.take(w);
            }
        }
        recreate(b, p, rng);
        let s = b.strays();
        if !s.is_empty() {
            for w in s {
                b.take(w);
            }
            recreate(b, p, rng);
        }
        let ne = energy(b, p);
        if ne <= e || rng.f64() < ((e - ne) / t).exp() {
            e = ne;
            best_cb(b);
        } else {
            b.restore(&snap);
        }
    }
}
