//! Sets that have no member in common (union-find).

/// The parent of each member.
pub(crate) struct DisjointSets(Vec<usize>);

impl DisjointSets {
    /// A set for each of so many members.
    pub fn new(count: usize) -> DisjointSets {
        DisjointSets((0..count).collect())
    }

    /// The representative of a member's set: its first member.
    pub fn find(&mut self, mut member: usize) -> usize {
        while self.0[member] != member {
            self.0[member] = self.0[self.0[member]];
            member = self.0[member];
        }
        member
    }

    /// Makes the sets of two members one; whether they were two.
    pub fn join(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        self.0[a.max(b)] = a.min(b);
        a != b
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_that_are_joined_are_one() {
        let mut sets = DisjointSets::new(5);
        assert!(sets.join(3, 1) && sets.join(4, 3) && !sets.join(1, 4));
        let representatives = [0, 1, 2, 3, 4].map(|member| sets.find(member));
        assert_eq!(representatives, [0, 1, 2, 1, 1]);
    }
}
