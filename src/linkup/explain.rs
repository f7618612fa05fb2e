//! Figures of how a board was read: projection profiles, and the blocks by kind.

use std::io::Write;

use super::ReadBoard;
use crate::color::{DISTINCT_COLORS, Rgb};
use crate::grid::{Axis, Direction, IntegralImage};
use crate::picture::{Raster, WritePictureError, write_rgb_png};

const PAPER: Rgb = Rgb::new(0xfa, 0xfa, 0xf7);
const INK: Rgb = Rgb::new(0x22, 0x22, 0x2e);
const TILES: Rgb = Rgb::new(0xcf, 0xe3, 0xff);
const EDGE: Rgb = Rgb::new(0x4d, 0x6c, 0xfa);

/// Pixels around and between the figures.
const MARGIN: usize = 12;

/// The height of a plot, a pixel for two shades of grey.
const PLOT: usize = 128;

/// Pixels around a block: a frame in the colour of its kind, and a gap.
const FRAME: usize = 3;
const GAP: usize = 5;

/// The width of the frame around doubtful tiles.
const DOUBT: usize = 2;

/// Draws the mean grey of a picture's columns and rows, with the tiles that were found as bands, and below them the
/// blocks cut out, each framed in the colour of its kind (colours repeat if there are many kinds; empty cells have
/// none). Doubtful tiles have a second, dark frame.
///
/// Errors: [`WritePictureError`].
pub fn explain(
    raster: &Raster,
    read: &ReadBoard,
    out: impl Write,
) -> Result<(), WritePictureError> {
    let image = IntegralImage::of(raster);
    let grid = &read.grid;
    let block = [block_side(&grid.x), block_side(&grid.y)];
    let blocks = [grid.x.count * block[0], grid.y.count * block[1]];
    let width = raster.width().max(raster.height()).max(blocks[0]) + 2 * MARGIN;
    let height = 2 * (PLOT + MARGIN) + blocks[1] + 2 * MARGIN;
    let mut figure = Figure::new(width, height);
    figure.plot(MARGIN, &image.line_means(Direction::X), &grid.x);
    figure.plot(2 * MARGIN + PLOT, &image.line_means(Direction::Y), &grid.y);
    let doubtful = read.doubtful();
    for cell in read.board.cells() {
        let x = MARGIN + cell.column * block[0];
        let y = 3 * MARGIN + 2 * PLOT + cell.row * block[1];
        let color = read.board.tile(cell).map_or(PAPER, |kind| {
            DISTINCT_COLORS[usize::from(kind.0) % DISTINCT_COLORS.len()]
        });
        let side = [block[0] - GAP, block[1] - GAP];
        if doubtful.contains(&cell) {
            let more = |length: usize| length + 2 * DOUBT;
            figure.fill([x - DOUBT, y - DOUBT], side.map(more), INK);
        }
        figure.fill([x, y], side, color);
        let (spans, corner) = (
            [grid.x.span(cell.column), grid.y.span(cell.row)],
            [x + FRAME, y + FRAME],
        );
        figure.copy(raster, spans, corner);
    }
    write_rgb_png(figure.width, figure.height(), &figure.pixels, out)
}

/// Pixels from block to block.
fn block_side(axis: &Axis) -> usize {
    axis.tile.round() as usize + 2 * FRAME + GAP
}

/// A picture to draw on.
struct Figure {
    width: usize,
    pixels: Vec<Rgb>,
}

impl Figure {
    fn new(width: usize, height: usize) -> Figure {
        Figure {
            width,
            pixels: vec![PAPER; width * height],
        }
    }

    fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    fn fill(&mut self, [x, y]: [usize; 2], [width, height]: [usize; 2], color: Rgb) {
        for row in y..(y + height).min(self.height()) {
            let end = (x + width).min(self.width);
            self.pixels[row * self.width + x.min(end)..row * self.width + end].fill(color);
        }
    }

    /// A curve over the bands of the tiles.
    fn plot(&mut self, top: usize, means: &[f32], axis: &Axis) {
        for tile in 0..axis.count {
            let [start, end] = axis.span(tile).map(|at| at.max(0.0).round() as usize);
            self.fill([MARGIN + start, top], [end - start, PLOT], TILES);
            self.fill([MARGIN + start, top], [1, PLOT], EDGE);
        }
        let level = |mean: f32| top + PLOT - 1 - (mean / 2.0) as usize;
        let mut last = means.first().copied().unwrap_or(0.0);
        for (x, mean) in means.iter().enumerate() {
            let (from, to) = (level(mean.max(last)), level(mean.min(last)));
            self.fill([MARGIN + x, from], [1, to - from + 1], INK);
            last = *mean;
        }
        self.fill([MARGIN, top + PLOT], [means.len(), 1], INK);
    }

    /// Copies a block of a picture.
    fn copy(&mut self, raster: &Raster, [x, y]: [[f64; 2]; 2], [left, top]: [usize; 2]) {
        let pixels = |span: [f64; 2], length: usize| {
            let [start, end] = span.map(|at| (at.round().max(0.0) as usize).min(length));
            start..end
        };
        for (row, from) in pixels(y, raster.height()).enumerate() {
            for (column, pixel) in raster.row(from)[pixels(x, raster.width())]
                .iter()
                .enumerate()
            {
                let place = (top + row) * self.width + left + column;
                self.pixels[place] = pixel.unwrap_or(PAPER);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::{BoardPicture, BoardSize, generate_board, read_board};
    use crate::picture::decode_picture;

    #[test]
    fn a_board_that_was_drawn_is_read_and_explained() {
        let size: BoardSize = "10x6".parse().unwrap();
        let board = generate_board(size, 12, 3).unwrap();
        let mut png = Vec::new();
        let picture = BoardPicture::new(&board, 40).unwrap();
        picture.write_png(&mut png).unwrap();
        let raster = decode_picture(&png[..]).unwrap();
        let read = read_board(&raster).unwrap();
        assert_eq!((read.grid.x.count, read.grid.y.count), (10, 6));
        // The same kinds, numbered as they appear.
        let names = read.board.to_string();
        for (a, b) in board.cells().zip(board.cells().skip(1)) {
            let equal = |board: &crate::linkup::LinkBoard| board.tile(a) == board.tile(b);
            assert_eq!(equal(&read.board), equal(&board), "{names}");
        }
        let mut figure = Vec::new();
        explain(&raster, &read, &mut figure).unwrap();
        let figure = decode_picture(&figure[..]).unwrap();
        assert!(figure.pixels().contains(&Some(EDGE)));
    }
}
