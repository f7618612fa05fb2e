use super::*;
use crate::color::Rgb;
use crate::game::{Column, PieceDrop, Playfield, Pose, Tetromino};
use crate::plan::minimal::penalties::Penalties;
use crate::plan::minimal::target::Target;
use crate::plan::minimal::weights::Weights;
use crate::plan::{Carriers, Picture};
use crate::sprite::Sprite;

const LIMITS: Limits = Limits {
    rows: RowLimits {
        scaffold: 3,
        picture: 4,
    },
    cells: 1000,
    fillers: 24,
    no_repeat: false,
};

struct All<'a>(&'a mut Vec<State<u32>>);

impl Visitor<u32> for All<'_> {
    fn accepts(&self, _: u16, _: i32) -> bool {
        true
    }

    fn visit(&mut self, state: State<u32>) {
        self.0.push(state);
    }
}

fn target(drawing: &str, size: &str, carriers: &Carriers) -> Target<u32> {
    let colors = |letter: char| Some(Rgb::new(letter as u8, 0, 0));
    let picture = Picture::of(&Sprite::from_diagram(drawing, colors).unwrap()).unwrap();
    let free = vec![0; picture.height()];
    Target::new(&picture, size.parse().unwrap(), carriers, 1, &free)
}

fn children(state: &State<u32>, target: &Target<u32>, limits: &Limits) -> Vec<State<u32>> {
    let mut children = Vec::new();
    let groups = UnmoveGroup::all();
    let penalties = Penalties::none(target.rows.len());
    let scorer = Scorer::new(target, Weights::trained(), &penalties);
    expand(state, &scorer, &groups, *limits, &mut All(&mut children));
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
                let drop = PieceDrop::new(pose, Column(child.column.into()));
                assert!(field.drop(drop).is_ok(), "{drop} on\n{field}");
                assert_eq!(field.to_string(), after.to_string(), "{drop}");
                checked += 1;
                next.push(child);
            }
        }
        // A sample of every kind of child.
        states = next.into_iter().step_by(7).take(300).collect();
    }
    assert!(checked > 1000, "{checked}");
}

#[test]
fn a_candidate_scores_like_the_field_that_it_becomes() {
    let carriers = Carriers::new(|piece| Some((piece.index() % 2) as u8));
    let target = target("ab.a\nabba\n.bb.\nbaab", "9x14", &carriers);
    let penalties = Penalties::none(target.rows.len());
    let scorer = Scorer::new(&target, Weights::trained(), &penalties);
    let mut states = vec![State::finished(&target)];
    for _ in 0..6 {
        let next = states
            .iter()
            .flat_map(|state| children(state, &target, &LIMITS));
        states = next.step_by(3).take(300).collect();
        for state in &states {
            let anew = Surface::new(state, &scorer).score(state, &scorer);
            assert_eq!(state.score, anew, "{state:?}");
        }
    }
    assert!(states.len() > 100);
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
        rows: RowLimits {
            scaffold: 1,
            ..LIMITS.rows
        },
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
