//! Arguments about drawing a game, shared by every command that makes pictures of one.

mod animation;
mod pictures;

use anyhow::bail;
use clap::Args;

use self::animation::{AnimationArgs, EaseChoice, PosterChoice};
use self::pictures::PictureArgs;
use super::console::ConsoleArgs;
use super::kind::Kind;
use super::output::Target;
use tetris_printer::game::console::RuleSet;
use tetris_printer::render::RenderOptions;

pub use self::pictures::theme;

#[derive(Args, Debug)]
pub struct DrawingArgs {
    #[command(flatten)]
    pictures: PictureArgs,
    #[command(flatten)]
    animation: AnimationArgs,
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
        let is_plain = self.pictures.canvas.is_none() && self.pictures.caption.is_none();
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
        let (pictures, animation) = (&self.pictures, &self.animation);
        let options = [
            ("--boomerang", animation.boomerang, is_filmed),
            (
                "--poster",
                animation.poster != PosterChoice::Last,
                is_shared,
            ),
            ("--motion", animation.motion != usual.motion, is_filmed),
            ("--ease", animation.ease != EaseChoice::Auto, is_filmed),
            ("--fps", animation.fps != usual.fps, is_filmed),
            ("--hold", animation.hold != usual.hold, is_filmed),
            ("--loop", animation.repeat != usual.repeat, is_shared),
            ("--speed", animation.speed.is_some(), has_pace),
            ("--duration", animation.duration.is_some(), has_pace),
            ("--xray", pictures.xray, is_filmed || is_page || is_drawing),
            (
                "--theme",
                pictures.theme != usual.theme,
                has_cells || is_page,
            ),
            ("--cell", pictures.cell != usual.cell, has_cells),
            ("--canvas", pictures.canvas.is_some(), is_picture),
            ("--caption", pictures.caption.is_some(), is_picture),
            ("--no-panel", pictures.no_panel, is_picture),
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
        let PictureArgs {
            theme,
            xray,
            cell,
            canvas,
            caption,
            no_panel,
        } = self.pictures;
        let animation = &self.animation;
        RenderOptions {
            theme,
            xray,
            cell,
            canvas,
            caption,
            panel: !no_panel,
            motion: animation.motion,
            rules: self.console.rules(usual),
            pace: animation.pace(),
            ease: animation.ease(),
            boomerang: animation.boomerang,
            poster: animation.poster(),
            fps: animation.fps,
            hold: animation.hold,
            repeat: animation.repeat,
        }
    }
}
