//! Themes: colours for the inks.

use super::{Ink, SERIES, SHADES};

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
    pencil: &'static str,
    grey: &'static str,
    found: &'static str,
    reason: &'static str,
    conclusion: &'static str,
    shades: [&'static str; SHADES],
    series: [&'static str; SERIES],
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
        pencil: "#59636e",
        grey: "#d3d8de",
        found: "#1f4e9c",
        reason: "#1f4e9c",
        conclusion: "#a3200d",
        shades: LIGHT_SCHEME,
        series: ["#1b1f24", "#005aa0", "#c85000", "#00825a", "#965aa0"],
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
        pencil: "#59636e",
        grey: "#cfcbc3",
        found: "#1f4e9c",
        reason: "#cfe3ff",
        conclusion: "#ffffff",
        shades: LIGHT_SCHEME,
        series: ["#e9ecef", "#7db8f0", "#ff9a57", "#4fd1a1", "#d3a4dd"],
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
        pencil: "#444444",
        grey: "#d0d0d0",
        found: "#000000",
        reason: "#000000",
        conclusion: "#000000",
        shades: [
            "#d6d6d6", "#efefef", "#bdbdbd", "#e4e4e4", "#cacaca", "#f5f5f5", "#b0b0b0", "#dcdcdc",
        ],
        series: ["#000000", "#444444", "#777777", "#222222", "#5e5e5e"],
        outlines: true,
    },
];

impl Theme {
    /// The theme with this name.
    pub fn by_name(name: &str) -> Option<&'static Theme> {
        THEMES.iter().find(|theme| theme.name == name)
    }

    /// The colours of the lines of a chart.
    pub(super) fn series(&self) -> impl Iterator<Item = (Ink, &'static str)> {
        let series = self.series.into_iter().enumerate();
        series.map(|(series, colour)| (Ink::Series(series), colour))
    }

    /// Every other ink with its colour.
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
            (Ink::Pencil, self.pencil),
            (Ink::Grey, self.grey),
            (Ink::Found, self.found),
            (Ink::Reason, self.reason),
            (Ink::Conclusion, self.conclusion),
        ]
        .into_iter()
        .chain(shades.map(|(shade, colour)| (Ink::Shade(shade), colour)))
    }
}
