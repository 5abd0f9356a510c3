//! Writes an explanation as a page for a browser.
//!
//! Without scripts, and on paper, it is a list of steps, each with its picture. With scripts, it
//! shows one step at a time.

use std::fmt::Write;

use cnfetti::output::PAGE_BEGINNING;
use cnfetti::picture::{Frame, escape, style, write_svg};

use super::Report;
use super::panels::{Panel, panels};
use super::text::{capital, tenths};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Writes the whole page.
pub(super) fn page(report: &Report<'_>) -> String {
    let title = report.loaded.title().unwrap_or("Puzzle");
    let title = escape(title);
    let panels = panels(report);
    let mut out = format!(
        "{PAGE_BEGINNING}{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p class=\"legend\">A thick frame is around what a step concludes, a dashed one around what it \
         rests on; bold values are its cause, and what is crossed out is ruled out.</p>\n\
         <div class=\"controls\" hidden>\n\
         <button type=\"button\" id=\"first\" aria-label=\"first step\">|←</button>\n\
         <button type=\"button\" id=\"back\" aria-label=\"step back\">←</button>\n\
         <output id=\"at\" aria-live=\"polite\"></output>\n\
         <button type=\"button\" id=\"on\" aria-label=\"step on\">→</button>\n\
         <button type=\"button\" id=\"last\" aria-label=\"last step\">→|</button>\n\
         <span class=\"keys\">keys: ← → Home End</span>\n</div>\n",
        env!("CARGO_PKG_VERSION"),
        style(None),
    );
    if let Some(optimum) = report.loaded.optimum_sentence() {
        add(&mut out, format_args!("<p class=\"legend\">{optimum}</p>\n"));
    }
    write_curve(&mut out, &panels);
    out.push_str("<div class=\"columns\">\n");
    write_list(&mut out, &panels);
    out.push_str("<main>\n");
    panels.iter().enumerate().for_each(|(at, panel)| write_panel(&mut out, at, panel));
    add(
        &mut out,
        format_args!(
            "</main>\n</div>\n<script type=\"module\">\n{SCRIPT}\nwalkthrough(document);\n</script>\n</body>\n</html>\n"
        ),
    );
    out
}

/// Writes the list of steps, for navigation.
fn write_list(out: &mut String, panels: &[Panel]) {
    out.push_str("<nav aria-label=\"Steps\">\n<ol start=\"0\">\n");
    for (at, panel) in panels.iter().enumerate() {
        let first = panel.sentence.lines().next().unwrap_or_default();
        let text = match at {
            0 => &panel.heading,
            _ if at + 1 == panels.len() => &panel.heading,
            _ => first,
        };
        add(out, format_args!("<li><a href=\"#step-{at}\">{}</a></li>\n", escape(text)));
    }
    out.push_str("</ol>\n</nav>\n");
}

/// Writes how hard each step is as a row of bars, each a link to its step.
fn write_curve(out: &mut String, panels: &[Panel]) {
    let highest = panels.iter().map(|panel| panel.rating).max().unwrap_or(0);
    if highest == 0 {
        return;
    }
    out.push_str("<p class=\"curve\" aria-label=\"Difficulty of the steps\">");
    for (at, panel) in panels.iter().enumerate().filter(|(_, panel)| panel.rating > 0) {
        let (rating, height) = (tenths(panel.rating), 4 + 36 * panel.rating / highest);
        let name = panel.technique.map_or("", |technique| technique.name);
        add(
            out,
            format_args!(
                "<a href=\"#step-{at}\" style=\"height:{height}px\" aria-label=\"step {at}\" \
                 title=\"Step {at}: {name}, {rating}\"></a>"
            ),
        );
    }
    out.push_str("</p>\n");
}

/// A summary as a sentence of its own.
fn sentence_of(summary: &str) -> String {
    format!("{}.", capital(summary.trim_end_matches('.')))
}

fn write_panel(out: &mut String, at: usize, panel: &Panel) {
    let Panel { heading, sentence, difficulty, known, picture, technique, .. } = panel;
    let title = format!("The board, {}", heading.to_lowercase());
    add(
        out,
        format_args!(
            "<section id=\"step-{at}\" aria-labelledby=\"heading-{at}\">\n\
             <h2 id=\"heading-{at}\">{heading}</h2>\n<div class=\"said\"><p>{}</p>\n",
            escape(sentence).replace('\n', "<br>\n")
        ),
    );
    if !difficulty.is_empty() {
        add(out, format_args!("<p class=\"difficulty\">{difficulty}</p>\n"));
    }
    if let Some(technique) = technique {
        add(
            out,
            format_args!(
                "<details><summary>What is this: {}?</summary><p>{}</p></details>\n",
                technique.name,
                escape(&sentence_of(technique.summary))
            ),
        );
    }
    let svg = write_svg(picture, &title, &Frame::Inside);
    let known = escape(known);
    add(out, format_args!("<p class=\"unseen\">{known}</p></div>\n{svg}</section>\n"));
}

fn add(out: &mut String, more: std::fmt::Arguments<'_>) {
    out.write_fmt(more).expect("a string takes everything");
}
