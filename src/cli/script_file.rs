//! Print scripts from files, in any of their forms.

use anyhow::{Context, anyhow};

use super::input::{name, read_bytes};
use super::output::Target;
use tetris_printer::game::FieldSize;
use tetris_printer::picture::{PictureFormat, ReadPrint, read_film};
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
        return script_of_picture(&read_film(bytes, |_, _| {})?);
    }
    let text = std::str::from_utf8(bytes).map_err(|_| {
        anyhow!("neither a print script nor a picture that carries one: name the JSON, GIF, APNG, WebP or PNG of the print")
    })?;
    if text.trim_start().starts_with('#') {
        Ok(parse_blocks(text, field_of_blocks(text))?)
    } else {
        Ok(parse_script(text)?)
    }
}

/// Blocks are as wide as their field, and say nothing of its height.
fn field_of_blocks(text: &str) -> FieldSize {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with(['#', '+', '-']);
    let row = text.lines().map(str::trim).find(is_row);
    let width = row.map_or(0, |row| row.chars().count());
    FieldSize::new(width as u32, FieldSize::STANDARD.height() as u32).unwrap_or(FieldSize::STANDARD)
}

/// The script that a picture carries.
pub fn script_of_picture(print: &ReadPrint) -> anyhow::Result<PrintScript> {
    let origin = print.origin.as_deref();
    Ok(parse_script(origin.context(
        "the picture does not carry its script, which other programs leave out when they save it",
    )?)?)
}
