//! Pencil marks: boards with several values in some cells, compared with all solutions.

use std::ops::ControlFlow;

use cnfetti::compile::{Choices, compile};
use cnfetti::csp::{Csp, Value, VarId};
use cnfetti::explain::Extent;
use cnfetti::limit::Budget;
use cnfetti::problem::{ExplainOptions, Means, Problem};
use cnfetti::search::enumerate::each_solution;
use cnfetti::solver::by_name;
use itertools::Itertools;
use num_bigint::BigUint;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use serde_json::{Value as Json, json};

use super::cli_proofs::cnfetti;
use crate::support::{SOLVED, Solved};

const FILES: [&str; 4] = [
    "instances/pips/pips1.toml",
    "instances/pips/growing-05.toml",
    "instances/signs/leepf-open.toml",
    "instances/kinds/futoshiki.toml",
];

/// All solutions, as values and as JSON.
fn solutions(problem: &Problem) -> Vec<(Vec<Value>, Json)> {
    let csp = problem.csp();
    let compiled = compile(csp, &Choices::default()).unwrap();
    let mut found = Vec::new();
    let solver = by_name("varisat").unwrap();
    each_solution(csp, &compiled, solver, &Budget::default(), |solution, _| {
        let mut text = String::new();
        problem.puzzle().unwrap().write_json(solution, &mut text);
        found.push((solution.to_vec(), serde_json::from_str(&text).unwrap()));
        assert!(found.len() <= 3000, "the list is short");
        ControlFlow::Continue(())
    })
    .unwrap();
    found
}

/// The rows of a solution, with their key.
fn rows(json: &Json) -> (&str, Vec<Vec<Json>>) {
    let is_board = |(_, value): &(&String, &Json)| {
        value.as_array().is_some_and(|rows| rows.iter().all(Json::is_array))
    };
    let (key, rows) = json.as_object().unwrap().iter().find(is_board).unwrap();
    (key, rows.as_array().unwrap().iter().map(|row| row.as_array().unwrap().clone()).collect())
}

/// A board of marks: some cells have a list of values, with or without that of the solution, some have their value,
/// and some are open.
fn marked(board: &[Vec<Json>], values: &[i64], random: &mut Pcg64Mcg) -> Vec<Vec<Json>> {
    let lies = random.next_u32().is_multiple_of(3);
    let cell = |cell: &Json, random: &mut Pcg64Mcg| match random.next_u32() % 4 {
        _ if cell.is_null() => Json::Null,
        0 => cell.clone(),
        1 => Json::Null,
        _ => {
            let own = cell.as_i64().unwrap();
            let is_kept = |value: i64, random: &mut Pcg64Mcg| {
                random.next_u32().is_multiple_of(3) || value == own && !lies
            };
            let kept = values.iter().copied().filter(|&value| is_kept(value, random));
            let kept = kept.collect_vec();
            if kept.is_empty() { Json::Null } else { json!(kept) }
        }
    };
    board.iter().map(|row| row.iter().map(|json| cell(json, random)).collect()).collect()
}

/// Whether a solution has what is entered and one of the values of each mark.
fn fits(board: &[Vec<Json>], entered: &[Vec<Json>]) -> bool {
    board.iter().flatten().zip(entered.iter().flatten()).all(|(cell, entered)| match entered {
        Json::Null => true,
        Json::Array(values) => values.contains(cell),
        value => value == cell,
    })
}

/// The marks count for what follows, for what is counted and for what is wrong; and no hint says what they exclude.
#[test]
fn marks_are_what_the_player_sees() {
    let mut random = Pcg64Mcg::new(23);
    let (mut rights, mut wrong_alone, mut hints) = (0, 0, 0);
    for file in FILES {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let problem = Problem::from_file(root.join(file)).unwrap();
        let all = solutions(&problem);
        let values = all.iter().flat_map(|(_, json)| rows(json).1.into_iter().flatten());
        let values = values.filter_map(|cell| cell.as_i64()).sorted().dedup().collect_vec();
        for _ in 0..25 {
            let (_, json) = &all[random.next_u32() as usize % all.len()];
            let (key, board) = rows(json);
            let entered = marked(&board, &values, &mut random);
            let with_marks = json!({ key: entered });
            let context = format!("{file}: {with_marks}");
            let fitting = all.iter().filter(|(_, json)| fits(&rows(json).1, &entered));
            let fitting = fitting.map(|(values, _)| values).collect_vec();
            let asked = problem.clone().with_board(&with_marks).unwrap();
            let count = asked.count(&Default::default()).unwrap();
            let has_rows = problem.csp().projections().is_empty();
            if has_rows {
                assert_eq!(*count.solutions(), BigUint::from(fitting.len()), "{context}");
            }
            assert_eq!(*count.solutions() == BigUint::ZERO, fitting.is_empty(), "{context}");
            let judged = problem.clone().half_filled(&with_marks).unwrap();
            let verdict = judged.judge(&Means::default()).unwrap();
            assert_eq!(verdict.is_right(), !fitting.is_empty(), "{context}");
            let has = |id: VarId, left: &[Value]| {
                all.iter().any(|(values, _)| left.contains(&values[id.index()]))
            };
            if !verdict.is_right() {
                let marks = judged.marks().iter();
                let never = marks.filter(|mark| !has(mark.variable, &mark.values));
                let never = never.map(|mark| mark.variable).collect_vec();
                assert_eq!(verdict.wrong_marks(), never, "{context}");
                wrong_alone += never.len();
                continue;
            }
            rights += 1;
            let options = ExplainOptions { extent: Extent::First, ..ExplainOptions::default() };
            let explained = asked.explain(&options).unwrap();
            let Some(step) = explained.explanation().unwrap().steps.first() else { continue };
            hints += 1;
            for fact in &step.conclusions {
                let mark = asked.marks().iter().find(|mark| mark.variable == fact.variable);
                let csp: &Csp = &explained.viewpoint().unwrap().csp;
                let domain = csp.domain(fact.variable);
                let seen = mark.map_or(domain, |mark| &mark.values);
                assert!(seen.iter().any(|value| !fact.allows(*value)), "{context}: {step:?}");
                let is_own = fact.variable.index() < fitting[0].len();
                let is_so = |values: &&Vec<Value>| fact.allows(values[fact.variable.index()]);
                assert!(!is_own || fitting.iter().all(is_so), "{context}: {step:?}");
            }
        }
    }
    assert!(rights > 40 && wrong_alone > 10 && hints > 30, "{rights} {wrong_alone} {hints}");
}

#[test]
fn wrong_marks_are_reported() {
    let pips = "instances/pips/pips1.toml";
    let wrong = r#"{"board":[[[0,1]]]}"#;
    let (code, stdout, _) = cnfetti(&["check", "--partial", pips, wrong]);
    let said = "the board: wrong in every solution: r1c1 is 0 or 1\n";
    assert_eq!((code, stdout.as_str()), (Some(1), said));
    let (_, stdout, _) = cnfetti(&["check", "--partial", "--json", pips, wrong]);
    assert!(stdout.contains(r#""wrong":{"cell[0][0]":[0,1]}"#), "{stdout}");
    let (_, stdout, _) = cnfetti(&["explain", "--from", wrong, pips]);
    assert!(stdout.contains("R1c1 is 0 or 1, as marked"), "{stdout}");
    let (_, first, _) = cnfetti(&["explain", "--hint", pips]);
    assert!(first.contains("so r1c1 is 3"), "{first}");
    let (_, later, _) = cnfetti(&["explain", "--hint", "--from", r#"{"board":[[[3]]]}"#, pips]);
    assert!(!later.contains("so r1c1 is 3"), "{later}");
}

/// In a model, the sizes of an array say which lists are marks.
#[test]
fn marks_of_models_are_in_arrays_of_any_depth() {
    let text = "<instance format=\"XCSP3\" type=\"CSP\"><variables><var id=\"a\"> 0..3 </var>\
        <array id=\"b\" size=\"[2]\"> 0..3 </array><array id=\"c\" size=\"[1][2]\"> 0..3 </array>\
        <array id=\"d\" size=\"[1][2][1]\"> 0..3 </array></variables><constraints>\
        <intension> ge(add(a,b[0],b[1],c[0][0],c[0][1],d[0][0][0],d[0][1][0]),0) </intension>\
        </constraints></instance>";
    for (board, number) in [
        (json!({ "a": 1, "b": [2, null], "c": [[null, 3]], "d": [[[1], [null]]] }), 4 * 4 * 4),
        (json!({ "a": [1, 3], "b": [2, [0, 1, 2]], "c": [[0, 0]], "d": [[[1], [1]]] }), 2 * 3),
        (json!({ "a": 0, "b": [0, 0], "c": [[[2], [1, 2]]], "d": [[[[0, 1, 2]], [[2, 3]]]] }), 12),
        (json!({ "c": [[[], 0]], "d": [[[[0, 1, 2, 3]], [0]]] }), 4 * 4 * 4 * 4 * 4),
    ] {
        let problem = Problem::from_text(text).unwrap().with_board(&board).unwrap();
        let count = problem.count(&Default::default()).unwrap();
        assert_eq!(*count.solutions(), BigUint::from(number as u32), "{board}");
    }
    let wrong = json!({ "b": [[4, 5], 0] });
    let error = Problem::from_text(text).unwrap().with_board(&wrong).err().unwrap();
    assert!(error.to_string().contains("b[0] cannot be 4"), "{error}");
}

/// What `solve` prints of any kind is a board without marks, wherever its values are: in rows, on sides, by names.
#[test]
fn a_whole_solution_has_no_marks() {
    let (mut boards, mut nested) = (0, 0);
    for Solved { path, instance, solution } in &*SOLVED {
        let is_meant =
            ["kinds", "pips", "signs"].iter().any(|name| path.parent().unwrap().ends_with(name));
        let Some(solution) = solution.as_ref().filter(|_| is_meant) else { continue };
        let Ok(problem) = Problem::from_text(std::fs::read_to_string(path).unwrap()) else {
            continue;
        };
        let mut json = String::new();
        instance.puzzle.write_json(solution, &mut json);
        let board: Json = serde_json::from_str(&json).unwrap();
        nested += usize::from(board.as_object().unwrap().values().any(Json::is_object));
        let entered = problem.with_board(&board);
        let entered = entered.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert!(entered.marks().is_empty() && entered.entries().count() > 0, "{}", path.display());
        boards += 1;
    }
    assert!(boards > 40 && nested > 10, "{boards} {nested}");
}
