//! Which encoding of each family to use.

use std::fmt;

use cnfetti_encodings::{Form, at_most_one, cardinality, domain, linear};
use itertools::Itertools;

use crate::csp::{Constraint, Csp};

/// One encoding of each family, and the form in which all are emitted. The `AUTO` of a family
/// picks one for each constraint.
#[derive(Clone, Copy)]
pub struct Choices {
    /// For values that occur at most once.
    pub at_most_one: &'static at_most_one::Encoding,
    /// For values that occur a given number of times.
    pub cardinality: &'static cardinality::Encoding,
    /// For sums and for counts of different values.
    pub linear: &'static linear::Encoding,
    /// For the variables themselves.
    pub domain: &'static domain::Encoding,
    /// Whether auxiliaries are determined.
    pub form: Form,
}

/// There is no encoding with this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {family} encoding called `{name}`: choose one of {known}")]
pub struct UnknownEncoding {
    family: &'static str,
    name: String,
    known: String,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            at_most_one: at_most_one::AUTO,
            cardinality: cardinality::AUTO,
            linear: linear::AUTO,
            domain: domain::AUTO,
            form: Form::TwoSided,
        }
    }
}

impl Choices {
    /// By what the `AUTO`s pick, in one line.
    pub const WHY: &str = "picks for each constraint, among the encodings that propagate best, \
                           the one with the fewest auxiliaries and clauses together";

    /// Whether some family picks an encoding for each constraint.
    pub fn picks(&self) -> bool {
        [self.at_most_one.name(), self.cardinality.name(), self.linear.name(), self.domain.name()]
            .contains(&"auto")
    }

    /// The choices with the encodings of these names, and the default where there is no name.
    pub fn by_names(
        at_most_one: Option<&str>,
        cardinality: Option<&str>,
        linear: Option<&str>,
        domain: Option<&str>,
        form: Form,
    ) -> Result<Choices, UnknownEncoding> {
        let mut choices = Choices { form, ..Choices::default() };
        if let Some(name) = at_most_one {
            choices.at_most_one = at_most_one::by_name(name).ok_or_else(|| {
                unknown("at_most_one", name, at_most_one::ENCODINGS.iter().map(|row| row.name()))
            })?;
        }
        if let Some(name) = cardinality {
            choices.cardinality = cardinality::by_name(name).ok_or_else(|| {
                unknown("cardinality", name, cardinality::ENCODINGS.iter().map(|row| row.name()))
            })?;
        }
        if let Some(name) = linear {
            choices.linear = linear::by_name(name).ok_or_else(|| {
                unknown("linear", name, linear::ENCODINGS.iter().map(|row| row.name()))
            })?;
        }
        if let Some(name) = domain {
            choices.domain = domain::by_name(name).ok_or_else(|| {
                unknown("domain", name, domain::ENCODINGS.iter().map(|row| row.name()))
            })?;
        }
        Ok(choices)
    }
}

impl fmt::Debug for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Choices({self})")
    }
}

impl fmt::Display for Choices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "at_most_one={} cardinality={} linear={} domain={} form={}",
            self.at_most_one.name(),
            self.cardinality.name(),
            self.linear.name(),
            self.domain.name(),
            match self.form {
                Form::TwoSided => "two_sided",
                Form::OneSided => "one_sided",
            }
        )
    }
}

fn unknown(
    family: &'static str,
    name: &str,
    known: impl Iterator<Item = &'static str>,
) -> UnknownEncoding {
    let known = ["auto"].into_iter().chain(known).join(", ");
    UnknownEncoding { family, name: name.to_owned(), known }
}

/// The families of encodings whose choice matters for a CSP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Families {
    /// Some values occur at most once.
    pub at_most_one: bool,
    /// Some values occur a given number of times.
    pub cardinality: bool,
    /// There is a sum or a count of different values.
    pub linear: bool,
    /// There is a variable.
    pub domain: bool,
}

impl Families {
    /// Those that compiling the CSP uses.
    pub fn of(csp: &Csp) -> Families {
        let mut used = Families { domain: !csp.variables.is_empty(), ..Families::default() };
        used.at_most_one = used.domain;
        for posted in &csp.constraints {
            match posted.constraint {
                Constraint::Cardinality(_) => used.cardinality = true,
                Constraint::DistinctCount(_) | Constraint::Sum(_) => used.linear = true,
                Constraint::AllDifferent(_) | Constraint::Selection(_) => used.at_most_one = true,
                Constraint::AllEqual(_)
                | Constraint::Fixed(_)
                | Constraint::Increasing(_)
                | Constraint::ValuePrecedence(_) => {}
            }
        }
        used
    }
}
