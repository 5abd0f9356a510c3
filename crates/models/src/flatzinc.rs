//! Reads FlatZinc files, as MiniZinc compiles models, into the same tree as XCSP3.
//!
//! Truth values are the numbers 0 and 1. Solutions consist of what the file outputs; variables that
//! the compiler introduced do not belong to them.

mod builtins;
mod floats;
mod globals;
mod lexer;
pub mod library;
mod names;
mod parser;

use std::collections::HashMap;
use std::sync::Arc;

use super::declared::{Array, Declared, MAX_INTERVALS, MAX_VALUES, Output, is_short, values_of};
use super::expression::{Expr, Operator};
use super::incomplete;
use super::narrowing::{Open, close};
use super::tree::{Constraint, Goal, Model, Objective, Posted, Sense};
use cnfetti_core::csp::Value;
use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, Span};
use floats::{Float, Floats, Limits};
use names::{Named, Names};
use parser::{Declaration, Item, Parser, Placed, Term, Type};

/// Models with more variables are refused.
const MAX_VARIABLES: usize = 2_000_000;

/// The budget is checked once in this many items.
const POLL_INTERVAL: u32 = 256;

/// The prefix of names that the compiler generates.
pub const COMPILERS: &str = "X_INTRODUCED_";

/// The words with which an item begins.
const FIRST_WORDS: [&str; 9] =
    ["predicate", "var", "array", "constraint", "solve", "int", "bool", "float", "set"];

/// Whether a text is a FlatZinc file: it begins with an item, or has only comments.
pub fn is_flatzinc(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start).filter(|line| !line.is_empty()).peekable();
    let has_comments = lines.peek().is_some_and(|line| line.starts_with('%'));
    let Some(first) = lines.find(|line| !line.starts_with('%')) else { return has_comments };
    let word = first.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    // Such a word can also be a key of TOML, or the first row of a board.
    let follows = first[word.len()..].trim_start();
    FIRST_WORDS.contains(&word)
        && !follows.starts_with(['=', '.'])
        && (text.contains("solve") || !text.contains("dominoes"))
}

/// Reads a model.
///
/// # Errors
///
/// Returns the first mistake, with its place.
pub fn read(source: &str, budget: &Budget) -> Result<Model, InputError> {
    let mut reader = Reader::default();
    let mut poll = budget.poll(POLL_INTERVAL);
    let mut is_begun = false;
    let mut parser = Parser::new(source)?;
    while let Some(item) = parser.item()? {
        poll.step().map_err(InputError::limit)?;
        reader.item(item)?;
        is_begun = true;
    }
    if !reader.is_solved {
        let has = if is_begun { "no item `solve`" } else { "only comments" };
        return Err(incomplete(source, "FlatZinc", has));
    }
    reader.finish(budget)
}

/// The values that a variable may have.
enum Domain {
    Values(Arc<[Value]>),
    /// Too many to list, in these intervals; all integers if there are none.
    Open(Arc<[(i64, i64)]>),
    Float(Limits),
}

#[derive(Default)]
struct Reader<'s> {
    model: Model,
    names: Names<'s>,
    /// The variables that get a domain from the constraints.
    open: Vec<Open>,
    floats: Floats,
    /// The variables that the compiler introduced.
    introduced: Vec<bool>,
    booleans: Vec<bool>,
    /// A domain that many variables have is stored once.
    shared: HashMap<Vec<(i64, i64)>, Arc<[Value]>>,
    is_solved: bool,
}

impl<'s> Reader<'s> {
    fn item(&mut self, item: Item<'s>) -> Result<(), InputError> {
        match item {
            Item::Declaration(declaration) => self.declare(declaration),
            Item::Constraint { name, args, span } => {
                if !self.floats.add(&self.names, name, &args, &span)? {
                    let constraint = self.names.constraint(name, &args, &span)?;
                    self.model.constraints.push(Posted::rule(constraint, None, span));
                }
                Ok(())
            }
            Item::Solve { objective, span } => self.solve(objective, span),
        }
    }

    fn declare(&mut self, declared: Declaration<'s>) -> Result<(), InputError> {
        if self.names.is_known(declared.name) {
            let message = format!("`{}` is declared twice", declared.name);
            return Err(InputError::new(declared.span, message));
        }
        let named = match (declared.is_var, declared.size) {
            (false, _) => self.names.parameter(&declared)?,
            (true, None) => self.variable(&declared)?,
            (true, Some(_)) => self.array(&declared)?,
        };
        self.names.insert(declared.name, named);
        Ok(())
    }

    fn variable(&mut self, declared: &Declaration<'s>) -> Result<Named, InputError> {
        let has = |name: &str| declared.annotations.iter().any(|one| is_called(one, name));
        let domain = self.domain(&declared.ty, &declared.span)?;
        let variable = self.add(declared.name.to_owned(), domain, declared.span.clone())?;
        let boolean = declared.ty == Type::Bool;
        self.booleans[variable] = boolean;
        self.introduced[variable] = has("var_is_introduced") || has("is_defined_var");
        if has("output_var") {
            self.model.outputs.push(Output {
                name: declared.name.to_owned(),
                sizes: Vec::new(),
                cells: vec![variable],
                boolean,
            });
        }
        let span = declared.span.clone();
        if let Type::Float(_) = declared.ty {
            let float = Float::Variable(variable);
            if let Some(value) = &declared.value {
                self.floats.equate(float, self.names.float(value)?, &span)?;
            }
            return Ok(Named::Float(float));
        }
        if let Some(value) = &declared.value {
            let value = self.names.expr(value)?;
            let constraint =
                Constraint::Intension(Expr::two(Operator::Eq, Expr::Variable(variable), value));
            self.model.constraints.push(Posted::rule(constraint, None, span));
        }
        Ok(Named::One(Expr::Variable(variable)))
    }

    /// The cells of an array: variables and numbers.
    fn array(&mut self, declared: &Declaration<'s>) -> Result<Named, InputError> {
        refuse_sets(&declared.ty, &declared.span)?;
        let Some(value) = &declared.value else {
            let expected = "a list of the array's variables";
            return Err(InputError::expected(declared.span.clone(), expected, "none"));
        };
        let cells = match declared.ty {
            Type::Float(_) => Named::Floats(self.names.floats(value)?),
            _ => Named::List(self.names.list(value)?),
        };
        let number = match &cells {
            Named::Floats(list) => list.len(),
            Named::List(list) => list.len(),
            _ => 0,
        };
        if declared.size != Some(number as i64) {
            let expected = format!("{} cells", declared.size.unwrap_or_default());
            return Err(InputError::expected(value.span.clone(), expected, number.to_string()));
        }
        let output = declared.annotations.iter().find(|one| is_called(one, "output_array"));
        if let Some(output) = output {
            let sizes = self.names.sizes(output, number)?;
            let (name, boolean) = (declared.name.to_owned(), declared.ty == Type::Bool);
            let mut shown = Vec::with_capacity(number);
            for at in 0..number {
                let (cell, span) = (format!("{name}[{}]", at + 1), declared.span.clone());
                shown.push(match &cells {
                    Named::Floats(list) => self.shown_float(list[at], cell, span)?,
                    Named::List(list) => self.shown(&list[at], cell, span)?,
                    _ => continue,
                });
            }
            self.model.outputs.push(Output { name, sizes, cells: shown, boolean });
        }
        Ok(cells)
    }

    /// The variable of an output cell. A number becomes a variable with a single value.
    fn shown(&mut self, cell: &Expr, name: String, span: Span) -> Result<usize, InputError> {
        match cell {
            Expr::Variable(variable) => Ok(*variable),
            cell => {
                let number = cell.value(&|_| 0).unwrap_or_default();
                let domain = Domain::Values(self.values(&[(number, number)], &span)?);
                self.add(name, domain, span)
            }
        }
    }

    fn shown_float(&mut self, cell: Float, name: String, span: Span) -> Result<usize, InputError> {
        match cell {
            Float::Variable(variable) => Ok(variable),
            Float::Number(number) => self.add(name, Domain::Float(Some((number, number))), span),
        }
    }

    fn add(&mut self, name: String, domain: Domain, span: Span) -> Result<usize, InputError> {
        let variable = self.model.variables.len();
        if variable == MAX_VARIABLES {
            let expected = format!("at most {MAX_VARIABLES} variables");
            return Err(InputError::expected(span, expected, "more"));
        }
        let domain = match domain {
            Domain::Values(values) => values,
            Domain::Open(intervals) => {
                self.open.push(Open::within(variable, intervals, span));
                Arc::from([])
            }
            Domain::Float(limits) => {
                self.floats.declare(variable, limits, span);
                Arc::from([])
            }
        };
        self.model.variables.push(Declared { name, domain, ..Declared::default() });
        self.introduced.push(false);
        self.booleans.push(false);
        Ok(variable)
    }

    fn domain(&mut self, ty: &Type, span: &Span) -> Result<Domain, InputError> {
        refuse_sets(ty, span)?;
        match ty {
            Type::Bool => self.values(&[(0, 1)], span).map(Domain::Values),
            Type::Within(intervals) => {
                let is_long = match intervals[..] {
                    [ends] => !is_short(ends),
                    _ => intervals.len() <= MAX_INTERVALS && values_of(intervals).is_none(),
                };
                match is_long {
                    true => Ok(Domain::Open(intervals.as_slice().into())),
                    false => self.values(intervals, span).map(Domain::Values),
                }
            }
            Type::Float(limits) => Ok(Domain::Float(*limits)),
            Type::Int | Type::Set => Ok(Domain::Open(Arc::from([]))),
        }
    }

    /// The values in these intervals, increasing.
    fn values(
        &mut self,
        intervals: &[(i64, i64)],
        span: &Span,
    ) -> Result<Arc<[Value]>, InputError> {
        if let Some(known) = self.shared.get(intervals) {
            return Ok(Arc::clone(known));
        }
        let values = values_of(intervals).ok_or_else(|| {
            let expected = format!("at most {MAX_VALUES} values, each of at most 31 bits");
            InputError::expected(span.clone(), expected, "a larger domain")
        })?;
        self.shared.insert(intervals.to_vec(), Arc::clone(&values));
        Ok(values)
    }

    fn solve(
        &mut self,
        objective: Option<(bool, Placed<'s>)>,
        span: Span,
    ) -> Result<(), InputError> {
        if self.is_solved {
            return Err(InputError::new(span, "a second item `solve`"));
        }
        self.is_solved = true;
        if let Some((is_maximum, of)) = objective {
            let sense = if is_maximum { Sense::Maximize } else { Sense::Minimize };
            let goal = match self.names.expr(&of) {
                Ok(expr) => expr,
                Err(error) => {
                    let float = self.names.float(&of).map_err(|_| error)?;
                    let variable =
                        self.shown_float(float, "objective".to_owned(), of.span.clone())?;
                    Expr::Variable(variable)
                }
            };
            let goal = Goal::Value(goal);
            self.model.objectives.push(Objective { sense, goal, span });
        }
        Ok(())
    }

    /// Determines the domains of all variables, and which variables belong to a solution.
    fn finish(mut self, budget: &Budget) -> Result<Model, InputError> {
        let open = &mut self.open;
        self.floats.state(&mut self.model, |float, bounds| {
            let (variable, span) = (float.variable, float.span.clone());
            open.push(Open { variable, bounds, intervals: Arc::from([]), follows: true, span });
        })?;
        if self.model.outputs.is_empty() {
            let own = (0..self.model.variables.len()).filter(|&at| !self.introduced[at]);
            self.model.outputs = own
                .map(|at| Output {
                    name: self.model.variables[at].name.clone(),
                    sizes: Vec::new(),
                    cells: vec![at],
                    boolean: self.booleans[at],
                })
                .collect();
        }
        close(&mut self.model, &self.open, budget)?;
        self.name_arrays();
        self.name_cells();
        self.model.verify()?;
        Ok(self.model)
    }

    /// Makes arrays of the output variables and of the others, by their names.
    fn name_arrays(&mut self) {
        let mut is_shown = vec![false; self.model.variables.len()];
        let outputs = self.model.outputs.iter().map(|output| {
            output.cells.iter().for_each(|&cell| is_shown[cell] = true);
            Array {
                id: output.name.clone(),
                sizes: output.sizes.iter().map(|(low, high)| (high - low + 1) as usize).collect(),
                starts: output.sizes.iter().map(|&(low, _)| low).collect(),
                cells: output.cells.iter().copied().map(Some).collect(),
                introduced: false,
            }
        });
        let mut arrays: Vec<Array> = outputs.collect();
        // Digits of variables come after those of the file.
        let declared = &self.model.variables[..self.introduced.len()];
        for (at, variable) in declared.iter().enumerate() {
            if !is_shown[at] {
                let (id, cells) = (variable.name.clone(), vec![Some(at)]);
                let (sizes, starts) = (Vec::new(), Vec::new());
                arrays.push(Array { id, sizes, starts, cells, introduced: true });
            }
        }
        let names = arrays.iter().enumerate().map(|(at, array)| (array.id.clone(), at));
        self.model.names = names.collect();
        self.model.arrays = arrays;
    }

    /// Renames variables that the compiler named, if they are cells of an output array.
    fn name_cells(&mut self) {
        for array in self.model.arrays.iter().filter(|array| !array.sizes.is_empty()) {
            for (at, &cell) in array.cells.iter().enumerate() {
                let Some(cell) = cell else { continue };
                if self.model.variables[cell].name.starts_with(COMPILERS) {
                    self.model.variables[cell].name = array.cell_name(at);
                }
            }
        }
    }
}

fn refuse_sets(ty: &Type, span: &Span) -> Result<(), InputError> {
    if *ty != Type::Set {
        return Ok(());
    }
    let expected = "variables of type int, bool or float";
    Err(InputError::expected(span.clone(), expected, "a set variable")
        .help("`include \"nosets.mzn\";` in the model writes sets as Booleans"))
}

fn is_called(annotation: &Placed<'_>, name: &str) -> bool {
    match annotation.term {
        Term::Name(found) | Term::Call(found, _) => found == name,
        _ => false,
    }
}
