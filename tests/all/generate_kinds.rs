//! New puzzles of kinds that are files: one solution, no clue too many, the same again.

use cnfetti::compile::Choices;
use cnfetti::csp::Csp;
use cnfetti::exact::{self, Limits};
use cnfetti::generate::{GenerateError, Generator, Made, Tools, by_kind, generators};
use cnfetti::input::Table;
use cnfetti::kinds::{Data, Kind, library};
use cnfetti::limit::Budget;
use cnfetti::model::Lowered;
use cnfetti::search::unique::{Verdict, unique};
use cnfetti::solver::by_name;

fn files() -> impl Iterator<Item = &'static Generator> {
    generators().filter(|generator| generator.is_file())
}

fn generate(
    generator: &Generator,
    size: &[usize],
    seed: u64,
    solver: &str,
) -> Result<Made, GenerateError> {
    let backend = by_name(solver).unwrap();
    let tools = Tools { backend, budget: Budget::default(), progress: &|_, _| {} };
    generator.generate(size, seed, None, &tools)
}

fn kind_of(generator: &Generator) -> std::sync::Arc<Kind> {
    library::shipped(generator.kind).unwrap().read().unwrap()
}

/// The board of a new puzzle.
fn board(kind: &Kind, text: &str) -> Data {
    let mut table = Table::parse(text).unwrap();
    for key in ["kind", "source", "expect"] {
        assert!(table.take(key).is_some(), "{text}");
    }
    kind.read_puzzle(&mut table).unwrap()
}

fn csp(kind: &Kind, data: &Data) -> Csp {
    let model = kind.unfold(data, &Budget::default()).unwrap().model;
    Lowered::new(&model, &Budget::default()).unwrap().csp
}

fn solutions(kind: &Kind, data: &Data) -> String {
    let (count, _) = exact::count(&csp(kind, data), &Limits::default()).unwrap();
    assert!(count.exact);
    count.solutions.to_string()
}

fn has_several(csp: &Csp) -> bool {
    let backend = by_name("varisat").unwrap();
    let decided = unique(csp, &Choices::default(), backend, &Budget::default()).unwrap();
    matches!(decided.verdict, Verdict::Several(..))
}

#[test]
fn kinds_that_say_which_clues_a_solution_has_are_generated() {
    for shipped in library::SHIPPED {
        let generates = shipped.read().unwrap().generates();
        assert_eq!(generates, by_kind(shipped.name).is_some(), "{}", shipped.name);
    }
    assert_eq!(files().count(), 16);
}

#[test]
fn a_new_puzzle_has_one_solution_and_no_clue_too_many() {
    for (generator, seed) in files().flat_map(|generator| [1, 2].map(|seed| (generator, seed))) {
        let made = generate(generator, &[4, 4], seed, "varisat").unwrap();
        assert_eq!(made.instance.expect.solutions.as_deref(), Some("1"), "{}", made.text);
        let kind = kind_of(generator);
        let data = board(&kind, &made.text);
        assert_eq!(solutions(&kind, &data), "1", "{}", made.text);
        for (layer, entries) in data.layers.iter().enumerate() {
            for place in entries.at.keys() {
                let mut without = data.clone();
                without.layers[layer].at.remove(place);
                assert!(has_several(&csp(&kind, &without)), "{place} in {}", made.text);
            }
        }
    }
}

#[test]
fn a_seed_makes_the_same_puzzle_with_every_solver() {
    for generator in files() {
        let text = |seed: u64, solver: &str| {
            let made = generate(generator, &[4, 4], seed, solver).unwrap();
            assert!(made.text.contains(&format!("--size 4x4 --seed {seed}")), "{}", made.text);
            made.text
        };
        let one = text(7, "varisat");
        assert_eq!(one, text(7, "batsat"));
        assert!((8..11).any(|seed| text(seed, "varisat") != one), "{one}");
    }
}

/// No row of three cells has as many 0 as 1.
#[test]
fn a_size_without_a_solution_is_refused() {
    let error = generate(by_kind("binairo").unwrap(), &[3, 3], 1, "varisat").err().unwrap();
    assert_eq!(error.to_string(), "no board of 3x3 has a solution in binairo; try another size");
}
