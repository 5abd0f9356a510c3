//! The encodings by themselves.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use cnfetti::encodings::linear::Term;
use cnfetti::encodings::{Cnf, Family, Form, Lit, Relation, Stop};
use cnfetti::encodings::{at_most_one as amo, cardinality as card, linear as lin};
use pyo3::prelude::*;

use crate::asking::ask;
use crate::errors;
use crate::formula::literal;

/// Clauses, and the largest variable including the new ones.
type Clauses = (Vec<Vec<i32>>, u32);

/// The largest number of literals in a formula.
const MAX_LITERALS: usize = 100_000_000;

/// The options of all encodings.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct How {
    encoding: String,
    /// New variables come after this one.
    top: i64,
    /// The constraint holds if this literal is true.
    condition: Option<i64>,
    one_sided: bool,
}

impl How {
    fn form(&self) -> Form {
        if self.one_sided { Form::OneSided } else { Form::TwoSided }
    }

    /// Encodes over these literals and the condition.
    fn write(
        &self,
        py: Python<'_>,
        lits: &[Lit],
        write: impl FnOnce(&mut Cnf, Option<Lit>) + Send,
    ) -> PyResult<Clauses> {
        let condition = self.condition.map(literal).transpose()?;
        let top = u32::try_from(self.top).ok().filter(|&top| top <= Lit::MAX_VARIABLE);
        let wrong = || format!("top: expected a variable or 0, found {}", self.top);
        let top = top.ok_or_else(|| errors::invalid(&wrong()))?;
        let used = lits.iter().chain(&condition).map(|lit| lit.variable());
        let declared = used.fold(top, u32::max);
        let asked = ask(py, |stop| {
            let mut cnf = Cnf::with_max_literals(MAX_LITERALS);
            cnf.declare(declared);
            let ends: Stop = Arc::new(move || stop.load(Ordering::Relaxed));
            cnf.within(&ends, |cnf| write(cnf, condition));
            let number = |clause: &[Lit]| clause.iter().map(|lit| lit.dimacs()).collect();
            (cnf.has_overflowed(), (cnf.clauses().map(number).collect(), cnf.num_vars()))
        })?;
        match asked.whole(py)? {
            (false, clauses) => Ok(clauses),
            (true, _) => Err(errors::invalid(&format!("more than {MAX_LITERALS} literals"))),
        }
    }
}

fn literals(numbers: Vec<i64>) -> PyResult<Vec<Lit>> {
    numbers.into_iter().map(literal).collect()
}

/// Looks up an encoding of a family by name.
fn named<T>(family: Family, name: &str, found: Option<T>) -> PyResult<T> {
    let known = [family.auto()].into_iter().chain(family.encodings()).map(|row| row.name());
    let wrong = || {
        let known = known.collect::<Vec<&str>>().join(", ");
        format!("there is no {family} encoding called {name:?}: choose one of {known}")
    };
    found.ok_or_else(|| errors::invalid(&wrong()))
}

fn relation(name: &str) -> PyResult<Relation> {
    match name {
        "at_most" => Ok(Relation::AtMost),
        "at_least" => Ok(Relation::AtLeast),
        "exactly" => Ok(Relation::Exactly),
        other => Err(errors::invalid(&format!("there is no relation {other:?}"))),
    }
}

/// At most one of the literals.
#[pyfunction]
pub(crate) fn at_most_one(py: Python<'_>, lits: Vec<i64>, how: How) -> PyResult<Clauses> {
    let lits = literals(lits)?;
    let encoding = named(Family::AtMostOne, &how.encoding, amo::by_name(&how.encoding))?;
    let form = how.form();
    how.write(py, &lits, |cnf, condition| match condition {
        Some(condition) => amo::encode_if(cnf, condition, &lits, encoding, form),
        None => amo::encode(cnf, &lits, encoding, form),
    })
}

/// At most, at least or exactly this many of the literals.
#[pyfunction]
pub(crate) fn cardinality(
    py: Python<'_>,
    lits: Vec<i64>,
    compares: &str,
    bound: usize,
    how: How,
) -> PyResult<Clauses> {
    let (lits, compares) = (literals(lits)?, relation(compares)?);
    let encoding = named(Family::Cardinality, &how.encoding, card::by_name(&how.encoding))?;
    let form = how.form();
    how.write(py, &lits, |cnf, condition| match condition {
        Some(condition) => card::encode_if(cnf, condition, &lits, compares, bound, encoding, form),
        None => card::encode(cnf, &lits, compares, bound, encoding, form),
    })
}

/// A bound on the weighted sum of literals.
#[pyfunction]
pub(crate) fn linear(
    py: Python<'_>,
    terms: Vec<(i64, i64)>,
    compares: &str,
    bound: i64,
    how: How,
) -> PyResult<Clauses> {
    let lits = literals(terms.iter().map(|&(_, number)| number).collect())?;
    let weights = terms.iter().map(|&(weight, _)| weight);
    let size =
        weights.clone().try_fold(0_u64, |sum, weight| sum.checked_add(weight.unsigned_abs()));
    if size.is_none_or(|size| size > i64::MAX as u64) {
        return Err(errors::invalid("the weights have a sum of 2^63 or more"));
    }
    let terms: Vec<Term> =
        weights.zip(&lits).map(|(weight, &lit)| Term::boolean(lit, weight)).collect();
    let compares = relation(compares)?;
    let encoding = named(Family::Linear, &how.encoding, lin::by_name(&how.encoding))?;
    let form = how.form();
    how.write(py, &lits, |cnf, condition| match condition {
        Some(condition) => lin::encode_if(cnf, condition, &terms, compares, bound, encoding, form),
        None => lin::encode(cnf, &terms, compares, bound, encoding, form),
    })
}

/// The names of the encodings of each family, `auto` first.
#[pyfunction]
pub(crate) fn encodings() -> Vec<(&'static str, Vec<&'static str>)> {
    let names = |family: Family| {
        [family.auto()].into_iter().chain(family.encodings()).map(|row| row.name()).collect()
    };
    Family::ALL.into_iter().map(|family| (family.name(), names(family))).collect()
}
