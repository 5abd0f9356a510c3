//! A page about several puzzles, as HTML that needs no network and no script.

use std::time::Duration;

use crate::compare::cost::Cost;
use crate::output::PAGE_BEGINNING;
use crate::picture::{Area, Frame, Ink, Picture, escape, style, write_svg};
use crate::plural::counted;

/// The section of the page about a puzzle.
pub struct Section {
    /// The file's name.
    pub name: String,
    /// The kind of puzzle.
    pub kind: &'static str,
    /// The title.
    pub title: Option<String>,
    /// The picture of the puzzle.
    pub puzzle: Picture,
    /// Whether the picture shows how many values each cell can have.
    pub has_candidates: bool,
    /// The picture of a solution.
    pub solution: Option<Picture>,
    /// Whether there is a solution, in a few words.
    pub verdict: String,
    /// The numbers of solutions, in words.
    pub counts: String,
    /// The posted constraints, with their reasons.
    pub constraints: Vec<(String, String)>,
    /// The size of each encoding.
    pub costs: Vec<Cost>,
}

const CSS: &str = include_str!("report/page.css");

/// Writes the whole page.
pub fn page(sections: &[Section], unreadable: &[String]) -> String {
    let heading = match sections {
        [section] => section.heading().to_owned(),
        _ => counted(sections.len(), "puzzle"),
    };
    let mut page = format!(
        "{PAGE_BEGINNING}{}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n\
         <style>\n{CSS}{}</style>\n</head>\n<body>\n<header>\n<h1>{}</h1>\n",
        env!("CARGO_PKG_VERSION"),
        escape(&heading),
        style(None),
        escape(&heading),
    );
    if sections.len() > 1 {
        page.push_str(&overview(sections));
    }
    for message in unreadable {
        page.push_str(&format!("<p class=\"problem\">{}</p>\n", escape(message)));
    }
    page.push_str("</header>\n<main>\n");
    for (number, section) in sections.iter().enumerate() {
        page.push_str(&section.html(number));
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

/// Writes a table of the puzzles, with links to their sections.
fn overview(sections: &[Section]) -> String {
    let row = |(number, section): (usize, &Section)| {
        format!(
            "<tr><td><a href=\"#puzzle-{number}\">{}</a></td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            escape(section.heading()),
            section.kind,
            escape(&section.verdict),
            escape(&section.counts)
        )
    };
    let rows: String = sections.iter().enumerate().map(row).collect();
    format!(
        "<div class=\"wide\"><table>\n<thead><tr><th>puzzle</th><th>kind</th><th>verdict</th>\
         <th>count</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n"
    )
}

impl Section {
    fn heading(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }

    fn html(&self, number: usize) -> String {
        let mut html = format!(
            "<section id=\"puzzle-{number}\">\n<h2>{}</h2>\n<p class=\"file\">{} · {}</p>\n\
             <p><strong>{}</strong> · {}</p>\n<div class=\"pictures\">\n",
            escape(self.heading()),
            self.kind,
            escape(&self.name),
            escape(&self.verdict),
            escape(&self.counts)
        );
        let caption = if self.has_candidates {
            "The puzzle; small numbers say how many values are possible"
        } else {
            "The puzzle"
        };
        html.push_str(&figure(&self.puzzle, caption));
        if let Some(solution) = &self.solution {
            html.push_str(&figure(solution, "A solution"));
        }
        html.push_str("</div>\n");
        html.push_str(&self.constraints_html());
        html.push_str(&self.costs_html());
        html.push_str("</section>\n");
        html
    }

    fn constraints_html(&self) -> String {
        let item = |(constraint, reason): &(String, String)| {
            format!(
                "<li><code>{}</code> <span>{}</span></li>\n",
                escape(constraint),
                escape(reason)
            )
        };
        let items: String = self.constraints.iter().map(item).collect();
        let count = counted(self.constraints.len(), "constraint");
        format!("<details>\n<summary>{count}</summary>\n<ol>\n{items}</ol>\n</details>\n")
    }

    fn costs_html(&self) -> String {
        if self.costs.is_empty() {
            return String::new();
        }
        let rows: String = self.costs.iter().map(cost_row).collect();
        let plot = figure(&plot(&self.costs), "Clauses, and time to the first answer");
        format!(
            "<details>\n<summary>Encodings, one family varied at a time</summary>\n\
             <div class=\"wide\"><table class=\"numbers\">\n<thead><tr><th>family</th><th>encoding</th>\
             <th>variables</th><th>auxiliary</th><th>clauses</th><th>literals</th><th>encode</th>\
             <th>solve</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table></div>\n{plot}</details>\n"
        )
    }
}

fn cost_row(cost: &Cost) -> String {
    let solve = cost.solve_time.map_or_else(|| "stopped".to_owned(), milliseconds);
    format!(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>\
         <td>{solve}</td></tr>\n",
        cost.encoding.family(),
        cost.encoding.name(),
        cost.size.problem_variables,
        cost.size.auxiliary_variables,
        cost.size.clauses,
        cost.size.literals,
        milliseconds(cost.encode_time)
    )
}

fn figure(picture: &Picture, caption: &str) -> String {
    let svg = write_svg(picture, caption, &Frame::Inside);
    format!("<figure>\n{svg}<figcaption>{}</figcaption>\n</figure>\n", escape(caption))
}

fn milliseconds(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1e3)
}

/// The height of a line of the chart, and the widths of its columns.
const LINE: f64 = 22.0;
const NAMES: f64 = 250.0;
const BAR: f64 = 190.0;
const NUMBERS: f64 = 90.0;

/// Draws two bars for each encoding: its clauses, and its time to the first answer.
fn plot(costs: &[Cost]) -> Picture {
    let mut picture = Picture::default();
    let clauses: Vec<f64> = costs.iter().map(|cost| cost.size.clauses as f64).collect();
    let times: Vec<f64> = costs.iter().map(solve_milliseconds).collect();
    let right = NAMES + BAR + NUMBERS;
    picture.text_from((NAMES, LINE / 2.0), 13.0, Ink::Faint, "clauses");
    picture.text_from((right, LINE / 2.0), 13.0, Ink::Faint, "milliseconds to the first answer");
    for (index, cost) in costs.iter().enumerate() {
        let y = (index + 1) as f64 * LINE;
        let name = format!("{} {}", cost.encoding.family(), cost.encoding.name());
        picture.text_from((0.0, y + LINE / 2.0), 13.0, Ink::Text, &name);
        bar(&mut picture, (NAMES, y), clauses[index], largest(&clauses), Ink::Shade(0), 0);
        match cost.solve_time {
            Some(_) => {
                bar(&mut picture, (right, y), times[index], largest(&times), Ink::Shade(2), 2)
            }
            None => picture.text_from((right, y + LINE / 2.0), 13.0, Ink::Faint, "stopped"),
        }
    }
    picture
}

/// Draws a bar, followed by its number.
fn bar(
    picture: &mut Picture,
    (x, y): (f64, f64),
    value: f64,
    largest: f64,
    ink: Ink,
    decimals: usize,
) {
    let width = (value / largest * BAR).max(1.0);
    picture.rectangle(Area { x, y: y + 3.0, width, height: LINE - 6.0 }, 2.0, ink);
    let number = format!("{value:.decimals$}");
    picture.text_from((x + width + 6.0, y + LINE / 2.0), 12.0, Ink::Faint, &number);
}

fn solve_milliseconds(cost: &Cost) -> f64 {
    cost.solve_time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::MIN_POSITIVE, f64::max)
}
