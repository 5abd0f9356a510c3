//! What is seen of areas, compared with all boards.

use super::*;
use crate::{Task, explain};
use cnfetti_core::csp::{Fixed, Link, Operation};
use cnfetti_core::random::Random;
use cnfetti_proof::refutation::areas::cannot_hold;

/// A board with areas, with this number of rows and columns.
fn board(rows: usize, columns: usize) -> Csp {
    let mut csp = Csp::new();
    let places = rows * columns;
    let cells = (0..places).map(|at| {
        let (row, column) = (at / columns + 1, at % columns + 1);
        csp.variable(format!("r{row}c{column}"), 1..=places as Value)
    });
    let cells = cells.collect_vec();
    csp.assume_deciding(cells.clone());
    let pairs = pairs(rows, columns);
    let links = pairs.into_iter().map(|ends| {
        let [one, other] = ends.map(|end| cells[end]);
        let name = format!("eq({},{})", csp.name(one), csp.name(other));
        let result = csp.variable(name, 0..=1);
        let arguments = vec![Operand::Variable(one), Operand::Variable(other)];
        csp.post(Operation { operator: Operator::Eq, arguments, result }.into(), "equal");
        Link { ends, atom: Some(Atom { variable: result, value: 1 }) }
    });
    let links = links.collect();
    let sizes = cells.iter().map(|&cell| Some(Operand::Variable(cell))).collect();
    csp.post(Parts { places: vec![None; places], links, sizes, marks: None }.into(), "areas");
    csp
}

fn pairs(rows: usize, columns: usize) -> Vec<[usize; 2]> {
    let all = (0..rows * columns).cartesian_product([1, columns]);
    let pairs = all.filter(|(at, step)| match step {
        1 if columns > 1 => at % columns + 1 < columns,
        _ => at + columns < rows * columns,
    });
    pairs.map(|(at, step)| [at, at + step]).unique().collect()
}

/// All ways to fill in a board, by its areas: one after another, each with the first place that is in none yet.
fn all_boards(rows: usize, columns: usize) -> Vec<Vec<Value>> {
    let mut beside = vec![Vec::new(); rows * columns];
    for [one, other] in pairs(rows, columns) {
        beside[one].push(other);
        beside[other].push(one);
    }
    let mut found = Vec::new();
    fill(&beside, &mut vec![0; rows * columns], &mut found);
    found
}

fn fill(beside: &[Vec<usize>], numbers: &mut Vec<Value>, found: &mut Vec<Vec<Value>>) {
    let Some(first) = numbers.iter().position(|number| *number == 0) else {
        found.push(numbers.clone());
        return;
    };
    let mut areas = vec![vec![first]];
    let mut next = 0;
    while next < areas.len() {
        let area = areas[next].clone();
        let size = area.len() as Value;
        if !area.iter().flat_map(|&at| &beside[at]).any(|&at| numbers[at] == size) {
            area.iter().for_each(|&at| numbers[at] = size);
            fill(beside, numbers, found);
            area.iter().for_each(|&at| numbers[at] = 0);
        }
        for &more in area.iter().flat_map(|&at| &beside[at]) {
            if numbers[more] == 0 && !area.contains(&more) {
                let larger = area.iter().copied().chain([more]).sorted().collect_vec();
                if !areas.contains(&larger) {
                    areas.push(larger);
                }
            }
        }
        next += 1;
    }
}

fn holds(fact: &Fact, numbers: &[Value]) -> bool {
    fact.allows(numbers[fact.variable.index()])
}

/// Whether each board with the facts has the conclusions; without any, whether there is no such board.
fn follow(boards: &[Vec<Value>], facts: &[Fact], conclusions: &[Fact]) -> bool {
    let mut with = boards.iter().filter(|board| facts.iter().all(|fact| holds(fact, board)));
    match conclusions {
        [] => with.next().is_none(),
        _ => with.all(|board| conclusions.iter().all(|fact| holds(fact, board))),
    }
}

/// What is known of some places of a board, one of all of them.
fn some_known(csp: &Csp, solution: &[Value], random: &mut Random) -> Candidates {
    let given = 2 + random.below(3);
    Candidates::new(csp.ids().map(|id| match solution.get(id.index()) {
        Some(&number) if random.one_in(given) => vec![number],
        Some(&number) => {
            let domain = csp.domain(id).iter().copied();
            domain.filter(|&other| other == number || !random.one_in(8)).collect()
        }
        None => vec![0, 1],
    }))
}

/// On random boards of which something is known, all that is seen follows from what it cites, and that is known; so does
/// each link of a chain from what comes before it.
#[test]
fn what_is_seen_follows() {
    let mut random = Random::new(61);
    let techniques = [
        &WAY_OUT.technique,
        &FULL.technique,
        &TOO_MANY.technique,
        &ROOM.technique,
        &NOTHING_ELSE_FITS,
        &CONTRADICTION,
    ];
    let mut seen = [0; 6];
    for (rows, columns, times) in [(3, 3, 300), (2, 5, 300), (1, 10, 1500)] {
        let (csp, boards) = (board(rows, columns), all_boards(rows, columns));
        let areas = Areas::new(&csp);
        for _ in 0..times {
            let solution = random.pick(&boards[..]).clone();
            let known = some_known(&csp, &solution, &mut random);
            let mut drafts = areas.deciding(&known);
            drafts.extend(ruled_out(&areas, &known));
            drafts.extend(areas.contradiction(&known, &Budget::default()).unwrap());
            for draft in drafts {
                let at = techniques.iter().position(|technique| draft.technique == *technique);
                seen[at.unwrap()] += 1;
                assert!(draft.facts.iter().all(|fact| known.knows(fact)), "{draft:?}");
                assert!(!draft.conclusions.iter().any(|fact| known.knows(fact)), "{draft:?}");
                assert!(follow(&boards, &draft.facts, &draft.conclusions), "{draft:?} {known:?}");
                let shrunk = areas.shrunk(&draft).unwrap();
                assert!(follow(&boards, &shrunk.facts, &draft.conclusions), "{shrunk:?}");
                assert!(shrunk.facts.iter().all(|fact| known.knows(fact)), "{draft:?} {shrunk:?}");
                if draft.technique == &CONTRADICTION {
                    let chain = areas.chain(&draft, &known).unwrap();
                    assert!(chain.rests_on(&known));
                    for link in chain.links {
                        assert!(follow(&boards, &link.facts, &link.conclusions), "{link:?}");
                    }
                }
            }
        }
    }
    assert!(seen.iter().all(|number| *number > 10), "{seen:?}");
}

/// What the checker says to be impossible is in no board, whatever is left of some places; it does without definitions
/// only where it needs none.
#[test]
fn what_cannot_hold_is_in_no_board() {
    let mut random = Random::new(63);
    let (mut refuted, mut possible) = (0, 0);
    for (rows, columns) in [(3, 3), (2, 4), (1, 8)] {
        let (csp, boards) = (board(rows, columns), all_boards(rows, columns));
        let [rule] = &Areas::new(&csp).rules[..] else { panic!("the board has one rule") };
        for _ in 0..400 {
            let left: Vec<Vec<Value>> = (0..rows * columns)
                .map(|at| {
                    let domain = csp.domain(rule.places[at]).to_vec();
                    match random.below(3) {
                        0 => vec![*random.pick(&domain)],
                        1 => domain.into_iter().filter(|_| !random.one_in(3)).collect(),
                        _ => domain,
                    }
                })
                .collect();
            let is_left = |board: &Vec<Value>| {
                board.iter().zip(&left).all(|(number, left)| left.contains(number))
            };
            let of = |variable: VarId| left[variable.index()].clone();
            if cannot_hold(&csp, &rule.whole(), of) {
                assert!(!boards.iter().any(is_left), "{left:?}");
                refuted += 1;
            } else {
                possible += usize::from(boards.iter().any(is_left));
            }
            // Without what defines the links, places with the same number may be apart.
            let overfull = |at: usize| match &left[at][..] {
                [1] => left.get(at + 1).is_some_and(|next| next[..] == [1]),
                _ => false,
            };
            if rows == 1 && (0..columns).any(overfull) {
                assert!(cannot_hold(&csp, &rule.whole(), of));
            }
        }
        let ones = |_: VarId| vec![1];
        assert!(cannot_hold(&csp, &rule.whole(), ones));
        assert!(!cannot_hold(&csp, &[rule.constraint], ones));
    }
    assert!(refuted > 100 && possible > 20, "{refuted} {possible}");
}

/// Two places with a 1 each, side by side, cannot be. They can if their link holds where they differ, if another place is
/// compared, or if one of them need not be there: the checker says nothing of such problems.
#[test]
fn only_what_surely_is_one_area_is_refuted() {
    let is_refuted = |compares_both: bool, linked_if: Value, are_both_there: bool| {
        let mut csp = Csp::new();
        let [one, other, third] = ["one", "other", "third"].map(|name| csp.variable(name, 1..=2));
        let link = csp.variable("link", 0..=1);
        let compared = [one, if compares_both { other } else { third }];
        let arguments = compared.map(Operand::Variable).to_vec();
        csp.post(Operation { operator: Operator::Eq, arguments, result: link }.into(), "equal");
        let places = vec![None, (!are_both_there).then_some(Atom { variable: third, value: 1 })];
        let atom = Some(Atom { variable: link, value: linked_if });
        let sizes = [one, other].map(|size| Some(Operand::Variable(size))).to_vec();
        let links = vec![Link { ends: [0, 1], atom }];
        csp.post(Parts { places, links, sizes, marks: None }.into(), "areas");
        let solutions = csp.ids().map(|id| csp.domain(id).to_vec()).multi_cartesian_product();
        let mut solutions = solutions.filter(|values| csp.is_solution(values));
        let is_possible = solutions.any(|values| values[..2] == [1, 1]);
        let is_refuted = cannot_hold(&csp, &[0, 1], |_| vec![1]);
        assert!(!(is_refuted && is_possible));
        is_refuted
    };
    assert!(is_refuted(true, 1, true));
    assert!(!is_refuted(false, 1, true));
    assert!(!is_refuted(true, 0, true));
    assert!(!is_refuted(true, 1, false));
}

fn ruled_out(areas: &Areas, known: &Candidates) -> Vec<Draft> {
    let [rule] = &areas.rules[..] else { panic!("the board has one rule about areas") };
    rule.drafts(Board::new(rule, known).ruled_out())
}

/// What each technique says of a board as text, with numbers, and dots for open places.
fn said(board_as_text: &str) -> Vec<(&'static str, String)> {
    let rows = board_as_text.split('/').collect_vec();
    let csp = board(rows.len(), rows[0].len());
    let text = rows.concat();
    let known = Candidates::new(csp.ids().map(|id| {
        let letter = text.as_bytes().get(id.index()).copied().map(char::from);
        let number = letter.and_then(|letter| letter.to_digit(10));
        number.map_or(csp.domain(id).to_vec(), |number| vec![number as Value])
    }));
    let areas = Areas::new(&csp);
    let drafts = areas.deciding(&known).into_iter().chain(ruled_out(&areas, &known));
    let each = drafts.map(|draft| {
        let conclusions = draft.conclusions.iter().map(|fact| match &fact.said {
            Said::Is(value) => format!("{}={value}", csp.name(fact.variable)),
            Said::IsNone(gone) => format!("{}≠{}", csp.name(fact.variable), gone.iter().join(",")),
        });
        (draft.technique.name, conclusions.collect_vec().join(" "))
    });
    each.sorted().collect()
}

fn names(board: &str) -> Vec<&'static str> {
    said(board).into_iter().map(|(name, _)| name).collect()
}

fn says(board: &str, technique: &str, conclusions: &str) -> bool {
    said(board).iter().any(|(name, said)| *name == technique && said == conclusions)
}

#[test]
fn an_area_has_one_way_out() {
    assert!(says("2../13./...", "way out", "r1c2=2"));
    // It has two, or is complete.
    assert!(!names("2../.../...").contains(&"way out"));
    assert!(!names("22./13./...").contains(&"way out"));
}

#[test]
fn an_area_needs_room() {
    assert!(says("4./../31/33", "room", "r1c2=4 r2c1=4 r2c2=4"));
    // There is one place more.
    assert!(!says("3./../21/21", "room", "r1c2=3"));
    // A place has too little room for a number.
    assert!(said(".2./13./13.").iter().any(|(_, said)| said.starts_with("r1c1≠3")));
}

#[test]
fn nothing_else_fits_a_place() {
    assert!(says(".22/3../33.", "nothing else fits", "r1c1=1"));
    // The area below could have it.
    assert!(!says(".22/3../3..", "nothing else fits", "r1c1=1"));
}

#[test]
fn a_place_would_join_too_many() {
    assert!(says("33.3/..../....", "too many", "r1c3≠3"));
    // They would have as many as they say, or are not beside it.
    assert!(!says("3..3/..../....", "too many", "r1c3≠3"));
    assert!(!says("44.4/..../....", "too many", "r1c3≠4"));
}

#[test]
fn what_is_beside_a_complete_area_does_not_have_its_number() {
    assert!(says("22../..../....", "full", "r1c3≠2 r2c1≠2 r2c2≠2"));
    assert!(!names("2.../..../....").contains(&"full"));
}

/// The steps of random boards lead to their end, and each passes the check by the second solver.
#[test]
fn boards_are_explained_to_their_end() {
    let mut random = Random::new(62);
    let boards = all_boards(3, 3);
    let mut steps = 0;
    for _ in 0..25 {
        let mut csp = board(3, 3);
        let solution = random.pick(&boards[..]).clone();
        let cells = csp.ids().take(9).collect_vec();
        let given = cells.into_iter().filter(|_| random.one_in(2)).collect_vec();
        for &variable in &given {
            let value = solution[variable.index()];
            csp.post(Fixed { atom: Atom { variable, value } }.into(), "given");
        }
        let is_like =
            |board: &&Vec<Value>| given.iter().all(|id| board[id.index()] == solution[id.index()]);
        let left = boards.iter().filter(is_like).collect_vec();
        let explained = explain(&csp, &Task::default(), |_| {}).unwrap().unwrap();
        for (at, row) in explained.end.rows()[..9].iter().enumerate() {
            let expected = left.iter().map(|board| board[at]).sorted().dedup().collect_vec();
            assert_eq!(*row, expected, "{given:?} of {solution:?}");
        }
        steps += explained.steps.len();
    }
    assert!(steps > 40, "{steps}");
}
