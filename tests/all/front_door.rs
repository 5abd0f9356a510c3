//! The library's front door gives the same answers as the commands.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex};

use cnfetti::Problem;
use cnfetti::compile::Choices;
use cnfetti::csp::{AllDifferent, Csp, VarId};
use cnfetti::encodings::{Family, Form, Lit};
use cnfetti::problem::{
    CertifyOptions, CompareOptions, CountOptions, Counter, EncodeOptions, Means, SampleOptions,
    SolutionsOptions, Verdict, count_models, decide_formula,
};
use cnfetti::solver::{Budget, Outcome};
use itertools::Itertools;
use serde_json::Value as Json;

const FILES: [&str; 8] = [
    "dice/labeled-dice.toml",
    "signs/leepf.toml",
    "signs/leepf-open.toml",
    "pips/pips1.toml",
    "seating/waiting-room.toml",
    "models/two_and_two.xml",
    "models/delivery.opb",
    "models/ring.fzn",
];

fn path(file: &str) -> PathBuf {
    Path::new("instances").join(file)
}

fn said(words: &[&str], file: &Path) -> String {
    let mut cnfetti = Command::new(env!("CARGO_BIN_EXE_cnfetti"));
    let done = cnfetti.args(words).arg(file).output().unwrap();
    String::from_utf8(done.stdout).unwrap()
}

fn json(words: &[&str], file: &Path) -> Json {
    let said = said(&[words, &["--json"]].concat(), file);
    serde_json::from_str(&said).unwrap_or_else(|error| panic!("{error}: {said}"))
}

fn each(mut ask: impl FnMut(&Path, &Problem)) {
    for file in FILES.map(path) {
        ask(&file, &Problem::from_file(&file).unwrap());
    }
}

#[test]
fn numbers_and_values_are_those_of_the_commands() {
    each(|file, problem| {
        let line = json(&["count"], file);
        let number = problem.count(&CountOptions::default()).unwrap();
        assert_eq!(line["solutions"], number.solutions().to_string(), "{}", file.display());
        assert_eq!(line["classes"], number.classes().to_string());
        assert_eq!(line["engine"], number.basis().by());
        assert_eq!(line["checked_by"].as_str(), number.basis().checked_by());
        assert_eq!(line["checked"], number.basis().is_checked());
        assert!(number.is_exact());

        let alone = Means::default().threads(NonZeroUsize::MIN);
        let alone =
            problem.count(&CountOptions { means: alone, ..CountOptions::default() }).unwrap();
        assert_eq!(alone.solutions(), number.solutions());
        assert_eq!(alone.basis(), number.basis(), "{}", file.display());

        let line = json(&["candidates"], file);
        let candidates = problem.candidates(&Default::default()).unwrap();
        assert_eq!(line["checked_by"].as_str(), candidates.basis().checked_by());
        for (name, values) in line["candidates"].as_object().unwrap() {
            let found = candidates.of(problem.variable(name).unwrap());
            let found = found.iter().map(|(v, n)| (v.to_string(), Json::from(n.to_string())));
            assert_eq!(values, &Json::Object(found.collect()), "{}: {name}", file.display());
        }
    });
}

#[test]
fn solutions_are_as_many_as_counted() {
    each(|file, problem| {
        let number = problem.count(&Default::default()).unwrap().solutions().to_string();
        let most = number.parse::<usize>().unwrap().min(500);
        let listed =
            problem.solutions(&SolutionsOptions { most, ..SolutionsOptions::default() }).unwrap();
        assert_eq!(listed.solutions().len(), most, "{}", file.display());
        assert_eq!(listed.are_all(), number == most.to_string());
        assert!(listed.solutions().iter().all(|one| problem.csp().is_solution(one.values())));
        let solved = problem.solve(&Default::default()).unwrap();
        assert_eq!(solved.is_satisfiable(), Some(true));
        let line = json(&["solve"], file);
        let objective = line.get("objective").and_then(Json::as_i64);
        assert_eq!(objective, solved.objective(), "{}", file.display());

        let line = json(&["solve", "--unique"], file);
        let uniqueness = problem.unique(&Default::default()).unwrap();
        let verdict = match uniqueness.verdict() {
            Verdict::Unique(_) => "unique",
            Verdict::Several(..) => "several",
            _ => "other",
        };
        assert_eq!(line["verdict"], verdict);
        assert_eq!(line["checked_by"].as_str(), uniqueness.basis().checked_by());
    });
}

#[test]
fn sentences_clues_and_formulas_are_those_of_the_commands() {
    each(|file, problem| {
        let line = json(&["explain"], file);
        let explained = problem.explain(&Default::default()).unwrap();
        let texts = line["steps"].as_array().unwrap().iter().map(|step| {
            let course = step["course"].as_array().unwrap();
            [&step["text"]]
                .into_iter()
                .chain(course)
                .map(|text| text.as_str().unwrap())
                .join("\n  ")
        });
        assert!(texts.eq(explained.sentences().iter().cloned()), "{file:?}");
        assert_eq!(line["checked_by"].as_str(), explained.basis().checked_by());

        let line = json(&["clues"], file);
        let clues = problem.clues(&Default::default()).unwrap();
        assert_eq!(line["redundant"], serde_json::json!(clues.redundant()), "{file:?}");
        assert_eq!(line["minimal_sets"], serde_json::json!(clues.minimal_sets()));
        assert_eq!(line["checked_by"].as_str(), clues.basis().checked_by());

        let encoded = problem.encode(&Default::default()).unwrap();
        assert_eq!(said(&["encode"], file), encoded.to_text(), "{}", file.display());
        let names = [(Family::AtMostOne, "ladder"), (Family::Cardinality, "totalizer")];
        let choices = Choices::by_names(names, Form::OneSided).unwrap();
        let options = EncodeOptions {
            means: Means::default().encodings(choices),
            ..EncodeOptions::default()
        };
        let encoded = problem.encode(&options).unwrap();
        let words =
            ["encode", "--at-most-one", "ladder", "--cardinality", "totalizer", "--one-sided"];
        assert_eq!(said(&words, file), encoded.to_text(), "{}", file.display());
    });
}

#[test]
fn certificates_hold() {
    for (file, is_list) in [("dice/labeled-dice.toml", true), ("models/delivery.opb", false)] {
        let problem = Problem::from_file(path(file)).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("certificate");
        let listed = if is_list { 100 } else { 0 };
        let options = CertifyOptions { listed, ..CertifyOptions::default() };
        let certified = problem.certify(&folder, &options).unwrap();
        assert_eq!(certified.is_list(), is_list);
        let number = problem.count(&Default::default()).unwrap();
        assert_eq!(certified.solutions(), number.solutions());
        let verified = said(&["certify", "--verify"], &folder);
        assert!(verified.contains(&certified.verdict()), "{verified}");
        assert!(problem.certify(&folder, &options).is_err(), "it is there");
    }
}

/// Entries hold, and the file's expectations for the whole problem do not apply to the rest.
#[test]
fn entries_and_limits_are_kept() {
    let open = Problem::from_file(path("signs/leepf-open.toml")).unwrap();
    let all = open.solutions(&Default::default()).unwrap();
    let cell: VarId = open.csp().ids().next().unwrap();
    let value = all.solutions()[0][cell];
    let those = all.solutions().iter().filter(|one| one[cell] == value).count();
    assert!(0 < those && those < all.solutions().len());
    let entered = open.with_entries([(cell, value)]).unwrap();
    let number = entered.count(&Default::default()).unwrap();
    assert_eq!(number.solutions(), &those.into());
    assert_eq!(entered.solutions(&Default::default()).unwrap().solutions().len(), those);
    assert_eq!(entered.candidates(&Default::default()).unwrap().forced(cell), Some(value));
    let wrong = entered.with_entries([(cell, 99)]).err().unwrap();
    assert!(wrong.to_string().contains(" cannot be 99: expected one of "), "{wrong}");

    let hall = Problem::from_file(path("seating/waiting-room.toml")).unwrap();
    let none = Means::default().time(std::time::Duration::ZERO);
    let number = hall.count(&CountOptions { means: none, ..CountOptions::default() }).unwrap();
    assert!(!number.is_exact() && number.basis().limit().is_some());
    assert_eq!(number.basis().evidence(), None);
}

/// The library draws, reads and samples like the commands.
#[test]
fn boards_are_those_of_the_commands() {
    each(|file, problem| {
        let line = json(&["solve"], file);
        let solution = problem.read_solution(&line["solution"]).unwrap();
        assert_eq!(problem.solution(solution.values().to_vec()).unwrap(), solution);
        let text: Json = serde_json::from_str(&problem.to_json(&solution)).unwrap();
        assert_eq!(text, line["solution"], "{}", file.display());
        let drawn = said(&["solve"], file);
        assert!(drawn.starts_with(&problem.draw(&solution)), "{drawn}");
        let drawn = said(&["draw"], file);
        assert!(drawn.starts_with(&problem.draw_open()), "{drawn}");
        let picture = said(&["draw", "--solution", "-o", "-"], file);
        assert_eq!(picture, problem.svg(Some(&solution), None), "{}", file.display());
        let mut values = solution.values().to_vec();
        values[0] = 1_000_000;
        assert!(problem.solution(values).is_err());
        assert!(problem.solution(Vec::new()).is_err());

        let samples = said(&["solve", "--sample", "5", "--seed", "7", "--json"], file);
        let options = SampleOptions { number: 5, seed: 7, ..SampleOptions::default() };
        let drawn = problem.sample(&options).unwrap();
        let drawn = drawn.solutions().iter().map(|one| problem.to_json(one));
        let samples = samples.lines().map(|line| serde_json::from_str::<Json>(line).unwrap());
        let drawn = drawn.map(|text| serde_json::from_str::<Json>(&text).unwrap());
        assert!(samples.map(|line| line["solution"].clone()).eq(drawn), "{}", file.display());
    });
}

/// A part of a solution leaves the solutions that contain it.
#[test]
fn boards_can_be_half_filled() {
    let open = Problem::from_file(path("signs/leepf-open.toml")).unwrap();
    let all = open.solutions(&Default::default()).unwrap();
    let mut board: Json = serde_json::from_str(&open.to_json(&all.solutions()[0])).unwrap();
    let whole = open.clone().with_board(&board).unwrap().count(&Default::default()).unwrap();
    assert_eq!(whole.solutions(), &1_u32.into());
    let rows = board["board"].as_array_mut().unwrap();
    rows.iter_mut().skip(1).for_each(|row| {
        row.as_array_mut().unwrap().iter_mut().for_each(|cell| *cell = Json::Null);
    });
    let first = &rows[0];
    let same = all.solutions().iter().filter(|one| {
        let one: Json = serde_json::from_str(&open.to_json(one)).unwrap();
        &one["board"][0] == first
    });
    let same = same.count();
    let part = open.clone().with_board(&board).unwrap();
    assert_eq!(part.count(&Default::default()).unwrap().solutions(), &same.into());
    board["board"][0][0] = 77.into();
    assert!(open.with_board(&board).is_err());
}

#[test]
fn problems_of_a_program_are_read_and_written_too() {
    let mut csp = Csp::new();
    let (x, y) = (csp.variable("x", 1..=3), csp.variable("y", 1..=3));
    let scope = vec![x, y];
    csp.post(AllDifferent { scope, except: Vec::new() }.into(), "x and y differ");
    let problem = Problem::new(csp);
    let solution = problem.read_solution(&serde_json::json!({"x": 3, "y": 1})).unwrap();
    assert_eq!((solution[x], solution[y]), (3, 1));
    assert_eq!(problem.to_json(&solution), r#"{"x":3,"y":1}"#);
    let wrong = |json: Json| problem.read_solution(&json).unwrap_err().to_string();
    assert_eq!(wrong(serde_json::json!({"x": 3, "y": 3})), "x and y differ");
    assert_eq!(wrong(serde_json::json!({"x": 3})), "there is no value of y");
    assert_eq!(wrong(serde_json::json!({"x": 3, "y": 1, "z": 1})), "there is no variable `z`");
    assert_eq!(wrong(serde_json::json!({"x": "a", "y": 1})), "x cannot be \"a\"");
    let part = problem.clone().with_board(&serde_json::json!({"x": 2, "y": null})).unwrap();
    assert_eq!(part.count(&Default::default()).unwrap().solutions(), &2_u32.into());
    assert!(
        problem
            .sample(&SampleOptions { number: 9, ..SampleOptions::default() })
            .unwrap()
            .solutions()
            .len()
            == 9
    );
}

#[test]
fn comparisons_are_those_of_the_command() {
    for file in ["pips/pips1.toml", "signs/leepf-open.toml", "models/delivery.opb"].map(path) {
        let problem = Problem::from_file(&file).unwrap();
        let said = said(&["compare", "--json", "--encodings", "auto,pairwise,totalizer"], &file);
        let lines: Vec<Json> =
            said.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let names = ["auto", "pairwise", "totalizer"].map(String::from).to_vec();
        let options = CompareOptions { encodings: names, ..CompareOptions::default() };
        let compared = problem.compare(&options).unwrap();
        assert!(compared.agreed() && compared.limit().is_none());
        assert_eq!(lines.len(), compared.rows().len(), "{said}");
        for (line, row) in lines.iter().zip(compared.rows()) {
            let size = row.formula.size.unwrap();
            assert_eq!(line["encodings"], row.formula.candidate.label);
            assert_eq!(line["clauses"], size.clauses);
            assert_eq!(line["auxiliary_variables"], size.auxiliary_variables);
            assert_eq!(line["solutions"], row.count.as_ref().unwrap().0.to_string());
        }
        let unknown =
            CompareOptions { encodings: vec!["nothing".to_owned()], ..CompareOptions::default() };
        assert!(problem.compare(&unknown).is_err());
    }
}

/// The library counts the models of a formula like the command, and decodes them to solutions of the problem.
#[test]
fn formulas_are_counted_and_decoded() {
    let varisat = cnfetti::solver::by_name("varisat").unwrap();
    for file in ["dice/labeled-dice.toml", "signs/leepf.toml", "models/two_and_two.xml"].map(path) {
        let problem = Problem::from_file(&file).unwrap();
        let encoded = problem.encode(&Default::default()).unwrap();
        let cnf = &encoded.compiled().cnf;
        let shown = encoded.compiled().map.shown();
        let number = count_models(cnf, Some(&shown), &Means::default()).unwrap();
        let counted = problem.count(&Default::default()).unwrap();
        assert_eq!(number.solutions(), counted.solutions(), "{}", file.display());
        assert!(number.is_exact() && number.basis().is_checked());
        let model = match varisat.load(cnf, &Budget::default()).solve(&[]) {
            Outcome::Satisfiable(model) => model,
            other => panic!("{other:?}"),
        };
        let solution = problem.decode(&encoded, &model).unwrap();
        assert!(problem.csp().is_solution(solution.values()));
        let mut lits = model.literals().to_vec();
        lits.iter_mut().for_each(|lit| *lit = !*lit);
        assert!(problem.decode(&encoded, &cnfetti::assignment::Model::new(lits)).is_err());
    }
}

/// If assumptions contradict the formula, so does their core by itself.
#[test]
fn assumptions_hold_or_have_a_core() {
    let problem = Problem::from_file(path("signs/leepf.toml")).unwrap();
    let encoded = problem.encode(&Default::default()).unwrap();
    let cnf = &encoded.compiled().cnf;
    let means = Means::default();
    let free = decide_formula(cnf, &[], &means).unwrap();
    let model = free.model().unwrap();
    let mut assumed: Vec<Lit> = model.literals()[..20].to_vec();
    let same = decide_formula(cnf, &assumed, &means).unwrap();
    assert!(same.model().unwrap().satisfies(cnf) && same.core().is_empty());
    assumed[7] = !assumed[7];
    let none = decide_formula(cnf, &assumed, &means).unwrap();
    assert!(none.model().is_none() && none.basis().is_checked());
    assert!(none.core().iter().all(|lit| assumed.contains(lit)) && !none.core().is_empty());
    let again = decide_formula(cnf, none.core(), &means).unwrap();
    assert!(again.model().is_none());
}

/// A listener hears increasing numbers, up to the result.
#[test]
fn numbers_are_told_as_they_grow() {
    let problem = Problem::from_file(path("signs/leepf-open.toml")).unwrap();
    let all = problem.count(&Default::default()).unwrap().solutions().clone();
    let told = Arc::new(Mutex::new(Vec::new()));
    let means = || {
        let told = Arc::clone(&told);
        Means::default().telling(move |known| told.lock().unwrap().push(known.clone()))
    };
    problem.solutions(&SolutionsOptions { means: means(), ..SolutionsOptions::default() }).unwrap();
    let listed = std::mem::take(&mut *told.lock().unwrap());
    assert!(listed.is_sorted() && listed.last() == Some(&all), "{listed:?}");
    let options = CountOptions { means: means(), counter: Counter::Blocking };
    problem.count(&options).unwrap();
    let counted = told.lock().unwrap();
    assert!(counted.is_sorted() && counted.last() == Some(&all), "{counted:?}");
}
