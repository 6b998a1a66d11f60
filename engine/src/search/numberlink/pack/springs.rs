//! Wires as springs between blocks, and the positions at which all springs are least stretched.
//!
//! Each wire asks for one position of its second block relative to the first one. The blocks then lie where the squares of
//! the differences are least, each with its weight; positions need not be whole numbers, and blocks may overlap. Asking anew and
//! settling again, with less weight for wires that are far from what they ask for, is the "iteratively reweighted least
//! squares" of robust statistics, on the equations with which analytic placers of circuits begin.

use super::board::Piece;

/// A position: row and column of a block's corner.
pub type Spot = (f64, f64);

/// The square of the distance from what it asks for at which a wire has half of its weight: a step to the diagonal neighbour.
const HALF_WEIGHT: f64 = 2.0;

/// A wire between two blocks, and what it says about them.
#[derive(Clone, Debug)]
pub struct Join {
    pub blocks: [usize; 2],
    /// The possible positions of the second block relative to the first one.
    ways: Vec<Spot>,
    asks: Spot,
    weight: f64,
}

impl Join {
    /// Asks for the mean of the possible positions, with random shares.
    pub fn ask_at_random(&mut self, rng: &mut fastrand::Rng) {
        self.asks = mean(self.ways.iter().map(|&way| (way, (2.0 * rng.f64() - 1.0).exp())));
    }

    /// Returns how far the wire is from the nearest of its possible positions.
    pub fn apart(&self, at: &[Spot]) -> f64 {
        let now = self.now(at);
        self.ways.iter().map(|way| (way.0 - now.0).hypot(way.1 - now.1)).fold(f64::MAX, f64::min)
    }

    /// Returns the position of the second block relative to the first one.
    fn now(&self, at: &[Spot]) -> Spot {
        let [a, b] = self.blocks.map(|block| at[block]);
        (b.0 - a.0, b.1 - a.1)
    }

    /// Chooses by the present positions of its blocks; see [`choose`](Self::choose).
    pub fn choose_from(&mut self, at: &[Spot], blur: f64) {
        self.choose(self.now(at), blur);
    }

    /// Asks for the possible positions, the more for each the closer it is to this one; `blur` says how much more.
    fn choose(&mut self, now: Spot, blur: f64) {
        let apart = |way: Spot| (way.0 - now.0).hypot(way.1 - now.1);
        let nearest = self.ways.iter().map(|&way| apart(way)).fold(f64::MAX, f64::min);
        let shares = self.ways.iter().map(|&way| ((nearest - apart(way)) / blur).exp());
        self.asks = mean(self.ways.iter().copied().zip(shares));
        let apart = apart(self.asks);
        self.weight = 1.0 / (1.0 + apart * apart / HALF_WEIGHT);
    }
}

/// Returns the weighted mean.
fn mean(spots: impl Iterator<Item = (Spot, f64)>) -> Spot {
    let sum = spots.fold((0.0, 0.0, 0.0), |sum, (spot, share)| {
        (sum.0 + spot.0 * share, sum.1 + spot.1 * share, sum.2 + share)
    });
    (sum.0 / sum.2, sum.1 / sum.2)
}

/// Returns the wires between different blocks with the positions in which their ends are neighbours.
pub fn joins(pieces: &[Piece]) -> Vec<Join> {
    let signed = |(row, col): (usize, usize)| (row as isize, col as isize);
    let mut joins = Vec::new();
    for (block, piece) in pieces.iter().enumerate() {
        for net in piece.nets.iter().filter(|net| net.other > block) {
            let (here, there) = (signed(net.here), signed(net.there));
            let other = &pieces[net.other];
            let way = |side: (isize, isize)| (here.0 + side.0 - there.0, here.1 + side.1 - there.1);
            let overlaps = |way: (isize, isize)| {
                other.fields.iter().any(|&(r, c, _)| {
                    let at = (r as isize + way.0, c as isize + way.1);
                    piece.fields.iter().any(|&(r, c, _)| signed((r, c)) == at)
                })
            };
            let sides = [(0, 1), (0, -1), (1, 0), (-1, 0)].map(way);
            let mut ways: Vec<_> = sides.into_iter().filter(|&way| !overlaps(way)).collect();
            if ways.is_empty() {
                // The ends cannot be neighbours.
                ways = sides.to_vec();
            }
            let ways: Vec<Spot> = ways.into_iter().map(|(row, col)| (row as f64, col as f64)).collect();
            let asks = mean(ways.iter().map(|&way| (way, 1.0)));
            joins.push(Join { blocks: [block, net.other], ways, asks, weight: 1.0 });
        }
    }
    joins
}

/// Returns how many fields of a board blocks at these places cover.
pub fn covered(targets: &[Option<(f32, f32)>], pieces: &[Piece], (rows, cols): (usize, usize)) -> usize {
    let mut fields = vec![false; rows * cols];
    for (target, piece) in targets.iter().zip(pieces) {
        let Some((row, col)) = *target else { continue };
        for &(r, c, _) in &piece.fields {
            let (row, col) = ((row.round() as isize) + r as isize, (col.round() as isize) + c as isize);
            if (0..rows as isize).contains(&row) && (0..cols as isize).contains(&col) {
                fields[row as usize * cols + col as usize] = true;
            }
        }
    }
    fields.into_iter().filter(|&is_covered| is_covered).count()
}

/// Springs that hold each block at a place of its own, besides the wires.
pub struct Hold {
    /// The place of each block.
    pub at: Vec<Spot>,
    /// The weight of each of these springs; that of a wire is at most 1.
    pub weight: f64,
}

/// Moves the blocks to the positions with the least weighted squares of the differences from what the wires ask for and from
/// where they are held, by conjugate gradients.
pub fn settle(joins: &[Join], hold: &Hold, at: &mut [Spot]) {
    const NEAR_ENOUGH: f64 = 1e-6;
    let pull = |of: &dyn Fn(&Join) -> Spot, own: &[Spot]| -> Vec<Spot> {
        let held = |&(row, col): &Spot| (row * hold.weight, col * hold.weight);
        let mut sums: Vec<Spot> = own.iter().map(held).collect();
        for join in joins {
            let ([a, b], (row, col)) = (join.blocks, of(join));
            sums[b] = (sums[b].0 + row * join.weight, sums[b].1 + col * join.weight);
            sums[a] = (sums[a].0 - row * join.weight, sums[a].1 - col * join.weight);
        }
        sums
    };
    let apply = |spots: &[Spot]| {
        let apart = |join: &Join| {
            let [a, b] = join.blocks.map(|block| spots[block]);
            (b.0 - a.0, b.1 - a.1)
        };
        pull(&apart, spots)
    };
    let product = |u: &[Spot], v: &[Spot]| u.iter().zip(v).map(|(a, b)| a.0 * b.0 + a.1 * b.1).sum::<f64>();
    let add = |to: &mut [Spot], factor: f64, what: &[Spot]| {
        for (to, what) in to.iter_mut().zip(what) {
            *to = (to.0 + factor * what.0, to.1 + factor * what.1);
        }
    };
    let mut rest = pull(&|join| join.asks, &hold.at);
    add(&mut rest, -1.0, &apply(at));
    let mut way = rest.clone();
    let mut size = product(&rest, &rest);
    for _ in 0..2 * at.len() {
        if size < NEAR_ENOUGH {
            break;
        }
        let applied = apply(&way);
        let step = size / product(&way, &applied);
        add(at, step, &way);
        add(&mut rest, -step, &applied);
        let before = std::mem::replace(&mut size, product(&rest, &rest));
        let mut next = rest.clone();
        add(&mut next, size / before, &way);
        way = next;
    }
}
