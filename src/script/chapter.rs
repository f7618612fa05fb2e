//! The pictures of a script: a print has one, a film several.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::{PieceColors, PrintScript, ScriptError, SpritePosition};

/// A picture that is printed and then taken away: erased by playing on until the field is empty, or by a cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EarlierPicture {
    /// The drops, counted from the script's first, after which the picture stands complete.
    pub printed: usize,
    /// The drops after which the field is empty again. `None`: nobody erases it, and the next drop falls on an empty
    /// field (a cut).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub erased: Option<usize>,
    /// The colour of each piece from the picture before this one until then.
    pub colors: PieceColors,
    /// Where the picture stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprite: Option<SpritePosition>,
}

impl EarlierPicture {
    /// The drops after which the next picture begins.
    pub fn end(&self) -> usize {
        self.erased.unwrap_or(self.printed)
    }
}

/// A part of a script that begins on the empty field and prints one picture; another one may follow when this one is
/// erased, or after a cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The drops that print the picture.
    pub printing: Range<usize>,
    /// The drops that erase it; none of the last picture, and of one that is cut off.
    pub erasing: Range<usize>,
    /// The colour of each piece.
    pub colors: PieceColors,
    /// Where the picture stands.
    pub sprite: Option<SpritePosition>,
    /// Whether the field is emptied after it, though something is left.
    pub is_cut: bool,
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
        let starts = std::iter::once(0).chain(self.earlier.iter().map(EarlierPicture::end));
        let ends = self.earlier.iter().copied().chain([EarlierPicture {
            printed: self.drops.len(),
            erased: Some(self.drops.len()),
            colors: self.colors,
            sprite: self.sprite,
        }]);
        let chapter = |(start, picture): (usize, EarlierPicture)| Chapter {
            printing: start..picture.printed,
            erasing: picture.printed..picture.end(),
            colors: picture.colors,
            sprite: picture.sprite,
            is_cut: picture.erased.is_none(),
        };
        starts.zip(ends).map(chapter).collect()
    }

    /// The colour that each piece has while the drop with this index, from 0, falls.
    pub fn colors_at(&self, drop: usize) -> &PieceColors {
        let mut earlier = self.earlier.iter();
        let picture = earlier.find(|picture| drop < picture.end());
        picture.map_or(&self.colors, |picture| &picture.colors)
    }

    /// Whether the drop with this index, from 0, falls on a field that was emptied by a cut.
    pub fn is_cut_before(&self, drop: usize) -> bool {
        let mut earlier = self.earlier.iter();
        earlier.any(|picture| picture.erased.is_none() && picture.printed == drop)
    }

    /// The drops between two cuts, and before the first and after the last one: games of their own.
    pub fn games(&self) -> Vec<Range<usize>> {
        let cut = self
            .earlier
            .iter()
            .filter(|picture| picture.erased.is_none());
        let cuts: Vec<usize> = cut.map(|picture| picture.printed).collect();
        let starts = std::iter::once(0).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([self.drops.len()]);
        starts.zip(ends).map(|(start, end)| start..end).collect()
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
        let (printed, end) = (picture.printed, picture.end());
        // Nothing would be cut after the last drop.
        let is_late = end > drops || picture.erased.is_none() && end == drops;
        if !(start..=end).contains(&printed) || is_late {
            return Err(ScriptError::Earlier {
                number: index + 1,
                printed,
                end,
                drops,
            });
        }
        start = end;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::parse_script;
    use super::super::tests::json;
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
            erased: Some(erased),
            colors: PieceColors::new(|_| RED),
            sprite: None,
        };
        PrintScript {
            earlier: vec![picture(1, 2), picture(3, 4)],
            ..PrintScript::of_drops(FieldSize::new(4, 6).unwrap(), drops)
        }
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
    fn a_picture_that_is_not_erased_is_cut_off_before_the_next_drop() {
        let mut film = film();
        film.earlier.truncate(1);
        film.earlier[0].erased = None;
        assert!(!json(&film).contains("erased"));
        assert_eq!(parse_script(&json(&film)).unwrap(), film);
        let chapters = film.chapters();
        let drops: Vec<_> = chapters.iter().map(Chapter::drops).collect();
        assert_eq!(drops, [0..1, 1..5]);
        assert!(chapters[0].is_cut && !chapters[1].is_cut);
        let cuts: Vec<usize> = (0..=5).filter(|drop| film.is_cut_before(*drop)).collect();
        assert_eq!(cuts, [1]);
        assert_eq!(film.games(), [0..1, 1..5]);
        film.earlier[0].printed = 5;
        assert!(parse_script(&json(&film)).is_err());
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
