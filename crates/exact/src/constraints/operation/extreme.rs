//! The state of a minimum or maximum, and of "all" and "some": the extreme so far.
//!
//! All four are a largest value: of the values, of the values with the opposite sign, of how true
//! the arguments are, or of how false.

use crate::residual::{Field, Frame, Residual, View};
use cnfetti_core::csp::VarId;
use cnfetti_core::csp::{Operand, Operation, Operator};

pub(super) struct Open {
    /// For each argument that is a variable its bit.
    arguments: Vec<usize>,
    /// For each bit whether it is an argument's.
    is_argument: Vec<bool>,
    result: VarId,
    result_bit: usize,
    /// For each row what counts of it when it is an argument's, and when it is the result's.
    keys: Vec<i64>,
    results: Vec<Option<i64>>,
    /// All keys, increasing: what is stored is a position here.
    known: Vec<i64>,
    /// The largest key so far and one more; 0 when it does not matter.
    best: Field,
    /// The row of the result and one more; 0 while it has none.
    given: Field,
    /// Whether whatever is left of the domains will do.
    done: Field,
    /// The largest key of the constants.
    constant: Option<i64>,
}

impl Open {
    /// For distinct variables.
    pub(super) fn new(operation: &Operation, frame: &mut Frame) -> Open {
        let (is_statement, sign) = match operation.operator {
            Operator::And => (true, -1),
            Operator::Or => (true, 1),
            Operator::Min => (false, -1),
            _ => (false, 1),
        };
        let key = |value: i64| sign * if is_statement { i64::from(value != 0) } else { value };
        let values: Vec<i64> = (0..frame.rows()).map(|row| frame.value(row).into()).collect();
        let bit = |id| frame.bit(id).expect("the variables of an operation are not pieces");
        let arguments: Vec<usize> = operation.inputs().into_iter().map(bit).collect();
        let mut is_argument = vec![false; arguments.iter().max().map_or(0, |&bit| bit + 1)];
        arguments.iter().for_each(|&bit| is_argument[bit] = true);
        let constants = operation.arguments.iter().filter_map(|argument| match *argument {
            Operand::Constant(number) => Some(key(number.into())),
            Operand::Variable(_) => None,
        });
        // Without arguments all of them hold, and none.
        let neutral = is_statement.then(|| key(i64::from(sign < 0)));
        let constant = constants.chain(neutral).max();
        let result = |&value: &i64| match is_statement && value != 0 && value != 1 {
            true => None,
            false => Some(key(value)),
        };
        let keys: Vec<i64> = values.iter().map(|&value| key(value)).collect();
        let mut known: Vec<i64> = keys.iter().copied().chain(constant).collect();
        known.sort_unstable();
        known.dedup();
        let result_bit = bit(operation.result);
        Open {
            arguments,
            is_argument,
            result: operation.result,
            result_bit,
            keys,
            results: values.iter().map(result).collect(),
            best: frame.field(known.len() as u64),
            given: frame.field(frame.rows() as u64),
            done: frame.field(1),
            known,
            constant,
        }
    }

    fn best(&self, view: &View<'_>) -> Option<i64> {
        let stored = view.get(self.best) as usize;
        let stored = stored.checked_sub(1).map(|at| self.known[at]);
        stored.max(self.constant)
    }

    fn set_best(&self, view: &mut View<'_>, best: Option<i64>) {
        let place = best.map(|key| self.known.partition_point(|&other| other < key) + 1);
        view.set(self.best, place.unwrap_or(0) as u64);
    }

    /// The keys that a variable can have.
    fn able(&self, view: &View<'_>, bit: usize) -> Option<(i64, i64)> {
        let rows = (0..view.rows()).filter(|&row| view.can(row, bit));
        rows.fold(None, |ends, row| {
            let key = self.keys[row];
            let (least, most) = ends.unwrap_or((key, key));
            Some((least.min(key), most.max(key)))
        })
    }

    /// The keys of the result that are possible, increasing.
    fn wanted(&self, view: &View<'_>) -> Vec<i64> {
        let mut wanted: Vec<i64> = match view.get(self.given) as usize {
            0 => {
                let rows = (0..view.rows()).filter(|&row| view.can(row, self.result_bit));
                rows.filter_map(|row| self.results[row]).collect()
            }
            given => self.results[given - 1].into_iter().collect(),
        };
        wanted.sort_unstable();
        wanted
    }

    fn finish(&self, view: &mut View<'_>) -> bool {
        view.set(self.given, 0);
        view.set(self.best, 0);
        view.set(self.done, 1);
        true
    }
}

impl Residual for Open {
    fn assign(&self, view: &mut View<'_>, id: VarId, row: usize) -> bool {
        if view.get(self.done) == 1 {
            return true;
        }
        if id == self.result {
            view.set(self.given, row as u64 + 1);
        } else if view.bit(id).is_some_and(|bit| self.is_argument.get(bit) == Some(&true)) {
            let best = self.best(view).max(Some(self.keys[row]));
            self.set_best(view, best);
        }
        true
    }

    fn filter(&self, view: &mut View<'_>) -> bool {
        if view.get(self.done) == 1 {
            return true;
        }
        let best = self.best(view);
        let open: Vec<(usize, i64, i64)> = self
            .arguments
            .iter()
            .filter_map(|&bit| self.able(view, bit).map(|(least, most)| (bit, least, most)))
            .collect();
        let at_least = open.iter().map(|&(_, least, _)| least).max().max(best);
        let at_most = open.iter().map(|&(.., most)| most).max().max(best);
        let (Some(at_least), Some(at_most)) = (at_least, at_most) else { return false };
        let reachable = |view: &View<'_>, key: i64| {
            let has = |bit: usize| {
                (0..view.rows()).any(|row| self.keys[row] == key && view.can(row, bit))
            };
            best == Some(key) || open.iter().any(|&(bit, ..)| has(bit))
        };
        let mut wanted = self.wanted(view);
        wanted.retain(|&key| at_least <= key && key <= at_most && reachable(view, key));
        let (Some(&low), Some(&high)) = (wanted.first(), wanted.last()) else { return false };
        let is_given = view.get(self.given) != 0;
        if !is_given {
            for row in 0..view.rows() {
                let stays = self.results[row].is_some_and(|key| wanted.binary_search(&key).is_ok());
                if !stays && view.can(row, self.result_bit) {
                    view.remove_one(row, self.result_bit);
                }
            }
        }
        let mut able_to_be_it = open.iter().filter(|&&(_, _, most)| most >= low);
        let only = match (able_to_be_it.next(), able_to_be_it.next()) {
            (Some(&(bit, ..)), None) if best.is_none_or(|best| best < low) => Some(bit),
            _ => None,
        };
        for &(bit, ..) in &open {
            for row in 0..view.rows() {
                let key = self.keys[row];
                let is_off = only == Some(bit) && wanted.binary_search(&key).is_err();
                if (key > high || is_off) && view.can(row, bit) {
                    view.remove_one(row, bit);
                }
            }
        }
        let is_reached = is_given && (best == Some(low) || only.is_some());
        if is_reached || open.is_empty() {
            // Without open arguments the result has only the right value left.
            return self.finish(view);
        }
        let forgets = |best: i64| best < low || open.iter().any(|&(_, least, _)| best <= least);
        self.set_best(view, best.filter(|&best| !forgets(best)));
        true
    }
}
