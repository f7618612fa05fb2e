//! Prints written and read back; and texts that are none.

use proptest::prelude::*;

use super::*;
use crate::game::{Column, Pose};
use crate::plan::Picture;
use crate::plan::classic::{RealtimeOptions, plan_realtime, plan_tables};
use crate::sprite::Sprite;

const FIELD: FieldSize = FieldSize::STANDARD;
const COLORS: &str = "#000001 #000002 #000003\n";

/// Small pictures of one to three colours in which no row is empty.
fn any_sprite() -> impl Strategy<Value = Sprite> {
    let row = (
        prop::collection::vec(prop::option::of(0u8..3), 6),
        0usize..6,
    );
    (1usize..=3, prop::collection::vec(row, 1..5)).prop_map(|(colors, rows)| {
        let color = |index: u8| Some(Rgb::new(index % colors as u8, 0, 9));
        let pixels: Vec<Option<Rgb>> = rows
            .iter()
            .flat_map(|(pixels, filled)| {
                let pixels = pixels.iter().enumerate();
                pixels.map(|(x, pixel)| pixel.or((x == *filled).then_some(0)).and_then(color))
            })
            .collect();
        Sprite::from_colors(6, rows.len(), &pixels).expect("there are few colours")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_print_reads_what_it_writes(sprite in any_sprite(), is_literal: bool) {
        let picture = Picture::of(&sprite).expect("no row is empty");
        let options = RealtimeOptions { is_literal, ..RealtimeOptions::default() };
        for print in [
            plan_tables(&picture, FIELD, &()).unwrap(),
            plan_realtime(&picture, FIELD, &options, &()).unwrap(),
        ] {
            let text = write_blocks(&print, sprite.palette());
            let script = parse_blocks(&text, FIELD).unwrap();
            let plan = print.to_plan(FIELD);
            prop_assert_eq!(&script.drops, &plan.drops, "{}", text);
            for piece in Tetromino::ALL {
                if let Some(color) = plan.carriers.color(piece) {
                    prop_assert_eq!(script.colors.of(piece), sprite.palette()[color as usize]);
                }
            }
            let headings = text.lines().filter(|line| *line == BUILDING).count();
            prop_assert_eq!(headings, print.platforms());
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[A-D. \\n+-]{0,60}", head: bool) {
        let text = if head { format!("{COLORS}{text}") } else { text };
        if let Err(error) = parse_blocks(&text, FieldSize::new(4, 4).unwrap()) {
            prop_assert!((1..=text.lines().count().max(1)).contains(&error.line), "{}", error);
        }
    }
}

fn parse(blocks: &str) -> Result<PrintScript, BlocksError> {
    parse_blocks(&format!("{COLORS}{blocks}"), FieldSize::new(5, 9).unwrap())
}

fn refusal(blocks: &str) -> String {
    parse(blocks).unwrap_err().to_string()
}

#[test]
fn blocks_are_drops_in_the_order_of_their_letters() {
    let script = parse("\nBB...\n.BBAA\n...AA\n\n\n+ platform\nAAAA.\n- platform\n...A.\n.AAA.\n");
    let drops = [
        PieceDrop::new(Pose::O, Column(3)),
        PieceDrop::new(Pose::ZHorizontal, Column(0)),
        PieceDrop::new(Pose::IHorizontal, Column(0)),
        PieceDrop::new(Pose::LUp, Column(1)),
    ];
    assert_eq!(script.unwrap().drops, drops);
}

#[test]
fn pieces_that_never_stay_have_the_style_of_one_that_does() {
    let colors = parse("").unwrap().colors;
    let of = |piece| colors.of(piece).b;
    assert_eq!([Tetromino::J, Tetromino::S].map(of), [1, 1]);
    assert_eq!(
        [Tetromino::T, Tetromino::O, Tetromino::I].map(of),
        [2, 2, 2]
    );
    assert_eq!([Tetromino::L, Tetromino::Z].map(of), [3, 3]);
}

#[test]
fn the_background_is_no_colour_of_the_print() {
    let background = |text| parse_blocks(text, FIELD).unwrap().background;
    assert_eq!(background("#111111 #222222 #333333"), Rgb::BLACK);
    assert_eq!(background("000000 #222222 #333333"), Rgb::WHITE);
    assert_eq!(
        background("#ffffff #808080 #000000"),
        Rgb::new(0x40, 0x40, 0x40)
    );
}

#[test]
fn pieces_without_a_colour_are_grey() {
    let sprite = Sprite::from_diagram("#", |_| Some(Rgb::WHITE)).unwrap();
    let options = RealtimeOptions {
        is_literal: true,
        ..RealtimeOptions::default()
    };
    let picture = Picture::of(&sprite).unwrap();
    let print = plan_realtime(&picture, FIELD, &options, &()).unwrap();
    let text = write_blocks(&print, sprite.palette());
    assert!(text.starts_with("#ffffff #808080 #808080\n"), "{text}");
}

#[test]
fn slips_are_named_with_their_lines() {
    assert_eq!(
        refusal("\nAAAA.\nA1AA."),
        "line 4 of the blocks: `1` is not a letter of a piece"
    );
    assert_eq!(
        refusal("\nAAAA.\n\nAA...\nAA."),
        "line 6 of the blocks: a row is 3 cells wide where 5 were expected"
    );
    assert_eq!(
        refusal("AAAA"),
        "line 2 of the blocks: the block is 4 columns wide, the field 5"
    );
    assert_eq!(
        refusal("\n\nAA.BB\nAA.CB"),
        "line 4 of the blocks: the cells of the letter `B` are not a tetromino"
    );
    assert_eq!(
        refusal("CCCC."),
        "line 2 of the blocks: the letter `A` is missing"
    );
}

#[test]
fn platforms_stand_one_at_a_time_and_go_again() {
    assert_eq!(
        refusal("+ platform\nAAAA.\n\n+ platform"),
        "line 5 of the blocks: a platform is announced while another one stands"
    );
    assert_eq!(
        refusal("- platform"),
        "line 2 of the blocks: a platform is removed where none stands"
    );
    assert_eq!(
        refusal("AAAA.\n\n+ platform\nAAAA."),
        "line 4 of the blocks: this platform is never removed: its `- platform` is missing"
    );
}

#[test]
fn the_colours_come_first() {
    let refusal = |text| parse_blocks(text, FIELD).unwrap_err();
    for text in [
        "",
        "\n\n",
        "#000000 #111111",
        "#000000 #111111 #222222 #333333",
    ] {
        assert_eq!(refusal(text).slip, BlocksSlip::ColorCount, "{text}");
    }
    let error = refusal("\n#000000 #111111 red").to_string();
    assert_eq!(
        error,
        "line 2 of the blocks: `red` is not a colour: write it as #rrggbb, like #ff8800"
    );
}
