//! The printer for a browser: a page asks in JSON and bytes, and is answered in JSON and bytes.
//!
//! ```text
//! page/*.js -> worker.js -> abi -> desk -> the library's rooms
//! ```
//!
//! Nothing is decided here that the library or the program decides: an [`Order`] names the program's options, and an
//! error is the program's own sentence. `.ci/page` builds `tetris-printer.html` of it.

#![warn(missing_docs)]
#![deny(unsafe_code)]

#[cfg(target_family = "wasm")]
mod abi;
mod desk;
#[path = "../../src/cli/doubts.rs"]
mod doubts;
mod link;
mod options;
mod player;
mod products;
#[path = "../../src/cli/remedy.rs"]
mod remedy;
#[path = "../../src/cli/sentence.rs"]
mod sentence;
mod tile;

pub use desk::{Answer, Desk, Order};
