//! Kinds of outputs, and the endings of the names that they go by.

use anyhow::{bail, ensure};
use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::target::Target;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Gif,
    Apng,
    Png,
    Webp,
    Svg,
    Html,
    Mp4,
    Webm,
    Y4m,
    Fumen,
    Script,
    Movie(MovieFormat),
    Rom,
    /// What the default planner scores fields with.
    Weights,
    /// Any other text.
    Text,
}

/// Who can play a movie of the controllers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MovieFormat {
    /// FCEUX, Mesen and most others.
    #[default]
    Fm2,
    /// BizHawk.
    Bk2,
    /// Replay devices at the ports of a console.
    R08,
}

impl MovieFormat {
    /// What the ending of a name asks for; without a known one, the text.
    pub fn of(target: &Target) -> MovieFormat {
        match ending(target).as_deref() {
            Some("bk2") => MovieFormat::Bk2,
            Some("r08") => MovieFormat::R08,
            _ => MovieFormat::Fm2,
        }
    }
}

/// What the names of files end in, and what such a file may hold; the first is what is meant by the ending
/// alone. Of formats that nothing is written in only the ending is known.
const ENDINGS: [(&str, &[Kind]); 27] = [
    ("gif", &[Kind::Gif]),
    ("apng", &[Kind::Apng]),
    ("png", &[Kind::Png, Kind::Apng]),
    ("webp", &[Kind::Webp]),
    ("svg", &[Kind::Svg]),
    ("html", &[Kind::Html]),
    ("htm", &[Kind::Html]),
    ("mp4", &[Kind::Mp4]),
    ("m4v", &[Kind::Mp4]),
    ("webm", &[Kind::Webm]),
    ("y4m", &[Kind::Y4m]),
    ("fumen", &[Kind::Fumen]),
    ("json", &[Kind::Script, Kind::Text]),
    ("fm2", &[Kind::Movie(MovieFormat::Fm2)]),
    ("bk2", &[Kind::Movie(MovieFormat::Bk2)]),
    ("r08", &[Kind::Movie(MovieFormat::R08)]),
    ("nes", &[Kind::Rom]),
    ("weights", &[Kind::Weights]),
    ("jpg", &[]),
    ("jpeg", &[]),
    ("bmp", &[]),
    ("tiff", &[]),
    ("avif", &[]),
    ("mov", &[]),
    ("avi", &[]),
    ("mkv", &[]),
    ("pdf", &[]),
];

impl Kind {
    /// What a batch can make of each sprite.
    pub const OF_A_PRINT: [Kind; 14] = [
        Kind::Gif,
        Kind::Apng,
        Kind::Png,
        Kind::Webp,
        Kind::Svg,
        Kind::Html,
        Kind::Mp4,
        Kind::Webm,
        Kind::Y4m,
        Kind::Fumen,
        Kind::Script,
        Kind::Movie(MovieFormat::Fm2),
        Kind::Movie(MovieFormat::Bk2),
        Kind::Movie(MovieFormat::R08),
    ];

    /// What the ending of a name says. Errors: if it says nothing, or something that is not written.
    pub fn of_name(target: &Target) -> anyhow::Result<Kind> {
        const CHOICES: &str =
            "gif, apng, png, webp, svg, html, mp4, webm, y4m, json, fm2, bk2, r08 or nes";
        ensure!(
            *target != Target::Stream,
            "a stream has no ending that says what to write: name the format, like --gif -"
        );
        let Some(ending) = ending(target) else {
            bail!("{target} has no ending that says what to write: end it in {CHOICES}");
        };
        let known = ENDINGS.iter().find(|(known, _)| *known == ending);
        match known.and_then(|(_, kinds)| kinds.first()) {
            Some(kind) => Ok(*kind),
            None => bail!("{target}: .{ending} files are not written: end it in {CHOICES}"),
        }
    }

    /// Whether it shows the whole game as frames.
    pub const fn is_film(self) -> bool {
        match self {
            Kind::Gif | Kind::Apng | Kind::Webp | Kind::Mp4 | Kind::Webm | Kind::Y4m => true,
            Kind::Png | Kind::Svg | Kind::Html | Kind::Fumen => false,
            Kind::Script | Kind::Movie(_) | Kind::Rom | Kind::Weights | Kind::Text => false,
        }
    }

    /// Errors: if the name says that the file holds something else.
    pub fn check_name(self, target: &Target) -> anyhow::Result<()> {
        let ending = ending(target);
        let known = ENDINGS
            .iter()
            .find(|(known, _)| ending.as_deref() == Some(*known));
        let Some((wrong, kinds)) = known else {
            return Ok(());
        };
        let right = self.ending();
        ensure!(
            kinds.contains(&self),
            "{target} would be {self} under the name of another format (.{wrong}): end it in .{right}"
        );
        Ok(())
    }

    /// What the names of such files end in.
    pub const fn ending(self) -> &'static str {
        match self {
            Kind::Gif => "gif",
            Kind::Apng => "apng",
            Kind::Png => "png",
            Kind::Webp => "webp",
            Kind::Svg => "svg",
            Kind::Html => "html",
            Kind::Mp4 => "mp4",
            Kind::Webm => "webm",
            Kind::Y4m => "y4m",
            Kind::Fumen => "fumen",
            Kind::Script => "json",
            Kind::Movie(MovieFormat::Fm2) => "fm2",
            Kind::Movie(MovieFormat::Bk2) => "bk2",
            Kind::Movie(MovieFormat::R08) => "r08",
            Kind::Rom => "nes",
            Kind::Weights => "weights",
            Kind::Text => "txt",
        }
    }

    /// Whether a terminal can show it.
    pub const fn is_text(self) -> bool {
        match self {
            Kind::Svg
            | Kind::Html
            | Kind::Fumen
            | Kind::Script
            | Kind::Movie(MovieFormat::Fm2)
            | Kind::Text => true,
            Kind::Gif
            | Kind::Apng
            | Kind::Png
            | Kind::Webp
            | Kind::Mp4
            | Kind::Webm
            | Kind::Y4m
            | Kind::Movie(MovieFormat::Bk2 | MovieFormat::R08)
            | Kind::Rom
            | Kind::Weights => false,
        }
    }
}

/// The ending of a file's name, in small letters.
fn ending(target: &Target) -> Option<String> {
    match target {
        Target::Stream => None,
        Target::File(path) => Some(path.extension()?.to_str()?.to_ascii_lowercase()),
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Kind::Gif => "a GIF",
            Kind::Apng => "an animated PNG",
            Kind::Png => "a PNG",
            Kind::Webp => "a WebP",
            Kind::Svg => "an SVG",
            Kind::Html => "a page",
            Kind::Mp4 => "an MP4 video",
            Kind::Webm => "a WebM video",
            Kind::Y4m => "raw video",
            Kind::Fumen => "a fumen link",
            Kind::Script => "a print script",
            Kind::Movie(_) => "a movie of buttons",
            Kind::Rom => "a cartridge",
            Kind::Weights => "a file of weights",
            Kind::Text => "text",
        })
    }
}

impl ValueEnum for Kind {
    fn value_variants<'a>() -> &'a [Self] {
        &Kind::OF_A_PRINT
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Kind::Script => PossibleValue::new("script").alias(self.ending()),
            kind => PossibleValue::new(kind.ending()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> Target {
        Target::File(name.into())
    }

    #[test]
    fn an_ending_says_what_to_write() {
        assert_eq!(Kind::of_name(&file("a.b/film.GIF")).unwrap(), Kind::Gif);
        assert_eq!(Kind::of_name(&file("print.png")).unwrap(), Kind::Png);
        assert_eq!(Kind::of_name(&file("print.json")).unwrap(), Kind::Script);
        for kind in Kind::OF_A_PRINT {
            let name = file(&format!("x.{}", kind.ending()));
            assert_eq!(Kind::of_name(&name).unwrap(), kind);
        }
        for name in ["film", "film.jpeg", "film.gif.txt", ".gif"] {
            let error = Kind::of_name(&file(name)).unwrap_err().to_string();
            assert!(error.contains("end it in gif"), "{error}");
        }
        assert!(Kind::of_name(&Target::Stream).is_err());
    }

    #[test]
    fn a_name_must_not_promise_another_format() {
        let cases: [(Kind, &[&str], &[&str]); 5] = [
            (Kind::Gif, &["film", "film.gif"], &["film.mp4", "film.png"]),
            (Kind::Apng, &["film.png"], &[]),
            (Kind::Png, &[], &["film.apng"]),
            (Kind::Script, &["print.txt"], &["print.gif"]),
            (Kind::Text, &["steps.json"], &["steps.jpg"]),
        ];
        for (kind, fitting, misleading) in cases {
            for name in fitting {
                kind.check_name(&file(name)).unwrap();
            }
            for name in misleading {
                let error = kind.check_name(&file(name)).unwrap_err().to_string();
                assert!(error.contains(&format!("end it in .{}", kind.ending())));
            }
        }
    }
}
