//! The models of the project, and models that are refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use cnfetti::compile::Choices;
use cnfetti::csp::Csp;
use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use cnfetti::search::blocking::{Count, count};
use cnfetti::solver::{Budget, by_name};
use num_bigint::BigUint;

use crate::cli_proofs::cnfetti;
use crate::support::{instance, refused};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instances/models")
}

/// The number of solutions of each model, from `counts.tsv`.
fn counts() -> Vec<(PathBuf, BigUint)> {
    let table = fs::read_to_string(folder().join("counts.tsv")).unwrap();
    let row = |line: &str| {
        let (name, number) = line.split_once('\t').unwrap();
        (folder().join(format!("{name}.xml")), number.parse().unwrap())
    };
    let counts: Vec<(PathBuf, BigUint)> = table.lines().skip(1).map(row).collect();
    assert!(counts.len() > 10, "the table has rows");
    counts
}

#[test]
fn every_model_has_its_count_and_its_source() {
    let counts = counts();
    for entry in fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "xml") {
            assert!(counts.iter().any(|(counted, _)| *counted == path), "{}", path.display());
            assert!(path.with_extension("py").exists(), "{}", path.display());
        }
    }
}

#[test]
fn models_have_as_many_solutions_as_known() {
    for (path, expected) in counts() {
        let csp = instance::load(&path).unwrap().puzzle.csp();
        let mut counted = exact(&csp);
        if !counted.exact || expected <= BigUint::from(100_u32) {
            let backend = by_name("varisat").unwrap();
            let choices = Choices::default();
            let blocking = count(&csp, &choices, backend, &Budget::default(), |_| {}).unwrap();
            assert!(!counted.exact || counted.solutions == blocking.count.solutions);
            counted = blocking.count;
        }
        assert!(counted.exact, "{}", path.display());
        assert_eq!(counted.solutions, expected, "{}", path.display());
    }
}

/// Counts with the exact counter, which takes long for a few models.
fn exact(csp: &Csp) -> Count {
    let budget = Budget::default().at_most(Duration::from_millis(500));
    exact::count(csp, &Limits { budget, ..Limits::default() }).unwrap().0
}

/// A model with these variables and constraints, each on a line of its own.
fn model(variables: &str, constraints: &str) -> String {
    format!(
        "<instance format=\"XCSP3\" type=\"CSP\">\n<variables>\n{variables}\n</variables>\n\
         <constraints>\n{constraints}\n</constraints>\n</instance>\n"
    )
}

#[test]
fn solutions_are_drawn_and_written_by_arrays() {
    let text = model(
        "<array id=\"m\" size=\"[2][2]\"> 0 1 </array><array id=\"x\" size=\"[3]\" startIndex=\"1\">\
         <domain for=\"x[1] x[3]\"> 4 </domain></array><var id=\"y\"> 7 </var>",
        "<allDifferent><matrix> m[][] </matrix></allDifferent>\
         <intension> eq(add(m[0][0],x[1],x[3]),8) </intension>",
    );
    let puzzle = instance(&text).puzzle;
    let json = serde_json::json!({ "m": [[0, 1], [1, 0]], "x": [4, null, 4] });
    let solution = puzzle.read_json(&json).unwrap();
    puzzle.check(&solution).unwrap();
    let mut written = String::new();
    puzzle.write_json(&solution, &mut written);
    assert_eq!(written, r#"{"m":[[0,1],[1,0]],"x":[4,null,4],"y":null}"#);
    let board = "m\n╭───┬───╮\n│ 0 │ 1 │\n├───┼───┤\n│ 1 │ 0 │\n╰───┴───╯\nx  4   4\n";
    assert_eq!(puzzle.draw(Some(&solution)), board);
    assert_eq!(puzzle.counted_over().unwrap(), "m, x (2 of 3)");
}

#[test]
fn one_list_is_in_order() {
    for matrix in ["<list> x[] </list>", "<list> x[0] x[0] </list>"] {
        let constraints = format!(
            "<lex> {matrix} <operator> lt </operator> </lex> <intension> le(x[0],x[1]) </intension>"
        );
        let text = model(r#"<array id="x" size="[2]"> 0..2 </array>"#, &constraints);
        let (stdout, stderr) = count_of(&text, &[]);
        assert_eq!(stdout, "6 solutions", "{stderr}");
    }
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let x = "<array id=\"x\" size=\"[3]\"> 0..2 </array>";
    let wrong = [
        ("<intension> eq(z,1) </intension>", "6:16: expected a declared variable, found `z`"),
        (
            "<intension> eq(x[3],1) </intension>",
            "6:16: expected a subscript of `x` from 0 to 2, found 3",
        ),
        (
            "<intension> eq(x[0]) </intension>",
            "6:13: expected at least 2 arguments of `eq`, found 1",
        ),
        ("<intension> eq(x[0],1 </intension>", "6:23: expected `)`, found the end of the text"),
        ("<intension> foo(x[0],1) </intension>", "6:13: expected an operator, found `foo`"),
        (
            "<intension> eq(%0,1) </intension>",
            "6:16: expected no argument outside of groups, found `%0`",
        ),
        ("<allDifferent> </allDifferent>", "6:1: expected at least one variable, found none"),
        (
            "<flow><list> x[] </list><balance> 0 0 </balance><arcs> (0,1)(1,2)(2,0) </arcs></flow>",
            "6:49: expected 2 nodes, found 3",
        ),
        (
            "<allDifferent type=\"other\"> x[] </allDifferent>",
            "6:1: the attribute `type` of <allDifferent> is not supported",
        ),
        ("<stretch> x[] </stretch>", "6:1: expected a constraint of XCSP3-core, found <stretch>"),
        (
            "<extension><list> x[0..1] </list><supports> (0,1,2) </supports></extension>",
            "6:45: expected 2 values, found 3",
        ),
        (
            "<sum><list> x[] </list><coeffs> 1 2 </coeffs><condition> (le,3) </condition></sum>",
            "6:24: expected 3 coefficients, found 2",
        ),
        (
            "<sum><list> x[] </list><condition> (le) </condition></sum>",
            "6:39: expected `,`, found `)`",
        ),
        (
            "<intension> gt(pow(pow(10,10),x[0]),99999999999999999999) </intension>",
            "6:37: expected a whole number of at most 64 bits, found `99999999999999999999)`",
        ),
        (
            "<intension> gt(mul(3000000000000000000,x[0]),1) </intension>",
            "6:1: expected numbers of at most 62 bits, found an expression that can exceed them",
        ),
        (
            "<group><intension> eq(%0,%1) </intension><args> x[0] </args></group>",
            "6:26: expected an argument from %0 to %0, found `%1`",
        ),
        (
            "<group><intension> eq(x[0],%0) </intension><args> {1,2} </args></group>",
            "6:28: expected an argument that is a number, a variable or an expression, found a set",
        ),
        (
            "<group><intension> in(%0,set(%...)) </intension><args> x[0] {1,2} </args></group>",
            "6:49: expected numbers, variables and expressions for %..., found a set",
        ),
        (
            "<group><intension> in(%0,%1) </intension><args> x[0] {1 2} </args></group>",
            "6:57: expected `,`, found `2}`",
        ),
    ];
    for (constraint, expected) in wrong {
        refused(&model(x, constraint), expected);
    }
    let declared = [
        (
            "<var id=\"x\" type=\"set\"> 1 </var>",
            "3:1: expected a variable of type integer or symbolic: others are not supported, found set",
        ),
        ("<var id=\"x\"> </var>", "3:1: expected the values of a variable, found none"),
        ("<var id=\"x\"> 1 </var><var id=\"x\"> 1 </var>", "3:22: `x` is declared twice"),
        (
            "<array id=\"x\" size=\"[99999][99999]\"> 0 1 </array>",
            "3:1: expected at most 2000000 variables, found more",
        ),
        (
            "<array id=\"x\" size=\"[0]\"> 0 1 </array>",
            "3:1: expected an attribute `size` such as [3][4], found [0]",
        ),
        ("<var id=\"x\"> 3..1 </var>", "3:14: expected an interval, found 3..1"),
    ];
    for (variables, expected) in declared {
        refused(&model(variables, ""), expected);
    }
}

/// Sets as arguments mean the same as in the constraint itself.
#[test]
fn groups_take_sets() {
    let x = "<array id=\"x\" size=\"[3]\"> 0..5 </array>";
    for (group, written) in [
        (
            "<group><intension> in(%0,%1) </intension><args> x[0] {1,3} </args>\
             <args> x[1] set( 2, 4..5 ) </args></group>",
            "<intension> in(x[0],set(1,3)) </intension><intension> in(x[1],set(2,4,5)) </intension>",
        ),
        (
            "<group><intension> or(notin(%1,%0),eq(%2,%3)) </intension>\
             <args> {1,3,5} add(x[0],x[1]) x[2] 4 </args></group>",
            "<intension> or(notin(add(x[0],x[1]),set(1,3,5)),eq(x[2],4)) </intension>",
        ),
        (
            "<group><sum><list> x[] </list><condition> (in,%0) </condition></sum>\
             <args> {3,5,-1} </args></group>",
            "<sum><list> x[] </list><condition> (in,{3,5,-1}) </condition></sum>",
        ),
        (
            "<group><sum><list> %... </list><condition> (notin,%0) </condition></sum>\
             <args> {3,5} x[0] x[2] </args></group>",
            "<sum><list> x[0] x[2] </list><condition> (notin,{3,5}) </condition></sum>",
        ),
    ] {
        let [one, other] = [group, written].map(|text| {
            let instance = instance(&model(
                x,
                &format!("{text}<sum><list> x[] </list><condition> (ge,0) </condition></sum>"),
            ));
            let all = (0..6_i32.pow(3)).map(|number| [number % 6, number / 6 % 6, number / 36]);
            let csp = instance.puzzle.csp();
            let full =
                |values: &[i32; 3]| instance.puzzle.read_json(&serde_json::json!({ "x": values }));
            let holds = |values: &[i32; 3]| {
                full(values).is_ok_and(|full| {
                    let holds = instance.puzzle.check(&full).is_ok();
                    assert_eq!(csp.is_solution(&full), holds, "{text}");
                    holds
                })
            };
            all.filter(holds).collect::<Vec<_>>()
        });
        assert_eq!(one, other, "{group}");
        assert!((1..216).contains(&one.len()), "{group}");
    }
}

#[test]
fn what_is_no_xml_is_refused() {
    refused(
        "<instance>\n<variables>\n</instance>\n",
        "3:1: not valid XML: expected 'variables' tag, not 'instance'",
    );
    refused(
        "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \"c\">]>\n<instance/>",
        "2:1: expected no document type: entities are not supported",
    );
    let cut = "<instance>\n<variables>\n<var id=\"x\"> 1 2 </v";
    refused(cut, "3:21: not valid XML: unexpected end of stream: is the file cut off?");
    refused(
        "<instance>\n<variables/>\n",
        "3:1: not valid XML: the root node was opened but never closed: is the file cut off?",
    );
    let deep = format!("<instance>{}", "<block>".repeat(1000));
    refused(&deep, "1:704: expected at most 100 levels of elements, found more");
}

/// A group of many constraints is read quickly, and each has its place in the CSP.
#[test]
fn ten_megabytes_are_read() {
    let mut args = String::new();
    for at in 0..280_000 {
        args += &format!("<args> x[{}] x[{}] </args>\n", at % 500, (at + 1) % 500);
    }
    let list = "<list> %0 %1 </list><operator> le </operator>";
    let text = model(
        "<array id=\"x\" size=\"[500]\"> 0..2 </array>",
        &format!("<group><ordered>{list}</ordered>\n{args}</group>"),
    );
    assert_eq!(instance(&text).puzzle.csp().constraints().len(), 280_000);
}

#[test]
fn optima_are_found_and_counted() {
    let text =
        model("<array id=\"x\" size=\"[3]\"> 0..2 </array>", "<allDifferent> x[] </allDifferent>");
    for (objective, optima) in [
        ("<minimize type=\"sum\"><list> x[] </list><coeffs> 1 2 3 </coeffs></minimize>", 1_u32),
        ("<maximize> x[1] </maximize>", 2),
        ("<minimize> add(dist(x[0],x[1]),5) </minimize>", 4),
        ("<maximize type=\"maximum\"> x[0] x[1] </maximize>", 4),
        ("<maximize type=\"minimum\"> x[0] x[1] </maximize>", 2),
        ("<minimize type=\"nValues\"> x[] </minimize>", 6),
    ] {
        let objective = format!("</constraints>\n<objectives>{objective}</objectives>");
        let csp = instance(&text.replace("</constraints>", &objective)).puzzle.csp();
        assert_eq!(exact(&csp).solutions, BigUint::from(optima), "{objective}");
    }
}

fn count_of(text: &str, words: &[&str]) -> (String, String) {
    let file = tempfile::Builder::new().suffix(".xml").tempfile().unwrap();
    fs::write(file.path(), text).unwrap();
    let path = file.path().to_str().unwrap();
    let (_, stdout, stderr) = cnfetti(&[&["count", "--engine", "exact"], words, &[path]].concat());
    let said = |text: String| text.trim_end().rsplit(".xml: ").next().unwrap().to_owned();
    (said(stdout), said(stderr))
}

/// A variable that follows from others does not change the count. If one does not follow, the count
/// is of assignments to the others.
#[test]
fn what_a_tool_adds_is_not_counted() {
    let variables = "<array id=\"x\" size=\"[2]\"> 0..2 </array>\n\
                     <array id=\"aux_gb\" size=\"[1]\"> 0..2 </array>";
    let ordered = "<intension> le(x[0],x[1]) </intension>";
    for (added, expected) in [
        ("<intension> ne(aux_gb[0],x[0]) </intension>", "6 solutions"),
        ("<intension> eq(aux_gb[0],add(x[0],x[1])) </intension>", "4 solutions"),
        (
            "<maximum><list> x[] </list><condition> (eq,aux_gb[0]) </condition></maximum>",
            "6 solutions",
        ),
    ] {
        let text = model(variables, &format!("{ordered}{added}"));
        assert_eq!(count_of(&text, &[]), (expected.to_owned(), "counted over x".to_owned()));
        assert_eq!(listed(&text), expected, "{added}");
    }
}

/// The number of listed solutions, which differ in `x`.
fn listed(text: &str) -> String {
    let file = tempfile::Builder::new().suffix(".xml").tempfile().unwrap();
    fs::write(file.path(), text).unwrap();
    let words = ["solve", "--all", "--json", file.path().to_str().unwrap()];
    let (code, stdout, stderr) = cnfetti(&words);
    assert_eq!(code, Some(0), "{stderr}");
    let line = |line| serde_json::from_str::<serde_json::Value>(line).unwrap();
    let lines = stdout.lines().map(line).filter(|line| line.get("solution").is_some());
    let solutions: Vec<String> = lines.map(|line| line["solution"]["x"].to_string()).collect();
    let different: std::collections::BTreeSet<_> = solutions.iter().collect();
    assert_eq!(different.len(), solutions.len(), "{solutions:?}");
    format!("{} solutions", solutions.len())
}

#[test]
fn a_projection_is_counted_instead_of_the_solutions() {
    let text = model(
        "<array id=\"x\" size=\"[3]\"> 0..2 </array><var id=\"y\"> 0..8 </var>",
        "<intension> le(x[0],x[1]) </intension><intension> gt(y,mul(x[1],x[2])) </intension>",
    );
    for (list, expected, over) in [
        ("x[0..1]", "6 solutions", "counted over x[0..1] (2 variables)"),
        ("x[0]", "3 solutions", "counted over x[0] (1 variable)"),
        ("x[0], y", "24 solutions", "counted over x[0], y (2 variables)"),
    ] {
        let found = count_of(&text, &["--project", list]);
        assert_eq!(found, (expected.to_owned(), over.to_owned()));
    }
}
