//! Tiles straight out of games, atlases and files of Aseprite, through the binary.

use serde_json::{Value, json};
use tetris_printer::nes::cartridge::ROM;

use crate::support::{Desk, aseprite};

/// A folder with the project's own cartridge.
fn folder() -> Desk {
    let desk = Desk::new();
    desk.write("game.nes", ROM);
    desk
}

/// The report of a sprite.
fn inspected(desk: &Desk, source: &str) -> Value {
    desk.answer(&format!("inspect {source} --json")).report()
}

/// Where the cartridge's tiles begin.
const TILES: usize = 16 + (16 << 10);

/// The first tile of the cartridge that is drawn in `bits` bits with some of its pixels blank.
fn drawn_tile() -> usize {
    let is_drawn = |tile: &usize| {
        let bytes = &ROM[TILES + tile * 16..][..16];
        let lit: u32 = (0..8)
            .map(|row| (bytes[row] | bytes[row + 8]).count_ones())
            .sum();
        (16..40).contains(&lit) && (0..8).all(|row| bytes[row] | bytes[row + 8] != 0xff)
    };
    (0..256).find(is_drawn).unwrap()
}

#[test]
fn the_tiles_of_a_game_are_listed_by_address() {
    let desk = folder();
    let listed = desk.answer("sheet game.nes --json");
    assert_eq!(listed.err, "");
    let index = listed.report();
    let blank = |tile: &usize| ROM[TILES + tile * 16..][..16].iter().all(|byte| *byte == 0);
    let drawn: Vec<String> = (0..512)
        .filter(|tile| !blank(tile))
        .map(|tile| format!("{}:{}", tile / 256, tile % 256))
        .collect();
    let names: Vec<&str> = index["sprites"]
        .as_array()
        .unwrap()
        .iter()
        .map(|sprite| sprite["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, drawn);
    assert_eq!(index["cell"], json!([8, 8]));
    let tall = desk.answer("sheet game.nes#0: --arrange 8x16");
    tall.check_printed("8x16");
}

#[test]
fn a_tile_prints_in_the_colours_that_are_named_and_nothing_else_is_written() {
    let desk = folder();
    let tile = drawn_tile();
    let source = format!("game.nes#0:{tile} --palette 0f,16,27,30");
    let print = format!("print {source} --field auto --script tile.json --planner minimal");
    desk.answer(&print).check_printed("8x8");
    assert_eq!(desk.names("."), ["game.nes", "tile.json"]);
    let verify = format!("verify {source} --script tile.json");
    desk.answer(&verify).printed();
    let report = inspected(&desk, &source);
    let entries = ["#982220", "#d48820", "#eceeec"];
    for color in report["colors"].as_array().unwrap() {
        assert!(
            entries.contains(&color["color"].as_str().unwrap()),
            "{color}"
        );
    }
    let whole = inspected(&desk, &format!("game.nes#0:{tile} --background none"));
    assert_eq!(whole["pixels"], 64);
}

#[test]
fn raw_tiles_are_read_from_an_offset_or_found() {
    let desk = folder();
    let tiles = &ROM[TILES..];
    desk.write("tiles.chr", tiles);
    desk.write("game.bin", ROM);
    let tile = drawn_tile();
    let drawn = |source: &str| inspected(&desk, source)["colors"].clone();
    let expected = drawn(&format!("game.nes#0:{tile}"));
    assert_eq!(drawn(&format!("tiles.chr#0:{tile}")), expected);
    assert_eq!(
        drawn(&format!("game.bin#0:{tile} --tiles nes --offset 0x4010")),
        expected
    );
    assert_eq!(
        drawn(&format!("game.nes#0:0 --offset {}", TILES + tile * 16)),
        expected
    );
    let listed = desk.answer("sheet game.bin --tiles nes");
    listed.check_printed("different");
}

#[test]
fn what_cannot_be_read_as_tiles_is_refused_with_a_remedy_that_works() {
    let desk = folder();
    desk.write("game.bin", [0, 200, 3, 77].repeat(50));
    desk.write("two.pal", [0, 0, 0, 255, 0, 0]);
    desk.check_refusals(&[
        (
            "print game.nes --dry-run",
            "like game.nes#0:32+2x2; `sheet` lists them",
        ),
        (
            "inspect game.nes#0:255+2x1",
            "does not lie in its bank, which has 256 tiles in 16 columns",
        ),
        (
            "sheet game.nes#2:",
            "there is no bank 2: they are numbered from 0 to 1",
        ),
        ("inspect game.nes#9999", "they are numbered from #1"),
        (
            "inspect game.nes#hero",
            "there is no sprite `hero`: `sheet` lists them",
        ),
        (
            "inspect game.nes#0:1 --crop 0,0,8,8",
            "name sprites or tiles after #",
        ),
        (
            "inspect game.nes#0:1 --palette 0f,16",
            "name 4 with --palette",
        ),
        (
            "inspect game.nes#0:1 --palette two.pal",
            "name 4 with --palette",
        ),
        (
            "inspect game.nes#0:1 --palette game.nes",
            "this is not a palette",
        ),
        ("inspect game.nes#0:1 --palette none", "like 0f,16,27,30"),
        (
            "inspect game.nes#0:1 --palette none.pal",
            "there is no file none.pal",
        ),
        (
            "inspect game.nes#0:1 --offset 24590",
            "choose a lower --offset",
        ),
        (
            "inspect game.bin",
            "if it holds tiles, --tiles says how they are laid out",
        ),
        (
            "sheet game.bin --tiles gb",
            "say where they begin with --offset",
        ),
        ("sheet game.bin --offset 0", "say it with --tiles nes"),
        ("sheet game.nes --tiles 8bpp", "megadrive"),
        ("sheet game.nes --arrange 4x4", "write 8x8, 8x16 or 16x16"),
        ("sheet game.nes --offset x", "like 4096 or 0x1000"),
    ]);
}

/// A sheet with two sprites, and atlases that name them.
fn atlases() -> Desk {
    let desk = Desk::new();
    desk.draw("sheet.png", ".aa.b. .a..bb .aa.b.");
    let frame = |x: usize| {
        format!(r#"{{"frame": {{"x": {x}, "y": 0, "w": 2, "h": 3}}, "filename": "b {x}.png"}}"#)
    };
    let meta = r#""meta": {"image": "sheet.png"}"#;
    desk.write(
        "list.json",
        format!(r#"{{"frames": [{}, {}], {meta}}}"#, frame(1), frame(4)),
    );
    desk.write(
        "hash.json",
        format!(
            r#"{{"frames": {{"hook": {}, "arrow": {}}}, {meta}}}"#,
            frame(1),
            frame(4)
        ),
    );
    desk.write(
        "atlas.xml",
        r#"<TextureAtlas imagePath="sheet.png"><SubTexture name="hook" x="1" y="0" width="2" height="3"/>
           <SubTexture name="arrow" x="4" y="0" width="2" height="3"/></TextureAtlas>"#,
    );
    desk
}

#[test]
fn the_sprites_of_an_atlas_go_by_name_and_number() {
    let desk = atlases();
    for source in [
        "list.json#b 4",
        "list.json#2",
        "list.json#b 4.png",
        "hash.json#arrow",
        "atlas.xml#arrow",
        "atlas.xml#2",
    ] {
        let report = desk.print_by_tables(&[source]);
        let told = report.contains("2x3, 4 pixels, 1 colour");
        assert!(told, "{source}: {report}");
    }
    let cut = desk.answer("sheet atlas.xml --out cut");
    cut.check_printed("hook: 1 colour, prints");
    assert_eq!(
        desk.names("cut"),
        ["atlas-1.png", "atlas-2.png", "index.json"]
    );
}

#[test]
fn an_atlas_that_cannot_be_followed_says_why() {
    let desk = atlases();
    desk.write(
        "alone.json",
        r#"{"frames": [{"frame": {"x": 1, "y": 0, "w": 2, "h": 3}}]}"#,
    );
    desk.write("lost.xml", r#"<TextureAtlas imagePath="none.png"><SubTexture name="a" x="0" y="0" width="2" height="3"/></TextureAtlas>"#);
    desk.write("wide.xml", r#"<TextureAtlas imagePath="sheet.png"><SubTexture name="a" x="0" y="0" width="20" height="3"/></TextureAtlas>"#);
    desk.write("other.json", r#"{"a": 1}"#);
    desk.check_refusals(&[
        (
            "inspect atlas.xml",
            "choose one, like atlas.xml#hook; `sheet` lists them",
        ),
        (
            "inspect atlas.xml#sword",
            "there is no sprite `sword`: `sheet` lists them",
        ),
        ("inspect atlas.xml#3", "numbered from #1 to #2"),
        (
            "print atlas.xml#1 --png sheet.png",
            "sheet.png is the input",
        ),
        ("inspect alone.json#1", "with the ending .png"),
        (
            "inspect lost.xml#1",
            "its picture none.png is not beside it",
        ),
        ("inspect wide.xml#1", "does not lie in the picture"),
        ("inspect other.json", "it lists no sprites"),
    ]);
}

/// Transparency, blue, white and red.
const PALETTE: [[u8; 3]; 4] = [[0; 3], [40, 64, 168], [248; 3], [240, 56, 40]];

#[test]
fn the_frames_of_an_aseprite_file_go_by_number_and_tag() {
    let desk = Desk::new();
    desk.write(
        "walk.aseprite",
        aseprite::walk(3, &PALETTE, &[0, 1, 0, 1, 2, 3, 1, 1, 1]),
    );
    for source in [
        "walk.aseprite",
        "walk.aseprite#1",
        "walk.aseprite#2",
        "walk.aseprite#both",
    ] {
        let report = inspected(&desk, source);
        assert_eq!(
            (&report["width"], &report["pixels"]),
            (&4.into(), &7.into()),
            "{source}"
        );
        assert_eq!(report["colors"].as_array().unwrap().len(), 3);
        assert_eq!(report["colors"][0]["color"], "#2840a8");
    }
    for source in ["walk.aseprite", "walk.aseprite#both"] {
        let film = desk.print_by_tables(&[source]);
        assert!(film.contains("2 pictures in one game"), "{film}");
    }
    let run = desk.answer("inspect walk.aseprite#run");
    run.check_refusal(2, "there is no frame #run: the animation has #1 to #2");
}
