//! All drops that may have led to a field, and the fields before them.

use super::row::Row;
use super::state::{NO_PARENT, ROWS, State};
use super::target::Target;
use super::undrop::Undrop;
use crate::game::Pose;

/// How many untouched rows of the picture a piece may reach below the active ones.
const REACH: usize = 4;
const LOCAL_ROWS: usize = ROWS + REACH;

/// What keeps the search among fields that good plans go through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// The most scaffold rows at a time.
    pub scaffold_rows: u32,
    /// The most active rows of the picture at a time.
    pub picture_rows: u32,
    /// The most drops in a row of which no pixel stays.
    pub stall: u8,
    pub no_repeat: bool,
}

/// The rows around the surface of a field, from the lowest one a piece may reach.
struct Window<R> {
    rows: [R; LOCAL_ROWS],
    /// For each row the union of it and all above.
    above: [R; LOCAL_ROWS + 1],
    /// For each row, what lies one row below.
    below: [R; LOCAL_ROWS + 1],
    /// For each row, the cells that each kind of piece may have left.
    by_piece: [[R; 7]; LOCAL_ROWS],
    /// Those of them that nothing stands above.
    tops: [[R; 7]; LOCAL_ROWS],
    scaffold: u16,
    /// The rows with a cell that nothing stands above, a bit a row.
    exposed: u16,
    len: usize,
    /// The rows of the picture under the window.
    first: usize,
}

impl<R: Row> Window<R> {
    fn new(state: &State<R>, target: &Target<R>) -> Self {
        let untouched = state.untouched as usize;
        let first = untouched.saturating_sub(REACH);
        let reached = untouched - first;
        let len = reached + state.active as usize;
        let mut window = Window {
            rows: [R::EMPTY; LOCAL_ROWS],
            above: [R::EMPTY; LOCAL_ROWS + 1],
            below: [R::EMPTY; LOCAL_ROWS + 1],
            by_piece: [[R::EMPTY; 7]; LOCAL_ROWS],
            tops: [[R::EMPTY; 7]; LOCAL_ROWS],
            scaffold: u16::from(state.scaffold) << reached,
            exposed: 0,
            len,
            first,
        };
        let mut picture_row = first;
        for row in 0..len {
            let is_scaffold = window.scaffold >> row & 1 == 1;
            let cells = match row.checked_sub(reached) {
                Some(active) => state.rows[active],
                None => target.rows[picture_row].pixels,
            };
            window.rows[row] = cells;
            window.below[row + 1] = cells;
            if is_scaffold {
                window.by_piece[row] = [cells; 7];
            } else {
                window.by_piece[row] = target.rows[picture_row]
                    .by_piece
                    .map(|pixels| pixels & cells);
                picture_row += 1;
            }
        }
        window.below[0] = target.below(first);
        for row in (0..len).rev() {
            let open = !window.above[row + 1];
            let is_exposed = !(window.rows[row] & open).is_empty();
            window.exposed |= u16::from(is_exposed) << row;
            window.tops[row] = window.by_piece[row].map(|cells| cells & open);
            window.above[row] = window.above[row + 1] | window.rows[row];
        }
        window
    }

    /// The columns where the piece may have left the field with its lowest kept row at `row`.
    fn columns(&self, undrop: &Undrop, row: usize, full_row: R) -> R {
        let mut columns = full_row >> (undrop.width - 1);
        let piece = undrop.pose.piece().index();
        for probe in &undrop.tops {
            columns = columns & (self.tops[row + probe.row as usize][piece] >> probe.column.into());
        }
        // Here most come to nothing.
        if columns.is_empty() {
            return columns;
        }
        for probe in &undrop.covered {
            columns =
                columns & (self.by_piece[row + probe.row as usize][piece] >> probe.column.into());
        }
        for probe in &undrop.open {
            columns = columns & !(self.above[row + probe.row as usize] >> probe.column.into());
        }
        if !undrop.supports.is_empty() {
            let mut supported = R::EMPTY;
            for probe in &undrop.supports {
                supported |= self.below[row + probe.row as usize] >> probe.column.into();
            }
            columns = columns & supported;
        }
        columns
    }
}

/// Calls `visit` with each field from which one drop leads to `state`, unless the limits forbid
/// it or it has more than `most_cells` cells. Score, hash and parent are not filled in.
pub(super) fn expand<R: Row>(
    state: &State<R>,
    target: &Target<R>,
    undrops: &[Undrop],
    limits: &Limits,
    most_cells: u32,
    mut visit: impl FnMut(State<R>),
) {
    let window = Window::new(state, target);
    let last_piece = (limits.no_repeat && state.parent != NO_PARENT)
        .then(|| Pose::ALL[state.pose as usize].piece());
    let width = target.field.width() as u32;
    let open_rows = state.scaffold.count_ones();
    for undrop in undrops {
        let is_repeat = Some(undrop.pose.piece()) == last_piece;
        let inserted = undrop.cleared.count_ones();
        if is_repeat
            || inserted + open_rows > limits.scaffold_rows
            || state.cells() + width * inserted > most_cells + 4
        {
            continue;
        }
        for row in 0..(window.len + 1).saturating_sub(undrop.kept) {
            if undrop.kept > 0 && window.exposed >> (row + undrop.kept - 1) & 1 == 0 {
                continue;
            }
            let mut columns = window.columns(undrop, row, target.full_row).to_mask();
            while columns != 0 {
                let column = columns.trailing_zeros();
                columns &= columns - 1;
                if let Some(child) = take_back(state, &window, target, limits, undrop, row, column)
                {
                    visit(child);
                }
            }
        }
    }
}

/// The field before the drop; `None` if it is outside the limits or an empty row would lie under
/// a filled one, which no drop can leave.
fn take_back<R: Row>(
    state: &State<R>,
    window: &Window<R>,
    target: &Target<R>,
    limits: &Limits,
    undrop: &Undrop,
    row: usize,
    column: u32,
) -> Option<State<R>> {
    if window.first + row + undrop.height > target.field.height() {
        return None;
    }
    // Copies of a fixed size are much faster, so there is room for one from any row.
    let mut rows = [R::EMPTY; LOCAL_ROWS + 4 + ROWS];
    rows[..LOCAL_ROWS].copy_from_slice(&window.rows);
    let low = (1_u32 << row) - 1;
    let mut scaffold = u32::from(window.scaffold) & low;
    let mut from = row;
    let mut pixels = 0;
    let mut scaffold_cells = 0;
    for i in 0..undrop.height {
        let piece = R::from_mask(u64::from(undrop.rows[i])) << column;
        if undrop.cleared >> i & 1 == 1 {
            rows[row + i] = target.full_row & !piece;
            scaffold |= 1 << (row + i);
            scaffold_cells += target.field.width() as i32 - piece.count() as i32;
        } else {
            rows[row + i] = window.rows[from] & !piece;
            let is_scaffold = window.scaffold >> from & 1 == 1;
            scaffold |= u32::from(is_scaffold) << (row + i);
            if is_scaffold {
                scaffold_cells -= piece.count() as i32;
            } else {
                pixels += piece.count();
            }
            from += 1;
        }
    }
    let inserted = undrop.height - undrop.kept;
    let mut len = window.len + inserted;
    if inserted > 0 {
        for (row, cells) in (row + undrop.height..len).zip(&window.rows[from..]) {
            rows[row] = *cells;
        }
    }
    scaffold |= (u32::from(window.scaffold) >> from) << (row + undrop.height);

    while len > 0 && rows[len - 1].is_empty() {
        len -= 1;
    }
    if window.first + len + 2 > target.field.height() {
        return None;
    }
    let mut lowest = 0;
    while lowest < len
        && scaffold >> lowest & 1 == 0
        && rows[lowest] == target.rows[window.first + lowest].pixels
    {
        lowest += 1;
    }
    let active = len - lowest;
    if active > ROWS || rows[lowest..len].iter().any(|row| row.is_empty()) {
        return None;
    }
    let scaffold = (scaffold & ((1_u32 << len) - 1)) >> lowest;
    let scaffold_rows = scaffold.count_ones();
    let stall = if pixels == 0 { state.stall + 1 } else { 0 };
    if scaffold_rows > limits.scaffold_rows
        || active as u32 - scaffold_rows > limits.picture_rows
        || stall > limits.stall
    {
        return None;
    }
    let active_rows = rows[lowest..lowest + ROWS].try_into();
    Some(State {
        rows: active_rows.expect("a slice of as many rows"),
        hash: 0,
        score: 0.0,
        parent: 0,
        pixels: state.pixels - pixels as u16,
        scaffold_cells: (i32::from(state.scaffold_cells) + scaffold_cells) as u16,
        untouched: (window.first + lowest) as u16,
        active: active as u8,
        scaffold: scaffold as u8,
        pose: undrop.pose as u8,
        column: column as u8,
        stall,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Rgb;
    use crate::game::{Column, Drop, Playfield, Tetromino};
    use crate::plan::{Carriers, Picture};
    use crate::sprite::Sprite;

    const LIMITS: Limits = Limits {
        scaffold_rows: 3,
        picture_rows: 4,
        stall: 24,
        no_repeat: false,
    };

    fn target(drawing: &str, size: &str, carriers: &Carriers) -> Target<u32> {
        let colors = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
        let picture = Picture::of(&Sprite::from_diagram(drawing, colors).unwrap()).unwrap();
        let free = vec![0; picture.height()];
        Target::new(&picture, size.parse().unwrap(), carriers, 1, &free)
    }

    fn children(state: &State<u32>, target: &Target<u32>, limits: &Limits) -> Vec<State<u32>> {
        let mut children = Vec::new();
        let undrops = Undrop::all(3);
        expand(state, target, &undrops, limits, 1000, |child| {
            children.push(child)
        });
        children
    }

    fn playfield(state: &State<u32>, target: &Target<u32>) -> Playfield {
        let untouched = target.rows[..state.untouched as usize]
            .iter()
            .map(|row| row.pixels);
        let active = state.rows[..state.active as usize].iter().copied();
        let rows: Vec<u32> = untouched.chain(active).collect();
        let line = |row: usize| -> String {
            let cells = rows.get(row).copied().unwrap_or(0);
            let width = target.field.width();
            (0..width)
                .map(|x| if cells >> x & 1 == 1 { '#' } else { '.' })
                .collect()
        };
        let lines: Vec<String> = (0..target.field.height()).rev().map(line).collect();
        lines.join("\n").parse().unwrap()
    }

    #[test]
    fn what_was_taken_back_falls_into_its_place_again() {
        let carriers = Carriers::new(|piece| Some((piece.index() % 2) as u8));
        let target = target("ab.a\nabba\n.bb.", "7x14", &carriers);
        let mut states = vec![State::finished(&target)];
        let mut checked = 0;
        for _ in 0..5 {
            let mut next = Vec::new();
            for state in &states {
                let after = playfield(state, &target);
                for child in children(state, &target, &LIMITS) {
                    let mut field = playfield(&child, &target);
                    let pose = Pose::ALL[child.pose as usize];
                    let drop = Drop::new(pose, Column(child.column.into()));
                    assert!(field.drop(drop).is_ok(), "{drop} on\n{field}");
                    assert_eq!(field.to_string(), after.to_string(), "{drop}");
                    checked += 1;
                    next.push(child);
                }
            }
            // A sample of every kind of child.
            states = next.into_iter().step_by(17).take(200).collect();
        }
        assert!(checked > 1000, "{checked}");
    }

    #[test]
    fn only_carriers_of_its_colour_leave_a_pixel() {
        let carriers = Carriers::new(|piece| match piece {
            Tetromino::J => Some(0),
            Tetromino::O => Some(1),
            _ => None,
        });
        let target = target("ab", "21x42", &carriers);
        for child in children(&State::finished(&target), &target, &LIMITS) {
            if child.pixels < 2 {
                assert_eq!(Pose::ALL[child.pose as usize].piece(), Tetromino::J);
            }
        }
    }

    #[test]
    fn the_limits_hold() {
        let carriers = Carriers::new(|_| Some(0));
        let target = target("a.a\naaa", "21x42", &carriers);
        let narrow = Limits {
            scaffold_rows: 1,
            ..LIMITS
        };
        for child in children(&State::finished(&target), &target, &narrow) {
            assert!(child.scaffold.count_ones() <= 1);
        }
        let first = children(&State::finished(&target), &target, &LIMITS)[0];
        let no_repeat = Limits {
            no_repeat: true,
            ..LIMITS
        };
        let state = State { parent: 0, ..first };
        let piece = |state: &State<u32>| Pose::ALL[state.pose as usize].piece();
        assert!(
            children(&state, &target, &LIMITS)
                .iter()
                .any(|child| piece(child) == piece(&state))
        );
        assert!(
            children(&state, &target, &no_repeat)
                .iter()
                .all(|child| piece(child) != piece(&state))
        );
    }
}
