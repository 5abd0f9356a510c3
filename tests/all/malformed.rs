//! Problems as a careless or hostile program builds them: nonsense is refused, and for the rest,
//! each engine gives the same right numbers. Nothing panics.

mod draw;

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use cnfetti::compile::Choices;
use cnfetti::csp::{
    Csp, Linear, Malformed, Objective, Projection, Ranges, Sense, Symmetry, Terms, Value, VarId,
};
use cnfetti::exact::{self, Limits};
use cnfetti::limit::Budget;
use cnfetti::search::blocking::count;
use cnfetti::search::definability::{NotDeciding, declare_deciding};
use cnfetti::solver::by_name;
use num_bigint::BigUint;

use crate::drawn;
use crate::random_csp::{Random, brute_force, numbers};

/// What happened to the statements of all problems.
#[derive(Default)]
struct Seen {
    posted: usize,
    refused: usize,
    declared: usize,
    declared_wrongly: usize,
    counted: usize,
    not_symmetric: usize,
    too_large: usize,
}

fn budget() -> Budget {
    Budget::default().at_most(std::time::Duration::from_secs(20))
}

/// A problem, and whether its declared symmetries may be wrong.
fn problem(random: &mut Random, seen: &mut Seen) -> Csp {
    let mut csp = Csp::new();
    for number in 0..1 + random.below(3) {
        csp.variable(format!("x{number}"), draw::domain(random));
    }
    let ids = draw::Ids::new(&csp);
    for _ in 0..1 + random.below(3) {
        let constraint = draw::constraint(random, &ids);
        let before = csp.clone();
        match csp.try_post(constraint, "of chance") {
            Ok(()) => seen.posted += 1,
            Err(_) => {
                assert_eq!(csp, before, "what is refused changes nothing");
                seen.refused += 1;
            }
        }
    }
    let before = csp.clone();
    let declared = match random.below(6) {
        0 => csp.count_also(Projection { name: "some".into(), scope: ids.scope(random) }),
        1 => csp.count_over(ids.scope(random)),
        2 => csp.optimize(Objective { terms: ids.terms(random), sense: Sense::Minimize }),
        3 => csp.declare_symmetry(ids.symmetry(random)),
        4 => match declare_deciding(&mut csp, ids.scope(random), &budget()) {
            Ok(()) => Ok(()),
            Err(NotDeciding::Malformed(malformed)) => Err(malformed),
            Err(NotDeciding::Others { .. }) => Err(Malformed::NoSymmetry),
            Err(other) => panic!("{other}"),
        },
        _ => Ok(()),
    };
    match declared {
        Ok(()) => seen.declared += 1,
        Err(_) => {
            assert_eq!(csp, before, "what is refused changes nothing");
            seen.declared_wrongly += 1;
        }
    }
    csp
}

/// Both engines agree with brute force, or report that a symmetry is wrong.
fn compare(csp: &Csp, seen: &mut Seen) {
    let all = brute_force(csp);
    let cost = |solution: &Vec<Value>| csp.objective().map_or(0, |wanted| wanted.value(solution));
    let best = all.iter().map(cost).min();
    let solutions: Vec<Vec<Value>> =
        all.into_iter().filter(|solution| Some(cost(solution)) == best).collect();
    let limits = Limits { budget: budget(), ..Limits::default() };
    let exact = exact::count(csp, &limits);
    let varisat = by_name("varisat").unwrap();
    let blocking = count(csp, &Choices::default(), varisat, &budget(), |_| {});
    if !draw::is_symmetric(csp, &solutions) {
        for error in [exact.map(drop).unwrap_err().to_string(), blocking.unwrap_err().to_string()] {
            assert!(error.contains(&Malformed::NoSymmetry.to_string()), "{error}");
        }
        seen.not_symmetric += 1;
        return;
    }
    let (exact, _) = exact.unwrap();
    let mut expected = numbers(csp, &solutions);
    if let Some(counted) = csp.counted() {
        let restricted =
            |solution: &Vec<Value>| counted.iter().map(|id| solution[id.index()]).collect();
        let seen: HashSet<Vec<Value>> = solutions.iter().map(restricted).collect();
        (expected.solutions, expected.classes) = (seen.len(), seen.len());
    }
    assert!(exact.exact);
    assert_eq!(exact.solutions, BigUint::from(expected.solutions), "exact");
    assert_eq!(exact.classes, BigUint::from(expected.classes), "exact, classes");
    let projected: Vec<BigUint> = expected.projected.iter().map(|&n| n.into()).collect();
    assert_eq!(exact.projected, projected, "exact, projected");
    let blocking = match blocking {
        Err(error) => {
            assert!(error.to_string().contains("literals"), "{error}");
            seen.too_large += 1;
            return;
        }
        Ok(counted) => counted.count,
    };
    assert!(blocking.exact);
    assert_eq!(blocking.solutions, BigUint::from(expected.solutions), "blocking");
    assert_eq!(blocking.classes, BigUint::from(expected.classes), "blocking, classes");
    assert_eq!(blocking.projected, projected, "blocking, projected");
    seen.counted += 1;
}

#[test]
fn whatever_a_program_builds_is_refused_or_counted_right() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).map_or(otherwise, |number| number.parse().unwrap())
    };
    let (many, first) = (number("CNFETTI_MALFORMED", 6_000), number("CNFETTI_RANDOM_SEED", 0));
    let mut seen = Seen::default();
    for seed in first..first + many {
        let mut csp = None;
        let tried = catch_unwind(AssertUnwindSafe(|| {
            let built = problem(&mut Random::new(seed), &mut seen);
            csp = Some(built.clone());
            compare(&built, &mut seen);
        }));
        assert!(tried.is_ok(), "seed {seed}: {csp:#?}");
    }
    let Seen { posted, refused, declared, declared_wrongly, counted, not_symmetric, too_large } =
        seen;
    println!("{posted} posted, {refused} refused, {counted} counted, {too_large} too large");
    let many = many as usize;
    assert!(posted > many / 2 && refused > many / 4 && counted > many / 2, "{posted} {refused}");
    assert!(declared > many / 4 && declared_wrongly > many / 10, "{declared} {declared_wrongly}");
    assert!(too_large < many / 20 && not_symmetric > 0, "{too_large} {not_symmetric}");
}

#[test]
fn every_constraint_is_drawn() {
    let (mut random, mut csp) = (Random::new(1), Csp::new());
    csp.variable("x", 0..3);
    let ids = draw::Ids::new(&csp);
    let missing = drawn::missing((0..3_000).map(|_| draw::constraint(&mut random, &ids)));
    assert!(missing.is_empty(), "tests/all/malformed/draw.rs draws no {missing:?}");
}

/// Sums with weight 0 cannot be built.
#[test]
fn a_weight_of_zero_is_no_term_and_no_weight_wraps_around() {
    let mut csp = Csp::new();
    let [x, y] = ["x", "y"].map(|name| csp.variable(name, 0..3));
    let terms = Terms::new([(x, 1), (y, 2), (x, -1)]);
    assert_eq!(terms.scope(), [y]);
    assert!(terms.as_slice().iter().all(|term| term.weight != 0));
    // In 64 bits, these would saturate, and x would have the weight 0.
    let terms = Terms::new([(x, i64::MAX), (x, 3), (x, -i64::MAX)]);
    assert_eq!(terms.as_slice()[0].weight, 3);
    let huge = Terms::new([(x, i64::MAX), (x, i64::MAX)]);
    let within = Ranges::at_most(4);
    let refused = csp.try_post(Linear { terms: huge, within: within.clone() }.into(), "");
    assert!(matches!(refused, Err(Malformed::TooLarge(_))), "{refused:?}");
    csp.post(Linear { terms: Terms::new([(x, 0), (y, 3), (x, 0)]), within }.into(), "");
    let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
    assert_eq!(count.solutions, BigUint::from(6_u32));
}

/// Declaring deciding variables that do not decide made one engine say 3 and the other 9.
#[test]
fn what_decides_nothing_is_not_declared() {
    let mut csp = Csp::new();
    let [x, y] = ["x", "y"].map(|name| csp.variable(name, 0..3));
    let wrong = declare_deciding(&mut csp, vec![x], &budget());
    assert_eq!(
        wrong.unwrap_err().to_string(),
        "two solutions agree on the deciding variables and differ in `y`"
    );
    assert_eq!(csp.deciding(), [x, y]);
    let twice = declare_deciding(&mut csp, vec![x, x], &budget());
    assert!(matches!(twice, Err(NotDeciding::Malformed(Malformed::VariableTwice(_)))));
    let spent = Budget::default().at_most(std::time::Duration::ZERO);
    assert!(declare_deciding(&mut csp, vec![x], &spent).is_err());
    let varisat = by_name("varisat").unwrap();
    let counted = |csp: &Csp| {
        let (exact, _) = exact::count(csp, &Limits::default()).unwrap();
        let blocking = count(csp, &Choices::default(), varisat, &budget(), |_| {}).unwrap();
        assert_eq!(exact.solutions, blocking.count.solutions);
        exact.solutions
    };
    assert_eq!(counted(&csp), BigUint::from(9_u32));
    let same = Linear { terms: Terms::new([(x, 1), (y, -1)]), within: Ranges::exactly(0) };
    csp.post(same.into(), "both are the same");
    declare_deciding(&mut csp, vec![x], &budget()).unwrap();
    assert_eq!((csp.deciding(), counted(&csp)), (vec![x], BigUint::from(3_u32)));
    // Without the constraint, nothing is known any more.
    csp.retain(|_| false);
    assert_eq!((csp.deciding(), counted(&csp)), (vec![x, y], BigUint::from(9_u32)));
}

#[test]
fn what_is_no_symmetry_is_not_divided_out() {
    let mut csp = Csp::new();
    let [x, y]: [VarId; 2] = ["x", "y"].map(|name| csp.variable(name, 0..3));
    let less = Linear { terms: Terms::new([(x, 1), (y, -1)]), within: Ranges::at_most(-1) };
    csp.post(less.into(), "x is less");
    csp.declare_symmetry(Symmetry { permutations: vec![vec![y, x]], ..Symmetry::default() })
        .unwrap();
    let wrong = "the declared symmetry maps a solution to a non-solution";
    let error = exact::count(&csp, &Limits::default()).unwrap_err();
    assert_eq!(error.to_string(), wrong);
    let varisat = by_name("varisat").unwrap();
    let error = count(&csp, &Choices::default(), varisat, &budget(), |_| {}).unwrap_err();
    assert_eq!(error.to_string(), wrong);
}
