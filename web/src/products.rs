//! What a print is taken home as, byte for byte what the program writes, and read again before it is given out.

use anyhow::ensure;
use serde::Deserialize;
use serde_json::json;
use tetris_printer::color::ConsoleColor;
use tetris_printer::game::pilot::Steering;
use tetris_printer::nes::cartridge::ROM;
use tetris_printer::nes::{
    Dealing, NesPalette, RecordingOptions, movie_comments, parse_movie, record, write_movie,
};
use tetris_printer::page::{PageRequest, render_page};
use tetris_printer::render::{AnimationFormat, render_animation, render_png, render_svg};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::{PrintScript, parse_script, write_script};
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::{PrintedField, verify_beside};

use crate::desk::Answer;
use crate::options::Options;

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Product {
    /// An animation.
    Gif,
    /// An animation as a PNG.
    Apng,
    /// The final field.
    Png,
    /// The final field as a drawing.
    Svg,
    /// A page that plays the print.
    Html,
    /// The drops.
    Script,
    /// The buttons for the cartridge.
    Movie,
    /// The cartridge.
    Rom,
}

/// What there is to write.
pub struct Game<'a> {
    /// What it is called.
    pub name: &'a str,
    /// The drops.
    pub script: &'a PrintScript,
    /// What they leave, if that is known.
    pub sprite: Option<&'a Sprite>,
    /// Field columns whose cells beside the picture do not matter, one bit per column.
    pub free_columns: u64,
    /// How it looks.
    pub options: &'a Options,
}

impl Game<'_> {
    /// Makes a file and proves it.
    pub fn make(&self, product: Product) -> anyhow::Result<Answer> {
        let bytes = self.bytes(product)?;
        let proof = self.prove(product, &bytes)?;
        Ok(Answer {
            json: json!({ "proof": proof }),
            bytes,
        })
    }

    fn bytes(&self, product: Product) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut animate = |format| -> anyhow::Result<()> {
            let options = self.options.drawing()?;
            render_animation(format, self.script, self.sprite, &options, &mut bytes)?;
            Ok(())
        };
        match product {
            Product::Gif => animate(AnimationFormat::Gif)?,
            Product::Apng => animate(AnimationFormat::Apng)?,
            Product::Png => {
                let options = self.options.drawing()?;
                render_png(self.script, self.sprite, &options, &mut bytes)?;
            }
            Product::Svg => {
                render_svg(self.script, &self.options.drawing()?, &mut bytes)?;
            }
            Product::Html => bytes = self.page()?.into_bytes(),
            Product::Script => write_script(self.script, &mut bytes)?,
            Product::Movie => bytes = self.movie()?,
            Product::Rom => bytes = ROM.to_vec(),
        }
        Ok(bytes)
    }

    fn page(&self) -> anyhow::Result<String> {
        let options = self.options.drawing()?;
        let theme = &options.theme;
        let source = self
            .sprite
            .map(|sprite| theme.recolor_sprite(sprite, self.script));
        Ok(render_page(&PageRequest {
            name: self.name,
            script: &theme.recolor_script(self.script),
            source: source.as_deref(),
            free_columns: self.free_columns,
            xray: options.xray,
            pace: options.pieces_a_second(self.script),
        })?)
    }

    /// As the program makes it, with its usual options.
    fn movie(&self) -> anyhow::Result<Vec<u8>> {
        let left;
        let sprite = match self.sprite {
            Some(sprite) => sprite,
            None => {
                left = left_behind(self.script)?;
                &left
            }
        };
        let backdrop = ConsoleColor::nearest(self.script.background).0;
        let colors = NesPalette::nearest(backdrop, sprite.palette())?;
        let recording = record(
            self.script,
            &RecordingOptions {
                rules: self.options.recording()?.rules,
                steering: Steering::Held,
                dealing: Dealing::Controller,
                palette: sprite.palette(),
                colors,
            },
        )?;
        ensure!(
            recording.field == replay_to_end(self.script)?,
            "the cartridge leaves another field (please report this)"
        );
        let mut bytes = Vec::new();
        let comments = movie_comments(sprite, &colors);
        write_movie(&recording.movie, &comments, &mut bytes)?;
        ensure!(
            parse_movie(std::str::from_utf8(&bytes)?)? == recording.movie,
            "the movie is not what it was when read again (please report this)"
        );
        Ok(bytes)
    }

    /// Reads a file again, and says what was compared, if there is anything to compare.
    ///
    /// Errors: it shows something else than the sprite.
    pub fn prove(&self, product: Product, bytes: &[u8]) -> anyhow::Result<Option<String>> {
        let Some(sprite) = self.sprite else {
            return Ok(None);
        };
        let theme = self.options.drawing()?.theme;
        let recolored = theme.recolor_sprite(sprite, self.script);
        let (printed, expected) = match product {
            Product::Gif | Product::Apng | Product::Png => {
                (PrintedField::of_picture(bytes)?, &*recolored)
            }
            Product::Script => {
                let script = parse_script(std::str::from_utf8(bytes)?)?;
                (PrintedField::of_script(&script)?, sprite)
            }
            Product::Movie => {
                let text = "right: the model of the cartridge leaves the same field";
                return Ok(Some(text.to_owned()));
            }
            Product::Svg | Product::Html | Product::Rom => return Ok(None),
        };
        let verdict = verify_beside(expected, &printed, self.free_columns)?;
        ensure!(
            verdict.is_exact(),
            "the file differs from the sprite in {} cells, so it is not given out (please report this)",
            verdict.differences.len()
        );
        let pixels = sprite.pixel_count();
        let others = verdict.cells - pixels;
        Ok(Some(format!(
            "exact: {pixels} of {pixels} pixels, and the {others} other cells are empty"
        )))
    }
}

/// The picture that a script leaves, as a sprite as wide as the field.
fn left_behind(script: &PrintScript) -> anyhow::Result<Sprite> {
    use tetris_printer::game::{Column, Row};

    let field = replay_to_end(script)?;
    let (width, height) = (script.field.width(), script.field.height());
    let places =
        (0..height).flat_map(|row| (0..width).map(move |column| (Row(row), Column(column))));
    let color = |(row, column)| {
        let piece = field.cell(column, row)?;
        Some(script.colors.of(piece))
    };
    let pixels: Vec<_> = places.map(color).collect();
    let sprite = Sprite::from_colors(width, height, &pixels);
    sprite.ok_or_else(|| anyhow::anyhow!("a game has at most seven colours"))
}
