//! Where outputs go, and which places are refused before any work is done.

use std::fs;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};

use super::kind::Kind;
pub use super::target::Target;

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
            "two outputs go to {target}: give each a name of its own"
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

/// Whether one of the outputs goes to standard output.
pub fn takes_stdout<T>(outputs: &[(&Target, T)]) -> bool {
    outputs.iter().any(|(target, _)| **target == Target::Stream)
}

/// Refuses an output on standard output beside a report that goes there.
pub fn check_json(json: bool, targets: &[(&Target, Kind)]) -> anyhow::Result<()> {
    ensure!(
        !(json && takes_stdout(targets)),
        "--json takes standard output: write the other outputs to files"
    );
    Ok(())
}

fn check_path(path: &Path) -> anyhow::Result<()> {
    ensure!(!path.is_dir(), "it is a folder: name a file in it");
    let is_folder_name = path.as_os_str().as_encoded_bytes().ends_with(b"/");
    ensure!(!is_folder_name, "there is no such folder: make it first");
    let path = resolved(path);
    ensure!(!path.is_symlink(), "its links lead nowhere");
    let folder = folder_of(&path);
    check_is_folder(folder)?;
    if path.is_file() || !path.exists() {
        let trial = tempfile::tempfile_in(folder);
        trial.with_context(|| format!("no file can be made in {}", folder.display()))?;
    }
    Ok(())
}

/// Errors: if there is no such folder.
fn check_is_folder(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    ensure!(
        !folder.is_file(),
        "{shown} is a file: name a folder instead"
    );
    ensure!(folder.is_dir(), "there is no folder {shown}: make it first");
    Ok(())
}

/// Makes a folder and those around it, unless they are there. Errors: a file stands in the way, or no folder can be made.
pub fn make_folder(folder: &Path) -> anyhow::Result<()> {
    let mut ancestors = folder.ancestors().filter(|path| path.exists());
    if let Some(file) = ancestors.next().filter(|path| path.is_file()) {
        bail!("{} is a file: name a folder instead", file.display());
    }
    let made = fs::create_dir_all(folder);
    made.map_err(|error| anyhow!("the folder {} cannot be made: {error}", folder.display()))
}

/// Refuses a file where an option asks for a folder, which may not be there yet.
pub fn check_is_no_file(folder: &Path, option: &str) -> anyhow::Result<()> {
    ensure!(
        !folder.is_file(),
        "{} is a file: name a folder for {option}",
        folder.display()
    );
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
pub fn resolved(path: &Path) -> PathBuf {
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

/// The folder that holds a file.
pub fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Refuses a folder that cannot or must not be filled: one that holds something already, that has
/// no place, or whose name is that of another output.
pub fn check_folder(folder: &Path, others: &[(&Target, Kind)]) -> anyhow::Result<()> {
    let own = Target::File(folder.to_owned());
    let is_taken = others.iter().any(|(other, _)| is_same(&own, other));
    ensure!(
        !is_taken,
        "two outputs go to {own}: give each a name of its own"
    );
    let check = || {
        let parent = folder_of(folder);
        check_is_folder(parent)?;
        ensure!(
            folder.is_dir() || !folder.exists(),
            "it is a file: name a new folder"
        );
        let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
        ensure!(is_empty, "it holds files already: name a new folder");
        Ok(())
    };
    check().with_context(|| format!("cannot write into {}", folder.display()))
}
