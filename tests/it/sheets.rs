//! The subcommands `sheet` and `inspect`, and parts of pictures, through the binary.

use serde_json::{Value, json};

use crate::support::Desk;

/// A folder with this drawing, the same letters in the same colours.
fn drawn(name: &str, drawing: &str) -> Desk {
    let desk = Desk::new();
    let color = |letter: char| [letter as u8, 20, letter as u8 / 2];
    desk.draw_in(name, drawing, color);
    desk
}

/// A folder with a sheet: a key, a heart, the key again, and a dot in eight colours.
fn folder() -> Desk {
    drawn(
        "sheet.png",
        "oooooooooooooooooooooooooo
         oggoooorroorrooggooooooooo
         oggggoorrrrrrooggggooabcoo
         oggooooorrrroooggoooodefoo
         oogoooooorrooooogoooohijoo
         oooooooooooooooooooooooooo",
    )
}

#[test]
fn a_sheet_is_cut_listed_and_indexed() {
    let folder = folder();
    let cut = folder.answer("sheet sheet.png --out cut");
    assert_eq!(cut.err, "");
    cut.check_printed("#2      6x4   at    7,1    1 colour, prints\n");
    let index: Value = serde_json::from_slice(&folder.read("cut/index.json")).unwrap();
    assert_eq!(index["background"], "#6f1437");
    assert_eq!(index["sprites"][2]["equal_to"], 1);
    let heart = &index["sprites"][1];
    let rectangle = ["left", "top", "width", "height"].map(|key| heart[key].as_u64().unwrap());
    assert_eq!(rectangle, [7, 1, 6, 4]);
    assert_eq!(heart["prints"], true);
    let file = heart["file"].as_str().unwrap();
    let heart = folder.picture(&format!("cut/{file}"));
    assert_eq!((heart.width(), heart.height()), (6, 4));
    assert_eq!(heart.color(2, 0), None);
}

#[test]
fn outlines_in_the_colour_of_the_lines_stay() {
    let desk = drawn(
        "lined.png",
        "xxxxxxxxxxxxx
         xoooooxoooaox
         xoxxxoxoaaaox
         xoxaxoxoxxxox
         xoxxxoxoooaox
         xxxxxxxxxxxxx
         xoooaoxoxoxox
         xoxaxoxoooxox
         xoxxxoxoxoxox
         xoooooxoaaaox
         xxxxxxxxxxxxx",
    );
    let index = desk.answer("sheet lined.png --json --out cut").report();
    assert_eq!(index["cell"], json!([5, 4]));
    assert_eq!(index["sprites"].as_array().unwrap().len(), 4);
    let ring = desk.picture("cut/lined-1.png");
    assert_eq!(ring.pixels().iter().flatten().count(), 9);
}

#[test]
fn print_and_inspect_cut_as_the_sheet_was_listed() {
    let folder = folder();
    let listed = folder.answer("sheet sheet.png --grid 13x6");
    listed.check_printed("2 sprites, 2 different");
    let second = folder.answer("inspect sheet.png#2 --grid 13x6");
    second.check_printed("13x6 pixels");
    let third = folder.answer("inspect sheet.png#3 --grid 13x6");
    third.check_refusal(2, "from #1 to #2");
}

#[test]
fn too_many_colours_do_not_print_and_the_index_says_so() {
    let folder = folder();
    let index = folder.answer("sheet sheet.png --json --gap 0").report();
    let sprites = index["sprites"].as_array().unwrap();
    let dot = sprites.iter().find(|sprite| sprite["colors"] == 9).unwrap();
    assert_eq!(dot["prints"], false);
    assert!(dot["reason"].as_str().unwrap().contains("--colors 6"));
}

#[test]
fn a_sprite_of_a_sheet_and_a_part_of_a_picture_print() {
    let folder = folder();
    for source in [
        "sheet.png#2",
        "sheet.png --crop 7,1,6,4 --background #6f1437",
        "sheet.png --crop 7,1,6,4",
        "sheet.png#2 --gap 1",
    ] {
        let words: Vec<&str> = source.split(' ').collect();
        let report = folder.print_by_tables(&words);
        let told = report.contains("6x4, 16 pixels, 1 colour");
        assert!(told, "{source}: {report}");
    }
}

#[test]
fn what_is_not_on_the_sheet_is_refused() {
    folder().check_refusals(&[
        (
            "inspect sheet.png#99",
            "there is no sprite #99 on the sheet",
        ),
        ("inspect sheet.png#0", "they are numbered from #1"),
        (
            "inspect sheet.png --crop 20,0,9,2",
            "does not lie in the picture, which is 26x6",
        ),
        (
            "inspect sheet.png --crop 1,2,3",
            "write column, row, width and height",
        ),
        (
            "sheet sheet.png --background #123456",
            "does not occur in the picture",
        ),
        ("sheet sheet.png --grid 16", "write WxH"),
        ("sheet none.png", "cannot read none.png"),
        (
            "print sheet.png#2 --png sheet.png",
            "sheet.png is the input",
        ),
    ]);
}

#[test]
fn a_sprite_is_inspected() {
    let folder = folder();
    let report = folder.answer("inspect sheet.png#2 --json").report();
    assert_eq!(report["tiles"], json!([1, 1]));
    assert_eq!(report["colors"][0]["pixels"], 16);
    assert_eq!(report["hardware"]["palettes"].as_array().unwrap().len(), 1);
    // 16 pixels and so many lines of 21 cells are whole pieces.
    let bound = |key: &str| report["bound"][key].as_u64().unwrap();
    assert_eq!(4 * bound("pieces"), 16 + 21 * bound("lines"));
    let out = folder.answer("inspect sheet.png#2").printed();
    assert!(
        out.contains("6x4 pixels, 1x1 tiles of 8x8; 16 pixels"),
        "{out}"
    );
    assert!(
        out.contains("prints    nothing is known to prevent it"),
        "{out}"
    );
}
