//! Results of the exact counter are confirmed before anybody sees them: by witnesses of values,
//! listings that fit their own number, a second engine, or a proof.

use std::collections::BTreeSet;

use cnfetti::compile::Choices;
use cnfetti::csp::{AllDifferent, Csp, Interchangeable, Symmetry, Value};
use cnfetti::exact::{self, Limits};
use cnfetti::limit::Budget;
use cnfetti::search::candidates::Candidates;
use cnfetti::search::confirm::{Evidence, Unconfirmed};
use cnfetti::search::engine::{Agreed, Answer, Engine, Engines, require_agreement};
use cnfetti::search::listing::{Listing, WrongListing};
use cnfetti::search::second_opinion::{no_other_values, no_others};
use cnfetti::solver::{self, by_name};
use itertools::Itertools;
use num_bigint::BigUint;

use crate::random_csp::{brute_force, numbers, random_csp};

/// For each variable, the values that it has in some of the solutions.
fn values(csp: &Csp, solutions: &[Vec<Value>]) -> Vec<BTreeSet<Value>> {
    let of = |at: usize| solutions.iter().map(|solution| solution[at]).collect();
    (0..csp.variables().len()).map(of).collect()
}

#[test]
fn witnesses_are_solutions_and_show_every_value() {
    let mut witnesses = 0;
    for seed in 0..600 {
        let csp = random_csp(seed);
        let solutions = brute_force(&csp);
        let diagram = exact::solutions(&csp, &Limits::default());
        let mut seen = Vec::new();
        let visited = diagram.each_witness(csp.symmetry(), |solution| {
            seen.push(solution.to_vec());
            if csp.is_solution(solution) { Ok(()) } else { Err(solution.to_vec()) }
        });
        assert_eq!(visited, Ok(()), "seed {seed}: {csp:#?}");
        assert_eq!(values(&csp, &seen), values(&csp, &solutions), "seed {seed}: {csp:#?}");
        witnesses += seen.len();
    }
    assert!(witnesses > 600, "most problems have several");
}

/// Everything in a listing.
fn listed(listing: &mut Listing<'_>) -> Result<Vec<Vec<Value>>, WrongListing> {
    let mut all = Vec::new();
    while let Some(solution) = listing.next()? {
        all.push(solution.to_vec());
    }
    Ok(all)
}

#[test]
fn listings_fit_their_number_and_are_proved_to_be_complete() {
    let (budget, mut proved) = (Budget::default(), 0);
    for seed in 0..300 {
        let csp = random_csp(seed);
        let (solutions, diagram) = (brute_force(&csp), exact::solutions(&csp, &Limits::default()));
        let mut listing = Listing::new(&csp, &diagram, false);
        let mut all = listed(&mut listing).unwrap();
        all.sort_unstable();
        assert_eq!(all, solutions, "seed {seed}: {csp:#?}");
        let mut classes = Listing::new(&csp, &diagram, true);
        let number = listed(&mut classes).unwrap().len();
        assert_eq!(number, numbers(&csp, &solutions).up_to_renaming, "seed {seed}: {csp:#?}");
        if seed % 4 == 0 {
            let evidence = [&listing, &classes].map(|l| l.no_others(&budget).unwrap());
            proved += evidence.iter().filter(|evidence| evidence.is_checked()).count();
        }
    }
    assert!(proved > 0, "most are proved");
}

/// Three variables with three values, all different.
fn different() -> Csp {
    let mut csp = Csp::new();
    let scope = (0..3).map(|_| csp.variable("x", 1..=3)).collect_vec();
    csp.post(AllDifferent { scope, except: Vec::new() }.into(), "");
    csp
}

#[test]
fn a_wrong_listing_is_refused() {
    let csp = different();
    let mut open = csp.clone();
    open.retain(|_| false);
    // A diagram that lacks a constraint lists a wrong solution.
    let diagram = exact::solutions(&open, &Limits::default());
    let wrong = listed(&mut Listing::new(&csp, &diagram, false));
    assert_eq!(wrong, Err(WrongListing::NotASolution(1)));
    // A diagram that ignores a symmetry lists solutions that stand for each other.
    let mut renamed = csp.clone();
    let scope = csp.ids().collect_vec();
    let interchangeable = vec![Interchangeable { scope, values: vec![1, 2, 3] }];
    renamed.declare_symmetry(Symmetry { interchangeable, ..Symmetry::default() }).unwrap();
    let diagram = exact::solutions(&csp, &Limits::default());
    let wrong = listed(&mut Listing::new(&renamed, &diagram, true));
    let (counted, listed_for) = (BigUint::from(6_u32), BigUint::from(36_u32));
    assert_eq!(wrong, Err(WrongListing::OtherNumber { counted, listed: listed_for }));
}

#[test]
fn a_solution_or_a_value_that_was_forgotten_is_found() {
    let (csp, budget) = (different(), Budget::default());
    let all = brute_force(&csp);
    assert!(matches!(no_others(&csp, &all, &budget), Ok(Evidence::Proof(_))));
    let refuted = Unconfirmed::HasModel { by: "the exact counter".to_owned() }.to_string();
    for forgotten in 0..all.len() {
        let mut fewer = all.clone();
        fewer.remove(forgotten);
        let error = no_others(&csp, &fewer, &budget).unwrap_err();
        assert_eq!(error.to_string(), refuted);
    }
    let possible = Candidates::all(&csp);
    let evidence = no_other_values(&csp, &possible, &budget).unwrap();
    assert!(evidence.is_checked());
    for (variable, value) in csp.ids().cartesian_product(1..=3) {
        let mut fewer = possible.clone();
        fewer.remove(variable, value);
        let error = no_other_values(&csp, &fewer, &budget).unwrap_err();
        assert_eq!(error.to_string(), refuted);
    }
}

fn engines<'a>(csp: &'a Csp, choices: &'a Choices, limits: &'a Limits) -> Engines<'a> {
    Engines { csp, choices, backend: by_name("varisat").unwrap(), limits }
}

#[test]
fn engines_that_race_agree() {
    let (choices, limits) = (Choices::default(), Limits::default());
    let mut twice = 0;
    for seed in 0..200 {
        let csp = random_csp(seed);
        let expected = numbers(&csp, &brute_force(&csp));
        // Where nobody chose the solver a small one goes first; without threads both take turns.
        let by_default = solver::default();
        for (backend, alone) in
            [(by_name("varisat").unwrap(), false), (&by_default, false), (&by_default, true)]
        {
            let limits = Limits { budget: Budget { alone, ..Budget::default() }, ..limits.clone() };
            let engines = Engines { backend, ..engines(&csp, &choices, &limits) };
            let agreed = engines.race(|_| {}).unwrap();
            assert_eq!(agreed.best.count().solutions, expected.solutions.into(), "seed {seed}");
            assert!(agreed.best.count().exact);
            twice += usize::from(agreed.evidence().is_checked());
        }
    }
    // A listing of hundreds takes too many steps.
    assert!(twice > 550, "small problems are counted twice: {twice} of 600");
}

/// Of many solutions the exact counter says how many there are, and nobody begins to list them.
#[test]
fn what_cannot_be_listed_in_time_is_counted_once() {
    let (choices, limits) = (Choices::default(), Limits::default());
    for (values, is_checked) in [(10, true), (11, false)] {
        let mut csp = Csp::new();
        (0..3).for_each(|_| _ = csp.variable("x", 1..=values));
        let agreed = engines(&csp, &choices, &limits).race(|_| {}).unwrap();
        assert_eq!(agreed.best.count().solutions, BigUint::from(values.pow(3) as u32));
        assert_eq!(agreed.evidence().is_checked(), is_checked, "{values}");
    }
}

/// The counts of a problem are right for it, and wrong for another.
#[test]
fn numbers_that_do_not_fit_are_refused() {
    let (choices, limits) = (Choices::default(), Limits::default());
    let count = |csp: &Csp, engine| engines(csp, &choices, &limits).run(engine, |_| {}).unwrap();
    let csp = different();
    let mut open = csp.clone();
    open.retain(|_| false);
    let (six, more) = (count(&csp, Engine::Exact), count(&open, Engine::Blocking));
    let wrong = require_agreement(&csp, &six, &more).unwrap_err().to_string();
    assert_eq!(
        wrong,
        "the engines disagree on the number of solutions: exact says 6, blocking says 27"
    );
    let at_least = |answer: &Answer, number: u32| match answer.clone() {
        Answer::Exact(mut count, arithmetic) => {
            count.exact = false;
            count.solutions = number.into();
            Answer::Exact(count, arithmetic)
        }
        Answer::Blocking(mut counted) => {
            counted.count.exact = false;
            counted.count.solutions = number.into();
            Answer::Blocking(counted)
        }
        Answer::Clauses(mut compiled) => {
            compiled.count.exact = false;
            compiled.count.solutions = number.into();
            Answer::Clauses(compiled)
        }
    };
    let six_by_clauses = count(&csp, Engine::Blocking);
    let seven = at_least(&six, 7);
    for (one, other) in [(&six_by_clauses, &seven), (&seven, &six_by_clauses)] {
        let wrong = require_agreement(&csp, one, other).unwrap_err().to_string();
        assert!(wrong.contains("exact says at least 7"), "{wrong}");
        assert!(Agreed::both(&csp, one.clone(), other.clone()).is_err());
    }
    let five = at_least(&six, 5);
    let agreed = Agreed::both(&csp, five, six_by_clauses.clone()).unwrap();
    assert!(agreed.best.count().exact && !agreed.evidence().is_checked());
    let agreed = Agreed::both(&csp, six, six_by_clauses).unwrap();
    assert_eq!(agreed.evidence(), Evidence::Second("blocking"));
}
