//! The colours of a picture and their numbers.

use crate::color::Rgb;

/// A list of at most 255 different colours; index 0 is kept for transparency.
///
/// Colours keep the order in which they were asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Palette(Vec<Rgb>);

/// A palette as a GIF holds it: there no colour is transparent for all frames.
pub struct Arranged {
    /// Red, green, blue of every colour.
    pub bytes: Vec<u8>,
    /// The number of each index of the [`Palette`].
    pub number: [u8; 256],
}

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

    /// The palette with its colours in another order, in which some may be missing.
    pub fn arranged(&self, order: &[u8]) -> Arranged {
        let mut number = [0; 256];
        for (index, place) in order.iter().zip(0..) {
            number[usize::from(*index)] = place;
        }
        let colors = order.iter().map(|index| self.0[usize::from(*index)]);
        Arranged {
            bytes: colors.flat_map(Rgb::channels).collect(),
            number,
        }
    }

    /// The palette with all its colours in their order.
    pub fn as_it_is(&self) -> Arranged {
        let order: Vec<u8> = (1..self.0.len()).map(|index| index as u8).collect();
        self.arranged(&order)
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

    #[test]
    fn a_palette_is_arranged_without_what_is_not_used() {
        let mut palette = Palette::new();
        for color in [Rgb::BLACK, Rgb::WHITE, Rgb::new(1, 2, 3)] {
            palette.index_of(color).unwrap();
        }
        let arranged = palette.arranged(&[3, 1]);
        assert_eq!(arranged.bytes, [1, 2, 3, 0, 0, 0]);
        assert_eq!(arranged.number[..4], [0, 1, 0, 0]);
        assert_eq!(palette.as_it_is().number[..4], [0, 0, 1, 2]);
    }
}
