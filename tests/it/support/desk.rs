//! A folder of a test's own.

use std::fs;
use std::path::Path;
use std::process::Output;

use tempfile::TempDir;
use tetris_printer::color::Rgb;
use tetris_printer::picture::{Raster, decode_picture, write_raster_png};

use super::{Answer, answer, program, stdout};

/// A temporary folder in which pictures are drawn and the program runs.
pub struct Desk(TempDir);

impl Desk {
    pub fn new() -> Desk {
        Desk(TempDir::new().unwrap())
    }

    /// The path of a file in the folder, as an argument.
    pub fn path(&self, name: &str) -> String {
        self.as_ref().join(name).to_str().unwrap().to_owned()
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    pub fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, contents).unwrap();
        path
    }

    /// The names in a folder of the folder, sorted.
    pub fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// Draws a picture as a PNG, a colour for each letter, a dot for each transparent pixel, and gives its path.
    pub fn draw(&self, name: &str, drawing: &str) -> String {
        let color = |letter: char| {
            let shade = (letter as u8).wrapping_mul(30);
            [shade, 99, 255 - shade]
        };
        self.draw_in(name, drawing, color)
    }

    /// As [`Desk::draw`], in these colours.
    pub fn draw_in(&self, name: &str, drawing: &str, color: impl Fn(char) -> [u8; 3]) -> String {
        let path = self.path(name);
        let lines: Vec<&str> = drawing.split_whitespace().collect();
        let picture = Raster::from_fn(lines[0].len(), lines.len(), |x, y| {
            let letter = char::from(lines[y].as_bytes()[x]);
            let [r, g, b] = color(letter);
            (letter != '.').then(|| Rgb::new(r, g, b))
        });
        self.save(name, &picture);
        path
    }

    /// Writes a picture as a PNG.
    pub fn save(&self, name: &str, picture: &Raster) {
        let file = fs::File::create(self.path(name)).unwrap();
        write_raster_png(picture, file).unwrap();
    }

    /// Writes an animated sprite of three frames, of which the first two are equal.
    pub fn animate(&self, name: &str) -> String {
        self.animate_frames(name, &["010 111", "010 111", "110 011"])
    }

    /// Draws an animation, a digit for each pixel: 0 is transparent.
    pub fn animate_frames(&self, name: &str, frames: &[&str]) -> String {
        let palette = [0, 0, 0, 255, 0, 0];
        let rows: Vec<&str> = frames[0].split(' ').collect();
        let (width, height) = (rows[0].len() as u16, rows.len() as u16);
        let mut bytes = Vec::new();
        let mut encoder = gif::Encoder::new(&mut bytes, width, height, &palette).unwrap();
        for frame in frames {
            let digits = frame.bytes().filter(u8::is_ascii_digit);
            let pixels: Vec<u8> = digits.map(|digit| digit - b'0').collect();
            let frame = gif::Frame::from_indexed_pixels(width, height, pixels, Some(0));
            encoder.write_frame(&frame).unwrap();
        }
        drop(encoder);
        self.write(name, bytes)
    }

    /// The pixels of a picture in the folder.
    pub fn picture(&self, name: &str) -> Raster {
        decode_picture(&self.read(name)[..]).unwrap()
    }

    /// Runs the program in the folder with blanks between its arguments.
    pub fn answer(&self, arguments: &str) -> Answer {
        answer(self, arguments, "")
    }

    /// Fails unless each of these commands is refused as a wrong one for its reason.
    #[track_caller]
    pub fn check_refusals(&self, cases: &[(&str, &str)]) {
        for (arguments, reason) in cases {
            self.answer(arguments).check_error(2, reason);
        }
    }

    /// Runs the program in the folder.
    pub fn run(&self, args: &[&str]) -> Output {
        program().current_dir(self).args(args).output().unwrap()
    }

    /// What a successful run in the folder prints.
    pub fn printed(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
        stdout(&output)
    }

    /// Prints a sprite by the tables, which is done at once, and verifies the script; gives the report.
    pub fn print_by_tables(&self, sprite: &[&str]) -> String {
        let print = ["print", "--planner", "tables", "--script", "tables.json"];
        let report = self.printed(&[&print[..], sprite].concat());
        let verify = ["verify", "--script", "tables.json"];
        self.printed(&[&verify[..], sprite].concat());
        report
    }
}

impl AsRef<Path> for Desk {
    fn as_ref(&self) -> &Path {
        self.0.path()
    }
}
