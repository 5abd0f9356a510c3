//! WCNF files, old and new, compared with brute force that shares no code with the reader.

use cnfetti::instance;
use itertools::Itertools;
use num_bigint::BigUint;

use crate::cli_proofs::cnfetti;
use crate::opb::exactly;
use crate::random_csp::Random;
use crate::support::refused;

/// A file, and its meaning.
struct Drawn {
    text: String,
    /// The variables that a solution assigns, from 1.
    variables: Vec<i32>,
    /// The variables that are counted over.
    shown: Vec<i32>,
    hard: Vec<Vec<i32>>,
    soft: Vec<(i64, Vec<i32>)>,
}

impl Drawn {
    /// Draws a file with or without a header and a top weight; with empty clauses, repeated and
    /// opposite literals, and some variables that are not counted over.
    fn new(random: &mut Random) -> Drawn {
        let number = 1 + random.below(5) as i32;
        let clause = |random: &mut Random| -> Vec<i32> {
            let length = if random.below(12) == 0 { 0 } else { 1 + random.below(3) };
            let literal = |random: &mut Random| {
                let variable = 1 + random.below(number as usize) as i32;
                if random.below(2) == 0 { variable } else { -variable }
            };
            (0..length).map(|_| literal(random)).collect()
        };
        let is_old = random.below(2) == 0;
        let has_top = !is_old || random.below(3) > 0;
        let top = 20 + random.below(5) as i64;
        let (mut hard, mut soft, mut lines) = (Vec::new(), Vec::new(), Vec::new());
        for at in 0..1 + random.below(7) {
            let literals = clause(random);
            let written = literals.iter().map(|literal| format!("{literal} ")).join("");
            // A file without a header has a hard clause.
            let is_hard = has_top && (random.below(2) == 0 || at == 0);
            let weight = match is_hard {
                true if is_old => (top + random.below(2) as i64).to_string(),
                true => "h".to_owned(),
                false => (1 + random.below(19)).to_string(),
            };
            lines.push(format!("{weight} {written}0"));
            match weight.parse() {
                Ok(weight) if !is_hard => soft.push((weight, literals)),
                _ => hard.push(literals),
            }
        }
        // The order of clauses does not matter, nor do line ends within one if there is a header.
        for last in (1..lines.len()).rev() {
            lines.swap(last, random.below(last + 1));
        }
        let mut text = "c by chance\n\n".to_owned();
        if is_old {
            let top = if has_top { format!(" {top}") } else { String::new() };
            text += &format!("p wcnf {number} {}{top}\n", lines.len());
        }
        let mentioned = hard.iter().chain(soft.iter().map(|(_, clause)| clause)).flatten();
        let mentioned: Vec<i32> = mentioned.map(|literal| literal.abs()).sorted().dedup().collect();
        let mut variables = if is_old { (1..=number).collect() } else { mentioned };
        let mut shown = variables.clone();
        if random.below(3) == 0 {
            shown = (1..=number).filter(|_| random.below(2) == 0).collect();
            let numbers = shown.iter().map(|variable| format!(" {variable}")).join("");
            text += &format!("c p show{numbers} 0\n");
            variables =
                variables.into_iter().chain(shown.iter().copied()).sorted().dedup().collect();
        }
        let line_end = ["\n", "\r\n", "\nc between\n"][random.below(3)];
        text += &lines.join(line_end);
        Drawn { text, variables, shown, hard, soft }
    }

    /// The solutions, each with its cost and its shown values.
    fn solutions(&self) -> Vec<(i64, Vec<bool>)> {
        let values = self.variables.iter().map(|_| [false, true]).multi_cartesian_product();
        let all = values.map(|values| {
            let holds = |clause: &Vec<i32>| {
                clause.iter().any(|literal| {
                    let at = self.variables.iter().position(|variable| *variable == literal.abs());
                    values[at.unwrap()] == (*literal > 0)
                })
            };
            let broken = self.soft.iter().filter(|(_, clause)| !holds(clause));
            let cost = broken.map(|(weight, _)| weight).sum();
            let shown = self.variables.iter().zip(&values);
            let shown = shown.filter(|(variable, _)| self.shown.contains(variable));
            let shown = shown.map(|(_, value)| *value).collect();
            self.hard.iter().all(holds).then_some((cost, shown))
        });
        all.flatten().collect()
    }
}

#[test]
fn files_have_the_optima_that_brute_force_finds() {
    let (mut optima, mut none, mut projected) = (0, 0, 0);
    for seed in 0..1_000 {
        let drawn = Drawn::new(&mut Random::new(seed));
        let text = &drawn.text;
        let instance = instance::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let csp = instance.puzzle.csp();
        let solutions = drawn.solutions();
        let all = csp.clone().without_objective();
        let different = |solutions: &[(i64, Vec<bool>)]| {
            BigUint::from(solutions.iter().map(|(_, shown)| shown).unique().count())
        };
        assert_eq!(exactly(&all).solutions, different(&solutions), "{text}");
        let count = exactly(&csp);
        let best = solutions.iter().map(|(cost, _)| *cost).min();
        assert_eq!(count.optimum, best, "{text}");
        let optimal = solutions.into_iter().filter(|(cost, _)| Some(*cost) == best).collect_vec();
        assert_eq!(count.solutions, different(&optimal), "{text}");
        optima += usize::from(best.is_some_and(|best| best > 0));
        none += usize::from(best.is_none());
        projected += usize::from(drawn.shown.len() < drawn.variables.len() && best.is_some());
    }
    let reached = [optima, none, projected];
    assert!(reached.iter().all(|&number| number > 100), "{reached:?}");
}

#[test]
fn answers_are_those_of_the_maxsat_evaluations() {
    let file = "instances/models/holiday.wcnf";
    let (code, stdout, _) = cnfetti(&["solve", "--format", "competition", file]);
    assert_eq!(code, Some(10));
    let lines = stdout.lines().collect_vec();
    let [.., best, status, values] = lines[..] else { panic!("{stdout}") };
    assert_eq!((best, status), ("o 4", "s OPTIMUM FOUND"), "{stdout}");
    assert!(stdout.lines().all_unique(), "{stdout}");
    let values = values.strip_prefix("v ").unwrap();
    assert_eq!(values, "111101", "{stdout}");
    let (_, stdout, _) = cnfetti(&["count", file]);
    assert!(stdout.ends_with(": 1 optimal solution, objective 4\n"), "{stdout}");
    let (_, stdout, _) = cnfetti(&["count", "--all-costs", file]);
    assert!(stdout.ends_with(": 12 solutions\n"), "{stdout}");
    for (solution, expected) in
        [("[1,1,1,1,0,1]", Some(0)), ("[0,0,0,1,0,1]", Some(1)), ("[0,1,0,1,0,1]", Some(1))]
    {
        let (code, stdout, stderr) = cnfetti(&["check", file, &format!("{{\"x\":{solution}}}")]);
        assert_eq!(code, expected, "{solution}: {stdout}{stderr}");
    }
    // The cost of every solution is at least 7.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.wcnf").display().to_string();
    std::fs::write(&path, "h 1 0\nh -1 0\n3 1 0\n").unwrap();
    let (code, stdout, _) = cnfetti(&["solve", "--format", "competition", &path]);
    assert_eq!((code, &*stdout), (Some(20), "s UNSATISFIABLE\n"));
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let more = format!("h 1 0\n{0} 1 0\n{0} -1 0\n", 1_u64 << 61);
    for (text, expected) in [
        ("h 1 2 0\nh x 0\n", "2:3: expected a whole number, found `x`"),
        (
            "h 1 2 0\n-1 2 0\n",
            "2:1: expected `h`, or a weight of at least 1, before the literals, found `-1`",
        ),
        ("h 1 2 0\n0 2 0\n", "2:1: expected a weight from 1 to 2^64 - 1, found `0`"),
        (
            "h 1 2 0\n99999999999999999999 2 0\n",
            "2:1: expected a weight from 1 to 2^64 - 1, found `99999999999999999999`",
        ),
        ("h 1 2 0\n3 -1 2", "2:1: the last clause has no 0 at its end: is the file cut off?"),
        ("h 3000000 0\n", "1:3: expected a variable from 1 to 2000000, found 3000000"),
        (
            "c made by hand\nc\n",
            "3:1: this seems to be WCNF or DIMACS, but has only comments: is the file cut off?",
        ),
        ("h -0 0\n", "1:3: expected a variable from 1 to 2000000, found 0"),
        ("p wcnf 2 1 9\n9 3 0\n", "2:3: expected a variable from 1 to 2, found 3"),
        (
            "p wcnf 2 1 9\nh 1 0\n",
            "2:1: expected `h`, or a weight of at least 1, before the literals, found `h`",
        ),
        (
            "p wcnf 2 2 9\n9 1 0\n",
            "1:1: expected as many clauses as the header says, 2, found 1: is the file cut off?",
        ),
        (
            "p wcnf 2 1 9\n9 1 0\n9 2 0\n",
            "1:1: expected as many clauses as the header says, 1, found 2",
        ),
        (
            "p wcnf 2\n",
            "1:1: expected a header `p wcnf VARIABLES CLAUSES [TOP]`, found another line that begins with p",
        ),
        ("p wcnf 2 0 9 9\n", "1:14: expected the end of the line, found `9`"),
        ("p wcnf 2 0 0\n", "1:12: expected a weight from 1 to 2^64 - 1, found `0`"),
        ("p wcnf 9999999 0 9\n", "1:8: expected at most 2000000 variables, found 9999999"),
        ("h 1 0\np wcnf 2 1 9\n", "2:1: the header must come before all clauses, and only once"),
        (
            "p wcnf 2 0 9\np wcnf 2 0 9\n",
            "2:1: the header must come before all clauses, and only once",
        ),
        ("c p show 1 x 0\nh 1 0\n", "1:12: expected a whole number, found `x`"),
        ("c p show 3 0\np wcnf 2 1 9\n9 1 0\n", "1:10: expected a variable from 1 to 2, found 3"),
        (&more, "3:1: expected weights with a sum of at most 62 bits, found more"),
        (
            "1 2 0\n-1 2 0\n",
            "2:1: expected `h`, or a weight of at least 1, before the literals, found `-1`",
        ),
        (
            "1 2 0\n2 3 0\n",
            "1:1: without a header or hard clauses, this could be a formula in DIMACS or soft clauses with weights",
        ),
    ] {
        refused(text, expected);
    }
}
