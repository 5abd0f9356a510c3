//! Which encoding of each family to use.

use std::fmt;

use cnfetti_encodings::{Encoding, Family, Form, at_most_one, cardinality, domain, linear};
use itertools::Itertools;

use super::counts;
use cnfetti_core::csp::{Condition, Constraint, Count, Csp, DistinctCount};

/// One encoding of each family, and the form in which all are emitted. The `AUTO` of a family
/// picks one for each constraint.
#[derive(Clone, Copy)]
pub struct Choices {
    /// The encoding for values that occur at most once.
    pub at_most_one: &'static at_most_one::Encoding,
    /// The encoding for values that occur a given number of times, and for sums that count if
    /// `linear` is `auto`.
    pub cardinality: &'static cardinality::Encoding,
    /// The encoding for sums and for counts of different values.
    pub linear: &'static linear::Encoding,
    /// The encoding for the variables themselves; for those with many values also the sort of
    /// literals.
    pub domain: &'static domain::Encoding,
    /// Up to this many values a variable has a literal for each; with more, what its constraints
    /// need.
    pub few_values: usize,
    /// Whether auxiliaries are determined.
    pub form: Form,
    /// Whether the formula is only for finding a solution. Auxiliaries of tasks and extrema need not be determined then.
    pub for_search: bool,
}

/// There is no encoding with this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {family} encoding called `{name}`: choose one of {}", known(*.family))]
pub struct UnknownEncoding {
    family: Family,
    name: String,
}

fn known(family: Family) -> String {
    [family.auto()].into_iter().chain(family.encodings()).map(Encoding::name).join(", ")
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            at_most_one: at_most_one::AUTO,
            cardinality: cardinality::AUTO,
            linear: linear::AUTO,
            domain: domain::AUTO,
            few_values: FEW_VALUES,
            form: Form::TwoSided,
            for_search: false,
        }
    }
}

/// Larger domains than this do not occur in puzzles but for pieces, whose values are needed.
const FEW_VALUES: usize = 100;

/// Sums and objectives propagate better with thresholds.
const FEW_VALUES_FOR_SEARCH: usize = 10;

impl Choices {
    /// How the `AUTO`s pick, in one line.
    pub const WHY: &str = "picks for each constraint the smallest of the encodings that \
                           propagate best";

    /// The default choices, but with a literal for each value of every variable, also where there
    /// are many: for what asks about values.
    pub fn with_values() -> Choices {
        Choices { domain: domain::ONE_HOT, ..Choices::default() }
    }

    /// The same choices for a formula that is only for finding a solution.
    pub(crate) fn for_search(self) -> Choices {
        Choices { few_values: self.few_values.min(FEW_VALUES_FOR_SEARCH), for_search: true, ..self }
    }

    /// The encodings, in the order of [`Family::ALL`].
    pub fn encodings(&self) -> [Encoding; 4] {
        [
            Encoding::AtMostOne(self.at_most_one),
            Encoding::Cardinality(self.cardinality),
            Encoding::Linear(self.linear),
            Encoding::Domain(self.domain),
        ]
    }

    /// The same choices but for this encoding.
    pub fn with(self, encoding: Encoding) -> Choices {
        match encoding {
            Encoding::AtMostOne(at_most_one) => Choices { at_most_one, ..self },
            Encoding::Cardinality(cardinality) => Choices { cardinality, ..self },
            Encoding::Linear(linear) => Choices { linear, ..self },
            Encoding::Domain(domain) => Choices { domain, ..self },
        }
    }

    /// Whether some family picks an encoding for each constraint.
    pub fn picks(&self) -> bool {
        self.encodings().iter().any(|encoding| encoding.name() == encoding.family().auto().name())
    }

    /// The default choices, but for the encodings of these names.
    pub fn by_names<'a>(
        names: impl IntoIterator<Item = (Family, &'a str)>,
        form: Form,
    ) -> Result<Choices, UnknownEncoding> {
        let mut choices = Choices { form, ..Choices::default() };
        for (family, name) in names {
            let encoding = family
                .by_name(name)
                .ok_or_else(|| UnknownEncoding { family, name: name.to_owned() })?;
            choices = choices.with(encoding);
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
        for encoding in self.encodings() {
            write!(f, "{}={} ", encoding.family(), encoding.name())?;
        }
        f.write_str(match self.form {
            Form::TwoSided => "form=two_sided",
            Form::OneSided => "form=one_sided",
        })
    }
}

/// The order in which a formula is built: the variables, then what is said of them.
const ORDER: [Family; 4] = [Family::Domain, Family::AtMostOne, Family::Cardinality, Family::Linear];

/// The families of encodings whose choice matters for a CSP, in the order in which its formula is
/// built.
pub(crate) fn families_of(csp: &Csp) -> Vec<Family> {
    let mut used = Vec::new();
    if !csp.variables().is_empty() {
        used.extend([Family::Domain, Family::AtMostOne]);
    }
    used.extend(csp.constraints().iter().flat_map(|posted| families(csp, &posted.constraint)));
    ORDER.into_iter().filter(|family| used.contains(family)).collect()
}

/// The families that state a constraint; none when its clauses are its own.
fn families(csp: &Csp, constraint: &Constraint) -> &'static [Family] {
    match constraint {
        Constraint::Cardinality(_) => &[Family::Cardinality],
        Constraint::Count(Count { condition, .. })
        | Constraint::DistinctCount(DistinctCount { condition, .. }) => number(condition),
        Constraint::Circuit(circuit) => match &circuit.size {
            Some(Condition::Compare(..)) => &[Family::AtMostOne, Family::Linear],
            Some(Condition::Within(_)) => &[Family::AtMostOne, Family::Cardinality],
            None => &[Family::AtMostOne],
        },
        Constraint::Linear(sum) => match counts::counted(sum, |variable| csp.domain(variable)) {
            Some(_) => &[Family::Cardinality, Family::Linear],
            None => &[Family::Linear],
        },
        Constraint::BinPacking(_) | Constraint::Cumulative(_) | Constraint::Operation(_) => {
            &[Family::Linear]
        }
        Constraint::AllDifferent(_) | Constraint::Parts(_) | Constraint::Selection(_) => {
            &[Family::AtMostOne]
        }
        Constraint::AllEqual(_)
        | Constraint::ArgExtremum(_)
        | Constraint::Automaton(_)
        | Constraint::Channel(_)
        | Constraint::Connected(_)
        | Constraint::Element(_)
        | Constraint::Extremum(_)
        | Constraint::Fixed(_)
        | Constraint::Increasing(_)
        | Constraint::Lex(_)
        | Constraint::NoOverlap(_)
        | Constraint::Table(_)
        | Constraint::ValuePrecedence(_) => &[],
    }
}

/// The families that state a condition on the number of true literals.
fn number(condition: &Condition) -> &'static [Family] {
    match condition {
        Condition::Within(_) => &[Family::Cardinality],
        Condition::Compare(..) => &[Family::Linear],
    }
}
