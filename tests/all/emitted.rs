//! An emitted formula has the models that `count` counts: for every instance, and for random models in all
//! formats, with projections and objectives, in every language of formulas.
//!
//! This test reads what a file says about itself without the crate: its clauses, the variables that it shows,
//! and whether the projection matters. For more random models, from another seed on:
//!
//! ```text
//! CNFETTI_EMITTED=20000 CNFETTI_RANDOM_SEED=1000000 cargo test --test all emitted:: -- --nocapture
//! ```

mod drawn;
mod ganak;
mod minizinc;
mod read;

use std::time::Duration;

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::Csp;
use cnfetti::emit::{self, Language};
use cnfetti::exact::Limits;
use cnfetti::limit::Budget;
use cnfetti::search::engine::{Engine, Engines};
use cnfetti::solver::by_name;
use num_bigint::BigUint;

use crate::support::instances;

use drawn::{Drawn, Tally};
use ganak::Ganak;
use read::Read;

/// The number of models in the default run.
const MODELS: u64 = 150;

/// A solver lists formulas with at most this many solutions.
const LISTED: u32 = 40;

/// The count of an engine; `None` if the time runs out first.
fn counted(csp: &Csp, engine: Engine, limits: &Limits) -> Option<(BigUint, Option<i64>)> {
    let (choices, backend) = (Choices::default(), by_name("varisat").unwrap());
    let engines = Engines { csp, choices: &choices, backend, limits };
    let answer = engines.run(engine, |_| {}).unwrap();
    let count = answer.count();
    count.exact.then(|| (count.solutions.clone(), count.optimum))
}

/// The file of a problem; `None` if it would be too large, as some are in the encoding that was drawn.
fn written(csp: &Csp, choices: &Choices, language: Language) -> Option<String> {
    let compiled = compile(csp, choices).ok()?;
    let header =
        emit::Header { command: "encode", file: "x", kind: "model", choices, counted: None };
    let mut bytes = Vec::new();
    emit::write(&mut bytes, &header, csp, &compiled, language).unwrap();
    Some(String::from_utf8(bytes).unwrap())
}

/// The problem of the optimal solutions, and their number.
fn bounded(csp: &Csp, limits: &Limits) -> Option<(Csp, BigUint)> {
    let (number, optimum) = counted(csp, Engine::Exact, limits)?;
    let bounded = match (csp.objective(), optimum) {
        (Some(objective), Some(value)) => csp.at_best(objective, value),
        (Some(_), None) => csp.clone().without_objective(),
        (None, _) => csp.clone(),
    };
    Some((bounded, number))
}

/// Writes a problem in a language, and counts the models of the file as the file says.
fn compare(
    (csp, number): (&Csp, &BigUint),
    choices: &Choices,
    language: Language,
    limits: &Limits,
) -> Option<Read> {
    let read = Read::new(&written(csp, choices, language)?, language);
    let show = &read.show;
    assert_eq!(read.models(Some(show), limits)?, *number, "projected\n{}", read.text);
    let all = read.models(None, limits)?;
    let is_kept = all == *number;
    // With a projection, the total may happen to be the same.
    assert!(is_kept || !read.is_kept, "the file says that the whole number is kept\n{}", read.text);
    Some(Read { is_same: is_kept, ..read })
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn every_instance_is_written_with_the_models_that_are_counted() {
    let mut ganak = Ganak::default();
    let (mut compared, mut optimal) = (0, 0);
    for (path, instance) in instances() {
        let limits = limits(Duration::from_millis(300));
        let csp = instance.puzzle.csp();
        let Some((bounded, number)) = bounded(&csp, &limits) else { continue };
        let choices = Choices::default();
        let mut are_read = true;
        for (csp, languages) in
            [(&bounded, &[Language::Dimacs, Language::Opb][..]), (&csp, &[Language::Wcnf])]
        {
            let has_objective = csp.objective().is_some();
            if languages == [Language::Wcnf] && !has_objective {
                continue;
            }
            // A language with objectives keeps solutions of any cost.
            let number = match has_objective {
                true => counted(&csp.clone().without_objective(), Engine::Exact, &limits),
                false => Some((number.clone(), None)),
            };
            let Some((number, _)) = number else { continue };
            for &language in languages {
                match compare((csp, &number), &choices, language, &limits) {
                    Some(read) => ganak.ask(&read, &number, &path.display().to_string()),
                    None => are_read = false,
                }
            }
        }
        compared += usize::from(are_read);
        optimal += usize::from(are_read && csp.objective().is_some());
    }
    assert!(compared > 30 && optimal > 0, "{compared} compared, {optimal} with an objective");
    ganak.compare();
}

fn limits(time: Duration) -> Limits {
    Limits { budget: Budget::default().at_most(time), ..Limits::default() }
}

#[test]
fn random_models_are_written_with_the_models_that_are_counted() {
    let variable = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let models = variable("CNFETTI_EMITTED").unwrap_or(MODELS);
    let first = variable("CNFETTI_RANDOM_SEED").unwrap_or(0);
    let (mut ganak, mut tally) = (Ganak::default(), Tally::default());
    for seed in first..first + models {
        let Some(Drawn { csp, choices, what }) = drawn::problem(seed) else { continue };
        // Each count has this much time: on a busy machine, one count may take most of it.
        let anew = || limits(Duration::from_secs(30));
        let limits = anew();
        let Some((bounded, number)) = bounded(&csp, &limits) else { continue };
        let context = format!("seed {seed}, {what}, {choices}");
        println!("{context}");
        if number <= BigUint::from(LISTED) {
            let (listed, _) = counted(&bounded, Engine::Blocking, &anew()).expect("it is small");
            assert_eq!(listed, number, "{context}, blocking");
        }
        for language in [Language::Dimacs, Language::Opb] {
            let Some(read) = compare((&bounded, &number), &choices, language, &limits) else {
                continue;
            };
            ganak.ask(&read, &number, &context);
            tally.add(what, &csp, &read);
        }
        if csp.objective().is_none() {
            continue;
        }
        let all = csp.clone().without_objective();
        let (number, _) = counted(&all, Engine::Exact, &anew()).expect("it is small");
        for language in [Language::Opb, Language::Wcnf] {
            compare((&csp, &number), &choices, language, &limits);
        }
    }
    println!("{tally:?}");
    if models >= MODELS {
        tally.assert_complete();
    }
    ganak.compare();
}
