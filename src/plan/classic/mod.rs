//! The article's method: a picture is printed row by row from the floor, and each row in passes
//! that leave some of its squares and clear everything above them.
//!
//! The source is the article "The Tetris Printer Algorithm".
//!
//! # Terms
//!
//! * A *square* is a pixel of the picture; the article's word.
//! * An *emitter* is a piece that leaves squares in the printed row: J, T or L, which are the
//!   carriers here.
//! * The *matrix* is what lies over the printed row: some rows of scaffold, as wide as the field,
//!   with the emitters' other cells at the bottom.
//! * A *pass* is a set of emitters and the fillers that complete the matrix over them without a
//!   gap. All its rows clear, and its squares stay.
//! * A *layout* is where the emitters' cells stand in the matrix; a *pattern* is a layout with
//!   fillers for it.
//! * A *platform* is a flat piece of scaffold over a row with holes. Passes print on it as on a
//!   floor, and a last piece removes it.
//! * A *setting* is a choice of carriers and of the column where the picture stands.
//!
//! # The parts
//!
//! In the order in which a picture comes past them:
//!
//! 1. `setting`: which of J, T and L carries which colour, and where the picture stands.
//! 2. `row`: what is to be printed in a row, on what, and how high pieces may reach.
//! 3. `emitter`, `composing`: the pieces of a pass that leave squares, and the best sets of them.
//! 4. `skyline`, `packing`: filling the rows over them without a gap, so that they all clear.
//! 5. `patterns`, `layout`: such fillings for every set of unflipped emitters, and the platforms,
//!    as text files that [`Patterns::search`] finds anew.
//! 6. `tables`, `realtime`, `literal`: three ways through a row: with the text files alone; with a
//!    search in real time, improved; and with that search as the article has it.
//! 7. `print`: the rows together, in the best of some settings; `blocks`: the result as text.
//!
//! In the drawings a piece's four cells share a letter, and the letters follow the order of play:
//! `A` to `Z`, then `[ \ ] ^ _` and so on [as in ASCII](Lettering). Rows that clear on the way are
//! drawn where they would be otherwise. Fields are drawn with the names of the pieces. All drawings
//! are made by the program, and a test compares them with what it makes.
//!
//! # One square
//!
//! J, T and L, as the console brings them in, are three cells wide with a fourth below: at the
//! right end, in the middle, at the left end. That cell is the square, each piece prints in its own
//! colour, and whatever the colour, the same block of three is left in the row above. What fills
//! the rest of some rows without a gap prints the square:
//!
//! ```text
#![doc = include_str!("pictures/one_square.txt")]
//! ```
//!
//! Nothing may be covered that is not filled, so the heights of the columns say all about a
//! half-filled matrix, and a piece fits where its lower edge follows them. It must also rest on
//! something: on a cell of an incomplete row, or on a square of the printed row, for complete rows
//! have gone. `w` columns by `h` rows and one square are whole pieces only if `wh + 1` is divisible
//! by four. On 20 columns it is odd whatever the height, so 21 are needed, and 3 rows, 7, 11 and so
//! on. The same figures exclude two rows on any field, and one row on 21 columns. The shapes would
//! exclude them as well. In one row only I fits, and it has nothing to rest on:
//!
//! ```text
#![doc = include_str!("pictures/hanging.txt")]
//! ```
//!
//! In two, only chains of S and Z rest on the block and on one another, and they leave holes in the
//! upper row:
//!
//! ```text
#![doc = include_str!("pictures/chains.txt")]
//! ```
//!
//! For 15 of the 19 places of the block three rows do. For those that begin at column 3, 7, 11 or
//! 15 it is proved that they do not, and seven are needed:
//!
//! ```text
#![doc = include_str!("pictures/seven_rows.txt")]
//! ```
//!
//! # Several squares
//!
//! The blocks of several squares stand side by side. Of these sixteen pixels in three colours the
//! tables print five at once, and all in four passes:
//!
//! ```text
//! 1110001222000111
#![doc = concat!("\n", include_str!("pictures/several_squares.txt"))]
//! ```
//!
//! The rows that a pass fills are fixed modulo four: `21h - n` must be divisible by four, where `n`
//! is the number of cells filled in the matrix's lowest row, three a block; so `h` leaves the same
//! remainder as `n`. For every number of blocks a file keeps all layouts:
//!
//! | squares | layouts | rows | pieces |
//! |---|---|---|---|
//! | 1 | 19 | 3 for 15, 7 for 4 | 16, 37 |
//! | 2 | 136 | 2 for 3, 6 for 133 | 11, 32 |
//! | 3 | 455 | 5 | 27 |
//! | 4 | 715 | 4 | 22 |
//! | 5 | 462 | 3 | 17 |
//! | 6 | 84 | 2 for 35, 6 for 49 | 12, 33 |
//! | 7 | 1 | 1 | 7 |
//!
//! # Flipped pieces
//!
//! Upside down, J, T and L leave three squares of one colour and fill a single cell of the row
//! above. There are too many ways to mix them with unflipped ones for a table, so the matrix is
//! packed on the spot. It can rest on everything that is printed in the row so far. The sixteen
//! pixels are printed in one pass: five flipped pieces, an unflipped one between them, then four
//! rows over `n = 8` filled cells:
//!
//! ```text
#![doc = include_str!("pictures/flipped.txt")]
//! ```
//!
//! # Platforms
//!
//! A piece may hang by its arm from a square that was printed before. Where it finds neither that
//! nor a square below, a platform is built first, on an upright T that stands on any square of the
//! row below. Its lowest row clears on the way; three stay, flat but for a gap at a wall:
//!
//! ```text
#![doc = include_str!("pictures/platform.txt")]
//! ```
//!
//! The piece that fits the gap clears the three rows; what was printed on them moves down as it is,
//! and squares are left hanging in the air. The gap takes two columns at a wall, and so do the arms
//! of J and L: 17 columns are left in which every colour can be printed.
//!
//! # Other widths
//!
//! The article makes the width a setting, MATRIX_WIDTH. Every odd one from 7 to 31 columns prints. Where the files do not
//! serve, each pattern is packed when it is needed, and the platforms of a width once. Two margins of two columns stay
//! free on any of them.
//!
//! # What the article says otherwise
//!
//! Every figure here was searched anew; the tests of `patterns` hold them.
//!
//! - "18 patterns of one square, 9 by symmetry": there are 21 - 3 + 1 = 19, as its own table has
//!   it, and 10 up to mirror images.
//! - "Half as many by symmetry, rounded up if odd": only if at most one layout is its own mirror
//!   image. Up to mirror images there are 10, 72, 231, 365, 236, 44 and 1, not 10, 68, 228, 358,
//!   231, 42 and 1.
//! - Two squares are given six rows; with the blocks at columns 0 and 17, 1 and 17, or 1 and 18 two
//!   rows do.
//! - Width 20 fails because 20 x 3 + 1 = 61 is not divisible by four: true of 3 rows and of all
//!   others, so that no single square can be printed on any even width.
//! - "n squares" in `21h - n` are the cells of the row over the printed one, not the printed
//!   squares that the table counts.
//! - Ten platforms of nineteen: the T must stand on an even column, and only an upright J at the
//!   left wall, or L at the right one, can remove the platform. That is proved for gaps of three
//!   rows. A lying T, J or L removes platforms of two rows, with the foot on an odd column too, but
//!   its gap is three columns wide and takes one from the picture.
//! - The last piece of a platform is said to keep the first and last two *rows* from printing: two
//!   columns. Old consoles are said to spend two *bytes* on a pixel: two bits. (Both may be slips
//!   of the translation.)
//! - A platform is called for wherever a pixel has none below. Often a neighbour is enough: the
//!   sample sprites need 69 platforms instead of 186.
//! - Support comes "from earlier passes" in one place and "from all squares in the printed row" in
//!   another. The game allows the latter, but it only matters under flipped pieces, since an
//!   unflipped one's square lies under its own block. It saves 4 % of the pieces of the sample
//!   sprites.

mod blocks;
mod composing;
mod emitter;
mod layout;
mod letters;
mod literal;
mod options;
mod packing;
mod patterns;
#[cfg(test)]
mod pictures;
mod print;
mod realtime;
mod row;
mod setting;
mod skyline;
mod tables;

pub use blocks::{BlocksError, BlocksSlip, parse_blocks, write_blocks};
pub use emitter::Emitter;
pub use layout::EmitterLayout;
pub use letters::{Lettering, LetteringError};
pub use options::RealtimeOptions;
pub use packing::{Packing, PackingEffort};
pub use patterns::{
    CEILING, LEAST_WIDTH, MAX_ATTEMPTS, MOST_WIDTH, PLATFORM_ROWS, Pattern, Patterns, Platform,
    WIDTH, is_printable_width, prove_layout,
};
pub use print::{Print, plan_realtime, plan_tables};
pub use row::{Pass, RowPrint};
pub use setting::{HEADROOM, Setting};
