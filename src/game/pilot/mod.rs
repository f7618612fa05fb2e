//! The pilot: which buttons bring the falling piece to where a drop wants it.
//!
//! A piece is rotated the shorter way and shifted by taps, one column every two frames (the console's
//! auto-repeat is never faster) or, on the cartridge, by a held button; both happen at the same time
//! and steer around obstacles. The piece is then dropped: hard on the cartridge, softly otherwise.

mod autopilot;
mod fly;
mod route;
#[cfg(test)]
mod tests;

pub use autopilot::{Autopilot, AutopilotError};
pub use fly::{PilotError, flights, fly, fly_by, reachable};
pub use route::Steering;
