//! Where an input comes from, or an output goes.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, TypedValueParser, ValueParser, ValueParserFactory};

/// A file, or the stream written `-`: stdin for an input, stdout for an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Stream,
    File(PathBuf),
}

/// A file without a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name is empty: name a file, or - for the standard stream")]
pub struct EmptyName;

impl Target {
    /// The file or stream of a name, which need not be text.
    pub fn new(name: OsString) -> Result<Self, EmptyName> {
        match name.to_str() {
            Some("") => Err(EmptyName),
            Some("-" | "/dev/stdout") => Ok(Target::Stream),
            Some(_) | None => Ok(Target::File(name.into())),
        }
    }
}

impl ValueParserFactory for Target {
    type Parser = ValueParser;

    fn value_parser() -> ValueParser {
        ValueParser::new(OsStringValueParser::new().try_map(Target::new))
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Stream => f.write_str("standard output"),
            Target::File(path) => path.display().fmt(f),
        }
    }
}
