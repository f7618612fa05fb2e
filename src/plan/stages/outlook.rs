//! What a print is likely to take from a standing on.

use super::stage::Canvas;
use super::standing::Standing;

/// Lines that a row takes on average.
// Opaque screens of 160x144 in dithered colours take four to six. With 3 or 7 instead ten portraits of 40 to 56 rows take as
// many pieces, within two in a hundred.
pub const ROW: f64 = 5.0;

/// Lines for each pixel that a begun row lacks. One that lacks four is finished by the next stage in four of five
/// cases, one that lacks sixteen in one of two, counted on a dithered screen; otherwise it takes three lines more.
const GAP: f64 = 0.07;

/// Lines for neighbours of different colours that are both missing: that halves the chance, counted likewise.
const RIVALS: f64 = 0.7;

/// Lines for a missing pixel with nothing under it.
// A dithered screen whose commonest colour is its background takes 1.5 pieces per pixel, not 6.4; portraits take as many.
const HANGING: f64 = 0.3;

/// Lines that are likely to clear from here on, but for what all rows of the picture take.
pub fn outlook(canvas: &Canvas<'_>, standing: &Standing) -> f64 {
    let begun = (standing.finished..).zip(&standing.printed);
    let gaps = begun.map(|(row, printed)| {
        let missing = |column: usize| {
            let color = canvas.color(row, column);
            color.filter(|_| !printed.contains(column))
        };
        let cost = |column: usize| {
            let Some(color) = missing(column) else {
                return 0.0;
            };
            let left = column.checked_sub(1).and_then(missing);
            let causes = [
                (true, GAP),
                (left.is_some_and(|left| left != color), RIVALS),
                (canvas.hangs(row, column), HANGING),
            ];
            causes
                .iter()
                .filter(|cause| cause.0)
                .map(|cause| cause.1)
                .sum()
        };
        (0..canvas.width).map(cost).sum::<f64>()
    });
    gaps.sum::<f64>() - ROW * standing.next_row() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::ColumnSet;
    use crate::plan::Picture;
    use crate::plan::minimal::CarrierMode;
    use crate::plan::stages::carriers::stage_carriers;
    use crate::sprite::Sprite;

    /// The outlook where the columns of the second row are printed.
    fn outlook_with(printed: &[usize]) -> f64 {
        let color = |letter: char| Some(Rgb::new(letter as u8, 100, 100));
        let sprite = Sprite::from_diagram("aabba\nbb.ab", color).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        let carriers = stage_carriers(&picture, CarrierMode::Free).unwrap();
        let canvas = Canvas::new(&picture, 7, 0, &carriers);
        let standing = Standing {
            finished: 1,
            printed: vec![printed.iter().copied().collect::<ColumnSet>()],
        };
        outlook(&canvas, &standing)
    }

    #[test]
    fn what_is_hard_to_print_later_costs_more() {
        let all = outlook_with(&[0, 1, 2, 3, 4]);
        let gap = outlook_with(&[1, 2, 3, 4]);
        let hanging = outlook_with(&[0, 1, 3, 4]);
        let alike = outlook_with(&[2, 3, 4]);
        let rivals = outlook_with(&[0, 1, 2]);
        assert!(all < gap && gap < hanging && gap < alike && alike < rivals);
    }
}
