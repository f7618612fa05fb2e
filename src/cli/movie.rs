//! Arguments about a print on the real console, and what they make.

use std::fmt;
use std::str::FromStr;

use anyhow::{bail, ensure};
use clap::{Args, ValueEnum};
use serde::Serialize;

use super::failure::Mismatch;
use super::output::{Content, Target};
use super::report::{count, grouped};
use super::television::{Ending, play};
use super::watch::Watch;
use crate::color::{ConsoleColor, Lab, Rgb};
use crate::game::FieldSize;
use crate::game::console::{Region, Rules};
use crate::game::pilot::Steering;
use crate::nes::cartridge::{FIELD, LAYOUT, MOST_COLORS, ROM};
use crate::nes::{
    ColorsError, Dealing, Movie, Order, RecordError, Recording, ScreenColors, ScreenFilm,
    parse_movie, record, write_movie,
};
use crate::render::{GifReport, Layout, RenderOptions};
use crate::script::PrintScript;
use crate::sprite::Sprite;
use crate::verify::PrintedField;

/// The outputs of a print on the cartridge.
#[derive(Args, Debug)]
pub struct MovieArgs {
    /// Write the buttons of every frame as an FM2 movie, which prints the sprite on the cartridge
    #[arg(long, value_name = "FILE", help_heading = "On the console")]
    movie: Option<Target>,
    /// Write the cartridge that the movie is played on
    #[arg(long, value_name = "FILE", help_heading = "On the console")]
    rom: Option<Target>,
    /// Write the console's screen at the end of the movie
    #[arg(long, value_name = "FILE", help_heading = "On the console")]
    nes_png: Option<Target>,
    /// Write the console's screen from the first piece on
    #[arg(long, value_name = "FILE", help_heading = "On the console")]
    nes_gif: Option<Target>,
    #[command(flatten)]
    palette: PaletteArgs,
    /// Who deals the pieces
    #[arg(long, value_enum, default_value_t = Deal::Controller, help_heading = "On the console")]
    deal: Deal,
    /// Shift by taps, a column every two frames, as a thumb can do it, instead of held buttons
    #[arg(long, help_heading = "On the console")]
    taps: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deal {
    /// The movie's second controller
    Controller,
    /// The console's random generator: each drop waits until the right piece is next, and no piece
    /// comes twice in a row
    Console,
}

/// What the console shows for the sprite's colours.
#[derive(Args, Clone, Debug)]
pub struct PaletteArgs {
    /// The entries of the console's palette for the empty field and for the sprite's colours in the
    /// order of the report, like 0f,30,16,12 [default: the nearest that are all different]
    #[arg(long, value_name = "ENTRIES", help_heading = "On the console")]
    nes_palette: Option<Entries>,
}

/// Entries of the console's palette, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Entries(Vec<ConsoleColor>);

#[derive(Clone, Debug, thiserror::Error)]
#[error("write up to 4 entries from 00 to 3f, first that of the empty field, like 0f,30,16,12")]
struct ParseEntriesError;

impl FromStr for Entries {
    type Err = ParseEntriesError;

    fn from_str(text: &str) -> Result<Self, ParseEntriesError> {
        let entry = |digits: &str| {
            let digits = digits.trim().trim_start_matches('$');
            u8::from_str_radix(digits, 16)
                .ok()
                .and_then(ConsoleColor::new)
        };
        let entries: Option<Vec<_>> = text.split(',').map(entry).collect();
        let entries = entries.filter(|entries| (2..=MOST_COLORS + 1).contains(&entries.len()));
        entries.map(Entries).ok_or(ParseEntriesError)
    }
}

impl PaletteArgs {
    /// What the screen shows for these colours, on a field that looks like `backdrop` unless the
    /// user has chosen another.
    pub fn colors(&self, backdrop: ConsoleColor, palette: &[Rgb]) -> anyhow::Result<ScreenColors> {
        let Some(Entries(entries)) = &self.nes_palette else {
            return Ok(ScreenColors::nearest(backdrop, palette)?);
        };
        let needed = palette.len() + 1;
        ensure!(
            palette.len() <= MOST_COLORS,
            ColorsError::TooMany(palette.len())
        );
        ensure!(
            entries.len() >= needed,
            "--nes-palette has {} for a sprite of {}: write {needed}, first that of the empty field",
            count(entries.len(), "entry").replace("entrys", "entries"),
            count(palette.len(), "colour"),
        );
        let mut shown: Vec<Rgb> = entries[1..].iter().map(|entry| entry.rgb()).collect();
        shown.truncate(palette.len());
        let nearest = ScreenColors::nearest(entries[0], &shown)?;
        let chosen = |place: usize| entries.get(place + 1).copied();
        let colors = ScreenColors {
            backdrop: entries[0],
            colors: std::array::from_fn(|place| chosen(place).unwrap_or(nearest.colors[place])),
        };
        colors.check()?;
        Ok(colors)
    }

    /// The hint for who judges with other colours than the movie was made with.
    pub fn hint(&self) -> &'static str {
        match self.nes_palette {
            Some(_) => "",
            None => " (a movie made with --nes-palette is judged with it)",
        }
    }
}

/// What the print on the console came to.
#[derive(Serialize)]
pub struct MovieReport {
    frames: usize,
    seconds: f64,
    frames_per_piece: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    chance: Option<ChanceReport>,
    /// The palette's entry of an empty cell.
    backdrop: ConsoleColor,
    colors: Vec<ColorReport>,
    /// Whether the emulator has played it and shown the sprite.
    played: bool,
}

/// What it cost to have the console deal.
#[derive(Serialize)]
struct ChanceReport {
    waited: usize,
    frames_more: i64,
    frames_more_per_piece: f64,
}

#[derive(Serialize)]
struct ColorReport {
    color: Rgb,
    shown: ConsoleColor,
    distance: f32,
}

/// An output on the console's side.
pub struct Made<'a> {
    pub kind: &'static str,
    pub target: &'a Target,
    pub bytes: Vec<u8>,
    pub gif: Option<GifReport>,
    pub layout: Option<Layout>,
}

impl MovieArgs {
    /// What will be written.
    pub fn targets(&self) -> impl Iterator<Item = (&Target, Content)> {
        let movie = self.movie.iter().map(|target| (target, Content::Text));
        let binary = [&self.rom, &self.nes_png, &self.nes_gif];
        let binary = binary.into_iter().flatten();
        movie.chain(binary.map(|target| (target, Content::Binary)))
    }

    /// Whether a movie is made, be it only to show it.
    pub fn is_asked(&self) -> bool {
        [&self.movie, &self.nes_png, &self.nes_gif]
            .iter()
            .any(|target| target.is_some())
    }

    /// Whether the console's generator deals, which hardly ever repeats a piece.
    pub fn avoids_repeats(&self) -> bool {
        self.deal == Deal::Console
    }

    /// Refuses options that do not go together.
    pub fn check(&self, rules: Rules) -> anyhow::Result<()> {
        let is_idle = self.deal == Deal::Controller && !self.taps;
        ensure!(
            self.is_asked() || (is_idle && self.palette.nes_palette.is_none()),
            "--nes-palette, --deal and --taps are about the movie: add --movie FILE"
        );
        ensure!(
            cfg!(feature = "emulator") || (self.nes_png.is_none() && self.nes_gif.is_none()),
            "this program was built without its emulator: build it with --features emulator, or \
             leave out --nes-png and --nes-gif"
        );
        ensure!(
            !self.is_asked() || rules.region == Region::Ntsc,
            RecordError::Region
        );
        Ok(())
    }

    /// Refuses, before it is planned, what the cartridge cannot show.
    pub fn check_sprite(&self, sprite: &Sprite, field: FieldSize) -> anyhow::Result<()> {
        if self.is_asked() {
            ensure!(field == FIELD, RecordError::Field(field));
            self.palette.colors(ConsoleColor::BLACK, sprite.palette())?;
        }
        Ok(())
    }

    /// Makes the outputs that are asked for; the movie has been played and its screen judged by
    /// `prove`, which is given the sprite in the console's colours.
    pub fn make(
        &self,
        script: &PrintScript,
        sprite: &Sprite,
        options: &RenderOptions,
        watch: &Watch,
        prove: impl Fn(&Sprite, &PrintedField) -> anyhow::Result<()>,
    ) -> anyhow::Result<(Vec<Made<'_>>, Option<MovieReport>)> {
        let mut made = Vec::new();
        if let Some(target) = &self.rom {
            made.push(Made::new("rom", target, ROM.to_vec()));
        }
        if !self.is_asked() {
            return Ok((made, None));
        }
        let backdrop = ConsoleColor::nearest(script.background).0;
        let colors = self.palette.colors(backdrop, sprite.palette())?;
        let order = Order {
            rules: options.rules,
            steering: if self.taps {
                Steering::Taps
            } else {
                Steering::Held
            },
            dealing: match self.deal {
                Deal::Controller => Dealing::Controller,
                Deal::Console => Dealing::Chance,
            },
            palette: sprite.palette(),
            colors,
        };
        let recording = record(script, &order)?;
        if cfg!(feature = "emulator") {
            let (ending, film) = self.watch(&recording, options, watch)?;
            ensure!(
                ending.lag == 0,
                Mismatch(format!(
                    "the cartridge is late in {}",
                    count(ending.lag.into(), "frame")
                ))
            );
            prove(&colors.shown(sprite), &judged(&ending)?)?;
            made.extend(film);
            if let Some(target) = &self.nes_png {
                let mut png = Vec::new();
                ending.screen.write_png(&mut png)?;
                made.push(Made::picture("nes-png", target, png));
            }
        }
        let report = MovieReport::of(&recording, &order, script)?;
        if let Some(target) = &self.movie {
            let mut bytes = Vec::new();
            write_movie(&recording.movie, &report.comments(sprite), &mut bytes)?;
            ensure!(
                parse_movie(std::str::from_utf8(&bytes)?)? == recording.movie,
                "the movie is not what it was when read again"
            );
            made.push(Made::new("movie", target, bytes));
        }
        Ok((made, Some(report)))
    }

    /// Plays the movie, and films it if that is asked for.
    fn watch(
        &self,
        recording: &Recording,
        options: &RenderOptions,
        watch: &Watch,
    ) -> anyhow::Result<(Ending, Option<Made<'_>>)> {
        let movie = &recording.movie;
        let Some(target) = &self.nes_gif else {
            return Ok((play(movie, watch, |_, _| Ok(()))?, None));
        };
        let frames = movie.frames.len() - recording.start;
        let mut bytes = Vec::new();
        let mut film = ScreenFilm::new(&mut bytes, frames as u64, options)?;
        let ending = play(movie, watch, |number, screen| {
            let is_game = number >= recording.start;
            if is_game {
                film.add(screen)?;
            }
            Ok(())
        })?;
        let gif = Some(film.finish(&ending.screen)?);
        let made = Made {
            gif,
            ..Made::picture("nes-gif", target, bytes)
        };
        Ok((ending, Some(made)))
    }
}

impl<'a> Made<'a> {
    fn new(kind: &'static str, target: &'a Target, bytes: Vec<u8>) -> Self {
        Made {
            kind,
            target,
            bytes,
            gif: None,
            layout: None,
        }
    }

    /// A picture of the screen.
    fn picture(kind: &'static str, target: &'a Target, bytes: Vec<u8>) -> Self {
        let layout = Some(LAYOUT);
        Made {
            layout,
            ..Made::new(kind, target, bytes)
        }
    }
}

/// What a movie shows in the end, and the sprite as it should look there.
pub fn watch_movie(
    bytes: &[u8],
    sprite: &Sprite,
    palette: &PaletteArgs,
    watch: &Watch,
) -> anyhow::Result<(PrintedField, Sprite)> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        bail!("not an FM2 movie: it is no text");
    };
    let movie: Movie = parse_movie(text)?;
    let ending = play(&movie, watch, |_, _| Ok(()))?;
    let colors = palette.colors(ending.colors.backdrop, sprite.palette())?;
    Ok((judged(&ending)?, colors.shown(sprite)))
}

/// The field on the screen. Errors: [`Mismatch`] if a cell is not of one colour.
fn judged(ending: &Ending) -> anyhow::Result<PrintedField> {
    if let Some((column, row)) = ending.screen.torn_cell() {
        bail!(Mismatch(format!(
            "on the console's screen the cell in column {}, row {} is not of one colour",
            column.0, row.0
        )));
    }
    let background = ending.colors.backdrop.rgb();
    Ok(PrintedField::of_screen(
        &ending.screen.picture(),
        &LAYOUT,
        background,
    ))
}

impl MovieReport {
    fn of(
        recording: &Recording,
        order: &Order<'_>,
        script: &PrintScript,
    ) -> Result<MovieReport, RecordError> {
        let colors = order.palette.iter().zip(order.colors.colors);
        let chance = match order.dealing {
            Dealing::Controller => None,
            Dealing::Chance => {
                let dealing = Dealing::Controller;
                let dealt = record(script, &Order { dealing, ..*order })?;
                let more = recording.frames() as i64 - dealt.frames() as i64;
                Some(ChanceReport {
                    waited: recording.waited,
                    frames_more: more,
                    frames_more_per_piece: more as f64 / script.drops.len().max(1) as f64,
                })
            }
        };
        Ok(MovieReport {
            frames: recording.movie.frames.len(),
            seconds: recording.movie.seconds(),
            frames_per_piece: recording.frames_per_piece(),
            chance,
            backdrop: order.colors.backdrop,
            colors: colors
                .map(|(color, shown)| ColorReport {
                    color: *color,
                    shown,
                    distance: Lab::from(*color).distance(Lab::from(shown.rgb())),
                })
                .collect(),
            played: cfg!(feature = "emulator"),
        })
    }

    /// What the head of the movie says about it.
    fn comments(&self, sprite: &Sprite) -> Vec<String> {
        let size = format!("{}x{}", sprite.width(), sprite.height());
        vec![
            format!("author tetris-printer {}", env!("CARGO_PKG_VERSION")),
            format!("title a sprite of {size} pixels, {self}"),
        ]
    }

    pub fn text(&self) -> String {
        let seconds = self.seconds.round() as usize;
        let mut text = format!(
            "console   the cartridge prints it in {} frames, {}:{:02}, {:.1} a piece\n",
            grouped(self.frames),
            seconds / 60,
            seconds % 60,
            self.frames_per_piece,
        );
        if let Some(chance) = &self.chance {
            text += &format!(
                "          its generator deals every piece, for {} more, {:.1} a piece\n",
                count(
                    usize::try_from(chance.frames_more).unwrap_or_default(),
                    "frame"
                ),
                chance.frames_more_per_piece,
            );
        }
        text + &format!("          {self}\n")
    }
}

/// What colours are shown as.
impl fmt::Display for MovieReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "empty {}", self.backdrop)?;
        for ColorReport {
            color,
            shown,
            distance,
        } in &self.colors
        {
            write!(f, ", {color} {shown} (distance {distance:.2})")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_hexadecimal_and_named_first_to_last() {
        let entries: Entries = "0f,$30, 16".parse().unwrap();
        let numbers: Vec<u8> = entries.0.iter().map(|entry| entry.entry()).collect();
        assert_eq!(numbers, [0x0f, 0x30, 0x16]);
        for text in ["", "0f", "0f,40", "0f,1,2,3,4", "black,white"] {
            assert!(text.parse::<Entries>().is_err(), "{text}");
        }
    }

    #[test]
    fn chosen_entries_stay_and_missing_ones_are_refused() {
        let colors = |text: &str, palette: &[Rgb]| {
            let nes_palette = Some(text.parse().unwrap());
            PaletteArgs { nes_palette }.colors(ConsoleColor::BLACK, palette)
        };
        let chosen = colors("01,26,2a", &[Rgb::BLACK]).unwrap();
        assert_eq!(format!("{:?}", &chosen.all()[..3]), "[$01, $26, $2a]");
        let error = colors("01,26", &[Rgb::BLACK, Rgb::WHITE])
            .unwrap_err()
            .to_string();
        assert_eq!(
            error,
            "--nes-palette has 2 entries for a sprite of 2 colours: write 3, first that of the \
             empty field"
        );
    }
}
