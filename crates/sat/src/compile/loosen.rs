//! Which definitions need only one direction in the one-sided form.
//!
//! A variable that says whether something is so, and that tells no two solutions apart, is defined by
//! an equivalence. Where all that is said of it gains from its being 1, it is enough that it is 1 only
//! if that is so. (Plaisted and Greenbaum, A Structure-preserving Clause Form Translation, 1986.) What
//! it says in full is computed when a model is read.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use cnfetti_encodings::Lit;
use itertools::Itertools;

use super::Map;
use cnfetti_core::csp::{Constraint, Csp, Operation, Operator, Ranges, Table, Value, VarId};

/// Something gains from the variable's being 1.
const MORE: u8 = 1;
/// Something gains from its being 0.
const LESS: u8 = 2;
const BOTH: u8 = MORE | LESS;

/// A constraint that decides a variable of 0 and 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Definition {
    /// Its position among the constraints.
    pub(super) constraint: usize,
    pub(super) result: VarId,
    /// What decides it, each variable once; not the result.
    pub(super) inputs: Vec<VarId>,
    pub(super) rule: Rule,
}

/// How it decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Operation(Operation),
    /// The result for all values of the inputs.
    Rows(HashMap<Vec<Value>, Value>),
}

/// A definition of which one direction is stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loosened {
    pub(super) definition: Definition,
    /// The value of the result from which something follows.
    pub(super) telling: Value,
}

impl Definition {
    /// The result for the values of a solution.
    pub(super) fn value(&self, solution: &[Value]) -> Option<Value> {
        match &self.rule {
            Rule::Operation(operation) => {
                let arguments = operation.arguments.iter().map(|argument| argument.value(solution));
                let value = operation.operator.apply(&arguments.collect_vec())?;
                Value::try_from(value).ok()
            }
            Rule::Rows(rows) => {
                let row = self.inputs.iter().map(|input| solution[input.index()]);
                rows.get(&row.collect_vec()).copied()
            }
        }
    }
}

impl Map {
    /// The variables of the formula whose assignments are what is counted: those of the problem that
    /// are counted, but for what is computed from others since the formula says half of it only.
    pub fn shown(&self) -> Vec<u32> {
        let hidden = self.loosened.iter().map(|loosened| loosened.definition.result);
        let hidden: BTreeSet<VarId> = hidden.collect();
        let all = || (0..self.num_variables()).map(VarId::at).collect();
        let counted = self.counted.clone().unwrap_or_else(all);
        let shown = counted.into_iter().filter(|id| !hidden.contains(id));
        let literals = shown.flat_map(|id| self.literals(id).map(Lit::variable));
        literals.sorted_unstable().collect()
    }

    /// Gives the variables their values of which the formula says half only.
    pub(super) fn compute(&self, solution: &mut [Value]) {
        for Loosened { definition, .. } in &self.loosened {
            if let Some(value) = definition.value(solution) {
                solution[definition.result.index()] = value;
            }
        }
    }
}

/// The definitions that can be loosened, each after those of its inputs.
pub(super) fn loosened(csp: &Csp) -> Vec<Loosened> {
    let definitions = in_order(definitions(csp));
    let defining: BTreeSet<usize> =
        definitions.iter().map(|definition| definition.constraint).collect();
    let mut gains = vec![0; csp.variables().len()];
    for (index, posted) in csp.constraints().iter().enumerate() {
        if !defining.contains(&index) {
            mention(csp, &posted.constraint, &mut gains);
        }
    }
    for definition in definitions.iter().rev() {
        let gain = &mut gains[definition.result.index()];
        if *gain == 0 {
            // Nothing asks for it: one direction is as good as the other.
            *gain = MORE;
        }
        pass_on(csp, definition, &mut gains);
    }
    let loosened = definitions.into_iter().filter_map(|definition| {
        let telling = match gains[definition.result.index()] {
            MORE => 1,
            LESS => 0,
            _ => return None,
        };
        Some(Loosened { definition, telling })
    });
    loosened.collect()
}

/// A definition of each variable that has one, but for what solutions are told apart by.
fn definitions(csp: &Csp) -> BTreeMap<VarId, Definition> {
    // Whether the best value is known or not: the literals are the same.
    let objectives = csp.objective().into_iter().chain(csp.bound().map(|bound| &bound.objective));
    let objective = objectives.flat_map(|objective| objective.terms.scope());
    let projected = csp.projections().iter().flat_map(|projection| projection.scope.clone());
    let counted = csp.counted().into_iter().flatten().copied();
    let alike = csp.symmetry().interchangeable.iter().flat_map(|set| set.scope.clone());
    let kept: HashSet<VarId> = csp
        .deciding()
        .into_iter()
        .chain(counted)
        .chain(objective)
        .chain(projected)
        .chain(alike)
        .collect();
    let is_free = |variable: VarId| !kept.contains(&variable) && csp.domain(variable) == [0, 1];
    let mut definitions = BTreeMap::new();
    if !csp.symmetry().permutations.is_empty() {
        return definitions;
    }
    for (constraint, posted) in csp.constraints().iter().enumerate() {
        let found = match &posted.constraint {
            Constraint::Operation(operation) => {
                let (result, inputs) = (operation.result, operation.inputs());
                let is_definition = operation.operator.is_statement() && !inputs.contains(&result);
                let rule = Rule::Operation(operation.clone());
                is_definition.then_some(Definition { constraint, result, inputs, rule })
            }
            Constraint::Table(table) => {
                let is_free = |at: &usize| {
                    is_free(table.scope[*at]) && !definitions.contains_key(&table.scope[*at])
                };
                let mut places = (0..table.scope.len()).rev().filter(is_free);
                places.find_map(|place| of_table(csp, constraint, table, place))
            }
            _ => None,
        };
        if let Some(definition) = found.filter(|definition| is_free(definition.result)) {
            definitions.entry(definition.result).or_insert(definition);
        }
    }
    definitions
}

/// A table that has one row, or lacks one, for all values of the variables but that in this place.
fn of_table(csp: &Csp, constraint: usize, table: &Table, place: usize) -> Option<Definition> {
    let (result, mut inputs) = (table.scope[place], table.scope.clone());
    inputs.remove(place);
    let all = inputs.iter().map(|&input| csp.domain(input).len()).fold(1, usize::saturating_mul);
    let mut results = HashMap::new();
    for row in &table.rows {
        let mut row: Vec<Value> = row.iter().copied().collect::<Option<_>>()?;
        let value = row.remove(place);
        let value = if table.is_positive { value } else { 1 - value };
        let mut cells = inputs.iter().zip(&row);
        let is_row = cells.all(|(&input, value)| csp.domain(input).binary_search(value).is_ok());
        let is_one = is_row && [0, 1].contains(&value);
        if !is_one || results.insert(row, value).is_some_and(|before| before != value) {
            return None;
        }
    }
    let is_decided = results.len() == all;
    is_decided.then_some(Definition { constraint, result, inputs, rule: Rule::Rows(results) })
}

/// Each after those of its inputs; without those that need each other.
fn in_order(mut open: BTreeMap<VarId, Definition>) -> Vec<Definition> {
    let mut needed_by = BTreeMap::<VarId, Vec<VarId>>::new();
    let mut needs = BTreeMap::<VarId, usize>::new();
    for definition in open.values() {
        let inputs = definition.inputs.iter().filter(|input| open.contains_key(input));
        needs.insert(definition.result, inputs.clone().count());
        for &input in inputs {
            needed_by.entry(input).or_default().push(definition.result);
        }
    }
    let mut ready: Vec<VarId> =
        needs.iter().filter(|&(_, &inputs)| inputs == 0).map(|(&result, _)| result).collect();
    let mut ordered = Vec::new();
    while let Some(result) = ready.pop() {
        ordered.extend(open.remove(&result));
        for &next in needed_by.get(&result).into_iter().flatten() {
            if let Some(inputs) = needs.get_mut(&next) {
                *inputs -= 1;
                if *inputs == 0 {
                    ready.push(next);
                }
            }
        }
    }
    ordered
}

/// What a constraint gains from its variables.
fn mention(csp: &Csp, constraint: &Constraint, gains: &mut [u8]) {
    let mut gain = |variable: VarId, more: u8| gains[variable.index()] |= more;
    match constraint {
        Constraint::Linear(linear) => {
            let more = direction(&linear.within);
            for term in linear.terms.as_slice() {
                gain(term.variable, if term.weight > 0 { more } else { opposite(more) });
            }
        }
        Constraint::Fixed(fixed) => {
            gain(fixed.atom.variable, if fixed.atom.value == 1 { MORE } else { LESS });
        }
        Constraint::Table(table) if table.rows.iter().flatten().all(Option::is_some) => {
            let rows: HashSet<Vec<Value>> =
                table.rows.iter().map(|row| row.iter().copied().flatten().collect()).collect();
            for (place, &variable) in table.scope.iter().enumerate() {
                if csp.domain(variable) == [0, 1] {
                    let allows = |row: &[Value]| rows.contains(row) == table.is_positive;
                    gain(variable, in_place(&rows, place, |low, high| (allows(low), allows(high))));
                }
            }
        }
        _ => constraint.rule().scope().into_iter().for_each(|variable| gain(variable, BOTH)),
    }
}

/// What is gained from a 1 in this place, where for rows that differ there only is told what is so
/// for the one with 0 and for that with 1.
fn in_place<'r, T: Ord>(
    rows: impl IntoIterator<Item = &'r Vec<Value>>,
    place: usize,
    gains_of: impl Fn(&[Value], &[Value]) -> (T, T),
) -> u8 {
    let gains = rows.into_iter().map(|row| {
        let [mut low, mut high] = [row.clone(), row.clone()];
        (low[place], high[place]) = (0, 1);
        let (low, high) = gains_of(&low, &high);
        match low.cmp(&high) {
            Ordering::Less => MORE,
            Ordering::Equal => 0,
            Ordering::Greater => LESS,
        }
    });
    gains.fold(0, |all, gain| all | gain)
}

/// What a sum gains that has to be within these numbers.
fn direction(within: &Ranges) -> u8 {
    match within.intervals() {
        [(_, i64::MAX)] => MORE,
        [(i64::MIN, _)] => LESS,
        _ => BOTH,
    }
}

fn opposite(gains: u8) -> u8 {
    if gains == BOTH || gains == 0 { gains } else { BOTH - gains }
}

/// Passes on what a result gains to the variables that decide it.
fn pass_on(csp: &Csp, definition: &Definition, gains: &mut [u8]) {
    let more = gains[definition.result.index()];
    // What the result gains times what the input brings it.
    let through = |brings: u8| match brings {
        MORE => more,
        LESS => opposite(more),
        brings => brings,
    };
    match &definition.rule {
        Rule::Rows(rows) => {
            for (place, &input) in definition.inputs.iter().enumerate() {
                if csp.domain(input) == [0, 1] {
                    let gains_of = |low: &[Value], high: &[Value]| (rows[low], rows[high]);
                    gains[input.index()] |= through(in_place(rows.keys(), place, gains_of));
                }
            }
        }
        Rule::Operation(operation) => {
            for (place, argument) in operation.arguments.iter().enumerate() {
                let Some(variable) = argument.variable() else { continue };
                gains[variable.index()] |= through(match (&operation.operator, place) {
                    (Operator::And | Operator::Or, _) | (Operator::Imp, 1) => MORE,
                    (Operator::Not, _) | (Operator::Imp, 0) => LESS,
                    _ => BOTH,
                });
            }
        }
    }
}
