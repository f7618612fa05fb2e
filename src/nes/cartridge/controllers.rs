//! What the buttons of controller 2 mean to the cartridge: a piece to deal, or a setting.

use crate::game::Tetromino;
use crate::game::console::Buttons;
use crate::game::random::RandomDealer;

/// Held together on controller 1, these two say that controller 2 sends a setting.
pub const SEND: Buttons = Buttons::SELECT.union(Buttons::B);

/// The buttons of controller 2 that stand for a setting's six bits, the highest first.
const BITS: [Buttons; 6] = [
    Buttons::A,
    Buttons::B,
    Buttons::SELECT,
    Buttons::START,
    Buttons::UP,
    Buttons::LEFT,
];

/// The buttons of controller 2 that send a value of six bits.
pub fn sent_by(value: u8) -> Buttons {
    let bits = BITS.into_iter().enumerate();
    bits.filter(|(place, _)| value >> (5 - place) & 1 == 1)
        .map(|(_, button)| button)
        .collect()
}

/// The value of six bits that these buttons of controller 2 send.
pub fn sent_value(buttons: Buttons) -> u8 {
    let bit = |button: &Buttons| u8::from(buttons.contains(*button));
    BITS.iter()
        .fold(0, |value, button| value << 1 | bit(button))
}

/// The buttons of controller 2 that deal `piece`: A, B and Select are the bits 4, 2 and 1 of its
/// number, 1 to 7 for T J Z O S L I.
pub fn dealt_by(piece: Tetromino) -> Buttons {
    Buttons::from_bits_retain((kind_number(piece) as u8 + 1) << 5)
}

/// The piece that these buttons of controller 2 deal.
pub fn dealt_piece(buttons: Buttons) -> Option<Tetromino> {
    let number = usize::from(buttons.bits() >> 5).checked_sub(1)?;
    Some(RandomDealer::ORDER[number])
}

/// The place of a kind in the console's order.
pub(super) fn kind_number(piece: Tetromino) -> usize {
    let number = RandomDealer::ORDER.iter().position(|kind| *kind == piece);
    number.expect("the order has all kinds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controller_2_deals_every_piece() {
        for piece in Tetromino::ALL {
            assert_eq!(dealt_piece(dealt_by(piece)), Some(piece));
        }
        assert_eq!(dealt_by(Tetromino::I).to_string(), ".....SBA");
        assert_eq!(dealt_piece(Buttons::START), None);
    }

    #[test]
    fn a_value_of_six_bits_never_presses_opposite_directions() {
        for value in 0..64 {
            assert_eq!(sent_value(sent_by(value)), value);
            assert!(!sent_by(value).intersects(Buttons::RIGHT | Buttons::DOWN));
        }
        assert_eq!(sent_by(0b100001).to_string(), ".L.....A");
    }
}
