//! The journal: what is known so far, and where each part comes from.

use std::collections::{HashMap, HashSet};

use cnfetti_core::csp::{Csp, Value, VarId};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

/// That a variable has a value, or has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Literal {
    pub(super) variable: VarId,
    pub(super) value: Value,
    pub(super) holds: bool,
    /// Whether it was given or said, and can not only be worked out because no other value is left.
    is_said: bool,
}

impl Literal {
    pub(super) fn is(variable: VarId, value: Value) -> Literal {
        Literal { variable, value, holds: true, is_said: false }
    }

    /// That the value was given or said.
    pub(super) fn is_said(variable: VarId, value: Value) -> Literal {
        Literal { is_said: true, ..Literal::is(variable, value) }
    }

    pub(super) fn is_not(variable: VarId, value: Value) -> Literal {
        Literal { variable, value, holds: false, is_said: false }
    }
}

/// Where a literal comes from.
#[derive(Clone, Debug)]
enum Origin {
    /// The step with this number.
    Step(usize),
    /// It can be seen from these.
    Seen(Vec<Literal>),
    /// The variable has no other value.
    NoOther,
}

/// What is known, with its origins.
#[derive(Clone)]
pub(super) struct Journal {
    pub(super) known: Candidates,
    origins: HashMap<Literal, Origin>,
    /// Which variables were said to have their value, or can be seen to.
    said: HashSet<VarId>,
    /// Whether a value that is left alone is only known once a step says so: with pencil marks.
    is_penciled: bool,
}

impl Journal {
    pub(super) fn new(start: &Candidates) -> Journal {
        let (origins, said) = (HashMap::new(), HashSet::new());
        Journal { known: start.clone(), origins, said, is_penciled: false }
    }

    /// What is known now of these places was given, and a value that is left alone has to be said from here on.
    pub(super) fn use_pencil(&mut self, places: &[VarId]) {
        self.is_penciled = true;
        let is_given = |place: &&VarId| self.known.decided(**place).is_some();
        self.said.extend(places.iter().filter(is_given));
    }

    /// Whether the value of the variable was given, said, or can be seen.
    pub(super) fn has_said(&self, variable: VarId) -> bool {
        self.said.contains(&variable)
    }

    /// Whether a step concluded, or a reader can see, that the variable has the value.
    pub(super) fn is_said(&self, variable: VarId, value: Value) -> bool {
        self.said.contains(&variable) && self.known.decided(variable) == Some(value)
    }

    /// How much is open, and how much was said: a step that leaves both as they are says nothing new.
    pub(super) fn measure(&self) -> (usize, usize) {
        (self.known.rows().iter().map(Vec::len).sum(), self.said.len())
    }

    /// Takes in what a step concludes.
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

    /// Takes in what can be seen from other things.
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
        // What was known before stays with what it was known from.
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

/// The literals that a conclusion needs, by step.
pub(super) struct Needs<'a> {
    csp: &'a Csp,
    journal: &'a Journal,
    seen: HashSet<Literal>,
    /// For each step what is needed of it.
    pub(super) of_step: Vec<HashSet<Literal>>,
}

impl<'a> Needs<'a> {
    pub(super) fn new(csp: &'a Csp, journal: &'a Journal, steps: usize) -> Needs<'a> {
        Needs { csp, journal, seen: HashSet::new(), of_step: vec![HashSet::new(); steps] }
    }

    /// All that the candidates say of a variable.
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
                // That was known before the first step.
                Some(Origin::NoOther) | None => {}
            }
        }
    }
}
