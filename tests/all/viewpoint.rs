//! Explanations from a puzzle's viewpoint: its constraints follow, and so do the steps. The truth comes
//! from the exact counter, and from trying every assignment.

use cnfetti::csp::{Csp, Value};
use cnfetti::exact::{self, Limits};
use cnfetti::explain::techniques::TECHNIQUES;
use cnfetti::explain::{Explanation, Extent, Step, Task, explain};
use cnfetti::instance::Instance;
use cnfetti::puzzle::Viewpoint;
use cnfetti::search::candidates::{Candidates, Fact, Said};
use cnfetti::sentences::Speaker;
use itertools::Itertools;
use num_bigint::BigUint;

use super::support::{instance, instances};

/// Small puzzles, and all others whose explanation is quick.
const EXPLAINED: [&str; 7] = [
    "pips1.toml",
    "growing-03.toml",
    "growing-05.toml",
    "growing-07.toml",
    "growing-08.toml",
    "many.toml",
    "none.toml",
];

fn puzzles() -> impl Iterator<Item = &'static Instance> {
    let is_wanted = |name: &str| EXPLAINED.contains(&name);
    let all = instances().iter();
    let file = |path: &std::path::Path| path.file_name().unwrap().to_str().unwrap().to_owned();
    all.filter(move |(path, _)| is_wanted(&file(path))).map(|(_, instance)| instance)
}

fn explained(viewpoint: &Viewpoint, extent: Extent) -> Option<Explanation> {
    let noted = viewpoint.noted.clone();
    explain(&viewpoint.csp, &Task { noted, extent, ..Task::default() }, |_| {}).unwrap()
}

fn count(csp: &Csp) -> BigUint {
    let (count, _) = exact::count(csp, &Limits::default()).unwrap();
    assert!(count.exact);
    count.solutions
}

/// For each variable of the puzzle, its values in solutions.
fn candidates(csp: &Csp) -> Vec<Vec<Value>> {
    let limits = Limits::default();
    let counted = exact::solutions(csp, &limits).candidates(csp, &limits).unwrap();
    let values = |row: Vec<(Value, BigUint)>| {
        row.into_iter().filter(|(_, n)| *n > BigUint::ZERO).map(|(value, _)| value).collect()
    };
    counted.into_iter().map(values).collect()
}

fn holds(fact: &Fact, values: &[Value]) -> bool {
    let value = values[fact.variable.index()];
    match &fact.said {
        Said::Is(said) => value == *said,
        Said::IsNone(said) => !said.contains(&value),
    }
}

#[test]
fn a_viewpoint_has_the_solutions_of_its_puzzle() {
    for instance in puzzles() {
        let (csp, viewpoint) = (instance.puzzle.csp(), instance.puzzle.viewpoint());
        assert_eq!(viewpoint.csp.variables()[..csp.variables().len()], *csp.variables());
        assert_eq!(viewpoint.csp.constraints()[..csp.constraints().len()], *csp.constraints());
        assert_eq!(count(&viewpoint.csp), count(&csp), "{:?}", instance.title);
    }
}

#[test]
fn steps_lead_to_what_holds_in_every_solution_and_to_nothing_else() {
    let mut techniques = Vec::new();
    let (mut suppositions, mut merged) = (0, 0);
    for instance in puzzles() {
        let (csp, viewpoint) = (instance.puzzle.csp(), instance.puzzle.viewpoint());
        let truth = candidates(&csp);
        let Some(explanation) = explained(&viewpoint, Extent::Needed) else {
            assert_eq!(count(&csp), BigUint::ZERO);
            continue;
        };
        assert_eq!(explanation.end.rows()[..csp.variables().len()], truth, "{:?}", instance.title);
        if let Some(last) = explanation.steps.last() {
            assert_eq!(last.after.rows()[..csp.variables().len()], truth, "{:?}", instance.title);
        }
        techniques.extend(explanation.steps.iter().map(|step| step.technique.name));
        let speaker = Speaker::of_viewpoint(&*instance.puzzle, &viewpoint);
        for sentence in explanation.steps.iter().map(|step| speaker.step(step)) {
            assert!(sentence.chars().count() <= 200, "{sentence}");
            let says_why = [
                ": so ",
                " fits only ",
                "Only domino ",
                " So ",
                " can only join ",
                " lies, ",
                "still fits ",
            ];
            let says_why = says_why.iter().any(|says| sentence.contains(says));
            assert!(says_why && sentence.ends_with('.'), "{sentence}");
        }
        for step in &explanation.steps {
            for sentence in speaker.details(step) {
                assert!(sentence.chars().count() <= 200 && sentence.ends_with('.'), "{sentence}");
            }
            suppositions += step.thoughts().iter().filter_map(|t| t.supposition.as_ref()).count();
            merged += usize::from(step.thoughts().len() > 1);
        }
        let again = explained(&viewpoint, Extent::Needed).unwrap();
        let [one, other] = [&explanation, &again].map(|found| format!("{:?}", found.steps));
        assert_eq!(one, other, "the same each time");
        let hint = explained(&viewpoint, Extent::First).unwrap();
        assert!(hint.steps.len() <= 1);
        let all = explained(&viewpoint, Extent::All).unwrap();
        assert!(all.steps.len() >= explanation.steps.len());
    }
    assert!(suppositions > 2 && merged > 10, "{suppositions} suppositions, {merged} merged");
    for name in ["total", "only place", "nothing else fits", "used up", "contradiction"] {
        assert!(TECHNIQUES.iter().any(|technique| technique.name == name));
        assert!(techniques.contains(&name), "no step of {name}: {:?}", techniques.iter().counts());
    }
}

/// Boards of four cells, with few enough assignments, including those of the lines, to try all.
#[test]
fn steps_follow_from_their_rules_and_facts() {
    for (board, rules) in [
        ("AA\nBB", "A = \"= 2\"\nB = \"> 4\""),
        ("AB\nAB", "A = \"= 5\"\nB = \"<= 4\""),
        ("AB\nBB", "A = \"> 2\"\nB = \"unequal\""),
        ("AA\nA#", "A = \"equal\""),
    ] {
        for dominoes in ["\"12\", \"13\"", "\"12\", \"33\"", "\"11\", \"12\""] {
            let text = format!(
                "kind = \"pips\"\nboard = \"\"\"\n{board}\n\"\"\"\ndominoes = [{dominoes}]\n\
                 [regions]\n{rules}"
            );
            let viewpoint = instance(&text).puzzle.viewpoint();
            if let Some(explanation) = explained(&viewpoint, Extent::All) {
                try_every_assignment(&viewpoint.csp, &explanation, &text);
            }
        }
    }
}

/// By every assignment, a supposition leads to a contradiction link by link.
#[test]
fn suppositions_contradict_what_is_known() {
    let mut seen = 0;
    for letters in ["AAB\nCCB", "AAB\nACB", "ABB\nACC", "AAA\nBBC"] {
        for rules in [
            "A = \"equal\"\nB = \"free\"\nC = \"free\"",
            "A = \"unequal\"\nB = \"= 4\"\nC = \"free\"",
            "A = \"free\"\nB = \"< 5\"\nC = \"> 2\"",
        ] {
            for dominoes in
                ["\"12\", \"13\", \"22\"", "\"12\", \"23\", \"11\"", "\"12\", \"12\", \"33\""]
            {
                let text = format!(
                    "kind = \"pips\"\nboard = \"\"\"\n{letters}\n\"\"\"\ndominoes = [{dominoes}]\n\
                     [regions]\n{rules}"
                );
                let viewpoint = instance(&text).puzzle.viewpoint();
                let Some(explanation) = explained(&viewpoint, Extent::Needed) else { continue };
                let mut before = explanation.start.clone();
                for step in &explanation.steps {
                    for thought in step.thoughts() {
                        seen += usize::from(tries(&viewpoint.csp, thought, &before, &text));
                        before = thought.after.clone();
                    }
                    before = step.after.clone();
                }
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

/// Tries the links of a step's supposition, if it has one.
fn tries(csp: &Csp, step: &Step, before: &Candidates, text: &str) -> bool {
    let Some(supposition) = &step.supposition else { return false };
    let mut known = before.clone();
    known.learn(&supposition.supposed);
    let after = {
        let mut after = before.clone();
        step.conclusions.iter().for_each(|fact| after.learn(fact));
        after
    };
    let of = supposition.supposed.variable;
    assert!(known.of(of).iter().all(|value| !after.of(of).contains(value)), "{step:?}\n{text}");
    for (at, link) in supposition.links.iter().enumerate() {
        let rules = link.constraints.iter().map(|&at| csp.constraints()[at].constraint.rule());
        let rules = rules.collect_vec();
        let scope = rules.iter().flat_map(|rule| rule.scope()).unique().collect_vec();
        let mut values = vec![0; csp.variables().len()];
        for choice in
            scope.iter().map(|&id| csp.domain(id).iter().copied()).multi_cartesian_product()
        {
            scope.iter().zip(choice).for_each(|(id, value)| values[id.index()] = value);
            let is_left = link.facts.iter().all(|fact| holds(fact, &values));
            if is_left && rules.iter().all(|rule| rule.holds(&values)) {
                assert!(!link.conclusions.is_empty(), "{link:?} can hold\n{text}");
                assert!(
                    link.conclusions.iter().all(|fact| holds(fact, &values)),
                    "{link:?}\n{text}"
                );
            }
        }
        for fact in &link.facts {
            let left = known.of(fact.variable).iter();
            let mut left = left.filter(|&&value| match &fact.said {
                Said::Is(only) => value != *only,
                Said::IsNone(gone) => gone.contains(&value),
            });
            assert!(left.next().is_none(), "{fact:?} is not known\n{text}");
        }
        assert_eq!(link.conclusions.is_empty(), at + 1 == supposition.links.len());
        link.conclusions.iter().for_each(|fact| known.learn(fact));
    }
    true
}

fn try_every_assignment(csp: &Csp, explanation: &Explanation, text: &str) {
    let domains = csp.variables().iter().map(|variable| variable.domain().iter().copied());
    for values in domains.multi_cartesian_product() {
        for step in &explanation.steps {
            let obeys = |&at: &usize| csp.constraints()[at].constraint.rule().holds(&values);
            let is_left = step.facts.iter().all(|fact| holds(fact, &values))
                && !step.conclusions.iter().all(|fact| holds(fact, &values));
            assert!(!is_left || !step.constraints.iter().all(obeys), "{step:?}\n{text}");
        }
    }
}

/// A flaw in the numbers of things is the reason, and the exit code gives the verdict on request.
#[test]
fn flaws_are_the_reason_and_verdicts_have_codes() {
    let folder = tempfile::tempdir().unwrap();
    let run = |words: &[&str]| {
        let mut command = assert_cmd::Command::cargo_bin("cnfetti").unwrap();
        let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).args(words).output().unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    for cells in ["#####", "###", "#"] {
        let text = format!("board='{cells}'\ndominoes=['12']");
        let number = match cells.len() {
            1 => "1 cell".to_owned(),
            more => format!("{more} cells"),
        };
        let flaw = format!("{number}, an odd number, and a domino covers two");
        let path = folder.path().join("x.toml");
        std::fs::write(&path, format!("kind='pips'\n{text}")).unwrap();
        let path = path.display().to_string();
        let answer = format!("There is no solution: the board has {flaw}.\n");
        assert_eq!(run(&["explain", &path]), (Some(0), answer));
        let line: serde_json::Value =
            serde_json::from_str(&run(&["explain", "--json", &path]).1).unwrap();
        assert_eq!(line["status"], "unsatisfiable");
        assert!(line["flaw"].as_str().unwrap().ends_with(&flaw), "{line}");
        // Nothing was asked, so that nothing checked it.
        assert!(line["checked"].is_null() && line["checked_by"].is_null(), "{line}");
        let problem = cnfetti::Problem::from_file(std::path::Path::new(&path)).unwrap();
        let explained = problem.explain(&cnfetti::problem::ExplainOptions::default()).unwrap();
        assert!(!explained.basis().is_checked());
        assert_eq!(run(&["solve", "--unique", "--exit-code", &path]).0, Some(5));
    }
    for (file, code) in [("signs/leepf", 0), ("signs/leepf-open", 4), ("pips/none", 5)] {
        let path = format!("instances/{file}.toml");
        assert_eq!(run(&["solve", "--unique", &path]).0, Some(0));
        assert_eq!(run(&["solve", "--unique", "--exit-code", &path]).0, Some(code), "{path}");
    }
}

#[test]
fn the_manual_lists_each_technique() {
    let page = include_str!("../../docs/explaining.md");
    for technique in TECHNIQUES {
        let row = format!("| {} | {} |", technique.name, technique.difficulty);
        let is_listed = page.lines().any(|line| line.starts_with(&row));
        assert!(is_listed, "docs/explaining.md has no row that begins with `{row}`");
    }
}
