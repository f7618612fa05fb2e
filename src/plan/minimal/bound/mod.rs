//! The proved lower bound of a print: what no plan can do without.

mod diagram;
mod gaps;
mod leavings;

use self::diagram::fewest_rows;
use self::gaps::Gaps;
use super::carriers::{CarrierMode, assignments};
use super::cover::Covers;
use super::target::missing_lines;
use crate::game::FieldSize;
use crate::plan::feasibility::check_feasible;
use crate::plan::{Carriers, Picture, PlanError};

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

/// A lower bound of the pieces that print the picture, whatever the planner, if they are dropped straight down.
///
/// If at least M pieces leave pixels, they bring 4M cells, and what is more than the pixels must be cleared; they
/// reach width + 4 cells of each line. And each line is a row of scaffold in some gap of the picture: `diagram` says
/// how many of these there are at least, by what pieces can leave, what they rest on, and what can be filled beside
/// the picture. (Without the cargo feature `sharp-bound` the scaffold is not looked at.) Lines are rounded up to a number for which pieces come out whole.
///
/// Errors: [`PlanError::Impossible`], [`PlanError::TooManyColors`].
pub fn lower_bound(
    picture: &Picture,
    field: FieldSize,
    mode: CarrierMode,
) -> Result<Bound, PlanError> {
    check_feasible(picture, field)?;
    let mut covers = Covers::new(picture);
    let ways = match mode {
        CarrierMode::Classic | CarrierMode::Nes | CarrierMode::Style => {
            let all = assignments(picture, mode, 0, &mut covers)?;
            let way = |carriers: &Carriers| Way {
                carriers: covers.of_carriers(carriers),
                pieces: pieces_of(carriers, picture.colors()),
            };
            all.iter().map(way).collect()
        }
        // More pieces for a colour never need more shapes, so all for each is below every choice.
        CarrierMode::Free => vec![Way {
            carriers: covers.of_all_pieces(),
            pieces: vec![127; picture.colors()],
        }],
    };
    let carriers = ways.iter().map(|way| way.carriers).min().unwrap_or(0);
    let lines = fewest_lines(picture, field, &ways);
    Ok(Bound::new(carriers, lines, picture.pixel_count(), field))
}

/// Who leaves the colours.
struct Way {
    /// The fewest pieces that leave all pixels.
    carriers: usize,
    /// The pieces of each colour, one bit per piece.
    pieces: Vec<u8>,
}

fn pieces_of(carriers: &Carriers, colors: usize) -> Vec<u8> {
    let of_color = |color| carriers.of_color(color);
    let set = |color| of_color(color).fold(0, |set, piece| set | 1 << piece.index());
    (0..colors as u8).map(set).collect()
}

/// The lines of the way that takes the fewest.
fn fewest_lines(picture: &Picture, field: FieldSize, ways: &[Way]) -> usize {
    /// For larger pictures the scaffold is not looked at: it would take too long, and masks that are too wide.
    const MOST_COLUMNS: usize = 32;
    const MOST_PIXELS: usize = 600;
    /// The columns beside the picture, on both sides together, that pieces with a pixel reach in a scaffold row: such a
    /// piece has cells in two rows, so it is at most three columns wide.
    const REACH: usize = 4;

    let pixels = picture.pixel_count();
    let is_small = picture.width() <= MOST_COLUMNS && pixels <= MOST_PIXELS;
    let gaps = is_small.then(|| Gaps::new(picture, field));
    let bounds = ways.iter().scan(usize::MAX, |limit, way| {
        let reach = (picture.width() + REACH).min(field.width());
        let of_carriers = (4 * way.carriers).saturating_sub(pixels).div_ceil(reach);
        let rows = match &gaps {
            Some(gaps) if cfg!(feature = "sharp-bound") => {
                fewest_rows(picture, gaps, &way.pieces, *limit)
            }
            Some(_) | None => Some(0),
        };
        let lines = rows.map(|rows| rows.max(of_carriers));
        *limit = lines.unwrap_or(*limit).min(*limit);
        Some(lines)
    });
    bounds.flatten().min().unwrap_or(0)
}

impl Bound {
    fn new(carriers: usize, least: usize, pixels: usize, field: FieldSize) -> Bound {
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
