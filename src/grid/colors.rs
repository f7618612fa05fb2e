//! Colours of parts of a picture: three channels, 0 to 255.

/// How much two colours differ in the channel in which they differ most, 0 to 255.
pub fn color_difference(one: &[f32; 3], other: &[f32; 3]) -> f32 {
    let channels = one.iter().zip(other).map(|(a, b)| (a - b).abs());
    channels.fold(0.0, f32::max)
}

/// The mean of some colours; there is one at least.
pub fn mean_color(colors: &[[f32; 3]]) -> [f32; 3] {
    let sum = |channel: usize| colors.iter().map(|color| color[channel]).sum::<f32>();
    [0, 1, 2].map(|channel| sum(channel) / colors.len() as f32)
}
