//! How much each feature of a field, and each pattern around its cells, counts in its score. A
//! scaffold run is worth about 3,000; only the proportions matter.
//!
//! The weights are fitted, not guessed, by [`training`](super::training), which writes the `file`
//! that they are read from.

mod file;

use std::ops::Index;
use std::sync::LazyLock;

use super::patterns::{self, PatternWeights};
use crate::listed::listed;

listed! {
    /// What a field is scored for, beside its patterns. A feature without a line in the file of
    /// weights counts nothing.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Feature {
        // The whole field.
        /// A pixel that remains.
        Pixel,
        /// A scaffold cell that remains.
        ScaffoldCell,
        /// A line without which the remaining cells are no multiple of four; felt near the end.
        MissingLine,
        /// One active row of the picture.
        OnePictureRow,
        /// Two of them.
        TwoPictureRows,
        /// More.
        MorePictureRows,
        /// One scaffold row.
        OneScaffoldRow,
        /// Two of them.
        TwoScaffoldRows,
        /// More.
        MoreScaffoldRows,
        /// A run of pixels that nothing holds, not even sideways.
        PixelFloating,

        // A row of the picture.
        /// A pixel without a neighbour of its colour costs a line's help sooner or later.
        PixelAlone,
        /// The same with nothing above.
        PixelAloneOnTop,
        /// The same where a T may carry it.
        PixelAloneForT,
        /// The end of a run or a column: a pixel with one neighbour of its colour.
        PixelEnd,
        /// The same with nothing above.
        PixelEndOnTop,
        /// A pixel with neighbours of its colour above or below, but not beside.
        PixelUpright,
        /// The lowest pixel of such a column.
        PixelFoot,
        /// A pixel of such a column right under scaffold.
        PixelUprightHelped,
        /// A run of at least two pixels of a colour.
        RunOfTwo,
        /// The same where an O may carry it.
        RunOfTwoForO,
        /// A run of at least three.
        RunOfThree,
        /// A pixel over an empty cell.
        PixelHanging,
        /// A pixel with one neighbour of its colour at most that touches scaffold can leave with it.
        PixelHelped,
        /// A pixel right under scaffold.
        PixelUnderScaffold,
        /// A pixel right on scaffold, which has to wait for it.
        PixelOnScaffold,

        // A scaffold row.
        /// The row itself.
        ScaffoldRow,
        /// A row that has lost no more than a piece.
        ScaffoldNew,
        /// A run of its cells.
        ScaffoldRun,
        /// An empty cell in one of the two columns at either wall.
        ScaffoldWallGap,
        /// A cell over an empty one, where the row below is of the picture, leaves only with a piece
        /// that rests elsewhere.
        Hanging,
        /// A hanging cell without a cell above that could hold it.
        HangingThin,
        /// A hanging cell farther than one column from what is held from below ...
        HangingFar1,
        /// ... than three columns, the reach of an I ...
        HangingFar3,
        /// ... than five columns.
        HangingFar5,
        /// A run of hanging cells.
        HangingRun,
        /// An end of such a run that nothing goes on from.
        HangingEnd,
    }
}

/// What scores are made with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What the weights are, and what they come from.
    pub about: Vec<String>,
    pub features: [i32; Feature::COUNT],
    /// The tables of [`patterns`], one after the other.
    pub patterns: Box<PatternWeights>,
}

impl Weights {
    /// With which nothing counts.
    pub fn zero() -> Weights {
        let patterns = vec![0; patterns::COUNT].into_boxed_slice();
        Weights {
            about: Vec::new(),
            features: [0; Feature::COUNT],
            patterns: patterns.try_into().expect("it is as long"),
        }
    }

    /// Those that the planner uses.
    pub fn trained() -> &'static Weights {
        static TRAINED: LazyLock<Weights> = LazyLock::new(|| {
            Weights::from_bytes(include_bytes!("weights/trained.weights"))
                .expect("the file was written by the training")
        });
        &TRAINED
    }
}

impl Index<Feature> for Weights {
    type Output = i32;

    fn index(&self, feature: Feature) -> &i32 {
        &self.features[feature as usize]
    }
}
