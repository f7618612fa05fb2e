//! Where the tiles of a bank stand on its sheet.

use crate::parse::{ParseValueError, display_name, parse_name};

/// Columns of tiles on the sheet of a bank.
pub const COLUMNS: usize = 16;

/// How tiles that belong together follow one another in a file; written by their size in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// Each by itself, row by row: `8x8`.
    #[default]
    Single,
    /// Two at a time, the second below the first, as consoles hold sprites of that height: `8x16`.
    Tall,
    /// Four at a time, two tall sprites side by side: `16x16`.
    Square,
}

impl Arrangement {
    const ALL: [Arrangement; 3] = [Arrangement::Single, Arrangement::Tall, Arrangement::Square];

    const fn name(self) -> &'static str {
        match self {
            Arrangement::Single => "8x8",
            Arrangement::Tall => "8x16",
            Arrangement::Square => "16x16",
        }
    }

    /// Columns and rows of the tiles that belong together.
    pub const fn unit(self) -> (usize, usize) {
        match self {
            Arrangement::Single => (1, 1),
            Arrangement::Tall => (1, 2),
            Arrangement::Square => (2, 2),
        }
    }

    /// Column and row of a tile on the sheet, from 0.
    pub const fn place(self, tile: usize) -> (usize, usize) {
        let (columns, rows) = self.unit();
        let (unit, within) = (tile / (columns * rows), tile % (columns * rows));
        let in_a_row = COLUMNS / columns;
        (
            unit % in_a_row * columns + within / rows,
            unit / in_a_row * rows + within % rows,
        )
    }

    /// The tile at a column, below [`COLUMNS`], and a row: what [`place`](Self::place) takes there.
    pub const fn tile_at(self, column: usize, row: usize) -> usize {
        let (columns, rows) = self.unit();
        let unit = row / rows * (COLUMNS / columns) + column / columns;
        unit * columns * rows + column % columns * rows + row % rows
    }
}

display_name!(Arrangement);
parse_name!(Arrangement, ParseValueError, |text| ParseValueError::new(
    text,
    "an arrangement of tiles",
    "write 8x8, 8x16 or 16x16",
));

#[cfg(test)]
mod tests {
    use super::*;

    /// The tiles in the upper left corner of a sheet.
    fn corner(arrangement: Arrangement) -> [[usize; 4]; 3] {
        [0, 1, 2].map(|row| [0, 1, 2, 3].map(|column| arrangement.tile_at(column, row)))
    }

    #[test]
    fn tiles_that_belong_together_stand_together() {
        assert_eq!(
            corner(Arrangement::Single),
            [[0, 1, 2, 3], [16, 17, 18, 19], [32, 33, 34, 35]]
        );
        assert_eq!(
            corner(Arrangement::Tall),
            [[0, 2, 4, 6], [1, 3, 5, 7], [32, 34, 36, 38]]
        );
        assert_eq!(
            corner(Arrangement::Square),
            [[0, 2, 4, 6], [1, 3, 5, 7], [32, 34, 36, 38]]
        );
    }

    #[test]
    fn every_tile_is_where_its_place_says() {
        for name in ["8x8", "8x16", "16x16"] {
            let arrangement: Arrangement = name.parse().unwrap();
            assert_eq!(arrangement.to_string(), name);
            for tile in 0..256 {
                let (column, row) = arrangement.place(tile);
                assert!(column < COLUMNS && row < 16);
                assert_eq!(arrangement.tile_at(column, row), tile, "{name}");
            }
        }
        assert!("32x32".parse::<Arrangement>().is_err());
    }
}
