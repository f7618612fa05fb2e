//! `completions` and `man`: the program described for a shell and for `man`.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::output::make_folder;
use super::report::write_stdout;

/// Print a script that completes commands, options and values in a shell
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer completions bash > ~/.local/share/bash-completion/completions/tetris-printer
  tetris-printer completions zsh > ~/.zfunc/_tetris-printer
  tetris-printer completions fish > ~/.config/fish/completions/tetris-printer.fish")]
pub struct CompletionsArgs {
    shell: Shell,
}

/// Print a manual page, or write all of them
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  tetris-printer man print | man -l -
  tetris-printer man --out-dir ~/.local/share/man/man1")]
pub struct ManArgs {
    /// The subcommand that the page is about [default: the program]
    #[arg(value_name = "SUBCOMMAND")]
    page: Option<String>,
    /// Write the pages of the program and of every subcommand into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "page")]
    out_dir: Option<PathBuf>,
}

/// Runs `completions`. Errors: trouble with stdout.
pub fn complete(args: &CompletionsArgs, mut program: Command) -> anyhow::Result<ExitCode> {
    let name = program.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    write_stdout(&script)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs `man`. Errors: a subcommand that is not there, trouble with the output.
pub fn man(args: &ManArgs, mut program: Command) -> anyhow::Result<ExitCode> {
    if let Some(folder) = &args.out_dir {
        let write = || {
            make_folder(folder)?;
            anyhow::Ok(clap_mangen::generate_to(program, folder)?)
        };
        write().with_context(|| format!("cannot write into {}", folder.display()))?;
        return Ok(ExitCode::SUCCESS);
    }
    // Names the subcommands in full.
    program.build();
    let subject = match &args.page {
        None => program,
        Some(page) => program
            .find_subcommand(page)
            .with_context(|| format!("there is no subcommand `{page}`: see tetris-printer --help"))?
            .clone(),
    };
    let mut page = Vec::new();
    Man::new(subject).render(&mut page)?;
    write_stdout(&page)?;
    Ok(ExitCode::SUCCESS)
}
