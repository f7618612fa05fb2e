//! Files out: all of a command's outputs are made and checked before the first one is put in place.

use std::ffi::OsString;
use std::fmt;
use std::fs;
use std::io::{BufWriter, ErrorKind, IntoInnerError, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::kind::Kind;
use anyhow::{Context, bail, ensure};
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

/// The outputs that were asked for.
pub fn asked_for<const N: usize>(outputs: [(&Option<Target>, Kind); N]) -> Vec<(&Target, Kind)> {
    let asked = outputs.into_iter();
    asked
        .filter_map(|(target, kind)| Some((target.as_ref()?, kind)))
        .collect()
}

/// Refuses outputs that cannot or must not be written, before any work is done: to a folder, in a
/// folder that is not there, over an input, two to one place, binary data to a terminal, under the
/// name of another format.
pub fn check_targets(targets: &[(&Target, Kind)], inputs: &[&Target]) -> anyhow::Result<()> {
    for (index, (target, kind)) in targets.iter().enumerate() {
        let others = targets[..index].iter().map(|(other, _)| *other);
        ensure!(
            !others.into_iter().any(|other| is_same(target, other)),
            "two outputs go to {target}"
        );
        match target {
            Target::Stream => {
                let is_unfit = !kind.is_text() && std::io::stdout().is_terminal();
                ensure!(
                    !is_unfit,
                    "binary data is not written to a terminal: name a file"
                );
            }
            Target::File(path) => {
                kind.check_name(target)?;
                check_path(path).with_context(|| format!("cannot write {target}"))?;
                let is_input = inputs.iter().any(|input| is_same(target, input));
                ensure!(
                    !is_input,
                    "{target} is the input: an output would overwrite it"
                );
            }
        }
    }
    Ok(())
}

fn check_path(path: &Path) -> anyhow::Result<()> {
    ensure!(!path.is_dir(), "it is a folder: name a file in it");
    let is_folder_name = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    ensure!(!is_folder_name, "there is no such folder");
    let path = resolved(path);
    ensure!(!path.is_symlink(), "its links lead nowhere");
    let folder = folder_of(&path);
    ensure!(folder.is_dir(), "there is no folder {}", folder.display());
    Ok(())
}

fn is_same(a: &Target, b: &Target) -> bool {
    match (a, b) {
        // A device takes any number of outputs.
        (Target::File(a), Target::File(b)) => {
            let (a, b) = (resolved(a), resolved(b));
            a == b && (a.is_file() || !a.exists())
        }
        (Target::Stream, Target::Stream) => true,
        (Target::File(_), Target::Stream) | (Target::Stream, Target::File(_)) => false,
    }
}

/// The path without links, also if the file is not there yet: a link to nowhere yet names the file
/// that will be made.
fn resolved(path: &Path) -> PathBuf {
    const LONGEST_CHAIN: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LONGEST_CHAIN {
        match fs::read_link(&path) {
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => break,
        }
    }
    let in_folder = || {
        Some(
            folder_of(&path)
                .canonicalize()
                .ok()?
                .join(path.file_name()?),
        )
    };
    let existing = path.canonicalize().ok();
    existing.or_else(in_folder).unwrap_or(path)
}

fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Writes outputs all or none, as far as the file system allows: regular files are written beside
/// their place and renamed when every one of them is complete; devices, pipes and stdout are
/// written straight through.
pub fn write_all(outputs: &[(&Target, &[u8])]) -> anyhow::Result<()> {
    let (files, streams): (Vec<_>, Vec<_>) = outputs
        .iter()
        .partition(|(target, _)| matches!(target, Target::File(_)));
    let stages = files.into_iter().chain(streams);
    let stages: Vec<Stage> = stages
        .map(|(target, bytes)| stage(target, |out| Ok(out.write_all(bytes)?)))
        .collect::<anyhow::Result<_>>()?;
    stages.into_iter().try_for_each(Stage::finish)
}

/// An output that is complete but not in its place yet.
#[must_use]
pub struct Stage {
    place: PathBuf,
    kind: StageKind,
}

enum StageKind {
    File(tempfile::NamedTempFile),
    Folder(tempfile::TempDir),
    /// A stream, which cannot be taken back.
    Written,
}

impl Stage {
    /// Puts the output in its place.
    pub fn finish(self) -> anyhow::Result<()> {
        let place = self.place;
        let put = || -> anyhow::Result<()> {
            match self.kind {
                StageKind::File(file) => {
                    file.persist(&place)?;
                }
                StageKind::Folder(folder) => {
                    // An empty folder may be there already; a folder only replaces such a one.
                    fs::rename(folder.path(), &place)?;
                    let _ = folder.keep();
                }
                StageKind::Written => {}
            }
            Ok(())
        };
        let written = put();
        written.with_context(|| format!("cannot write {}", place.display()))
    }
}

/// Lets `fill` write an output that may be too large for the memory.
pub fn stage(
    target: &Target,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Stage> {
    match target {
        Target::Stream => {
            let mut out = BufWriter::new(std::io::stdout().lock());
            written_through(fill(&mut out).and_then(|()| Ok(out.flush()?)))
                .context("cannot write to standard output")
        }
        Target::File(path) => {
            stage_file(&resolved(path), fill).with_context(|| format!("cannot write {target}"))
        }
    }
}

fn stage_file(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<Stage> {
    let existing = fs::metadata(path).ok();
    if existing
        .as_ref()
        .is_some_and(|metadata| !metadata.is_file())
    {
        let mut device = BufWriter::new(fs::OpenOptions::new().write(true).open(path)?);
        return written_through(fill(&mut device).and_then(|()| Ok(device.flush()?)));
    }
    if existing.is_some_and(|metadata| metadata.permissions().readonly()) {
        bail!("it is write-protected");
    }
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less what the user's umask takes away.
        let permissions =
            fs::metadata(path).map_or(fs::Permissions::from_mode(0o666), |m| m.permissions());
        builder.permissions(permissions);
    }
    let mut file = BufWriter::new(builder.prefix(HIDDEN).tempfile_in(folder_of(path))?);
    fill(&mut file)?;
    let file = file.into_inner().map_err(IntoInnerError::into_error)?;
    Ok(Stage {
        place: path.to_owned(),
        kind: StageKind::File(file),
    })
}

/// What is not in its place yet has a name that begins with this.
const HIDDEN: &str = ".tetris-printer-";

/// A stream has taken everything, or its reader has gone away, which is no error.
fn written_through(result: anyhow::Result<()>) -> anyhow::Result<Stage> {
    let is_closed = |error: &anyhow::Error| {
        let mut causes = error.chain().filter_map(|cause| cause.downcast_ref());
        causes.any(|error: &std::io::Error| error.kind() == ErrorKind::BrokenPipe)
    };
    match result {
        Err(error) if !is_closed(&error) => Err(error),
        _ => Ok(Stage {
            place: PathBuf::new(),
            kind: StageKind::Written,
        }),
    }
}

/// Refuses a folder that cannot or must not be filled: one that holds something already, that has
/// no place, or whose name is that of another output.
pub fn check_folder(folder: &Path, others: &[(&Target, Kind)]) -> anyhow::Result<()> {
    let own = Target::File(folder.to_owned());
    let is_taken = others.iter().any(|(other, _)| is_same(&own, other));
    ensure!(!is_taken, "two outputs go to {own}");
    let check = || {
        let parent = folder_of(folder);
        ensure!(parent.is_dir(), "there is no folder {}", parent.display());
        ensure!(folder.is_dir() || !folder.exists(), "it is a file");
        let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        ensure!(is_empty, "it holds files already: name a new folder");
        Ok(())
    };
    check().with_context(|| format!("cannot write into {}", folder.display()))
}

/// Lets `fill` write files into a new folder that appears as a whole.
pub fn stage_folder(
    folder: &Path,
    fill: impl FnOnce(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<Stage> {
    let staged = || -> anyhow::Result<Stage> {
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o777));
        }
        let hidden = builder.prefix(HIDDEN).tempdir_in(folder_of(folder))?;
        fill(hidden.path())?;
        Ok(Stage {
            place: folder.to_owned(),
            kind: StageKind::Folder(hidden),
        })
    };
    staged().with_context(|| format!("cannot write into {}", folder.display()))
}
