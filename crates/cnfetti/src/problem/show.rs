//! Solutions and boards as text, pictures and JSON.

use std::collections::BTreeMap;

use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_puzzles::picture::{Frame, Picture, Theme, View, write_svg};
use cnfetti_puzzles::puzzle::{Broken, Unwritable};
use serde_json::{Map, Value as Json};

use super::judge::marked;
use super::{Error, Problem, Solution};

/// The form in which a problem stated in code reads solutions.
const NAMED_VALUES: &str = "an object with a whole number for the name of each variable";

impl Problem {
    /// Draws a solution: the board, or a line for each variable.
    pub fn draw(&self, solution: &Solution) -> String {
        self.drawn(Some(solution))
    }

    /// Draws the problem without a solution: the board, or a line for each variable with its values.
    pub fn draw_open(&self) -> String {
        self.drawn(None)
    }

    fn drawn(&self, solution: Option<&Solution>) -> String {
        if let Some(puzzle) = self.puzzle() {
            return puzzle.draw(solution.map(Solution::values));
        }
        let line = |id| {
            let name = self.csp.name(id);
            match solution {
                Some(solution) => format!("{name} = {}\n", solution[id]),
                None => format!("{name}: {} values\n", self.csp.domain(id).len()),
            }
        };
        self.csp.ids().map(line).collect()
    }

    /// Draws the problem or a solution of it as SVG. Without a theme, the picture follows the viewer's light
    /// or dark mode. The picture of a problem stated in code is empty.
    pub fn svg(&self, solution: Option<&Solution>, theme: Option<&Theme>) -> String {
        let view = View { solution: solution.map(Solution::values), ..View::default() };
        let picture = self.puzzle().map_or_else(Picture::default, |puzzle| puzzle.picture(&view));
        let name = self.name();
        write_svg(&picture, self.title().unwrap_or(&name), &Frame::Alone(theme))
    }

    /// Returns the solution with these values, in the order of the problem's variables, after checking it by
    /// the rules.
    ///
    /// # Errors
    ///
    /// A variable cannot have its value, or the solution breaks a rule.
    pub fn solution(&self, values: Vec<Value>) -> Result<Solution, Broken> {
        let domains = self.csp.variables();
        let fits = |(at, value): (usize, &Value)| domains[at].domain().binary_search(value).is_ok();
        if values.len() != domains.len() || !values.iter().enumerate().all(fits) {
            return Err(Broken("these are no values of the problem's variables".to_owned()));
        }
        match (self.puzzle(), first_broken(&self.csp, &values)) {
            (Some(puzzle), _) => puzzle.check(&values)?,
            (None, Some(reason)) => return Err(Broken(reason.to_owned())),
            (None, None) => {}
        }
        Ok(Solution::new(values))
    }

    /// Writes a solution in the form that `--json` prints.
    pub fn to_json(&self, solution: &Solution) -> String {
        if let Some(puzzle) = self.puzzle() {
            let mut text = String::new();
            puzzle.write_json(solution.values(), &mut text);
            return text;
        }
        let named = |id| (self.csp.name(id).to_owned(), Json::from(solution[id]));
        Json::Object(self.csp.ids().map(named).collect::<Map<String, Json>>()).to_string()
    }

    /// Reads a solution in the form of [`to_json`](Problem::to_json), and checks it by the rules.
    ///
    /// # Errors
    ///
    /// The rule that the solution breaks, in the puzzle's terms.
    pub fn read_solution(&self, json: &Json) -> Result<Solution, Broken> {
        match self.puzzle() {
            Some(puzzle) => {
                let values = puzzle.read_json(json)?;
                puzzle.check(&values)?;
                Ok(Solution::new(values))
            }
            None => {
                let named: BTreeMap<VarId, Value> = self.named_values(json)?.into_iter().collect();
                let missing = self.csp.ids().find(|id| !named.contains_key(id));
                if let Some(missing) = missing {
                    return Err(Broken(format!("there is no value of {}", self.csp.name(missing))));
                }
                self.solution(named.into_values().collect())
            }
        }
    }

    /// Reads a partial solution, in the form of [`to_json`](Problem::to_json) with `null` or nothing for
    /// open values, and fixes it like [`with_entries`](Problem::with_entries). A list of values in place of one is a
    /// mark, as for [`with_marks`](Problem::with_marks).
    ///
    /// # Errors
    ///
    /// A value is impossible, whatever the rest of the solution is.
    pub fn with_board(self, json: &Json) -> Result<Problem, Error> {
        let Some(puzzle) = self.puzzle() else {
            let entries = self.named_values(json).map_err(Error::NotABoard)?;
            return self.with_entries(entries);
        };
        let ((), entries, marks) =
            marked(puzzle, json, |board| Ok(((), puzzle.read_entries(board)?)))?;
        let entries = entries.into_iter().map(|atom| (atom.variable, atom.value));
        self.with_entries(entries)?.with_marks(marks)
    }

    fn named_values(&self, json: &Json) -> Result<Vec<(VarId, Value)>, Broken> {
        let found = json.as_object().ok_or_else(|| Broken(format!("expected {NAMED_VALUES}")))?;
        let known = found.iter().filter(|(_, json)| !json.is_null()).map(|(name, json)| {
            let id = self.variable(name);
            let id = id.ok_or_else(|| Broken(format!("there is no variable `{name}`")))?;
            let value = json.as_i64().and_then(|value| Value::try_from(value).ok());
            Ok((id, value.ok_or_else(|| Broken(format!("{name} cannot be {json}")))?))
        });
        known.collect()
    }

    /// The value of the objective in a solution.
    pub fn objective_of(&self, solution: &Solution) -> Option<i64> {
        self.csp.objective().map(|objective| objective.value(solution.values()))
    }

    /// Writes the problem as a file in this format: `toml`, or the name of one of
    /// [`FORMATS`](cnfetti_puzzles::puzzle::FORMATS).
    ///
    /// # Errors
    ///
    /// The format cannot express the problem, or the problem was stated in code.
    pub fn to_text(&self, format: &str) -> Result<String, Unwritable> {
        match self.instance() {
            Some(instance) => instance.to_text(format),
            None => Err(Unwritable("a problem that was stated in code has no file".to_owned())),
        }
    }
}

/// The reason of the first constraint that does not hold.
fn first_broken<'a>(csp: &'a Csp, values: &[Value]) -> Option<&'a str> {
    let mut posted = csp.constraints().iter();
    posted.find(|posted| !posted.constraint.rule().holds(values)).map(|posted| &*posted.reason)
}
