//! Coverings of boxes seen from above a corner: the solid, and beside it its layers lifted off each other.

use std::io::Write;

use crate::color::{DISTINCT_COLORS as COLORS, Rgb};

use super::picture::{LINE, PAPER, PictureError, check, check_size};
use super::polyform::Coordinates;
use super::tiling::Tiling;

/// Coverings in a row, each as a solid and as layers. Layer 0 lies at the bottom.
///
/// The projection is dimetric: an edge of a cell goes two pixels aside for each pixel down, or straight down.
#[derive(Clone, Debug)]
pub struct SolidSheet<'a> {
    tiling: &'a Tiling,
    coverings: &'a [Vec<usize>],
    /// Pixels along an upright edge of a cell.
    cell: usize,
}

/// The faces of a cell that are seen, from light to dark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Top,
    Left,
    Right,
}

impl Side {
    const ALL: [Side; 3] = [Side::Top, Side::Left, Side::Right];

    /// A colour in this face's light.
    fn shade(self, color: Rgb) -> Rgb {
        let percent = match self {
            Side::Top => 100,
            Side::Left => 80,
            Side::Right => 62,
        };
        let [red, green, blue] = color
            .channels()
            .map(|channel| (u32::from(channel) * percent / 100) as u8);
        Rgb::new(red, green, blue)
    }

    /// The cells beside a face in its own plane: before and behind along its two directions.
    fn neighbours(self) -> [[i32; 3]; 4] {
        match self {
            Side::Top => [[-1, 0, 0], [1, 0, 0], [0, -1, 0], [0, 1, 0]],
            Side::Left => [[-1, 0, 0], [1, 0, 0], [0, 0, 1], [0, 0, -1]],
            Side::Right => [[0, -1, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1]],
        }
    }
}

/// Where the pixel is on a cell whose back corner is at (0, 0) and whose edges are 1 long: its face, and how far along
/// the two directions of that face.
fn place(right: f64, down: f64) -> Option<(Side, f64, f64)> {
    let inside = |at: f64| (0.0..1.0).contains(&at);
    let (along, across) = (down + right / 2.0, down - right / 2.0);
    if inside(along) && inside(across) {
        return Some((Side::Top, along, across));
    }
    let (side, at) = match right < 0.0 {
        true => (Side::Left, 1.0 + right),
        false => (Side::Right, 1.0 - right),
    };
    let height = down - (1.0 + at) / 2.0;
    (inside(at) && inside(height)).then_some((side, at, height))
}

impl<'a> SolidSheet<'a> {
    /// The share of an edge that a line takes.
    const LINE_SHARE: f64 = 0.08;
    /// Cells between two lifted layers.
    const LIFT: usize = 2;

    /// # Errors
    ///
    /// No coverings, cells that are too small or too large, more than 64 million pixels.
    pub fn new(
        tiling: &'a Tiling,
        coverings: &'a [Vec<usize>],
        cell: usize,
    ) -> Result<Self, PictureError> {
        check(coverings, cell)?;
        let sheet = SolidSheet {
            tiling,
            coverings,
            cell,
        };
        check_size(sheet.size())?;
        Ok(sheet)
    }

    /// Pixels of a solid with the gap that follows it.
    fn step(&self) -> usize {
        let [columns, rows, _] = self.tiling.puzzle().board().size();
        (columns + rows + 1) * self.cell
    }

    /// Pixels of the sheet: width and height. A gap of one cell lies around everything.
    pub fn size(&self) -> [usize; 2] {
        let [columns, rows, layers] = self.tiling.puzzle().board().size();
        let upright = layers + (layers - 1) * Self::LIFT;
        let height = (columns + rows).div_ceil(2) + upright + 2;
        [
            self.step() * 2 * self.coverings.len() + self.cell,
            height * self.cell,
        ]
    }

    /// Writes the sheet as a PNG with a palette.
    ///
    /// # Errors
    ///
    /// What the writer reports.
    pub fn write_png(&self, out: impl Write) -> Result<(), PictureError> {
        let [width, height] = self.size();
        let mut pixels = vec![0u8; width * height];
        for (index, covering) in self.coverings.iter().enumerate() {
            let covers = self.tiling.cover_of_cells(covering);
            for (view, lift) in [0, Self::LIFT].into_iter().enumerate() {
                let left = self.cell + self.step() * (2 * index + view);
                self.draw(&mut pixels, &covers, left, lift);
            }
        }
        let mut encoder = png::Encoder::new(out, width as u32, height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        let shades = COLORS.into_iter();
        let shades = shades.flat_map(|color| Side::ALL.map(|side| side.shade(color)));
        let palette = [PAPER, LINE].into_iter().chain(shades);
        encoder.set_palette(palette.flat_map(Rgb::channels).collect::<Vec<u8>>());
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        Ok(writer.finish()?)
    }

    /// Draws the cells from the farthest to the nearest, so that these cover those.
    fn draw(&self, pixels: &mut [u8], covers: &[Option<usize>], left: usize, lift: usize) {
        let board = self.tiling.puzzle().board();
        let [_, rows, layers] = board.size();
        let bottom = (layers + (layers - 1) * Self::LIFT) as i32;
        let mut cells = board.cells().to_vec();
        cells.sort_unstable_by_key(|cell| (cell.z, cell.y, cell.x));
        for cell in cells {
            let s = self.cell as i32;
            let right = left as i32 + (rows as i32 + cell.x - cell.y) * s;
            let level = bottom - cell.z * (1 + lift as i32);
            let down = level * s + (cell.x + cell.y) * s / 2;
            self.draw_cell(pixels, covers, cell, [right, down]);
        }
    }

    /// Draws a cell whose top has its back corner here.
    fn draw_cell(
        &self,
        pixels: &mut [u8],
        covers: &[Option<usize>],
        cell: Coordinates,
        [x, y]: [i32; 2],
    ) {
        let board = self.tiling.puzzle().board();
        let cover = |cell: Coordinates| covers[board.number(cell)? as usize];
        let Some(placement) = cover(cell) else {
            return;
        };
        let piece = self.tiling.placements()[placement].piece;
        let walls = Side::ALL.map(|side| {
            side.neighbours().map(|[dx, dy, dz]| {
                let beside = Coordinates::new(cell.x + dx, cell.y + dy, cell.z + dz);
                cover(beside) != Some(placement)
            })
        });
        let (s, width) = (self.cell as i32, self.size()[0]);
        for (dy, dx) in (0..2 * s).flat_map(|dy| (-s..s).map(move |dx| (dy, dx))) {
            let middle = |at: i32| (f64::from(at) + 0.5) / f64::from(s);
            let Some((side, one, other)) = place(middle(dx), middle(dy)) else {
                continue;
            };
            let near = |at: f64| [at < Self::LINE_SHARE, at > 1.0 - Self::LINE_SHARE];
            let near = [near(one), near(other)].concat();
            let mut edges = near.iter().zip(walls[side as usize]);
            let color = match edges.any(|(near, wall)| *near && wall) {
                true => 1,
                false => 2 + 3 * (piece % COLORS.len()) + side as usize,
            };
            pixels[(y + dy) as usize * width + (x + dx) as usize] = color as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{CoverSettings, Coverings, KnownPuzzle, PieceSet, Puzzle, Supply};
    use crate::picture::{Raster, decode_picture};

    fn drawn(puzzle: Puzzle, cell: usize) -> Raster {
        let tiling = Tiling::new(puzzle).unwrap();
        let mut coverings = Coverings::new(&tiling, CoverSettings::default()).unwrap();
        let coverings = [coverings.next().unwrap()];
        let mut png = Vec::new();
        let sheet = SolidSheet::new(&tiling, &coverings, cell).unwrap();
        sheet.write_png(&mut png).unwrap();
        decode_picture(&png[..]).unwrap()
    }

    #[test]
    fn a_pixel_is_on_one_face_of_a_cell() {
        assert_eq!(place(0.0, 0.5), Some((Side::Top, 0.5, 0.5)));
        assert_eq!(place(-0.5, 1.25), Some((Side::Left, 0.5, 0.5)));
        assert_eq!(place(0.5, 1.25), Some((Side::Right, 0.5, 0.5)));
        assert_eq!(place(0.9, 0.1), None);
        assert_eq!(place(0.5, 1.9), None);
    }

    #[test]
    fn a_solid_shows_its_three_sides_in_three_shades() {
        let puzzle = Puzzle::of_set("1x1x2".parse().unwrap(), PieceSet::Dominoes, Supply::Any);
        let image = drawn(puzzle.unwrap(), 20);
        let shown = |wanted: Rgb| {
            let places = (0..image.height()).flat_map(|y| (0..image.width()).map(move |x| (x, y)));
            places
                .filter(|&(x, y)| image.color(x, y) == Some(wanted))
                .count()
        };
        let shades = Side::ALL.map(|side| shown(side.shade(COLORS[0])));
        // One top on the solid, two on its layers; two cells high on both sides.
        assert!(shades.iter().all(|pixels| *pixels > 500), "{shades:?}");
        assert_eq!(shades[1], shades[2]);
    }

    #[test]
    fn known_solids_stay_inside_their_pictures() {
        for name in ["soma", "pentominoes-3x4x5"] {
            let Some(known) = KnownPuzzle::find(name) else {
                continue;
            };
            let image = drawn(known.puzzle(), 8);
            assert_eq!(image.color(0, 0), Some(PAPER));
        }
    }
}
