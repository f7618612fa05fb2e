//! Settings: which of J, T and L carries which colour, and where the picture stands.
//!
//! The article fixes both. But a picture prints with a few percent fewer pieces in its best
//! setting, and a picture of one or two colours with far fewer, since two or three of the pieces
//! may then carry the same colour.

use super::emitter::EMITTING;
use super::patterns::is_printable_width;
use super::row::RowTask;
use crate::game::{Column, FieldSize};
use crate::plan::{Carriers, Picture, PlanError};

/// Columns at either wall that are not printed in: an emitter of each colour needs two beside a
/// square, and a platform is removed there.
pub const MARGIN: usize = 2;

/// Rows that must be left over the picture, for the highest pattern over a platform.
pub const HEADROOM: usize = 10;

/// An assignment of colours to J, T and L, and the column of the picture's left edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The colours of J, T and L; none for a piece that never stays.
    colors: [Option<u8>; 3],
    /// The field column of the picture's left edge.
    pub left: Column,
    /// Columns of the field.
    pub width: usize,
}

impl Setting {
    /// All settings for a picture. Errors: what the article's method cannot print, see
    /// [`PlanError`].
    pub fn all(picture: &Picture, field: FieldSize) -> Result<Vec<Setting>, PlanError> {
        let width = field.width();
        if !is_printable_width(width) {
            return Err(PlanError::FieldWidth { width });
        }
        if picture.colors() > EMITTING.len() {
            let (colors, most) = (picture.colors(), EMITTING.len());
            return Err(PlanError::TooManyColors { colors, most });
        }
        let widest = width - 2 * MARGIN;
        if picture.width() > widest {
            return Err(PlanError::TooWide {
                width: picture.width(),
                most: widest,
            });
        }
        let most = field.height().saturating_sub(HEADROOM);
        if picture.height() > most {
            return Err(PlanError::TooHigh {
                height: picture.height(),
                most,
            });
        }
        let lefts = MARGIN..=width - MARGIN - picture.width();
        let assignments = assignments(picture.colors() as u8);
        Ok(assignments
            .flat_map(|colors| {
                lefts.clone().map(move |left| Setting {
                    colors,
                    left: Column(left),
                    width,
                })
            })
            .collect())
    }

    /// The article's only setting: J, T and L carry the colours in the order of the palette, and
    /// the picture stands in the middle. Errors: as [`all`](Self::all).
    pub fn literal(picture: &Picture, field: FieldSize) -> Result<Setting, PlanError> {
        Setting::all(picture, field)?;
        let colors = [0, 1, 2].map(|color| (color < picture.colors() as u8).then_some(color));
        Ok(Setting {
            colors,
            left: Column((field.width() - picture.width()) / 2),
            width: field.width(),
        })
    }

    /// The colours of the pieces, for a [`Plan`](crate::plan::Plan).
    pub fn carriers(&self) -> Carriers {
        Carriers::new(|piece| {
            let index = EMITTING.iter().position(|emitting| *emitting == piece)?;
            self.colors[index]
        })
    }

    /// The rows of the picture in this setting, from the floor.
    pub fn tasks(&self, picture: &Picture, field: FieldSize) -> Vec<RowTask> {
        let floor = (1 << self.width) - 1;
        let mut below = floor;
        (0..picture.height())
            .map(|row| {
                let wanted = self.colors.map(|color| self.mask(picture, row, color));
                let ceiling = (field.height() - 3 - row).min(14) as u8;
                let task = RowTask {
                    width: self.width,
                    wanted,
                    below,
                    ceiling,
                };
                below = task.pixels();
                task
            })
            .collect()
    }

    fn mask(&self, picture: &Picture, row: usize, color: Option<u8>) -> u32 {
        (picture.row(row).iter().enumerate())
            .filter(|(_, cell)| cell.is_some() && **cell == color)
            .fold(0, |mask, (x, _)| mask | 1 << (self.left.0 + x))
    }
}

/// Every way to give the three pieces colours so that each of `colors` colours is carried.
fn assignments(colors: u8) -> impl Iterator<Item = [Option<u8>; 3]> {
    let each = move || 0..colors;
    each()
        .flat_map(move |j| each().flat_map(move |t| each().map(move |l| [j, t, l])))
        .filter(move |assignment| (0..colors).all(|color| assignment.contains(&color)))
        .map(|assignment| assignment.map(Some))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_colours_have_six_assignments_and_every_piece_carries_one() {
        assert_eq!(assignments(3).count(), 6);
        assert_eq!(assignments(2).count(), 6);
        assert_eq!(assignments(1).collect::<Vec<_>>(), [[Some(0); 3]]);
    }
}
