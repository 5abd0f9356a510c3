//! Sums of inequalities, and how large their left side can be.

use cnfetti_encodings::Lit;

use crate::engine::Engine;

/// A sum of facts with multipliers: over variables with weights of any sign, at least a bound.
#[derive(Clone, Debug, Default)]
pub(crate) struct Combination {
    /// For each variable its weight.
    weights: Vec<i64>,
    /// The variables that may have a weight, each once, and which they are.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// For each group when it was last looked at.
    seen: Vec<u64>,
    looks: u64,
    bound: i64,
    /// The facts with their multipliers.
    pub(crate) parts: Vec<(usize, i64)>,
}

/// How a combination and something that is added to it are scaled so that what they share cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) own: i64,
    pub(crate) other: i64,
}

/// Multipliers above this are not tried.
const LARGEST: i64 = 1 << 12;

impl Combination {
    /// Nothing yet.
    pub(crate) fn clear(&mut self) {
        for &variable in &self.touched {
            self.weights[variable as usize] = 0;
            self.is_touched[variable as usize] = false;
        }
        self.touched.clear();
        self.parts.clear();
        self.bound = 0;
    }

    /// Adds terms, so many times; the bound grows as often by that of the terms.
    pub(crate) fn add_terms(&mut self, terms: &[(i64, Lit)], degree: i64, times: i64) {
        self.bound += times * degree;
        for &(weight, lit) in terms {
            let variable = lit.variable() as usize;
            if self.weights.len() <= variable {
                self.weights.resize(variable + 1, 0);
                self.is_touched.resize(variable + 1, false);
            }
            if !std::mem::replace(&mut self.is_touched[variable], true) {
                self.touched.push(lit.variable());
            }
            if lit.is_positive() {
                self.weights[variable] += times * weight;
            } else {
                self.weights[variable] -= times * weight;
                self.bound -= times * weight;
            }
        }
    }

    /// Adds a fact, scaled.
    pub(crate) fn add(&mut self, engine: &Engine, fact: usize, scale: Scale) {
        self.scale(scale.own);
        let inequality = &engine.fact(fact).inequality;
        self.add_terms(inequality.terms(), inequality.degree(), scale.other);
        self.parts.push((fact, scale.other));
    }

    pub(crate) fn scale(&mut self, times: i64) {
        if times == 1 {
            return;
        }
        for &variable in &self.touched {
            self.weights[variable as usize] *= times;
        }
        self.bound *= times;
        self.parts.iter_mut().for_each(|part| part.1 *= times);
    }

    /// The slack, when terms are added, scaled.
    pub(crate) fn slack_with(
        &mut self,
        engine: &Engine,
        terms: &[(i64, Lit)],
        degree: i64,
        scale: Scale,
    ) -> i64 {
        self.scale(scale.own);
        self.add_terms(terms, degree, scale.other);
        let slack = self.slack(engine, None);
        self.add_terms(terms, degree, -scale.other);
        self.unscale(scale.own);
        slack
    }

    fn unscale(&mut self, times: i64) {
        if times == 1 {
            return;
        }
        for &variable in &self.touched {
            self.weights[variable as usize] /= times;
        }
        self.bound /= times;
        self.parts.iter_mut().for_each(|part| part.1 /= times);
    }

    fn weight(&self, lit: Lit) -> i64 {
        let weight = self.weights.get(lit.variable() as usize).copied().unwrap_or(0);
        if lit.is_positive() { weight } else { -weight }
    }

    /// By how much the left side can exceed the bound, given what the engine knows: negative when the
    /// combination cannot hold. `limits` gets what groups of literals contribute at most.
    pub(crate) fn slack(
        &mut self,
        engine: &Engine,
        mut limits: Option<&mut Vec<(usize, i64)>>,
    ) -> i64 {
        let mut largest = 0;
        self.looks += 1;
        self.seen.resize(engine.num_groups(), 0);
        for at in 0..self.touched.len() {
            let variable = self.touched[at];
            let weight = self.weights[variable as usize];
            let Some(lit) = Lit::from_dimacs(variable as i32) else { continue };
            match (engine.value(lit), engine.group_of(lit)) {
                (Some(true), _) => largest += weight,
                (Some(false), _) => {}
                (None, None) => largest += weight.max(0),
                (None, Some(group)) => {
                    if std::mem::replace(&mut self.seen[group], self.looks) < self.looks {
                        let open = engine.group(group).members.iter();
                        let open = open.filter(|&&lit| engine.value(lit).is_none());
                        let most = open.map(|&lit| self.weight(lit)).max().unwrap_or(0);
                        largest += most;
                        if let Some(limits) = &mut limits {
                            limits.push((group, most));
                        }
                    }
                }
            }
        }
        largest - self.bound
    }

    /// The facts whose sum cannot hold by what is assumed alone, with their multipliers: those of this,
    /// and that groups have one value.
    pub(crate) fn finished(&mut self, engine: &Engine) -> Vec<(usize, i64)> {
        let mut limits = Vec::new();
        self.slack(engine, Some(&mut limits));
        let mut parts = self.parts.clone();
        for (group, most) in limits {
            let [some, not_two] = engine.group(group).facts;
            if most > 0 {
                parts.push((not_two, most));
            } else if most < 0 {
                parts.push((some, -most));
            }
        }
        parts
    }

    /// How to scale both so that what they share of a variable cancels; `None` when they share nothing.
    pub(crate) fn scale_for(&self, engine: &Engine, terms: &[(i64, Lit)]) -> Option<Scale> {
        let spreads = |&(weight, lit): &(i64, Lit)| {
            let Some(group) = engine.group_of(lit).or_else(|| engine.group_of(!lit)) else {
                return (self.weight(lit).abs(), weight);
            };
            let members = &engine.group(group).members;
            let other = |lit: Lit| {
                let at = terms.binary_search_by_key(&lit.variable(), |(_, lit)| lit.variable());
                at.map_or(0, |at| if terms[at].1 == lit { terms[at].0 } else { -terms[at].0 })
            };
            (
                spread(members.iter().map(|&lit| self.weight(lit))),
                spread(members.iter().map(|&lit| other(lit))),
            )
        };
        let mut shared = terms.iter().take(MOST_LOOKED_AT).map(spreads);
        let (own, other) = shared.find(|&(own, other)| own > 0 && other > 0)?;
        let divisor = gcd(own, other);
        let scale = Scale { own: other / divisor, other: own / divisor };
        (scale.own.max(scale.other) <= LARGEST).then_some(scale)
    }
}

/// How much numbers differ.
fn spread(numbers: impl Iterator<Item = i64>) -> i64 {
    let ends = numbers.fold(None, |ends: Option<(i64, i64)>, number| {
        ends.map_or(Some((number, number)), |(least, most)| {
            Some((least.min(number), most.max(number)))
        })
    });
    ends.map_or(0, |(least, most)| most - least)
}

/// So many terms are looked at for one that is shared.
const MOST_LOOKED_AT: usize = 40;

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
