//! The background: which colour is not part of the figure.

use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashSet;

use super::SpriteError;
use crate::color::{ColorCounts, Lab, Rgb};
use crate::parse::ParseValueError;
use crate::picture::Raster;

/// What becomes transparent besides the pixels that are already; written `auto`, `none` or
/// `#rrggbb`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Background {
    /// In an image without any transparency: the most common colour of its border pixels, wherever
    /// it occurs. Among equally common ones it is the colour of more corners, then the one with
    /// more pixels in the whole image, then the first one in reading order. An image of a single
    /// colour keeps it, since nothing else would be left; so does an image that has transparent
    /// pixels already, but for the magenta by which the unused space of a sheet is marked.
    ///
    /// Where the figure itself fills most of the border, this takes the figure's colour; a user
    /// then names the right one or `none`.
    #[default]
    Auto,
    /// Nothing: all pixels stay.
    None,
    /// This colour, wherever it occurs.
    Color(Rgb),
}

/// How different a colour may look from the one that is named, if JPEG has changed it.
const NEARLY: f32 = 0.1;

impl Background {
    /// The colour of a picture that looks most like the one that is named, if one nearly does.
    pub(super) fn nearest_in(self, raster: &Raster) -> Background {
        let Background::Color(named) = self else {
            return self;
        };
        let counts = ColorCounts::of(raster.pixels());
        let colors = counts.entries().iter().map(|(color, _)| *color);
        let far = |color: Rgb| Lab::from(named).distance(color.into());
        let near = colors.filter(|color| far(*color) <= NEARLY);
        let nearest = near.min_by(|a, b| far(*a).total_cmp(&far(*b)));
        nearest.map_or(self, Background::Color)
    }
}

impl FromStr for Background {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, ParseValueError> {
        match text {
            "auto" => Ok(Background::Auto),
            "none" => Ok(Background::None),
            color => (color.parse().map(Background::Color)).map_err(|_| {
                ParseValueError::new(
                    text,
                    "a background",
                    "write auto, none or a colour as #rrggbb",
                )
            }),
        }
    }
}

impl fmt::Display for Background {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Background::Auto => write!(f, "auto"),
            Background::None => write!(f, "none"),
            Background::Color(color) => write!(f, "{color}"),
        }
    }
}

/// Makes the background transparent and returns its colour, if there is one.
///
/// Errors: [`SpriteError::NoSuchBackground`] if the named colour does not occur.
pub(crate) fn remove_background(
    raster: &mut Raster,
    background: Background,
) -> Result<Option<Rgb>, SpriteError> {
    let found = match background {
        Background::Auto => border_color(raster),
        Background::None => None,
        Background::Color(color) => {
            if !raster.pixels().contains(&Some(color)) {
                let counts = ColorCounts::of(raster.pixels());
                return Err(SpriteError::no_such_background(color, &counts));
            }
            Some(color)
        }
    };
    if let Some(background) = found {
        raster.recolor(|color| (color != background).then_some(color));
    }
    Ok(found)
}

/// The colour that [`Background::Auto`] takes.
fn border_color(raster: &Raster) -> Option<Rgb> {
    let pixels = raster.pixels();
    let is_one_color = pixels.iter().all(|pixel| *pixel == pixels[0]);
    if is_one_color || pixels.contains(&None) {
        return None;
    }
    let border = ColorCounts::of(border(raster));
    let corners = ColorCounts::of(corners(raster));
    let rank = |color: Rgb| (border.count(color), corners.count(color));
    let colors = || border.entries().iter().map(|(color, _)| *color);
    let best = colors().map(rank).max()?;
    let tied: FxHashSet<Rgb> = colors().filter(|color| rank(*color) == best).collect();
    let pixels = pixels.iter().flatten().filter(|color| tied.contains(color));
    let all = ColorCounts::of(pixels.copied().map(Some));
    let (color, _) = *all.by_frequency().first()?;
    Some(color)
}

/// The outermost pixels, each once.
pub(super) fn border(raster: &Raster) -> impl Iterator<Item = &Option<Rgb>> {
    let last = raster.height() - 1;
    raster.rows().enumerate().flat_map(move |(y, row)| {
        let (first, rest) = row.split_at(1);
        let middle = rest.len().saturating_sub(1);
        let is_edge = y == 0 || y == last;
        let skipped = if is_edge { 0 } else { middle };
        first.iter().chain(&rest[skipped..])
    })
}

fn corners(raster: &Raster) -> impl Iterator<Item = &Option<Rgb>> {
    let last = raster.height() - 1;
    [0, last].into_iter().flat_map(|y| {
        let row = raster.row(y);
        [&row[0], &row[row.len() - 1]]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::drawing::{color, drawing, raster};

    fn without(background: Background, text: &str) -> (Option<char>, String) {
        let mut raster = raster(text);
        let found = remove_background(&mut raster, background).unwrap();
        (found.map(|color| char::from(color.r)), drawing(&raster))
    }

    fn auto(text: &str) -> (Option<char>, String) {
        without(Background::Auto, text)
    }

    fn found(letter: char, text: &str) -> (Option<char>, String) {
        (Some(letter), text.to_owned())
    }

    fn kept(text: &str) -> (Option<char>, String) {
        (None, text.to_owned())
    }

    #[test]
    fn the_most_common_border_colour_goes_wherever_it_is() {
        assert_eq!(
            auto("oooo\noxxo\noxox\nxxxx\noxxo"),
            found('o', "....\n.xx.\n.x.x\nxxxx\n.xx.")
        );
    }

    #[test]
    fn the_inside_does_not_count() {
        assert_eq!(
            auto("ooooo\noxxxo\noxxxo\noxxxo\nooooo"),
            found('o', ".....\n.xxx.\n.xxx.\n.xxx.\n.....")
        );
    }

    #[test]
    fn ties_go_by_corners_then_by_the_whole_then_by_order() {
        // Six of each on the border, but `x` has three of the corners.
        assert_eq!(auto("ooox\nozzo\nxzzx\nxoxx").0, Some('x'));
        // As many corners, too, but more `x` inside.
        assert_eq!(auto("ooxx\nooxx\noxxx\nooxx").0, Some('x'));
        // Even in everything: the top left one.
        assert_eq!(auto("oxox\nxoxo\noxox\nxoxo").0, Some('o'));
    }

    #[test]
    fn an_image_with_transparency_or_one_colour_keeps_all() {
        assert_eq!(auto("oo\no."), kept("oo\no."));
        assert_eq!(auto("oo\noo"), kept("oo\noo"));
        assert_eq!(auto("o"), kept("o"));
        assert_eq!(without(Background::None, "ox\noo"), kept("ox\noo"));
    }

    #[test]
    fn one_line_is_all_border() {
        assert_eq!(auto("ooxo"), found('o', "..x."));
        assert_eq!(auto("o\no\nx"), found('o', ".\n.\nx"));
    }

    #[test]
    fn a_named_colour_goes_even_beside_transparency() {
        let x = Background::Color(color('x'));
        assert_eq!(without(x, "ox\n.x"), found('x', "o.\n.."));
        let mut without_x = raster("ab\nb.");
        let error = remove_background(&mut without_x, x).unwrap_err();
        assert_eq!(
            error.to_string(),
            "the background #780203 does not occur in the picture: its colours are #610203 #620203"
        );
    }

    #[test]
    fn a_background_reads_what_it_writes() {
        for text in ["auto", "none", "#ff8800"] {
            assert_eq!(text.parse::<Background>().unwrap().to_string(), text);
        }
        let error = "blue".parse::<Background>().unwrap_err().to_string();
        assert_eq!(
            error,
            "`blue` is not a background: write auto, none or a colour as #rrggbb"
        );
    }
}
