//! A small font of digits, capital letters and signs, seven by seven pixels in a cell of eight.

use crate::picture::{Canvas, Rect};

/// Pixels from one letter to the next, and from one line to the next, at scale 1.
pub const ADVANCE: usize = 8;

/// Pixels from one line to the next where text is read line by line, at scale 1.
pub const LINE: usize = ADVANCE + 3;

/// The lit pixels of a letter, a byte for each row from the top, its highest bit the left pixel; a letter
/// that the font does not have is blank.
#[rustfmt::skip]
const fn glyph(letter: char) -> [u8; 7] {
    match letter {
        '0' => [0b0011100, 0b0100110, 0b1100011, 0b1100011, 0b1100011, 0b0110010, 0b0011100],
        '1' => [0b0001100, 0b0011100, 0b0001100, 0b0001100, 0b0001100, 0b0001100, 0b0111111],
        '2' => [0b0111110, 0b1100011, 0b0000111, 0b0011110, 0b0111100, 0b1110000, 0b1111111],
        '3' => [0b0111111, 0b0000110, 0b0001100, 0b0011110, 0b0000011, 0b1100011, 0b0111110],
        '4' => [0b0001110, 0b0011110, 0b0110110, 0b1100110, 0b1111111, 0b0000110, 0b0000110],
        '5' => [0b1111110, 0b1100000, 0b1111110, 0b0000011, 0b0000011, 0b1100011, 0b0111110],
        '6' => [0b0011110, 0b0110000, 0b1100000, 0b1111110, 0b1100011, 0b1100011, 0b0111110],
        '7' => [0b1111111, 0b1100011, 0b0000110, 0b0001100, 0b0011000, 0b0011000, 0b0011000],
        '8' => [0b0111100, 0b1100010, 0b1110010, 0b0111100, 0b1001111, 0b1000011, 0b0111110],
        '9' => [0b0111110, 0b1100011, 0b1100011, 0b0111111, 0b0000011, 0b0000110, 0b0111100],
        'A' => [0b0011100, 0b0110110, 0b1100011, 0b1100011, 0b1111111, 0b1100011, 0b1100011],
        'B' => [0b1111110, 0b1100011, 0b1100011, 0b1111110, 0b1100011, 0b1100011, 0b1111110],
        'C' => [0b0011110, 0b0110011, 0b1100000, 0b1100000, 0b1100000, 0b0110011, 0b0011110],
        'D' => [0b1111100, 0b1100110, 0b1100011, 0b1100011, 0b1100011, 0b1100110, 0b1111100],
        'E' => [0b1111111, 0b1100000, 0b1100000, 0b1111110, 0b1100000, 0b1100000, 0b1111111],
        'F' => [0b1111111, 0b1100000, 0b1100000, 0b1111110, 0b1100000, 0b1100000, 0b1100000],
        'G' => [0b0011111, 0b0110000, 0b1100000, 0b1100111, 0b1100011, 0b0110011, 0b0011111],
        'H' => [0b1100011, 0b1100011, 0b1100011, 0b1111111, 0b1100011, 0b1100011, 0b1100011],
        'I' => [0b0111111, 0b0001100, 0b0001100, 0b0001100, 0b0001100, 0b0001100, 0b0111111],
        'J' => [0b0000011, 0b0000011, 0b0000011, 0b0000011, 0b1100011, 0b1100011, 0b0111110],
        'K' => [0b1100011, 0b1100110, 0b1101100, 0b1111000, 0b1111100, 0b1101110, 0b1100111],
        'L' => [0b0110000, 0b0110000, 0b0110000, 0b0110000, 0b0110000, 0b0110000, 0b0111111],
        'M' => [0b1100011, 0b1110111, 0b1111111, 0b1111111, 0b1101011, 0b1100011, 0b1100011],
        'N' => [0b1100011, 0b1110011, 0b1111011, 0b1111111, 0b1101111, 0b1100111, 0b1100011],
        'O' => [0b0111110, 0b1100011, 0b1100011, 0b1100011, 0b1100011, 0b1100011, 0b0111110],
        'P' => [0b1111110, 0b1100011, 0b1100011, 0b1100011, 0b1111110, 0b1100000, 0b1100000],
        'Q' => [0b0111110, 0b1100011, 0b1100011, 0b1100011, 0b1101111, 0b1100110, 0b0111101],
        'R' => [0b1111110, 0b1100011, 0b1100011, 0b1100111, 0b1111100, 0b1101110, 0b1100111],
        'S' => [0b0111100, 0b1100110, 0b1100000, 0b0111110, 0b0000011, 0b1100011, 0b0111110],
        'T' => [0b0111111, 0b0001100, 0b0001100, 0b0001100, 0b0001100, 0b0001100, 0b0001100],
        'U' => [0b1100011, 0b1100011, 0b1100011, 0b1100011, 0b1100011, 0b1100011, 0b0111110],
        'V' => [0b1100011, 0b1100011, 0b1100011, 0b1110111, 0b0111110, 0b0011100, 0b0001000],
        'W' => [0b1100011, 0b1100011, 0b1101011, 0b1111111, 0b1111111, 0b1110111, 0b1100011],
        'X' => [0b1100011, 0b1110111, 0b0111110, 0b0011100, 0b0111110, 0b1110111, 0b1100011],
        'Y' => [0b0110011, 0b0110011, 0b0110011, 0b0011110, 0b0001100, 0b0001100, 0b0001100],
        'Z' => [0b1111111, 0b0000111, 0b0001110, 0b0011100, 0b0111000, 0b1110000, 0b1111111],
        '.' => [0b0000000, 0b0000000, 0b0000000, 0b0000000, 0b0000000, 0b0011000, 0b0011000],
        ',' => [0b0000000, 0b0000000, 0b0000000, 0b0000000, 0b0011000, 0b0011000, 0b0110000],
        ':' => [0b0000000, 0b0011000, 0b0011000, 0b0000000, 0b0011000, 0b0011000, 0b0000000],
        '!' => [0b0001100, 0b0001100, 0b0001100, 0b0001100, 0b0001100, 0b0000000, 0b0001100],
        '?' => [0b0111110, 0b1100011, 0b0000111, 0b0011110, 0b0011000, 0b0000000, 0b0011000],
        '\'' => [0b0011000, 0b0011000, 0b0110000, 0b0000000, 0b0000000, 0b0000000, 0b0000000],
        '-' => [0b0000000, 0b0000000, 0b0000000, 0b0111110, 0b0000000, 0b0000000, 0b0000000],
        '+' => [0b0000000, 0b0001000, 0b0001000, 0b0111110, 0b0001000, 0b0001000, 0b0000000],
        '/' => [0b0000011, 0b0000110, 0b0001100, 0b0011000, 0b0110000, 0b1100000, 0b1000000],
        '&' => [0b0011100, 0b0110110, 0b0011100, 0b0111011, 0b1101110, 0b1100110, 0b0111011],
        '#' => [0b0010100, 0b1111111, 0b0010100, 0b0010100, 0b0010100, 0b1111111, 0b0010100],
        '@' => [0b0111110, 0b1100011, 0b1101111, 0b1101011, 0b1101110, 0b1100000, 0b0111111],
        '(' => [0b0001100, 0b0011000, 0b0110000, 0b0110000, 0b0110000, 0b0011000, 0b0001100],
        ')' => [0b0011000, 0b0001100, 0b0000110, 0b0000110, 0b0000110, 0b0001100, 0b0011000],
        _ => [0; 7],
    }
}

/// What the font has besides letters, digits and the space.
pub const SIGNS: &str = ".,:!?'-+/&#@()";

/// Whether the font has a letter.
pub fn has(letter: char) -> bool {
    letter == ' ' || glyph(letter) != [0; 7]
}

/// Writes `text` with its upper left corner at (x, y), each pixel of a letter `scale` x `scale`
/// pixels. Only lit pixels are drawn.
pub fn write(canvas: &mut Canvas, (x, y): (usize, usize), scale: usize, color: u8, text: &str) {
    for (position, letter) in text.chars().enumerate() {
        let left = x + position * ADVANCE * scale;
        for (row, bits) in glyph(letter).into_iter().enumerate() {
            for column in (0..7).filter(|column| bits >> (6 - column) & 1 == 1) {
                let (x, y) = (left + column * scale, y + row * scale);
                canvas.fill(Rect::new(x, y, scale, scale), color);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(text: &str, scale: usize) -> String {
        let (width, height) = (text.len() * ADVANCE * scale, ADVANCE * scale);
        let mut canvas = Canvas::new(width, height);
        write(&mut canvas, (0, 0), scale, 1, text);
        let line = |row: &[u8]| {
            row.iter()
                .map(|p| if *p == 1 { '#' } else { '.' })
                .collect()
        };
        let lines: Vec<String> = canvas.pixels().chunks(width).map(line).collect();
        lines.join("\n")
    }

    #[test]
    fn a_word_is_written_letter_by_letter() {
        let expected = "\
.######..##.....
...##....##.....
...##....##.....
...##....##.....
...##....##.....
...##....##.....
...##....######.
................";
        assert_eq!(written("TL", 1), expected);
    }

    #[test]
    fn a_scaled_letter_has_larger_pixels() {
        let (small, large) = (written("7", 1), written("7", 3));
        for (y, line) in large.lines().enumerate() {
            let row = small.lines().nth(y / 3).unwrap();
            let wide: String = row.chars().flat_map(|p| [p; 3]).collect();
            assert_eq!(line, wide);
        }
    }

    #[test]
    fn digits_capital_letters_and_signs_all_look_different() {
        let letters = ('0'..='9').chain('A'..='Z').chain(SIGNS.chars());
        let letters: Vec<char> = letters.collect();
        for (i, first) in letters.iter().enumerate() {
            assert!(has(*first), "{first}");
            for second in &letters[..i] {
                assert_ne!(glyph(*first), glyph(*second), "{first} {second}");
            }
        }
    }
}
