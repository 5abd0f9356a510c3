//! How encodings write clauses: definitions, requirements and consequences.
//!
//! Every encoding consists of definitions of its auxiliary variables, which can always be satisfied,
//! and a few requirements, which together are the constraint. Because these are separate, the same
//! encoding can state a constraint, state it under a condition, or reify it: the definitions stay the
//! same, so the auxiliaries stay determined.

use std::collections::HashSet;

use crate::cnf::Cnf;
use crate::definition::Meaning;
use crate::labels::{Form, Relation};
use crate::lit::{Bit, Lit};

/// What happens to the requirements.
enum Mode {
    /// They always hold.
    Always,
    /// They hold if this literal does.
    If(Lit),
    /// They are collected and become one literal.
    Iff { requirements: Vec<Vec<Lit>>, consequences: Vec<Vec<Lit>> },
}

/// The destination of an encoding's clauses.
pub(crate) struct Writer<'a> {
    cnf: &'a mut Cnf,
    form: Form,
    mode: Mode,
    /// If clauses could repeat literals or each other, or be tautologies: the clauses so far, sorted.
    seen: Option<HashSet<Vec<Lit>>>,
    /// The number of variables before the encoding.
    before: u32,
}

/// States a constraint over these inputs.
///
/// # Panics
///
/// Panics if an input's variable was not declared, or is an auxiliary variable of an encoding.
pub(crate) fn state(
    cnf: &mut Cnf,
    inputs: impl IntoIterator<Item = Lit>,
    form: Form,
    write: impl FnOnce(&mut Writer<'_>),
) {
    let mut out = Writer::new(cnf, inputs, form, Mode::Always);
    if !out.has_overflowed() {
        write(&mut out);
    }
    out.close(&[]);
}

/// States a constraint over these inputs under a condition.
///
/// # Panics
///
/// As for [`state`].
pub(crate) fn state_if(
    cnf: &mut Cnf,
    condition: Lit,
    inputs: impl IntoIterator<Item = Lit>,
    form: Form,
    write: impl FnOnce(&mut Writer<'_>),
) {
    let inputs = inputs.into_iter().chain([condition]);
    let mut out = Writer::new(cnf, inputs, form, Mode::If(condition));
    if !out.has_overflowed() {
        write(&mut out);
    }
    out.close(&[]);
}

/// Reifies a constraint over these inputs, which determine all added variables.
///
/// # Panics
///
/// As for [`state`].
pub(crate) fn reify(
    cnf: &mut Cnf,
    inputs: impl IntoIterator<Item = Lit>,
    write: impl FnOnce(&mut Writer<'_>),
) -> Bit {
    let mode = Mode::Iff { requirements: Vec::new(), consequences: Vec::new() };
    let mut out = Writer::new(cnf, inputs, Form::TwoSided, mode);
    write(&mut out);
    let holds = out.conclude();
    out.close(&[holds]);
    holds
}

/// Defines bits as functions of these inputs, and returns them.
///
/// # Panics
///
/// As for [`state`].
pub(crate) fn define(
    cnf: &mut Cnf,
    inputs: impl IntoIterator<Item = Lit>,
    write: impl FnOnce(&mut Writer<'_>) -> Vec<Bit>,
) -> Vec<Bit> {
    let mut out = Writer::new(cnf, inputs, Form::TwoSided, Mode::Always);
    let values = write(&mut out);
    out.close(&values);
    values
}

impl<'a> Writer<'a> {
    fn new(
        cnf: &'a mut Cnf,
        inputs: impl IntoIterator<Item = Lit>,
        form: Form,
        mode: Mode,
    ) -> Writer<'a> {
        let mut variables: Vec<u32> = inputs.into_iter().map(Lit::variable).collect();
        if !variables.is_sorted() {
            variables.sort_unstable();
        }
        cnf.assert_declared(variables.last().copied().unwrap_or(0));
        for &variable in &variables {
            assert!(!cnf.is_auxiliary(variable), "{variable} is an auxiliary variable");
        }
        let shares = variables.windows(2).any(|pair| pair[0] == pair[1]);
        let before = cnf.num_vars();
        Writer { cnf, form, mode, seen: shares.then(HashSet::new), before }
    }

    fn close(self, handed_out: &[Bit]) {
        self.cnf.keep_auxiliaries(self.before, handed_out);
    }

    /// Which directions of definitions to write.
    pub(crate) fn form(&self) -> Form {
        self.form
    }

    /// For a bound with this relation, whether true literals must make thresholds true, and whether
    /// false literals must make thresholds false.
    pub(crate) fn directions(&self, relation: Relation) -> (bool, bool) {
        let two_sided = self.form == Form::TwoSided;
        let upward = two_sided || relation != Relation::AtLeast;
        let downward = two_sided || relation != Relation::AtMost;
        (upward, downward)
    }

    /// Whether only solutions of the constraint matter. Then definitions can leave out what no solution
    /// needs, as long as they define the auxiliaries in solutions.
    pub(crate) fn holds_always(&self) -> bool {
        matches!(self.mode, Mode::Always)
    }

    /// Whether there are too many literals, or writing was given up: then what is written is dropped.
    pub(crate) fn has_overflowed(&self) -> bool {
        self.cnf.has_overflowed()
    }

    /// The number of variables.
    pub(crate) fn num_vars(&self) -> u32 {
        self.cnf.num_vars()
    }

    /// Adds an auxiliary variable.
    pub(crate) fn new_lit(&mut self) -> Lit {
        self.cnf.new_lit()
    }

    /// Adds `n` auxiliary variables.
    pub(crate) fn new_lits(&mut self, n: usize) -> Vec<Lit> {
        self.cnf.new_lits(n)
    }

    /// Records the definition of a new variable, over earlier variables. Computes it only if
    /// definitions are recorded.
    pub(crate) fn means(&mut self, lit: Lit, meaning: impl FnOnce() -> Meaning) {
        self.cnf.means(lit, meaning);
    }

    /// Records a case distinction that follows from the clauses: if all conditions are true, so is one
    /// of the alternatives.
    pub(crate) fn cases(&mut self, conditions: &[Bit], alternatives: &[Bit]) {
        self.cnf.add_cases(conditions, alternatives);
    }

    /// Whether definitions are recorded.
    pub(crate) fn keeps_definitions(&self) -> bool {
        self.cnf.keeps_definitions()
    }

    /// Adds a clause of the definition of an auxiliary variable.
    pub(crate) fn define(&mut self, clause: impl IntoIterator<Item: Into<Bit>>) {
        let clauses = self.cnf.num_clauses();
        self.cnf.add_bits(clause);
        if self.seen.is_some() && self.cnf.num_clauses() > clauses {
            self.tidy();
        }
    }

    /// Adds a requirement. All requirements together are the constraint.
    pub(crate) fn require(&mut self, clause: impl IntoIterator<Item: Into<Bit>>) {
        match &mut self.mode {
            Mode::Iff { requirements, .. } => requirements.extend(literals(clause)),
            _ => self.follow(clause),
        }
    }

    /// Adds a consequence of the constraint, which strengthens unit propagation.
    pub(crate) fn follow(&mut self, clause: impl IntoIterator<Item: Into<Bit>>) {
        match &mut self.mode {
            Mode::Always => self.define(clause),
            Mode::If(condition) => {
                let unless = Bit::Lit(!*condition);
                self.define(clause.into_iter().map(Into::into).chain([unless]));
            }
            Mode::Iff { consequences, .. } => consequences.extend(literals(clause)),
        }
    }

    /// Asks whether to give up before work that keeps so many numbers in memory and adds no clauses. If it says so
    /// once, it always does, and what is written does not matter any more.
    pub(crate) fn gives_up_before(&mut self, numbers: usize) -> bool {
        self.cnf.is_too_large_for(numbers) || self.cnf.gives_up()
    }

    /// Leaves out tautologies and repeated clauses from now on. This is the default if inputs share
    /// variables; an encoding whose definitions share variables must ask for it.
    pub(crate) fn leave_out_repeats(&mut self) {
        self.seen.get_or_insert_default();
    }

    /// Requires that both bits are equal.
    pub(crate) fn require_equal(&mut self, a: Bit, b: Bit) {
        if let Mode::Iff { .. } = self.mode {
            let same = self.same(a, b);
            self.require([same]);
        } else {
            self.require([!a, b]);
            self.require([a, !b]);
        }
    }

    /// A bit that is true exactly when both bits are equal.
    fn same(&mut self, a: Bit, b: Bit) -> Bit {
        match (a, b) {
            _ if a == b => return Bit::True,
            _ if a == !b => return Bit::False,
            (Bit::True, other) | (other, Bit::True) => return other,
            (Bit::False, other) | (other, Bit::False) => return !other,
            _ => {}
        }
        let lit = self.new_lit();
        self.means(!lit, || Meaning::is([(1, a), (1, b)], 1));
        let same = Bit::Lit(lit);
        for (a, b) in [(a, b), (!a, !b)] {
            self.define([!a, b, !same]);
            self.define([!a, !b, same]);
        }
        same
    }

    /// Writes in another form.
    pub(crate) fn in_form(&mut self, form: Form, write: impl FnOnce(&mut Writer<'a>)) {
        let outside = std::mem::replace(&mut self.form, form);
        write(self);
        self.form = outside;
    }

    /// Records which encoding writes.
    pub(crate) fn section(
        &mut self,
        family: &'static str,
        encoding: &'static str,
        write: impl FnOnce(&mut Writer<'a>),
    ) {
        let first = self.cnf.num_clauses();
        write(self);
        self.cnf.section(family, encoding, first);
    }

    /// A bit that is true exactly when one of these is.
    pub(crate) fn any_of(&mut self, bits: &[Bit]) -> Bit {
        let mut open: Vec<Bit> = bits.iter().copied().filter(|&bit| bit != Bit::False).collect();
        if open.contains(&Bit::True) {
            return Bit::True;
        }
        if self.seen.is_some() {
            open.sort_unstable_by_key(|bit| bit.lit());
            open.dedup();
        }
        match open[..] {
            [] => Bit::False,
            [bit] => bit,
            _ => {
                let lit = self.new_lit();
                self.means(lit, || Meaning::any(open.iter().copied()));
                let any = Bit::Lit(lit);
                for &bit in &open {
                    self.define([!bit, any]);
                }
                self.define(open.into_iter().chain([!any]));
                any
            }
        }
    }

    /// A bit that is true exactly when all of these are.
    pub(crate) fn all_of(&mut self, bits: &[Bit]) -> Bit {
        let negated: Vec<Bit> = bits.iter().map(|&bit| !bit).collect();
        !self.any_of(&negated)
    }

    /// Returns whether all collected requirements hold.
    fn conclude(&mut self) -> Bit {
        let Mode::Iff { requirements, consequences } =
            std::mem::replace(&mut self.mode, Mode::Always)
        else {
            return Bit::True;
        };
        let first = self.cnf.num_clauses();
        let bits = |clause: Vec<Lit>| clause.into_iter().map(Bit::Lit).collect::<Vec<Bit>>();
        let each: Vec<Bit> =
            requirements.into_iter().map(|clause| self.any_of(&bits(clause))).collect();
        let holds = self.all_of(&each);
        for clause in consequences {
            self.define(bits(clause).into_iter().chain([!holds]));
        }
        self.cnf.extend_section(first);
        holds
    }

    /// Removes repeated literals from the last clause; drops the clause if it is a tautology or a
    /// repetition.
    fn tidy(&mut self) {
        let (Some(seen), Some(mut clause)) = (&mut self.seen, self.cnf.pop_clause()) else {
            return;
        };
        clause.sort_unstable_by_key(|lit| (lit.variable(), lit.is_positive()));
        clause.dedup();
        let is_tautology = clause.windows(2).any(|pair| pair[0] == !pair[1]);
        if !is_tautology && !seen.contains(&clause) {
            self.cnf.add_bits(clause.iter().copied());
            seen.insert(clause);
        }
    }
}

/// The literals of a clause; `None` if it is always true.
fn literals(clause: impl IntoIterator<Item: Into<Bit>>) -> Option<Vec<Lit>> {
    let mut lits = Vec::new();
    for bit in clause {
        match bit.into() {
            Bit::True => return None,
            Bit::False => {}
            Bit::Lit(lit) => lits.push(lit),
        }
    }
    Some(lits)
}
