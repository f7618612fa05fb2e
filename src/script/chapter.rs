//! The pictures of a script: a print has one, a film several.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{PieceColors, PrintScript, ScriptError, SpritePosition};

/// A picture that is printed and then erased by playing on, until the field is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierPicture {
    /// The drops, counted from the script's first, after which the picture stands complete.
    pub printed: usize,
    /// The drops after which the field is empty again.
    pub erased: usize,
    /// The colour of each piece from the picture before this one until then.
    pub colors: PieceColors,
    /// Where the picture stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprite: Option<SpritePosition>,
}

/// A part of a script that begins on the empty field, prints one picture, and erases it unless it is the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The drops that print the picture.
    pub printing: Range<usize>,
    /// The drops that erase it; of the last picture there are none.
    pub erasing: Range<usize>,
    /// The colour of each piece.
    pub colors: PieceColors,
    /// Where the picture stands.
    pub sprite: Option<SpritePosition>,
}

impl Chapter {
    /// All of its drops.
    pub fn drops(&self) -> Range<usize> {
        self.printing.start..self.erasing.end
    }
}

impl PrintScript {
    /// The pictures in the order in which they are printed, at least one. Only those of a [parsed](super::parse_script)
    /// script are known to lie within its drops.
    pub fn chapters(&self) -> Vec<Chapter> {
        let starts = std::iter::once(0).chain(self.earlier.iter().map(|picture| picture.erased));
        let ends = self.earlier.iter().copied().chain([EarlierPicture {
            printed: self.drops.len(),
            erased: self.drops.len(),
            colors: self.colors,
            sprite: self.sprite,
        }]);
        let chapter = |(start, picture): (usize, EarlierPicture)| Chapter {
            printing: start..picture.printed,
            erasing: picture.printed..picture.erased,
            colors: picture.colors,
            sprite: picture.sprite,
        };
        starts.zip(ends).map(chapter).collect()
    }

    /// The colour that each piece has while the drop with this index, from 0, falls.
    pub fn colors_at(&self, drop: usize) -> &PieceColors {
        let mut earlier = self.earlier.iter();
        let picture = earlier.find(|picture| drop < picture.erased);
        picture.map_or(&self.colors, |picture| &picture.colors)
    }

    /// Some drops of a chapter as a script of one picture.
    ///
    /// # Panics
    /// If the script has no such drops.
    pub fn excerpt(&self, chapter: &Chapter, drops: Range<usize>) -> PrintScript {
        PrintScript {
            field: self.field,
            colors: chapter.colors,
            background: self.background,
            sprite: chapter.sprite,
            earlier: Vec::new(),
            planner: self.planner.clone(),
            seed: self.seed,
            program: self.program.clone(),
            game: self.game,
            drops: self.drops[drops].to_vec(),
        }
    }
}

/// Errors: [`ScriptError::Earlier`].
pub(super) fn check_order(script: &PrintScript) -> Result<(), ScriptError> {
    let (mut start, drops) = (0, script.drops.len());
    for (index, picture) in script.earlier.iter().enumerate() {
        let EarlierPicture {
            printed, erased, ..
        } = *picture;
        if !(start..=erased).contains(&printed) || erased > drops {
            return Err(ScriptError::Earlier {
                number: index + 1,
                printed,
                erased,
                drops,
            });
        }
        start = erased;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{parse_script, write_script};
    use super::*;
    use crate::color::Rgb;
    use crate::game::{Column, FieldSize, PieceDrop, Pose};

    const RED: Rgb = Rgb::new(200, 0, 0);

    /// Two squares, each of which is erased by two more, and a bar that stays.
    fn film() -> PrintScript {
        let square = |column| PieceDrop::new(Pose::O, Column(column));
        let mut drops = [square(0), square(2)].repeat(2);
        drops.push(PieceDrop::new(Pose::IHorizontal, Column(0)));
        let picture = |printed, erased| EarlierPicture {
            printed,
            erased,
            colors: PieceColors::new(|_| RED),
            sprite: None,
        };
        PrintScript {
            earlier: vec![picture(1, 2), picture(3, 4)],
            ..PrintScript::of_drops(FieldSize::new(4, 6).unwrap(), drops)
        }
    }

    fn json(script: &PrintScript) -> String {
        let mut bytes = Vec::new();
        write_script(script, &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_film_reads_what_it_writes() {
        assert_eq!(parse_script(&json(&film())).unwrap(), film());
    }

    #[test]
    fn a_print_is_a_film_of_one_picture_and_says_nothing_of_others() {
        let print = PrintScript {
            earlier: Vec::new(),
            ..film()
        };
        assert!(!json(&print).contains("earlier"));
        let chapters = print.chapters();
        assert_eq!(chapters.len(), 1);
        assert_eq!((chapters[0].drops(), chapters[0].erasing.len()), (0..5, 0));
    }

    #[test]
    fn each_drop_belongs_to_one_picture() {
        let film = film();
        let drops: Vec<_> = film.chapters().iter().map(Chapter::drops).collect();
        assert_eq!(drops, [0..2, 2..4, 4..5]);
        let is_red: Vec<bool> = (0..5).map(|drop| film.colors_at(drop).o == RED).collect();
        assert_eq!(is_red, [true, true, true, true, false]);
        let second = &film.chapters()[1];
        let alone = film.excerpt(second, second.printing.clone());
        assert_eq!((alone.drops.len(), alone.colors.o), (1, RED));
    }

    #[test]
    fn pictures_out_of_order_are_refused() {
        for (from, to) in [
            ("\"printed\": 3", "\"printed\": 1"),
            ("\"erased\": 4", "\"erased\": 6"),
            ("\"erased\": 4", "\"erased\": 2"),
            ("\"printed\": 3", "\"printed\": 18446744073709551615"),
        ] {
            let wrong = json(&film()).replacen(from, to, 1);
            let error = parse_script(&wrong).unwrap_err().to_string();
            assert!(error.starts_with("earlier picture 2"), "{error}");
        }
    }
}
