//! The order in which the pieces of a cover are dropped.
//!
//! A piece is dropped after all that lies under it. That is possible in any cover, since no column of a piece has a gap:
//! "lies under" has no circle. What remains is when lines clear: a piece that rests on scaffold alone must come before
//! that line is full. So one piece of the lowest scaffold row is chosen to be the last but for those above it; until it
//! falls, this row holds everything up.

use super::stage::{Fate, Stage};
use super::tile::Tile;

/// Which last pieces are tried: those with the fewest pieces above them.
const MOST_LAST: usize = 24;

/// The tiles in an order in which each rests on something when it is dropped; `None` if none was found.
pub fn in_order(stage: &Stage, tiles: &[Tile]) -> Option<Vec<usize>> {
    let above = Above::new(stage, tiles);
    if stage.has_gap {
        return Game::new(stage, tiles, &above, &[]).play();
    }
    let mut last: Vec<Vec<usize>> = (above.lowest_scaffold(stage).into_iter())
        .map(|tile| above.tower(tile))
        .collect();
    last.sort_by_key(|tower| (tower.len(), tower[0]));
    last.truncate(MOST_LAST);
    if last.is_empty() {
        last.push(Vec::new());
    }
    last.iter()
        .find_map(|tower| Game::new(stage, tiles, &above, tower).play())
}

/// Which tiles lie right above which.
struct Above {
    /// By row and column of the stage.
    owners: Vec<Option<usize>>,
    above: Vec<Vec<usize>>,
    /// How many tiles lie right under each.
    under: Vec<usize>,
}

impl Above {
    fn new(stage: &Stage, tiles: &[Tile]) -> Self {
        let mut owners = vec![None; stage.rows.len() * stage.width];
        for (index, tile) in tiles.iter().enumerate() {
            for (row, column) in tile.cells {
                owners[row * stage.width + column] = Some(index);
            }
        }
        let mut above = vec![Vec::new(); tiles.len()];
        for column in 0..stage.width {
            let cells = (0..stage.rows.len()).map(|row| owners[row * stage.width + column]);
            let stack: Vec<usize> = cells.flatten().collect();
            for pair in stack.windows(2).filter(|pair| pair[0] != pair[1]) {
                above[pair[0]].push(pair[1]);
            }
        }
        let mut under = vec![0; tiles.len()];
        for above in &mut above {
            above.sort_unstable();
            above.dedup();
            above.iter().for_each(|tile| under[*tile] += 1);
        }
        Above {
            owners,
            above,
            under,
        }
    }

    fn lowest_scaffold(&self, stage: &Stage) -> Vec<usize> {
        let row = (0..stage.rows.len()).find(|row| stage.is_scaffold(*row));
        let owners = row.map(|row| &self.owners[row * stage.width..(row + 1) * stage.width]);
        let mut tiles: Vec<usize> = owners
            .unwrap_or_default()
            .iter()
            .flatten()
            .copied()
            .collect();
        tiles.sort_unstable();
        tiles.dedup();
        tiles
    }

    /// A tile and all that cannot be dropped before it.
    fn tower(&self, tile: usize) -> Vec<usize> {
        let mut tower = vec![tile];
        let mut next = 0;
        while let Some(tile) = tower.get(next) {
            for above in &self.above[*tile] {
                if !tower.contains(above) {
                    tower.push(*above);
                }
            }
            next += 1;
        }
        tower
    }
}

/// The stage as it is played, with rows that clear.
struct Game<'a> {
    stage: &'a Stage,
    tiles: &'a [Tile],
    above: &'a Above,
    under: Vec<usize>,
    is_last: Vec<bool>,
    is_filled: Vec<bool>,
    /// Empty cells by row.
    empty: Vec<usize>,
    ready: Vec<usize>,
    order: Vec<usize>,
}

impl<'a> Game<'a> {
    fn new(stage: &'a Stage, tiles: &'a [Tile], above: &'a Above, last: &[usize]) -> Self {
        let rows = stage.rows.len();
        let cells = (0..rows * stage.width).map(|cell| (cell / stage.width, cell % stage.width));
        let is_filled = |(row, column)| stage.square(row, column).fate == Fate::Filled;
        let mut is_last = vec![false; tiles.len()];
        last.iter().for_each(|tile| is_last[*tile] = true);
        Game {
            stage,
            tiles,
            above,
            under: above.under.clone(),
            is_last,
            is_filled: cells.map(is_filled).collect(),
            empty: vec![stage.width; rows],
            ready: (0..tiles.len())
                .filter(|tile| above.under[*tile] == 0)
                .collect(),
            order: Vec::with_capacity(tiles.len()),
        }
    }

    fn play(mut self) -> Option<Vec<usize>> {
        for with_last in [false, true] {
            while let Some(place) = self.next(with_last) {
                self.drop(place);
            }
        }
        (self.order.len() == self.tiles.len()).then_some(self.order)
    }

    /// The place in `ready` of a tile that can be dropped, if possible one that clears nothing.
    fn next(&self, with_last: bool) -> Option<usize> {
        let mut clearing = None;
        for (place, tile) in self.ready.iter().enumerate().rev() {
            if (self.is_last[*tile] && !with_last) || !self.is_supported(&self.tiles[*tile]) {
                continue;
            }
            if !self.clears(&self.tiles[*tile]) {
                return Some(place);
            }
            clearing.get_or_insert(place);
        }
        clearing
    }

    fn drop(&mut self, place: usize) {
        let tile = self.ready.swap_remove(place);
        self.order.push(tile);
        for (row, column) in self.tiles[tile].cells {
            self.is_filled[row * self.stage.width + column] = true;
            self.empty[row] -= 1;
        }
        for above in &self.above.above[tile] {
            self.under[*above] -= 1;
            if self.under[*above] == 0 {
                self.ready.push(*above);
            }
        }
    }

    fn is_cleared(&self, row: usize) -> bool {
        self.empty[row] == 0 && self.stage.is_scaffold(row)
    }

    fn clears(&self, tile: &Tile) -> bool {
        let fills = |row: usize| tile.cells.iter().filter(|cell| cell.0 == row).count();
        (tile.cells.iter())
            .any(|(row, _)| self.stage.is_scaffold(*row) && self.empty[*row] == fills(*row))
    }

    fn is_supported(&self, tile: &Tile) -> bool {
        tile.lowest().any(|(row, column)| {
            match (0..row).rev().find(|below| !self.is_cleared(*below)) {
                Some(below) => self.is_filled[below * self.stage.width + column],
                None => self.stage.ground[column],
            }
        })
    }
}
