//! Watching long work: a progress bar, and Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use anyhow::ensure;
use indicatif::{ProgressBar, ProgressStyle};

use super::failure::Interrupted;
use super::report::{Verbosity, ratio};
use tetris_printer::plan::{Monitor, Progress};

/// A progress bar on stderr that is shown only on a terminal, and only if the work is not done at
/// once.
pub struct Watch {
    bar: ProgressBar,
    /// The pieces that no plan can do without.
    bound: OnceLock<usize>,
    interrupted: Arc<AtomicBool>,
    is_silent: bool,
}

/// Set by Ctrl-C from the first watch on.
static INTERRUPTED: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| {
    let interrupted = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&interrupted);
    // Without a handler Ctrl-C ends the program at once, which leaves nothing half written either.
    let _ = ctrlc::set_handler(move || {
        // Who asks twice does not want to wait.
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    interrupted
});

impl Watch {
    pub fn new(work: &str, verbosity: Verbosity) -> Self {
        let bar = if verbosity.quiet {
            ProgressBar::hidden()
        } else {
            ProgressBar::new(0)
        };
        let style = ProgressStyle::with_template("{prefix} [{bar:40}] {pos}/{len} {msg}");
        bar.set_style(
            style
                .unwrap_or_else(|_| ProgressStyle::default_bar())
                .progress_chars("=> "),
        );
        bar.set_prefix(work.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
        Watch {
            bar,
            bound: OnceLock::new(),
            interrupted: Arc::clone(&INTERRUPTED),
            is_silent: false,
        }
    }

    /// A watch that shows nothing; Ctrl-C ends this work and what goes on beside it or follows.
    pub fn silent() -> Self {
        let quiet = Verbosity {
            quiet: true,
            verbose: false,
        };
        let mut watch = Watch::new("", quiet);
        watch.is_silent = true;
        watch
    }

    /// Shows from now on how close the work has come to the bound.
    pub fn show_bound(&self, bound: usize) {
        let _ = self.bound.set(bound);
    }

    /// Counts another work from now on.
    pub fn begin(&self, work: &str) {
        self.bar.set_prefix(work.to_owned());
        self.bar.set_message("");
    }

    /// Whether Ctrl-C has ended the work so far. What follows goes on until the next one.
    pub fn take_interruption(&self) -> bool {
        !self.is_silent && self.interrupted.swap(false, Ordering::Relaxed)
    }

    /// Errors: [`Interrupted`] after Ctrl-C.
    pub fn check(&self) -> anyhow::Result<()> {
        ensure!(!self.is_cancelled(), Interrupted);
        Ok(())
    }
}

impl Monitor for Watch {
    fn on_progress(&self, progress: Progress) {
        self.bar.set_length(progress.total);
        self.bar.set_position(progress.done);
        if let Some(pieces) = progress.pieces {
            self.bar.set_message(match self.bound.get() {
                Some(bound) => {
                    let ratio = ratio(pieces, *bound);
                    format!("{pieces} pieces, bound {bound}, ratio {ratio:.2}")
                }
                None => format!("{pieces} pieces"),
            });
        }
    }

    fn is_cancelled(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
