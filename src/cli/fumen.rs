//! `--fumen`: a link to fumen, the notation in which players share games, with a page for each piece.

use ::fumen::{CellColor, Fumen, Page, Piece, PieceType, RotationState};
use anyhow::{Context, ensure};

use tetris_printer::game::{Orientation, PaintedPlayfield, Placement, Pose, Row, Tetromino};
use tetris_printer::replay::replay;
use tetris_printer::script::PrintScript;

/// The field of the format: ten columns and 23 rows.
const WIDTH: usize = 10;
const HEIGHT: usize = 23;

/// The link that shows a script's game. Grey stone stands beside a field of fewer than ten columns.
///
/// Errors: a field or a stack that the format has no room for, a drop that the game refuses.
pub fn fumen_link(script: &PrintScript) -> anyhow::Result<String> {
    let field = script.field;
    let is_narrow = script.sprite.is_none_or(|sprite| sprite.width <= WIDTH);
    let remedy = match is_narrow {
        true => "print on --field 10x20",
        false => "leave out the link",
    };
    ensure!(
        field.width() <= WIDTH,
        "fumen links show fields of up to {WIDTH} columns, this one is {field}: {remedy}"
    );
    let mut pages = Vec::new();
    let mut game = replay(script);
    loop {
        let mut page = match script.is_cut_before(pages.len()) {
            true => page_of(&PaintedPlayfield::new(field)),
            false => page_of(game.field()),
        };
        let Some(lock) = game.next().transpose()? else {
            // The last page shows what is left.
            pages.push(page);
            break;
        };
        let number = pages.len() + 1;
        page.piece = Some(piece_at(lock.placement, field.height()).with_context(|| {
            format!(
                "fumen links show {HEIGHT} rows, and drop {number} of the script rests above them"
            )
        })?);
        pages.push(page);
    }
    let guideline = true;
    Ok(format!(
        "https://fumen.zui.jp/?{}",
        Fumen { pages, guideline }.encode()
    ))
}

fn page_of(field: &PaintedPlayfield) -> Page {
    let size = field.size();
    let mut page = Page::default();
    for (height, line) in page.field.iter_mut().enumerate().take(size.height()) {
        let row = field.row(Row(size.height() - 1 - height));
        for (cell, piece) in line.iter_mut().zip(row) {
            *cell = piece.map_or(CellColor::Empty, |piece| kind(piece).into());
        }
        line[size.width()..].fill(CellColor::Grey);
    }
    page
}

/// `None` above the rows that the format has.
fn piece_at(placement: Placement, field_height: usize) -> Option<Piece> {
    let Placement { pose, column, row } = placement;
    let (rotation, down, right) = middle(pose);
    let shape = pose.shape();
    let x = column.0 as i32 + i32::from(shape.origin_column) + right;
    let y = field_height as i32 - 1 - (row.0 as i32 + i32::from(shape.origin_row) + down);
    (field_height - row.0 <= HEIGHT).then_some(Piece {
        kind: kind(pose.piece()),
        rotation,
        x: x as u32,
        y: y as u32,
    })
}

/// The format's name of a pose, and its middle seen from the console's: rows down, columns right.
fn middle(pose: Pose) -> (RotationState, i32, i32) {
    use RotationState::{East, North, South, West};

    match (pose.piece(), pose.orientation()) {
        (Tetromino::I, Orientation::Horizontal) => (North, 0, -1),
        (Tetromino::I, Orientation::Vertical) => (East, -1, 0),
        (Tetromino::O, _) => (North, 1, -1),
        (_, Orientation::Up) => (North, 0, 0),
        (_, Orientation::Right | Orientation::Vertical) => (East, 0, 0),
        (_, Orientation::Down | Orientation::Horizontal) => (South, 0, 0),
        (_, Orientation::Left) => (West, 0, 0),
    }
}

const fn kind(piece: Tetromino) -> PieceType {
    match piece {
        Tetromino::I => PieceType::I,
        Tetromino::O => PieceType::O,
        Tetromino::T => PieceType::T,
        Tetromino::S => PieceType::S,
        Tetromino::Z => PieceType::Z,
        Tetromino::J => PieceType::J,
        Tetromino::L => PieceType::L,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tetris_printer::game::{Column, FieldSize, PieceDrop};

    #[test]
    fn the_editor_fills_the_cells_of_every_pose() {
        for pose in Pose::ALL {
            let (column, row) = (Column(4), Row(10));
            let placement = Placement { pose, column, row };
            let page = Page {
                piece: piece_at(placement, 20),
                ..Page::default()
            };
            let mut expected = Page::default().field;
            for (column, row) in placement.cells() {
                expected[19 - row.0][column.0] = kind(pose.piece()).into();
            }
            assert_eq!(page.next_page().field, expected, "{pose:?}");
        }
    }

    fn script(width: u32, height: u32, drops: &[(Pose, usize)]) -> PrintScript {
        let drops = drops
            .iter()
            .map(|(pose, column)| PieceDrop::new(*pose, Column(*column)));
        PrintScript::of_drops(FieldSize::new(width, height).unwrap(), drops.collect())
    }

    #[test]
    fn a_link_is_what_the_editor_makes() {
        let link = fumen_link(&script(10, 20, &[(Pose::TUp, 0), (Pose::IVertical, 9)]));
        assert_eq!(link.unwrap(), "https://fumen.zui.jp/?v115@vhC1OJpoBAAA");
    }

    #[test]
    fn what_has_no_room_is_refused() {
        let error = fumen_link(&script(11, 20, &[])).unwrap_err().to_string();
        assert!(error.contains("--field 10x20"), "{error}");
        let tower = fumen_link(&script(10, 30, &[(Pose::O, 0); 12]));
        assert!(tower.unwrap_err().to_string().contains("drop 12"));
    }
}
