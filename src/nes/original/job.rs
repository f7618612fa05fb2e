//! A print on the original: a plan, the level, and the buttons.

use super::Original;
use super::look::distance;
use super::opening::{LEVELS, Opening, openings};
use crate::color::Rgb;
use crate::game::console::{Buttons, Event, first_rise};
use crate::game::pilot::AutopilotError;
use crate::game::{FieldSize, PieceDrop, Tetromino, TileStyle};
use crate::nes::lookahead::{NotFlown, Start, fly_print};
use crate::nes::movie::Movie;
use crate::nes::orders::{orders, played};
use crate::plan::minimal::{CarrierMode, Placement};
use crate::plan::{Monitor, PlanError};
use crate::print::{Columns, FieldChoice, PrintError, PrintRequest, Printed, print};
use crate::script::PrintScript;
use crate::sprite::Sprite;

/// What may be chosen of a print on the original.
#[derive(Clone, Copy, Debug)]
pub struct OriginalOptions {
    /// The level from 0 to 19 that the game starts at; if absent, one whose colours come nearest to the sprite's and at
    /// which the print ends before the level rises.
    pub level: Option<u8>,
    /// Whether columns beside the picture may be [free](PrintRequest::free_columns) where it does not print without.
    pub may_free_columns: bool,
}

impl Default for OriginalOptions {
    fn default() -> Self {
        OriginalOptions {
            level: None,
            may_free_columns: true,
        }
    }
}

/// A print on the original.
#[derive(Clone, Debug)]
pub struct OriginalPrint {
    /// The plan, in the order of play.
    pub printed: Printed,
    /// The columns beside the picture in which anything may be left.
    pub free_columns: Columns,
    /// How it is played.
    pub movie: OriginalMovie,
}

/// The buttons of a print on the original, as it was played on the model.
#[derive(Clone, Debug)]
pub struct OriginalMovie {
    /// The level that the game starts at.
    pub level: u8,
    /// How often an earlier game is reset, so that other pieces can come first.
    pub resets: usize,
    /// The buttons from power-on until the piece after the last one has entered.
    pub buttons: Movie,
    /// The frame of the movie, from 0, in which the first piece enters.
    pub start: usize,
    /// The frames of the movie in which the pieces lock.
    pub locks: Vec<usize>,
    /// Cleared lines.
    pub lines: usize,
}

impl OriginalMovie {
    /// Frames from the first piece's entry to the last one's lock, for each piece.
    pub fn frames_per_piece(&self) -> f64 {
        let frames = self.locks.last().map_or(0, |last| last - self.start);
        frames as f64 / self.locks.len().max(1) as f64
    }
}

/// Why there is no print on the original.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginalError {
    /// The sprite is not printed at all.
    #[error(transparent)]
    Print(#[from] PrintError),
    /// Another field than the original's.
    #[error("the original's field is {}", FieldSize::ORIGINAL)]
    Field,
    /// A level that the menu does not have.
    #[error("the original starts at levels {} to {}", LEVELS.start(), LEVELS.end())]
    Level,
    /// A drop that the buttons do not bring into place.
    #[error(transparent)]
    Pilot(AutopilotError),
    /// Other pieces come at every moment in which one could be needed.
    #[error("at level {level} the generator deals piece {number} at no reachable moment")]
    NotDealt {
        /// Counted from 1.
        number: usize,
        /// The level that was tried.
        level: u8,
    },
}

/// Frames from the entry of the piece after the last one until the screen shows the last row.
const FINAL_FRAMES: usize = 2;
/// Plans that are tried until one can be flown and dealt. At levels 9 and 18 and at the nearest one the first plan of
/// 20 foreign icons of 8x10 pixels was enough; at level 19, where gravity is as fast as a soft drop, none was.
const ATTEMPTS: u64 = 6;

/// How many are tried of each plan at most.
mod most {
    /// Levels, if none is asked for; set by hand.
    pub const LEVELS: usize = 3;
    /// Frames of waiting in the menu of levels that are looked at for the first two pieces: half a minute. With them and
    /// one reset, which 8 of the 20 icons took, every print began.
    pub const WAITS: usize = 1800;
    /// Openings; set by hand. With it and [`ORDERS`], of 47 foreign icons of 6 to 9 columns and up to 14 rows 45 print at
    /// each of the levels 0, 5 and 9, in at most 63 frames a piece, and 38 at level 18.
    pub const OPENINGS: usize = 32;
    /// Orders of the first drops that are flown; set by hand.
    pub const ORDERS: usize = 8;
}

/// Plans a print that the original can deal, and finds the buttons that have it dealt. Of the request the field, the
/// carriers and the repeats are set; another plan is made with the next seed where the first one cannot be played.
///
/// Errors: see [`OriginalError`]; those of the last plan.
pub fn print_on_original(
    sprite: &Sprite,
    request: &PrintRequest,
    options: &OriginalOptions,
    monitor: &dyn Monitor,
) -> Result<OriginalPrint, OriginalError> {
    check(request, options)?;
    let mut columns = FreeChoice::new(sprite, request, options);
    let mut failure = None;
    for attempt in 0..ATTEMPTS {
        let request = PrintRequest {
            field: FieldChoice::Size(FieldSize::ORIGINAL),
            carriers: Some(CarrierMode::Style),
            no_repeat: true,
            placement: Placement::Cheapest,
            seed: request.seed.wrapping_add(attempt),
            free_columns: columns.free,
            ..request.clone()
        };
        match print(sprite, &request, monitor) {
            Ok(printed) => match fly(printed, sprite, columns.free, options.level) {
                Ok(print) => return Ok(print),
                Err(error) => failure = Some(error),
            },
            Err(error @ PrintError::Plan(PlanError::NotFound)) => {
                failure.get_or_insert(error.into());
                columns.free_one_more();
            }
            Err(error) => return Err(error.into()),
        }
        if monitor.is_cancelled() {
            break;
        }
    }
    Err(failure.unwrap_or(PrintError::Plan(PlanError::Cancelled).into()))
}

fn check(request: &PrintRequest, options: &OriginalOptions) -> Result<(), OriginalError> {
    let fields = [
        FieldChoice::Size(FieldSize::ORIGINAL),
        FieldChoice::default(),
    ];
    if !fields.contains(&request.field) {
        return Err(OriginalError::Field);
    }
    match options.level {
        Some(level) if !LEVELS.contains(&level) => Err(OriginalError::Level),
        _ => Ok(()),
    }
}

/// Which columns are free.
struct FreeChoice {
    free: Columns,
    may_grow: bool,
    /// Columns beside the picture.
    room: usize,
}

impl FreeChoice {
    /// On ten columns an odd number of pixels needs a free one.
    fn new(sprite: &Sprite, request: &PrintRequest, options: &OriginalOptions) -> FreeChoice {
        let width = sprite.bounds().map_or(0, |bounds| bounds.width);
        let mut choice = FreeChoice {
            free: request.free_columns,
            may_grow: options.may_free_columns && request.free_columns.is_empty(),
            room: FieldSize::ORIGINAL.width().saturating_sub(width),
        };
        if !sprite.pixel_count().is_multiple_of(2) {
            choice.free_one_more();
        }
        choice
    }

    /// One more at the right wall.
    fn free_one_more(&mut self) {
        let count = self.free.mask().count_ones() as usize;
        if self.may_grow && count < self.room {
            self.free = Columns::last(count + 1, FieldSize::ORIGINAL);
        }
    }
}

/// Flies a plan at the best level at which that can be done.
fn fly(
    printed: Printed,
    sprite: &Sprite,
    free_columns: Columns,
    level: Option<u8>,
) -> Result<OriginalPrint, OriginalError> {
    let levels = level.map_or_else(|| levels(&printed, sprite), |level| vec![level]);
    let mut failure = OriginalError::Level;
    for level in levels {
        match fly_at(&printed.script, level) {
            Ok((movie, drops)) => {
                let mut printed = printed;
                printed.script.drops.clone_from(&drops);
                printed.plan.drops = drops;
                return Ok(OriginalPrint {
                    printed,
                    free_columns,
                    movie,
                });
            }
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// The levels whose colours come nearest to the sprite's, of those that do not rise before the print ends.
fn levels(printed: &Printed, sprite: &Sprite) -> Vec<u8> {
    let plan = &printed.plan;
    let carried = Tetromino::ALL.into_iter().filter_map(|piece| {
        let index = plan.carriers.color(piece)?;
        Some((piece.style(), sprite.palette()[usize::from(index)]))
    });
    let mut colors: Vec<(TileStyle, Rgb)> = Vec::new();
    for color in carried {
        if !colors.contains(&color) {
            colors.push(color);
        }
    }
    // Cells in free columns count as pixels here, so this is rather too much.
    let lines = plan.lines(sprite.pixel_count());
    let mut levels: Vec<u8> = (0..10).filter(|level| lines < first_rise(*level)).collect();
    levels.sort_by(|a, b| distance(&colors, *a).total_cmp(&distance(&colors, *b)));
    levels.truncate(most::LEVELS);
    levels
}

/// Flies the drops, in another order of the first ones or after a reset where the first two pieces cannot come first.
fn fly_at(
    script: &PrintScript,
    level: u8,
) -> Result<(OriginalMovie, Vec<PieceDrop>), OriginalError> {
    let mut failure = OriginalError::NotDealt { number: 1, level };
    for resets in [0, 1] {
        let openings: Vec<Opening> = openings(level, resets).take(most::WAITS).collect();
        let starts: Vec<Start> = openings.iter().filter_map(Opening::to_start).collect();
        let orders =
            std::iter::once(script.drops.clone()).chain(orders(FieldSize::ORIGINAL, &script.drops));
        let begun = orders.filter_map(|drops| {
            let begins = |(_, start): &(usize, &Start)| start.begins(&drops);
            let begun = starts.iter().enumerate().filter(begins);
            let (places, begun): (Vec<usize>, Vec<Start>) = begun
                .take(most::OPENINGS)
                .map(|(place, start)| (place, start.clone()))
                .unzip();
            (!begun.is_empty()).then_some((drops, places, begun))
        });
        for (drops, places, begun) in begun.take(most::ORDERS) {
            match fly_print(&drops, &begun) {
                Ok(flown) => {
                    let opening = &openings[places[flown.start]].frames;
                    let idle = [Buttons::NONE; FINAL_FRAMES];
                    let frames = [opening, &flown.frames[..], &idle].concat();
                    let movie = OriginalMovie::played(level, resets, frames, &drops);
                    return Ok((movie, drops));
                }
                Err(NotFlown::Pilot(error)) => failure = OriginalError::Pilot(error),
                Err(NotFlown::NotDealt { number }) => {
                    failure = OriginalError::NotDealt { number, level };
                }
            }
        }
    }
    Err(failure)
}

impl OriginalMovie {
    /// Plays the buttons from power-on.
    ///
    /// # Panics
    /// If they do not leave what the drops leave: a defect of the pilot.
    fn played(level: u8, resets: usize, frames: Vec<Buttons>, drops: &[PieceDrop]) -> Self {
        let mut machine = Original::default();
        let (mut start, mut locks) = (0, Vec::new());
        for (frame, buttons) in frames.iter().enumerate() {
            machine.step(*buttons);
            let Some(game) = machine.game() else {
                locks.clear();
                continue;
            };
            for event in game.events() {
                match event {
                    Event::Spawned(_) if game.pieces() == 1 => start = frame,
                    Event::Locked(_) => locks.push(frame),
                    _ => {}
                }
            }
        }
        let field = machine.game().map(|game| game.field().clone());
        let lines = machine.game().map_or(0, |game| game.lines() as usize);
        assert_eq!(
            field,
            played(FieldSize::ORIGINAL, drops).ok(),
            "the print is as planned"
        );
        let frames = frames.into_iter().map(|buttons| [buttons, Buttons::NONE]);
        OriginalMovie {
            level,
            resets,
            buttons: Movie {
                frames: frames.collect(),
            },
            start,
            locks,
            lines,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprite(drawing: &str) -> Sprite {
        let color = |letter| match letter {
            'a' => Some(Rgb::new(0xf8, 0xf8, 0xf8)),
            'b' => Some(Rgb::new(0xf8, 0x38, 0)),
            _ => Some(Rgb::new(0, 0x58, 0xf8)),
        };
        Sprite::from_diagram(drawing, color).unwrap()
    }

    fn printed(drawing: &str, level: Option<u8>) -> OriginalPrint {
        let options = OriginalOptions {
            level,
            ..OriginalOptions::default()
        };
        let request = PrintRequest {
            effort: crate::plan::minimal::Effort::Glance,
            ..PrintRequest::default()
        };
        print_on_original(&sprite(drawing), &request, &options, &()).unwrap()
    }

    const HEART: &str = ".aa.aa.\naaaaaaa\naaaaaaa\n.aaaaa.\n..aaa..\n...a...";

    #[test]
    fn a_heart_is_printed_at_slow_and_fast_levels() {
        for level in [0, 5, 9] {
            let print = printed(HEART, Some(level));
            let pieces = print.printed.script.drops.len();
            assert_eq!(
                (print.movie.level, print.movie.locks.len()),
                (level, pieces)
            );
            assert!(level != 5 || print.movie.frames_per_piece() <= 64.0);
        }
    }

    #[test]
    fn an_odd_number_of_pixels_gets_a_free_column_unless_that_is_refused() {
        let odd = "aab\nabb\nbab";
        assert_eq!(printed(odd, None).free_columns.to_string(), "9");
        let options = OriginalOptions {
            may_free_columns: false,
            ..OriginalOptions::default()
        };
        let request = PrintRequest::default();
        let refused = print_on_original(&sprite(odd), &request, &options, &()).unwrap_err();
        assert!(
            refused.to_string().starts_with("parity: 9 pixels"),
            "{refused}"
        );
    }

    #[test]
    fn a_colour_has_one_style() {
        let print = printed("aabbcc\naabbcc", None);
        let carriers = print.printed.plan.carriers;
        for color in 0..3 {
            let styles: Vec<_> = carriers
                .of_color(color)
                .map(|piece| piece.style())
                .collect();
            assert!(styles.iter().all(|style| *style == styles[0]));
        }
    }
}
