//! Arguments about reading a picture, shared by every command that takes a sprite.

use std::fs::File;
use std::io::Read;
use std::str::FromStr;

use anyhow::{Context, ensure};
use clap::Args;

use super::cutting::CuttingArgs;
use super::output::Target;
use tetris_printer::picture::{Bounds, Raster, ReadPictureError, decode_frames, decode_picture};
use tetris_printer::sprite::{
    Background, ColorLimit, Cut, ReadOptions, ReadSprite, Scale, SpriteError, crop_picture,
    interpret_raster, sprite_of_sheet, sprite_within,
};

#[derive(Args, Debug)]
pub struct ReadingArgs {
    /// The background of a picture without transparency: auto (the most common border colour),
    /// none, or a colour like #ff00ff
    #[arg(
        long,
        value_name = "WHAT",
        default_value = "auto",
        help_heading = "Reading the sprite"
    )]
    background: Background,
    /// Factor by which the sprite was enlarged: auto, or a whole number
    #[arg(
        long,
        value_name = "N",
        default_value = "auto",
        help_heading = "Reading the sprite"
    )]
    scale: Scale,
    /// Bring an enlarged, blurred or JPEG-compressed sprite back to its true size and colours
    #[arg(long, conflicts_with = "scale", help_heading = "Reading the sprite")]
    fit: bool,
    /// Merge the most similar colours until N are left
    #[arg(long, value_name = "N", help_heading = "Reading the sprite")]
    colors: Option<ColorLimit>,
    /// Read only this part of the picture: column and row of its top left pixel, width, height
    #[arg(long, value_name = "X,Y,W,H", help_heading = "Reading the sprite")]
    crop: Option<Crop>,
    #[command(flatten)]
    cutting: CuttingArgs,
}

impl ReadingArgs {
    /// Reads a sprite: a whole picture, a part of it, or one sprite of a sheet (`sheet.png#12`).
    pub fn read(&self, source: &Target) -> anyhow::Result<ReadSprite> {
        let (_, number) = split_number(source);
        let read = || match (number, number.and_then(|number| frame(source, number))) {
            (_, Some(frame)) => interpret_raster(self.part(frame)?, &self.options()),
            (None, None) => self.whole(source),
            (Some(number), None) => {
                sprite_of_sheet(self.picture(source)?, number, self.cut(), &self.options())
            }
        };
        read().with_context(|| format!("cannot read {}", name(source)))
    }

    /// A picture or a part of it; a part that is a sprite of a sheet is read as one.
    fn whole(&self, source: &Target) -> Result<ReadSprite, SpriteError> {
        let picture = decoded(source)?;
        if let Some(Crop(bounds)) = self.crop
            && let Some(read) = sprite_within(&picture, bounds, self.cut(), &self.options())?
        {
            return Ok(read);
        }
        interpret_raster(self.part(picture)?, &self.options())
    }

    /// How a sheet is cut.
    pub fn cut(&self) -> Cut {
        self.cutting.cut()
    }

    /// The pixels of a file, or of the part of it that is asked for.
    pub fn picture(&self, source: &Target) -> Result<Raster, SpriteError> {
        self.part(decoded(source)?)
    }

    fn part(&self, picture: Raster) -> Result<Raster, SpriteError> {
        match self.crop {
            None => Ok(picture),
            Some(Crop(bounds)) => crop_picture(&picture, bounds),
        }
    }

    /// What the options say about a picture.
    pub fn options(&self) -> ReadOptions {
        ReadOptions {
            background: self.background,
            scale: self.scale,
            fit: self.fit,
            colors: self.colors,
        }
    }
}

fn decoded(source: &Target) -> Result<Raster, SpriteError> {
    let input = open_sheet(source).map_err(ReadPictureError::Io)?;
    Ok(decode_picture(input)?)
}

/// A part of a picture, written `x,y,w,h`.
#[derive(Clone, Copy, Debug)]
pub struct Crop(pub Bounds);

impl FromStr for Crop {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers: Option<Vec<usize>> = text
            .split(',')
            .map(|part| part.trim().parse().ok())
            .collect();
        match numbers.as_deref() {
            Some(&[left, top, width, height]) if width.min(height) > 0 => Ok(Crop(Bounds {
                left,
                top,
                width,
                height,
            })),
            Some(_) | None => Err(format!(
                "`{text}` does not name a part of a picture: write column, row, width and height, like \
                 32,0,16,24"
            )),
        }
    }
}

/// The file of a source, and the number in `sheet.png#12`. A file whose own name ends so comes first.
fn split_number(source: &Target) -> (Target, Option<usize>) {
    let whole = || (source.clone(), None);
    let Target::File(path) = source else {
        return whole();
    };
    let parts = path.to_str().and_then(|path| path.rsplit_once('#'));
    match parts.map(|(file, number)| (file, number.parse())) {
        Some((file, Ok(number))) if !file.is_empty() && !path.exists() => {
            (Target::File(file.into()), Some(number))
        }
        Some(_) | None => whole(),
    }
}

/// More frames do not become a film: their prints would take minutes to plan, and as long to watch.
const MOST_FRAMES: usize = 64;

/// The frames of an animation, one at least; `None` if the source is a still picture or cannot be read.
fn frames(source: &Target) -> Option<Vec<Raster>> {
    let path = match source {
        // What a pipe gives it gives only once.
        Target::File(path) if path.is_file() => path,
        Target::File(_) | Target::Stream => return None,
    };
    let frames = decode_frames(File::open(path).ok()?, MOST_FRAMES + 1).ok()?;
    (frames.len() > 1).then_some(frames)
}

/// A frame of an animation, by its number from 1.
fn frame(source: &Target, number: usize) -> Option<Raster> {
    let mut frames = frames(&file_of(source))?.into_iter();
    frames.nth(number.checked_sub(1)?)
}

/// The frames of an animation as sources, but for those that look as the one before them; any other source as it is.
///
/// Errors: more than [`MOST_FRAMES`].
pub fn in_frames(source: &Target) -> anyhow::Result<Vec<Target>> {
    let (Target::File(path), None) = split_number(source) else {
        return Ok(vec![source.clone()]);
    };
    let Some(frames) = frames(source) else {
        return Ok(vec![source.clone()]);
    };
    ensure!(
        frames.len() <= MOST_FRAMES,
        "{source} has more than {MOST_FRAMES} frames: name those to print, like {source}#1 {source}#9"
    );
    let is_new = |number: &usize| *number == 1 || frames[number - 1] != frames[number - 2];
    let numbers = (1..=frames.len()).filter(is_new);
    let named = |number| Target::File(format!("{}#{number}", path.display()).into());
    Ok(numbers.map(named).collect())
}

/// The file that a source is in, without the number of a sprite.
pub fn file_of(source: &Target) -> Target {
    split_number(source).0
}

/// As [`open`], but of a source that may name a sprite of a sheet.
fn open_sheet(source: &Target) -> Result<Box<dyn Read>, std::io::Error> {
    open_file(&file_of(source))
}

fn open_file(source: &Target) -> Result<Box<dyn Read>, std::io::Error> {
    Ok(match source {
        Target::Stream => Box::new(std::io::stdin().lock()),
        Target::File(path) => Box::new(File::open(path)?),
    })
}

/// Opens a file or stdin for reading.
pub fn open(source: &Target) -> anyhow::Result<Box<dyn Read>> {
    open_file(source).with_context(|| format!("cannot read {source}"))
}

/// Reads a whole file or stdin, up to `most` bytes. Errors: if there are more.
pub fn read_bytes(source: &Target, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut input = open(source)?.take(most + 1);
    input
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", name(source)))?;
    ensure!(
        bytes.len() as u64 <= most,
        "{} has more than {most} bytes",
        name(source)
    );
    Ok(bytes)
}

/// Reads a whole text file or stdin, up to `most` bytes. Errors: if there are more, or no text.
pub fn read_text(source: &Target, most: u64) -> anyhow::Result<String> {
    String::from_utf8(read_bytes(source, most)?)
        .with_context(|| format!("cannot read {}: it is not text", name(source)))
}

/// The input's name as a person knows it.
pub fn name(source: &Target) -> String {
    match source {
        Target::Stream => "standard input".to_owned(),
        Target::File(path) => path.display().to_string(),
    }
}

/// The input's name without folders and extension, but with the number of a sprite: `sheet-12`.
pub fn title(source: &Target) -> String {
    let (file, number) = split_number(source);
    let Target::File(path) = file else {
        return name(source);
    };
    let stem = path.file_stem().unwrap_or(path.as_os_str());
    let stem = stem.to_string_lossy();
    number.map_or(stem.to_string(), |number| format!("{stem}-{number}"))
}
