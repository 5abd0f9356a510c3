//! Sums of inequalities, and how large their left side can be.

use cnfetti_encodings::Lit;

use crate::engine::Engine;
use crate::inequality::{Inequality, TooLarge};

/// A sum of facts with multipliers. Its weights, one per variable, may be negative.
#[derive(Clone, Debug, Default)]
pub(crate) struct Combination {
    /// Each variable's weight.
    weights: Vec<i64>,
    /// The variables that may have a weight, each once.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    /// Each variable's weight in the terms that may be added.
    offered: Vec<i64>,
    /// When each group was last visited.
    seen: Vec<u64>,
    looks: u64,
    /// The spread of each group's weights, and the version of the sum for which it holds.
    spreads: Vec<(u64, i64)>,
    version: u64,
    bound: i64,
    /// The facts with their multipliers.
    pub(crate) parts: Vec<(usize, i64)>,
}

/// How to scale a combination and the terms to add so that something they share cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) own: i64,
    pub(crate) other: i64,
}

impl Scale {
    /// How to cancel weights of a literal and its opposite; `None` if the multipliers would be too large.
    pub(crate) fn cancelling(own: i64, other: i64) -> Option<Scale> {
        let divisor = gcd(own, other);
        let scale = Scale { own: other / divisor, other: own / divisor };
        (scale.own.max(scale.other) <= LARGEST).then_some(scale)
    }
}

/// The largest multiplier to try.
const LARGEST: i64 = 1 << 12;

impl Combination {
    /// Starts again with an empty sum.
    pub(crate) fn clear(&mut self) {
        for &variable in &self.touched {
            self.weights[variable as usize] = 0;
            self.is_touched[variable as usize] = false;
        }
        self.touched.clear();
        self.parts.clear();
        self.bound = 0;
        self.version += 1;
    }

    /// Adds a scaled fact.
    pub(crate) fn add(&mut self, engine: &Engine, fact: usize, scale: Scale) {
        let Scale { own, other } = scale;
        self.version += 1;
        for &variable in &self.touched {
            self.weights[variable as usize] *= own;
        }
        self.bound *= own;
        self.parts.iter_mut().for_each(|part| part.1 *= own);
        let inequality = &engine.fact(fact).inequality;
        self.bound += other * least_of(inequality.terms(), inequality.degree());
        for &(weight, lit) in inequality.terms() {
            let variable = lit.variable() as usize;
            self.make_room(variable);
            if !std::mem::replace(&mut self.is_touched[variable], true) {
                self.touched.push(lit.variable());
            }
            self.weights[variable] += other * signed(weight, lit);
        }
        self.parts.push((fact, other));
    }

    fn make_room(&mut self, variable: usize) {
        if self.weights.len() <= variable {
            self.weights.resize(variable + 1, 0);
            self.is_touched.resize(variable + 1, false);
            self.offered.resize(variable + 1, 0);
        }
    }

    fn offer(&mut self, terms: &[(i64, Lit)]) {
        for &(weight, lit) in terms {
            self.make_room(lit.variable() as usize);
            self.offered[lit.variable() as usize] = signed(weight, lit);
        }
    }

    fn withdraw(&mut self, terms: &[(i64, Lit)]) {
        terms.iter().for_each(|(_, lit)| self.offered[lit.variable() as usize] = 0);
    }

    /// The slack after adding scaled terms, given the slack before. Visits only the variables of these terms.
    pub(crate) fn slack_with(
        &mut self,
        engine: &Engine,
        slack: i64,
        (terms, degree): (&[(i64, Lit)], i64),
        Scale { own, other }: Scale,
    ) -> i64 {
        self.offer(terms);
        self.looks += 1;
        self.seen.resize(engine.num_groups(), 0);
        let (mut before, mut after) = (0, 0);
        for &(_, lit) in terms {
            let lit = if lit.is_positive() { lit } else { !lit };
            let then = |weight: i64, offered: i64| own * weight + other * offered;
            let (weight, offered) = (self.weight(lit), of(&self.offered, lit));
            match (engine.value(lit), engine.group_of(lit)) {
                (Some(true), _) => {
                    before += weight;
                    after += then(weight, offered);
                }
                (Some(false), _) => {}
                (None, None) => {
                    before += weight.max(0);
                    after += then(weight, offered).max(0);
                }
                (None, Some(group)) => {
                    if std::mem::replace(&mut self.seen[group], self.looks) < self.looks {
                        let open = engine.group(group).members.iter();
                        let open = open.filter(|&&lit| engine.value(lit).is_none());
                        let mut most: Option<(i64, i64)> = None;
                        for &lit in open {
                            let weight = self.weight(lit);
                            let later = then(weight, of(&self.offered, lit));
                            let (one, two) = most.unwrap_or((weight, later));
                            most = Some((one.max(weight), two.max(later)));
                        }
                        let (weight, later) = most.unwrap_or_default();
                        before += weight;
                        after += later;
                    }
                }
            }
        }
        self.withdraw(terms);
        let bound = own * self.bound + other * least_of(terms, degree);
        own * (slack + self.bound - before) + after - bound
    }

    /// The weight of a literal.
    pub(crate) fn weight(&self, lit: Lit) -> i64 {
        of(&self.weights, lit)
    }

    /// By how much the left side can exceed the bound, given what the engine knows; negative if the
    /// combination cannot hold. `limits` gets each group's largest contribution.
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

    /// The facts, with their multipliers, whose sum contradicts the assumptions alone: those of this
    /// combination, and those that give each group exactly one value.
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

    /// The combination as an inequality.
    pub(crate) fn inequality(&self) -> Result<Inequality, TooLarge> {
        let term = |&variable: &u32| {
            let lit = Lit::from_dimacs(variable as i32)?;
            Some((self.weights[variable as usize], lit))
        };
        Inequality::at_least(self.touched.iter().filter_map(term), self.bound)
    }

    /// How to scale both so that some variable cancels; `None` if they share none.
    pub(crate) fn scale_for(&mut self, engine: &Engine, terms: &[(i64, Lit)]) -> Option<Scale> {
        self.spreads.resize(engine.num_groups(), (0, 0));
        let mut shared = None;
        // A literal with a known value contributes the same whether or not it cancels.
        let open = terms.iter().filter(|&&(_, lit)| engine.value(lit).is_none());
        for &(weight, lit) in open {
            let Some(group) = engine.group_of(lit).or_else(|| engine.group_of(!lit)) else {
                shared = Some((self.weight(lit).abs(), weight)).filter(|&(own, _)| own > 0);
                if shared.is_some() {
                    break;
                }
                continue;
            };
            let own = self.spread_of(engine, group);
            if own > 0 {
                self.offer(terms);
                let members = engine.group(group).members.iter();
                let other = spread(members.map(|&lit| of(&self.offered, lit)));
                self.withdraw(terms);
                if other > 0 {
                    shared = Some((own, other));
                    break;
                }
            }
        }
        let (own, other) = shared?;
        Scale::cancelling(own, other)
    }

    /// The last variable with a weight, among those wanted, as the literal with a positive weight; never a
    /// literal that is false.
    pub(crate) fn last_open(
        &self,
        engine: &Engine,
        is_looked_for: impl Fn(u32) -> bool,
    ) -> Option<(Lit, i64)> {
        let literal = |&variable: &u32| {
            let lit = Lit::from_dimacs(variable as i32)?;
            let weight = self.weight(lit);
            Some((if weight < 0 { !lit } else { lit }, weight.abs()))
        };
        let open = self.touched.iter().filter_map(literal);
        let open = open.filter(|&(lit, weight)| weight > 0 && engine.value(lit) != Some(false));
        let looked_for = open.filter(|(lit, _)| is_looked_for(lit.variable()));
        looked_for.max_by_key(|(lit, _)| lit.variable())
    }

    /// The difference between the largest and the smallest weight in a group.
    fn spread_of(&mut self, engine: &Engine, group: usize) -> i64 {
        let (version, known) = self.spreads[group];
        if version == self.version {
            return known;
        }
        let spread = spread(engine.group(group).members.iter().map(|&lit| self.weight(lit)));
        self.spreads[group] = (self.version, spread);
        spread
    }
}

/// Turns the weight of a literal into the weight of its variable.
fn signed(weight: i64, lit: Lit) -> i64 {
    if lit.is_positive() { weight } else { -weight }
}

/// The weight of a literal, from the weights of the variables.
fn of(weights: &[i64], lit: Lit) -> i64 {
    signed(weights.get(lit.variable() as usize).copied().unwrap_or(0), lit)
}

/// The degree after each term takes the weight of its variable.
fn least_of(terms: &[(i64, Lit)], degree: i64) -> i64 {
    let negative = terms.iter().filter(|(_, lit)| !lit.is_positive());
    degree - negative.map(|&(weight, _)| weight).sum::<i64>()
}

/// The difference between the largest and the smallest number.
fn spread(numbers: impl Iterator<Item = i64>) -> i64 {
    let ends = numbers.fold(None, |ends: Option<(i64, i64)>, number| {
        ends.map_or(Some((number, number)), |(least, most)| {
            Some((least.min(number), most.max(number)))
        })
    });
    ends.map_or(0, |(least, most)| most - least)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}
