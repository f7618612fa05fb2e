//! Movies as files: BK2, the format of the emulator BizHawk.
//!
//! An archive of small texts. Those that matter are `Header.txt`, keys and values, and `Input Log.txt`: a key that
//! names the buttons in their order, then one line per frame with a letter for each button that is down.
//!
//! ```text
//! [Input]
//! LogKey:#Reset|Power|#P1 Up|P1 Down|...|P1 A|#P2 Up|...|P2 A|
//! |..|........|........|
//! |..|....S...|.......A|
//! [/Input]
//! ```

mod zip;

use std::io::Write;

use super::movie::{Movie, Pads};
use crate::game::console::Buttons;
use zip::{member, write_archive};

pub use zip::ArchiveError;

/// Why a file is not a movie for the console.
#[derive(Debug, thiserror::Error)]
pub enum Bk2Error {
    /// Not an archive with the texts of a movie.
    #[error("not a BK2 movie: {0}")]
    Archive(#[from] ArchiveError),
    /// A header of another machine, or of a movie that does not begin at power-on.
    #[error(
        "the movie's `{key} {value}` cannot be played: record it from power-on on an NTSC console"
    )]
    Header {
        /// The header's key.
        key: &'static str,
        /// The value that it has.
        value: String,
    },
    /// A frame that has not a letter or a dot for each button of the key.
    #[error("line {line} of the movie's input log does not fit its LogKey")]
    Frame {
        /// The line's number, from 1.
        line: usize,
    },
    /// A reset: the print must be played from power-on without one.
    #[error(
        "line {line} of the movie's input log presses {button}: record it from power-on in one go instead"
    )]
    Command {
        /// The line's number, from 1.
        line: usize,
        /// What is pressed.
        button: &'static str,
    },
    /// More than [`Movie::MOST_FRAMES`].
    #[error("the movie has more than {} frames: end it sooner", Movie::MOST_FRAMES)]
    TooLong,
    /// A log without frames.
    #[error("the movie has no frame: record one first")]
    Empty,
}

/// What an archive of any kind begins with.
pub const BK2_SIGNATURE: &[u8] = zip::SIGNATURE;

const HEADER: &str = "Header.txt";
const LOG: &str = "Input Log.txt";

/// A controller's buttons in the order of the log, with their letters.
const PAD: [(Buttons, &str, char); 8] = [
    (Buttons::UP, "Up", 'U'),
    (Buttons::DOWN, "Down", 'D'),
    (Buttons::LEFT, "Left", 'L'),
    (Buttons::RIGHT, "Right", 'R'),
    (Buttons::START, "Start", 'S'),
    (Buttons::SELECT, "Select", 's'),
    (Buttons::B, "B", 'B'),
    (Buttons::A, "A", 'A'),
];

/// The settings that the console must have: two plain controllers, the region of the game.
const SYNC_SETTINGS: &str = concat!(
    r#"{"o":{"$type":"BizHawk.Emulation.Cores.Nintendo.NES.NES+NESSyncSettings, BizHawk.Emulation.Cores","#,
    r#""BoardProperties":{},"RegionOverride":0,"Controls":{"Famicom":false,"NesLeftPort":"ControllerNES","#,
    r#""NesRightPort":"ControllerNES","FamicomExpPort":"UnpluggedFam"},"InitialWRamStatePattern":[]}}"#,
);

/// Writes a movie. The game is known by its name and by the SHA-1 sum of its program and graphics, if that is known.
pub fn write_bk2(
    game: &str,
    sum: Option<&str>,
    movie: &Movie,
    comments: &[String],
    mut out: impl Write,
) -> std::io::Result<()> {
    let mut header = format!(
        "MovieVersion BizHawk v2.0.0\nCore NesHawk\nPlatform NES\nrerecordCount 0\nPAL 0\nGameName {game}\n"
    );
    if let Some(sum) = sum {
        header += &format!("SHA1 {}\n", sum.to_ascii_uppercase());
    }
    header += &format!("Author tetris-printer {}\n", env!("CARGO_PKG_VERSION"));
    let comments: String = comments.iter().map(|line| format!("{line}\n")).collect();
    let members = [
        (HEADER, &header[..]),
        ("Comments.txt", &comments),
        ("Subtitles.txt", ""),
        ("SyncSettings.json", SYNC_SETTINGS),
        (LOG, &log(movie)),
    ];
    out.write_all(&write_archive(&members))?;
    out.flush()
}

fn log(movie: &Movie) -> String {
    let pad_key = |player: usize| -> String {
        let names = PAD.map(|(_, name, _)| format!("P{player} {name}|"));
        format!("#{}", names.concat())
    };
    let pad = |held: Buttons| -> String {
        let letter = |(button, _, letter)| if held.contains(button) { letter } else { '.' };
        PAD.map(letter).iter().collect()
    };
    let mut log = format!(
        "[Input]\nLogKey:#Reset|Power|{}{}\n",
        pad_key(1),
        pad_key(2)
    );
    for [first, second] in &movie.frames {
        log += &format!("|..|{}|{}|\n", pad(*first), pad(*second));
    }
    log + "[/Input]\n"
}

/// Reads a movie, also one that BizHawk has written: its archive is compressed, and its key may name the buttons in
/// another order.
///
/// Errors: see [`Bk2Error`].
pub fn parse_bk2(bytes: &[u8]) -> Result<Movie, Bk2Error> {
    check_header(&member(bytes, HEADER)?)?;
    let log = member(bytes, LOG)?;
    let mut key = Vec::new();
    let mut movie = Movie::default();
    for (line, content) in (1..).zip(log.lines().map(str::trim_end)) {
        if let Some(names) = content.strip_prefix("LogKey:") {
            key = names
                .split(['#', '|'])
                .filter(|name| !name.is_empty())
                .map(Meaning::of)
                .collect();
        } else if content.starts_with('|') {
            if movie.frames.len() == Movie::MOST_FRAMES {
                return Err(Bk2Error::TooLong);
            }
            movie.frames.push(parse_frame(content, &key, line)?);
        }
    }
    match movie.frames.is_empty() {
        true => Err(Bk2Error::Empty),
        false => Ok(movie),
    }
}

/// What the values of some keys must be, if they are there.
const NEEDED: [(&str, &[&str]); 3] = [
    ("Platform", &["NES"]),
    ("PAL", &["0", "False"]),
    ("StartsFromSavestate", &["0", "False"]),
];

fn check_header(header: &str) -> Result<(), Bk2Error> {
    for (key, value) in header
        .lines()
        .filter_map(|line| line.trim_end().split_once(' '))
    {
        let needed = NEEDED.into_iter().find(|(name, _)| *name == key);
        if let Some((key, allowed)) = needed
            && !allowed.contains(&value)
        {
            let value = value.chars().take(20).collect();
            return Err(Bk2Error::Header { key, value });
        }
    }
    Ok(())
}

/// What a letter of a frame stands for.
#[derive(Clone, Copy)]
enum Meaning {
    Button(usize, Buttons),
    Command(&'static str),
    Other,
}

impl Meaning {
    fn of(name: &str) -> Meaning {
        match name.split_once(' ') {
            Some((player @ ("P1" | "P2"), name)) => {
                let port = usize::from(player == "P2");
                let button = PAD.iter().find(|(_, known, _)| *known == name);
                button.map_or(Meaning::Other, |(button, ..)| {
                    Meaning::Button(port, *button)
                })
            }
            _ if name == "Reset" => Meaning::Command("Reset"),
            _ if name == "Power" => Meaning::Command("Power"),
            _ => Meaning::Other,
        }
    }
}

fn parse_frame(content: &str, key: &[Meaning], line: usize) -> Result<Pads, Bk2Error> {
    let letters = content.chars().filter(|letter| *letter != '|');
    if letters.clone().count() != key.len() {
        return Err(Bk2Error::Frame { line });
    }
    let mut pads = [Buttons::NONE; 2];
    for (_, meaning) in letters.zip(key).filter(|(letter, _)| *letter != '.') {
        match *meaning {
            Meaning::Button(port, button) => pads[port] |= button,
            Meaning::Command(button) => return Err(Bk2Error::Command { line, button }),
            Meaning::Other => {}
        }
    }
    Ok(pads)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_button() -> Movie {
        let pads = |bits: u8| [bits, !bits].map(Buttons::from_bits_retain);
        Movie {
            frames: (0..=255).map(pads).collect(),
        }
    }

    fn written(movie: &Movie) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_bk2(
            "a game",
            Some("00ff"),
            movie,
            &["a line".to_owned()],
            &mut bytes,
        )
        .unwrap();
        bytes
    }

    fn with_texts(header: &str, log: &str) -> Vec<u8> {
        write_archive(&[(HEADER, header), (LOG, log)])
    }

    #[test]
    fn a_movie_reads_what_it_writes() {
        let movie = every_button();
        let bytes = written(&movie);
        assert!(bytes.starts_with(BK2_SIGNATURE));
        assert_eq!(parse_bk2(&bytes).unwrap(), movie);
        let log = member(&bytes, LOG).unwrap();
        assert!(log.contains("\n|..|...R....|UDL.SsBA|\n"), "{log}");
        assert!(member(&bytes, HEADER).unwrap().contains("\nSHA1 00FF\n"));
    }

    #[test]
    fn the_log_key_says_which_button_is_which() {
        let log = "LogKey:#Power|Reset|#P1 A|P1 Up|#P2 Start|P3 A|\n|..|x.|S?|\n|..|.U|..|\n";
        let movie = parse_bk2(&with_texts("Platform NES\n", log)).unwrap();
        let expected = [[Buttons::A, Buttons::START], [Buttons::UP, Buttons::NONE]];
        assert_eq!(movie.frames, expected);
    }

    #[test]
    fn what_is_no_movie_of_the_console_is_refused_in_one_line() {
        let log = log(&every_button());
        for (header, log, told) in [
            ("Platform SNES", &log[..], "`Platform SNES`"),
            ("PAL 1", &log, "`PAL 1`"),
            ("StartsFromSavestate True", &log, "from power-on"),
            (
                "",
                &log.replacen("|..|", "|r.|", 1),
                "line 3 of the movie's input log presses Reset",
            ),
            (
                "",
                &log.replacen("|..|", "|..|.", 1),
                "line 3 of the movie's input log does not fit",
            ),
            ("", "[Input]\n", "no frame"),
        ] {
            let error = parse_bk2(&with_texts(header, log)).unwrap_err().to_string();
            assert!(error.contains(told) && !error.contains('\n'), "{error}");
        }
        assert!(
            parse_bk2(b"version 3\n")
                .unwrap_err()
                .to_string()
                .contains("not a BK2 movie")
        );
    }
}
