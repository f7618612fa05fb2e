//! Which of the console's colours are shown.

use std::str::FromStr;

use anyhow::ensure;
use clap::Args;

use crate::cli::report::count;
use tetris_printer::color::{ConsoleColor, Rgb};
use tetris_printer::nes::{NesPalette, NesPaletteError};

/// What the console shows for the sprite's colours.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "On the console")]
pub struct PaletteArgs {
    /// The entries of the console's palette for the empty field and for the sprite's colours in the
    /// order of the report, like 0f,30,16,12 [default: the nearest that are all different]
    #[arg(long, value_name = "ENTRIES")]
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
        let entry = |digits: &str| digits.trim().parse().ok();
        let entries: Option<Vec<_>> = text.split(',').map(entry).collect();
        let entries =
            entries.filter(|entries| (2..=NesPalette::COLORS + 1).contains(&entries.len()));
        entries.map(Entries).ok_or(ParseEntriesError)
    }
}

impl PaletteArgs {
    /// What the screen shows for these colours, on a field that looks like `backdrop` unless the
    /// user has chosen another.
    pub fn colors(&self, backdrop: ConsoleColor, palette: &[Rgb]) -> anyhow::Result<NesPalette> {
        let Some(Entries(entries)) = &self.nes_palette else {
            return Ok(NesPalette::nearest(backdrop, palette)?);
        };
        let needed = palette.len() + 1;
        ensure!(
            palette.len() <= NesPalette::COLORS,
            NesPaletteError::TooMany(palette.len())
        );
        ensure!(
            entries.len() >= needed,
            "--nes-palette has {} for a sprite of {}: write {needed}, first that of the empty field",
            count(entries.len(), "entry").replace("entrys", "entries"),
            count(palette.len(), "colour"),
        );
        let mut shown: Vec<Rgb> = entries[1..].iter().map(|entry| entry.rgb()).collect();
        shown.truncate(palette.len());
        let nearest = NesPalette::nearest(entries[0], &shown)?;
        let chosen = |place: usize| entries.get(place + 1).copied();
        let colors = NesPalette {
            backdrop: entries[0],
            colors: std::array::from_fn(|place| chosen(place).unwrap_or(nearest.colors[place])),
        };
        colors.check()?;
        Ok(colors)
    }

    /// Whether the user has chosen.
    pub fn is_chosen(&self) -> bool {
        self.nes_palette.is_some()
    }

    /// A hint, if the movie may have been made with other colours than it is judged with.
    pub fn hint(&self) -> &'static str {
        match self.nes_palette {
            Some(_) => "",
            None => " (a movie made with --nes-palette is judged with it)",
        }
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
