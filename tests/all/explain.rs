//! What holds in every solution, step by step. Tries every claim of a step on all assignments.

use cnfetti::csp::{Csp, Value, VarId};
use cnfetti::explain::Effort;
use cnfetti::explain::backbone::{backbone, decided_by_rules};
use cnfetti::explain::symmetry_breaking::{best_root, root_of};
use cnfetti::explain::{Explanation, Task, contradiction, direct_reason, explain, reasoner};
use cnfetti::search::candidates::{Candidates, Fact, Said};
use cnfetti::solver::Budget;
use itertools::Itertools;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::support::instance;

fn task(csp: &Csp) -> Task {
    let root = best_root(csp, reasoner(), &Budget::default()).unwrap();
    Task {
        root: root.map(|root| root.atoms).unwrap_or_default(),
        effort: Effort::Time(Duration::from_secs(60)),
        backend: reasoner().clone(),
        budget: Budget::default(),
        // Each step's claims are tried separately.
        merged: false,
        ..Task::default()
    }
}

fn steps_of(csp: &Csp, task: &Task) -> Explanation {
    explain(csp, task, |_| {}).unwrap().expect("there is a solution")
}

fn file(path: &str) -> Csp {
    let path = format!("{}/instances/{path}", env!("CARGO_MANIFEST_DIR"));
    instance(&std::fs::read_to_string(path).unwrap()).puzzle.csp()
}

fn named(csp: &Csp, name: &str) -> VarId {
    csp.ids().find(|&id| csp.name(id) == name).unwrap()
}

/// A task with the letters of a word as the root.
fn rooted(csp: &Csp, word: &str) -> Task {
    let letters = word.chars().map(|letter| named(csp, &letter.to_string())).collect_vec();
    let root = root_of(csp, &letters, reasoner(), &Budget::default()).unwrap();
    Task { root: root.atoms, ..task(csp) }
}

fn holds(fact: &Fact, values: &[Value]) -> bool {
    let value = values[fact.variable.index()];
    match &fact.said {
        Said::Is(said) => value == *said,
        Said::IsNone(said) => !said.contains(&value),
    }
}

/// Tries all assignments of a tiny puzzle: each step must follow from its reason and need all of its constraints.
fn try_every_assignment(text: &str, merged: bool) -> Explanation {
    let csp = instance(text).puzzle.csp();
    let task = Task { merged, ..task(&csp) };
    let explanation = steps_of(&csp, &task);
    let domains = csp.variables().iter().map(|variable| variable.domain().iter().copied());
    let assignments = domains.multi_cartesian_product().collect_vec();
    let rules = csp.constraints().iter().map(|posted| posted.constraint.rule());
    let obeyed =
        rules.map(|rule| assignments.iter().map(|values| rule.holds(values)).collect_vec());
    let obeyed = obeyed.collect_vec();
    let obeys = |at: usize, constraints: &[usize]| constraints.iter().all(|&rule| obeyed[rule][at]);
    let mut known = explanation.start.clone();
    for step in &explanation.steps {
        let follows = |constraints: &[usize]| {
            assignments.iter().enumerate().all(|(at, values)| {
                !obeys(at, constraints)
                    || !step.facts.iter().all(|fact| holds(fact, values))
                    || step.conclusions.iter().all(|fact| holds(fact, values))
            })
        };
        assert!(follows(&step.constraints), "{step:?}\n{text}");
        for &left_out in &step.constraints {
            let fewer = step.constraints.iter().copied().filter(|&at| at != left_out);
            assert!(!follows(&fewer.collect_vec()), "{left_out} is needless: {step:?}\n{text}");
        }
        step.conclusions.iter().for_each(|fact| known.learn(fact));
        assert_eq!(known, step.after);
    }
    let solutions = assignments.iter().filter(|values| csp.is_solution(values));
    let solutions = solutions.filter(|values| allows(&explanation.start, values)).collect_vec();
    for id in csp.ids() {
        let values = solutions.iter().map(|values| values[id.index()]).sorted().dedup();
        assert_eq!(values.collect_vec(), explanation.end.of(id), "{}\n{text}", csp.name(id));
    }
    assert_eq!(known, explanation.end, "{text}");
    explanation
}

fn allows(known: &Candidates, values: &[Value]) -> bool {
    known.rows().iter().zip(values).all(|(row, value)| row.contains(value))
}

#[test]
fn steps_follow_and_need_all_of_their_constraints() {
    for text in [
        "kind = \"dice\"\ndice = 3\nwords = [\"abc\", \"abd\", \"cef\"]",
        "kind = \"dice\"\ndice = 3\nfaces = 2\nwords = [\"abc\", \"ade\", \"bdf\"]",
        "kind = \"dice\"\ndice = 2\nfaces = 3\nwords = [\"ab\", \"cd\", \"bc\", \"ef\"]",
        "kind = \"signs\"\nvalues = 3\nboard = \"\"\"\n→ ↔ ←\n↕ ↗ ↖\n\"\"\"",
        "kind = \"signs\"\nvalues = 3\nboard = \"\"\"\n→+s ↔ ←+sw\n↗ ↔2 ↑+w\n\"\"\"",
        "kind = \"signs\"\nvalues = 2\nboard = \"\"\"\n→2 ↔ ↔ ←\n↗ ↔ ↖ ←1\n\"\"\"",
        "kind = \"seating\"\nfigure = \"\"\"\nXXX\nXXX\n\"\"\"\nsubjects = 3\ncandidates = 2\n\
         neighbours = 4",
        "kind = \"pips\"\nboard = \"\"\"\nAA\nBB\n\"\"\"\ndominoes = [\"12\", \"13\"]\n[regions]\n\
         A = \"= 2\"\nB = \"> 4\"",
        "kind = \"pips\"\nboard = \"\"\"\nAAB\nCCB\n\"\"\"\ndominoes = [\"12\", \"13\", \"22\"]\n\
         [regions]\nA = \"equal\"\nB = \"= 4\"\nC = \"<= 4\"",
    ] {
        let single = try_every_assignment(text, false);
        let merged = try_every_assignment(text, true);
        assert!(merged.steps.len() <= single.steps.len(), "{text}");
    }
}

#[test]
fn some_steps_need_several_constraints() {
    let csp = file("dice/labeled-dice.toml");
    let explanation = steps_of(&csp, &task(&csp));
    assert!(explanation.steps.iter().any(|step| step.constraints.len() > 1));
    assert!(csp.ids().all(|id| explanation.end.decided(id).is_some()));
}

/// A published search for smallest reasons gives the same three numbers.
#[test]
fn the_smallest_reasons_of_labeled_dice() {
    let csp = file("dice/labeled-dice.toml");
    let task = rooted(&csp, "buoy");
    let explanation = steps_of(&csp, &task);
    let sizes = ["j", "k", "c"].map(|letter| {
        let letter = named(&csp, letter);
        let reason = direct_reason(&csp, &task, letter, &explanation.end).unwrap();
        assert!(reason.is_smallest);
        reason.constraints.len()
    });
    assert_eq!(sizes, [4, 3, 10]);
}

#[test]
fn letters_on_dice_leave_two_letters_open() {
    let csp = file("dice/letters-on-dice.toml");
    let root = best_root(&csp, reasoner(), &Budget::default()).unwrap().unwrap();
    let word: String = root.atoms.iter().map(|atom| csp.name(atom.variable)).collect();
    assert_eq!(word, "sale");
    let end =
        backbone(&csp, &root.atoms, reasoner(), &Budget::default()).unwrap().candidates.unwrap();
    let open = csp.ids().filter(|&id| end.decided(id).is_none()).collect_vec();
    assert_eq!(open, [named(&csp, "f"), named(&csp, "n")]);
    assert!(open.iter().all(|&id| end.of(id) == [2, 3]));
    let needed = decided_by_rules(&csp, &root.atoms, &end, reasoner(), &Budget::default()).unwrap();
    let [faces] = &needed[..] else { panic!("{needed:?}") };
    assert_eq!(csp.constraints()[faces.constraint].reason, "each die has 6 letters");
    assert_eq!(faces.variables, [named(&csp, "m")]);
}

#[test]
fn a_cell_is_explained_by_the_steps_it_needs() {
    let csp = file("dice/letters-on-dice.toml");
    let task = rooted(&csp, "sale");
    let all = steps_of(&csp, &task).steps.len();
    let x = named(&csp, "x");
    let explanation = steps_of(&csp, &Task { only: vec![x], ..task });
    assert_eq!(explanation.steps.len(), 1, "of {all}");
    let last = explanation.steps.last().unwrap();
    assert_eq!(last.conclusions, [Fact { variable: x, said: Said::Is(3) }]);
    assert_eq!(last.facts.len(), 3);
}

#[test]
fn every_instance_is_explained_to_the_end() {
    for path in ["signs/leepf.toml", "pips/pips1.toml", "dice/letters-on-dice-unlimited.toml"] {
        let csp = file(path);
        let explanation = steps_of(&csp, &task(&csp));
        let last = explanation.steps.last().unwrap();
        assert_eq!(last.after, explanation.end, "{path}");
    }
}

/// Where one rule says what hangs together, a reader has to be told why each place is what it is.
#[test]
fn a_supposition_about_what_hangs_together_concludes_its_opposite_only() {
    let mut suppositions = 0;
    for kind in ["nurikabe", "fillomino", "galaxies", "nuribou", "yajikabe", "roma", "hakoiri"] {
        let csp = file(&format!("kinds/{kind}.toml"));
        let Explanation { steps, .. } = explain(&csp, &Task::default(), |_| {}).unwrap().unwrap();
        for thought in steps.iter().flat_map(|step| step.thoughts()) {
            let ([_], Some(supposition)) = (&thought.constraints[..], &thought.supposition) else {
                continue;
            };
            suppositions += 1;
            let concluded = thought.conclusions.iter().map(|fact| fact.variable).collect_vec();
            assert_eq!(concluded, [supposition.supposed.variable], "{kind}");
        }
    }
    assert!(suppositions > 0);
}

/// A domino with only one place: where it lies is not news, but what follows from it is.
#[test]
fn a_double_that_is_the_only_domino_is_explained() {
    for regions in ["AB\"\nregions = { A = \"=3\", B = \"=3\" }", "##\""] {
        let text = format!("kind = \"pips\"\nboard = \"{regions}\ndominoes = [\"33\"]");
        let csp = instance(&text).puzzle.csp();
        let explanation = steps_of(&csp, &task(&csp));
        assert!(csp.ids().all(|id| explanation.end.decided(id).is_some()), "{text}");
    }
}

#[test]
fn a_limit_leaves_the_steps_found_until_then() {
    let csp = file("dice/labeled-dice.toml");
    let whole = steps_of(&csp, &task(&csp));
    assert!(whole.stopped.is_none());
    let stop = Arc::new(AtomicBool::new(false));
    let budget = Budget { stop: Some(stop.clone()), ..Budget::default() };
    let interrupted = Task { budget, ..task(&csp) };
    let mut found = 0;
    let part = explain(&csp, &interrupted, |_| {
        found += 1;
        stop.store(found == 3, Ordering::Relaxed);
    });
    let part = part.unwrap().expect("there is a solution");
    assert_eq!(part.stopped.unwrap().to_string(), "interrupted");
    assert_eq!(part.steps.len(), 3);
    assert_eq!(part.end, whole.end);
    assert_ne!(part.steps[2].after, part.end);
}

#[test]
fn without_time_nothing_is_known_and_the_exit_code_says_so() {
    let run = |format: &str| {
        let mut command = assert_cmd::Command::cargo_bin("cnfetti").unwrap();
        let words = ["explain", "--time-limit", "0", "--format", format];
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/pips/many.toml");
        let output = command.args(words).arg(path).assert().code(3).get_output().stdout.clone();
        String::from_utf8(output).unwrap()
    };
    let line: serde_json::Value = serde_json::from_str(&run("json")).unwrap();
    assert_eq!(line["status"], "unknown");
    assert_eq!(line["stopped"], "the time limit was reached");
    assert!(run("text").starts_with("Unknown: the time limit was reached"));
}

#[test]
fn a_root_needs_different_variables() {
    let csp = file("dice/letters-on-dice.toml");
    let letters = ["s", "b"].map(|letter| named(&csp, letter));
    let error = root_of(&csp, &letters, reasoner(), &Budget::default()).unwrap_err();
    assert_eq!(error.to_string(), "s and b are not always different, so they cannot both be fixed");
}

#[test]
fn a_contradiction_has_no_needless_constraint() {
    let text = "kind = \"dice\"\ndice = 2\nwords = [\"ab\", \"cd\", \"bc\", \"ac\", \"de\"]";
    let csp = instance(text).puzzle.csp();
    assert!(explain(&csp, &task(&csp), |_| {}).unwrap().is_none());
    let reason = contradiction(&csp, &task(&csp)).unwrap().unwrap();
    assert!(reason.is_smallest);
    assert_eq!(reason.constraints, [0, 2, 3]);
}

#[test]
fn givens_can_contradict() {
    let text = "kind = \"signs\"\nvalues = 3\nboard = \"\"\"\n→2 ←3\n\"\"\"";
    let csp = instance(text).puzzle.csp();
    let reason = contradiction(&csp, &task(&csp)).unwrap().unwrap();
    let reasons = reason.constraints.iter().map(|&at| csp.constraints()[at].reason.as_str());
    assert_eq!(
        reasons.collect_vec(),
        ["r1c1 counts the different numbers to its east", "r1c1 is given as 2"]
    );
}
