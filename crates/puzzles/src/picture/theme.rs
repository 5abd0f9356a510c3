//! Themes: colours for the inks.

use super::{Ink, SHADES};

/// A theme: colours for the inks.
pub struct Theme {
    /// The name, as on the command line.
    pub name: &'static str,
    paper: &'static str,
    text: &'static str,
    faint: &'static str,
    cell: &'static str,
    given: &'static str,
    tile: &'static str,
    mark: &'static str,
    board: &'static str,
    clue: &'static str,
    pencil: &'static str,
    grey: &'static str,
    found: &'static str,
    black: &'static str,
    white: &'static str,
    reason: &'static str,
    conclusion: &'static str,
    shades: [&'static str; SHADES],
    /// Whether squares have an outline, because their colours are close to the paper's.
    pub(super) outlines: bool,
}

/// Colours that colour-blind people can distinguish. (Paul Tol, Colour Schemes,
/// SRON/EPS/TN/09-002, 2021: the scheme "light", made for areas under black text.)
const LIGHT_SCHEME: [&str; SHADES] =
    ["#77aadd", "#eedd88", "#ee8866", "#44bb99", "#ffaabb", "#bbcc33", "#99ddff", "#aaaa00"];

/// Every theme. `light` and `dark` together form the automatic one.
pub const THEMES: &[Theme] = &[
    Theme {
        name: "light",
        paper: "#ffffff",
        text: "#1b1f24",
        faint: "#59636e",
        cell: "#eef1f4",
        given: "#cfe0f3",
        tile: "#fffdf6",
        mark: "#1b1f24",
        board: "#fffdf6",
        clue: "#1b1f24",
        pencil: "#59636e",
        grey: "#d3d8de",
        found: "#1f4e9c",
        black: "#1b1f24",
        white: "#fffdf6",
        reason: "#1f4e9c",
        conclusion: "#a3200d",
        shades: LIGHT_SCHEME,
        outlines: false,
    },
    Theme {
        name: "dark",
        paper: "#14181d",
        text: "#e9ecef",
        faint: "#a3adb8",
        cell: "#29313a",
        given: "#3a5878",
        tile: "#f6f1e6",
        mark: "#14181d",
        board: "#525a64",
        clue: "#f4f6f8",
        pencil: "#dfe4e9",
        grey: "#3f464f",
        found: "#cfe6ff",
        black: "#000000",
        white: "#ffffff",
        reason: "#cfe3ff",
        conclusion: "#ffffff",
        shades: LIGHT_SCHEME,
        outlines: false,
    },
    Theme {
        name: "print",
        paper: "#ffffff",
        text: "#000000",
        faint: "#444444",
        cell: "#ffffff",
        given: "#dddddd",
        tile: "#ffffff",
        mark: "#000000",
        board: "#ffffff",
        clue: "#000000",
        pencil: "#444444",
        grey: "#d0d0d0",
        found: "#000000",
        black: "#000000",
        white: "#ffffff",
        reason: "#000000",
        conclusion: "#000000",
        shades: [
            "#d6d6d6", "#efefef", "#bdbdbd", "#e4e4e4", "#cacaca", "#f5f5f5", "#b0b0b0", "#dcdcdc",
        ],
        outlines: true,
    },
];

impl Theme {
    /// The theme with this name.
    pub fn by_name(name: &str) -> Option<&'static Theme> {
        THEMES.iter().find(|theme| theme.name == name)
    }

    /// Every ink with its colour.
    pub(super) fn colours(&self) -> impl Iterator<Item = (Ink, &'static str)> {
        let shades = self.shades.into_iter().enumerate();
        [
            (Ink::Paper, self.paper),
            (Ink::Text, self.text),
            (Ink::Faint, self.faint),
            (Ink::Cell, self.cell),
            (Ink::Given, self.given),
            (Ink::Tile, self.tile),
            (Ink::Mark, self.mark),
            (Ink::Board, self.board),
            (Ink::Clue, self.clue),
            (Ink::Pencil, self.pencil),
            (Ink::Grey, self.grey),
            (Ink::Found, self.found),
            (Ink::Black, self.black),
            (Ink::White, self.white),
            (Ink::Reason, self.reason),
            (Ink::Conclusion, self.conclusion),
        ]
        .into_iter()
        .chain(shades.map(|(shade, colour)| (Ink::Shade(shade), colour)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How light a colour is, as WCAG 2 says.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let share = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let [one, other] = [one, other].map(luminance);
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn a_board_is_read_in_every_theme_and_black_is_darker_than_it() {
        for theme in THEMES {
            for text in [theme.clue, theme.pencil, theme.found] {
                assert!(contrast(text, theme.board) >= 4.5, "{}: {text}", theme.name);
            }
            assert!(contrast(theme.clue, theme.grey) >= 4.5, "{}", theme.name);
            assert!(contrast(theme.white, theme.black) >= 4.5, "{}", theme.name);
            assert!(contrast(theme.black, theme.board) >= 3.0, "{}", theme.name);
            let lights = [theme.black, theme.board, theme.white].map(luminance);
            assert!(lights.is_sorted() && lights[0] < lights[1], "{}", theme.name);
        }
    }
}
