//! Movies as files, in the format that a name asks for.

use anyhow::ensure;

use crate::cli::kind::MovieFormat;
use crate::cli::tape::Tape;
use tetris_printer::nes::{Latches, Movie, write_bk2, write_movie, write_movie_of_game};

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
