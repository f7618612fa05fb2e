//! Files and stdin as bytes and text.

use std::fs::File;
use std::io::Read;

use anyhow::{Context, ensure};

use super::near::unopened;
use super::output::Target;

/// Opens a file or stdin; the error does not say which.
pub fn open_file(source: &Target) -> anyhow::Result<Box<dyn Read>> {
    Ok(match source {
        Target::Stream => Box::new(std::io::stdin().lock()),
        Target::File(path) => {
            let file = match path.is_dir() {
                true => Err(std::io::ErrorKind::IsADirectory.into()),
                false => File::open(path),
            };
            Box::new(file.map_err(|error| unopened(path, error))?)
        }
    })
}

/// Opens a file or stdin for reading.
pub fn open(source: &Target) -> anyhow::Result<Box<dyn Read>> {
    open_file(source).with_context(|| format!("cannot read {source}"))
}

/// Reads a whole file or stdin, up to `most` bytes. Errors: if there are more.
pub fn read_bytes(source: &Target, most: u64) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut input = open(source)?.take(most + 1);
    input
        .read_to_end(&mut bytes)
        .with_context(|| format!("cannot read {}", name(source)))?;
    ensure!(
        !bytes.is_empty(),
        "cannot read {}: it is empty",
        name(source)
    );
    ensure!(
        bytes.len() as u64 <= most,
        "{} has more than {most} bytes",
        name(source)
    );
    Ok(bytes)
}

/// Reads a whole text file or stdin, up to `most` bytes. Errors: if there are more, or no text.
pub fn read_text(source: &Target, most: u64) -> anyhow::Result<String> {
    String::from_utf8(read_bytes(source, most)?)
        .with_context(|| format!("cannot read {}: it is not text", name(source)))
}

/// The input's name as a person knows it.
pub fn name(source: &Target) -> String {
    match source {
        Target::Stream => "standard input".to_owned(),
        Target::File(path) => path.display().to_string(),
    }
}
