//! Knuth's Algorithm X (The Art of Computer Programming 4B, 7.2.2.1) in three layouts.
//!
//! [`ObservedLinks`] are the dancing links themselves: lists from which a node is taken out, and put back into its
//! old place, by two assignments (Hitotumatu and Noshita 1979; Knuth, Dancing Links, 2000). Its work can be counted.
//! [`DancingLinks`] searches the same tree where only the solutions are wanted, by [masks](dense) or
//! [bits](sparse).

mod branches;
mod census;
mod choice;
mod dense;
mod lists;
mod mask;
mod observed;
mod search;
mod sizes;
mod sparse;
#[cfg(test)]
mod tests;

pub use choice::ItemChoice;
pub use observed::ObservedLinks;
pub use search::DancingLinks;
