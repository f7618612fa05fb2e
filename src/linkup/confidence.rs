//! How likely a reading is to be right.

use super::pattern::{all_lines_come_again, is_pattern};
use super::reading::{Evidence, Reading};

/// The midpoint of the logistic curve, where a reading is as likely right as wrong, and its steepness.
// Logistic regression on 200 generated screenshots, moved by hand on 400; the docs of [`grid`](crate::grid) tell what they
// show. Of the 309 readings that are at least 0.95 sure by it 305 are right; on 234 held-out ones 170 of 173.
const EVEN_ODDS: f64 = -0.01;
const STEEPNESS: f64 = 5.2;

/// How much weaker a reading is in which a highlighted tile was joined with its kind, and one in which it surely belongs
/// there: on a full board, in the shadow at the edge, or because it is the same in another light, unless it looks as much
/// like another tile.
// Where a tile may be joined, a guess that takes a whole kind for empty places pairs up, too, but not where no place is
// taken for empty. Set by hand: with 0.3, three more of 400 readings were wrong and as many accepted. In 18 of 24 openings
// of KShisen a tile at the edge was joined, and all were read right.
const HIGHLIGHTED: f64 = 0.55;
const SURELY_JOINED: f64 = 0.1;

/// The least likeness of a tile that is the same in another light, and the fewest kinds among which that is no chance.
// Of 378 screenshots 39 were read with one highlighted tile of which this is so, and 38 of them right; of 24 others that
// were not full boards 15 were.
const SAME: f32 = 0.95;
const AMONG_KINDS: usize = 10;

/// The same of those in the shadow at the edge.
// Set by hand: two of 702 screenshots turn on it, a wrong reading of six kinds and a right one of nine.
const SHADED_AMONG_KINDS: usize = 8;

/// How much weaker a reading of tiles of one colour is: colours that differ little are taken for the same. Set by hand.
const BARE: f64 = 0.2;

/// How much weaker a reading is if all that looks like tiles is taken for empty: tiles that happen to pair up, which many
/// kinds do less.
// Set by hand on 63 pictures without a board; of 91 sprite sheets none is taken for one.
const BUSY: f64 = 0.6;
const BUSY_WITH_MANY_KINDS: f64 = 0.3;

/// How much weaker a reading is that takes for empty what looks like a tile. Set by hand: it is not accepted then.
const OVERLOOKED: f64 = 0.4;

/// How much weaker a reading is of which several places look like what they were not taken for: it is not accepted then.
// Of 867 screenshots five were accepted and wrong without it; it is so of none that was accepted and right.
const CONTRADICTED: f64 = 1.0;
const SEVERAL: usize = 2;

/// How many times as large as usual a kind may be: in the middle of play others have lost more of their tiles.
// With 1, 69 of 200 screenshots were accepted instead of 112, of which 2 are wrong.
const LARGER: f64 = 2.0;

/// The most that kinds of much the same size count for if there are many: where two were taken for one it is twice as large.
// Of 400 screenshots ten were read with so many kinds of at most four tiles and a confidence of 0.85 to 0.95 without it:
// all are right, and so are 11 positions of KShisen with tiles of wood.
const EVEN: f64 = 1.5;
const MANY_KINDS: usize = 15;

/// Fewer tiles than this may pair up by chance.
// With 10 a sprite sheet of five pairs was taken for a board; of 190 pictures that show none 2 are.
const FEW: f64 = 12.0;

/// Fewer kinds than this are those of a chessboard or of a striped wall, or the keys of a keyboard. Kinds of uneven size
/// count for fewer: as many as the exponential of their entropy.
const FEW_KINDS: f64 = 4.0;

/// The same where each tile repeats and nothing else is seen.
// Set by hand: of 1,195 screenshots 91 are read so with a clarity of at least 0.8, 90 of them right; of 515 others 20, all
// of them right.
const FEW_REPEATED: f64 = 6.0;
const FEW_REPEATED_KINDS: f64 = 3.0;

/// How much surer a full board is on which every kind has as many tiles, as it is dealt: where tiles are misread, kinds are
/// not of one size any more.
// Set by hand: so all nine openings of KShisen are accepted.
const AS_DEALT: f64 = 0.15;

/// How much surer a reading of many kinds is in which hardly a tile was joined with another kind: where tiles are misread,
/// some kinds are odd.
// Set by hand: of 722 screenshots three more are accepted with it, and all three are right.
const ALL_EVEN: f64 = 0.1;
const MANY_EVEN: usize = 20;

/// How much weaker a reading is whose kinds are told by the parts in which tiles agree: what they stand on is not known, so
/// that the ground may be taken for tiles and the other way round. Set by hand: it is hardly ever accepted then.
const BY_AGREEMENT: f64 = 0.35;

/// How much surer a reading is if the parts in which places agree tell the same board as what they look like.
// Set by hand: without the condition that no tile is overlooked, one more of 234 screenshots was accepted and wrong.
const CONFIRMED: f64 = 0.5;

/// How much surer a reading is if the borders of solid tiles tell the same places to be tiles.
// Set by hand: of 2,003 screenshots 12 more are accepted with it, and all are right.
const TOLD_BY_BORDERS: f64 = 0.2;

/// How much weaker a reading is whose tiles are a pattern, as on a sheet or in a list: it is not accepted then.
// Of 401 pictures without a board six are accepted, and eleven without it.
const PATTERN: f64 = 1.0;

/// How much weaker a reading is in which every row comes again, or every column: the keys of a keyboard, whose few kinds may
/// come again by chance.
// Set by hand: a list of settings, of 68 pictures without a board, turned on it before there was `PATTERN`.
const REPEATED: f64 = 0.4;

/// The least confidence at which a reading is trusted.
// Chosen by the figures above: at 0.9, 180 of 184 of the held-out readings were right.
pub const SURE: f64 = 0.95;

/// Whether a reading is trusted.
pub fn is_sure(reading: &Reading) -> bool {
    confidence(reading) >= SURE
}

/// The probability that the reading is right in every place; 0 if it cannot be, because a tile is left over.
pub fn confidence(reading: &Reading) -> f64 {
    match reading.board.check_pairs() {
        Err(_) => 0.0,
        Ok(()) => 1.0 / (1.0 + (-STEEPNESS * (strength(reading) - EVEN_ODDS)).exp()),
    }
}

/// What speaks for a reading, about 1 at most: kinds that are clearly apart, a clear grid, many kinds of about the same
/// size, many tiles, and no highlighted ones.
pub fn strength(reading: &Reading) -> f64 {
    let cells = reading.board.cells_by_kind();
    let sizes = cells.iter().map(Vec::len).filter(|size| *size > 0);
    let sizes: Vec<usize> = sizes.collect();
    let (tiles, kinds) = (sizes.iter().sum::<usize>(), sizes.len());
    let usual = tiles as f64 / kinds.max(1) as f64;
    let largest = sizes.iter().copied().max().unwrap_or(1) as f64;
    let most_even = if kinds >= MANY_KINDS { EVEN } else { 1.0 };
    let evenness = (LARGER * usual / largest).min(most_even);
    let [few, few_kinds] = match reading.evidence {
        Evidence::Repeats => [FEW_REPEATED, FEW_REPEATED_KINDS],
        Evidence::Looks | Evidence::Agreement | Evidence::Both => [FEW, FEW_KINDS],
    };
    let many = (tiles as f64 / few).min(1.0);
    let varied = (entropy(&sizes).exp() / few_kinds).min(1.0);
    let clear = f64::from(reading.pairing.clarity()) * reading.grid.confidence;
    let only_if = |is_so: bool, amount: f64| if is_so { amount } else { 0.0 };
    let are_all_even = kinds >= MANY_EVEN && reading.strays.len() <= 1;
    let is_same = reading.fit >= SAME && kinds >= AMONG_KINDS && reading.strays.len() == 1;
    let are_in_shadow = reading.are_in_shadow && kinds >= SHADED_AMONG_KINDS;
    let is_sure = is_same || are_in_shadow || reading.is_full() && reading.fit > 0.0;
    let highlighted = match is_sure {
        true => SURELY_JOINED,
        false => HIGHLIGHTED,
    };
    let busy = match kinds >= AMONG_KINDS {
        true => BUSY_WITH_MANY_KINDS,
        false => BUSY,
    };
    clear * evenness.sqrt() * many * varied
        + only_if(reading.is_as_dealt(), AS_DEALT)
        + only_if(are_all_even, ALL_EVEN)
        - only_if(!reading.strays.is_empty(), highlighted)
        - only_if(reading.pairing.is_bare(), BARE)
        - only_if(!reading.overlooked.is_empty(), OVERLOOKED)
        - only_if(reading.contradicted >= SEVERAL, CONTRADICTED)
        + only_if(reading.evidence == Evidence::Both, CONFIRMED)
        + only_if(reading.is_told_by_borders, TOLD_BY_BORDERS)
        - only_if(reading.evidence == Evidence::Agreement, BY_AGREEMENT)
        - only_if(is_pattern(&reading.board), PATTERN)
        - only_if(all_lines_come_again(&reading.board), REPEATED)
        - busy * reading.busyness
}

/// The entropy of the kinds of which there are so many tiles, in nats.
fn entropy(sizes: &[usize]) -> f64 {
    let all = sizes.iter().sum::<usize>() as f64;
    let term = |size: &usize| {
        let share = *size as f64 / all;
        -share * share.ln()
    };
    sizes.iter().map(term).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkup::LinkCell;

    fn reading(board: &str, clarity: f32, strays: Vec<LinkCell>) -> Reading {
        let mut reading = Reading::of_text(board, clarity);
        reading.grid.confidence = 0.95;
        Reading { strays, ..reading }
    }

    const PAIRS: &str = "ABCDEF\nBADCFE\nGHIJKL\nLKJIHG\n";

    #[test]
    fn many_kinds_of_even_size_are_surer() {
        let of = |board: &str| confidence(&reading(board, 0.5, Vec::new()));
        let even = "ABCDEFGH\nBADCFEHG\nIJKLMNOP\nJILKNMPO\n";
        let uneven = "ABCDEFGH\nBADCFEHG\nIJKLMNOP\nJILKNMPO\nAAAAAAAA\n";
        assert!(of(even) > SURE && of(uneven) < SURE);
        assert!(of("ABCDEFGH\nBADCFEHG\n") < SURE, "there are only eight");
    }

    #[test]
    fn few_tiles_are_sure_if_each_repeats_and_nothing_else_is_seen() {
        let few = |board, evidence| Reading {
            evidence,
            ..reading(board, 0.95, Vec::new())
        };
        let board = "A...B.\n..C...\nC....A\n..B...\n";
        assert!(is_sure(&few(board, Evidence::Repeats)));
        assert!(!is_sure(&few(board, Evidence::Looks)));
        assert!(!is_sure(&few("A....\n..B..\nB...A\n", Evidence::Repeats)));
    }

    #[test]
    fn clear_kinds_are_sure_but_not_unclear_ones_chessboards_and_leftovers() {
        assert!(confidence(&reading(PAIRS, 0.95, Vec::new())) > SURE);
        assert!(confidence(&reading(PAIRS, 0.2, Vec::new())) < 0.8);
        let chessboard = "ABABAB\nBABABA\nABABAB\nBABABA\n";
        assert!(confidence(&reading(chessboard, 0.95, Vec::new())) < SURE);
        let odd = PAIRS.replacen('A', "X", 1);
        assert_eq!(confidence(&reading(&odd, 0.95, Vec::new())), 0.0);
    }

    #[test]
    fn a_highlighted_tile_makes_a_reading_less_sure() {
        let without = |board: &str| confidence(&reading(board, 0.85, Vec::new()));
        let with = |board: &str, fit| {
            let strays = vec![LinkCell::new(0, 0)];
            confidence(&Reading {
                fit,
                ..reading(board, 0.85, strays)
            })
        };
        let in_play = PAIRS.replace('F', ".");
        assert!(without(&in_play) > SURE && with(&in_play, 0.9) < SURE);
        // It is the same in another light, and there are many others.
        assert!(with(&in_play, 0.98) > SURE);
        assert!(with("ABCDE\nBADCE\n.....\n", 0.98) < SURE);
        // All of it holds tiles, so none was taken for an empty place.
        assert!(with(PAIRS, 0.5) > SURE && with(PAIRS, 0.5) < without(PAIRS));
        assert!(with(PAIRS, 0.0) < SURE, "it looks as much like another one");
    }

    #[test]
    fn tiles_among_what_looks_like_tiles_make_a_reading_less_sure() {
        let alone = |board: &str| reading(board, 0.85, Vec::new());
        let among = |board: &str| {
            confidence(&Reading {
                busyness: 0.5,
                ..alone(board)
            })
        };
        let few = "ABCDEF\nBADCFE\nEGGE..\n";
        assert!(confidence(&alone(few)) > SURE && among(few) < SURE);
        assert!(
            among(PAIRS) > SURE,
            "so many kinds hardly pair up by chance"
        );
    }

    #[test]
    fn a_full_board_of_kinds_of_one_size_is_surer() {
        let dealt = "ABCDEFGHIJ\nBADCFEHGJI\nCDEFGHIJAB\nJIHGFEDCBA\n";
        let strength = |board: &str| strength(&reading(board, 0.4, Vec::new()));
        for other in [dealt.replacen('A', "B", 2), dealt.replace('A', ".")] {
            assert!((strength(dealt) - strength(&other) - AS_DEALT).abs() < 1e-9);
        }
    }

    #[test]
    fn many_kinds_of_even_size_are_surer_unless_tiles_were_joined() {
        let many = "ABCDEFGHIJKLMNOPQRST\nTSRQPONMLKJIHGFEDCBA\n....................\n";
        let strength = |board: &str, strays| {
            strength(&Reading {
                fit: 0.9,
                ..reading(board, 0.5, strays)
            })
        };
        let some = many.replace('T', ".");
        let surer = strength(many, Vec::new()) - strength(&some, Vec::new());
        assert!((surer - ALL_EVEN).abs() < 1e-9);
        let joined = |count| (0..count).map(|column| LinkCell::new(0, column)).collect();
        let less = strength(many, joined(1)) - strength(many, joined(2));
        assert!((less - ALL_EVEN).abs() < 1e-9);
    }

    #[test]
    fn a_reading_that_is_contradicted_by_several_places_is_not_sure() {
        let with = |contradicted| Reading {
            contradicted,
            ..reading(PAIRS, 0.95, Vec::new())
        };
        assert!(confidence(&with(1)) > SURE && confidence(&with(2)) < 0.5);
    }

    #[test]
    fn the_keys_of_a_keyboard_are_hardly_kinds() {
        let sure = |board: &str| confidence(&reading(board, 0.95, Vec::new())) > SURE;
        assert!(!sure("ABBBBBBBBC\n.ABBBBBBC.\n"));
        assert!(sure("ABCDABCD..\n..BADCDCAB\n"));
    }

    #[test]
    fn rows_that_come_again_are_entries_of_a_list() {
        let sure = |board: &str| confidence(&reading(board, 0.95, Vec::new())) > SURE;
        let list = "ABCD\nEFGH\n....\nABCD\nEFGH\nABCD\nABCD\n";
        let columns = "AAAA\nBBBB\nCCCC\nDDDD\nEFEF\n";
        assert!(!sure(list) && !sure(columns));
        assert!(
            !sure("AAAAAA\nABBBBA\nAAAAAA\n"),
            "so few kinds may do so by chance"
        );
        assert!(sure("ABCD\nEFGH\n....\nDBAC\nHEGF\nBCDA\nCADB\n"));
    }

    #[test]
    fn a_reading_that_overlooks_tiles_is_not_sure() {
        let all = reading(PAIRS, 0.95, Vec::new());
        let overlooking = Reading {
            overlooked: vec![3],
            ..all.clone()
        };
        assert!(confidence(&all) > SURE && confidence(&overlooking) < SURE);
    }
}
