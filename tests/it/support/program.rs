//! Runs of the program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Its path.
pub const PROGRAM: &str = env!("CARGO_BIN_EXE_tetris-printer");

/// The program with nothing to read.
pub fn program() -> Command {
    let mut program = Command::new(PROGRAM);
    program.stdin(Stdio::null());
    program
}

pub fn run(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

pub fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// What a successful run prints.
pub fn printed(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(0), "{args:?}: {output:?}");
    stdout(&output)
}

/// The one line on stderr of an unsuccessful run.
pub fn error(output: &Output, code: i32) -> String {
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "one line: {text}");
    assert!(text.starts_with("error: "), "{text}");
    text
}

/// Runs the program in a folder with blanks between its arguments and a text on stdin; gives exit code,
/// stdout and stderr.
pub fn answer(folder: impl AsRef<Path>, arguments: &str, input: &str) -> (i32, String, String) {
    let mut program = Command::new(PROGRAM);
    program
        .current_dir(folder)
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    // A program that refuses its arguments ends without reading.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code().unwrap(), out, err)
}
