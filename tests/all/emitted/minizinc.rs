//! Models whose constraints MiniZinc's own library decomposes with auxiliary variables, with the numbers of
//! solutions that Gecode finds.

use std::time::Duration;

use cnfetti::compile::Choices;
use cnfetti::emit::Language;
use cnfetti::instance;

use super::{bounded, compare, limits};
use crate::flatzinc::has_minizinc;

/// Models, each with its number of solutions.
const MODELS: [(&str, &str, u32); 11] = [
    (
        "plane",
        "array[1..7, 1..7] of var bool: m;
      constraint forall(i in 1..7)(sum(j in 1..7)(m[i, j]) = 3);
      constraint forall(j in 1..7)(sum(i in 1..7)(m[i, j]) = 3);
      constraint forall(i, j in 1..7 where i < j)(sum(t in 1..7)(m[i, t] /\\ m[j, t]) = 1);
      constraint forall(i in 1..6)(lex_lesseq(row(m, i), row(m, i + 1)));",
        30,
    ),
    (
        "lex",
        "array[1..3] of var bool: x; array[1..3] of var bool: y; constraint lex_less(x, y);",
        28,
    ),
    ("subcircuit", "array[1..4] of var 1..4: x; constraint subcircuit(x);", 21),
    (
        "connected",
        "array[1..4] of var bool: n; array[1..4] of var bool: e;
      constraint connected([1,2,3,1], [2,3,4,4], n, e);",
        17,
    ),
    (
        "directed",
        "array[1..3] of var bool: n; array[1..4] of var bool: e;
      constraint dconnected([1,2,3,1], [2,3,1,3], n, e);",
        17,
    ),
    (
        "tree",
        "array[1..4] of var bool: n; array[1..4] of var bool: e; var 1..4: r;
      constraint tree([1,2,3,1], [2,3,4,4], r, n, e);",
        40,
    ),
    (
        "path",
        "array[1..4] of var bool: n; array[1..4] of var bool: e; var 1..4: s; var 1..4: t;
      constraint path(4, 4, [1,2,3,1], [2,3,4,4], s, t, n, e);",
        28,
    ),
    (
        "steiner",
        "array[1..3] of var bool: n; array[1..3] of var bool: e; var 0..9: k;
      constraint steiner(3, 3, [1,2,1], [2,3,3], [1,2,4], n, e, k);",
        9,
    ),
    (
        "words",
        "array[1..4] of var 1..2: x;
      constraint regular_nfa(x, 2, 2, [|{1,2},{2}|{1},{}|], 1, {2});",
        6,
    ),
    (
        "sorted",
        "array[1..3] of var 1..3: x; array[1..3] of var 1..3: y; constraint sort(x, y);",
        27,
    ),
    // None of our constraints says this, so the file's number is a projected one.
    ("between", "var 1..5: x; constraint let { var 1..5: y } in y * y > x /\\ y < x;", 3),
];

#[test]
#[ignore = "slow: .ci/run has it"]
fn what_minizinc_introduces_is_not_counted() {
    if !has_minizinc() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut projected = Vec::new();
    for (name, model, solutions) in MODELS {
        let file = folder.path().join(format!("{name}.mzn"));
        let text = format!("include \"globals.mzn\";\n{model}\nsolve satisfy;\n");
        std::fs::write(&file, text).unwrap();
        let csp = instance::load(&file).unwrap().puzzle.csp();
        let limits = limits(Duration::from_secs(60));
        let (csp, number) = bounded(&csp, &limits).expect("it is small");
        assert_eq!(number, solutions.into(), "{name}");
        for language in [Language::Dimacs, Language::Opb] {
            let read = compare((&csp, &number), &Choices::default(), language, &limits);
            if !read.expect("it is small").is_kept {
                projected.push(name);
            }
        }
    }
    projected.dedup();
    assert_eq!(projected, ["directed", "between"]);
}
