//! Which part of a file is meant: `sheet.png#12`, `atlas.json#walk`, `game.nes#0:32`.

use std::path::Path;

use super::input::name;
use super::target::Target;

/// A file, and what is named of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub file: Target,
    /// What stands after `#`.
    pub part: Option<String>,
}

impl Address {
    /// What a source names. A file whose own name has a `#` comes first.
    pub fn of(source: &Target) -> Address {
        let whole = || Address {
            file: source.clone(),
            part: None,
        };
        let Target::File(path) = source else {
            return whole();
        };
        let Some(text) = path.to_str().filter(|_| !path.exists()) else {
            return whole();
        };
        let named = text
            .rmatch_indices('#')
            .map(|(at, _)| (&text[..at], &text[at + 1..]));
        // Without such a file the message is about the one that was meant.
        let is_meant = |(file, part): &(&str, &str)| {
            !file.is_empty() && (Path::new(file).is_file() || part.parse::<usize>().is_ok())
        };
        let found = named.into_iter().find(is_meant);
        found.map_or_else(whole, |(file, part)| Address {
            file: Target::File(file.into()),
            part: Some(part.to_owned()),
        })
    }

    /// The name without folders and ending, but with the part that is meant: `sheet-12`.
    pub fn title(&self) -> String {
        let Target::File(path) = &self.file else {
            return name(&self.file);
        };
        let stem = path
            .file_stem()
            .unwrap_or(path.as_os_str())
            .to_string_lossy();
        match &self.part {
            None => stem.into_owned(),
            Some(part) => format!(
                "{stem}-{}",
                part.replace(|letter: char| !letter.is_alphanumeric(), "-")
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(path: &Path) -> (String, Option<String>) {
        let Address { file, part } = Address::of(&Target::File(path.into()));
        let Target::File(file) = file else {
            panic!("a file stays one");
        };
        (
            file.file_name().unwrap().to_string_lossy().into_owned(),
            part,
        )
    }

    #[test]
    fn a_part_is_named_after_its_file() {
        let folder = tempfile::tempdir().unwrap();
        for file in ["game.nes", "a#b.png"] {
            std::fs::write(folder.path().join(file), "").unwrap();
        }
        for (source, file, part) in [
            ("game.nes", "game.nes", None),
            ("game.nes#0:32+2x2", "game.nes", Some("0:32+2x2")),
            ("game.nes#a#b", "game.nes", Some("a#b")),
            ("a#b.png", "a#b.png", None),
            ("a#b.png#3", "a#b.png", Some("3")),
            ("none.png#3", "none.png", Some("3")),
            ("none.png#x", "none.png#x", None),
        ] {
            let expected = (file.to_owned(), part.map(str::to_owned));
            assert_eq!(address(&folder.path().join(source)), expected, "{source}");
        }
        let title = |name: &str| Address::of(&Target::File(folder.path().join(name))).title();
        assert_eq!(title("game.nes#0:32+2x2"), "game-0-32-2x2");
        assert_eq!(title("game.nes#12"), "game-12");
    }
}
