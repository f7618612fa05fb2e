//! A picture drawn again beside what a file shows, up to the first difference: so the work is bounded by the file,
//! whatever it says of itself.

use crate::picture::{Canvas, Layout, Palette, Pixmap, ReadPrint, Repeats};
use crate::render::{Origin, Recorder, RenderError, Repeat, draw_still, record, record_versus};
use crate::sprite::Sprite;

use super::fault::Fault;
use super::timeline::{Frame, Timeline, fingerprint};

/// What a file shows, and how far it was found to be right.
pub struct Comparison<'a> {
    film: &'a ReadPrint,
    shown: &'a [Frame],
    /// Different frames that are right.
    pub frames: usize,
    /// The first thing that is wrong.
    pub difference: Option<Difference>,
}

/// What is wrong.
pub enum Difference {
    Fault(Fault),
    /// Pixels of a frame, from 0.
    Pixels {
        frame: usize,
        drawn: Pixmap,
    },
}

impl<'a> Comparison<'a> {
    pub fn new(film: &'a ReadPrint, shown: &'a Timeline) -> Comparison<'a> {
        Comparison {
            film,
            shown: shown.frames(),
            frames: 0,
            difference: None,
        }
    }

    /// Draws the final field.
    pub fn draw_still(
        &mut self,
        origin: &Origin,
        source: Option<&Sprite>,
    ) -> Result<(), RenderError> {
        let (canvas, palette, layout) = draw_still(&origin.script, source, &origin.drawing)?;
        if self.begin(&canvas, &layout) {
            self.compare(pixmap(&canvas, &palette), 0);
        }
        Ok(())
    }

    /// Draws the animation.
    pub fn draw_film(
        &mut self,
        origin: &Origin,
        source: Option<&Sprite>,
        repeats: Repeats,
    ) -> Result<(), RenderError> {
        let (script, drawing) = (&origin.script, &origin.drawing);
        let recorded = match &origin.rival {
            None => record(script, source, drawing, |canvas, palette, layout| {
                self.draft(canvas, palette, layout)
            }),
            Some(rival) => record_versus(script, rival, drawing, |canvas, palette, layout| {
                self.draft(canvas, palette, layout)
            }),
        };
        if self.difference.is_none() {
            recorded?;
            let expected = match drawing.repeat {
                Repeat::Forever => Repeats::Forever,
                Repeat::Times(times) => Repeats::Times(times.get().into()),
            };
            if self.frames < self.shown.len() {
                self.fault(Fault::TooLong(self.frames));
            } else if repeats != expected {
                self.fault(Fault::Repeats);
            }
        }
        Ok(())
    }

    /// What is drawn from now on is compared, if it is worth it.
    fn draft<'b>(
        &'b mut self,
        canvas: &Canvas,
        palette: &Palette,
        layout: &Layout,
    ) -> Result<Draft<'b, 'a>, RenderError> {
        match self.begin(canvas, layout) {
            true => Ok(Draft {
                comparison: self,
                palette: palette.clone(),
                last: None,
            }),
            false => Err(stop()),
        }
    }

    fn fault(&mut self, fault: Fault) {
        self.difference = Some(Difference::Fault(fault));
    }

    /// Compares what is known before the first frame. Returns whether to go on.
    fn begin(&mut self, canvas: &Canvas, layout: &Layout) -> bool {
        let expected = (canvas.width(), canvas.height());
        let found = (self.film.last.width, self.film.last.height);
        if expected != found {
            self.fault(Fault::Size { expected, found });
        } else if *layout != self.film.layout {
            self.fault(Fault::Layout);
        }
        self.difference.is_none()
    }

    /// Compares the next frame. Returns whether to go on.
    fn compare(&mut self, drawn: Pixmap, milliseconds: u64) -> bool {
        let frame = self.frames;
        match self.shown.get(frame) {
            None => self.fault(Fault::TooShort(frame)),
            Some(shown) if shown.fingerprint != fingerprint(&drawn.pixels) => {
                self.difference = Some(Difference::Pixels { frame, drawn });
            }
            Some(shown) if shown.milliseconds != milliseconds => self.fault(Fault::Delay {
                frame: frame + 1,
                expected: milliseconds,
                found: shown.milliseconds,
            }),
            Some(_) => self.frames += 1,
        }
        self.difference.is_none()
    }
}

/// Ends a recording when enough is known.
fn stop() -> RenderError {
    std::io::Error::from(std::io::ErrorKind::Interrupted).into()
}

/// Records a film without a file.
struct Draft<'a, 'b> {
    comparison: &'a mut Comparison<'b>,
    palette: Palette,
    /// The frame that is shown, and since when; how long is known when another one comes.
    last: Option<(Pixmap, u64)>,
}

impl Draft<'_, '_> {
    fn end_last(&mut self, now: u64) -> Result<(), RenderError> {
        let Some((picture, start)) = self.last.take() else {
            return Ok(());
        };
        match self.comparison.compare(picture, (now - start) * 10) {
            true => Ok(()),
            false => Err(stop()),
        }
    }
}

impl Recorder for Draft<'_, '_> {
    fn add(&mut self, canvas: &mut Canvas, start: u64) -> Result<(), RenderError> {
        let next = pixmap(canvas, &self.palette);
        if self.last.as_ref().is_some_and(|(last, _)| *last == next) {
            return Ok(());
        }
        self.end_last(start)?;
        self.last = Some((next, start));
        Ok(())
    }

    fn finish(mut self, end: u64) -> Result<usize, RenderError> {
        self.end_last(end)?;
        Ok(self.comparison.frames)
    }
}

/// Every pixel opaque, in the colour that its index stands for.
fn pixmap(canvas: &Canvas, palette: &Palette) -> Pixmap {
    let color = |index: &u8| {
        let [r, g, b] = palette.colors()[usize::from(*index)].channels();
        [r, g, b, u8::MAX]
    };
    Pixmap {
        width: canvas.width(),
        height: canvas.height(),
        pixels: canvas.pixels().iter().map(color).collect(),
    }
}
