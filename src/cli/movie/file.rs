//! Movies as files: read in any of their formats, and written in the one that a name asks for.

use anyhow::{bail, ensure};

use crate::cli::kind::MovieFormat;
use tetris_printer::nes::{
    BK2_SIGNATURE, Latches, Movie, parse_bk2, parse_movie, write_bk2, write_movie,
    write_movie_of_game,
};

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

/// A movie that is to be a file.
pub struct MovieFile<'a> {
    pub movie: &'a Movie,
    pub latches: Latches,
    /// The game as other programs call it; of the cartridge, which is known by its sum, none.
    pub game: Option<&'a str>,
    pub sum: Option<String>,
    pub comments: Vec<String>,
}

impl MovieFile<'_> {
    /// The file, read again, and what it presses.
    pub fn write(&self, format: MovieFormat) -> anyhow::Result<(Vec<u8>, Tape)> {
        let mut bytes = Vec::new();
        match (format, self.game) {
            (MovieFormat::Fm2, Some(game)) => {
                write_movie_of_game(game, self.movie, &self.comments, &mut bytes)?;
            }
            (MovieFormat::Fm2, None) => write_movie(self.movie, &self.comments, &mut bytes)?,
            (MovieFormat::Bk2, game) => {
                let game = game.unwrap_or("tetris-printer");
                let sum = self.sum.as_deref();
                write_bk2(game, sum, self.movie, &self.comments, &mut bytes)?;
            }
            (MovieFormat::R08, _) => bytes = self.latches.to_bytes(),
        }
        let written = match format {
            MovieFormat::R08 => Tape::Latches(self.latches.clone()),
            MovieFormat::Fm2 | MovieFormat::Bk2 => Tape::Frames(self.movie.clone()),
        };
        let tape = Tape::read(&bytes)?;
        ensure!(
            tape == written,
            "the movie is not what it was when read again"
        );
        Ok((bytes, tape))
    }
}
