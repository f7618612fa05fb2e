//! FM2 files as they are read and given out.

use anyhow::{bail, ensure};

use tetris_printer::nes::{Movie, parse_movie};

/// Reads a movie.
pub fn read_movie(bytes: &[u8]) -> anyhow::Result<Movie> {
    let Ok(text) = std::str::from_utf8(bytes) else {
        bail!("not an FM2 movie: it is not text");
    };
    Ok(parse_movie(text)?)
}

/// A file that is given out says what was played.
pub fn check_written(bytes: &[u8], movie: &Movie) -> anyhow::Result<()> {
    ensure!(
        read_movie(bytes)? == *movie,
        "the movie is not what it was when read again"
    );
    Ok(())
}
