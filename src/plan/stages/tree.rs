//! All standings that were reached, and what is to be tried from them.

use rustc_hash::FxHashMap;

use super::standing::Standing;
use crate::game::PieceDrop;

/// A stage that can be played.
pub struct Move {
    pub drops: Vec<PieceDrop>,
    pub lines: usize,
    pub to: Standing,
}

/// The number of a node, from 0 in the order of time.
pub type NodeId = usize;

/// A standing that was reached.
struct Node {
    standing: Standing,
    from: Option<NodeId>,
    /// What leads here.
    drops: Vec<PieceDrop>,
    /// Lines that were cleared so far.
    lines: usize,
    /// The same with those that are likely to follow.
    cost: f64,
    /// What is to be tried from here.
    next_try: Option<Try>,
}

/// What is tried from a standing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Try {
    /// Stages that finish what is begun; all others if there are none.
    First,
    /// All others.
    Second,
}

/// All standings that were reached.
pub struct Tree {
    nodes: Vec<Node>,
    /// The node that is not gone back behind.
    root: NodeId,
    known: FxHashMap<Standing, NodeId>,
    /// The nodes from which something is to be tried soon, by how many rows are finished.
    open: Vec<Vec<NodeId>>,
}

impl Tree {
    /// The empty field, under a picture of so many rows.
    pub fn new(rows: usize) -> Self {
        let mut tree = Tree {
            nodes: Vec::new(),
            root: 0,
            known: FxHashMap::default(),
            open: vec![Vec::new(); rows + 1],
        };
        tree.add(None, Vec::new(), 0, Standing::default(), 0.0);
        tree
    }

    pub fn standing(&self, node: NodeId) -> &Standing {
        &self.nodes[node].standing
    }

    /// Adds where a move leads, unless it is known with as few lines; `outlook`: the lines that are likely to follow.
    pub fn insert(&mut self, from: NodeId, next: Move, outlook: f64) {
        let lines = self.nodes[from].lines + next.lines;
        let known = self
            .known
            .get(&next.to)
            .map(|known| self.nodes[*known].lines);
        if known.is_none_or(|known| lines < known) {
            self.add(Some(from), next.drops, lines, next.to, outlook);
        }
    }

    fn add(
        &mut self,
        from: Option<NodeId>,
        drops: Vec<PieceDrop>,
        lines: usize,
        standing: Standing,
        outlook: f64,
    ) {
        let node = self.nodes.len();
        self.open[standing.finished].push(node);
        self.known.insert(standing.clone(), node);
        self.nodes.push(Node {
            standing,
            from,
            drops,
            lines,
            cost: lines as f64 + outlook,
            next_try: Some(Try::First),
        });
    }

    /// Whether there is anything to try with so many rows finished.
    pub fn is_open(&self, finished: usize) -> bool {
        !self.open[finished].is_empty()
    }

    /// The most finished rows with which there is anything to try.
    pub fn highest_open(&self) -> Option<usize> {
        self.open.iter().rposition(|open| !open.is_empty())
    }

    /// Takes those to be tried next among those with so many rows finished: the ones of least cost.
    pub fn take(&mut self, finished: usize, most: usize) -> Vec<NodeId> {
        let nodes = &self.nodes;
        let open = &mut self.open[finished];
        open.sort_by(|a, b| nodes[*b].cost.total_cmp(&nodes[*a].cost));
        let rest = open.len().saturating_sub(most);
        let mut taken = open.split_off(rest);
        taken.reverse();
        taken
    }

    /// What is to be tried from a node.
    pub fn next_try(&self, node: NodeId) -> Option<Try> {
        self.nodes[node].next_try
    }

    /// Sets what is to be tried from a node when nothing else is left.
    pub fn set_next_try(&mut self, node: NodeId, next: Option<Try>) {
        self.nodes[node].next_try = next;
    }

    /// Opens all nodes again from which there is more to try. Returns whether there are any.
    pub fn reopen(&mut self) -> bool {
        for (id, node) in self.nodes.iter().enumerate().skip(self.root) {
            if node.next_try.is_some() {
                self.open[node.standing.finished].push(id);
            }
        }
        self.highest_open().is_some()
    }

    /// The cheapest way to the end, if there is any.
    pub fn end(&self) -> Option<NodeId> {
        let ends = self.open.last()?.iter().copied();
        ends.min_by_key(|end| self.nodes[*end].lines)
    }

    /// Nodes with at most one row begun, those with most rows finished first.
    pub fn with_one_row_begun(&self) -> Vec<NodeId> {
        let is_so = |node: &NodeId| self.nodes[*node].standing.printed.len() <= 1;
        let mut found: Vec<NodeId> = (self.root..self.nodes.len()).filter(is_so).collect();
        found.sort_by(|a, b| {
            let [a, b] = [*a, *b].map(|node| &self.nodes[node]);
            let by_rows = b.standing.finished.cmp(&a.standing.finished);
            by_rows.then(a.cost.total_cmp(&b.cost))
        });
        found
    }

    /// Goes on from here alone, where no row is begun.
    pub fn settle(&mut self, from: NodeId, next: Move) {
        for open in &mut self.open {
            open.clear();
        }
        self.known.clear();
        self.root = self.nodes.len();
        self.insert(from, next, 0.0);
    }

    /// All drops on the way to a node.
    pub fn into_drops(mut self, node: NodeId) -> Vec<PieceDrop> {
        let mut way = Vec::new();
        let mut next = Some(node);
        while let Some(node) = next {
            way.push(std::mem::take(&mut self.nodes[node].drops));
            next = self.nodes[node].from;
        }
        way.into_iter().rev().flatten().collect()
    }
}
