use super::*;
use crate::game::{PieceDrop, Pose, Tetromino};
use crate::script::{PieceColors, SpritePosition};

const J: Rgb = Rgb::new(0, 0, 200);
const T: Rgb = Rgb::new(200, 0, 200);

fn sprite(drawing: &str) -> Sprite {
    let color = |letter| match letter {
        'J' => Some(J),
        'T' => Some(T),
        _ => None,
    };
    Sprite::from_diagram(drawing, color).unwrap()
}

/// A J and a T beside each other on the floor.
fn script(left: Option<i32>) -> PrintScript {
    let color = |piece| if piece == Tetromino::J { J } else { T };
    let drops = vec![
        PieceDrop::new(Pose::JUp, Column(1)),
        PieceDrop::new(Pose::TUp, Column(4)),
    ];
    PrintScript {
        colors: PieceColors::new(color),
        sprite: left.map(|left| SpritePosition {
            width: 8,
            height: 4,
            left,
        }),
        ..PrintScript::of_drops(FieldSize::new(8, 6).unwrap(), drops)
    }
}

const PRINTED: &str = "........
                           .J...T..
                           .JJJTTT.
                           ........";

#[test]
fn an_exact_print_has_no_differences_wherever_its_margins_are() {
    let printed = PrintedField::of_script(&script(Some(0))).unwrap();
    let verdict = verify(&sprite(PRINTED), &printed).unwrap();
    assert_eq!((verdict.is_exact(), verdict.cells), (true, 48));
    let unplaced = PrintedField::of_script(&script(None)).unwrap();
    let verdict = verify(&sprite("J...T.\nJJJTTT"), &unplaced).unwrap();
    assert_eq!((verdict.is_exact(), verdict.left), (true, 1));
}

#[test]
fn each_wrong_cell_is_named() {
    let printed = PrintedField::of_script(&script(Some(0))).unwrap();
    let other = PRINTED.replace(".J...T..", ".J.T....");
    let verdict = verify(&sprite(&other), &printed).unwrap();
    let at = |column, expected, found| Difference {
        column: Column(column),
        row: Row(4),
        expected,
        found,
    };
    assert_eq!(
        verdict.differences,
        [at(3, Some(T), None), at(5, None, Some(T))]
    );
    let shifted = PrintedField::of_script(&script(Some(1))).unwrap();
    assert!(!verify(&sprite(PRINTED), &shifted).unwrap().is_exact());
}

#[test]
fn free_columns_may_hold_anything_beside_the_picture_but_nothing_over_it() {
    let printed = PrintedField::of_script(&script(Some(0))).unwrap();
    let without_the_t = sprite("........\n.J......\n.JJJ....\n........");
    let free = |columns| verify_beside(&without_the_t, &printed, columns).unwrap();
    assert_eq!(
        (free(0b0111_0000).is_exact(), free(0).is_exact()),
        (true, false)
    );
    assert_eq!(free(0b0111_0000).cells, 48 - 6);
    assert_eq!(free(0b0101_0000).differences.len(), 2);
    // Two pixels in free columns are wrong, and two cells stand over the picture's only row.
    let lower_row = sprite("JJJTTT.");
    let cells = |free| verify_beside(&lower_row, &printed, free).unwrap();
    assert_eq!(cells(0xff).differences.len(), 4);
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let printed = PrintedField::of_script(&script(None)).unwrap();
    assert_eq!(
        verify(&sprite("...\n..."), &printed),
        Err(VerifyError::EmptySprite)
    );
    let wide = sprite("JJJJJJJJJ");
    assert!(matches!(
        verify(&wide, &printed),
        Err(VerifyError::TooLarge { width: 9, .. })
    ));
}
