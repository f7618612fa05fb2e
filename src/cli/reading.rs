//! Arguments about reading a picture, shared by every command that takes a sprite.

use std::fs::File;
use std::io::Read;

use anyhow::Context;
use clap::Args;

use super::output::Target;
use crate::sprite::{Background, ColorLimit, ReadOptions, ReadSprite, Scale, read_sprite};

#[derive(Args, Debug)]
pub struct ReadingArgs {
    /// What is background in a picture without transparency: auto (the most common border
    /// colour), none, or a colour like #ff00ff
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "auto",
        help_heading = "Reading the sprite"
    )]
    background: Background,
    /// How often the sprite was enlarged: auto, or a whole factor
    #[arg(
        long,
        value_name = "N",
        default_value = "auto",
        help_heading = "Reading the sprite"
    )]
    scale: Scale,
    /// Merge the nearest colours until N are left
    #[arg(long, value_name = "N", help_heading = "Reading the sprite")]
    colors: Option<ColorLimit>,
}

impl ReadingArgs {
    pub fn read(&self, source: &Target) -> anyhow::Result<ReadSprite> {
        let options = ReadOptions {
            background: self.background,
            scale: self.scale,
            colors: self.colors,
        };
        let input = open(source)?;
        read_sprite(input, &options).with_context(|| format!("cannot read {}", name(source)))
    }
}

/// Opens a file or stdin for reading.
pub fn open(source: &Target) -> anyhow::Result<Box<dyn Read>> {
    Ok(match source {
        Target::Stream => Box::new(std::io::stdin().lock()),
        Target::File(path) => {
            let file = File::open(path).with_context(|| format!("cannot read {source}"))?;
            Box::new(file)
        }
    })
}

/// Reads a whole file or stdin, up to `most` bytes. Errors: if there are more.
pub fn read_bytes(source: &Target, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut input = open(source)?.take(most + 1);
    input
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", name(source)))?;
    anyhow::ensure!(
        bytes.len() as u64 <= most,
        "{} has more than {most} bytes",
        name(source)
    );
    Ok(bytes)
}

/// The input's name as a person knows it.
pub fn name(source: &Target) -> String {
    match source {
        Target::Stream => "standard input".to_owned(),
        Target::File(path) => path.display().to_string(),
    }
}

/// The input's name without folders and extension.
pub fn title(source: &Target) -> String {
    match source {
        Target::Stream => name(source),
        Target::File(path) => {
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            stem.to_string_lossy().into_owned()
        }
    }
}
