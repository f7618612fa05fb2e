//! Integral images: the mean colour of any rectangle in constant time.

use crate::color::Rgb;
use crate::picture::Raster;

/// An integral image (Crow's summed-area table) of the three channels of a picture.
pub struct IntegralImage {
    width: usize,
    height: usize,
    /// (`width` + 1) x (`height` + 1) entries. The largest picture that is read, all white, fits.
    sums: Vec<[u32; 3]>,
}

/// What transparent pixels count as: a colour that hardly occurs in pictures.
const TRANSPARENT: Rgb = Rgb::new(255, 0, 255);

impl IntegralImage {
    /// The integral image of a picture.
    pub fn of(raster: &Raster) -> IntegralImage {
        let (width, height) = (raster.width(), raster.height());
        let stride = width + 1;
        let mut sums = vec![[0u32; 3]; stride * (height + 1)];
        for (y, row) in raster.rows().enumerate() {
            let mut line = [0u32; 3];
            for (x, pixel) in row.iter().enumerate() {
                let color = pixel.unwrap_or(TRANSPARENT).channels();
                let above = sums[y * stride + x + 1];
                let sum = &mut sums[(y + 1) * stride + x + 1];
                for channel in 0..3 {
                    line[channel] = line[channel].wrapping_add(u32::from(color[channel]));
                    sum[channel] = above[channel].wrapping_add(line[channel]);
                }
            }
        }
        IntegralImage {
            width,
            height,
            sums,
        }
    }

    /// Columns of the picture.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the picture.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The mean of each channel over whole pixels: the half-open ranges `x` of columns and `y` of rows.
    pub fn mean(&self, x: [usize; 2], y: [usize; 2]) -> [f32; 3] {
        let stride = self.width + 1;
        let at = |x: usize, y: usize| self.sums[y * stride + x];
        let [a, b, c, d] = [
            at(x[0], y[0]),
            at(x[1], y[0]),
            at(x[0], y[1]),
            at(x[1], y[1]),
        ];
        let area = ((x[1] - x[0]) * (y[1] - y[0])) as f32;
        std::array::from_fn(|channel| {
            let sum = (d[channel].wrapping_sub(c[channel]))
                .wrapping_sub(b[channel].wrapping_sub(a[channel]));
            sum as f32 / area
        })
    }

    /// The sum up to a point between pixels, interpolated.
    fn corner(&self, x: f64, y: f64) -> [f64; 3] {
        let (x, y) = (
            x.clamp(0.0, self.width as f64),
            y.clamp(0.0, self.height as f64),
        );
        let (column, row) = (x as usize, y as usize);
        let (right, below) = (x - column as f64, y - row as f64);
        let stride = self.width + 1;
        let next = (
            usize::from(column < self.width),
            usize::from(row < self.height),
        );
        let first = row * stride + column;
        let [a, b] = [self.sums[first], self.sums[first + next.0]];
        let [c, d] = [first, first + next.0].map(|place| self.sums[place + next.1 * stride]);
        std::array::from_fn(|channel| {
            let [a, b, c, d] = [a, b, c, d].map(|sums| f64::from(sums[channel]));
            let (above, under) = (a + (b - a) * right, c + (d - c) * right);
            above + (under - above) * below
        })
    }

    /// The means over `parts` x `parts` equal parts of a rectangle, row by row. Pixels on the border of a part
    /// count by the share it covers; the rectangle is clipped to the picture.
    pub fn part_means(&self, x: [f64; 2], y: [f64; 2], parts: usize) -> Vec<[f32; 3]> {
        self.means(x, y, [parts; 2])
    }

    /// The same over so many columns and rows of parts.
    pub fn means(&self, x: [f64; 2], y: [f64; 2], [columns, rows]: [usize; 2]) -> Vec<[f32; 3]> {
        let cuts = |ends: [f64; 2], parts: usize, length: usize| -> Vec<f64> {
            let at = |index| ends[0] + (ends[1] - ends[0]) * index as f64 / parts as f64;
            (0..=parts)
                .map(|index| at(index).clamp(0.0, length as f64))
                .collect()
        };
        let [x, y] = [cuts(x, columns, self.width), cuts(y, rows, self.height)];
        let line = |y| -> Vec<[f64; 3]> { x.iter().map(|x| self.corner(*x, y)).collect() };
        let mut means = Vec::with_capacity(columns * rows);
        let mut above = line(y[0]);
        for row in y.windows(2) {
            let under = line(row[1]);
            for (left, column) in x.windows(2).enumerate() {
                let area = ((column[1] - column[0]) * (row[1] - row[0])).max(1e-9);
                means.push(std::array::from_fn(|channel| {
                    let [before, to_right] =
                        [left, left + 1].map(|at| under[at][channel] - above[at][channel]);
                    ((to_right - before) / area) as f32
                }));
            }
            above = under;
        }
        means
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_pixels_count_in_part() {
        let pixel = |index: u8| Some(Rgb::new(index * 10, 0, 255 - index));
        let image = IntegralImage::of(&Raster::new(4, (0..12).map(pixel).collect()));
        assert_eq!(image.mean([0, 4], [0, 3]), [55.0, 0.0, 249.5]);
        assert_eq!(image.mean([1, 3], [1, 2])[2], 249.5);
        // Half of 10, all of 20, half of 30.
        assert_eq!(image.part_means([1.5, 3.5], [0.0, 1.0], 1)[0][0], 20.0);
        // Rows 0 and half of 1, columns 0 and 1: (0 + 10) and half of (40 + 50), of three pixels.
        let halves = image.part_means([0.0, 4.0], [0.0, 3.0], 2);
        assert!((halves[0][0] - 55.0 / 3.0).abs() < 1e-3, "{halves:?}");
    }
}
