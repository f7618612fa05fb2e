//! Feeds libFuzzer's inputs to every reader of the library. The first byte of an input says which reads the rest.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tetris_printer::atlas::Atlas;
use tetris_printer::audit::DrawnPicture;
use tetris_printer::color::Rgb;
use tetris_printer::cover::{Board, Polyform, Puzzle};
use tetris_printer::game::FieldSize;
use tetris_printer::linkup::{LinkBoard, read_board};
use tetris_printer::nes::{parse_bk2, parse_movie};
use tetris_printer::picture::{PictureFormat, decode_picture};
use tetris_printer::plan::classic::parse_blocks;
use tetris_printer::player::{Tuning, Weights};
use tetris_printer::render::Theme;
use tetris_printer::script::parse_script;
use tetris_printer::sprite::{ReadOptions, Sprite, read_sprite};
use tetris_printer::tiles::{Arrangement, TileColors, TileFile, TileLayout, TilePalette};
use tetris_printer::verify::{PrintedField, find_field, verify};

fuzz_target!(|input: &[u8]| {
    if let Some((reader, file)) = input.split_first() {
        read(*reader, file);
    }
});

fn read(reader: u8, file: &[u8]) {
    let text = || std::str::from_utf8(file).unwrap_or_default();
    match reader {
        b's' => drop(read_sprite(file, &ReadOptions::default())),
        b'v' => verify_picture(file),
        b'w' => find_screen(file),
        b'l' => drop(decode_picture(file).map(|picture| read_board(&picture))),
        b'p' => play(text()),
        b'b' => drop(parse_blocks(text(), FieldSize::STANDARD)),
        b'm' => drop(parse_movie(text())),
        b'z' => drop(parse_bk2(file)),
        b'c' => drop((
            Puzzle::parse(text(), "input"),
            Board::parse(text()),
            Polyform::parse(text()),
        )),
        b'k' => drop(text().parse::<LinkBoard>()),
        b'a' => drop((Weights::parse(text()), Tuning::parse(text()))),
        b'g' => tiles(file),
        b'x' => drop(Atlas::parse(text())),
        b'e' => drop(TileColors::of_file(file)),
        b't' => drop(serde_json::from_str::<Theme>(text())),
        _ => {}
    }
}

/// Small, so that most of the time is spent on reading.
fn sprite() -> Sprite {
    Sprite::from_diagram("##\n##", |_| Some(Rgb::WHITE)).expect("a square is a sprite")
}

fn verify_picture(file: &[u8]) {
    // A picture of many pixels is slow in any program.
    if PictureFormat::of(file).is_some() && file.len() < 1 << 16 {
        let printed = PrintedField::of_picture(file);
        drop(printed.map(|printed| verify(&sprite(), &printed)));
        drop(DrawnPicture::read(file).map(|picture| drop(picture.audit(&sprite()))));
    }
}

fn find_screen(file: &[u8]) {
    if let Ok(picture) = decode_picture(file) {
        let sprite = sprite();
        let palettes = [sprite.palette().to_vec()];
        drop(find_field(&picture, &sprite, &palettes, FieldSize::ORIGINAL));
    }
}

fn tiles(file: &[u8]) {
    for layout in [None, Some(TileLayout::Snes)] {
        if let Ok(tiles) = TileFile::read(file.to_vec(), layout, None) {
            let palette = TilePalette::grey(tiles.layout());
            drop(tiles.cut(None, Arrangement::Square, &palette));
        }
    }
}

fn play(text: &str) {
    if let Ok(script) = parse_script(text) {
        drop(PrintedField::of_script(&script));
    }
}
