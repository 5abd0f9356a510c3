//! `cnfetti encode --stats`: what each constraint costs.

use std::io::{self, Write};
use std::slice;

use cnfetti::compile::{Compiled, Part};
use cnfetti::csp::Csp;
use itertools::Itertools;
use serde_json::json;

use crate::commands::grid::Grid;
use crate::commands::{Context, Format};

/// The size of a part of a formula.
#[derive(Default)]
struct Cost {
    what: String,
    encodings: String,
    problem_variables: u32,
    auxiliary_variables: usize,
    clauses: usize,
    literals: usize,
    longest_clause: usize,
}

/// Writes a row for all domains together, one for each constraint, and one for the formula.
pub(super) fn write(context: &mut Context, csp: &Csp, compiled: &Compiled) -> io::Result<()> {
    let costs = costs(csp, compiled);
    if context.format == Format::Json {
        return costs.iter().try_for_each(|cost| writeln!(context.out, "{}", cost.in_json()));
    }
    let rows = costs.iter().map(Cost::cells).collect();
    let header =
        vec!["problem", "auxiliary", "clauses", "literals", "longest", "what", "encodings"];
    Grid { header, numbers: 0..5, rows }.write(&mut context.out, context.format)
}

fn costs(csp: &Csp, compiled: &Compiled) -> Vec<Cost> {
    // The domains come first, as many as there are variables.
    let (domains, constraints) = compiled.parts.split_at(csp.variables.len());
    let problem_variables = compiled.problem_variables();
    let domains = Cost {
        what: format!("domains of {} variables", csp.variables.len()),
        problem_variables,
        ..Cost::of(compiled, domains)
    };
    let constraints = constraints.iter().zip(&csp.constraints).map(|(part, posted)| Cost {
        what: posted.constraint.rule().describe(csp),
        ..Cost::of(compiled, slice::from_ref(part))
    });
    let whole = Cost {
        what: "the whole formula".to_owned(),
        problem_variables,
        ..Cost::of(compiled, &compiled.parts)
    };
    [domains].into_iter().chain(constraints).chain([whole]).collect()
}

impl Cost {
    /// What consecutive parts cost together.
    fn of(compiled: &Compiled, parts: &[Part]) -> Cost {
        let mut cost = Cost::default();
        for part in parts {
            cost.auxiliary_variables += part.auxiliaries.len();
            cost.clauses += part.clauses.len();
            for clause in compiled.cnf.clauses_in(part.clauses.clone()) {
                cost.literals += clause.len();
                cost.longest_clause = cost.longest_clause.max(clause.len());
            }
        }
        cost.encodings = compiled.encodings_of(parts).iter().join(" ");
        cost
    }

    fn in_json(&self) -> serde_json::Value {
        json!({
            "what": self.what,
            "encodings": self.encodings,
            "problem_variables": self.problem_variables,
            "auxiliary_variables": self.auxiliary_variables,
            "clauses": self.clauses,
            "literals": self.literals,
            "longest_clause": self.longest_clause,
        })
    }

    fn cells(&self) -> Vec<String> {
        vec![
            self.problem_variables.to_string(),
            self.auxiliary_variables.to_string(),
            self.clauses.to_string(),
            self.literals.to_string(),
            self.longest_clause.to_string(),
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
