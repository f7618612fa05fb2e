//! Arguments about the console that a print is played on.

use clap::{Args, ValueEnum};

use tetris_printer::game::console::{Region, RuleSet, Rules};

#[derive(Args, Debug)]
#[command(next_help_heading = "Console")]
pub struct ConsoleArgs {
    /// Level, which sets the gravity, 0 to 29 [default: 0; for a print on the original the one with the nearest colours]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=29))]
    level: Option<u8>,
    /// Raise the level as the game does: every ten lines after the first rise
    #[arg(long)]
    level_up: bool,
    /// The console's television standard
    #[arg(long, value_enum, default_value_t = Make::Ntsc)]
    region: Make,
    /// The game of 1989, or a print cartridge with hard drop and without delays [default: nes; with
    /// a movie: cartridge]
    #[arg(long, value_enum)]
    rules: Option<Game>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Make {
    Ntsc,
    Pal,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Game {
    Nes,
    Cartridge,
}

impl ConsoleArgs {
    /// The level, if one is asked for.
    pub fn level(&self) -> Option<u8> {
        self.level
    }

    /// The rules; `usual` unless others are asked for.
    pub fn rules(&self, usual: RuleSet) -> Rules {
        let set = match self.rules {
            Some(Game::Nes) => RuleSet::Nes,
            Some(Game::Cartridge) => RuleSet::Cartridge,
            None => usual,
        };
        let region = match self.region {
            Make::Ntsc => Region::Ntsc,
            Make::Pal => Region::Pal,
        };
        Rules {
            set,
            region,
            level: self.level.unwrap_or_default(),
            level_up: self.level_up,
        }
    }
}
