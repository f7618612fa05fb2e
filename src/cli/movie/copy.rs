//! Arguments about the game of 1989 itself: who plays its movies, and the user's own copy.

use std::fmt;

use anyhow::{Context, ensure};
use clap::{Args, ValueEnum};

use super::file::MovieFile;
use super::report::Played;
use crate::cli::input::{name, read_bytes};
use crate::cli::kind::MovieFormat;
use crate::cli::output::Target;
use crate::cli::tape::Tape;
use tetris_printer::game::console::{Buttons, Region, RuleSet, Rules};
use tetris_printer::nes::original::{GameCopy, Original};
use tetris_printer::nes::{Movie, RecordError};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "On the console")]
pub struct CopyArgs {
    /// Play the game of 1989 itself, with a movie for this player: without --game a model of the game plays it, and
    /// the report says so
    #[arg(long = "for", value_enum, value_name = "PLAYER")]
    player: Option<Player>,
    /// The .nes file of your own copy of that game (NTSC): the movie is made for it, played on it in the built-in
    /// emulator, and compared with its memory and screen
    #[arg(long, value_name = "FILE")]
    game: Option<Target>,
}

/// What plays a movie. They differ in how they start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Player {
    /// The console, and every player that starts as it does
    #[default]
    Original,
    /// FCEUX, which needs one more blank frame at the beginning
    Fceux,
    /// Mesen, as original
    Mesen,
    /// BizHawk, as original
    Bizhawk,
}

impl Player {
    /// Frames before the game's own first one.
    pub fn blank_frames(self) -> usize {
        match self {
            Player::Original | Player::Mesen | Player::Bizhawk => 0,
            Player::Fceux => 1,
        }
    }
}

/// The game in the head of a movie.
const NAME: &str = "Tetris";

impl CopyArgs {
    /// Whether the original is to be played.
    pub fn is_asked(&self) -> bool {
        self.player.is_some() || self.game.is_some()
    }

    /// Whether a copy is named.
    pub fn is_here(&self) -> bool {
        self.game.is_some()
    }

    /// Who plays the movie.
    pub fn player(&self) -> Player {
        self.player.unwrap_or_default()
    }

    /// Refuses what the original does not have.
    pub fn check(&self, rules: Rules) -> anyhow::Result<()> {
        ensure!(rules.region == Region::Ntsc, RecordError::Region);
        ensure!(
            rules.set == RuleSet::Nes,
            "the original is played by its own rules: leave out --rules"
        );
        ensure!(
            cfg!(feature = "emulator") || self.game.is_none(),
            "this program was built without its emulator: build it with --features emulator, or leave out --game"
        );
        Ok(())
    }

    /// The user's copy, if one is named.
    pub fn read(&self) -> anyhow::Result<Option<Copy>> {
        self.game.as_ref().map(Copy::read).transpose()
    }

    /// A movie as a file, and what it presses.
    pub fn file(
        &self,
        movie: &Movie,
        title: String,
        format: MovieFormat,
    ) -> anyhow::Result<(Vec<u8>, Tape)> {
        let mut frames = vec![[Buttons::NONE; 2]; self.player().blank_frames()];
        frames.extend_from_slice(&movie.frames);
        let file = MovieFile {
            movie: &Movie { frames },
            latches: Original::latches(movie),
            game: Some(NAME),
            sum: self.read()?.map(|copy| copy.game.sum()),
            comments: vec![
                format!("author tetris-printer {}", env!("CARGO_PKG_VERSION")),
                title,
            ],
        };
        file.write(format)
    }
}

/// The user's copy of the game, or what they take for it.
pub struct Copy {
    pub game: GameCopy,
    name: String,
}

impl Copy {
    pub fn read(target: &Target) -> anyhow::Result<Copy> {
        let name = name(target);
        let bytes = read_bytes(target, GameCopy::MOST_BYTES)?;
        let game = GameCopy::new(bytes).with_context(|| format!("cannot play {name}"))?;
        Ok(Copy { game, name })
    }

    /// On what a movie was played that was played on this.
    pub fn played(&self) -> Played {
        match self.game.is_known() {
            true => Played::Copy,
            false => Played::Unknown,
        }
    }
}

/// What to think of a movie that fails on this file.
impl fmt::Display for Copy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.game.is_known() {
            true => "your copy of the game",
            false => "an unknown file, not the known NTSC game",
        };
        write!(f, "{} is {what}", self.name)
    }
}
