//! Reading a board with a given grid: which of its blocks look the same, and which are empty cells.

use crate::grid::{Axis, Grid, IntegralImage, Survey};

use super::agreement::Agreement;
use super::pairing::Pairing;
use super::scene::{Evened, Scene};
use super::split::rejoined;
use super::strays::{Stray, fit, joined};
use super::view::View;
use super::{Kind, LinkBoard, LinkBoardError, LinkCell};

/// The likeness of tiles that are the same but for the light on them: 0.9999 for those of KShisen.
const SAME: f32 = 0.99;

/// A board read with a grid.
#[derive(Clone)]
pub struct Reading {
    /// The tiles by kind; kinds are numbered in order of appearance.
    pub board: LinkBoard,
    pub grid: Grid,
    /// How well the tiles pair up.
    pub pairing: Pairing,
    /// How well they do, less what speaks against their being tiles.
    pub score: f64,
    /// Highlighted tiles, whose kind is what was left over.
    pub strays: Vec<LinkCell>,
    /// Whether these only lie in the shadow at the board's edge: in another light they are the same as their kind.
    pub are_in_shadow: bool,
    /// How much they look like one of their kind at least, 0 to 1; 0 if one of them looks as much like another tile.
    pub fit: f32,
    /// The share of places that are taken for empty among those that look as busy as tiles.
    pub busyness: f64,
    /// The places that are taken for empty and look like tiles: by what is foreign to the ground, or by their card and a
    /// pattern.
    pub overlooked: Vec<usize>,
    /// How many places look like what they were not taken for, tiles or the ground, or would pair up as tiles, too, once a
    /// reading has been chosen.
    pub contradicted: usize,
    /// Whether the borders of solid tiles tell the same places to be tiles.
    pub is_told_by_borders: bool,
    pub evidence: Evidence,
}

/// What tells the tiles of a reading and their kinds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// What places look like, compared with each other and with the ground.
    Looks,
    /// The parts in which places agree, whatever they stand on.
    Agreement,
    /// That each tile repeats and no other place looks like one, nor like anything but the ground.
    Repeats,
    /// What places look like and the parts in which they agree tell the same board.
    Both,
}

impl Reading {
    fn of(
        image: &IntegralImage,
        view: &View,
        grid: Grid,
        kinds: &[Option<Kind>],
        clarity: f32,
        misplaced: impl Fn(&LinkBoard) -> usize,
    ) -> Result<Reading, LinkBoardError> {
        let (tiles, strays) = joined(view, kinds);
        let tiles = rejoined(view, tiles);
        let fit = fit(view, &tiles, &strays);
        let board = LinkBoard::new(grid.x.count, tiles)?;
        let pairing = Pairing::of(&board, &view.plain, clarity);
        let occupied = board.occupied();
        let busyness = view.busyness(&occupied, |_| false);
        let overlooked = grid.foreign(image, &occupied);
        let is_at_edge = |cell: LinkCell| {
            let is_end = |at: usize, count: usize| at == 0 || at + 1 == count;
            is_end(cell.row, grid.y.count) || is_end(cell.column, grid.x.count)
        };
        let cell =
            |stray: Stray| LinkCell::new(stray.block / grid.x.count, stray.block % grid.x.count);
        let is_in_shadow = |stray: &Stray| stray.likeness >= SAME && is_at_edge(cell(*stray));
        Ok(Reading {
            grid,
            pairing,
            score: pairing.score() - (misplaced(&board) + overlooked.len()) as f64,
            are_in_shadow: strays.iter().all(is_in_shadow),
            fit,
            strays: strays.into_iter().map(cell).collect(),
            busyness,
            overlooked,
            contradicted: 0,
            is_told_by_borders: false,
            evidence: Evidence::Looks,
            board,
        })
    }
}

#[cfg(test)]
impl Reading {
    /// Of a board as text, all tiles of which have a pattern.
    pub fn of_text(board: &str, clarity: f32) -> Reading {
        let board: LinkBoard = board.parse().expect("it is a board");
        let plain = vec![false; board.cells().count()];
        Reading::assumed(board, &plain, clarity)
    }

    /// Of a board that was not read from any picture.
    pub fn assumed(board: LinkBoard, plain: &[bool], clarity: f32) -> Reading {
        let pairing = Pairing::of(&board, plain, clarity);
        Reading {
            grid: Grid {
                x: Axis::dividing(240, board.columns()),
                y: Axis::dividing(240, board.rows()),
                confidence: 1.0,
            },
            board,
            pairing,
            score: pairing.score(),
            strays: Vec::new(),
            are_in_shadow: false,
            fit: 1.0,
            busyness: 0.0,
            overlooked: Vec::new(),
            contradicted: 0,
            is_told_by_borders: false,
            evidence: Evidence::Looks,
        }
    }
}

/// The most places that may be overlooked on a board, as a share of its tiles. Set by hand.
const MOST_OVERLOOKED: f64 = 0.05;

impl Reading {
    /// Whether all tiles pair up, that is hardly chance, and none or few are overlooked.
    pub fn is_perfect(&self) -> bool {
        self.pairing.is_perfect() && self.overlooks_few()
    }

    /// The same but for one highlighted tile and its like.
    pub fn is_nearly_perfect(&self) -> bool {
        self.pairing.is_nearly_perfect() && self.overlooks_few()
    }

    /// Whether all places hold tiles.
    pub fn is_full(&self) -> bool {
        /// The drawings of a sprite sheet may fill a smaller board. Set by hand.
        const FEWEST_PLACES: usize = 20;

        let places = self.board.columns() * self.board.rows();
        places >= FEWEST_PLACES && self.board.tiles().count() == places
    }

    /// Whether the board is full and every kind has as many tiles, as it is dealt.
    pub fn is_as_dealt(&self) -> bool {
        /// Fewer kinds, and ...
        const FEWEST_KINDS: usize = 10;
        /// ... fewer tiles of each may be of one size by chance. Set by hand.
        const FEWEST_OF_EACH: usize = 4;

        let kinds = self.board.cells_by_kind();
        let size = kinds.first().map_or(0, Vec::len);
        self.is_full()
            && kinds.len() >= FEWEST_KINDS
            && size >= FEWEST_OF_EACH
            && kinds.iter().all(|cells| cells.len() == size)
    }

    /// The place of the grid that a cell is, and the other way round.
    pub fn place(&self, cell: LinkCell) -> usize {
        cell.row * self.grid.x.count + cell.column
    }

    pub fn cell(&self, place: usize) -> LinkCell {
        LinkCell::new(place / self.grid.x.count, place % self.grid.x.count)
    }

    /// Which places of a larger grid around its own hold its tiles.
    pub fn tiles_on(&self, grid: &Grid) -> Vec<bool> {
        let before =
            |new: Axis, old: Axis| ((old.origin - new.origin) / old.pitch).round() as usize;
        let [left, top] = [before(grid.x, self.grid.x), before(grid.y, self.grid.y)];
        let mut tiles = vec![false; grid.count()];
        for (cell, _) in self.board.tiles() {
            tiles[(top + cell.row) * grid.x.count + left + cell.column] = true;
        }
        tiles
    }

    fn overlooks_few(&self) -> bool {
        self.overlooked.len() as f64 <= MOST_OVERLOOKED * self.pairing.tiles() as f64
    }
}

/// Reads a board with a grid: blocks that look the same are of one kind. Which places are empty is guessed in several
/// ways, and the guess is taken under which the tiles pair up best.
pub fn read_with(scene: &Scene, grid: Grid) -> Result<Reading, LinkBoardError> {
    let view = scene.view(&grid, Evened::Light);
    let ground = view.shows_ground();
    let mut known: Vec<Vec<Option<Kind>>> = Vec::new();
    let mut best: Option<Reading> = None;
    for (kinds, clarity) in view.guesses().iter().filter_map(|guess| view.kinds(guess)) {
        if known.contains(&kinds) {
            continue;
        }
        let misplaced = |board: &LinkBoard| misplaced(board, ground.as_deref(), &view.plain);
        let reading = Reading::of(scene, &view, grid, &kinds, clarity, misplaced)?;
        known.push(kinds);
        if best.as_ref().is_none_or(|best| reading.score > best.score) {
            best = Some(reading);
        }
    }
    best.ok_or(LinkBoardError::Empty)
}

/// Reads a board of which is known where tiles are.
pub fn read_surveyed(scene: &Scene, survey: &Survey) -> Result<Reading, LinkBoardError> {
    read_viewed(scene, survey, &scene.view(&survey.grid, Evened::Light))
}

/// The same by what is foreign to the ground alone: for tiles without a card on a ground that is not even.
pub fn read_on_even_ground(scene: &Scene, survey: &Survey) -> Result<Reading, LinkBoardError> {
    read_viewed(scene, survey, &scene.view(&survey.grid, Evened::Ground))
}

/// Reads a board by the parts in which tiles agree: a reading for each of some guesses for which places hold a tile. `alone`
/// are the places where parts repeat, if nothing looks like a tile beside the grid.
pub fn read_by_agreement(
    image: &IntegralImage,
    grid: Grid,
    agreement: &Agreement,
    alone: Option<&[bool]>,
    guesses: Vec<Vec<bool>>,
) -> Vec<Reading> {
    let view = View::by_agreement(image, &grid, agreement);
    let read = |tiles: Vec<bool>| {
        let reading = read_viewed(image, &Survey { grid, tiles }, &view).ok()?;
        let tiles = reading.board.occupied();
        let mut like_tiles = agreement.like_tiles(&tiles);
        let is_alone =
            like_tiles.is_empty() && reading.overlooked.is_empty() && reading.busyness == 0.0;
        like_tiles.retain(|place| reading.overlooked.contains(place));
        Some(Reading {
            score: reading.pairing.score() - like_tiles.len() as f64,
            busyness: 0.0,
            overlooked: like_tiles,
            evidence: match is_alone && alone.is_some_and(|alone| tiles == alone) {
                true => Evidence::Repeats,
                false => Evidence::Agreement,
            },
            ..reading
        })
    };
    guesses.into_iter().filter_map(read).collect()
}

fn read_viewed(
    image: &IntegralImage,
    survey: &Survey,
    view: &View,
) -> Result<Reading, LinkBoardError> {
    let kinds = view.kinds_of(|block| survey.tiles[block]);
    let (kinds, clarity) = kinds.ok_or(LinkBoardError::Empty)?;
    Reading::of(image, view, survey.grid, &kinds, clarity, |_| 0)
}

/// The places that were taken for tiles and look like the ground, or the other way round. Where the ground is not known,
/// a plain kind of which one is left over.
fn misplaced(board: &LinkBoard, ground: Option<&[bool]>, plain: &[bool]) -> usize {
    let cells = board.cells().zip(plain);
    match ground {
        Some(ground) => (cells.zip(ground))
            .filter(|((cell, _), is_ground)| board.tile(*cell).is_some() == **is_ground)
            .count(),
        None => {
            cells
                .filter(|(cell, is_plain)| board.tile(*cell).is_some() && **is_plain)
                .count()
                % 2
        }
    }
}
