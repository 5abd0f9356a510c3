//! Tests a kind of puzzle on small boards: do its rules and its constraints agree?

use std::collections::BTreeSet;
use std::sync::Arc;

use cnfetti_core::csp::Value;
use cnfetti_core::limit::{Budget, Stopped};
use cnfetti_core::random::Random;
use cnfetti_exact::{self as exact, Limits};
use cnfetti_kinds::{Board, Data, Kind, Unfolded};
use cnfetti_models::Lowered;
use num_bigint::BigUint;

/// The number of random boards.
const BOARDS: u64 = 300;

/// Boards are compared with brute force if there are at most this many ways to fill them.
const MAX_WAYS: u128 = 1 << 13;

/// Returns what is suspicious in a kind, each in a sentence: names that nothing uses, rules that say
/// nothing on any of many small random boards, and boards on which the rules and the constraints have
/// different solutions. The last would be a fault of this program.
///
/// # Errors
///
/// The budget runs out.
pub fn findings(kind: &Arc<Kind>, budget: &Budget) -> Result<Vec<String>, Stopped> {
    let mut findings = kind.unused();
    let mut silent: BTreeSet<usize> = (0..kind.rules.len()).collect();
    let mut random = Random::new(1);
    for _ in 0..BOARDS {
        budget.check()?;
        let board = Board::new(1 + random.below(4) as u16, 1 + random.below(4) as u16);
        let data = kind.random(board, 2 + random.below(3), &mut random);
        let unfolded = match kind.unfold(&data, budget) {
            Ok(unfolded) => unfolded,
            Err(error) => match error.stopped {
                Some(stopped) => return Err(stopped),
                None => {
                    findings.push(format!("on a board of {}: {error}", size(&data)));
                    return Ok(findings);
                }
            },
        };
        unfolded.rules.iter().for_each(|rule| {
            silent.remove(rule);
        });
        if let Some(difference) = difference(&unfolded, budget)? {
            findings.push(format!("on a board of {}: {difference}", size(&data)));
            return Ok(findings);
        }
    }
    let says_nothing = |rule: usize| {
        let name = &kind.rules[rule].name;
        format!("the rule `{name}` never applied on {BOARDS} random boards of up to 4 × 4")
    };
    findings.extend(silent.into_iter().map(says_nothing));
    Ok(findings)
}

fn size(data: &Data) -> String {
    format!("{} × {}", data.board.rows, data.board.columns)
}

/// Describes how the solutions by the rules differ from those of the constraints; `None` if they do not, or
/// if there are too many assignments to try.
pub fn difference(unfolded: &Unfolded, budget: &Budget) -> Result<Option<String>, Stopped> {
    let model = &unfolded.model;
    let domains: Vec<&[Value]> = model.variables.iter().map(|variable| &*variable.domain).collect();
    let ways = domains.iter().try_fold(1_u128, |ways, domain| {
        ways.checked_mul(domain.len() as u128).filter(|&ways| ways <= MAX_WAYS)
    });
    if ways.is_none() {
        return Ok(None);
    }
    let lowered = match Lowered::new(model, budget) {
        Ok(lowered) => lowered,
        Err(error) => {
            return error.stopped.map_or(Ok(Some(error.to_string())), Err);
        }
    };
    let mut by_rules = 0_u64;
    let mut values: Vec<Value> =
        domains.iter().filter_map(|domain| domain.first()).copied().collect();
    if values.len() == domains.len() {
        loop {
            by_rules += u64::from(model.check(&values).is_ok());
            if !advance(&mut values, &domains) {
                break;
            }
        }
    }
    let limits = Limits { budget: budget.clone(), ..Limits::default() };
    let by_constraints = match exact::count(&lowered.csp, &limits) {
        Ok((count, _)) if count.exact => count.solutions,
        Ok(_) => return Ok(None),
        Err(inconsistent) => return Ok(Some(inconsistent.to_string())),
    };
    Ok((by_constraints != BigUint::from(by_rules)).then(|| {
        format!("the rules allow {by_rules} solutions, and the constraints {by_constraints}")
    }))
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
