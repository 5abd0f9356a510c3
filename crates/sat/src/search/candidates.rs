//! Candidates: the values that each variable can still have, and the evidence that it cannot have others.

use cnfetti_encodings::Lit;

use super::confirm::{Claim, Evidence, Unchecked, Unconfirmed, confirm};
use crate::compile::{Choices, Map, TooLarge, compile_within};
use cnfetti_core::csp::{Atom, Csp, Fixed, Value, VarId};
use cnfetti_core::limit::Budget;

/// The values that each variable can still have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates(Vec<Vec<Value>>);

/// A fact about one variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The variable.
    pub variable: VarId,
    /// Which value it has, or which values it does not have.
    pub said: Said,
}

impl Fact {
    /// Whether it leaves the variable the value.
    pub fn allows(&self, value: Value) -> bool {
        match &self.said {
            Said::Is(said) => *said == value,
            Said::IsNone(gone) => !gone.contains(&value),
        }
    }

    /// The literals that say it.
    pub fn literals(&self, map: &Map) -> Vec<Lit> {
        let literal = |value| {
            let atom = Atom { variable: self.variable, value };
            map.literal(atom).expect("facts speak of values in the domain")
        };
        match &self.said {
            Said::Is(value) => vec![literal(*value)],
            Said::IsNone(values) => values.iter().map(|&value| !literal(value)).collect(),
        }
    }
}

/// What a fact says about its variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Said {
    /// It has this value.
    Is(Value),
    /// It has none of these values, of which there is at least one; increasing.
    IsNone(Vec<Value>),
}

impl Candidates {
    /// Every value of the domains.
    pub fn all(csp: &Csp) -> Candidates {
        Candidates(csp.variables().iter().map(|variable| variable.domain().to_vec()).collect())
    }

    /// Candidates with these values for each variable, increasing.
    pub fn new(rows: impl IntoIterator<Item = Vec<Value>>) -> Candidates {
        Candidates(rows.into_iter().collect())
    }

    /// Candidates that the givens and these atoms leave.
    pub fn known(csp: &Csp, atoms: &[Atom]) -> Candidates {
        let mut known = Candidates::all(csp);
        atoms.iter().for_each(|&atom| known.fix(atom));
        for posted in csp.constraints() {
            if let Some((variable, values)) = posted.given(csp) {
                known.0[variable.index()].retain(|value| values.contains(value));
            }
        }
        known
    }

    /// The values left to a variable, increasing.
    pub fn of(&self, variable: VarId) -> &[Value] {
        &self.0[variable.index()]
    }

    /// The values left to each variable.
    pub fn rows(&self) -> &[Vec<Value>] {
        &self.0
    }

    /// The variable's value, when one only is left.
    pub fn decided(&self, variable: VarId) -> Option<Value> {
        match *self.of(variable) {
            [value] => Some(value),
            _ => None,
        }
    }

    /// All that is known of a variable of the problem; `None` when nothing is.
    pub fn fact(&self, csp: &Csp, variable: VarId) -> Option<Fact> {
        let fact = self.fact_of(variable, csp.domain(variable));
        (fact.said != Said::IsNone(Vec::new())).then_some(fact)
    }

    /// All that is known of a variable with these values; that it is none of no values when nothing
    /// is.
    pub fn fact_of(&self, variable: VarId, domain: &[Value]) -> Fact {
        let left = self.of(variable);
        let said = match left {
            &[value] => Said::Is(value),
            _ => Said::IsNone(domain.iter().copied().filter(|v| !left.contains(v)).collect()),
        };
        Fact { variable, said }
    }

    /// Rules a value out.
    pub fn remove(&mut self, variable: VarId, value: Value) {
        self.0[variable.index()].retain(|&other| other != value);
    }

    /// Leaves a variable only this value, or none when it had been ruled out.
    pub fn fix(&mut self, atom: Atom) {
        self.0[atom.variable.index()].retain(|&value| value == atom.value);
    }

    /// Takes in a fact.
    pub fn learn(&mut self, fact: &Fact) {
        match &fact.said {
            Said::Is(value) => self.fix(Atom { variable: fact.variable, value: *value }),
            Said::IsNone(values) => {
                values.iter().for_each(|&value| self.remove(fact.variable, value));
            }
        }
    }

    /// Whether all that the fact says is known.
    pub fn knows(&self, fact: &Fact) -> bool {
        let of = self.of(fact.variable);
        match &fact.said {
            Said::Is(value) => of == [*value],
            Said::IsNone(gone) => !gone.iter().any(|value| of.contains(value)),
        }
    }

    /// The facts that hold here and did not before, at most one for each variable.
    pub fn since(&self, before: &Candidates) -> Vec<Fact> {
        let rows = before.0.iter().zip(&self.0).enumerate();
        let changed = rows.filter(|(_, (old, new))| old != new);
        let facts = changed.map(|(index, (old, new))| {
            let said = match new[..] {
                [value] => Said::Is(value),
                _ => Said::IsNone(old.iter().copied().filter(|v| !new.contains(v)).collect()),
            };
            Fact { variable: VarId::at(index), said }
        });
        facts.collect()
    }

    /// The literals that say what is known of a variable.
    pub fn literals(&self, map: &Map, variable: VarId) -> Vec<Lit> {
        match self.decided(variable) {
            Some(value) => map.literal(Atom { variable, value }).into_iter().collect(),
            None => {
                let gone =
                    map.values(variable).filter(|(value, _)| !self.of(variable).contains(value));
                gone.map(|(_, lit)| !lit).collect()
            }
        }
    }

    /// The fact that an atom holds, or that it does not: that its variable has the only other value, where one is left.
    pub fn about(&self, Atom { variable, value }: Atom, holds: bool) -> Fact {
        let mut others = self.of(variable).iter().copied().filter(|other| *other != value);
        let said = match (holds, others.next(), others.next()) {
            (true, ..) => Said::Is(value),
            (false, Some(only), None) => Said::Is(only),
            (false, ..) => Said::IsNone(vec![value]),
        };
        Fact { variable, said }
    }
}

impl From<Atom> for Fact {
    fn from(Atom { variable, value }: Atom) -> Fact {
        Fact { variable, said: Said::Is(value) }
    }
}

/// Confirms that no variable has a value that is in `known` but not in `left`, in any solution with the
/// atoms: with a clause that some variable has one, the formula has no model. Without `left`, confirms that
/// there is no solution with the atoms.
pub fn confirm_ruled_out(
    csp: &Csp,
    atoms: &[Atom],
    known: &Candidates,
    left: Option<&Candidates>,
    claim: Claim<'_>,
    budget: &Budget,
) -> Result<Result<Evidence, Unconfirmed>, TooLarge> {
    let mut fixed = csp.clone();
    atoms.iter().for_each(|&atom| fixed.post(Fixed { atom }.into(), "it is fixed"));
    let compiled = match compile_within(&fixed, &Choices::with_values(), budget) {
        Ok(compiled) => compiled,
        Err(error) => return Ok(claim.judge(Evidence::Word(Unchecked::of(error.limit()?)))),
    };
    let mut cnf = compiled.cnf.to_unlimited();
    if let Some(left) = left {
        let ruled_out = |variable: VarId| {
            let values = known.of(variable).iter().copied();
            let gone = values.filter(move |value| !left.of(variable).contains(value));
            gone.map(move |value| Atom { variable, value })
        };
        let ruled_out = csp.ids().flat_map(ruled_out);
        let some: Vec<Lit> = ruled_out.filter_map(|atom| compiled.map.literal(atom)).collect();
        if some.is_empty() {
            return Ok(Ok(Evidence::Nothing));
        }
        cnf.add_clause(some);
    }
    Ok(confirm(&cnf, claim, budget))
}
