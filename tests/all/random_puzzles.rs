//! Random puzzles of every kind, drawn as files, compared with all solutions by brute force.
//!
//! The default run takes 2,000 of these. For more, from another seed on:
//!
//! ```text
//! CNFETTI_RANDOM_PUZZLES=100000 CNFETTI_RANDOM_SEED=1000000 \
//!     cargo test --release --test all random_puzzles::
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use anyhow::{Context as _, Result, bail, ensure};
use cnfetti::compile::{Choices, compile};
use cnfetti::csp::{Csp, Value};
use cnfetti::exact::{self, Diagram, Limits};
use cnfetti::instance::{self, Instance};
use cnfetti::search::blocking;
use cnfetti::search::ended::Ended;
use cnfetti::search::enumerate::each_solution;
use cnfetti::search::symmetry::break_renaming;
use cnfetti::search::unique::{Verdict, unique};
use cnfetti::solver::{Backend, Budget, by_name};
use num_bigint::BigUint;

use crate::oracle::{Answer, Drawn, KINDS, Kind, Pen, Puzzle, draw, solutions};

/// The number of puzzles of all kinds together, in the default run.
const DEFAULT_PUZZLES: u64 = 2_000;

/// The smallest number of puzzles, in the default run, with each feature of a kind.
const LEAST: usize = 4;

/// Solvers list puzzles with more solutions only now and then.
const LISTED: usize = 24;
const NOW_AND_THEN: usize = 16;

/// In a long run, one of this many puzzles may exceed the memory; in the default run, none.
const RARELY: u64 = 1_000;

/// The largest number of solutions of puzzles that are sampled, and the samples for each solution.
const SAMPLED: usize = 10;
const SAMPLES: usize = 20;

#[test]
fn dice_are_solved_as_by_hand() {
    compare_kind(&KINDS[0]);
}

#[test]
fn signs_are_solved_as_by_hand() {
    compare_kind(&KINDS[1]);
}

#[test]
fn pips_are_solved_as_by_hand() {
    compare_kind(&KINDS[2]);
}

#[test]
fn seats_are_solved_as_by_hand() {
    compare_kind(&KINDS[3]);
}

fn compare_kind(kind: &Kind) {
    let variable = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let number = variable("CNFETTI_RANDOM_PUZZLES").unwrap_or(DEFAULT_PUZZLES) / KINDS.len() as u64;
    let first = variable("CNFETTI_RANDOM_SEED").unwrap_or(0);
    let mut tally = Tally::default();
    let mut wrong = Vec::new();
    for seed in first..first + number {
        let drawn = draw(kind, seed);
        for feature in &drawn.features {
            *tally.features.entry(feature).or_default() += 1;
        }
        let mut pen = Pen::new("compare", seed);
        let compared = catch_unwind(AssertUnwindSafe(|| compare(&drawn, &mut pen, &mut tally)));
        let compared = compared.unwrap_or_else(|_| bail!("a panic"));
        if let Err(error) = compared {
            println!("{} {seed}: {error:#}\n{}", kind.name, drawn.text);
            wrong.push(seed);
        }
    }
    println!("{}: {tally:?}", kind.name);
    assert!(wrong.is_empty(), "{} of {number} {}: seeds {wrong:?}", wrong.len(), kind.name);
    assert!(tally.too_large as u64 <= number / RARELY, "{} too large", tally.too_large);
    if number >= DEFAULT_PUZZLES / KINDS.len() as u64 {
        tally.assert_complete(kind);
    }
}

/// What was drawn and done.
#[derive(Debug, Default)]
struct Tally {
    features: BTreeMap<&'static str, usize>,
    puzzles: usize,
    solutions: usize,
    /// Puzzles whose states exceed the memory, so that the number is a lower bound.
    too_large: usize,
    /// Answers that break a rule, and that `check` refused.
    refused: usize,
    listed: usize,
    /// Pearson's statistic for the samples, and its degrees of freedom.
    chi_squared: f64,
    freedom: f64,
}

impl Tally {
    /// Asserts that every feature and every comparison occurred.
    fn assert_complete(&self, kind: &Kind) {
        let expected: BTreeSet<&str> = kind.features.iter().copied().flatten().copied().collect();
        let drawn = |feature: &str| self.features.get(feature).copied().unwrap_or(0);
        let rare: Vec<_> = expected.iter().filter(|feature| drawn(feature) < LEAST).collect();
        assert!(rare.is_empty(), "{}: hardly drawn: {rare:?}", kind.name);
        let unknown: Vec<_> =
            self.features.keys().filter(|name| !expected.contains(*name)).collect();
        assert!(unknown.is_empty(), "{}: not in a list of features: {unknown:?}", kind.name);
        assert!(self.refused > self.puzzles, "{}: {} refused", kind.name, self.refused);
        assert!(self.listed > self.puzzles / 4, "{}: {} listed", kind.name, self.listed);
        // Six standard deviations. The samples of a seed are the same in each run.
        let off = (self.chi_squared - self.freedom) / (2.0 * self.freedom).sqrt();
        assert!(self.freedom > 100.0 && off.abs() < 6.0, "{}: samples are {off} off", kind.name);
    }
}

fn compare(drawn: &Drawn, pen: &mut Pen, tally: &mut Tally) -> Result<()> {
    let instances = instance::parse_all(&drawn.text)
        .map_err(|error| anyhow::anyhow!("{:?} {error}", error.line_column(&drawn.text)))?;
    ensure!(instances.len() == drawn.puzzles.len(), "{} puzzles", instances.len());
    for (instance, puzzle) in instances.iter().zip(&drawn.puzzles) {
        let part = puzzle.part.as_deref().unwrap_or("the puzzle");
        compare_puzzle(instance, puzzle, pen, tally).with_context(|| part.to_owned())?;
    }
    Ok(())
}

fn compare_puzzle(
    instance: &Instance,
    puzzle: &Puzzle,
    pen: &mut Pen,
    tally: &mut Tally,
) -> Result<()> {
    tally.puzzles += 1;
    tally.solutions += puzzle.truth.solutions.len();
    compare_about(instance, puzzle)?;
    let csp = instance.puzzle.csp();
    let (count, _) = exact::count(&csp, &limits())?;
    if !count.exact {
        tally.too_large += 1;
        let right = BigUint::from(puzzle.truth.solutions.len());
        ensure!(count.solutions <= right, "at least {} of {right}", count.solutions);
        return Ok(());
    }
    let by_solver = puzzle.truth.solutions.len() <= LISTED || pen.below(NOW_AND_THEN) == 0;
    compare_numbers(&csp, puzzle, by_solver)?;
    let diagram = exact::solutions(&csp, &limits());
    ensure!(diagram.is_complete(), "the diagram is not complete");
    let listed = compare_walk(instance, &csp, puzzle, &diagram)?;
    compare_candidates(&csp, puzzle, &diagram)?;
    compare_samples(puzzle, &diagram, &listed, pen, tally)?;
    compare_verdict(instance, &csp, puzzle)?;
    if by_solver {
        tally.listed += 1;
        compare_solver_list(instance, &csp, puzzle)?;
    }
    compare_check(instance, &csp, puzzle, &listed, pen, tally)
}

fn limits() -> Limits {
    Limits { memory_bytes: 1 << 30, ..Limits::default() }
}

fn compare_about(instance: &Instance, puzzle: &Puzzle) -> Result<()> {
    let about = &puzzle.about;
    ensure!(instance.part == puzzle.part, "called {:?}, not {:?}", instance.part, puzzle.part);
    ensure!(instance.title == about.title, "title {:?}, not {:?}", instance.title, about.title);
    ensure!(instance.source == about.source, "source {:?}", instance.source);
    let expect = &instance.expect;
    let all =
        [("solutions", &expect.solutions), ("classes", &expect.classes), ("grids", &expect.grids)];
    for (key, found) in all {
        let right = about.expect.iter().find(|(name, _)| *name == key);
        let right = right.map(|(_, number)| number.to_string());
        ensure!(*found == right, "expected {key} are {found:?}, not {right:?}");
    }
    let known = instance.puzzle.known_solution();
    let holds = known.map(|known| known.is_ok_and(|known| instance.puzzle.check(&known).is_ok()));
    ensure!(holds == about.known, "the file's solution holds: {holds:?}, not {:?}", about.known);
    Ok(())
}

/// Compares the exact counter and blocking clauses.
fn compare_numbers(csp: &Csp, puzzle: &Puzzle, by_solver: bool) -> Result<()> {
    let truth = &puzzle.truth;
    let right = |count: &blocking::Count, who: &str| -> Result<()> {
        ensure!(count.exact, "{who} is not exact");
        let numbers = [
            ("solutions", Some(&count.solutions), Some(truth.solutions.len())),
            ("up to renaming", Some(&count.up_to_renaming), Some(truth.up_to_renaming)),
            ("classes", Some(&count.classes), Some(truth.classes)),
            ("grids", count.projected.first(), truth.grids),
        ];
        for (what, found, right) in numbers {
            ensure!(
                found.cloned() == right.map(BigUint::from),
                "{who} says {found:?} for {what}, right are {right:?}"
            );
        }
        Ok(())
    };
    let (count, arithmetic) = exact::count(csp, &limits())?;
    right(&count, "the exact counter")?;
    let by_size: BigUint = arithmetic.classes_by_size.iter().map(|(size, sets)| size * sets).sum();
    ensure!(by_size == count.solutions, "the arithmetic sums to {by_size}");
    if by_solver {
        let (choices, varisat) = (Choices::default(), by_name("varisat").unwrap());
        let counted = blocking::count(csp, &choices, varisat, &Budget::default(), |_| {})?;
        right(&counted.count, "counting by blocking clauses")?;
    }
    Ok(())
}

/// An answer in the oracle's terms.
fn answer(instance: &Instance, puzzle: &Puzzle, values: &[Value]) -> Answer {
    let mut json = String::new();
    instance.puzzle.write_json(values, &mut json);
    puzzle.rules.read(&serde_json::from_str(&json).unwrap())
}

/// The values of each solution, with the solution in the oracle's terms.
type Listed = BTreeMap<Vec<Value>, Answer>;

/// Compares all solutions, and one of each set that differs by renaming.
fn compare_walk(
    instance: &Instance,
    csp: &Csp,
    puzzle: &Puzzle,
    diagram: &Diagram,
) -> Result<Listed> {
    let Puzzle { truth, rules, .. } = puzzle;
    let (mut listed, mut different) = (Listed::new(), BTreeSet::new());
    let mut walk = diagram.walk();
    while let Some(values) = walk.next() {
        let answer = answer(instance, puzzle, values);
        ensure!(truth.solutions.binary_search(&answer).is_ok(), "walks over {answer:?}");
        ensure!(instance.puzzle.check(values).is_ok(), "{:?}", instance.puzzle.check(values));
        ensure!(csp.is_solution(values), "{values:?} breaks a constraint");
        ensure!(different.insert(answer.clone()), "walks over {answer:?} twice");
        listed.insert(values.to_vec(), answer);
    }
    ensure!(different.len() == truth.solutions.len(), "walks over {} only", different.len());
    let mut classes = BTreeSet::new();
    let mut walk = diagram.walk_classes();
    while let Some(values) = walk.next() {
        let Some(answer) = listed.get(values) else { bail!("one of the classes is {values:?}") };
        ensure!(classes.insert(rules.unnamed(answer)), "the class of {answer:?} comes twice");
    }
    ensure!(classes.len() == truth.up_to_renaming, "walks over {} classes", classes.len());
    Ok(listed)
}

fn compare_candidates(csp: &Csp, puzzle: &Puzzle, diagram: &Diagram) -> Result<()> {
    let solutions = &puzzle.truth.solutions;
    let mut right: BTreeMap<String, BTreeMap<Value, usize>> = BTreeMap::new();
    for (at, name) in puzzle.rules.names().into_iter().enumerate() {
        let counts = right.entry(name).or_default();
        solutions.iter().for_each(|answer| *counts.entry(answer[at]).or_default() += 1);
    }
    let candidates = diagram.candidates(csp, &limits()).context("no limit")?;
    for (id, counts) in csp.ids().zip(candidates) {
        let sum: BigUint = counts.iter().map(|(_, count)| count).sum();
        ensure!(sum == BigUint::from(solutions.len()), "{} has {sum} values", csp.name(id));
        let Some(right) = right.remove(csp.name(id)) else { continue };
        let right: Vec<_> = right.into_iter().map(|(v, count)| (v, BigUint::from(count))).collect();
        let found: Vec<_> = counts.into_iter().filter(|(_, c)| *c > BigUint::ZERO).collect();
        ensure!(found == right, "{}: {found:?}, not {right:?}", csp.name(id));
    }
    ensure!(right.is_empty(), "no variables for {:?}", right.keys());
    Ok(())
}

/// Each sample is a solution, and all are drawn equally often.
fn compare_samples(
    puzzle: &Puzzle,
    diagram: &Diagram,
    listed: &Listed,
    pen: &mut Pen,
    tally: &mut Tally,
) -> Result<()> {
    let solutions = &puzzle.truth.solutions;
    let Some(mut sampler) = diagram.sampler(pen.below(1 << 20) as u64) else {
        ensure!(solutions.is_empty(), "no samples");
        return Ok(());
    };
    let number = if solutions.len() <= SAMPLED { SAMPLES * solutions.len() } else { 3 };
    let mut drawn = BTreeMap::new();
    for _ in 0..number {
        let values = sampler.draw();
        ensure!(listed.contains_key(values), "samples {values:?}");
        *drawn.entry(values.to_vec()).or_insert(0_u32) += 1;
    }
    if (2..=SAMPLED).contains(&solutions.len()) {
        let off = |&times: &u32| (f64::from(times) - SAMPLES as f64).powi(2) / SAMPLES as f64;
        let never = (solutions.len() - drawn.len()) as f64 * off(&0);
        tally.chi_squared += drawn.values().map(off).sum::<f64>() + never;
        tally.freedom += (solutions.len() - 1) as f64;
    }
    Ok(())
}

/// Compares the verdict: none, one or several, up to renaming.
fn compare_verdict(instance: &Instance, csp: &Csp, puzzle: &Puzzle) -> Result<()> {
    let varisat = by_name("varisat").unwrap();
    let verdict = unique(csp, &Choices::default(), varisat, &Budget::default())?.verdict;
    let (shown, right) = match &verdict {
        Verdict::None => (vec![], puzzle.truth.up_to_renaming == 0),
        Verdict::Unique(only) => (vec![only], puzzle.truth.up_to_renaming == 1),
        Verdict::Several(one, other) => (vec![one, other], puzzle.truth.up_to_renaming > 1),
        Verdict::Unknown(..) => bail!("it is not known whether there is one solution"),
    };
    ensure!(right, "{verdict:?}, right are {} up to renaming", puzzle.truth.up_to_renaming);
    let mut classes = BTreeSet::new();
    for values in shown {
        let answer = answer(instance, puzzle, values);
        ensure!(puzzle.truth.solutions.binary_search(&answer).is_ok(), "shows {answer:?}");
        ensure!(classes.insert(puzzle.rules.unnamed(&answer)), "the second is {answer:?} renamed");
    }
    Ok(())
}

/// Compares the lists of solvers: all solutions, and one of each set that differs by renaming.
fn compare_solver_list(instance: &Instance, csp: &Csp, puzzle: &Puzzle) -> Result<()> {
    let Puzzle { truth, rules, .. } = puzzle;
    let list = |csp: &Csp, backend: &Backend| -> Result<Vec<Answer>> {
        let compiled = compile(csp, &Choices::default())?;
        let mut found = Vec::new();
        let end = each_solution(csp, &compiled, backend, &Budget::default(), |values, _| {
            found.push(answer(instance, puzzle, values));
            ControlFlow::Continue(())
        })?;
        ensure!(matches!(end, Ended::Exhausted(_)), "a solver stops");
        found.sort();
        Ok(found)
    };
    let all = list(csp, by_name("batsat").unwrap())?;
    ensure!(all == truth.solutions, "a solver lists {all:?}");
    if csp.symmetry().interchangeable.is_empty() {
        return Ok(());
    }
    let renamed = list(&break_renaming(csp), by_name("varisat").unwrap())?;
    let are_solutions = renamed.iter().all(|answer| truth.solutions.binary_search(answer).is_ok());
    ensure!(are_solutions, "up to renaming a solver lists {renamed:?}");
    let classes: BTreeSet<_> = renamed.iter().map(|answer| rules.unnamed(answer)).collect();
    ensure!(classes.len() == renamed.len(), "a solver lists a class twice: {renamed:?}");
    ensure!(classes.len() == truth.up_to_renaming, "a solver lists classes {renamed:?}");
    Ok(())
}

/// Solutions as JSON are read and accepted; near-solutions are not.
fn compare_check(
    instance: &Instance,
    csp: &Csp,
    puzzle: &Puzzle,
    listed: &Listed,
    pen: &mut Pen,
    tally: &mut Tally,
) -> Result<()> {
    let Puzzle { truth, rules, .. } = puzzle;
    for (values, answer) in listed.iter().take(LISTED) {
        let read = instance.puzzle.read_json(&rules.json(answer));
        ensure!(read.as_ref() == Ok(values), "{answer:?} is read as {read:?}, not {values:?}");
    }
    let mut wrong: Vec<Answer> = Vec::new();
    for _ in 0..2 {
        if let Some(relaxed) = rules.relaxed(pen) {
            wrong.extend(solutions(&*relaxed, truth.solutions.len() + LISTED).0);
        }
    }
    for _ in 0..4 {
        let number = rules.names().len();
        if let Some(answer) = truth.solutions.get(pen.below(truth.solutions.len().max(1)))
            && number > 0
        {
            let (one, other) = (pen.below(number), pen.below(number));
            let mut changed = answer.clone();
            changed[one] = answer[other];
            wrong.push(changed.clone());
            changed[other] = answer[one];
            wrong.push(changed);
        }
    }
    wrong.retain(|answer| truth.solutions.binary_search(answer).is_err());
    for answer in wrong {
        let Ok(values) = instance.puzzle.read_json(&rules.json(&answer)) else { continue };
        tally.refused += 1;
        ensure!(instance.puzzle.check(&values).is_err(), "the check accepts {answer:?}");
        ensure!(!csp.is_solution(&values), "the constraints accept {answer:?}");
    }
    Ok(())
}
