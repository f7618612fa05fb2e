//! How a game becomes each kind of output.

use std::fs;
use std::io::Write;
use std::path::Path;

use super::{Data, Place, Product};
use crate::cli::ffmpeg;
use crate::cli::fumen::fumen_link;
use crate::cli::kind::Kind;
use crate::cli::output::Target;
use crate::cli::stage::{stage, stage_folder};
use crate::cli::watch::Watch;
use tetris_printer::page::{PageRequest, render_page};
use tetris_printer::render::{
    AnimationFormat, AnimationReport, Poster, RenderError, RenderOptions, render_animation,
    render_frames, render_png, render_svg, render_versus, render_versus_frames,
};
use tetris_printer::script::PrintScript;
use tetris_printer::sprite::Sprite;

/// What there is to write.
pub struct Game<'a> {
    /// What it is called.
    pub name: &'a str,
    pub script: &'a PrintScript,
    /// The game that films show beside it.
    pub rival: Option<&'a PrintScript>,
    pub source: Option<&'a Sprite>,
    /// Field columns whose cells beside the picture do not matter, one bit per column.
    pub free_columns: u64,
    pub options: RenderOptions,
    /// Who can end the work.
    pub watch: &'a Watch,
}

impl Game<'_> {
    /// What was made, unless the writing of it was cut short.
    pub(super) fn unless_interrupted<T>(&self, made: anyhow::Result<T>) -> anyhow::Result<T> {
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

    pub(super) fn make<'a>(&self, kind: Kind, target: &'a Target) -> anyhow::Result<Product<'a>> {
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

    pub(super) fn frames<'a>(&self, folder: &'a Path) -> anyhow::Result<Product<'a>> {
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
