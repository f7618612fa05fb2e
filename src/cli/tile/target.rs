//! Where an output goes: a file, written beside it and renamed when complete, or standard output.

use std::fs;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// An output of the command line.
pub struct Target {
    path: Option<PathBuf>,
}

impl Target {
    /// `-` is standard output. Links are resolved, so that the file they name is replaced.
    pub fn new(path: &Path) -> anyhow::Result<Target> {
        if path == Path::new("-") {
            return Ok(Target { path: None });
        }
        if path.is_dir() {
            bail!("{} is a folder: name a file in it", path.display());
        }
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        Ok(Target { path: Some(path) })
    }

    pub fn is_stdout(&self) -> bool {
        self.path.is_none()
    }

    /// Refuses to fill a terminal with bytes.
    pub fn binary(self) -> anyhow::Result<Target> {
        if self.is_stdout() && io::stdout().is_terminal() {
            bail!("a picture is nothing for a terminal: name a file, or pipe it on");
        }
        Ok(self)
    }

    /// Lets `write` write. A failure leaves an existing file as it was.
    pub fn write(
        self,
        write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(path) = self.path else {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out)?;
            return Ok(out.flush()?);
        };
        let trouble = || format!("cannot write {}", path.display());
        if path.exists() && !path.is_file() {
            let mut device = fs::File::options()
                .write(true)
                .open(&path)
                .with_context(trouble)?;
            return write(&mut device).with_context(trouble);
        }
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let file = new_file_in(folder).with_context(trouble)?;
        let mut out = BufWriter::new(file);
        write(&mut out).with_context(trouble)?;
        let file = out
            .into_inner()
            .map_err(|error| error.into_error())
            .with_context(trouble)?;
        file.persist(&path).with_context(trouble)?;
        Ok(())
    }
}

/// A file with the permissions of any new file, not those of a secret.
#[cfg(unix)]
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    // The user's mask takes away from these.
    let permissions = fs::Permissions::from_mode(0o666);
    tempfile::Builder::new()
        .permissions(permissions)
        .tempfile_in(folder)
}

#[cfg(not(unix))]
fn new_file_in(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::NamedTempFile::new_in(folder)
}
