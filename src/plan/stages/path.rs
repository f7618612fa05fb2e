//! The way through the stages so far, with what is left to try at each standing.

use super::standing::Standing;
use crate::game::PieceDrop;

/// A stage that can be played.
pub struct Move {
    pub drops: Vec<PieceDrop>,
    pub to: Standing,
    /// Pixels for each cell of scaffold, more or less: the higher the better.
    pub merit: f64,
}

/// A way of choosing stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Scaffold, and rows of the picture over it that are printed as far as it serves.
    InPart,
    /// Scaffold over rows that are begun, which need not be finished.
    InPartAgain,
    /// One more row of the picture, printed completely between scaffold rows.
    AsAWhole,
}

/// A standing on the way.
struct Node {
    standing: Standing,
    /// Found and untried, the next one last.
    moves: Vec<Move>,
    /// The ways of choosing stages that are still untried, the next one last.
    choices: Vec<Choice>,
    /// What leads on to the next node.
    drops: Vec<PieceDrop>,
}

impl Node {
    fn new(standing: Standing, with_gaps: bool) -> Self {
        let gaps = with_gaps.then_some(Choice::InPartAgain);
        Node {
            standing,
            moves: Vec::new(),
            choices: [Some(Choice::AsAWhole), gaps, Some(Choice::InPart)]
                .into_iter()
                .flatten()
                .collect(),
            drops: Vec::new(),
        }
    }
}

/// The way so far.
pub struct Path {
    /// What is not gone back on.
    settled: Vec<PieceDrop>,
    /// One at least.
    nodes: Vec<Node>,
    /// Whether rows that are begun may be left with gaps once more.
    with_gaps: bool,
}

/// What a step along the path was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    On,
    Back,
    /// Nothing is left to try.
    None,
}

impl Path {
    /// From the empty field.
    pub fn new() -> Self {
        Path {
            settled: Vec::new(),
            nodes: vec![Node::new(Standing::default(), false)],
            with_gaps: false,
        }
    }

    /// Whether rows that are begun may be left with gaps once more.
    pub fn is_with_gaps(&self) -> bool {
        self.with_gaps
    }

    /// Rows that are begun may be left with gaps from now on, here and wherever it goes back to.
    pub fn allow_gaps(&mut self) {
        self.with_gaps = true;
        for node in &mut self.nodes {
            node.choices.push(Choice::InPartAgain);
        }
        // What was begun from here and led nowhere is begun once more.
        self.last_mut().choices.push(Choice::InPart);
    }

    /// Rows that are begun are to be finished again from here.
    pub fn forbid_gaps(&mut self) {
        self.with_gaps = false;
    }

    fn last(&self) -> &Node {
        self.nodes.last().expect("a path has a node at least")
    }

    fn last_mut(&mut self) -> &mut Node {
        self.nodes.last_mut().expect("a path has a node at least")
    }

    /// Where it has come to.
    pub fn standing(&self) -> &Standing {
        &self.last().standing
    }

    /// The way of choosing stages that is to be tried now.
    pub fn next_choice(&mut self) -> Option<Choice> {
        let node = self.last_mut();
        node.moves.is_empty().then(|| node.choices.pop()).flatten()
    }

    /// Moves from where it has come to, the best one last.
    pub fn set_moves(&mut self, moves: Vec<Move>) {
        self.last_mut().moves = moves;
    }

    /// Takes the best move, or a step back if there is none.
    pub fn step(&mut self) -> Step {
        let with_gaps = self.with_gaps;
        let node = self.last_mut();
        if let Some(next) = node.moves.pop() {
            node.drops = next.drops;
            self.nodes.push(Node::new(next.to, with_gaps));
            return Step::On;
        }
        match (node.choices.is_empty(), self.nodes.len()) {
            (false, _) => Step::On,
            (true, 1) => Step::None,
            (true, _) => {
                self.nodes.pop();
                Step::Back
            }
        }
    }

    /// Goes back to the last standing from which the next row can be finished alone, by at most so many steps, and on to
    /// the row's end, where nothing is begun. This is settled then. Returns whether there is such a standing.
    pub fn settle(
        &mut self,
        most_back: usize,
        mut print: impl FnMut(&Standing) -> Option<Vec<PieceDrop>>,
    ) -> bool {
        for index in (0..self.nodes.len())
            .rev()
            .take(most_back.saturating_add(1))
        {
            let standing = &self.nodes[index].standing;
            let Some(drops) = print(standing) else {
                continue;
            };
            let next = Standing {
                finished: standing.finished + 1,
                printed: Vec::new(),
            };
            let next = Node::new(next, self.with_gaps);
            self.nodes.truncate(index);
            let before = std::mem::replace(&mut self.nodes, vec![next]);
            self.settled
                .extend(before.into_iter().flat_map(|node| node.drops).chain(drops));
            return true;
        }
        false
    }

    /// All drops of the way.
    pub fn into_drops(self) -> Vec<PieceDrop> {
        let mut drops = self.settled;
        drops.extend(self.nodes.into_iter().flat_map(|node| node.drops));
        drops
    }
}
