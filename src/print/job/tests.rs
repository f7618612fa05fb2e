use super::*;
use crate::game::{Column, PieceDrop, Pose};
use crate::plan::Carriers;

const RED: Rgb = Rgb::new(216, 40, 0);

fn sprite(drawing: &str) -> Sprite {
    Sprite::from_diagram(drawing, |_| Some(RED)).unwrap()
}

/// The drops of a planner that thinks them right.
fn found(drops: &[PieceDrop]) -> Found {
    Found {
        planner: Planner::Minimal,
        plan: Plan {
            field: FieldSize::STANDARD,
            carriers: Carriers::new(|_| Some(0)),
            left: Column(0),
            drops: drops.to_vec(),
            platforms: 0,
        },
        passes: None,
    }
}

#[test]
fn a_plan_is_proved_and_a_wrong_one_is_a_defect() {
    let square = sprite("##\n##");
    let job = PrintJob::new(&square, &PrintRequest::default()).unwrap();
    let o = PieceDrop::new(Pose::O, Column(0));
    let printed = job.prove(found(&[o])).unwrap();
    assert!(printed.verdict.is_exact() && printed.script.drops == [o]);

    let flat = PieceDrop::new(Pose::IHorizontal, Column(0));
    let Err(PrintError::Inexact(verdict)) = job.prove(found(&[flat])) else {
        panic!("a row of four is not a square");
    };
    assert_eq!(verdict.differences.len(), 4);

    let outside = PieceDrop::new(Pose::O, Column(20));
    let refused = job.prove(found(&[outside]));
    assert!(matches!(refused, Err(PrintError::Unplayable(_))));
}

#[test]
fn other_planners_step_in_only_for_what_they_can_do() {
    let square = sprite("##\n##");
    let can_be_staged = |request: &PrintRequest| {
        let job = PrintJob::new(&square, request).unwrap();
        job.can_be_staged()
    };
    let usual = PrintRequest::default();
    assert!(can_be_staged(&usual));
    assert!(!can_be_staged(&PrintRequest {
        no_repeat: true,
        ..usual.clone()
    }));
    assert!(can_be_staged(&PrintRequest {
        left: Some(3),
        ..usual
    }));
}

#[test]
fn a_job_knows_what_its_print_takes_at_least_or_what_stops_it() {
    let bound = |drawing: &str| {
        let letters = |letter| Some(Rgb::new(letter as u8, 0, 0));
        let sprite = Sprite::from_diagram(drawing, letters).unwrap();
        PrintJob::new(&sprite, &PrintRequest::default())?.bound()
    };
    // 9 pixels and 3 lines of 21 are 72 cells.
    let square = bound("aaa\naaa\naaa").unwrap().unwrap();
    assert_eq!((square.pieces, square.lines), (18, 3));
    assert_eq!(bound("..."), Err(Impossible::Empty.into()));
    assert_eq!(
        bound("a.\n..\n.a"),
        Err(Impossible::EmptyRow { row: 1 }.into())
    );
    let many = PlanError::TooManyColors { colors: 8, most: 6 };
    assert_eq!(bound("abcd\nefgh"), Err(many.into()));
    // Fewer colours would not help.
    for wide in ["a".repeat(22), ('a'..='w').collect()] {
        assert!(matches!(
            bound(&wide).unwrap_err(),
            PrintError::Plan(PlanError::Impossible(Impossible::TooLarge { .. }))
        ));
    }
}

#[test]
fn what_only_one_planner_can_do_is_asked_of_no_other() {
    let request = PrintRequest {
        planner: Planner::Tables,
        left: Some(0),
        ..PrintRequest::default()
    };
    let refused = PrintJob::new(&sprite("##"), &request).unwrap_err();
    assert_eq!(refused, PrintError::MinimalOnly(MinimalOnly::Left));
}

#[test]
fn the_picture_stands_beside_the_free_columns_and_on_the_field() {
    let narrow = sprite(".##\n.##");
    let left = |left, free: &str| {
        let request = PrintRequest {
            left,
            free_columns: free.parse().unwrap_or_default(),
            ..PrintRequest::default()
        };
        PrintJob::new(&narrow, &request).map(|job| job.minimal.left)
    };
    assert_eq!(left(None, ""), Ok(None));
    assert_eq!(left(None, "0-1"), Ok(Some(Column(3))));
    assert_eq!(left(Some(-1), ""), Ok(Some(Column(0))));
    let beside = left(Some(19), "").unwrap_err();
    assert!(matches!(
        beside,
        PrintError::Beside {
            first: -1,
            last: 18,
            ..
        }
    ));
    assert!(matches!(
        left(None, "21"),
        Err(PrintError::NoSuchColumns { .. })
    ));
}

#[test]
fn empty_cells_have_a_colour_that_no_pixel_has() {
    let color = |asked, pixel| {
        let sprite = Sprite::from_diagram("#", |_| Some(pixel)).unwrap();
        field_color(asked, &[sprite])
    };
    assert_eq!(color(None, RED), Ok(Rgb::BLACK));
    assert_ne!(color(None, Rgb::BLACK), Ok(Rgb::BLACK));
    let dark = Rgb::new(8, 8, 8);
    assert_ne!(color(None, dark), Ok(Rgb::BLACK));
    assert_eq!(color(Some(Rgb::BLACK), dark), Ok(Rgb::BLACK));
    assert_eq!(color(Some(RED), RED), Err(PrintError::FieldColorTaken(RED)));
}
