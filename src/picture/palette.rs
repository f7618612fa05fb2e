//! The colours of a picture and their numbers.

use crate::color::Rgb;

/// A list of at most 255 different colours; index 0 is kept for transparency.
///
/// Colours keep the order in which they were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette(Vec<Rgb>);

/// More colours than an indexed picture can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaletteFull;

impl Palette {
    /// The index that stands for no colour.
    pub const TRANSPARENT: u8 = 0;

    pub fn new() -> Self {
        Palette(vec![Rgb::BLACK])
    }

    /// The index of a colour, which is added if it is new.
    pub fn index_of(&mut self, color: Rgb) -> Result<u8, PaletteFull> {
        let known = self.0.iter().skip(1).position(|entry| *entry == color);
        let index = known.map_or(self.0.len(), |position| position + 1);
        let index = u8::try_from(index).map_err(|_| PaletteFull)?;
        if known.is_none() {
            self.0.push(color);
        }
        Ok(index)
    }

    /// All entries, that of the transparent index (black) included.
    pub fn colors(&self) -> &[Rgb] {
        &self.0
    }

    /// Red, green, blue of all entries, as PNG and GIF store them.
    pub fn bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|color| color.channels()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_has_one_index_and_it_is_never_the_transparent_one() {
        let mut palette = Palette::new();
        assert_eq!(palette.index_of(Rgb::BLACK), Ok(1));
        assert_eq!(palette.index_of(Rgb::WHITE), Ok(2));
        assert_eq!(palette.index_of(Rgb::BLACK), Ok(1));
        assert_eq!(palette.bytes(), [0, 0, 0, 0, 0, 0, 255, 255, 255]);
    }

    #[test]
    fn the_256th_colour_is_refused_and_known_ones_still_found() {
        let mut palette = Palette::new();
        for i in 0..255 {
            assert_eq!(palette.index_of(Rgb::new(i, 1, 2)), Ok(i + 1));
        }
        assert_eq!(palette.index_of(Rgb::WHITE), Err(PaletteFull));
        assert_eq!(palette.index_of(Rgb::new(254, 1, 2)), Ok(255));
    }
}
