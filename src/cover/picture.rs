//! Coverings as pictures: PNG and SVG.

use std::io::{self, Write};

use crate::color::{DISTINCT_COLORS as COLORS, Rgb};

use super::polyform::Coordinates;
use super::tiling::Tiling;

/// Coverings as one picture: layers side by side, covering after covering.
#[derive(Clone, Debug)]
pub struct CoveringSheet<'a> {
    tiling: &'a Tiling,
    coverings: &'a [Vec<usize>],
    /// Pixels along a cell.
    cell: usize,
    /// Coverings beside each other.
    across: usize,
}

/// A sheet that cannot be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    /// No covering was given.
    #[error("there is no covering to draw")]
    Nothing,
    /// This many pixels: too many.
    #[error("the picture would have {0} pixels; at most {MAX_PIXELS} are drawn")]
    TooLarge(usize),
    /// A cell so small that nothing is seen, or larger than is of use.
    #[error("cells are {} to {} pixels large, not {cell}", CELL_SIZES.start(), CELL_SIZES.end())]
    CellSize {
        /// The pixels that were asked for.
        cell: usize,
    },
    /// The encoder refused the picture.
    #[error(transparent)]
    Png(#[from] png::EncodingError),
    /// The picture could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Pixels along a cell: enough to tell its edges from its middle, and no more than a poster needs.
const CELL_SIZES: std::ops::RangeInclusive<usize> = 6..=256;
/// 64 MB while the picture is drawn, a byte each, and still opened by common viewers.
const MAX_PIXELS: usize = 1 << 26;

/// Errors: nothing to draw, or cells that cannot be seen or are of no use.
pub(super) fn check(coverings: &[Vec<usize>], cell: usize) -> Result<(), PictureError> {
    if coverings.is_empty() {
        return Err(PictureError::Nothing);
    }
    if !CELL_SIZES.contains(&cell) {
        return Err(PictureError::CellSize { cell });
    }
    Ok(())
}

/// Errors: more than [`MAX_PIXELS`].
pub(super) fn check_size([width, height]: [usize; 2]) -> Result<(), PictureError> {
    match width.saturating_mul(height) {
        pixels if pixels > MAX_PIXELS => Err(PictureError::TooLarge(pixels)),
        _ => Ok(()),
    }
}

pub(super) const PAPER: Rgb = Rgb::WHITE;
pub(super) const LINE: Rgb = Rgb::new(0x22, 0x22, 0x2e);

/// A cell of the sheet.
struct Square {
    /// The top left pixel.
    x: usize,
    y: usize,
    piece: usize,
    /// Whether another placement, or none, is at the left, right, top, bottom.
    edges: [bool; 4],
}

impl<'a> CoveringSheet<'a> {
    /// # Errors
    ///
    /// No coverings, cells that are too small or too large, more than 64 million pixels.
    pub fn new(
        tiling: &'a Tiling,
        coverings: &'a [Vec<usize>],
        cell: usize,
    ) -> Result<Self, PictureError> {
        check(coverings, cell)?;
        let mut sheet = CoveringSheet {
            tiling,
            coverings,
            cell,
            across: 1,
        };
        let [width, height] = sheet.covering_size();
        let square = coverings.len() as f64 * height as f64 / width as f64;
        sheet.across = (square.sqrt().ceil() as usize).clamp(1, coverings.len());
        check_size(sheet.size())?;
        Ok(sheet)
    }

    /// Pixels of a covering with the gap that follows it.
    fn covering_size(&self) -> [usize; 2] {
        let [columns, rows, layers] = self.tiling.puzzle().board().size();
        [(columns + 1) * layers * self.cell, (rows + 1) * self.cell]
    }

    /// Pixels of the sheet: width and height. A gap of one cell lies around everything.
    pub fn size(&self) -> [usize; 2] {
        let [width, height] = self.covering_size();
        let down = self.coverings.len().div_ceil(self.across);
        [width * self.across + self.cell, height * down + self.cell]
    }

    fn squares(&self) -> impl Iterator<Item = Square> {
        let [width, height] = self.covering_size();
        self.coverings
            .iter()
            .enumerate()
            .flat_map(move |(index, covering)| {
                let covers = self.tiling.cover_of_cells(covering);
                let corner = [index % self.across * width, index / self.across * height];
                let cells = self.tiling.puzzle().board().cells().iter();
                let squares = cells.filter_map(|&cell| self.square(cell, &covers, corner));
                squares.collect::<Vec<Square>>()
            })
    }

    fn square(
        &self,
        cell: Coordinates,
        covers: &[Option<usize>],
        corner: [usize; 2],
    ) -> Option<Square> {
        let board = self.tiling.puzzle().board();
        let cover = |cell: Coordinates| covers[board.number(cell)? as usize];
        let placement = cover(cell)?;
        let Coordinates { x, y, z } = cell;
        let differs = |dx, dy| cover(Coordinates::new(x + dx, y + dy, z)) != Some(placement);
        let column = z as usize * (board.size()[0] + 1) + x as usize;
        Some(Square {
            x: corner[0] + (column + 1) * self.cell,
            y: corner[1] + (y as usize + 1) * self.cell,
            piece: self.tiling.placements()[placement].piece,
            edges: [differs(-1, 0), differs(1, 0), differs(0, -1), differs(0, 1)],
        })
    }

    /// Writes the sheet as a PNG with a palette. The centre pixel of a cell has its piece's colour.
    ///
    /// # Errors
    ///
    /// What the writer reports.
    pub fn write_png(&self, out: impl Write) -> Result<(), PictureError> {
        /// Palette: paper, lines, pieces.
        const FIRST_COLOR: u8 = 2;
        let [width, height] = self.size();
        let mut pixels = vec![0u8; width * height];
        let line = (self.cell / 12).max(1);
        for square in self.squares() {
            let color = FIRST_COLOR + (square.piece % COLORS.len()) as u8;
            let [left, right, top, bottom] = square.edges;
            for y in 0..self.cell {
                let row = &mut pixels[(square.y + y) * width + square.x..][..self.cell];
                row.fill(color);
                let is_line = top && y < line || bottom && y >= self.cell - line;
                let edge = |on: bool| if on { line } else { 0 };
                row[..edge(left)].fill(1);
                row[self.cell - edge(right)..].fill(1);
                if is_line {
                    row.fill(1);
                }
            }
        }
        let mut encoder = png::Encoder::new(out, width as u32, height as u32);
        encoder.set_color(png::ColorType::Indexed);
        encoder.set_depth(png::BitDepth::Eight);
        let palette = [PAPER, LINE].iter().chain(&COLORS);
        encoder.set_palette(
            palette
                .flat_map(|color| color.channels())
                .collect::<Vec<u8>>(),
        );
        encoder.add_text_chunk("tetris-print".to_owned(), self.layout())?;
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        Ok(writer.finish()?)
    }

    /// Where the cells of the first covering's first layer are.
    fn layout(&self) -> String {
        let [columns, rows, _] = self.tiling.puzzle().board().size();
        let cell = self.cell;
        format!(
            "{{\"cell\": {cell}, \"origin_x\": {cell}, \"origin_y\": {cell}, \
             \"field\": {{\"width\": {columns}, \"height\": {rows}}}}}"
        )
    }

    /// Writes the sheet as an SVG.
    ///
    /// # Errors
    ///
    /// What the writer reports.
    pub fn write_svg(&self, mut out: impl Write) -> Result<(), PictureError> {
        let [width, height] = self.size();
        let cell = self.cell;
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>"
        )?;
        let mut lines = String::new();
        for Square { x, y, piece, edges } in self.squares() {
            let color = COLORS[piece % COLORS.len()];
            // Half a pixel more hides the seam between two cells of a piece.
            writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{cell}.5\" height=\"{cell}.5\" fill=\"{color}\"/>"
            )?;
            let (right, bottom) = (x + cell, y + cell);
            let [is_left, is_right, is_top, is_bottom] = edges;
            let sides = [
                (is_left, format!("M{x} {y}V{bottom}")),
                (is_right, format!("M{right} {y}V{bottom}")),
                (is_top, format!("M{x} {y}H{right}")),
                (is_bottom, format!("M{x} {bottom}H{right}")),
            ];
            lines.extend(sides.into_iter().filter(|side| side.0).map(|side| side.1));
        }
        writeln!(
            out,
            "<path d=\"{lines}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"{}\" \
             stroke-linecap=\"square\"/>\n</svg>",
            (cell / 8).max(1)
        )?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::{CoverSettings, Coverings, PieceSet, Puzzle, Supply};
    use crate::picture::decode_picture;

    fn dominoes() -> (Tiling, Vec<Vec<usize>>) {
        let board = "2x2".parse().unwrap();
        let puzzle = Puzzle::of_set(board, PieceSet::Dominoes, Supply::Any).unwrap();
        let tiling = Tiling::new(puzzle).unwrap();
        let coverings = Coverings::new(&tiling, CoverSettings::default()).unwrap();
        let coverings = coverings.collect();
        (tiling, coverings)
    }

    #[test]
    fn a_png_shows_every_cell_in_its_pieces_colour_and_lines_between_pieces() {
        let (tiling, coverings) = dominoes();
        let mut png = Vec::new();
        CoveringSheet::new(&tiling, &coverings[..1], 6)
            .unwrap()
            .write_png(&mut png)
            .unwrap();
        let image = decode_picture(&png[..]).unwrap();
        assert_eq!((image.width(), image.height()), (24, 24));
        let drawing: Vec<String> = (0..24)
            .map(|y| {
                let pixel = |x| match image.color(x, y) {
                    Some(PAPER) => ' ',
                    Some(LINE) => '+',
                    Some(color) if color == COLORS[0] => 'I',
                    _ => '?',
                };
                (0..24).map(pixel).collect::<String>().trim_end().to_owned()
            })
            .filter(|row| !row.is_empty())
            .collect();
        let (lying, edge) = ("      +IIIIIIIIII+", "      ++++++++++++");
        let row = [edge, lying, lying, lying, lying, edge];
        assert_eq!(drawing, [row, row].concat());
    }

    #[test]
    fn an_svg_has_a_square_for_every_cell_of_every_covering() {
        let (tiling, coverings) = dominoes();
        let mut svg = Vec::new();
        CoveringSheet::new(&tiling, &coverings, 10)
            .unwrap()
            .write_svg(&mut svg)
            .unwrap();
        let svg = String::from_utf8(svg).unwrap();
        let color = format!("fill=\"{}\"", COLORS[0]);
        assert_eq!(svg.matches(&color).count(), 8);
    }

    #[test]
    fn sheets_that_cannot_be_are_refused() {
        let (tiling, _) = dominoes();
        assert!(matches!(
            CoveringSheet::new(&tiling, &[], 10),
            Err(PictureError::Nothing)
        ));
        let coverings = vec![Vec::new(); 100_000];
        let error = CoveringSheet::new(&tiling, &coverings, 100).unwrap_err();
        assert!(matches!(error, PictureError::TooLarge(_)), "{error}");
        assert!(CoveringSheet::new(&tiling, &coverings, 1).is_err());
    }
}
