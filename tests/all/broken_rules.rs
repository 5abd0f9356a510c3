//! A half-filled board breaks exactly the rules that no values of their cells obey.

use cnfetti::csp::{Atom, Constraint, Csp, Posted, Value};
use cnfetti::explain::entries::broken;
use cnfetti::explain::reasoner;
use cnfetti::limit::Budget;
use cnfetti::search::candidates::Fact;
use cnfetti::search::confirm::Evidence;
use itertools::Itertools;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

use super::cli_proofs::cnfetti;

const FILES: [&str; 6] = [
    "instances/pips/pips1.toml",
    "instances/signs/leepf-open.toml",
    "instances/dice/labeled-dice.toml",
    "instances/kinds/futoshiki.toml",
    "instances/kinds/slitherlink.toml",
    "instances/models/latin_square.xml",
];

/// The largest number of combinations to try.
const MOST: usize = 20_000;

/// Whether some values of its scope obey a rule, if each variable has one of these; `None` if there
/// are too many to try.
fn can_hold(posted: &Posted, left: &[Vec<Value>]) -> Option<bool> {
    let rule = posted.constraint.rule();
    let scope = rule.scope();
    let number = scope.iter().try_fold(1_usize, |product, variable| {
        product.checked_mul(left[variable.index()].len()).filter(|&product| product <= MOST)
    })?;
    if number == 0 {
        return Some(false);
    }
    let mut values: Vec<Value> = vec![0; left.len()];
    let choices = scope.iter().map(|variable| left[variable.index()].clone());
    Some(choices.multi_cartesian_product().any(|chosen| {
        for (variable, value) in scope.iter().zip(chosen) {
            values[variable.index()] = value;
        }
        rule.holds(&values)
    }))
}

/// The values that entries and givens leave to each variable; `None` if they contradict each other.
fn left(csp: &Csp, entries: &[Atom]) -> Option<Vec<Vec<Value>>> {
    let given =
        csp.constraints().iter().filter(|posted| matches!(posted.constraint, Constraint::Fixed(_)));
    let mut left: Vec<Vec<Value>> = csp.variables().iter().map(|v| v.domain().to_vec()).collect();
    for &Atom { variable, value } in entries {
        left[variable.index()].retain(|&other| other == value);
    }
    for posted in given {
        let rule = posted.constraint.rule();
        let &[variable] = &rule.scope()[..] else { panic!("a given is about one variable") };
        let mut values = vec![0; left.len()];
        left[variable.index()].retain(|&value| {
            values[variable.index()] = value;
            rule.holds(&values)
        });
    }
    left.iter().all(|values| !values.is_empty()).then_some(left)
}

#[test]
fn they_are_those_that_no_values_obey() {
    let mut random = Pcg64Mcg::new(30);
    let (mut holding, mut breaking, mut contradicting) = (0, 0, 0);
    for file in FILES {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let csp = cnfetti::instance::load(&root.join(file)).unwrap().puzzle.csp();
        for round in 0..12 {
            let wanted = 2 + 3 * (round % 4);
            let mut ids = csp.ids().filter(|&id| csp.domain(id).len() > 1).collect_vec();
            ids.sort_by_cached_key(|_| random.next_u32());
            let entries = ids.iter().take(wanted).map(|&variable| {
                let domain = csp.domain(variable);
                Atom { variable, value: domain[random.next_u32() as usize % domain.len()] }
            });
            let entries = entries.collect_vec();
            let facts: Vec<Fact> = entries.iter().copied().map(Fact::from).collect();
            let (found, evidence) = broken(&csp, &facts, reasoner(), &Budget::default()).unwrap();
            let is_proved = matches!(evidence, Evidence::Proof(_));
            assert_eq!(is_proved, !found.is_empty(), "{file}: {evidence:?}");
            let Some(left) = left(&csp, &entries) else {
                contradicting += 1;
                let given =
                    |at: &usize| matches!(csp.constraints()[*at].constraint, Constraint::Fixed(_));
                assert!(!found.is_empty() && found.iter().all(given), "{file}: {found:?}");
                continue;
            };
            for (at, posted) in csp.constraints().iter().enumerate() {
                let Some(can) = can_hold(posted, &left) else { continue };
                assert_eq!(found.contains(&at), !can, "{file}, {entries:?}: {}", posted.reason);
                if can { holding += 1 } else { breaking += 1 }
            }
        }
    }
    assert!(
        holding > 500 && breaking > 50 && contradicting > 0,
        "{holding} {breaking} {contradicting}"
    );
}

#[test]
fn the_command_names_them() {
    let pips = "instances/pips/pips1.toml";
    let (code, stdout, stderr) =
        cnfetti(&["check", "--partial", "--rules", pips, r#"{"board":[[5]]}"#]);
    assert_eq!(code, Some(1), "{stderr}");
    assert_eq!(stdout, "the board: wrong: region A sums to 3\n");
    let json = ["check", "--partial", "--rules", "--json", pips, r#"{"board":[[5]]}"#];
    assert!(cnfetti(&json).1.contains(r#""checked":true,"checked_by":"proof""#));
    // No rule by itself forbids this, but no solution has it.
    let board = r#"{"board":[[3,null,null,5]]}"#;
    let (code, stdout, _) = cnfetti(&["check", "--partial", "--rules", pips, board]);
    assert_eq!((code, stdout.as_str()), (Some(0), "the board: right so far: no rule is broken\n"));
    let (code, ..) = cnfetti(&["check", "--rules", pips, board]);
    assert_eq!(code, Some(2), "it is for half-filled boards");
    let late = ["check", "--partial", "--rules", "--time-limit=0", pips, board];
    assert_eq!(cnfetti(&late).0, Some(3));
}
