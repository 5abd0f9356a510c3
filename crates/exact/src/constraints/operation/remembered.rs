//! What is left of an operation: the values that were given, until they have had their effect.

use crate::residual::{Field, Frame, Lists, Residual, View};
use cnfetti_core::csp::{Operand, Operation, Operator};
use cnfetti_core::csp::{Value, VarId};

/// Larger products of domains are not looked through: what they leave is seen when fewer variables
/// are left.
const MOST_COMBINATIONS: usize = 4_096;

/// So many arguments are put together without asking for memory.
const FEW: usize = 8;

/// The rows of the variables that have a value.
pub(super) struct Open {
    operator: Operator,
    /// For each argument the position of its variable, or a constant.
    arguments: Vec<Argument>,
    variables: Vec<Variable>,
    /// The position of the result's variable, which may be an argument too.
    result: usize,
    /// The number of variables among the arguments: the first ones.
    inputs: usize,
    values: Vec<Value>,
    /// Whether whatever is left of the domains will do.
    done: Field,
}

#[derive(Clone, Copy)]
enum Argument {
    Variable(usize),
    Constant(i64),
}

struct Variable {
    id: VarId,
    bit: usize,
    /// Its row and one more; 0 while it has no value.
    given: Field,
    /// The rows of its domain.
    rows: Vec<usize>,
}

impl Open {
    pub(super) fn new(operation: &Operation, frame: &mut Frame) -> Open {
        let inputs = operation.inputs();
        let mut ids = inputs.clone();
        if !ids.contains(&operation.result) {
            ids.push(operation.result);
        }
        let position = |id: VarId| ids.iter().position(|&other| other == id);
        let argument = |&argument: &Operand| match argument {
            Operand::Variable(id) => Argument::Variable(position(id).expect("it is an input")),
            Operand::Constant(number) => Argument::Constant(number.into()),
        };
        let variable = |&id: &VarId| Variable {
            id,
            bit: frame.bit(id).expect("the variables of an operation are not pieces"),
            given: frame.field(frame.rows() as u64),
            rows: frame.domain(id).iter().filter_map(|&value| frame.row(value)).collect(),
        };
        Open {
            operator: operation.operator.clone(),
            arguments: operation.arguments.iter().map(argument).collect(),
            result: position(operation.result).expect("it is a variable"),
            inputs: inputs.len(),
            variables: ids.iter().map(variable).collect(),
            values: (0..frame.rows()).map(|row| frame.value(row)).collect(),
            done: frame.field(1),
        }
    }

    /// The row of the result when each input has the value of its row; `None` when there is none.
    fn apply(&self, rows: &[usize]) -> Option<usize> {
        let value = |argument: &Argument| match *argument {
            Argument::Variable(at) => i64::from(self.values[rows[at]]),
            Argument::Constant(number) => number,
        };
        let mut few = [0; FEW];
        let result = match few.get_mut(..self.arguments.len()) {
            Some(numbers) => {
                numbers.iter_mut().zip(&self.arguments).for_each(|(to, from)| *to = value(from));
                self.operator.apply(numbers)?
            }
            None => self.operator.apply(&self.arguments.iter().map(value).collect::<Vec<i64>>())?,
        };
        let result = Value::try_from(result).ok()?;
        self.values.binary_search(&result).ok()
    }

    /// For each variable the rows that it can have.
    fn able(&self, view: &View<'_>) -> Lists {
        let mut able = Lists::default();
        for variable in &self.variables {
            match view.get(variable.given) as usize {
                0 => able
                    .push(variable.rows.iter().copied().filter(|&row| view.can(row, variable.bit))),
                given => able.push([given - 1]),
            }
        }
        able
    }

    /// Visits every combination of rows of the inputs, with their places in what each can have.
    fn combinations(&self, able: &Lists, mut visit: impl FnMut(&[usize], &[usize])) {
        if (0..self.inputs).any(|input| able.get(input).is_empty()) {
            return;
        }
        let mut places = vec![0; self.inputs];
        let mut rows: Vec<usize> = (0..self.inputs).map(|input| able.get(input)[0]).collect();
        loop {
            visit(&rows, &places);
            let mut at = 0;
            loop {
                let Some(input) = rows.get_mut(at) else { return };
                let able = able.get(at);
                places[at] = if places[at] + 1 < able.len() { places[at] + 1 } else { 0 };
                *input = able[places[at]];
                if places[at] > 0 {
                    break;
                }
                at += 1;
            }
        }
    }

    /// The smallest row that leaves the same as the one that a variable has, where only it has a
    /// value.
    fn first_alike(&self, able: &Lists, at: usize) -> usize {
        let own = able.get(at)[0];
        let outcome = |row: usize, rows: &[usize]| {
            let mut rows = rows.to_vec();
            rows[at] = row;
            self.apply(&rows).filter(|result| able.get(self.result).contains(result))
        };
        let alike = |row: usize| {
            let mut same = true;
            self.combinations(able, |rows, _| {
                same = same && outcome(row, rows) == outcome(own, rows);
            });
            same
        };
        let earlier = self.variables[at].rows.iter().copied().take_while(|&row| row < own);
        earlier.into_iter().find(|&row| alike(row)).unwrap_or(own)
    }

    fn finish(&self, view: &mut View<'_>) {
        self.variables.iter().for_each(|variable| view.set(variable.given, 0));
        view.set(self.done, 1);
    }
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, id: VarId, row: usize) -> bool {
        let variable = self.variables.iter().find(|variable| variable.id == id);
        if let Some(variable) = variable
            && view.get(self.done) == 0
        {
            view.set(variable.given, row as u64 + 1);
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        if view.get(self.done) == 1 {
            return true;
        }
        let able = self.able(view);
        let open = |at: &usize| view.get(self.variables[*at].given) == 0;
        let left: Vec<usize> = (0..self.variables.len()).filter(open).collect();
        let sizes = (0..self.inputs).map(|input| able.get(input).len());
        let combinations = sizes.fold(1, |all: usize, some| all.saturating_mul(some));
        if combinations > MOST_COMBINATIONS
            && left.iter().filter(|&&at| at < self.inputs).count() > 1
        {
            return true;
        }
        let mut supported = vec![false; able.total()];
        let mut supports = 0;
        self.combinations(&able, |rows, places| {
            let Some(result) = self.apply(rows) else { return };
            let place = match self.result < self.inputs {
                true => (rows[self.result] == result).then_some(places[self.result]),
                false => able.get(self.result).binary_search(&result).ok(),
            };
            if let Some(place) = place {
                supports += 1;
                for (at, &place) in places.iter().enumerate() {
                    supported[able.start(at) + place] = true;
                }
                supported[able.start(self.result) + place] = true;
            }
        });
        if supports == 0 {
            return false;
        }
        for &at in &left {
            let supported = &supported[able.start(at)..];
            for (&row, _) in able.get(at).iter().zip(supported).filter(|(_, is)| !**is) {
                view.remove_one(row, self.variables[at].bit);
            }
        }
        let result_is_open = left.contains(&self.result);
        if left.len() <= 1 || !result_is_open && supports == combinations {
            self.finish(view);
        } else if let Some(at) = (0..self.inputs).find(|at| !left.contains(at))
            && left.len() + 1 == self.variables.len()
            && self.result >= self.inputs
            && combinations * self.variables[at].rows.len() <= MOST_COMBINATIONS
        {
            let first = self.first_alike(&able, at);
            view.set(self.variables[at].given, first as u64 + 1);
        }
        true
    }
}
