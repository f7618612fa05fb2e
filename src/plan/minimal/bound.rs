//! The proved lower bound of a print: what no plan can do without.

use super::carriers::{CarrierMode, assignments};
use super::cover::Covers;
use super::target::missing_lines;
use crate::game::FieldSize;
use crate::plan::feasibility::check_feasible;
use crate::plan::{Picture, PlanError};

/// The least that any plan takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// Pieces that leave pixels.
    pub carriers: usize,
    /// Cleared lines.
    pub lines: usize,
    /// All pieces.
    pub pieces: usize,
}

/// A lower bound of the pieces that print the picture, whatever the planner.
///
/// If at least M pieces leave pixels, they bring 4M cells, and what is more than the pixels must be
/// cleared: lines >= (4M - pixels) / width, rounded up to a number for which pieces come out whole.
/// Support is ignored.
///
/// Errors: [`PlanError::Impossible`], [`PlanError::TooManyColors`].
pub fn lower_bound(
    picture: &Picture,
    field: FieldSize,
    mode: CarrierMode,
) -> Result<Bound, PlanError> {
    check_feasible(picture, field)?;
    let mut covers = Covers::new(picture);
    let carriers = match mode {
        CarrierMode::Classic | CarrierMode::Nes | CarrierMode::Style => {
            let all = assignments(picture, mode, 0, &mut covers)?;
            all.iter()
                .map(|carriers| covers.of_carriers(carriers))
                .min()
                .unwrap_or(0)
        }
        // More pieces for a colour never need more shapes, so all for each is below every choice.
        CarrierMode::Free => covers.of_all_pieces(),
    };
    Ok(Bound::new(carriers, picture.pixel_count(), field))
}

impl Bound {
    fn new(carriers: usize, pixels: usize, field: FieldSize) -> Bound {
        let least = (4 * carriers)
            .saturating_sub(pixels)
            .div_ceil(field.width());
        let cells = pixels + field.width() * least;
        let lines = least + missing_lines(cells, field.width()).unwrap_or(0);
        Bound {
            carriers,
            lines,
            pieces: (pixels + field.width() * lines) / 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::sprite::Sprite;

    fn bound(drawing: &str) -> Bound {
        let colors = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
        let picture = Picture::of(&Sprite::from_diagram(drawing, colors).unwrap()).unwrap();
        lower_bound(&picture, FieldSize::STANDARD, CarrierMode::Nes).unwrap()
    }

    #[test]
    fn whole_pieces_need_no_lines() {
        assert_eq!(
            bound("aa\naa"),
            Bound {
                carriers: 1,
                lines: 0,
                pieces: 1
            }
        );
    }

    #[test]
    fn only_one_style_has_the_square_piece() {
        assert_eq!(bound("aabb\naabb").carriers, 3);
    }

    #[test]
    fn a_single_pixel_needs_three_lines() {
        assert_eq!(
            bound("a"),
            Bound {
                carriers: 1,
                lines: 3,
                pieces: 16
            }
        );
        assert_eq!(
            bound("aaa"),
            Bound {
                carriers: 1,
                lines: 1,
                pieces: 6
            }
        );
    }
}
