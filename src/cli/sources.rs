//! Names of pictures that stand for several: folders and patterns, which not every shell expands.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use super::kind::Kind;
use super::near::unopened;
use super::output::Target;

/// The sources that these names stand for: of a folder its pictures by name, of a pattern the files that match, and
/// of any other name itself.
///
/// Errors: a folder without pictures, and a pattern that nothing matches.
pub fn expanded(sources: &[Target]) -> anyhow::Result<Vec<Target>> {
    let mut all = Vec::new();
    for source in sources {
        match source {
            Target::File(path) if path.is_dir() => all.extend(files(pictures_in(path)?)),
            Target::File(path) if !path.exists() && is_pattern(path) => {
                all.extend(files(matches(path)?));
            }
            Target::File(_) | Target::Stream => all.push(source.clone()),
        }
    }
    Ok(all)
}

fn files(paths: Vec<PathBuf>) -> impl Iterator<Item = Target> {
    paths.into_iter().map(Target::File)
}

fn is_pattern(path: &Path) -> bool {
    path.to_str()
        .is_some_and(|path| path.contains(['*', '?', '[']))
}

fn matches(pattern: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let text = pattern.to_str().context("a pattern is text")?;
    let found = glob::glob(text).with_context(|| format!("{text} is not a pattern of names"))?;
    let paths: Vec<PathBuf> = found
        .filter_map(Result::ok)
        .filter(|path| path.is_file())
        .collect();
    ensure!(
        !paths.is_empty(),
        "no file matches {text}: name the pictures, or their folder"
    );
    Ok(paths)
}

/// Names a way out where a name cannot be that of a picture to print.
pub fn refuse_misplaced(sources: &[Target]) -> anyhow::Result<()> {
    for source in sources {
        let Target::File(path) = source else {
            continue;
        };
        let is_address = path.to_str().is_some_and(|path| path.contains("://"));
        ensure!(
            !is_address,
            "{source} is an address: download the picture and name the file"
        );
        let is_missing = !path.exists() && !is_pattern(path);
        if is_missing && sources.len() > 1 && Kind::of_name(source).is_ok() {
            bail!("there is no picture {source}; to write it, put -o before it: -o {source}");
        }
    }
    Ok(())
}

/// The picture files of a folder, by name. Errors: if there are none.
pub fn pictures_in(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let is_picture = |path: &PathBuf| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let known = [
            "png", "gif", "bmp", "webp", "jpg", "jpeg", "aseprite", "ase",
        ];
        extension.is_some_and(|extension| known.iter().any(|k| extension.eq_ignore_ascii_case(k)))
    };
    ensure!(
        !folder.is_file(),
        "{} is a file: name its folder",
        folder.display()
    );
    let entries = std::fs::read_dir(folder)
        .and_then(|entries| entries.collect::<Result<Vec<_>, _>>())
        .map_err(|error| unopened(folder, error))
        .with_context(|| format!("cannot read the folder {}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries
        .iter()
        .map(|entry| entry.path())
        .filter(is_picture)
        .collect();
    paths.sort();
    ensure!(
        !paths.is_empty(),
        "there is no PNG, GIF, BMP, WebP, JPEG or Aseprite file in {}: name another folder",
        folder.display()
    );
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that holds files of these names.
    fn folder(names: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for name in names {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        folder
    }

    fn names(folder: &Path, sources: &[&str]) -> anyhow::Result<Vec<String>> {
        let sources: Vec<Target> = (sources.iter())
            .map(|name| Target::File(folder.join(name)))
            .collect();
        let name = |target: Target| match target {
            Target::File(path) => path.file_name().unwrap().to_str().unwrap().to_owned(),
            Target::Stream => "-".to_owned(),
        };
        Ok(expanded(&sources)?.into_iter().map(name).collect())
    }

    #[test]
    fn folders_and_patterns_stand_for_their_pictures() {
        let pictures = folder(&["b.png", "a.GIF", "c.jpg", "notes.txt", "w[1].png"]);
        let names = |sources: &[&str]| names(pictures.path(), sources).unwrap();
        assert_eq!(names(&[""]), ["a.GIF", "b.png", "c.jpg", "w[1].png"]);
        assert_eq!(names(&["b.*", "?.jpg"]), ["b.png", "c.jpg"]);
        assert_eq!(
            names(&["w[1].png"]),
            ["w[1].png"],
            "a file of this name comes first"
        );
        assert_eq!(names(&["b.png#2"]), ["b.png#2"]);
    }

    #[test]
    fn what_stands_for_nothing_is_refused_with_a_way_out() {
        let pictures = folder(&["b.png", "notes.txt"]);
        let error = |sources: &[&str]| names(pictures.path(), sources).unwrap_err().to_string();
        assert!(error(&["x*.png"]).starts_with("no file matches "));
        let misplaced = |sources: &[&str]| {
            let sources: Vec<Target> = (sources.iter())
                .map(|name| Target::File(name.into()))
                .collect();
            refuse_misplaced(&sources).unwrap_err().to_string()
        };
        assert!(misplaced(&["b.png", "film.gif"]).contains("put -o before it"));
        assert!(misplaced(&["https://x.org/a.png"]).contains("download"));
        let empty = folder(&["notes.txt"]);
        assert!(expanded(&[Target::File(empty.path().into())]).is_err());
    }
}
