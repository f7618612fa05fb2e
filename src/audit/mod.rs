//! Whether a picture is, pixel for pixel and frame for frame, what this program draws of the script that it carries.
//!
//! The judge ([`verify`](mod@crate::verify)) looks at what the cells of the last frame show, and trusts no renderer. The
//! audit looks at everything else: it draws the picture again and compares all pixels of all frames, and how long each
//! is shown. Both together leave nothing unseen: the judge alone would miss a scratch in a cell or a frame that never
//! was, the audit alone would share a mistake of the renderer.

mod comparison;
mod fault;
mod timeline;

use crate::picture::{Pixmap, ReadPrint, ReadPrintError, read_film};
use crate::render::{Origin, OriginError, RenderError};
use crate::script::PrintScript;
use crate::sprite::Sprite;

use self::comparison::{Comparison, Difference};
pub use self::fault::{Fault, Place, WrongPixel};
use self::timeline::Timeline;

/// What the audit of a picture has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Audit {
    /// The script that the picture carries.
    pub script: PrintScript,
    /// The script of the game that is shown beside it.
    pub rival: Option<PrintScript>,
    /// How many different frames are right, from the first; 1 for a still.
    pub frames: usize,
    /// What differs first.
    pub fault: Option<Fault>,
}

/// Why a picture cannot be audited.
#[derive(Debug, thiserror::Error)]
pub enum AuditError {
    /// The file cannot be read.
    #[error(transparent)]
    Read(#[from] ReadPrintError),
    /// What it says of its making makes no sense.
    #[error("the script in the picture is damaged: {0}")]
    Origin(#[from] OriginError),
    /// What it says of its making cannot be drawn.
    #[error("the script in the picture cannot be drawn: {0}")]
    Render(#[from] RenderError),
}

/// A PNG, GIF or WebP of this program.
#[derive(Clone, Debug)]
pub struct DrawnPicture<'a> {
    bytes: &'a [u8],
    print: ReadPrint,
}

impl<'a> DrawnPicture<'a> {
    /// Errors: see [`ReadPrintError`].
    pub fn read(bytes: &'a [u8]) -> Result<Self, ReadPrintError> {
        let print = read_film(bytes, |_, _| {})?;
        Ok(DrawnPicture { bytes, print })
    }

    /// What it shows in the end, and what it says of itself.
    pub fn print(&self) -> &ReadPrint {
        &self.print
    }

    /// Draws it again and compares, up to the first difference; `sprite` is the one that it prints. `None` if it does not
    /// say how it was made, as pictures of a console's screen do not.
    ///
    /// Errors: see [`AuditError`].
    pub fn audit(&self, sprite: &Sprite) -> Result<Option<Audit>, AuditError> {
        let Some(origin) = &self.print.origin else {
            return Ok(None);
        };
        let origin = Origin::parse(origin)?;
        let source = Some(sprite).filter(|_| origin.has_source);
        let shown = self.timeline()?;
        let mut comparison = Comparison::new(&self.print, &shown);
        match self.print.repeats {
            Some(repeats) => comparison.draw_film(&origin, source, repeats)?,
            None => comparison.draw_still(&origin, source)?,
        }
        let fault = match comparison.difference {
            Some(Difference::Fault(fault)) => Some(fault),
            Some(Difference::Pixels { frame, drawn }) => {
                self.wrong_pixel(frame, &drawn, origin.rival.is_some())?
            }
            None => None,
        };
        Ok(Some(Audit {
            script: origin.script,
            rival: origin.rival,
            frames: comparison.frames,
            fault,
        }))
    }

    /// All frames, which take a second look: they are not worth one in a file that does not say what they should be.
    fn timeline(&self) -> Result<Timeline, AuditError> {
        let mut shown = Timeline::default();
        read_film(self.bytes, |picture, milliseconds| {
            shown.show(&picture.pixels, milliseconds);
        })?;
        Ok(shown)
    }

    /// Where a frame, from 0, is not as it is drawn.
    fn wrong_pixel(
        &self,
        frame: usize,
        drawn: &Pixmap,
        has_rival: bool,
    ) -> Result<Option<Fault>, AuditError> {
        let number = self.print.repeats.map(|_| frame + 1);
        let wrong = |found| WrongPixel::between(drawn, &found, &self.print.layout, has_rival);
        Ok(frame_of(self.bytes, frame)?.map(|found| Fault::Pixel(number, wrong(found))))
    }
}

/// One of the different frames of a file. Frames are not kept while a film is read: the file may hold thousands.
fn frame_of(bytes: &[u8], frame: usize) -> Result<Option<Pixmap>, AuditError> {
    let (mut timeline, mut found) = (Timeline::default(), None);
    read_film(bytes, |picture, milliseconds| {
        timeline.show(&picture.pixels, milliseconds);
        if found.is_none() && timeline.frames().len() == frame + 1 {
            found = Some(picture.clone());
        }
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests;
