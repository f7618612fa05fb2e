use super::*;

fn diagram(pose: Pose) -> String {
    let shape = pose.shape();
    (0..shape.height as usize)
        .map(|row| {
            (0..shape.width)
                .map(|column| {
                    if shape.rows[row] >> column & 1 == 1 {
                        '#'
                    } else {
                        '.'
                    }
                })
                .collect::<String>()
        })
        .collect::<Vec<_>>()
        .join("/")
}

#[test]
fn the_nineteen_poses_look_as_on_the_console() {
    let expected = [
        ".#./###", "#./##/#.", "###/.#.", ".#/##/.#", // T up right down left
        ".#/.#/##", "#../###", "##/#./#.", "###/..#", // J left up right down
        "##./.##", ".#/##/#.", "##/##", ".##/##.", "#./##/.#", // Z, O, S
        "#./#./##", "###/#..", "##/.#/.#", "..#/###", // L right down left up
        "#/#/#/#", "####",
    ];
    for (pose, expected) in Pose::ALL.into_iter().zip(expected) {
        assert_eq!(diagram(pose), expected, "{pose:?}");
    }
}

#[test]
fn turning_back_undoes_a_turn_and_four_turns_are_none() {
    for pose in Pose::ALL {
        assert_eq!(
            pose.turned(Turn::Clockwise).turned(Turn::Counterclockwise),
            pose
        );
        let four = (0..4).fold(pose, |pose, _| pose.turned(Turn::Clockwise));
        assert_eq!(four, pose);
        assert_eq!(pose.turned(Turn::Clockwise).piece(), pose.piece());
    }
}

#[test]
fn spawn_poses_fill_the_origin_row_and_the_one_below() {
    for piece in Tetromino::ALL {
        let rows: Vec<i8> = piece
            .spawn_pose()
            .cells()
            .iter()
            .map(|cell| cell.0)
            .collect();
        assert!(
            rows.iter().all(|row| (0..=1).contains(row)),
            "{piece:?} {rows:?}"
        );
    }
}

#[test]
fn a_pose_is_found_by_its_names() {
    for pose in Pose::ALL {
        assert_eq!(Pose::new(pose.piece(), pose.orientation()), Some(pose));
    }
    assert_eq!(Pose::new(Tetromino::O, Orientation::Up), None);
}

#[test]
fn profiles_follow_the_cells() {
    let j = Pose::JDown.shape();
    assert_eq!((j.bottom, j.top), ([1, 1, 0, 4], [2, 2, 2, 0]));
    let i = Pose::IVertical.shape();
    assert_eq!((i.bottom[0], i.top[0], i.origin_row), (0, 4, 2));
}
