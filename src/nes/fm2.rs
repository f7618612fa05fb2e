//! Movies as files: FM2, the text format of the emulator FCEUX, version 3.
//!
//! ```text
//! version 3
//! romFilename tetris-printer
//! port0 1
//! port1 1
//! port2 0
//! |0|........|........||
//! |0|....T...|.....S.A||
//! ```
//!
//! A header of keys and values, then one line per frame: a command, and eight letters for each
//! controller.

use std::io::Write;

use super::cartridge::CHECKSUM;
use super::movie::{Movie, Pads};
use crate::game::console::Buttons;
use crate::parse::ParseValueError;

/// Why a text is not a movie for the cartridge.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMovieError {
    /// Not version 3 of the text format. Binary movies cannot be read.
    #[error("not an FM2 movie: it has no line `version 3`; save it as .fm2 text in the emulator")]
    Version,
    /// A header for another machine: a PAL console or other controllers, for example.
    #[error("the movie's `{key} {value}` does not suit this cartridge: it needs `{needed}`")]
    Header {
        /// The header's key.
        key: &'static str,
        /// The value that it has.
        value: String,
        /// The value that it must have.
        needed: &'static str,
    },
    /// A frame whose buttons are not eight letters `RLDUTSBA` or dots.
    #[error("line {line} of the movie: {error}")]
    Buttons {
        /// The line's number, from 1.
        line: usize,
        /// What is wrong with the buttons.
        error: ParseValueError,
    },
    /// A frame that is written in another form.
    #[error("line {line} of the movie is not a frame: write |0|........|........||")]
    Frame {
        /// The line's number, from 1.
        line: usize,
    },
    /// A reset or another command: the print must be played from power-on without one.
    #[error(
        "line {line} of the movie resets the console: record it from power-on in one go instead"
    )]
    Command {
        /// The line's number, from 1.
        line: usize,
    },
    /// More than [`Movie::MOST_FRAMES`].
    #[error("the movie has more than {} frames: end it sooner", Movie::MOST_FRAMES)]
    TooLong,
    /// A header without frames.
    #[error("the movie has no frame: record one first")]
    Empty,
}

/// The keys whose value matters, and what it must be.
const NEEDED: [(&str, &str); 5] = [
    ("binary", "0"),
    ("fourscore", "0"),
    ("palFlag", "0"),
    ("port0", "1"),
    ("port1", "1"),
];

/// Writes a movie of the cartridge that FCEUX, Mesen and replay devices play. Each comment becomes a line of the
/// header.
pub fn write_movie(movie: &Movie, comments: &[String], out: impl Write) -> std::io::Result<()> {
    let game = [("romFilename", "tetris-printer"), ("romChecksum", CHECKSUM)];
    write_movie_of(&game, movie, comments, out)
}

/// As [`write_movie`], of a game that is known by its name alone.
pub fn write_movie_of_game(
    name: &str,
    movie: &Movie,
    comments: &[String],
    out: impl Write,
) -> std::io::Result<()> {
    write_movie_of(&[("romFilename", name)], movie, comments, out)
}

fn write_movie_of(
    game: &[(&str, &str)],
    movie: &Movie,
    comments: &[String],
    mut out: impl Write,
) -> std::io::Result<()> {
    let header = [
        ("version", "3"),
        ("emuVersion", "22020"),
        ("rerecordCount", "0"),
        ("palFlag", "0"),
        ("guid", "00000000-0000-0000-0000-000000000000"),
        ("fourscore", "0"),
        ("microphone", "0"),
        ("port0", "1"),
        ("port1", "1"),
        ("port2", "0"),
        ("FDS", "0"),
        ("NewPPU", "0"),
    ];
    for (key, value) in header.iter().chain(game) {
        writeln!(out, "{key} {value}")?;
    }
    for comment in comments {
        writeln!(out, "comment {comment}")?;
    }
    for [first, second] in &movie.frames {
        writeln!(out, "|0|{first}|{second}||")?;
    }
    out.flush()
}

/// Reads a movie from text. Unknown keys are ignored.
///
/// Errors: see [`ParseMovieError`].
pub fn parse_movie(text: &str) -> Result<Movie, ParseMovieError> {
    let mut movie = Movie::default();
    let mut has_version = false;
    for (line, content) in (1..).zip(text.lines().map(str::trim_end)) {
        if content.starts_with('|') {
            if movie.frames.len() == Movie::MOST_FRAMES {
                return Err(ParseMovieError::TooLong);
            }
            movie.frames.push(parse_frame(content, line)?);
        } else if let Some((key, value)) = content.split_once(' ') {
            has_version |= (key, value) == ("version", "3");
            check_header(key, value)?;
        }
    }
    match (has_version, movie.frames.is_empty()) {
        (false, _) => Err(ParseMovieError::Version),
        (true, true) => Err(ParseMovieError::Empty),
        (true, false) => Ok(movie),
    }
}

fn check_header(key: &str, value: &str) -> Result<(), ParseMovieError> {
    match NEEDED.into_iter().find(|(name, _)| *name == key) {
        Some((key, needed)) if value != needed => Err(ParseMovieError::Header {
            key,
            value: value.chars().take(20).collect(),
            needed,
        }),
        _ => Ok(()),
    }
}

fn parse_frame(content: &str, line: usize) -> Result<Pads, ParseMovieError> {
    let mut parts = content.split('|').skip(1);
    let mut next = || parts.next().ok_or(ParseMovieError::Frame { line });
    if !matches!(next()?, "0" | "") {
        return Err(ParseMovieError::Command { line });
    }
    let mut pads = [Buttons::NONE; 2];
    for pad in &mut pads {
        let error = |error| ParseMovieError::Buttons { line, error };
        // Some programs write a blank for a button that is up.
        *pad = next()?.replace(' ', ".").parse().map_err(error)?;
    }
    Ok(pads)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(movie: &Movie) -> String {
        let mut bytes = Vec::new();
        write_movie(movie, &["colours $0f $30".to_owned()], &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    fn every_button() -> Movie {
        let frame = |bits| {
            [
                Buttons::from_bits_retain(bits),
                Buttons::from_bits_retain(!bits),
            ]
        };
        Movie {
            frames: (0..=255).map(frame).collect(),
        }
    }

    #[test]
    fn a_movie_reads_what_it_writes() {
        let movie = every_button();
        assert_eq!(parse_movie(&text(&movie)).unwrap(), movie);
        let windows = text(&movie).replace('\n', "\r\n");
        assert_eq!(parse_movie(&windows).unwrap(), movie);
        let (header, frames) = windows.split_once("|0|").unwrap();
        let blanks = format!("{header}|0|{}", frames.replace('.', " "));
        assert_eq!(parse_movie(&blanks).unwrap(), movie);
    }

    #[test]
    fn a_frame_looks_as_promised() {
        let text = text(&every_button());
        assert!(text.starts_with("version 3\n"));
        assert!(text.contains("\ncomment colours $0f $30\n"));
        assert!(text.contains("\n|0|R.......|.LDUTSBA||\n"), "{text}");
    }

    #[test]
    fn another_emulator_reads_it() {
        let movie = nes_sim::movie::parse_fm2(text(&every_button()).as_bytes()).unwrap();
        assert_eq!(movie.frames.len(), 256);
        let (first, second) = (
            movie.frames[1].controllers[0],
            movie.frames[1].controllers[1],
        );
        assert_eq!((first.bits(), second.bits()), (0x80, 0x7f));
    }

    #[test]
    fn what_is_no_movie_is_refused_in_one_line() {
        let movie = text(&every_button());
        for (from, to, told) in [
            ("version 3", "version 2", "no line `version 3`"),
            (
                "port1 1",
                "port1 2",
                "`port1 2` does not suit this cartridge",
            ),
            ("fourscore 0", "fourscore 1", "it needs `0`"),
            (
                "|0|R.......|",
                "|1|R.......|",
                "line 17 of the movie resets",
            ),
            (
                "|0|R.......|",
                "|0|R......|",
                "`R......` is not the state of a controller",
            ),
            (
                "|0|R.......|.LDUTSBA||",
                "|0|R.......",
                "line 17 of the movie is not a frame",
            ),
        ] {
            let damaged = movie.replacen(from, to, 1);
            assert_ne!(damaged, movie);
            let error = parse_movie(&damaged).unwrap_err().to_string();
            assert!(error.contains(told) && !error.contains('\n'), "{error}");
        }
        assert_eq!(parse_movie("version 3\n"), Err(ParseMovieError::Empty));
    }
}
