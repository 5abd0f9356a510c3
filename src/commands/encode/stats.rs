//! `cnfetti encode --stats`: the size of each constraint.

use std::io::{self, Write};
use std::slice;

use cnfetti::compile::{Compiled, Part, Size};
use cnfetti::csp::Csp;
use cnfetti::plural::counted;
use itertools::Itertools;
use serde_json::json;

use crate::commands::terminal::grid::Grid;
use crate::commands::terminal::words::in_groups;
use crate::commands::{Context, Format};

/// The size of a part of a formula.
struct Cost {
    what: String,
    encodings: String,
    size: Size,
}

/// Writes a row for all domains together, one for each constraint, and one for the formula.
pub(super) fn write(context: &mut Context, csp: &Csp, compiled: &Compiled) -> io::Result<()> {
    let costs = costs(csp, compiled);
    if context.format == Format::Json {
        return costs.iter().try_for_each(|cost| writeln!(context.out, "{}", cost.in_json()));
    }
    let number = match context.format {
        Format::Csv => |number: u64| number.to_string(),
        _ => in_groups,
    };
    let rows = costs.iter().map(|cost| cost.cells(number)).collect();
    let header =
        vec!["problem", "auxiliary", "clauses", "literals", "longest", "what", "encodings"];
    Grid { header, numbers: 0..5, rows }.write(context)
}

fn costs(csp: &Csp, compiled: &Compiled) -> Vec<Cost> {
    // The domains come first, one for each variable.
    let (domains, constraints) = compiled.parts.split_at(csp.variables().len());
    let mut domains = Cost::of(
        compiled,
        domains,
        format!("domains of {}", counted(csp.variables().len(), "variable")),
    );
    domains.size.problem_variables = compiled.problem_variables();
    let constraints = constraints.iter().zip(csp.constraints()).map(|(part, posted)| {
        Cost::of(compiled, slice::from_ref(part), posted.constraint.rule().describe(csp))
    });
    let mut whole = Cost::of(compiled, &compiled.parts, "the whole formula".to_owned());
    whole.size = compiled.size();
    [domains].into_iter().chain(constraints).chain([whole]).collect()
}

impl Cost {
    /// The size of consecutive parts together.
    fn of(compiled: &Compiled, parts: &[Part], what: String) -> Cost {
        let encodings = compiled.encodings_of(parts).iter().join(" ");
        Cost { what, encodings, size: compiled.size_of(parts) }
    }

    fn in_json(&self) -> serde_json::Value {
        json!({
            "what": self.what,
            "encodings": self.encodings,
            "problem_variables": self.size.problem_variables,
            "auxiliary_variables": self.size.auxiliary_variables,
            "clauses": self.size.clauses,
            "literals": self.size.literals,
            "longest_clause": self.size.longest_clause,
        })
    }

    fn cells(&self, number: fn(u64) -> String) -> Vec<String> {
        vec![
            number(self.size.problem_variables as u64),
            number(self.size.auxiliary_variables as u64),
            number(self.size.clauses as u64),
            number(self.size.literals as u64),
            number(self.size.longest_clause as u64),
            shortened(&self.what),
            self.encodings.clone(),
        ]
    }
}

/// The start of a long text.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}
