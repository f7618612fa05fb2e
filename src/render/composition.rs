//! Where everything stands in a picture: the field, the panel beside it, the caption below both.

use super::canvas_size::CanvasSize;
use super::caption;
use super::error::RenderError;
use super::font;
use super::options::RenderOptions;
use super::panel;
use super::tiles::BORDER;
use crate::game::FieldSize;
use crate::picture::{MAX_CANVAS_PIXELS, Rect};

/// Pixels from the picture's edge to the field, at scale 1.
const MARGIN: usize = 8;

/// The side of the cell that the scale is 1 for.
const CELL: usize = 8;

/// The height of a board below a field, at scale 1: two lines of text.
const BOARD_HEIGHT: usize = 2 * font::LINE + 7;

/// What a picture is made of.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub field: FieldSize,
    /// Of two games side by side the field of the other one.
    pub rival: Option<FieldSize>,
    /// The least height of the panel at scale 1, if there is one.
    pub panel: Option<usize>,
    /// Whether there is a board below each of two fields.
    pub has_boards: bool,
    pub has_caption: bool,
}

/// The measures of a picture, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Composition {
    pub width: usize,
    pub height: usize,
    /// The side of a cell.
    pub cell: usize,
    /// Pixels for each pixel of the frames, the panel and the wall.
    pub scale: usize,
    /// Inside its frame.
    pub field: Rect,
    /// The other field, to the left of this one, inside its frame.
    pub rival: Option<Rect>,
    /// With its frames.
    pub panel: Option<Rect>,
    /// Below the other field and this one, inside their frames.
    pub boards: Option<[Rect; 2]>,
    /// Inside its frame.
    pub caption: Option<Rect>,
}

impl Composition {
    /// On a canvas that is asked for, everything is as large as fits.
    ///
    /// Errors: [`RenderError::TooLarge`], [`RenderError::CanvasTooSmall`].
    pub fn of(parts: &Parts, options: &RenderOptions) -> Result<Composition, RenderError> {
        let Some(canvas) = options.canvas else {
            let tight = Composition::tight(parts, options.cell.get());
            return tight.unless_too_large();
        };
        let fits = |cell: &usize| {
            let made = Composition::tight(parts, *cell);
            made.width <= canvas.width() && made.height <= canvas.height()
        };
        let most = canvas.width() / parts.field.width();
        let Some(cell) = (1..=most).rev().find(fits) else {
            let least = Composition::tight(parts, 1);
            return Err(RenderError::CanvasTooSmall {
                canvas,
                width: least.width,
                height: least.height,
            });
        };
        // Cells that are little larger than the scale of everything else give way to it.
        let over = cell % CELL;
        let even = if over <= cell / CELL {
            cell - over
        } else {
            cell
        };
        let made = Composition::tight(parts, even);
        Ok(made.in_the_middle_of(canvas))
    }

    /// Nothing around the parts but a margin.
    fn tight(parts: &Parts, cell: usize) -> Composition {
        let scale = (cell / CELL).max(1);
        let (margin, border) = (MARGIN * scale, BORDER * scale);
        let inside = |left: usize, size: FieldSize| {
            Rect::new(left, margin, size.width() * cell, size.height() * cell)
        };
        let rival = parts.rival.map(|size| inside(margin, size));
        // Their frames are as far apart as those of the field and the panel.
        let left = margin + rival.map_or(0, |rival| rival.width + margin + border);
        let field = inside(left, parts.field);
        let rival_height = rival.map_or(0, |rival| rival.height);
        let panel_height = parts.panel.unwrap_or_default() * scale;
        let inner_height = field.height.max(rival_height).max(panel_height);
        let mut width = left + field.width + margin;
        let mut height = inner_height + 2 * margin;
        let panel = parts.panel.map(|_| {
            // The boxes are framed as the field is, and begin at the same height.
            let (left, top) = (width, margin - border);
            width += panel::WIDTH * scale + margin;
            Rect::new(left, top, panel::WIDTH * scale, inner_height + 2 * border)
        });
        let boards = rival.filter(|_| parts.has_boards).map(|rival| {
            let (top, board) = (height + border, BOARD_HEIGHT * scale);
            height = top + board + margin;
            [rival, field].map(|field| Rect::new(field.x, top, field.width, board))
        });
        let caption = parts.has_caption.then(|| {
            let top = height + border;
            height = top + caption::HEIGHT * scale + margin;
            // Framed as far out as the panel's boxes.
            let inset = margin + panel.map_or(0, |_| border);
            Rect::new(margin, top, width - margin - inset, caption::HEIGHT * scale)
        });
        Composition {
            width,
            height,
            cell,
            scale,
            field,
            rival,
            panel,
            boards,
            caption,
        }
    }

    fn in_the_middle_of(self, canvas: CanvasSize) -> Composition {
        let right = (canvas.width() - self.width) / 2;
        let down = (canvas.height() - self.height) / 2;
        let moved = |rect: Rect| Rect::new(rect.x + right, rect.y + down, rect.width, rect.height);
        Composition {
            width: canvas.width(),
            height: canvas.height(),
            field: moved(self.field),
            rival: self.rival.map(moved),
            panel: self.panel.map(moved),
            boards: self.boards.map(|boards| boards.map(moved)),
            caption: self.caption.map(moved),
            ..self
        }
    }

    fn unless_too_large(self) -> Result<Composition, RenderError> {
        let (width, height, most) = (self.width, self.height, usize::from(u16::MAX));
        if width > most || height > most || width * height > MAX_CANVAS_PIXELS {
            return Err(RenderError::TooLarge {
                width,
                height,
                cell: self.cell,
            });
        }
        Ok(self)
    }
}

/// The columns between the field and the panel, for cells of this side.
pub fn margin(cell: usize) -> usize {
    MARGIN * (cell / CELL).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::CellSize;

    const PARTS: Parts = Parts {
        field: FieldSize::STANDARD,
        rival: None,
        panel: Some(200),
        has_boards: false,
        has_caption: false,
    };

    fn on(canvas: &str, parts: Parts) -> Result<Composition, RenderError> {
        let options = RenderOptions {
            canvas: Some(canvas.parse().unwrap()),
            ..RenderOptions::default()
        };
        Composition::of(&parts, &options)
    }

    #[test]
    fn a_picture_is_as_large_as_its_cells_make_it() {
        let usual = Composition::of(&PARTS, &RenderOptions::default()).unwrap();
        assert_eq!((usual.width, usual.height), (264, 352));
        assert_eq!(usual.field, Rect::new(8, 8, 168, 336));
        assert_eq!(usual.panel, Some(Rect::new(184, 5, 72, 342)));
        let options = RenderOptions {
            cell: CellSize::new(24).unwrap(),
            panel: false,
            ..RenderOptions::default()
        };
        let parts = Parts {
            panel: None,
            has_caption: true,
            ..PARTS
        };
        let large = Composition::of(&parts, &options).unwrap();
        assert_eq!((large.width, large.scale), (3 * 184, 3));
        let caption = large.caption.unwrap();
        assert_eq!((caption.x, caption.width), (24, 3 * 168));
        assert_eq!(caption.y, large.field.y + large.field.height + 24 + 9);
    }

    #[test]
    fn two_fields_stand_side_by_side_above_their_boards() {
        let two = Parts {
            rival: Some(FieldSize::STANDARD),
            panel: None,
            has_boards: true,
            ..PARTS
        };
        let made = Composition::of(&two, &RenderOptions::default()).unwrap();
        let (rival, [left, right]) = (made.rival.unwrap(), made.boards.unwrap());
        assert_eq!((rival.x, made.field.x), (8, 8 + 168 + 11));
        assert_eq!(made.width, 2 * (8 + 168) + 11);
        assert_eq!((left.x, right.x), (rival.x, made.field.x));
        assert_eq!(made.height, left.y + left.height + 8);
        let large = on("1080x1080", two).unwrap();
        assert_eq!((large.width, large.height, large.scale), (1080, 1080, 2));
        let (left, right) = (large.rival.unwrap().x, large.field.x + large.field.width);
        assert!(left.abs_diff(1080 - right) <= 1);
    }

    #[test]
    fn on_a_canvas_it_stands_in_the_middle_as_large_as_whole_pixels_allow() {
        for (canvas, times) in [
            ("1080x1080", 3),
            ("1080x1920", 4),
            ("1920x1080", 3),
            ("300x400", 1),
        ] {
            let made = on(canvas, PARTS).unwrap();
            assert_eq!(format!("{}x{}", made.width, made.height), canvas);
            assert_eq!((made.cell, made.scale), (8 * times, times), "{canvas}");
            let panel = made.panel.unwrap();
            let (left, right) = (made.field.x, made.width - panel.x - panel.width);
            assert!(left.abs_diff(right) <= 1, "{canvas}: {made:?}");
        }
    }

    #[test]
    fn cells_have_any_size_that_uses_the_canvas_well() {
        let captioned = Parts {
            has_caption: true,
            ..PARTS
        };
        let made = on("1920x1080", captioned).unwrap();
        assert_eq!((made.cell, made.scale), (23, 2));
        let bare = Parts {
            panel: None,
            ..PARTS
        };
        assert_eq!(on("160x320", bare).unwrap().cell, 6);
        let refused = on("37x57", bare).unwrap_err().to_string();
        assert!(refused.contains("37x58"), "{refused}");
        assert_eq!(on("37x58", bare).unwrap().cell, 1);
    }

    #[test]
    fn a_canvas_reads_what_it_writes() {
        let canvas: CanvasSize = "1080x1920".parse().unwrap();
        assert_eq!((canvas.width(), canvas.height()), (1080, 1920));
        assert_eq!(canvas.to_string().parse(), Ok(canvas));
        for text in ["", "1080", "0x10", "8193x10", "10x-1", "axb", "1x1x1"] {
            assert!(text.parse::<CanvasSize>().is_err(), "{text}");
        }
    }
}
