//! OPB and WCNF: random files, compared with brute force that shares no code with the reader, and
//! formulas in both languages, compared with their problem.

mod answers;
mod languages;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfetti::compile::compile;
use cnfetti::csp::Csp;
use cnfetti::exact::{self, Limits};
use cnfetti::instance::{self, Instance};
use cnfetti::limit::Budget;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::each_solution;
use cnfetti::solver::by_name;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::operations::choices;
use crate::random_csp::Random;
use crate::support::refused;

/// A literal: the index of its variable, and whether it is negated.
type Literal = (usize, bool);

/// A weighted sum of products of literals.
type Sum = Vec<(i64, Vec<Literal>)>;

/// A file, and its meaning.
pub(crate) struct Drawn {
    pub(crate) text: String,
    /// The variables that a solution assigns.
    variables: Vec<usize>,
    constraints: Vec<(Sum, &'static str, i64)>,
    /// The objective, and whether it is maximized.
    objective: Option<(Sum, bool)>,
}

/// The value of a sum; the bits of `truth` are the variables.
fn value(sum: &Sum, truth: u32) -> i64 {
    let holds = |&(at, is_negated): &Literal| (truth >> at & 1 == 1) != is_negated;
    sum.iter().filter(|(_, product)| product.iter().all(holds)).map(|(weight, _)| weight).sum()
}

fn written(sum: &Sum) -> String {
    let literal =
        |&(at, is_negated): &Literal| format!(" {}x{}", if is_negated { "~" } else { "" }, at + 1);
    let term = |(weight, product): &(i64, Vec<Literal>)| {
        format!("{weight:+}{}", product.iter().map(literal).join(""))
    };
    sum.iter().map(term).join(" ")
}

impl Drawn {
    /// Draws a file with or without a header, an objective, negations, products, equal terms and
    /// empty sums.
    pub(crate) fn new(random: &mut Random) -> Drawn {
        let number = 1 + random.below(5);
        let wide = if random.below(5) == 0 { 1_000_003 } else { 1 };
        let sum = |random: &mut Random, least: usize| -> Sum {
            let terms = least + random.below(5);
            let term = |random: &mut Random| {
                let literals = if random.below(4) == 0 { 2 + random.below(2) } else { 1 };
                let literal = |random: &mut Random| (random.below(number), random.below(3) == 0);
                let product = (0..literals).map(|_| literal(random)).collect();
                ((random.below(9) as i64 - 4) * wide, product)
            };
            (0..terms).map(|_| term(random)).collect()
        };
        let constraints = (0..random.below(4)).map(|_| {
            let least = usize::from(random.below(9) > 0);
            let sum = sum(random, least);
            let relation = [">=", "=", "<="][random.below(3)];
            // Some assignment meets half of the bounds.
            let bound = match random.below(2) {
                0 => value(&sum, random.below(1 << number) as u32),
                _ => (random.below(9) as i64 - 4) * wide,
            };
            (sum, relation, bound)
        });
        let constraints = constraints.collect_vec();
        let objective = (random.below(2) == 0).then(|| (sum(random, 0), random.below(2) == 0));
        let has_header = random.below(2) == 0;
        let sums = constraints.iter().map(|(sum, ..)| sum);
        let sums = sums.chain(objective.iter().map(|(sum, _)| sum));
        let mentioned: BTreeSet<usize> =
            sums.flatten().flat_map(|(_, product)| product.iter().map(|&(at, _)| at)).collect();
        let mut text = String::new();
        if has_header {
            let found = constraints.len();
            text += &format!("* #variable= {number} #constraint= {found}\n* by chance\n");
        }
        if let Some((sum, is_maximum)) = &objective {
            let word = if *is_maximum { "max" } else { "min" };
            text += &format!("{word}: {} ;\n", written(sum));
        }
        for (sum, relation, bound) in &constraints {
            let gap = [" ", "\n* between\n", ""][random.below(3)];
            text += &format!(
                "{}{gap} {relation} {bound}{};\n",
                written(sum),
                [" ", ""][random.below(2)]
            );
        }
        let all = 0..number;
        let variables = if has_header { all.collect() } else { mentioned.into_iter().collect() };
        Drawn { text, variables, constraints, objective }
    }

    /// The assignments, as bits, to the variables that take part, under which all constraints hold.
    fn solutions(&self) -> Vec<u32> {
        let all = (0..1_u32 << self.variables.len()).map(|bits| {
            let bit = |(place, &at): (usize, &usize)| (bits >> place & 1) << at;
            self.variables.iter().enumerate().map(bit).sum()
        });
        all.filter(|&truth: &u32| {
            self.constraints.iter().all(|(sum, relation, bound)| match *relation {
                ">=" => value(sum, truth) >= *bound,
                "<=" => value(sum, truth) <= *bound,
                _ => value(sum, truth) == *bound,
            })
        })
        .collect()
    }

    /// The best value of the objective, and the number of solutions that have it.
    pub(crate) fn optimum(&self) -> Option<(i64, usize)> {
        let (sum, is_maximum) = self.objective.as_ref()?;
        let values = self.solutions().into_iter().map(|truth| value(sum, truth)).collect_vec();
        let best = if *is_maximum { values.iter().max() } else { values.iter().min() }?;
        Some((*best, values.iter().filter(|value| *value == best).count()))
    }

    /// The file as an instance; `None` if its text has no statement, and so is not recognized as
    /// OPB.
    pub(crate) fn instance(&self) -> Option<Instance> {
        let first = self.text.lines().find(|line| !line.is_empty() && !line.starts_with('*'));
        if !self.text.starts_with("* #") && first.is_none_or(|line| line.starts_with([' ', '>'])) {
            return None;
        }
        Some(instance::parse(&self.text).unwrap_or_else(|error| panic!("{error}\n{}", self.text)))
    }
}

pub(crate) fn exactly(csp: &Csp) -> cnfetti::count::Count {
    let (count, _) = exact::count(csp, &Limits::default()).unwrap();
    assert!(count.exact);
    count
}

#[test]
fn files_have_as_many_solutions_as_brute_force_finds() {
    let varisat = by_name("varisat").unwrap();
    let (mut optima, mut none) = (0, 0);
    for seed in 0..200 {
        let random = &mut Random::new(seed);
        let drawn = Drawn::new(random);
        let Some(instance) = drawn.instance() else { continue };
        let (text, solutions) = (&drawn.text, drawn.solutions());
        assert_eq!(instance.kind, "model");
        let csp = instance.puzzle.csp();
        let all = csp.clone().without_objective();
        assert_eq!(exactly(&all).solutions, BigUint::from(solutions.len()), "{text}");
        let best = drawn.optimum();
        if drawn.objective.is_some() {
            let count = exactly(&csp);
            assert_eq!(count.optimum, best.map(|(value, _)| value), "{text}");
            let number = best.map_or(0, |(_, number)| number);
            assert_eq!(count.solutions, BigUint::from(number), "{text}");
            optima += usize::from(number > 0);
        }
        none += usize::from(solutions.is_empty());
        let choices = choices(random);
        let compiled = compile(&all, &choices).unwrap();
        let mut found = BTreeSet::new();
        let end = each_solution(&all, &compiled, varisat, &Budget::default(), |solution, _| {
            instance.puzzle.check(solution).unwrap_or_else(|broken| panic!("{broken}\n{text}"));
            let values = drawn.variables.iter().zip(solution);
            found.insert(values.map(|(at, value)| (*value as u32) << at).sum::<u32>());
            ControlFlow::Continue(())
        });
        assert!(matches!(end, Ok(Ended::Exhausted(_))));
        assert_eq!(found, solutions.into_iter().collect(), "{choices}\n{text}");
    }
    assert!(optima > 60 && none > 30, "{optima} with an optimum, {none} without solution");
}

/// Numbers beyond 64 bits, in constraints that smaller ones can state, and in others.
#[test]
fn numbers_may_have_any_size() {
    const LARGE: i128 = 10_i128.pow(25);
    let [mut read, mut refused] = [0, 0];
    for seed in 0..2_000 {
        let random = &mut Random::new(seed);
        let number = 1 + random.below(4);
        let drawn = |random: &mut Random| {
            let unit = if random.below(3) == 0 { 1 } else { LARGE };
            let digit = i128::from(random.below(6) == 0);
            (random.below(9) as i128 - 4) * unit + digit
        };
        let product = |random: &mut Random| -> Vec<Literal> {
            let literals = 1 + usize::from(random.below(4) == 0);
            (0..literals).map(|_| (random.below(number), random.below(3) == 0)).collect()
        };
        let terms = 1 + random.below(4);
        let sum = (0..terms).map(|_| (drawn(random), product(random))).collect_vec();
        let (relation, bound) = ([">=", "=", "<="][random.below(3)], drawn(random));
        let literal = |&(at, is_negated): &Literal| {
            format!(" {}x{}", if is_negated { "~" } else { "" }, at + 1)
        };
        let written = sum
            .iter()
            .map(|(weight, product)| format!("{weight:+}{}", product.iter().map(literal).join("")));
        let text = format!(
            "* #variable= {number} #constraint= 1\n{} {relation} {bound} ;\n",
            { written }.join(" ")
        );
        let holds = |truth: u32| {
            let is_true = |&(at, is_negated): &Literal| (truth >> at & 1 == 1) != is_negated;
            let true_ones = sum.iter().filter(|(_, product)| product.iter().all(is_true));
            let value: i128 = true_ones.map(|(weight, _)| weight).sum();
            match relation {
                ">=" => value >= bound,
                "<=" => value <= bound,
                _ => value == bound,
            }
        };
        match instance::parse(&text) {
            Ok(instance) => {
                let csp = instance.puzzle.csp();
                for truth in 0..1_u32 << number {
                    let values = (0..number).map(|at| (truth >> at & 1) as i32).collect_vec();
                    let json = serde_json::json!({ "x": values });
                    let full = instance.puzzle.read_json(&json).unwrap();
                    let checked = instance.puzzle.check(&full);
                    assert_eq!(checked.is_ok(), holds(truth), "{checked:?} {values:?}\n{text}");
                }
                let found = (0..1_u32 << number).filter(|&truth| holds(truth)).count();
                assert_eq!(exactly(&csp).solutions, BigUint::from(found), "{text}");
                read += 1;
            }
            Err(error) => {
                assert_eq!(
                    error.to_string(),
                    "expected sums of at most 62 bits, found larger ones"
                );
                let is_large = |number: i128| number.abs() > LARGE / 2;
                assert!(is_large(bound) || sum.iter().any(|(weight, _)| is_large(*weight)));
                refused += 1;
            }
        }
    }
    assert!(read > 1_000 && refused > 100, "{read} were read, {refused} refused");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, expected) in [
        (
            "* #variable= 2 #constraint= 1\n+1 x3 >= 1 ;",
            "2:4: expected a variable from x1 to x2, found x3",
        ),
        ("+1 x0 >= 1 ;", "1:4: expected a variable from x1 to x2000000, found x0"),
        ("+1 x1 >= 1", "1:11: expected `;`, found the end of the file: is it cut off?"),
        ("+1 x1 > 1 ;", "1:7: expected a weight, >=, = or <=, found `>`"),
        ("+1 x1 >= y ;", "1:10: expected a whole number, found `y`"),
        (
            "+1 x1\n +2 >= 1 ;",
            "2:5: expected a literal such as x1 or ~x1 behind the weight, found `>=`",
        ),
        ("+1 x1 x2x >= 1 ;", "1:7: expected a weight, >=, = or <=, found `x2x`"),
        (
            "+1 x1 >= 1 ;\nmin: +1 x1 ;",
            "2:1: the objective must come before all constraints, and only once",
        ),
        (
            "+1 x1 >= 0 ;\n+1 x1 +99999999999999999999 x2 = 1 ;",
            "2:1: expected sums of at most 62 bits, found larger ones",
        ),
        (
            "min: +9000000000000000000 x1 +9000000000000000000 x2 ;",
            "1:1: expected sums of at most 62 bits, found larger ones",
        ),
        (
            "soft: 6 ;\n[2] +1 x1 >= 1 ;",
            "1:1: expected constraints that must hold, found a soft one",
        ),
        (
            "+1 x1 >= 1 ;\n[2] +1 x1 >= 1 ;",
            "2:1: expected constraints that must hold, found a soft one",
        ),
        (
            "* #variable= 2 #constraint= 2\n+1 x1 >= 1 ;\n",
            "1:1: expected 2 constraints, found 1: is the file cut off?",
        ),
        (
            "* #variable= 9999999 #constraint= 0\n",
            "1:1: expected at most 2000000 variables, found 9999999",
        ),
        (
            "* #variable= s #constraint= 6\n+1 x1 >= 1 ;\n",
            "1:14: expected a number behind `#variable=`, found `s`",
        ),
        (
            "* #variable= 1 #constraint=\n+1 x1 >= 1 ;\n",
            "1:28: expected a number behind `#constraint=`, found nothing",
        ),
        (
            "* #variable= 99999999999999999999 #constraint= 0\n",
            "1:14: expected a smaller number behind `#variable=`, found `99999999999999999999`",
        ),
        (
            "+1 ~x99999999999999999999 >= 1 ;",
            "1:4: expected a variable from x1 to x2000000, found x99999999999999999999",
        ),
        (
            "+1 x1 >= ~x99999999999999999999 ;",
            "1:10: expected a whole number, found ~x99999999999999999999",
        ),
        (
            "* made by hand\n",
            "2:1: this seems to be OPB, but has only comments: is the file cut off?",
        ),
    ] {
        refused(text, expected);
    }
}
