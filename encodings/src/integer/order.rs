//! Integers in order encoding.

use crate::cnf::Cnf;
use crate::lit::{Bit, Lit};
use crate::writer;

/// An integer in order encoding: for each value but the smallest, a literal that is true exactly
/// when the integer is at least that large.
///
/// Crawford and Baker, Experimental Results on the Application of Satisfiability Algorithms to
/// Scheduling Problems, AAAI 1994; Tamura, Taga, Kitagawa and Banbara, Compiling Finite Linear CSP
/// into SAT, Constraints 2009.
///
/// ```
/// use cnfetti_encodings::integer::Order;
/// use cnfetti_encodings::linear::{self, Term};
/// use cnfetti_encodings::{Bit, Cnf, Form, Relation};
///
/// // x + 10 <= y: a clause for each value, and no auxiliaries.
/// let mut cnf = Cnf::new();
/// let x = Order::new(&mut cnf, 0..=1000).expect("there are values");
/// let y = Order::new(&mut cnf, [5, 7, 500, 2000]).expect("there are values");
/// let variables = cnf.num_vars();
/// let terms = [Term::order(&x, 1), Term::order(&y, -1)];
/// linear::encode(&mut cnf, &terms, Relation::AtMost, -10, linear::AUTO, Form::TwoSided);
/// assert_eq!(cnf.num_vars(), variables);
///
/// assert_eq!(y.at_least(8), y.at_least(500));
/// assert_eq!((y.at_least(5), y.at_least(2001)), (Bit::True, Bit::False));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// Increasing; there is at least one.
    values: Vec<i64>,
    /// For each value but the first, whether it is reached.
    reached: Vec<Lit>,
}

impl Order {
    /// Creates an integer with these values, given in any order; returns `None` if there are none.
    /// Needs a variable for each value but one, and a clause for each value but two.
    pub fn new(cnf: &mut Cnf, values: impl IntoIterator<Item = i64>) -> Option<Order> {
        let values = sorted(values)?;
        let reached = cnf.new_lits(values.len() - 1);
        for pair in reached.windows(2) {
            cnf.add_clause([!pair[1], pair[0]]);
        }
        Some(Order { values, reached })
    }

    /// The integer with these literals for all values but the first.
    pub(super) fn from_parts(values: Vec<i64>, reached: Vec<Lit>) -> Order {
        Order { values, reached }
    }

    /// The values, increasing.
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// Whether the integer is at least this large.
    pub fn at_least(&self, value: i64) -> Bit {
        self.reached(self.values.partition_point(|&other| other < value))
    }

    /// Whether the integer reaches the value with this index.
    pub(crate) fn reached(&self, index: usize) -> Bit {
        match index.checked_sub(1) {
            None => Bit::True,
            Some(index) => self.reached.get(index).map_or(Bit::False, |&lit| lit.into()),
        }
    }

    /// The literals of the thresholds.
    pub(crate) fn lits(&self) -> &[Lit] {
        &self.reached
    }

    /// Returns whether the integer has this value: an auxiliary and three clauses, unless the value
    /// is an end of the domain.
    ///
    /// # Panics
    ///
    /// Panics if a variable of the integer is not in the formula.
    pub fn equals(&self, cnf: &mut Cnf, value: i64) -> Bit {
        let Ok(index) = self.values.binary_search(&value) else { return Bit::False };
        let ends = [self.reached(index), !self.reached(index + 1)];
        let inputs = ends.into_iter().filter_map(Bit::lit);
        writer::define(cnf, inputs, |out| vec![out.all_of(&ends)])[0]
    }
}

/// The values in increasing order; `None` if there are none.
pub(super) fn sorted(values: impl IntoIterator<Item = i64>) -> Option<Vec<i64>> {
    let mut values: Vec<i64> = values.into_iter().collect();
    values.sort_unstable();
    values.dedup();
    (!values.is_empty()).then_some(values)
}
