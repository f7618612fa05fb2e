//! Arguments about reading a picture, shared by every command that takes a sprite.

use std::io::Read;
use std::num::NonZeroUsize;
use std::str::FromStr;

use anyhow::{Context, anyhow, bail, ensure};
use clap::Args;

use super::address::Address;
use super::cutting::CuttingArgs;
use super::held::{Held, MOST_FRAMES, frames, frames_named, open_atlas};
use super::input::{name, open_file, read_bytes};
use super::listing::Listing;
use super::output::Target;
use super::sources::expanded;
use super::tiles::TileArgs;
use tetris_printer::atlas::Atlas;
use tetris_printer::game::FieldSize;
use tetris_printer::picture::{Bounds, MAX_BYTES, Raster, decode_picture};
use tetris_printer::sprite::{
    Background, ColorLimit, Cut, ReadOptions, ReadSprite, Scale, SpriteError, crop_picture,
    cut_sheet, interpret_raster, sprite_within,
};
use tetris_printer::tiles::{TileAddress, TileFile, TilePalette, TileSheet};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading the sprite")]
pub struct ReadingArgs {
    /// The background of a picture without transparency: auto (the most common border colour),
    /// none, or a colour like #ff00ff
    #[arg(long, value_name = "WHAT", default_value = "auto")]
    background: Background,
    /// Factor by which the sprite was enlarged: auto, or a whole number
    #[arg(long, value_name = "N", default_value = "auto")]
    scale: Scale,
    /// Bring an enlarged, blurred or JPEG-compressed sprite back to its true size and colours
    #[arg(long, conflicts_with = "scale")]
    fit: bool,
    /// Merge the most similar colours until N are left
    #[arg(long, value_name = "N")]
    colors: Option<ColorLimit>,
    /// Read only this part of the picture: column and row of its top left pixel, width, height
    #[arg(long, value_name = "X,Y,W,H")]
    crop: Option<Crop>,
    #[command(flatten)]
    cutting: CuttingArgs,
    #[command(flatten)]
    tiles: TileArgs,
}

impl ReadingArgs {
    /// Reads a sprite: a whole picture, a part of it, a frame of an animation (`walk.gif#3`), a sprite of a sheet
    /// (`sheet.png#12`, `atlas.json#hero`), or tiles of a game (`game.nes#0:32`).
    pub fn read(&self, source: &Target) -> anyhow::Result<ReadSprite> {
        let read = || self.read_at(&Address::of(source));
        read().with_context(|| format!("cannot read {}", name(source)))
    }

    /// Reads it as enlarged by this factor.
    pub fn read_at_scale(
        &self,
        source: &Target,
        factor: NonZeroUsize,
    ) -> anyhow::Result<ReadSprite> {
        let scale = Scale::Factor(factor);
        ReadingArgs {
            scale,
            ..self.clone()
        }
        .read(source)
    }

    fn read_at(&self, address: &Address) -> anyhow::Result<ReadSprite> {
        let part = address.part.as_deref();
        let held = self.held(&address.file)?;
        match (&held, part) {
            (Held::Picture(bytes), None) => {
                self.refuse_cut(&address.file)?;
                return Ok(self.whole(decode_picture(&bytes[..]).map_err(SpriteError::from)?)?);
            }
            (Held::Picture(bytes), Some(part)) => {
                if let Some(frame) = frame(bytes, part) {
                    return Ok(interpret_raster(self.part(frame)?, &self.options())?);
                }
                let read = self.cut_picture(bytes, None)?.read(part);
                return read.map_err(|error| in_terms_of_frames(error, bytes, part));
            }
            (Held::Tiles(tiles), Some(part)) => {
                if let Ok(place) = part.parse::<TileAddress>() {
                    return self.read_tiles(tiles, place);
                }
            }
            (Held::Tiles(_), None) => {
                bail!(
                    "it holds many tiles: name some of them, like {}#0:32+2x2; `sheet` lists them",
                    address.file
                )
            }
            (Held::Atlas(atlas, _), None) => {
                let first = &atlas.sprites[0].name;
                bail!(
                    "it names many sprites: choose one, like {}#{first}; `sheet` lists them",
                    address.file
                )
            }
            (Held::Atlas(..), Some(_)) => {}
        }
        self.list(held, None)?.read(part.unwrap_or_default())
    }

    /// The sprites of a sheet, an atlas, a game's tiles or one of their banks (`game.nes#0:`).
    pub fn listing(&self, source: &Target) -> anyhow::Result<Listing> {
        let Address { file, part } = Address::of(source);
        let list = || self.list(self.held(&file)?, part.as_deref());
        list().with_context(|| format!("cannot read {}", name(source)))
    }

    /// The sprites of a sheet, or of a frame of an animation.
    fn cut_picture(&self, bytes: &[u8], part: Option<&str>) -> anyhow::Result<Listing> {
        let options = self.options();
        let frame = part.and_then(|part| frame(bytes, part));
        if let (Some(part), None) = (part, &frame) {
            bail!(
                "#{part} names one sprite of a sheet: `inspect` tells about it, and without it all are listed"
            );
        }
        let picture = frame
            .map_or_else(|| decode_picture(bytes), Ok)
            .map_err(SpriteError::from)?;
        Ok(Listing {
            sheet: cut_sheet(self.part(picture)?, options.background, self.cut())?,
            names: Vec::new(),
            banks: Vec::new(),
            options: options.of_cut_sprite(),
        })
    }

    fn list(&self, held: Held, part: Option<&str>) -> anyhow::Result<Listing> {
        let options = self.options();
        Ok(match held {
            Held::Picture(bytes) => self.cut_picture(&bytes, part)?,
            Held::Atlas(atlas, picture) => {
                self.refuse_crop()?;
                Listing {
                    sheet: atlas.cut(picture, options.background)?,
                    names: atlas
                        .sprites
                        .into_iter()
                        .map(|sprite| sprite.name)
                        .collect(),
                    banks: Vec::new(),
                    options: options.of_cut_sprite(),
                }
            }
            Held::Tiles(tiles) => {
                self.refuse_crop()?;
                let palette = self.tile_palette(&tiles)?;
                let bank = part
                    .map(str::parse::<TileAddress>)
                    .transpose()?
                    .map(|address| address.bank);
                let TileSheet { sheet, addresses } =
                    tiles.cut(bank, self.tiles.arrangement(), &palette)?;
                Listing {
                    sheet,
                    names: addresses.iter().map(ToString::to_string).collect(),
                    banks: tiles.banks().to_vec(),
                    options: self.tile_options(),
                }
            }
        })
    }

    /// Tiles as one sprite.
    fn read_tiles(&self, tiles: &TileFile, address: TileAddress) -> anyhow::Result<ReadSprite> {
        self.refuse_crop()?;
        let arrangement = self.tiles.arrangement();
        let bank = tiles.sheet(address.bank, arrangement, &self.tile_palette(tiles)?)?;
        let drawn = bank.crop(tiles.bounds(address, arrangement)?);
        Ok(interpret_raster(drawn, &self.tile_options())?)
    }

    fn tile_palette(&self, tiles: &TileFile) -> anyhow::Result<TilePalette> {
        let shows_ground = self.background == Background::None;
        self.tiles.palette(tiles.layout(), shows_ground)
    }

    /// Tiles are as large as they are, and their background is colour 0.
    fn tile_options(&self) -> ReadOptions {
        let options = self.options().of_cut_sprite();
        let scale = match options.scale {
            Scale::Auto => Scale::Factor(NonZeroUsize::MIN),
            scale @ Scale::Factor(_) => scale,
        };
        ReadOptions { scale, ..options }
    }

    fn refuse_crop(&self) -> anyhow::Result<()> {
        ensure!(
            self.crop.is_none(),
            "--crop takes a part of a picture: name sprites or tiles after #"
        );
        Ok(())
    }

    /// Refuses to cut what is read as a whole.
    fn refuse_cut(&self, file: &Target) -> anyhow::Result<()> {
        let Some(option) = self.cutting.asked().filter(|_| self.crop.is_none()) else {
            return Ok(());
        };
        bail!(
            "{option} cuts a sheet, and this is read as one sprite: name one of the sheet, like {file}#1, or leave it out"
        )
    }

    /// Of a picture that was read as one although it holds several sprites the first that fits on a field, as
    /// it is named on the command line, and how many there are.
    pub fn sprite_of_sheet(&self, source: &Target, field: FieldSize) -> Option<(String, usize)> {
        let Address { file, part } = Address::of(source);
        let is_whole = part.is_none() && self.crop.is_none() && matches!(file, Target::File(_));
        let sprites = is_whole.then(|| self.listing(source).ok())??.sheet.sprites;
        let fits =
            |bounds: Bounds| bounds.width <= field.width() && bounds.height <= field.height();
        let place = sprites.iter().position(|sprite| fits(sprite.bounds))?;
        (sprites.len() > 1).then(|| (format!("{file}#{}", place + 1), sprites.len()))
    }

    /// What is in a file.
    fn held(&self, file: &Target) -> anyhow::Result<Held> {
        self.cutting.check()?;
        let mut bytes = Vec::new();
        open_file(file)?
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)?;
        if self.tiles.take(file, &bytes) {
            return Ok(Held::Tiles(self.tiles.open(file, bytes)?));
        }
        match Atlas::begins(&bytes) {
            true => open_atlas(file, bytes),
            false => Ok(Held::Picture(bytes)),
        }
    }

    /// A picture or a part of it; a part that is a sprite of a sheet is read as one.
    fn whole(&self, picture: Raster) -> Result<ReadSprite, SpriteError> {
        if let Some(Crop(bounds)) = self.crop
            && let Some(read) = sprite_within(&picture, bounds, self.cut(), &self.options())?
        {
            return Ok(read);
        }
        interpret_raster(self.part(picture)?, &self.options())
    }

    /// How a sheet is cut.
    fn cut(&self) -> Cut {
        self.cutting.cut()
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
            Some(&[_, _, _, _]) => Err(format!(
                "`{text}` has no pixels: its width and height must be at least 1"
            )),
            Some(_) | None => Err(format!(
                "`{text}` does not name a part of a picture: write column, row, width and height, like \
                 32,0,16,24"
            )),
        }
    }
}

/// A frame of an animation, by its number from 1 or by the name of a tag that begins with it.
fn frame(bytes: &[u8], part: &str) -> Option<Raster> {
    let number = *frames_named(bytes, part)?.start();
    frames(bytes, number)?
        .into_iter()
        .nth(number.checked_sub(1)?)
}

/// The sprites that these names stand for, one by one: those of folders and patterns, and the frames of animations.
pub fn one_by_one(names: &[Target]) -> anyhow::Result<Vec<Target>> {
    let frames: Result<Vec<_>, _> = expanded(names)?.iter().map(in_frames).collect();
    Ok(frames?.concat())
}

/// The frames of an animation, or of one of its tags, as sources, but for those that look as the one before them; any
/// other source as it is.
///
/// Errors: more than [`MOST_FRAMES`].
fn in_frames(source: &Target) -> anyhow::Result<Vec<Target>> {
    let Address { file, part } = Address::of(source);
    let as_it_is = || Ok(vec![source.clone()]);
    let bytes = match &file {
        // What a pipe gives it gives only once.
        Target::File(path) if path.is_file() => read_bytes(&file, MAX_BYTES),
        Target::File(_) | Target::Stream => return as_it_is(),
    };
    let Ok(bytes) = bytes else {
        return as_it_is();
    };
    let wanted = match &part {
        None => 1..=MOST_FRAMES + 1,
        Some(part) => match frames_named(&bytes, part) {
            Some(named) if *named.start() > 0 && named.start() < named.end() => named,
            Some(_) | None => return as_it_is(),
        },
    };
    let Some(frames) = frames(&bytes, *wanted.end()) else {
        return as_it_is();
    };
    if part.is_some() && frames.len() < *wanted.end() {
        return as_it_is();
    }
    let (first, last) = (*wanted.start(), frames.len().min(*wanted.end()));
    ensure!(
        last < first + MOST_FRAMES,
        "{source} has more than {MOST_FRAMES} frames: name those to print, like {file}#1 {file}#9, or put -o before it to \
         write it"
    );
    let wanted = first..=last;
    let is_new = |number: &usize| *number == first || frames[number - 1] != frames[number - 2];
    let named = |number| Target::File(format!("{file}#{number}").into());
    Ok(wanted.filter(is_new).map(named).collect())
}

/// The file that a source is in, without the part of it that is named.
pub fn file_of(source: &Target) -> Target {
    Address::of(source).file
}

/// Of an animation the frames are told, not the sprites of the first one.
fn in_terms_of_frames(error: anyhow::Error, bytes: &[u8], part: &str) -> anyhow::Error {
    let is_number = part.parse::<usize>().is_ok();
    let is_missing = matches!(error.downcast_ref(), Some(SpriteError::NoSuchSprite { .. }));
    match frames(bytes, usize::MAX).filter(|_| is_missing || !is_number) {
        Some(frames) => {
            let last = frames.len();
            anyhow!("there is no frame #{part}: the animation has #1 to #{last}")
        }
        None => error,
    }
}

/// The input's name without folders and extension, but with the part that is named: `sheet-12`.
pub fn title(source: &Target) -> String {
    Address::of(source).title()
}
