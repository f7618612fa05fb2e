//! Print scripts from files, in any of their forms.

use anyhow::Context;

use super::output::Target;
use super::reading::{name, read_bytes};
use tetris_printer::game::FieldSize;
use tetris_printer::picture::{PictureFormat, read_film};
use tetris_printer::plan::classic::parse_blocks;
use tetris_printer::script::{PrintScript, parse_script};

/// The longest script that is read: some millions of drops.
const MOST_BYTES: u64 = 256 << 20;

/// Reads a script file in any of its forms.
pub fn read_script(source: &Target) -> anyhow::Result<PrintScript> {
    let bytes = read_bytes(source, MOST_BYTES)?;
    parse_any_script(&bytes).with_context(|| format!("cannot read {}", name(source)))
}

/// Blocks of letters begin with a colour, so with `#`; pictures carry their script; anything else is taken for JSON.
pub fn parse_any_script(bytes: &[u8]) -> anyhow::Result<PrintScript> {
    if PictureFormat::of(bytes).is_some() {
        let origin = read_film(bytes, |_, _| {})?.origin;
        let origin = origin.context("the picture does not carry its script")?;
        return Ok(parse_script(&origin)?);
    }
    let text = std::str::from_utf8(bytes).context("not a print script: it is not text")?;
    if text.trim_start().starts_with('#') {
        Ok(parse_blocks(text, FieldSize::STANDARD)?)
    } else {
        Ok(parse_script(text)?)
    }
}
