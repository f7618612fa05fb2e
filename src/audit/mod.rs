//! Whether a picture is, pixel for pixel and frame for frame, what this program draws of the script that it carries.
//!
//! The judge ([`verify`](mod@crate::verify)) looks at what the cells of the last frame show, and trusts no renderer. The
//! audit looks at everything else: it draws the picture again and compares all pixels of all frames, and how long each
//! is shown. Both together leave nothing unseen: the judge alone would miss a scratch in a cell or a frame that never
//! was, the audit alone would share a mistake of the renderer.

mod comparison;
mod fault;
mod timeline;

use crate::picture::{Pixmap, ReadPrintError, read_film};
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

/// Draws a PNG, GIF or WebP again and compares, up to the first difference; `sprite` is the one that it prints. `None` if
/// the picture does not say how it was made, as those of a console's screen.
///
/// Errors: see [`AuditError`].
pub fn audit(bytes: &[u8], sprite: &Sprite) -> Result<Option<Audit>, AuditError> {
    let mut shown = Timeline::default();
    let film = read_film(bytes, |picture, milliseconds| {
        shown.show(&picture.pixels, milliseconds);
    })?;
    let Some(origin) = &film.origin else {
        return Ok(None);
    };
    let origin = Origin::parse(origin)?;
    let source = Some(sprite).filter(|_| origin.has_source);
    let mut comparison = Comparison::new(&film, &shown);
    match film.repeats {
        Some(repeats) => comparison.draw_film(&origin, source, repeats)?,
        None => comparison.draw_still(&origin, source)?,
    }
    let fault = match comparison.difference {
        Some(Difference::Fault(fault)) => Some(fault),
        Some(Difference::Pixels { frame, drawn }) => {
            let found = frame_of(bytes, frame)?;
            let number = film.repeats.map(|_| frame + 1);
            found.map(|found| {
                Fault::Pixel(number, WrongPixel::between(&drawn, &found, &film.layout))
            })
        }
        None => None,
    };
    Ok(Some(Audit {
        script: origin.script,
        frames: comparison.frames,
        fault,
    }))
}

/// One of the different frames of a file.
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
