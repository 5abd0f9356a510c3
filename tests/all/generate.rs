//! New puzzles can be read back, are unique by two methods, have no redundant clue, and are
//! reproducible.

use assert_cmd::Command;
use cnfetti::compile::Choices;
use cnfetti::csp::{Csp, Role, Value};
use cnfetti::exact::{self, Limits};
use cnfetti::explain::Effort;
use cnfetti::explain::symmetry_breaking::best_root;
use cnfetti::explain::{Task, explain, reasoner};
use cnfetti::generate::{
    Difficulty, GenerateError, HardestStep, LEVELS, Made, Tools, by_kind, generators,
};
use cnfetti::instance::{self, Instance};
use cnfetti::search::blocking::{Count, count};
use cnfetti::solver::{Budget, by_name};
use itertools::Itertools;
use num_bigint::BigUint;
use std::time::Duration;

use crate::generate_kinds::tools;

/// Sizes that are quick to generate, several of each kind.
const SIZES: [(&str, &str); 9] = [
    ("dice", "3x3"),
    ("dice", "4x6"),
    ("pips", "1"),
    ("pips", "4"),
    ("pips", "7"),
    ("seating", "3"),
    ("signs", "3x4"),
    ("signs", "5"),
    ("signs", "4x6"),
];

fn generate(kind: &str, size: &str, seed: u64, solver: &str) -> Made {
    let generator = by_kind(kind).unwrap();
    let size = generator.parse_size(size).unwrap();
    generator.generate(&size, seed, None, &tools(solver)).unwrap()
}

fn count_with(csp: &Csp, solver: &str) -> Count {
    let backend = by_name(solver).unwrap();
    let choices = Choices::default();
    count(csp, &choices, backend, &Budget::default(), |_| {}).unwrap().count
}

pub(super) fn has_one_class(csp: &Csp) -> bool {
    count_with(csp, "varisat").classes == BigUint::from(1_u32)
}

#[test]
fn every_new_puzzle_has_one_solution_by_two_methods() {
    for ((kind, size), seed) in SIZES.into_iter().cartesian_product(1..=2) {
        let made = generate(kind, size, seed, "varisat");
        let read = instance::parse(&made.text).unwrap();
        assert_eq!((read.kind, &read.expect), (kind, &made.instance.expect));
        assert!(read.source.unwrap().contains(&format!("--seed {seed}")));
        let csp = read.puzzle.csp();
        for count in
            [count_with(&csp, "varisat"), exact::count(&csp, &Limits::default()).unwrap().0]
        {
            assert!(count.exact);
            assert_eq!(count.classes, BigUint::from(1_u32), "{}", made.text);
            assert_eq!(made.instance.expect.solutions, Some(count.solutions.to_string()));
        }
    }
}

#[test]
fn no_clue_of_a_new_puzzle_can_be_left_out() {
    for ((kind, size), seed) in SIZES.into_iter().cartesian_product(3..=4) {
        let made = generate(kind, size, seed, "varisat");
        let csp = made.instance.puzzle.csp();
        let clues =
            (0..csp.constraints().len()).filter(|&at| csp.constraints()[at].role == Role::Clue);
        for clue in clues {
            let mut without = csp.clone();
            let mut at = 0..;
            without.retain(|_| at.next() != Some(clue));
            assert!(!has_one_class(&without), "{}\n{}", csp.constraints()[clue].reason, made.text);
        }
    }
}

/// The clues of a seating puzzle are its figure and its number of candidates.
#[test]
fn no_seat_of_a_new_figure_can_be_taken_away() {
    let made = generate("seating", "3", 5, "varisat");
    let (seats, solution) = seats_and_solution(&made.instance);
    let figure = |without: (usize, usize)| {
        let seat = |place| if seats.contains(&place) && place != without { 'X' } else { '.' };
        (0..6).map(|row| (0..6).map(|column| seat((row, column))).collect::<String>()).join("\n")
    };
    let others = |figure: &str, candidates: &str| {
        let text = format!(
            "kind = 'seating'\nsubjects = 4\ncandidates = {candidates}\nfigure = '''\n{figure}\n'''"
        );
        !has_one_class(&instance::parse(&text).unwrap().puzzle.csp())
    };
    assert!(!others(&figure((9, 9)), "3"));
    for (&seat, &subject) in seats.iter().zip(&solution) {
        let numbers = (1..=4).map(|one| if one == subject { 2 } else { 3 }).collect_vec();
        assert!(others(&figure(seat), &format!("{numbers:?}")), "{seat:?}\n{}", made.text);
    }
    let mut csp = made.instance.puzzle.csp();
    csp.retain(|posted| !posted.reason.contains("has 3 candidates"));
    assert!(!has_one_class(&csp), "the number of candidates is needed");
}

/// The places of the seats and the arrangement, from the JSON form of the solution.
fn seats_and_solution(instance: &Instance) -> (Vec<(usize, usize)>, Vec<Value>) {
    let csp = instance.puzzle.csp();
    let compiled = cnfetti::compile::compile(&csp, &Choices::default()).unwrap();
    let mut solver = by_name("varisat").unwrap().load(&compiled.cnf, &Budget::default());
    let cnfetti::solver::Outcome::Satisfiable(model) = solver.solve(&[]) else {
        panic!("a new puzzle has a solution")
    };
    let solution = compiled.map.decode(&model).unwrap();
    let mut text = String::new();
    instance.puzzle.write_json(&solution, &mut text);
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    let rows = json["board"].as_array().unwrap().iter().enumerate();
    let seats = rows.flat_map(|(row, seats)| {
        let seats = seats.as_array().unwrap().iter().enumerate();
        seats.filter(|(_, subject)| !subject.is_null()).map(move |(column, _)| (row, column))
    });
    (seats.collect(), solution)
}

#[test]
fn a_seed_gives_the_same_puzzle_with_every_solver() {
    for (kind, size) in SIZES {
        let [one, other] = ["varisat", "batsat"].map(|solver| generate(kind, size, 7, solver).text);
        assert_eq!(one, other);
        assert_ne!(one, generate(kind, size, 8, "varisat").text);
    }
}

/// The questions about this board are hard, and are given up after the same number of steps on
/// every machine.
#[test]
fn a_hard_board_is_left_for_an_easier_one() {
    let made = generate("pips", "14", 12, "varisat");
    assert_eq!(made.text, generate("pips", "14", 12, "batsat").text);
    let count = exact::count(&made.instance.puzzle.csp(), &Limits::default()).unwrap().0;
    assert!(count.exact && count.solutions == BigUint::from(1_u32));
}

/// If a seed's puzzle changes, the changelog says so.
#[test]
fn a_seed_gives_this_puzzle() {
    insta::assert_snapshot!(generate("pips", "4", 1, "varisat").text);
    insta::assert_snapshot!(generate("signs", "4", 1, "varisat").text);
    insta::assert_snapshot!(generate("dice", "3x4", 1, "varisat").text);
    insta::assert_snapshot!(generate("seating", "3", 1, "varisat").text);
}

#[test]
fn sizes_are_read_and_refused() {
    let dice = by_kind("dice").unwrap();
    assert_eq!(dice.parse_size("3x4"), Ok(vec![3, 4]));
    assert_eq!(dice.parse_size("3"), Ok(vec![3, 6]));
    assert_eq!(by_kind("signs").unwrap().parse_size("7"), Ok(vec![7, 7]));
    for text in ["", "x", "9", "4x", "4x6x1", "-4", "4x99", "99999999999999999999"] {
        let error = dice.parse_size(text).unwrap_err();
        let expected = "expected dice (3 to 5) x faces (2 to 8) for the size of dice, found";
        assert_eq!(error, format!("{expected} `{text}`"));
    }
    assert_eq!(
        dice.parse_size("5x6").unwrap_err(),
        "expected at most 26 letters on all dice, found 30"
    );
    for generator in generators() {
        let words = generator.default_size().iter().join("x");
        assert_eq!(generator.parse_size(&words), Ok(generator.default_size()));
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn the_hardest_step_is_as_hard_as_was_asked_for() {
    for (kind, size) in [("dice", "3x3"), ("pips", "4"), ("seating", "4"), ("signs", "3x4")] {
        let generator = by_kind(kind).unwrap();
        let size = generator.parse_size(size).unwrap();
        let draw = |difficulty: &str| {
            let tools = tools("varisat");
            generator.generate(&size, 3, Some(difficulty.parse().unwrap()), &tools)
        };
        let any = draw("0..").unwrap();
        let hardest = any.hardest.unwrap();
        let (easier, harder) = (format!("..{}", hardest - 1), format!("{}..", hardest + 1));
        let (made, range) = match draw(&easier) {
            Ok(made) => (made, easier),
            Err(_) => (draw(&harder).unwrap(), harder),
        };
        assert_eq!(made.hardest < any.hardest, range.starts_with('.'), "{kind}");
        assert_ne!(made.hardest, any.hardest, "{kind}");
        let csp = made.instance.puzzle.csp();
        assert!(has_one_class(&csp), "{}", made.text);
        let root = best_root(&csp, reasoner(), &Budget::default()).unwrap();
        let viewpoint = made.instance.puzzle.viewpoint();
        let task = Task {
            noted: viewpoint.noted.clone(),
            root: root.map(|root| root.atoms).unwrap_or_default(),
            effort: Effort::Time(Duration::from_secs(60)),
            backend: reasoner().clone(),
            ..Task::default()
        };
        let explanation = explain(&viewpoint.csp, &task, |_| {}).unwrap().unwrap();
        assert_eq!(Some(explanation.hardest()), made.hardest, "{kind}");
        let comment = format!("needs {} rules and facts", explanation.hardest());
        assert!(made.text.contains(&comment), "{}", made.text);
        assert!(made.text.contains(&format!("--difficulty {range}")));
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn a_level_is_what_the_explanation_scores() {
    let generator = by_kind("pips").unwrap();
    let (seed, dominoes) = (2, 5);
    let [easy, medium, hard] = LEVELS.map(|level| {
        let make = |solver, alone| {
            let tools = Tools { budget: Budget { alone, ..Budget::default() }, ..tools(solver) };
            generator.generate(&[dominoes], seed, Some(Difficulty::Level(level)), &tools).unwrap()
        };
        let made = make("varisat", false);
        // Without threads, and with another solver.
        if level.name == "easy" {
            assert_eq!(made.text, make("batsat", true).text);
        }
        assert!(made.text.contains(&format!("--difficulty {}", level.name)), "{}", made.text);
        assert!(has_one_class(&made.instance.puzzle.csp()), "{}", made.text);
        let viewpoint = made.instance.puzzle.viewpoint();
        let task = Task { noted: viewpoint.noted.clone(), ..Task::default() };
        let score = explain(&viewpoint.csp, &task, |_| {}).unwrap().unwrap().score();
        assert_eq!(made.score, Some(score));
        let range = level.least * dominoes..level.below * dominoes;
        assert!(range.contains(&score), "{}: {score}", level.name);
        score
    });
    assert!(easy < medium && medium < hard);
}

#[test]
fn levels_of_other_kinds_are_refused() {
    let tools = tools("varisat");
    let hard = Some(Difficulty::Level(LEVELS[2]));
    let others = generators().filter(|generator| !generator.has_levels() && !generator.is_file());
    for generator in others {
        let made = generator.generate(&generator.default_size(), 1, hard, &tools);
        assert!(matches!(made, Err(GenerateError::NoLevels(kind)) if kind == generator.kind));
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn a_difficulty_that_no_puzzle_has_is_an_error() {
    let mut command = Command::cargo_bin("cnfetti").unwrap();
    // The explanations of all 200 have passed their checks.
    let words = ["generate", "pips", "--size", "4", "--seed", "1", "--difficulty", "1000.."];
    let refused = command.args(words).assert().code(1);
    let message = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(message.contains("200 puzzles drawn, their hardest steps needed "), "{message}");
    assert!(message.contains("none 1000..;"), "{message}");
}

#[test]
fn ranges_of_difficulty_are_read_and_refused() {
    let read = |text: &str| match text.parse::<Difficulty>()? {
        Difficulty::HardestStep(range) => Ok((range.least, range.most)),
        Difficulty::Level(level) => Err(format!("the level {}", level.name)),
        other => Err(format!("another one, {other}")),
    };
    for (text, said) in [
        ("expert", "5.0.."),
        ("2.6", "2.6"),
        ("3.0..4.4", "3.0..4.4"),
        ("3.0..", "3.0.."),
        ("..4.4", "0.0..4.4"),
        ("X-wing", "'X-wing'"),
    ] {
        assert_eq!(read(text), Err(format!("another one, {said}")), "{text}");
    }
    let turned = "the range 4.4..3.0 is empty: its first rating is the higher one";
    assert_eq!(read("4.4..3.0"), Err(turned.to_owned()));
    assert_eq!(read("easy"), Err("the level easy".to_owned()));
    assert_eq!(read("3..6"), Ok((Some(3), Some(6))));
    assert_eq!(read("3.."), Ok((Some(3), None)));
    assert_eq!(read("..6"), Ok((None, Some(6))));
    assert_eq!(read("5"), Ok((Some(5), Some(5))));
    assert_eq!(read("6..3"), Err("the range 6..3 is empty: write 3..6".to_owned()));
    for text in ["", "..", "a", "Easy", "3...6", "3..=6", "-1..4", "1.55", "1.", ".5", "x-wing"] {
        let expected = "expected easy, medium, hard or expert, a rating such as 2.6 or 3.0..4.4, a technique such \
                        as X-wing, or a range such as 3..6, 3.., ..6 or 5";
        let meant = match text {
            "Easy" => ": did you mean `easy`?",
            "x-wing" => ": did you mean `X-wing`?",
            _ => "",
        };
        assert_eq!(read(text), Err(format!("{expected}, found `{text}`{meant}")));
    }
    for text in ["3..6", "3..", "..6", "5"] {
        assert_eq!(text.parse::<HardestStep>().unwrap().to_string(), text);
    }
}

#[test]
fn a_spent_budget_gives_no_puzzle() {
    let tools = Tools { budget: Budget::default().at_most(Duration::ZERO), ..tools("varisat") };
    for generator in generators() {
        let made = generator.generate(&generator.default_size(), 1, None, &tools);
        assert!(matches!(made, Err(GenerateError::Stopped(_))), "{}", generator.kind);
    }
}

#[test]
fn files_are_named_after_their_seed_and_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str, code| {
        let mut command = Command::cargo_bin("cnfetti").unwrap();
        command.current_dir(&folder).arg("generate").args(arguments.split(' ')).assert().code(code)
    };
    run("signs --size 3 --seed 5 -n 2 -o made", 0);
    for seed in [5, 6] {
        let path = folder.path().join(format!("made/signs-3x3-seed{seed}.toml"));
        let made = generate("signs", "3", seed, "varisat");
        assert_eq!(std::fs::read_to_string(path).unwrap(), made.text);
    }
    let refused = run("signs --size 3 --seed 5 -o made/", 1);
    let message = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(message.contains("signs-3x3-seed5.toml exists; --force overwrites it"), "{message}");
    run("signs --size 3 --seed 5 -o made/ --force", 0);
    run("signs -n 2", 2);
    run("signs --size 99", 2);
    run("signs --format competition", 2);
    run("signs --difficulty 6..3", 2);
    run("dice --difficulty easy", 2);
    run("hitori", 2);
    run("pips --size 14 --time-limit 0", 3);
    let lines = run("signs --size 3 --seed 5 -n 2 --json", 0).get_output().stdout.clone();
    let lines = String::from_utf8(lines).unwrap();
    let seeds = lines.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(line["text"].as_str().unwrap().contains("kind = \"signs\""));
        line["seed"].as_u64()
    });
    assert_eq!(seeds.collect_vec(), [Some(5), Some(6)]);
}
