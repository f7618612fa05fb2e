//! The pictures of a script that prints several: each must stand at its time, and be gone before the next one.

use super::{PrintedField, RefusedDrop, replay};
use crate::script::{Chapter, PrintScript};

/// A film that is not what its script says.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("picture {}: {flaw}", picture + 1)]
pub struct BrokenFilm {
    /// Which picture, from 0.
    pub picture: usize,
    /// What is wrong with it.
    pub flaw: FilmFlaw,
}

/// What is wrong with a picture of a film.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilmFlaw {
    /// The rules do not allow a drop.
    #[error(transparent)]
    Refused(#[from] RefusedDrop),
    /// Something is left of it when the next picture begins.
    #[error(
        "it should be erased after {drops} drops of the print script, but something is left of it"
    )]
    NotErased {
        /// The drops from the script's first.
        drops: usize,
    },
}

/// What stands on the field whenever a picture of the script is complete, in their order; after each but the last the
/// field must have become empty, unless the script says that it is cut off. Errors: see [`FilmFlaw`].
pub fn pictures_of_script(script: &PrintScript) -> Result<Vec<PrintedField>, BrokenFilm> {
    let chapters = script.chapters();
    let last = chapters.len() - 1;
    let field = |(picture, chapter): (usize, &Chapter)| {
        let field = || {
            if picture != last && !chapter.is_cut {
                check_erased(script, chapter)?;
            }
            let printing = script.excerpt(chapter, chapter.printing.clone());
            Ok(PrintedField::of_script(&printing).map_err(|refused| in_film(refused, chapter))?)
        };
        field().map_err(|flaw| BrokenFilm { picture, flaw })
    };
    chapters.iter().enumerate().map(field).collect()
}

/// Whether the next chapter begins on the empty field, as this one did.
fn check_erased(script: &PrintScript, chapter: &Chapter) -> Result<(), FilmFlaw> {
    let field = replay::play(&script.excerpt(chapter, chapter.drops()))
        .map_err(|refused| in_film(refused, chapter))?;
    match field.iter().flatten().all(Option::is_none) {
        true => Ok(()),
        false => Err(FilmFlaw::NotErased {
            drops: chapter.erasing.end,
        }),
    }
}

/// Counts the drop from the first one of the whole script.
fn in_film(refused: RefusedDrop, chapter: &Chapter) -> RefusedDrop {
    RefusedDrop {
        number: refused.number + chapter.printing.start,
        ..refused
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::{Column, PieceDrop, Pose};
    use crate::script::{EarlierPicture, PieceColors};

    /// A square that two more erase beside it, and another that stays.
    fn film(erased: usize) -> PrintScript {
        let squares = [0, 2, 1].map(|column| PieceDrop::new(Pose::O, Column(column)));
        let color = Rgb::new(1, 2, 3);
        PrintScript {
            earlier: vec![EarlierPicture {
                printed: 1,
                erased: Some(erased),
                colors: PieceColors::new(|_| color),
                sprite: None,
            }],
            ..PrintScript::of_drops("4x6".parse().unwrap(), squares.to_vec())
        }
    }

    #[test]
    fn each_picture_stands_at_its_time_in_its_colours() {
        let fields = pictures_of_script(&film(2)).unwrap();
        let color = |field: &PrintedField, column| field.color(Column(column), crate::game::Row(5));
        assert_eq!(fields.len(), 2);
        assert_eq!(color(&fields[0], 0), Rgb::new(1, 2, 3));
        assert_eq!(color(&fields[0], 2), Rgb::BLACK);
        assert_eq!(
            (color(&fields[1], 0), color(&fields[1], 1)),
            (Rgb::BLACK, Rgb::WHITE)
        );
    }

    #[test]
    fn what_is_left_of_a_picture_is_found_whatever_its_colour() {
        let mut film = film(1);
        film.earlier[0].colors = PieceColors::new(|_| film.background);
        let error = pictures_of_script(&film).unwrap_err();
        assert_eq!(error.flaw, FilmFlaw::NotErased { drops: 1 });
        assert!(
            error
                .to_string()
                .starts_with("picture 1: it should be erased after 1 drops")
        );
    }

    #[test]
    fn a_picture_that_is_cut_off_leaves_nothing() {
        let mut film = film(2);
        film.earlier[0].erased = None;
        let fields = pictures_of_script(&film).unwrap();
        let floor = |field: &PrintedField| {
            [0, 1, 2, 3].map(|column| field.color(Column(column), crate::game::Row(5)))
        };
        let (own, white, black) = (Rgb::new(1, 2, 3), Rgb::WHITE, Rgb::BLACK);
        assert_eq!(floor(&fields[0]), [own, own, black, black]);
        assert_eq!(floor(&fields[1]), [black, black, white, white]);
        let left = PrintedField::of_script(&film).unwrap();
        assert_eq!(floor(&left), floor(&fields[1]));
    }

    #[test]
    fn a_refused_drop_is_counted_from_the_first_one_of_the_film() {
        let mut film = film(2);
        film.drops[2].column = Column(3);
        let flaw = pictures_of_script(&film).unwrap_err().flaw;
        assert!(
            matches!(flaw, FilmFlaw::Refused(RefusedDrop { number: 3, .. })),
            "{flaw}"
        );
    }
}
