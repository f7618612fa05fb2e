//! Atlases: sheets whose sprites are listed in a file beside the picture, by name and rectangle.
//!
//! [`Atlas::parse`] reads the JSON of Aseprite and of TexturePacker, frames by name or in a list, that of EaselJS, the XML
//! of Sparrow, Starling and TexturePacker (`TextureAtlas`), and the property list of cocos2d. What was turned to save
//! room is turned back; what was trimmed away was transparent, and stays away.

mod easel;
mod json;
mod plist;
mod xml;

use crate::picture::{Bounds, MAX_PIXELS, Raster};
use crate::sprite::{Background, Sheet, SpriteError, crop_picture, remove_background};

/// A sprite of an atlas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtlasSprite {
    /// What it is called.
    pub name: String,
    /// Where it is in the picture, in pixels.
    pub bounds: Bounds,
    /// Whether it was turned clockwise by a quarter.
    pub is_turned: bool,
}

/// The sprites of a picture, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Atlas {
    /// The picture's name, as the file has it; not every file has one.
    pub image: Option<String>,
    /// One or more.
    pub sprites: Vec<AtlasSprite>,
}

/// Why a file cannot be read as an atlas. Every message is one line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AtlasError {
    /// It cannot be read as what it begins as.
    #[error("it is damaged ({0}): save or copy it again")]
    Damaged(String),
    /// Sound JSON or XML about something else.
    #[error(
        "it lists no sprites: give the JSON of Aseprite, TexturePacker or EaselJS, XML with a TextureAtlas, or a plist of cocos2d"
    )]
    NoSprites,
    /// No rectangles, since the frames lie in columns and rows.
    #[error(
        "it only says that all frames are of {width}x{height} pixels: cut its picture into cells of this size"
    )]
    Cells {
        /// Columns of a frame.
        width: u64,
        /// Rows of a frame.
        height: u64,
    },
    /// A drawing, which has no pixels.
    #[error("SVG files are not read: export the picture as PNG")]
    Drawing,
    /// Sprites of more than one picture.
    #[error("it is for {0} pictures: export an atlas for each")]
    SeveralPictures(usize),
    /// The sizes of turned sprites mean different things in different programs.
    #[error(
        "the sprite {0} was turned, and the file does not say which side is which: export it without rotation"
    )]
    Turned(String),
    /// Rectangles that lie over each other many times.
    #[error("its sprites have more than {MAX_PIXELS} pixels together")]
    TooLarge,
    /// A rectangle without pixels.
    #[error("the sprite {0} is 0 pixels wide or high")]
    NoPixels(String),
}

impl Atlas {
    /// Whether a file begins like an atlas: as JSON, or as XML.
    pub fn begins(file: &[u8]) -> bool {
        let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
        matches!(file.trim_ascii_start().first(), Some(b'{' | b'<'))
    }

    /// Reads a file that lists the sprites of a picture.
    ///
    /// Errors: [`AtlasError`].
    pub fn parse(text: &str) -> Result<Atlas, AtlasError> {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let atlas = match (text.starts_with('<'), text.contains("<plist")) {
            (true, true) => plist::parse(text)?,
            (true, false) => xml::parse(text)?,
            (false, _) => json::parse(text)?,
        };
        let is_empty = |sprite: &&AtlasSprite| sprite.bounds.width.min(sprite.bounds.height) == 0;
        let areas = atlas
            .sprites
            .iter()
            .map(|sprite| sprite.bounds.width.saturating_mul(sprite.bounds.height));
        if areas.fold(0, usize::saturating_add) > MAX_PIXELS {
            return Err(AtlasError::TooLarge);
        }
        match atlas.sprites.iter().find(is_empty) {
            Some(sprite) => Err(AtlasError::NoPixels(sprite.name.clone())),
            None if atlas.sprites.is_empty() => Err(AtlasError::NoSprites),
            None => Ok(atlas),
        }
    }

    /// Cuts the sprites out of their picture, from which the background is taken first; those that show nothing stay, so that each keeps its number.
    ///
    /// Errors: [`SpriteError::NoSuchBackground`], [`SpriteError::NoSuchPart`] for a rectangle that sticks out, [`SpriteError::TooManySprites`].
    pub fn cut(&self, mut picture: Raster, background: Background) -> Result<Sheet, SpriteError> {
        let background = remove_background(&mut picture, background)?;
        let cut = |sprite: &AtlasSprite| {
            let part = crop_picture(&picture, sprite.bounds)?;
            let part = if sprite.is_turned {
                turned_back(&part)
            } else {
                part
            };
            Ok((sprite.bounds, part))
        };
        Sheet::check_count(self.sprites.len())?;
        let parts: Result<Vec<_>, SpriteError> = self.sprites.iter().map(cut).collect();
        let size = (picture.width(), picture.height());
        Ok(Sheet::of_parts(parts?, background, size))
    }
}

/// Turns a picture counterclockwise by a quarter.
fn turned_back(picture: &Raster) -> Raster {
    let (width, height) = (picture.height(), picture.width());
    Raster::from_fn(width, height, |x, y| picture.color(height - 1 - y, x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{drawing, raster};

    const HASH: &str = r#"{"frames": {
        "b.png": {"frame": {"x":1,"y":0,"w":2,"h":1}, "rotated": false, "trimmed": true},
        "a.png": {"frame": {"x":3,"y":0,"w":3,"h":2}, "rotated": true}
        }, "meta": {"image": "sheet.png", "scale": "1"}}"#;

    fn names(text: &str) -> Vec<String> {
        let sprites = Atlas::parse(text).unwrap().sprites;
        sprites.into_iter().map(|sprite| sprite.name).collect()
    }

    #[test]
    fn sprites_keep_the_order_of_the_file() {
        let atlas = Atlas::parse(HASH).unwrap();
        assert_eq!(names(HASH), ["b.png", "a.png"]);
        assert_eq!(atlas.image.as_deref(), Some("sheet.png"));
    }

    #[test]
    fn what_was_turned_is_turned_back() {
        let sheet = raster(".abda .abeb .abfc");
        let cut = Atlas::parse(HASH)
            .unwrap()
            .cut(sheet, Background::Auto)
            .unwrap();
        let drawings: Vec<String> = cut
            .sprites
            .iter()
            .map(|sprite| drawing(&sprite.raster))
            .collect();
        assert_eq!(drawings, ["ab", "abc\ndef"]);
    }

    #[test]
    fn a_rectangle_beside_the_picture_is_refused() {
        let error = Atlas::parse(HASH)
            .unwrap()
            .cut(raster("abcd abcd"), Background::Auto)
            .unwrap_err();
        assert!(matches!(error, SpriteError::NoSuchPart { .. }));
    }

    #[test]
    fn frames_may_be_a_list_and_stand_in_a_list_of_pictures() {
        let frame = r#"{"filename": "walk 1", "frame": {"x":0,"y":0,"w":8,"h":8}}"#;
        assert_eq!(names(&format!("{{\"frames\": [{frame}]}}")), ["walk 1"]);
        let texture = format!(r#"{{"image": "a.png", "frames": [{frame}]}}"#);
        let atlas = Atlas::parse(&format!("{{\"textures\": [{texture}]}}")).unwrap();
        assert_eq!(atlas.image.as_deref(), Some("a.png"));
        let two = Atlas::parse(&format!("{{\"textures\": [{texture}, {texture}]}}"));
        assert_eq!(two, Err(AtlasError::SeveralPictures(2)));
    }

    #[test]
    fn frames_of_easeljs_are_numbers_and_called_by_their_animations() {
        let file = r#"{"images": ["hero.png"], "frames": [[0,0,8,9,0,4,4], [8,0,8,9], [0,9,4,4], [4,9,4,4]],
            "animations": {"run": [0, 1, "run", 0.5], "hit": 2}}"#;
        let atlas = Atlas::parse(file).unwrap();
        assert_eq!(atlas.image.as_deref(), Some("hero.png"));
        assert_eq!(names(file), ["run 1", "run 2", "hit", ""]);
        let bounds = atlas.sprites[2].bounds;
        assert_eq!((bounds.left, bounds.top, bounds.size()), (0, 9, (4, 4)));
        let listed = file.replace("[0, 1, \"run\", 0.5]", r#"{"frames": [1, 0, 1]}"#);
        assert_eq!(names(&listed), ["run 2", "run 1", "hit", ""]);
        let second = file.replace("[8,0,8,9]", "[8,0,8,9,1]");
        assert_eq!(Atlas::parse(&second), Err(AtlasError::SeveralPictures(2)));
        let cells = r#"{"images": ["a.png"], "frames": {"width": 64, "height": 48, "regX": 3}}"#;
        let size = AtlasError::Cells {
            width: 64,
            height: 48,
        };
        assert_eq!(Atlas::parse(cells), Err(size));
    }

    #[test]
    fn property_lists_name_a_rectangle_for_each_frame() {
        let frame = |name, rectangle, rotated| {
            format!(
                "<key>{name}</key><dict><key>frame</key><string>{rectangle}</string>
                <key>offset</key><string>{{0,0}}</string><key>rotated</key><{rotated}/></dict>"
            )
        };
        let frames = frame("a&amp;b.png", "{{1,0},{2,1}}", "false")
            + &frame("c.png", "{{3, 0}, {3, 2}}", "true");
        let list = format!(
            "<?xml version='1.0'?><plist version='1.0'><dict><key>frames</key><dict>{frames}</dict><key>metadata</key>
            <dict><key>textureFileName</key><string>sheet.png</string></dict></dict></plist>"
        );
        let atlas = Atlas::parse(&list).unwrap();
        assert_eq!(atlas.image.as_deref(), Some("sheet.png"));
        assert_eq!(names(&list), ["a&b.png", "c.png"]);
        let hash = Atlas::parse(HASH).unwrap().sprites;
        let same =
            |a: &AtlasSprite, b: &AtlasSprite| a.bounds == b.bounds && a.is_turned == b.is_turned;
        assert!(atlas.sprites.iter().zip(&hash).all(|(a, b)| same(a, b)));
        let newer = list
            .replace(">frame<", ">textureRect<")
            .replace(">rotated<", ">textureRotated<");
        assert_eq!(Atlas::parse(&newer), Ok(atlas));
        let broken = list.replace("{{1,0},{2,1}}", "{{1,0}}");
        assert!(matches!(Atlas::parse(&broken), Err(AtlasError::Damaged(_))));
    }

    #[test]
    fn xml_lists_sprites_in_either_spelling() {
        let starling = "\u{feff}<?xml version='1.0'?><!-- <SubTexture name='no'/> -->
            <TextureAtlas imagePath=\"a&amp;b.png\"><SubTexture name=\"x &gt; y\" x=\"1\" y=\"2\" width='3' height='4'
            rotated=\"true\"/></TextureAtlas>";
        let atlas = Atlas::parse(starling).unwrap();
        assert_eq!(atlas.image.as_deref(), Some("a&b.png"));
        let sprite = &atlas.sprites[0];
        let Bounds {
            left,
            top,
            width,
            height,
        } = sprite.bounds;
        assert_eq!((sprite.name.as_str(), sprite.is_turned), ("x > y", true));
        assert_eq!(
            (left, top, width, height),
            (1, 2, 3, 4),
            "the side of a turned one is that in the picture"
        );
        let packer = r#"<TextureAtlas imagePath="a.png"><sprite n="b" x="1" y="2" w="3" h="4" oX="5"/></TextureAtlas>"#;
        assert_eq!(names(packer), ["b"]);
        let turned = packer.replace("oX=\"5\"", "r=\"y\"");
        assert_eq!(
            Atlas::parse(&turned),
            Err(AtlasError::Turned("b".to_owned()))
        );
    }

    #[test]
    fn what_is_no_atlas_is_refused() {
        for text in [
            "{}",
            "{\"frames\": []}",
            "<TextureAtlas/>",
            "<",
            "<TextureAtlas",
            "<plist><dict/></plist>",
        ] {
            assert_eq!(Atlas::parse(text), Err(AtlasError::NoSprites), "{text}");
        }
        assert_eq!(Atlas::parse("<svg></svg>"), Err(AtlasError::Drawing));
        let cases = [
            "{",
            "{\"frames\": 3}",
            "{\"frames\": {\"a\": {\"frame\": {\"x\": -1}}}}",
            "{\"frames\": [[0, 0, 8]]}",
            "{\"frames\": [[0, 0, 8, -8]]}",
            "<TextureAtlas><SubTexture name='a' x='1'/></TextureAtlas>",
        ];
        for text in cases {
            let error = Atlas::parse(text).unwrap_err();
            assert!(matches!(error, AtlasError::Damaged(_)), "{text}: {error}");
        }
        let flat = HASH.replace("\"h\":1", "\"h\":0");
        assert_eq!(
            Atlas::parse(&flat),
            Err(AtlasError::NoPixels("b.png".to_owned()))
        );
    }
}
