//! The search, layer by layer: each state branches on the literals of its group.
//!
//! A state is what is left of the formula: its region, which is the clauses that are not satisfied, and the
//! true literals whose negations occur in them. Nothing else matters, so equal states are merged. Groups are
//! decided in a fixed order; groups that the region no longer mentions are skipped.

mod state;

use hashbrown::HashTable;

use super::formula::{Code, Formula, OFTEN, variable};
use super::graph::{Ahead, DECIDED, Edge, Graph, Group, State, Step, Target, span};
use crate::cdcl::Verdict;
use cnfetti_core::limit::{Limit, Limits, Poll, Stopped};

/// In a layer with this many states, ask the CDCL solver about some, and about all if so many of these have no model.
/// If half of them have one, expanding all is quicker.
const WIDE: usize = 64;
const ASKED: usize = 16;
const DEAD: usize = 13;

/// How many conflicts the CDCL solver may spend on a state that can be expanded instead.
const CONFLICTS: u64 = 2000;

/// How many states to make, and how many to expand in a layer.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    pub(super) states: usize,
    pub(super) beam: usize,
}

impl Effort {
    /// As many as the limits allow.
    pub(super) const ALL: Effort = Effort { states: usize::MAX, beam: usize::MAX };
}

/// The end of a search.
pub(super) enum Found {
    /// It found everything.
    All(Box<Graph>),
    /// The effort was too small: there would be about this many states.
    About(f64),
}

/// The states of a layer that have not been expanded yet.
#[derive(Default)]
struct Waiting {
    /// The regions, one after the other.
    regions: Vec<u64>,
    /// The places of the states in the layer.
    table: HashTable<u32>,
}

struct Search<'a> {
    formula: &'a Formula,
    limits: &'a Limits,
    effort: Effort,
    graph: Graph,
    waiting: Vec<Waiting>,
    /// The number of words in a region.
    words: usize,
    is_true: Vec<bool>,
    trail: Vec<Step>,
    region: Vec<u64>,
    literals: Vec<Code>,
    /// When each variable was last counted.
    counted: Vec<u32>,
    counting: u32,
    /// How many bytes the waiting states take.
    waiting_bytes: usize,
    poll: Poll,
}

/// Expands all states of the groups in their order.
pub(super) fn search(
    formula: &Formula,
    groups: &[Group],
    effort: Effort,
    limits: &Limits,
) -> Result<Found, Stopped> {
    let words = formula.num_clauses().div_ceil(64);
    let mut search = Search {
        formula,
        limits,
        effort,
        graph: Graph { groups: groups.to_vec(), ..Graph::default() },
        waiting: Vec::new(),
        words,
        is_true: vec![false; 2 * formula.num_vars],
        trail: Vec::new(),
        region: vec![0; words],
        literals: Vec::new(),
        counted: vec![0; formula.num_vars],
        counting: 0,
        waiting_bytes: 0,
        poll: limits.budget.poll(OFTEN),
    };
    search.waiting.resize_with(groups.len() + 1, Waiting::default);
    search.graph.layers = vec![Vec::new(); groups.len() + 1];
    search.begin()?;
    let (mut scale, mut about) = (1.0, 0.0);
    for layer in 0..groups.len() {
        let states = std::mem::take(&mut search.graph.layers[layer]);
        about += scale * states.len() as f64;
        let looked_at = states.len().min(effort.beam);
        scale *= states.len().max(1) as f64 / looked_at.max(1) as f64;
        search.expand_layer(layer, &states, looked_at)?;
        search.graph.layers[layer] = states;
        if search.graph.states.len() > effort.states {
            return Ok(Found::About(f64::INFINITY));
        }
    }
    if effort.beam < usize::MAX {
        return Ok(Found::About(about));
    }
    search.complete_last_layer()?;
    Ok(Found::All(Box::new(search.graph)))
}

impl Search<'_> {
    /// Propagates what holds without any decision.
    fn begin(&mut self) -> Result<(), Stopped> {
        let mut region = vec![0; self.words];
        let mut conflict = None;
        for number in 0..self.formula.num_clauses() as u32 {
            region[number as usize / 64] |= 1_u64 << (number % 64);
            match *self.formula.clause(number) {
                [] => conflict = Some(number),
                [lit] if self.is_true[lit as usize ^ 1] => conflict = Some(number),
                [lit] if !self.is_true[lit as usize] => self.assign(lit, number),
                _ => {}
            }
        }
        let conflict = match conflict {
            None => self.propagate(&region, 0)?,
            conflict => conflict,
        };
        let root = self.finish(conflict, &region, &[], 0);
        self.graph.root = Some(root);
        Ok(())
    }

    fn expand_layer(
        &mut self,
        layer: usize,
        states: &[u32],
        looked_at: usize,
    ) -> Result<(), Stopped> {
        let waiting = std::mem::take(&mut self.waiting[layer]);
        if states.len() >= WIDE && self.effort.beam == usize::MAX {
            self.rule_out(states)?;
        }
        for number in 0..looked_at {
            self.check_limits()?;
            let at = number * states.len() / looked_at;
            let id = states[at];
            if self.graph.states[id as usize].ahead == Ahead::Unknown {
                self.expand(id, &waiting.regions[at * self.words..(at + 1) * self.words])?;
            }
            if self.graph.states.len() > self.effort.states {
                break;
            }
        }
        self.waiting_bytes -= size_of_val(waiting.regions.as_slice());
        Ok(())
    }

    fn check_limits(&self) -> Result<(), Stopped> {
        self.limits.budget.check()?;
        let bytes = self.graph.bytes() + 2 * self.waiting_bytes;
        let is_large = self.graph.steps.len() > u32::MAX as usize / 2;
        if bytes > self.limits.memory_bytes || is_large {
            return Err(Stopped(Limit::Memory));
        }
        Ok(())
    }

    /// Asks the CDCL solver about some states, and about all if most have no model.
    fn rule_out(&mut self, states: &[u32]) -> Result<(), Stopped> {
        let sample = (0..ASKED).map(|number| states[number * states.len() / ASKED]);
        let mut ruled_out = 0;
        for id in sample {
            ruled_out += usize::from(self.is_ruled_out(id)?);
        }
        if ruled_out >= DEAD {
            for &id in states {
                self.is_ruled_out(id)?;
            }
        }
        Ok(())
    }

    fn is_ruled_out(&mut self, id: u32) -> Result<bool, Stopped> {
        let state = self.graph.states[id as usize];
        if state.ahead != Ahead::Unknown {
            return Ok(matches!(state.ahead, Ahead::Refuted(_)));
        }
        let verdict = self.ask(&state, CONFLICTS)?;
        if let Verdict::Refuted(clause) = verdict {
            self.graph.states[id as usize].ahead = Ahead::Refuted(clause);
        }
        Ok(matches!(verdict, Verdict::Refuted(_)))
    }

    fn ask(&mut self, state: &State, conflicts: u64) -> Result<Verdict, Stopped> {
        let formula = self.formula;
        let mut cdcl = self.graph.cdcl.take().unwrap_or_else(|| formula.cdcl());
        let assumptions = self.graph.literals_of(state);
        let verdict = cdcl.solve(assumptions, conflicts, &self.limits.budget);
        self.graph.cdcl = Some(cdcl);
        self.check_limits()?;
        Ok(verdict)
    }

    /// If no shown variable is left, finds a model of the rest, or that there is none.
    fn complete_last_layer(&mut self) -> Result<(), Stopped> {
        let states = self.graph.layers.last().cloned().unwrap_or_default();
        let waiting = self.waiting.pop().unwrap_or_default();
        for (&id, at) in states.iter().zip(0..) {
            let state = self.graph.states[id as usize];
            self.graph.states[id as usize].ahead = match self.ask(&state, u64::MAX)? {
                Verdict::Refuted(clause) => Ahead::Refuted(clause),
                Verdict::Unknown => return Err(Stopped(self.limits.budget.limit())),
                Verdict::Model => {
                    self.model_of(&state, &waiting.regions[at * self.words..(at + 1) * self.words])
                }
            };
        }
        Ok(())
    }

    /// The values of the remaining variables in the CDCL solver's model.
    fn model_of(&mut self, state: &State, region: &[u64]) -> Ahead {
        let formula = self.formula;
        let first = self.graph.steps.len() as u32;
        let known = span(state.first_literal, state.num_literals);
        self.counting += 1;
        for &lit in &self.graph.literals[known] {
            self.counted[variable(lit)] = self.counting;
        }
        let Some(cdcl) = &self.graph.cdcl else { return Ahead::Unknown };
        for number in members(region) {
            for &lit in formula.clause(number) {
                if self.counted[variable(lit)] != self.counting {
                    self.counted[variable(lit)] = self.counting;
                    let lit = if cdcl.holds(lit) { lit } else { lit ^ 1 };
                    self.graph.steps.push(Step { lit, reason: DECIDED });
                }
            }
        }
        Ahead::Model { first, number: self.graph.steps.len() as u32 - first }
    }

    /// Adds an edge for each open literal of the group.
    fn expand(&mut self, id: u32, region: &[u64]) -> Result<(), Stopped> {
        let state = self.graph.states[id as usize];
        let group = self.graph.groups[state.layer as usize].clone();
        let known = self.graph.literals_of(&state).to_vec();
        known.iter().for_each(|&lit| self.is_true[lit as usize] = true);
        let first = self.graph.edges.len() as u32;
        for (place, &lit) in group.lits.iter().enumerate() {
            if !self.is_true[lit as usize ^ 1] {
                self.poll.steps(self.formula.num_literals())?;
                let conflict = self.branch(&group.lits[..place], lit, region)?;
                let edge = self.finish(conflict, region, &known, state.layer as usize + 1);
                self.graph.edges.push(edge);
            }
        }
        let number = self.graph.edges.len() as u32 - first;
        self.graph.states[id as usize].ahead = Ahead::Edges { first, number };
        known.iter().for_each(|&lit| self.is_true[lit as usize] = false);
        Ok(())
    }

    /// Decides a literal and the negations of those before it. Returns a clause that is then false.
    fn branch(
        &mut self,
        before: &[Code],
        lit: Code,
        region: &[u64],
    ) -> Result<Option<u32>, Stopped> {
        self.assign(lit, DECIDED);
        let mut conflict = self.propagate(region, 0)?;
        for &other in before {
            if conflict.is_some() {
                break;
            }
            if self.is_true[other as usize] {
                // The earlier literal follows from this one, so its branch has these models.
                let at = self.trail.iter().position(|step| step.lit == other);
                let Some(at) = at else { return Ok(None) };
                conflict = Some(self.trail[at].reason);
                for step in self.trail.drain(at..) {
                    self.is_true[step.lit as usize] = false;
                }
            } else if !self.is_true[other as usize ^ 1] {
                let head = self.trail.len();
                self.assign(other ^ 1, DECIDED);
                conflict = self.propagate(region, head)?;
            }
        }
        Ok(conflict)
    }

    /// Turns the trail into an edge, and clears it.
    fn finish(
        &mut self,
        conflict: Option<u32>,
        region: &[u64],
        known: &[Code],
        layer: usize,
    ) -> Edge {
        let target = match conflict {
            Some(clause) => Target::Conflict(clause),
            None => self.arrive(region, known, layer),
        };
        let first_step = self.graph.steps.len() as u32;
        for step in self.trail.drain(..) {
            self.is_true[step.lit as usize] = false;
            self.graph.steps.push(step);
        }
        let num_steps = self.graph.steps.len() as u32 - first_step;
        Edge { first_step, num_steps, target }
    }
}

/// The literals that a clause leaves open.
enum Open {
    None,
    One(Code),
    Enough,
}

impl Search<'_> {
    /// Makes a literal true.
    fn assign(&mut self, lit: Code, reason: u32) {
        self.is_true[lit as usize] = true;
        self.trail.push(Step { lit, reason });
    }

    /// Propagates within a region. Returns a clause that is then false.
    fn propagate(&mut self, region: &[u64], mut head: usize) -> Result<Option<u32>, Stopped> {
        let formula = self.formula;
        while let Some(&Step { lit, .. }) = self.trail.get(head) {
            head += 1;
            for &number in formula.clauses_with(lit ^ 1) {
                if !contains(region, number) {
                    continue;
                }
                let clause = formula.clause(number);
                self.poll.steps(clause.len())?;
                match self.only_open(clause) {
                    Open::None => return Ok(Some(number)),
                    Open::One(lit) => self.assign(lit, number),
                    Open::Enough => {}
                }
            }
        }
        Ok(None)
    }

    fn only_open(&self, clause: &[Code]) -> Open {
        let mut open = Open::None;
        for &lit in clause {
            if self.is_true[lit as usize] {
                return Open::Enough;
            }
            if !self.is_true[lit as usize ^ 1] {
                match open {
                    Open::None => open = Open::One(lit),
                    _ => return Open::Enough,
                }
            }
        }
        open
    }
}

fn contains(region: &[u64], number: u32) -> bool {
    region[number as usize / 64] >> (number % 64) & 1 == 1
}

fn members(region: &[u64]) -> impl Iterator<Item = u32> {
    region.iter().zip(0_u32..).flat_map(|(&word, place)| {
        let mut left = word;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(64 * place + bit)
        })
    })
}
