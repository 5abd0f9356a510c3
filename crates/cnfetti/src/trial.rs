//! Tests a kind of puzzle on small boards: do its rules and its constraints agree?

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use cnfetti_core::csp::Value;
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_core::random::Random;
use cnfetti_exact::{self as exact, Limits};
use cnfetti_kinds::{Board, Data, Kind, Unfolded};
use cnfetti_models::{Expr, Lowered};
use num_bigint::BigUint;

/// The number of random boards.
pub const BOARDS: usize = 300;

/// Boards are compared with brute force if there are at most this many ways to fill them.
const MAX_WAYS: u128 = 1 << 13;

/// The most steps for a board, and for all of them: a few seconds.
const STEPS: [u64; 2] = [50_000_000, 1_000_000_000];

/// How long it takes to evaluate a variable of a rule, in steps of a poll.
const STEPS_PER_VARIABLE: usize = 4;

/// What trying out a kind on small boards has shown.
pub struct Trial {
    /// What is suspicious, each in a sentence.
    pub findings: Vec<String>,
    /// On how many of the boards rules and constraints have the same solutions. The others have too many ways to
    /// fill them, or take too many steps.
    pub alike: usize,
    /// Whether the trial ended before the last board, because all of them would take too many steps.
    pub is_cut: bool,
}

/// Tries out a kind, and finds names that nothing uses, rules that say nothing on any of many small random boards, and
/// boards on which the rules and the constraints have different solutions. The last would be a fault of this program.
///
/// # Errors
///
/// The budget runs out.
pub fn trial(kind: &Arc<Kind>, budget: &Budget) -> Result<Trial, Stopped> {
    let mut trial = Trial { findings: kind.unused(), alike: 0, is_cut: false };
    let mut silent: BTreeSet<usize> = (0..kind.rules.len()).collect();
    let mut random = Random::new(1);
    // Threads would not make the same steps each time.
    let all = Budget { alone: true, ..budget.of_steps(STEPS[1]) };
    for _ in 0..BOARDS {
        budget.check()?;
        if all.is_spent() {
            trial.is_cut = true;
            break;
        }
        let board = Board::new(1 + random.below(4) as u16, 1 + random.below(4) as u16);
        let data = kind.random(board, 2 + random.below(3), &mut random);
        let own = all.turn(STEPS[0]);
        let unfolded = match kind.unfold(&data, &own) {
            Ok(unfolded) => unfolded,
            // Of a rule that is too long for such a board, nothing is known.
            Err(error) if error.stopped.is_some() => {
                silent.clear();
                continue;
            }
            Err(error) => {
                trial.findings.push(format!("on a board of {}: {error}", size(&data)));
                return Ok(trial);
            }
        };
        unfolded.rules.iter().for_each(|rule| {
            silent.remove(rule);
        });
        match compared(&unfolded, &own) {
            Ok(Compared::Alike) => trial.alike += 1,
            Ok(Compared::TooLarge) | Err(Stopped(_)) => {}
            Ok(Compared::Different(how)) => {
                trial.findings.push(format!("on a board of {}: {how}", size(&data)));
                return Ok(trial);
            }
        }
    }
    budget.check()?;
    if !trial.is_cut {
        let says_nothing = |rule: usize| {
            let name = &kind.rules[rule].name;
            format!("the rule `{name}` never applied on {BOARDS} random boards of up to 4 × 4")
        };
        trial.findings.extend(silent.into_iter().map(says_nothing));
    }
    Ok(trial)
}

fn size(data: &Data) -> String {
    format!("{} × {}", data.board.rows, data.board.columns)
}

/// How the solutions by the rules and those of the constraints compare.
#[derive(Debug, PartialEq, Eq)]
pub enum Compared {
    /// There are equally many.
    Alike,
    /// There are not, in a sentence.
    Different(String),
    /// There are too many assignments to try.
    TooLarge,
}

/// Compares the number of solutions by the rules, all assignments being tried, with that of the constraints.
///
/// # Errors
///
/// The budget runs out.
pub fn compared(unfolded: &Unfolded, budget: &Budget) -> Result<Compared, Stopped> {
    let model = &unfolded.model;
    let domains: Vec<&[Value]> = model.variables.iter().map(|variable| &*variable.domain).collect();
    let ways = domains.iter().try_fold(1_u128, |ways, domain| {
        ways.checked_mul(domain.len() as u128).filter(|&ways| ways <= MAX_WAYS)
    });
    if ways.is_none() {
        return Ok(Compared::TooLarge);
    }
    let lowered = match Lowered::new(model, budget) {
        Ok(lowered) => lowered,
        Err(error) => {
            let different = Compared::Different(error.to_string());
            return error.stopped.map_or(Ok(different), Err);
        }
    };
    // Solutions that differ only in what is not counted are one.
    let counted = |values: &[Value]| match lowered.csp.counted() {
        Some(counted) => counted.iter().map(|id| values[id.index()]).collect(),
        None => values.to_vec(),
    };
    let mut by_rules: HashSet<Vec<Value>> = HashSet::new();
    let mut values: Vec<Value> =
        domains.iter().filter_map(|domain| domain.first()).copied().collect();
    if values.len() == domains.len() {
        let mut length = 1;
        let mut count = |expr: &Expr| expr.each_variable(&mut |_| length += STEPS_PER_VARIABLE);
        model.constraints.iter().for_each(|posted| posted.constraint.each_expr(&mut count));
        let mut poll = budget.poll(1 << 12);
        loop {
            poll.steps(length)?;
            if model.check(&values).is_ok() {
                by_rules.insert(counted(&values));
            }
            if !advance(&mut values, &domains) {
                break;
            }
        }
    }
    let limits = Limits { budget: budget.clone(), ..Limits::default() };
    let by_constraints = match exact::count(&lowered.csp, &limits) {
        Ok((count, _)) if count.exact => count.solutions,
        Ok(_) => return Ok(Compared::TooLarge),
        Err(inconsistent) => return Ok(Compared::Different(inconsistent.to_string())),
    };
    let by_rules = by_rules.len();
    Ok(match by_constraints == BigUint::from(by_rules) {
        true => Compared::Alike,
        false => Compared::Different(format!(
            "the rules allow {by_rules} solutions, and the constraints {by_constraints}"
        )),
    })
}

/// Advances to the next assignment, changing the last variable first. False after the last one.
fn advance(values: &mut [Value], domains: &[&[Value]]) -> bool {
    for (value, domain) in values.iter_mut().zip(domains).rev() {
        let next = domain.iter().find(|&&other| other > *value);
        *value = *next.unwrap_or(&domain[0]);
        if next.is_some() {
            return true;
        }
    }
    false
}
