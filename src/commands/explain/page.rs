//! An explanation as one page for a browser.
//!
//! Without scripts it is a list of steps, each with its board. With scripts one step is shown at
//! a time, and the arrow keys go from step to step.

use std::fmt::Write;

use cnfetti::output::PAGE_BEGINNING;
use cnfetti::picture::escape;
use cnfetti::puzzle::Alphabet;
use cnfetti::sentences::capital;

use super::text::difficulty;
use super::{Loaded, Report};

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
pre { font: 1rem/1.2 ui-monospace, monospace; overflow-x: auto; }
pre i { display: inline-block; width: 1ch; height: 1.2em; font-style: normal; vertical-align: top; }
section { border-top: 1px solid #8886; padding: 0.5rem 0; }
.difficulty { opacity: 0.7; font-size: 0.9rem; }
nav { display: none; }
.stepping nav { display: flex; gap: 1rem; align-items: center; position: sticky; top: 0; background: Canvas; padding: 0.5rem 0; }
.stepping section { display: none; }
.stepping section:target, .stepping section.shown { display: block; }
button { font: inherit; padding: 0.2rem 1rem; }
";

const SCRIPT: &str = "\
const steps = [...document.querySelectorAll('section')];
let at = 0;
function show(to) {
  at = Math.max(0, Math.min(steps.length - 1, to));
  steps.forEach((step, i) => step.classList.toggle('shown', i === at));
  document.getElementById('at').textContent = `${at} of ${steps.length - 1}`;
}
document.body.classList.add('stepping');
document.getElementById('back').onclick = () => show(at - 1);
document.getElementById('on').onclick = () => show(at + 1);
document.onkeydown = (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const to = { ArrowRight: at + 1, ArrowDown: at + 1, ' ': at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: steps.length - 1 }[event.key];
  if (to !== undefined) { show(to); event.preventDefault(); }
};
show(0);
";

/// The whole page.
pub(super) fn page(report: &Report<'_>) -> String {
    let loaded = report.loaded;
    let title = loaded.instance.title.as_deref().unwrap_or("Puzzle");
    let title = escape(title);
    let mut out = format!(
        "{PAGE_BEGINNING}{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<nav>\
         <button id=\"back\">←</button><span id=\"at\"></span><button id=\"on\">→</button></nav>\n",
        env!("CARGO_PKG_VERSION")
    );
    let start = loaded.root_sentence().unwrap_or_else(|| "What is given.".to_owned());
    section(&mut out, report, "Start", &start, "", report.explanation.start.rows());
    for (step, number) in report.explanation.steps.iter().zip(1..) {
        let sentence = capital(&report.speaker().step(step));
        let heading = format!("Step {number}");
        section(&mut out, report, &heading, &sentence, &difficulty(step), step.after.rows());
    }
    let mut end = Vec::new();
    super::text::write_end(&mut end, report).expect("a vector takes everything");
    let end = String::from_utf8_lossy(&end);
    let rows = report.explanation.end.rows();
    section(&mut out, report, "End", end.trim(), "", rows);
    write!(out, "<script>\n{SCRIPT}</script>\n</body>\n</html>\n")
        .expect("a string takes everything");
    out
}

fn section(
    out: &mut String,
    report: &Report<'_>,
    heading: &str,
    sentence: &str,
    difficulty: &str,
    candidates: &[Vec<i32>],
) {
    let Loaded { instance, csp, .. } = report.loaded;
    let board = instance.puzzle.paint_candidates(csp, candidates, Alphabet::Unicode);
    let (sentence, board) = (
        escape(sentence).replace('\n', "<br>\n"),
        in_columns(&escape(&anstream::adapter::strip_str(&board).to_string())),
    );
    writeln!(
        out,
        "<section>\n<h2>{heading}</h2>\n<p>{sentence}</p>\n<p class=\"difficulty\">{difficulty}</p>\n\
         <pre>{board}</pre>\n</section>"
    )
    .expect("a string takes everything");
}

/// Gives each arrow the width of a digit: fonts of one width lack some of them, and those of another
/// font would push the rest of the line aside.
fn in_columns(board: &str) -> String {
    let mut columns = String::with_capacity(board.len());
    for c in board.chars() {
        match c {
            '\u{2190}'..='\u{21ff}' | '\u{2900}'..='\u{297f}' => {
                columns.push_str("<i>");
                columns.push(c);
                columns.push_str("</i>");
            }
            _ => columns.push(c),
        }
    }
    columns
}
