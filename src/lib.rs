//! Prints pixel art by playing Tetris.
//!
//! A print is a sequence of tetrominoes whose drops and line clears leave exactly a given picture on
//! the playfield. It is possible because of the console's "naive" gravity: when a line clears, every
//! row above moves down by one and nothing else falls, so cells may be left hanging in the air.
//!
//! # How a sprite becomes a picture made of tetrominoes
//!
//! Data flows one way, from room to room:
//!
//! ```text
//! picture file -> Sprite -> planner -> PrintScript -> Replay -> frames -> GIF, PNG
//!                 sprite    plan       script         replay    render
//! ```
//!
//! * [`sprite`] reads pictures: formats, background, native scale, few colours.
//! * [`plan`] finds the drops: [`plan::classic`] by the article's method, [`plan::minimal`] with a
//!   fraction of the pieces; [`plan::feasibility`] says what no game can print, and why.
//! * [`script`] is the sequence of drops as a file that others can read and write.
//! * [`game`] is Tetris and nothing else: pieces, playfields, drops, the frame-exact
//!   [console](game::console) with its buttons, and the [pilot](game::pilot) who presses them.
//! * [`replay`] plays a script; [`render`] draws it and writes the files.
//! * [`page`] is a print as a page that plays it in a browser, with a replay of its own.
//! * [`verify`] stands beside the way and trusts nobody: it takes a sprite and any product of the
//!   way, and says where they differ. It knows no planner.
//! * [`cover`] covers boards exactly with polyominoes and polycubes: a room of its own.
//! * [`player`] plays for points: a greedy player with published weights, another room of its own.
//! * [`nes`] is a print on a real console: a cartridge, the movie that plays it, an emulator.
//! * [`inspect`] tells what a picture is as a sprite of an old console, and what a print costs.
//! * [`linkup`] solves boards of the link-up game, also from pictures: a third room of its own.
//! * [`cli`] is the command line; [`color`] the colours that all rooms share.
//!
//! No room but `cli` opens a file: the library takes readers and writers. Each room has its own
//! errors, whose messages are one line and name the remedy; what has a seed gives the same bytes on
//! any machine.
//!
//! # An example
//!
//! ```
//! use tetris_printer::color::Rgb;
//! use tetris_printer::game::FieldSize;
//! use tetris_printer::plan::{Picture, classic::plan_tables};
//! use tetris_printer::sprite::Sprite;
//! use tetris_printer::verify::{PrintedField, verify};
//!
//! let red = |_| Some(Rgb::new(216, 40, 0));
//! let sprite = Sprite::from_diagram(".#.#.\n#####\n.###.\n..#..", red)?;
//! let picture = Picture::of(&sprite).expect("a heart has pixels");
//! let plan = plan_tables(&picture, FieldSize::STANDARD, &())?.to_plan(FieldSize::STANDARD);
//! let script = plan.to_script(&sprite, Rgb::BLACK, |_| Rgb::WHITE);
//! assert!(verify(&sprite, &PrintedField::of_script(&script)?)?.is_exact());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod color;
pub mod cover;
pub mod game;
mod html;
pub mod inspect;
pub mod linkup;
pub mod nes;
pub mod page;
pub mod plan;
pub mod player;
pub mod print;
pub mod render;
pub mod replay;
pub mod script;
pub mod sprite;
pub mod verify;

/// Keeps the README's example honest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
