//! Suggestions for misspelt names.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

use super::output::folder_of;
use strsim::damerau_levenshtein;

/// The one of these names that was meant, if one is so like what was written that nothing else can be.
pub fn nearest(written: &str, names: impl Iterator<Item = String>) -> Option<String> {
    let most = (written.chars().count() / 3).clamp(1, 3);
    let far = |name: String| (damerau_levenshtein(written, &name), name);
    let near = names.map(far).filter(|(far, _)| *far <= most);
    near.min().map(|(_, name)| name)
}

/// Why a file cannot be opened, and which one may have been meant.
pub fn unopened(path: &Path, error: Error) -> anyhow::Error {
    let folder = folder_of(path);
    if error.kind() == ErrorKind::IsADirectory {
        return anyhow::anyhow!("it is a folder: name a file in it");
    }
    if error.kind() == ErrorKind::NotADirectory {
        // Without a slash at its end, with which a file is not found.
        let mut ancestors = path.components().as_path().ancestors();
        let file = ancestors.find(|path| path.is_file()).unwrap_or(path);
        let file = file.display();
        return anyhow::anyhow!("{file} is a file, not a folder: name a folder, or {file} alone");
    }
    if error.kind() != ErrorKind::NotFound {
        return error.into();
    }
    if !folder.is_dir() {
        return anyhow::anyhow!("{error}: there is no folder {}", folder.display());
    }
    let names = || {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.filter_map(|entry| entry.file_name().into_string().ok())
    };
    let written = path.file_name().and_then(|name| name.to_str());
    match written.and_then(|written| nearest(written, names())) {
        Some(name) => {
            let meant = path.with_file_name(name);
            anyhow::anyhow!("{error}: did you mean {}?", meant.display())
        }
        None => anyhow::anyhow!("{error}: no name in its folder is like it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_that_was_meant_is_found_and_no_other() {
        let near = |written: &str| {
            let names = ["--gif", "--grid", "--png", "knight.png", "knight.gif"];
            nearest(written, names.into_iter().map(str::to_owned))
        };
        assert_eq!(near("--gfi").as_deref(), Some("--gif"));
        assert_eq!(near("knigth.png").as_deref(), Some("knight.png"));
        assert_eq!(near("wizard.png"), None);
        assert_eq!(near(""), None);
    }

    #[test]
    fn a_file_that_is_not_there_is_told_with_the_one_that_is() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("hero.png"), "").unwrap();
        let told = |name: &str| {
            let path = folder.path().join(name);
            unopened(&path, fs::File::open(&path).unwrap_err()).to_string()
        };
        assert!(
            told("hreo.png").contains("did you mean"),
            "{}",
            told("hreo.png")
        );
        assert!(told("hreo.png").ends_with("hero.png?"));
        assert!(told("film.gif").contains("no name in its folder"));
        assert!(told("sub/hero.png").contains("there is no folder"));
        for below in ["hero.png/", "hero.png/a/b.png"] {
            let told = told(below);
            assert!(told.contains("hero.png is a file, not a folder"), "{told}");
            assert!(told.ends_with("hero.png alone"), "{told}");
        }
    }
}
