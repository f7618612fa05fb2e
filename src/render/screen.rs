//! The screen of the game: backdrop, frame, field and panel, drawn cell by cell as they change.

use std::borrow::Cow;
use std::cmp::Reverse;

use crate::color::Rgb;
use crate::game::console::blanked_columns;
use crate::game::{Column, Lock, Row, Tetromino};
use crate::picture::{Canvas, Layout, MAX_CANVAS_PIXELS, Palette, PaletteFull, Rect};
use crate::script::PrintScript;
use crate::sprite::Sprite;

use super::act::Act;
use super::composition::{Composition, Parts};
use super::error::RenderError;
use super::options::RenderOptions;
use super::panel::{self, Panel};
use super::played::PlayedScript;
use super::scene::Scene;
use super::tiles::{draw_frame, full_tile, glass_tile, hanging_tile, indices, piece_tile};
use super::xray::{Fate, Xray};

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

/// What an act is drawn with.
#[derive(Clone, Debug)]
struct Set {
    act: Act,
    canvas: Canvas,
    /// How a cell can look, by [`look`].
    tiles: [Vec<u8>; look::COUNT],
    panel: Option<Panel>,
    xray: Option<Xray>,
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
        Ok((builder.screen(&mut palette)?, palette))
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
            place,
        };
        builder.screen(palette)
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
            panel.show(&mut set.canvas, &scene.tally);
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

/// What an x-ray foresees; without one everything stays.
fn fate(xray: &Option<Xray>, foresee: impl Fn(&Xray) -> Fate) -> Fate {
    xray.as_ref().map_or(Fate::Stays, foresee)
}

/// What the sets of all acts have in common: their measures.
struct SetBuilder<'a> {
    game: &'a PlayedScript<'a>,
    options: &'a RenderOptions,
    /// For each act.
    sources: Vec<Option<Cow<'a, Sprite>>>,
    place: Composition,
}

impl<'a> SetBuilder<'a> {
    /// Errors: those of [`Composition::of`].
    fn new(
        game: &'a PlayedScript<'a>,
        sources: Vec<Option<&'a Sprite>>,
        options: &'a RenderOptions,
    ) -> Result<Self, RenderError> {
        let theme = &options.theme;
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
            place: Composition::of(&parts, options)?,
        })
    }

    /// Errors: as [`build`](Self::build).
    fn screen(&self, palette: &mut Palette) -> Result<Screen, RenderError> {
        let (size, place) = (self.game.script.field, self.place);
        let sets = (self.game.acts.iter().zip(&self.sources))
            .map(|(act, source)| self.build(act, source.as_deref(), palette));
        Ok(Screen {
            sets: sets.collect::<Result<_, _>>()?,
            current: 0,
            layout: Layout {
                cell: place.cell as u32,
                origin_x: place.field.x as u32,
                origin_y: place.field.y as u32,
                field: size,
                theme: self.options.theme.palette,
            },
            shown: vec![0; size.width() * size.height()],
            next: vec![0; size.width() * size.height()],
        })
    }

    /// Errors: [`RenderError::TooManyColors`], [`RenderError::CaptionTooLong`].
    fn build(
        &self,
        act: &Act,
        source: Option<&Sprite>,
        palette: &mut Palette,
    ) -> Result<Set, RenderError> {
        let Composition {
            cell, scale, field, ..
        } = self.place;
        let theme = &self.options.theme;
        let script = &*theme.recolor_script(&act.script);
        let locks = &self.game.locks;
        let foresee = || Xray::of(&locks[act.printing.clone()], script.field);
        let xray = self.options.xray.then(foresee);
        let looks = looks_by_frequency(&locks[act.drops.clone()], xray.clone());
        let legend = looks
            .iter()
            .find(|(_, fate)| *fate == Fate::Stays)
            .map(|(piece, _)| *piece);
        let tiles = tiles(script, self.options, &looks, cell, palette)?;
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

/// The numbers of the looks that a cell can have.
mod look {
    use crate::game::Tetromino;
    use crate::render::xray::Fate;

    pub const EMPTY: u8 = 0;
    /// In a full row.
    pub const FLASH: u8 = 1 + 7 * Fate::ALL.len() as u8;
    pub const COUNT: usize = FLASH as usize + 1;

    pub fn of(piece: Tetromino, fate: Fate) -> u8 {
        1 + 7 * fate as u8 + piece.index() as u8
    }
}

/// A piece, and what becomes of its cell.
type PieceLook = (Tetromino, Fate);

/// The looks that pieces can have, those of most cells first.
fn looks_by_frequency(locks: &[Lock], mut xray: Option<Xray>) -> Vec<PieceLook> {
    let fates = match xray {
        Some(_) => &Fate::ALL[..],
        None => &[Fate::Stays],
    };
    let mut counts = [0usize; look::COUNT];
    let mut lines = 0;
    for lock in locks {
        for (_, row) in lock.placement.cells() {
            let fate = fate(&xray, |xray| xray.fate(row));
            counts[usize::from(look::of(lock.placement.pose.piece(), fate))] += 1;
        }
        lines += lock.cleared.len();
        if let Some(xray) = &mut xray {
            xray.advance(lines);
        }
    }
    let mut looks: Vec<PieceLook> = (Tetromino::ALL.into_iter())
        .flat_map(|piece| fates.iter().map(move |fate| (piece, *fate)))
        .collect();
    looks.sort_by_key(|(piece, fate)| Reverse(counts[usize::from(look::of(*piece, *fate))]));
    looks
}

/// The tiles of all looks. The first of `looks` take the lowest indices of the palette: the fewer
/// bits an index takes in most frames of a GIF, the smaller it is.
fn tiles(
    script: &PrintScript,
    options: &RenderOptions,
    looks: &[PieceLook],
    cell: usize,
    palette: &mut Palette,
) -> Result<[Vec<u8>; look::COUNT], PaletteFull> {
    let theme = &options.theme;
    let mut tiles = std::array::from_fn(|_| Vec::new());
    let empty = theme.empty_tile(script.background, cell);
    tiles[usize::from(look::EMPTY)] = indices(empty, palette)?;
    // The digits of the panel change as often as the cells.
    for color in panel::moving_colors(theme) {
        palette.index_of(color)?;
    }
    let flash = match options.xray {
        true => full_tile(theme.screen.flash, cell),
        false => vec![theme.screen.flash; cell * cell],
    };
    tiles[usize::from(look::FLASH)] = indices(flash, palette)?;
    for &(piece, fate) in looks {
        let color = script.colors.of(piece);
        let tile = match fate {
            Fate::Stays => piece_tile(script, theme, piece, cell, palette)?,
            Fate::Goes => indices(glass_tile(color, script.background, cell), palette)?,
            Fate::Hangs => indices(hanging_tile(color, cell), palette)?,
        };
        tiles[usize::from(look::of(piece, fate))] = tile;
    }
    Ok(tiles)
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
