//! Reading a board from a picture: which of its possible grids is the board's.

use crate::grid::{Axis, Grid, IntegralImage, Survey, surveys};
use crate::picture::Raster;

use super::confidence::confidence;
use super::pairing::Pairing;
use super::reading::{Reading, read_surveyed, read_with};
use super::{BoardSize, LinkBoard, LinkBoardError, LinkCell};

/// The most places of a grid that is read: larger ones take long.
const MAX_COMPARED: usize = 600;

/// The most surveys that are looked at, and the most places of a grid that are compared, where its size is known.
const MAX_SURVEYS: usize = 24;
const MAX_PLACES: usize = 24;

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
    // Chosen by the figures in `confidence`: at 0.9, 64 of 69 of the held-out readings are right.
    pub const SURE: f64 = 0.95;

    fn of(reading: Reading) -> ReadBoard {
        ReadBoard {
            confidence: confidence(&reading),
            board: reading.board,
            grid: reading.grid,
            strays: reading.strays,
        }
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
    /// There is no grid.
    #[error(
        "no grid of tiles that repeat was found in the picture: crop it to the board, or write the \
         board as text"
    )]
    NoGrid,
    /// A grid was found, but what is on it is not a board.
    #[error(transparent)]
    Board(#[from] LinkBoardError),
}

/// Reads a board from a picture: finds its grid and the places that hold a tile, and clusters tiles that look the same
/// into kinds. Of several guesses the one is taken with which the largest tiles pair up.
///
/// The reading may be wrong: see [`ReadBoard::confidence`].
///
/// Errors: [`ReadBoardError::NoGrid`], [`LinkBoardError::TooLarge`].
pub fn read_board(raster: &Raster) -> Result<ReadBoard, ReadBoardError> {
    best_of_all(&IntegralImage::of(raster)).map(ReadBoard::of)
}

/// The same for a board whose columns and rows are known.
///
/// Errors: those of [`read_board`].
pub fn read_board_of_size(raster: &Raster, size: BoardSize) -> Result<ReadBoard, ReadBoardError> {
    of_size(&IntegralImage::of(raster), size).map(ReadBoard::of)
}

/// A reading of even areas that is less sure gives way to a sure one of another kind. Set by hand.
const LIKELY: f64 = 0.5;

/// The best reading of the likely boards: of those of even areas, unless it is unlikely and another one is sure.
fn best_of_all(image: &IntegralImage) -> Result<Reading, ReadBoardError> {
    let mut groups = surveys(image);
    let mut known: Vec<Survey> = Vec::new();
    let areas = groups.next().unwrap_or_default();
    let of_areas = best_of_group(image, areas, None, &mut known);
    // In areas the highlighted tile and its like may be left over.
    let is_found =
        |reading: &Reading| reading.pairing.is_perfect() || reading.pairing.is_nearly_perfect();
    let is_likely = |reading: &Reading| confidence(reading) >= LIKELY;
    let is_sure = |reading: &Reading| confidence(reading) >= ReadBoard::SURE;
    let best = match of_areas {
        Some(found) if is_found(&found) && is_likely(&found) => Some(found),
        Some(found) if is_found(&found) => best_of_patterns(image, groups, None, &mut known)
            .filter(is_sure)
            .or(Some(found)),
        other => best_of_patterns(image, groups, other, &mut known),
    };
    let best =
        best.filter(|best| best.pairing.is_plausible() && best.grid.confidence >= MIN_REPEATED);
    let best = best.ok_or(ReadBoardError::NoGrid)?;
    let whole = of_whole_tiles(image, best);
    Ok(with_overlooked(image, of_whole_faces(image, whole)))
}

/// The best reading of groups of boards: the search ends with the first group in which one pairs up.
fn best_of_patterns(
    image: &IntegralImage,
    groups: impl Iterator<Item = Vec<Survey>>,
    mut best: Option<Reading>,
    known: &mut Vec<Survey>,
) -> Option<Reading> {
    for group in groups {
        best = best_of_group(image, group, best, known);
        if best.as_ref().is_some_and(|best| best.pairing.is_perfect()) {
            break;
        }
    }
    best
}

fn best_of_group(
    image: &IntegralImage,
    mut group: Vec<Survey>,
    best: Option<Reading>,
    known: &mut Vec<Survey>,
) -> Option<Reading> {
    group.retain(|survey| survey.grid.count() <= MAX_COMPARED && !known.contains(survey));
    let readings = (group.iter()).filter_map(|survey| read_surveyed(image, survey).ok());
    let best = best.into_iter().chain(readings).reduce(better);
    known.extend(group);
    best
}

/// The reading with so many columns and rows: what is found without knowing them if it is sure and fits.
fn of_size(image: &IntegralImage, size: BoardSize) -> Result<Reading, ReadBoardError> {
    let found = best_of_all(image).ok();
    let found = found.filter(|found| confidence(found) >= ReadBoard::SURE);
    match found.and_then(|found| extended(image, &found, size)) {
        Some(found) => Ok(found),
        None => best_of_size(image, size),
    }
}

/// A reading with empty columns and rows around it, as many as are missing.
fn extended(image: &IntegralImage, found: &Reading, size: BoardSize) -> Option<Reading> {
    let Grid { x, y, .. } = found.grid;
    if [x.count, y.count] == [size.columns, size.rows] {
        return Some(found.clone());
    }
    if x.count > size.columns || y.count > size.rows {
        return None;
    }
    let x = *x.resized(size.columns, image.width()).first()?;
    let y = *y.resized(size.rows, image.height()).first()?;
    let grid = Grid { x, y, ..found.grid };
    let before = |new: Axis, old: Axis| ((old.origin - new.origin) / old.pitch).round() as usize;
    let [left, top] = [before(x, found.grid.x), before(y, found.grid.y)];
    let mut tiles = vec![false; grid.count()];
    for (cell, _) in found.board.tiles() {
        tiles[(top + cell.row) * size.columns + left + cell.column] = true;
    }
    read_surveyed(image, &Survey { grid, tiles }).ok()
}

/// The best reading with so many columns and rows: at the places of the grids that are found, or over the whole picture.
fn best_of_size(image: &IntegralImage, size: BoardSize) -> Result<Reading, ReadBoardError> {
    let whole = Grid {
        x: Axis::dividing(image.width(), size.columns),
        y: Axis::dividing(image.height(), size.rows),
        confidence: 1.0,
    };
    let mut grids = vec![whole];
    let mut readings = Vec::new();
    for survey in surveys(image).flatten().take(MAX_SURVEYS) {
        let grid = survey.grid;
        let columns = grid.x.resized(size.columns, image.width());
        let rows = grid.y.resized(size.rows, image.height());
        let axes = columns.iter().flat_map(|x| rows.iter().map(|y| (*x, *y)));
        grids.extend(axes.map(|(x, y)| Grid { x, y, ..grid }));
        if [grid.x.count, grid.y.count] == [size.columns, size.rows] {
            readings.extend(read_surveyed(image, &survey));
        }
    }
    let mut places: Vec<Grid> = Vec::new();
    for grid in grids {
        if !places
            .iter()
            .any(|other| other.x == grid.x && other.y == grid.y)
        {
            places.push(grid);
        }
    }
    let places = places.into_iter().take(MAX_PLACES);
    readings.extend(places.filter_map(|grid| read_with(image, grid).ok()));
    // The score alone favours large tiles: those of the whole picture.
    let worth = |reading: &Reading| (LEFT_OVER + confidence(reading)) * score(reading);
    let by_worth = |a: &Reading, b: &Reading| worth(a).total_cmp(&worth(b));
    let best = readings.into_iter().max_by(by_worth);
    best.ok_or(ReadBoardError::NoGrid)
}

/// The confidence assigned to a reading with a tile left over, among others of known size. Set by hand: a board with
/// a column cut off still beats a few places that happen to pair up.
const LEFT_OVER: f64 = 0.05;

/// The share of the tiles of a board that must be seen more than once.
const MIN_REPEATED: f64 = 0.3;

/// How much better a second reading that pairs up must be than the first: if only blank tiles differ, and elsewhere.
// Lower, blank tiles come and go, and the frames of windows and a row of the ground count as tiles. Tuned on generated
// screenshots.
const BETTER_IN_BLANKS: f64 = 1.15;
const BETTER_ELSEWHERE: f64 = 2.0;

/// How far places of two grids are apart at most if they are the same, as a share of a period. Set by hand.
const SAME_PLACE: f64 = 0.25;

/// How clearly kinds must be apart in a reading of the same tiles or places, as a share of how clearly they are in the first.
// Set by hand: where places of the ground were taken for tiles it was 0.79, beside real ones 0.97 and more.
const AS_CLEAR: f32 = 0.9;

/// The better of two; the first unless the other is clearly so.
fn better(one: Reading, other: Reading) -> Reading {
    let is_better = match (one.pairing.is_perfect(), other.pairing.is_perfect()) {
        (true, false) => false,
        (false, true) => true,
        (false, false) => score(&other) > score(&one),
        (true, true) if has_same_places(&one.grid, &other.grid) => is_better_here(&one, &other),
        (true, true) => score(&other) > BETTER_ELSEWHERE * score(&one),
    };
    if is_better { other } else { one }
}

/// Whether the places of one are some of the other's, or the other way round.
fn has_same_places(one: &Grid, other: &Grid) -> bool {
    let is_same = |one: &Axis, other: &Axis| {
        let middle = |axis: &Axis| axis.origin + axis.tile / 2.0;
        let turns = (middle(one) - middle(other)) / one.pitch;
        let stretch = (one.pitch - other.pitch) * one.count.max(other.count) as f64;
        stretch.abs() < SAME_PLACE * one.pitch && (turns - turns.round()).abs() < SAME_PLACE
    };
    is_same(&one.x, &other.x) && is_same(&one.y, &other.y)
}

/// Whether another reading of the same places is clearly better. One that takes the ground for tiles has more of them, but
/// some are left over or taken for highlighted ones, or kinds are less clear.
fn is_better_here(one: &Reading, other: &Reading) -> bool {
    let pairs_up = |reading: &Reading| reading.board.check_pairs().is_ok();
    let least = match one.pairing.tiles() == other.pairing.tiles() {
        true => BETTER_IN_BLANKS,
        false => 1.0,
    };
    score(other) > least * score(one)
        && other.pairing.is_as_clear_as(AS_CLEAR, &one.pairing)
        && (pairs_up(other) || !pairs_up(one))
        && other.strays.len() <= one.strays.len()
}

/// The exponent of the area of a tile in a grid's score.
// Above 1 because larger tiles are less often equal by chance: so whole tiles win over their parts.
const AREA_EXPONENT: f64 = 1.1;

/// About the area of the tiles that pair up.
fn score(Reading { grid, score, .. }: &Reading) -> f64 {
    score * (grid.x.pitch * grid.y.pitch).powf(AREA_EXPONENT)
}

/// With windows around the whole faces of tiles, if there are more kinds and these pair up as well: what tells two kinds
/// apart may be at the edge.
fn of_whole_faces(image: &IntegralImage, middles: Reading) -> Reading {
    let cells = middles.board.cells();
    let tiles: Vec<bool> = cells
        .map(|cell| middles.board.tile(cell).is_some())
        .collect();
    let grid = middles.grid.around_faces(image, &tiles);
    let faces = read_surveyed(image, &Survey { grid, tiles });
    match faces {
        Ok(faces) if tells_more(&faces.pairing, &middles.pairing) => faces,
        _ => middles,
    }
}

/// With the tiles that were taken for empty places, if all pair up then as well.
fn with_overlooked(image: &IntegralImage, reading: Reading) -> Reading {
    let cells = reading.board.cells();
    let mut tiles: Vec<bool> = cells
        .map(|cell| reading.board.tile(cell).is_some())
        .collect();
    let overlooked = reading.grid.overlooked(image, &tiles);
    if overlooked.is_empty() {
        return reading;
    }
    for place in &overlooked {
        tiles[*place] = true;
    }
    let grid = reading.grid;
    match read_surveyed(image, &Survey { grid, tiles }) {
        Ok(all)
            if all.pairing.is_perfect()
                && all.pairing.is_as_clear_as(AS_CLEAR, &reading.pairing) =>
        {
            all
        }
        _ => Reading {
            overlooked: overlooked.len(),
            ..reading
        },
    }
}

fn tells_more(faces: &Pairing, middles: &Pairing) -> bool {
    faces.is_perfect() && faces.kinds() > middles.kinds() && faces.is_as_clear_as(AS_CLEAR, middles)
}

/// How clearly merged tiles must be apart, as a share of how clearly their parts are.
const MERGED_AS_CLEAR: f32 = 0.5;

/// The fewest tiles of a board that is made by merging parts.
const MIN_MERGED: usize = 8;

/// The largest logarithm of the ratio of the sides of merged tiles.
const MAX_MERGED_RATIO: f64 = 0.9;

/// With adjacent tiles merged where the merged ones pair up as well: where tiles do, their parts do, too.
fn of_whole_tiles(image: &IntegralImage, parts: Reading) -> Reading {
    if !parts.pairing.is_perfect() {
        return parts;
    }
    let Grid { x, y, .. } = parts.grid;
    let pairs = x
        .merged()
        .into_iter()
        .flat_map(|x| y.merged().into_iter().map(move |y| (x, y)));
    let pairs = pairs.filter(|(x, y)| (x.pitch / y.pitch).ln().abs() < MAX_MERGED_RATIO);
    let grids = pairs.map(|(x, y)| Grid { x, y, ..parts.grid });
    let surveys = grids.filter_map(|grid| merged(&parts, grid));
    let readings = surveys.filter_map(|survey| read_surveyed(image, &survey).ok());
    let whole: Option<Reading> = readings
        .filter(|whole| {
            whole.pairing.is_perfect()
                && whole
                    .pairing
                    .is_as_clear_as(MERGED_AS_CLEAR, &parts.pairing)
        })
        .reduce(|one, other| {
            if score(&other) > score(&one) {
                other
            } else {
                one
            }
        });
    match whole {
        Some(whole) if score(&whole) > score(&parts) => whole,
        _ => parts,
    }
}

/// The tiles of a grid each of whose places is made of several; `None` if some are tiles in part only.
fn merged(parts: &Reading, grid: Grid) -> Option<Survey> {
    let [columns, rows] = [
        parts.grid.x.count / grid.x.count,
        parts.grid.y.count / grid.y.count,
    ];
    let held = |place: usize| {
        let (column, row) = (place % grid.x.count * columns, place / grid.x.count * rows);
        let cells =
            (0..rows).flat_map(|down| (0..columns).map(move |right| (row + down, column + right)));
        cells
            .filter(|(row, column)| parts.board.tile(LinkCell::new(*row, *column)).is_some())
            .count()
    };
    let tile = |place: usize| match held(place) {
        0 => Some(false),
        held => (held == columns * rows).then_some(true),
    };
    let tiles: Vec<bool> = (0..grid.count()).map(tile).collect::<Option<_>>()?;
    let count = tiles.iter().filter(|is_tile| **is_tile).count();
    (columns * rows > 1 && count >= MIN_MERGED).then_some(Survey { grid, tiles })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::linkup::{BoardPicture, Kind};
    use crate::picture::decode_picture;
    use crate::picture::drawing::noise;

    #[test]
    fn a_picture_without_tiles_is_no_board() {
        assert_eq!(read_board(&noise(200, 150, 1)), Err(ReadBoardError::NoGrid));
    }

    /// Where a tile is 30 pixels wide and 36 high.
    const PITCH: [usize; 2] = [30, 36];

    /// A board of 8x6 tiles that show the same, but for four dots at their upper edge.
    fn tiles_with_dots(kinds: &[usize]) -> Raster {
        let width = 8 * PITCH[0];
        let pixel = |index: usize| {
            let (x, y) = (index % width, index / width);
            let kind = kinds[y / PITCH[1] * 8 + x / PITCH[0]];
            let grey = match [x % PITCH[0], y % PITCH[1]] {
                [x @ 6..26, 3..10] if kind >> ((x - 6) / 5) & 1 == 1 => 40,
                [x @ 8..22, y @ 16..31] if (x + y) % 7 > 2 => 90,
                _ => 240,
            };
            Some(Rgb::new(grey, grey, grey))
        };
        let pixels = (0..width * 6 * PITCH[1]).map(pixel);
        Raster::new(width, pixels.collect())
    }

    #[test]
    fn what_tells_kinds_apart_may_be_at_the_edge_of_tiles() {
        let mut kinds: Vec<usize> = (0..48).map(|place| place % 12 + 1).collect();
        kinds.sort_by_key(|kind| kind * 5 % 7);
        let image = IntegralImage::of(&tiles_with_dots(&kinds));
        let middle = |origin, pitch: usize, tile, count| Axis {
            origin,
            pitch: pitch as f64,
            tile,
            count,
        };
        let survey = Survey {
            grid: Grid {
                x: middle(5.0, PITCH[0], 20.0, 8),
                y: middle(13.0, PITCH[1], 20.0, 6),
                confidence: 1.0,
            },
            tiles: vec![true; 48],
        };
        let middles = read_surveyed(&image, &survey).expect("it is a board");
        assert_eq!(middles.pairing.kinds(), 1);
        let board = LinkBoard::new(8, Kind::of_equals(kinds.into_iter().map(Some)));
        let read = of_whole_faces(&image, middles).board;
        assert_eq!(read.to_string(), board.expect("it is one").to_string());
    }

    #[test]
    fn a_board_of_known_size_may_have_empty_columns_and_rows() {
        let board: LinkBoard = "1 2 3 4 5 6\n6 5 4 3 2 1\n7 8 9 1 2 3\n3 2 1 9 8 7\n"
            .parse()
            .unwrap();
        let mut png = Vec::new();
        let picture = BoardPicture::new(&board, 32).unwrap();
        picture.write_png(&mut png).unwrap();
        let raster = decode_picture(&png[..]).unwrap();
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

    /// Of a board on which the tiles in small letters are plain.
    fn reading(board: &str, clarity: f32) -> Reading {
        let letters = board.chars().filter(|letter| *letter != '\n');
        let plain: Vec<bool> = letters.map(|letter| !letter.is_uppercase()).collect();
        let board: LinkBoard = board.parse().expect("it is a board");
        let pairing = Pairing::of(&board, &plain, clarity);
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
            busyness: 0.0,
            overlooked: 0,
        }
    }

    #[test]
    fn more_tiles_win_only_if_they_pair_up_and_are_as_clear() {
        let one = reading("ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\n......\n", 0.9);
        let more = "ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\nM.M...\n";
        assert!(is_better_here(&one, &reading(more, 0.9)));
        assert!(!is_better_here(&one, &reading(more, 0.7)));
        let left_over = more.replace("M.M...", "M.M..x");
        assert!(!is_better_here(&one, &reading(&left_over, 0.9)));
        let highlighted = Reading {
            strays: vec![LinkCell::new(4, 2)],
            ..reading(more, 0.9)
        };
        assert!(!is_better_here(&one, &highlighted));
    }
}
