//! Reading a board whose columns and rows are known.

use crate::grid::{Axis, Grid, Survey, surveys};

use super::BoardSize;
use super::choice::best_of_all;
use super::comparison::worth;
use super::confidence::is_sure;
use super::reading::{Reading, read_surveyed, read_with};
use super::scene::Scene;

/// The reading with so many columns and rows: what is found without knowing them if it is sure and fits.
pub fn of_size(scene: &Scene, size: BoardSize) -> Option<Reading> {
    let found = best_of_all(scene).filter(is_sure);
    let extended = found.and_then(|found| extended(scene, &found, size));
    extended.or_else(|| best_of_size(scene, size))
}

/// A reading with empty columns and rows around it, as many as are missing.
fn extended(scene: &Scene, found: &Reading, size: BoardSize) -> Option<Reading> {
    let Grid { x, y, .. } = found.grid;
    if [x.count, y.count] == [size.columns, size.rows] {
        return Some(found.clone());
    }
    if x.count > size.columns || y.count > size.rows {
        return None;
    }
    let x = *x.resized(size.columns, scene.width()).first()?;
    let y = *y.resized(size.rows, scene.height()).first()?;
    let grid = Grid { x, y, ..found.grid };
    let tiles = found.tiles_on(&grid);
    read_surveyed(scene, &Survey { grid, tiles }).ok()
}

/// The best reading with so many columns and rows: at the places of the grids that are found, or over the whole picture.
fn best_of_size(scene: &Scene, size: BoardSize) -> Option<Reading> {
    /// The most surveys that are looked at, and the most places of a grid that are compared, where its size is known.
    const MAX_SURVEYS: usize = 24;
    const MAX_PLACES: usize = 24;

    let whole = Grid {
        x: Axis::dividing(scene.width(), size.columns),
        y: Axis::dividing(scene.height(), size.rows),
        confidence: 1.0,
    };
    let mut grids = vec![whole];
    let mut readings = Vec::new();
    for survey in surveys(scene).flatten().take(MAX_SURVEYS) {
        let grid = survey.grid;
        let columns = grid.x.resized(size.columns, scene.width());
        let rows = grid.y.resized(size.rows, scene.height());
        let axes = columns.iter().flat_map(|x| rows.iter().map(|y| (*x, *y)));
        grids.extend(axes.map(|(x, y)| Grid { x, y, ..grid }));
        if [grid.x.count, grid.y.count] == [size.columns, size.rows] {
            readings.extend(read_surveyed(scene, &survey));
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
    readings.extend(places.filter_map(|grid| read_with(scene, grid).ok()));
    let by_worth = |a: &Reading, b: &Reading| worth(a).total_cmp(&worth(b));
    readings.into_iter().max_by(by_worth)
}
