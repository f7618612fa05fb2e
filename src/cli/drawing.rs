//! Arguments about drawing a game, shared by every command that makes pictures of one.

use anyhow::{anyhow, bail};
use clap::{Args, ValueEnum};

use super::console::ConsoleArgs;
use super::input::read_text;
use super::kind::Kind;
use super::output::Target;
use super::sentence::one_line;
use tetris_printer::game::console::RuleSet;
use tetris_printer::render::{
    CanvasSize, Caption, CellSize, Ease, Fps, Motion, Pace, Poster, RenderOptions, Repeat, Seconds,
    Speed, Theme,
};

#[derive(Args, Debug)]
pub struct DrawingArgs {
    /// The look: nes, flat, grid, gameboy, or a theme file ending in .toml
    #[arg(
        long,
        value_name = "LOOK",
        default_value = "nes",
        value_parser = theme,
        help_heading = "Pictures"
    )]
    theme: Theme,
    /// Show how the print works: cells that will be cleared are drawn as dark glass from the start
    #[arg(long, help_heading = "Pictures")]
    xray: bool,
    /// Size of a cell in pixels
    #[arg(long, value_name = "N", default_value = "8", help_heading = "Pictures")]
    cell: CellSize,
    /// Size of the picture, as 1080x1080 or 1080x1920: the print stands in the middle, as large as fits
    #[arg(
        long,
        value_name = "WxH",
        conflicts_with = "cell",
        help_heading = "Pictures"
    )]
    canvas: Option<CanvasSize>,
    /// A line of text below the field, in capitals
    #[arg(long, value_name = "TEXT", help_heading = "Pictures")]
    caption: Option<Caption>,
    /// Leave out the panel with the counters and the source picture
    #[arg(long, help_heading = "Pictures")]
    no_panel: bool,
    /// What is shown of each piece: lock (only where it locks), path (spawn, rotations, shifts,
    /// fall), console (every frame of the console), or auto (its path if there is time for it)
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "auto",
        help_heading = "Animation"
    )]
    motion: Motion,
    /// Playback speed relative to the console [default: the game lasts about 20 seconds]
    #[arg(
        long,
        value_name = "X",
        conflicts_with = "duration",
        help_heading = "Animation"
    )]
    speed: Option<Speed>,
    /// Length of the game in the animation
    #[arg(long, value_name = "SECONDS", help_heading = "Animation")]
    duration: Option<Seconds>,
    /// Whether the game starts and ends slowly: on, off, or auto (on, unless --speed or --duration
    /// asks for a pace)
    #[arg(long, value_enum, default_value_t = EaseChoice::Auto, help_heading = "Animation")]
    ease: EaseChoice,
    /// The first frame of a GIF, APNG or WebP, which thumbnails show
    #[arg(long, value_enum, default_value_t = PosterChoice::Last, help_heading = "Animation")]
    poster: PosterChoice,
    /// Run the film back to its start and forward again; it begins and ends with the finished print
    #[arg(long, conflicts_with = "poster", help_heading = "Animation")]
    boomerang: bool,
    /// Maximum frames per second, 1 to 50
    #[arg(
        long,
        value_name = "N",
        default_value = "50",
        help_heading = "Animation"
    )]
    fps: Fps,
    /// How long the finished picture is held
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "3",
        help_heading = "Animation"
    )]
    hold: Seconds,
    /// How many times the animation plays: forever, once, or a number
    #[arg(
        long = "loop",
        value_name = "N",
        default_value = "forever",
        help_heading = "Animation"
    )]
    repeat: Repeat,
    #[command(flatten)]
    console: ConsoleArgs,
}

/// What shows the game beside the files.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    /// A folder of frames.
    pub frames: bool,
    pub terminal: bool,
}

impl DrawingArgs {
    pub fn options(&self) -> RenderOptions {
        self.options_by(RuleSet::Nes)
    }

    /// The level, if one is asked for.
    pub fn level(&self) -> Option<u8> {
        self.console.level()
    }

    /// Refuses what these outputs would leave out, and what none of them would show.
    ///
    /// Errors: a drawing or a page that is to have a size or a caption; a pace without anything that moves, a look without
    /// a picture.
    pub fn check(&self, targets: &[(&Target, Kind)], beside: Beside) -> anyhow::Result<()> {
        let is_plain = self.canvas.is_none() && self.caption.is_none();
        let is_bare = |kind: &Kind| matches!(kind, Kind::Svg | Kind::Html);
        match targets.iter().find(|(_, kind)| is_bare(kind)) {
            Some((target, kind)) if !is_plain => bail!(
                "{target} would be {kind}, which has neither --canvas nor --caption: leave them out, or write a .png or \
                 .gif instead"
            ),
            _ => self.check_use(targets, beside),
        }
    }

    fn check_use(&self, targets: &[(&Target, Kind)], beside: Beside) -> anyhow::Result<()> {
        let kinds = |is_such: fn(Kind) -> bool| targets.iter().any(|(_, kind)| is_such(*kind));
        let is_page = kinds(|kind| kind == Kind::Html);
        let is_filmed = kinds(Kind::is_film) || beside.frames;
        let is_shared = kinds(|kind| matches!(kind, Kind::Gif | Kind::Apng | Kind::Webp));
        let has_pace = is_filmed || is_page || beside.terminal;
        let is_picture = is_filmed || kinds(|kind| kind == Kind::Png);
        let is_drawing = kinds(|kind| kind == Kind::Svg);
        let has_cells = is_picture || is_drawing;
        let usual = RenderOptions::default();
        let options = [
            ("--boomerang", self.boomerang, is_filmed),
            ("--poster", self.poster != PosterChoice::Last, is_shared),
            ("--motion", self.motion != usual.motion, is_filmed),
            ("--ease", self.ease != EaseChoice::Auto, is_filmed),
            ("--fps", self.fps != usual.fps, is_filmed),
            ("--hold", self.hold != usual.hold, is_filmed),
            ("--loop", self.repeat != usual.repeat, is_shared),
            ("--speed", self.speed.is_some(), has_pace),
            ("--duration", self.duration.is_some(), has_pace),
            ("--xray", self.xray, is_filmed || is_page || is_drawing),
            ("--theme", self.theme != usual.theme, has_cells || is_page),
            ("--cell", self.cell != usual.cell, has_cells),
            ("--canvas", self.canvas.is_some(), is_picture),
            ("--caption", self.caption.is_some(), is_picture),
            ("--no-panel", self.no_panel, is_picture),
        ];
        let unused = options
            .iter()
            .find(|(_, is_asked, is_used)| *is_asked && !is_used);
        match unused {
            Some((option, ..)) => {
                bail!("nothing that is asked for shows {option}: add --gif FILE, or leave it out")
            }
            None => Ok(()),
        }
    }

    /// As [`options`](Self::options), but with the `usual` rules unless others are asked for.
    pub fn options_by(&self, usual: RuleSet) -> RenderOptions {
        let pace = match (self.speed, self.duration) {
            (Some(speed), _) => Pace::Speed(speed),
            (None, Some(duration)) => Pace::Duration(duration),
            (None, None) => Pace::Auto,
        };
        RenderOptions {
            theme: self.theme,
            xray: self.xray,
            cell: self.cell,
            canvas: self.canvas,
            caption: self.caption,
            panel: !self.no_panel,
            motion: self.motion,
            rules: self.console.rules(usual),
            pace,
            ease: match self.ease {
                EaseChoice::Auto => pace.usual_ease(),
                EaseChoice::On => Ease::SlowEnds,
                EaseChoice::Off => Ease::Even,
            },
            boomerang: self.boomerang,
            poster: match self.poster {
                PosterChoice::First => Poster::First,
                PosterChoice::Last => Poster::Last,
            },
            fps: self.fps,
            hold: self.hold,
            repeat: self.repeat,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EaseChoice {
    Auto,
    On,
    Off,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PosterChoice {
    /// The empty field
    First,
    /// The finished print, for a moment
    Last,
}

/// Themes are small files.
const LONGEST_THEME: u64 = 1 << 16;

/// A theme by its name, or from a file.
pub fn theme(text: &str) -> Result<Theme, String> {
    let read = || -> anyhow::Result<Theme> {
        if !text.ends_with(".toml") {
            return Ok(text.parse()?);
        }
        let text = read_text(&Target::File(text.into()), LONGEST_THEME)?;
        toml::from_str(&text).map_err(|error| anyhow!("not a theme: {}", error.message()))
    };
    read().map_err(|error| one_line(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_theme_is_refused_in_a_line() {
        for (text, told) in [
            ("cell = 'round'", "brick"),
            ("colour = 1", "colour"),
            ("pieces = []\nfield = '#000000'", "1 to 7"),
            ("pieces = ['#000000']", "`field`"),
            ("pieces = ['#000000']\nfield = '#000000'", "none of them"),
            ("field = '#000000'", "1 to 7"),
            ("[screen]\ntext = 'red'", "red"),
            ("[screen]\nbackdrop = ['#000000']", "3"),
            ("= =", "not a theme"),
        ] {
            let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
            std::fs::write(file.path(), text).unwrap();
            let error = theme(file.path().to_str().unwrap()).unwrap_err();
            assert!(
                error.starts_with("not a theme: ") && error.contains(told) && !error.contains('\n'),
                "{text}: {error}"
            );
        }
    }
}
