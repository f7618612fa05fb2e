//! The rom beside the rules: the plain console and two emulators that know nothing of each other play what the model
//! of the cartridge plays, and must be in the same state after every frame.

mod fceux;
mod movies;
mod prints;
mod witness;
