//! The colours of a print, replaced by others in the order of their brightness.

use serde::{Deserialize, Serialize};

use super::Rgb;

/// The colours that a theme has for pieces and for the empty field, written
/// `{"pieces": ["#2e1f27", "#dd7230"], "field": "#f4c95d"}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "Written")]
pub struct ThemePalette {
    /// From dark to light; the first `count` are used.
    pub colors: [Rgb; ThemePalette::MAX_COLORS],
    /// 1 to 7.
    pub count: usize,
    /// The empty cell.
    pub field: Rgb,
}

/// Why some colours are not a theme's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InvalidTheme {
    /// No colour for the pieces, or too many.
    #[error(
        "`pieces` takes 1 to {} colours, from dark to light",
        ThemePalette::MAX_COLORS
    )]
    Pieces,
    /// With colours for the pieces, the empty cell needs one of its own, too.
    #[error("`pieces` needs a colour for `field`, which is none of them")]
    Field,
}

#[derive(Serialize, Deserialize)]
struct Written {
    pieces: Vec<Rgb>,
    field: Rgb,
}

impl TryFrom<Written> for ThemePalette {
    type Error = InvalidTheme;

    fn try_from(written: Written) -> Result<ThemePalette, InvalidTheme> {
        ThemePalette::new(&written.pieces, Some(written.field))
    }
}

impl From<ThemePalette> for Written {
    fn from(palette: ThemePalette) -> Written {
        Written {
            pieces: palette.colors[..palette.count].to_vec(),
            field: palette.field,
        }
    }
}

impl ThemePalette {
    /// As many as there are pieces.
    pub const MAX_COLORS: usize = 7;

    /// Colours from dark to light, and that of the empty cell. Errors: see [`InvalidTheme`].
    pub fn new(pieces: &[Rgb], field: Option<Rgb>) -> Result<Self, InvalidTheme> {
        let last = *pieces.last().ok_or(InvalidTheme::Pieces)?;
        if pieces.len() > ThemePalette::MAX_COLORS {
            return Err(InvalidTheme::Pieces);
        }
        let field = field.filter(|field| !pieces.contains(field));
        Ok(ThemePalette {
            colors: std::array::from_fn(|i| pieces.get(i).copied().unwrap_or(last)),
            count: pieces.len(),
            field: field.ok_or(InvalidTheme::Field)?,
        })
    }

    /// Maps at least one colour to those of the theme.
    pub(crate) fn map(&self, mut old: Vec<Rgb>) -> PaletteMap {
        old.sort_by_key(|color| (brightness(*color), *color));
        old.dedup();
        let last = self.count - 1;
        let steps = (old.len() - 1).max(1);
        let new = |rank: usize| match old.len() > self.count {
            true => self.colors[(rank * last + steps / 2) / steps],
            // Few colours stay as far apart as possible.
            false => self.colors[rank * last / steps],
        };
        let pairs = (0..old.len()).map(|rank| (old[rank], new(rank)));
        PaletteMap(pairs.collect())
    }
}

/// Pairs of an old colour and its replacement.
pub(crate) struct PaletteMap(Vec<(Rgb, Rgb)>);

impl PaletteMap {
    /// The replacement of a colour; one that is not mapped stays as it is.
    pub fn of(&self, color: Rgb) -> Rgb {
        let pair = self.0.iter().find(|(old, _)| *old == color);
        pair.map_or(color, |(_, new)| *new)
    }
}

/// How bright a colour looks, by the weights of ITU-R BT.601.
fn brightness(color: Rgb) -> u32 {
    let [r, g, b] = color.channels().map(u32::from);
    299 * r + 587 * g + 114 * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palette_reads_what_it_writes_and_refuses_what_makes_no_sense() {
        let json = r##"{"pieces":["#000001","#000002"],"field":"#000003"}"##;
        let palette: ThemePalette = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&palette).unwrap(), json);
        for wrong in [
            r##"{"pieces":[],"field":"#000003"}"##,
            r##"{"pieces":["#000003"],"field":"#000003"}"##,
        ] {
            assert!(serde_json::from_str::<ThemePalette>(wrong).is_err());
        }
    }
}
