//! Where a piece rests without a gap, looked up by the steps between neighbouring columns.

use crate::game::Pose;

/// Which poses fit which three height differences of neighbouring columns.
pub struct MoveTable {
    fitting: [u32; 7 * 7 * 7],
    /// What a pose adds to the columns it covers, a nibble a column.
    pub delta: [u16; Pose::COUNT],
}

impl MoveTable {
    pub fn get() -> &'static MoveTable {
        static TABLE: std::sync::LazyLock<MoveTable> = std::sync::LazyLock::new(MoveTable::new);
        &TABLE
    }

    fn new() -> Self {
        let mut table = MoveTable {
            fitting: [0; 343],
            delta: [0; Pose::COUNT],
        };
        for pose in Pose::ALL {
            let shape = pose.shape();
            for i in 0..shape.width as usize {
                table.delta[pose.index()] |= u16::from(shape.top[i] - shape.bottom[i]) << (4 * i);
            }
            for (index, poses) in table.fitting.iter_mut().enumerate() {
                let steps = [index % 7, index / 7 % 7, index / 49].map(|step| step as i8 - 3);
                let fits = (1..shape.width as usize)
                    .all(|i| steps[i - 1] == shape.bottom[i] as i8 - shape.bottom[0] as i8);
                *poses |= u32::from(fits) << pose.index();
            }
        }
        table
    }

    /// The poses, a bit each, that rest without a gap on these four columns, of which only those
    /// that a pose covers count. No profile has a step of 3, so clipped steps never fit by mistake.
    #[inline]
    pub fn fitting(&self, heights: &[u8]) -> u32 {
        // The differences are taken from the first column, as the profiles are.
        let step = |i: usize| (heights[i] as i8 - heights[0] as i8).clamp(-3, 3) + 3;
        self.fitting[step(1) as usize + 7 * step(2) as usize + 49 * step(3) as usize]
    }
}
