//! The type checker: finds mistakes in a kind before there is a puzzle.

mod calls;
mod layers;
mod operations;

use cnfetti_input::{InputError, Span};

use crate::ast::{Ast, Clause, Node, Operation};
use crate::board::Direction;
use crate::functions::{self, CONSTANTS, functions};
use crate::generate;
use crate::kind::{Choices, Kind, Values};
use crate::sentence::{Part, Sentence};
use crate::types::{Sort, Type};
use layers::having;

/// The most expressions of a kind once its definitions are expanded.
const MAX_STEPS: usize = 1_000_000;

/// Names of other languages, and those of the same functions here.
const FOREIGN: &[(&str, &str)] = &[
    ("max", "largest"),
    ("min", "smallest"),
    ("alldifferent", "different"),
    ("all_different", "different"),
    ("neighbors", "adjacent"),
    ("length", "len"),
];

type Checked<T> = Result<T, InputError>;

/// Checks every expression of a kind.
pub(crate) fn check(kind: &Kind) -> Checked<()> {
    let mut checker = Checker { kind, scope: Vec::new(), calls: Vec::new(), steps: 0 };
    for layer in &kind.clues {
        if let Values::Number(bounds) = &layer.values {
            checker.number(&bounds.0.0, true)?;
            bounds.0.1.as_ref().map_or(Ok(()), |high| checker.number(high, true))?;
        }
    }
    if let Some(cells) = &kind.cells {
        checker.scope.push(("c".into(), Type::place(Sort::Cell)));
        checker.truth(cells, true)?;
        checker.scope.clear();
    }
    for unknown in &kind.unknowns {
        checker.scope.push(("c".into(), Type::place(unknown.on.sort())));
        if let Some(condition) = &unknown.condition {
            checker.truth(condition, true)?;
            let narrowed = checker.narrowed(condition);
            checker.scope.extend(narrowed);
        }
        if let Some(Choices::Numbers(values)) = &unknown.values {
            checker.known_numbers(values)?;
        }
        checker.scope.clear();
    }
    for rule in &kind.rules {
        checker.clauses(&rule.clauses)?;
        match checker.typed(&rule.that)? {
            Type::Truth { .. } | Type::Statement => {}
            other => return Err(mismatch(&rule.that, "a truth", &other)),
        }
        checker.sentence(&rule.say)?;
        checker.scope.clear();
    }
    for requirement in &kind.requirements {
        checker.clauses(&requirement.clauses)?;
        checker.truth(&requirement.that, true)?;
        checker.sentence(&requirement.say)?;
        checker.scope.clear();
    }
    for (condition, _) in kind.addresses.iter().filter_map(|address| address.condition.as_ref()) {
        checker.truth(condition, true)?;
    }
    generate::check(kind, &mut checker)
}

pub(crate) struct Checker<'k> {
    kind: &'k Kind,
    /// The types of bound names, innermost last.
    scope: Vec<(Box<str>, Type)>,
    /// The definitions that are being checked.
    calls: Vec<Box<str>>,
    steps: usize,
}

fn mismatch(ast: &Ast, expected: &str, found: &Type) -> InputError {
    let found = match found {
        Type::Truth { known: false } => "a truth that depends on what is looked for".to_owned(),
        Type::Number { known: false } => "a number that depends on what is looked for".to_owned(),
        other => other.to_string(),
    };
    InputError::expected(ast.span.clone(), expected, found)
}

impl Checker<'_> {
    /// Binds a name to a type.
    pub(crate) fn bind(&mut self, name: &str, ty: Type) {
        self.scope.push((name.into(), ty));
    }

    /// Unbinds all names.
    pub(crate) fn forget(&mut self) {
        self.scope.clear();
    }

    /// Records what a condition implies for bound places, from now on.
    pub(crate) fn narrow(&mut self, condition: &Ast) {
        let narrowed = self.narrowed(condition);
        self.scope.extend(narrowed);
    }

    /// Checks that an expression is a number that the puzzle gives.
    pub(crate) fn known_number(&mut self, ast: &Ast) -> Checked<()> {
        self.number(ast, true)
    }

    /// Checks that an expression is a list of numbers that the puzzle gives.
    pub(crate) fn known_numbers(&mut self, ast: &Ast) -> Checked<()> {
        let ty = self.typed(ast)?;
        match ty.or(&Type::list(Type::KNOWN_NUMBER)).is_some() && ty.is_known() {
            true => Ok(()),
            false => Err(mismatch(ast, "numbers that the puzzle decides, such as `1..9`", &ty)),
        }
    }

    fn typed(&mut self, ast: &Ast) -> Checked<Type> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            let message = format!(
                "with its definitions written out the kind has more than {MAX_STEPS} expressions"
            );
            return Err(InputError::new(ast.span.clone(), message));
        }
        match &ast.node {
            Node::Number(_) => Ok(Type::KNOWN_NUMBER),
            Node::Name(name) => self.name(name, &ast.span),
            Node::List(items) => self.list(items),
            Node::Range(low, high) => {
                self.number(low, true)?;
                self.number(high, true)?;
                Ok(Type::list(Type::KNOWN_NUMBER))
            }
            Node::Each { value, clauses } => self.each(value, clauses),
            Node::Index { layer, at } => {
                let named = self.layer(layer, &ast.span)?;
                let at_type = self.typed(at)?;
                self.entry(named, layer, &at_type, at)
            }
            Node::Of { layer, list } => {
                let named = self.layer(layer, &ast.span)?;
                match self.typed(list)? {
                    Type::List { item, .. } if *item == Type::Nothing => Ok(Type::list(*item)),
                    Type::List { item, .. } => {
                        let entry = self.entry(named, layer, &item, list)?;
                        Ok(Type::List { item: Box::new(entry), at: Some(item) })
                    }
                    other => Err(mismatch(list, "a list of places", &other)),
                }
            }
            Node::With { of, layer } => self.with(of, layer, &ast.span),
            Node::Call { name, args } => self.call(name, args, &ast.span),
            Node::Not(inner) => self.not(inner),
            Node::Negative(inner) => {
                let known = self.number_type(inner)?;
                Ok(Type::Number { known })
            }
            Node::Binary(operation, left, right) => self.binary(*operation, left, right),
            Node::If { then, condition, otherwise } => self.choice(then, condition, otherwise),
        }
    }

    /// Checks that an expression is a truth; if required, one that the puzzle gives.
    pub(crate) fn truth(&mut self, ast: &Ast, must_be_known: bool) -> Checked<bool> {
        match self.typed(ast)? {
            Type::Truth { known } if known || !must_be_known => Ok(known),
            other if must_be_known => Err(mismatch(ast, "a truth that the puzzle decides", &other)),
            other => Err(mismatch(ast, "a truth", &other)),
        }
    }

    pub(crate) fn number(&mut self, ast: &Ast, must_be_known: bool) -> Checked<()> {
        match self.typed(ast)? {
            Type::Number { known } if known || !must_be_known => Ok(()),
            other if must_be_known => {
                Err(mismatch(ast, "a number that the puzzle decides", &other))
            }
            other => Err(mismatch(ast, "a number", &other)),
        }
    }

    fn number_type(&mut self, ast: &Ast) -> Checked<bool> {
        match self.typed(ast)? {
            Type::Number { known } => Ok(known),
            other => Err(mismatch(ast, "a number", &other)),
        }
    }

    fn name(&mut self, name: &str, span: &Span) -> Checked<Type> {
        if let Some((_, ty)) = self.scope.iter().rev().find(|(known, _)| **known == *name) {
            return Ok(ty.clone());
        }
        if let Some(parameter) = self.kind.parameters.iter().find(|known| *known.name == *name) {
            return Ok(match parameter.is_truth {
                true => Type::KNOWN_TRUTH,
                false => Type::KNOWN_NUMBER,
            });
        }
        if let Some(constant) = CONSTANTS.iter().find(|constant| constant.name == name) {
            return Ok((constant.typed)());
        }
        if Direction::by_name(name).is_some() {
            return Ok(Type::Direction);
        }
        if self.kind.word(name).is_some() {
            return Ok(Type::KNOWN_WORD);
        }
        if let Some(named) = self.kind.named(name) {
            return Ok(self.whole(named));
        }
        if self.kind.definitions.contains_key(name) {
            return self.call(name, &[], span);
        }
        Err(self.unknown_name(name, span))
    }

    fn unknown_name(&self, name: &str, span: &Span) -> InputError {
        let kind = self.kind;
        if kind.named(name).is_some() {
            let help = format!("write `{name}[c]` for the entry at `c`, or `{name} of list`");
            return InputError::new(span.clone(), format!("`{name}` is a layer, and no function"))
                .help(help);
        }
        if let Some(function) = functions::named(name).next() {
            let message = format!("`{name}` is a function, and needs arguments");
            return InputError::new(span.clone(), message)
                .help(format!("as in `{}`", function.example));
        }
        if let Some((_, own)) = FOREIGN.iter().find(|(foreign, _)| *foreign == name) {
            return InputError::new(span.clone(), format!("nothing has the name `{name}`"))
                .help(format!("`{own}` does this"));
        }
        let layers = kind.clues.iter().map(|layer| layer.name.as_ref());
        let unknowns = kind.unknowns.iter().map(|unknown| unknown.name.as_ref());
        let bound = self.scope.iter().map(|(name, _)| name.as_ref());
        let constants = CONSTANTS.iter().map(|constant| constant.name);
        let names = layers.chain(unknowns).chain(bound).chain(constants);
        let names = names.chain(kind.parameters.iter().map(|parameter| parameter.name.as_ref()));
        let names = names.chain(functions().map(|function| function.name));
        let names = names.chain(kind.definitions.keys().map(AsRef::as_ref));
        let names = names.chain(kind.words.iter().map(String::as_str));
        let names = names.chain(Direction::ALL.iter().map(|row| row.1));
        InputError::new(span.clone(), format!("nothing has the name `{name}`")).meant(name, names)
    }

    fn list(&mut self, items: &[Ast]) -> Checked<Type> {
        let mut ty = Type::Nothing;
        for item in items {
            let found = self.typed(item)?;
            if found == Type::Statement {
                return Err(mismatch(item, "a value", &found));
            }
            ty = ty.or(&found).ok_or_else(|| mismatch(item, &format!("{ty} as before"), &found))?;
        }
        Ok(Type::list(ty))
    }

    fn each(&mut self, value: &Ast, clauses: &[Clause]) -> Checked<Type> {
        let depth = self.scope.len();
        self.clauses(clauses)?;
        let item = self.typed(value)?;
        if item == Type::Statement {
            return Err(mismatch(value, "a value", &item));
        }
        let at = clauses.last().filter(|clause| clause.targets.len() == 1).and_then(|clause| {
            let bound = self.scope.iter().rev().find(|(name, _)| *name == clause.targets[0]);
            bound.map(|(_, ty)| Box::new(ty.clone()))
        });
        self.scope.truncate(depth);
        Ok(Type::List { item: Box::new(item), at })
    }

    /// Binds the names of clauses; the caller unbinds them.
    fn clauses(&mut self, clauses: &[Clause]) -> Checked<()> {
        for clause in clauses {
            let item = match self.typed(&clause.list)? {
                Type::List { item, .. } => *item,
                other => return Err(mismatch(&clause.list, "a list", &other)),
            };
            let bound = match (&clause.targets[..], item) {
                ([_], item) => item,
                (_, Type::List { item, .. }) => *item,
                (_, other) => return Err(mismatch(&clause.list, "a list of lists", &other)),
            };
            for target in &clause.targets {
                self.require_free(target, &clause.list.span)?;
                self.scope.push((target.clone(), bound.clone()));
            }
            for condition in &clause.conditions {
                self.truth(condition, true)?;
                let narrowed = self.narrowed(condition);
                self.scope.extend(narrowed);
            }
        }
        Ok(())
    }

    /// Returns an error if a name is already in use.
    fn require_free(&self, name: &str, span: &Span) -> Checked<()> {
        let is_taken = self.kind.named(name).is_some()
            || CONSTANTS.iter().any(|constant| constant.name == name)
            || self.kind.parameters.iter().any(|parameter| *parameter.name == *name);
        match is_taken {
            true => {
                let message = format!("the name `{name}` is already in use");
                Err(InputError::new(span.clone(), message))
            }
            false => Ok(()),
        }
    }

    /// The types of bound places, narrowed by what a condition implies.
    fn narrowed(&self, condition: &Ast) -> Vec<(Box<str>, Type)> {
        match &condition.node {
            Node::Binary(Operation::And, left, right) => {
                let mut narrowed = self.narrowed(left);
                for (name, ty) in self.narrowed(right) {
                    let before = narrowed.iter().position(|(known, _)| *known == name);
                    match (before.map(|at| narrowed.remove(at).1), ty) {
                        (Some(Type::Place { has: one, .. }), Type::Place { sort, has }) => {
                            narrowed.push((name, Type::Place { sort, has: &one | &has }));
                        }
                        (_, ty) => narrowed.push((name, ty)),
                    }
                }
                narrowed
            }
            Node::With { of, layer } => {
                let Node::Name(name) = &of.node else { return Vec::new() };
                let bound = self.scope.iter().rev().find(|(known, _)| known == name);
                match (bound, self.kind.named(layer)) {
                    (Some((name, ty @ Type::Place { .. })), Some(named)) => {
                        vec![(name.clone(), having(ty.clone(), named))]
                    }
                    _ => Vec::new(),
                }
            }
            _ => Vec::new(),
        }
    }

    fn sentence(&mut self, sentence: &Sentence) -> Checked<()> {
        for part in &sentence.0 {
            let Some(ast) = part.ast() else { continue };
            let ty = self.typed(ast)?;
            if !ty.is_known() {
                return Err(mismatch(ast, "what the puzzle decides", &ty));
            }
            if matches!(part, Part::Number(..)) && ty != Type::KNOWN_NUMBER {
                return Err(mismatch(ast, "a number", &ty));
            }
        }
        Ok(())
    }
}
