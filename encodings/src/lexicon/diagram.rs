//! Words of one length as a minimal layered diagram (an MDD, or a DAWG cut into layers).
//!
//! Layer i has an edge for each letter at position i that continues a node; a path from the root to the end is a word,
//! and every word is exactly one path. Nodes of a layer with the same continuations are merged, so the diagram is
//! minimal, and common prefixes and suffixes of words are shared. It is built from sorted words in one pass: everything
//! below the point where the next word branches off is complete, and is looked up among the existing nodes (Daciuk's
//! incremental construction). So there is no larger diagram to minimise afterwards.

use super::Letter;
use std::collections::HashMap;

/// An edge of a [`Diagram`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Edge {
    /// The node it leaves, in the numbering of its layer.
    pub from: usize,
    /// The letter at this position.
    pub letter: Letter,
    /// The node it enters, in the numbering of the next layer.
    pub to: usize,
}

/// A minimal layered diagram of words of one length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagram {
    /// The edges of each layer, by the node they leave and then by letter.
    layers: Vec<Vec<Edge>>,
    /// The number of nodes before each layer, and the one end node.
    nodes: Vec<usize>,
}

/// The edges that leave a node.
type Leaving = Vec<(Letter, usize)>;

impl Diagram {
    /// Builds the diagram of these words, all of `len` letters, in any order. Without words there are no edges.
    pub fn new<'a>(len: usize, words: impl IntoIterator<Item = &'a [Letter]>) -> Self {
        let mut words: Vec<&[Letter]> = words.into_iter().filter(|word| word.len() == len).collect();
        // Lists are sorted already, so this is a single pass.
        words.sort_unstable();
        words.dedup();
        let mut builder = Builder { known: vec![HashMap::new(); len], open: vec![Leaving::new(); len] };
        for pair in words.windows(2) {
            let common = pair[0].iter().zip(pair[1]).take_while(|(a, b)| a == b).count();
            builder.close(pair[0], common);
        }
        if let Some(last) = words.last() {
            builder.close(last, 0);
        }
        builder.build()
    }

    /// Returns the number of letters of the words.
    pub fn word_len(&self) -> usize {
        self.layers.len()
    }

    /// Returns whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.layers.iter().any(Vec::is_empty)
    }

    /// Returns the edges of a layer, `0..word_len()`, by the node they leave and then by letter.
    pub fn layer(&self, layer: usize) -> &[Edge] {
        &self.layers[layer]
    }

    /// Returns the number of nodes before a layer (`0..word_len()`), or at the end (`word_len()`).
    pub fn nodes(&self, layer: usize) -> usize {
        self.nodes[layer]
    }

    /// Returns the largest number of nodes before a layer.
    pub fn width(&self) -> usize {
        self.nodes.iter().copied().max().unwrap_or(0)
    }

    /// Returns the number of edges.
    pub fn edges(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }
}

struct Builder {
    /// The finished nodes of each layer, by the edges that leave them.
    known: Vec<HashMap<Leaving, usize>>,
    /// For each layer, the node that further words may still pass: the edges that leave it so far, without the last
    /// word.
    open: Vec<Leaving>,
}

impl Builder {
    /// Adds the last word below its open nodes and closes those beyond its first `common` letters.
    fn close(&mut self, word: &[Letter], common: usize) {
        let mut to = 0;
        for layer in (common..word.len()).rev() {
            self.open[layer].push((word[layer], to));
            if layer > common {
                let leaving = std::mem::take(&mut self.open[layer]);
                let new = self.known[layer].len();
                to = *self.known[layer].entry(leaving).or_insert(new);
            }
        }
    }

    fn build(mut self) -> Diagram {
        // The root is never closed; an empty diagram has a root, too.
        if let (Some(known), Some(open)) = (self.known.first_mut(), self.open.first_mut()) {
            known.insert(std::mem::take(open), 0);
        }
        let mut nodes: Vec<usize> = self.known.iter().map(HashMap::len).collect();
        nodes.push(1);
        let layer = |known: HashMap<Leaving, usize>| {
            let edges = known.into_iter().flat_map(|(leaving, from)| {
                leaving.into_iter().map(move |(letter, to)| Edge { from, letter, to })
            });
            let mut edges: Vec<Edge> = edges.collect();
            edges.sort_unstable_by_key(|edge| (edge.from, edge.letter));
            edges
        };
        Diagram { layers: self.known.into_iter().map(layer).collect(), nodes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn letters(word: &str) -> Vec<Letter> {
        word.chars().map(|c| Letter::from_char(c).expect("A to Z")).collect()
    }

    fn diagram(len: usize, words: &[&str]) -> Diagram {
        let words: Vec<_> = words.iter().map(|word| letters(word)).collect();
        Diagram::new(len, words.iter().map(Vec::as_slice))
    }

    /// Returns the words below a node.
    fn below(diagram: &Diagram, layer: usize, node: usize) -> BTreeSet<String> {
        if layer == diagram.word_len() {
            return BTreeSet::from([String::new()]);
        }
        let leaving = diagram.layer(layer).iter().filter(|edge| edge.from == node);
        leaving
            .flat_map(|edge| {
                below(diagram, layer + 1, edge.to).into_iter().map(|rest| format!("{}{rest}", edge.letter))
            })
            .collect()
    }

    #[test]
    fn shares_beginnings_and_endings() {
        let diagram = diagram(3, &["TAG", "TAL", "SAG", "SAL", "SEE"]);
        assert_eq!((0..=3).map(|layer| diagram.nodes(layer)).collect::<Vec<_>>(), [1, 2, 2, 1]);
        assert_eq!((0..3).map(|layer| diagram.layer(layer).len()).collect::<Vec<_>>(), [2, 3, 3]);
        assert_eq!((diagram.edges(), diagram.width()), (8, 2));
    }

    #[test]
    fn no_word_is_an_empty_diagram() {
        for words in [&[][..], &["TOO", "LONG"]] {
            let diagram = diagram(2, words);
            assert!(diagram.is_empty() && diagram.edges() == 0 && diagram.nodes(0) == 1);
        }
    }

    proptest! {
        /// The paths are the words, and no two nodes of a layer have the same words below.
        #[test]
        fn is_exact_and_minimal(words in prop::collection::btree_set("[A-C]{4}", 0..40)) {
            let list: Vec<&str> = words.iter().map(String::as_str).rev().collect();
            let diagram = diagram(4, &list);
            prop_assert_eq!(below(&diagram, 0, 0), words);
            for layer in 0..=4 {
                let nodes: BTreeSet<_> = (0..diagram.nodes(layer)).map(|n| below(&diagram, layer, n)).collect();
                prop_assert_eq!(nodes.len(), diagram.nodes(layer));
            }
        }
    }
}
