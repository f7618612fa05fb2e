//! Every way into the program: what it reads, and a valid file or two for each.

use std::fs;
use std::path::Path;

use tetris_printer::nes::cartridge::ROM;

use super::pictures::encoded;
use crate::support::{Desk, aseprite};

/// A command line that reads a file. In its arguments `IN` is the file, `OUT` a folder for outputs,
/// and `DESK/` begins the name of a valid file.
pub struct Reader {
    pub name: &'static str,
    arguments: &'static str,
    /// Valid files of the desk.
    seeds: &'static [&'static str],
}

const SPRITES: &[&str] = &["gem.png", "gem.gif", "gem.bmp", "gem.webp"];

pub const READERS: &[Reader] = &[
    Reader {
        name: "print",
        arguments: "print IN --planner tables --png OUT/a.png --script OUT/a.json",
        seeds: SPRITES,
    },
    Reader {
        name: "inspect",
        arguments: "inspect IN --json",
        seeds: SPRITES,
    },
    Reader {
        name: "sheet",
        arguments: "sheet IN --out OUT/cut",
        seeds: &["sheet.png", "gem.gif"],
    },
    Reader {
        name: "sheet --grid",
        arguments: "sheet IN --grid 1x1 --background none --out OUT/cut",
        seeds: &["sheet.png"],
    },
    Reader {
        name: "sheet.png#1",
        arguments: "print IN#1 --crop 0,0,7,6 --planner tables --gif OUT/a.gif --duration 0",
        seeds: &["sheet.png"],
    },
    Reader {
        name: "sheet game.nes",
        arguments: "sheet IN --arrange 8x16 --json",
        seeds: &["game.nes"],
    },
    Reader {
        name: "tiles",
        arguments: "inspect IN#0:1+2x2 --tiles nes --offset 0 --palette DESK/entries.pal",
        seeds: &["tiles.bin"],
    },
    Reader {
        name: "--palette",
        arguments: "inspect DESK/tiles.bin#0:1 --tiles nes --offset 0 --palette IN",
        seeds: &["entries.pal", "jasc.pal"],
    },
    Reader {
        name: "atlas",
        arguments: "inspect IN#2 --json",
        seeds: &["atlas.json", "atlas.xml"],
    },
    Reader {
        name: "aseprite",
        arguments: "inspect IN#2 --json",
        seeds: &["gem.aseprite"],
    },
    Reader {
        name: "replay",
        arguments: "replay IN --gif OUT/a.gif --html OUT/a.html --duration 0 --hold 0",
        seeds: &["gem.json", "gem.txt", "print.gif"],
    },
    Reader {
        name: "verify --script",
        arguments: "verify DESK/gem.png --script IN --json",
        seeds: &["gem.json", "gem.txt"],
    },
    Reader {
        name: "verify --png",
        arguments: "verify DESK/gem.png --png IN --json",
        seeds: &["print.png", "print.apng"],
    },
    Reader {
        name: "verify --gif",
        arguments: "verify DESK/gem.png --gif IN --json",
        seeds: &["print.gif", "versus.gif", "print.webp"],
    },
    #[cfg(feature = "emulator")]
    Reader {
        name: "verify --movie",
        arguments: "verify DESK/dot.png --movie IN",
        seeds: &["dot.fm2", "dot.bk2", "dot.r08"],
    },
    Reader {
        name: "verify --screenshot",
        arguments: "verify DESK/gem.png --screenshot IN",
        seeds: &["print.png"],
    },
    Reader {
        name: "--theme",
        arguments: "replay DESK/gem.json --theme IN.toml --png OUT/a.png",
        seeds: &["theme.toml"],
    },
    Reader {
        name: "tile",
        arguments: "tile --puzzle IN --no-count --list 2 --max-branches 20000 --svg OUT/a.svg",
        seeds: &["puzzle.txt", "puzzle.json"],
    },
    Reader {
        name: "link",
        arguments: "link IN --work 1000000 --steps OUT/a.txt --png OUT/a.png",
        seeds: &["board.txt", "board.json", "board.png"],
    },
    Reader {
        name: "play --weights",
        arguments: "play --weights IN --pieces 50 --path OUT/a.txt",
        seeds: &["weights.json", "state.json"],
    },
    Reader {
        name: "play --tune",
        arguments: "play --tune IN --generations 1",
        seeds: &["state.json"],
    },
];

/// The reader of a name.
pub fn named(name: &str) -> &'static Reader {
    READERS.iter().find(|reader| reader.name == name).unwrap()
}

impl Reader {
    /// What the program is told.
    pub fn arguments(&self, input: &Path, output: &Path, desk: &Desk) -> Vec<String> {
        let input = self.place(input);
        let place = |argument: &str| {
            let argument = argument.replace("IN.toml", "IN").replace("IN", &input);
            let argument = argument.replace("OUT", output.to_str().unwrap());
            argument.replace("DESK", &desk.path(""))
        };
        self.arguments.split(' ').map(place).collect()
    }

    /// The input's name; that of a theme has to end in `.toml`.
    fn place(&self, input: &Path) -> String {
        let place = match self.arguments.contains("IN.toml") {
            true => input.with_extension("toml"),
            false => input.to_owned(),
        };
        if place != input {
            fs::rename(input, &place).unwrap();
        }
        place.to_str().unwrap().to_owned()
    }
}

/// A folder of valid files of every kind that the program reads.
pub fn desk() -> Desk {
    let desk = Desk::new();
    for kind in ["png", "gif", "bmp", "webp"] {
        desk.write(&format!("gem.{kind}"), encoded(kind, 6, &gem_pixels()));
    }
    let sheet = ".1...22 11...2. ....... ....... 3.3.... 333...1";
    desk.draw("sheet.png", sheet);
    desk.draw("dot.png", "1");
    desk.write("game.nes", ROM);
    desk.write("tiles.bin", &ROM[16_400..18_448]);
    desk.write("entries.pal", [0x0f, 0x16, 0x27, 0x30]);
    desk.write(
        "jasc.pal",
        "JASC-PAL\n0100\n4\n0 0 0\n248 56 0\n0 168 0\n248 248 248\n",
    );
    desk.write(
        "gem.aseprite",
        aseprite::walk(
            6,
            &[[0; 3], [40, 64, 168], [248; 3], [240, 56, 40]],
            &gem_pixels(),
        ),
    );
    let picture = desk.path("sheet.png");
    desk.write("atlas.json", atlas_json(&picture));
    desk.write("atlas.xml", atlas_xml(&picture));
    let run = |arguments: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        desk.printed(&arguments);
    };
    let quick = "--planner tables --duration 0.2 --hold 0 --fps 20";
    run(&format!(
        "print gem.png {quick} --gif print.gif --apng print.apng --webp print.webp --png print.png --script gem.json"
    ));
    run(&format!(
        "print gem.png {quick} --versus realtime --gif versus.gif"
    ));
    run("print gem.png --planner tables --script gem.txt --format blocks");
    run("link --generate 8x6 --kinds 8 --matrix board.txt --png board.png -q");
    run("play --tune state.json --generations 1 --population 10 --games 1 --pieces 20");
    #[cfg(feature = "emulator")]
    for movie in ["dot.fm2", "dot.bk2", "dot.r08"] {
        run(&format!("print dot.png --scale 1 --movie {movie}"));
    }
    desk.write("board.json", "[[1, 2, 1], [0, 2, 0]]");
    desk.write("theme.toml", THEME);
    desk.write("puzzle.txt", tetris_printer::cover::TEXT_EXAMPLE);
    desk.write("puzzle.json", tetris_printer::cover::JSON_EXAMPLE);
    desk.write(
        "weights.json",
        r#"{"landing_height": -1.5, "holes": -4, "wells": -1}"#,
    );
    desk
}

/// A gem of 6x5 pixels, by their colours.
fn gem_pixels() -> Vec<u8> {
    let gem = "..11...1221.122331.1331...11..";
    gem.bytes().map(|cell| cell.saturating_sub(b'0')).collect()
}

fn atlas_json(picture: &str) -> String {
    let frame = |x: usize| {
        format!(
            r#"{{"filename": "{x}", "rotated": true, "frame": {{"x": {x}, "y": 0, "w": 2, "h": 2}}}}"#
        )
    };
    format!(
        r#"{{"frames": [{}, {}], "meta": {{"image": "{picture}"}}}}"#,
        frame(0),
        frame(1)
    )
}

fn atlas_xml(picture: &str) -> String {
    let part = |x: usize| {
        format!(r#"<SubTexture name="a" x="{x}" y="0" width="2" height="2" rotated="true"/>"#)
    };
    format!(
        r#"<TextureAtlas imagePath="{picture}">{}{}</TextureAtlas>"#,
        part(0),
        part(1)
    )
}

/// Every reader with every file that is valid for it.
pub fn cases() -> Vec<(&'static Reader, &'static str)> {
    let of_reader = |reader: &'static Reader| {
        let seeds = reader.seeds.iter();
        seeds.map(move |seed| (reader, *seed))
    };
    READERS.iter().flat_map(of_reader).collect()
}

const THEME: &str = r##"
cell = "grid"
pieces = ["#2e1f27", "#854d27", "#dd7230"]
field = "#f4c95d"
[screen]
backdrop = ["#1a1423", "#372549", "#774c60"]
frame = ["#eacdc2", "#b75d69", "#1a1423"]
ground = "#1a1423"
text = "#ffffff"
"##;
