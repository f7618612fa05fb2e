//! How much each feature of a field counts in its score. A scaffold run is worth about three thousand.
//!
//! The weights are fitted, not guessed: over runs on generated sprites, a logistic regression made
//! the fields on the way of the plans that were found rank before the other fields of their level,
//! and the runs were repeated with the new weights. Only their proportions matter.

// The whole field.
/// Pixels that are left.
pub(super) const PIXEL: i32 = 410;
/// Scaffold cells that are left.
pub(super) const SCAFFOLD_CELL: i32 = -3;
/// Lines without which the cells that are left are no multiple of four; felt near the end.
pub(super) const MISSING_LINE: i32 = 191;
/// The number of pixels at which a missing line counts half.
pub(super) const END: i32 = 8;
/// Active rows of the picture: none, one, two, more.
pub(super) const PICTURE_ROWS: [i32; 4] = [0, 371, 2085, 4949];
/// Scaffold rows: none, one, two, more.
pub(super) const SCAFFOLD_ROWS: [i32; 4] = [0, 569, 671, 296];
/// A run of pixels that nothing holds, not even sideways.
pub(super) const PIXEL_FLOATING: i32 = 624;

// A row of the picture.
/// A pixel without a neighbour of its colour costs a line's help sooner or later.
pub(super) const PIXEL_ALONE: i32 = 4893;
/// The same with nothing above.
pub(super) const PIXEL_ALONE_ON_TOP: i32 = -814;
/// The same where a T may carry it.
pub(super) const PIXEL_ALONE_FOR_T: i32 = -612;
/// The end of a run or a column: a pixel with one neighbour of its colour.
pub(super) const PIXEL_END: i32 = 1655;
/// The same with nothing above.
pub(super) const PIXEL_END_ON_TOP: i32 = -644;
/// A pixel with neighbours of its colour above or below, but not beside.
pub(super) const PIXEL_UPRIGHT: i32 = 2032;
/// The lowest pixel of such a column.
pub(super) const PIXEL_FOOT: i32 = -923;
/// A pixel of such a column right under scaffold.
pub(super) const PIXEL_UPRIGHT_HELPED: i32 = -414;
/// A run of at least two pixels of a colour.
pub(super) const RUN_OF_TWO: i32 = 2366;
/// The same where an O may carry it.
pub(super) const RUN_OF_TWO_FOR_O: i32 = -880;
/// A run of at least three.
pub(super) const RUN_OF_THREE: i32 = -664;
/// A pixel over an empty cell.
pub(super) const PIXEL_HANGING: i32 = 942;
/// A pixel with one neighbour of its colour at most that touches scaffold can leave with it.
pub(super) const PIXEL_HELPED: i32 = -868;
/// A pixel right under scaffold.
pub(super) const PIXEL_UNDER_SCAFFOLD: i32 = -414;
/// A pixel right on scaffold, which has to wait for it.
pub(super) const PIXEL_ON_SCAFFOLD: i32 = 907;

// A scaffold row.
/// The row itself.
pub(super) const SCAFFOLD_ROW: i32 = -746;
/// A row that has lost no more than a piece.
pub(super) const SCAFFOLD_NEW: i32 = 391;
/// A run of its cells.
pub(super) const SCAFFOLD_RUN: i32 = 3382;
/// An empty cell in one of the two columns at either wall.
pub(super) const SCAFFOLD_WALL_GAP: i32 = 184;
/// A cell over an empty one, where the row below is of the picture, leaves only with a piece that rests
/// elsewhere.
pub(super) const HANGING: i32 = -239;
/// A hanging cell without a cell above that could hold it.
pub(super) const HANGING_THIN: i32 = 410;
/// A hanging cell farther than one column from what is held from below ...
pub(super) const HANGING_FAR_1: i32 = 654;
/// ... than three columns, the reach of an I ...
pub(super) const HANGING_FAR_3: i32 = 698;
/// ... than five columns.
pub(super) const HANGING_FAR_5: i32 = -769;
/// A run of hanging cells.
pub(super) const HANGING_RUN: i32 = -107;
/// An end of such a run that nothing goes on from.
pub(super) const HANGING_END: i32 = -887;

// The search.
/// A penalty of a pixel, see [`Penalties`](super::penalties::Penalties).
pub(super) const PENALTY: i32 = 2000;
