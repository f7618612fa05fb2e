//! Prints pixel art by playing Tetris.
//!
//! A print is a sequence of tetrominoes whose drops and line clears leave exactly a given picture on
//! the playfield. It is possible because of the console's "naive" gravity: when a line clears, every
//! row above moves down by one and nothing else falls, so cells may be left hanging in the air.
//!
//! # How a sprite becomes a picture made of tetrominoes
//!
//! Data flows one way, from module to module:
//!
//! ```text
//! picture file -> Sprite -> planner -> PrintScript -> Replay -> frames -> GIF, PNG
//! picture         sprite    plan       script         replay    render    picture
//! ```
//!
//! [`print`](mod@print) goes all the way from a [`Sprite`](sprite::Sprite) to a script that is proved to leave it:
//!
//! ```
//! use tetris_printer::color::Rgb;
//! use tetris_printer::print::{PrintRequest, print};
//! use tetris_printer::sprite::Sprite;
//!
//! let red = |_| Some(Rgb::new(216, 40, 0));
//! let sprite = Sprite::from_diagram(".#.#.\n#####\n.###.\n..#..", red)?;
//! let printed = print(&sprite, &PrintRequest::default(), &())?;
//! assert!(printed.verdict.is_exact());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The modules
//!
//! Lowest layer first: a module depends only on those listed before it.
//!
//! | module | what it does |
//! |---|---|
//! | [`color`] | colours: sRGB, how different two look, the console's palette |
//! | [`game`] | Tetris itself: pieces, playfields, drops, the frame-exact [console](game::console) with its buttons, and the [pilot](game::pilot) that presses them |
//! | [`picture`] | pixels: reading PNG, GIF, BMP, WebP and JPEG, writing PNG, and where the cells of a playfield are in a picture |
//! | [`sprite`] | from pixels to a sprite: background, native scale, few colours; sheets cut into sprites |
//! | [`tiles`] | tiles straight out of games: where they are in a file, how consoles hold them, and in which colours |
//! | [`atlas`] | sheets whose sprites are listed beside them, by name |
//! | [`script`] | the sequence of drops as a file that others can read and write |
//! | [`replay`] | plays a script, lock by lock |
//! | [`verify`] | the judge: compares any product with the sprite, by rules and readers of its own; it knows no planner and no renderer |
//! | [`plan`] | finds the drops: [`plan::minimal`] with the fewest pieces, [`plan::stages`] on fields of any width, [`plan::classic`] by the article's method; [`plan::erase`] empties the field again; [`plan::feasibility`] says what no game can print, and why |
//! | [`print`](mod@print) | one call from the sprite to the proved script, or from several to a [film](print::FilmJob) |
//! | [`render`] | draws a game: animations, pictures, the terminal |
//! | [`audit`](mod@audit) | whether a picture is what [`render`] draws of the script in it, in every pixel of every frame |
//! | [`page`] | a print as a web page that plays it, with a replay of its own |
//! | [`nes`] | a print on a real console: a cartridge, the movie that plays it, an emulator, and the [game of 1989](nes::original) itself |
//! | [`inspect`] | what a picture is as a sprite of an old console |
//!
//! Three more systems share the game and the pictures:
//!
//! | module | what it does |
//! |---|---|
//! | [`cover`] | exact covers of boards and boxes by polyominoes and polycubes |
//! | [`player`] | a greedy player that plays for points, with published weights |
//! | [`grid`] | regular grids of tiles in pictures |
//! | [`linkup`] | boards of the link-up game, solved, also those read from screenshots by [`grid`] |
//!
//! The crate `web` beside this one puts these modules into a page for browsers.
//!
//! No module opens a file: the library takes readers and writers, and the program (`src/cli`) is the only one to name
//! files and options. Each module has its own errors, which carry the figures that a remedy needs. What takes a seed gives
//! the same bytes on any machine.
//!
//! # Where is ...?
//!
//! | question | answer |
//! |---|---|
//! | where a piece comes to rest, and what a line clear moves | [`game::Playfield`], in `src/game/playfield.rs` |
//! | whether a piece taken back out of the picture had support | `Surface::columns` in `src/plan/minimal/surface.rs` |
//! | how hard it looks to fill what is left of a picture | `src/plan/erase/remains.rs` |
//! | how promising a partly emptied field looks | `src/plan/minimal/score.rs` and `patterns.rs` |
//! | the rules once more, for the judge alone | `src/verify/replay.rs` |
//! | how long each frame of a GIF is shown | its start in `src/render/timing.rs`, its delay in `src/render/gif.rs` |
//! | which number decides that a picture shows a board | `SURE` in `src/linkup/confidence.rs` |
//! | which option helps against an error | `src/cli/remedy.rs` |
//!
//! # Glossary
//!
//! Standard terms (tetromino, soft drop, lock, line clear, exact cover, beam width) have their usual meaning. These are
//! our own, or the article's:
//!
//! * **hanging cell**: a cell with nothing under it. Gravity is naive, so a line clear below leaves it in the air; every
//!   print is made of them.
//! * **scaffold**: cells that are played only to be cleared again: they complete rows, and support what stays.
//! * **carrier**: a kind of piece of which cells may stay in the picture; it carries one colour.
//! * **emitter** (article): a J, T or L lying flat with its odd cell down, which puts this one cell into the row that is
//!   being printed.
//! * **pass** (article): the rows of one packing, which clear together and leave the cells of its emitters.
//! * **platform** (article): rows to stand on, built where the picture offers no support, and cleared afterwards.
//! * **retrograde move**, or **unmove**: a drop taken back, with the rows that it cleared put back in their places.
//! * **film**: several pictures in one script, each erased by playing on before the next one is printed, or gone at once
//!   by a **cut**. The part that prints and erases one picture is called a **chapter** in a script and an **act** on
//!   screen.
//! * **free columns**: columns in which anything may be left beside the picture.

#![forbid(unsafe_code)]
#![warn(missing_docs)]

pub mod atlas;
pub mod audit;
pub mod color;
pub mod cover;
mod diagram;
mod disjoint_sets;
mod distinct;
pub mod game;
pub mod grid;
mod html;
pub mod inspect;
pub mod linkup;
mod listed;
pub mod nes;
pub mod page;
mod parallel;
pub mod parse;
pub mod picture;
pub mod plan;
pub mod player;
pub mod print;
pub mod render;
pub mod replay;
pub mod script;
pub mod sprite;
pub mod tiles;
pub mod verify;

/// Keeps the README's example honest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
