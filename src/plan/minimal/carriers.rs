//! Which pieces may carry which colours, and in what order the choices are worth trying.

use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::cover::Covers;
use crate::game::Tetromino;
use crate::plan::{Carriers, Picture, PlanError};

/// Which pieces carry colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CarrierMode {
    /// J, T and L carry the colours, the other pieces never stay.
    Classic,
    /// The console's three styles {J, S}, {T, O, I} and {L, Z} carry a colour each; two styles may
    /// carry the same.
    #[default]
    Nes,
    /// One of the console's styles carries each colour, so that all its cells look alike; pieces of another style never
    /// stay.
    Style,
    /// Each piece may carry any colour.
    Free,
}

// How many random assignments of free carriers are compared by their covers. More of them find
// smaller covers and take longer; only the best few are searched with.
const FREE_SAMPLES: usize = 64;

impl CarrierMode {
    /// The most colours that can be carried.
    pub const fn most_colors(self) -> usize {
        match self {
            CarrierMode::Classic | CarrierMode::Nes | CarrierMode::Style => 3,
            CarrierMode::Free => 7,
        }
    }
}

/// The assignments worth trying, those with the smallest cover first. With free carriers they are
/// a sample drawn with `seed`, otherwise all.
///
/// Errors: [`PlanError::TooManyColors`].
pub fn assignments(
    picture: &Picture,
    mode: CarrierMode,
    seed: u64,
    covers: &mut Covers,
) -> Result<Vec<Carriers>, PlanError> {
    let colors = picture.colors();
    let too_many = |most| PlanError::TooManyColors { colors, most };
    if colors > mode.most_colors() {
        return Err(too_many(mode.most_colors()));
    }
    let mut assignments = match mode {
        CarrierMode::Classic => of_styles(|piece| piece.style().printing_piece() == piece, colors),
        CarrierMode::Nes => of_styles(|_| true, colors),
        CarrierMode::Style => one_style_each(colors),
        CarrierMode::Free => free(picture, seed),
    };
    if assignments.is_empty() {
        return Err(too_many(6));
    }
    assignments.sort_by_cached_key(|carriers| covers.of_carriers(carriers));
    Ok(assignments)
}

/// All ways to give each of the console's three styles a colour so that no colour is left out; only
/// pieces that `carries` accepts get it.
fn of_styles(carries: fn(Tetromino) -> bool, colors: usize) -> Vec<Carriers> {
    (0..colors.pow(3))
        .map(|number| {
            [
                number % colors,
                number / colors % colors,
                number / colors / colors,
            ]
        })
        .filter(|choice| (0..colors).all(|color| choice.contains(&color)))
        .map(|choice| {
            Carriers::new(|piece| carries(piece).then(|| choice[piece.style() as usize] as u8))
        })
        .collect()
}

/// All ways to give each colour a style of its own.
fn one_style_each(colors: usize) -> Vec<Carriers> {
    const ORDERS: [[u8; 3]; 6] = [
        [0, 1, 2],
        [0, 2, 1],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    let mut choices: Vec<Carriers> = Vec::new();
    for order in ORDERS {
        let color = |piece: Tetromino| order[piece.style() as usize];
        let carriers =
            Carriers::new(|piece| Some(color(piece)).filter(|at| usize::from(*at) < colors));
        if !choices.contains(&carriers) {
            choices.push(carriers);
        }
    }
    choices
}

/// Random assignments in which each colour has a carrier; colours with many pixels get more.
fn free(picture: &Picture, seed: u64) -> Vec<Carriers> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut below = |limit: usize| (random.next_u64() % limit as u64) as usize;
    let colors = picture.colors();
    let pixels: Vec<u8> = (0..picture.height())
        .flat_map(|row| picture.row(row).iter().flatten().copied())
        .collect();
    let mut assignments: Vec<Carriers> = Vec::new();
    for _ in 0..FREE_SAMPLES {
        let mut pieces = Tetromino::ALL;
        for place in (1..pieces.len()).rev() {
            pieces.swap(place, below(place + 1));
        }
        let mut color_of = [0; 7];
        for (place, piece) in pieces.into_iter().enumerate() {
            color_of[piece.index()] = if place < colors {
                place as u8
            } else {
                pixels[below(pixels.len())]
            };
        }
        let carriers = Carriers::new(|piece| Some(color_of[piece.index()]));
        if !assignments.contains(&carriers) && can_carry(picture, &carriers) {
            assignments.push(carriers);
        }
    }
    assignments
}

/// An O keeps two cells of a row or none, so alone it cannot carry a colour with an odd run.
fn can_carry(picture: &Picture, carriers: &Carriers) -> bool {
    let Some(color) = carriers.color(Tetromino::O) else {
        return true;
    };
    if carriers.of_color(color).count() > 1 {
        return true;
    }
    (0..picture.height()).all(|row| {
        let mut runs = picture.row(row).chunk_by(|a, b| a == b);
        runs.all(|run| run[0] != Some(color) || run.len().is_multiple_of(2))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::sprite::Sprite;

    fn picture(drawing: &str) -> Picture {
        let colors = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
        Picture::of(&Sprite::from_diagram(drawing, colors).unwrap()).unwrap()
    }

    fn count(drawing: &str, mode: CarrierMode) -> Result<usize, PlanError> {
        let picture = picture(drawing);
        assignments(&picture, mode, 1, &mut Covers::new(&picture)).map(|all| all.len())
    }

    #[test]
    fn three_styles_carry_one_two_or_three_colours() {
        for mode in [CarrierMode::Classic, CarrierMode::Nes] {
            assert_eq!(count("aa", mode), Ok(1));
            assert_eq!(count("ab", mode), Ok(6));
            assert_eq!(count("abc", mode), Ok(6));
            assert_eq!(
                count("abcd", mode),
                Err(PlanError::TooManyColors { colors: 4, most: 3 })
            );
        }
    }

    #[test]
    fn a_colour_of_one_style_has_three_styles_to_choose_from() {
        assert_eq!(count("aa", CarrierMode::Style), Ok(3));
        assert_eq!(count("ab", CarrierMode::Style), Ok(6));
        assert_eq!(count("abc", CarrierMode::Style), Ok(6));
        assert!(count("abcd", CarrierMode::Style).is_err());
    }

    #[test]
    fn a_seventh_colour_needs_even_runs_for_the_o() {
        assert!(count("abcdef", CarrierMode::Free).is_ok());
        let most = |most| Err(PlanError::TooManyColors { colors: 7, most });
        assert_eq!(count("abcdefg", CarrierMode::Free), most(6));
        assert!(count("aabbccddeeffgg", CarrierMode::Free).is_ok());
    }

    #[test]
    fn every_colour_has_a_carrier() {
        let picture = picture("abcde");
        let mut covers = Covers::new(&picture);
        for carriers in assignments(&picture, CarrierMode::Free, 7, &mut covers).unwrap() {
            assert!((0..5).all(|color| carriers.of_color(color).count() > 0));
        }
    }
}
