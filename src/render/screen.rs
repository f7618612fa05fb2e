//! The screen of the game: backdrop, frame, field and panel, drawn cell by cell as they change.

mod look;
mod set;

use crate::game::console::blanked_columns;
use crate::game::{Column, Row};
use crate::picture::{Canvas, Layout, MAX_CANVAS_PIXELS, Palette};
use crate::sprite::Sprite;

use super::composition::Composition;
use super::error::RenderError;
use super::options::RenderOptions;
use super::played::PlayedScript;
use super::scene::Scene;
use super::xray::{Fate, fate};
use set::{Set, SetBuilder};

/// Pixels of a picture at most, so that memory stays bounded (64 megapixels).
pub const MAX_PIXELS: usize = MAX_CANVAS_PIXELS;

/// The picture so far, and all that is needed to draw what comes next.
#[derive(Clone, Debug)]
pub struct Screen {
    layout: Layout,
    /// One for each act, at least one.
    sets: Vec<Set>,
    /// Which of them is on stage.
    current: usize,
    /// The tile shown in each cell, row by row.
    shown: Vec<u8>,
    next: Vec<u8>,
}

impl Screen {
    /// The screen before the first piece of a game, and its colours. `source` is shown in the panel; where the game has
    /// several pictures, it is the last one, and the others are shown before it.
    ///
    /// Errors: those of a [`Composition`], [`RenderError::CaptionTooLong`], [`RenderError::TooManyColors`].
    pub fn new(
        game: &PlayedScript<'_>,
        source: Option<&Sprite>,
        options: &RenderOptions,
    ) -> Result<(Screen, Palette), RenderError> {
        let sources = game
            .acts
            .iter()
            .map(|act| source.map(|last| act.picture.as_ref().unwrap_or(last)));
        let builder = SetBuilder::new(game, sources.collect(), options)?;
        let mut palette = Palette::new();
        Ok((Screen::built(&builder, &mut palette)?, palette))
    }

    /// A screen whose measures are known, without its panel; its colours are added to the palette.
    ///
    /// Errors: [`RenderError::CaptionTooLong`], [`RenderError::TooManyColors`].
    pub fn in_place(
        game: &PlayedScript<'_>,
        place: Composition,
        options: &RenderOptions,
        palette: &mut Palette,
    ) -> Result<Screen, RenderError> {
        let builder = SetBuilder {
            game,
            options,
            sources: vec![None; game.acts.len()],
            are_exact: vec![false; game.acts.len()],
            place,
        };
        Screen::built(&builder, palette)
    }

    fn built(builder: &SetBuilder<'_>, palette: &mut Palette) -> Result<Screen, RenderError> {
        let (size, place) = (builder.game.script.field, builder.place);
        Ok(Screen {
            sets: builder.sets(palette)?,
            current: 0,
            layout: Layout {
                cell: place.cell as u32,
                origin_x: place.field.x as u32,
                origin_y: place.field.y as u32,
                field: size,
                theme: builder.options.theme.palette,
            },
            shown: vec![0; size.width() * size.height()],
            next: vec![0; size.width() * size.height()],
        })
    }

    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The picture so far, in indices of the palette that came with the screen.
    pub fn canvas(&self) -> &Canvas {
        &self.sets[self.current].canvas
    }

    pub fn into_canvas(mut self) -> Canvas {
        self.sets.swap_remove(self.current).canvas
    }

    pub fn canvas_mut(&mut self) -> &mut Canvas {
        &mut self.sets[self.current].canvas
    }

    /// Draws a scene: only the cells and numbers that differ from what is shown.
    ///
    /// # Panics
    /// If the scene's field does not have the size of the script's.
    pub fn show(&mut self, scene: &Scene<'_>) {
        self.go_on_to(scene);
        self.look_at(scene);
        let width = self.layout.field.width();
        let set = &mut self.sets[self.current];
        for index in 0..self.next.len() {
            let look = self.next[index];
            if self.shown[index] != look {
                self.shown[index] = look;
                let (x, y) = self
                    .layout
                    .corner(Column(index % width), Row(index / width));
                let tile = &set.tiles[look as usize];
                set.canvas.blit(x, y, self.layout.cell as usize, tile);
            }
        }
        if let Some(panel) = &mut set.panel {
            let is_complete = scene.active.is_none() && set.act.is_complete_in(scene);
            panel.show(&mut set.canvas, &scene.tally, is_complete);
        }
    }

    /// Changes the set where an act is over, or several were not seen.
    fn go_on_to(&mut self, scene: &Scene<'_>) {
        let is_over =
            |set: &Set| set.act.is_over_in(scene) || scene.tally.total() > set.act.drops.end;
        while self.current + 1 < self.sets.len() && is_over(&self.sets[self.current]) {
            self.current += 1;
            self.shown.fill(look::EMPTY);
        }
    }

    /// Notes in `next` which tile each cell of the scene has.
    fn look_at(&mut self, scene: &Scene<'_>) {
        let size = self.layout.field;
        assert_eq!(scene.field.size(), size);
        let width = size.width();
        let Set { act, xray, .. } = &mut self.sets[self.current];
        if let Some(xray) = xray {
            xray.advance(scene.tally.lines.saturating_sub(act.lines_before));
        }
        // In the finished picture nothing is marked: it is compared with the sprite.
        let marks_hanging = xray.is_some() && scene.tally.total() < act.printing.end;
        for (row, line) in self.next.chunks_exact_mut(width).enumerate() {
            let fate = fate(xray, |xray| xray.fate(Row(row)));
            let below = (marks_hanging && fate == Fate::Stays && row + 1 < size.height())
                .then(|| scene.field.row(Row(row + 1)));
            for (column, (look, cell)) in line.iter_mut().zip(scene.field.row(Row(row))).enumerate()
            {
                let hangs = below.is_some_and(|below| below[column].is_none());
                let fate = if hangs { Fate::Hangs } else { fate };
                *look = cell.map_or(look::EMPTY, |piece| look::of(piece, fate));
            }
        }
        if let Some(wipe) = scene.wipe {
            for row in wipe.rows.iter() {
                let row = &mut self.next[row.0 * width..][..width];
                row.fill(look::FLASH);
                row[blanked_columns(width, wipe.steps)].fill(look::EMPTY);
            }
        }
        if let Some(active) = scene.active {
            let locked = scene.tally.total().saturating_sub(act.drops.start);
            for (y, x) in active.pose.cells() {
                let fate = fate(xray, |xray| xray.fate_of_falling(locked, y.into()));
                let (y, x) = (active.row + i32::from(y), active.column + i32::from(x));
                let is_inside =
                    (0..size.height() as i32).contains(&y) && (0..width as i32).contains(&x);
                if is_inside {
                    let look = look::of(active.pose.piece(), fate);
                    self.next[y as usize * width + x as usize] = look;
                }
            }
        }
    }
}
