//! The thresholds of a single summand.

use super::{Goal, Kind, Step, Unary};
use crate::definition::Meaning;
use crate::lit::{Bit, Lit};
use crate::summand::{Class, Summand};
use crate::writer::Writer;

/// The thresholds of a summand.
pub(crate) fn leaf(out: &mut Writer<'_>, goal: &Goal, summand: &Summand) -> Unary {
    let steps = match summand {
        Summand::OneOf(classes) => one_of(out, goal, classes),
        Summand::Order { weights, reached } => order(out, goal, weights, reached),
    };
    let terms = if out.keeps_definitions() { summand.terms() } else { Vec::new() };
    Unary { steps, max: summand.max(), terms }
}

/// The thresholds of an integer that already has them.
fn order(out: &mut Writer<'_>, goal: &Goal, weights: &[u64], reached: &[Lit]) -> Vec<Step> {
    let max = weights.last().copied().unwrap_or(0);
    let kinds = goal.classify(weights.iter().copied(), max);
    let threshold = |sum: u64| match weights.partition_point(|&weight| weight < sum) {
        0 => Bit::True,
        index => Bit::Lit(reached[index - 1]),
    };
    // The outermost thresholds decide those beyond them.
    let last_certain = kinds.iter().rfind(|&&(_, kind)| kind == Kind::Certain);
    let first_impossible = kinds.iter().find(|&&(_, kind)| kind == Kind::Impossible);
    if let Some(&(sum, _)) = last_certain {
        out.require([threshold(sum)]);
    }
    if let Some(&(sum, _)) = first_impossible {
        out.require([!threshold(sum)]);
    }
    let step = |(sum, kind)| match kind {
        Kind::Certain => Step { sum, reached: Some(Bit::True) },
        Kind::Impossible => Step { sum, reached: Some(Bit::False) },
        Kind::Irrelevant => Step { sum, reached: None },
        Kind::Open => Step { sum, reached: Some(threshold(sum)) },
    };
    kinds.into_iter().map(step).collect()
}

/// The thresholds of a summand with one true literal. Needs no new variable where the literals of
/// one weight are at an end of the remaining values.
fn one_of(out: &mut Writer<'_>, goal: &Goal, classes: &[Class]) -> Vec<Step> {
    let max = classes.last().map_or(0, |class| class.weight);
    let kinds = goal.classify(classes.iter().map(|class| class.weight), max);
    let mut layers: Vec<Layer> = Vec::new();
    for (index, &(sum, kind)) in kinds.iter().enumerate() {
        let first = |weight| classes.partition_point(|class| class.weight < weight);
        let end = kinds.get(index + 1).map_or(classes.len(), |&(next, _)| first(next));
        let lits = classes[first(sum)..end].iter().flat_map(|class| class.lits.iter().copied());
        match layers.last_mut() {
            Some(layer) if kind == Kind::Irrelevant => layer.lits.extend(lits),
            _ => layers.push(Layer {
                kind,
                first: index,
                low: Bit::True,
                is_new: false,
                lits: lits.collect(),
            }),
        }
    }
    for index in 1..layers.len() {
        let (low, is_new) = match layers[index].kind {
            Kind::Certain | Kind::Irrelevant => (Bit::True, false),
            Kind::Impossible => (Bit::False, false),
            Kind::Open => match existing(&layers, index) {
                Some(lit) => (lit.into(), false),
                None => {
                    let lit = out.new_lit();
                    let (sum, _) = kinds[layers[index].first];
                    out.means(lit, || Meaning::reaches(terms(classes), sum));
                    (lit.into(), true)
                }
            },
        };
        layers[index].low = low;
        layers[index].is_new = is_new;
    }
    channel(out, goal, &layers);
    let mut bits = layers.iter().map(|layer| layer.low);
    kinds
        .iter()
        .map(|&(sum, kind)| {
            let reached = if kind == Kind::Irrelevant { None } else { bits.next() };
            Step { sum, reached }
        })
        .collect()
}

/// The terms of the sum.
fn terms(classes: &[Class]) -> impl Iterator<Item = (u64, Lit)> + '_ {
    classes.iter().flat_map(|class| class.lits.iter().map(|&lit| (class.weight, lit)))
}

/// The literals of a summand between one threshold and the next.
struct Layer {
    kind: Kind,
    /// The index of its first threshold.
    first: usize,
    /// The threshold below its literals.
    low: Bit,
    /// Whether that is a new variable.
    is_new: bool,
    lits: Vec<Lit>,
}

/// A literal of the summand that can serve as the threshold below this layer, because it is the
/// only remaining value on its side.
fn existing(layers: &[Layer], index: usize) -> Option<Lit> {
    let below = &layers[index - 1];
    let is_top = layers.get(index + 1).is_none_or(|above| above.kind == Kind::Impossible);
    match (&below.lits[..], &layers[index].lits[..]) {
        ([only], _) if below.low == Bit::True => Some(!*only),
        (_, [only]) if is_top => Some(*only),
        _ => None,
    }
}

/// Ties the literals of a summand to its new thresholds. Leaves out clauses that follow because
/// exactly one of the literals holds.
fn channel(out: &mut Writer<'_>, goal: &Goal, layers: &[Layer]) {
    for (index, layer) in layers.iter().enumerate() {
        let next = layers.get(index + 1);
        let low = layer.low;
        let high = next.map_or(Bit::False, |next| next.low);
        let ends_new = next.is_some_and(|next| next.is_new);
        if low == Bit::False || high == Bit::True {
            for &lit in &layer.lits {
                out.require([!lit]);
            }
        } else if layer.is_new || ends_new {
            for &lit in &layer.lits {
                if goal.upward && layer.is_new {
                    out.define([Bit::Lit(!lit), low]);
                }
                if goal.downward && ends_new {
                    out.define([Bit::Lit(!lit), !high]);
                }
            }
            out.define([low, !high]);
            let ends = [!low, high].into_iter();
            out.define(ends.chain(layer.lits.iter().map(|&lit| Bit::Lit(lit))));
        }
    }
}
