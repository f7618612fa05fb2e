//! Raw video in the YUV4MPEG2 format, as `ffmpeg -i -` reads it.

use std::io::Write;

use super::error::RenderError;
use super::steady::Frames;
use super::timing::Fps;
use crate::color::Rgb;
use crate::picture::Canvas;
use crate::picture::Palette;

/// Writes frames with colours at half resolution (4:2:0), which every player of the video made from
/// them can show. Odd sides grow by one pixel, which repeats its neighbour.
pub struct Y4mWriter<W> {
    out: W,
    colors: Vec<[i32; 3]>,
    /// Luma, then both chromas, row by row from the top.
    frame: Vec<u8>,
}

impl<W: Write> Y4mWriter<W> {
    /// Begins a video of the canvas's size.
    pub fn new(
        mut out: W,
        canvas: &Canvas,
        palette: &Palette,
        fps: Fps,
    ) -> Result<Self, RenderError> {
        let (width, height) = even_size(canvas);
        let rate = fps.get();
        writeln!(
            out,
            "YUV4MPEG2 W{width} H{height} F{rate}:1 Ip A1:1 C420jpeg XCOLORRANGE=FULL"
        )?;
        Ok(Y4mWriter {
            out,
            colors: palette.colors().iter().map(yuv).collect(),
            frame: Vec::new(),
        })
    }
}

impl<W: Write> Frames for Y4mWriter<W> {
    fn draw(&mut self, canvas: &Canvas) -> Result<(), RenderError> {
        let (width, height) = even_size(canvas);
        let (most_x, most_y) = (canvas.width() - 1, canvas.height() - 1);
        let pixel = |x: usize, y: usize| {
            let position = y.min(most_y) * canvas.width() + x.min(most_x);
            self.colors[usize::from(canvas.pixels()[position])]
        };
        self.frame.clear();
        for y in 0..height {
            self.frame.extend((0..width).map(|x| pixel(x, y)[0] as u8));
        }
        for plane in 1..3 {
            for y in (0..height).step_by(2) {
                self.frame.extend((0..width).step_by(2).map(|x| {
                    let corners = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)];
                    let sum: i32 = corners.into_iter().map(|(x, y)| pixel(x, y)[plane]).sum();
                    ((sum + 2) / 4) as u8
                }));
            }
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), RenderError> {
        self.out.write_all(b"FRAME\n")?;
        Ok(self.out.write_all(&self.frame)?)
    }
}

fn even_size(canvas: &Canvas) -> (usize, usize) {
    (
        canvas.width().next_multiple_of(2),
        canvas.height().next_multiple_of(2),
    )
}

/// Luma and both chromas, each 0 to 255, by the weights of ITU-R BT.601.
fn yuv(color: &Rgb) -> [i32; 3] {
    let [r, g, b] = color.channels().map(f64::from);
    let luma = 0.299 * r + 0.587 * g + 0.114 * b;
    let chromas = [(b - luma) / 1.772 + 128.0, (r - luma) / 1.402 + 128.0];
    [luma, chromas[0], chromas[1]].map(|value| value.round().clamp(0.0, 255.0) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::Rect;

    #[test]
    fn a_frame_is_luma_then_both_chromas_at_half_size() {
        let mut palette = Palette::new();
        let (white, red) = (Rgb::WHITE, Rgb::new(255, 0, 0));
        let (white, red) = (
            palette.index_of(white).unwrap(),
            palette.index_of(red).unwrap(),
        );
        let mut canvas = Canvas::new(3, 2);
        canvas.fill(Rect::new(0, 0, 2, 2), white);
        canvas.fill(Rect::new(2, 0, 1, 2), red);
        let mut video = Vec::new();
        let mut writer =
            Y4mWriter::new(&mut video, &canvas, &palette, Fps::new(25).unwrap()).unwrap();
        writer.draw(&canvas).unwrap();
        writer.write().unwrap();
        let head = b"YUV4MPEG2 W4 H2 F25:1 Ip A1:1 C420jpeg XCOLORRANGE=FULL\nFRAME\n";
        assert!(video.starts_with(head));
        let planes = [
            255, 255, 76, 76, //
            255, 255, 76, 76, //
            128, 85, //
            128, 255,
        ];
        assert_eq!(video[head.len()..], planes);
    }
}
