//! What is seen beside a board: the ground, also where no whole place of it is inside the picture.

use super::Grid;
use super::colors::color_difference;
use super::integral::IntegralImage;
use super::overlooked::{SAME, inner_parts};
use super::windows::{PARTS, Parts, Windows};

/// The colours that are seen beside a board, as many as the parts of places that they are seen on.
pub struct Margin(Parts);

impl Margin {
    /// `None` if little is seen.
    pub fn of(windows: &Windows) -> Option<Margin> {
        /// The fewest parts that say what is there. Set by hand.
        const FEWEST_PARTS: usize = 4 * PARTS;

        let parts = windows.margin();
        (parts.len() >= FEWEST_PARTS).then_some(Margin(parts))
    }

    /// Whether each part within the rim of a place has a colour that is seen beside the board.
    pub fn shows(&self, place: &Parts) -> bool {
        let is_seen = |part: usize| self.0.iter().any(|other| is_same(&place[part], other));
        inner_parts().all(is_seen)
    }

    /// Whether it has the colour of most that is seen there.
    fn mostly_shows(&self, place: &Parts) -> bool {
        let is_common = |part: usize| {
            let same = self.0.iter().filter(|other| is_same(&place[part], other));
            2 * same.count() > self.0.len()
        };
        inner_parts().all(is_common)
    }
}

fn is_same(one: &[f32; 3], other: &[f32; 3]) -> bool {
    color_difference(one, other) < SAME
}

impl Grid {
    /// Of the places that are no tiles those that show what is not seen beside the board; none if little is seen there.
    pub fn unlike_margin(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        self.compared_with_margin(image, &|place, parts, margin| {
            !tiles[place] && !margin.shows(parts)
        })
    }

    /// Of tiles of one colour each those in the colour that most of what is seen beside the board has.
    pub fn like_margin(&self, image: &IntegralImage, tiles: &[bool]) -> Vec<usize> {
        self.compared_with_margin(image, &|place, parts, margin| {
            tiles[place] && margin.mostly_shows(parts)
        })
    }

    fn compared_with_margin(
        &self,
        image: &IntegralImage,
        is_meant: &dyn Fn(usize, &Parts, &Margin) -> bool,
    ) -> Vec<usize> {
        let windows = Windows { image, grid: self };
        let Some(margin) = Margin::of(&windows) else {
            return Vec::new();
        };
        let places = windows.inside().into_iter().enumerate();
        let meant = places.filter(|(place, parts)| is_meant(*place, parts, &margin));
        meant.map(|(place, _)| place).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::drawn::squares;

    #[test]
    fn places_in_a_colour_that_is_not_seen_beside_the_board_are_unlike_the_margin() {
        let (image, grid) = squares(["ABCD", "CEDB", "BD.C", "ABEC"]);
        let tiles: Vec<bool> = "ABCDC.DBBD.CAB.C"
            .bytes()
            .map(|place| place != b'.')
            .collect();
        assert_eq!(grid.unlike_margin(&image, &tiles), [5, 14]);
    }

    #[test]
    fn plain_tiles_in_the_colour_that_most_of_the_margin_has_are_ground() {
        let (image, grid) = squares(["ABCD", "C.DB", "BD.C", "AB.C"]);
        assert_eq!(grid.like_margin(&image, &[true; 16]), [5, 10, 14]);
    }
}
