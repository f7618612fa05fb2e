//! The link-up game: two equal tiles that a path of at most two turns links are taken from the board, until it is
//! empty.
//!
//! - `board` and `matrix`: a board and its text; `links`: which tiles are linked, and by which path; `pair`: that path
//!   drawn as text.
//! - `generate`: boards that have a solution.
//! - `phases`: the quick solver; `search`: the complete one; `plays`: random play; `solve`: these in turn. `gravity`: tiles
//!   that fall; `falling`: the solver of such boards; `dead`: what both searches remember.
//! - `faces` and `picture`: boards drawn, and their solutions as animations; `play`: as a page.
//! - `read`: boards read from pictures, in the window that `desktop` finds, or in one of `windows`. `choice`: that of the
//!   likely boards of a [`grid`](crate::grid) whose tiles pair up best; `sized`: one whose size is known; `pairing`: how well
//!   they do; `comparison`: the better of two; `completion`, `carded`, `holes`, `faint`, `whole`, `apart`, `between` and
//!   `alike`: tiles that were taken for empty places, parts for tiles, what lies beside a board, and lines without any tile;
//!   `borders`: what the sides of solid tiles tell of the places beside them; `finer`: a grid fitted to its tiles;
//!   `confidence`: how likely the reading is right, and `pattern`: tiles that have not been shuffled, as on a sheet.
//!   `reading`: the board on a grid; `view`: its blocks, and guesses which of them are empty where only the board's size is
//!   known; `appearance` and `face`: what tells empty cells then; `block`: the parts of a tile; `light`: uneven light evened
//!   out; `clusters`: which tiles are equal; `core` and `strays`: highlighted tiles joined with their kind; `split`: kinds
//!   that a hint or shadows have split in two; `hint_line`: the line that links two tiles, and what it hides; `hint`: two
//!   tiles that are linked by one which is hardly seen, or marked at their rims, by frames that `hint_frame` tells. `scene`:
//!   the picture with what was seen of it. `explain`: how they were read, drawn.
//! - `repeated`: the board around parts of the picture that repeat, by the `agreement` of places; `sides`: places that show
//!   the sides of solid tiles.
//!
//! The constants by which boards are read were tuned on generated boards like those of [`grid`](crate::grid), whose
//! docs say more.

mod agreement;
mod alike;
mod apart;
mod appearance;
mod between;
mod bits;
mod block;
mod board;
mod borders;
mod carded;
#[cfg(test)]
mod cards;
mod choice;
mod clusters;
mod comparison;
mod completion;
mod confidence;
mod core;
mod dead;
mod desktop;
mod explain;
mod face;
mod faces;
mod faint;
mod falling;
mod finer;
mod generate;
mod gravity;
mod hint;
mod hint_frame;
mod hint_line;
mod holes;
mod light;
mod links;
mod matrix;
mod pair;
mod pairing;
mod pattern;
mod phases;
mod picture;
mod play;
mod plays;
mod read;
mod reading;
mod repeated;
mod scene;
mod search;
mod sides;
mod sized;
mod solve;
mod split;
mod strays;
mod view;
mod whole;
mod windows;

pub use board::{Kind, LinkBoard, LinkBoardError, LinkCell};
pub use explain::explain;
pub use faces::FACES;
pub use generate::{BoardSize, generate_board};
pub use gravity::Gravity;
pub use links::{Path, Taken};
pub use pair::Unlinked;
pub use picture::{BoardPicture, BoardPictureError};
pub use play::{LinkPageError, MAX_CELLS, play_page};
pub use read::{ReadBoard, ReadBoardError, read_board, read_board_of_size};
pub use solve::{
    Answer, DEFAULT_WORK, LinkStep, Solution, StepsError, check_steps, solve, solve_falling,
    why_stuck,
};
