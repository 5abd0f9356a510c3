//! The files of the page, which are part of the program.

use cnfetti::picture::style;

pub(super) const SCRIPT: &str = "text/javascript; charset=utf-8";

macro_rules! examples {
    ($($kind:literal: $($family:ident)+;)*) => {
        concat!(
            "export const EXAMPLES = String.raw`",
            $("\n%% ", $kind, "\n", include_str!(concat!("../../instances/kinds/", $kind, ".toml"))),*,
            "`;\n"
        )
    };
}

/// A puzzle of each kind that is a file, for the gallery of kinds.
const EXAMPLES: &str = cnfetti::kinds::with_shipped_kinds!(examples);

/// Each file with its media type.
pub(super) const ASSETS: &[(&str, &str, &str)] = &[
    ("", "text/html; charset=utf-8", include_str!("page/index.html")),
    ("page.css", "text/css; charset=utf-8", include_str!("page/page.css")),
    ("answers.js", SCRIPT, include_str!("page/answers.js")),
    ("api.js", SCRIPT, include_str!("page/api.js")),
    ("app.js", SCRIPT, include_str!("page/app.js")),
    ("board.js", SCRIPT, include_str!("page/board.js")),
    ("cells.js", SCRIPT, include_str!("page/cells.js")),
    ("changes.js", SCRIPT, include_str!("page/changes.js")),
    ("clauses.js", SCRIPT, include_str!("page/clauses.js")),
    ("conflicts.js", SCRIPT, include_str!("page/conflicts.js")),
    ("controls.js", SCRIPT, include_str!("page/controls.js")),
    ("dice.js", SCRIPT, include_str!("page/dice.js")),
    ("dominoes.js", SCRIPT, include_str!("page/dominoes.js")),
    ("engine.js", SCRIPT, include_str!("page/engine.js")),
    ("examples.js", SCRIPT, EXAMPLES),
    ("explain.js", SCRIPT, include_str!("page/explain.js")),
    ("files.js", SCRIPT, include_str!("page/files.js")),
    ("formula.js", SCRIPT, include_str!("page/formula.js")),
    ("gallery.js", SCRIPT, include_str!("page/gallery.js")),
    ("given.js", SCRIPT, include_str!("page/given.js")),
    ("grid.js", SCRIPT, include_str!("page/grid.js")),
    ("hints.js", SCRIPT, include_str!("page/hints.js")),
    ("kinds.js", SCRIPT, include_str!("page/kinds.js")),
    ("lens.js", SCRIPT, include_str!("page/lens.js")),
    ("list.js", SCRIPT, include_str!("page/list.js")),
    ("models.js", SCRIPT, include_str!("page/models.js")),
    ("names.js", SCRIPT, include_str!("page/names.js")),
    ("notes.js", SCRIPT, include_str!("page/notes.js")),
    ("packed.js", SCRIPT, include_str!("page/packed.js")),
    ("palette.js", SCRIPT, include_str!("page/palette.js")),
    ("parts.js", SCRIPT, include_str!("page/parts.js")),
    ("pips.js", SCRIPT, include_str!("page/pips.js")),
    ("play.js", SCRIPT, include_str!("page/play.js")),
    ("pointer.js", SCRIPT, include_str!("page/pointer.js")),
    ("seating.js", SCRIPT, include_str!("page/seating.js")),
    ("select.js", SCRIPT, include_str!("page/select.js")),
    ("set.js", SCRIPT, include_str!("page/set.js")),
    ("several.js", SCRIPT, include_str!("page/several.js")),
    ("shape.js", SCRIPT, include_str!("page/shape.js")),
    ("spots.js", SCRIPT, include_str!("page/spots.js")),
    ("studio.js", SCRIPT, include_str!("page/studio.js")),
    ("tabs.js", SCRIPT, include_str!("page/tabs.js")),
    ("toml.js", SCRIPT, include_str!("page/toml.js")),
    ("turn.js", SCRIPT, include_str!("page/turn.js")),
    ("verdict.js", SCRIPT, include_str!("page/verdict.js")),
    ("view.js", SCRIPT, include_str!("page/view.js")),
    ("walk.js", SCRIPT, include_str!("page/walk.js")),
    ("walkthrough.js", SCRIPT, include_str!("../commands/explain/page.js")),
];

/// The media type and the text of a file.
pub(super) fn asset(name: &str) -> Option<(&'static str, String)> {
    if name == "pictures.css" {
        return Some(("text/css; charset=utf-8", style(None)));
    }
    let (_, media, text) = ASSETS.iter().find(|(known, ..)| *known == name)?;
    let text = if name.is_empty() { ahead(text) } else { (*text).to_owned() };
    Some((media, text))
}

/// The page, which asks for all its scripts before it has read the first. The puzzles of the gallery can wait.
fn ahead(page: &str) -> String {
    const FIRST: &str = "<script type=\"module\" src=\"app.js\"></script>\n";
    let scripts = ASSETS.iter().map(|(name, media, _)| (*name, *media));
    let scripts = scripts
        .filter(|&(name, media)| media == SCRIPT && !["app.js", "examples.js"].contains(&name));
    let links = scripts.map(|(name, _)| format!("<link rel=\"modulepreload\" href=\"{name}\">\n"));
    page.replacen(FIRST, &(FIRST.to_owned() + &links.collect::<String>()), 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code that is specific to one kind of puzzle.
    const OF_ONE_KIND: [&str; 4] = ["dice.js", "dominoes.js", "models.js", "seating.js"];

    /// Files shared with others: puzzles, and a part of the pages that `explain` writes.
    const OTHER: [&str; 2] = ["examples.js", "walkthrough.js"];

    #[test]
    fn the_page_is_light() {
        let code = |text: &str| {
            let text = text.replace("/**", "*");
            let starts = text.lines().map(str::trim_start);
            starts.filter(|line| !line.is_empty() && !line.starts_with(['*', '/'])).count()
        };
        let mut lines = 0;
        let scripts = ASSETS.iter().filter(|(_, media, _)| *media == SCRIPT);
        for (name, _, text) in scripts.filter(|(name, ..)| !OTHER.contains(name)) {
            let most = if OF_ONE_KIND.contains(name) { 100 } else { 300 };
            assert!(code(text) <= most, "{name}: {} lines", code(text));
            lines += code(text);
        }
        let own = ASSETS.iter().filter(|(name, ..)| !OTHER.contains(name));
        // Puzzles to begin with are data, too.
        let code = own.map(|(.., text)| text.split("<script id=\"begin-").next().unwrap_or(text));
        let bytes: usize = code.map(str::len).sum();
        assert!(lines < 3950 && bytes < 315_000, "{lines} lines of scripts, {bytes} bytes in all");
    }

    #[test]
    fn the_page_loads_nothing_from_elsewhere() {
        for (name, _, text) in ASSETS {
            let text = text.replace("http://www.w3.org/2000/svg", "");
            assert!(!text.contains("http://") && !text.contains("https://"), "{name}");
            assert!(!text.contains("innerHTML") && !text.contains("eval("), "{name}");
        }
    }
}
