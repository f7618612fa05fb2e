//! The pieces of a puzzle, and the well-known sets.

use super::polyform::{Freedom, Polyform};
use crate::parse::{ParseValueError, display_name, parse_name};

/// How often a piece is to be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supply {
    /// Any number of times, zero included.
    Any,
    /// Exactly this many times.
    Times(u32),
}

/// A piece of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzlePiece {
    /// Unique in its puzzle, without blanks; a letter for the known sets.
    pub name: String,
    /// Its cells, in the orientation in which it is drawn.
    pub shape: Polyform,
    /// How often it is to be used.
    pub supply: Supply,
}

/// A well-known set of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceSet {
    /// The one piece of two cells.
    Dominoes,
    /// The two pieces of three cells.
    Trominoes,
    /// The five free pieces of four cells, seven if they may not be turned over.
    Tetrominoes,
    /// The twelve free pieces of five cells, eighteen if they may not be turned over.
    Pentominoes,
    /// The seven pieces of Piet Hein's cube.
    Soma,
}

impl PieceSet {
    /// All sets, from the smallest pieces to the largest.
    pub const ALL: [PieceSet; 5] = [
        PieceSet::Dominoes,
        PieceSet::Trominoes,
        PieceSet::Tetrominoes,
        PieceSet::Pentominoes,
        PieceSet::Soma,
    ];

    /// What a user calls it on the command line and in puzzle files.
    pub const fn name(self) -> &'static str {
        match self {
            PieceSet::Dominoes => "dominoes",
            PieceSet::Trominoes => "trominoes",
            PieceSet::Tetrominoes => "tetrominoes",
            PieceSet::Pentominoes => "pentominoes",
            PieceSet::Soma => "soma",
        }
    }

    /// The set's pieces, each once. One-sided, a piece that differs from its mirror image brings
    /// the image as a piece of its own: J beside L, Z beside S, elsewhere a primed name like `F'`.
    pub fn pieces(self, freedom: Freedom) -> Vec<PuzzlePiece> {
        let mut pieces = Vec::new();
        for &(name, drawing) in self.drawings() {
            let shape = Polyform::parse(drawing).expect("the known pieces are drawn right");
            let image = shape.mirrored();
            let is_new =
                freedom == Freedom::OneSided && !shape.orientations(freedom).contains(&image);
            pieces.push(PuzzlePiece::once(name, shape));
            pieces.extend(is_new.then(|| PuzzlePiece::once(&self.mirror_name(name), image)));
        }
        pieces
    }

    fn mirror_name(self, name: &str) -> String {
        match (self, name) {
            (PieceSet::Tetrominoes, "L") => "J".to_owned(),
            (PieceSet::Tetrominoes, "S") => "Z".to_owned(),
            _ => format!("{name}'"),
        }
    }

    fn drawings(self) -> &'static [(&'static str, &'static str)] {
        match self {
            PieceSet::Dominoes => &[("I", "##")],
            PieceSet::Trominoes => &[("I", "###"), ("V", "##/#.")],
            PieceSet::Tetrominoes => &[
                ("I", "####"),
                ("O", "##/##"),
                ("T", "###/.#."),
                ("S", ".##/##."),
                ("L", "#./#./##"),
            ],
            PieceSet::Pentominoes => &[
                ("F", ".##/##./.#."),
                ("I", "#####"),
                ("L", "#./#./#./##"),
                ("N", ".#/.#/##/#."),
                ("P", "##/##/#."),
                ("T", "###/.#./.#."),
                ("U", "#.#/###"),
                ("V", "#../#../###"),
                ("W", "#../##./.##"),
                ("X", ".#./###/.#."),
                ("Y", ".#/##/.#/.#"),
                ("Z", "##./.#./.##"),
            ],
            PieceSet::Soma => &[
                ("V", "##/#."),
                ("L", "###/#.."),
                ("T", "###/.#."),
                ("Z", "##./.##"),
                ("A", "##/#.//../#."),
                ("B", "##/#.//.#/.."),
                ("P", "##/#.//#./.."),
            ],
        }
    }
}

display_name!(PieceSet);
parse_name!(PieceSet, ParseValueError, |text| ParseValueError::new(
    text,
    "a known set of pieces",
    "choose dominoes, trominoes, tetrominoes, pentominoes or soma",
));

impl PuzzlePiece {
    /// A piece that is used once.
    pub fn once(name: &str, shape: Polyform) -> Self {
        PuzzlePiece {
            name: name.to_owned(),
            shape,
            supply: Supply::Times(1),
        }
    }

    /// The same piece, to be used another number of times.
    #[must_use]
    pub fn with_supply(self, supply: Supply) -> Self {
        PuzzlePiece { supply, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(set: PieceSet, freedom: Freedom) -> String {
        let pieces = set.pieces(freedom);
        pieces.iter().map(|piece| piece.name.as_str()).collect()
    }

    #[test]
    fn one_sided_sets_have_the_mirror_images_too() {
        assert_eq!(names(PieceSet::Tetrominoes, Freedom::Free), "IOTSL");
        assert_eq!(names(PieceSet::Tetrominoes, Freedom::OneSided), "IOTSZLJ");
        assert_eq!(PieceSet::Pentominoes.pieces(Freedom::Free).len(), 12);
        assert_eq!(PieceSet::Pentominoes.pieces(Freedom::OneSided).len(), 18);
    }

    #[test]
    fn no_set_has_a_piece_twice() {
        for set in PieceSet::ALL {
            for freedom in [Freedom::Free, Freedom::OneSided, Freedom::Space] {
                if set == PieceSet::Soma && freedom != Freedom::Space {
                    continue;
                }
                let shapes = set.pieces(freedom).into_iter();
                let mut canonical: Vec<_> = shapes.map(|p| p.shape.canonical(freedom)).collect();
                let given = canonical.len();
                canonical.sort_unstable();
                canonical.dedup();
                assert_eq!(canonical.len(), given, "{set} {freedom:?}");
            }
        }
    }

    #[test]
    fn the_soma_pieces_fill_a_cube_of_three() {
        let pieces = PieceSet::Soma.pieces(Freedom::Space);
        assert_eq!(
            pieces.iter().map(|piece| piece.shape.len()).sum::<usize>(),
            27
        );
    }

    #[test]
    fn a_set_is_found_by_its_name() {
        for set in PieceSet::ALL {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        assert!("pentomino".parse::<PieceSet>().is_err());
    }
}
