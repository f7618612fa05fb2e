//! Sheets: many sprites in one picture.

mod animation;
mod blended;
mod blocks;
mod boxes;
mod cut;
mod edges;
mod enlarged;
mod extruded;
mod frames;
mod ground;
mod lattice;
mod likeness;
mod lines;
mod multiples;
mod net;
mod period;
mod plates;
mod repeats;
mod shapes;
mod stacks;
mod unlined;
mod unused;
mod usual;

use rustc_hash::FxHashMap;

use self::blocks::tiles_of_block;
use self::boxes::without_boxes;
pub(super) use self::cut::MAX_SPRITES;
pub use self::cut::{Cells, Cut};
use self::extruded::extruded_tiles;
use self::frames::{join_in_frames, join_in_frames_of};
use self::ground::cells_on_ground;
use self::lattice::Lattice;
use self::lines::DrawnLines;
use self::net::Net;
use self::plates::are_on_plates;
use self::shapes::{is_heap, join_overlapping};
use self::stacks::join_stacked;
use self::unlined::Unlined;
use self::unused::unused_color;
use super::background::remove_background;
use super::components::{Component, connected_components};
use super::read::interpret_raster;
use super::{Background, ReadOptions, ReadSprite, SpriteError};
use crate::color::Rgb;
use crate::picture::{Bounds, Raster};

/// A sprite of a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetSprite {
    /// Where it is on the sheet.
    pub bounds: Bounds,
    /// Its pixels; what is around it is transparent.
    pub raster: Raster,
    /// The index of the first sprite with the same pixels: its own if there is none before it.
    pub first_equal: usize,
}

/// The sprites of a sheet in reading order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sheet {
    /// Those that show something, row by row.
    pub sprites: Vec<SheetSprite>,
    /// The colour that was made transparent.
    pub background: Option<Rgb>,
    /// Columns and rows of the first of the cells that it was cut into; `None` if it was cut into shapes.
    pub cells: Option<(usize, usize)>,
    /// Columns and rows of pixels.
    pub size: (usize, usize),
}

impl Sheet {
    /// Whether it was not cut at all, like a drawing.
    pub fn is_one_whole(&self) -> bool {
        self.sprites.len() == 1 && self.has_heap() && self.sprites[0].bounds.size() == self.size
    }

    /// A sheet of parts that are known, in pixels of a picture of this size.
    pub(crate) fn of_parts(
        parts: Vec<(Bounds, Raster)>,
        background: Option<Rgb>,
        size: (usize, usize),
    ) -> Sheet {
        Sheet {
            sprites: numbered(parts),
            background,
            cells: None,
            size,
        }
    }

    /// Errors: [`SpriteError::TooManySprites`].
    pub(crate) fn check_count(count: usize) -> Result<(), SpriteError> {
        match count {
            0..=MAX_SPRITES => Ok(()),
            _ => Err(SpriteError::TooManySprites { count }),
        }
    }

    /// Whether a shape covers more than half of it, like tiles without gaps.
    pub fn has_heap(&self) -> bool {
        let mut bounds = self.sprites.iter().map(|sprite| sprite.bounds);
        self.cells.is_none() && bounds.any(|bounds| is_heap(bounds, self.size))
    }
}

/// Reads one sprite of a sheet, by its number from 1.
///
/// Errors: those of [`cut_sheet`] and of [`interpret_raster`], and [`SpriteError::NoSuchSprite`].
pub fn sprite_of_sheet(
    picture: Raster,
    number: usize,
    cut: Cut,
    options: &ReadOptions,
) -> Result<ReadSprite, SpriteError> {
    let sheet = cut_sheet(picture, options.background, cut)?;
    let count = sheet.sprites.len();
    let mut pieces = sheet.sprites.into_iter();
    let piece = number.checked_sub(1).and_then(|index| pieces.nth(index));
    let piece = piece.ok_or(SpriteError::NoSuchSprite { number, count })?;
    interpret_piece(piece, sheet.background, options)
}

/// Reads the sprite of a sheet that has these bounds; `None` if there is none, as in a picture that is no sheet.
///
/// Errors: those of [`interpret_raster`].
pub fn sprite_within(
    picture: &Raster,
    bounds: Bounds,
    cut: Cut,
    options: &ReadOptions,
) -> Result<Option<ReadSprite>, SpriteError> {
    let Ok(sheet) = cut_sheet(picture.clone(), options.background, cut) else {
        return Ok(None);
    };
    let mut pieces = sheet.sprites.into_iter();
    let piece = pieces.find(|piece| piece.bounds == bounds);
    let read = piece.map(|piece| interpret_piece(piece, sheet.background, options));
    read.transpose()
}

fn interpret_piece(
    piece: SheetSprite,
    background: Option<Rgb>,
    options: &ReadOptions,
) -> Result<ReadSprite, SpriteError> {
    let read = interpret_raster(piece.raster, &options.of_cut_sprite())?;
    Ok(ReadSprite { background, ..read })
}

/// Cuts a sheet. Cells that are empty are left out.
///
/// Errors: [`SpriteError::NoSuchBackground`], [`SpriteError::CellsTooLarge`], [`SpriteError::NoSprites`],
/// [`SpriteError::TooManySprites`].
pub fn cut_sheet(
    mut raster: Raster,
    background: Background,
    cut: Cut,
) -> Result<Sheet, SpriteError> {
    let lines = match cut {
        Cut::Auto => DrawnLines::of(&raster),
        Cut::Components { .. } | Cut::Cells(_) => None,
    };
    let net = match (cut, &lines) {
        (Cut::Auto, None) => Net::of(&raster),
        _ => None,
    };
    let removed = match (background, &lines, &net) {
        // The border may be the lines themselves.
        (Background::Auto, Some(lines), _) => lines.background(&raster),
        (Background::Auto, None, Some(net)) => net.background(&raster),
        (Background::Auto, None, None) => {
            unused_color(&raster).map_or(Background::Auto, Background::Color)
        }
        (background, ..) => background,
    };
    if let Some(lines) = &lines {
        lines.remove_from(&mut raster);
    }
    let background = remove_background(&mut raster, removed)?;
    let size = (raster.width(), raster.height());
    let pieces = match (cut, lines) {
        (Cut::Auto, Some(lines)) => Pieces::on_lines(raster, lines.lattice)?,
        (Cut::Auto, None) => match net {
            Some(net) => Pieces::in_net(raster, &net)?,
            None => Pieces::by_themselves(&raster)?.without_boxes(),
        },
        (Cut::Components { gap }, _) => {
            Pieces::shapes(&raster, &connected_components(&raster, gap))?
        }
        (Cut::Cells(cells), _) => Pieces::cells(&raster, &Lattice::of(cells, &raster)?)?,
    };
    Sheet::check_count(pieces.cut.len())?;
    if pieces.cut.is_empty() {
        return Err(SpriteError::NoSprites);
    }
    Ok(Sheet {
        sprites: numbered(pieces.cut),
        background,
        cells: pieces.cells,
        size,
    })
}

/// What a sheet was cut into, and the size of its cells.
struct Pieces {
    cut: Vec<(Bounds, Raster)>,
    cells: Option<(usize, usize)>,
}

impl Pieces {
    fn shapes(raster: &Raster, shapes: &[Component]) -> Result<Pieces, SpriteError> {
        Sheet::check_count(shapes.len())?;
        let cut = |shape: &Component| (shape.bounds, shape.cut_from(raster));
        Ok(Pieces {
            cut: shapes.iter().map(cut).collect(),
            cells: None,
        })
    }

    fn cells(raster: &Raster, lattice: &Lattice) -> Result<Pieces, SpriteError> {
        Ok(Pieces {
            cut: cut_shown(raster, lattice.bounds())?,
            cells: Some(lattice.cell_size()),
        })
    }

    /// The cells, then what stands beside them, like titles, so that nothing is lost.
    fn on_lines(mut raster: Raster, lattice: Lattice) -> Result<Pieces, SpriteError> {
        let mut pieces = Pieces::cells(&raster, &lattice)?;
        let (columns, rows) = lattice.covered(&raster);
        raster.erase(|x, y, _| columns[x] && rows[y]);
        let size = (raster.width(), raster.height());
        let beside = join_overlapping(connected_components(&raster, 1), size);
        pieces.cut.extend(Pieces::shapes(&raster, &beside)?.cut);
        Ok(pieces)
    }

    /// What the lines enclose, then what stands beside them.
    fn in_net(mut raster: Raster, net: &Net) -> Result<Pieces, SpriteError> {
        let mut cut = cut_shown(&raster, net.cells.iter().copied())?;
        net.remove_from(&mut raster);
        let size = (raster.width(), raster.height());
        let beside = join_overlapping(connected_components(&raster, 0), size);
        cut.extend(Pieces::shapes(&raster, &beside)?.without_boxes().cut);
        Ok(Pieces { cut, cells: None })
    }

    fn with_blocks_cut(self) -> Result<Pieces, SpriteError> {
        let mut cut = Vec::new();
        for (bounds, piece) in self.cut {
            match tiles_of_block(&piece) {
                Some(tiles) => {
                    let tiles = cut_shown(&piece, tiles.bounds())?.into_iter();
                    cut.extend(tiles.map(|(tile, raster)| (tile.inside(bounds), raster)));
                }
                None => cut.push((bounds, piece)),
            }
        }
        Ok(Pieces { cut, ..self })
    }

    fn without_boxes(self) -> Pieces {
        let cut = without_boxes(self.cut);
        Pieces { cut, ..self }
    }

    fn by_themselves(raster: &Raster) -> Result<Pieces, SpriteError> {
        if let Some(tiles) = extruded_tiles(raster) {
            return Pieces::cells(raster, &tiles);
        }
        let size = (raster.width(), raster.height());
        let shapes = join_overlapping(connected_components(raster, 0), size);
        let sheet = Unlined::of(raster, &shapes);
        let frames = sheet.frames();
        if let Some(frames) = frames.as_ref().filter(|frames| !sheet.is_cut_by(frames)) {
            let (width, height) = frames.cell_size();
            return Pieces::shapes(raster, &join_in_frames_of(width, height, shapes));
        }
        let lattice =
            (frames.or_else(|| sheet.cells())).or_else(|| cells_on_ground(raster, &shapes));
        match lattice {
            Some(lattice) if !are_on_plates(&shapes, &lattice) => Pieces::cells(raster, &lattice),
            _ => {
                // Noise is not to be taken for parts.
                Sheet::check_count(shapes.len())?;
                let shapes = join_in_frames(join_stacked(shapes), size);
                Pieces::shapes(raster, &shapes)?.with_blocks_cut()
            }
        }
    }
}

/// Cuts out the cells that show something. They are counted first: those of a pixel each would fill the memory.
///
/// Errors: [`SpriteError::TooManySprites`].
fn cut_shown(
    raster: &Raster,
    cells: impl Iterator<Item = Bounds> + Clone,
) -> Result<Vec<(Bounds, Raster)>, SpriteError> {
    let is_shown = |cell: &Bounds| {
        let mut rows = cell.rows().map(|y| &raster.row(y)[cell.columns()]);
        rows.any(|row| row.iter().any(Option::is_some))
    };
    let shown = cells.filter(is_shown);
    Sheet::check_count(shown.clone().count())?;
    Ok(shown.map(|cell| (cell, raster.crop(cell))).collect())
}

fn numbered(cut: Vec<(Bounds, Raster)>) -> Vec<SheetSprite> {
    let mut known = FxHashMap::default();
    let mut sprites = Vec::with_capacity(cut.len());
    for (number, (bounds, raster)) in cut.into_iter().enumerate() {
        let pixels = (raster.width(), raster.pixels().to_vec());
        sprites.push(SheetSprite {
            bounds,
            first_equal: *known.entry(pixels).or_insert(number),
            raster,
        });
    }
    sprites
}

#[cfg(test)]
mod tests;
