//! The planner for wide fields: the picture grows row by row, on scaffold that clears again.
//!
//! # A stage
//!
//! Between two stages there is no scaffold: some rows are finished, and of the next one or two a part is printed. A
//! *stage* lays rows of scaffold on this, covers them completely, and with the same pieces prints what is missing under
//! them and as much as possible over them. Then all its scaffold clears. Of `h` rows of scaffold on a field `w` columns
//! wide, `hw` and the pixels that are printed are together divisible by four, whatever else.
//!
//! * `stage`: its rows, and what may become of each cell. `outline`: the pieces as they are laid.
//! * `sweep`: covers it, as a dynamic program from left to right. What is under a piece is a question of its own columns
//!   alone: every cell under a scaffold cell is filled in the end, so a piece rests on something unless all its lowest
//!   cells are over cells that stay empty. The time is proportional to the width.
//! * `order`: drops the pieces of the cover. One that reaches from the lowest row of scaffold to the sky can always be
//!   the last: until it falls, that row is not full and carries all others. The sweep prefers covers with such a piece.
//! * `standing`: how far the print has come between two stages, a *standing*; `moves`: the stages that can be played
//!   from one. A row can be begun over the scaffold, or within it: pieces then come to its pixels from below and from
//!   above, and few are left.
//! * `outlook`: the lines that a standing is likely to take: for each pixel that a begun row lacks, for missing neighbours
//!   of different colours, which get in each other's way, and for those with nothing under them.
//! * `tree`, `search`: stage by stage to the top row, a beam search through how many rows are finished. With as many rows
//!   finished, the standings with fewest lines, cleared and likely, are tried first.
//! * `alone`: what finishes a row before the next one is begun.
//! * `carriers`: which pieces carry which colour.
//!
//! A row that is begun can often not be finished by one stage: between pixels that are there, pieces of its colours get in
//! each other's way. Where no stage finishes it, one prints as much of it as goes and leaves the rest once more; its
//! scaffold rests on what is there and bridges the gaps.
//!
//! Some standings lead nowhere. The search then tries others, farther back, too. When patience is over, it goes back to where
//! one row is begun at most, and finishes that one alone, stage by stage, before it begins the next. When the time is up or
//! the monitor cancels, all rows that are left are finished like this, with the first stage that is found.
//!
//! # What was tried and did not help
//!
//! * Greedy search, from the stage with most pixels for its scaffold, backtracking one step at a time: 1.3 to 2.5
//!   pieces per pixel on eight screens of 160x144 where the beam takes 0.7 to 1.6.
//! * Only stages that print whole rows: 2.2 pieces per pixel for noise where 1.5 do, 2.2 to 2.5 for portraits where 1.5
//!   do, and rows of four and more colours had none.
//! * A beam of 50 states: 30 % more pieces, and wide screens got stuck. One of 20,000 found hardly any cover that
//!   one of 300 missed.
//! * To begin the next row over one that is begun and not finished: a gap under a pixel of another colour is there for good.
//!   Seven rows were begun at once, and none got finished.
//!
//! # Why it always ends
//!
//! Where no stage finishes a row either, it goes back to where nothing is begun and prints the next row by itself (`emitters`):
//! each piece that leaves pixels stands on the row below or on a platform, and whatever of it is over the row is filled up
//! and clears (`filling`, which proves that this can be done on every odd width). The last piece of each of these stages
//! falls into a gap that was left for it (`keystone`). So each possible picture of up to five colours prints on every odd
//! width with [`MARGIN`] columns more than the picture, if there are [`HEADROOM`] rows over it; with six colours S needs a
//! column at its wall, too ([`MARGIN_OF_SIX`]). The seventh colour is left by O, in pairs of neighbours, so that it prints
//! only if one of the colours comes in even runs. The price is about a hundred pieces per pixel.
//!
//! On an even width nothing is promised: each stage prints an even number of pixels there, or a multiple of four, and the
//! pixels of a row need not come out even.
//!
//! # What its constants were tuned on
//!
//! On ten portraits of 40x40 to 56x56 pixels (emoji in three colours) and on two screens of 160x144 (wallpapers dithered to
//! four colours); the division of carriers on two other screens. Those of `search`, `moves` and `outlook` say how much there
//! is in them.

mod alone;
mod carriers;
mod emitters;
mod filling;
mod keystone;
mod moves;
mod order;
mod outline;
mod outlook;
mod search;
mod stage;
mod standing;
mod sweep;
mod tile;
mod tree;

use self::carriers::stage_carriers;
use self::moves::Stages;
use self::outline::Outline;
use self::search::StageSearch;
use self::stage::Canvas;
use super::feasibility::check_feasible;
use super::minimal::CarrierMode;
use super::{Monitor, Picture, Plan, PlanError};
use crate::game::{Column, FieldSize};

/// Columns beside the picture with which every possible picture of up to five colours prints on a field of an odd width.
pub const MARGIN: usize = 2;

/// As [`MARGIN`], for six colours, and for seven of which one comes in pairs of neighbours.
pub const MARGIN_OF_SIX: usize = 3;

/// Rows over the picture with which every possible one prints.
pub const HEADROOM: usize = 13;

/// Plans a print stage by stage.
///
/// `left` is the field column of the picture's column 0; at a wall if absent.
///
/// Errors: [`PlanError::Impossible`] with the proof's reason, [`PlanError::TooManyColors`],
/// [`PlanError::TooHigh`] if nothing was found and the field is lower than [`HEADROOM`] rows over the picture,
/// [`PlanError::NotFound`], [`PlanError::Cancelled`].
pub fn plan_stages(
    picture: &Picture,
    field: FieldSize,
    mode: CarrierMode,
    left: Option<Column>,
    seed: u64,
    monitor: &dyn Monitor,
) -> Result<Plan, PlanError> {
    check_feasible(picture, field)?;
    let carriers = stage_carriers(picture, mode)?;
    let left = left.unwrap_or_else(|| usual_left(picture, field));
    let search = StageSearch {
        stages: Stages {
            canvas: Canvas::new(picture, field.width(), left.0, &carriers),
            height: field.height(),
            outlines: Outline::all(),
        },
        seed,
    };
    let most = field.height().saturating_sub(HEADROOM);
    let height = picture.height();
    let drops = search.run(monitor).map_err(|error| match error {
        PlanError::NotFound if height > most => PlanError::TooHigh { height, most },
        _ => error,
    })?;
    Ok(Plan {
        field,
        carriers,
        left,
        drops,
        platforms: 0,
    })
}

/// At the left wall, or one column from it for six colours and more: S leaves no single pixel at the wall. The other
/// free columns are at the right wall, where platforms are open.
fn usual_left(picture: &Picture, field: FieldSize) -> Column {
    let has_room = field.width() >= picture.width() + MARGIN_OF_SIX;
    Column(usize::from(picture.colors() >= 6 && has_room))
}

#[cfg(test)]
mod tests {
    use super::emitters::RowPrinter;
    use super::filling::Filler;
    use super::standing::Standing;
    use super::*;
    use crate::color::Rgb;
    use crate::script::PrintScript;
    use crate::sprite::Sprite;
    use crate::verify::{PrintedField, verify};

    /// The script of a drawing, which the judge has compared with it.
    fn printed(drawing: &str, field: &str, mode: CarrierMode) -> Result<PrintScript, PlanError> {
        let color = |letter: char| Some(Rgb::new(letter as u8, 100, 100));
        let sprite = Sprite::from_diagram(drawing, color).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        let plan = plan_stages(&picture, field.parse().unwrap(), mode, None, 1, &())?;
        let script = plan.to_script(&sprite, Rgb::BLACK, |_| Rgb::WHITE);
        let printed = PrintedField::of_script(&script).unwrap();
        assert!(verify(&sprite, &printed).unwrap().is_exact(), "{drawing}");
        Ok(script)
    }

    /// Pixels without any order.
    fn noise(width: usize, height: usize, letters: &str) -> String {
        let letters: Vec<char> = letters.chars().collect();
        let pixel = |at: usize| letters[(at * at * 7919 + at * 104_729) / 64 % letters.len()];
        let row = |y: usize| {
            (0..width)
                .map(|x| pixel(y * width + x + 1))
                .chain(['\n'])
                .collect::<String>()
        };
        (0..height).map(row).collect()
    }

    #[test]
    fn pictures_without_any_order_are_printed() {
        for (letters, mode) in [("ab.", CarrierMode::Nes), ("abcd", CarrierMode::Free)] {
            let script = printed(&noise(16, 6, letters), "17x18", mode).unwrap();
            assert!(script.drops.len() < 3 * 16 * 6, "{}", script.drops.len());
        }
    }

    #[test]
    fn no_row_of_a_wide_opaque_picture_is_printed_by_itself() {
        let script = printed(&noise(60, 4, "abcd"), "65x22", CarrierMode::Free).unwrap();
        // A row by itself takes some hundred pieces per pixel.
        assert!(script.drops.len() < 4 * 60 * 4, "{}", script.drops.len());
    }

    #[test]
    fn a_picture_is_printed_on_the_widest_odd_field() {
        let rows = [noise(254, 1, "aab"), noise(254, 1, "abb")].concat();
        assert_eq!(
            printed(&rows, "255x20", CarrierMode::Nes)
                .unwrap()
                .field
                .width(),
            255
        );
    }

    #[test]
    fn the_same_seed_drops_the_same_pieces() {
        let drops = || {
            printed(&noise(16, 4, "abc."), "17x16", CarrierMode::Nes)
                .unwrap()
                .drops
        };
        assert_eq!(drops(), drops());
    }

    /// Prints a drawing row by row, without stages, and compares.
    fn printed_by_rows(drawing: &str, field: &str) -> Result<(), PlanError> {
        let color = |letter: char| Some(Rgb::new(letter as u8, 100, 100));
        let sprite = Sprite::from_diagram(drawing, color).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        let field: FieldSize = field.parse().unwrap();
        let carriers = stage_carriers(&picture, CarrierMode::Free)?;
        let (left, outlines) = (usual_left(&picture, field), Outline::all());
        let printer = RowPrinter {
            canvas: &Canvas::new(&picture, field.width(), left.0, &carriers),
            height: field.height(),
            outlines: &outlines,
        };
        let mut filler = Filler::new(field.width(), &outlines);
        let mut drops = Vec::new();
        for finished in 0..picture.height() {
            let printed = Vec::new();
            let row = printer.print(&Standing { finished, printed }, &mut filler);
            drops.extend(row.ok_or(PlanError::NotFound)?);
        }
        let plan = Plan {
            field,
            carriers,
            left,
            drops,
            platforms: 0,
        };
        let script = plan.to_script(&sprite, Rgb::BLACK, |_| Rgb::WHITE);
        let printed = PrintedField::of_script(&script).unwrap();
        assert!(verify(&sprite, &printed).unwrap().is_exact(), "{drawing}");
        Ok(())
    }

    #[test]
    fn every_row_prints_by_itself() {
        let rows = |width, letters| noise(width, 4, letters).replace("...\n", "..a\n");
        for (width, field) in [(3, "5x18"), (5, "7x18"), (10, "13x18"), (12, "15x18")] {
            for letters in ["a.", "ab..", "abc.", "abcd.", "abcde", "abcde......"] {
                assert_eq!(
                    printed_by_rows(&rows(width, letters), field),
                    Ok(()),
                    "{letters} on {field}"
                );
            }
        }
        for (width, field) in [(4, "7x18"), (10, "13x18"), (12, "15x18")] {
            assert_eq!(
                printed_by_rows(&rows(width, "abcdef."), field),
                Ok(()),
                "on {field}"
            );
        }
    }

    #[test]
    fn dots_without_anything_under_them_are_printed() {
        let dots = "f.........\n.........e\n....d.....\n.........c\nb.........\n.........a";
        assert_eq!(printed_by_rows(dots, "13x19"), Ok(()));
        assert_eq!(printed_by_rows(dots, "13x12"), Err(PlanError::NotFound));
    }

    /// Stops a planner at once.
    struct Stopped {
        is_cancelled: bool,
    }

    impl Monitor for Stopped {
        fn is_cancelled(&self) -> bool {
            self.is_cancelled
        }

        fn is_time_up(&self) -> bool {
            !self.is_cancelled
        }
    }

    #[test]
    fn who_cannot_wait_gets_a_plan_that_is_not_much_longer() {
        let color = |letter: char| Some(Rgb::new(letter as u8, 100, 100));
        let sprite = Sprite::from_diagram(&noise(60, 6, "abcd"), color).unwrap();
        let picture = Picture::of(&sprite).unwrap();
        let field = "65x22".parse().unwrap();
        for is_cancelled in [true, false] {
            let stopped = Stopped { is_cancelled };
            let plan = plan_stages(&picture, field, CarrierMode::Free, None, 1, &stopped).unwrap();
            // Pixel by pixel it would be some hundred for each.
            assert!(plan.drops.len() < 50 * 60 * 6, "{}", plan.drops.len());
        }
    }

    #[test]
    fn seven_colours_print_if_one_comes_in_pairs() {
        assert_eq!(printed_by_rows("g..e.ff.d\nffab.cffa", "13x16"), Ok(()));
        let single = printed_by_rows("g.e.f.d\nffab.cf", "13x16");
        assert_eq!(single, Err(PlanError::TooManyColors { colors: 7, most: 6 }));
    }

    #[test]
    fn what_cannot_be_printed_is_refused() {
        let refused =
            |drawing: &str, field| printed(drawing, field, CarrierMode::Classic).unwrap_err();
        assert!(matches!(
            refused("aa.\n...\naaa", "5x20"),
            PlanError::Impossible(_)
        ));
        assert!(matches!(
            refused("abcd", "5x20"),
            PlanError::TooManyColors { .. }
        ));
    }
}
