//! Movies for replay devices: R08, two bytes for each time that the game reads the controllers.
//!
//! A replay device at the controller ports knows no frames. It sees the latch, the signal with which the console asks
//! both controllers at once, and shifts out the next byte of each: A in the highest bit to Right in the lowest.

use super::movie::{Movie, Pads};
use crate::game::console::Buttons;

/// The buttons at every latch from power-on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Latches(pub Vec<Pads>);

/// Why bytes are not the latches of a movie.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LatchesError {
    /// An odd number of bytes.
    #[error("the movie is cut off in the middle of a latch: each has two bytes")]
    Cut,
    /// More than [`Movie::MOST_FRAMES`].
    #[error(
        "the movie has more than {} latches: end it sooner",
        Movie::MOST_FRAMES
    )]
    TooLong,
}

impl Latches {
    /// The latches of a game that reads the controllers once in every frame, as the
    /// [cartridge](super::cartridge) does.
    pub fn one_per_frame(movie: &Movie) -> Latches {
        Latches(movie.frames.clone())
    }

    /// Reads them from bytes. Errors: see [`LatchesError`].
    pub fn parse(bytes: &[u8]) -> Result<Latches, LatchesError> {
        let (latches, rest) = bytes.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(LatchesError::Cut);
        }
        if latches.len() > Movie::MOST_FRAMES {
            return Err(LatchesError::TooLong);
        }
        let pads = |pads: &[u8; 2]| pads.map(Buttons::from_bits_retain);
        Ok(Latches(latches.iter().map(pads).collect()))
    }

    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let pads = self.0.iter().flatten();
        pads.map(|buttons| buttons.bits()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_latch_is_a_byte_for_each_controller() {
        let latches = Latches(vec![
            [Buttons::A, Buttons::RIGHT],
            [Buttons::START, Buttons::NONE],
        ]);
        assert_eq!(latches.to_bytes(), [0x80, 0x01, 0x10, 0x00]);
        assert_eq!(Latches::parse(&latches.to_bytes()), Ok(latches));
        assert_eq!(Latches::parse(&[0; 3]), Err(LatchesError::Cut));
        let long = vec![0; 2 * Movie::MOST_FRAMES + 2];
        assert_eq!(Latches::parse(&long), Err(LatchesError::TooLong));
    }
}
