use super::*;

fn after(field: &str, pose: Pose, column: usize) -> String {
    let mut field: Playfield = field.parse().unwrap();
    field.drop(PieceDrop::new(pose, Column(column))).unwrap();
    field.to_string()
}

#[test]
fn a_piece_rests_on_the_floor_or_on_the_first_cell_under_it() {
    assert_eq!(
        after("......\n......\n......\n......\n#.....", Pose::JDown, 1),
        "......\n......\n......\n.###..\n#..#..\n"
    );
    assert_eq!(
        after("......\n......\n......\n#.....\n......", Pose::TDown, 0),
        "......\n......\n###...\n##....\n......\n",
    );
}

#[test]
fn rows_above_a_clear_move_down_and_nothing_else_falls() {
    assert_eq!(
        after("......\n......\n.#....\n.#....\n##..##", Pose::O, 2),
        "......\n......\n......\n.#....\n.###..\n",
    );
    // The two cells on the right are left in the air.
    assert_eq!(
        after("......\n......\n....##\n###.##\n......", Pose::IVertical, 3),
        "......\n......\n...#..\n...###\n...#..\n",
    );
}

#[test]
fn two_rows_that_are_apart_clear_together() {
    assert_eq!(
        after(
            "....\n....\n....\n###.\n.#..\n###.\n....",
            Pose::IVertical,
            3
        ),
        "....\n....\n....\n....\n....\n.#.#\n...#\n",
    );
}

#[test]
fn four_rows_clear_at_once() {
    assert_eq!(
        after(
            "....\n....\n#...\n###.\n###.\n###.\n###.",
            Pose::IVertical,
            3
        ),
        "....\n....\n....\n....\n....\n....\n#...\n",
    );
}

#[test]
fn a_drop_needs_two_empty_rows_at_the_top() {
    let mut field: Playfield = "....\n....\n#...\n#...".parse().unwrap();
    let before = field.clone();
    let fits = field.clone().drop(PieceDrop::new(Pose::O, Column(1)));
    assert!(fits.is_ok());
    let high = PieceDrop::new(Pose::IVertical, Column(0));
    assert_eq!(field.drop(high), Err(GameError::ToppedOut { drop: high }));
    let beside = PieceDrop::new(Pose::IHorizontal, Column(1));
    assert_eq!(
        field.drop(beside),
        Err(GameError::OutsideField {
            drop: beside,
            width: 4
        })
    );
    assert_eq!(field, before);
    field
        .drop(PieceDrop::new(Pose::SVertical, Column(1)))
        .unwrap();
    assert_eq!(
        field.drop(PieceDrop::new(Pose::O, Column(2))),
        Err(GameError::TopOccupied)
    );
}

#[test]
fn a_diagram_reads_what_it_writes() {
    let text = "#....\n.....\n..#..\n####.\n";
    let field: Playfield = text.parse().unwrap();
    assert_eq!(field.to_string(), text);
    assert_eq!((field.top(), field.cell_count()), (0, 6));
    assert!("...\n...\n...\n...".parse::<Playfield>().is_err());
    assert!("....\n...\n....\n....".parse::<Playfield>().is_err());
}

#[test]
fn sizes_are_checked_and_written_as_width_x_height() {
    assert_eq!("21x42".parse(), Ok(FieldSize::STANDARD));
    assert_eq!(FieldSize::STANDARD.to_string(), "21x42");
    for text in ["3x20", "257x20", "10x3", "10x513", "10", "x", "-4x9"] {
        assert!(text.parse::<FieldSize>().is_err(), "{text}");
    }
    assert_eq!(FieldSize::new(256, 20).unwrap().full_row().count(), 256);
}
