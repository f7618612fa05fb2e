//! How a print moves.

use clap::{Args, ValueEnum};

use tetris_printer::render::{Ease, Fps, Motion, Pace, Poster, Repeat, Seconds, Speed};

#[derive(Args, Debug)]
#[command(next_help_heading = "Animation")]
pub(super) struct AnimationArgs {
    /// What is shown of each piece: lock (only where it locks), path (spawn, rotations, shifts,
    /// fall), console (every frame of the console), or auto (its path if there is time for it)
    #[arg(long, value_name = "WHAT", default_value = "auto")]
    pub(super) motion: Motion,
    /// Playback speed relative to the console [default: the game lasts about 20 seconds]
    #[arg(long, value_name = "X", conflicts_with = "duration")]
    pub(super) speed: Option<Speed>,
    /// Length of the game in the animation
    #[arg(long, value_name = "SECONDS")]
    pub(super) duration: Option<Seconds>,
    /// Whether the game starts and ends slowly: on, off, or auto (on, unless --speed or --duration
    /// asks for a pace)
    #[arg(long, value_enum, default_value_t = EaseChoice::Auto)]
    pub(super) ease: EaseChoice,
    /// The first frame of a GIF, APNG or WebP, which thumbnails show
    #[arg(long, value_enum, default_value_t = PosterChoice::Last)]
    pub(super) poster: PosterChoice,
    /// Run the film back to its start and forward again; it begins and ends with the finished print
    #[arg(long, conflicts_with = "poster")]
    pub(super) boomerang: bool,
    /// Maximum frames per second, 1 to 50
    #[arg(long, value_name = "N", default_value = "50")]
    pub(super) fps: Fps,
    /// How long the finished picture is held
    #[arg(long, value_name = "SECONDS", default_value = "3")]
    pub(super) hold: Seconds,
    /// How many times the animation plays: forever, once, or a number
    #[arg(long = "loop", value_name = "N", default_value = "forever")]
    pub(super) repeat: Repeat,
}

impl AnimationArgs {
    pub(super) fn pace(&self) -> Pace {
        match (self.speed, self.duration) {
            (Some(speed), _) => Pace::Speed(speed),
            (None, Some(duration)) => Pace::Duration(duration),
            (None, None) => Pace::Auto,
        }
    }

    pub(super) fn ease(&self) -> Ease {
        match self.ease {
            EaseChoice::Auto => self.pace().usual_ease(),
            EaseChoice::On => Ease::SlowEnds,
            EaseChoice::Off => Ease::Even,
        }
    }

    pub(super) fn poster(&self) -> Poster {
        match self.poster {
            PosterChoice::First => Poster::First,
            PosterChoice::Last => Poster::Last,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum EaseChoice {
    Auto,
    On,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PosterChoice {
    /// The empty field
    First,
    /// The finished print, for a moment
    Last,
}
