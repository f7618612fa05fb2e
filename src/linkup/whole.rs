//! Tiles made whole: parts that were read as tiles are joined, and windows widened to whole faces.

use crate::grid::{Grid, Survey};

use super::LinkCell;
use super::comparison::{AS_CLEAR, score};
use super::completion::without_empty_edges;
use super::pairing::Pairing;
use super::reading::{Reading, read_surveyed};
use super::scene::Scene;

/// With windows around the whole faces of tiles, if there are more kinds and these pair up as well: what tells two kinds
/// apart may be at the edge.
pub fn of_whole_faces(scene: &Scene, middles: Reading) -> Reading {
    let tiles = middles.board.occupied();
    let grid = middles.grid.around_faces(scene, &tiles);
    let faces = read_surveyed(scene, &Survey { grid, tiles });
    match faces {
        Ok(faces) if tells_more(&faces.pairing, &middles.pairing) => faces,
        _ => middles,
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

/// With adjacent tiles merged where the merged ones pair up as well, or their parts always go together: where tiles pair up,
/// their parts do, too.
pub fn of_whole_tiles(scene: &Scene, reading: Reading) -> Reading {
    if !reading.pairing.is_perfect() {
        return reading;
    }
    let parts = without_empty_edges(reading.clone());
    let Grid { x, y, .. } = parts.grid;
    let pairs = x
        .merged()
        .into_iter()
        .flat_map(|x| y.merged().into_iter().map(move |y| (x, y)));
    let pairs = pairs.filter(|(x, y)| (x.pitch / y.pitch).ln().abs() < MAX_MERGED_RATIO);
    let grids = pairs.map(|(x, y)| Grid { x, y, ..parts.grid });
    let surveys = grids.filter_map(|grid| merged(&parts, grid));
    let readings = surveys.filter_map(|survey| read_surveyed(scene, &survey).ok());
    let clear = readings.filter(|whole| {
        whole.strays.len() <= parts.strays.len()
            && (whole.pairing).is_as_clear_as(MERGED_AS_CLEAR, &parts.pairing)
    });
    let whole = clear
        .map(|whole| (tells_the_same(&whole, &parts), whole))
        .filter(|(is_told, whole)| *is_told || whole.pairing.is_perfect())
        .reduce(|one, other| match score(&other.1) > score(&one.1) {
            true => other,
            false => one,
        });
    match whole {
        Some((is_told, whole)) if is_told || score(&whole) > score(&parts) => whole,
        _ => reading,
    }
}

/// Whether merged tiles pair up, and two of them are of one kind exactly if their parts are.
fn tells_the_same(whole: &Reading, parts: &Reading) -> bool {
    let kinds = |cell: LinkCell| {
        let within = parts_of(cell, parts, &whole.grid);
        within.map(|part| parts.board.tile(part))
    };
    let tiles = || whole.board.tiles();
    whole.board.check_pairs().is_ok()
        && tiles().all(|(one, kind)| {
            tiles().all(|(other, of)| (of == kind) == kinds(other).eq(kinds(one)))
        })
}

/// The cells of which a cell of a grid is made.
fn parts_of(cell: LinkCell, parts: &Reading, grid: &Grid) -> impl Iterator<Item = LinkCell> {
    let columns = parts.grid.x.count / grid.x.count;
    let rows = parts.grid.y.count / grid.y.count;
    let (column, row) = (cell.column * columns, cell.row * rows);
    LinkCell::within(column..=column + columns - 1, row..=row + rows - 1)
}

/// The tiles of a grid each of whose places is made of several, half of which hold a part at least: what is narrow may not
/// be seen in all. `None` if there are hardly any.
fn merged(parts: &Reading, grid: Grid) -> Option<Survey> {
    let times = parts.grid.count() / grid.count();
    let is_held = |place: usize| {
        let cell = LinkCell::new(place / grid.x.count, place % grid.x.count);
        let within = parts_of(cell, parts, &grid);
        2 * within
            .filter(|part| parts.board.tile(*part).is_some())
            .count()
            >= times
    };
    let tiles: Vec<bool> = (0..grid.count()).map(is_held).collect();
    let count = tiles.iter().filter(|is_tile| **is_tile).count();
    (times > 1 && count >= MIN_MERGED).then_some(Survey { grid, tiles })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::grid::Axis;
    use crate::linkup::{Kind, LinkBoard};
    use crate::picture::Raster;

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

    /// Four tiles of each of twelve kinds.
    fn kinds() -> Vec<usize> {
        let mut kinds: Vec<usize> = (0..48).map(|place| place % 12 + 1).collect();
        kinds.sort_by_key(|kind| kind * 5 % 7);
        kinds
    }

    #[test]
    fn what_tells_kinds_apart_may_be_at_the_edge_of_tiles() {
        let kinds = kinds();
        let scene = Scene::of(&tiles_with_dots(&kinds));
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
        let middles = read_surveyed(&scene, &survey).expect("it is a board");
        assert_eq!(middles.pairing.kinds(), 1);
        let board = LinkBoard::new(8, Kind::of_equals(kinds.into_iter().map(Some)));
        let read = of_whole_faces(&scene, middles).board;
        assert_eq!(read.to_string(), board.expect("it is one").to_string());
    }

    #[test]
    fn halves_that_always_go_together_are_parts() {
        let reading = |board| Reading::of_text(board, 0.9);
        let whole = reading("A B C D\nB A D C\n");
        let tells = |parts| tells_the_same(&whole, &reading(parts));
        assert!(tells("A B C D\nE F G H\nB A D C\nF E H G\n"));
        assert!(tells("A B C D\nE E E H\nB A D C\nE E H E\n"));
        assert!(!tells("A B C D\nE F G H\nB A D C\nE F H G\n"));
        assert!(!tells("A A C D\nE E G H\nA A D C\nE E H G\n"));
    }

    #[test]
    fn halves_are_joined_beside_an_empty_column_of_half_the_width() {
        let kinds = kinds();
        let tiles = tiles_with_dots(&kinds);
        let [half, height] = [PITCH[0] / 2, PITCH[1]];
        let beside = Raster::from_fn(half + tiles.width(), tiles.height(), |x, y| {
            match x.checked_sub(half) {
                Some(x) => tiles.color(x, y),
                None => Some(Rgb::WHITE),
            }
        });
        let scene = Scene::of(&beside);
        let halves = |pitch: usize, count| Axis {
            origin: 0.0,
            pitch: pitch as f64,
            tile: pitch as f64,
            count,
        };
        let grid = Grid {
            x: halves(half, 17),
            y: halves(height, 6),
            confidence: 1.0,
        };
        let tiles = (0..grid.count()).map(|place| place % 17 > 0).collect();
        let parts = read_surveyed(&scene, &Survey { grid, tiles }).expect("it is a board");
        assert!(parts.pairing.is_perfect());
        let whole = of_whole_tiles(&scene, parts);
        let board = LinkBoard::new(8, Kind::of_equals(kinds.into_iter().map(Some)));
        assert_eq!(whole.board.to_string(), board.unwrap().to_string());
    }

    #[test]
    fn a_place_is_a_tile_if_half_of_its_parts_are() {
        let board: LinkBoard = "A A B . . C D D\n. . E E F F G G\n. H I I J J K K\n"
            .parse()
            .unwrap();
        let parts = Reading::assumed(board, &[false; 24], 0.9);
        let Grid { x, y, .. } = parts.grid;
        let grid = Grid {
            x: x.merged()[1],
            y,
            ..parts.grid
        };
        let [t, f] = [true, false];
        let tiles = merged(&parts, grid).expect("there are tiles").tiles;
        assert_eq!(tiles, [t, t, t, t, f, t, t, t, t, t, t, t]);
    }
}
