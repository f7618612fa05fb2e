use super::*;
use crate::picture::decode_picture;
use crate::picture::drawing::{color, drawing, enlarged, noise, raster};

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
fn lines_across_a_strip_make_cells_but_stripes_of_a_flag_do_not() {
    let strip = raster(
        "abaxoabxbba
         aaaxbbaxoaa
         babxobbxaab",
    );
    for strip in [strip.clone(), strip.transposed()] {
        let sheet = cut_itself(strip);
        assert_eq!((sheet.sprites.len(), sheet.cells), (3, Some((3, 3))));
    }
    let flag = raster(
        "aaaaaaa
         xxxxxxx
         bbbbbbb
         xxxxxxx
         ccccccc",
    );
    assert_eq!(cut_itself(flag).cells, None);
}

#[test]
fn lines_may_be_of_two_colours_that_hardly_differ() {
    let sheet = |other: u8| {
        let pixel = |(column, row), (x, y): (usize, usize)| {
            let is_line = x == 0 || y == 0;
            let is_other = (column + row) % 2 == 0;
            let line = Rgb::new(if is_other { other } else { 0 }, 0, 0);
            if is_line {
                Some(line)
            } else {
                shaded((column + 2 * row) % 5, (x, y))
            }
        };
        cut_itself(sheet_of_cells((5, 4), (9, 9), pixel))
    };
    let near = sheet(3);
    assert_eq!((near.sprites.len(), near.cells), (20, Some((8, 8))));
    assert_eq!(near.sprites[0].raster.color(0, 0), shaded(0, (1, 1)));
    assert_ne!(sheet(60), near);
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
fn the_ground_between_round_sprites_side_by_side_is_no_line() {
    let discs = sheet_of_cells((8, 5), (16, 16), |(column, row), (x, y)| {
        let (right, down) = (2 * x as i32 - 15, 2 * y as i32 - 15);
        let is_disc = right * right + down * down < 240;
        let disc = is_disc.then(|| shaded(column + 2 * row, (x, y)));
        disc.unwrap_or(Some(Rgb::BLACK))
    });
    let sheet = cut_sheet(discs, Background::Auto, Cut::Auto).unwrap();
    assert_eq!(sheet.background, Some(Rgb::BLACK));
    assert_eq!((sheet.cells, sheet.sprites.len()), (Some((16, 16)), 40));
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

/// A sheet of cells: `pixel` says what is in a cell's column and row, at a column and row within it.
fn sheet_of_cells(
    (columns, rows): (usize, usize),
    (width, height): (usize, usize),
    pixel: impl Fn((usize, usize), (usize, usize)) -> Option<Rgb>,
) -> Raster {
    Raster::from_fn(columns * width, rows * height, |x, y| {
        pixel((x / width, y / height), (x % width, y % height))
    })
}

/// One of five colours that look nothing alike, somewhat shaded.
fn shaded(color: usize, (x, y): (usize, usize)) -> Option<Rgb> {
    let [r, g, b] = [
        [200, 0, 0],
        [0, 200, 0],
        [0, 0, 200],
        [90, 90, 90],
        [200, 200, 0],
    ][color % 5];
    let shade = (x * 5 + y * 3) as u8 % 16;
    Some(Rgb::new(r + shade, g + shade, b + shade))
}

fn cut_itself(raster: Raster) -> Sheet {
    cut_sheet(raster, Background::None, Cut::Auto).unwrap()
}

#[test]
fn tiles_side_by_side_are_told_by_their_period() {
    let tiles = sheet_of_cells((8, 4), (8, 8), |(column, row), place| {
        shaded(column + 2 * row, place)
    });
    let sheet = cut_itself(tiles);
    assert_eq!((sheet.cells, sheet.sprites.len()), (Some((8, 8)), 32));
}

#[test]
fn sprites_of_two_cells_are_not_halved() {
    // Each second sprite is small, so that all stand on a grid of the small ones.
    let tiles = sheet_of_cells((12, 5), (16, 48), |(column, row), (x, y)| {
        shaded(column + 2 * row + y / 32, (x, y))
    });
    let sheet = cut_itself(tiles);
    let heights = sheet.sprites.chunks(12).map(|row| row[0].bounds.height);
    assert_eq!(heights.collect::<Vec<_>>(), [32, 16].repeat(5));
}

#[test]
fn a_clear_side_is_enough_beside_a_sure_one() {
    // Some have a thin tail, over which little goes on.
    let frames = sheet_of_cells((5, 8), (26, 20), |(column, row), (x, y)| {
        let has_tail = (column + row).is_multiple_of(2);
        let is_figure = (10..24).contains(&x) || has_tail && (2..10).contains(&x) && y == 9;
        is_figure.then(|| shaded(column + 2 * row, (x, y)))?
    });
    // The last cell is cut off and empty.
    let sheet = Raster::from_fn(144, 160, |x, y| (x < 130).then(|| frames.color(x, y))?);
    let sheet = cut_itself(sheet);
    assert_eq!((sheet.cells, sheet.sprites.len()), (Some((26, 20)), 40));
}

#[test]
fn ground_that_is_drawn_as_a_whole_is_cut_where_its_texture_begins_again() {
    let texture = noise(16, 16, 5);
    let ground = sheet_of_cells((6, 4), (16, 16), |(_, row), (x, y)| {
        (row > 0 || y > 3 + x % 5).then(|| texture.color(x, y))?
    });
    let sheet = cut_itself(ground);
    assert_eq!((sheet.cells, sheet.sprites.len()), (Some((16, 16)), 24));
}

#[test]
fn rows_of_sprites_of_any_width_are_no_cells() {
    // Thin parts of a few sprites lie where those of the other rows end.
    let sheet = sheet_of_cells((1, 6), (80, 30), |(_, row), (x, y)| {
        let ends = if row % 3 == 0 {
            [20, 50, 75]
        } else {
            [30, 50, 75]
        };
        let column = ends.iter().position(|end| x <= *end)?;
        let is_thin = row % 3 == 0 && (25..38).contains(&x) && !(13..15).contains(&y);
        let is_sprite = x < ends[column] && y < 29 && !is_thin;
        is_sprite.then(|| shaded(column + 2 * row, (x, y)))?
    });
    let sheet = cut_itself(sheet);
    assert_eq!((sheet.cells, sheet.sprites.len()), (None, 18));
}

#[test]
fn sprites_beside_a_heap_stay_apart() {
    // Slanted ones, whose rectangles overlap, beside ground that covers most of the sheet.
    let sheet = Raster::from_fn(130, 100, |x, y| {
        let (row, line) = (y / 10, y % 10);
        let is_slanted = |x: usize| line < 9 && (x + line <= 17 || x + line >= 21);
        let sprite = |x: usize| is_slanted(x).then(|| shaded(row, (x, y)))?;
        let is_ground = x < 88 && y >= x % 7;
        let ground = || is_ground.then(|| shaded(0, (x, y)))?;
        x.checked_sub(90).map_or_else(ground, sprite)
    });
    assert_eq!(cut_itself(sheet).sprites.len(), 1 + 2 * 10);
}

#[test]
fn a_block_of_tiles_is_cut_where_it_lies() {
    let framed = |(column, row): (usize, usize), (x, y): (usize, usize)| {
        let is_frame = x < 3 || y < 3;
        shaded(if is_frame { 0 } else { column + 5 * row }, (x, y))
    };
    let block = sheet_of_cells((6, 4), (16, 16), framed);
    let sheet = Raster::from_fn(131, 113, |x, y| {
        let is_sprite = (10..40).contains(&x) && (4..30).contains(&y) && (x + y) % 50 > 2;
        match (x.checked_sub(20), y.checked_sub(40)) {
            (Some(x), Some(y)) if x < block.width() && y < block.height() => block.color(x, y),
            _ => is_sprite.then(|| shaded(1, (x, y)))?,
        }
    });
    let sheet = cut_itself(sheet);
    let last = sheet.sprites.last().unwrap().bounds;
    assert_eq!((sheet.cells, sheet.sprites.len()), (None, 1 + 24));
    assert_eq!(
        (last.left, last.top, last.size()),
        (20 + 80, 40 + 48, (16, 16))
    );
}

/// In some frames the figure is in two parts.
fn parts((column, row): (usize, usize), (x, y): (usize, usize)) -> Option<Rgb> {
    let is_split = (column + row).is_multiple_of(3);
    let is_figure = (3..12).contains(&x) && (2..13).contains(&y) && !(is_split && y == 7);
    is_figure.then(|| shaded(0, (x, y)))?
}

#[test]
fn loose_parts_are_joined_in_the_frames_of_a_sheet() {
    let sheet = cut_itself(sheet_of_cells((6, 4), (16, 16), parts));
    assert_eq!((sheet.cells, sheet.sprites.len()), (None, 24));
    for (index, sprite) in sheet.sprites.iter().enumerate() {
        let (left, top) = (index % 6 * 16 + 3, index / 6 * 16 + 2);
        let bounds = Bounds {
            left,
            top,
            width: 9,
            height: 11,
        };
        assert_eq!(sprite.bounds, bounds);
    }
}

#[test]
fn frames_of_an_animation_are_cut_where_they_touch_and_keep_their_parts() {
    // A body whose arms may reach to the next frames, and a spark above it that moves.
    let walk = |arms: usize| {
        Raster::from_fn(6 * 20, 24, |x, y| {
            let (frame, x) = (x / 20, x % 20);
            let is_body = (6..14).contains(&x) && y >= 8;
            let is_arm = x.abs_diff(10) <= arms && (11..14).contains(&y);
            let is_spark = (1..4).contains(&y) && (7 + frame % 3..10 + frame % 3).contains(&x);
            let shade = (9 * x + 5 * y) as u8;
            (is_body || is_arm || is_spark).then_some(Rgb::new(shade, 40, 200))
        })
    };
    let touching = cut_itself(walk(10));
    assert_eq!(
        (touching.cells, touching.sprites.len()),
        (Some((20, 24)), 6)
    );
    let apart = cut_itself(walk(6));
    assert_eq!((apart.cells, apart.sprites.len()), (None, 6));
    assert!(apart.sprites.iter().all(|sprite| sprite.bounds.top == 1));
}

#[test]
fn loose_parts_are_joined_in_the_squares_of_a_strip() {
    // Dots go round in nine squares of 16 pixels.
    let dot = |frame: usize, number: usize| {
        let places = [
            (2, 7),
            (4, 3),
            (8, 2),
            (12, 4),
            (13, 8),
            (11, 12),
            (7, 13),
            (3, 11),
        ];
        places[(3 * frame + number) % places.len()]
    };
    let strip = sheet_of_cells((9, 1), (16, 16), |(frame, _), (x, y)| {
        let is_dot = |(left, top): (usize, usize)| x.abs_diff(left) < 2 && y.abs_diff(top) < 2;
        let is_seen = [0, 3, 5].iter().any(|number| is_dot(dot(frame, *number)));
        is_seen.then_some(color('a'))
    });
    let sheet = cut_itself(strip);
    assert_eq!((sheet.cells, sheet.sprites.len()), (Some((16, 16)), 9));
}

#[test]
fn parts_that_stand_anywhere_stay_apart() {
    // Rows of 21 pixels, which cross the lines of all grids that fill the picture.
    let parts = sheet_of_cells((6, 4), (16, 21), parts);
    let higher = Raster::from_fn(96, 96, |x, y| (y < 84).then(|| parts.color(x, y))?);
    assert_eq!(cut_itself(higher).sprites.len(), 24 + 8);
}

#[test]
fn drawings_stay_whole_however_large_their_pixels_are() {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/sprites")).unwrap();
    let files = folder.map(|entry| entry.unwrap().path());
    for file in files.filter(|file| file.is_file()) {
        let drawing = decode_picture(&std::fs::read(&file).unwrap()[..]).unwrap();
        for factor in [1, 8, 20] {
            let sheet = cut_sheet(enlarged(&drawing, factor), Background::Auto, Cut::Auto).unwrap();
            assert_eq!(sheet.sprites.len(), 1, "{} {factor}x", file.display());
        }
    }
}

#[test]
fn tiles_may_be_enlarged() {
    let tiles = sheet_of_cells((8, 4), (8, 8), |(column, row), place| {
        shaded(column + 2 * row, place)
    });
    let sheet = cut_itself(enlarged(&tiles, 9));
    assert_eq!((sheet.cells, sheet.sprites.len()), (Some((72, 72)), 32));
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
