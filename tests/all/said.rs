//! Descriptions of a model's constraints: with their bounds and coefficients, in the words of the file.

use std::collections::BTreeSet;
use std::fs;

use cnfetti::instance;
use itertools::Itertools;

use crate::cli_proofs::cnfetti;

/// XCSP3 constraints over `p`, `q`, `r`, `s` and the array `x`, each with its description.
const SAID: &str = include_str!("said/xcsp3.txt");

fn model(constraint: &str) -> String {
    let domain = if constraint.starts_with("<clause>") { "0 1" } else { "0..3" };
    let variables = ["p", "q", "r", "s"].map(|name| format!("<var id=\"{name}\"> {domain} </var>"));
    format!(
        "<instance format=\"XCSP3\" type=\"CSP\">\n<variables>{}<array id=\"x\" size=\"[14]\"> 0..3 \
         </array></variables>\n<constraints>{constraint}</constraints>\n</instance>\n",
        variables.concat()
    )
}

#[test]
fn of_each_constraint_it_is_said_what_it_says() {
    let (mut elements, mut found) = (BTreeSet::new(), String::new());
    for constraint in SAID.lines().filter(|line| line.starts_with('<')) {
        let csp = instance::parse(&model(constraint)).unwrap().puzzle.csp();
        let said = csp.constraints().iter().map(|posted| posted.reason.as_str()).unique();
        found += &format!("{constraint}\n    {}\n", said.exactly_one().unwrap());
        let element = constraint.trim_start_matches('<').split([' ', '>']).next();
        elements.insert(element.unwrap().to_owned());
    }
    assert!(found == SAID, "this is said:\n{found}");
    // The table contains every constraint that can be read.
    let refused = instance::parse(&model("<nonsense/>")).err().unwrap();
    let known = refused.help.unwrap();
    let known = known.strip_prefix("supported: ").unwrap().split(", ").map(str::to_owned);
    assert_eq!(elements, known.collect());
}

#[test]
fn a_note_of_the_author_comes_first() {
    let text = "<sum note=\"the budget\"><list> p q </list><condition> (le,4) </condition></sum>";
    let csp = instance::parse(&model(text)).unwrap().puzzle.csp();
    assert_eq!(csp.constraints()[0].reason, "the budget: p + q ≤ 4");
}

/// Names keep the author's case, even at the beginning of a sentence; a note begins with a capital.
#[test]
fn names_keep_their_case_where_sentences_begin() {
    let folder = tempfile::tempdir().unwrap();
    let explained = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let (code, stdout, stderr) = cnfetti(&["explain", &path.display().to_string()]);
        assert_eq!(code, Some(0), "{stderr}");
        stdout
    };
    let sum = "<sum><list> p q </list><coeffs> 1 -2 </coeffs><condition> (ge,3) </condition></sum>";
    let said = explained("x.xml", &model(sum));
    assert!(said.contains("  1. p - 2*q ≥ 3: so p is 3, q is 0. ["), "{said}");
    let noted = sum.replace("<sum>", "<sum note=\"the budget\">");
    let said = explained("noted.xml", &model(&noted));
    assert!(said.contains("  1. The budget: p - 2*q ≥ 3: so p is 3, q is 0. ["), "{said}");
    let said = explained("x.opb", "* #variable= 2 #constraint= 1\n+1 x1 -3 x2 >= 1 ;\n");
    assert!(said.contains("  1. x1 - 3*x2 ≥ 1: so x1 is 1, x2 is 0. ["), "{said}");
    let flat = "var 0..3: p;\nvar 0..3: Q;\n\
                constraint int_lin_le([-2,1],[p,Q],-6);\nsolve satisfy;\n";
    let said = explained("x.fzn", flat);
    assert!(said.contains("  1. -2*p + Q ≤ -6: so p is 3, Q is 0. ["), "{said}");
}
