//! The rules of the game once more, as plainly as can be: the judge must not share a mistake with those whom it judges,
//! so it takes nothing from [`game`](crate::game) but names.

use crate::game::{PieceDrop, Pose, Tetromino};
use crate::script::PrintScript;

/// A drop of a script that the rules do not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("drop {number} of the print script, {drop}: {rule}")]
pub struct RefusedDrop {
    /// Which drop, counted from 1.
    pub number: usize,
    /// What was to be dropped.
    pub drop: PieceDrop,
    /// Which rule it breaks.
    pub rule: BrokenRule,
}

/// What a drop does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BrokenRule {
    /// A cell of the piece would be in a wall.
    #[error("it does not fit between the walls of the field")]
    OutsideField,
    /// There are cells in the two rows in which pieces enter.
    #[error("the two top rows are not empty, so no piece can be turned and shifted there")]
    TopOccupied,
    /// The stack leaves no room for the piece.
    #[error("it would rest with a cell above the field")]
    ToppedOut,
}

/// Rows from the top, cells from the left: which piece each cell comes from.
pub type PlayedCells = Vec<Vec<Option<Tetromino>>>;

/// The field that a script leaves behind; a cut empties it before the next drop. Errors: the first drop that breaks a
/// rule.
pub fn play(script: &PrintScript) -> Result<PlayedCells, RefusedDrop> {
    let empty = vec![vec![None; script.field.width()]; script.field.height()];
    let mut field = empty.clone();
    for (number, drop) in (1..).zip(script.drops.iter().copied()) {
        if script.is_cut_before(number - 1) {
            field.clone_from(&empty);
        }
        play_drop(&mut field, drop).map_err(|rule| RefusedDrop { number, drop, rule })?;
    }
    Ok(field)
}

fn play_drop(field: &mut PlayedCells, drop: PieceDrop) -> Result<(), BrokenRule> {
    let (width, height) = (field[0].len(), field.len());
    let (piece, drawing) = drawing(drop.pose);
    if drop.column.0 > width - drawing[0].len() {
        return Err(BrokenRule::OutsideField);
    }
    if field[..2].iter().flatten().any(Option::is_some) {
        return Err(BrokenRule::TopOccupied);
    }
    let cells = |top: usize| {
        let lines = drawing.iter().enumerate();
        lines.flat_map(move |(y, line)| {
            let filled = line.char_indices().filter(|(_, cell)| *cell == '#');
            filled.map(move |(x, _)| (top + y, drop.column.0 + x))
        })
    };
    let is_free = |top: usize| cells(top).all(|(y, x)| y < height && field[y][x].is_none());
    if !is_free(0) {
        return Err(BrokenRule::ToppedOut);
    }
    let fallen = (1..).take_while(|top| is_free(*top)).count();
    for (y, x) in cells(fallen) {
        field[y][x] = Some(piece);
    }
    for y in fallen..fallen + drawing.len() {
        if field[y].iter().all(Option::is_some) {
            field.remove(y);
            field.insert(0, vec![None; width]);
        }
    }
    Ok(())
}

/// Which piece it is, and what it looks like.
fn drawing(pose: Pose) -> (Tetromino, &'static [&'static str]) {
    use Tetromino::{I, J, L, O, S, T, Z};
    match pose {
        Pose::TUp => (T, &[".#.", "###"]),
        Pose::TRight => (T, &["#.", "##", "#."]),
        Pose::TDown => (T, &["###", ".#."]),
        Pose::TLeft => (T, &[".#", "##", ".#"]),
        Pose::JLeft => (J, &[".#", ".#", "##"]),
        Pose::JUp => (J, &["#..", "###"]),
        Pose::JRight => (J, &["##", "#.", "#."]),
        Pose::JDown => (J, &["###", "..#"]),
        Pose::ZHorizontal => (Z, &["##.", ".##"]),
        Pose::ZVertical => (Z, &[".#", "##", "#."]),
        Pose::O => (O, &["##", "##"]),
        Pose::SHorizontal => (S, &[".##", "##."]),
        Pose::SVertical => (S, &["#.", "##", ".#"]),
        Pose::LRight => (L, &["#.", "#.", "##"]),
        Pose::LDown => (L, &["###", "#.."]),
        Pose::LLeft => (L, &["##", ".#", ".#"]),
        Pose::LUp => (L, &["..#", "###"]),
        Pose::IVertical => (I, &["#", "#", "#", "#"]),
        Pose::IHorizontal => (I, &["####"]),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::{Column, FieldSize, GameError, PaintedPlayfield, Row};
    use crate::replay::{replay, replay_to_end};

    /// What the judge and the game say of a script, both as drawings or as the refused drop's number and rule.
    fn both(script: &PrintScript) -> [Result<String, (usize, BrokenRule)>; 2] {
        let letter = |cell: &Option<Tetromino>| cell.map_or('.', Tetromino::letter);
        let line = |row: &Vec<_>| row.iter().map(letter).chain(['\n']).collect::<String>();
        let judged = play(script);
        let played = replay_to_end(script);
        [
            judged
                .map(|cells| cells.iter().map(line).collect())
                .map_err(|refused| (refused.number, refused.rule)),
            played
                .map(|field| field.to_string())
                .map_err(|refused| (refused.number, rule_of(&refused.error))),
        ]
    }

    fn rule_of(error: &GameError) -> BrokenRule {
        match error {
            GameError::OutsideField { .. } => BrokenRule::OutsideField,
            GameError::TopOccupied => BrokenRule::TopOccupied,
            GameError::ToppedOut { .. } => BrokenRule::ToppedOut,
            GameError::FieldSize { .. } => panic!("{error}"),
        }
    }

    /// The script of a player that likes to clear rows and does not mind holes: of some random drops it takes the one
    /// that clears most, else the lowest.
    fn clearing_script(size: FieldSize, drops: usize, mut seed: u32) -> PrintScript {
        let mut chance = |below: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 16) as usize % below
        };
        let mut script = PrintScript::of_drops(size, Vec::new());
        let mut field = PaintedPlayfield::new(size);
        for _ in 0..drops {
            let tries = (0..30).filter_map(|_| {
                let pose = Pose::ALL[chance(Pose::COUNT)];
                let drop = PieceDrop::new(pose, Column(chance(size.width())));
                let mut after = field.clone();
                let lock = after.drop(drop).ok()?;
                Some(((lock.cleared.len(), lock.placement.row), drop, after))
            });
            let best = tries.max_by_key(|(rank, ..)| *rank);
            let Some((_, drop, after)) = best else { break };
            field = after;
            script.drops.push(drop);
        }
        script
    }

    #[test]
    fn judge_and_game_agree_on_games_that_clear_many_rows_at_once() {
        let (mut at_once, mut apart) = (0, 0);
        for (seed, width) in (0..60).zip([4, 5, 6, 7].into_iter().cycle()) {
            let script = clearing_script(FieldSize::new(width, 14).unwrap(), 300, seed);
            for lock in replay(&script) {
                let rows: Vec<Row> = lock.unwrap().cleared.iter().collect();
                at_once += usize::from(rows.len() > 1);
                apart += usize::from(rows.windows(2).any(|pair| pair[1].0 - pair[0].0 > 1));
            }
            let [judged, played] = both(&script);
            assert_eq!(judged, played, "seed {seed}");
        }
        assert!(at_once > 300 && apart > 30, "{at_once} {apart}");
    }

    #[test]
    fn every_piece_looks_as_the_game_has_it() {
        let size = FieldSize::new(4, 6).unwrap();
        for pose in Pose::ALL {
            let script = PrintScript::of_drops(size, vec![PieceDrop::new(pose, Column(0))]);
            let [judged, played] = both(&script);
            assert_eq!(judged, played, "{pose:?}");
        }
    }

    #[test]
    fn a_refused_drop_is_named() {
        let size = FieldSize::new(4, 6).unwrap();
        let drop = PieceDrop::new(Pose::IVertical, Column(3));
        let refused = play(&PrintScript::of_drops(size, vec![drop; 2])).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "drop 2 of the print script, I vertical at column 3: it would rest with a cell above the field"
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn judge_and_game_agree_on_any_script(
            width in 4u32..9,
            height in 4u32..20,
            drops in prop::collection::vec((0..Pose::COUNT, 0usize..9), 0..60),
        ) {
            let drop = |(pose, column): (usize, usize)| PieceDrop::new(Pose::ALL[pose], Column(column));
            let size = FieldSize::new(width, height).unwrap();
            let script = PrintScript::of_drops(size, drops.into_iter().map(drop).collect());
            let [judged, played] = both(&script);
            prop_assert_eq!(judged, played);
        }
    }
}
