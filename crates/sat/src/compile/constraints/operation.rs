//! How operations become clauses.
//!
//! Small ones are stated value by value. Else comparisons, sums, smallest and largest values go by
//! thresholds, and products by digits; the auxiliaries are determined in all of them.

mod arithmetic;
mod by_values;

use cnfetti_encodings::integer::{Binary, Order};
use cnfetti_encodings::linear::{self, Term};
use cnfetti_encodings::{Bit, Cnf, Relation};
use itertools::Itertools;

use crate::compile::{Choices, Map, sums};
use cnfetti_core::csp::{Operand, Operation, Operator, Ranges, VarId};

/// Appends the clauses of an operation.
pub(super) fn encode(cnf: &mut Cnf, map: &Map, operation: &Operation, choices: &Choices) {
    let out = &mut Encoder { cnf, map, choices };
    if let Some((terms, constant)) = operation.as_sum() {
        let terms = sums::terms(map, &terms);
        return sums::within(out.cnf, &terms, &Ranges::exactly(-constant), choices);
    }
    let truths = |out: &mut Encoder<'_>| {
        operation.arguments.iter().map(|&argument| out.truth(argument)).collect_vec()
    };
    match operation.operator {
        Operator::And => {
            let truths = truths(out);
            out.all(operation.result, &truths);
        }
        Operator::Or => {
            let truths = truths(out).into_iter().map(|truth| !truth).collect_vec();
            out.any_missing(operation.result, &truths);
        }
        Operator::Imp => {
            let truths = truths(out);
            out.any_missing(operation.result, &[truths[0], !truths[1]]);
        }
        Operator::Not => {
            let truths = truths(out);
            out.any_missing(operation.result, &truths);
        }
        Operator::Xor => {
            let truths = truths(out);
            out.odd(operation.result, &truths);
        }
        Operator::Iff => {
            let truths = truths(out);
            out.odd(operation.result, &[truths[0], !truths[1]]);
        }
        _ if by_values::is_small(map, operation) => by_values::encode(out, operation),
        Operator::In(ref set) => {
            let terms = out.terms(&[(operation.arguments[0], 1)]);
            out.states(operation.result, &terms, set);
        }
        Operator::Min | Operator::Max if out.is_binary(operation) => {
            arithmetic::extreme(out, operation);
        }
        Operator::Min | Operator::Max => out.extreme(operation),
        Operator::If => out.choice(operation),
        _ => match operation.operator.difference() {
            Some(within) => out.compares(operation, &within),
            None => arithmetic::encode(out, operation),
        },
    }
}

/// Where clauses are written, and over what.
struct Encoder<'a> {
    cnf: &'a mut Cnf,
    map: &'a Map,
    choices: &'a Choices,
}

impl Encoder<'_> {
    /// Whether some variable is best read by its digits.
    fn is_binary(&self, operation: &Operation) -> bool {
        let inputs = operation.inputs();
        inputs.iter().chain([&operation.result]).any(|&variable| self.map.is_binary(variable))
    }

    /// One of these is true. A literal that is there twice counts once.
    fn clause(&mut self, bits: impl IntoIterator<Item = Bit>) {
        let bits = bits.into_iter().unique().collect_vec();
        if !bits.contains(&Bit::True) && !bits.iter().any(|&bit| bits.contains(&!bit)) {
            self.cnf.add_clause(bits.into_iter().filter_map(Bit::lit));
        }
    }

    /// Whether the operand is not 0.
    fn truth(&mut self, operand: Operand) -> Bit {
        match operand {
            Operand::Constant(number) => (number != 0).into(),
            Operand::Variable(variable) => !self.map.equals(self.cnf, variable, 0),
        }
    }

    /// Whether the result is 1, which from now on is that or 0.
    fn statement(&mut self, result: VarId) -> Bit {
        let [zero, one] = [0, 1].map(|value| self.map.equals(self.cnf, result, value));
        self.clause([zero, one]);
        one
    }

    /// The result says whether all of these are true.
    fn all(&mut self, result: VarId, truths: &[Bit]) {
        let holds = self.statement(result);
        for &truth in truths {
            self.clause([!holds, truth]);
        }
        self.clause(truths.iter().map(|&truth| !truth).chain([holds]));
    }

    /// The result says whether not all of these are true.
    fn any_missing(&mut self, result: VarId, truths: &[Bit]) {
        let fails = !self.statement(result);
        for &truth in truths {
            self.clause([!fails, truth]);
        }
        self.clause(truths.iter().map(|&truth| !truth).chain([fails]));
    }

    /// The result says whether an odd number of these is true.
    fn odd(&mut self, result: VarId, truths: &[Bit]) {
        let mut odd = Bit::False;
        let mut rest = truths.iter().copied().chain([!self.statement(result)]).collect_vec();
        let last = rest.pop().unwrap_or(Bit::False);
        for truth in rest {
            odd = self.differ(odd, truth);
        }
        self.clause([odd, last]);
        self.clause([!odd, !last]);
    }

    /// A truth value that says whether these differ.
    fn differ(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            (Bit::False, other) | (other, Bit::False) => other,
            (Bit::True, other) | (other, Bit::True) => !other,
            _ if a == b => Bit::False,
            _ if a == !b => Bit::True,
            _ => {
                let lit = self.cnf.new_lit();
                self.cnf.define_odd(lit, a, b);
                let differ = Bit::Lit(lit);
                self.clause([!differ, a, b]);
                self.clause([!differ, !a, !b]);
                self.clause([differ, !a, b]);
                self.clause([differ, a, !b]);
                differ
            }
        }
    }

    fn terms(&self, weighted: &[(Operand, i64)]) -> Vec<Term> {
        let term = |&(operand, weight): &(Operand, i64)| match operand {
            Operand::Variable(variable) => self.map.term(variable, weight),
            Operand::Constant(number) => Term::binary(&Binary::constant(number.into()), weight),
        };
        weighted.iter().map(term).collect()
    }

    /// The result says whether the difference of the arguments is one of the numbers.
    fn compares(&mut self, operation: &Operation, within: &Ranges) {
        if self.is_binary(operation) && operation.arguments[0] != operation.arguments[1] {
            return arithmetic::compares(self, operation);
        }
        let terms = self.difference(operation);
        self.states(operation.result, &terms, within);
    }

    /// The first argument less the second.
    fn difference(&self, operation: &Operation) -> Vec<Term> {
        let [a, b] = [operation.arguments[0], operation.arguments[1]];
        if a == b { Vec::new() } else { self.terms(&[(a, 1), (b, -1)]) }
    }

    /// The result says whether the sum is one of the numbers.
    fn states(&mut self, result: VarId, terms: &[Term], within: &Ranges) {
        let Choices { linear: encoding, .. } = *self.choices;
        let holds = self.statement(result);
        let intervals = within.intervals().to_vec();
        let inside = intervals.into_iter().map(|(first, last)| {
            if first == last {
                return vec![linear::reify(self.cnf, terms, Relation::Exactly, first, encoding)];
            }
            let mut ends = Vec::new();
            if first != i64::MIN {
                ends.push(linear::reify(self.cnf, terms, Relation::AtLeast, first, encoding));
            }
            if last != i64::MAX {
                ends.push(linear::reify(self.cnf, terms, Relation::AtMost, last, encoding));
            }
            ends
        });
        let inside = inside.collect_vec();
        // It is in one of the intervals when it is within both of its ends.
        let mut each = Vec::new();
        for ends in inside {
            each.push(!self.any(ends.into_iter().map(|end| !end).collect()));
        }
        for &interval in &each {
            self.clause([!interval, holds]);
        }
        self.clause(each.into_iter().chain([!holds]));
    }

    /// A truth value that says whether some of these are true.
    fn any(&mut self, bits: Vec<Bit>) -> Bit {
        let open = bits.into_iter().filter(|&bit| bit != Bit::False).unique().collect_vec();
        if open.contains(&Bit::True) || open.iter().any(|&bit| open.contains(&!bit)) {
            return Bit::True;
        }
        match open[..] {
            [] => Bit::False,
            [bit] => bit,
            _ => {
                let lit = self.cnf.new_lit();
                let lits = open.iter().filter_map(|bit| bit.lit()).collect_vec();
                self.cnf.define_any(lit, &lits);
                let any = Bit::Lit(lit);
                for &bit in &open {
                    self.clause([!bit, any]);
                }
                self.clause(open.into_iter().chain([!any]));
                any
            }
        }
    }

    /// The operand by its thresholds; `None` when it has no values.
    fn order(&mut self, operand: Operand) -> Option<Order> {
        match operand {
            Operand::Variable(variable) => self.map.order(self.cnf, variable),
            Operand::Constant(number) => Order::new(self.cnf, [number.into()]),
        }
    }

    /// For each number: the result reaches it when some argument does, or all of them do.
    fn extreme(&mut self, operation: &Operation) {
        let result = self.map.order(self.cnf, operation.result);
        let inputs = operation.arguments.iter().unique().copied().collect_vec();
        let inputs: Option<Vec<Order>> =
            inputs.into_iter().map(|input| self.order(input)).collect();
        let (Some(result), Some(inputs)) = (result, inputs) else { return };
        let numbers = inputs.iter().chain([&result]).flat_map(|order| order.values().to_vec());
        for number in numbers.sorted_unstable().dedup() {
            let mirrored = |bit: Bit| if operation.operator == Operator::Min { !bit } else { bit };
            let whole = mirrored(result.at_least(number));
            let parts = inputs.iter().map(|order| mirrored(order.at_least(number))).collect_vec();
            for &part in &parts {
                self.clause([!part, whole]);
            }
            self.clause(parts.into_iter().chain([!whole]));
        }
    }

    /// One of two arguments, by the first.
    fn choice(&mut self, operation: &Operation) {
        let condition = self.truth(operation.arguments[0]);
        for (case, argument) in [(condition, 1), (!condition, 2)] {
            let argument = operation.arguments[argument];
            if argument == Operand::Variable(operation.result) {
                continue;
            }
            if self.is_binary(operation) {
                arithmetic::same_if(self, case, argument, operation.result.into());
                continue;
            }
            let terms = self.terms(&[(argument, 1), (operation.result.into(), -1)]);
            self.same_if(case, &terms);
        }
    }

    /// The terms add up to 0 in this case.
    fn same_if(&mut self, case: Bit, terms: &[Term]) {
        let Choices { linear: encoding, form, .. } = *self.choices;
        match case {
            Bit::False => {}
            Bit::True => linear::encode(self.cnf, terms, Relation::Exactly, 0, encoding, form),
            Bit::Lit(case) => {
                linear::encode_if(self.cnf, case, terms, Relation::Exactly, 0, encoding, form);
            }
        }
    }
}
