//! What the tiles of a board have in common: the colour around what is on them.

use crate::grid::{IntegralImage, median};

/// The largest difference of a channel, 0 to 255, of two blocks of one colour.
// Tighter loses empty cells in uneven light, looser takes pale tiles for empty.
pub const SAME_COLOR: f32 = 14.0;

/// The share of patterned tiles whose rims must agree if the board is to have a face at all.
// Pictures that fill their tiles have no face; icons, letters and the stones of mahjong have one.
const COMMON: f32 = 0.6;

/// The colour of a block along its rim, which what is on a tile leaves free.
#[derive(Clone, Copy, Debug)]
pub struct RimColor([f32; 3]);

impl RimColor {
    /// Of the rectangle of columns `x` and rows `y`: the median of the parts along its rim.
    pub fn of(image: &IntegralImage, x: [f64; 2], y: [f64; 2]) -> RimColor {
        const PARTS: usize = 8;
        let is_outer = |at: usize| at == 0 || at == PARTS - 1;
        let parts = image.part_means(x, y, PARTS);
        let rim = (0..parts.len()).filter(|part| is_outer(part / PARTS) || is_outer(part % PARTS));
        RimColor::median(rim.map(|part| &parts[part]))
    }

    fn median<'a>(colors: impl Iterator<Item = &'a [f32; 3]> + Clone) -> RimColor {
        RimColor([0, 1, 2].map(|channel| {
            let values = colors.clone().map(|color| color[channel]);
            median(values).unwrap_or_default()
        }))
    }

    /// The colours that most of some rims have, most common first; at most two.
    pub fn most_common(rims: &[RimColor]) -> Vec<RimColor> {
        let alike = |color: &RimColor| rims.iter().filter(|other| color.is_like(other)).count();
        let commonest = |left: &[RimColor]| left.iter().copied().max_by_key(alike);
        let Some(first) = commonest(rims) else {
            return Vec::new();
        };
        let others: Vec<RimColor> = rims
            .iter()
            .copied()
            .filter(|color| !color.is_like(&first))
            .collect();
        [Some(first), commonest(&others)]
            .into_iter()
            .flatten()
            .collect()
    }

    pub fn is_like(&self, other: &RimColor) -> bool {
        let mut channels = self.0.iter().zip(&other.0);
        channels.all(|(a, b)| (a - b).abs() < SAME_COLOR)
    }
}

/// How a plain block compares with the tiles around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// A tile with nothing on its face looks like this, and so does an empty cell between drawn lines.
    Face,
    /// Of a colour that no face has.
    Other,
    /// The tiles have no face in common.
    Unknown,
}

/// The colour of most tiles around what is on them; `None` where there is none.
pub struct CommonFace(Option<RimColor>);

impl CommonFace {
    /// Of patterned tiles.
    pub fn of(patterned: &[RimColor]) -> CommonFace {
        let face = RimColor::median(patterned.iter().map(|color| &color.0));
        let agreeing = patterned.iter().filter(|color| color.is_like(&face));
        let is_common = agreeing.count() as f32 > COMMON * patterned.len() as f32;
        CommonFace(is_common.then_some(face))
    }

    /// How a plain block with this colour compares.
    pub fn likeness(&self, color: &RimColor) -> Likeness {
        match &self.0 {
            None => Likeness::Unknown,
            Some(face) if face.is_like(color) => Likeness::Face,
            Some(_) => Likeness::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_is_what_most_tiles_have_around_their_pictures() {
        let grey = |value: f32| RimColor([value; 3]);
        let face = CommonFace::of(&[240.0, 241.0, 90.0, 238.0].map(grey));
        assert_eq!(face.likeness(&grey(244.0)), Likeness::Face);
        assert_eq!(face.likeness(&grey(200.0)), Likeness::Other);
        let none = CommonFace::of(&[10.0, 90.0, 170.0, 250.0].map(grey));
        assert_eq!(none.likeness(&grey(90.0)), Likeness::Unknown);
        assert_eq!(CommonFace::of(&[]).likeness(&grey(0.0)), Likeness::Unknown);
    }
}
