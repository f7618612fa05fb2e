//! Reading boards from pictures.

use crate::grid::Grid;
use crate::picture::{Bounds, Raster};

use super::choice::{MAX_COMPARED, best_of_all};
use super::comparison::is_same_grid;
use super::confidence::{SURE, confidence};
use super::desktop::window;
use super::hint_line::HintLine;
use super::reading::Reading;
use super::scene::Scene;
use super::sized::of_size;
use super::windows::windows;
use super::{BoardSize, Kind, LinkBoard, LinkBoardError, LinkCell};

/// A board, and where it was found in the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadBoard {
    /// The tiles by kind; kinds are numbered in reading order.
    pub board: LinkBoard,
    /// Where the tiles are in the picture.
    pub grid: Grid,
    /// The probability that it is right in every place, 0 to 1.
    pub confidence: f64,
    /// Highlighted tiles, whose kind is the one that lacked a tile.
    pub strays: Vec<LinkCell>,
}

impl ReadBoard {
    /// The least confidence at which a reading is trusted.
    pub const SURE: f64 = SURE;

    fn of(reading: Reading) -> ReadBoard {
        ReadBoard {
            confidence: confidence(&reading),
            board: reading.board,
            grid: reading.grid,
            strays: reading.strays,
        }
    }

    /// Its confidence in hundredths, rounded down: where so much is asked for it is trusted.
    pub fn rounded_confidence(&self) -> f64 {
        (100.0 * self.confidence).floor() / 100.0
    }

    /// What is told of a reading that is not trusted.
    pub fn warning(&self) -> String {
        let confidence = self.rounded_confidence();
        format!("the board was read with a confidence of only {confidence:.2}")
    }

    /// The tiles that may be misread: the highlighted ones, and all of a kind of which one is left over.
    pub fn doubtful(&self) -> Vec<LinkCell> {
        let kinds = self.board.cells_by_kind().into_iter();
        let odd = kinds.filter(|cells| cells.len() % 2 == 1).flatten();
        let mut cells: Vec<LinkCell> = odd.chain(self.strays.iter().copied()).collect();
        cells.sort();
        cells.dedup();
        cells
    }

    /// The board as text, with a `?` behind the [doubtful](Self::doubtful) tiles; it is parsed as the same board.
    pub fn to_matrix(&self) -> String {
        self.board.marked(&self.doubtful())
    }

    /// As if it had been read from a picture with more columns at the left and more rows at the top.
    pub fn moved(mut self, left: usize, top: usize) -> ReadBoard {
        self.grid.x = self.grid.x.moved(left as f64);
        self.grid.y = self.grid.y.moved(top as f64);
        self
    }
}

/// Why a picture is not read as a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadBoardError {
    /// There is no grid, or none of at most 600 places: larger ones take long, and are read only if their size is named.
    #[error(
        "no grid of tiles that repeat was found in the picture: crop it to the board, name its columns and rows if they \
         have more than {MAX_COMPARED} places, or write the board as text"
    )]
    NoGrid,
    /// No board of the size that was named can be solved.
    #[error(transparent)]
    Size(#[from] LinkBoardError),
}

/// Reads a board from a picture: finds its grid and the places that hold a tile, and clusters tiles that look the same
/// into kinds. Of several guesses the one is taken with which the largest tiles pair up.
///
/// The reading may be wrong: see [`ReadBoard::confidence`].
///
/// Errors: [`ReadBoardError::NoGrid`].
pub fn read_board(raster: &Raster) -> Result<ReadBoard, ReadBoardError> {
    read_in_window(raster, &best_of_all)
}

/// The same for a board whose columns and rows are known.
///
/// Errors: [`ReadBoardError::Size`] before the picture is looked at, and those of [`read_board`].
pub fn read_board_of_size(raster: &Raster, size: BoardSize) -> Result<ReadBoard, ReadBoardError> {
    // Each place is compared with each: 60x60 places take a second and 100 MB, 100x100 five and 600 MB.
    size.check()?;
    read_in_window(raster, &|scene| of_size(scene, size))
}

/// Reads what is in the window of a picture, or else all of it, and if that is not probable, what is in any other window.
fn read_in_window(
    raster: &Raster,
    read: &dyn Fn(&Scene) -> Option<Reading>,
) -> Result<ReadBoard, ReadBoardError> {
    let read = |raster: &Raster| {
        let scene = Scene::of(raster);
        let reading = read(&scene).ok_or(ReadBoardError::NoGrid)?;
        let behind = HintLine::of(&scene, &reading.grid).and_then(|line| {
            let behind = read(&Scene::behind(&line, raster))?;
            is_likely_behind(&line, &behind, &reading).then_some(behind)
        });
        Ok(ReadBoard::of(behind.unwrap_or(reading)))
    };
    let read_in = |bounds: Bounds| Ok(read(&raster.crop(bounds))?.moved(bounds.left, bounds.top));
    let whole = match window(raster) {
        Some(bounds) => read_in(bounds),
        None => read(raster),
    };
    if (whole.as_ref()).is_ok_and(|whole| whole.confidence >= PROBABLE) {
        return whole;
    }
    let inside = windows(raster).into_iter();
    likeliest(whole, inside.filter_map(|bounds| read_in(bounds).ok()))
}

/// The likeliest reading of a window, or else that of all of the picture.
fn likeliest(
    whole: Result<ReadBoard, ReadBoardError>,
    inside: impl Iterator<Item = ReadBoard>,
) -> Result<ReadBoard, ReadBoardError> {
    let of_all = whole.as_ref().map_or(0.0, |whole| whole.confidence);
    let least = LEAST_INSIDE.max(of_all + SURER_INSIDE);
    let likely = inside.filter(|inside| {
        inside.confidence >= least && inside.board.kinds().len() >= FEWEST_KINDS_INSIDE
    });
    match likely.max_by(|a, b| a.confidence.total_cmp(&b.confidence)) {
        Some(inside) => Ok(inside),
        None => whole,
    }
}

/// How sure a reading of all of the picture is if what is in its windows is not looked at.
// Set by hand: of 234 screenshots four turn on it, two of which are read right in a window, and two are read wrong.
const PROBABLE: f64 = 0.7;

/// How sure a reading of a window is at least, and how much surer than that of all of the picture, if it is likelier.
// Set by hand: of 60 positions of KShisen two are read right with it.
const LEAST_INSIDE: f64 = 0.6;
const SURER_INSIDE: f64 = 0.1;

/// The fewest kinds of a board in a window: fewer pair up by chance in one of several parts of a picture.
// Set by hand: of 160 pictures without a board two more are accepted without it, with six kinds each.
const FEWEST_KINDS_INSIDE: usize = 8;

/// Whether a reading without a line is surer, or on the same grid and tells no tiles otherwise than those that the line links
/// or crosses: it crosses empty places only, and little of a board is hidden by it.
fn is_likely_behind(line: &HintLine, behind: &Reading, reading: &Reading) -> bool {
    let hidden = line.hidden();
    let grid = &reading.grid;
    let linked = hidden.linked(grid).unwrap_or_default();
    let crossed = hidden.crossed(grid);
    let beside_line = |reading: &Reading| {
        let tile = |cell| match reading.place(cell) {
            place if linked.contains(&place) || crossed.contains(&place) => None,
            _ => reading.board.tile(cell),
        };
        Kind::of_equals(reading.board.cells().map(tile))
    };
    let is_passed =
        |place: usize| linked.contains(&place) || behind.board.tile(behind.cell(place)).is_none();
    is_same_grid(&behind.grid, grid)
        && beside_line(behind) == beside_line(reading)
        && crossed.into_iter().all(is_passed)
        || confidence(behind) > confidence(reading)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::linkup::BoardPicture;
    use crate::picture::decode_picture;
    use crate::picture::drawing::noise;

    #[test]
    fn a_picture_without_tiles_is_no_board() {
        assert_eq!(read_board(&noise(200, 150, 1)), Err(ReadBoardError::NoGrid));
    }

    #[test]
    fn a_board_that_is_too_large_to_be_solved_is_not_looked_for() {
        let [columns, rows] = [1_000_000_000_000, 8];
        let read = read_board_of_size(&noise(40, 30, 1), BoardSize { columns, rows });
        let too_large = LinkBoardError::TooLarge { columns, rows };
        assert_eq!(read, Err(ReadBoardError::Size(too_large)));
    }

    const BOARD: &str = "1 2 3 4 5 6\n6 5 4 3 2 1\n7 8 9 1 2 3\n3 2 1 9 8 7\n";

    fn drawn(board: &LinkBoard) -> Raster {
        let mut png = Vec::new();
        let picture = BoardPicture::new(board, 32).unwrap();
        picture.write_png(&mut png).unwrap();
        decode_picture(&png[..]).unwrap()
    }

    #[test]
    fn a_board_in_a_window_is_found_where_it_is_on_the_desktop() {
        let window = drawn(&BOARD.parse().unwrap());
        let [left, top] = [357, 61];
        let screen = Raster::from_fn(900, 500, |x, y| {
            let [x, y] = [x.wrapping_sub(left), y.wrapping_sub(top)];
            let is_window = x < window.width() && y < window.height();
            if is_window {
                window.color(x, y)
            } else {
                Some(Rgb::new(0, 64, 128))
            }
        });
        let read = read_board(&screen).unwrap();
        assert_eq!(read, read_board(&window).unwrap().moved(left, top));
        assert!(read.confidence >= ReadBoard::SURE);
    }

    #[test]
    fn a_line_between_places_from_which_tiles_were_taken_is_no_tile() {
        let board = "1 2 3 4 5 6\n6 0 0 0 0 1\n7 8 9 2 3 4\n5 9 8 7 0 0\n";
        let plain = drawn(&board.parse().unwrap());
        let without = read_board(&plain).unwrap();
        let Grid { x, y, .. } = without.grid;
        let middle = |[start, end]: [f64; 2]| (start + end) as usize / 2;
        let columns = middle(x.span(1))..=middle(x.span(4));
        let row = middle(y.span(1));
        let lined = Raster::from_fn(plain.width(), plain.height(), |x, y| {
            match columns.contains(&x) && y.abs_diff(row) < 2 {
                true => Some(Rgb::new(220, 20, 30)),
                false => plain.color(x, y),
            }
        });
        let scene = Scene::of(&lined);
        let line = HintLine::of(&scene, &without.grid).unwrap().hidden();
        assert_eq!(line.crossed(&without.grid), [7, 8, 9, 10]);
        assert_eq!(line.linked(&without.grid), Some([7, 10]));
        assert_eq!(read_board(&lined).unwrap().board, without.board);
    }

    #[test]
    fn a_window_with_many_kinds_is_likelier_if_it_is_read_more_surely() {
        let with = |board: &str, confidence| ReadBoard {
            confidence,
            ..ReadBoard::of(Reading::of_text(board, 0.9))
        };
        let all = || Ok(with("AABB\n", 0.5));
        let many = with("ABCDEFGH\nBADCFEHG\n", 0.7);
        let few = with("ABCDABCD\nBADCBADC\n", 0.9);
        let inside = || [few.clone(), many.clone()].into_iter();
        assert_eq!(likeliest(all(), inside()), Ok(many.clone()));
        assert_eq!(
            likeliest(Err(ReadBoardError::NoGrid), inside()),
            Ok(many.clone())
        );
        let surer = Ok(with("AABB\n", 0.65));
        assert_eq!(likeliest(surer.clone(), inside()), surer);
        assert_eq!(likeliest(all(), [few].into_iter()), all());
    }

    #[test]
    fn an_inverted_tile_is_of_the_kind_that_lacks_one() {
        let board: LinkBoard = BOARD.parse().unwrap();
        let raster = drawn(&board);
        let Grid { x, y, .. } = read_board(&raster).unwrap().grid;
        let selected = LinkCell::new(1, 2);
        let is_inside = |[start, end]: [f64; 2], at: usize| (start..end).contains(&(at as f64));
        let inverted = Raster::from_fn(raster.width(), raster.height(), |left, top| {
            let is_selected =
                is_inside(x.span(selected.column), left) && is_inside(y.span(selected.row), top);
            let color = raster.color(left, top)?;
            let Rgb { r, g, b } = color;
            Some(match is_selected {
                true => Rgb::new(255 - r, 255 - g, 255 - b),
                false => color,
            })
        });
        let read = read_board(&inverted).unwrap();
        assert_eq!(read.strays, [selected]);
        assert_eq!(read.board.to_string(), board.to_string());
    }

    #[test]
    fn tiles_that_a_line_links_are_of_their_kind() {
        let board: LinkBoard = "123456\n653.21\n78..43\n31.187\n".parse().unwrap();
        let raster = drawn(&board);
        let Grid { x, y, .. } = read_board(&raster).unwrap().grid;
        let middle = |[start, end]: [f64; 2]| ((start + end) / 2.0) as usize;
        // Two tiles one above the other, and two with an empty place between them.
        for [from, to] in [[(0, 2), (1, 2)], [(3, 1), (3, 3)]] {
            let [left, right] = [from, to].map(|(_, column)| middle(x.span(column)));
            let [top, bottom] = [from, to].map(|(row, _)| middle(y.span(row)));
            let is_line = |column: usize, row: usize| {
                (left - 1..=right + 1).contains(&column) && (top - 1..=bottom + 1).contains(&row)
            };
            // The linked tiles are framed, too.
            let is_within = |(row, column): (usize, usize), inset: f64, at: [usize; 2]| {
                let spans = [x.span(column), y.span(row)].into_iter().zip(at);
                spans.into_iter().all(|([start, end], at)| {
                    (start + inset..end - inset).contains(&(at as f64 + 0.5))
                })
            };
            let is_frame = |column: usize, row: usize| {
                let is_frame_of = |tile| {
                    is_within(tile, 0.0, [column, row]) && !is_within(tile, 2.0, [column, row])
                };
                [from, to].into_iter().any(is_frame_of)
            };
            let color = |column, row| match is_line(column, row) || is_frame(column, row) {
                true => Some(Rgb::new(255, 40, 0)),
                false => raster.color(column, row),
            };
            let linked = Raster::from_fn(raster.width(), raster.height(), color);
            let read = read_board(&linked).unwrap();
            assert_eq!(read.board.to_string(), board.to_string());
            assert!(read.confidence >= ReadBoard::SURE);
        }
    }

    #[test]
    fn a_board_of_known_size_may_have_empty_columns_and_rows() {
        let board: LinkBoard = BOARD.parse().unwrap();
        let raster = drawn(&board);
        let read = read_board_of_size(&raster, "7x5".parse().unwrap()).unwrap();
        assert_eq!([read.grid.x.count, read.grid.y.count], [7, 5]);
        assert!(read.confidence >= ReadBoard::SURE);
        let cells = read.board.tiles().map(|(cell, _)| cell);
        let [left, top] = cells.fold([9, 9], |[left, top], cell| {
            [left.min(cell.column), top.min(cell.row)]
        });
        let kinds = read.board.tiles().map(|(_, kind)| kind);
        assert!(kinds.eq(board.tiles().map(|(_, kind)| kind)) && left + top < 3);
    }
}
