//! Binary adder: the groups' values are added up in binary by full adders, and the digits of the
//! sum are compared with the bound.
//!
//! * size: with n groups of weights below 2^b about 3nb auxiliaries, two-sided 14 clauses for
//!   each of nb full adders, one-sided 7; a group of d literals takes another db clauses
//! * propagation: none
//! * auxiliaries: the digits of the groups' values and of partial sums; one-sided the sums they
//!   write are only at least as large as the true ones (at most) or at most as large (at least)

use super::{Encoding, Group};
use crate::binary::{self, Goal};
use crate::bit::{Bit, add_clause};
use crate::{Auxiliaries, Cnf, Form, Lit, Promises, Propagation, Relation};

pub(super) struct Adder;

impl Encoding for Adder {
    fn name(&self) -> &'static str {
        "adder"
    }

    fn paper(&self) -> &'static str {
        "Warners, A Linear-Time Transformation of Linear Inequalities into Conjunctive Normal \
         Form, IPL 1998; Eén and Sörensson, Translating Pseudo-Boolean Constraints into SAT, JSAT \
         2006"
    }

    fn promises(&self, form: Form, relation: Relation) -> Promises {
        let auxiliaries = match (form, relation) {
            (Form::TwoSided, _) | (_, Relation::Exactly) => Auxiliaries::Determined,
            (Form::OneSided, _) => Auxiliaries::Free,
        };
        Promises { auxiliaries, propagation: Propagation::None }
    }

    fn encode(&self, cnf: &mut Cnf, groups: &[Group], relation: Relation, bound: u64, form: Form) {
        let goal = Goal { relation, bound, form };
        let largest = groups.iter().map(Group::max).max().unwrap_or(0);
        let columns = (0..u64::BITS - largest.leading_zeros())
            .map(|column| {
                groups.iter().filter_map(|group| digit(cnf, &goal, group, column)).collect()
            })
            .collect();
        binary::bound(cnf, &goal, columns);
    }
}

/// A binary digit of the value of a group; `None` when it is always 0.
fn digit(cnf: &mut Cnf, goal: &Goal, group: &Group, column: u32) -> Option<Bit> {
    let with_digit = |wanted: bool| -> Vec<Lit> {
        let classes = group.classes().iter();
        let classes = classes.filter(|class| (class.weight >> column & 1 == 1) == wanted);
        classes.flat_map(|class| class.lits.iter().copied()).collect()
    };
    let (ones, zeros) = (with_digit(true), with_digit(false));
    match (&ones[..], &zeros[..]) {
        ([], _) => None,
        ([one], _) => Some((*one).into()),
        (_, [zero]) => Some((!*zero).into()),
        _ => {
            let digit = Bit::Lit(cnf.new_lit());
            if goal.upward() {
                ones.iter().for_each(|&one| add_clause(cnf, [Bit::Lit(!one), digit]));
            }
            if goal.downward() {
                zeros.iter().for_each(|&zero| add_clause(cnf, [Bit::Lit(!zero), !digit]));
            }
            Some(digit)
        }
    }
}
