//! The acts of a game: a print has one, a film one for each picture.

use std::ops::Range;

use super::scene::Scene;
use crate::color::Rgb;
use crate::game::{Lock, PaintedPlayfield, Row};
use crate::replay::replay;
use crate::script::{Chapter, PieceColors, PrintScript};
use crate::sprite::Sprite;

/// A part of a game that begins on the empty field and has colours of its own.
#[derive(Clone, Debug)]
pub struct Act {
    /// Its colours and its place, without its drops.
    pub script: PrintScript,
    /// The drops up to its complete picture.
    pub printing: Range<usize>,
    /// All of its drops.
    pub drops: Range<usize>,
    /// Lines cleared before it.
    pub lines_before: usize,
    /// Lines cleared when its picture is complete, those before it included.
    pub lines_printed: usize,
    /// The complete picture; absent in the last act, whose picture is what the game leaves.
    pub picture: Option<Sprite>,
}

impl Act {
    /// The acts of a script, whose drops did this.
    pub fn all_of(script: &PrintScript, locks: &[Lock]) -> Vec<Act> {
        let pictures = pictures(script);
        let lines = |drops: usize| locks[..drops].iter().map(|lock| lock.cleared.len()).sum();
        let act = |(number, chapter): (usize, Chapter)| Act {
            script: script.excerpt(&chapter, 0..0),
            lines_before: lines(chapter.printing.start),
            lines_printed: lines(chapter.printing.end),
            drops: chapter.drops(),
            printing: chapter.printing,
            picture: pictures.get(number).cloned().flatten(),
        };
        script.chapters().into_iter().enumerate().map(act).collect()
    }

    /// Whether a moment of the game shows its complete picture and nothing else.
    pub fn is_complete_in(&self, scene: &Scene<'_>) -> bool {
        let (pieces, lines) = (scene.tally.total(), scene.tally.lines);
        (pieces, lines) == (self.printing.end, self.lines_printed) && scene.wipe.is_none()
    }

    /// What stands on a field in its colours.
    pub fn picture_on(&self, field: &PaintedPlayfield) -> Option<Sprite> {
        sprite_of(field, &self.script.colors, self.script.background)
    }

    /// Whether it is over: its drops have been played, and nothing is left of it.
    pub fn is_over_in(&self, scene: &Scene<'_>) -> bool {
        let field = scene.field.playfield();
        scene.tally.total() >= self.drops.end && field.top() == field.height()
    }
}

/// The pictures of a film but for the last one, as they stand when they are complete.
fn pictures(script: &PrintScript) -> Vec<Option<Sprite>> {
    let mut game = replay(script);
    let chapters = script.chapters();
    let earlier = chapters[..chapters.len() - 1].iter().map(|chapter| {
        let played = game.locks();
        for _ in (&mut game).take(chapter.printing.end - played) {}
        sprite_of(game.field(), &chapter.colors, script.background)
    });
    earlier.collect()
}

/// What stands on a field, without empty columns and rows around it. A cell in the field's colour cannot be seen.
fn sprite_of(field: &PaintedPlayfield, colors: &PieceColors, background: Rgb) -> Option<Sprite> {
    let (width, height) = (field.size().width(), field.size().height());
    let columns =
        (0..width).filter(|column| (0..height).any(|row| field.row(Row(row))[*column].is_some()));
    let columns: Vec<usize> = columns.collect();
    let (left, right) = (*columns.first()?, *columns.last()? + 1);
    let top = field.playfield().top();
    let cells = (top..height).flat_map(|row| &field.row(Row(row))[left..right]);
    let color = |piece| Some(colors.of(piece)).filter(|color| *color != background);
    let pixels: Vec<_> = cells.map(|cell| cell.and_then(color)).collect();
    Sprite::from_colors(right - left, height - top, &pixels)
}
