//! Runs of the program.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

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
    check_one_error(&text);
    text
}

#[track_caller]
fn check_one_error(text: &str) {
    assert_eq!(text.lines().count(), 1, "one line: {text}");
    assert!(text.starts_with("error: "), "{text}");
}

/// How a run of the program ended.
pub struct Answer {
    arguments: String,
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Answer {
    /// What a successful run prints.
    #[track_caller]
    pub fn printed(self) -> String {
        assert_eq!(self.code, 0, "{}: {}", self.arguments, self.err);
        self.out
    }

    /// The JSON that a successful run prints.
    #[track_caller]
    pub fn report(self) -> Value {
        serde_json::from_str(&self.printed()).unwrap()
    }

    /// Fails unless the run ended well and this stands in what it printed.
    #[track_caller]
    pub fn check_printed(self, part: &str) {
        let arguments = self.arguments.clone();
        let out = self.printed();
        assert!(out.contains(part), "{arguments}: {out}");
    }

    /// Fails unless the run ended with this code, printed nothing, and gave this reason.
    #[track_caller]
    pub fn check_refusal(&self, code: i32, reason: &str) {
        let Answer {
            arguments,
            out,
            err,
            ..
        } = self;
        assert_eq!((self.code, out.as_str()), (code, ""), "{arguments}: {err}");
        assert!(err.contains(reason), "{arguments}: {err}");
    }

    /// As [`Answer::check_refusal`], and nothing else may stand on stderr than one line.
    #[track_caller]
    pub fn check_error(&self, code: i32, reason: &str) {
        self.check_refusal(code, reason);
        check_one_error(&self.err);
    }
}

/// Runs the program in a folder with blanks between its arguments and a text on stdin.
pub fn answer(folder: impl AsRef<Path>, arguments: &str, input: &str) -> Answer {
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
    Answer {
        arguments: arguments.to_owned(),
        code: output.status.code().unwrap(),
        out,
        err,
    }
}
