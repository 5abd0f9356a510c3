//! Costas arrays of order 5: a dot in each row and column, and no two pairs of dots with the same
//! distance and direction. Counts, lists, explains and certifies them through `Problem` alone.
//! Run it with `cargo run --release -p cnfetti --example costas`.

use std::{error::Error, path::Path};

use cnfetti::Problem;
use cnfetti::csp::{AllDifferent, Csp, Linear, Ranges, Terms, VarId};
use cnfetti::problem::CertifyOptions;

const ORDER: usize = 5;

fn costas() -> Csp {
    let (mut csp, last) = (Csp::new(), ORDER as i32);
    let rows: Vec<VarId> = (1..=last).map(|at| csp.variable(format!("c{at}"), 1..=last)).collect();
    let different = AllDifferent { scope: rows.clone(), except: Vec::new() };
    csp.post(different.into(), "no two dots share a row");
    for distance in 1..ORDER - 1 {
        let rises = (0..ORDER - distance).map(|at| {
            let rise = csp.variable(format!("c{}-c{}", at + distance + 1, at + 1), 1 - last..last);
            let terms = Terms::new([(rows[at + distance], 1), (rows[at], -1), (rise, -1)]);
            csp.post(Linear { terms, within: Ranges::exactly(0) }.into(), "a rise is a difference");
            rise
        });
        let scope = rises.collect();
        let reason = format!("no two rises over {distance} columns are the same");
        csp.post(AllDifferent { scope, except: Vec::new() }.into(), reason);
    }
    csp
}

pub(crate) fn report(folder: &Path) -> Result<String, Box<dyn Error>> {
    let problem = Problem::new(costas());
    let number = problem.count(&Default::default())?;
    let all = problem.solutions(&Default::default())?;
    let corner = problem.variable("c1").ok_or("no column")?;
    let second = problem.variable("c2").ok_or("no column")?;
    let entered = Problem::new(costas()).with_entries([(corner, 1), (second, 3)])?;
    let steps = entered.explain(&Default::default())?.sentences().join("\n");
    let certified = problem.certify(
        folder.join("costas"),
        &CertifyOptions { replaces: true, ..CertifyOptions::default() },
    )?;
    let (solutions, listed) = (number.solutions(), all.solutions().len());
    Ok(format!("{solutions} arrays, {listed} listed\n{steps}\n{}", certified.verdict()))
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", report(&std::env::temp_dir())?);
    Ok(())
}
