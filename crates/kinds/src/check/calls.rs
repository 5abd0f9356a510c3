//! Types of functions, definitions and statements.

use cnfetti_input::{InputError, Span};
use itertools::Itertools;

use super::{Checked, Checker, mismatch};
use crate::ast::{Ast, Node};
use crate::functions;
use crate::kind::{Named, On};
use crate::statements::{STATEMENTS, Statement};
use crate::types::{Sort, Type};

impl Checker<'_> {
    pub(super) fn call(&mut self, name: &str, args: &[Ast], span: &Span) -> Checked<Type> {
        if self.kind.definitions.contains_key(name) {
            return self.definition(name, args, span);
        }
        if let Some((statement, row)) =
            STATEMENTS.iter().find_map(|row| (row.1 == name).then_some((row.0, row)))
        {
            self.statement(statement, row.2, args, span)?;
            return Ok(Type::Statement);
        }
        let types: Vec<Type> = args.iter().map(|arg| self.typed(arg)).try_collect()?;
        let rows = functions::named(name).collect_vec();
        if rows.is_empty() {
            return Err(self.unknown_name(name, span));
        }
        let typed = rows.iter().find_map(|function| (function.typed)(&types));
        typed.ok_or_else(|| {
            let takes = rows.iter().map(|function| function.takes).join("; or ");
            let found = match types.is_empty() {
                true => "nothing".to_owned(),
                false => types.iter().join(", "),
            };
            let expected = format!("{takes} for `{name}`");
            let error = InputError::expected(span.clone(), expected, found);
            let decided: Vec<Type> = types.iter().map(Type::decided).collect();
            let would_fit = rows.iter().any(|function| (function.typed)(&decided).is_some());
            let are_truths = |ty: &Type| match ty {
                Type::List { item, .. } => matches!(**item, Type::Truth { .. }),
                _ => false,
            };
            match name {
                _ if would_fit => {
                    error.help("a rule cannot range over places that depend on the solution")
                }
                "sum" if types.iter().any(are_truths) => {
                    error.help("`count` says how many are true")
                }
                "count" | "all" | "any" => {
                    error.help("compare each, as in `count(value[d] == 1 for d in around(c))`")
                }
                _ => error,
            }
        })
    }

    /// Checks a definition with the types of its arguments.
    fn definition(&mut self, name: &str, args: &[Ast], span: &Span) -> Checked<Type> {
        if self.calls.iter().any(|call| **call == *name) {
            let message = format!("the definition of `{name}` uses itself");
            return Err(InputError::new(span.clone(), message));
        }
        let kind = self.kind;
        let definition = &kind.definitions[name];
        if definition.parameters.len() != args.len() {
            let expected = format!("{} arguments for `{name}`", definition.parameters.len());
            return Err(InputError::expected(span.clone(), expected, args.len().to_string()));
        }
        let mut scope = Vec::new();
        for (parameter, arg) in definition.parameters.iter().zip(args) {
            scope.push((parameter.clone(), self.typed(arg)?));
        }
        let outer = std::mem::replace(&mut self.scope, scope);
        self.calls.push(name.into());
        let ty = self.typed(&definition.body);
        self.calls.pop();
        self.scope = outer;
        ty
    }

    fn statement(
        &mut self,
        statement: Statement,
        takes: &str,
        args: &[Ast],
        span: &Span,
    ) -> Checked<()> {
        let wrong = |found: usize| {
            Err(InputError::expected(span.clone(), takes, format!("{found} arguments")))
        };
        match (statement, args) {
            (Statement::Connected, [places]) => self.truths_at(places, &[Sort::Cell]),
            (Statement::Connected, [places, links]) => {
                self.truths_at(places, &[Sort::Cell, Sort::Corner])?;
                self.truths_at(links, &[Sort::Side])
            }
            (Statement::NoLoops, _) if self.kind.wraps != [false; 2] => {
                let message = "`no_loops` is for boards that do not wrap around";
                Err(InputError::new(span.clone(), message))
            }
            (Statement::CrossingLoop, _) if self.kind.hexagons => {
                let message = "loops cross themselves on squares only";
                Err(InputError::new(span.clone(), message))
            }
            (Statement::SingleLoop | Statement::CrossingLoop, [line]) => {
                let named = match &line.node {
                    Node::Name(name) => self.kind.named(name),
                    _ => None,
                };
                let is_line = named.is_some_and(|named| match named {
                    Named::Layer(id) => {
                        matches!(self.kind.layer(id), Err(unknown)
                            if !unknown.has_values()
                                && (unknown.on == On::Links
                                    || unknown.on == On::Sides && statement == Statement::SingleLoop))
                    }
                    Named::Any(_) => false,
                });
                match is_line {
                    true => Ok(()),
                    false => {
                        let found = self.typed(line)?;
                        Err(mismatch(line, takes, &found))
                    }
                }
            }
            (Statement::ReachRim | Statement::NoLoops, [truths]) => {
                self.truths_at(truths, &[Sort::Cell])
            }
            (Statement::ReachMarks, [places, links, marks]) => {
                self.truths_at(places, &[Sort::Cell])?;
                self.truths_at(links, &[Sort::Side])?;
                self.marks(marks)
            }
            (Statement::Parts, [places, sizes, marks]) => {
                self.truths_at(places, &[Sort::Cell])?;
                self.numbers_at_cells(sizes)?;
                self.marks(marks)
            }
            (Statement::Sizes, [places, sizes]) => {
                self.truths_at(places, &[Sort::Cell])?;
                self.numbers_at_cells(sizes)
            }
            (Statement::Sizes, [places, sizes, links]) => {
                self.truths_at(places, &[Sort::Cell])?;
                self.numbers_at_cells(sizes)?;
                self.truths_at(links, &[Sort::Side])
            }
            (Statement::EqualParts, [numbers]) => self.numbers_at_cells(numbers),
            (Statement::Runs, [truths, lengths]) => {
                self.truths(truths)?;
                self.lengths(lengths)
            }
            (Statement::RunsAround, [truths, lengths]) => {
                self.truths_at(truths, &[Sort::Cell])?;
                self.lengths(lengths)
            }
            _ => wrong(args.len()),
        }
    }

    /// Checks that an expression is a list of truths at cells that the puzzle decides.
    fn marks(&mut self, ast: &Ast) -> Checked<()> {
        match self.typed(ast)?.is_known() {
            true => self.truths_at(ast, &[Sort::Cell]),
            false => {
                let found = Type::Truth { known: false };
                Err(mismatch(ast, "truths that the puzzle decides", &found))
            }
        }
    }

    /// Checks that an expression is a list of numbers that the puzzle gives.
    fn lengths(&mut self, ast: &Ast) -> Checked<()> {
        match self.typed(ast)? {
            Type::List { item, .. }
                if matches!(*item, Type::Number { known: true } | Type::Nothing) =>
            {
                Ok(())
            }
            other => Err(mismatch(ast, "numbers that the puzzle decides", &other)),
        }
    }

    fn numbers_at_cells(&mut self, ast: &Ast) -> Checked<()> {
        let ty = self.typed(ast)?;
        let fits = match &ty {
            Type::List { item, at: Some(at) } => {
                matches!(**item, Type::Number { .. })
                    && matches!(**at, Type::Place { sort: Sort::Cell, .. })
            }
            _ => false,
        };
        match fits {
            true => Ok(()),
            false => Err(mismatch(ast, "numbers at cells, such as `value`", &ty)),
        }
    }

    /// Checks that an expression is a list of truths at cells.
    pub(crate) fn truths_at_cells(&mut self, ast: &Ast) -> Checked<()> {
        self.truths_at(ast, &[Sort::Cell])
    }

    /// Checks that an expression is a list of truths.
    pub(crate) fn truths(&mut self, ast: &Ast) -> Checked<()> {
        match self.typed(ast)? {
            Type::List { item, .. } if matches!(*item, Type::Truth { .. }) => Ok(()),
            other => Err(mismatch(ast, "a list of truths", &other)),
        }
    }

    /// Checks that an expression is a list of truths at places of these sorts.
    fn truths_at(&mut self, ast: &Ast, sorts: &[Sort]) -> Checked<()> {
        let ty = self.typed(ast)?;
        let fits = match &ty {
            Type::List { item, at: Some(at) } => {
                matches!(**item, Type::Truth { .. })
                    && matches!(**at, Type::Place { sort, .. } if sorts.contains(&sort))
            }
            _ => false,
        };
        match fits {
            true => Ok(()),
            false => {
                let places = sorts.iter().map(|sort| format!("{sort}s")).join(" or ");
                let expected = format!("truths at {places}, such as `black` or `black of room`");
                Err(mismatch(ast, &expected, &ty))
            }
        }
    }
}
