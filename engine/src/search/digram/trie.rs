//! The words of a list as a trie of digrams.
//!
//! A node represents the digrams on the way from the root to it, so the node of a whole word also identifies the word.
//! All children are in one vector, those of a node sorted; a bit mask says how many more digrams the words through a
//! node can have.

use crate::encodings::digram::puzzle::Digram;
use crate::encodings::lexicon::WordList;
use std::ops::Range;

/// The number of a node.
pub type Node = u32;

/// The root: no digrams yet.
pub const ROOT: Node = 0;

/// A trie of digrams.
#[derive(Clone, Debug)]
pub struct Trie {
    nodes: Vec<NodeData>,
    /// Digram and node; the children of one parent are sorted by digram.
    children: Vec<(u16, Node)>,
}

#[derive(Clone, Copy, Debug)]
struct NodeData {
    first: u32,
    count: u32,
    /// The number of words through the node.
    words: u32,
    /// Bit `n`: some word continues for `n` more digrams from here.
    rests: u64,
}

impl Trie {
    /// Builds the trie of the words with these numbers of digrams, all below 64.
    pub fn new(list: &WordList, digrams: Range<usize>) -> Self {
        let mut words: Vec<Vec<u16>> = digrams
            .flat_map(|len| list.words(2 * len))
            .map(|word| Digram::of(word).map(|digram| digram.index() as u16).collect())
            .collect();
        words.sort_unstable();
        let mut trie = Self { nodes: Vec::new(), children: Vec::new() };
        trie.nodes.push(NodeData { first: 0, count: 0, words: 0, rests: 0 });
        // Breadth first, so that the children of a node are adjacent. An entry is a node, its words, and the length of
        // their common prefix.
        let mut queue = std::collections::VecDeque::from([(ROOT, 0..words.len(), 0)]);
        while let Some((node, range, depth)) = queue.pop_front() {
            let mine = &words[range.clone()];
            let first = trie.children.len();
            let rests = mine.iter().fold(0, |rests, word| rests | 1_u64 << (word.len() - depth));
            // A word that ends here is the first of them, since it is a prefix of the others.
            let mut at = mine.iter().take_while(|word| word.len() == depth).count();
            while at < mine.len() {
                let digram = mine[at][depth];
                let end = at + mine[at..].partition_point(|word| word[depth] == digram);
                let child = trie.nodes.len() as Node;
                trie.nodes.push(NodeData { first: 0, count: 0, words: 0, rests: 0 });
                trie.children.push((digram, child));
                queue.push_back((child, range.start + at..range.start + end, depth + 1));
                at = end;
            }
            let count = trie.children.len() - first;
            let words = mine.len() as u32;
            trie.nodes[node as usize] = NodeData { first: first as u32, count: count as u32, words, rests };
        }
        trie
    }

    /// Returns the children of a node, sorted by digram (as its index).
    pub fn children(&self, node: Node) -> &[(u16, Node)] {
        let NodeData { first, count, .. } = self.nodes[node as usize];
        &self.children[first as usize..][..count as usize]
    }

    /// Returns the child of a node for a digram.
    pub fn child(&self, node: Node, digram: u16) -> Option<Node> {
        let children = self.children(node);
        children.binary_search_by_key(&digram, |&(digram, _)| digram).ok().map(|place| children[place].1)
    }

    /// Returns the number of words that begin with the digrams of a node.
    pub fn words(&self, node: Node) -> u32 {
        self.nodes[node as usize].words
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns whether some word continues from here for at least `fewest` and at most `most` digrams.
    pub fn has_rest(&self, node: Node, fewest: usize, most: usize) -> bool {
        let range = (2_u64 << most).wrapping_sub(1) & (!0 << fewest);
        self.nodes[node as usize].rests & range != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings::digram::words;

    #[test]
    fn words_are_paths() {
        let list = words::read(b"abcd\nabcdef\nabxy\nzz\nno\n", "list").unwrap().list;
        let trie = Trie::new(&list, 1..4);
        let walk = |word: &str| {
            word.as_bytes().chunks(2).try_fold(ROOT, |node, pair| {
                trie.child(node, u16::from(pair[0] - b'a') * 26 + u16::from(pair[1] - b'a'))
            })
        };
        assert_eq!(trie.children(ROOT).len(), 3);
        let node = walk("abcd").unwrap();
        assert!(trie.has_rest(node, 0, 0) && trie.has_rest(node, 1, 1) && !trie.has_rest(node, 2, 5));
        assert!(walk("abcdef").is_some() && walk("abcx").is_none() && walk("abcdefgh").is_none());
        assert!(!trie.has_rest(ROOT, 0, 0) && trie.has_rest(ROOT, 3, 3));
        let short = Trie::new(&list, 2..3);
        assert!(!short.has_rest(ROOT, 0, 1) && !short.has_rest(ROOT, 3, 60));
    }
}
