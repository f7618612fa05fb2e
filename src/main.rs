use std::process::ExitCode;

fn main() -> ExitCode {
    tetris_printer::cli::run()
}
