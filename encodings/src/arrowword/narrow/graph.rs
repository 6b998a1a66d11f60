//! All layouts of a grid as the paths of a graph, and the best of them at given prices.
//!
//! The nodes are the frontiers that can occur before a field, and each edge is one content of that field with what it
//! adds to the counts. The graph knows no prices, so it is built once and walked through for as many prices as the
//! bound needs. In a long grid the frontiers repeat from row to row; equal layers share their edges.

use super::shape::Shape;
use super::state::State;
use super::step::{COUNTS, Detail, Tally, steps};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A content of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The place of the next state in the next layer.
    pub(super) to: u32,
    /// The place of what it adds to the counts, in [`Graph::tallies`].
    pub(super) tally: u16,
    /// The arrows, or 0.
    pub(super) mark: u8,
}

/// The edges from one layer to the next.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// Where the edges of each state begin; one more at the end.
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Block {
    /// Returns the number of states that the edges lead from.
    pub(super) fn states(&self) -> usize {
        self.starts.len() - 1
    }

    /// Returns the edges of a state.
    pub(super) fn edges(&self, state: usize) -> &[Edge] {
        &self.edges[self.starts[state] as usize..self.starts[state + 1] as usize]
    }
}

/// The layouts of a grid.
#[derive(Debug)]
pub(super) struct Graph {
    blocks: Vec<Block>,
    /// The block of each field.
    layers: Vec<usize>,
    /// The different additions to the counts.
    pub(super) tallies: Vec<Tally>,
}

/// Why there is no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoGraph {
    /// It would have too many edges.
    TooLarge,
    /// The search was stopped.
    Stopped,
    /// No layout follows the rules.
    NoLayout,
}

/// The best layout at some prices.
#[derive(Clone, Debug)]
pub(super) struct Path {
    /// The sum of the prices.
    pub(super) value: f64,
    pub(super) tally: Tally,
    /// What each field is.
    pub(super) marks: Vec<u8>,
}

impl Graph {
    /// Builds the graph, of at most `most` edges.
    pub(super) fn new(
        shape: &Shape,
        detail: &Detail,
        most: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Self, NoGraph> {
        let mut graph = Self { blocks: Vec::new(), layers: Vec::new(), tallies: Vec::new() };
        let mut builder = Builder::default();
        let mut edges = 0;
        let mut now = builder.set_of(vec![State::START.pack()]);
        for kind in &shape.kinds {
            // The same frontiers before a field of the same kind have the same edges.
            let known = builder.known.iter().find(|(set, at, ..)| *set == now && shape.kinds[*at] == *kind);
            let (block, next) = match known {
                Some(&(_, _, block, next)) => (block, next),
                None => {
                    let mut block = Block::default();
                    let mut found: HashMap<u128, u32, Fast> = HashMap::default();
                    let mut out = Vec::new();
                    let (sets, numbers) = (&builder.sets, &mut builder.numbers);
                    for &state in &sets[now] {
                        block.starts.push(block.edges.len() as u32);
                        steps(&State::unpack(state), kind, detail, &mut out);
                        for (next, tally, mark) in &out {
                            let number = found.len() as u32;
                            let to = *found.entry(next.pack()).or_insert(number);
                            let tally = number_of(tally, numbers, &mut graph.tallies);
                            block.edges.push(Edge { to, tally, mark: *mark });
                        }
                        if edges + block.edges.len() > most {
                            return Err(NoGraph::TooLarge);
                        }
                        if stop() {
                            return Err(NoGraph::Stopped);
                        }
                    }
                    block.starts.push(block.edges.len() as u32);
                    edges += block.edges.len();
                    let mut states: Vec<(u128, u32)> = found.into_iter().collect();
                    states.sort_unstable();
                    let mut place = vec![0; states.len()];
                    for (new, &(_, old)) in states.iter().enumerate() {
                        place[old as usize] = new as u32;
                    }
                    block.edges.iter_mut().for_each(|edge| edge.to = place[edge.to as usize]);
                    let next = builder.set_of(states.into_iter().map(|(state, _)| state).collect());
                    graph.blocks.push(block);
                    builder.known.push((now, graph.layers.len(), graph.blocks.len() - 1, next));
                    (graph.blocks.len() - 1, next)
                }
            };
            graph.layers.push(block);
            now = next;
        }
        match builder.sets[now].is_empty() {
            true => Err(NoGraph::NoLayout),
            false => Ok(graph),
        }
    }

    /// Returns the edges of each layer, in order.
    pub(super) fn layers(&self) -> impl DoubleEndedIterator<Item = &Block> + ExactSizeIterator {
        self.layers.iter().map(|&block| &self.blocks[block])
    }

    /// Returns the edges that a walk looks at.
    pub(super) fn work(&self) -> usize {
        self.layers().map(|block| block.edges.len()).sum()
    }

    /// Returns the value of each addition to the counts.
    fn worths(&self, prices: &[f64; COUNTS]) -> Vec<f64> {
        self.tallies.iter().map(|tally| worth(prices, tally)).collect()
    }

    /// Finds the layout with the greatest sum of prices.
    pub(super) fn best(&self, prices: &[f64; COUNTS]) -> Path {
        let worths = self.worths(prices);
        let mut to_go = vec![0.0];
        let mut choices: Vec<Vec<u8>> = Vec::with_capacity(self.layers.len());
        for block in self.layers().rev() {
            let mut now = vec![f64::NEG_INFINITY; block.states()];
            let mut chosen = vec![0; block.states()];
            for state in 0..block.states() {
                for (at, edge) in block.edges(state).iter().enumerate() {
                    let value = worths[usize::from(edge.tally)] + to_go[edge.to as usize];
                    if value > now[state] {
                        (now[state], chosen[state]) = (value, at as u8);
                    }
                }
            }
            to_go = now;
            choices.push(chosen);
        }
        let mut path = Path { value: to_go[0], tally: [0; COUNTS], marks: Vec::new() };
        let mut state = 0;
        for (block, chosen) in self.layers().zip(choices.iter().rev()) {
            let edge = block.edges(state)[usize::from(chosen[state])];
            path.marks.push(edge.mark);
            add(&mut path.tally, &self.tallies[usize::from(edge.tally)]);
            state = edge.to as usize;
        }
        path
    }

    /// Returns for each layer, from the first to the end, the greatest sum of prices from each state on, never too low.
    pub(super) fn to_go(&self, prices: &[f64; COUNTS]) -> Vec<Vec<f32>> {
        let worths = self.worths(prices);
        let mut next = vec![0.0];
        let mut all = vec![vec![0.0]];
        for block in self.layers().rev() {
            let value = |edge: &Edge| worths[usize::from(edge.tally)] + next[edge.to as usize];
            let best = |state| block.edges(state).iter().map(value).fold(f64::NEG_INFINITY, f64::max);
            let now: Vec<f64> = (0..block.states()).map(best).collect();
            all.push(now.iter().copied().map(rounded_up).collect());
            next = now;
        }
        all.reverse();
        all
    }
}

/// Returns a number in single precision that is not below this one.
fn rounded_up(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) < value { near.next_up() } else { near }
}

/// Returns the value of counts at some prices.
pub(super) fn worth(prices: &[f64; COUNTS], tally: &Tally) -> f64 {
    prices.iter().zip(tally).map(|(price, &count)| price * f64::from(count)).sum()
}

/// Adds counts.
pub(super) fn add(sum: &mut Tally, tally: &Tally) {
    sum.iter_mut().zip(tally).for_each(|(sum, count)| *sum += count);
}

/// What is only needed to build a graph.
#[derive(Default)]
struct Builder {
    /// The different sets of states that occur before fields.
    sets: Vec<Vec<u128>>,
    /// The set before a field, the field, its block, and the set after it.
    known: Vec<(usize, usize, usize, usize)>,
    numbers: HashMap<Tally, u16, Fast>,
}

impl Builder {
    /// Returns the number of a set.
    fn set_of(&mut self, states: Vec<u128>) -> usize {
        let known = self.sets.iter().position(|set| *set == states);
        known.unwrap_or_else(|| {
            self.sets.push(states);
            self.sets.len() - 1
        })
    }
}

/// Returns the number of an addition to the counts.
fn number_of(tally: &Tally, numbers: &mut HashMap<Tally, u16, Fast>, tallies: &mut Vec<Tally>) -> u16 {
    *numbers.entry(*tally).or_insert_with(|| {
        tallies.push(*tally);
        (tallies.len() - 1) as u16
    })
}

/// A quick hash of states, which no attacker chooses.
pub(super) type Fast = BuildHasherDefault<Mixer>;

#[derive(Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.0 = (self.0.rotate_left(23) ^ u64::from_le_bytes(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            self.0 ^= self.0 >> 29;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arrowword::given::Extend;
    use crate::arrowword::layout::{LayoutSpec, Lengths};
    use crate::arrowword::puzzle::{Field, Puzzle};
    use crate::grid::Grid;
    use std::hash::BuildHasher;

    /// Builds the graph of an open grid with 3 columns.
    fn graph(rows: usize, most: usize, stop: &dyn Fn() -> bool) -> Result<Graph, NoGraph> {
        let empty = Puzzle { fields: Grid::filled(rows, 3, Field::Open), questions: Vec::new() };
        let shape = Shape::new(&LayoutSpec::new(&empty, Extend::All)).unwrap();
        let detail = Detail { longest: 4, cluster: 4, lengths: Lengths::between(2, 4), line: 4 };
        Graph::new(&shape, &detail, most, stop)
    }

    #[test]
    fn a_graph_has_at_most_this_many_edges_and_can_be_stopped() {
        let whole = graph(4, usize::MAX, &|| false).unwrap();
        let edges: usize = whole.blocks.iter().map(|block| block.edges.len()).sum();
        assert_eq!(graph(4, edges, &|| false).unwrap().work(), whole.work());
        assert_eq!(graph(4, edges - 1, &|| false).unwrap_err(), NoGraph::TooLarge);
        assert_eq!(graph(4, edges, &|| true).unwrap_err(), NoGraph::Stopped);
    }

    #[test]
    fn equal_rows_share_their_edges() {
        let (long, longer) = [30, 40].map(|rows| graph(rows, usize::MAX, &|| false).unwrap()).into();
        assert_eq!(long.blocks.len(), longer.blocks.len());
        assert_eq!((long.layers.len(), longer.layers.len()), (93, 123));
        assert!(long.work() < longer.work());
    }

    #[test]
    fn what_is_to_go_is_what_the_best_path_has_left_rounded_up() {
        let graph = graph(4, usize::MAX, &|| false).unwrap();
        let prices = std::array::from_fn(|at| 0.1 * (at as f64 - 4.5));
        let best = graph.best(&prices);
        assert!((worth(&prices, &best.tally) - best.value).abs() < 1e-9);
        let to_go = graph.to_go(&prices);
        assert_eq!(to_go.len(), graph.layers.len() + 1);
        // From the start on it is the value of the best path, and after the last field there is nothing.
        assert!(
            (best.value..best.value + 1e-5).contains(&f64::from(to_go[0][0])),
            "{} {:?}",
            best.value,
            to_go[0]
        );
        assert_eq!(to_go.last().unwrap(), &[0.0]);
        // In between, what each state has to go is the most that an edge gives and leaves to go.
        for (at, block) in graph.layers().enumerate() {
            for state in 0..block.states() {
                let worth = |edge: &Edge| worth(&prices, &graph.tallies[usize::from(edge.tally)]);
                let ahead = |edge: &Edge| worth(edge) + f64::from(to_go[at + 1][edge.to as usize]);
                let most = block.edges(state).iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
                let found = f64::from(to_go[at][state]);
                assert!(found == most || (found - most).abs() < 1e-5, "{found} for {most}");
            }
        }
    }

    #[test]
    fn different_states_have_different_hashes() {
        let hash = |state: u128| BuildHasherDefault::<Mixer>::default().hash_one(state);
        let states = (0..128).flat_map(|bit| [1 << bit, 3 << bit, !(1 << bit)]);
        let hashes: std::collections::HashSet<u64> = states.clone().map(hash).collect();
        let different: std::collections::HashSet<u128> = states.collect();
        assert_eq!(hashes.len(), different.len());
    }

    #[test]
    fn single_precision_is_rounded_up() {
        for value in [0.1, -0.1, 0.3, 1e-9, 123456.789] {
            let rounded = f64::from(rounded_up(value));
            assert!(rounded >= value && rounded - value <= value.abs() * 1e-6, "{value}: {rounded}");
        }
        assert_eq!(rounded_up(0.5), 0.5);
        assert_eq!(rounded_up(f64::NEG_INFINITY), f32::NEG_INFINITY);
    }
}
