//! From a CSP to its CNF.
//!
//! Each variable has one literal for each value, and these come first in the formula; one with many
//! values may have a literal for each threshold or binary digit instead. The chosen
//! [`domain::Encoding`](cnfetti_encodings::domain::Encoding) says that it has exactly one value; each
//! constraint is then stated over these literals by a function of its own, with the encodings of the [`Choices`]. A clause that
//! is there already is left out. [`Compiled`] remembers where every clause and every auxiliary variable came from.

mod choices;
mod constraints;
mod cost;
mod counts;
mod map;
mod repeats;
mod shape;
mod sums;
mod weights;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use cnfetti_encodings::{Cnf, Lit, Section, Stop};
use itertools::Itertools;

pub(crate) use choices::families_of;
pub use choices::{Choices, UnknownEncoding};
pub use constraints::elimination_order;
pub use cost::Cost;
pub use map::{Map, Meaning, NotASolution};
pub use weights::Weights;

use cnfetti_core::csp::{Csp, VarId};
use cnfetti_core::limit::{Budget, Limit, Stopped};
use repeats::Known;

/// A CSP as a formula.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The formula.
    pub cnf: Cnf,
    /// The meaning of the problem's literals.
    pub map: Map,
    /// Where the clauses come from, in the order of the clauses.
    pub parts: Vec<Part>,
}

/// The clauses and the auxiliary variables that one thing became.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The origin of the clauses.
    pub origin: Origin,
    /// The numbers of its clauses in the formula.
    pub clauses: Range<usize>,
    /// The numbers of the clauses of earlier parts that it says as well.
    pub shared: Vec<u32>,
    /// Its auxiliary variables: the DIMACS numbers after the first up to the second.
    pub auxiliaries: Range<u32>,
    /// The numbers of its cases in the formula, when it keeps them.
    pub cases: Range<usize>,
}

/// The origin of clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The variable has exactly one value.
    Domain(VarId),
    /// The constraint with this position in [`Csp::constraints`].
    Constraint(usize),
}

/// An encoding, and how often it was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Used {
    /// The family, such as `at_most_one`.
    pub family: &'static str,
    /// The encoding's name.
    pub encoding: &'static str,
    /// How often.
    pub times: usize,
}

impl fmt::Display for Used {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.family, self.encoding)?;
        if self.times > 1 { write!(f, "*{}", self.times) } else { Ok(()) }
    }
}

/// The size of a formula, or of a part of one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Variables that stand for values of the puzzle.
    pub problem_variables: u32,
    /// Variables that the encodings added.
    pub auxiliary_variables: u32,
    /// Clauses.
    pub clauses: usize,
    /// Literals in all clauses.
    pub literals: usize,
    /// Literals in the longest clause.
    pub longest_clause: usize,
}

impl Size {
    /// The size of a formula whose first variables are the problem's.
    pub fn of(cnf: &Cnf, problem_variables: u32) -> Size {
        let auxiliary_variables = cnf.num_vars() - problem_variables;
        let clauses = Size::default().with(cnf.clauses());
        Size { problem_variables, auxiliary_variables, ..clauses }
    }

    /// With these clauses more.
    fn with<'a>(mut self, clauses: impl IntoIterator<Item = &'a [Lit]>) -> Size {
        for clause in clauses {
            self.clauses += 1;
            self.literals += clause.len();
            self.longest_clause = self.longest_clause.max(clause.len());
        }
        self
    }
}

fn tally<'a>(sections: impl IntoIterator<Item = &'a Section>) -> Vec<Used> {
    let names = sections.into_iter().map(|section| (section.family, section.encoding));
    let counts = names.counts().into_iter();
    counts.map(|((family, encoding), times)| Used { family, encoding, times }).sorted().collect()
}

/// The formula would be too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the formula would have more than {limit} literals; choose a smaller encoding \
     (`cnfetti list encodings`)"
)]
pub struct TooLarge {
    /// The largest number of literals a formula may have.
    pub limit: usize,
}

/// Formulas with more literals than this are not built: they would need gigabytes.
pub const MAX_LITERALS: usize = 100_000_000;

/// Why there is no formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotCompiled {
    /// It would be too large.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// A limit was reached first.
    #[error("the formula was not finished")]
    Stopped(#[from] Stopped),
}

impl NotCompiled {
    /// The limit that was reached; an error when it was none.
    pub fn limit(self) -> Result<Limit, TooLarge> {
        match self {
            NotCompiled::TooLarge(error) => Err(error),
            NotCompiled::Stopped(Stopped(limit)) => Ok(limit),
        }
    }
}

/// Compiles the CSP with these encodings, however long it takes.
///
/// # Errors
///
/// When the formula would have more than [`MAX_LITERALS`].
pub fn compile(csp: &Csp, choices: &Choices) -> Result<Compiled, TooLarge> {
    compile_within(csp, choices, &Budget::default()).map_err(|error| match error {
        NotCompiled::TooLarge(error) => error,
        NotCompiled::Stopped(_) => unreachable!("nothing ends an unlimited budget"),
    })
}

/// Compiles the CSP with these encodings until the budget is spent.
///
/// # Errors
///
/// When the formula would have more than [`MAX_LITERALS`], or the budget is spent first.
pub fn compile_within(
    csp: &Csp,
    choices: &Choices,
    budget: &Budget,
) -> Result<Compiled, NotCompiled> {
    compile_into(Cnf::with_max_literals(MAX_LITERALS), csp, choices, budget)
}

/// The same for a formula of at most this many literals.
///
/// # Errors
///
/// When the formula would have more, or the budget is spent first.
pub(crate) fn compile_up_to(
    max_literals: usize,
    csp: &Csp,
    choices: &Choices,
    budget: &Budget,
) -> Result<Compiled, NotCompiled> {
    compile_into(Cnf::with_max_literals(max_literals.min(MAX_LITERALS)), csp, choices, budget)
}

/// The same, and the formula keeps what its auxiliary variables mean ([`Cnf::definitions`]).
///
/// # Errors
///
/// As [`compile_within`].
pub fn compile_defined(
    csp: &Csp,
    choices: &Choices,
    budget: &Budget,
) -> Result<Compiled, NotCompiled> {
    let mut cnf = Cnf::with_max_literals(MAX_LITERALS);
    cnf.keep_definitions();
    compile_into(cnf, csp, choices, budget)
}

fn compile_into(
    mut cnf: Cnf,
    csp: &Csp,
    choices: &Choices,
    budget: &Budget,
) -> Result<Compiled, NotCompiled> {
    budget.check()?;
    let asked = budget.clone();
    let stop = move || {
        asked.spend(SOME_CLAUSES);
        asked.is_spent()
    };
    let mut writer = Writer { budget, stop: Arc::new(stop), known: Known::default() };
    let map = Map::new(csp, &shape::shapes(csp, choices), &mut cnf, MAX_LITERALS);
    let map = map.ok_or(TooLarge { limit: MAX_LITERALS })?;
    let mut compiled = Compiled { cnf, map, parts: Vec::new() };
    for variable in csp.ids() {
        compiled.part(&mut writer, Origin::Domain(variable), |cnf, map| {
            shape::restrict(cnf, map, variable, choices);
        })?;
    }
    for (index, posted) in csp.constraints().iter().enumerate() {
        compiled.part(&mut writer, Origin::Constraint(index), |cnf, map| {
            constraints::encode(cnf, map, &posted.constraint, choices);
        })?;
    }
    Ok(compiled)
}

/// How many steps the clauses count as that are written until it is asked whether to stop, and each
/// clause of what is written.
const SOME_CLAUSES: u64 = 20_000;
const A_CLAUSE: u64 = 50;

/// What goes along from part to part.
struct Writer<'a> {
    budget: &'a Budget,
    stop: Stop,
    known: Known,
}

impl Compiled {
    fn part(
        &mut self,
        writer: &mut Writer<'_>,
        origin: Origin,
        encode: impl FnOnce(&mut Cnf, &Map),
    ) -> Result<(), NotCompiled> {
        let (clauses, variables) = (self.cnf.num_clauses(), self.cnf.num_vars());
        let cases = self.cnf.cases().len();
        self.cnf.within(&writer.stop, |cnf| encode(cnf, &self.map));
        if self.cnf.has_overflowed() {
            writer.budget.check()?;
            return Err(TooLarge { limit: MAX_LITERALS }.into());
        }
        let problem = self.map.num_literals();
        let shared =
            writer.known.leave_out_repeats(&mut self.cnf, clauses, problem, writer.budget)?;
        writer.budget.spend(A_CLAUSE * (self.cnf.num_clauses() - clauses) as u64);
        self.parts.push(Part {
            origin,
            clauses: clauses..self.cnf.num_clauses(),
            shared,
            auxiliaries: variables..self.cnf.num_vars(),
            cases: cases..self.cnf.cases().len(),
        });
        Ok(writer.budget.check()?)
    }

    /// All that a part says, by itself: its clauses, and those of earlier parts that it would repeat.
    pub fn clauses_of(&self, part: &Part) -> impl Iterator<Item = &[Lit]> {
        let shared = part.shared.clone().into_iter();
        let shared = shared.map(|number| self.cnf.clause(number as usize));
        self.cnf.clauses_in(part.clauses.clone()).chain(shared)
    }

    /// The encodings that wrote clauses of these consecutive parts, each with how often.
    pub fn encodings_of(&self, parts: &[Part]) -> Vec<Used> {
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return Vec::new() };
        let (start, end) = (first.clauses.start, last.clauses.end);
        let sections = self.cnf.sections();
        let first = sections.partition_point(|section| section.clauses.end <= start);
        tally(sections[first..].iter().take_while(|section| section.clauses.end <= end))
    }

    /// The encodings that wrote clauses, each with how often.
    pub fn encodings(&self) -> Vec<Used> {
        tally(self.cnf.sections())
    }

    /// How large the formula is.
    pub fn size(&self) -> Size {
        Size::of(&self.cnf, self.problem_variables())
    }

    /// How large these parts are together. The problem's variables are part of none.
    pub fn size_of(&self, parts: &[Part]) -> Size {
        parts.iter().fold(Size::default(), |size, part| {
            let auxiliary_variables = size.auxiliary_variables + part.auxiliaries.len() as u32;
            let size = size.with(self.cnf.clauses_in(part.clauses.clone()));
            Size { auxiliary_variables, ..size }
        })
    }

    /// How many variables stand for values of the puzzle.
    pub fn problem_variables(&self) -> u32 {
        self.map.num_literals()
    }

    /// How many variables the encodings added.
    pub fn auxiliary_variables(&self) -> u32 {
        self.cnf.num_vars() - self.map.num_literals()
    }
}
