//! A hint: two tiles of a kind that a game links by a line which is hardly seen, or only where it leaves them, or that it
//! frames.

use std::cell::LazyCell;

use crate::grid::{Axis, Grid, color_difference};

use super::core::{Core, Side};
use super::hint_frame::Frames;
use super::pairing::Pairing;
use super::reading::Reading;
use super::scene::{Evened, Scene};
use super::split::{each_is_one, have_card_of_their_own};
use super::view::View;
use super::{Kind, LinkBoard, LinkCell, Taken};

/// With a kind of two tiles joined with the one that shows the same but for a line from the middle of each of the two to a
/// side, if the rules let these be linked over these sides, or else but for a frame or the card. A game shows one hint at a
/// time: where more kinds are so alike, that is how they differ.
pub fn with_hint_joined(scene: &Scene, reading: Reading) -> Reading {
    let view = scene.view(&reading.grid, Evened::Light);
    let hint = Hint {
        scene,
        view: &view,
        reading: &reading,
        taken: Taken::of(&reading.board),
    };
    let Some((pair, other)) = hint.found() else {
        return reading;
    };
    let kind = |cell| {
        reading
            .board
            .tile(if pair.contains(&cell) { other } else { cell })
    };
    let kinds = Kind::of_equals(reading.board.cells().map(kind));
    match LinkBoard::new(reading.board.columns(), kinds) {
        Ok(board) => Reading {
            pairing: Pairing::of(&board, &view.plain, reading.pairing.clarity()),
            board,
            ..reading
        },
        Err(_) => reading,
    }
}

/// A board on which two tiles may be linked by a line.
struct Hint<'a> {
    scene: &'a Scene,
    view: &'a View,
    reading: &'a Reading,
    taken: Taken,
}

impl Hint<'_> {
    /// The two tiles that are a hint, and another one of their kind.
    fn found(&self) -> Option<([LinkCell; 2], LinkCell)> {
        let frames = LazyCell::new(|| Frames::of(self.scene, &self.reading.grid));
        let are_lined = |pair: [LinkCell; 2], others: &[LinkCell]| {
            self.taken.are_linked(pair[0], pair[1]) && self.are_of(pair, others)
        };
        let are_framed = |pair: [LinkCell; 2], others: &[LinkCell]| {
            let pair = pair.map(|cell| self.reading.place(cell));
            let others: Vec<usize> = (others.iter())
                .map(|cell| self.reading.place(*cell))
                .collect();
            let are = |looks_like: fn(&Core, &Core) -> bool| {
                each_is_one(looks_like, self.view, &pair, &others)
            };
            are(Core::is_same_but_marked) && self.have_card_of_their_own(&pair)
                || are(Core::is_much_the_same) && frames.mark(pair)
        };
        self.only(are_lined).or_else(|| self.only(are_framed))
    }

    fn have_card_of_their_own(&self, places: &[usize]) -> bool {
        let is_tile = |place| self.taken.holds(self.reading.cell(place));
        have_card_of_their_own(self.view, places, is_tile)
    }

    /// The only kind of two tiles that is like another one, and a tile of that.
    fn only(
        &self,
        are_alike: impl Fn([LinkCell; 2], &[LinkCell]) -> bool,
    ) -> Option<([LinkCell; 2], LinkCell)> {
        let (kinds, are_alike) = (&self.reading.board.cells_by_kind(), &are_alike);
        let pairs = kinds.iter().filter_map(|cells| match cells[..] {
            [a, b] => Some([a, b]),
            _ => None,
        });
        let mut found = pairs.flat_map(|pair| {
            let others = kinds
                .iter()
                .filter(move |others| !others.contains(&pair[0]));
            let alike = others.filter(move |others| are_alike(pair, others));
            alike.map(move |others| (pair, others[0]))
        });
        let first = found.next()?;
        // Two kinds of two tiles may be like each other.
        let kinds = |(pair, other): ([LinkCell; 2], LinkCell)| {
            let [one, _] = pair;
            [one.min(other), one.max(other)]
        };
        found
            .all(|next| kinds(next) == kinds(first))
            .then_some(first)
    }

    /// Whether both tiles of a pair show what others do, but for a line, which is seen beside them unless they are neighbours
    /// and it goes from one to the other.
    fn are_of(&self, [a, b]: [LinkCell; 2], others: &[LinkCell]) -> bool {
        let [of_a, of_b] = [(a, b), (b, a)].map(|(tile, end)| self.sides(tile, end, others));
        let mut pairs = (of_a.iter()).flat_map(|one| of_b.iter().map(move |other| (one, other)));
        pairs.any(|(one, other)| {
            next(a, *one) == Some(b) && next(b, *other) == Some(a)
                || self.is_seen_beside(a, *one) && self.is_seen_beside(b, *other)
        })
    }

    /// The sides over which a line to another tile may leave one that shows what others do without it.
    fn sides(&self, tile: LinkCell, to: LinkCell, others: &[LinkCell]) -> Vec<Side> {
        let core = self.core(tile);
        let shows_same = |side: &Side| {
            let seen = core.behind_line(*side);
            let is_same = |other: &Core| seen.is_same_but_marked(other) || seen.is_covered(other);
            let mut others = others.iter().map(|other| self.core(*other));
            others.any(|other| is_same(other) && core.differs_at(other, *side))
        };
        let sides = Side::ALL.into_iter();
        sides
            .filter(|side| self.may_leave(tile, to, *side) && shows_same(side))
            .collect()
    }

    fn core(&self, cell: LinkCell) -> &Core {
        &self.view.cores[self.reading.place(cell)]
    }

    /// Whether a line to another tile may leave over a side: to the other one, or where no tile is.
    fn may_leave(&self, tile: LinkCell, to: LinkCell, side: Side) -> bool {
        next(tile, side).is_none_or(|next| next == to || !self.taken.holds(next))
    }

    /// Whether a line is seen beside a tile: in the middle of that side is a colour that is not at its ends.
    fn is_seen_beside(&self, tile: LinkCell, side: Side) -> bool {
        /// How far from the tile it is looked for, as a share of a pitch, and in how many parts of the side.
        const BESIDE: f64 = 0.2;
        const PARTS: usize = 8;
        /// How much more it differs from the ends than these from each other, 0 to 255, and how many times as much.
        // Set by hand on 468 screenshots, 39 of which show a hint.
        const CLEAR: f32 = 16.0;
        const CLEARER: f32 = 2.0;

        let Grid { x, y, .. } = self.reading.grid;
        let around = |axis: &Axis, index: usize| {
            let [start, end] = axis.span(index);
            let middle = (start + end) / 2.0;
            [middle - axis.pitch / 2.0, middle + axis.pitch / 2.0]
        };
        let (columns, rows) = (around(&x, tile.column), around(&y, tile.row));
        let beside = |[start, end]: [f64; 2], pitch: f64, is_behind: bool| match is_behind {
            true => [end, end + BESIDE * pitch],
            false => [start - BESIDE * pitch, start],
        };
        let seen = match side {
            Side::Left | Side::Right => {
                let beside = beside(columns, x.pitch, side == Side::Right);
                self.scene.means(beside, rows, [1, PARTS])
            }
            Side::Top | Side::Bottom => {
                let beside = beside(rows, y.pitch, side == Side::Bottom);
                self.scene.means(columns, beside, [PARTS, 1])
            }
        };
        let ends = [seen[1], seen[PARTS - 2]];
        let least = CLEAR.max(CLEARER * color_difference(&ends[0], &ends[1]));
        let is_line =
            |color: &[f32; 3]| ends.iter().all(|end| color_difference(color, end) >= least);
        seen[2..PARTS - 2].iter().any(is_line)
    }
}

/// The cell beside one, which may be in the lane right of the board or below it; `None` if it is in another lane.
fn next(cell: LinkCell, side: Side) -> Option<LinkCell> {
    let LinkCell { row, column } = cell;
    let [row, column] = match side {
        Side::Left => [row, column.checked_sub(1)?],
        Side::Right => [row, column + 1],
        Side::Top => [row.checked_sub(1)?, column],
        Side::Bottom => [row + 1, column],
    };
    Some(LinkCell::new(row, column))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::grid::{Survey, drawn::board};
    use crate::linkup::reading::read_surveyed;

    /// Cards with a bar of their own. A line leaves over the right side of those at `a` and the left side of those at `l`, over
    /// the top of those at `u`, and goes to the top of those at `n`, all of which are like the one at `A`. It is seen at the
    /// bottom of empty places at `v`. Those at `m` are like that one, too, but for three of their sides.
    fn drawn(rows: &[&str]) -> (Scene, Grid) {
        let (image, grid) = board(rows, 2, |letter, [x, y]| {
            let kind = match letter {
                b'a' | b'l' | b'm' | b'n' | b'u' => 0,
                letter => usize::from(letter - b'A'),
            };
            let is_barred = (6..22).contains(&x) && y.abs_diff(5 + 2 * kind) < 2;
            let is_line = match letter {
                b'a' => x >= 13 && y.abs_diff(13) < 2,
                b'l' => x <= 13 && y.abs_diff(13) < 2,
                b'u' => y <= 13 && x.abs_diff(13) < 2,
                b'n' => (2..=13).contains(&y) && x.abs_diff(13) < 2,
                b'v' => y >= 13 && x.abs_diff(13) < 2,
                _ => false,
            };
            match letter {
                _ if is_line => Rgb::new(255, 60, 40),
                b'v' => Rgb::new(30, 60, 90),
                _ if x.min(y) < 2 => Rgb::new(30, 60, 90),
                b'm' if x < 5 || !(5..=20).contains(&y) => Rgb::new(250, 120, 0),
                _ if is_barred => Rgb::BLACK,
                _ => Rgb::new(250, 240, 210),
            }
        });
        (image.into(), grid)
    }

    /// How many tiles are of the first kind, without and with the hint.
    fn of_first_kind(rows: &[&str]) -> [usize; 2] {
        let (scene, grid) = drawn(rows);
        let places = rows.concat();
        let tiles = (places.bytes().map(|place| !b".v".contains(&place))).collect();
        let reading = read_surveyed(&scene, &Survey { grid, tiles }).unwrap();
        let hinted = with_hint_joined(&scene, reading.clone());
        [reading, hinted].map(|reading| {
            let kinds = reading.board.cells_by_kind();
            let first = LinkCell::new(rows.len() - 1, 0);
            let of_first = kinds.iter().find(|cells| cells.contains(&first));
            of_first.map_or(0, Vec::len)
        })
    }

    #[test]
    fn neighbours_that_a_line_links_are_of_their_kind() {
        let linked = ["GBCDEF", "FEalDC", "ABGHAH"];
        assert_eq!(of_first_kind(&linked), [2, 4]);
    }

    #[test]
    fn tiles_with_a_rim_of_their_own_are_of_the_kind_that_shows_the_same() {
        let of_first_kind = |rows: [&str; 3]| {
            let (scene, grid) = drawn(&rows);
            let tiles = vec![true; grid.count()];
            let split = Reading {
                board: rows.join("\n").parse().unwrap(),
                ..read_surveyed(&scene, &Survey { grid, tiles }).unwrap()
            };
            let hinted = with_hint_joined(&scene, split);
            hinted.board.cells_by_kind()[0].len()
        };
        assert_eq!(of_first_kind(["ABCDEF", "FEmHDC", "GBAmGH"]), 4);
        assert_eq!(of_first_kind(["ABCDEF", "FEmHDC", "GBAlGH"]), 2);
    }

    #[test]
    fn a_line_that_is_no_link_is_part_of_a_kind() {
        let apart = ["GBCDEF", "FElaDC", "ABGHAH"];
        assert_eq!(of_first_kind(&apart), [2, 2]);
    }

    #[test]
    fn a_line_that_goes_round_is_seen_beside_its_tiles() {
        let linked = ["v....v", "uBCDEu", "FEGDCF", "ABGHAH"];
        assert_eq!(of_first_kind(&linked), [2, 4]);
        let hidden = ["......", "nBCDEn", "FEGDCF", "ABGHAH"];
        assert_eq!(of_first_kind(&hidden), [2, 2]);
    }
}
