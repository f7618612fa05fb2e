//! The article's method.

mod blocks;
mod composing;
mod emitter;
mod layout;
mod letters;
mod literal;
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
pub use layout::Layout;
pub use letters::{Lettering, LetteringError};
pub use packing::{Effort, Packing};
pub use patterns::{
    CEILING, CLOSINGS, MAX_ATTEMPTS, MOST_BLOCKS, PLATFORM_ROWS, Pattern, Patterns, Platform,
    WIDTH, prove_layout,
};
pub use print::{Print, RealtimeOptions, plan_realtime, plan_tables};
pub use setting::{HEADROOM, MOST_COLUMNS, Setting};
