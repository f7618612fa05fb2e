//! What a game is written as: the outputs that `print` and `replay` share.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;

use super::ffmpeg;
use super::fumen::fumen_link;
use super::kind::Kind;
use super::output::{Target, asked_for, check_folder, check_targets};
use super::report::{bytes, count};
use super::script_file::parse_any_script;
use super::stage::{Stage, stage, stage_folder};
use super::watch::Watch;
use tetris_printer::page::{PageRequest, render_page};
use tetris_printer::picture::Layout;
use tetris_printer::render::{
    AnimationFormat, AnimationReport, Poster, RenderError, RenderOptions, render_animation,
    render_frames, render_png, render_svg, render_versus, render_versus_frames,
};
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::PrintedField;

/// The outputs that need nothing but the script and the sprite.
#[derive(Args, Clone, Debug, Default)]
pub struct OutputArgs {
    /// Write what the name's ending says: gif, apng, webp, mp4 or webm (the game as a film), png or svg (the
    /// final field), html (a page that plays it), json (the drops), y4m; of print also fm2, bk2, r08 and nes;
    /// may be repeated
    #[arg(short, long, value_name = "FILE", help_heading = "Outputs")]
    pub output: Vec<Target>,
    /// Write an animation of the game as a GIF
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub gif: Option<Target>,
    /// Write an animation of the game as an animated PNG
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub apng: Option<Target>,
    /// Write an animation of the game as a WebP
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub webp: Option<Target>,
    /// Write a picture of the final field as a PNG
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub png: Option<Target>,
    /// Write a drawing of the final field as an SVG
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub svg: Option<Target>,
    /// Write a page that plays the game in a browser
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub html: Option<Target>,
    /// Write a fumen link, for fields of up to 10 columns
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub fumen: Option<Target>,
    /// Write the animation's frames as PNGs into a new folder, at --fps frames per second
    #[arg(long, value_name = "FOLDER", help_heading = "Outputs")]
    pub frames: Option<PathBuf>,
    /// Write the animation as raw video, for other encoders
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub y4m: Option<Target>,
    /// Write the animation as an MP4 video, by the ffmpeg that is installed
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub mp4: Option<Target>,
    /// Write the animation as a WebM video, by the ffmpeg that is installed
    #[arg(long, value_name = "FILE", help_heading = "Outputs")]
    pub webm: Option<Target>,
}

/// Notes where an output goes that was named by its ending alone.
///
/// Errors: if the command has no such output, or has one already.
pub fn put(target: Target, place: Option<&mut Option<Target>>, kind: Kind) -> anyhow::Result<()> {
    let place = place.with_context(|| {
        format!("{target} would be {kind}, which this command does not write: `print` does")
    })?;
    if let Some(other) = place {
        bail!("{other} and {target} would be the same: leave one out");
    }
    *place = Some(target);
    Ok(())
}

/// An output that is made but not in its place yet.
pub struct Product<'a> {
    kind: &'static str,
    place: Place<'a>,
    data: Data,
    animation: Option<AnimationReport>,
    layout: Option<Layout>,
}

enum Place<'a> {
    Target(&'a Target),
    Folder(&'a Path),
}

enum Data {
    /// A picture of the field, which can be decoded again.
    Picture(Vec<u8>),
    /// A print script, which can be played again.
    Script(Vec<u8>),
    Other(Vec<u8>),
    /// Too large for the memory; of frames the last one can be decoded again.
    Staged {
        stage: Stage,
        bytes: usize,
        last: Option<Vec<u8>>,
    },
}

/// What is told of an output.
#[derive(Serialize)]
pub struct Output {
    pub kind: &'static str,
    pub path: String,
    pub bytes: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frames: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
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

/// What there is to write.
pub struct Game<'a> {
    /// What it is called.
    pub name: &'a str,
    pub script: &'a PrintScript,
    /// The game that films show beside it.
    pub rival: Option<&'a PrintScript>,
    pub source: Option<&'a Sprite>,
    /// Field columns whose cells beside the picture do not matter, a bit a column.
    pub free_columns: u64,
    pub options: RenderOptions,
    /// Who can end the work.
    pub watch: &'a Watch,
}

impl Game<'_> {
    /// What was made, unless the writing of it was cut short.
    fn unless_interrupted<T>(&self, made: anyhow::Result<T>) -> anyhow::Result<T> {
        self.watch.check()?;
        made
    }

    /// The options of what is no file with a thumbnail.
    fn plain(&self) -> RenderOptions {
        RenderOptions {
            poster: Poster::First,
            ..self.options
        }
    }

    fn watched<W: Write>(&self, out: W) -> Watched<'_, W> {
        Watched {
            out,
            bytes: 0,
            watch: self.watch,
        }
    }

    fn make<'a>(&self, kind: Kind, target: &'a Target) -> anyhow::Result<Product<'a>> {
        match kind {
            Kind::Gif => self.animation("gif", AnimationFormat::Gif, target),
            Kind::Apng => self.animation("apng", AnimationFormat::Apng, target),
            Kind::Webp => self.animation("webp", AnimationFormat::Webp, target),
            Kind::Png => self.picture(target),
            Kind::Svg => self.drawing(target),
            Kind::Html => self.page(target),
            Kind::Fumen => self.link(target),
            Kind::Y4m => self.raw_video(target),
            Kind::Mp4 | Kind::Webm => self.video(kind, target),
            Kind::Script | Kind::Movie(_) | Kind::Rom | Kind::Weights | Kind::Text => {
                unreachable!("`OutputArgs::targets` has none of these")
            }
        }
    }

    /// Draws the game, or both games.
    fn film(
        &self,
        format: AnimationFormat,
        options: &RenderOptions,
        out: impl Write,
    ) -> Result<AnimationReport, RenderError> {
        match self.rival {
            None => render_animation(format, self.script, self.source, options, out),
            Some(rival) => render_versus(format, self.script, rival, options, out),
        }
    }

    fn animation<'a>(
        &self,
        kind: &'static str,
        format: AnimationFormat,
        target: &'a Target,
    ) -> anyhow::Result<Product<'a>> {
        let mut bytes = Vec::new();
        let report = self.film(format, &self.options, self.watched(&mut bytes))?;
        Ok(Product::gif(kind, target, bytes, report))
    }

    fn video<'a>(&self, kind: Kind, target: &'a Target) -> anyhow::Result<Product<'a>> {
        let mut report = None;
        let bytes = ffmpeg::encode(kind, |out| {
            let out = self.watched(out);
            report = Some(self.film(AnimationFormat::Y4m, &self.plain(), out)?);
            Ok(())
        })?;
        Ok(Product {
            animation: report,
            ..Product::new(kind.ending(), target, bytes)
        })
    }

    fn picture<'a>(&self, target: &'a Target) -> anyhow::Result<Product<'a>> {
        let mut bytes = Vec::new();
        let layout = render_png(self.script, self.source, &self.options, &mut bytes)?;
        Ok(Product::png("png", target, bytes, layout))
    }

    fn drawing<'a>(&self, target: &'a Target) -> anyhow::Result<Product<'a>> {
        let mut bytes = Vec::new();
        render_svg(self.script, &self.options, &mut bytes)?;
        Ok(Product::new("svg", target, bytes))
    }

    fn page<'a>(&self, target: &'a Target) -> anyhow::Result<Product<'a>> {
        let theme = &self.options.theme;
        let source = self
            .source
            .map(|sprite| theme.recolor_sprite(sprite, self.script));
        let page = render_page(&PageRequest {
            name: self.name,
            script: &theme.recolor_script(self.script),
            source: source.as_deref(),
            free_columns: self.free_columns,
            xray: self.options.xray,
            pace: self.options.pieces_a_second(self.script),
        })?;
        Ok(Product::new("html", target, page.into_bytes()))
    }

    fn link<'a>(&self, target: &'a Target) -> anyhow::Result<Product<'a>> {
        let link = fumen_link(self.script)? + "\n";
        Ok(Product::new("fumen", target, link.into_bytes()))
    }

    fn raw_video<'a>(&self, target: &'a Target) -> anyhow::Result<Product<'a>> {
        let (mut report, mut bytes) = (None, 0);
        let stage = stage(target, |out| {
            let mut out = self.watched(out);
            report = Some(self.film(AnimationFormat::Y4m, &self.plain(), &mut out)?);
            bytes = out.bytes;
            Ok(())
        })?;
        let last = None;
        Ok(Product {
            animation: report,
            ..Product::with("y4m", target, Data::Staged { stage, bytes, last })
        })
    }

    fn frames<'a>(&self, folder: &'a Path) -> anyhow::Result<Product<'a>> {
        let (mut report, mut bytes, mut last) = (None, 0, Vec::new());
        let stage = stage_folder(folder, |hidden| {
            let save = |number: usize, png: &[u8]| {
                self.watch.check().map_err(std::io::Error::other)?;
                bytes += png.len();
                last = png.to_vec();
                fs::write(hidden.join(format!("{number:05}.png")), png)
            };
            let (script, options) = (self.script, self.plain());
            report = Some(match self.rival {
                None => render_frames(script, self.source, &options, save)?,
                Some(rival) => render_versus_frames(script, rival, &options, save)?,
            });
            Ok(())
        })?;
        Ok(Product {
            kind: "frames",
            place: Place::Folder(folder),
            data: Data::Staged {
                stage,
                bytes,
                last: Some(last),
            },
            animation: report,
            layout: None,
        })
    }
}

/// Counts the bytes that go by, and lets none pass any more after Ctrl-C.
struct Watched<'a, W> {
    out: W,
    bytes: usize,
    watch: &'a Watch,
}

impl<W: Write> Write for Watched<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.watch.check().map_err(std::io::Error::other)?;
        let written = self.out.write(bytes)?;
        self.bytes += written;
        Ok(written)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.out.flush()
    }
}

impl<'a> Product<'a> {
    fn with(kind: &'static str, target: &'a Target, data: Data) -> Product<'a> {
        Product {
            kind,
            place: Place::Target(target),
            data,
            animation: None,
            layout: None,
        }
    }

    /// The drops.
    pub fn script(target: &'a Target, bytes: Vec<u8>) -> Product<'a> {
        Product::with("script", target, Data::Script(bytes))
    }

    /// Bytes that do not show a field, or that have been proved already.
    pub fn new(kind: &'static str, target: &'a Target, bytes: Vec<u8>) -> Product<'a> {
        Product::with(kind, target, Data::Other(bytes))
    }

    /// A picture of the field.
    pub fn png(kind: &'static str, target: &'a Target, bytes: Vec<u8>, layout: Layout) -> Self {
        Product {
            layout: Some(layout),
            ..Product::with(kind, target, Data::Picture(bytes))
        }
    }

    /// An animation that ends with a picture of the field.
    pub fn gif(
        kind: &'static str,
        target: &'a Target,
        bytes: Vec<u8>,
        report: AnimationReport,
    ) -> Self {
        Product {
            animation: Some(report),
            ..Product::png(kind, target, bytes, report.layout)
        }
    }

    /// A picture that was compared with what it shows in another way.
    pub fn into_proved(self) -> Product<'a> {
        let data = match self.data {
            Data::Picture(bytes) => Data::Other(bytes),
            data => data,
        };
        Product { data, ..self }
    }

    /// Writes it beside its place.
    pub fn stage(self) -> anyhow::Result<Stage> {
        match (self.data, self.place) {
            (Data::Staged { stage, .. }, _) => Ok(stage),
            (
                Data::Picture(bytes) | Data::Script(bytes) | Data::Other(bytes),
                Place::Target(target),
            ) => stage(target, |out| Ok(out.write_all(&bytes)?)),
            (Data::Picture(_) | Data::Script(_) | Data::Other(_), Place::Folder(_)) => {
                unreachable!("folders are staged while they are made")
            }
        }
    }

    pub fn kind(&self) -> &'static str {
        self.kind
    }

    /// Where the cells are in the picture.
    pub fn layout(&self) -> Option<Layout> {
        self.layout
    }

    /// The field that it leaves, read again from its bytes; `None` if it does not show one.
    pub fn printed_field(&self) -> anyhow::Result<Option<PrintedField>> {
        Ok(match &self.data {
            Data::Picture(bytes)
            | Data::Staged {
                last: Some(bytes), ..
            } => Some(PrintedField::of_picture(bytes)?),
            Data::Script(bytes) => Some(PrintedField::of_script(&parse_any_script(bytes)?)?),
            Data::Other(_) | Data::Staged { last: None, .. } => None,
        })
    }

    /// What a report tells of it.
    pub fn output(&self) -> Output {
        let path = match self.place {
            Place::Target(target) => target.to_string(),
            Place::Folder(folder) => folder.display().to_string(),
        };
        let bytes = match &self.data {
            Data::Picture(bytes) | Data::Script(bytes) | Data::Other(bytes) => bytes.len(),
            Data::Staged { bytes, .. } => *bytes,
        };
        Output {
            kind: self.kind,
            path,
            bytes,
            frames: self.animation.map(|animation| animation.frames),
            seconds: self
                .animation
                .map(|animation| animation.centiseconds as f64 / 100.0),
        }
    }
}

impl Output {
    /// Whether it was decoded again before it was put in its place.
    pub fn is_decoded(&self) -> bool {
        matches!(
            self.kind,
            "gif" | "apng" | "webp" | "png" | "frames" | "script" | "nes-gif" | "nes-png" | "movie"
        )
    }

    /// As a line of a report, without its kind.
    pub fn text(&self) -> String {
        let mut text = format!("{} ({}", self.path, bytes(self.bytes));
        if let (Some(frames), Some(seconds)) = (self.frames, self.seconds) {
            text += &format!(", {}, {seconds:.1} s", count(frames, "frame"));
        }
        text + ")"
    }
}
