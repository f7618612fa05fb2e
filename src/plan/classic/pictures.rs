//! The pictures in the docs of this module, drawn by the program itself.

use super::blocks::{pass_lettering, write_blocks};
use super::emitter::Emitter;
use super::layout::EmitterLayout;
use super::letters::Lettering;
use super::options::RealtimeOptions;
use super::patterns::{Patterns, WIDTH};
use super::print::{Print, plan_realtime, plan_tables};
use super::row::{Pass, fills};
use crate::color::Rgb;
use crate::game::{Column, FieldSize, PaintedPlayfield, PieceDrop, Pose, Tetromino};
use crate::plan::Picture;
use crate::sprite::Sprite;

const FIELD: FieldSize = FieldSize::STANDARD;

/// A square and a row over it that stands beside it.
const OVERHANG: &str = "##.##\n..#..";

/// Sixteen pixels in three colours.
const ROW: &str = "1110001222000111";

fn pictures() -> [(&'static str, String); 8] {
    [
        ("one_square", one_square()),
        ("hanging", hanging()),
        ("chains", chains()),
        ("seven_rows", seven_rows()),
        ("several_squares", several_squares()),
        ("platform", platform()),
        ("flipped", flipped()),
        ("blocks", blocks()),
    ]
}

fn sprite(drawing: &str) -> Sprite {
    let color = |letter: char| match letter {
        '0' => Some(Rgb::new(0xd8, 0x28, 0)),
        '1' => Some(Rgb::new(0xfc, 0x98, 0x38)),
        '2' => Some(Rgb::new(0, 0x78, 0)),
        _ => Some(Rgb::new(0xd8, 0x28, 0)),
    };
    Sprite::from_diagram(drawing, color).expect("the drawing is good")
}

fn picture(drawing: &str) -> Picture {
    Picture::of(&sprite(drawing)).expect("the drawing is not empty")
}

fn realtime(drawing: &str) -> Print {
    plan_realtime(&picture(drawing), FIELD, &RealtimeOptions::default(), &()).expect("it prints")
}

fn tables(drawing: &str) -> Print {
    plan_tables(&picture(drawing), FIELD, &()).expect("it prints")
}

/// A pass that the tables print.
fn table_pass(emitters: Vec<Emitter>) -> Pass {
    let pattern = Patterns::get().of_layout(EmitterLayout::from_mask(fills(&emitters)));
    Pass {
        emitters,
        filling: pattern.drops.clone(),
    }
}

/// The emitter that leaves its single square in `column`, far from the walls.
fn single(piece: Tetromino, column: usize) -> Emitter {
    let pose = Emitter::single(piece);
    let square = pose.shape().rows[1].trailing_zeros() as usize;
    Emitter::new(pose, column - square)
}

/// The lowest rows of a field, as many as are filled or more.
fn bottom(field: &PaintedPlayfield, rows: usize) -> String {
    let rows = rows.max(field.size().height() - field.playfield().top());
    let drawing = field.to_string();
    let lines: Vec<&str> = drawing.lines().collect();
    lines[lines.len() - rows..].join("\n") + "\n"
}

fn play(field: &mut PaintedPlayfield, drops: impl IntoIterator<Item = PieceDrop>) {
    for drop in drops {
        field.drop(drop).expect("the field is high enough");
    }
}

fn one_square() -> String {
    pass_lettering(&table_pass(vec![single(Tetromino::T, 10)]), WIDTH).to_string()
}

fn hanging() -> String {
    let mut field = PaintedPlayfield::new(FIELD);
    let beside = PieceDrop::new(Pose::IHorizontal, Column(12));
    play(&mut field, [single(Tetromino::T, 10).drop(), beside]);
    bottom(&field, 2)
}

fn chains() -> String {
    let emitter = single(Tetromino::T, 11);
    let left = [8, 6, 4, 2, 0].map(|column| PieceDrop::new(Pose::SHorizontal, Column(column)));
    let right = [12, 14, 16, 18].map(|column| PieceDrop::new(Pose::ZHorizontal, Column(column)));
    let filling = left.into_iter().chain(right).collect();
    let pass = Pass {
        emitters: vec![emitter],
        filling,
    };
    pass_lettering(&pass, WIDTH).to_string()
}

fn seven_rows() -> String {
    pass_lettering(&table_pass(vec![single(Tetromino::T, 4)]), WIDTH).to_string()
}

fn several_squares() -> String {
    let print = tables(ROW);
    pass_lettering(&print.rows[0].passes[0], WIDTH).to_string()
}

fn platform() -> String {
    let print = realtime(OVERHANG);
    let [below, row] = &print.rows[..] else {
        unreachable!("the drawing has two rows")
    };
    let platform = row.platform.expect("the row stands on nothing");
    let mut field = PaintedPlayfield::new(FIELD);
    play(&mut field, below.drops());
    let mut drawing = String::new();
    let mut show = |title: &str, picture: String| drawing += &format!("{title}\n{picture}\n");
    show("before", bottom(&field, 1));
    let mut opening = Lettering::new(WIDTH);
    opening.stack(&mut [0; WIDTH], &platform.opening, 0);
    show("the platform", opening.to_string());
    play(&mut field, platform.opening.iter().copied());
    show("open", bottom(&field, 1));
    for pass in &row.passes {
        play(&mut field, pass.drops());
    }
    show("a row printed on it", bottom(&field, 1));
    play(&mut field, [platform.closing]);
    show("removed", bottom(&field, 1));
    drawing.truncate(drawing.trim_end().len());
    drawing + "\n"
}

fn flipped() -> String {
    let print = realtime(ROW);
    let passes = print.rows[0]
        .passes
        .iter()
        .map(|pass| pass_lettering(pass, WIDTH).to_string());
    passes.collect::<Vec<_>>().join("\n")
}

fn blocks() -> String {
    let drawing = "#.\n.#";
    write_blocks(&tables(drawing), sprite(drawing).palette())
}

fn file(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/plan/classic/pictures");
    format!("{folder}/{name}.txt")
}

#[test]
fn the_pictures_in_the_docs_are_what_the_program_makes() {
    for (name, drawn) in pictures() {
        let kept = std::fs::read_to_string(file(name)).expect("the picture is there");
        assert_eq!(
            kept, drawn,
            "{name} (the ignored test beside this one draws it anew)"
        );
    }
}

#[test]
#[ignore = "draws the pictures in the docs anew"]
fn draw_the_pictures_anew() {
    for (name, drawn) in pictures() {
        std::fs::write(file(name), drawn).expect("the folder can be written");
    }
}
