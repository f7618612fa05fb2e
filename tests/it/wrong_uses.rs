//! Wrong uses of the program, as makers of animations commit them: each message names a remedy, and the remedy works.

use std::fs;

use tetris_printer::color::Rgb;
use tetris_printer::picture::Raster;

use crate::support::{Desk, error, sprite_path};

/// What is typed, what is told, and what is typed then; nothing where the remedy is outside the program.
const USES: &[(&str, &str, &str)] = &[
    (
        "print knigth.png --gif a.gif",
        "did you mean knight.png?",
        "print knight.png --gif a.gif",
    ),
    (
        "print knight.png a.gif",
        "put -o before it: -o a.gif",
        "print knight.png -o a.gif",
    ),
    (
        "print knight.png --gfi a.gif",
        "a similar argument exists: '--gif'",
        "print knight.png --gif a.gif",
    ),
    (
        "knight.png",
        "`print knight.png -o film.gif` prints it",
        "print knight.png -o film.gif",
    ),
    (
        "hero.json --gif a.gif",
        "`replay hero.json -o film.gif` plays it",
        "replay hero.json -o film.gif",
    ),
    (
        "print knight.png --png a.png --boomerang",
        "nothing that is asked for shows --boomerang: add --gif FILE",
        "print knight.png --png a.png --boomerang --gif a.gif",
    ),
    (
        "print knight.png --y4m a.y4m --loop 3",
        "shows --loop: add --gif FILE",
        "print knight.png --loop 3 --duration 1 --gif a.gif",
    ),
    ("print knight.png -o -", "name the format, like --gif -", ""),
    (
        "print knight.png --png a.png --poster first",
        "shows --poster: add --gif FILE",
        "print knight.png --png a.png --poster first --gif a.gif",
    ),
    (
        "print knight.png --script a.json --theme flat",
        "shows --theme: add --gif FILE",
        "print knight.png --script a.json --theme flat --gif a.gif",
    ),
    (
        "print knight.png --html a.html --no-panel",
        "shows --no-panel: add --gif FILE",
        "print knight.png --html a.html --no-panel --gif a.gif",
    ),
    (
        "print knight.png --png a.png --xray",
        "shows --xray: add --gif FILE",
        "print knight.png --png a.png --xray --gif a.gif",
    ),
    (
        "replay hero.json --svg a.svg --fps 10",
        "shows --fps: add --gif FILE",
        "replay hero.json --svg a.svg --fps 10 --gif a.gif",
    ),
    (
        "replay hero.json --svg a.svg --speed 2",
        "shows --speed: add --gif FILE",
        "replay hero.json --svg a.svg --speed 2 --gif a.gif",
    ),
    (
        "print knight.png --script a.json --xray",
        "shows --xray: add --gif FILE",
        "print knight.png --script a.json --xray --gif a.gif",
    ),
    (
        "print knight.png --gif a.mp4",
        "end it in .gif",
        "print knight.png --gif a.gif",
    ),
    (
        "print knight.png -o a.mov",
        "end it in gif, apng, png, webp",
        "print knight.png -o a.webp",
    ),
    (
        "print knight.png --gif folder",
        "it is a folder: name a file in it",
        "print knight.png --gif folder/a.gif",
    ),
    (
        "print knight.png --gif no/a.gif",
        "there is no folder no: make it first",
        "",
    ),
    (
        "print knight.png --gif a.gif --png a.gif",
        "two outputs go to a.gif: give each a name of its own",
        "print knight.png --gif a.gif --png a.png",
    ),
    (
        "print knight.png --frames notes.txt",
        "name a new folder",
        "print knight.png --frames frames --fps 2",
    ),
    (
        "print knight.png --out-dir notes.txt",
        "name a folder for --out-dir",
        "print knight.png --out-dir out --formats png",
    ),
    (
        "print knight.png --gif a.gif --canvas 20x20",
        "try --canvas 117x160",
        "print knight.png --gif a.gif --canvas 117x160",
    ),
    (
        "print knight.png --svg a.svg --caption HI",
        "write a .png or .gif instead",
        "print knight.png --png a.png --caption HI",
    ),
    (
        "print knight.png --gif a.gif --speed fast",
        "like 2.5",
        "print knight.png --gif a.gif --speed 2.5 --fps 2",
    ),
    (
        "print knight.png --field 10x20 --gif a.gif",
        "try --field auto",
        "print knight.png --field auto --gif a.gif",
    ),
    (
        "print photo.png --gif a.gif",
        "--colors 6 merges the nearest",
        "",
    ),
    (
        "print photo.png --colors 3 --gif a.gif",
        "crop or shrink it, or, if it was enlarged, try --fit",
        "print photo.png --colors 3 --crop 0,0,16,16 --dry-run",
    ),
    (
        "print knight.png --crop 0,0,99,99 --gif a.gif",
        "choose a --crop within 0,0,16,24",
        "print knight.png --crop 0,8,16,16 --dry-run",
    ),
    (
        "print walk.gif#7 --gif a.gif",
        "there is no frame #7: the animation has #1 to #3",
        "print walk.gif#3 --dry-run",
    ),
    ("print notes.txt --gif a.gif", "or Aseprite picture", ""),
    (
        "print drawing.svg --gif a.gif",
        "export the picture as PNG",
        "",
    ),
    (
        "print '*.psd' --gif a.gif",
        "name the pictures, or their folder",
        "",
    ),
    (
        "replay other.json --gif a.gif",
        "`print --script FILE` writes one",
        "print knight.png --script other.json",
    ),
    (
        "replay knight.png --gif a.gif",
        "`print` makes such a picture",
        "print knight.png --gif a.gif",
    ),
    (
        "play --target -5",
        "write a whole number",
        "play --target 5 --pieces 200",
    ),
    ("bench foldr", "did you mean folder?", ""),
    (
        "tile 4x5 --seed 3 --list 1",
        "not provided: --random",
        "tile 4x5 --seed 3 --list 1 --random",
    ),
    (
        "tile 4x5 --cell 9 --list 1",
        "--png <FILE>",
        "tile 4x5 --cell 9 --list 1 --png a.png",
    ),
    (
        "link --generate 6x4 --tile 20",
        "--gif <FILE>",
        "link --generate 6x4 --tile 20 --png a.png",
    ),
    (
        "verify knight.png hero.gif",
        "put --gif, --png or --script before it",
        "verify knight.png --gif hero.gif",
    ),
    (
        "print sheet.png --gif a.gif",
        "sheet.png#1 is one of 3 sprites in it",
        "print sheet.png#1 --gif a.gif",
    ),
    (
        "print knight.png --grid 8x8 --gif a.gif",
        "name one of the sheet, like knight.png#1, or leave it out",
        "print knight.png#1 --grid 8x8 --gif a.gif",
    ),
    (
        "print knight.png --skip-existing --gif a.gif",
        "add --out-dir FOLDER",
        "print knight.png --skip-existing --out-dir out --formats png",
    ),
    (
        "print knight.png --formats png --gif a.gif",
        "add --out-dir FOLDER",
        "print knight.png --formats png,json --out-dir out",
    ),
    (
        "print knight.png --fumen a.fumen",
        "leave out the link",
        "print knight.png --gif a.gif",
    ),
    (
        "print long.gif --gif a.gif",
        "name those to print, like long.gif#1 long.gif#9",
        "print long.gif#1 long.gif#70 --dry-run",
    ),
    (
        "print walk.gif#run --gif a.gif",
        "there is no frame #run: the animation has #1 to #3",
        "print walk.gif#2 --dry-run",
    ),
    (
        "print knight.png --crop 100,100,5,5 --dry-run",
        "choose a --crop within 0,0,16,24",
        "print knight.png --crop 0,0,16,24 --dry-run",
    ),
    (
        "print knight.png knight.png --out-dir out --formats png",
        "knight.png is named twice: leave one out",
        "print knight.png --out-dir out --formats png",
    ),
    (
        "print knight.png --planner tables --carriers free --dry-run",
        "choose --planner minimal, or leave out --carriers",
        "print knight.png --planner minimal --carriers free --dry-run",
    ),
    (
        "sheet sheet.png --grid 4x4 --gap 1",
        "leave one out, or write --grid none",
        "sheet sheet.png --grid none --gap 1",
    ),
    (
        "sheet sheet.png#3",
        "without it all are listed",
        "sheet sheet.png",
    ),
    (
        "sheet sheet.png --out notes.txt/cut",
        "notes.txt is a file: name a folder instead",
        "sheet sheet.png --out new/cut",
    ),
    (
        "bench knight.png",
        "knight.png is a file: name its folder",
        "",
    ),
    (
        "tile 30x30",
        "list without counting (--no-count --list 1)",
        "tile 30x30 --no-count --list 1",
    ),
    (
        "tile 6x6 --no-count",
        "add --list N",
        "tile 6x6 --no-count --list 1",
    ),
    (
        "play --console --level 30 --pieces 2",
        "30 is not from 0 to 29",
        "play --console --level 29 --pieces 2",
    ),
    ("replay empty.json", "empty.json: it is empty", ""),
    (
        "sheet folder",
        "it is a folder: name a file in it",
        "sheet walk.gif",
    ),
    (
        "sheet atlas.json --out notes.txt",
        "name a folder for --out",
        "sheet atlas.json --out sheet",
    ),
    (
        "sheet atlas.json --out .",
        "would overwrite it",
        "sheet atlas.json --out cut",
    ),
];

/// Files of all kinds, wrong ones among them.
fn desk() -> Desk {
    let desk = Desk::new();
    fs::copy(sprite_path("knight"), desk.path("knight.png")).unwrap();
    fs::create_dir(desk.path("folder")).unwrap();
    desk.write("notes.txt", "to do: draw a dragon\n");
    desk.write("other.json", "{\"name\": \"dragon\"}");
    desk.write("drawing.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    desk.animate("walk.gif");
    let steps: Vec<&str> = (["010 111", "110 011"].into_iter().cycle())
        .take(70)
        .collect();
    desk.animate_frames("long.gif", &steps);
    desk.write("empty.json", "");
    // More colours than a sprite has, smoothly spread as in a photograph.
    let shade = |x: usize, y: usize| Some(Rgb::new(x as u8, y as u8, (x * y / 997) as u8));
    desk.save("photo.png", &Raster::from_fn(257, 251, shade));
    desk.draw("atlas-1.png", "ab ba");
    let three = |row: &str| [row; 3].join("......");
    desk.draw("sheet.png", &["abab", "bbbb", "abba"].map(three).join(" "));
    let frame = r#"{"frame": {"x": 0, "y": 0, "w": 2, "h": 2}}"#;
    desk.write(
        "atlas.json",
        format!(r#"{{"frames": {{"cat": {frame}}}, "meta": {{"image": "atlas-1.png"}}}}"#),
    );
    desk
}

#[test]
fn a_wrong_use_is_told_with_a_remedy_that_works() {
    let desk = desk();
    let words = |line: &str| -> Vec<String> {
        line.split(' ')
            .map(|word| word.trim_matches('\'').to_owned())
            .collect()
    };
    let run = |line: &str, more: &[&str]| {
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        desk.run(&[&words[..], more].concat())
    };
    desk.printed(&[
        "print",
        "knight.png",
        "--effort",
        "glance",
        "--gif",
        "hero.gif",
        "--script",
        "hero.json",
    ]);
    for (wrong, told, right) in USES {
        let line = error(&run(wrong, &[]), 2);
        assert!(line.contains(told), "{wrong}: {line}");
        if right.is_empty() {
            continue;
        }
        let quick: &[&str] = match right.starts_with("print") {
            true => &["--effort", "glance"],
            false => &[],
        };
        let output = run(right, quick);
        assert_eq!(output.status.code(), Some(0), "{right}: {output:?}");
        // Each use finds the files as they were.
        for made in ["a.gif", "a.png", "a.webp", "film.gif"] {
            let _ = fs::remove_file(desk.path(made));
        }
    }
}
