use super::*;
use crate::render::testing;

const RED: Rgb = Rgb::new(200, 20, 20);

fn drawing(theme: Theme, side: usize) -> String {
    let shades = Shades::of(RED, Rgb::BLACK);
    let letter = |pixel: &Rgb| match *pixel {
        RED => '.',
        Rgb::BLACK => ' ',
        pixel if pixel == shades.glint => '*',
        pixel if pixel == shades.light => '+',
        pixel if pixel == shades.dark => '-',
        pixel => panic!("{pixel} is none of the cell's colours"),
    };
    let tile = theme.tile(RED, Rgb::BLACK, side);
    let lines: Vec<String> = tile
        .chunks(side)
        .map(|row| row.iter().map(letter).collect())
        .collect();
    lines.join("\n")
}

#[test]
fn a_brick_is_lit_from_the_upper_left() {
    let brick = [
        "*++++++ ", "+**...- ", "+*....- ", "+.....- ", "+.....- ", "+.....- ", "+------ ",
        "        ",
    ];
    assert_eq!(drawing(Theme::NES, 8), brick.join("\n"));
    assert_eq!(drawing(Theme::NES, 4), "+++ \n+.. \n+.. \n    ");
    assert_eq!(drawing(Theme::NES, 2), "..\n..");
    assert_eq!(drawing(Theme::FLAT, 3), "...\n...\n...");
}

#[test]
fn the_centre_has_the_exact_colour_at_every_size() {
    for (name, theme) in Theme::NAMED {
        for side in 1..=64 {
            for color in [RED, Rgb::BLACK, Rgb::WHITE] {
                let tile = theme.tile(color, Rgb::new(1, 2, 3), side);
                assert_eq!(tile.len(), side * side);
                let centre = tile[side / 2 * side + side / 2];
                assert_eq!(centre, color, "{name} {side}");
                let empty = theme.empty_tile(color, side);
                assert_eq!(empty[side / 2 * side + side / 2], color, "{name} {side}");
            }
        }
    }
}

#[test]
fn a_theme_is_read_by_its_name() {
    for (name, theme) in Theme::NAMED {
        assert_eq!(name.parse(), Ok(theme));
    }
    let error = "pocket".parse::<Theme>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "`pocket` is not a theme: choose nes, flat, grid, gameboy, or a file that ends in .toml"
    );
}

#[test]
fn colours_keep_their_order_from_dark_to_light() {
    let mut script = testing::script(4, 4, &[]);
    let (dark, middle, light) = (Rgb::new(90, 0, 0), Rgb::new(0, 99, 0), Rgb::WHITE);
    script.colors = PieceColors::new(|piece| match piece {
        Tetromino::J => light,
        Tetromino::T => dark,
        _ => middle,
    });
    let palette = Theme::GAMEBOY.palette.unwrap();
    let recolored = Theme::GAMEBOY.recolor_script(&script);
    let [first, second, third] = [0, 1, 2].map(|rank| palette.colors[rank]);
    let colors = &recolored.colors;
    assert_eq!((colors.t, colors.s, colors.j), (first, second, third));
    assert_eq!(recolored.background, palette.field);
}

#[test]
fn many_colours_share_few() {
    let script = testing::script(4, 4, &[]);
    let recolored = Theme::GAMEBOY.recolor_script(&script);
    let palette = Theme::GAMEBOY.palette.unwrap();
    for piece in Tetromino::ALL {
        assert!(palette.colors.contains(&recolored.colors.of(piece)));
    }
    assert_eq!(recolored.colors.j, palette.colors[0]);
}
