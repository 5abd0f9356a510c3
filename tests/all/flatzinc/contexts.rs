//! Models in which a condition counts as a number: `x * bool2int(1 in s) >= 0` wants it true or false, depending on `x`.
//! MiniZinc takes the context for positive, and would be content with a weaker condition. Without `minizinc`, this tests
//! nothing, and says so.

use std::process::Command;

use itertools::Itertools;

use super::has_minizinc;

/// A condition on the sets `s` and `t` of 1, 2 and 3 and the number `y`, its meaning, and whether it is right also with
/// half reifications, which `minizinc --solver cnfetti` uses unless told otherwise.
type Condition = (&'static str, fn(&[i64], &[i64], i64) -> bool, bool);

const CONDITIONS: &[Condition] = &[
    ("y in {1, 3}", |_, _, y| y != 2, true),
    ("y in 1..2", |_, _, y| y < 3, true),
    (
        "nvalue([y, card(s), 1]) = 2",
        |s, _, y| [y, s.len() as i64, 1].iter().unique().count() == 2,
        true,
    ),
    ("1 in s", |s, _, _| s.contains(&1), false),
    ("y in s", |s, _, y| s.contains(&y), false),
    ("s subset {1, 2}", |s, _, _| !s.contains(&3), false),
    ("{1, 2} subset s", |s, _, _| s.contains(&1) && s.contains(&2), false),
    ("s superset {3}", |s, _, _| s.contains(&3), false),
    ("s = {1}", |s, _, _| s == [1], false),
    ("s != {1, 2}", |s, _, _| s != [1, 2], false),
    ("s <= {1, 3}", |s, _, _| s <= &[1, 3][..], false),
    ("{2} < s", |s, _, _| &[2][..] < s, false),
    ("s subset t", |s, t, _| s.iter().all(|value| t.contains(value)), false),
    ("s = t", |s, t, _| s == t, false),
    ("s < t", |s, t, _| s < t, false),
];

/// Whether a constraint holds for the truth of its condition and the value of `x`.
type Meaning = fn(i64, i64) -> bool;

/// Constraints on a condition and a number `x`, with their meaning.
const CONSTRAINTS: &[(&str, Meaning)] = &[
    ("x * bool2int(CONDITION) >= 0", |truth, x| x * truth >= 0),
    ("x * bool2int(not (CONDITION)) >= 0", |truth, x| x * (1 - truth) >= 0),
    ("[x, 0 - x][1 + bool2int(CONDITION)] >= 0", |truth, x| [x, -x][truth as usize] >= 0),
    ("(CONDITION) -> x > 0", |truth, x| truth == 0 || x > 0),
];

/// The pair with this number, if its row and column together are even.
fn every_other<T>((number, pair): (usize, T)) -> Option<T> {
    let (row, column) = (number / CONSTRAINTS.len(), number % CONSTRAINTS.len());
    (row + column).is_multiple_of(2).then_some(pair)
}

/// The subsets of 1, 2 and 3.
fn sets() -> Vec<Vec<i64>> {
    (1..=3).powerset().collect()
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn conditions_below_products_and_indexes_are_not_weakened() {
    if !has_minizinc() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("model.mzn");
    let cnfetti = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cnfetti"));
        command.env("HOME", home.path()).env_remove("XDG_CACHE_HOME");
        command
    };
    let said = |mut command: Command| {
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{command:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    };
    let mut asked = cnfetti();
    asked.args(["minizinc", "--print-path"]);
    let library = said(asked);
    // Every other pair, so that each condition stands in two constraints: MiniZinc takes a while for each.
    for ((condition, meaning, with_half), (constraint, holds)) in
        CONDITIONS.iter().cartesian_product(CONSTRAINTS).enumerate().filter_map(every_other)
    {
        let model = format!(
            "include \"globals.mzn\"; var set of 1..3: s; var set of 1..3: t; var 1..3: y; var -2..1: x;\n\
             constraint {};\nsolve satisfy;\n",
            constraint.replace("CONDITION", condition)
        );
        std::fs::write(&file, &model).unwrap();
        let all = sets().into_iter().cartesian_product(sets());
        let all = all.cartesian_product(1..=3).cartesian_product(-2..=1);
        let right = all.filter(|(((s, t), y), x)| holds(meaning(s, t, *y).into(), *x)).count();
        let mut count = cnfetti();
        count.arg("count").arg(&file);
        let counted = said(count);
        assert!(counted.ends_with(&format!(": {right} solutions\n")), "{model}{counted}");
        if !with_half {
            continue;
        }
        let flat = home.path().join("model.fzn");
        let mut minizinc = Command::new("minizinc");
        minizinc.env("MZN_SOLVER_PATH", library.trim()).args(["--solver", "cnfetti", "-c"]);
        minizinc.arg("--fzn").arg(&flat).arg("--ozn").arg(home.path().join("model.ozn")).arg(&file);
        said(minizinc);
        let mut count = cnfetti();
        count.arg("count").arg(&flat);
        let counted = said(count);
        assert!(counted.ends_with(&format!(": {right} solutions\n")), "flat: {model}{counted}");
    }
}
