//! What the acts of a game are drawn with, and how it is made.

use std::borrow::Cow;

use super::look;
use crate::color::Rgb;
use crate::picture::{Canvas, Palette, PaletteFull, Rect};
use crate::render::act::Act;
use crate::render::composition::{Composition, Parts};
use crate::render::error::RenderError;
use crate::render::options::RenderOptions;
use crate::render::panel::{self, Panel};
use crate::render::played::PlayedScript;
use crate::render::tiles::draw_frame;
use crate::render::xray::{Fate, Xray};
use crate::sprite::Sprite;

/// What an act is drawn with.
#[derive(Clone, Debug)]
pub struct Set {
    pub act: Act,
    pub canvas: Canvas,
    /// How a cell can look, by [`look`].
    pub tiles: [Vec<u8>; look::COUNT],
    pub panel: Option<Panel>,
    pub xray: Option<Xray>,
}

/// What the sets of all acts have in common: their measures.
pub struct SetBuilder<'a> {
    pub game: &'a PlayedScript<'a>,
    pub options: &'a RenderOptions,
    /// For each act.
    pub sources: Vec<Option<Cow<'a, Sprite>>>,
    /// Whether the act leaves its source.
    pub are_exact: Vec<bool>,
    pub place: Composition,
}

impl<'a> SetBuilder<'a> {
    /// Errors: those of [`Composition::of`].
    pub fn new(
        game: &'a PlayedScript<'a>,
        sources: Vec<Option<&'a Sprite>>,
        options: &'a RenderOptions,
    ) -> Result<Self, RenderError> {
        let theme = &options.theme;
        let is_exact = |(number, source): (usize, &Option<&Sprite>)| {
            source.is_some_and(|source| game.leaves(number, source))
        };
        let are_exact = sources.iter().enumerate().map(is_exact).collect();
        let recolored = |(act, source): (&Act, Option<&'a Sprite>)| {
            source.map(|sprite| theme.recolor_sprite(sprite, &act.script))
        };
        let sources: Vec<_> = game.acts.iter().zip(sources).map(recolored).collect();
        let least = |(act, source): (&Act, &Option<Cow<'_, Sprite>>)| {
            panel::least_height(&panel::Contents {
                script: &act.script,
                pieces: act.drops.end,
                source: source.as_deref(),
                theme,
                legend: None,
                exact_cells: None,
            })
        };
        let parts = Parts {
            field: game.script.field,
            rival: None,
            has_boards: false,
            panel: (game.acts.iter().zip(&sources).map(least).max()).filter(|_| options.panel),
            has_caption: options.caption.is_some(),
        };
        Ok(SetBuilder {
            game,
            options,
            sources,
            are_exact,
            place: Composition::of(&parts, options)?,
        })
    }

    /// One for each act.
    ///
    /// Errors: as [`build`](Self::build).
    pub fn sets(&self, palette: &mut Palette) -> Result<Vec<Set>, RenderError> {
        // The cells of all acts come before what stands beside them: in most frames of a GIF they are all that changes,
        // and low indices of the palette take fewer bits.
        let cells = (0..self.game.acts.len()).map(|number| self.cells(number, palette));
        let cells = cells.collect::<Result<Vec<_>, _>>()?.into_iter();
        let sets = (cells.enumerate()).map(|(number, cells)| self.build(number, cells, palette));
        sets.collect()
    }

    /// Errors: [`RenderError::TooManyColors`].
    fn cells(&self, number: usize, palette: &mut Palette) -> Result<Cells, RenderError> {
        let act = &self.game.acts[number];
        let script = self.options.theme.recolor_script(&act.script);
        let locks = &self.game.locks;
        let foresee = || Xray::of(&locks[act.printing.clone()], script.field);
        let xray = self.options.xray.then(foresee);
        let looks = look::by_frequency(&locks[act.drops.clone()], xray.clone());
        let tiles = look::tiles(&script, self.options, &looks, self.place.cell, palette)?;
        Ok(Cells { xray, looks, tiles })
    }

    /// Errors: [`RenderError::TooManyColors`], [`RenderError::CaptionTooLong`].
    fn build(
        &self,
        number: usize,
        cells: Cells,
        palette: &mut Palette,
    ) -> Result<Set, RenderError> {
        let (act, source) = (&self.game.acts[number], self.sources[number].as_deref());
        let Composition {
            cell, scale, field, ..
        } = self.place;
        let theme = &self.options.theme;
        let script = &*theme.recolor_script(&act.script);
        let Cells { xray, looks, tiles } = cells;
        let legend = looks
            .iter()
            .find(|(_, fate)| *fate == Fate::Stays)
            .map(|(piece, _)| *piece);
        let mut canvas = Canvas::new(self.place.width, self.place.height);
        draw_backdrop(&mut canvas, palette, &theme.screen.backdrop, scale)?;
        draw_frame(&mut canvas, palette, &theme.screen.frame, field, scale)?;
        let size = script.field;
        for (y, x) in (0..size.height()).flat_map(|y| (0..size.width()).map(move |x| (y, x))) {
            let (x, y) = (field.x + x * cell, field.y + y * cell);
            canvas.blit(x, y, cell, &tiles[usize::from(look::EMPTY)]);
        }
        if let Some((caption, place)) = self.options.caption.zip(self.place.caption) {
            caption.draw(&mut canvas, palette, place, scale, theme)?;
        }
        let mut panel = None;
        if let Some(place) = self.place.panel {
            let contents = panel::Contents {
                script,
                pieces: act.drops.end,
                source,
                theme,
                legend: legend.filter(|_| self.options.xray),
                exact_cells: self.are_exact[number].then(|| size.width() * size.height()),
            };
            panel = Some(Panel::new(&mut canvas, palette, place, scale, contents)?);
        }
        Ok(Set {
            act: act.clone(),
            canvas,
            tiles,
            panel,
            xray,
        })
    }
}

/// How the cells of an act look.
struct Cells {
    xray: Option<Xray>,
    /// Those of most cells first.
    looks: Vec<look::PieceLook>,
    tiles: [Vec<u8>; look::COUNT],
}

/// Dark bricks all over the picture.
fn draw_backdrop(
    canvas: &mut Canvas,
    palette: &mut Palette,
    colors: &[Rgb; 3],
    scale: usize,
) -> Result<(), PaletteFull> {
    let [joint, brick, lit] = colors.map(|color| palette.index_of(color));
    let (joint, brick, lit) = (joint?, brick?, lit?);
    let (width, height) = (canvas.width(), canvas.height());
    canvas.fill(Rect::new(0, 0, width, height), joint);
    let (brick_width, brick_height) = (16 * scale, 8 * scale);
    for (course, y) in (0..height).step_by(brick_height).enumerate() {
        let shift = course % 2 * brick_width / 2;
        for right in (brick_width - shift..width + brick_width).step_by(brick_width) {
            let left = right.saturating_sub(brick_width);
            let right = (right - scale).min(width);
            let bottom = (y + brick_height - scale).min(height);
            if left < right {
                canvas.fill(Rect::new(left, y, right - left, bottom - y), lit);
                let inner_left = (left + scale).min(right);
                let inner_top = (y + scale).min(bottom);
                let inner = Rect::new(
                    inner_left,
                    inner_top,
                    right - inner_left,
                    bottom - inner_top,
                );
                canvas.fill(inner, brick);
            }
        }
    }
    Ok(())
}
