//! Which of the console's entries a sprite's colours were.

use super::emulators::{FCEU, FCEU_13, MESEN, NESTOPIA_RGB, SHEETS};
use super::{CONSOLE_PALETTE, ConsoleColor, Lab, Rgb};

/// The console's entry that a colour was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConsoleMatch {
    /// The entry.
    pub entry: ConsoleColor,
    /// How the emulator that fits best shows it.
    pub shown: Rgb,
    /// How different the two look: 0.02 is hardly visible, 0.2 is another colour.
    pub distance: f32,
}

/// How far colours are from an emulator's at most, on average, if they are its own: less than can be seen; set by hand.
const SAME: f32 = 0.01;

/// The entries of a sprite's colours, each another one as long as there are any left, by the table among
/// [`CONSOLE_PALETTE`] and those of emulators in which all of them together are nearest.
pub fn match_console(colors: &[Rgb]) -> Vec<ConsoleMatch> {
    let entries = usual_entries(&[]);
    let tables = [CONSOLE_PALETTE, FCEU, MESEN, FCEU_13, NESTOPIA_RGB];
    let matches = tables.map(|table| match_table(colors, &entries, &table));
    let nearest = (matches.into_iter()).min_by(|a, b| total(a).total_cmp(&total(b)));
    // Sheets have colours of their own that make other entries look like what they are not.
    let same = match_same(colors, &entries, &SHEETS);
    same.or(nearest).unwrap_or_default()
}

/// The entries that show a sprite's colours beside those that are `taken`, whose colours no other one may have: those that
/// they were if an emulator shows just these, and otherwise those that look most like them on the console.
pub fn show_on_console(taken: &[ConsoleColor], colors: &[Rgb]) -> Vec<ConsoleMatch> {
    let entries = usual_entries(taken);
    let tables = [FCEU, MESEN, SHEETS, FCEU_13, NESTOPIA_RGB];
    let mut same = (tables.iter()).filter_map(|table| match_same(colors, &entries, table));
    same.next()
        .unwrap_or_else(|| match_table(colors, &entries, &CONSOLE_PALETTE))
}

/// The entries that games use, without those that look like one that is taken.
fn usual_entries(taken: &[ConsoleColor]) -> Vec<ConsoleColor> {
    let is_free = |entry: &ConsoleColor| taken.iter().all(|other| other.rgb() != entry.rgb());
    let entries = (0..).map_while(ConsoleColor::new);
    let usual = entries.filter(|entry| entry.is_usual());
    usual.filter(is_free).collect()
}

/// `None` unless the colours are those of the table.
fn match_same(
    colors: &[Rgb],
    entries: &[ConsoleColor],
    table: &[Rgb; 64],
) -> Option<Vec<ConsoleMatch>> {
    let found = match_table(colors, entries, table);
    (total(&found) <= SAME * colors.len() as f32).then_some(found)
}

fn total(found: &[ConsoleMatch]) -> f32 {
    found.iter().map(|found| found.distance).sum()
}

/// Nearest pairs first.
fn match_table(colors: &[Rgb], entries: &[ConsoleColor], table: &[Rgb; 64]) -> Vec<ConsoleMatch> {
    let entries: Vec<(ConsoleColor, Rgb, Lab)> = (entries.iter())
        .map(|entry| {
            let shown = table[usize::from(entry.entry())];
            (*entry, shown, Lab::from(shown))
        })
        .collect();
    let mut pairs: Vec<(usize, ConsoleMatch)> = Vec::new();
    for (index, color) in colors.iter().enumerate() {
        let lab = Lab::from(*color);
        pairs.extend(entries.iter().map(|(entry, shown, other)| {
            let found = ConsoleMatch {
                entry: *entry,
                shown: *shown,
                distance: lab.distance(*other),
            };
            (index, found)
        }));
    }
    pairs.sort_by(|a, b| a.1.distance.total_cmp(&b.1.distance));
    let mut found: Vec<Option<ConsoleMatch>> = vec![None; colors.len()];
    let mut is_taken = [false; 64];
    for (index, pair) in &pairs {
        let taken = &mut is_taken[usize::from(pair.entry.entry())];
        if found[*index].is_none() && !*taken {
            found[*index] = Some(*pair);
            *taken = true;
        }
    }
    // More colours than the console has share its entries.
    for (index, pair) in pairs {
        found[index].get_or_insert(pair);
    }
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(colors: &[&str]) -> Vec<Rgb> {
        colors.iter().map(|color| color.parse().unwrap()).collect()
    }

    fn names(found: &[ConsoleMatch]) -> Vec<String> {
        found.iter().map(|found| found.entry.to_string()).collect()
    }

    fn entries(colors: &[&str]) -> Vec<String> {
        names(&match_console(&parsed(colors)))
    }

    #[test]
    fn colours_of_each_emulator_find_their_own_entries() {
        // Red, skin and brown of a plumber.
        for colors in [
            ["#d82800", "#fc9838", "#887000"],
            ["#b53120", "#ea9e22", "#6b6d00"],
            ["#f83800", "#fca044", "#ac7c00"],
            ["#ff0000", "#ffb600", "#926d00"],
            ["#c02b0e", "#d09030", "#6f6100"],
        ] {
            assert_eq!(entries(&colors), ["$16", "$27", "$18"]);
        }
        assert_eq!(
            entries(&["#bcbcbc", "#000000", "#fcfcfc"]),
            ["$10", "$0f", "$30"]
        );
    }

    #[test]
    fn colours_of_no_emulator_are_shown_as_what_looks_like_them() {
        for (colors, expected) in [
            (["#f83800", "#d8f878", "#7c7c7c"], ["$16", "$39", "$00"]),
            // A drawing's light blue is white rather than what sheets have for an entry that is grey.
            (["#f03828", "#e4ecfc", "#2840a8"], ["$26", "$30", "$11"]),
        ] {
            let shown = show_on_console(&[ConsoleColor::BLACK], &parsed(&colors));
            assert_eq!(names(&shown), expected);
        }
    }

    #[test]
    fn two_colours_are_never_the_same_entry() {
        let alike = entries(&["#d82800", "#d82801", "#d72800"]);
        assert!(alike[0] != alike[1] && alike[1] != alike[2] && alike[0] != alike[2]);
        assert_eq!(alike[0], "$16");
    }

    #[test]
    fn more_colours_than_entries_share_some() {
        let many: Vec<Rgb> = (0..100).map(|red| Rgb::new(red, 0, 0)).collect();
        assert_eq!(match_console(&many).len(), 100);
        assert_eq!(match_console(&[]), []);
    }
}
