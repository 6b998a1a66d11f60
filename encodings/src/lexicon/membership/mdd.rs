//! The words of a slot as a diagram: a variable for each edge and node of the minimal layered diagram.
//!
//! The models of a slot's clauses are the paths of the [`Diagram`]: an edge implies its letter and both its nodes, a
//! node implies an incoming and an outgoing edge, a letter implies an edge with it. So unit propagation excludes a
//! letter as soon as no path can use it: edges become false with their letter, nodes with their last edge on either
//! side, and letters with their last edge. Since each cell has one letter and the edges that leave a node have
//! different letters, a model has exactly one path, and neither nodes nor edges need an at-most-one.
//!
//! Where two of these are equivalent they share a variable: an edge that is the only one to leave its node is that
//! node, a node with only one incoming edge is that edge, and in an unconditional slot an edge that is the only one of
//! its layer with some letter is that letter.

use super::LetterBits;
use crate::cnf::{Bit, FamilyId, Formula};
use crate::lexicon::{Diagram, Letter};

/// The variable families of the diagrams of a formula.
#[derive(Clone, Copy, Debug)]
pub struct DiagramFamilies {
    /// `node(slot,i,n)`: the word runs through node n before its letter i.
    pub node: FamilyId,
    /// `edge(slot,i,n,A)`: the word leaves node n with the letter A.
    pub edge: FamilyId,
}

/// Adds a slot: if `condition` holds, its cells spell a word of the diagram. The letters of the diagram must be
/// possible in the cells (their bits not false), and `slot` names the variables.
pub fn add_slot(
    formula: &mut Formula,
    families: DiagramFamilies,
    slot: usize,
    condition: Bit,
    cells: &[&LetterBits],
    diagram: &Diagram,
) {
    if condition == Bit::False {
        return;
    }
    if diagram.is_empty() || diagram.word_len() != cells.len() {
        formula.label("some word");
        formula.add_bits([!condition]);
        return;
    }
    let mut nodes = vec![condition];
    for (i, &cell) in cells.iter().enumerate() {
        let edges = edge_bits(formula, families.edge, [slot, i], condition, cell, (diagram, &nodes));
        let next = node_bits(formula, families.node, [slot, i + 1], condition, (diagram, &edges));
        tie(formula, condition, cell, diagram.layer(i), &edges, [&nodes, &next]);
        nodes = next;
    }
}

/// Returns the bits of the edges of a layer, given those of the nodes before it.
fn edge_bits(
    formula: &mut Formula,
    family: FamilyId,
    [slot, i]: [usize; 2],
    condition: Bit,
    cell: &LetterBits,
    (diagram, nodes): (&Diagram, &[Bit]),
) -> Vec<Bit> {
    let layer = diagram.layer(i);
    let mut leaving = vec![0; nodes.len()];
    let mut carrying = [0; Letter::COUNT];
    for edge in layer {
        leaving[edge.from] += 1;
        carrying[edge.letter.index()] += 1;
    }
    let mut bits = Vec::with_capacity(layer.len());
    for edge in layer {
        let letter = edge.letter.index();
        bits.push(if leaving[edge.from] == 1 {
            nodes[edge.from]
        } else if carrying[letter] == 1 && condition == Bit::True {
            cell[letter]
        } else {
            formula.indexed_var(family, &[slot, i, edge.from, letter]).into()
        });
    }
    bits
}

/// Returns the bits of the nodes after a layer, given those of its edges. The bit of the end node is the condition.
fn node_bits(
    formula: &mut Formula,
    family: FamilyId,
    [slot, i]: [usize; 2],
    condition: Bit,
    (diagram, edges): (&Diagram, &[Bit]),
) -> Vec<Bit> {
    if i == diagram.word_len() {
        return vec![condition];
    }
    let mut entering: Vec<Option<Bit>> = vec![None; diagram.nodes(i)];
    let mut many = vec![false; diagram.nodes(i)];
    for (edge, &bit) in diagram.layer(i - 1).iter().zip(edges) {
        many[edge.to] |= entering[edge.to].replace(bit).is_some();
    }
    let mut bits = Vec::with_capacity(entering.len());
    for (node, entering) in entering.into_iter().enumerate() {
        bits.push(match entering {
            Some(edge) if !many[node] => edge,
            _ => formula.indexed_var(family, &[slot, i, node]).into(),
        });
    }
    bits
}

/// Adds the clauses of a layer.
fn tie(
    formula: &mut Formula,
    condition: Bit,
    cell: &LetterBits,
    layer: &[crate::lexicon::Edge],
    edges: &[Bit],
    [before, after]: [&[Bit]; 2],
) {
    let pairs = || layer.iter().zip(edges.iter().copied());
    let mut imply = |label: &'static str, edge: Bit, what: Bit| {
        // If both are the same variable no clause is needed.
        if edge != what {
            formula.label(label);
            formula.add_bits([!edge, what]);
        }
    };
    for (edge, bit) in pairs() {
        imply("edge -> letter", bit, cell[edge.letter.index()]);
    }
    for (edge, bit) in pairs() {
        imply("edge -> its nodes", bit, before[edge.from]);
        imply("edge -> its nodes", bit, after[edge.to]);
    }
    let mut leaving: Vec<Vec<Bit>> = vec![Vec::new(); before.len()];
    let mut entering: Vec<Vec<Bit>> = vec![Vec::new(); after.len()];
    let mut carrying: Vec<Vec<Bit>> = vec![Vec::new(); Letter::COUNT];
    for (edge, bit) in pairs() {
        leaving[edge.from].push(bit);
        entering[edge.to].push(bit);
        carrying[edge.letter.index()].push(bit);
    }
    let mut need = |label: &'static str, needy: Bit, some: Vec<Bit>, condition: Bit| {
        if needy != Bit::False && some[..] != [needy] {
            formula.label(label);
            formula.add_bits(some.into_iter().chain([!needy, !condition]));
        }
    };
    for (&node, edges) in before.iter().zip(leaving) {
        need("node -> some edge out", node, edges, Bit::True);
    }
    for (&node, edges) in after.iter().zip(entering) {
        need("node -> some edge in", node, edges, Bit::True);
    }
    for (&letter, edges) in cell.iter().zip(carrying) {
        // All edges of the layer have a given letter, so one of them is true anyway.
        if letter != Bit::True {
            need("letter -> some edge with it", letter, edges, condition);
        }
    }
}
