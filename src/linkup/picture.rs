//! Boards as pictures, and their solutions as animations.

use std::collections::BTreeMap;
use std::io::Write;

use super::faces::{FACES, draw_tile, with_faces};
use super::{Gravity, Kind, LinkBoard, LinkCell, Path, Solution};
use crate::color::Rgb;
use crate::picture::{Canvas, Imprint, Palette, Rect, write_png};
use crate::render::{GifWriter, Recorder, RenderError, Repeat};

/// Why a board has no picture.
#[derive(Debug, thiserror::Error)]
pub enum BoardPictureError {
    /// More kinds than there are faces that can be told apart.
    #[error("a picture shows at most {FACES} kinds of tiles, the board has {kinds}")]
    TooManyKinds {
        /// Kinds of the board.
        kinds: usize,
    },
    /// Tiles too small for a face, or uselessly large.
    #[error("a tile is {} to {} pixels wide, not {tile}", TILE_SIDES.start(), TILE_SIDES.end())]
    TileSide {
        /// Pixels asked for.
        tile: usize,
    },
    /// The picture is too large, or could not be written.
    #[error(transparent)]
    Render(#[from] RenderError),
}

/// The sides of a tile that can be drawn, in pixels.
const TILE_SIDES: std::ops::RangeInclusive<usize> = 12..=96;

const TABLE: Rgb = Rgb::new(0x1f, 0x2a, 0x38);
const EDGE: Rgb = Rgb::new(0x3b, 0x4b, 0x5f);
const WAY: Rgb = Rgb::new(0xff, 0x3d, 0x68);

/// The intended length of an animation in centiseconds, and the limits for a step so that it can be followed.
const DURATION: usize = 2000;
const STEP: std::ops::RangeInclusive<usize> = 16..=80;
const HOLD: u64 = 200;

/// The picture of a board: tiles with gaps between them, and a lane as wide as a tile around.
pub struct BoardPicture {
    board: LinkBoard,
    side: usize,
    tiles: BTreeMap<Kind, Vec<u8>>,
    canvas: Canvas,
    palette: Palette,
    table: u8,
    way: u8,
}

impl BoardPicture {
    /// `side` is that of a tile in pixels, its gap included.
    ///
    /// Errors: [`BoardPictureError::TooManyKinds`], [`BoardPictureError::TileSide`].
    pub fn new(board: &LinkBoard, side: usize) -> Result<BoardPicture, BoardPictureError> {
        let too_many = |kinds| BoardPictureError::TooManyKinds { kinds };
        let board = with_faces(board).map_err(too_many)?;
        if !TILE_SIDES.contains(&side) {
            return Err(BoardPictureError::TileSide { tile: side });
        }
        let mut palette = Palette::new();
        let mut index = |color| palette.index_of(color).map_err(RenderError::from);
        let (table, edge, way) = (index(TABLE)?, index(EDGE)?, index(WAY)?);
        let mut tiles = BTreeMap::new();
        for kind in board.kinds() {
            let pixels = draw_tile(kind, side - gap(side)).into_iter();
            let tile: Result<Vec<u8>, RenderError> = pixels.map(&mut index).collect();
            tiles.insert(kind, tile?);
        }
        let (width, height) = ((board.columns() + 2) * side, (board.rows() + 2) * side);
        let mut canvas = Canvas::new(width, height);
        canvas.fill(Rect::new(0, 0, width, height), edge);
        canvas.fill(Rect::new(0, 0, width, height).shrunk(gap(side)), table);
        let mut picture = BoardPicture {
            board,
            side,
            tiles,
            canvas,
            palette,
            table,
            way,
        };
        picture.draw();
        Ok(picture)
    }

    /// With a path drawn on it.
    #[must_use]
    pub fn with_path(mut self, path: &Path) -> Self {
        self.draw_path(path);
        self
    }

    /// Writes the board as a PNG. Errors: [`RenderError`].
    pub fn write_png(&self, out: impl Write) -> Result<(), RenderError> {
        Ok(write_png(
            &self.canvas,
            &self.palette,
            &self.imprint(),
            out,
        )?)
    }

    /// Writes an animation of a solution of this board: each path is drawn, then its tiles go. Returns
    /// the number of frames.
    ///
    /// Errors: [`RenderError`].
    pub fn write_gif(
        mut self,
        solution: &Solution,
        gravity: Gravity,
        out: impl Write,
    ) -> Result<usize, RenderError> {
        let imprint = self.imprint();
        let mut writer =
            GifWriter::new(out, &self.canvas, &self.palette, Repeat::Forever, &imprint)?;
        let steps = solution.0.len().max(1);
        let step = (DURATION / steps).clamp(*STEP.start(), *STEP.end()) as u64;
        let mut now = 0;
        writer.add(&mut self.canvas, now)?;
        now += 2 * step;
        for taken in &solution.0 {
            self.draw_path(&taken.path);
            writer.add(&mut self.canvas, now)?;
            now += step * 2 / 3;
            self.board.take_pair(taken.cells, gravity);
            self.draw();
            writer.add(&mut self.canvas, now)?;
            now += step - step * 2 / 3;
        }
        writer.finish(now + HOLD)
    }

    /// Draws every tile and empties every other place.
    fn draw(&mut self) {
        let (side, gap) = (self.side, gap(self.side));
        let (width, height) = (self.canvas.width(), self.canvas.height());
        self.canvas
            .fill(Rect::new(0, 0, width, height).shrunk(gap), self.table);
        for (LinkCell { row, column }, kind) in self.board.tiles() {
            let (x, y) = ((column + 1) * side + gap / 2, (row + 1) * side + gap / 2);
            self.canvas.blit(x, y, side - gap, &self.tiles[&kind]);
        }
    }

    /// A line from the centre of the first tile to that of the last.
    fn draw_path(&mut self, path: &Path) {
        let thick = (self.side / 8).max(2);
        let centre = |at: i32| (at + 1) as usize * self.side + self.side / 2 - thick / 2;
        for ends in path.0.windows(2) {
            let [(y1, x1), (y2, x2)] = [ends[0], ends[1]].map(|(y, x)| (centre(y), centre(x)));
            let (x, y) = (x1.min(x2), y1.min(y2));
            let line = Rect::new(x, y, x1.abs_diff(x2) + thick, y1.abs_diff(y2) + thick);
            self.canvas.fill(line, self.way);
        }
    }

    fn imprint(&self) -> Imprint {
        let (side, board) = (self.side, &self.board);
        let layout = format!(
            "{{\"cell\":{side},\"origin_x\":{side},\"origin_y\":{side},\
             \"field\":{{\"width\":{},\"height\":{}}}}}",
            board.columns(),
            board.rows()
        );
        Imprint {
            layout,
            origin: None,
        }
    }
}

/// Pixels between two tiles.
fn gap(side: usize) -> usize {
    (side / 20).max(1) * 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_kinds_are_drawn_as_have_faces_however_they_are_numbered() {
        let drawn = |text: &str| BoardPicture::new(&text.parse().unwrap(), 24).unwrap();
        assert!(drawn("7000 3\n3 7000").canvas == drawn("2 1\n1 2").canvas);
        let columns = LinkBoard::MAX_SIDE;
        let cells = 0..(FACES + 1).next_multiple_of(columns);
        let tiles = cells.map(|cell| Some(Kind(cell.min(FACES) as u16)));
        let board = LinkBoard::new(columns, tiles.collect()).unwrap();
        assert!(matches!(
            BoardPicture::new(&board, 24),
            Err(BoardPictureError::TooManyKinds { kinds }) if kinds == FACES + 1
        ));
    }
}
