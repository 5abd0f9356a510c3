//! Rotations and reflections of small boards: lists the solutions by the rules, turns them place by place in
//! coordinates of half cells, and sorts them into classes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use cnfetti_core::csp::{Csp, Value};
use cnfetti_core::limit::Budget;
use cnfetti_exact::{Limits, count};
use cnfetti_kinds::library::SHIPPED;
use cnfetti_kinds::{Board, Data, Direction, Entry, Kind, On, Place, Unfolded, Unknown};
use cnfetti_puzzles::puzzle::{Puzzle, Unturned, Written};

use crate::random::{Random, drawn};
use crate::solving::boards;

const MAX_ASSIGNMENTS: usize = 5_000;

/// A place, by its centre in half cells; an area, by the centres of its cells.
type Spot = Vec<(i32, i32)>;

/// A solution: the value at each spot.
type Found = BTreeMap<(usize, Spot), Value>;

fn spot(data: &Data, place: Place) -> Spot {
    let [rows, columns] = [data.board.rows, data.board.columns].map(|number| 2 * i32::from(number));
    let at =
        |y: u16, x: u16, down: i32, right: i32| (2 * i32::from(y) + down, 2 * i32::from(x) + right);
    vec![match place {
        Place::Cell(y, x) => at(y, x, 1, 1),
        Place::Above(y, x) => at(y, x, 0, 1),
        Place::Left(y, x) => at(y, x, 1, 0),
        Place::Corner(y, x) => at(y, x, 0, 0),
        Place::Edge(Direction::North, at) => (-1, 2 * i32::from(at) + 1),
        Place::Edge(Direction::South, at) => (rows + 1, 2 * i32::from(at) + 1),
        Place::Edge(Direction::West, at) => (2 * i32::from(at) + 1, -1),
        Place::Edge(_, at) => (2 * i32::from(at) + 1, columns + 1),
        Place::Group(..) => {
            let cells = data.group(place).iter().flat_map(|&cell| spot(data, cell));
            return cells.collect::<BTreeSet<_>>().into_iter().collect();
        }
    }]
}

/// Every turn of the board, the identity first.
fn turns(board: &Board) -> Vec<impl Fn((i32, i32)) -> (i32, i32) + use<>> {
    let (rows, columns) = (2 * i32::from(board.rows), 2 * i32::from(board.columns));
    let number = if rows == columns && board.wraps[0] == board.wraps[1] { 8 } else { 4 };
    // At the right and the bottom of a board that wraps around is what is at the left and the top.
    let [down, aside] = board.wraps;
    let fold = |at: i32, length: i32, wraps: bool| if wraps { at.rem_euclid(length) } else { at };
    let turn = move |way: i32| {
        move |(y, x): (i32, i32)| {
            let (y, x) = if way & 4 > 0 { (x, y) } else { (y, x) };
            let (y, x) =
                (if way & 1 > 0 { rows - y } else { y }, if way & 2 > 0 { columns - x } else { x });
            (fold(y, rows, down), fold(x, columns, aside))
        }
    };
    (0..number).map(turn).collect()
}

fn turned(turn: impl Fn((i32, i32)) -> (i32, i32), spot: &Spot) -> Spot {
    let mut spot: Spot = spot.iter().map(|&at| turn(at)).collect();
    spot.sort_unstable();
    spot
}

/// Every assignment that the rules allow.
fn listed(unfolded: &Unfolded) -> Vec<Vec<Value>> {
    let variables = &unfolded.model.variables;
    let mut all = vec![Vec::new()];
    for variable in variables {
        let longer = |values: &Vec<Value>| {
            let values = values.clone();
            variable.domain.iter().map(move |&value| [&values[..], &[value]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.retain(|values| unfolded.model.check(values).is_ok());
    all
}

/// Keeps only clues that a random turn of the board maps to an equal clue, or to any clue.
fn made_symmetric(data: &mut Data, only_places: bool, random: &mut Random) {
    let turns = turns(&data.board);
    let turn = &turns[1 + random.below(turns.len() - 1)];
    let pointing = |direction: Direction| {
        let (down, right) = direction.step();
        let (from, to) = (turn((0, 0)), turn((down, right)));
        let step = (to.0 - from.0, to.1 - from.1);
        Direction::ALL.iter().find(|row| row.0.step() == step).unwrap().0
    };
    for at in 0..data.layers.len() {
        // For a turn of order four, three rounds are needed to reach all places.
        for _ in 0..3 {
            let before = data.layers[at].at.clone();
            let by_spot: BTreeMap<Spot, &Entry> =
                before.iter().map(|(&place, entry)| (spot(data, place), entry)).collect();
            let stays: BTreeSet<Place> = before
                .iter()
                .filter(|(place, entry)| {
                    let there = by_spot.get(&turned(turn, &spot(data, **place)));
                    match entry {
                        _ if only_places => there.is_some(),
                        Entry::Direction(way) => there == Some(&&Entry::Direction(pointing(*way))),
                        Entry::Directions(ways) => {
                            let is_there = |other: &[Direction]| {
                                ways.iter().all(|&way| other.contains(&pointing(way)))
                            };
                            matches!(there, Some(Entry::Directions(other))
                                if other.len() == ways.len() && is_there(other))
                        }
                        entry => there == Some(entry),
                    }
                })
                .map(|(place, _)| *place)
                .collect();
            data.layers[at].at.retain(|place, _| stays.contains(place));
        }
    }
}

/// How many turns of a board preserve its solutions, and how many of them are declared.
struct Seen {
    keeping: usize,
    declared: usize,
    solutions: usize,
}

fn check(kind: &Arc<Kind>, data: &Data, unfolded: &Unfolded, csp: &Csp) -> Seen {
    let solutions = listed(unfolded);
    let spots: Vec<(usize, Spot)> = unfolded
        .unknowns
        .iter()
        .enumerate()
        .flat_map(|(at, places)| places.places.iter().map(move |&place| (at, spot(data, place))))
        .collect();
    let found =
        |values: &[Value]| -> Found { spots.iter().cloned().zip(values.iter().copied()).collect() };
    let all: BTreeSet<Found> = solutions.iter().map(|values| found(values)).collect();
    let images = |solution: &Found| -> Vec<Found> {
        let image = |turn: &dyn Fn((i32, i32)) -> (i32, i32)| {
            let moved = solution.iter();
            moved.map(|((at, spot), &value)| ((*at, turned(turn, spot)), value)).collect()
        };
        turns(&data.board).iter().map(|turn| image(turn)).collect()
    };
    let of_all: Vec<Vec<Found>> = all.iter().map(images).collect();
    let mut keeping: Vec<usize> = (0..turns(&data.board).len()).collect();
    keeping.retain(|&way| of_all.iter().all(|images| all.contains(&images[way])));

    // Each declared permutation is one of these turns, and maps solutions to solutions.
    let mut classes = BTreeSet::new();
    let permutations = &csp.symmetry().permutations;
    for values in &solutions {
        let images = images(&found(values));
        let mut smallest = values.clone();
        for permutation in permutations {
            let moved = (0..values.len()).map(|at| values[permutation[at].index()]);
            let moved: Vec<Value> = moved.collect();
            let image = found(&moved);
            assert!(all.contains(&image), "{}: no solution: {image:?}\n{data:?}", kind.name);
            assert!(images.contains(&image), "{}: not turned: {image:?}\n{data:?}", kind.name);
            smallest = smallest.min(moved);
        }
        classes.insert(smallest);
    }
    let (number, _) = count(csp, &Limits::default()).unwrap();
    assert!(number.exact && number.solutions == solutions.len().into(), "{data:?}");
    assert_eq!(number.classes, classes.len().into(), "{}: {data:?}", kind.name);
    Seen { keeping: keeping.len(), declared: permutations.len() + 1, solutions: solutions.len() }
}

#[test]
fn classes_are_what_turning_solutions_makes_one() {
    let (mut compared, mut with_turns, mut with_solutions) = (0, 0, 0);
    for shipped in SHIPPED {
        let kind = Arc::new(shipped.read().unwrap());
        let mut random = Random(29);
        let mut tried = 0;
        for _ in 0..boards(100) {
            let mut data = drawn(&kind, &mut random);
            // On some boards, only the places of clues are symmetric, so turns break the clues.
            let only_places = random.below(2) == 0;
            made_symmetric(&mut data, only_places, &mut random);
            if tried == boards(5) || kind.verify(&data).is_err() {
                continue;
            }
            let budget = Budget::default();
            let unfolded = kind.unfold(&data, &budget).unwrap();
            let sizes = unfolded.model.variables.iter().map(|variable| variable.domain.len());
            if sizes.fold(1_usize, usize::saturating_mul) > MAX_ASSIGNMENTS {
                continue;
            }
            tried += 1;
            let puzzle = Written::new(Arc::clone(&kind), data.clone(), &budget).unwrap();
            let csp = match puzzle.turned() {
                Ok(csp) => csp,
                Err(why) => {
                    // Tents do not count all of their unknowns, and a board may have no unknowns at all.
                    let is_so = match why {
                        Unturned::Named => kind.unknowns.iter().any(Unknown::is_named),
                        Unturned::Projected => {
                            ["tents", "burokku"].contains(&&*kind.name)
                                || unfolded.model.variables.is_empty()
                        }
                        Unturned::Nothing => false,
                    };
                    assert!(is_so, "{}: {why}", kind.name);
                    continue;
                }
            };
            let seen = check(&kind, &data, &unfolded, &csp);
            assert!(seen.declared <= seen.keeping, "{}: {data:?}", kind.name);
            compared += 1;
            with_turns += usize::from(seen.declared > 1);
            with_solutions += usize::from(seen.declared > 1 && seen.solutions > 1);
        }
    }
    assert!(compared > 230 && with_turns > 130, "{compared} boards, {with_turns} turn");
    assert!(with_solutions > 18, "{with_solutions} have several solutions and turn");
}

/// All seven turns of an empty square are found for every kind, except for kinds whose rules have a reading
/// direction.
#[test]
fn an_empty_square_turns_in_every_way() {
    let mut found = BTreeMap::new();
    for shipped in SHIPPED {
        let kind = Arc::new(shipped.read().unwrap());
        let mut data = Data::new(&kind, Board::new(4, 4));
        let cells = data.board.cells();
        for (layer, entries) in kind.clues.iter().zip(&mut data.layers) {
            if matches!(layer.on, On::Areas { cover: true }) {
                entries.groups = vec![cells.clone()];
                entries.names = vec!["A".to_owned()];
            }
        }
        let budget = Budget::default();
        let puzzle = Written::new(Arc::clone(&kind), data, &budget).unwrap();
        let is_named = kind.unknowns.iter().any(Unknown::is_named);
        let turned = puzzle.turned();
        if is_named {
            assert_eq!(turned.unwrap_err(), Unturned::Named, "{}", kind.name);
            continue;
        }
        let number = turned.map_or(0, |csp| csp.symmetry().permutations.len());
        if number < 7 {
            found.insert(kind.name.clone(), number);
        }
    }
    // A reflection turns a falling diagonal into a rising one, and a quarter turn a lying bar into a standing one, so
    // they exchange more than places. Things fall, and rows differ from columns, in some kinds. For bridges and links,
    // the rules forbid crossings only to the east and south of a cell; the other directions follow, but that is not
    // obvious. Boards of hexagons are not turned, and pieces have other numbers for their places where they are turned.
    // The numbers of the areas of a Burokku do not count. Without letters, an Alphametic has no cells.
    let known = [
        ("alphametic", 0),
        ("aquarium", 1),
        ("arrow_numbers", 1),
        ("burokku", 0),
        ("dosun_fuwari", 1),
        ("hashi", 1),
        ("hexa_slitherlink", 0),
        ("juosan", 3),
        ("kojun", 1),
        ("map_colouring", 0),
        ("dominosa", 0),
        ("pentominoes", 0),
        ("pentominous", 0),
        ("rikudo", 0),
        ("statue_park", 0),
        ("slant", 3),
        ("square_jam", 3),
        ("tenner_grid", 3),
        ("tetrominous", 0),
        ("white_black_link", 1),
    ];
    assert_eq!(found, known.map(|(name, number)| (name.to_owned(), number)).into());
}
