//! Sums in unary: one bit for each threshold that a sum can reach.
//!
//! Sequential counters and totalizers, weighted or not, are made of one operation, [`merge`]:
//! from the thresholds of two sums those of their sum. In a counter one side is a single
//! literal or group, in a totalizer the two sides are halves of a tree.

use crate::bit::{Bit, add_clause};
use crate::linear::Group;
use crate::{Cnf, Form, Lit, Relation};

/// What the thresholds are for: only those that can matter get a variable, and only the
/// directions that are needed get clauses.
pub(crate) struct Goal {
    pub(crate) relation: Relation,
    pub(crate) bound: u64,
    pub(crate) form: Form,
    /// The largest value of the whole sum.
    pub(crate) total: u64,
    /// What the rest of the sum can be, increasing, when partial sums that it completes alike
    /// are to be one.
    pub(crate) rests: Option<Vec<u64>>,
    /// Whether partial sums skip values, so that a threshold does not propagate to the one below
    /// by itself.
    pub(crate) has_gaps: bool,
}

impl Goal {
    /// For a number of true literals.
    pub(crate) fn of_literals(lits: &[Lit], relation: Relation, k: usize, form: Form) -> Goal {
        let total = lits.len() as u64;
        Goal { relation, bound: k as u64, form, total, rests: None, has_gaps: false }
    }

    /// For a sum over groups.
    pub(crate) fn of_groups(groups: &[Group], relation: Relation, bound: u64, form: Form) -> Goal {
        let total = groups.iter().map(Group::max).sum();
        Goal { relation, bound, form, total, rests: None, has_gaps: true }
    }

    /// Whether literals have to make thresholds true.
    fn upward(&self) -> bool {
        self.form == Form::TwoSided || self.has_upper_bound()
    }

    /// Whether literals have to make thresholds false.
    fn downward(&self) -> bool {
        self.form == Form::TwoSided || self.has_lower_bound()
    }

    fn has_upper_bound(&self) -> bool {
        self.relation != Relation::AtLeast
    }

    fn has_lower_bound(&self) -> bool {
        self.relation != Relation::AtMost
    }

    /// Whether the rest of the sum meets the bound in the same ways after both partial sums.
    fn are_alike(&self, sum: u64, other: u64) -> bool {
        let Some(rests) = &self.rests else { return false };
        let split = |sum: u64| match self.bound.checked_sub(sum) {
            None => 0,
            Some(open) if self.has_upper_bound() => rests.partition_point(|&rest| rest <= open),
            Some(open) => rests.partition_point(|&rest| rest < open),
        };
        split(sum) == split(other)
    }

    /// What is known of the thresholds of a partial sum before anything is assigned. `sums` are
    /// its values, increasing from 0, and `max` the largest. Leaves out the values that cannot
    /// lead to anything else than the one before them.
    fn classify(&self, cnf: &mut Cnf, sums: Vec<u64>, max: u64) -> Vec<(u64, Kind)> {
        let rest = self.total - max;
        let mut kinds = vec![(0, Kind::Certain)];
        for pair in sums.windows(2) {
            let (before, sum) = (pair[0], pair[1]);
            if before > self.bound || (before == self.bound && !self.has_upper_bound()) {
                break;
            }
            if self.are_alike(before, sum) {
                continue;
            }
            let is_certain = self.has_lower_bound() && before + rest < self.bound;
            let is_impossible = self.has_upper_bound() && sum > self.bound;
            if is_certain && is_impossible {
                cnf.add_clause([]);
            }
            let is_irrelevant = !self.has_lower_bound() && sum + rest <= self.bound;
            kinds.push(match (is_certain, is_impossible, is_irrelevant) {
                (_, true, _) => (sum, Kind::Impossible),
                (true, ..) => (sum, Kind::Certain),
                (.., true) => (sum, Kind::Irrelevant),
                _ => (sum, Kind::Open),
            });
        }
        kinds
    }
}

/// What is known of a threshold.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Every solution reaches it.
    Certain,
    /// No solution reaches it.
    Impossible,
    /// Whether it is reached cannot decide anything.
    Irrelevant,
    /// It needs a literal.
    Open,
}

/// A partial sum, by its thresholds.
pub(crate) struct Unary {
    /// Increasing from the sum 0.
    steps: Vec<Step>,
    /// The largest value of the partial sum.
    max: u64,
}

/// A value that a partial sum can have.
#[derive(Clone, Copy)]
struct Step {
    sum: u64,
    /// Whether the partial sum is at least this; `None` when that is irrelevant.
    reached: Option<Bit>,
}

impl Unary {
    /// A literal as the sum 0 or 1.
    pub(crate) fn literal(lit: Lit) -> Unary {
        let zero = Step { sum: 0, reached: Some(Bit::True) };
        Unary { steps: vec![zero, Step { sum: 1, reached: Some(lit.into()) }], max: 1 }
    }

    /// The last step that `sum` reaches.
    fn step_at(&self, sum: u64) -> usize {
        self.steps.partition_point(|step| step.sum <= sum) - 1
    }

    /// Whether the step after this one is reached.
    fn next_reached(&self, index: usize) -> Option<Bit> {
        self.steps.get(index + 1).map_or(Some(Bit::False), |step| step.reached)
    }
}

/// The value of a group. Where the literals of one weight lie at an end of the values that are
/// left, no new variable is needed.
pub(crate) fn group(cnf: &mut Cnf, goal: &Goal, group: &Group) -> Unary {
    let classes = group.classes();
    let sums = classes.iter().map(|class| class.weight).collect();
    let kinds = goal.classify(cnf, sums, group.max());
    let mut layers: Vec<Layer> = Vec::new();
    for (index, &(sum, kind)) in kinds.iter().enumerate() {
        let first = |weight| classes.partition_point(|class| class.weight < weight);
        let end = kinds.get(index + 1).map_or(classes.len(), |&(next, _)| first(next));
        let lits = classes[first(sum)..end].iter().flat_map(|class| class.lits.iter().copied());
        match layers.last_mut() {
            Some(layer) if kind == Kind::Irrelevant => layer.lits.extend(lits),
            _ => layers.push(Layer { kind, low: Bit::True, is_new: false, lits: lits.collect() }),
        }
    }
    for index in 1..layers.len() {
        let (low, is_new) = match layers[index].kind {
            Kind::Certain | Kind::Irrelevant => (Bit::True, false),
            Kind::Impossible => (Bit::False, false),
            Kind::Open => match existing(&layers, index) {
                Some(lit) => (lit.into(), false),
                None => (cnf.new_lit().into(), true),
            },
        };
        layers[index].low = low;
        layers[index].is_new = is_new;
    }
    channel(cnf, goal, &layers);
    let mut bits = layers.iter().map(|layer| layer.low);
    let steps = kinds
        .iter()
        .map(|&(sum, kind)| {
            let reached = if kind == Kind::Irrelevant { None } else { bits.next() };
            Step { sum, reached }
        })
        .collect();
    Unary { steps, max: group.max() }
}

/// The literals of a group between one threshold and the next.
struct Layer {
    kind: Kind,
    /// The threshold below them.
    low: Bit,
    /// Whether it is a new variable.
    is_new: bool,
    lits: Vec<Lit>,
}

/// A literal of the group that is the threshold below this layer: of the values that are left,
/// it is the only one on its side.
fn existing(layers: &[Layer], index: usize) -> Option<Lit> {
    let below = &layers[index - 1];
    let is_top = layers.get(index + 1).is_none_or(|above| above.kind == Kind::Impossible);
    match (&below.lits[..], &layers[index].lits[..]) {
        ([only], _) if below.low == Bit::True => Some(!*only),
        (_, [only]) if is_top => Some(*only),
        _ => None,
    }
}

/// Connects the literals of a group with its thresholds. What follows from the fact that
/// exactly one of them holds is not said again.
fn channel(cnf: &mut Cnf, goal: &Goal, layers: &[Layer]) {
    for (index, layer) in layers.iter().enumerate() {
        let next = layers.get(index + 1);
        let low = layer.low;
        let high = next.map_or(Bit::False, |next| next.low);
        if low == Bit::False || high == Bit::True {
            for &lit in &layer.lits {
                cnf.add_clause([!lit]);
            }
        } else if layer.is_new || next.is_some_and(|next| next.is_new) {
            for &lit in &layer.lits {
                if goal.upward() {
                    add_clause(cnf, [Bit::Lit(!lit), low]);
                }
                if goal.downward() {
                    add_clause(cnf, [Bit::Lit(!lit), !high]);
                }
            }
            add_clause(cnf, [low, !high]);
            let ends = [!low, high].into_iter();
            add_clause(cnf, ends.chain(layer.lits.iter().map(|&lit| Bit::Lit(lit))));
        }
    }
}

/// The sum of two partial sums.
pub(crate) fn merge(cnf: &mut Cnf, goal: &Goal, left: &Unary, right: &Unary) -> Unary {
    let sum = sum_of(cnf, goal, left, right);
    let pairs = || (0..left.steps.len()).flat_map(|i| (0..right.steps.len()).map(move |j| (i, j)));
    if goal.upward() {
        pairs().for_each(|(i, j)| raise(cnf, &sum, left, i, right, j));
    }
    if goal.downward() {
        pairs().for_each(|(i, j)| lower(cnf, &sum, left, i, right, j));
    }
    if goal.has_gaps {
        let open = sum.steps.iter().filter_map(|step| match step.reached {
            Some(Bit::Lit(lit)) => Some(lit),
            _ => None,
        });
        open.clone().zip(open.skip(1)).for_each(|(below, above)| cnf.add_clause([!above, below]));
    }
    sum
}

/// The thresholds of a sum, without clauses.
fn sum_of(cnf: &mut Cnf, goal: &Goal, left: &Unary, right: &Unary) -> Unary {
    let mut sums: Vec<u64> =
        left.steps.iter().flat_map(|a| right.steps.iter().map(move |b| a.sum + b.sum)).collect();
    sums.sort_unstable();
    sums.dedup();
    let max = left.max + right.max;
    let steps = goal.classify(cnf, sums, max).into_iter().map(|(sum, kind)| {
        let reached = match kind {
            Kind::Certain => Some(Bit::True),
            Kind::Impossible => Some(Bit::False),
            Kind::Irrelevant => None,
            Kind::Open => Some(cnf.new_lit().into()),
        };
        Step { sum, reached }
    });
    Unary { steps: steps.collect(), max }
}

/// Both parts reach their steps: so does the sum.
fn raise(cnf: &mut Cnf, sum: &Unary, left: &Unary, i: usize, right: &Unary, j: usize) {
    let (a, b) = (left.steps[i], right.steps[j]);
    let target = sum.step_at(a.sum + b.sum);
    // A smaller pair that reaches the last step as well says more.
    let is_weaker = (i > 0 && sum.step_at(left.steps[i - 1].sum + b.sum) == target)
        || (j > 0 && sum.step_at(a.sum + right.steps[j - 1].sum) == target);
    if let (Some(a), Some(b), Some(target), false) =
        (a.reached, b.reached, sum.steps[target].reached, is_weaker)
    {
        add_clause(cnf, [!a, !b, target]);
    }
}

/// Neither part reaches the step after these: nor does the sum reach the next step after their
/// sum that is relevant.
fn lower(cnf: &mut Cnf, sum: &Unary, left: &Unary, i: usize, right: &Unary, j: usize) {
    let above = |i: usize, j: usize| {
        let (a, b) = (left.steps.get(i)?, right.steps.get(j)?);
        let first = sum.step_at(a.sum + b.sum) + 1;
        let mut steps = sum.steps.iter().enumerate().skip(first);
        steps.find_map(|(index, step)| Some((index, step.reached?)))
    };
    let Some((index, target)) = above(i, j) else { return };
    // A larger pair that the same holds of, or with a step that is certain as well, says more.
    let says_more = |other: Option<(usize, Bit)>| {
        other.is_some_and(|(other, reached)| {
            other == index || (target == Bit::True && reached == target)
        })
    };
    let is_weaker = says_more(above(i + 1, j)) || says_more(above(i, j + 1));
    if let (Some(a), Some(b), false) = (left.next_reached(i), right.next_reached(j), is_weaker) {
        add_clause(cnf, [a, b, !target]);
    }
}
