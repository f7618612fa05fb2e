//! The article's method.
pub mod composing;
pub mod emitter;
pub mod layout;
pub mod letters;
pub mod literal;
pub mod packing;
pub mod patterns;
pub mod print;
pub mod realtime;
pub mod row;
pub mod setting;
pub mod skyline;
pub mod tables;

pub use layout::Layout;
pub use packing::{Effort, Packing};
pub use patterns::{MAX_ATTEMPTS, Pattern, Patterns, Platform, prove_layout};
pub use print::{Print, RealtimeOptions, plan_realtime, plan_tables};
pub fn write_blocks(_: &Print, _: &[crate::color::Rgb]) -> String {
    String::new()
}
pub fn parse_blocks(
    _: &str,
    _: crate::game::FieldSize,
) -> Result<crate::script::PrintScript, crate::plan::PlanError> {
    Err(crate::plan::PlanError::NotFound)
}
