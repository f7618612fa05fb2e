//! Sprites side by side in a row, like the letters of a font: parts above each other are one sprite.

use std::ops::Range;

use super::frames::bands;
use crate::picture::Bounds;
use crate::sprite::components::Component;

/// Fewer sprites in a row tell nothing. The numbers of this file were tuned on 114 sheets of 29 packages with their
/// authors' rectangles.
const FEWEST_IN_ROW: usize = 12;

/// The part of them that consists of one shape, at least, ...
const WHOLE: f64 = 0.6;

/// ... and the largest gap between the parts of one, relative to the tallest that consists of one shape.
const GAP: f64 = 0.25;

/// Joins the parts above each other in each row of sprites that has hardly more than one in any column.
pub fn join_stacked(shapes: Vec<Component>) -> Vec<Component> {
    let rows = by_band(shapes, |bounds| bounds.rows());
    rows.into_iter().flat_map(joined_in_row).collect()
}

/// The shapes that lie in each band along one side.
fn by_band(shapes: Vec<Component>, side: fn(Bounds) -> Range<usize>) -> Vec<Vec<Component>> {
    let bands = bands(shapes.iter().map(|shape| side(shape.bounds)));
    let mut by_band: Vec<Vec<Component>> = vec![Vec::new(); bands.len()];
    for shape in shapes {
        let start = side(shape.bounds).start;
        by_band[bands.partition_point(|band| band.end <= start)].push(shape);
    }
    by_band
}

fn joined_in_row(shapes: Vec<Component>) -> Vec<Component> {
    let stacks = by_band(shapes, |bounds| bounds.columns());
    let whole = stacks.iter().filter(|stack| stack.len() == 1);
    let tallest = whole
        .clone()
        .map(|stack| stack[0].bounds.height)
        .max()
        .unwrap_or(0);
    let is_row =
        stacks.len() >= FEWEST_IN_ROW && whole.count() as f64 >= WHOLE * stacks.len() as f64;
    let joined = |stack: Vec<Component>| match is_row && is_one_sprite(&stack, tallest) {
        true => stack
            .into_iter()
            .reduce(Component::joined)
            .into_iter()
            .collect(),
        false => stack,
    };
    stacks.into_iter().flat_map(joined).collect()
}

/// Whether parts above each other are no taller together than other sprites of the row, with small gaps.
fn is_one_sprite(stack: &[Component], tallest: usize) -> bool {
    let rows = bands(stack.iter().map(|part| part.bounds.rows()));
    let gaps = rows.windows(2).map(|pair| pair[1].start - pair[0].end);
    let height = |rows: &[Range<usize>]| Some(rows.last()?.end - rows.first()?.start);
    height(&rows).is_some_and(|height| height <= tallest)
        && gaps
            .max()
            .is_none_or(|gap| gap as f64 <= GAP * tallest as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Raster;
    use crate::picture::drawing::color;
    use crate::sprite::connected_components;

    /// Letters seven rows high and four columns wide, in cells of six, each third with a gap of one row below `dot`.
    fn letters(count: usize, height: usize, dot: usize) -> Vec<Component> {
        let letters = Raster::from_fn(6 * count, height, |x, y| {
            let is_gap = (x / 6).is_multiple_of(3) && y == dot;
            (x % 6 < 4 && y < 7 && !is_gap).then_some(color('a'))
        });
        connected_components(&letters, 0)
    }

    #[test]
    fn dots_are_joined_with_the_letters_below_them() {
        let shapes = letters(15, 9, 2);
        assert_eq!(shapes.len(), 20);
        let joined = join_stacked(shapes);
        let sizes = joined
            .iter()
            .map(|letter| (letter.bounds.width, letter.bounds.height));
        assert_eq!(sizes.collect::<Vec<_>>(), [(4, 7); 15]);
    }

    #[test]
    fn a_few_sprites_are_no_row() {
        assert_eq!(join_stacked(letters(9, 9, 2)).len(), 12);
    }

    #[test]
    fn sprites_of_two_rows_stay_apart() {
        // All but the first and the last end above the second row.
        let two_rows = Raster::from_fn(6 * 20, 16, |x, y| {
            let is_high = !(6..6 * 19).contains(&x);
            (x % 6 < 4 && (is_high || y != 7)).then_some(color('a'))
        });
        assert_eq!(join_stacked(connected_components(&two_rows, 0)).len(), 38);
    }

    #[test]
    fn parts_far_apart_or_taller_than_the_others_stay_apart() {
        let letters = |gap: std::ops::Range<usize>, foot: usize| {
            let letters = Raster::from_fn(6 * 15, foot + 1, |x, y| match x / 6 {
                0 => (x < 4 && y <= foot && !gap.contains(&y)).then_some(color('a')),
                _ => (x % 6 < 4 && y < 8).then_some(color('a')),
            });
            join_stacked(connected_components(&letters, 0)).len()
        };
        assert_eq!(letters(2..4, 7), 15);
        assert_eq!(letters(2..5, 7), 16);
        assert_eq!(letters(2..4, 8), 16);
    }
}
