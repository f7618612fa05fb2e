//! Absurd values for every option, and outputs to where nothing can be written.

use std::fs;

use crate::support::{Desk, program};

use super::readers::desk;
use super::trial::{Ending, try_arguments};

/// Commands, and what is refused as the value of one of their options.
const REFUSED: &[(&str, &[&str])] = &[
    (
        "print gem.png --planner tables --png OUT/a.png",
        &[
            "--field 1x1",
            "--field 0x0",
            "--field 64x1000000",
            "--field 18446744073709551615x2",
            "--scale 0",
            "--scale -1",
            "--scale 99999999999999999999",
            "--crop 18446744073709551615,0,2,2",
            "--crop 0,0,0,0",
            "--crop -1,0,1,1",
            "--colors 0",
            "--background #ggg",
            "--seed -1",
            "--seed 18446744073709551616",
            "--max-attempts 0",
            "--retries 4294967295",
            "--time-limit 0",
            "--time-limit -1",
            "--time-limit nan",
            "--time-limit 1e400s",
            "--free-columns 5-2",
            "--free-columns 0-99",
            "--left 99999999999",
            "--left -2",
            "--theme nope",
            "--theme nope.toml",
            "--cell 0",
            "--cell 65",
            "--canvas 0x0",
            "--canvas 8193x1",
            "--canvas 4x4",
            "--caption ~",
            "--fps 0",
            "--fps 51",
            "--loop 0",
            "--loop 65536",
            "--speed nan",
            "--speed 0",
            "--speed -1",
            "--duration inf",
            "--duration 1e9",
            "--hold -1",
            "--level 30",
            "--nes-palette zz",
            "--nes-palette 0f",
            "--field-color red",
            "--format blocks",
            "--versus nobody",
            "--versus realtime",
            "--jobs 0",
            "gem.png",
            "--png OUT/b.png",
            "--gif OUT/a.png",
            "--gif OUT/../output/a.png",
            "--gif gem.png",
            "--gif ./gem.png",
            "--gif OUT",
            "--gif OUT/a/b.gif",
            "--gif /dev/full",
            "--y4m /dev/full",
            "--frames gem.png",
            "--frames OUT/a.png",
            "--frames /dev/null",
            "--out-dir OUT/x",
        ],
    ),
    (
        "print",
        &[
            "",
            "nope.png",
            "OUT",
            "-",
            "/dev/null",
            "/dev/zero",
            "gem.png#0",
            "gem.png#2",
            "gem.png#99999999999999999999",
            "gem.png gem.png",
            "- - --out-dir OUT/x",
            "gem.png --out-dir gem.png",
        ],
    ),
    (
        "sheet sheet.png --out OUT/cut",
        &[
            "--grid 0x0",
            "--grid 18446744073709551615x3 --margin 1",
            "--margin 18446744073709551615 --grid 1x1",
            "--gap 65",
        ],
    ),
    (
        "replay",
        &[
            "",
            "OUT",
            "-",
            "gem.png",
            "/dev/zero",
            "gem.json -q",
            "gem.json --png gem.json",
        ],
    ),
    (
        "verify gem.png",
        &[
            "",
            "--script -  --png -",
            "--script nope",
            "--png gem.png",
            "--gif OUT",
            "--screenshot print.png --field 0x9",
            "--png print.png --free-columns 21",
            "--png print.png --diff print.png",
        ],
    ),
    (
        "tile",
        &[
            "",
            "0x0",
            "-1x4",
            "4294967296x4294967296",
            "6x6x1000",
            "6x6 --times 0",
            "6x6 --times 4294967295",
            "6x6 --memory 0",
            "6x6 --memory -1",
            "6x6 --max-branches 0",
            "6x6 --pieces Q",
            "6x6 --cell 0 --png OUT/a.png",
            "6x6 --cell 18446744073709551615 --svg OUT/a.svg",
            "--puzzle OUT",
            "--puzzle nope",
            "--puzzle /dev/zero",
        ],
    ),
    (
        "play --gif OUT/a.gif",
        &[
            "--field 3x20",
            "--target 0",
            "--pieces 0",
            "--lines -1",
            "--games 0",
            "--lookahead 3",
            "--weights OUT",
            "--weights /dev/zero",
            "--path OUT/a.gif",
            "--seed 1e5",
        ],
    ),
    (
        "play --tune OUT/a.json",
        &[
            "--population 9",
            "--population 4294967295",
            "--generations 0",
            "--lines 5",
        ],
    ),
    (
        "link",
        &[
            "",
            "--generate 0x0",
            "--generate 3x3",
            "--generate 18446744073709551615x2",
            "--generate 12x8 --kinds 0",
            "--generate 12x8 --kinds 18446744073709551615",
            "--generate 12x8 --tile 0 --png OUT/a.png",
            "--generate 12x8 --tile 1000 --gif OUT/a.gif",
            "board.txt --explain OUT/a.png",
            "board.txt --generate 4x4",
            "board.png --grid 61x1",
            "board.png --grid 1000x1000",
            "board.png --grid 1000000000000x8",
            "board.png --grid 18446744073709551615x18446744073709551615",
            "OUT",
            "gem.png",
        ],
    ),
    (
        "patterns",
        &[
            "--layout 19",
            "--layout 1,2",
            "--layout 3 --prove --rows 0",
            "--search --max-attempts 0",
            "--search --out gem.png",
        ],
    ),
    ("bench", &["", "OUT", "nope", "gem.png"]),
    (
        "train",
        &[
            "--out OUT",
            "--quick --out OUT/a.png",
            "--quick --judge nope",
            "--quick --judge OUT",
            "--seed -1",
        ],
    ),
    ("inspect", &["", "OUT", "nope", "-"]),
    ("rom", &["", "OUT", "/dev/full", "OUT/a/b.nes"]),
    ("man", &["bake", "--out-dir gem.png"]),
    ("completions", &["", "tcsh"]),
    ("", &["bake", "--gof", "-q"]),
];

/// Absurd but harmless: these are done.
const TAKEN: &[&str] = &[
    "print gem.png --planner tables --png OUT/a.png --cell 1",
    "print gem.png --planner tables --gif OUT/a.gif --duration 0 --hold 0 --loop 65535",
    "print gem.png --planner tables --gif /dev/null --duration 1 --seed 18446744073709551615",
    "print gem.png --planner tables --colors 256 --dry-run",
    "sheet sheet.png --grid 1x1 --margin 1 --spacing 18446744073709551615",
    "tile 4x4 --list 18446744073709551615 --random",
    "play --field 4x4 --png OUT/a.png",
    "play --games 2 --seed 18446744073709551615 --pieces 5",
    "link --generate 2x1 --png OUT/a.png",
    "patterns --layout 0",
];

/// A run with outputs in an empty folder; at the desk for the sake of the names there.
fn run(desk: &Desk, arguments: &str) -> Result<Ending, String> {
    let output = desk.as_ref().join("output");
    fs::create_dir(&output).unwrap();
    let arguments = arguments.replace("OUT", output.to_str().unwrap());
    let arguments: Vec<String> = arguments.split_whitespace().map(str::to_owned).collect();
    let ending = try_arguments(&arguments, desk.as_ref(), &output);
    fs::remove_dir_all(&output).unwrap();
    ending.map_err(|reason| format!("{arguments:?}: {reason}\n"))
}

fn check(lines: impl Iterator<Item = String>, expected: Ending) {
    let desk = desk();
    let before = desk.read("gem.png");
    let wrong = lines.filter_map(|line| match run(&desk, &line) {
        Ok(ending) if ending == expected => None,
        Ok(ending) => Some(format!("{line}: {ending:?}\n")),
        Err(reason) => Some(reason),
    });
    let wrong: String = wrong.collect();
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!(desk.read("gem.png"), before);
}

#[test]
fn absurd_arguments_are_refused_in_a_line() {
    let lines = REFUSED.iter().flat_map(|(command, values)| {
        let values = values.iter();
        values.map(move |value| format!("{command} {value}"))
    });
    check(lines, Ending::Refused);
}

#[test]
fn odd_but_harmless_arguments_are_taken() {
    check(TAKEN.iter().map(|line| (*line).to_owned()), Ending::Done);
}

/// A name need not be text.
#[cfg(unix)]
#[test]
fn any_name_of_a_file_will_do() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let desk = desk();
    let [sprite, print] = [&b"g\xffm.png"[..], b"print\xff.png"].map(OsStr::from_bytes);
    fs::copy(desk.as_ref().join("gem.png"), desk.as_ref().join(sprite)).unwrap();
    let mut program = program();
    program.arg("print").arg(sprite).arg("--png").arg(print);
    program.args(["--planner", "tables"]).current_dir(&desk);
    let output = program.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    assert!(desk.as_ref().join(print).exists());
}
