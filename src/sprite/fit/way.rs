//! How a picture becomes the one that is given, and back.

use super::enlargement::{Enlargement, Kernel, Sampling};
use super::metric::{Metric, Metrics};
use super::planes::{Planes, Shade, TINTS, transposed};

/// How often a guess is mended at most, and which part of what it left unexplained it must leave at most to be mended
/// again; set by hand.
const GUESSES: usize = 8;
const NEARER: f32 = 0.98;

/// The mean square of what JPEG adds at most, of 255: of those pictures it was 16 at quality 75. An enlargement by a
/// wrong factor leaves several hundred unexplained.
pub const MOST_NOISE: f32 = 100.0;

/// The mean square, of 255, that no mending explains: what is cut off is a small part of it.
const HOPELESS: f32 = 4.0 * MOST_NOISE;

/// How a picture is enlarged: across, then down, as image libraries do; and how it is stored then.
pub struct Way {
    kernel: Kernel,
    /// From the small picture to the large one.
    enlarge: Axes,
    /// From the differences of colour of the large one to those that are read again.
    store: Option<Axes>,
    /// Both at once.
    tint: Axes,
}

impl Way {
    pub fn new(
        small: (usize, usize),
        large: (usize, usize),
        kernel: Kernel,
        sampling: Sampling,
    ) -> Way {
        let is_halved = sampling == Sampling::Halved;
        Way {
            kernel,
            enlarge: Axes::new(small, large, kernel, Sampling::Full),
            store: is_halved.then(|| Axes::new(large, large, Kernel::Block, sampling)),
            tint: Axes::new(small, large, kernel, sampling),
        }
    }

    /// The picture that comes nearest to this one when it is enlarged.
    ///
    /// Cubics overshoot at edges, and are cut off there at black and white. So a guess is shown as well, and mended by
    /// what it is different in.
    pub fn undone(&self, shown: &Planes) -> Planes {
        let mut small = self.undone_at_once(shown);
        if self.kernel != Kernel::Cubic {
            return small;
        }
        let mut nearest = HOPELESS;
        for _ in 0..GUESSES {
            small.cut_off();
            let mut rest = self.shown(&small);
            rest.subtract_from(shown);
            let far: f32 = rest.mean_squares().iter().sum();
            if far > nearest {
                break;
            }
            nearest = far * NEARER;
            small.add(&self.undone_at_once(&rest));
        }
        small
    }

    fn undone_at_once(&self, shown: &Planes) -> Planes {
        shown.map(self.enlarge.small, |number, values| {
            let is_tint = TINTS.contains(&number);
            let axes = if is_tint { &self.tint } else { &self.enlarge };
            axes.undone(values)
        })
    }

    /// Only cubics overshoot.
    fn cut_off(&self, planes: &mut Planes) {
        if self.kernel == Kernel::Cubic {
            planes.cut_off();
        }
    }

    /// The picture as it is shown.
    pub fn shown(&self, small: &Planes) -> Planes {
        let wide = (self.enlarge.large.0, self.enlarge.small.1);
        let mut wide = small.map(wide, |_, values| self.enlarge.widened(values));
        self.cut_off(&mut wide);
        let mut large = wide.map(self.enlarge.large, |_, values| {
            self.enlarge.heightened(values)
        });
        self.cut_off(&mut large);
        if let Some(store) = &self.store {
            for tint in &mut large.channels[TINTS] {
                *tint = store.enlarged(tint);
            }
        }
        large
    }

    pub fn metrics(&self) -> Metrics {
        Metrics {
            brightness: self.enlarge.metric(),
            tint: self.tint.metric(),
        }
    }

    /// Whether the brightness alone tells that no picture becomes this one so.
    pub fn is_hopeless(&self, shown: &Planes) -> bool {
        let brightness = &shown.channels[0];
        let again = self.enlarge.enlarged(&self.enlarge.undone(brightness));
        let rest = brightness.iter().zip(again).map(|(a, b)| (a - b).powi(2));
        rest.sum::<f32>() > HOPELESS * brightness.len() as f32
    }

    /// The mean squares of what is shown otherwise, of 255.
    pub fn unexplained(&self, small: &Planes, shown: &Planes) -> Shade {
        let mut rest = self.shown(small);
        rest.subtract_from(shown);
        rest.mean_squares()
    }
}

/// The matrices of both axes.
struct Axes {
    across: Enlargement,
    down: Enlargement,
    /// Width and height.
    small: (usize, usize),
    large: (usize, usize),
}

impl Axes {
    fn new(
        small: (usize, usize),
        large: (usize, usize),
        kernel: Kernel,
        sampling: Sampling,
    ) -> Axes {
        Axes {
            across: Enlargement::new(small.0, large.0, kernel, sampling),
            down: Enlargement::new(small.1, large.1, kernel, sampling),
            small,
            large,
        }
    }

    fn metric(&self) -> Metric {
        Metric::new(self.across.normal().clone(), self.down.normal().clone())
    }

    fn undone(&self, shown: &[f32]) -> Vec<f32> {
        let low = transposed(&self.down.undo(shown, self.large.0), self.large.0);
        transposed(&self.across.undo(&low, self.small.1), self.small.1)
    }

    fn enlarged(&self, small: &[f32]) -> Vec<f32> {
        self.heightened(&self.widened(small))
    }

    fn widened(&self, small: &[f32]) -> Vec<f32> {
        let wide = self
            .across
            .apply(&transposed(small, self.small.0), self.small.1);
        transposed(&wide, self.small.1)
    }

    fn heightened(&self, wide: &[f32]) -> Vec<f32> {
        self.down.apply(wide, self.large.0)
    }
}
