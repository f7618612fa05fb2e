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

#[cfg(test)]
mod tests {
    use super::super::handmade_aseprite::{cel, file, image, layer, walk};
    use super::*;

    const PALETTE: [[u8; 3]; 3] = [[0; 3], [255, 0, 0], [0, 0, 255]];

    /// The pixels of each frame: `.` transparent, `r`, `b`, or `?` of another colour.
    fn frames(bytes: &[u8]) -> Vec<String> {
        let letter = |pixel: &[u8; 4]| match pixel {
            [_, _, _, 0] => '.',
            [255, 0, 0, 255] => 'r',
            [0, 0, 255, 255] => 'b',
            _ => '?',
        };
        let mut frames = Vec::new();
        let reader = AsepriteReader::open(bytes).unwrap();
        let read = reader.read_frames(|picture| {
            frames.push(picture.pixels.iter().map(letter).collect());
            true
        });
        read.unwrap();
        frames
    }

    #[test]
    fn frames_are_shown_in_turn_and_named_by_tags() {
        let bytes = walk(2, &PALETTE, &[1, 2]);
        assert_eq!(frames(&bytes), ["rb.", ".rb"]);
        let both = FrameTag {
            name: "both".to_owned(),
            first: 1,
            last: 2,
        };
        assert_eq!(AsepriteReader::open(&bytes).unwrap().tags(), [both]);
    }

    #[test]
    fn visible_layers_lie_over_one_another() {
        let [red, blue] = [[1, 1, 0], [0, 2, 2]].map(|pixels| image(3, &pixels));
        let layers = |is_visible| {
            [
                layer(1, 0, is_visible, "group"),
                layer(0, 1, true, "a"),
                layer(0, 0, true, "b"),
            ]
        };
        let cels = |z| [cel(1, [0, z], 255, &red), cel(2, [0, 0], 255, &blue)];
        let drawn = |is_visible, z| {
            let chunks = [&layers(is_visible)[..], &cels(z)].concat();
            frames(&file([3, 1], &PALETTE, &[&chunks])).concat()
        };
        assert_eq!(drawn(true, 0), "rbb");
        assert_eq!(
            drawn(false, 0),
            ".bb",
            "what is in a hidden group is hidden"
        );
        assert_eq!(
            drawn(true, 2),
            "rrb",
            "moved above the other layer in this frame"
        );
    }

    #[test]
    fn a_cel_is_as_opaque_as_it_says() {
        let chunks = [layer(0, 0, true, "a"), cel(0, [0, 0], 100, &image(1, &[1]))];
        let bytes = file([1, 1], &PALETTE, &[&chunks]);
        let picture = AsepriteReader::open(&bytes).unwrap().read().unwrap();
        assert_eq!(picture.pixels, [[255, 0, 0, 100]]);
    }

    #[test]
    fn what_would_take_too_much_is_refused() {
        let layers: Vec<Vec<u8>> = (0..2000).map(|_| layer(0, 0, true, "a")).collect();
        let frames: Vec<&[Vec<u8>]> = std::iter::once(&layers[..])
            .chain((0..600).map(|_| &[][..]))
            .collect();
        let bytes = file([1, 1], &PALETTE, &frames);
        let error = AsepriteReader::open(&bytes).err().unwrap().to_string();
        assert!(error.contains("too many frames and layers"), "{error}");
        let huge = (0, [[0xff; 4].to_vec(), vec![1; 4]].concat());
        let bytes = file(
            [1, 1],
            &PALETTE,
            &[&[layer(0, 0, true, "a"), cel(0, [0, 0], 255, &huge)]],
        );
        let error = AsepriteReader::open(&bytes)
            .unwrap()
            .read()
            .err()
            .unwrap()
            .to_string();
        assert!(error.contains("too many pixels"), "{error}");
    }
}
