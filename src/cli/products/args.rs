//! The outputs of a game, as the command line names them.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use super::{Game, Product};
use crate::cli::ffmpeg;
use crate::cli::kind::Kind;
use crate::cli::output::{Target, asked_for, check_folder, check_targets};

/// The outputs that need nothing but the script and the sprite.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Outputs")]
pub struct OutputArgs {
    /// Write the format that the file name ends in: gif, apng, webp, mp4 or webm (the game as a film), png or
    /// svg (the final field), html (a page that plays it), y4m; `print` also writes json (the drops), fm2,
    /// bk2, r08 and nes; may be repeated
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<Target>,
    /// Write an animation of the game as a GIF
    #[arg(long, value_name = "FILE")]
    pub gif: Option<Target>,
    /// Write an animation of the game as an animated PNG
    #[arg(long, value_name = "FILE")]
    pub apng: Option<Target>,
    /// Write an animation of the game as a WebP
    #[arg(long, value_name = "FILE")]
    pub webp: Option<Target>,
    /// Write a picture of the final field as a PNG
    #[arg(long, value_name = "FILE")]
    pub png: Option<Target>,
    /// Write a drawing of the final field as an SVG
    #[arg(long, value_name = "FILE")]
    pub svg: Option<Target>,
    /// Write a page that plays the game in a browser
    #[arg(long, value_name = "FILE")]
    pub html: Option<Target>,
    /// Write a fumen link, for fields of up to 10 columns
    #[arg(long, value_name = "FILE")]
    pub fumen: Option<Target>,
    /// Write the animation's frames as PNGs into a new folder, at --fps frames per second
    #[arg(long, value_name = "FOLDER")]
    pub frames: Option<PathBuf>,
    /// Write the animation as raw video, for other encoders
    #[arg(long, value_name = "FILE")]
    pub y4m: Option<Target>,
    /// Write the animation as an MP4 video, with the installed ffmpeg
    #[arg(long, value_name = "FILE")]
    pub mp4: Option<Target>,
    /// Write the animation as a WebM video, with the installed ffmpeg
    #[arg(long, value_name = "FILE")]
    pub webm: Option<Target>,
}

impl OutputArgs {
    /// Where the outputs of one kind go.
    pub fn place(&mut self, kind: Kind) -> Option<&mut Option<Target>> {
        Some(match kind {
            Kind::Gif => &mut self.gif,
            Kind::Apng => &mut self.apng,
            Kind::Webp => &mut self.webp,
            Kind::Png => &mut self.png,
            Kind::Svg => &mut self.svg,
            Kind::Html => &mut self.html,
            Kind::Fumen => &mut self.fumen,
            Kind::Y4m => &mut self.y4m,
            Kind::Mp4 => &mut self.mp4,
            Kind::Webm => &mut self.webm,
            Kind::Script | Kind::Movie(_) | Kind::Rom | Kind::Weights | Kind::Text => return None,
        })
    }

    /// What will be written.
    pub fn targets(&self) -> Vec<(&Target, Kind)> {
        asked_for([
            (&self.gif, Kind::Gif),
            (&self.apng, Kind::Apng),
            (&self.webp, Kind::Webp),
            (&self.png, Kind::Png),
            (&self.svg, Kind::Svg),
            (&self.html, Kind::Html),
            (&self.fumen, Kind::Fumen),
            (&self.y4m, Kind::Y4m),
            (&self.mp4, Kind::Mp4),
            (&self.webm, Kind::Webm),
        ])
    }

    /// Refuses outputs that cannot or must not be written; `targets` are those of the whole command.
    pub fn check(&self, targets: &[(&Target, Kind)], input: &Target) -> anyhow::Result<()> {
        check_targets(targets, &[input])?;
        for (_, kind) in targets {
            ffmpeg::check(*kind)?;
        }
        let mut folders = self.frames.iter();
        folders.try_for_each(|folder| check_folder(folder, targets))
    }

    /// Makes what is asked for. Errors: also [`Interrupted`](super::failure::Interrupted), soon after
    /// Ctrl-C.
    pub fn make<'a>(&'a self, game: &Game<'_>) -> anyhow::Result<Vec<Product<'a>>> {
        let mut products = Vec::new();
        for (target, kind) in self.targets() {
            products.push(game.unless_interrupted(game.make(kind, target))?);
        }
        if let Some(folder) = &self.frames {
            products.push(game.unless_interrupted(game.frames(folder))?);
        }
        Ok(products)
    }
}

/// Notes where an output goes that was named by its ending alone.
///
/// Errors: if the command has no such output, or has one already.
pub fn put(target: Target, place: Option<&mut Option<Target>>, kind: Kind) -> anyhow::Result<()> {
    let place = place.with_context(|| {
        format!("{target} would be {kind}, which this command does not write: `print` does")
    })?;
    if let Some(other) = place {
        bail!("{other} and {target} would hold the same: leave one out");
    }
    *place = Some(target);
    Ok(())
}
