//! An entry of a list, chosen by a variable.

use super::known::Known;
use super::reading::Reading;
use crate::residual::{Frame, Residual};
use cnfetti_core::csp::{Element, Operand, Rule, VarId};

pub(super) fn residual(constraint: &Element, frame: &mut Frame) -> Box<dyn Residual> {
    let reading = Reading::new(constraint.scope(), frame);
    let element = constraint.clone();
    let places: Vec<Option<usize>> = {
        let largest = reading.scope.iter().map(|variable| variable.index() + 1).max();
        let mut places = vec![None; largest.unwrap_or(0)];
        for (place, variable) in reading.scope.iter().enumerate() {
            places[variable.index()] = Some(place);
        }
        places
    };
    let place = move |variable: VarId| places[variable.index()].unwrap_or(0);
    let machine = Known::new(&reading, move |values| {
        let known = |variable| values[place(variable)];
        if element.indices.iter().any(|index| known(index.variable).is_none()) {
            return None;
        }
        let Some(entry) = element.chosen(|variable| known(variable).unwrap_or(0)) else {
            return Some(false);
        };
        // Only the entry and what it is compared with matter any more.
        let kept = [entry.variable(), element.condition.variable()].map(|v| v.map(&place));
        let number = match entry {
            Operand::Constant(value) => Some(value),
            Operand::Variable(variable) => known(variable),
        };
        let other = element.condition.variable().map_or(Some(0), known);
        if let (Some(number), Some(other)) = (number, other) {
            return Some(element.condition.allows(number.into(), other));
        }
        let indices: Vec<usize> =
            element.indices.iter().map(|index| place(index.variable)).collect();
        for (at, value) in values.iter_mut().enumerate() {
            if !kept.contains(&Some(at)) && !indices.contains(&at) {
                *value = None;
            }
        }
        None
    });
    reading.open(machine, frame)
}
