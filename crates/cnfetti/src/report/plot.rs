//! A bar chart of the costs of encodings.

use crate::compare::cost::Cost;
use crate::picture::{Area, Ink, Picture};

const LINE: f64 = 22.0;
const NAMES: f64 = 250.0;
const BAR: f64 = 190.0;
const NUMBERS: f64 = 90.0;

/// Draws two bars for each encoding: its clauses, and its time to the first answer.
pub(super) fn plot(costs: &[Cost]) -> Picture {
    let mut picture = Picture::default();
    let clauses: Vec<f64> = costs.iter().map(|cost| cost.size.clauses as f64).collect();
    let times: Vec<f64> = costs.iter().map(milliseconds).collect();
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

fn milliseconds(cost: &Cost) -> f64 {
    cost.solve_time.map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

fn largest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::MIN_POSITIVE, f64::max)
}
