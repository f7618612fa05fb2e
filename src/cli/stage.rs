//! Files out: all of a command's outputs are made before the first one is put in place.

use std::fs::{self, File};
use std::io::{BufWriter, ErrorKind, IntoInnerError, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};

use super::output::{Target, folder_of, resolved};
use super::unfinished::{hidden_file, hidden_folder};

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
    /// Locked for as long as it is hidden.
    Folder(tempfile::TempDir, Option<File>),
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
                StageKind::Folder(folder, _lock) => {
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
    let existing = existing.map(|metadata| metadata.permissions());
    if existing.as_ref().is_some_and(fs::Permissions::readonly) {
        bail!("it is write-protected");
    }
    let mut file = BufWriter::new(hidden_file(folder_of(path), existing)?);
    fill(&mut file)?;
    let file = file.into_inner().map_err(IntoInnerError::into_error)?;
    // A name must not be on the disk before its contents, or a power cut leaves an empty file.
    file.as_file().sync_all()?;
    Ok(Stage {
        place: path.to_owned(),
        kind: StageKind::File(file),
    })
}

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

/// Lets `fill` write files into a new folder that appears as a whole.
pub fn stage_folder(
    folder: &Path,
    fill: impl FnOnce(&Path) -> anyhow::Result<()>,
) -> anyhow::Result<Stage> {
    let staged = || -> anyhow::Result<Stage> {
        let parent = folder_of(folder);
        // The error's own text names the hidden folder.
        let (hidden, lock) = hidden_folder(parent).map_err(|error| {
            anyhow!(
                "no folder can be made in {}: {}",
                parent.display(),
                error.kind()
            )
        })?;
        fill(hidden.path())?;
        Ok(Stage {
            place: folder.to_owned(),
            kind: StageKind::Folder(hidden, lock),
        })
    };
    staged().with_context(|| format!("cannot write into {}", folder.display()))
}
