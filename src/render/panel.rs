//! The panel beside the field: the picture to print, the counters, the statistics.

use crate::color::Rgb;
use crate::game::Tetromino;
use crate::script::{PlayersGame, PrintScript};
use crate::sprite::Sprite;

use super::composition::BORDER;
use super::font::{self, LINE};
use super::scene::Tally;
use super::theme::Theme;
use super::tiles::{draw_frame, full_tile, glass_tile, hanging_tile, indices, piece_tile};
use crate::picture::{Canvas, Palette, PaletteFull, Rect};

/// Pixels from the left edge of the panel's boxes to the right one, at scale 1; the other measures
/// below are at scale 1, too.
pub const WIDTH: usize = 72;

const PADDING: usize = 5;
const INNER_WIDTH: usize = WIDTH - 2 * (BORDER + PADDING);
/// From one box to the next.
const GAP: usize = 8;
/// From a number to the next label.
const COUNTER_GAP: usize = GAP - 4;
/// The side of a cell of the next piece.
const NEXT_CELL: usize = 6;
/// The label and two rows of cells.
const NEXT_HEIGHT: usize = LINE + 2 * NEXT_CELL;
/// The side of a cell of the small pieces in the statistics, and the distance between two of them.
const MINI_CELL: usize = 4;
const STATISTICS_LINE: usize = 16;
const STATISTICS_HEIGHT: usize = 7 * STATISTICS_LINE - MINI_CELL - 4;

/// The side of a cell of the legend, and the lines under it.
const LEGEND_CELL: usize = 8;
const LEGEND_HEIGHT: usize = 3 * LINE + LEGEND_CELL;

/// The colours of the numbers and of their ground.
pub fn moving_colors(theme: &Theme) -> [Rgb; 2] {
    [theme.screen.ground, theme.screen.text]
}

/// A number that has a label.
#[derive(Clone, Copy, Debug)]
enum Counter {
    Pieces,
    Lines,
    Score,
    Level,
    /// The score to be reached.
    Target,
}

impl Counter {
    const OF_A_PRINT: &[Counter] = &[Counter::Pieces, Counter::Lines];
    const OF_A_PLAYER: &[Counter] = &[
        Counter::Score,
        Counter::Lines,
        Counter::Level,
        Counter::Pieces,
    ];
    const WITH_A_TARGET: &[Counter] = &[
        Counter::Target,
        Counter::Score,
        Counter::Lines,
        Counter::Level,
        Counter::Pieces,
    ];

    const fn label(self) -> &'static str {
        match self {
            Counter::Pieces => "PIECES",
            Counter::Lines => "LINES",
            Counter::Score => "SCORE",
            Counter::Level => "LEVEL",
            Counter::Target => "TARGET",
        }
    }

    fn of(self, tally: &Tally, target: u64) -> usize {
        match self {
            Counter::Target => target as usize,
            Counter::Pieces => tally.total(),
            Counter::Lines => tally.lines,
            Counter::Score => tally.score as usize,
            Counter::Level => tally.level,
        }
    }
}

/// The height inside the box of these counters.
const fn counters_height(counters: &[Counter]) -> usize {
    counters.len() * (2 * LINE + COUNTER_GAP) - COUNTER_GAP
}

/// What the panel tells about.
pub struct Contents<'a> {
    pub script: &'a PrintScript,
    /// Pieces until the game is over; the script may be an excerpt.
    pub pieces: usize,
    pub source: Option<&'a Sprite>,
    pub theme: &'a Theme,
    /// Of an x-ray: the piece whose cells the legend shows.
    pub legend: Option<Tetromino>,
}

impl Contents<'_> {
    /// Whether somebody plays for points: a script that prints nothing is such a game.
    fn is_players_game(&self) -> bool {
        self.source.is_none() && self.script.sprite.is_none()
    }

    fn counters(&self) -> &'static [Counter] {
        match (self.is_players_game(), self.game().target) {
            (true, Some(_)) => Counter::WITH_A_TARGET,
            (true, None) => Counter::OF_A_PLAYER,
            (false, _) => Counter::OF_A_PRINT,
        }
    }

    fn game(&self) -> PlayersGame {
        self.script.game.unwrap_or_default()
    }

    /// The height inside the box of the counters, with a line for how the game ended.
    fn counters_height(&self) -> usize {
        let end = self.is_players_game() && self.game().end.is_some();
        counters_height(self.counters()) + if end { COUNTER_GAP + LINE } else { 0 }
    }

    /// How a player's game ended, and after how many pieces.
    fn ending(&self) -> Option<(usize, &'static str)> {
        let PlayersGame { target, end } = self.game();
        let end = end.filter(|_| self.is_players_game())?;
        Some((self.pieces, end.word(target.is_some())))
    }
}

/// The numbers of the panel: where they stand and what they show.
#[derive(Clone, Debug)]
pub struct Panel {
    scale: usize,
    text: u8,
    ground: u8,
    counters: Vec<(Counter, Number)>,
    target: u64,
    ending: Option<Ending>,
    next: Option<NextPiece>,
    /// By [`Tetromino::index`]; `None` if the field is too low for the statistics.
    statistics: Option<[Number; 7]>,
}

/// A number at a fixed place, right-aligned.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    x: usize,
    y: usize,
    /// Digits it has room for; a number that is too large shows as nines.
    digits: usize,
    shown: Option<usize>,
}

/// The place of the word that says how a player's game ended.
#[derive(Clone, Copy, Debug)]
struct Ending {
    x: usize,
    y: usize,
    /// Pieces of the whole game.
    pieces: usize,
    word: &'static str,
    is_shown: bool,
}

/// The place of the next piece, and what it shows.
#[derive(Clone, Debug)]
struct NextPiece {
    place: Rect,
    /// A cell of each piece, by [`Tetromino::index`].
    tiles: [Vec<u8>; 7],
    shown: Option<Tetromino>,
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

const fn box_height(inner: usize) -> usize {
    inner + 2 * (BORDER + PADDING)
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
        let inside = pen.open_box(contents.counters_height())?;
        let label = pen.palette.index_of(colors.label)?;
        let mut counter = |line: usize, name: &str| {
            let y = inside.y + line * scale;
            font::write(pen.canvas, (inside.x, y), scale, label, name);
            Number::new(inside.x, y + LINE * scale, 7)
        };
        let counters = (contents.counters().iter().enumerate())
            .map(|(i, kind)| (*kind, counter(i * (2 * LINE + COUNTER_GAP), kind.label())))
            .collect();
        let below = counters_height(contents.counters()) + COUNTER_GAP;
        let ending = contents.ending().map(|(pieces, word)| Ending {
            x: inside.x,
            y: inside.y + below * scale,
            pieces,
            word,
            is_shown: false,
        });
        let next = match contents.is_players_game() {
            true => Some(pen.draw_next(&contents, label)?),
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
            text,
            ground,
            counters,
            target: contents.game().target.unwrap_or_default(),
            ending,
            next,
            statistics,
        })
    }

    /// Draws the numbers that have changed.
    pub fn show(&mut self, canvas: &mut Canvas, tally: &Tally) {
        let (scale, text, ground) = (self.scale, self.text, self.ground);
        let mut set = |number: &mut Number, value| number.show(canvas, scale, text, ground, value);
        for (kind, number) in &mut self.counters {
            set(number, kind.of(tally, self.target));
        }
        for (number, value) in self.statistics.iter_mut().flatten().zip(tally.pieces) {
            set(number, value);
        }
        if let Some(next) = &mut self.next {
            next.show(canvas, scale, ground, tally.next);
        }
        if let Some(ending) = &mut self.ending {
            ending.show(canvas, scale, [text, ground], tally.total());
        }
    }
}

impl Ending {
    /// Shows the word once all pieces are placed.
    fn show(&mut self, canvas: &mut Canvas, scale: usize, colors: [u8; 2], placed: usize) {
        let is_over = placed == self.pieces;
        if self.is_shown == is_over {
            return;
        }
        self.is_shown = is_over;
        let color = colors[usize::from(!is_over)];
        font::write(canvas, (self.x, self.y), scale, color, self.word);
    }
}

impl NextPiece {
    fn show(&mut self, canvas: &mut Canvas, scale: usize, ground: u8, piece: Option<Tetromino>) {
        if self.shown == piece {
            return;
        }
        self.shown = piece;
        canvas.fill(self.place, ground);
        let Some(piece) = piece else { return };
        let shape = piece.spawn_pose().shape();
        let side = NEXT_CELL * scale;
        for (row, bits) in shape.rows.into_iter().enumerate() {
            for column in (0..4).filter(|column| bits >> column & 1 == 1) {
                let (x, y) = (self.place.x + column * side, self.place.y + row * side);
                canvas.blit(x, y, side, &self.tiles[piece.index()]);
            }
        }
    }
}

impl Number {
    pub fn new(x: usize, y: usize, digits: usize) -> Number {
        Number {
            x,
            y,
            digits,
            shown: None,
        }
    }

    pub fn show(&mut self, canvas: &mut Canvas, scale: usize, text: u8, ground: u8, value: usize) {
        if self.shown == Some(value) {
            return;
        }
        self.shown = Some(value);
        let width = self.digits * font::ADVANCE * scale;
        canvas.fill(
            Rect::new(self.x, self.y, width, font::ADVANCE * scale),
            ground,
        );
        let most = 10usize.pow(self.digits as u32) - 1;
        let digits = format!("{:03}", value.min(most));
        let left = self.x + width - digits.len() * font::ADVANCE * scale;
        font::write(canvas, (left, self.y), scale, text, &digits);
    }
}

/// Draws the boxes of the panel, one below the other.
struct Pen<'a> {
    canvas: &'a mut Canvas,
    palette: &'a mut Palette,
    frame: [Rgb; 3],
    ground: u8,
    scale: usize,
    x: usize,
    /// The top of the next box.
    y: usize,
}

impl Pen<'_> {
    /// A framed box with room for `height` (at scale 1). Returns that room.
    fn open_box(&mut self, height: usize) -> Result<Rect, PaletteFull> {
        let scale = self.scale;
        let outer = Rect::new(self.x, self.y, WIDTH * scale, box_height(height) * scale);
        let inside = outer.shrunk(BORDER * scale);
        draw_frame(self.canvas, self.palette, &self.frame, inside, scale)?;
        self.canvas.fill(inside, self.ground);
        self.y += outer.height + GAP * scale;
        Ok(inside.shrunk(PADDING * scale))
    }

    /// The sprite in the middle of a place, as large as whole pixels allow; of one that is larger
    /// than the place every second, third ... pixel.
    fn draw_sprite(&mut self, sprite: &Sprite, place: Rect) -> Result<(), PaletteFull> {
        let (width, height) = (sprite.width().max(1), sprite.height().max(1));
        let zoom = (place.width / width).min(place.height / height).max(1);
        let step = width
            .div_ceil(place.width)
            .max(height.div_ceil(place.height));
        let columns = sprite.width().div_ceil(step);
        let rows = sprite.height().div_ceil(step);
        let left = place.x + (place.width - columns * zoom) / 2;
        let top = place.y + (place.height - rows * zoom) / 2;
        for (y, x) in (0..rows).flat_map(|y| (0..columns).map(move |x| (y, x))) {
            if let Some(color) = sprite.color(x * step, y * step) {
                let color = self.palette.index_of(color)?;
                let pixel = Rect::new(left + x * zoom, top + y * zoom, zoom, zoom);
                self.canvas.fill(pixel, color);
            }
        }
        Ok(())
    }

    /// A box for the next piece, empty yet.
    fn draw_next(&mut self, contents: &Contents<'_>, label: u8) -> Result<NextPiece, PaletteFull> {
        let scale = self.scale;
        let inside = self.open_box(NEXT_HEIGHT)?;
        font::write(self.canvas, (inside.x, inside.y), scale, label, "NEXT");
        let mut tiles = std::array::from_fn(|_| Vec::new());
        for piece in Tetromino::ALL {
            let side = NEXT_CELL * scale;
            let (script, theme) = (contents.script, contents.theme);
            tiles[piece.index()] = piece_tile(script, theme, piece, side, self.palette)?;
        }
        let (width, height) = (4 * NEXT_CELL * scale, 2 * NEXT_CELL * scale);
        let place = Rect::new(inside.x, inside.y + LINE * scale, width, height);
        Ok(NextPiece {
            place,
            tiles,
            shown: None,
        })
    }

    /// What the cells of an x-ray mean.
    fn draw_legend(
        &mut self,
        contents: &Contents<'_>,
        piece: Tetromino,
    ) -> Result<(), PaletteFull> {
        let (scale, side) = (self.scale, LEGEND_CELL * self.scale);
        let (script, theme) = (contents.script, contents.theme);
        let color = script.colors.of(piece);
        let stays = piece_tile(script, theme, piece, side, self.palette)?;
        let mut tile = |tile| indices(tile, self.palette);
        let entries = [
            (stays, "STAYS"),
            (tile(hanging_tile(color, side))?, "HANGS"),
            (tile(glass_tile(color, script.background, side))?, "GOES"),
            (tile(full_tile(theme.screen.flash, side))?, "FULL"),
        ];
        let inside = self.open_box(LEGEND_HEIGHT)?;
        let label = self.palette.index_of(theme.screen.label)?;
        for (line, (tile, word)) in entries.iter().enumerate() {
            let y = inside.y + line * LINE * scale;
            self.canvas.blit(inside.x, y, side, tile);
            let x = inside.x + side + 4 * scale;
            font::write(self.canvas, (x, y), scale, label, word);
        }
        Ok(())
    }

    /// A small picture of each piece, with its counter.
    fn draw_statistics(
        &mut self,
        script: &PrintScript,
        theme: &Theme,
    ) -> Result<[Number; 7], PaletteFull> {
        let scale = self.scale;
        let inside = self.open_box(STATISTICS_HEIGHT)?;
        let mut numbers = [Number::new(inside.x + 2 * font::ADVANCE * scale, 0, 5); 7];
        for piece in Tetromino::ALL {
            let top = inside.y + piece.index() * STATISTICS_LINE * scale;
            numbers[piece.index()].y = top;
            self.draw_piece(script, theme, piece, inside.x, top)?;
        }
        Ok(numbers)
    }

    /// A small piece as it spawns, its upper left corner at (x, y).
    fn draw_piece(
        &mut self,
        script: &PrintScript,
        theme: &Theme,
        piece: Tetromino,
        x: usize,
        y: usize,
    ) -> Result<(), PaletteFull> {
        let side = MINI_CELL * self.scale;
        let tile = piece_tile(script, theme, piece, side, self.palette)?;
        let shape = piece.spawn_pose().shape();
        let top = y + (2 - shape.height as usize) * side / 2;
        for (row, bits) in shape.rows.into_iter().enumerate() {
            for column in (0..4).filter(|column| bits >> column & 1 == 1) {
                self.canvas
                    .blit(x + column * side, top + row * side, side, &tile);
            }
        }
        Ok(())
    }
}
