//! Decides whether a half-filled board can be completed.

use std::sync::Arc;

use itertools::Itertools;
use serde_json::Value as Json;

use super::{Basis, Error, Means, Problem};
use cnfetti_core::csp::{Atom, Csp, Mark, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_explain::entries::{self, Verdict};
use cnfetti_explain::{ExplainError, reasoner};
use cnfetti_puzzles::puzzle::{Broken, Puzzle};
use cnfetti_sat::search::candidates::{Fact, Said};
use cnfetti_sat::solver::Backend;

/// Whether the entered values can be completed to a solution.
#[derive(Clone, Debug)]
pub struct Judged {
    is_right: bool,
    wrong: Vec<(VarId, Value)>,
    wrong_marks: Vec<VarId>,
    basis: Basis,
}

/// The rules that the entered values break.
#[derive(Clone, Debug)]
pub struct BrokenRules {
    rules: Vec<usize>,
    basis: Basis,
}

impl Judged {
    /// Whether some solution has all entered values.
    pub fn is_right(&self) -> bool {
        self.is_right
    }

    /// The entered values that no solution has, each by itself. If this is empty but the entries are wrong, each
    /// of them is possible alone, but not all together.
    pub fn wrong(&self) -> &[(VarId, Value)] {
        &self.wrong
    }

    /// The variables with marks that no solution fits, each by itself.
    pub fn wrong_marks(&self) -> &[VarId] {
        &self.wrong_marks
    }

    /// The evidence that no solution has all of them. If the entries are right, the evidence that no solution is
    /// better, if there is an objective.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl BrokenRules {
    /// The rules that are broken, as positions in [`Csp::constraints`].
    pub fn rules(&self) -> &[usize] {
        &self.rules
    }

    /// The evidence that they are broken.
    pub fn basis(&self) -> &Basis {
        &self.basis
    }
}

impl Problem {
    /// The problem of completing a half-filled board, in the form of [`to_json`](Problem::to_json) with `null` or
    /// nothing for open values. Unlike in [`with_board`](Problem::with_board), equal pieces have no order, because
    /// it does not matter which of them is entered where; so this is for [`judge`](Problem::judge) and
    /// [`broken_rules`](Problem::broken_rules), not for counting.
    ///
    /// # Errors
    ///
    /// A value is impossible, whatever the rest of the solution is.
    pub fn half_filled(self, board: &Json) -> Result<Problem, Error> {
        let Some(puzzle) = self.puzzle() else { return self.with_board(board) };
        let (csp, entries, marks) = marked(puzzle, board, |board| puzzle.entered(board))?;
        let csp = if self.csp.objective().is_some() { csp } else { csp.without_objective() };
        let entries = entries.into_iter().map(|entry| (entry.variable, entry.value));
        Problem { csp: Arc::new(csp), ..self }.with_entries(entries)?.with_marks(marks)
    }

    /// Decides whether some solution has all [entered values](Problem::with_entries); with an objective, whether
    /// some optimal solution has them. The solver in `means` must report which assumptions it needs; the default
    /// is `batsat`.
    ///
    /// ```
    /// use cnfetti::Problem;
    /// use cnfetti::csp::{AllDifferent, Csp};
    ///
    /// let mut csp = Csp::new();
    /// let scope = (1..=3).map(|number| csp.variable(format!("x{number}"), 1..=3)).collect::<Vec<_>>();
    /// csp.post(AllDifferent { scope: scope.clone(), except: Vec::new() }.into(), "all different");
    ///
    /// let problem = Problem::new(csp).with_entries([(scope[0], 1), (scope[1], 1)])?;
    /// let judged = problem.judge(&Default::default())?;
    /// assert!(!judged.is_right());
    /// assert!(judged.wrong().is_empty(), "each entry is possible alone");
    /// # Ok::<(), cnfetti::problem::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A limit is reached first, or a solver gives a wrong answer.
    pub fn judge(&self, means: &Means) -> Result<Judged, Error> {
        let optimal = self.optimal(means)?.into_problem();
        let (verdict, by) = optimal.ask_about_entries(means, entries::judge)?;
        let (is_right, alone, evidence) = match verdict {
            Verdict::Right => (true, Vec::new(), optimal.csp.bound().map(|_| optimal.assumed)),
            Verdict::Wrong { alone, evidence } => {
                (false, alone, Some(evidence.and(optimal.assumed)))
            }
        };
        let (mut wrong, mut wrong_marks) = (Vec::new(), Vec::new());
        for Fact { variable, said } in alone {
            match said {
                Said::Is(value) => wrong.push((variable, value)),
                Said::IsNone(_) => wrong_marks.push(variable),
            }
        }
        Ok(Judged { is_right, wrong, wrong_marks, basis: Basis::new(by, evidence, None) })
    }

    /// Finds the rules that no longer hold with the [entered values](Problem::with_entries), each rule by itself,
    /// without a search for a solution. Rules that none of them breaks may still contradict the entries together.
    ///
    /// # Errors
    ///
    /// A limit is reached first, or a solver gives a wrong answer.
    pub fn broken_rules(&self, means: &Means) -> Result<BrokenRules, Error> {
        let ((rules, evidence), by) = self.ask_about_entries(means, entries::broken)?;
        let evidence = Some(evidence).filter(|_| !rules.is_empty());
        Ok(BrokenRules { rules, basis: Basis::new(by, evidence, None) })
    }

    /// Asks a question about the entered values. Returns the answer, and who gave it.
    fn ask_about_entries<T>(
        &self,
        means: &Means,
        ask: impl Fn(&Csp, &[Fact], &Backend, &Budget) -> Result<T, ExplainError>,
    ) -> Result<(T, String), Error> {
        let (backend, budget) = (means.backend_or(reasoner()), means.budget());
        let entered = self.entries.iter().map(|(atom, _)| Fact::from(*atom));
        let marked = self.marks.iter().map(|Mark { variable, values, .. }| {
            let domain = self.csp.domain(*variable).iter().copied();
            let gone = domain.filter(|value| !values.contains(value)).collect();
            Fact { variable: *variable, said: Said::IsNone(gone) }
        });
        let entries: Vec<Fact> = entered.chain(marked).collect();
        let answer = ask(&self.csp, &entries, &backend, &budget)?;
        Ok((answer, backend.name.into_owned()))
    }
}

/// A variable, and the values that a player has left to it.
type Left = (VarId, Vec<Value>);

/// Reads a board that may have marks with a function that knows none. Returns its result for the board without marks, and
/// the marks.
pub(super) fn marked<T>(
    puzzle: &dyn Puzzle,
    board: &Json,
    read: impl Fn(&Json) -> Result<(T, Vec<Atom>), Broken>,
) -> Result<(T, Vec<Atom>, Vec<Left>), Error> {
    let mut open = board.clone();
    let mut found = Vec::new();
    take_marks(puzzle, &mut open, String::new(), 0, &mut found);
    let (stated, entries) = read(&open).map_err(Error::NotABoard)?;
    let mark = |(place, values): (String, Vec<Json>)| {
        // Each value by itself is an entry, which shows what the place is called.
        let atoms = values.iter().map(|value| {
            let mut filled = open.clone();
            if let Some(cell) = filled.pointer_mut(&place) {
                *cell = value.clone();
            }
            let (_, atoms) = read(&filled)?;
            let new = atoms.into_iter().filter(|atom| !entries.contains(atom)).exactly_one();
            new.map_err(|_| Broken(format!("{place} has several values, and is no single place")))
        });
        let atoms: Vec<Atom> = atoms.collect::<Result<_, Broken>>()?;
        let variable = atoms[0].variable;
        let values = atoms.into_iter().map(|atom| atom.value).sorted().dedup().collect();
        Ok((variable, values))
    };
    let marks: Result<Vec<Left>, Broken> = found.into_iter().map(mark).collect();
    Ok((stated, entries, marks.map_err(Error::NotABoard)?))
}

/// Takes lists of values out of what is below a place of the board, where a single value is in so many lists.
fn take_marks(
    puzzle: &dyn Puzzle,
    json: &mut Json,
    place: String,
    lists: usize,
    found: &mut Vec<(String, Vec<Json>)>,
) {
    match json {
        Json::Array(values) if lists == 0 => {
            let values = std::mem::take(values);
            *json = Json::Null;
            if !values.is_empty() {
                found.push((place, values));
            }
        }
        Json::Array(items) => {
            for (at, item) in items.iter_mut().enumerate() {
                take_marks(puzzle, item, format!("{place}/{at}"), lists - 1, found);
            }
        }
        Json::Object(fields) => {
            for (key, value) in fields {
                // By the names of variables, values are in no list.
                let lists = if place == "/variables" { 0 } else { puzzle.lists_around(key) };
                take_marks(puzzle, value, below(&place, key), lists, found);
            }
        }
        _ => {}
    }
}

/// The place of a field below a place, as a JSON pointer (RFC 6901).
fn below(place: &str, key: &str) -> String {
    format!("{place}/{}", key.replace('~', "~0").replace('/', "~1"))
}
