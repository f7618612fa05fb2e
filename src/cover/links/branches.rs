//! Counting branches up to a limit.

/// The branches taken, and how many may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branches {
    taken: u64,
    limit: u64,
    was_cut: bool,
}

impl Default for Branches {
    fn default() -> Self {
        Branches {
            taken: 0,
            limit: u64::MAX,
            was_cut: false,
        }
    }
}

impl Branches {
    /// Takes some more, or as many of them as may be; returns how many.
    #[inline(always)]
    pub fn take(&mut self, wanted: u64) -> u64 {
        let allowed = wanted.min(self.limit - self.taken);
        self.was_cut |= allowed < wanted;
        self.taken += allowed;
        allowed
    }

    /// Adds those of a search on behalf of this one.
    pub fn add(&mut self, taken: u64, was_cut: bool) {
        self.taken += taken;
        self.was_cut |= was_cut;
    }

    pub fn taken(&self) -> u64 {
        self.taken
    }

    pub fn left(&self) -> u64 {
        self.limit - self.taken
    }

    pub fn limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    pub fn was_cut(&self) -> bool {
        self.was_cut
    }
}
