//! Knowledge compilation, compared with brute force and the other engines.

use cnfetti::compile::{Choices, compile};
use cnfetti::encodings::{Cnf, Form, Lit};
use cnfetti::exact::Limits;
use cnfetti::knowledge::Knowledge;
use cnfetti::limit::{Budget, Limit, Stopped};
use cnfetti::search::clauses;
use num_bigint::BigUint;

use crate::random_csp::{Random, brute_force, numbers, random_csp};
use crate::support::instances;

/// Draws a formula of at most a dozen variables, with clauses of any length, and the variables that
/// it shows.
pub(crate) fn random_cnf(seed: u64) -> (Cnf, Option<Vec<u32>>) {
    let random = &mut Random::new(seed);
    let mut cnf = Cnf::new();
    let num_vars = 1 + random.below(12);
    cnf.declare(num_vars as u32);
    let lit = |random: &mut Random| {
        let number = 1 + random.below(num_vars) as i32;
        Lit::from_dimacs(if random.below(2) == 0 { number } else { -number }).unwrap()
    };
    // The search looks for groups of literals of which exactly one is true.
    for _ in 0..random.below(3) {
        let group: Vec<Lit> = (0..2 + random.below(3)).map(|_| lit(random)).collect();
        for (place, &one) in group.iter().enumerate() {
            group[..place].iter().for_each(|&other| cnf.add_clause([!one, !other]));
        }
        cnf.add_clause(group);
    }
    for _ in 0..random.below(3 * num_vars) {
        let shortest = usize::from(random.below(20) > 0);
        let length = shortest + random.below(4);
        let clause: Vec<Lit> = (0..length).map(|_| lit(random)).collect();
        cnf.add_clause(clause);
    }
    let show = match random.below(3) {
        0 => None,
        _ => Some((1..=num_vars as u32).filter(|_| random.below(3) > 0).collect()),
    };
    (cnf, show)
}

/// The number of assignments to the shown variables that extend to a model, by trying all.
pub(crate) fn count_by_hand(cnf: &Cnf, show: Option<&[u32]>) -> BigUint {
    let mask = show.map_or(u32::MAX, |show| show.iter().map(|&variable| 1 << (variable - 1)).sum());
    let is_model = |bits: &u32| {
        let holds = |lit: &Lit| (bits >> (lit.variable() - 1) & 1 == 1) == lit.is_positive();
        cnf.clauses().all(|clause| clause.iter().any(holds))
    };
    let models = (0..1_u32 << cnf.num_vars()).filter(is_model);
    let shown: std::collections::HashSet<u32> = models.map(|bits| bits & mask).collect();
    BigUint::from(shown.len())
}

#[test]
fn random_formulas_are_counted_as_by_hand() {
    let mut numbers = std::collections::BTreeSet::new();
    for seed in 0..1500 {
        let (cnf, show) = random_cnf(seed);
        let knowledge = Knowledge::of(&cnf, show.as_deref(), &Limits::default()).unwrap();
        let number = count_by_hand(&cnf, show.as_deref());
        assert_eq!(knowledge.count(), number, "seed {seed}: {cnf:?} {show:?}");
        numbers.insert(number);
    }
    assert!(numbers.len() > 60, "formulas with many numbers of models are drawn");
}

#[test]
fn larger_formulas_are_counted_as_by_listing() {
    use cnfetti::search::models::Question;
    for seed in 0..12 {
        let random = &mut Random::new(7000 + seed);
        let mut cnf = Cnf::new();
        cnf.declare(60);
        for _ in 0..220 {
            let number = |random: &mut Random| match random.below(120) as i32 {
                negative @ 0..60 => -1 - negative,
                positive => positive - 59,
            };
            cnf.add_clause((0..3).filter_map(|_| Lit::from_dimacs(number(random))));
        }
        let show: Vec<u32> = (1..=20).collect();
        let limits = Limits::default();
        let backend = cnfetti::solver::by_name("varisat").unwrap();
        let question = Question { cnf: &cnf, show: Some(&show), backend, limits: &limits };
        let (compiled, listed) = (question.compile(), question.list(|_| {}).unwrap());
        assert!(compiled.exact && listed.exact);
        assert_eq!(compiled.number, listed.number, "seed {seed}");
    }
}

#[test]
fn random_problems_have_the_numbers_of_brute_force_in_every_form() {
    let backend = cnfetti::solver::by_name("varisat").unwrap();
    for seed in 0..120 {
        let csp = random_csp(seed);
        let expected = numbers(&csp, &brute_force(&csp));
        for form in [Form::TwoSided, Form::OneSided] {
            let choices = Choices { form, ..Choices::default() };
            let compiled = clauses::count(&csp, &choices, backend, &Limits::default()).unwrap();
            let count = compiled.count;
            assert!(count.exact, "seed {seed}");
            assert_eq!(count.solutions, expected.solutions.into(), "seed {seed}: {csp:?}");
            assert_eq!(
                count.up_to_renaming,
                expected.up_to_renaming.into(),
                "seed {seed}: {csp:?}"
            );
            assert_eq!(count.classes, expected.classes.into(), "seed {seed}: {csp:?}");
            let projected: Vec<BigUint> = expected.projected.iter().map(|&n| n.into()).collect();
            assert_eq!(count.projected, projected, "seed {seed}: {csp:?}");
        }
    }
}

#[test]
fn instances_have_as_many_solutions_as_they_state() {
    let mut counted = 0;
    for (path, instance) in instances() {
        let csp = instance.puzzle.csp();
        let compiled = compile(&csp, &Choices::default()).unwrap();
        if compiled.cnf.num_literals() > 4_000 {
            continue;
        }
        let Some(expected) = instance.expect.solutions.as_ref() else { continue };
        let show: Vec<u32> = (1..=compiled.problem_variables()).collect();
        let limits = Limits { memory_bytes: 200 << 20, ..Limits::default() };
        if let Ok(knowledge) = Knowledge::of(&compiled.cnf, Some(&show), &limits) {
            assert_eq!(knowledge.count().to_string(), expected.to_string(), "{}", path.display());
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted} instances are small enough");
}

#[test]
fn limits_are_kept() {
    let mut cnf = Cnf::new();
    cnf.declare(300);
    let random = &mut Random::new(3);
    for _ in 0..700 {
        let clause = (0..3).map(|_| 1 + random.below(300) as i32);
        cnf.add_clause(clause.filter_map(Lit::from_dimacs).collect::<Vec<_>>());
    }
    let limits = Limits { memory_bytes: 5 << 20, ..Limits::default() };
    assert_eq!(Knowledge::of(&cnf, None, &limits).err(), Some(Stopped(Limit::Memory)));
    let budget = Budget::default().at_most(std::time::Duration::ZERO);
    let limits = Limits { budget, ..Limits::default() };
    assert_eq!(Knowledge::of(&cnf, None, &limits).err(), Some(Stopped(Limit::Time)));
}
