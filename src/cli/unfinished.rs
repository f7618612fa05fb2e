//! Outputs that are not in their places yet: hidden, locked by the program that writes them, and cleared away by the
//! next one if it was killed.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use tempfile::{Builder, NamedTempFile, TempDir};

/// What the name of every unfinished output begins with.
const HIDDEN: &str = ".tetris-printer-unfinished-";

/// Makes a hidden file beside its place, with the permissions of the file that it will replace.
pub fn hidden_file(folder: &Path, replaced: Option<Permissions>) -> io::Result<NamedTempFile> {
    clear_once(folder);
    loop {
        let mut builder = Builder::new();
        builder.prefix(HIDDEN);
        permit(&mut builder, replaced.clone(), 0o666);
        let file = builder.tempfile_in(folder)?;
        if is_ours(file.as_file(), file.path()) {
            return Ok(file);
        }
    }
}

/// Makes a hidden folder beside its place, and the lock that says that it is in use, where folders can be locked.
pub fn hidden_folder(folder: &Path) -> io::Result<(TempDir, Option<File>)> {
    clear_once(folder);
    loop {
        let mut builder = Builder::new();
        builder.prefix(HIDDEN);
        permit(&mut builder, None, 0o777);
        let hidden = builder.tempdir_in(folder)?;
        let lock = File::open(hidden.path()).ok();
        if lock
            .as_ref()
            .is_none_or(|lock| is_ours(lock, hidden.path()))
        {
            return Ok((hidden, lock));
        }
    }
}

/// Sets the permissions of a new file: those given, or `mode` less what the user's umask takes away.
#[cfg(unix)]
fn permit(builder: &mut Builder<'_, '_>, given: Option<Permissions>, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(given.unwrap_or_else(|| Permissions::from_mode(mode)));
}

#[cfg(not(unix))]
fn permit(_: &mut Builder<'_, '_>, _: Option<Permissions>, _: u32) {}

/// Locks what was just made, unless another program has taken it for a leftover between the two.
fn is_ours(file: &File, path: &Path) -> bool {
    let is_locked = !matches!(file.try_lock(), Err(TryLockError::WouldBlock));
    is_locked && path.exists()
}

/// Clears the leftovers of killed programs from a folder, the first time that it is used.
fn clear_once(folder: &Path) {
    static CLEARED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    let mut cleared = CLEARED.lock().unwrap_or_else(PoisonError::into_inner);
    if cleared.insert(folder.to_owned()) {
        clear(folder);
    }
}

/// Removes every hidden output that nobody holds a lock on. What cannot be removed stays: it is in nobody's way.
fn clear(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_hidden = |entry: &fs::DirEntry| {
        entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(HIDDEN.as_bytes())
    };
    for entry in entries.filter(is_hidden) {
        let (path, kind) = (entry.path(), entry.file_type());
        // Opening a pipe would wait for its other end, and a link leads elsewhere.
        let Ok(kind) = kind.map(|kind| (kind.is_file(), kind.is_dir())) else {
            continue;
        };
        let is_left = || File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
        let _ = match kind {
            (true, _) if is_left() => fs::remove_file(&path),
            (_, true) if is_left() => fs::remove_dir_all(&path),
            _ => Ok(()),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leftovers_go_and_what_is_in_use_stays() {
        let folder = TempDir::new().unwrap();
        let used = hidden_file(folder.path(), None).unwrap();
        let (used_folder, _lock) = hidden_folder(folder.path()).unwrap();
        let hidden = |name: &str| folder.path().join(HIDDEN.to_owned() + name);
        let left = hidden("left");
        fs::write(&left, "half").unwrap();
        let left_folder = hidden("left-folder");
        fs::create_dir(&left_folder).unwrap();
        fs::write(left_folder.join("frame.png"), "half").unwrap();
        let own = folder.path().join(".tetris-printer-notes");
        fs::write(&own, "the user's").unwrap();
        clear(folder.path());
        assert!(!left.exists() && !left_folder.exists());
        assert!(own.exists() && used.path().exists() && used_folder.path().exists());
    }
}
