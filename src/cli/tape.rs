//! Movies as they are played: read in any of their formats.

use anyhow::bail;

use tetris_printer::nes::{BK2_SIGNATURE, Latches, Movie, parse_bk2, parse_movie};

/// What presses the buttons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tape {
    /// In every frame, as emulators do.
    Frames(Movie),
    /// At every latch, as a replay device does.
    Latches(Latches),
}

impl Tape {
    /// Reads a movie; what it is shows in its first bytes. Every movie begins with all buttons up.
    pub fn read(bytes: &[u8]) -> anyhow::Result<Tape> {
        if bytes.starts_with(BK2_SIGNATURE) {
            return Ok(Tape::Frames(parse_bk2(bytes)?));
        }
        if bytes.starts_with(&[0]) {
            return Ok(Tape::Latches(Latches::parse(bytes)?));
        }
        let Ok(text) = std::str::from_utf8(bytes) else {
            bail!("not a movie of one of the formats FM2, BK2 and R08");
        };
        Ok(Tape::Frames(parse_movie(text)?))
    }

    /// Frames, or latches.
    pub fn len(&self) -> usize {
        match self {
            Tape::Frames(movie) => movie.frames.len(),
            Tape::Latches(latches) => latches.0.len(),
        }
    }

    /// Takes a number of frames off the beginning; a replay device has none.
    pub fn skip_frames(&mut self, count: usize) {
        if let Tape::Frames(movie) = self {
            movie.frames.drain(..count.min(movie.frames.len()));
        }
    }
}
