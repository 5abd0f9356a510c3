//! A problem of one's own, a magic square with one number given: counted, explained in sentences, and
//! certified for others to check. `cargo run --release --example magic_square` runs it.

use std::{error::Error, path::Path};

use cnfetti::certificate::count::{Subject, issue};
use cnfetti::compile::{Choices, compile};
use cnfetti::csp::{AllDifferent, Atom, Csp, Fixed, Linear, Ranges, VarId};
use cnfetti::exact::{self, Limits};
use cnfetti::explain::{Task, explain};
use cnfetti::sentences::Speaker;

pub(crate) fn report(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut csp = Csp::new();
    let scope: Vec<VarId> = ('A'..='I').map(|name| csp.variable(name, 1..=9)).collect();
    let cell = |name: u8| scope[usize::from(name - b'A')];
    for line in ["ABC", "DEF", "GHI", "ADG", "BEH", "CFI", "AEI", "CEG"] {
        let sum = Linear::sum(line.bytes().map(cell), Ranges::exactly(15));
        csp.post(sum.into(), format!("the sum of {line} is 15"));
    }
    csp.post_clue(Fixed { atom: Atom { variable: cell(b'A'), value: 2 } }.into(), "it is given");
    csp.post(AllDifferent { scope, except: Vec::new() }.into(), "no number is there twice");

    let (count, _) = exact::count(&csp, &Limits::default())?;
    let speaker = Speaker::new(&csp);
    let steps = explain(&csp, &Task::default(), |_| {})?.ok_or("no solution")?.steps;
    let sentences: Vec<String> = steps.iter().map(|step| speaker.step(step)).collect();

    let formula = compile(&csp, &Choices::default())?.cnf;
    let claim = issue(&Subject::Formula(&formula, None), &Limits::default(), folder)?;
    Ok(format!("{}\n{}\n{}", count.solutions, sentences.join("\n"), claim.verdict()))
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::temp_dir().join("magic-square");
    std::fs::create_dir_all(&folder)?;
    println!("{}\nsee {}", report(&folder)?, folder.display());
    Ok(())
}
