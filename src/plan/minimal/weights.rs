//! How much each feature of a field counts in its score. A scaffold run is worth about 3,000.
//!
//! The weights are fitted, not guessed: over runs on generated sprites, a logistic regression made
//! the fields on the way of the plans that were found rank before the other fields of their level,
//! and the runs were repeated with the new weights. Only their proportions matter.

// The whole field.
/// A pixel that remains.
pub const PIXEL: i32 = 410;
/// A scaffold cell that remains.
pub const SCAFFOLD_CELL: i32 = -3;
/// A line without which the remaining cells are no multiple of four; felt near the end.
pub const MISSING_LINE: i32 = 191;
/// The number of pixels at which a missing line counts half.
pub const END: i32 = 8;
/// Active rows of the picture: none, one, two, more.
pub const PICTURE_ROWS: [i32; 4] = [0, 371, 2085, 4949];
/// Scaffold rows: none, one, two, more.
pub const SCAFFOLD_ROWS: [i32; 4] = [0, 569, 671, 296];
/// A run of pixels that nothing holds, not even sideways.
pub const PIXEL_FLOATING: i32 = 624;

// A row of the picture.
/// A pixel without a neighbour of its colour costs a line's help sooner or later.
pub const PIXEL_ALONE: i32 = 4893;
/// The same with nothing above.
pub const PIXEL_ALONE_ON_TOP: i32 = -814;
/// The same where a T may carry it.
pub const PIXEL_ALONE_FOR_T: i32 = -612;
/// The end of a run or a column: a pixel with one neighbour of its colour.
pub const PIXEL_END: i32 = 1655;
/// The same with nothing above.
pub const PIXEL_END_ON_TOP: i32 = -644;
/// A pixel with neighbours of its colour above or below, but not beside.
pub const PIXEL_UPRIGHT: i32 = 2032;
/// The lowest pixel of such a column.
pub const PIXEL_FOOT: i32 = -923;
/// A pixel of such a column right under scaffold.
pub const PIXEL_UPRIGHT_HELPED: i32 = -414;
/// A run of at least two pixels of a colour.
pub const RUN_OF_TWO: i32 = 2366;
/// The same where an O may carry it.
pub const RUN_OF_TWO_FOR_O: i32 = -880;
/// A run of at least three.
pub const RUN_OF_THREE: i32 = -664;
/// A pixel over an empty cell.
pub const PIXEL_HANGING: i32 = 942;
/// A pixel with one neighbour of its colour at most that touches scaffold can leave with it.
pub const PIXEL_HELPED: i32 = -868;
/// A pixel right under scaffold.
pub const PIXEL_UNDER_SCAFFOLD: i32 = -414;
/// A pixel right on scaffold, which has to wait for it.
pub const PIXEL_ON_SCAFFOLD: i32 = 907;

// A scaffold row.
/// The row itself.
pub const SCAFFOLD_ROW: i32 = -746;
/// A row that has lost no more than a piece.
pub const SCAFFOLD_NEW: i32 = 391;
/// A run of its cells.
pub const SCAFFOLD_RUN: i32 = 3382;
/// An empty cell in one of the two columns at either wall.
pub const SCAFFOLD_WALL_GAP: i32 = 184;
/// A cell over an empty one, where the row below is of the picture, leaves only with a piece that
/// rests elsewhere.
pub const HANGING: i32 = -239;
/// A hanging cell without a cell above that could hold it.
pub const HANGING_THIN: i32 = 410;
/// A hanging cell farther than one column from what is held from below ...
pub const HANGING_FAR_1: i32 = 654;
/// ... than three columns, the reach of an I ...
pub const HANGING_FAR_3: i32 = 698;
/// ... than five columns.
pub const HANGING_FAR_5: i32 = -769;
/// A run of hanging cells.
pub const HANGING_RUN: i32 = -107;
/// An end of such a run that nothing goes on from.
pub const HANGING_END: i32 = -887;

// The search. Set by hand, unlike the others: about half a lone pixel. Higher ones get out of a
// dead end after fewer attempts, but by ways that the score likes less.
/// A penalty of a pixel, see [`Penalties`](super::penalties::Penalties).
pub const PENALTY: i32 = 2000;
