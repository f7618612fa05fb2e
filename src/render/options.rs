//! The options of a picture.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::canvas_size::CanvasSize;
use super::caption::Caption;
use super::ease::Ease;
use super::theme::Theme;
use super::timing::{Fps, Pace, Seconds};
use crate::game::console::Rules;
use crate::parse::{convert_as_number, display_name, parse_as_number, parse_name};
use crate::replay::play_on_console;
use crate::script::PrintScript;

/// How a game is shown. The default: bricks of 8 pixels with the panel, about 20 seconds, then
/// 3 seconds of the finished picture, over and over.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RenderOptions {
    /// How cells look, and the colours of the screen around them.
    pub theme: Theme,
    /// Whether cells that will be cleared are dimmed from the start, so that what will stay shines.
    pub xray: bool,
    /// The side of a cell.
    pub cell: CellSize,
    /// The size of the picture, in which the print then stands as large as fits; [`cell`](Self::cell) does not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub canvas: Option<CanvasSize>,
    /// A line of text below the field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caption: Option<Caption>,
    /// Whether the panel with the counters stands beside the field.
    pub panel: bool,
    /// What is seen of a piece on its way.
    pub motion: Motion,
    /// The console's rules for [`Motion::Console`]; the default level is 0, where gravity bars no
    /// drop on a field of up to 49 columns. As pieces are dropped softly, a higher level saves little:
    /// level 18 some 7 % of the frames.
    pub rules: Rules,
    /// How fast the game goes.
    pub pace: Pace,
    /// Whether the speed changes on the way, in a game that is shown faster than on the console.
    pub ease: Ease,
    /// Whether the film runs back to its start and forward again, which takes it twice as long; it then begins with the
    /// final field, whatever the poster.
    #[serde(skip_serializing_if = "is_false")]
    pub boomerang: bool,
    /// What the first frame shows.
    pub poster: Poster,
    /// The maximum frame rate.
    pub fps: Fps,
    /// How long the last frame stays.
    pub hold: Seconds,
    /// How often the animation is shown.
    pub repeat: Repeat,
}

/// For serde: `false` is not written, so that pictures made without the option keep their bytes.
fn is_false(value: &bool) -> bool {
    !value
}

impl Default for RenderOptions {
    fn default() -> Self {
        RenderOptions {
            theme: Theme::default(),
            xray: false,
            cell: CellSize::default(),
            canvas: None,
            caption: None,
            panel: true,
            motion: Motion::default(),
            rules: Rules::default(),
            pace: Pace::default(),
            ease: Ease::default(),
            boomerang: false,
            poster: Poster::default(),
            fps: Fps::default(),
            hold: const { Seconds::from_centiseconds(300).expect("3 seconds are in range") },
            repeat: Repeat::default(),
        }
    }
}

impl RenderOptions {
    /// How many pieces of a game fall in a second at the [pace](RenderOptions::pace) that is asked for; `None` if none
    /// is, or if the game cannot be played by the [rules](RenderOptions::rules).
    pub fn pieces_a_second(&self, script: &PrintScript) -> Option<f64> {
        let pieces = script.drops.len() as f64;
        match self.pace {
            Pace::Auto => None,
            Pace::Duration(seconds) => Some(pieces * 100.0 / seconds.centiseconds().max(1) as f64),
            Pace::Speed(speed) => {
                let console = play_on_console(script, self.rules).ok()?;
                Some(pieces * speed.get() / console.seconds().max(1) as f64)
            }
        }
    }
}

/// The side of a cell in pixels, 1 to 64.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct CellSize(u8);

impl CellSize {
    /// `None` unless it is in 1..=64.
    pub const fn new(pixels: u8) -> Option<CellSize> {
        if pixels >= 1 && pixels <= 64 {
            Some(CellSize(pixels))
        } else {
            None
        }
    }

    /// The side in pixels.
    pub const fn get(self) -> usize {
        self.0 as usize
    }
}

convert_as_number!(CellSize, u8, CellSize::new, ParseOptionError::CellSize);
parse_as_number!(CellSize, CellSize::new, ParseOptionError::CellSize);

impl Default for CellSize {
    fn default() -> Self {
        CellSize(8)
    }
}

/// What is seen of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Motion {
    /// Its way if there is time for it, else its lock.
    #[default]
    Auto,
    /// That it has locked.
    Lock,
    /// How it spawns, turns, shifts and falls.
    Path,
    /// Each frame of the console, in real time unless the pace says otherwise.
    Console,
}

impl Motion {
    /// All of them, the default first.
    pub const ALL: [Motion; 4] = [Motion::Auto, Motion::Lock, Motion::Path, Motion::Console];

    /// What a user calls it on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Motion::Auto => "auto",
            Motion::Lock => "lock",
            Motion::Path => "path",
            Motion::Console => "console",
        }
    }
}

/// What the first frame of an animation shows: it is what a thumbnail shows, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Poster {
    /// The empty field.
    #[default]
    First,
    /// For a moment the final field, which is held shorter at the end; then the game begins.
    Last,
}

/// How often an animation is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Repeat {
    /// Over and over.
    #[default]
    Forever,
    /// This many times, then the last frame stays.
    Times(NonZeroU16),
}

impl Repeat {
    /// Once, then the last frame stays.
    pub const ONCE: Repeat = Repeat::Times(NonZeroU16::MIN);
}

/// A text that does not name a value of an option.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseOptionError {
    /// Not a [`CellSize`]; the text is given back.
    #[error("`{0}` is not a valid cell size: write whole pixels from 1 to 64")]
    CellSize(String),
    /// Not a [`Motion`]; the text is given back.
    #[error("`{0}` is not a valid motion: choose auto, lock, path or console")]
    Motion(String),
    /// Not a [`Repeat`]; the text is given back.
    #[error(
        "`{0}` is not a valid number of repetitions: write forever, once or a number from 1 to 65535"
    )]
    Repeat(String),
}

impl fmt::Display for CellSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

parse_name!(Motion, ParseOptionError, |text: &str| {
    ParseOptionError::Motion(text.to_owned())
});
display_name!(Motion);

impl FromStr for Repeat {
    type Err = ParseOptionError;

    fn from_str(text: &str) -> Result<Self, ParseOptionError> {
        match text {
            "forever" => Ok(Repeat::Forever),
            "once" => Ok(Repeat::ONCE),
            _ => text
                .parse()
                .map(Repeat::Times)
                .map_err(|_| ParseOptionError::Repeat(text.to_owned())),
        }
    }
}

impl fmt::Display for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Repeat::Forever => f.pad("forever"),
            Repeat::Times(times) => times.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_read_what_they_write() {
        for motion in Motion::ALL {
            assert_eq!(motion.to_string().parse(), Ok(motion));
        }
        for text in ["1", "8", "64"] {
            assert_eq!(text.parse::<CellSize>().unwrap().to_string(), text);
        }
        for text in ["forever", "1", "65535"] {
            assert_eq!(text.parse::<Repeat>().unwrap().to_string(), text);
        }
        assert_eq!("once".parse(), Ok(Repeat::ONCE));
    }

    #[test]
    fn what_is_no_choice_is_refused_with_the_choices() {
        let error = |result: ParseOptionError| result.to_string();
        for text in ["0", "65", "-1", "1.5", ""] {
            assert!(error(text.parse::<CellSize>().unwrap_err()).contains("1 to 64"));
        }
        for text in ["0", "65536", "never"] {
            assert!(error(text.parse::<Repeat>().unwrap_err()).contains("forever, once"));
        }
        let told = error("fly".parse::<Motion>().unwrap_err());
        assert_eq!(
            told,
            "`fly` is not a valid motion: choose auto, lock, path or console"
        );
    }
}
