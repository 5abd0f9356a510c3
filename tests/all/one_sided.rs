//! One-sided formulas of models: random expressions, compared with brute force and a second statement of
//! their meaning.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfetti::compile::{Choices, compile};
use cnfetti::encodings::Form;
use cnfetti::exact::Limits;
use cnfetti::instance::Instance;
use cnfetti::limit::Budget;
use cnfetti::search::clauses;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::each_solution;
use cnfetti::search::models::each_projected;
use cnfetti::solver::by_name;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::operations::choices;
use crate::random_csp::Random;
use crate::random_models::Check;
use crate::support::{instance, seeds};

/// The integers `x[0]` to `x[4]`, then two Booleans, `x[5]` and `x[6]`.
const INTS: usize = 5;
const BOOLS: usize = 2;
const VALUES: i64 = 3;

/// A statement about the variables: its text in XCSP3, and its meaning.
struct Statement {
    text: String,
    holds: Check,
}

fn statement(random: &mut Random, depth: usize) -> Statement {
    if depth == 0 || random.below(6) == 0 {
        return comparison(random);
    }
    let number = 2 + random.below(2);
    let (name, number) =
        [("and", number), ("or", number), ("not", 1), ("imp", 2), ("iff", 2), ("xor", number)]
            [random.below(6)];
    let inner = (0..number).map(|_| statement(random, depth - 1)).collect_vec();
    let text = format!("{name}({})", inner.iter().map(|one| &one.text).join(","));
    let holds = move |values: &[i64]| {
        let truths = inner.iter().map(|one| (one.holds)(values)).collect_vec();
        match name {
            "and" => truths.iter().all(|truth| *truth),
            "or" => truths.contains(&true),
            "not" => !truths[0],
            "imp" => !truths[0] || truths[1],
            "iff" => truths[0] == truths[1],
            _ => truths.iter().filter(|truth| **truth).count() % 2 == 1,
        }
    };
    Statement { text, holds: Box::new(holds) }
}

fn comparison(random: &mut Random) -> Statement {
    if random.below(5) == 0 {
        let variable = INTS + random.below(BOOLS);
        let holds = move |values: &[i64]| values[variable] != 0;
        return Statement { text: format!("x[{variable}]"), holds: Box::new(holds) };
    }
    let name = ["lt", "le", "ge", "gt", "eq", "ne"][random.below(6)];
    let [a, b, c] = [0; 3].map(|_| random.below(INTS));
    let bound = random.below(8) as i64;
    let is_small = random.below(4) == 0;
    let (left, right) = match is_small {
        true => (format!("x[{a}]"), format!("x[{b}]")),
        false => (format!("add(x[{a}],mul(2,x[{b}]))"), format!("add({bound},x[{c}])")),
    };
    let holds = move |values: &[i64]| {
        let (left, right) = match is_small {
            true => (values[a], values[b]),
            false => (values[a] + 2 * values[b], bound + values[c]),
        };
        match name {
            "lt" => left < right,
            "le" => left <= right,
            "ge" => left >= right,
            "gt" => left > right,
            "eq" => left == right,
            _ => left != right,
        }
    };
    Statement { text: format!("{name}({left},{right})"), holds: Box::new(holds) }
}

/// All assignments for which everything holds.
fn brute_force(holds: impl Fn(&[i64]) -> bool) -> BTreeSet<Vec<i64>> {
    let domains = (0..INTS + BOOLS).map(|at| if at < INTS { 0..VALUES } else { 0..2 });
    domains.multi_cartesian_product().filter(|values| holds(values)).collect()
}

/// Returns how many clauses fewer there are than in the two-sided formula.
fn compare(
    instance: &Instance,
    expected: &BTreeSet<Vec<i64>>,
    two_sided: Choices,
    text: &str,
) -> i64 {
    let csp = instance.puzzle.csp();
    let choices = Choices { form: Form::OneSided, ..two_sided };
    let [both, one] = [two_sided, choices].map(|choices| compile(&csp, &choices).unwrap());
    let (varisat, budget) = (by_name("varisat").unwrap(), Budget::default());
    let shown = one.map.shown();
    let mut models = 0;
    let end = each_projected(&one.cnf, &shown, varisat, &budget, |_| {
        models += 1;
        ControlFlow::Continue(())
    });
    assert!(matches!(end, Ok(Ended::Exhausted(_))));
    assert_eq!(models, expected.len(), "projected models, {choices}\n{text}");
    let own = csp.counted().map(<[_]>::to_vec).unwrap_or_else(|| csp.ids().collect());
    let mut found = BTreeSet::new();
    let end = each_solution(&csp, &one, varisat, &budget, |solution, _| {
        instance.puzzle.check(solution).unwrap_or_else(|broken| panic!("{broken}\n{text}"));
        found.insert(own.iter().map(|id| i64::from(solution[id.index()])).collect_vec());
        ControlFlow::Continue(())
    });
    assert!(matches!(end, Ok(Ended::Exhausted(_))), "{choices}\n{text}");
    assert_eq!(&found, expected, "{choices}\n{text}");
    let counted = clauses::count(&csp, &choices, varisat, &Limits::default()).unwrap();
    assert_eq!(counted.count.solutions, BigUint::from(expected.len()), "{choices}\n{text}");
    both.cnf.num_clauses() as i64 - one.cnf.num_clauses() as i64
}

/// Runs some seeds, which must have fewer clauses together.
fn run(each: impl Fn(&mut Random) -> i64) {
    let fewer: i64 = seeds(20).map(|seed| each(&mut Random::new(seed))).sum();
    assert!(fewer > 0, "{fewer} clauses");
}

#[test]
fn one_sided_expressions_keep_the_projected_count() {
    run(|random| {
        let statements = (0..1 + random.below(3)).map(|_| statement(random, 3)).collect_vec();
        let last = INTS + BOOLS - 1;
        let mut text = format!(
            "<instance format=\"XCSP3\" type=\"CSP\">\n<variables>\n\
             <array id=\"x\" size=\"[{}]\">\n<domain for=\"x[0..{}]\"> 0..{} </domain>\n\
             <domain for=\"x[{INTS}..{last}]\"> 0 1 </domain>\n</array>\n</variables>\n\
             <constraints>\n<sum><list> x[] </list><condition> (ge,0) </condition></sum>\n",
            INTS + BOOLS,
            INTS - 1,
            VALUES - 1
        );
        for statement in &statements {
            text += &format!("<intension> {} </intension>\n", statement.text);
        }
        text += "</constraints>\n</instance>\n";
        let expected = brute_force(|values| statements.iter().all(|one| (one.holds)(values)));
        compare(&instance(&text), &expected, choices(random), &text)
    });
}

/// The meaning of a truth value in a FlatZinc file, given the variables and the truth values before it.
type Says = Box<dyn Fn(&[i64], &[bool]) -> bool>;

/// The constraint that defines a truth value, and its meaning.
fn reified(random: &mut Random, name: &str, before: usize) -> (String, Says) {
    let [a, b, c] = [0; 3].map(|_| random.below(INTS));
    let bound = random.below(6) as i64;
    let truth = |at: usize| format!("X_INTRODUCED_{at}_");
    if before > 1 && random.below(2) == 0 {
        let [one, other] = [0; 2].map(|_| random.below(before));
        let list = format!("[{},{}]", truth(one), truth(other));
        return match random.below(3) {
            0 => (
                format!("array_bool_and({list},{name})"),
                Box::new(move |_, truths| truths[one] && truths[other]),
            ),
            1 => (
                format!("array_bool_or({list},{name})"),
                Box::new(move |_, truths| truths[one] || truths[other]),
            ),
            _ => (
                format!("bool_clause_reif([{}],[{}],{name})", truth(one), truth(other)),
                Box::new(move |_, truths| truths[one] || !truths[other]),
            ),
        };
    }
    match random.below(5) {
        0 => (
            format!("int_lin_le_reif([1,2,-1],[x{a},x{b},x{c}],{bound},{name})"),
            Box::new(move |x, _| x[a] + 2 * x[b] - x[c] <= bound),
        ),
        1 => (
            format!("int_lin_eq_reif([1,2,-1],[x{a},x{b},x{c}],{bound},{name})"),
            Box::new(move |x, _| x[a] + 2 * x[b] - x[c] == bound),
        ),
        2 => (
            format!("int_lin_ne_reif([1,1],[x{a},x{b}],{bound},{name})"),
            Box::new(move |x, _| x[a] + x[b] != bound),
        ),
        3 => (
            format!("set_in_reif(x{a},{{0,2}},{name})"),
            Box::new(move |x, _| [0, 2].contains(&x[a])),
        ),
        _ => (format!("int_lt_reif(x{a},x{b},{name})"), Box::new(move |x, _| x[a] < x[b])),
    }
}

#[test]
fn one_sided_flatzinc_keeps_the_projected_count() {
    run(|random| {
        let ints = (0..INTS).map(|at| format!("var 0..{}: x{at} :: output_var;\n", VALUES - 1));
        let bools = (INTS..INTS + BOOLS).map(|at| format!("var bool: x{at} :: output_var;\n"));
        let mut text: String = ints.chain(bools).collect();
        let truths = 3 + random.below(5);
        let names = (0..truths).map(|at| format!("X_INTRODUCED_{at}_")).collect_vec();
        let mut says: Vec<Says> = Vec::new();
        let mut constraints = String::new();
        for (at, name) in names.iter().enumerate() {
            text += &format!("var bool: {name} :: var_is_introduced :: is_defined_var;\n");
            let (constraint, meaning) = reified(random, name, at);
            constraints += &format!("constraint {constraint} :: defines_var({name});\n");
            says.push(meaning);
        }
        // Requirements on them: one of two is true, or a third is not.
        let mut clauses = Vec::new();
        for _ in 0..1 + random.below(3) {
            let (one, other) = (random.below(truths), random.below(truths));
            let own = INTS + random.below(BOOLS);
            let are_literals = random.below(2) == 0;
            constraints += &match are_literals {
                true => {
                    format!("constraint bool_clause([{},x{own}],[{}]);\n", names[one], names[other])
                }
                false => {
                    format!("constraint bool_clause([x{own}],[{},{}]);\n", names[one], names[other])
                }
            };
            clauses.push((one, other, own, are_literals));
        }
        text += &constraints;
        text += "solve satisfy;\n";
        let expected = brute_force(|values| {
            let mut truths = Vec::new();
            for meaning in &says {
                truths.push(meaning(values, &truths));
            }
            clauses.iter().all(|&(one, other, own, are_literals)| {
                values[own] == 1 || !truths[other] || truths[one] == are_literals
            })
        });
        compare(&instance(&text), &expected, choices(random), &text)
    });
}
