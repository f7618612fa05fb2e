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
