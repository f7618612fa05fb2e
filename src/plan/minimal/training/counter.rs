//! Progress of the training, and its end when it is cancelled.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::plan::{Monitor, PlanError, Progress};

/// Counts the pictures that are done.
pub struct Counter<'a> {
    monitor: &'a dyn Monitor,
    done: AtomicU64,
    total: u64,
}

impl<'a> Counter<'a> {
    pub fn new(monitor: &'a dyn Monitor, total: usize) -> Self {
        Counter {
            monitor,
            done: AtomicU64::new(0),
            total: total as u64,
        }
    }

    /// Does the work for a picture, unless it is cancelled.
    pub fn count<T>(&self, work: impl FnOnce() -> T) -> Option<T> {
        if self.monitor.is_cancelled() {
            return None;
        }
        let result = work();
        let done = 1 + self.done.fetch_add(1, Ordering::Relaxed);
        self.monitor.on_progress(Progress {
            done,
            total: self.total,
            pieces: None,
        });
        Some(result)
    }

    pub fn check(&self) -> Result<(), PlanError> {
        match self.monitor.is_cancelled() {
            true => Err(PlanError::Cancelled),
            false => Ok(()),
        }
    }
}
