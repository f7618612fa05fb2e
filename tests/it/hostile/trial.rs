//! One run of the program on one file, and whether it behaved.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{Desk, PROGRAM};

use super::readers::Reader;

/// Of the clock, for whoever sleeps; other work may take most of the machine meanwhile.
const LONGEST: Duration = Duration::from_secs(60);

/// Of all processors together, in seconds.
const MOST_WORK: usize = 5;

/// In kilobytes.
const MOST_MEMORY: usize = 1 << 20;

/// How a run ended that behaved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// With exit code 0.
    Done,
    /// With a reason, and without any output.
    Refused,
}

/// Lets the program read a file in a folder of its own. Errors: it took too long, crashed, said more
/// than a line about a failure, or left something half written; the file is kept.
pub fn try_file(reader: &Reader, desk: &Desk, bytes: &[u8], name: &str) -> Result<Ending, String> {
    let folder = Desk::new();
    let input = PathBuf::from(folder.write("input", bytes));
    let output = PathBuf::from(folder.path("output"));
    fs::create_dir(&output).unwrap();
    let arguments = reader.arguments(&input, &output, desk);
    try_arguments(&arguments, folder.as_ref(), &output).map_err(|reason| {
        let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&kept, bytes).unwrap();
        let reason: String = reason.chars().take(500).collect();
        format!("{} of {}: {reason}\n", reader.name, kept.display())
    })
}

/// Runs the program in a folder; `output` is where its outputs go. Errors: as [`try_file`].
pub fn try_arguments(arguments: &[String], folder: &Path, output: &Path) -> Result<Ending, String> {
    judge(&run(arguments, folder)?, output)
}

/// Errors: it did not end in time.
fn run(arguments: &[String], folder: &Path) -> Result<Output, String> {
    let streams = ["stdout", "stderr"].map(|name| folder.join(name));
    let open = |path: &PathBuf| Stdio::from(fs::File::create(path).unwrap());
    let mut child = program()
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(open(&streams[0]))
        .stderr(open(&streams[1]))
        .spawn()
        .unwrap();
    let status = wait(&mut child)?;
    let [stdout, stderr] = streams.map(|path| fs::read(path).unwrap());
    Ok(Output {
        status,
        stdout,
        stderr,
    })
}

/// The program, where a shell can see to it with little time and memory.
fn program() -> Command {
    let limited = format!("ulimit -t {MOST_WORK} && ulimit -v {MOST_MEMORY} && exec \"$0\" \"$@\"");
    let mut shell = Command::new("sh");
    shell.args(["-c", &limited, PROGRAM]);
    shell
}

fn wait(child: &mut Child) -> Result<std::process::ExitStatus, String> {
    let start = Instant::now();
    while start.elapsed() < LONGEST {
        if let Some(status) = child.try_wait().unwrap() {
            return Ok(status);
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    Err(format!("no answer in {LONGEST:?}"))
}

/// Errors: what was wrong.
fn judge(run: &Output, output: &Path) -> Result<Ending, String> {
    let told = String::from_utf8_lossy(&run.stderr);
    let files: Vec<_> = fs::read_dir(output)
        .unwrap()
        .map(|entry| entry.unwrap().file_name())
        .collect();
    let is_hidden = |name: &std::ffi::OsString| name.as_encoded_bytes().starts_with(b".");
    match run.status.code() {
        _ if files.iter().any(is_hidden) => Err(format!("half written: {files:?}")),
        Some(0) if told.contains("error") => Err(format!("a success with {told}")),
        Some(0) => Ok(Ending::Done),
        Some(1 | 2) if !files.is_empty() => Err(format!("a failure that wrote {files:?}")),
        Some(1 | 2) => match told
            .lines()
            .filter(|line| line.starts_with("error: "))
            .count()
        {
            1 if told.lines().count() <= MOST_LINES => Ok(Ending::Refused),
            _ => Err(format!("not one line: {told}")),
        },
        _ => Err(format!("{}: {told}", run.status)),
    }
}

/// The reason, and what a command tells on stderr of a file that it could read.
const MOST_LINES: usize = 4;
