//! The search where tiles fall.
//!
//! There the order of the pairs matters: taking a tile may close a way. So orders are searched, not partners: first by
//! random plays, then completely, depth first. Positions proved dead are remembered.

use super::dead::Dead;
use super::generate::Random;
use super::phases::pairs_of;
use super::search::Found;
use super::{Gravity, Kind, LinkBoard, LinkCell, Taken};

/// Searches; gives up after `work` tests of links, of which random plays may make `chance`.
pub fn search_falling(board: &LinkBoard, chance: u64, work: u64) -> Found {
    let mut random = Random::seeded(0);
    let mut left = chance.min(work);
    while left > 0 {
        if let Some(pairs) = play(board, &mut random, &mut left) {
            return Found::Pairs(pairs);
        }
    }
    let mut search = Search {
        random,
        work: work.saturating_sub(chance),
        dead: Dead::new(),
        pairs: Vec::new(),
    };
    match search.descend(board) {
        Some(true) => Found::Pairs(search.pairs),
        Some(false) => Found::Nothing {
            stays: never_linked(board),
        },
        None => Found::GaveUp,
    }
}

/// Takes random linked pairs until none is left; gives them if they clear the board.
fn play(board: &LinkBoard, random: &mut Random, work: &mut u64) -> Option<Vec<[LinkCell; 2]>> {
    let mut board = board.clone();
    let mut pairs = Vec::new();
    while board.tiles().next().is_some() {
        let mut linked = linked(&board, work)?;
        random.shuffle(&mut linked);
        let pair = *linked.first()?;
        board.take_pair(pair, Gravity::Down);
        pairs.push(pair);
    }
    Some(pairs)
}

/// The pairs that can be taken now; `None` if that is too much work.
fn linked(board: &LinkBoard, work: &mut u64) -> Option<Vec<[LinkCell; 2]>> {
    let taken = Taken::of(board);
    let kinds = board.cells_by_kind();
    let pairs = kinds.iter().flat_map(|cells| pairs_of(cells));
    let mut linked = Vec::new();
    for [a, b] in pairs {
        *work = work.checked_sub(1)?;
        if taken.are_linked(a, b) {
            linked.push([a, b]);
        }
    }
    Some(linked)
}

/// All tiles of a board on which nothing can be taken; of others nothing is known.
fn never_linked(board: &LinkBoard) -> Vec<LinkCell> {
    let mut unlimited = u64::MAX;
    match linked(board, &mut unlimited) {
        Some(linked) if linked.is_empty() => board.tiles().map(|(cell, _)| cell).collect(),
        Some(_) | None => Vec::new(),
    }
}

struct Search {
    random: Random,
    /// Tests of links that may still be made.
    work: u64,
    dead: Dead<LinkBoard>,
    pairs: Vec<[LinkCell; 2]>,
}

impl Search {
    /// Whether the board can be cleared; then `pairs` do. `None` if that takes too much work.
    fn descend(&mut self, board: &LinkBoard) -> Option<bool> {
        if board.tiles().next().is_none() {
            return Some(true);
        }
        if self.dead.contains(board) {
            return Some(false);
        }
        let mut linked = linked(board, &mut self.work)?;
        self.random.shuffle(&mut linked);
        for pair in linked {
            let mut rest = board.clone();
            rest.take_pair(pair, Gravity::Down);
            self.pairs.push(pair);
            if self.descend(&rest)? {
                return Some(true);
            }
            self.pairs.pop();
        }
        let bytes = board.cells().len() * size_of::<Option<Kind>>();
        self.dead.insert(board.clone(), bytes);
        Some(false)
    }
}
