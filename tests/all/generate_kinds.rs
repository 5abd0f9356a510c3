//! New puzzles of kinds that are files: one solution, no clue too many, the same again.

use cnfetti::compile::Choices;
use cnfetti::csp::Csp;
use cnfetti::exact::{self, Limits};
use cnfetti::generate::{GenerateError, Generator, Made, Tools, by_kind, generators, of_file};
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
    library::shipped(&generator.kind).unwrap().read().unwrap()
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

fn require_minimal(kind: &Kind, made: &Made) {
    assert_eq!(made.instance.expect.solutions.as_deref(), Some("1"), "{}", made.text);
    let data = board(kind, &made.text);
    assert_eq!(solutions(kind, &data), "1", "{}", made.text);
    for (layer, entries) in data.layers.iter().enumerate() {
        for place in entries.at.keys() {
            let mut without = data.clone();
            without.layers[layer].at.remove(place);
            assert!(has_several(&csp(kind, &without)), "{place} in {}", made.text);
        }
    }
}

#[test]
fn a_new_puzzle_has_one_solution_and_no_clue_too_many() {
    for (generator, seed) in files().flat_map(|generator| [1, 2].map(|seed| (generator, seed))) {
        let made = generate(generator, &[4, 4], seed, "varisat").unwrap();
        require_minimal(&kind_of(generator), &made);
    }
}

/// A kind of somebody's own: with the text of one that comes with the program, its puzzles are the same.
#[test]
fn puzzles_of_an_own_kind_are_made_alike_and_carry_their_kind() {
    let shipped = library::shipped("slitherlink").unwrap();
    let (own, ours) = (of_file(shipped.text).unwrap(), by_kind("slitherlink").unwrap());
    let [own, ours] =
        [&own, ours].map(|generator| generate(generator, &[4, 4], 5, "varisat").unwrap());
    let keys = |made: &Made| made.text[made.text.find("source =").unwrap()..].to_owned();
    assert_eq!(keys(&own), keys(&ours));
    assert_eq!(ours.instance.own_kind, None);
    assert_eq!(own.instance.own_kind.as_deref(), Some(shipped.text));
    let owls = include_str!("../../examples/kinds/owls.toml");
    let kind = Kind::read(owls).unwrap();
    for seed in 0..5 {
        let made = generate(&of_file(owls).unwrap(), &[4, 4], seed, "varisat").unwrap();
        require_minimal(&kind, &made);
    }
    let heyawake = library::shipped("heyawake").unwrap().text;
    let error = of_file(heyawake).err().unwrap().to_string();
    assert_eq!(error, "the kind does not say which clues a solution has");
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
