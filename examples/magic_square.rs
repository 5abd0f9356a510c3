//! A problem of one's own, a magic square of which two numbers are given: counted by two engines,
//! explained in sentences, and certified. `cargo run --release --example magic_square` runs it.

use std::error::Error;
use std::fmt::Write;
use std::ops::ControlFlow;

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::{AllDifferent, Atom, Csp, Fixed, Sum, VarId};
use cnfetti::encodings::Relation::Exactly;
use cnfetti::explain::{Task, explain};
use cnfetti::search::enumerate::{End, each_solution};
use cnfetti::sentences::Speaker;
use cnfetti::solver::{Budget, ProofFormat, by_name, prove};
use cnfetti::{exact, proof};

/// A B C, D E F, G H I: rows, columns and diagonals.
const LINES: [&str; 8] = ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"];

pub(crate) fn report() -> Result<String, Box<dyn Error>> {
    let mut csp = Csp::new();
    let scope: Vec<VarId> = ('A'..='I').map(|name| csp.variable(name, 1..=9)).collect();
    let cell = |name: u8| scope[usize::from(name - b'A')];
    for line in LINES {
        let sum = Sum { scope: line.bytes().map(cell).collect(), relation: Exactly, bound: 15 };
        csp.post(sum.into(), format!("the sum of {line} is 15"));
    }
    for (name, value) in [(b'A', 2), (b'B', 7)] {
        let given = Fixed { atom: Atom { variable: cell(name), value } };
        csp.post_clue(given.into(), "it is given");
    }
    csp.post(AllDifferent { scope, except: Vec::new() }.into(), "no number is there twice");

    // Counted without a formula, and found by a solver, one after the other.
    let (count, _) = exact::count(&csp, &exact::Limits::default())?;
    let (compiled, budget) = (compile(&csp, &Choices::default())?, Budget::default());
    let solver = by_name("varisat").ok_or("it is built in")?;
    let mut found = Vec::new();
    let end = each_solution(&csp, &compiled, solver, &budget, |solution, _| {
        found.push(solution.to_vec());
        ControlFlow::Continue(())
    })?;
    let mut report = format!("{} counted, {} found: {found:?}\n", count.solutions, found.len());

    let explanation = explain(&csp, &Task::default(), |_| {})?.ok_or("no solution")?;
    for step in explanation.steps {
        writeln!(report, "{}", Speaker::new(&csp).step(&step))?;
    }

    // Forbidding what was found leaves nothing: `dimacs::write_plain` writes the formula for others.
    let End::Exhausted(rest) = end else { return Err("not all were found".into()) };
    let mut drat = Vec::new();
    prove(&rest, ProofFormat::Binary, &budget, &mut drat)?;
    proof::check(&rest, &drat, &budget)?;
    writeln!(report, "There is no other: the proof was checked.")?;
    Ok(report)
}

fn main() -> Result<(), Box<dyn Error>> {
    print!("{}", report()?);
    Ok(())
}
