//! The time limit of a search.

use std::str::FromStr;
use std::time::{Duration, Instant};

use tetris_printer::plan::{Monitor, Progress};

/// A time as a user writes it: `30`, `30s`, `500ms`, `2m`, `1.5m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit(pub Duration);

/// Whoever wants longer wants no limit.
const LONGEST: f64 = 7.0 * 24.0 * 3600.0;

impl FromStr for TimeLimit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("", 1.0)];
        let seconds = units.into_iter().find_map(|(unit, seconds)| {
            let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
            Some(number * seconds)
        });
        match seconds {
            Some(seconds) if seconds > 0.0 && seconds <= LONGEST => {
                Ok(TimeLimit(Duration::from_secs_f64(seconds)))
            }
            _ => Err(format!(
                "`{text}` is not a time between zero and a week: write 30s, 500ms or 2m"
            )),
        }
    }
}

/// A monitor, and the time at which a search without a limit of work ends.
pub struct Limited<'a> {
    monitor: &'a dyn Monitor,
    /// `None` for a limit beyond what the clock can say.
    end: Option<Instant>,
}

impl<'a> Limited<'a> {
    pub fn new(monitor: &'a dyn Monitor, limit: Option<TimeLimit>) -> Self {
        let end = limit.and_then(|TimeLimit(limit)| Instant::now().checked_add(limit));
        Limited { monitor, end }
    }
}

impl Monitor for Limited<'_> {
    fn on_progress(&self, progress: Progress) {
        self.monitor.on_progress(progress);
    }

    fn is_cancelled(&self) -> bool {
        self.monitor.is_cancelled()
    }

    fn is_time_up(&self) -> bool {
        self.end.is_some_and(|end| Instant::now() >= end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let times = ["30s", "30", "500ms", "2m", "1.5 m"].map(|text| {
            let TimeLimit(limit) = text.parse().unwrap();
            limit.as_millis()
        });
        assert_eq!(times, [30_000, 30_000, 500, 120_000, 90_000]);
    }

    #[test]
    fn what_is_no_time_is_refused() {
        for text in ["", "0", "-1s", "soon", "5h", "nan", "inf", "1e9m"] {
            assert!(text.parse::<TimeLimit>().is_err(), "{text}");
        }
    }
}
