//! Evaluates expressions.

use cnfetti_models::Operator;

use super::{Unfold, Unfolder, entry_value, variable_value};
use crate::ast::{Ast, Node, Operation};
use crate::board::Direction;
use crate::functions::CONSTANTS;
use crate::kind::{Named, On, Values};
use crate::types::LayerId;
use crate::value::{Val, choice, equal, junction, not, sum, two};

/// The most items of a list.
const MAX_ITEMS: i64 = 1_000_000;

impl<'k> Unfolder<'k> {
    pub(crate) fn value(&mut self, ast: &'k Ast) -> Unfold<Val> {
        self.step()?;
        Ok(match &ast.node {
            Node::Number(number) => Val::Number(*number),
            Node::Name(name) => return self.name(name),
            Node::List(items) => {
                let items = items.iter().map(|item| self.value(item)).collect::<Unfold<_>>()?;
                Val::list(items)
            }
            Node::Range(low, high) => {
                let (low, high) = (self.known(low)?, self.known(high)?);
                if high.saturating_sub(low) >= MAX_ITEMS {
                    return Err(self.error(format!("has a list of more than {MAX_ITEMS} items")));
                }
                Val::list((low..=high).map(Val::Number).collect())
            }
            Node::Each { value, clauses } => {
                let (mut items, mut at) = (Vec::new(), Vec::new());
                let last = clauses.last().map(|clause| &clause.targets[..]);
                self.over(clauses, &mut |unfolder| {
                    if let Some([target]) = last {
                        at.push(unfolder.bound(target).unwrap_or(Val::Truth(false)));
                    }
                    items.push(unfolder.value(value)?);
                    Ok(())
                })?;
                match last {
                    Some([_]) => Val::list_at(items, at),
                    _ => Val::list(items),
                }
            }
            Node::Index { layer, at } => {
                let place = self.value(at)?;
                self.entry(layer, &place)
            }
            Node::Of { layer, list } => {
                let places = self.value(list)?;
                let at = places.items().to_vec();
                let items = at.iter().map(|place| self.entry(layer, place)).collect();
                Val::list_at(items, at)
            }
            Node::With { of, layer } => match self.value(of)? {
                Val::List(list) => {
                    let has = |place: &&Val| self.has(layer, place);
                    Val::list(list.items.iter().filter(has).cloned().collect())
                }
                place => Val::Truth(self.has(layer, &place)),
            },
            Node::Call { name, args } => return self.call(name, args),
            Node::Not(inner) => match self.value(inner)? {
                Val::List(list) => {
                    let items = list.items.iter().map(not).collect();
                    match &list.at {
                        Some(at) => Val::list_at(items, at.clone()),
                        None => Val::list(items),
                    }
                }
                truth => not(&truth),
            },
            Node::Negative(inner) => two(Operator::Sub, &Val::Number(0), &self.value(inner)?),
            Node::Binary(operation, left, right) => return self.binary(*operation, left, right),
            Node::If { then, condition, otherwise } => {
                let condition = self.value(condition)?;
                match condition.truth() {
                    Some(true) => self.value(then)?,
                    Some(false) => self.value(otherwise)?,
                    None => choice(&condition, &self.value(then)?, &self.value(otherwise)?),
                }
            }
        })
    }

    /// Evaluates a known number.
    fn known(&mut self, ast: &'k Ast) -> Unfold<i64> {
        Ok(self.value(ast)?.number().unwrap_or(0))
    }

    pub(super) fn bound(&self, name: &str) -> Option<Val> {
        let bound = self.scope.iter().rev().find(|(known, _)| *known == name);
        bound.map(|(_, value)| value.clone())
    }

    fn name(&mut self, name: &'k str) -> Unfold<Val> {
        if let Some(value) = self.bound(name) {
            return Ok(value);
        }
        if let Some(at) = self.kind.parameters.iter().position(|known| *known.name == *name) {
            let value = self.data.parameters[at];
            return Ok(match self.kind.parameters[at].is_truth {
                true => Val::Truth(value != 0),
                false => Val::Number(value),
            });
        }
        if let Some(constant) = CONSTANTS.iter().find(|constant| constant.name == name) {
            return Ok((constant.value)(&self.data.board));
        }
        if let Some(direction) = Direction::by_name(name) {
            return Ok(Val::Direction(direction));
        }
        if let Some(word) = self.kind.word(name) {
            return Ok(Val::Word(word));
        }
        match self.kind.named(name) {
            Some(named) => Ok(self.whole(named)),
            None => self.call(name, &[]),
        }
    }

    /// The value of a layer as a list.
    pub(super) fn whole(&self, named: Named) -> Val {
        match named {
            Named::Layer(id) => {
                let on = self.kind.on(id);
                if let (Ok(_), On::Areas { .. } | On::Paths) = (self.kind.layer(id), on) {
                    return Val::places(self.data.places(On::Groups(id)));
                }
                let is_flag =
                    self.kind.layer(id).is_ok_and(|layer| matches!(layer.values, Values::Flag));
                if is_flag {
                    return self.everywhere(id);
                }
                let (at, items): (Vec<Val>, Vec<Val>) =
                    self.entries(id).into_iter().map(|(at, value)| (Val::Place(at), value)).unzip();
                Val::list_at(items, at)
            }
            Named::Any(id) => self.everywhere(id),
        }
    }

    /// For each place of a layer of clues, whether there is an entry.
    fn everywhere(&self, id: LayerId) -> Val {
        let places = self.data.places(self.kind.on(id));
        let entries = &self.data.layers[id].at;
        let truths = places.iter().map(|place| Val::Truth(entries.contains_key(place))).collect();
        Val::list_at(truths, places.into_iter().map(Val::Place).collect())
    }

    /// The entry of a layer at a place; false if there is none.
    fn entry(&self, name: &str, place: &Val) -> Val {
        self.found(name, place).unwrap_or(Val::Truth(false))
    }

    /// Whether a layer has an entry at a place.
    fn has(&self, name: &str, place: &Val) -> bool {
        self.found(name, place).is_some()
    }

    fn found(&self, name: &str, place: &Val) -> Option<Val> {
        let place = place.place()?;
        let clue = |id: LayerId| self.data.layers[id].at.get(&place);
        match self.kind.named(name)? {
            Named::Any(id) => clue(id).map(|_| Val::Truth(true)),
            Named::Layer(id) => match self.kind.layer(id) {
                Ok(layer) if matches!(layer.values, Values::Group) => {
                    self.groups.get(&(id, place)).map(|&group| Val::Place(group))
                }
                Ok(_) => entry_value(clue(id)?),
                Err(_) => self.variables.get(&(id, place)).map(|&at| variable_value(at)),
            },
        }
    }

    /// The number of the piece with this name, for a word that is compared with the number of one.
    fn numbered(&self, value: &Val, other: &Val) -> Val {
        match (value, other) {
            (Val::Word(word), Val::Expr(_)) if self.kind.pieces.is_some() => {
                let name = &self.kind.words[*word as usize];
                let at = self.data.pieces.iter().position(|piece| piece.name == *name);
                Val::Number(at.map_or(-1, |at| at as i64 + 1))
            }
            _ => value.clone(),
        }
    }

    fn binary(&mut self, operation: Operation, left: &'k Ast, right: &'k Ast) -> Unfold<Val> {
        let one = self.value(left)?;
        // The right side may be undefined unless the left side holds.
        match (operation, one.truth()) {
            (Operation::And, Some(false)) => return Ok(Val::Truth(false)),
            (Operation::Or | Operation::Implies, Some(truth))
                if truth == (operation == Operation::Or) =>
            {
                return Ok(Val::Truth(true));
            }
            _ => {}
        }
        let other = self.value(right)?;
        let (one, other) = (self.numbered(&one, &other), self.numbered(&other, &one));
        Ok(match operation {
            Operation::And => junction(Operator::And, [one, other]),
            Operation::Or => junction(Operator::Or, [one, other]),
            Operation::Implies => junction(Operator::Or, [not(&one), other]),
            Operation::Eq => equal(&one, &other),
            Operation::Ne => not(&equal(&one, &other)),
            Operation::Lt => compared(Operator::Lt, &one, &other),
            Operation::Le => compared(Operator::Le, &one, &other),
            Operation::Gt => compared(Operator::Gt, &one, &other),
            Operation::Ge => compared(Operator::Ge, &one, &other),
            Operation::In if one.place().is_some() => {
                Val::Truth(other.items().iter().any(|item| item.place() == one.place()))
            }
            Operation::In => {
                let equals = other.items().iter().map(|item| equal(&one, item));
                junction(Operator::Or, equals)
            }
            Operation::Add => match (&one, &other) {
                (Val::List(_), _) => Val::list([one.items(), other.items()].concat()),
                _ => sum([one, other]),
            },
            Operation::Sub => two(Operator::Sub, &one, &other),
            Operation::Mul => two(Operator::Mul, &one, &other),
            Operation::Div | Operation::Mod => {
                let (Some(dividend), Some(divisor)) = (one.number(), other.number()) else {
                    return Ok(Val::Number(0));
                };
                let result = match operation {
                    Operation::Div => dividend.checked_div_euclid(divisor),
                    _ => dividend.checked_rem_euclid(divisor),
                };
                Val::Number(result.ok_or_else(|| self.error("divides by 0"))?)
            }
        })
    }
}

/// Compares numbers, or places in reading order.
fn compared(operator: Operator, one: &Val, other: &Val) -> Val {
    match (one.place(), other.place()) {
        (Some(one), Some(other)) => {
            let order = one.cmp(&other) as i64;
            two(operator, &Val::Number(order), &Val::Number(0))
        }
        _ => two(operator, one, other),
    }
}
