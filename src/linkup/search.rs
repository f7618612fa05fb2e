//! The complete search: which tile goes with which.
//!
//! Taking tiles only ever opens ways. So once all partners are settled the order does not
//! matter: whatever can be linked is taken, and if that ends with tiles left, no order does better.
//! The search is therefore one over partners, not over orders:
//!
//! * A pair whose partners are settled is taken as soon as it is linked, and so is all that is left of a
//!   kind, if it is little and an order is found that takes it now: that never closes a way.
//! * Then a rollout plays on, greedily. Where nothing is linked any more it relaxes the rules (it
//!   "cheats"): a tile may go with a possible partner that has been used already. A rollout
//!   that clears the board without cheating is a solution. One that does not clear it even by
//!   cheating is the proof of a dead end: no choice of partners reaches what is left.
//! * Else the search branches on the tile that cheated: each of its possible partners in turn.
//!
//! Positions proved dead are remembered by what is left and which partners are still possible.

use super::bits::Bits;
use super::dead::Dead;
use super::{LinkBoard, LinkCell, Taken};

/// What a search has found.
pub enum Found {
    /// Pairs that clear the board, in their order.
    Pairs(Vec<[LinkCell; 2]>),
    /// That none do; `stays` are cells that the first rollout never reached.
    Nothing { stays: Vec<LinkCell> },
    /// The limit of the work.
    GaveUp,
}

/// Searches; gives up after `work` tests of links.
pub fn search(board: &LinkBoard, work: u64) -> Found {
    let mut search = Search::new(board, work);
    let root = Position::new(board, &search.tiles);
    let stays = match search.settle(&mut root.clone()) {
        Rollout::Stuck(left) => left,
        Rollout::Solved | Rollout::Cheated(_) => Vec::new(),
    };
    match search.descend(root) {
        Some(Verdict::Cleared) => Found::Pairs(search.solution),
        Some(Verdict::Dead) => Found::Nothing {
            stays: stays
                .into_iter()
                .map(|tile| search.tiles.cells[tile])
                .collect(),
        },
        None => Found::GaveUp,
    }
}

/// The tiles of a board, numbered so that those of a kind follow each other.
struct Tiles {
    cells: Vec<LinkCell>,
    /// The first tile of each tile's kind and the one after its last.
    kinds: Vec<(usize, usize)>,
    kind_of: Vec<usize>,
    /// Words of 64 bits for the partners of a tile.
    words: usize,
}

/// A position of the search.
#[derive(Clone)]
struct Position {
    taken: Taken,
    is_left: Vec<bool>,
    /// How many tiles of each kind are left.
    left: Vec<usize>,
    /// Who may still be whose partner: for each tile a bit for each tile of its kind.
    partners: Vec<u64>,
    pairs: Vec<[usize; 2]>,
}

enum Verdict {
    Cleared,
    Dead,
}

/// How a rollout ends.
enum Rollout {
    Solved,
    /// The tile that cheated first, with the partner that it took.
    Cheated([usize; 2]),
    /// The tiles that even cheating does not reach.
    Stuck(Vec<usize>),
}

struct Search {
    tiles: Tiles,
    /// Tests of links that may still be made.
    work: u64,
    dead: Dead<Box<[u64]>>,
    solution: Vec<[LinkCell; 2]>,
}

impl Tiles {
    fn of(board: &LinkBoard) -> Tiles {
        let mut tiles = Tiles {
            cells: Vec::new(),
            kinds: Vec::new(),
            kind_of: Vec::new(),
            words: 1,
        };
        for cells in board.cells_by_kind() {
            let start = tiles.cells.len();
            tiles
                .kind_of
                .extend(cells.iter().map(|_| tiles.kinds.len()));
            tiles.words = tiles.words.max(cells.len().div_ceil(64));
            tiles.cells.extend(cells);
            tiles.kinds.push((start, tiles.cells.len()));
        }
        tiles
    }
}

impl Position {
    fn new(board: &LinkBoard, tiles: &Tiles) -> Position {
        let mut position = Position {
            taken: Taken::of(board),
            is_left: vec![true; tiles.cells.len()],
            left: tiles.kinds.iter().map(|(start, end)| end - start).collect(),
            partners: vec![0; tiles.cells.len() * tiles.words],
            pairs: Vec::new(),
        };
        for tile in 0..tiles.cells.len() {
            let (start, end) = tiles.kinds[tiles.kind_of[tile]];
            for other in (start..end).filter(|other| *other != tile) {
                position.allow(tiles, tile, other, true);
            }
        }
        position
    }

    fn allow(&mut self, tiles: &Tiles, tile: usize, other: usize, is_allowed: bool) {
        let bit = other - tiles.kinds[tiles.kind_of[tile]].0;
        let word = &mut self.partners[tile * tiles.words + bit / 64];
        match is_allowed {
            true => *word |= 1 << (bit % 64),
            false => *word &= !(1 << (bit % 64)),
        }
    }

    /// The possible partners of a tile.
    fn partners<'a>(&'a self, tiles: &Tiles, tile: usize) -> impl Iterator<Item = usize> + 'a {
        let start = tiles.kinds[tiles.kind_of[tile]].0;
        let words = &self.partners[tile * tiles.words..(tile + 1) * tiles.words];
        words
            .iter()
            .enumerate()
            .flat_map(move |(index, &word)| Bits(word).map(move |bit| start + index * 64 + bit))
    }

    fn take(&mut self, tiles: &Tiles, pair: [usize; 2]) {
        for tile in pair {
            self.remove(tiles, tile);
        }
        self.pairs.push(pair);
    }

    fn remove(&mut self, tiles: &Tiles, tile: usize) {
        self.is_left[tile] = false;
        self.left[tiles.kind_of[tile]] -= 1;
        self.taken.take(tiles.cells[tile]);
    }

    /// Settles that two tiles are partners.
    fn settle(&mut self, tiles: &Tiles, [a, b]: [usize; 2]) {
        let (start, end) = tiles.kinds[tiles.kind_of[a]];
        for other in start..end {
            for tile in [a, b] {
                if other != tile {
                    let is_pair = other == a || other == b;
                    self.allow(tiles, tile, other, is_pair);
                    self.allow(tiles, other, tile, is_pair);
                }
            }
        }
    }

    /// What makes two positions the same.
    fn key(&self, tiles: &Tiles) -> Box<[u64]> {
        let rows = self.partners.chunks_exact(tiles.words).zip(&self.is_left);
        let masked = rows.flat_map(|(row, is_left)| {
            row.iter().map(move |word| if *is_left { *word } else { 0 })
        });
        masked.collect()
    }
}

impl Search {
    fn new(board: &LinkBoard, work: u64) -> Search {
        Search {
            tiles: Tiles::of(board),
            work,
            dead: Dead::new(),
            solution: Vec::new(),
        }
    }

    fn is_linked(&mut self, taken: &Taken, a: usize, b: usize) -> bool {
        self.work = self.work.saturating_sub(1);
        taken.are_linked(self.tiles.cells[a], self.tiles.cells[b])
    }

    /// Depth first; `None` when the work is used up.
    fn descend(&mut self, mut position: Position) -> Option<Verdict> {
        let cheat = match self.settle(&mut position) {
            Rollout::Solved => {
                let cell = |tile: usize| self.tiles.cells[tile];
                self.solution = position.pairs.iter().map(|pair| pair.map(cell)).collect();
                return Some(Verdict::Cleared);
            }
            Rollout::Stuck(_) => return Some(Verdict::Dead),
            Rollout::Cheated(cheat) => cheat,
        };
        if self.work == 0 {
            return None;
        }
        let key = position.key(&self.tiles);
        if self.dead.contains(&key) {
            return Some(Verdict::Dead);
        }
        let [tile, wanted] = cheat;
        let kind = self.tiles.kind_of[tile];
        let mut partners: Vec<usize> = position
            .partners(&self.tiles, tile)
            .filter(|other| position.is_left[*other])
            .collect();
        partners.sort_by_key(|other| *other != wanted);
        for partner in partners {
            let mut child = position.clone();
            child.settle(&self.tiles, [tile, partner]);
            self.take_settled(&mut child);
            let is_kind_gone = child.left[kind] == 0;
            if let Verdict::Cleared = self.descend(child)? {
                return Some(Verdict::Cleared);
            }
            // Other partners take no more than the whole kind.
            if is_kind_gone {
                break;
            }
        }
        let bytes = size_of_val(&*key);
        self.dead.insert(key, bytes);
        Some(Verdict::Dead)
    }

    /// Takes all that nothing is lost by, then rolls out. After [`Rollout::Solved`] the position
    /// holds all pairs.
    fn settle(&mut self, position: &mut Position) -> Rollout {
        self.take_settled(position);
        let mut rollout = position.clone();
        let mut cheated = None;
        loop {
            if self.take_any(&mut rollout) {
                self.take_settled(&mut rollout);
            } else if let Some([tile, other]) = self.cheat(position, &rollout) {
                cheated = cheated.or(Some([tile, other]));
                rollout.remove(&self.tiles, tile);
                if rollout.is_left[other] {
                    rollout.remove(&self.tiles, other);
                }
                self.take_settled(&mut rollout);
            } else {
                break;
            }
        }
        let left: Vec<usize> = (0..rollout.is_left.len())
            .filter(|tile| rollout.is_left[*tile])
            .collect();
        match (left.is_empty(), cheated) {
            (false, _) => Rollout::Stuck(left),
            (true, Some(cheat)) => Rollout::Cheated(cheat),
            (true, None) => {
                position.pairs = rollout.pairs;
                Rollout::Solved
            }
        }
    }

    /// Takes settled pairs and whole kinds until none is linked.
    fn take_settled(&mut self, position: &mut Position) {
        loop {
            let mut has_changed = false;
            for kind in 0..self.tiles.kinds.len() {
                if position.left[kind] > 0 {
                    has_changed |= self.take_settled_of(position, kind);
                }
            }
            if !has_changed {
                return;
            }
        }
    }

    fn take_settled_of(&mut self, position: &mut Position, kind: usize) -> bool {
        let (start, end) = self.tiles.kinds[kind];
        let before = position.left[kind];
        for tile in start..end {
            if !position.is_left[tile] {
                continue;
            }
            let mut partners = position
                .partners(&self.tiles, tile)
                .filter(|other| position.is_left[*other]);
            let (first, second) = (partners.next(), partners.next());
            drop(partners);
            if let (Some(partner), None) = (first, second)
                && self.is_linked(&position.taken, tile, partner)
            {
                position.take(&self.tiles, [tile, partner]);
            }
        }
        let left = position.left[kind];
        if (4..=MOST_MATCHED).contains(&left) {
            let taken = position.taken.clone();
            let mut pairs = Vec::new();
            let tiles: Vec<usize> = (start..end)
                .filter(|tile| position.is_left[*tile])
                .collect();
            if self.matches(position, taken, &tiles, &mut pairs) {
                for pair in pairs {
                    position.take(&self.tiles, pair);
                }
            }
        }
        position.left[kind] < before
    }

    /// Whether an order is found in which all these tiles of a kind can be taken, one pair after the other.
    fn matches(
        &mut self,
        position: &Position,
        taken: Taken,
        tiles: &[usize],
        pairs: &mut Vec<[usize; 2]>,
    ) -> bool {
        if tiles.is_empty() {
            return true;
        }
        for (index, &a) in tiles.iter().enumerate() {
            let mut is_any = false;
            for &b in &tiles[index + 1..] {
                let may = position
                    .partners(&self.tiles, a)
                    .any(|partner| partner == b);
                if !may || !self.is_linked(&taken, a, b) {
                    continue;
                }
                is_any = true;
                let rest: Vec<usize> = tiles
                    .iter()
                    .copied()
                    .filter(|tile| *tile != a && *tile != b)
                    .collect();
                let mut taken = taken.clone();
                for tile in [a, b] {
                    taken.take(self.tiles.cells[tile]);
                }
                pairs.push([a, b]);
                if self.matches(position, taken, &rest, pairs) {
                    return true;
                }
                pairs.pop();
            }
            // It might wait for a partner that it is not linked with yet. To miss such an order is no mistake: the search
            // goes on without it.
            if is_any {
                return false;
            }
        }
        false
    }

    /// Takes one linked pair of partners that are not settled.
    fn take_any(&mut self, rollout: &mut Position) -> bool {
        for a in 0..self.tiles.cells.len() {
            if !rollout.is_left[a] {
                continue;
            }
            let partners: Vec<usize> = rollout
                .partners(&self.tiles, a)
                .filter(|b| *b > a && rollout.is_left[*b])
                .collect();
            for b in partners {
                if self.is_linked(&rollout.taken, a, b) {
                    rollout.take(&self.tiles, [a, b]);
                    return true;
                }
            }
        }
        false
    }

    /// A tile that is linked to a possible partner which is gone already; its partners are those of
    /// the position that the rollout began with.
    fn cheat(&mut self, position: &Position, rollout: &Position) -> Option<[usize; 2]> {
        for a in 0..self.tiles.cells.len() {
            if !rollout.is_left[a] {
                continue;
            }
            for b in position
                .partners(&self.tiles, a)
                .filter(|b| position.is_left[*b])
                .collect::<Vec<_>>()
            {
                if self.is_linked(&rollout.taken, a, b) {
                    return Some([a, b]);
                }
            }
        }
        None
    }
}

/// Kinds with more tiles left are not tried as a whole.
const MOST_MATCHED: usize = 6;
