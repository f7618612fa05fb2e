//! Prints a row emitter by emitter: costly, but always possible.
//!
//! An emitter is a piece with its lowest cells in the row that is printed. The rest of it is in at most three rows over
//! this one, which are empty but for it; they are [filled](super::filling) one by one from the top, clear, and the
//! pixels stay. An emitter needs something to rest on: a pixel of the row below, or one that is printed already. Where
//! there is none, all emitters of the row stand on a platform, which clears when its keystone falls, and the row comes
//! down. It needs two columns at a wall in which the row has no pixels.
//!
//! Any kind but O can leave a single pixel in any column but one: S not in the first column, Z not in the last. O leaves two
//! neighbours.

use super::filling::{Filler, Interval, MOST_OVER, PLATFORM_ROWS, Platform};
use super::keystone::Wall;
use super::outline::Outline;
use super::stage::Canvas;
use super::standing::Standing;
use super::tile::Tile;
use crate::game::{ColumnSet, PieceDrop, Tetromino};

/// Prints the next row of the picture.
pub struct RowPrinter<'a> {
    pub canvas: &'a Canvas<'a>,
    /// Rows of the field.
    pub height: usize,
    pub outlines: &'a [Outline],
}

/// A piece that leaves its lowest cells.
struct Emitter {
    /// The picture's row is the tile's row 0.
    tile: Tile,
    pixels: usize,
}

impl Emitter {
    /// The rows over the picture's that it reaches into.
    fn rows(&self) -> usize {
        let top = self.tile.cells.iter().map(|cell| cell.0).max();
        top.unwrap_or_default()
    }

    /// Its columns in a row.
    fn interval(&self, row: usize) -> Option<Interval> {
        let columns = || {
            let cells = self.tile.cells.iter().filter(move |cell| cell.0 == row);
            cells.map(|cell| cell.1)
        };
        Some(Interval {
            first: columns().min()?,
            last: columns().max()?,
        })
    }

    /// Rows to fill for each pixel, in twelfths, which are whole for one to four.
    fn price(&self) -> usize {
        self.rows() * 12 / self.pixels
    }
}

impl RowPrinter<'_> {
    /// The drops that complete the row over the finished ones; `None` if there is no way, or the field too low.
    pub fn print(&self, from: &Standing, filler: &mut Filler) -> Option<Vec<PieceDrop>> {
        let row = from.finished;
        let printed = match from.printed[..] {
            [] => ColumnSet::EMPTY,
            [printed] => printed,
            _ => return None,
        };
        let ground: ColumnSet = (0..self.canvas.width)
            .filter(|column| row == 0 || self.canvas.color(row - 1, *column).is_some())
            .collect();
        if let Some(emitters) = self.emitters(row, printed, ground) {
            return self.emit(row, &emitters, filler);
        }
        if !printed.is_empty() {
            return None;
        }
        Wall::BOTH.into_iter().find_map(|open| {
            let (platform, ground) = self.platform(row, ground, open, filler)?;
            let emitters = self.emitters(row, printed, ground)?;
            let mut drops = platform.drops;
            drops.extend(self.emit(row + PLATFORM_ROWS, &emitters, filler)?);
            drops.push(platform.keystone);
            Some(drops)
        })
    }

    /// A platform that is open at a wall, and the columns where emitters can stand on it.
    fn platform(
        &self,
        row: usize,
        ground: ColumnSet,
        open: Wall,
        filler: &mut Filler,
    ) -> Option<(Platform, ColumnSet)> {
        let width = self.canvas.width;
        let wall = match open {
            Wall::Left => [0, 1],
            Wall::Right => [width - 1, width - 2],
        };
        if wall
            .into_iter()
            .any(|column| self.canvas.color(row, column).is_some())
        {
            return None;
        }
        let on = (0..width).find(|column| ground.contains(*column) && *column != wall[0])?;
        let platform = filler.platform(on, open)?;
        let stands = (0..width).filter(|column| !wall.contains(column));
        Some((platform, stands.collect()))
    }

    /// Emitters for all that is missing of a row, each of which rests on what is there before.
    fn emitters(
        &self,
        row: usize,
        mut printed: ColumnSet,
        ground: ColumnSet,
    ) -> Option<Vec<Emitter>> {
        let mut missing: ColumnSet = (0..self.canvas.width)
            .filter(|column| {
                self.canvas.color(row, *column).is_some() && !printed.contains(*column)
            })
            .collect();
        let mut emitters = Vec::new();
        while !missing.is_empty() {
            let possible = (0..self.canvas.width).flat_map(|column| {
                let emitters = self.outlines.iter();
                emitters.filter_map(move |outline| {
                    self.emitter(row, outline, column, missing, printed, ground)
                })
            });
            let emitter = possible.min_by_key(Emitter::price)?;
            let interval = emitter.interval(0)?;
            let columns: ColumnSet = (interval.first..=interval.last).collect();
            printed |= columns;
            missing = missing & !columns;
            emitters.push(emitter);
        }
        Some(emitters)
    }

    /// A pose with its anchor in a column, if it prints there and rests on something.
    fn emitter(
        &self,
        row: usize,
        outline: &Outline,
        column: usize,
        missing: ColumnSet,
        printed: ColumnSet,
        ground: ColumnSet,
    ) -> Option<Emitter> {
        let lowest = outline.cells.iter().map(|cell| cell.up).min()?;
        let cells = outline
            .cells
            .map(|cell| ((cell.up - lowest) as usize, column + cell.right));
        if cells.iter().any(|cell| cell.1 >= self.canvas.width) {
            return None;
        }
        let kind = outline.pose.piece();
        let is_printed = |(_, column): &(usize, usize)| {
            missing.contains(*column) && self.canvas.kinds(row, *column) >> kind.index() & 1 == 1
        };
        let is_supported = cells.iter().zip(&outline.cells).any(|(cell, outline)| {
            outline.is_lowest
                && match cell.0 {
                    0 => ground.contains(cell.1),
                    1 => printed.contains(cell.1),
                    _ => false,
                }
        });
        let lowest = || cells.iter().filter(|cell| cell.0 == 0);
        let splits_pair = kind == Tetromino::O && !self.begins_pair(row, column);
        (is_supported && lowest().all(is_printed) && !splits_pair).then(|| Emitter {
            pixels: lowest().count(),
            tile: Tile {
                pose: outline.pose,
                cells,
            },
        })
    }

    /// Whether an O here leaves no pixel over that only an O can print: it begins a pair, counted from where its colour
    /// begins.
    fn begins_pair(&self, row: usize, column: usize) -> bool {
        let color = self.canvas.color(row, column);
        let run = (0..column)
            .rev()
            .take_while(|column| self.canvas.color(row, *column) == color);
        run.count().is_multiple_of(2)
    }

    /// Drops the emitters and clears what is over the row, which is so high above the floor.
    fn emit(
        &self,
        row: usize,
        emitters: &[Emitter],
        filler: &mut Filler,
    ) -> Option<Vec<PieceDrop>> {
        let mut drops = Vec::new();
        for emitter in emitters {
            let top = row + emitter.rows() + if emitter.rows() == 0 { 0 } else { MOST_OVER };
            // Two rows at the top stay empty for the pieces to turn in.
            if top + 2 >= self.height {
                return None;
            }
            drops.push(emitter.tile.to_drop());
            for row in (1..=emitter.rows()).rev() {
                drops.extend(filler.complete(emitter.interval(row)?)?);
            }
        }
        Some(drops)
    }
}
