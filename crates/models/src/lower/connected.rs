//! What holds hangs together.

use super::{Done, Lowering};
use crate::Expr;
use crate::tree::Link;
use cnfetti_core::csp::{self, Atom, Connected};
use cnfetti_input::InputError;

/// When an expression is true.
enum When {
    Always,
    Never,
    If(Atom),
}

impl Lowering<'_> {
    pub(super) fn connected(
        &mut self,
        places: &[Expr],
        links: &[Link],
        may_be_empty: bool,
    ) -> Done {
        let mut atoms = Vec::new();
        // The position of each place among those that can hold.
        let mut positions = Vec::with_capacity(places.len());
        for place in places {
            let atom = self.when(place)?.atom();
            positions.push(atom.is_some().then_some(atoms.len()));
            atoms.extend(atom);
        }
        let mut ways = Vec::new();
        for link in links {
            let atom = match &link.condition {
                None => Some(None),
                Some(condition) => self.when(condition)?.atom(),
            };
            let ends = link.ends.map(|end| positions[end]);
            if let (Some(atom), [Some(one), Some(other)]) = (atom, ends) {
                ways.push(csp::Link { ends: [one, other], atom });
            }
        }
        self.post(Connected { places: atoms, links: ways, may_be_empty })
    }

    /// When an expression is true: mostly some variable has a value then, so that none is added.
    fn when(&mut self, expr: &Expr) -> Result<When, InputError> {
        if let [] | [_] = self.scope_of(expr)[..]
            && let Some(when) = self.when_of_one(expr)
        {
            return Ok(when);
        }
        let truth = self.truth(expr);
        let variable = self.variable(&truth)?;
        Ok(When::If(Atom { variable, value: 1 }))
    }

    /// The same of an expression over one variable or none; `None` where no value of the variable says it.
    fn when_of_one(&self, expr: &Expr) -> Option<When> {
        let Some(&variable) = self.scope_of(expr).first() else {
            return Some(if expr.value(&|_| 0)? == 0 { When::Never } else { When::Always });
        };
        let domain = &self.model.variables[variable].domain;
        let mut values = Vec::new();
        for &value in domain.iter() {
            if expr.value(&|_| i64::from(value))? != 0 {
                values.push(value);
            }
        }
        match values[..] {
            [] => Some(When::Never),
            _ if values.len() == domain.len() => Some(When::Always),
            [value] => Some(When::If(Atom { variable: self.declared(variable), value })),
            _ => None,
        }
    }
}

impl When {
    /// The atom that says when, where that is not always; `None` for never.
    fn atom(self) -> Option<Option<Atom>> {
        match self {
            When::Always => Some(None),
            When::Never => None,
            When::If(atom) => Some(Some(atom)),
        }
    }
}
