//! New puzzles of kinds that are files have one solution and no redundant clue, and are reproducible.

use cnfetti::compile::Choices;
use cnfetti::csp::Csp;
use cnfetti::exact::{self, Limits};
use cnfetti::generate::{GenerateError, Generator, Made, Mix, Tools, by_kind, generators, of_file};
use cnfetti::input::Table;
use cnfetti::kinds::{Data, Entry, Kind, Place, Symmetry, library};
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
    generator.generate(size, seed, None, &tools(solver))
}

pub(crate) fn tools(solver: &str) -> Tools<'static> {
    let backend = by_name(solver).unwrap();
    Tools {
        backend,
        budget: Budget::default(),
        symmetry: None,
        set: &[],
        shape: None,
        mix: Mix::default(),
        without: &[],
        progress: &|_, _| {},
    }
}

/// Rows and columns of a small board, square where that is possible, that has a solution, and puzzles.
fn small(generator: &Generator) -> [usize; 2] {
    [match &*generator.kind {
        "dominosa" => return [3, 4],
        "five_cells" | "toroidal_queens" | "palisade" | "pentominoes" | "pentominous" => 5,
        "statue_park" => 7,
        "gappy" => 9,
        "samurai" => 8,
        _ => 4,
    }; 2]
}

/// A set of dominoes covers boards with one more column than rows.
#[test]
fn a_board_of_dominoes_has_the_columns_for_its_rows() {
    let dominosa = by_kind("dominosa").unwrap();
    assert_eq!(dominosa.default_size(), [6, 7]);
    assert_eq!(dominosa.parse_size("3").unwrap(), [3, 4]);
    assert_eq!(dominosa.parse_size("4x3").unwrap(), [4, 3]);
    assert_eq!(by_kind("statue_park").unwrap().parse_size("8").unwrap(), [8, 8]);
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

fn verdict(csp: &Csp) -> Verdict {
    let backend = by_name("varisat").unwrap();
    unique(csp, &Choices::default(), backend, &Budget::default()).unwrap().verdict
}

fn has_several(csp: &Csp) -> bool {
    matches!(verdict(csp), Verdict::Several(..))
}

#[test]
fn kinds_that_say_which_clues_a_solution_has_are_generated() {
    for shipped in library::SHIPPED {
        let generates = shipped.read().unwrap().generates();
        assert_eq!(generates, by_kind(shipped.name).is_some(), "{}", shipped.name);
    }
    assert_eq!(files().count(), 140);
}

/// What can replace a clue, according to the kind's `[generate]`: nothing, or what was drawn at random;
/// `None` if the clue must stay.
fn left_out(generate: &toml::Table, layer: &str, entry: &Entry) -> Option<Option<Entry>> {
    let row = generate.get(layer)?;
    let has = |key: &str| row.get(key).is_some();
    let is_first = has("chance") || has("sizes") || has("rectangles") || has("number");
    match entry {
        _ if generate.contains_key("all_clues") => None,
        Entry::Open | Entry::Flag => None,
        _ if !is_first => Some(None),
        Entry::Number(_) => Some(Some(Entry::Open)),
        _ => None,
    }
}

/// The images of a place under a symmetry of a square board.
fn turned(symmetry: Symmetry, side: u16, place: Place) -> Vec<Place> {
    let end = side - 1;
    let Place::Cell(row, column) = place else { panic!("{place} is no cell") };
    let turned = match symmetry {
        Symmetry::None => vec![],
        Symmetry::Rotate180 => vec![(end - row, end - column)],
        Symmetry::Rotate90 => {
            vec![(column, end - row), (end - row, end - column), (end - column, row)]
        }
        Symmetry::Mirror => vec![(row, end - column)],
        Symmetry::Flip => vec![(end - row, column)],
        Symmetry::Diagonal => vec![(column, row)],
    };
    turned.into_iter().map(|(row, column)| Place::Cell(row, column)).collect()
}

/// Requires one solution, and more without any one clue and those symmetric to it.
fn require_minimal(kind: &Kind, text: &str, made: &Made, symmetry: Symmetry) {
    assert_eq!(made.instance.expect.solutions.as_deref(), Some("1"), "{}", made.text);
    let data = board(kind, &made.text);
    let text: toml::Table = text.parse().unwrap();
    // Pieces have too many placements to count them all.
    match text.contains_key("pieces") {
        true => assert!(matches!(verdict(&csp(kind, &data)), Verdict::Unique(_)), "{}", made.text),
        false => assert_eq!(solutions(kind, &data), "1", "{}", made.text),
    }
    let generate = text["generate"].as_table().unwrap();
    for (layer, entries) in data.layers.iter().enumerate() {
        for place in entries.at.keys() {
            let mut without = data.clone();
            let at = &mut without.layers[layer].at;
            let mut places = vec![*place];
            if symmetry != Symmetry::None {
                places.extend(turned(symmetry, data.board.rows, *place));
                places.sort_unstable();
                places.dedup();
            }
            let mut changes = false;
            for place in places {
                let entry = at.get(&place).unwrap_or_else(|| panic!("{place}: {}", made.text));
                match left_out(generate, &kind.clues[layer].name, entry) {
                    Some(None) => at.remove(&place),
                    Some(Some(open)) => at.insert(place, open),
                    None => continue,
                };
                changes = true;
            }
            let is_needed = !changes || has_several(&csp(kind, &without));
            assert!(is_needed, "{place} in {}", made.text);
        }
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn a_new_puzzle_has_one_solution_and_no_clue_too_many() {
    for generator in files() {
        let tools = Tools { symmetry: Some(Symmetry::None), ..tools("varisat") };
        let made = generator.generate(&small(generator), 1, None, &tools);
        let made = made.unwrap_or_else(|error| panic!("{}: {error}", generator.kind));
        let text = library::shipped(&generator.kind).unwrap().text;
        require_minimal(&kind_of(generator), text, &made, Symmetry::None);
    }
}

/// Clues are symmetric, and none is redundant together with its images.
#[test]
fn clues_are_symmetric_where_that_is_asked_or_usual() {
    for name in ["mosaic", "akari", "sudoku", "binairo", "tapa"] {
        let (generator, shipped) = (by_kind(name).unwrap(), library::shipped(name).unwrap());
        let kind = kind_of(generator);
        for (symmetry, word, _) in Symmetry::ALL {
            let tools = Tools { symmetry: Some(symmetry), ..tools("varisat") };
            let made = generator.generate(&[4, 4], 3, None, &tools);
            let made = made.unwrap_or_else(|error| panic!("{name} {word}: {error}"));
            assert!(made.text.contains(&format!("--seed 3 --symmetry {word}")), "{}", made.text);
            require_minimal(&kind, shipped.text, &made, symmetry);
        }
    }
    for usual in ["akari", "sudoku", "slitherlink"] {
        assert_eq!(kind_of(by_kind(usual).unwrap()).symmetry(), Symmetry::Rotate180, "{usual}");
        let made = generate(by_kind(usual).unwrap(), &[4, 4], 3, "varisat").unwrap();
        let text = library::shipped(usual).unwrap().text;
        require_minimal(&kind_of(by_kind(usual).unwrap()), text, &made, Symmetry::Rotate180);
    }
    let tools = Tools { symmetry: Some(Symmetry::Diagonal), ..tools("varisat") };
    let refused = "the board does not have the symmetry diagonal; try another size or symmetry";
    let error = by_kind("mosaic").unwrap().generate(&[4, 5], 1, None, &tools).err().unwrap();
    assert_eq!(error.to_string(), refused);
    // Hexagons are not where they would be after a turn.
    let error = by_kind("hexa_slitherlink").unwrap().generate(&[4, 4], 1, None, &tools);
    assert_eq!(error.err().unwrap().to_string(), refused);
}

/// "No redundant clues" is meant so: no symmetric set of clues can go. A single clue of such a set sometimes can.
#[test]
fn no_symmetric_set_of_clues_can_go() {
    let text = library::shipped("sudoku").unwrap().text;
    let generator = by_kind("sudoku").unwrap();
    let made = generate(generator, &[9, 9], 1, "varisat").unwrap();
    let kind = kind_of(generator);
    require_minimal(&kind, text, &made, Symmetry::Rotate180);
    let data = board(&kind, &made.text);
    let clues = data.layers.iter().zip(0..).flat_map(|(entries, layer)| {
        entries.at.keys().map(move |place| (layer, *place)).collect::<Vec<(usize, Place)>>()
    });
    let can_go = |&(layer, place): &(usize, Place)| {
        let mut without = data.clone();
        without.layers[layer].at.remove(&place);
        !has_several(&csp(&kind, &without))
    };
    assert!(clues.filter(can_go).count() > 0, "{}", made.text);
}

/// Errors in `[generate]` have a place.
#[test]
fn what_makes_puzzles_is_checked() {
    let owls = include_str!("../../examples/kinds/owls.toml");
    let line = "number = { value = \"count(owl of around(c))\", where = \"not owl[c]\" }";
    let table = [
        ("owl = { chance = 3 }", "expected a layer of clues, a parameter"),
        ("symmetry = \"left\"", "expected one of none, rotate180"),
        ("number = { chance = 3, value = \"1\" }", "`chance` is for layers without values"),
        ("number = { }", "the `value` is missing"),
        ("number = { part = \"not owl\", value = \"1\" }", "a number has a `value`"),
        ("number = { part = \"1\" }", "expected truths at cells"),
        ("number = { sizes = \"1..2\" }", "sizes"),
        ("number = \"owl[c]\"", "expected a number"),
    ];
    for (wrong, expected) in table {
        assert!(owls.contains(line));
        let text = owls.replace(line, wrong);
        let error = Kind::read(&text).expect_err(wrong);
        let place = error.line_column(&text).unwrap_or_else(|| panic!("{wrong}: {error}"));
        assert!(error.to_string().contains(expected), "{wrong}: {error}");
        assert_eq!(place.0, 24, "{wrong}: {error}");
    }
}

/// A kind of the user's own with the text of a shipped kind gives the same puzzles.
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
        require_minimal(&kind, owls, &made, Symmetry::None);
    }
    let hitori = library::shipped("hitori").unwrap().text;
    let error = of_file(hitori).err().unwrap().to_string();
    assert_eq!(error, "the kind does not say how its puzzles are made");
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn a_seed_makes_the_same_puzzle_with_every_solver() {
    // The kinds share the generator, so a third of them is enough.
    for generator in files().step_by(3) {
        let text = |seed: u64, solver: &str| {
            let [rows, columns] = small(generator);
            let made = generate(generator, &[rows, columns], seed, solver).unwrap();
            let options = format!("--size {rows}x{columns} --seed {seed}");
            assert!(made.text.contains(&options), "{}", made.text);
            made.text
        };
        let one = text(7, "varisat");
        assert_eq!(one, text(7, "batsat"));
        assert!((8..11).any(|seed| text(seed, "varisat") != one), "{one}");
    }
}

/// A row of three cells cannot have as many 0 as 1.
#[test]
fn a_size_that_the_kind_forbids_is_refused() {
    let error = generate(by_kind("binairo").unwrap(), &[3, 3], 1, "varisat").err().unwrap();
    let expected =
        "binairo has no board of 3x3: expected even numbers of rows and columns, found 3 and 3";
    assert_eq!(error.to_string(), expected);
}
