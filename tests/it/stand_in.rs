//! How a movie is proved on a copy of the original, with a stand-in for it: a program that holds and shows one field,
//! whatever is pressed.

use tetris_printer::color::Rgb;
use tetris_printer::game::{Column, Row, Tetromino, TileStyle};
use tetris_printer::replay::replay_to_end;
use tetris_printer::script::parse_script;

use crate::support::{Desk, error};

const BOAT: &str = "...aa...
                    ..aaaa..
                    ...aa...
                    bbbbbbbb
                    .bbbbbb.";

/// Copies the 200 bytes behind it to $0400, draws a tile for each that is not $EF, and waits.
const PROGRAM: [u8; 153] = [
    0x78, 0xd8, 0xa2, 0xff, 0x9a, // sei, cld, ldx #$ff, txs
    0xa9, 0x00, 0x8d, 0x00, 0x20, 0x8d, 0x01, 0x20, // no interrupts, no picture
    0x2c, 0x02, 0x20, // bit $2002
    0x2c, 0x02, 0x20, 0x10, 0xfb, // two blanks: bit $2002, bpl
    0x2c, 0x02, 0x20, 0x10, 0xfb, //
    0xa2, 0x00, 0xbd, 0x00, 0xc1, 0x9d, 0x00, 0x04, // the field: lda $c100,x, sta $0400,x
    0xe8, 0xe0, 0xc8, 0xd0, 0xf5, //
    0xa9, 0x3f, 0x8d, 0x06, 0x20, 0xa9, 0x00, 0x8d, 0x06, 0x20, // the palette: black, white
    0xa9, 0x0f, 0x8d, 0x07, 0x20, 0xa9, 0x30, 0x8d, 0x07, 0x20, //
    0xa9, 0x20, 0x8d, 0x06, 0x20, 0xa9, 0x00, 0x8d, 0x06, 0x20, // a page of empty tiles
    0xa2, 0x04, 0xa0, 0x00, 0x8d, 0x07, 0x20, 0xc8, 0xd0, 0xfa, 0xca, 0xd0, 0xf7, //
    0xa9, 0xcc, 0x85, 0x10, 0xa9, 0x20, 0x85, 0x11, // from $20cc, row by row
    0xa5, 0x11, 0x8d, 0x06, 0x20, 0xa5, 0x10, 0x8d, 0x06, 0x20, 0xa0, 0x0a, //
    0xbd, 0x00, 0x04, 0xc9, 0xef, 0xf0, 0x04, 0xa9, 0x01, 0xd0, 0x02, 0xa9,
    0x00, // tile 1 or 0
    0x8d, 0x07, 0x20, 0xe8, 0x88, 0xd0, 0xec, //
    0x18, 0xa5, 0x10, 0x69, 0x20, 0x85, 0x10, 0x90, 0x02, 0xe6, 0x11, // the next row
    0xe0, 0xc8, 0xd0, 0xd1, //
    0xa9, 0x00, 0x8d, 0x05, 0x20, 0x8d, 0x05, 0x20, 0xa9, 0x0a, 0x8d, 0x01,
    0x20, // the picture
    0x4c, 0x96, 0xc0, // jmp to itself
];

/// A file of the NES with this field, a byte a cell.
fn stand_in(field: &[u8]) -> Vec<u8> {
    let mut program = vec![0; 1 << 14];
    program[..PROGRAM.len()].copy_from_slice(&PROGRAM);
    program[0x100..0x100 + field.len()].copy_from_slice(field);
    // The interrupts: all begin at $c000.
    program[0x3ffa..].copy_from_slice(&[0, 0xc0, 0, 0xc0, 0, 0xc0]);
    let mut tiles = vec![0; 1 << 13];
    tiles[16..24].fill(0xff);
    let header = b"NES\x1a\x01\x01\0\0\0\0\0\0\0\0\0\0";
    [&header[..], &program, &tiles].concat()
}

/// The field that a print leaves, as the game keeps it.
fn field_of(script: &[u8]) -> Vec<u8> {
    let script = parse_script(std::str::from_utf8(script).unwrap()).unwrap();
    let field = replay_to_end(&script).unwrap();
    let rows = (0..field.size().height()).flat_map(|row| field.row(Row(row)));
    let byte = |piece: Tetromino| match piece.style() {
        TileStyle::Rimmed => 0x7b,
        TileStyle::Second => 0x7c,
        TileStyle::First => 0x7d,
    };
    rows.map(|cell| cell.map_or(0xef, byte)).collect()
}

/// A desk with a boat, and the field that its print leaves.
fn desk() -> (Desk, String, Vec<u8>) {
    let desk = Desk::new();
    let boat = desk.draw("boat.png", BOAT);
    desk.printed(&[
        "print",
        &boat,
        "--for",
        "original",
        "--level",
        "5",
        "--effort",
        "glance",
        "--script",
        "boat.json",
    ]);
    let field = field_of(&desk.read("boat.json"));
    (desk, boat, field)
}

#[test]
fn the_screen_of_the_copy_is_shown() {
    let (desk, boat, field) = desk();
    desk.write("copy.nes", stand_in(&field));
    let print = [
        "print", &boat, "--game", "copy.nes", "--level", "5", "--effort", "glance",
    ];
    let outputs = [
        "--nes-png",
        "end.png",
        "--nes-gif",
        "game.gif",
        "--movie",
        "m.fm2",
    ];
    let report = desk.printed(&[&print[..], &outputs].concat());
    assert!(report.contains("nes-gif"), "{report}");
    for name in ["end.png", "game.gif"] {
        let picture = desk.picture(name);
        assert_eq!((picture.width(), picture.height()), (256, 240));
        for (place, cell) in field.iter().enumerate() {
            let (column, row) = (Column(place % 10), Row(place / 10));
            let color = picture.color(100 + 8 * column.0, 52 + 8 * row.0);
            let is_filled = color != Some(Rgb::BLACK);
            assert_eq!(is_filled, *cell != 0xef, "{name}: {column:?} {row:?}");
        }
    }
    desk.printed(&["verify", &boat, "--game", "copy.nes", "--movie", "m.fm2"]);
}

#[test]
fn a_copy_that_ends_with_another_field_leaves_no_picture() {
    let (desk, boat, mut field) = desk();
    let filled = field.iter().position(|cell| *cell != 0xef).unwrap();
    field[filled] = 0xef;
    desk.write("copy.nes", stand_in(&field));
    let print = [
        "print",
        &boat,
        "--game",
        "copy.nes",
        "--level",
        "5",
        "--effort",
        "glance",
        "--nes-png",
        "end.png",
    ];
    let text = error(&desk.run(&print), 1);
    assert!(
        text.contains("the game's memory differs from the sprite in 1 cell"),
        "{text}"
    );
    assert!(!desk.as_ref().join("end.png").exists());
}

#[test]
fn without_a_copy_there_is_no_screen() {
    let desk = Desk::new();
    let boat = desk.draw("boat.png", BOAT);
    let text = error(
        &desk.run(&["print", &boat, "--for", "original", "--nes-gif", "a.gif"]),
        2,
    );
    assert!(text.contains("add --game FILE"), "{text}");
}
