//! Generates puzzles of kinds that are files: a solution of an empty board, all clues that it has, and
//! then a minimal set of these that leaves no other solution.
//!
//! Under `[generate]`, the kind says what is drawn at random, such as walls and areas, and which clues
//! a solution has. To draw the solution, we decide one unknown after the other at random, as long as a
//! solver can complete it. The solver gets a number of steps, so its answer is the same on every
//! machine.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use itertools::Itertools;

use crate::compile::{Choices, Compiled, compile_within};
use crate::csp::{Atom, Value};
use crate::encodings::Lit;
use crate::input::InputError;
use crate::kinds::library::{self, Shipped};
use crate::kinds::{Board, ClueAt, Data, Kind, Place, Symmetry, USUAL_SIZE, Unfolded};
use crate::model::Lowered;
use crate::puzzle::{About, Puzzle, Written};
use crate::random::Random;
use crate::solver::{self, Limit, NoAnswer, Solver, Stopped};

use super::{Attempt, Dimension, GenerateError, Generator, MAX_STEPS, Tools, exist};

/// The size: rows and columns.
const SIZE: &[Dimension] = &[
    Dimension { name: "rows", range: 2..=30, default: Some(USUAL_SIZE as usize) },
    Dimension { name: "columns", range: 2..=30, default: None },
];

/// The number of attempts. Most kinds succeed in fewer, and a kind without a puzzle does not take long.
const MAX_ATTEMPTS: usize = 1_000;

/// The generators of all kinds that say which clues a solution has.
pub(super) fn generators() -> &'static [Generator] {
    static GENERATORS: OnceLock<Vec<Generator>> = OnceLock::new();
    GENERATORS.get_or_init(|| {
        // Reading all kinds takes a while, so a program that generates nothing should not do it.
        let generates = |kind: &&'static Shipped| kind.text.contains("\n[generate]\n");
        let shipped = library::SHIPPED.iter().filter(generates);
        shipped.map(|kind| generator(kind.name.into(), Attempt::Shipped(kind))).collect()
    })
}

/// Returns the generator of a kind with this text.
pub(super) fn of_file(text: &str) -> Result<Generator, InputError> {
    let kind = Kind::read(text)?;
    if !kind.generates() {
        let message = "the kind does not say how its puzzles are made";
        let help = "add a table such as `[generate]` with `number = \"value[c]\"`";
        return Err(InputError::new(None, message).help(help));
    }
    Ok(generator(kind.name.into(), Attempt::File(text.to_owned())))
}

fn generator(kind: Cow<'static, str>, attempt: Attempt) -> Generator {
    Generator { kind, size: SIZE, limit: |_| Ok(()), attempt, attempts: MAX_ATTEMPTS, levels: None }
}

/// The value of each unknown, by its index, in each place.
type Solution = HashMap<(usize, Place), Value>;

/// A puzzle as constraints.
struct Stated {
    unfolded: Unfolded,
    lowered: Lowered,
}

/// The state of making a puzzle from a solution.
struct Maker<'a> {
    kind: Arc<Kind>,
    /// What was drawn at random.
    begun: Data,
    solution: Solution,
    /// Where the pieces lie, if there are some.
    pieces: Vec<Value>,
    tools: &'a Tools<'a>,
}

/// Draws a puzzle of the kind with this text.
pub(super) fn attempt(
    kind: &str,
    size: &[usize],
    random: &mut Random,
    tools: &Tools<'_>,
) -> Result<Option<String>, GenerateError> {
    let kind = Arc::new(Kind::read(kind)?);
    let board = Board::new(size[0] as u16, size[1] as u16);
    let symmetry = tools.symmetry.unwrap_or(kind.symmetry());
    if !symmetry.fits(&Data::new(&kind, board.clone()).board) {
        return Err(GenerateError::NotSymmetric(symmetry.name()));
    }
    let forbidden = |because| {
        let (kind, size) = (kind.name.clone(), size.iter().join("x"));
        GenerateError::Forbidden { kind, size, because: Box::new(because) }
    };
    let begun = kind.begun(board.clone(), tools.set, symmetry, random).map_err(forbidden)?;
    let Some(begun) = begun else { return Ok(None) };
    let stated = state(&kind, &begun, tools)?;
    let Some(values) = draw(&stated, random, tools)? else {
        if kind.begins_at_random() {
            return Ok(None);
        }
        let size = size.iter().join("x");
        return Err(GenerateError::NoSolution { kind: kind.name.clone(), size });
    };
    let declared = stated.lowered.declared(&values);
    let mut full = kind.with_all_clues(&begun, &declared, &tools.budget).map_err(unreadable)?;
    keep_symmetric(&mut full, symmetry);
    let pieces = declared[stated.unfolded.pieces()].to_vec();
    let solution = solution(&stated.unfolded, &declared);
    let maker = Maker { solution, pieces, begun, kind, tools };
    if maker.has_other_solutions(&full)? {
        return Ok(None);
    }
    let mut clues = together(&maker.kind.removable(&full, &maker.begun), &board, symmetry);
    random.shuffle(&mut clues);
    let mut puzzle = full;
    maker.leave_out(&mut puzzle, &clues)?;
    maker.text(puzzle)
}

/// Drops the clues that cannot be symmetric, because the solution has no clue at an image of their
/// place.
fn keep_symmetric(puzzle: &mut Data, symmetry: Symmetry) {
    let board = &puzzle.board;
    for entries in &mut puzzle.layers {
        let there: HashSet<Place> = entries.at.keys().copied().collect();
        entries.at.retain(|place, _| {
            symmetry.orbit(board, *place).iter().all(|place| there.contains(place))
        });
    }
}

/// Groups clues that stay or go together: those of a layer that are symmetric to each other.
fn together(clues: &[ClueAt], board: &Board, symmetry: Symmetry) -> Vec<Vec<ClueAt>> {
    let orbit = |(layer, place): &ClueAt| (*layer, symmetry.orbit(board, *place)[0]);
    let orbits = clues.iter().map(|clue| (orbit(clue), *clue)).into_group_map();
    let mut orbits: Vec<Vec<ClueAt>> = orbits.into_values().collect();
    orbits.sort_unstable();
    orbits
}

impl Maker<'_> {
    /// Drops redundant clues: all at once if possible, otherwise one half after the other. A clue that
    /// was needed among more clues is still needed among fewer.
    fn leave_out(&self, puzzle: &mut Data, clues: &[Vec<ClueAt>]) -> Result<(), GenerateError> {
        let mut without = puzzle.clone();
        for (layer, place) in clues.iter().flatten() {
            // What was drawn at random stays, such as a wall without its number.
            let at = &mut without.layers[*layer].at;
            match self.begun.layers[*layer].at.get(place) {
                Some(begun) => at.insert(*place, begun.clone()),
                None => at.remove(place),
            };
        }
        if clues.is_empty() || !self.has_other_solutions(&without)? {
            *puzzle = without;
            return Ok(());
        }
        if clues.len() > 1 {
            let (some, others) = clues.split_at(clues.len() / 2);
            self.leave_out(puzzle, some)?;
            self.leave_out(puzzle, others)?;
        }
        Ok(())
    }

    /// Whether a puzzle has a solution besides the intended one.
    fn has_other_solutions(&self, puzzle: &Data) -> Result<bool, GenerateError> {
        self.tools.budget.check()?;
        let Stated { unfolded, lowered } = state(&self.kind, puzzle, self.tools)?;
        let mut declared = vec![0; unfolded.model.variables.len()];
        for (at, places) in unfolded.unknowns.iter().enumerate() {
            for (place, variable) in places.places.iter().zip(places.variables.clone()) {
                declared[variable] = self.solution.get(&(at, *place)).copied().unwrap_or(0);
            }
        }
        declared[unfolded.pieces()].copy_from_slice(&self.pieces);
        let Some(solution) = lowered.completed(declared) else { return Ok(true) };
        let mut others = self.tools.other_solutions(&lowered.csp, &solution, MAX_STEPS)?;
        let clues = others.clues();
        exist(&mut others, &clues)
    }

    fn text(self, puzzle: Data) -> Result<Option<String>, GenerateError> {
        let written = Written::new(self.kind, puzzle, &self.tools.budget).map_err(unreadable)?;
        Ok(written.export("toml", &About::default()).ok())
    }
}

fn state(kind: &Kind, puzzle: &Data, tools: &Tools<'_>) -> Result<Stated, GenerateError> {
    let unfolded = kind.unfold(puzzle, &tools.budget).map_err(unreadable)?;
    let lowered = Lowered::new(&unfolded.model, &tools.budget).map_err(unreadable)?;
    Ok(Stated { unfolded, lowered })
}

/// Maps an error in one of our own puzzles, which is either a limit or a fault.
fn unreadable(error: InputError) -> GenerateError {
    match error.stopped {
        Some(stopped) => stopped.into(),
        None => error.into(),
    }
}

fn solution(unfolded: &Unfolded, declared: &[Value]) -> Solution {
    let unknowns = unfolded.unknowns.iter().enumerate();
    let values = unknowns.flat_map(|(at, places)| {
        let values = places.places.iter().zip(&declared[places.variables.clone()]);
        values.map(move |(place, value)| ((at, *place), *value))
    });
    values.collect()
}

/// Draws a random solution; `None` if there is none.
fn draw(
    stated: &Stated,
    random: &mut Random,
    tools: &Tools<'_>,
) -> Result<Option<Vec<Value>>, GenerateError> {
    let csp = &stated.lowered.csp;
    let compiled = compile_within(csp, &Choices::with_values(), &tools.budget)?;
    let mut solver = solver::patient(&compiled.cnf, MAX_STEPS, &tools.budget);
    let mut decided: Vec<Lit> = Vec::new();
    let Some(mut found) = ask(&compiled, &mut *solver, &decided)? else { return Ok(None) };
    let mut variables = csp.projection_set();
    // Where pieces lie follows from what is seen of them, and has many values.
    let pieces = stated.unfolded.pieces();
    variables.retain(|variable| !pieces.contains(&variable.index()));
    random.shuffle(&mut variables);
    for variable in variables {
        let mut values = csp.domain(variable).to_vec();
        random.shuffle(&mut values);
        for value in values {
            let Some(lit) = compiled.map.literal(Atom { variable, value }) else { continue };
            decided.push(lit);
            if found[variable.index()] == value {
                break;
            }
            match ask(&compiled, &mut *solver, &decided) {
                Ok(Some(next)) => {
                    found = next;
                    break;
                }
                // If a value is too hard to decide, try the next.
                Ok(None) | Err(GenerateError::TooHard) => drop(decided.pop()),
                Err(error) => return Err(error),
            }
        }
    }
    Ok(Some(found))
}

/// Asks for a solution with the decided literals.
fn ask(
    compiled: &Compiled,
    solver: &mut dyn Solver,
    decided: &[Lit],
) -> Result<Option<Vec<Value>>, GenerateError> {
    match solver.solve(decided).answer() {
        Ok(Ok(model)) => match compiled.map.decode(&model) {
            Ok(found) => Ok(Some(found)),
            Err(_) => Err(GenerateError::Unexplained),
        },
        Ok(Err(_)) => Ok(None),
        Err(NoAnswer::Stopped(Stopped(Limit::Steps))) => Err(GenerateError::TooHard),
        Err(error) => Err(error.into()),
    }
}
