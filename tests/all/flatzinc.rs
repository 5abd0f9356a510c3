//! FlatZinc: every constraint compared with its meaning, and the solver as MiniZinc uses it.

mod command_line;
mod contexts;
mod instances;
mod meaning;
mod minizinc;
mod stream;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use cnfetti::compile::compile;
use cnfetti::csp::Value;
use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use cnfetti::limit::Budget;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::each_solution;
use cnfetti::solver::by_name;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::operations::choices;
use crate::random_csp::Random;
use crate::support::refused;
pub(crate) use command_line::has_minizinc;
use meaning::{CASES, Case};

/// The values of an integer variable.
const INTS: std::ops::RangeInclusive<i64> = -1..=3;

/// A number, or the index of a variable: three integers, then three Booleans.
#[derive(Clone, Copy)]
enum Term {
    Number(i64),
    Variable(usize),
}

/// A constraint as text of the file, and its meaning.
struct Drawn {
    text: String,
    args: Vec<Vec<Term>>,
    holds: fn(&[Vec<i64>]) -> bool,
    /// If the truth is the last argument: whether it is equivalent, or only implied.
    reified: Option<bool>,
}

impl Drawn {
    fn is_true(&self, values: &[i64]) -> bool {
        let value = |term: &Term| match *term {
            Term::Number(number) => number,
            Term::Variable(variable) => values[variable],
        };
        let args = self.args.iter().map(|arg| arg.iter().map(value).collect_vec());
        let mut args = args.collect_vec();
        match self.reified {
            None => (self.holds)(&args),
            Some(both) => {
                let truth = args.pop().unwrap()[0] != 0;
                let holds = (self.holds)(&args);
                if both { holds == truth } else { holds || !truth }
            }
        }
    }
}

fn name(term: Term) -> String {
    match term {
        Term::Number(number) => number.to_string(),
        Term::Variable(variable) => ["a", "b", "c", "p", "q", "r"][variable].to_owned(),
    }
}

/// Draws a constraint of this sort with random arguments. The letters of the sort are: `i`, `b` an integer
/// and a Boolean, `I`, `B` lists of them that may be empty, `J`, `K` lists that are not, `S` a list as long
/// as the one before, `w` weights for the list that follows, `k` a number, `d` a number that divides the
/// length of the list before, `f` a truth value, `s` a set, `p`, `q` the ends of links between the items of
/// the list before, `O` a truth value for each link, `v` different numbers, `n` as many variables and `l`,
/// `u` as many numbers as these, `t` rows as long as the list before.
fn drawn(case: &Case, random: &mut Random) -> Drawn {
    let (mut args, mut texts): (Vec<Vec<Term>>, Vec<String>) = (Vec::new(), Vec::new());
    let mut length = random.below(4);
    let (mut covered, mut links) = (0, 0);
    for sort in case.args.chars() {
        let int = |random: &mut Random| match random.below(5) {
            0 => Term::Number(random.below(5) as i64 - 1),
            _ => Term::Variable(random.below(3)),
        };
        let bool = |random: &mut Random| match random.below(6) {
            0 => Term::Number(random.below(2) as i64),
            _ => Term::Variable(3 + random.below(3)),
        };
        let number = |random: &mut Random| Term::Number(random.below(6) as i64 - 2);
        let is_list = !"ibkdfs".contains(sort);
        if "JK".contains(sort) {
            length = case.least + random.below(3);
        } else if "IBw".contains(sort) && args.is_empty() {
            length = random.below(4);
        }
        let arg: Vec<Term> = match sort {
            'i' => vec![int(random)],
            'b' => vec![bool(random)],
            'k' => vec![number(random)],
            'd' => {
                let divisors = (1..=length).filter(|by| length.is_multiple_of(*by)).collect_vec();
                vec![Term::Number(divisors[random.below(divisors.len())] as i64)]
            }
            'f' => vec![Term::Number(random.below(2) as i64)],
            'w' => (0..length).map(|_| number(random)).collect(),
            'I' | 'J' | 'S' => (0..length).map(|_| int(random)).collect(),
            'B' | 'K' => (0..length).map(|_| bool(random)).collect(),
            's' | 'v' => {
                let kept = (-1..=3).filter(|_| random.below(2) == 0).collect_vec();
                let kept = if kept.is_empty() { vec![1] } else { kept };
                covered = kept.len();
                kept.into_iter().map(Term::Number).collect()
            }
            'n' => (0..covered).map(|_| int(random)).collect(),
            'l' => (0..covered).map(|_| Term::Number(random.below(2) as i64)).collect(),
            'u' => (0..covered).map(|_| Term::Number(1 + random.below(2) as i64)).collect(),
            'p' => {
                links = if length == 0 { 0 } else { random.below(4) };
                (0..links).map(|_| Term::Number(1 + random.below(length) as i64)).collect()
            }
            'q' => (0..links).map(|_| Term::Number(1 + random.below(length) as i64)).collect(),
            'O' => (0..links).map(|_| bool(random)).collect(),
            't' => (0..length * (1 + random.below(4))).map(|_| number(random)).collect(),
            _ => panic!("{sort}"),
        };
        let text = arg.iter().map(|&term| name(term)).join(",");
        let boolean = "bBKOf".contains(sort);
        let text = match boolean {
            true => text
                .split(',')
                .map(|word| match word {
                    "0" => "false",
                    "1" => "true",
                    word => word,
                })
                .join(","),
            false => text,
        };
        texts.push(match sort {
            's' => format!("{{{text}}}"),
            _ if is_list => format!("[{text}]"),
            _ => text,
        });
        args.push(arg);
    }
    let mut suffix = "";
    let reified = match random.below(3) {
        _ if !case.is_relation => None,
        0 => None,
        kind => {
            suffix = ["_reif", "_imp"][kind - 1];
            let truth = Term::Variable(3 + random.below(3));
            texts.push(name(truth));
            args.push(vec![truth]);
            Some(kind == 1)
        }
    };
    let text = format!("constraint {}{suffix}({});", case.name, texts.join(","));
    Drawn { text, args, holds: case.holds, reified }
}

/// All assignments to the variables under which all constraints hold.
fn brute_force(drawn: &[Drawn]) -> BTreeSet<Vec<i64>> {
    let domains = (0..6).map(|at| if at < 3 { INTS } else { 0..=1 });
    let all = domains.multi_cartesian_product();
    all.filter(|values| drawn.iter().all(|drawn| drawn.is_true(values))).collect()
}

fn file(drawn: &[Drawn]) -> String {
    let (low, high) = (INTS.start(), INTS.end());
    let ints = ["a", "b", "c"].map(|name| format!("var {low}..{high}: {name} :: output_var;\n"));
    let bools = ["p", "q", "r"].map(|name| format!("var bool: {name} :: output_var;\n"));
    let constraints = drawn.iter().map(|drawn| drawn.text.clone() + "\n");
    ints.into_iter().chain(bools).chain(constraints).collect::<String>() + "solve satisfy;\n"
}

/// Draws a file with up to three constraints of any sort.
pub(crate) fn random_text(random: &mut Random) -> String {
    let several =
        (0..1 + random.below(3)).map(|_| drawn(&CASES[random.below(CASES.len())], random));
    file(&several.collect_vec())
}

fn compare(drawn: &[Drawn], random: &mut Random) {
    let text = file(drawn);
    let instance = instance::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let csp = instance.puzzle.csp();
    let expected = brute_force(drawn);
    let outputs = instance.puzzle.outputs().unwrap();
    let read =
        |solution: &[Value]| outputs.iter().map(|id| i64::from(solution[id.index()])).collect();
    let choices = choices(random);
    let compiled = compile(&csp, &choices).unwrap();
    let varisat = by_name("varisat").unwrap();
    let mut found: BTreeSet<Vec<i64>> = BTreeSet::new();
    let end = each_solution(&csp, &compiled, varisat, &Budget::default(), |solution, _| {
        instance.puzzle.check(solution).unwrap_or_else(|broken| panic!("{broken}\n{text}"));
        assert!(found.insert(read(solution)), "twice: {text}");
        ControlFlow::Continue(())
    });
    assert!(matches!(end, Ok(Ended::Exhausted(_))));
    assert_eq!(found, expected, "{choices}\n{text}");
    let mut csp = csp;
    csp.count_over(outputs).unwrap();
    let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
    assert_eq!(count.solutions, BigUint::from(expected.len()), "{text}");
}

#[test]
fn every_constraint_means_what_its_name_says() {
    for case in CASES {
        for seed in 0..5 {
            let random = &mut Random::new(seed);
            compare(&[drawn(case, random)], random);
        }
    }
}

#[test]
fn constraints_hold_together() {
    for seed in 0..150 {
        let random = &mut Random::new(1000 + seed);
        let several = (0..2 + random.below(2)).map(|_| {
            let case = &CASES[random.below(CASES.len())];
            drawn(case, random)
        });
        let several = several.collect_vec();
        compare(&several, random);
    }
}

#[test]
fn automata_read_words() {
    // Words over 1 and 2 with an even number of ones; 3 is not in the alphabet.
    let text = "var 1..3: a :: output_var;\nvar 1..3: b :: output_var;\nvar 1..3: c :: output_var;\n\
                constraint cnfetti_regular([a,b,c],2,2,[2,1,1,2],1,{1});\nsolve satisfy;\n";
    let csp = instance::parse(text).unwrap().puzzle.csp();
    let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
    assert_eq!(count.solutions, BigUint::from(4_u32), "222, 112, 121, 211");
}

#[test]
fn bounds_that_a_file_leaves_out_follow_from_its_constraints() {
    for (constraints, solutions) in [
        ("constraint int_lin_eq([2,3,-1],[a,b,z],4);", 25),
        ("constraint int_times(a,b,z);", 25),
        ("constraint int_times(z,z,49);", 50),
        ("var 40..50: t;\nconstraint int_times(z,z,t);", 50),
        ("constraint int_times(z,b,a);", 10),
        ("var -5..-1: t;\nconstraint int_times(b,z,t);", 50),
        ("constraint int_abs(z,a);", 50),
        ("constraint int_lin_le([1],[z],2); constraint int_lin_le([-1],[z],2);", 125),
        ("constraint array_int_element(a,[7,9,-3,1,0],z);", 25),
        ("constraint int_le(z,a); constraint int_le(-1,z);", 125),
    ] {
        // A range with too many values to list is like none.
        for z in ["int", "-1000000000..1000000000", "-9000000000..7000000000"] {
            let head = format!("var 1..5: a;\nvar 1..5: b;\nvar {z}: z;\n");
            assert_eq!(counted(&format!("{head}{constraints}\nsolve satisfy;\n")), solutions);
        }
    }
}

fn counted(text: &str) -> u32 {
    let csp = instance::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}")).puzzle.csp();
    let (count, _) = exact::count(&csp, &Limits::default()).unwrap();
    count.solutions.try_into().unwrap()
}

#[test]
fn arrays_may_be_empty() {
    let text = "array [1..0] of int: none = [];\narray [1..0] of var 1..3: nobody = [];\nvar 1..3: x;\n\
                constraint int_lin_le(none,nobody,0);\nsolve satisfy;\n";
    assert_eq!(counted(text), 3);
    assert_eq!(counted(&text.replace("nobody,0", "nobody,-1")), 0);
}

#[test]
fn bounds_that_are_far_apart_hold() {
    for (z, constraints, solutions) in [
        ("3..1000000000", "constraint int_times(a,b,z);", 22),
        ("-1000000000..3", "constraint int_times(a,b,z);", 5),
        ("1000..1000000000", "constraint int_times(a,b,z);", 0),
        ("5..1000000000", "constraint int_le(z,4);", 0),
        (
            "0..1000000000",
            "var 0..1000000000: y; constraint int_lin_eq([1,-3],[z,y],0); constraint int_le(y,a);",
            5 * (2 + 3 + 4 + 5 + 6),
        ),
    ] {
        let head = format!("var 1..5: a;\nvar 1..5: b;\nvar {z}: z;\n");
        let text = format!("{head}{constraints}\nsolve satisfy;\n");
        assert_eq!(counted(&text), solutions, "{text}");
    }
}

#[test]
fn what_is_not_supported_is_said_with_its_place() {
    for (text, expected) in [
        ("var float: x;\nsolve satisfy;", "found `x`, which no constraint gives"),
        ("var set of 1..3: x;\nsolve satisfy;", "found a set variable"),
        ("var int: x;\nsolve satisfy;", "none for `x`"),
        ("var 0..3: x;\nvar int: y;\nconstraint int_times(x,y,x);\nsolve satisfy;", "none for `y`"),
        (
            "var 1..3: x;\nconstraint int_foo(x);\nsolve satisfy;",
            "found `int_foo` with 1 arguments",
        ),
        ("var 1..3: x;\nconstraint int_eq(x,y);\nsolve satisfy;", "a declared name, found `y`"),
        ("var 1..3: x;\nvar 1..3: x;\nsolve satisfy;", "`x` is declared twice"),
        ("var 1..3: x\nsolve satisfy;", "expected `;`, found `solve`"),
        ("var 1..3: x;\nvar 1..3", "expected `:`, found the end of the file: is it cut off?"),
        (
            "var 1..3: x;\n",
            "this seems to be FlatZinc, but has no item `solve`: is the file cut off?",
        ),
        (
            "% made by hand\n",
            "this seems to be FlatZinc, but has only comments: is the file cut off?",
        ),
        ("var 1..3: x;\nsolve satisfy;\nsolve satisfy;", "a second item `solve`"),
        (
            "var 1..9: y;\nvar 1..99999999: x;\nconstraint cnfetti_all_different([x,y]);\n\
             solve satisfy;",
            "4000000 values, each of at most 31 bits, for `x`",
        ),
        (
            "var -9000000000000000000..9000000000000000000: x;\nsolve satisfy;",
            "4000000 values, each of at most 31 bits, for `x`",
        ),
        ("var 1..3: x;\nconstraint int_eq(x,[1]);\nsolve satisfy;", "found a list"),
        ("array [1..2] of var 1..3: x = [1];\nsolve satisfy;", "expected 2 cells, found 1"),
        ("array [1..0] of var 1..3: x = [1];\nsolve satisfy;", "expected 0 cells, found 1"),
        (
            "var 1..3: x;\nconstraint int_lin_eq([1,2],[x],3);\nsolve satisfy;",
            "one for each weight",
        ),
    ] {
        let error = instance::parse(text).err().expect(text);
        assert!(error.to_string().contains(expected), "{error}\n{text}");
        assert!(error.span.is_some(), "{error}");
    }
}

#[test]
fn what_is_wrong_in_a_list_is_said_with_its_place() {
    for (constraint, column, expected) in [
        ("cnfetti_table([x,y],[1,2,3])", 21, "rows of 2 numbers, found 3 numbers"),
        ("cnfetti_table([],[1,2,3])", 15, "a list that is not empty, found an empty list"),
        ("cnfetti_table([x],[1,y])", 22, "a list of whole numbers, not of variables, found `y`"),
        ("cnfetti_regular([x],2,2,[1,2,3,1],1,{1})", 30, "states from 1 to 2, found state 3"),
        ("cnfetti_regular([x],2,2,[1,2,1],1,{1})", 25, "2 rows of 2 states, found 3 states"),
        ("cnfetti_regular([x],2,2,[1,2,1,1],3,{1})", 35, "states from 1 to 2, found state 3"),
        ("cnfetti_regular([x],0,0,[],1,{1})", 21, "at least 1 as the number of states, found 0"),
        ("cnfetti_regular([x],1,0,[],1,{1})", 23, "at least 1 as the number of symbols, found 0"),
        (
            "cnfetti_regular_nfa([x],2,[1,3],[1,1],[2,2],1,{1})",
            30,
            "states from 1 to 2, found state 3",
        ),
        (
            "cnfetti_regular_nfa([x],2,[1,1],[1],[2,2],1,{1})",
            33,
            "2 numbers, one for each transition, found 1",
        ),
        ("cnfetti_connected([b],[2],[1],[b],true)", 24, "nodes from 1 to 1, found node 2"),
        ("cnfetti_connected([b],[1],[1,1],[b],true)", 27, "1 number, one for each edge, found 2"),
        ("array_int_element(x,[],3)", 21, "a list that is not empty, found an empty list"),
        ("array_int_maximum(x,[])", 21, "a list that is not empty, found an empty list"),
        ("cnfetti_lex_less([],[])", 18, "a list that is not empty, found an empty list"),
        ("cnfetti_lex_less([x,y],[x])", 24, "a list of 2 variables, found one of 1"),
        (
            "cnfetti_cumulative([x,y],[1],[1,1],1)",
            26,
            "a list of 2 numbers or variables, found one of 1",
        ),
        (
            "cnfetti_global_cardinality([x],[1,2],[1],true)",
            38,
            "2 numbers, one for each value, found 1",
        ),
        (
            "cnfetti_global_cardinality_low_up([x],[1],[0],[1,1],true)",
            47,
            "1 number, one for each least number, found 2",
        ),
    ] {
        let declared = "var bool: b;\nvar 1..3: x;\nvar 1..3: y;\nconstraint\n";
        let text = format!("{declared}{constraint};\nsolve satisfy;\n");
        refused(&text, &format!("5:{column}: expected {expected}"));
    }
}
