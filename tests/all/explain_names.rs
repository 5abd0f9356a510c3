//! Names are written as in the file, also at the beginning of a sentence.

use cnfetti::csp::{AllDifferent, Csp, Linear, Ranges};
use cnfetti::problem::Problem;

use super::cli_proofs::cnfetti;

fn explained(text: &str) -> String {
    let file = tempfile::Builder::new().suffix(".toml").tempfile().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let (code, stdout, stderr) = cnfetti(&["explain", file.path().to_str().unwrap()]);
    assert_eq!(code, Some(0), "{stderr}");
    stdout
}

#[test]
fn regions_keep_their_case() {
    let text = "kind = \"pips\"\nboard = \"\"\"\na##x\n...x\n..bb\n..b.\n\"\"\"\n\
                dominoes = [\"51\", \"65\", \"30\", \"55\"]\n\
                [regions]\na = \"= 3\"\nx = \"= 11\"\nb = \"= 15\"\n";
    let said = explained(text);
    assert!(said.contains("Region a sums to 3: so r1c1 is 3"), "{said}");
    assert!(!said.contains("Region A") && !said.contains("egion X"), "{said}");
}

#[test]
fn subjects_keep_their_case() {
    let text = "kind = \"seating\"\nfigure = \"XXX\"\nsubjects = [\"aB\", \"x\"]\n\
                candidates = [1, 2]\n";
    let said = explained(text);
    assert!(said.contains("such as aB 1") && said.contains("r1c3 is x"), "{said}");
    assert!(!said.contains("AB") && !said.contains("is X"), "{said}");
}

#[test]
fn variables_keep_their_case_where_a_sentence_begins() {
    let mut csp = Csp::new();
    let scope: Vec<_> = ["x", "aB", "y"].map(|name| csp.variable(name, 1..=3)).into();
    csp.post(AllDifferent { scope: scope.clone(), except: Vec::new() }.into(), "all differ");
    let least = Linear::sum(scope[..2].to_vec(), Ranges::at_most(3));
    csp.post(least.into(), "x and aB are small");
    let order = Linear::sum(scope[1..].to_vec(), Ranges::at_least(5));
    csp.post(order.into(), "aB and y are large");
    let explained = Problem::new(csp).explain(&Default::default()).unwrap();
    let said = explained.sentences().join("\n");
    assert!(said.starts_with("x ") || said.contains("\nx ") || said.contains(". x "), "{said}");
    assert!(!said.contains("X ") && !said.contains("AB "), "{said}");
}
