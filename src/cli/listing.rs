//! Sprites in one file, by number and by name.

use anyhow::{Context, ensure};
use rayon::prelude::*;

use tetris_printer::sprite::{
    ReadOptions, ReadSprite, Sheet, SheetSprite, SpriteError, interpret_raster, interpret_sharp,
};
use tetris_printer::tiles::Bank;

/// What `sheet` lists.
pub struct Listing {
    pub sheet: Sheet,
    /// As many as there are sprites, unless these have only their numbers.
    pub names: Vec<String>,
    /// Where tiles are in their file.
    pub banks: Vec<Bank>,
    /// How the sprites are read.
    pub options: ReadOptions,
}

/// How many sprites are tried whether a sheet was blurred: one takes up to a second.
const TRIED: usize = 2;

impl Listing {
    /// Reads all sprites. A sheet was blurred as a whole: if its smallest sprites were not, the others are not tried.
    pub fn read_all(&self) -> Vec<Result<ReadSprite, SpriteError>> {
        let sprites = &self.sheet.sprites;
        let blurred = |piece: &SheetSprite| interpret_raster(piece.raster.clone(), &self.options);
        let sharp = |piece: &SheetSprite| interpret_sharp(piece.raster.clone(), &self.options);
        if self.options.fit {
            return sprites.par_iter().map(blurred).collect();
        }
        let mut all: Vec<_> = sprites.par_iter().map(sharp).collect();
        let is_doubtful =
            |index: &usize| matches!(all[*index], Err(SpriteError::TooManyColors { .. }));
        let mut doubtful: Vec<usize> = (0..all.len()).filter(is_doubtful).collect();
        doubtful.sort_by_key(|index| sprites[*index].raster.pixels().len());
        let (tried, others) = doubtful.split_at(TRIED.min(doubtful.len()));
        let unblurred = |index: &usize| {
            let read = blurred(&sprites[*index]);
            read.is_ok().then_some((*index, read))
        };
        let mut found: Vec<_> = tried.par_iter().filter_map(unblurred).collect();
        if !found.is_empty() {
            found.par_extend(others.par_iter().filter_map(unblurred));
        }
        for (index, read) in found {
            all[index] = read;
        }
        all
    }

    /// Reads the sprite of a name or a number from 1. A name need not have its ending, like `.png`.
    pub fn read(self, part: &str) -> anyhow::Result<ReadSprite> {
        let index = self.index(part)?;
        let Listing { sheet, options, .. } = self;
        let count = sheet.sprites.len();
        let none = || SpriteError::NoSuchSprite {
            number: part.parse().unwrap_or_default(),
            count,
        };
        let piece: Option<SheetSprite> =
            index.and_then(|index| sheet.sprites.into_iter().nth(index));
        let read = interpret_raster(piece.ok_or_else(none)?.raster, &options)?;
        Ok(ReadSprite {
            background: sheet.background,
            ..read
        })
    }

    /// Errors: no sprite has this name, and it is no number.
    fn index(&self, part: &str) -> anyhow::Result<Option<usize>> {
        let stem = |name: &str| name.rsplit_once('.').is_some_and(|(stem, _)| stem == part);
        let named = self.names.iter().position(|name| name == part);
        if let (None, Ok(number)) = (named, part.parse::<usize>()) {
            return Ok(number.checked_sub(1));
        }
        let named = named.or_else(|| self.names.iter().position(|name| stem(name)));
        ensure!(
            !self.names.is_empty() || named.is_some(),
            "`{part}` is not the number of a sprite: `sheet` lists them"
        );
        named
            .with_context(|| format!("there is no sprite `{part}`: `sheet` lists them"))
            .map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetris_printer::color::Rgb;
    use tetris_printer::picture::{Bounds, Raster};
    use tetris_printer::sprite::Background;

    fn random(x: usize, y: usize, seed: usize) -> usize {
        let place = (x + 100 * y + 10_000 * seed) as u32;
        let mixed = (place ^ place >> 7).wrapping_mul(2_654_435_761);
        (mixed ^ mixed >> 15).wrapping_mul(2_246_822_519) as usize >> 8
    }

    /// A drawing of 10x10 pixels in four colours, enlarged four times as a browser does: straight from pixel to pixel.
    fn blurred(seed: usize) -> Raster {
        let drawn = |x: usize, y: usize| {
            let colors = [[250, 40, 20], [30, 200, 60], [20, 40, 230], [240, 230, 200]];
            colors[random(x, y, seed) % 4].map(f64::from)
        };
        let nearest = |place: usize| {
            let at = ((place as f64 + 0.5) / 4.0 - 0.5).clamp(0.0, 9.0);
            (at as usize, (at as usize + 1).min(9), at.fract())
        };
        Raster::from_fn(40, 40, |x, y| {
            let ((left, right, across), (above, below, down)) = (nearest(x), nearest(y));
            let between = |a: [f64; 3], b: [f64; 3], share: f64| {
                [0, 1, 2].map(|channel| a[channel] + (b[channel] - a[channel]) * share)
            };
            let upper = between(drawn(left, above), drawn(right, above), across);
            let lower = between(drawn(left, below), drawn(right, below), across);
            let [r, g, b] = between(upper, lower, down).map(|channel| channel.round() as u8);
            Some(Rgb::new(r, g, b))
        })
    }

    /// More colours than a sprite has, at random.
    fn noise(seed: usize) -> Raster {
        Raster::from_fn(24, 24, |x, y| {
            let [_, r, g, b] = (random(x, y, seed) as u32).to_be_bytes();
            Some(Rgb::new(r, g, b))
        })
    }

    fn scales(pictures: Vec<Raster>) -> Vec<Option<usize>> {
        let sprite = |raster: Raster| SheetSprite {
            bounds: Bounds {
                left: 0,
                top: 0,
                width: raster.width(),
                height: raster.height(),
            },
            raster,
            first_equal: 0,
        };
        let listing = Listing {
            sheet: Sheet {
                sprites: pictures.into_iter().map(sprite).collect(),
                background: None,
                cells: None,
                size: (200, 40),
            },
            names: Vec::new(),
            banks: Vec::new(),
            options: ReadOptions {
                background: Background::None,
                ..ReadOptions::default()
            },
        };
        let read = listing.read_all().into_iter();
        read.map(|read| read.ok().map(|read| read.scale)).collect()
    }

    #[test]
    fn all_sprites_of_a_blurred_sheet_are_brought_back() {
        let found = scales((0..5).map(blurred).collect());
        assert_eq!(found, [Some(4); 5]);
    }

    #[test]
    fn a_sheet_whose_smallest_sprites_were_not_blurred_is_taken_as_it_is() {
        let found = scales(vec![blurred(0), noise(0), noise(1)]);
        assert_eq!(found, [None; 3]);
    }
}
