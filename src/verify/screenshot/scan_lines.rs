//! Evens out scan lines: the dark rows with which a picture looks like that of a television.

use crate::color::Rgb;
use crate::picture::Raster;

/// The distances of scan lines in pixels that are tried: emulators darken every second to fourth row.
pub const PERIODS: [usize; 3] = [2, 3, 4];

/// The picture with every pixel the mean of `period` rows, which is the same wherever in a period they begin.
pub fn evened(picture: &Raster, period: usize) -> Raster {
    Raster::from_fn(picture.width(), picture.height(), |x, y| {
        let last = picture.height() - 1;
        let top = (y.saturating_sub(period / 2)).min((last + 1).saturating_sub(period));
        let rows = top..=(top + period - 1).min(last);
        let colors = rows.filter_map(|y| picture.color(x, y));
        let (sum, count) = colors.fold(([0; 3], 0), |(sum, count), color| {
            let channels = color.channels().map(u32::from);
            (
                std::array::from_fn(|channel| sum[channel] + channels[channel]),
                count + 1,
            )
        });
        let mean: [u32; 3] = sum.map(|sum| sum / count.max(1));
        let [r, g, b] = mean.map(|mean| mean as u8);
        (count > 0).then_some(Rgb::new(r, g, b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dark_rows_disappear() {
        for period in PERIODS {
            let color = |_, y: usize| match y % period {
                0 => Some(Rgb::new(20, 40, 60)),
                _ => Some(Rgb::new(200, 160, 120)),
            };
            let evened = evened(&Raster::from_fn(5, 24, color), period);
            assert!(evened.pixels().windows(2).all(|pair| pair[0] == pair[1]));
        }
    }
}
