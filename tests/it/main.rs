//! The library and the program as their users meet them, all in one binary: linking the whole program
//! once is what keeps a test build short.

mod support;

mod boards;
#[cfg(feature = "emulator")]
mod cartridge;
mod classic_prints;
mod cli;
#[cfg(feature = "emulator")]
mod console;
#[cfg(unix)]
mod examples;
mod films;
#[cfg(feature = "emulator")]
mod gallery;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(unix)]
mod interference;
mod minimal_prints;
#[cfg(feature = "emulator")]
mod original;
mod pieces;
mod player;
mod print_options;
mod screenshots;
mod sheets;
mod show;
#[cfg(feature = "emulator")]
mod stand_in;
mod tile;
mod tiles;
mod versus;
mod wrong_uses;
