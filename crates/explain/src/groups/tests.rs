//! Every finder on random marks: what it concludes is in every solution of the groups and marks that it names, found by
//! brute force, and the pattern is what its name says, looked at without the finders' own code.

use std::collections::BTreeMap;

use super::*;

/// So many boards reach every technique.
const ROUNDS: usize = 40;

/// Numbers that do not repeat soon.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn shuffled(&mut self, number: usize) -> Vec<usize> {
        let mut items: Vec<usize> = (0..number).collect();
        (1..number).rev().for_each(|at| items.swap(at, self.below(at + 1)));
        items
    }
}

/// The rows, columns and boxes of a Sudoku, or the rows and columns of a Latin square with two cages.
fn board(is_sudoku: bool) -> Board {
    let group =
        |places: Vec<usize>, shape: Shape| Group { is_full: places.len() == 9, places, shape };
    let mut groups: Vec<Group> = Vec::new();
    for at in 0..9 {
        groups.push(group((0..9).map(|other| 9 * at + other).collect(), Shape::Row));
        groups.push(group((0..9).map(|other| 9 * other + at).collect(), Shape::Column));
        let cell = |n: usize| 9 * (at / 3 * 3 + n / 3) + at % 3 * 3 + n % 3;
        if is_sudoku {
            groups.push(group((0..9).map(cell).collect(), Shape::Other));
        } else if at < 2 {
            groups
                .push(group((0..4).map(|n| 30 * at + n % 2 + 9 * (n / 2)).collect(), Shape::Other));
        }
    }
    Board::new(vec![511; 81], groups)
}

/// Marks that a solution is left in, with more or fewer others.
fn marks(random: &mut Random) -> Vec<u64> {
    let (rows, columns) = (random.shuffled(3), random.shuffled(3));
    let (values, inside) = (random.shuffled(9), random.shuffled(3));
    let density = 1 + random.below(5);
    let favourite = random.below(9);
    let mark = |place: usize, random: &mut Random| {
        let (row, column) = (place / 9, place % 9);
        let row = 3 * rows[row / 3] + inside[row % 3];
        let column = 3 * columns[column / 3] + inside[column % 3];
        let mut left = 1 << values[(3 * (row % 3) + row / 3 + column) % 9];
        for _ in 0..random.below(density + 1) {
            left |= 1 << random.below(9);
        }
        // Of one value there are more: fish and colours need many.
        if random.below(3) == 0 { left | 1 << favourite } else { left }
    };
    (0..81).map(|place| mark(place, random)).collect()
}

/// Whether the groups have a solution with these values left: brute force, which goes on where the fewest ways are.
fn has_solution(groups: &[&Group], left: &mut BTreeMap<usize, u64>) -> bool {
    // Each way is some places with a value, of which one has it.
    let mut ways: Vec<(usize, u64)> = Vec::new();
    loop {
        let before = left.clone();
        for group in groups {
            for &place in group.places.iter().filter(|place| before[place].count_ones() == 1) {
                for &other in group.places.iter().filter(|&&other| other != place) {
                    *left.get_mut(&other).unwrap() &= !before[&place];
                }
            }
        }
        if left.values().any(|marks| *marks == 0) {
            return false;
        }
        if *left == before {
            break;
        }
    }
    for (&place, &marks) in left.iter().filter(|(_, marks)| marks.count_ones() > 1) {
        let choices = bits(marks).map(|value| (place, 1 << value)).collect::<Vec<_>>();
        if ways.is_empty() || choices.len() < ways.len() {
            ways = choices;
        }
    }
    for group in groups.iter().filter(|group| group.is_full) {
        for value in (0..9).map(|value| 1 << value) {
            let homes = group.places.iter().filter(|place| left[place] & value != 0);
            let choices = homes.map(|&place| (place, value)).collect::<Vec<_>>();
            if choices.is_empty() {
                return false;
            }
            let is_done = left[&choices[0].0] == value;
            if !is_done && (ways.is_empty() || choices.len() < ways.len()) {
                ways = choices;
            }
        }
    }
    ways.is_empty()
        || ways.into_iter().any(|(place, value)| {
            let mut next = left.clone();
            next.insert(place, value);
            has_solution(groups, &mut next)
        })
}

/// Whether what is found follows from the groups and the marks that it names, and from nothing else.
fn follows(board: &Board, left: &[u64], found: &Found) -> bool {
    let groups: Vec<&Group> = found.reasons.groups.iter().map(|&at| &board.groups[at]).collect();
    let mut known: BTreeMap<usize, u64> =
        groups.iter().flat_map(|group| &group.places).map(|&place| (place, 511)).collect();
    for (&place, &gone) in &found.reasons.gone {
        if gone & left[place] != 0 {
            return false;
        }
        *known.entry(place).or_insert(511) &= !gone;
    }
    let denied = |place: usize, value: usize| {
        let mut known = known.clone();
        *known.entry(place).or_insert(511) &= 1 << value;
        !has_solution(&groups, &mut known)
    };
    let removes = found.removes.iter().all(|(&place, &gone)| bits(gone).all(|v| denied(place, v)));
    let fills = found.fills.is_none_or(|(place, value)| {
        (0..9).filter(|other| *other != value).all(|other| denied(place, other))
    });
    removes && fills
}

/// Whether the pattern is what its name says.
fn is_what_it_says(board: &Board, left: &[u64], found: &Found) -> bool {
    let count = |group: usize, value: usize| {
        let places = board.groups[group].places.iter();
        places.filter(|&&place| left[place] & 1 << value != 0).count()
    };
    let union = found.places.iter().fold(0, |all, &place| all | left[place]);
    let places = found.places.len();
    let values = found.values.count_ones() as usize;
    let value = found.values.trailing_zeros() as usize;
    let is_line = |group: &usize| board.groups[*group].shape != Shape::Other;
    let inside = |group: usize| found.places.iter().all(|p| board.groups[group].places.contains(p));
    let set = |name: &str| ["pair", "triple", "quad"].iter().position(|end| name.ends_with(end));
    let fish = |name: &str| {
        ["X-wing", "swordfish", "jellyfish"].iter().position(|end| name.ends_with(end))
    };
    match found.technique.name {
        "hidden single" | "full house" => {
            count(found.groups[0], value) == 1 && inside(found.groups[0])
        }
        "naked single" => places == 1 && union == found.values && values == 1,
        name if name.starts_with("naked ") => {
            set(name).is_some_and(|n| places == n + 2 && values == n + 2) && union == found.values
        }
        name if name.starts_with("hidden ") && found.fills.is_none() => {
            let hold = |place: &&usize| left[**place] & found.values != 0;
            set(name).is_some_and(|n| places == n + 2 && values == n + 2)
                && board.groups[found.groups[0]].places.iter().filter(hold).count() == places
        }
        "hidden pair to a single" | "hidden triple to a single" => {
            let hold = |place: &&usize| left[**place] & found.values != 0;
            values == places
                && board.groups[found.groups[0]].places.iter().filter(hold).count() == places
        }
        "pointing" | "pointing to a single" => {
            !is_line(&found.groups[0])
                && count(found.groups[0], value) == places
                && inside(found.groups[1])
        }
        "claiming" | "claiming to a single" => {
            is_line(&found.groups[0])
                && count(found.groups[0], value) == places
                && inside(found.groups[1])
        }
        name if fish(name).is_some() => {
            let size = fish(name).unwrap() + 2;
            let lines = found.groups.iter().chain(&found.covers);
            let in_cover = |place: &usize| {
                found.covers.iter().any(|&at| board.groups[at].places.contains(place))
            };
            let all = found.groups.iter().flat_map(|&at| &board.groups[at].places);
            let mut all = all.filter(|&&place| left[place] & 1 << value != 0);
            found.groups.len() == size
                && found.covers.len() == size
                && lines.clone().all(is_line)
                && all.all(|place| {
                    in_cover(place) || name.starts_with("finned") && found.places.contains(place)
                })
        }
        "XY-wing" => {
            places == 3
                && found.places.iter().all(|&place| left[place].count_ones() == 2)
                && union.count_ones() == 3
        }
        "XYZ-wing" => {
            left[found.places[0]].count_ones() == 3
                && found.places[1..].iter().all(|&place| left[place].count_ones() == 2)
        }
        "ALS-XZ" => {
            let (one, other) = found.places.split_at(found.covers[0]);
            [one, other].iter().all(|set| {
                let values = set.iter().fold(0, |all, &place| all | left[place]);
                values.count_ones() as usize == set.len() + 1
            })
        }
        "simple colouring" => {
            found.chains.len() == 2 && found.groups.iter().all(|&at| count(at, value) == 2)
        }
        name if name.ends_with("forcing chains") => {
            found.chains.iter().all(|chain| chain[0].holds && is_chain(board, left, chain))
        }
        name => {
            let chain = &found.chains[0];
            let singles = chain.iter().all(|node| node.places.len() == 1);
            let one_value = chain.iter().all(|node| node.value == chain[0].value);
            let is_pair = |pair: &[Node]| pair[0].places == pair[1].places;
            let is_sort = match name {
                "skyscraper" => {
                    chain.len() == 4 && one_value && singles && found.groups.iter().all(is_line)
                }
                "two-string kite" => {
                    let shapes: Vec<Shape> =
                        found.groups.iter().map(|&at| board.groups[at].shape).collect();
                    let is_both = shapes.contains(&Shape::Row) && shapes.contains(&Shape::Column);
                    chain.len() == 4 && one_value && singles && is_both
                }
                "empty rectangle" => {
                    chain.len() == 4
                        && one_value
                        && found.groups.iter().filter(|at| is_line(at)).count() == 1
                }
                "X-chain" => one_value,
                "XY-chain" => singles && chain.chunks(2).all(is_pair),
                "W-wing" => {
                    singles
                        && chain.len() == 6
                        && is_pair(&chain[..2])
                        && is_pair(&chain[4..])
                        && left[chain[0].places[0]] == left[chain[4].places[0]]
                }
                "alternating inference chain" => singles && !one_value,
                "grouped alternating inference chain" => !singles && !one_value,
                _ => false,
            };
            is_sort && !chain[0].holds && is_chain(board, left, chain)
        }
    }
}

/// Whether each link of a chain follows from the one before it.
fn is_chain(board: &Board, left: &[u64], chain: &[Node]) -> bool {
    let shared = |one: &Node, other: &Node| {
        one.places.iter().all(|a| {
            other.places.iter().all(|b| {
                a != b
                    && board
                        .groups
                        .iter()
                        .any(|group| group.places.contains(a) && group.places.contains(b))
            })
        })
    };
    chain.windows(2).all(|pair| {
        let [one, other] = pair else { return false };
        let same = one.places == other.places && one.places.len() == 1;
        match (one.holds, other.holds) {
            (true, false) => {
                one.value == other.value && shared(one, other) || same && one.value != other.value
            }
            (false, true) if same => left[one.places[0]] == 1 << one.value | 1 << other.value,
            (false, true) => {
                one.value == other.value
                    && board.groups.iter().any(|group| {
                        let mut homes =
                            group.places.iter().filter(|&&place| left[place] & 1 << one.value != 0);
                        let both = [&one.places[..], &other.places].concat();
                        group.is_full
                            && both.iter().all(|place| group.places.contains(place))
                            && homes.all(|place| both.contains(place))
                    })
            }
            _ => false,
        }
    })
}

/// A near miss: with any of the marks back that a pattern needs gone, nobody finds it as before.
fn needs_its_marks(
    board: &Board,
    left: &[u64],
    found: &Found,
    find: fn(&Marks<'_>) -> Vec<Found>,
) -> bool {
    found.reasons.gone.iter().all(|(&place, &gone)| {
        let mut left = left.to_vec();
        left[place] |= 1 << gone.trailing_zeros();
        !find(&Marks::new(board, left, |_| false)).contains(found)
    })
}

#[test]
fn what_is_found_follows_and_is_what_it_says() {
    let mut random = Random(1);
    let mut number: BTreeMap<&str, usize> = BTreeMap::new();
    for round in 0..ROUNDS {
        let board = board(round % 3 > 0);
        let left = marks(&mut random);
        for (_, find) in FINDERS {
            let found = find(&Marks::new(&board, left.clone(), |_| false));
            for found in found.iter().filter(|found| found.is_new()).take(2) {
                let name = found.technique.name;
                assert!(follows(&board, &left, found), "{name} does not follow: {found:?}");
                assert!(is_what_it_says(&board, &left, found), "no {name}: {found:?}");
                let seen = number.entry(name).or_default();
                *seen += 1;
                if *seen == 1 {
                    assert!(needs_its_marks(&board, &left, found, *find), "{name} without a mark");
                }
            }
        }
    }
    let all = crate::techniques::TECHNIQUES;
    let own = all.iter().skip_while(|technique| **technique != &FULL_HOUSE);
    let missing: Vec<&str> =
        own.map(|technique| technique.name).filter(|name| !number.contains_key(name)).collect();
    // All places are open here, so none is the last one of its group.
    assert_eq!(missing, ["full house"], "{number:?}");
}

/// A place that is the last open one of a row is a full house; with a second one, it is a hidden single.
#[test]
fn a_full_house_is_the_last_place_of_a_group() {
    let board = board(true);
    let mut left = vec![511; 81];
    (0..9).for_each(|place| left[place] = 1 << place);
    let name = |left: Vec<u64>, open: &[usize]| {
        let marks = Marks::new(&board, left, |place| place < 9 && !open.contains(&place));
        marks.easiest(usize::MAX).first().map(|found| found.technique.name)
    };
    assert_eq!(name(left.clone(), &[4]), Some("full house"));
    assert_eq!(name(left, &[4, 5]), Some("hidden single"));
}
