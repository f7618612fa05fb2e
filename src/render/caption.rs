//! A line of text below the field.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::error::RenderError;
use super::font;
use super::theme::Theme;
use super::tiles::draw_frame;
use crate::parse::convert_as_text;
use crate::picture::{Canvas, Palette, Rect};

/// Pixels between a caption and its frame, at scale 1.
const PADDING: usize = 5;

/// Of a letter.
const LETTER: usize = font::ADVANCE - 1;

/// The height inside the frame, at scale 1.
pub const HEIGHT: usize = LETTER + 2 * PADDING;

/// Up to 64 letters that the font has; small ones become capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Caption {
    letters: [char; Caption::MOST],
    count: usize,
}

impl Caption {
    const MOST: usize = 64;

    /// Its letters, left to right.
    pub fn letters(&self) -> &[char] {
        &self.letters[..self.count]
    }

    /// Draws it into the middle of a place with a frame around it, as large as fits, `scale` at most.
    ///
    /// Errors: [`RenderError::CaptionTooLong`], [`RenderError::TooManyColors`].
    pub fn draw(
        &self,
        canvas: &mut Canvas,
        palette: &mut Palette,
        place: Rect,
        scale: usize,
        theme: &Theme,
    ) -> Result<(), RenderError> {
        let room = place.width.saturating_sub(2 * PADDING * scale);
        let width = self.count * font::ADVANCE - 1;
        let zoom = scale.min(room / width);
        if zoom == 0 {
            return Err(RenderError::CaptionTooLong {
                letters: self.count,
                most: (room + 1) / font::ADVANCE,
            });
        }
        draw_frame(canvas, palette, &theme.screen.frame, place, scale)?;
        canvas.fill(place, palette.index_of(theme.screen.ground)?);
        let left = place.x + (place.width - width * zoom) / 2;
        let top = place.y + (place.height - LETTER * zoom) / 2;
        let color = palette.index_of(theme.screen.text)?;
        font::write(canvas, (left, top), zoom, color, &self.to_string());
        Ok(())
    }
}

/// Why a text is no caption.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseCaptionError {
    /// Nothing, or nothing but spaces.
    #[error("a caption needs at least one letter")]
    Empty,
    /// More letters than any caption has; how many are given.
    #[error("a caption has {most} letters at most, this text has {0}: shorten it", most = Caption::MOST)]
    TooLong(usize),
    /// A letter that is not in the font.
    #[error(
        "the font has no `{0}`: write A to Z, digits, spaces and {signs}",
        signs = font::SIGNS
    )]
    Letter(char),
}

impl FromStr for Caption {
    type Err = ParseCaptionError;

    fn from_str(text: &str) -> Result<Self, ParseCaptionError> {
        let text = text.trim().to_ascii_uppercase();
        if let Some(unknown) = text.chars().find(|letter| !font::has(*letter)) {
            return Err(ParseCaptionError::Letter(unknown));
        }
        let count = text.chars().count();
        let mut letters = [' '; Caption::MOST];
        match count {
            0 => return Err(ParseCaptionError::Empty),
            1..=Caption::MOST => {}
            _ => return Err(ParseCaptionError::TooLong(count)),
        }
        for (place, letter) in letters.iter_mut().zip(text.chars()) {
            *place = letter;
        }
        Ok(Caption { letters, count })
    }
}

impl fmt::Display for Caption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.letters().iter().collect::<String>())
    }
}

convert_as_text!(Caption);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_caption_is_written_in_capitals_that_the_font_has() {
        let caption: Caption = " It's 1989! ".parse().unwrap();
        assert_eq!(caption.to_string(), "IT'S 1989!");
        assert_eq!(caption.to_string().parse(), Ok(caption));
        assert_eq!("  ".parse::<Caption>(), Err(ParseCaptionError::Empty));
        assert_eq!("Ü".parse::<Caption>(), Err(ParseCaptionError::Letter('Ü')));
        let long = "A".repeat(65).parse::<Caption>();
        assert_eq!(long, Err(ParseCaptionError::TooLong(65)));
    }

    /// How high the letters are that are drawn at scale 2 into a place of 100 pixels.
    fn height(text: &str) -> Result<usize, RenderError> {
        let (mut canvas, mut palette) = (Canvas::new(200, 80), Palette::new());
        let place = Rect::new(20, 20, 100, HEIGHT * 2);
        let caption: Caption = text.parse().unwrap();
        caption.draw(&mut canvas, &mut palette, place, 2, &Theme::NES)?;
        let text = palette.index_of(Theme::NES.screen.text)?;
        let rows = canvas.pixels().chunks(200).skip(20).take(HEIGHT * 2);
        Ok(rows.filter(|row| row[20..120].contains(&text)).count())
    }

    #[test]
    fn a_caption_is_as_large_as_fits_and_refused_where_it_does_not() {
        assert_eq!(height("TTTTT").unwrap(), 14);
        assert_eq!(height("TTTTTTTTTT").unwrap(), 7);
        let refused = height("TTTTTTTTTTTTT").unwrap_err();
        let RenderError::CaptionTooLong { letters, most } = refused else {
            panic!("{refused}")
        };
        assert_eq!((letters, most), (13, 10));
    }
}
