//! Screenshots of a print, at any scale in a window: the field is found, and so is a changed cell.

use std::fs::{self, File};

use tetris_printer::color::{EMULATOR_PALETTES, Rgb};
use tetris_printer::game::{Column, FieldSize, Row};
use tetris_printer::picture::{Raster, decode_picture};
use tetris_printer::sprite::Sprite;
use tetris_printer::verify::{FoundField, find_field, verify};

use crate::support::{Desk, answer, in_repository, sprite};

fn knight() -> Sprite {
    sprite("knight")
}

/// The print in this repository, which has 8 pixels a cell.
fn print() -> Raster {
    decode_picture(File::open(in_repository("out/knight.png")).unwrap()).unwrap()
}

/// The print with another colour in a cell.
fn changed(print: &Raster, column: usize, row: usize, color: Rgb) -> Raster {
    let is_inside = |at: usize, cell: usize| (8 + 8 * cell..16 + 8 * cell).contains(&at);
    let pixel = |(index, pixel): (usize, &Option<Rgb>)| {
        let (x, y) = (index % print.width(), index / print.width());
        match is_inside(x, column) && is_inside(y, row) {
            true => Some(color),
            false => *pixel,
        }
    };
    Raster::new(
        print.width(),
        print.pixels().iter().enumerate().map(pixel).collect(),
    )
}

/// Enlarged, by the nearest pixel or between four, within a window with a title on a desktop.
fn screenshot(print: &Raster, scale: f64, is_smooth: bool) -> Raster {
    let channels = |x: f64, y: f64| {
        let x = x.clamp(0.0, print.width() as f64 - 1.0) as usize;
        let y = y.clamp(0.0, print.height() as f64 - 1.0) as usize;
        print
            .color(x, y)
            .unwrap_or(Rgb::BLACK)
            .channels()
            .map(f64::from)
    };
    let mix = |a: [f64; 3], b: [f64; 3], share: f64| {
        [0, 1, 2].map(|channel| a[channel] + (b[channel] - a[channel]) * share)
    };
    let scaled = |x: usize, y: usize| {
        let (x, y) = ((x as f64 + 0.5) / scale, (y as f64 + 0.5) / scale);
        let color = if is_smooth {
            let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
            let line = |y| mix(channels(left, y), channels(left + 1.0, y), x - 0.5 - left);
            mix(line(top), line(top + 1.0), y - 0.5 - top)
        } else {
            channels(x, y)
        };
        let [r, g, b] = color.map(|channel| channel.round() as u8);
        Rgb::new(r, g, b)
    };
    let size = [print.width(), print.height()].map(|side| (side as f64 * scale).round() as usize);
    let (left, top, right, bottom) = (37, 61, 23, 19);
    let pixel = |x: usize, y: usize| {
        let inside = (left..left + size[0]).contains(&x) && (top..top + size[1]).contains(&y);
        let in_window = (left - 4..left + size[0] + 4).contains(&x)
            && (top - 30..top + size[1] + 4).contains(&y);
        match (inside, in_window) {
            (true, _) => scaled(x - left, y - top),
            (false, true) if y < top - 4 && x % 40 < 12 => Rgb::new(30, 30, 30),
            (false, true) => Rgb::new(222, 222, 226),
            (false, false) => Rgb::new((x / 9) as u8, 90, (y / 7) as u8),
        }
    };
    let width = left + size[0] + right;
    let height = top + size[1] + bottom;
    let pixels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
    Raster::new(width, pixels.map(|(x, y)| Some(pixel(x, y))).collect())
}

fn found(screenshot: &Raster) -> FoundField {
    let sprite = knight();
    let palettes = [sprite.palette().to_vec()];
    find_field(screenshot, &sprite, &palettes, FieldSize::STANDARD).unwrap()
}

fn check_exact(found: &FoundField, scale: f64) {
    let verdict = verify(&found.sprite, &found.printed).unwrap();
    assert!(
        verdict.is_exact(),
        "{scale}: {:?} {:?}",
        verdict.differences.first(),
        verdict.odd
    );
}

#[test]
fn a_screenshot_at_any_scale_verifies() {
    let print = print();
    for (scale, is_smooth) in [
        (1.0, false),
        (1.3, true),
        (1.7, false),
        (2.5, true),
        (3.1, false),
        (6.0, true),
    ] {
        let found = found(&screenshot(&print, scale, is_smooth));
        check_exact(&found, scale);
        let [width, _] = found.cell;
        assert!((width / scale - 8.0).abs() < 0.1, "{scale}: {width}");
    }
}

#[test]
fn a_changed_cell_is_named_at_any_scale() {
    let print = print();
    let sprite = knight();
    for (scale, column, row, color) in [
        (1.0, 8, 30, sprite.palette()[0]),
        (1.45, 3, 41, sprite.palette()[1]),
        (2.2, 10, 35, Rgb::BLACK),
        (3.7, 20, 2, Rgb::new(0, 220, 90)),
    ] {
        let found = found(&screenshot(
            &changed(&print, column, row, color),
            scale,
            scale > 2.0,
        ));
        let verdict = verify(&found.sprite, &found.printed).unwrap();
        let places = verdict
            .differences
            .iter()
            .map(|cell| (cell.column, cell.row));
        let expected = [(Column(column), Row(row))];
        assert_eq!(places.collect::<Vec<_>>(), expected, "{scale}");
    }
}

#[test]
fn a_scratch_beside_the_middle_of_a_cell_is_seen() {
    let print = print();
    for (column, row) in [(8, 35), (2, 3)] {
        let scratched = Raster::from_fn(print.width(), print.height(), |x, y| {
            let is_scratch = (8 + 8 * column + 1, 8 + 8 * row + 3) == (x, y);
            if is_scratch {
                Some(Rgb::new(0, 255, 90))
            } else {
                print.color(x, y)
            }
        });
        let found = found(&screenshot(&scratched, 3.0, false));
        let verdict = verify(&found.sprite, &found.printed).unwrap();
        assert!(verdict.differences.is_empty());
        assert_eq!(verdict.odd, [(Column(column), Row(row))]);
    }
}

/// The console's screen as a television shows it: three times as large, stretched by 8:7, with scan lines, in the colours
/// of another emulator and in warm light. One cell may be empty.
fn television(empty: Option<(usize, usize)>) -> Raster {
    let screen = decode_picture(File::open(in_repository("out/knight-nes.png")).unwrap()).unwrap();
    let [console, other] = [&EMULATOR_PALETTES[0].1, &EMULATOR_PALETTES[1].1];
    let color = |x: usize, y: usize| {
        let is_empty = empty.is_some_and(|(column, row)| {
            let [left, top] = [32 + 4 * column, 40 + 4 * row];
            (left..left + 4).contains(&x) && (top..top + 4).contains(&y)
        });
        let color = screen.color(x, y).filter(|_| !is_empty)?;
        let entry = console.iter().position(|known| *known == color)?;
        Some(other[entry].channels())
    };
    let (width, height) = (screen.width() * 24 / 7, screen.height() * 3);
    Raster::from_fn(width, height, |x, y| {
        let channels = color(x * 7 / 24, y / 3).unwrap_or_default();
        let light = if y % 3 == 1 { 55 } else { 100 };
        let tint = [100, 85, 65].map(|share| share * light);
        let [r, g, b] = [0, 1, 2].map(|at| (u32::from(channels[at]) * tint[at] / 10_000) as u8);
        Some(Rgb::new(r, g, b))
    })
}

#[test]
fn a_television_shows_a_print_and_its_wrong_cell() {
    let desk = Desk::new();
    let verify = |picture: &Raster, options: &str| {
        desk.save("tv.png", picture);
        let arguments = format!(
            "verify sprites/knight.png --screenshot {} {options}",
            desk.path("tv.png")
        );
        answer(in_repository(""), &arguments, "")
    };
    verify(&television(None), "").printed();
    // The colours of another theme are no dimmed or tinted form of the console's.
    assert_ne!(verify(&television(None), "--theme gameboy").code, 0);
    let script = fs::read_to_string(in_repository("out/knight.json")).unwrap();
    let script: serde_json::Value = serde_json::from_str(&script).unwrap();
    let left = script["sprite"]["left"].as_u64().unwrap() as usize;
    for (column, row) in [(10, 30), (3, 41), (13, 20)].map(|(x, row)| (left + x, row)) {
        let judged = verify(&television(Some((column, row))), "--json");
        assert_eq!(judged.code, 1, "{}", judged.out);
        let report: serde_json::Value = serde_json::from_str(&judged.out).unwrap();
        let product = &report["products"][0];
        assert_eq!(product["differences"], 1, "{report}");
        let first = &product["first"];
        assert_eq!(
            (&first["column"], &first["row"]),
            (&column.into(), &row.into())
        );
    }
}

#[test]
fn a_print_in_the_colours_of_a_theme_verifies_and_so_does_a_screenshot_of_it() {
    let desk = Desk::new();
    let run = |arguments: &str| {
        let arguments = arguments.replace("GREEN", &desk.path("green.png"));
        answer(in_repository(""), &arguments, "").code
    };
    let print = "print sprites/knight.png --planner tables --theme gameboy --png GREEN -q";
    assert_eq!(run(print), 0);
    let verify = "verify sprites/knight.png -q --png GREEN";
    assert_eq!(run(verify), 0);
    assert_eq!(run(&format!("{verify} --theme gameboy")), 0);
    assert_eq!(run(&format!("{verify} --theme nes")), 1);
    let screenshot = "verify sprites/knight.png -q --screenshot GREEN";
    assert_eq!(run(screenshot), 0);
    assert_eq!(run(&format!("{screenshot} --theme gameboy")), 0);
    assert_ne!(run(&format!("{screenshot} --theme flat")), 0);
}

#[test]
#[ignore = "a hundred scales take a minute"]
fn a_hundred_scales_verify() {
    let print = print();
    for step in 0..100 {
        let scale = 1.0 + 5.0 * f64::from(step) / 99.0;
        let found = found(&screenshot(&print, scale, step % 2 == 0));
        check_exact(&found, scale);
    }
}
