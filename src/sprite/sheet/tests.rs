use super::*;
use crate::picture::drawing::{color, drawing, raster};

fn cut(text: &str, cut: Cut) -> Sheet {
    cut_sheet(raster(text), Background::Auto, cut).unwrap()
}

fn drawings(sheet: &Sheet) -> Vec<String> {
    let sprites = sheet.sprites.iter();
    sprites
        .map(|sprite| drawing(&sprite.raster).replace('\n', " "))
        .collect()
}

#[test]
fn shapes_are_cut_out_of_an_opaque_sheet_and_equal_ones_told() {
    let sheet = cut(
        "ooooooooo
             oabooaboo
             obaoobaob
             ooooooooo",
        Cut::Auto,
    );
    assert_eq!(sheet.background, Some(color('o')));
    assert_eq!(drawings(&sheet), ["ab ba", "ab ba", "b"]);
    let equal: Vec<usize> = sheet
        .sprites
        .iter()
        .map(|sprite| sprite.first_equal)
        .collect();
    assert_eq!(equal, [0, 0, 2]);
}

#[test]
fn drawn_lines_make_cells() {
    let sheet = cut(
        "xxxxxxx
             xaoxoox
             xooxobx
             xxxxxxx
             xooxaax
             xooxaax
             xxxxxxx",
        Cut::Auto,
    );
    assert_eq!(drawings(&sheet), ["a. ..", ".. .b", "aa aa"]);
    assert_eq!(sheet.background, Some(color('o')));
    assert_eq!(sheet.cells, Some((2, 2)));
    let last = sheet.sprites[2].bounds;
    assert_eq!((last.left, last.top), (4, 4));
}

#[test]
fn lines_only_between_cells_make_cells_too() {
    let sheet = cut(
        "abxoaxbb
             aaxbbxoa
             xxxxxxxx
             bbxaoxab
             baxoaxbb
             xxxxxxxx
             aaxbbxoa
             bbxbaxaa",
        Cut::Auto,
    );
    assert_eq!(sheet.sprites.len(), 9);
    assert_eq!(sheet.cells, Some((2, 2)));
}

#[test]
fn only_the_lines_are_taken_away_and_not_what_has_their_colour() {
    let sheet = cut(
        "xxxxxxx
             xxaxoxx
             xaaxxxx
             xxxxxxx
             xooxoox
             xaxxoox
             xxxxxxx",
        Cut::Auto,
    );
    assert_eq!(drawings(&sheet), ["xa aa", "ox xx", "oo ax", "oo oo"]);
}

#[test]
fn what_goes_on_into_the_cells_is_no_line_but_the_ground_of_boxes() {
    let sheet = cut(
        "oooooooooooooo
             ovbvovvvovvvoo
             obbbobbvovbvoo
             ovvvooooovvvoo
             oooooooooooooo",
        Cut::Auto,
    );
    assert_eq!(sheet.cells, None);
    assert_eq!(sheet.background, Some(color('o')));
    let boxes = ["vbv bbb vvv", "vvv bbv", "vvv vbv vvv"];
    assert_eq!(drawings(&sheet), boxes);
}

#[test]
fn titles_labels_and_a_missing_line_do_not_hide_the_cells() {
    let sheet = cut(
        "ooooooooooooooo
             otttotootoooooo
             ooooooooooooooo
             oooxxxxxxxxxxxx
             oaoxaaoxoooxaoo
             oooxaooxooaxooo
             obbxoooxaooxooo
             oooxxxxxxxxxxxx
             oooxooaxaaaxooo
             oaaxoaoxaaaxoob
             oooxaooxaaaxooo
             oooxxxxxxxxxxxx",
        Cut::Auto,
    );
    assert_eq!(sheet.cells, Some((3, 3)));
    let cells = [
        "aa. a.. ...",
        "... ..a a..",
        "a.. ... ...",
        "..a .a. a..",
        "aaa aaa aaa",
        "... ..b ...",
    ];
    assert_eq!(drawings(&sheet)[..6], cells);
    assert!(
        drawings(&sheet).len() > 6,
        "the title and the labels follow"
    );
}

#[test]
fn tiles_side_by_side_are_told_by_their_period() {
    let tile = |letter: char| {
        let row = format!("{letter}").repeat(8);
        vec![row; 8]
    };
    let letters = ["abcdabca", "cdabcdbc", "bacdbada", "dabcabdc"];
    let mut drawing = String::new();
    for row in letters {
        let tiles: Vec<Vec<String>> = row.chars().map(tile).collect();
        for y in 0..8 {
            drawing += &tiles.iter().map(|tile| tile[y].clone()).collect::<String>();
            drawing.push('\n');
        }
    }
    let far = |letter: char| Some(Rgb::new((letter as u8 - b'a') * 60, 0, 0));
    let lines: Vec<&str> = drawing.lines().collect();
    let tiles = Raster::from_fn(64, 32, |x, y| far(lines[y].as_bytes()[x] as char));
    let sheet = cut_sheet(tiles, Background::None, Cut::Auto).unwrap();
    assert_eq!((sheet.cells, sheet.sprites.len()), (Some((8, 8)), 32));
}

#[test]
fn sprites_one_pixel_apart_are_two_and_parts_within_one_rectangle_one() {
    let sheet = cut(
        "aaa.bb..c
             a...bb.cc
             a.a......
             ..a.dddd.",
        Cut::Auto,
    );
    assert_eq!(
        drawings(&sheet),
        ["aaa a.. a.a ..a", "bb bb", ".c cc", "dddd"]
    );
}

#[test]
fn a_rectangle_of_the_sheet_is_read_as_its_sprite() {
    let picture = raster(
        "oooooooo
             oabooaoo
             obaoooao
             oooooooo",
    );
    let sheet = cut_sheet(picture.clone(), Background::Auto, Cut::Auto).unwrap();
    let options = ReadOptions::default();
    for (index, piece) in sheet.sprites.iter().enumerate() {
        let within = sprite_within(&picture, piece.bounds, Cut::Auto, &options).unwrap();
        let numbered = sprite_of_sheet(picture.clone(), index + 1, Cut::Auto, &options);
        assert_eq!(within, Some(numbered.unwrap()));
    }
    let beside = Bounds {
        left: 0,
        ..sheet.sprites[0].bounds
    };
    let beside = sprite_within(&picture, beside, Cut::Auto, &options);
    assert_eq!(beside.unwrap(), None);
}

#[test]
fn cells_are_cut_as_asked_for() {
    let cells = Cells {
        width: 2,
        height: 1,
        margin: 0,
        spacing: 1,
    };
    let sheet = cut("a..b. ..... .c.d.", Cut::Cells(cells));
    assert_eq!(drawings(&sheet), ["a.", "b.", ".c", "d."]);
}

#[test]
fn cells_that_the_sheet_does_not_hold_are_refused() {
    let cells = Cells {
        width: 2,
        height: 5,
        margin: 0,
        spacing: 0,
    };
    let error = cut_sheet(raster("ab cd"), Background::None, Cut::Cells(cells));
    assert!(matches!(error, Err(SpriteError::CellsTooLarge { .. })));
}

#[test]
fn a_sheet_without_sprites_is_refused() {
    let error = cut_sheet(raster("..."), Background::Auto, Cut::Auto);
    assert!(matches!(error, Err(SpriteError::NoSprites)));
}
