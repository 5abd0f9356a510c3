//! A SAT solver in a few lines: reads the DIMACS file that is its argument, prints the answer as
//! solvers do in competitions. Run it with
//! `cargo run --release --example solve_dimacs formula.cnf`.

use std::process::ExitCode;

use cnfetti::dimacs;
use cnfetti::solver::{self, Budget, Outcome};

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("expected the path of a DIMACS file");
        return ExitCode::from(2);
    };
    match answer(&path) {
        Ok(outcome) => print(&outcome),
        Err(error) => {
            eprintln!("{path}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn answer(path: &str) -> Result<Outcome, Box<dyn std::error::Error>> {
    let file = dimacs::read(&std::fs::read_to_string(path)?)?;
    let backend = solver::choose("batsat")?;
    Ok(backend.load(&file.cnf, &Budget::default()).solve(&[]))
}

fn print(outcome: &Outcome) -> ExitCode {
    match outcome {
        Outcome::Satisfiable(model) => {
            println!("s SATISFIABLE");
            let values: Vec<String> = model.literals().iter().map(|lit| lit.to_string()).collect();
            println!("v {} 0", values.join(" "));
            ExitCode::from(10)
        }
        Outcome::Unsatisfiable(_) => {
            println!("s UNSATISFIABLE");
            ExitCode::from(20)
        }
        Outcome::Unknown(why) => {
            println!("c {why}\ns UNKNOWN");
            ExitCode::SUCCESS
        }
        Outcome::Failed(fault) => {
            eprintln!("{fault}");
            ExitCode::FAILURE
        }
    }
}
