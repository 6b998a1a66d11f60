//! The two equations of the counts, derived from the clauses of a layout.
//!
//! The ceiling of the rating rests on this: *words = question fields + doubles*, and *the sum of the word lengths = 2 x
//! letters - uncrossed*. [`Equations`] is a formula of the layout, with the bits that are counted and with the claim that
//! one of the equations is wrong; [`Equations::refute`] writes a derivation that this cannot be, for VeriPB. Its size is
//! linear in the fields: a few steps for each field, direction and length of a word.
//!
//! What is derived, for a field p and a direction:
//!
//! 1. Of the runs that start at p, in exactly one length; so the words at p, summed over their lengths, are `asked(p)`.
//! 2. Of the runs that cover p, one at most. So of the words that cover p, summed over start and length, one at most, and
//!    the sum is `in_word(p)`. Summed over all fields, each word is counted as often as it has letters.
//! 3. In both directions together, `in_word` is twice the letter less `uncrossed(p)`.
//! 4. `asked`, summed over all starts, is `arrow`, summed over all fields, and that is `question` + `double`.

use super::counts::Number;
use super::{LayoutEncoding, LayoutOptions, LayoutSpec};
use crate::arrowword::puzzle::Arrow;
use crate::cnf::derivation::{AtLeast, Derivation, DerivationError, Fact};
use crate::cnf::{Bit, Comments, Family, Lit, opb};
use crate::grid::{Direction, Grid, Pos};
use std::io::{self, Write};

/// Words of this many letters and more are one class of the rating.
const LONG: usize = 9;

/// Coefficients, and the bits that they belong to.
type Terms = Vec<(i64, Bit)>;

fn times(n: i64, bits: &[Bit]) -> Terms {
    bits.iter().map(|&bit| (n, bit)).collect()
}

/// Returns the constraint that one sum of bits is at most another one.
fn at_most(low: &[Bit], high: &[Bit]) -> AtLeast {
    AtLeast::new([times(-1, low), times(1, high)].concat(), 0)
}

/// A formula that says: here is a layout whose counts break one of the equations.
pub struct Equations {
    encoding: LayoutEncoding,
    /// The most letters that a word may have.
    longest: usize,
    /// For each way to break an equation, the literal that selects it, and what it denies.
    wrong: Vec<(Lit, AtLeast)>,
}

impl Equations {
    /// Makes the formula for layouts with words of 2 to `allowed` letters. `longest` is how long they can be in this
    /// grid: the equations are about that, and if it is too small, no derivation succeeds.
    pub fn new(spec: &LayoutSpec, allowed: usize, longest: usize) -> Self {
        let allowed = allowed.min(spec.rows().max(spec.cols())).max(2);
        let mut encoding = LayoutEncoding::new(spec, &LayoutOptions::rules_only(allowed));
        encoding.formula.label("what is counted");
        let [questions, doubles, uncrossed] =
            [Number::Questions, Number::Doubles, Number::Uncrossed].map(|number| encoding.bits_of(number));
        let positions: Vec<Pos> = spec.base.positions().collect();
        let mut words = Vec::new();
        for direction in Direction::BOTH {
            for &start in &positions {
                words.extend((2..=allowed).map(|len| (len, encoding.word_of_len(direction, start, len))));
            }
        }
        let is_there =
            |&&pos: &&Pos| encoding.letter(Some(pos)) != Bit::False || encoding.question(pos) == Bit::True;
        let fields = 2 * positions.iter().filter(is_there).count() as i64;
        let letters = |sign: i64, of_long: usize| -> Terms {
            let each =
                |&(len, bit): &(usize, Bit)| (sign * if len < LONG { len } else { of_long } as i64, bit);
            words.iter().map(each).collect()
        };
        let all = |sign| words.iter().map(|&(_, bit)| (sign, bit)).collect::<Terms>();
        let hold = [
            AtLeast::new([times(1, &questions), times(1, &doubles), all(-1)].concat(), 0),
            AtLeast::new([times(-1, &questions), times(-1, &doubles), all(1)].concat(), 0),
            AtLeast::new([times(-2, &questions), times(-1, &uncrossed), letters(-1, LONG)].concat(), -fields),
            AtLeast::new([times(2, &questions), times(1, &uncrossed), letters(1, longest)].concat(), fields),
        ];
        let formula = &mut encoding.formula;
        formula.label("one of these is wrong");
        let family = formula.family(Family::auxiliary("wrong"));
        let wrong: Vec<_> =
            hold.into_iter().enumerate().map(|(n, hold)| (formula.var(family, n as u64 + 1), hold)).collect();
        formula.add(wrong.iter().map(|(lit, _)| *lit));
        Self { encoding, longest: allowed, wrong }
    }

    /// Returns the constraints behind the clauses: each way to break an equation, if its literal selects it.
    fn broken(&self) -> Vec<(AtLeast, i64)> {
        self.wrong.iter().map(|(selector, hold)| hold.opposite().unless_not(*selector)).collect()
    }

    /// Writes the formula as OPB, with the names of its variables.
    pub fn write(&self, out: impl Write) -> io::Result<()> {
        let lines = [
            "a layout of the grid whose counts break one of two equations; that there is none, its derivation shows:",
            "1, 2: words = question fields + fields with two questions",
            "3, 4: sum of the word lengths = 2 * letters - uncrossed; words of nine letters and more count as nine at least,",
            "and as the longest at most",
        ];
        let comments = Comments::new(lines.map(str::to_owned), true);
        let broken: Vec<AtLeast> = self.broken().into_iter().map(|(says, _)| says).collect();
        opb::write_with(&self.encoding.formula, &broken, &[], &comments, out)
    }

    /// Writes a derivation that the formula has no model.
    pub fn refute(&mut self, out: impl Write) -> Result<(), DerivationError> {
        let clauses = self.encoding.formula.clause_count() as u64;
        let derivation = Derivation::new(out, clauses + self.wrong.len() as u64)?;
        let mut proof = Proof { of: self, derivation };
        let sums = proof.sums()?;
        for (n, (sum, (broken, times))) in sums.iter().zip(proof.of.broken()).enumerate() {
            let (selector, hold) = proof.of.wrong[n].clone();
            let holds = proof.derivation.as_stated(sum, hold)?;
            let broken = Derivation::<io::Sink>::given(clauses + n as u64 + 1, broken);
            let not = AtLeast::new([(1, Bit::from(!selector))], 1);
            proof.derivation.lemma([(1, &holds), (1, &broken)], times, not)?;
        }
        Ok(proof.derivation.refuted()?)
    }
}

/// A derivation in the making.
struct Proof<'a, W> {
    of: &'a mut Equations,
    derivation: Derivation<W>,
}

/// What is known of the words that start at a field in a direction, for each length from 2: those of at least that length
/// are at most `reach`, and at most `asked`.
struct Starts {
    reach: Vec<Fact>,
    asked: Vec<Fact>,
    /// The words of all lengths are at least `asked`.
    any: Fact,
}

impl<W: Write> Proof<'_, W> {
    fn reach(&self, direction: Direction, pos: Pos, len: usize) -> Bit {
        self.of.encoding.reach(direction, pos, len)
    }

    /// Returns the bits of the words that start at a field and have at least this many letters.
    fn words(&mut self, direction: Direction, start: Pos, least: usize) -> Vec<Bit> {
        (least.max(2)..=self.of.longest)
            .map(|len| self.of.encoding.word_of_len(direction, start, len))
            .collect()
    }

    /// Derives, from Σ a ≤ 1 and a → b for each a, that Σ a ≤ b.
    fn all_at_most(
        &mut self,
        a: &[Bit],
        b: &[Bit],
        one: &Fact,
        each: &[Fact],
    ) -> Result<Fact, DerivationError> {
        let n = each.len().max(1) as i64;
        let parts = each.iter().map(|fact| (1, fact)).chain([(n - 1, one)]);
        self.derivation.lemma(parts, n, at_most(a, b))
    }

    /// Derives that at most one of some bits is true, unless `unless` is, if each two exclude each other.
    fn one_at_most(&mut self, bits: &[Bit], unless: Bit) -> Result<Fact, DerivationError> {
        let mut sofar = self.derivation.sum([], 1)?;
        for (n, &bit) in bits.iter().enumerate().skip(1) {
            let pairs = self.clauses(bits[..n].iter().map(|&other| [!bit, !other, unless]))?;
            let says = AtLeast::new([times(-1, &bits[..=n]), vec![(n as i64, unless)]].concat(), -1);
            let parts = pairs.iter().map(|pair| (1, pair)).chain([(n as i64 - 1, &sofar)]);
            sofar = self.derivation.lemma(parts, n as i64, says)?;
        }
        Ok(sofar)
    }

    fn clauses<const N: usize>(
        &mut self,
        clauses: impl IntoIterator<Item = [Bit; N]>,
    ) -> Result<Vec<Fact>, DerivationError> {
        Ok(clauses.into_iter().map(|clause| self.derivation.clause(clause)).collect::<io::Result<_>>()?)
    }

    /// Step 1, at one field.
    fn starts(&mut self, direction: Direction, pos: Pos) -> Result<Starts, DerivationError> {
        let longest = self.of.longest;
        let asked = self.of.encoding.asked(direction, pos);
        self.derivation.clause([!asked, self.reach(direction, pos, 2)])?;
        // From the longest word to the shortest: those of this many letters or more are at most `reach`.
        let mut reach: Vec<Fact> = Vec::new();
        for len in (2..=longest).rev() {
            let words = self.words(direction, pos, len);
            let [here, further] = [len, len + 1].map(|len| self.reach(direction, pos, len));
            let steps = self.clauses([[!words[0], here], [!further, here], [!words[0], !further]])?;
            let says = at_most(&[words[0], further], &[here]);
            let one = self.derivation.lemma(steps.iter().map(|step| (1, step)), 2, says)?;
            let parts = [Some(&one), reach.last()].into_iter().flatten().map(|fact| (1, fact));
            reach.push(self.derivation.lemma(parts, 1, at_most(&words, &[here]))?);
        }
        reach.reverse();
        let words = self.words(direction, pos, 2);
        let one = self.derivation.as_stated(&reach[0], AtLeast::new(times(-1, &words), -1))?;
        let each = self.clauses(words.iter().map(|&word| [!word, asked]))?;
        let all = self.all_at_most(&words, &[asked], &one, &each)?;
        let below = (0..words.len()).map(|n| self.derivation.as_stated(&all, at_most(&words[n..], &[asked])));
        let below = below.collect::<Result<_, _>>()?;
        let any = self.derivation.clause(words.iter().copied().chain([!asked]))?;
        Ok(Starts { reach, asked: below, any })
    }

    /// Step 2, at one field: that the words that cover it are at most `in_word`, and at least. The fact that one run at
    /// most covers the field before is replaced by that for this one.
    fn covers(
        &mut self,
        direction: Direction,
        pos: Pos,
        starts: &Grid<Option<Starts>>,
        runs: &mut Grid<Option<Fact>>,
    ) -> Result<[Fact; 2], DerivationError> {
        let (dr, dc) = direction.step();
        let back = |n: usize| {
            pos.offset(-dr * n as isize, -dc * n as isize).filter(|&p| self.of.encoding.spec.contains(p))
        };
        let from: Vec<Pos> = (0..self.of.longest).map_while(back).collect();
        let [letter, before] = [Some(pos), from.get(1).copied()].map(|at| self.of.encoding.letter(at));
        let in_word = self.of.encoding.in_word[direction as usize][pos];

        // One run at most.
        let cover: Vec<Bit> =
            from.iter().enumerate().map(|(n, &p)| self.reach(direction, p, n + 1)).collect();
        let shorter: Vec<Bit> =
            from.iter().enumerate().skip(1).map(|(n, &p)| self.reach(direction, p, n)).collect();
        let mut parts =
            self.clauses(cover[1..].iter().zip(&shorter).map(|(&long, &short)| [!long, short]))?;
        if let Some(run) = from.get(1).and_then(|&p| runs[p].take()) {
            parts.push(self.derivation.as_stated(&run, at_most(&shorter, &[before]))?);
        }
        parts.push(self.derivation.clause([!cover[0], !before])?);
        let says = AtLeast::new(times(-1, &cover), -1);
        let one = self.derivation.lemma(parts.iter().map(|part| (1, part)), 1, says)?;
        let each = self.clauses(cover.iter().map(|&run| [!run, letter]))?;
        runs[pos] = Some(self.all_at_most(&cover, &[letter], &one, &each)?);

        // One word at most.
        let start = |n: usize| starts[from[n]].as_ref();
        let least = |n: usize| (n + 1).max(2);
        let two = self.derivation.clause([!self.reach(direction, pos, 2), cover[0]])?;
        let below = (0..from.len()).filter_map(|n| Some(&start(n)?.reach[least(n) - 2]));
        let words: Vec<Vec<Bit>> =
            (0..from.len()).map(|n| self.words(direction, from[n], least(n))).collect();
        let all = words.concat();
        let parts = below.chain([&two, &one]).map(|fact| (1, fact));
        let one = self.derivation.lemma(parts, 1, AtLeast::new(times(-1, &all), -1))?;

        // Each is a word that the field is in, and there is one.
        let mut each = Vec::new();
        for (n, &p) in from.iter().enumerate() {
            let Some(start) = start(n) else { continue };
            let asked = self.of.encoding.asked(direction, p);
            let inside = self.derivation.clause([!asked, !self.reach(direction, p, least(n)), in_word])?;
            let facts = [&start.reach[least(n) - 2], &start.asked[least(n) - 2], &inside];
            each.push(self.derivation.lemma(
                facts.map(|fact| (1, fact)),
                2,
                at_most(&words[n], &[in_word]),
            )?);
        }
        let high = self.all_at_most(&all, &[in_word], &one, &each)?;
        for (n, &p) in from.iter().enumerate().skip(2) {
            let ended = self.of.encoding.word_of_len(direction, p, n);
            self.derivation.clause([!ended, !letter])?;
        }
        let low = self.derivation.clause(all.into_iter().chain([!in_word]))?;
        Ok([high, low])
    }

    /// Step 3, at one field: `in_word` in both directions is at most twice the letter less `uncrossed`, and at least.
    fn crossings(&mut self, pos: Pos, uncrossed: Bit) -> Result<[Fact; 2], DerivationError> {
        let letter = self.of.encoding.letter(Some(pos));
        let [a, b] = Direction::BOTH.map(|direction| self.of.encoding.in_word[direction as usize][pos]);
        let sum = |sign: i64| [times(sign, &[a, b, uncrossed]), vec![(-2 * sign, letter)]].concat();
        let inside = self.clauses([a, b, uncrossed].map(|bit| [!bit, letter]))?;
        let not_all = self.derivation.clause([!a, !b, !uncrossed])?;
        let parts = inside.iter().map(|fact| (2, fact)).chain([(1, &not_all)]);
        let high = self.derivation.lemma(parts, 3, AtLeast::new(sum(-1), 0))?;
        let two = self.clauses([[a, b, !letter], [a, uncrossed, !letter], [b, uncrossed, !letter]])?;
        let low = self.derivation.lemma(two.iter().map(|fact| (1, fact)), 2, AtLeast::new(sum(1), 0))?;
        Ok([high, low])
    }

    /// Step 4, at one start: that `asked` is at most the arrows that point there, and at least.
    fn askers(&mut self, direction: Direction, pos: Pos) -> Result<[Fact; 2], DerivationError> {
        let asked = self.of.encoding.asked(direction, pos);
        let askers = self.of.encoding.askers(direction, pos);
        let high = self.derivation.clause(askers.iter().copied().chain([!asked]))?;
        let one = self.one_at_most(&askers, Bit::False)?;
        let each = self.clauses(askers.iter().map(|&arrow| [!arrow, asked]))?;
        let low = self.all_at_most(&askers, &[asked], &one, &each)?;
        Ok([high, low])
    }

    /// Step 4, at one field: that its arrows are at most `question` + `double`, and at least.
    fn arrows(&mut self, pos: Pos, double: Bit) -> Result<[Fact; 2], DerivationError> {
        let question = self.of.encoding.question(pos);
        let possible = |arrow: &Arrow| self.of.encoding.arrow(pos, *arrow) != Bit::False;
        let types: Vec<Arrow> = Arrow::ALL.into_iter().filter(possible).collect();
        let bit = |arrow: &Arrow| self.of.encoding.arrow(pos, *arrow);
        let arrows: Vec<Bit> = types.iter().map(bit).collect();
        let n = arrows.len() as i64;
        // Two arrows that may share a field are of different sides.
        let sides = [0, 1].map(|side| {
            let of_side = |arrow: &&Arrow| usize::from(matches!(arrow.code(), 2..=4)) == side;
            types.iter().filter(of_side).map(bit).collect::<Vec<Bit>>()
        });
        let [a, b] = sides.map(|side| self.one_at_most(&side, Bit::False));
        let (a, b) = (a?, b?);
        let two = self.derivation.lemma([(1, &a), (1, &b)], 1, AtLeast::new(times(-1, &arrows), -2))?;
        let one = self.one_at_most(&arrows, double)?;
        let says = AtLeast::new([times(-1, &arrows), vec![(1, double)]].concat(), -1);
        let one = self.derivation.lemma([(1, &one), (n - 2, &two)], (n - 1).max(1), says)?;
        let each = self.clauses(arrows.iter().map(|&arrow| [!arrow, question]))?;
        let high = self.all_at_most(&arrows, &[question, double], &one, &each)?;

        let any = self.derivation.clause(arrows.iter().copied().chain([!question]))?;
        let mut others = Vec::new();
        for left_out in 0..arrows.len().max(1) {
            let others_of = arrows.iter().enumerate().filter(|(n, _)| *n != left_out).map(|(_, &bit)| bit);
            others.push(self.derivation.clause(others_of.chain([!double]))?);
        }
        let says = AtLeast::new([times(1, &arrows), vec![(-2, double)]].concat(), 0);
        let both = self.derivation.lemma(others.iter().map(|fact| (1, fact)), (n - 1).max(1), says)?;
        let low = self.derivation.lemma([(1, &any), (1, &both)], 2, at_most(&[question, double], &arrows))?;
        Ok([high, low])
    }

    /// Derives what holds in all, in the order of [`Equations::wrong`].
    fn sums(&mut self) -> Result<[Fact; 4], DerivationError> {
        let positions: Vec<Pos> = self.of.encoding.spec.base.positions().collect();
        let mut parts: [Vec<Fact>; 4] = Default::default();
        let mut add = |to: usize, [high, low]: [Fact; 2]| {
            parts[to].push(high);
            parts[to + 1].push(low);
        };
        for direction in Direction::BOTH {
            let mut starts = self.of.encoding.question.map(|_, _| None);
            let mut runs = self.of.encoding.question.map(|_, _| None);
            for &pos in &positions {
                let here = self.starts(direction, pos)?;
                add(0, [here.asked[0].clone(), here.any.clone()]);
                add(0, self.askers(direction, pos)?);
                starts[pos] = Some(here);
            }
            for &pos in &positions {
                add(2, self.covers(direction, pos, &starts, &mut runs)?);
            }
        }
        let [doubles, uncrossed] =
            [Number::Doubles, Number::Uncrossed].map(|number| self.of.encoding.bits_of(number));
        for (n, &pos) in positions.iter().enumerate() {
            add(0, self.arrows(pos, doubles[n])?);
            add(2, self.crossings(pos, uncrossed[n])?);
        }
        let [a, b, c, d] = parts.map(|parts| self.derivation.sum(parts.iter().map(|part| (1, part)), 1));
        Ok([a?, b?, c?, d?])
    }
}
