//! One direction of a definition: what follows from one value of its result.

use cnfetti_encodings::linear::{self, Term};
use cnfetti_encodings::{Bit, Cnf, Relation};
use itertools::Itertools;

use super::{Encoder, by_values};
use crate::compile::loosen::{Loosened, Rule};
use crate::compile::{Choices, Map};
use cnfetti_core::csp::{Operation, Operator, Ranges};

/// Appends the clauses.
pub(in crate::compile) fn encode(cnf: &mut Cnf, map: &Map, loosened: &Loosened, choices: &Choices) {
    let Loosened { definition, telling } = loosened;
    let out = &mut Encoder { cnf, map, choices };
    match &definition.rule {
        Rule::Rows(rows) => {
            let apply = |chosen: &[_]| rows.get(chosen).copied();
            by_values::encode(out, &definition.inputs, definition.result, apply, Some(*telling));
        }
        Rule::Operation(operation) => {
            let one = out.statement(operation.result);
            let case = if *telling == 1 { one } else { !one };
            out.implied(case, operation, *telling == 1);
        }
    }
}

impl Encoder<'_> {
    /// In this case the statement is true, or it is false.
    fn implied(&mut self, case: Bit, operation: &Operation, is_true: bool) {
        let truths = |out: &mut Self| {
            operation.arguments.iter().map(|&argument| out.truth(argument)).collect_vec()
        };
        match &operation.operator {
            Operator::And | Operator::Or | Operator::Imp | Operator::Not => {
                let mut truths = truths(self);
                if matches!(operation.operator, Operator::Imp | Operator::Not) {
                    truths[0] = !truths[0];
                }
                // Not all are true when one is false, and none is when all are false.
                let are_all = matches!(operation.operator, Operator::And) == is_true;
                let each = truths.into_iter().map(|truth| if is_true { truth } else { !truth });
                match are_all {
                    true => each.for_each(|literal| self.clause([!case, literal])),
                    false => self.clause(each.chain([!case])),
                }
            }
            Operator::Xor | Operator::Iff if operation.arguments.len() == 2 => {
                let truths = truths(self);
                let differ = matches!(operation.operator, Operator::Xor) == is_true;
                let second = if differ { truths[1] } else { !truths[1] };
                self.clause([!case, truths[0], second]);
                self.clause([!case, !truths[0], !second]);
            }
            _ if by_values::is_small(self.map, operation) => {
                by_values::encode_operation(self, operation, Some(i32::from(is_true)));
            }
            Operator::In(set) => {
                let terms = self.terms(&[(operation.arguments[0], 1)]);
                self.lies_within(case, &terms, set, is_true);
            }
            operator => match operator.difference().filter(|_| !self.is_binary(operation)) {
                Some(within) => {
                    let terms = self.difference(operation);
                    self.lies_within(case, &terms, &within, is_true);
                }
                None => super::encode(self.cnf, self.map, operation, self.choices),
            },
        }
    }

    /// In this case the sum is one of the numbers, or it is none of them.
    fn lies_within(&mut self, case: Bit, terms: &[Term], set: &Ranges, is_inside: bool) {
        let set = if is_inside { set.clone() } else { set.complement() };
        let intervals = set.intervals();
        if let [(first, last)] = *intervals {
            return self.lies_between(case, terms, first, last);
        }
        let each = intervals.iter().map(|_| Bit::Lit(self.cnf.new_lit())).collect_vec();
        self.clause(each.iter().copied().chain([!case]));
        for (&(first, last), one) in intervals.iter().zip(each) {
            self.lies_between(one, terms, first, last);
        }
    }

    fn lies_between(&mut self, case: Bit, terms: &[Term], first: i64, last: i64) {
        if first == last {
            return self.bounded(case, terms, Relation::Exactly, first);
        }
        if first != i64::MIN {
            self.bounded(case, terms, Relation::AtLeast, first);
        }
        if last != i64::MAX {
            self.bounded(case, terms, Relation::AtMost, last);
        }
    }

    fn bounded(&mut self, case: Bit, terms: &[Term], relation: Relation, bound: i64) {
        let Choices { linear: encoding, form, .. } = *self.choices;
        match case {
            Bit::False => {}
            Bit::True => linear::encode(self.cnf, terms, relation, bound, encoding, form),
            Bit::Lit(case) => {
                linear::encode_if(self.cnf, case, terms, relation, bound, encoding, form);
            }
        }
    }
}
