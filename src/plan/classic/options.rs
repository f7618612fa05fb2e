//! What the real-time search is asked for.

use super::packing::PackingEffort;

/// How the real-time search works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RealtimeOptions {
    /// For each packed matrix; the article's MAX_ATTEMPTS and MAX_RETRIES.
    pub effort: PackingEffort,
    /// The article's own reading instead of the improved one.
    pub is_literal: bool,
    /// Starts every search of the plan.
    pub seed: u64,
}

impl Default for RealtimeOptions {
    fn default() -> Self {
        let effort = PackingEffort {
            attempts: 100,
            starts: 6,
        };
        RealtimeOptions {
            effort,
            is_literal: false,
            seed: 1,
        }
    }
}

impl RealtimeOptions {
    /// The article's search with the article's effort: 1,000 insertions before a start is given up.
    pub fn literal() -> Self {
        let improved = RealtimeOptions::default();
        RealtimeOptions {
            effort: PackingEffort {
                attempts: 1000,
                ..improved.effort
            },
            is_literal: true,
            ..improved
        }
    }
}
