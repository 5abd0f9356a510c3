//! Pictures as SVG.

use std::fmt::Write;

use super::{Align, Ink, Picture, Point, SHADES, Shape, Theme};

/// The margin around the picture, in pixels.
const MARGIN: f64 = 16.0;

/// The context of the picture.
pub enum Frame<'t> {
    /// A file of its own in one theme; without a theme, light or dark as the viewer prefers.
    Alone(Option<&'t Theme>),
    /// A part of a page that has the [`style`].
    Inside,
}

/// Writes the picture as SVG; `title` is what screen readers say.
pub fn write_svg(picture: &Picture, title: &str, frame: &Frame<'_>) -> String {
    let (width, height) = (picture.width + 2.0 * MARGIN, picture.height + 2.0 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"cnfetti\" role=\"img\" \
         width=\"{0}\" height=\"{1}\" viewBox=\"{2} {2} {0} {1}\">\n<title>{3}</title>\n",
        short(width),
        short(height),
        short(-MARGIN),
        escape(title)
    );
    let style = match frame {
        Frame::Alone(theme) => Some(style(*theme)),
        Frame::Inside => None,
    };
    if let Some(style) = style {
        add(&mut svg, format_args!("<style>{style}</style>\n"));
        add(
            &mut svg,
            format_args!(
                "<rect x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\" rx=\"8\" class=\"paper\"/>\n",
                short(-MARGIN),
                short(width),
                short(height)
            ),
        );
    }
    for shape in &picture.shapes {
        add_shape(&mut svg, shape);
    }
    svg.push_str("</svg>\n");
    svg
}

/// The style sheet of pictures in one theme, or as the viewer prefers.
pub fn style(theme: Option<&Theme>) -> String {
    let mut style = ".cnfetti text{font-family:system-ui,sans-serif;dominant-baseline:central}\
         .cnfetti line{stroke:currentColor;stroke-linecap:round}\
         .cnfetti .b{font-weight:700}"
        .to_owned();
    match (theme, Theme::by_name("light"), Theme::by_name("dark")) {
        (Some(theme), ..) => style.push_str(&rules(theme)),
        (None, Some(light), Some(dark)) => {
            let (light, dark) = (rules(light), rules(dark));
            add(
                &mut style,
                format_args!("{light}@media screen and (prefers-color-scheme:dark){{{dark}}}"),
            );
        }
        _ => {}
    }
    style
}

fn rules(theme: &Theme) -> String {
    let outlines = if theme.outlines { ".cnfetti rect{stroke:#000}" } else { "" };
    let rule = |(ink, colour)| {
        let class = class(ink);
        format!(
            ".cnfetti .{class}{{fill:{colour};color:{colour}}}.cnfetti .o-{class}{{stroke:{colour}}}"
        )
    };
    theme.colours().map(rule).fold(outlines.to_owned(), |rules, rule| rules + &rule)
}

fn add_shape(svg: &mut String, shape: &Shape) {
    match shape {
        Shape::Rectangle { area, radius, fill, outline } => {
            let (class, width) = match outline {
                None => (class(*fill), String::new()),
                Some((ink, width)) => (
                    format!("{} o-{}", class(*fill), class(*ink)),
                    format!(" stroke-width=\"{}\"", short(*width)),
                ),
            };
            add(
                svg,
                format_args!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" \
                     class=\"{class}\"{width}/>\n",
                    short(area.x),
                    short(area.y),
                    short(area.width),
                    short(area.height),
                    short(*radius)
                ),
            );
        }
        Shape::Frame { area, radius, width, ink, is_dashed } => add(
            svg,
            format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"none\" \
                 class=\"o-{}\" stroke-width=\"{}\"{}/>\n",
                short(area.x),
                short(area.y),
                short(area.width),
                short(area.height),
                short(*radius),
                class(*ink),
                short(*width),
                if *is_dashed { " stroke-dasharray=\"4 3\"" } else { "" }
            ),
        ),
        Shape::Circle { middle, radius, fill } => add(
            svg,
            format_args!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" class=\"{}\"/>\n",
                short(middle.0),
                short(middle.1),
                short(*radius),
                class(*fill)
            ),
        ),
        Shape::Polygon { corners, fill } => {
            let corner = |(x, y): &(f64, f64)| format!("{},{}", short(*x), short(*y));
            let points = corners.iter().map(corner).collect::<Vec<_>>().join(" ");
            let class = class(*fill);
            add(svg, format_args!("<polygon points=\"{points}\" class=\"{class}\"/>\n"));
        }
        Shape::Line { from, to, width, ink } => add(
            svg,
            format_args!(
                "<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke-width=\"{}\" class=\"{}\"/>\n",
                short(from.0),
                short(from.1),
                short(to.0),
                short(to.1),
                short(*width),
                class(*ink)
            ),
        ),
        Shape::Path { points, is_closed, width, ink, is_dashed } => add_path(
            svg,
            points,
            format_args!(
                "{}\" fill=\"none\" class=\"o-{}\" stroke-width=\"{}\" stroke-linejoin=\"round\"{}",
                if *is_closed { "z" } else { "" },
                class(*ink),
                short(*width),
                if *is_dashed { " stroke-dasharray=\"4 3\"" } else { " stroke-linecap=\"round\"" }
            ),
        ),
        Shape::Spot { area, name, subject, values } => {
            let values = serde_json::to_string(values).unwrap_or_default();
            add(
                svg,
                format_args!(
                    "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" class=\"spot\" fill=\"none\" \
                     data-name=\"{}\" data-subject=\"{}\" data-values=\"{}\"/>\n",
                    short(area.x),
                    short(area.y),
                    short(area.width),
                    short(area.height),
                    escape(name),
                    escape(subject),
                    escape(&values)
                ),
            );
        }
        Shape::Text { at, align, size, bold, ink, text } => {
            let anchor = match align {
                Align::Start => "start",
                Align::Middle => "middle",
                Align::End => "end",
            };
            add(
                svg,
                format_args!(
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\" font-size=\"{}\" \
                     class=\"{}{}\">{}</text>\n",
                    short(at.0),
                    short(at.1),
                    short(*size),
                    class(*ink),
                    if *bold { " b" } else { "" },
                    escape(text)
                ),
            );
        }
    }
}

/// Adds the points of a path, and what follows them.
fn add_path(svg: &mut String, points: &[Point], rest: std::fmt::Arguments<'_>) {
    svg.push_str("<path d=\"");
    for (at, (x, y)) in points.iter().enumerate() {
        let step = if at == 0 { "M" } else { "L" };
        add(svg, format_args!("{step}{} {}", short(*x), short(*y)));
    }
    add(svg, format_args!("{rest}/>\n"));
}

fn class(ink: Ink) -> String {
    match ink {
        Ink::Paper => "paper".into(),
        Ink::Text => "text".into(),
        Ink::Faint => "faint".into(),
        Ink::Cell => "cell".into(),
        Ink::Given => "given".into(),
        Ink::Tile => "tile".into(),
        Ink::Mark => "mark".into(),
        Ink::Board => "board".into(),
        Ink::Clue => "clue".into(),
        Ink::Pencil => "pencil".into(),
        Ink::Grey => "grey".into(),
        Ink::Found => "found".into(),
        Ink::Black => "black".into(),
        Ink::White => "white".into(),
        Ink::Reason => "reason".into(),
        Ink::Conclusion => "conclusion".into(),
        Ink::Shade(shade) => format!("shade{}", shade % SHADES),
    }
}

/// A number with at most two decimals, without trailing zeros.
fn short(length: f64) -> String {
    let text = format!("{length:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// Escapes text for XML and HTML.
pub fn escape(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, c| {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() && c != '\n' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
        out
    })
}

fn add(text: &mut String, more: std::fmt::Arguments<'_>) {
    text.write_fmt(more).expect("a string takes everything");
}
