//! The thresholds that decide whether a picture holds a grid at all.
//!
//! Every other constant of this room only shapes or ranks candidates. Raising one of these rejects more boards,
//! lowering one accepts more pictures without a board; how they were found is told in the
//! [room's docs](super#how-the-constants-were-found).

// A board outlined by edges needs edges, equal tiles, and enough of both together: either alone also occurs in
// ornaments, windows of houses, text.

/// Least mean rise of the edge strength at tile boundaries above its surroundings, 0 to 1.
pub const MIN_EDGE_CLARITY: f32 = 0.25;

/// Least match quality, 0 to 1, of tiles that clear edges outline.
pub const MIN_OUTLINED_QUALITY: f32 = 0.3;

/// Least sum of edge clarity and match quality.
pub const MIN_CLARITY_AND_QUALITY: f32 = 0.9;

/// Least edge clarity of boards whose tiles are mostly plain: there is no pattern to confirm those.
pub const MIN_PLAIN_CLARITY: f32 = 0.4;

// A board without clear edges is found by self-similarity alone.

/// Least match quality, 0 to 1, of a board found by self-similarity.
pub const MIN_QUALITY: f32 = 0.6;

/// The same for shapes that arise by chance more easily: fewer than [`FEW_LINES`] columns or rows, or tiles longer
/// than [`LONG_TILE`] times their width.
pub const MIN_QUALITY_OF_ODD_SHAPES: f32 = 0.85;

/// Fewer columns or rows than this make a thin board.
pub const FEW_LINES: usize = 4;

/// The ratio of sides beyond which tiles are oblong.
pub const LONG_TILE: f64 = 1.8;

/// Fewer tiles than this may match each other by chance.
pub const MIN_TILES: usize = 6;

/// Match quality of tiles that are hardly parts of larger ones.
pub const SURE_QUALITY: f32 = 0.85;

/// Score of a candidate that is hardly found by chance.
pub const SURE_SCORE: f32 = 0.15;

// In some part of any picture a few places look the same, so the autocorrelation of the whole picture must have a
// peak at the pitch, too.

/// Least autocorrelation peak, in standard deviations.
pub const MIN_PEAK: f64 = 9.0;

/// The same for at least [`MANY_TILES`] tiles of at least [`SURE_QUALITY`].
pub const MIN_PEAK_OF_MANY: f64 = 4.0;

/// So many well-matched tiles are hardly a coincidence.
pub const MANY_TILES: usize = 24;
