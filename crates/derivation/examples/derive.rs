//! Proves that the formula of an instance says what the instance says: `derive FILE FOLDER [ENCODINGS...]`.

use std::error::Error;
use std::time::Instant;
use std::{env, fs};

use cnfetti_core::limit::Budget;
use cnfetti_derivation::derive;
use cnfetti_encodings::{Family, Form};
use cnfetti_sat::compile::{Choices, compile_defined};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, folder, encodings @ ..] = &arguments[..] else {
        return Err("expected a file, a folder, and encodings such as linear=adder".into());
    };
    let mut names = Vec::new();
    for encoding in encodings {
        let (family, name) = encoding.split_once('=').ok_or("expected `family=name`")?;
        let family = Family::ALL.into_iter().find(|other| other.name() == family);
        names.push((family.ok_or("there is no such family")?, name));
    }
    let choices = Choices::by_names(names, Form::TwoSided)?;
    let instance = cnfetti_puzzles::instance::parse(&fs::read_to_string(file)?)?;
    let csp = instance.puzzle.csp();
    let start = Instant::now();
    let compiled = compile_defined(&csp, &choices, &Budget::default())?;
    let encoded = start.elapsed();
    let start = Instant::now();
    let derivation = derive(&csp, &compiled, &Budget::default())?;
    println!(
        "{file}: encoded in {encoded:.1?}, proved in {:.1?}: {} variables, {} clauses, {} bytes",
        start.elapsed(),
        compiled.cnf.num_vars(),
        compiled.cnf.num_clauses(),
        derivation.proof.len(),
    );
    fs::create_dir_all(folder)?;
    fs::write(format!("{folder}/statement.opb"), derivation.statement)?;
    fs::write(format!("{folder}/formula.opb"), derivation.formula)?;
    fs::write(format!("{folder}/encoding.pbp"), derivation.proof)?;
    Ok(())
}
