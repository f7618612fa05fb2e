//! Files out: all of a command's outputs are made and checked before the first one is put in place.

use std::fmt;
use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};

use super::report::write_stdout;

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

impl FromStr for Target {
    type Err = EmptyName;

    fn from_str(text: &str) -> Result<Self, EmptyName> {
        match text {
            "" => Err(EmptyName),
            "-" | "/dev/stdout" => Ok(Target::Stream),
            path => Ok(Target::File(path.into())),
        }
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

/// Whether a terminal can show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    Text,
    Binary,
}

/// Refuses outputs that cannot or must not be written, before any work is done: to a folder, in a
/// folder that is not there, over an input, two to one place, binary data to a terminal.
pub fn check_targets(targets: &[(&Target, Content)], inputs: &[&Target]) -> anyhow::Result<()> {
    for (index, (target, content)) in targets.iter().enumerate() {
        let others = targets[..index].iter().map(|(other, _)| *other);
        ensure!(
            !others.into_iter().any(|other| is_same(target, other)),
            "two outputs go to {target}"
        );
        match target {
            Target::Stream => {
                let is_unfit = *content == Content::Binary && std::io::stdout().is_terminal();
                ensure!(
                    !is_unfit,
                    "binary data is not written to a terminal: name a file"
                );
            }
            Target::File(path) => {
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
    let mut staged = Vec::new();
    for (target, bytes) in outputs {
        if let Target::File(path) = target {
            let stage =
                stage(&resolved(path), bytes).with_context(|| format!("cannot write {target}"))?;
            staged.push((target, stage));
        }
    }
    for (target, bytes) in outputs {
        if **target == Target::Stream {
            write_stdout(bytes)?;
        }
    }
    for (target, stage) in staged {
        stage
            .finish()
            .with_context(|| format!("cannot write {target}"))?;
    }
    Ok(())
}

enum Stage {
    File(tempfile::NamedTempFile, PathBuf),
    Written,
}

impl Stage {
    fn finish(self) -> anyhow::Result<()> {
        if let Stage::File(file, path) = self {
            file.persist(path)?;
        }
        Ok(())
    }
}

fn stage(path: &Path, bytes: &[u8]) -> anyhow::Result<Stage> {
    let existing = fs::metadata(path).ok();
    if existing
        .as_ref()
        .is_some_and(|metadata| !metadata.is_file())
    {
        let mut device = fs::OpenOptions::new().write(true).open(path)?;
        return match device.write_all(bytes).and_then(|()| device.flush()) {
            Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(Stage::Written),
            result => Ok(result.map(|()| Stage::Written)?),
        };
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
    let mut file = builder
        .prefix(".tetris-printer-")
        .tempfile_in(folder_of(path))?;
    file.write_all(bytes)?;
    file.flush()?;
    Ok(Stage::File(file, path.to_owned()))
}
