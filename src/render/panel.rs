//! The panel beside the field: the picture to print, the counters, the statistics.

mod contents;
mod measures;
mod numbers;
mod pen;

use super::scene::Tally;
use super::theme::Theme;
use super::tiles::BORDER;
use crate::color::Rgb;
use crate::picture::{Canvas, Palette, PaletteFull, Rect};
use measures::{GAP, INNER_WIDTH, LEGEND_HEIGHT, NEXT_HEIGHT, STATISTICS_HEIGHT, box_height};
use numbers::{Counters, NextPiece};
use pen::Pen;

pub use contents::Contents;
pub use measures::WIDTH;
pub use numbers::Number;

/// The colours of the numbers and of their ground.
pub fn moving_colors(theme: &Theme) -> [Rgb; 2] {
    [theme.screen.ground, theme.screen.text]
}

/// The numbers of the panel: where they stand and what they show.
#[derive(Clone, Debug)]
pub struct Panel {
    scale: usize,
    label: u8,
    text: u8,
    ground: u8,
    counters: Counters,
    target: u64,
    next: Option<NextPiece>,
    /// By [`Tetromino::index`](crate::game::Tetromino::index); `None` if the field is too low for the statistics.
    statistics: Option<[Number; 7]>,
}

/// The height that the panel needs at least beside a field, at scale 1.
pub fn least_height(contents: &Contents<'_>) -> usize {
    let source = if contents.source.is_some() {
        box_height(INNER_WIDTH) + GAP
    } else {
        0
    };
    let next = if contents.is_players_game() {
        // The boxes begin above the field and may end below it, by the width of a frame.
        GAP + box_height(NEXT_HEIGHT) - 2 * BORDER
    } else {
        0
    };
    source + box_height(contents.counters_height()) + next
}

impl Panel {
    /// Draws what does not change into `place`, from its top down, as far as it fits.
    pub fn new(
        canvas: &mut Canvas,
        palette: &mut Palette,
        place: Rect,
        scale: usize,
        contents: Contents<'_>,
    ) -> Result<Panel, PaletteFull> {
        let colors = &contents.theme.screen;
        let ground = palette.index_of(colors.ground)?;
        let text = palette.index_of(colors.text)?;
        let label = palette.index_of(colors.label)?;
        let mut pen = Pen {
            canvas,
            palette,
            frame: colors.frame,
            ground,
            scale,
            y: place.y,
            x: place.x,
        };
        if let Some(source) = contents.source {
            let inside = pen.open_box(INNER_WIDTH)?;
            pen.draw_sprite(source, inside)?;
        }
        let counters = pen.draw_counters(&contents)?;
        let next = match contents.is_players_game() {
            true => Some(pen.draw_next(&contents)?),
            false => None,
        };
        let end = place.y + place.height;
        let has_room = |pen: &Pen<'_>, height| pen.y + box_height(height) * scale <= end;
        if let Some(piece) = contents.legend.filter(|_| has_room(&pen, LEGEND_HEIGHT)) {
            pen.draw_legend(&contents, piece)?;
        }
        let statistics = if has_room(&pen, STATISTICS_HEIGHT) {
            Some(pen.draw_statistics(contents.script, contents.theme)?)
        } else {
            None
        };
        Ok(Panel {
            scale,
            label,
            text,
            ground,
            counters,
            target: contents.game().target.unwrap_or_default(),
            next,
            statistics,
        })
    }

    /// Draws the numbers that have changed.
    pub fn show(&mut self, canvas: &mut Canvas, tally: &Tally, is_complete: bool) {
        let (scale, text, ground) = (self.scale, self.text, self.ground);
        let mut counters = self.counters.numbers.len();
        let last = self.counters.numbers.last_mut();
        if let Some((verdict, (_, last))) = self.counters.verdict.as_mut().zip(last) {
            let colors = [self.label, text, ground];
            verdict.show(canvas, scale, colors, last, is_complete);
            counters -= usize::from(is_complete);
        }
        let mut set = |number: &mut Number, value| number.show(canvas, scale, text, ground, value);
        for (kind, number) in &mut self.counters.numbers[..counters] {
            set(number, kind.of(tally, self.target));
        }
        for (number, value) in self.statistics.iter_mut().flatten().zip(tally.pieces) {
            set(number, value);
        }
        if let Some(next) = &mut self.next {
            next.show(canvas, scale, ground, tally.next);
        }
        if let Some(ending) = &mut self.counters.ending {
            ending.show(canvas, scale, [text, ground], tally.total());
        }
    }
}
