//! The journal: what is known so far, and how each part of it became known.

use std::collections::{HashMap, HashSet};

use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

/// The statement that a variable has a value, or that it does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Literal {
    pub(super) variable: VarId,
    pub(super) value: Value,
    pub(super) holds: bool,
    /// Whether the value was given or stated by a step, rather than being the only one left.
    is_said: bool,
}

impl Literal {
    pub(super) fn is(variable: VarId, value: Value) -> Literal {
        Literal { variable, value, holds: true, is_said: false }
    }

    /// The literal that the value was given or stated by a step.
    pub(super) fn is_said(variable: VarId, value: Value) -> Literal {
        Literal { is_said: true, ..Literal::is(variable, value) }
    }

    pub(super) fn is_not(variable: VarId, value: Value) -> Literal {
        Literal { variable, value, holds: false, is_said: false }
    }
}

/// How a literal became known.
#[derive(Clone, Debug)]
enum Origin {
    /// The step with this number.
    Step(usize),
    /// A reader sees it from these.
    Seen(Vec<Literal>),
    /// The variable has no other value.
    NoOther,
}

/// What is known, and the origin of each part.
#[derive(Clone)]
pub(super) struct Journal {
    pub(super) known: Candidates,
    origins: HashMap<Literal, Origin>,
    /// The variables whose value was stated by a step, or can be seen.
    said: HashSet<VarId>,
    /// Whether a step must still state the last value that is left, as with pencil marks.
    is_penciled: bool,
}

impl Journal {
    pub(super) fn new(start: &Candidates) -> Journal {
        let (origins, said) = (HashMap::new(), HashSet::new());
        Journal { known: start.clone(), origins, said, is_penciled: false }
    }

    /// Treats the decided ones of these places as given. From now on, a step has to state the last value that is left.
    pub(super) fn use_pencil(&mut self, places: &[VarId]) {
        self.is_penciled = true;
        let is_given = |place: &&VarId| self.known.decided(**place).is_some();
        self.said.extend(places.iter().filter(is_given));
    }

    /// Whether the value of the variable was given, was stated by a step, or can be seen.
    pub(super) fn has_said(&self, variable: VarId) -> bool {
        self.said.contains(&variable)
    }

    /// Whether a step concluded, or a reader can see, that the variable has the value.
    pub(super) fn is_said(&self, variable: VarId, value: Value) -> bool {
        // The search asks this of every place for every piece, and most are open.
        self.known.decided(variable) == Some(value) && self.said.contains(&variable)
    }

    /// How many candidates are left, and how many values were stated. A step that changes neither says nothing new.
    pub(super) fn measure(&self) -> (usize, usize) {
        (self.known.rows().iter().map(Vec::len).sum(), self.said.len())
    }

    /// Records a conclusion of a step.
    pub(super) fn conclude(&mut self, step: usize, fact: &Fact) {
        match &fact.said {
            Said::Is(value) => self.is(fact.variable, *value, Origin::Step(step)),
            Said::IsNone(values) => {
                values.iter().for_each(|&value| {
                    self.is_not(fact.variable, value, Origin::Step(step));
                });
            }
        }
    }

    /// Records a literal that a reader sees from others.
    pub(super) fn see(&mut self, literal: Literal, from: Vec<Literal>) {
        let Literal { variable, value, holds, .. } = literal;
        match holds {
            true => self.is(variable, value, Origin::Seen(from)),
            false => self.is_not(variable, value, Origin::Seen(from)),
        }
    }

    fn is(&mut self, variable: VarId, value: Value, origin: Origin) {
        let literal = Literal::is(variable, value);
        let is_new = self.said.insert(variable);
        // A literal keeps its first origin.
        if self.is_penciled && is_new {
            self.origins.insert(Literal::is_said(variable, value), origin.clone());
        }
        self.origins.entry(literal).or_insert(origin);
        for other in self.known.of(variable).to_vec() {
            if other != value {
                self.is_not(variable, other, Origin::Seen(vec![literal]));
            }
        }
    }

    fn is_not(&mut self, variable: VarId, value: Value, origin: Origin) {
        if self.known.of(variable).binary_search(&value).is_ok() {
            self.known.remove(variable, value);
            self.origins.insert(Literal::is_not(variable, value), origin);
            if let Some(only) = self.known.decided(variable) {
                self.origins.entry(Literal::is(variable, only)).or_insert(Origin::NoOther);
            }
        }
    }
}

/// The literals that the end needs, by the step that concludes them.
pub(super) struct Dependencies<'a> {
    csp: &'a Csp,
    journal: &'a Journal,
    seen: HashSet<Literal>,
    /// For each step, its literals that are needed.
    pub(super) of_step: Vec<HashSet<Literal>>,
}

impl<'a> Dependencies<'a> {
    pub(super) fn new(csp: &'a Csp, journal: &'a Journal, steps: usize) -> Dependencies<'a> {
        Dependencies { csp, journal, seen: HashSet::new(), of_step: vec![HashSet::new(); steps] }
    }

    /// Everything that is known about a variable is needed.
    pub(super) fn candidates(&mut self, variable: VarId) {
        match self.journal.known.decided(variable) {
            Some(value) => {
                let said = Literal::is_said(variable, value);
                let is_said = self.journal.origins.contains_key(&said);
                self.literal(if is_said { said } else { Literal::is(variable, value) });
            }
            None => {
                let left = self.journal.known.of(variable);
                let gone = self.csp.domain(variable).iter().filter(|value| !left.contains(value));
                gone.for_each(|&value| self.literal(Literal::is_not(variable, value)));
            }
        }
    }

    pub(super) fn fact(&mut self, fact: &Fact) {
        match &fact.said {
            Said::Is(value) => self.literal(Literal::is(fact.variable, *value)),
            Said::IsNone(values) => {
                values.iter().for_each(|&v| self.literal(Literal::is_not(fact.variable, v)));
            }
        }
    }

    fn literal(&mut self, literal: Literal) {
        let mut open = vec![literal];
        while let Some(literal) = open.pop() {
            if !self.seen.insert(literal) {
                continue;
            }
            let Literal { variable, value, holds, is_said } = literal;
            match self.journal.origins.get(&literal) {
                Some(Origin::Step(step)) => {
                    self.of_step[*step].insert(Literal { is_said: false, ..literal });
                }
                Some(Origin::Seen(from)) => open.extend(from),
                None if is_said => {}
                Some(Origin::NoOther) | None if holds => {
                    let others = self.csp.domain(variable).iter().filter(|&&v| v != value);
                    open.extend(others.map(|&other| Literal::is_not(variable, other)));
                }
                // It was known before the first step.
                Some(Origin::NoOther) | None => {}
            }
        }
    }
}
