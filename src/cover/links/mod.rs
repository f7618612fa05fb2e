//! Dancing links: lists from which a node is taken out, and put back into its old place, by two
//! assignments (Hitotumatu and Noshita 1979; Knuth, Dancing Links, 2000), in the layout of Knuth's
//! Algorithm X (The Art of Computer Programming 4B, 7.2.2.1).

mod lists;
mod search;
mod sizes;
#[cfg(test)]
mod tests;

pub use search::{DancingLinks, ItemChoice};
