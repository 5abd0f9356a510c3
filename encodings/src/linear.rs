//! A bound on a weighted sum over groups of literals.
//!
//! Of each [`group`](encode) exactly one literal holds, which whoever calls guarantees by other
//! clauses; its weight is what the group adds to the sum. A finite-domain variable is the group
//! of its value literals; a Boolean x with weight w is the group {x: w, ¬x: 0}.

mod adder;
mod auto;
mod decision_diagram;
mod generalized_totalizer;
mod paths;
mod sequential_counter;

use std::collections::BTreeMap;

use crate::{Cnf, Form, Lit, Promises, Relation};

/// A way to bound a weighted sum. Stateless: a row of [`ENCODINGS`].
pub trait Encoding: Sync {
    /// Its name in the literature, in snake case.
    fn name(&self) -> &'static str;

    /// Where the construction comes from.
    fn paper(&self) -> &'static str;

    /// What is tested of it.
    fn promises(&self, form: Form, relation: Relation) -> Promises;

    /// The encoding that writes the clauses: itself, unless it only picks one.
    fn pick(
        &self,
        groups: &[Group],
        relation: Relation,
        bound: u64,
        form: Form,
    ) -> Option<&'static dyn Encoding> {
        let _ = (groups, relation, bound, form);
        None
    }

    /// Appends the clauses, for at least one group and 0 ≤ bound ≤ half of the largest sum.
    fn encode(&self, cnf: &mut Cnf, groups: &[Group], relation: Relation, bound: u64, form: Form);
}

/// Every encoding of weighted sums.
pub const ENCODINGS: &[&dyn Encoding] = &[
    &decision_diagram::DecisionDiagram,
    &sequential_counter::SequentialCounter,
    &generalized_totalizer::GeneralizedTotalizer,
    &adder::Adder,
];

/// Picks the encoding by size and propagation.
pub const AUTO: &dyn Encoding = &auto::Auto;

/// The encoding with this name; [`AUTO`] is called `auto`.
pub fn by_name(name: &str) -> Option<&'static dyn Encoding> {
    ENCODINGS.iter().copied().chain([AUTO]).find(|encoding| encoding.name() == name)
}

/// Literals of which exactly one holds, by weight. The smallest weight is 0, and there are at
/// least two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    classes: Vec<Class>,
}

/// The literals of one weight in a [`Group`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// What the group adds to the sum when one of the literals holds.
    pub weight: u64,
    /// At least one.
    pub lits: Vec<Lit>,
}

impl Group {
    /// The literals by increasing weight.
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// The largest weight.
    pub fn max(&self) -> u64 {
        self.classes.last().map_or(0, |class| class.weight)
    }
}

/// The sum over the groups of the weight of the literal that holds compares with `bound` as the
/// relation says. Exactly one literal of each group must hold by other clauses.
///
/// The encoding sees the problem in normal form: weights that start at 0 and have no common
/// divisor, no bound that holds always or never, and for a bound above half of the largest sum
/// the mirror image.
///
/// # Panics
///
/// When the differences between the largest and the smallest weight of the groups have a sum of
/// 2^64 or more.
pub fn encode(
    cnf: &mut Cnf,
    groups: &[Vec<(Lit, i64)>],
    relation: Relation,
    bound: i64,
    encoding: &dyn Encoding,
    form: Form,
) {
    match normalize(groups, relation, bound) {
        Normal::Always => {}
        Normal::Never => cnf.add_clause([]),
        Normal::Open { groups, relation, bound } => {
            let encoding = encoding.pick(&groups, relation, bound, form).unwrap_or(encoding);
            cnf.section("linear", encoding.name(), |cnf| {
                encoding.encode(cnf, &groups, relation, bound, form);
            });
        }
    }
}

/// A sum in normal form.
enum Normal {
    Always,
    Never,
    Open { groups: Vec<Group>, relation: Relation, bound: u64 },
}

fn normalize(groups: &[Vec<(Lit, i64)>], mut relation: Relation, bound: i64) -> Normal {
    let mut bound = i128::from(bound);
    let mut shifted = Vec::new();
    for group in groups {
        // Exactly one of no literals: the formula has no model.
        let Some(min) = group.iter().map(|&(_, weight)| weight).min() else { return Normal::Never };
        bound -= i128::from(min);
        shifted.push(by_weight(group, min));
    }
    shifted.retain(|group| group.max() > 0);
    let total: i128 = shifted.iter().map(|group| i128::from(group.max())).sum();
    match relation {
        Relation::AtMost if bound >= total => return Normal::Always,
        Relation::AtLeast if bound <= 0 => return Normal::Always,
        Relation::AtMost | Relation::Exactly if bound < 0 => return Normal::Never,
        Relation::AtLeast | Relation::Exactly if bound > total => return Normal::Never,
        Relation::Exactly if total == 0 => return Normal::Always,
        _ => {}
    }
    if 2 * bound > total {
        bound = total - bound;
        relation = mirror(&mut shifted, relation);
    }
    let divisor = divide(&mut shifted);
    let bound = match relation {
        Relation::AtMost => bound / divisor,
        Relation::AtLeast => (bound + divisor - 1) / divisor,
        Relation::Exactly if bound % divisor == 0 => bound / divisor,
        Relation::Exactly => return Normal::Never,
    };
    assert!(u64::try_from(total).is_ok(), "the weights of a sum are too large");
    Normal::Open { groups: shifted, relation, bound: bound as u64 }
}

/// The literals of a group by their weight above the smallest.
fn by_weight(group: &[(Lit, i64)], min: i64) -> Group {
    let mut weights = BTreeMap::<u64, Vec<Lit>>::new();
    for &(lit, weight) in group {
        weights.entry(weight.abs_diff(min)).or_default().push(lit);
    }
    let classes = weights.into_iter().map(|(weight, lits)| Class { weight, lits }).collect();
    Group { classes }
}

/// Replaces each weight by its distance from the largest of its group.
fn mirror(groups: &mut [Group], relation: Relation) -> Relation {
    for group in groups {
        let max = group.max();
        group.classes.iter_mut().for_each(|class| class.weight = max - class.weight);
        group.classes.reverse();
    }
    relation.mirrored()
}

/// Divides the weights by their greatest common divisor, which it returns.
fn divide(groups: &mut [Group]) -> i128 {
    let classes = || groups.iter().flat_map(|group| &group.classes);
    let divisor = classes().fold(0, |divisor, class| gcd(divisor, class.weight)).max(1);
    for class in groups.iter_mut().flat_map(|group| &mut group.classes) {
        class.weight /= divisor;
    }
    i128::from(divisor)
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
