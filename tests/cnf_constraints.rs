//! Cardinality and linear constraints against counting, for every assignment of a few inputs.

use cwsat::encodings::cnf::{
    BinarySum, Bit, Cardinality, Constraints, Directions, Family, Formula, LinearSum, Lit, Totalizer,
    at_most_one, exactly_one,
};
use cwsat::encodings::cnf::{all_different, at_most_one_bit};
use cwsat::solver::{Budget, SatAnswer, SatSolver, load, new_solver};

fn inputs(count: usize) -> (Formula, Vec<Lit>) {
    let mut formula = Formula::new();
    let x = formula.family(Family::auxiliary("x"));
    let lits = (0..count).map(|_| formula.auxiliary(x)).collect();
    (formula, lits)
}

/// Returns whether the formula has a model with exactly these inputs true, and these further literals.
fn holds(solver: &mut dyn SatSolver, lits: &[Lit], bits: u32, further: &[Lit]) -> bool {
    for (i, &lit) in lits.iter().enumerate() {
        solver.assume(if bits >> i & 1 == 1 { lit } else { !lit });
    }
    further.iter().for_each(|&lit| solver.assume(lit));
    solver.solve(&Budget::unlimited()) == SatAnswer::Sat
}

#[test]
fn at_most_one_and_exactly_one_pairwise_and_in_chunks() {
    for count in [1, 2, 5, 27, 28, 29, 30, 31, 40] {
        let (mut formula, lits) = inputs(count);
        let aux = formula.family(Family::auxiliary("aux"));
        at_most_one(&mut formula, aux, &lits);
        let clauses = formula.clause_count();
        assert!(clauses <= 351.min(count * count), "{count}: {clauses}");
        let mut solver = new_solver(1);
        load(&mut *solver, &formula, 0);
        for i in 0..count {
            for j in 0..=i {
                solver.assume(lits[i]);
                solver.assume(lits[j]);
                let allowed = solver.solve(&Budget::unlimited()) == SatAnswer::Sat;
                assert_eq!(allowed, i == j, "{count}: {i} {j}");
            }
        }
        let (mut formula, lits) = inputs(count);
        let aux = formula.family(Family::auxiliary("aux"));
        exactly_one(&mut formula, aux, &lits);
        let mut solver = new_solver(1);
        load(&mut *solver, &formula, 0);
        lits.iter().for_each(|&lit| solver.assume(!lit));
        assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Unsat);
        assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Sat);
    }
}

/// Makes holders that may have one of some values, no two the same unless the returned literal is true.
fn holders(number: usize, values: usize) -> (Formula, Vec<Vec<Lit>>, Lit) {
    let (mut formula, lits) = inputs(number * values + 1);
    let (unless, lits) = lits.split_last().unwrap();
    let has: Vec<Vec<Lit>> = lits.chunks(values).map(<[Lit]>::to_vec).collect();
    // The first holder cannot have the last value.
    let bit = |holder: usize, value: usize| match (holder, value + 1 == values) {
        (0, true) => Bit::False,
        _ => has[holder][value].into(),
    };
    let bits: Vec<Vec<Bit>> =
        (0..number).map(|holder| (0..values).map(|value| bit(holder, value)).collect()).collect();
    let family = formula.family(Family::auxiliary("counted"));
    all_different(&mut formula, family, &bits, &[(*unless).into()]);
    (formula, has, *unless)
}

#[test]
fn counted_holders_have_different_values() {
    for (number, values) in [(1, 1), (2, 2), (3, 2), (3, 3), (4, 3), (3, 4)] {
        let (formula, has, unless) = holders(number, values);
        let mut solver = new_solver(1);
        load(&mut *solver, &formula, 0);
        // Each holder has a value or none.
        for all in 0..(values + 1).pow(number as u32) {
            let value_of = |holder: usize| all / (values + 1).pow(holder as u32) % (values + 1);
            let taken: Vec<usize> = (0..number).map(value_of).filter(|&value| value < values).collect();
            if value_of(0) + 1 == values {
                continue;
            }
            let differ = (1..taken.len()).all(|at| !taken[..at].contains(&taken[at]));
            for may_share in [false, true] {
                for (holder, lits) in has.iter().enumerate() {
                    let assumed = lits
                        .iter()
                        .enumerate()
                        .map(|(v, &lit)| if v == value_of(holder) { lit } else { !lit });
                    assumed.for_each(|lit| solver.assume(lit));
                }
                solver.assume(if may_share { unless } else { !unless });
                let is_possible = solver.solve(&Budget::unlimited()) == SatAnswer::Sat;
                assert_eq!(is_possible, differ || may_share, "{number} {values} {taken:?} {may_share}");
            }
        }
    }
}

#[test]
fn more_holders_than_values_are_seen_to_be_too_many() {
    // Two by two, nobody has shown this for twice as few.
    let (mut formula, has, unless) = holders(31, 30);
    formula.add([!has[0][29]]);
    has.into_iter().for_each(|lits| formula.add(lits));
    formula.add([!unless]);
    let mut solver = new_solver(1);
    load(&mut *solver, &formula, 0);
    assert_eq!(solver.solve(&Budget::unlimited()), SatAnswer::Unsat);
}

#[test]
fn constants_count_in_at_most_one() {
    for (constants, expected) in [(0, true), (1, false), (2, false)] {
        let (mut formula, lits) = inputs(3);
        let aux = formula.family(Family::auxiliary("aux"));
        let mut bits: Vec<Bit> = lits.iter().map(|&lit| lit.into()).collect();
        bits.extend(vec![Bit::True; constants]);
        bits.push(Bit::False);
        at_most_one_bit(&mut formula, aux, &bits);
        let mut solver = new_solver(1);
        load(&mut *solver, &formula, 0);
        assert_eq!(holds(&mut *solver, &lits, 0b001, &[]), expected);
        assert_eq!(holds(&mut *solver, &lits, 0, &[]), constants < 2);
    }
}

#[test]
fn counters_count_up_to_their_cap() {
    for count in [0, 1, 2, 3, 6, 7] {
        for constants in [0, 2] {
            for cap in [0, 1, 2, 3, 5, 20] {
                for directions in [Directions::Upper, Directions::Lower, Directions::Both] {
                    for cardinality in Cardinality::ALL {
                        check_totalizer(count, constants, cap, directions, cardinality);
                    }
                }
            }
        }
    }
}

fn check_totalizer(
    count: usize,
    constants: usize,
    cap: usize,
    directions: Directions,
    cardinality: Cardinality,
) {
    let (mut formula, lits) = inputs(count);
    formula.encode_with(Constraints { cardinality, ..Constraints::default() });
    let aux = formula.family(Family::auxiliary("aux"));
    let bits = lits.iter().map(|&lit| lit.into()).chain(vec![Bit::True; constants]).chain([Bit::False]);
    let counter = Totalizer::new(&mut formula, aux, bits, cap, directions);
    assert_eq!((counter.min(), counter.max()), (constants, constants + count));
    let mut solver = new_solver(1);
    load(&mut *solver, &formula, 0);
    for bits in 0u32..1 << count {
        let sum = bits.count_ones() as usize + constants;
        for k in 0..=count + constants + 2 {
            let Some(output) = counter.at_least(k) else {
                assert!(k > cap);
                continue;
            };
            let (can_be_true, can_be_false) = match output {
                Bit::True => (true, false),
                Bit::False => (false, true),
                Bit::Lit(lit) => {
                    (holds(&mut *solver, &lits, bits, &[lit]), holds(&mut *solver, &lits, bits, &[!lit]))
                }
            };
            if directions != Directions::Lower || output.lit().is_none() {
                assert_eq!(can_be_false, sum < k, "{count}+{constants} cap {cap} k {k} {directions:?}");
            }
            if directions != Directions::Upper || output.lit().is_none() {
                assert_eq!(can_be_true, sum >= k, "{count}+{constants} cap {cap} k {k} {directions:?}");
            }
        }
    }
}

#[test]
fn a_linear_sum_is_bounded_exactly() {
    // Three weighted literals, a part with increasing values, a known part.
    let (mut formula, lits) = inputs(6);
    let aux = formula.family(Family::auxiliary("aux"));
    let weights = [3, 1, 4];
    let mut parts: Vec<Vec<(u64, Bit)>> = (0..3).map(|i| vec![(weights[i], lits[i].into())]).collect();
    parts.push(vec![(2, lits[3].into()), (5, lits[4].into()), (6, lits[5].into())]);
    parts.push(vec![(7, Bit::True), (3, Bit::False), (4, lits[0].into())]);
    parts.push(vec![]);
    for limit in [7, 9, 12, 30] {
        let mut formula = formula.clone();
        let sum = LinearSum::new(&mut formula, aux, parts.clone(), limit);
        assert_eq!(sum.base(), 7);
        assert!(sum.at_most(6).is_none());
        let mut solver = new_solver(1);
        load(&mut *solver, &formula, 0);
        for bound in 7..=limit {
            let off: Vec<Lit> = sum.at_most(bound).unwrap().collect();
            for bits in 0u32..64 {
                let on = |i: usize| bits >> i & 1 == 1;
                let plain: u64 = (0..3).filter(|&i| on(i)).map(|i| weights[i]).sum();
                let part = [(5, 6), (4, 5), (3, 2)].iter().find(|(i, _)| on(*i)).map_or(0, |p| p.1);
                let expected = 7 + plain + part <= bound;
                assert_eq!(holds(&mut *solver, &lits, bits, &off), expected, "{bits:06b} {bound} {limit}");
            }
        }
    }
}

/// Weights for which no unary sum could be written. The inputs of a part are ordered: each implies the one before.
#[test]
fn a_binary_sum_is_limited_exactly_with_large_weights() {
    let mut rng = fastrand::Rng::with_seed(5);
    for sizes in [vec![1], vec![1, 1], vec![3, 1, 2], vec![1, 1, 1, 1, 1], vec![2, 0, 4]] {
        let (mut formula, lits) = inputs(sizes.iter().sum());
        let mut rest = lits.iter().copied();
        let mut parts: Vec<Vec<(u64, Bit)>> = Vec::new();
        for &size in &sizes {
            let mut value = rng.u64(0..4);
            let mut part = vec![(value, Bit::True)];
            for lit in rest.by_ref().take(size) {
                value += rng.u64(1..1 << 40);
                if let Some(&(_, before)) = part.last() {
                    formula.add_bits([Bit::from(!lit), before]);
                }
                part.push((value, lit.into()));
            }
            parts.push(part);
        }
        let sum = |bits: u32| -> Option<u64> {
            let is_true = |bit: Bit| match bit {
                Bit::Lit(lit) => lits.iter().position(|&l| l == lit).is_some_and(|i| bits >> i & 1 == 1),
                known => known == Bit::True,
            };
            parts.iter().try_fold(0, |sum, part| {
                let ordered = part.windows(2).all(|pair| is_true(pair[0].1) || !is_true(pair[1].1));
                let worth = part.iter().filter(|&&(_, bit)| is_true(bit)).map(|(value, _)| value).max();
                ordered.then(|| sum + worth.unwrap_or(&0))
            })
        };
        let sums: Vec<Option<u64>> = (0..1 << lits.len()).map(sum).collect();
        for bound in
            sums.iter().flatten().flat_map(|&sum| [sum.saturating_sub(1), sum, sum + 1]).chain([u64::MAX])
        {
            let mut bounded = formula.clone();
            let family = bounded.family(Family::auxiliary("sum"));
            BinarySum::new(&mut bounded, family, &parts).limit(&mut bounded, bound);
            let mut solver = new_solver(1);
            load(&mut *solver, &bounded, 0);
            for (bits, sum) in sums.iter().enumerate() {
                let expected = sum.is_some_and(|sum| sum <= bound);
                assert_eq!(
                    holds(&mut *solver, &lits, bits as u32, &[]),
                    expected,
                    "{sizes:?} {bound} {sum:?}"
                );
            }
        }
    }
}
