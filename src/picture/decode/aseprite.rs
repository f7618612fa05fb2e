//! Aseprite: the visible layers of each frame, laid together as the editor shows them.

use aseprite_loader::binary::chunks::layer::LayerType;
use aseprite_loader::loader::{AsepriteFile, LayerSelection};

use super::DamagedPicture;
use super::guard::guard;
use crate::picture::{FrameTag, MAX_PIXELS, PictureFormat, Pixmap};

/// An Aseprite file of which no pixels have been decoded.
pub struct AsepriteReader<'a> {
    file: AsepriteFile<'a>,
    layers: LayerSelection,
}

/// The crate keeps a place for every layer in every frame, and all chunks.
const MOST_PLACES: usize = 1 << 20;
const MOST_CHUNKS: usize = 1 << 18;

/// Pixels of all layers and frames that are laid together.
const MOST_LAID: usize = 4 * MAX_PIXELS;

impl<'a> AsepriteReader<'a> {
    pub fn open(bytes: &'a [u8]) -> Result<Self, DamagedPicture> {
        let count = Count::of(bytes);
        if count.frames.saturating_mul(count.layers) > MOST_PLACES || count.chunks > MOST_CHUNKS {
            return Err(refused("it has too many frames and layers"));
        }
        let file = guard(PictureFormat::Aseprite, || AsepriteFile::load(bytes))?;
        let is_of_pixels = |kind| matches!(kind, LayerType::Normal | LayerType::Group);
        if !file
            .file
            .layers
            .iter()
            .all(|layer| is_of_pixels(layer.layer_type))
        {
            return Err(refused("it has layers of tiles, which are not read"));
        }
        let layers = LayerSelection::Mask(visible_layers(&file));
        Ok(AsepriteReader { file, layers })
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        let (width, height) = self.file.size();
        (width.into(), height.into())
    }

    /// The names that runs of frames have.
    pub fn tags(&self) -> Vec<FrameTag> {
        let tag = |tag: &aseprite_loader::loader::Tag| FrameTag {
            name: tag.name.clone(),
            first: usize::from(*tag.range.start()) + 1,
            last: usize::from(*tag.range.end()) + 1,
        };
        self.file.tags.iter().map(tag).collect()
    }

    /// The first frame.
    pub fn read(self) -> Result<Pixmap, DamagedPicture> {
        let mut first = None;
        self.read_frames(|picture| {
            first = Some(picture.clone());
            false
        })?;
        first.ok_or_else(|| refused("it has no frames"))
    }

    /// Shows the picture of each frame in turn, until `show` asks for no more.
    pub fn read_frames(
        mut self,
        mut show: impl FnMut(&Pixmap) -> bool,
    ) -> Result<(), DamagedPicture> {
        let (width, height) = self.size();
        let mut laid = 0;
        for frame in 0..self.file.frames.len() {
            laid += self.prepare(frame);
            if laid > MOST_LAID {
                return Err(refused("its layers have too many pixels together"));
            }
            let mut picture = Pixmap::transparent(width as usize, height as usize);
            let samples = picture.pixels.as_flattened_mut();
            guard(PictureFormat::Aseprite, || {
                self.file.render_frame(frame, samples, &self.layers)
            })?;
            if !show(&picture) {
                break;
            }
        }
        Ok(())
    }

    /// Puts the layers of a frame in the order that it has them in, each as opaque as it is there. Returns the pixels
    /// that will be laid together.
    fn prepare(&mut self, frame: usize) -> usize {
        let AsepriteFile {
            file,
            layers,
            frames,
            ..
        } = &mut self.file;
        let mut order = vec![(0, 0); layers.len()];
        for cel in file.frames[frame].cels.iter().flatten() {
            let index = usize::from(cel.layer_index);
            let (of_layer, of_cel) = (
                u32::from(file.layers[index].opacity),
                u32::from(cel.opacity),
            );
            // Rounded as the editor does.
            let product = of_layer * of_cel + 128;
            layers[index].opacity = ((product + (product >> 8)) >> 8) as u8;
            order[index] = (
                index as i64 + i64::from(cel.z_index),
                i64::from(cel.z_index),
            );
        }
        let cels = &mut frames[frame].cels;
        cels.sort_by_key(|cel| order[cel.layer_index]);
        cels.iter()
            .map(|cel| usize::from(cel.size.0) * usize::from(cel.size.1))
            .sum()
    }
}

/// The layers that are visible, and in no hidden group.
fn visible_layers(file: &AsepriteFile<'_>) -> Vec<bool> {
    // Whether the groups around a layer are visible, from outside.
    let mut groups: Vec<bool> = Vec::new();
    let layers = file.file.layers.iter().zip(&file.layers);
    let is_visible = layers.map(|(place, layer)| {
        groups.truncate(place.child_level.into());
        let is_visible = layer.visible && groups.iter().all(|group| *group);
        groups.push(is_visible);
        is_visible
    });
    is_visible.collect()
}

fn refused(reason: &str) -> DamagedPicture {
    DamagedPicture {
        format: PictureFormat::Aseprite,
        reason: reason.to_owned(),
    }
}

/// What there is in a file, as far as its parts can be followed.
#[derive(Default)]
struct Count {
    frames: usize,
    layers: usize,
    chunks: usize,
}

impl Count {
    const HEADER: usize = 128;
    const FRAME_HEADER: usize = 16;
    const LAYER: [u8; 2] = 0x2004_u16.to_le_bytes();

    fn of(bytes: &[u8]) -> Count {
        let mut count = Count::default();
        let mut rest = bytes.get(Self::HEADER..).unwrap_or_default();
        while let Some((frame, after)) = part(rest, Self::FRAME_HEADER) {
            count.frames += 1;
            let mut chunks = &frame[Self::FRAME_HEADER..];
            while let Some((chunk, after)) = part(chunks, 6) {
                count.chunks += 1;
                count.layers += usize::from(chunk[4..6] == Self::LAYER);
                chunks = after;
            }
            rest = after;
        }
        count
    }
}

/// A part that begins with its length, of `least` bytes or more, and what follows it.
fn part(bytes: &[u8], least: usize) -> Option<(&[u8], &[u8])> {
    let length = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
    (length >= least).then(|| bytes.split_at_checked(length))?
}
