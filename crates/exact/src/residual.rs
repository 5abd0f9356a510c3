//! What a problem leaves once some of its variables have values.
//!
//! The exact counter ([`crate::exact`]) gives the variables their values in a fixed order. Two partial
//! assignments that leave the same problem have equally many completions, so the counter keeps only what is
//! left: for each variable the values that are still possible, and for each constraint a few numbers that the
//! constraint itself chooses, its [`Residual`] state. The better a constraint forgets what no longer matters,
//! the more partial assignments coincide.
//!
//! All of it is packed into one vector of words. There is a *row* for each value: the set of variables that
//! can still take it, then what constraints store for this value ([`Frame::row_field`]). After the rows come
//! the numbers that belong to no value ([`Frame::field`]). Sorting the rows of interchangeable values makes
//! states equal up to renaming.
//!
//! A *piece* is a variable whose value is not chosen at once but atom by atom, such as a domino that is
//! placed when its first cell must be covered. Its domain is not in the rows.

mod columns;
mod lists;
mod view;

use std::collections::HashMap;
use std::sync::Arc;

use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::limit::Budget;

pub(crate) use columns::Columns;
pub(crate) use lists::Lists;
pub(crate) use view::View;

/// The part of the residual problem that one constraint is responsible for.
///
/// A variable's value is passed as its *index*: the row of the value, or for a piece, the position in its
/// domain.
pub(crate) trait Residual: Send + Sync {
    /// Gives `variable` its value; it is in the scope and no longer in any row. Returns false if that
    /// contradicts the constraint; returning false only later, in `filter`, is also correct.
    fn assign(&self, view: &mut View<'_>, variable: VarId, index: usize) -> bool;

    /// Removes values that no completion can have, and normalizes the stored numbers, so that equal residual
    /// problems have equal numbers. Returns false if there is certainly no completion. Once the whole scope
    /// is assigned, it must return whether the constraint holds.
    fn filter(&self, view: &mut View<'_>) -> bool;

    /// How much work a filter is, in words that are read, if it is more than reading the rows once.
    fn work(&self) -> usize {
        0
    }
}

/// The place of a number that belongs to no value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field(Place);

/// The place of a number in each row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RowField(Place);

#[derive(Clone, Copy, Debug)]
struct Place {
    word: usize,
    shift: u32,
    mask: u64,
}

/// Hands out places in consecutive words.
#[derive(Clone, Copy, Debug, Default)]
struct Packer {
    words: usize,
    used_bits: u32,
}

impl Packer {
    fn place(&mut self, max: u64) -> Place {
        let bits = (u64::BITS - max.leading_zeros()).max(1);
        if self.words == 0 || self.used_bits + bits > u64::BITS {
            self.words += 1;
            self.used_bits = 0;
        }
        let shift = self.used_bits;
        self.used_bits += bits;
        Place { word: self.words - 1, shift, mask: u64::MAX >> (u64::BITS - bits) }
    }
}

/// A set of variables that are not pieces, as words of bits.
pub(crate) type VarSet = Vec<u64>;

/// How a variable gets its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decided {
    /// At one step; until then its domain is in the rows.
    At(usize),
    /// Atom by atom, as a piece.
    ByAtoms,
}

/// The layout of a residual problem in words, and when each decision is made.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    decided: Vec<Decided>,
    bits: Vec<Option<usize>>,
    domains: Vec<Arc<[Value]>>,
    values: Vec<Value>,
    set_words: usize,
    row: Packer,
    whole: Packer,
    atom_steps: HashMap<Atom, usize>,
    /// For each step, the first bit that no earlier step assigns.
    first_open: Vec<usize>,
    /// The number of variables with a bit.
    plain: usize,
    /// When to stop preparing a constraint, and the words that were read since the last look.
    budget: Budget,
    words_read: usize,
    is_stopped: bool,
}

/// While a constraint is prepared, the budget is checked after this many words that are read: a fraction of a millisecond.
const BETWEEN_LOOKS: usize = 1 << 18;

impl Frame {
    /// The layout for variables that are decided like this. `atom_steps` gives the step at which each atom of
    /// a piece is decided. There are `length` steps.
    pub(crate) fn new(
        csp: &Csp,
        decided: Vec<Decided>,
        atom_steps: HashMap<Atom, usize>,
        length: usize,
    ) -> Frame {
        // Bits in the order of the decisions, so that the assigned variables are a prefix of every set.
        let mut in_order: Vec<(usize, usize)> = Vec::new();
        for (index, decided) in decided.iter().enumerate() {
            if let Decided::At(step) = *decided {
                in_order.push((step, index));
            }
        }
        in_order.sort_unstable();
        let plain = in_order.len();
        let mut bits = vec![None; csp.variables().len()];
        let mut values = Vec::new();
        let mut first_open = vec![plain; length + 1];
        for (bit, &(step, index)) in in_order.iter().enumerate().rev() {
            bits[index] = Some(bit);
            values.extend_from_slice(csp.variables()[index].domain());
            first_open[step.min(length)] = bit;
        }
        for step in (0..length).rev() {
            first_open[step] = first_open[step].min(first_open[step + 1]);
        }
        values.sort_unstable();
        values.dedup();
        let set_words = plain.div_ceil(64);
        Frame {
            decided,
            bits,
            domains: csp.variables().iter().map(|variable| variable.shared_domain()).collect(),
            values,
            set_words,
            row: Packer { words: set_words, used_bits: 64 },
            whole: Packer::default(),
            atom_steps,
            first_open,
            plain,
            budget: Budget::default(),
            words_read: 0,
            is_stopped: false,
        }
    }

    /// The same layout, for constraints that are prepared within this budget.
    pub(crate) fn within(self, budget: &Budget) -> Frame {
        Frame { budget: budget.clone(), ..self }
    }

    /// Records that a constraint read this many words while it was prepared. Returns true if it must stop; what it returns
    /// is then dropped.
    pub(crate) fn reads(&mut self, words: usize) -> bool {
        self.words_read += words;
        if self.words_read >= BETWEEN_LOOKS {
            self.words_read = 0;
            self.is_stopped |= self.budget.is_spent();
        }
        self.is_stopped
    }

    /// The bits, in a word of a set, of variables that no step before this one assigns.
    fn open_word(&self, step: usize, word: usize) -> u64 {
        let first = self.first_open[step].max(word * 64) - word * 64;
        let end = self.plain.min((word + 1) * 64).saturating_sub(word * 64);
        let from = |bit: usize| if bit < 64 { u64::MAX << bit } else { 0 };
        from(first) & !from(end)
    }

    /// The number of variables, pieces included.
    pub(crate) fn variables(&self) -> usize {
        self.bits.len()
    }

    /// The number of values, which is the number of rows.
    pub(crate) fn rows(&self) -> usize {
        self.values.len()
    }

    /// The value of a row. Rows are in the order of their values.
    pub(crate) fn value(&self, row: usize) -> Value {
        self.values[row]
    }

    /// The row of a value that some variable other than a piece can take.
    pub(crate) fn row(&self, value: Value) -> Option<usize> {
        self.values.binary_search(&value).ok()
    }

    /// The rows of the variable's values, from the first to one past the last.
    pub(crate) fn rows_of(&self, variable: VarId) -> (usize, usize) {
        let domain = self.domain(variable);
        let ends = domain.first().zip(domain.last());
        let rows = ends.and_then(|(&first, &last)| Some((self.row(first)?, self.row(last)? + 1)));
        rows.unwrap_or((0, 0))
    }

    /// The index of the atom's value: its row, or for a piece, the position in its domain. `None` if the
    /// variable cannot take the value.
    pub(crate) fn index(&self, atom: Atom) -> Option<usize> {
        let position = self.domains[atom.variable.index()].binary_search(&atom.value).ok()?;
        match self.decided[atom.variable.index()] {
            Decided::At(_) => self.row(atom.value),
            Decided::ByAtoms => Some(position),
        }
    }

    /// Whether the variable is decided atom by atom.
    pub(crate) fn is_piece(&self, variable: VarId) -> bool {
        self.decided[variable.index()] == Decided::ByAtoms
    }

    /// The step at which the atom is decided.
    pub(crate) fn step(&self, atom: Atom) -> usize {
        match self.decided[atom.variable.index()] {
            Decided::At(step) => step,
            _ => self.atom_steps.get(&atom).copied().unwrap_or(usize::MAX),
        }
    }

    /// The values the variable can take, increasing.
    pub(crate) fn domain(&self, variable: VarId) -> &[Value] {
        &self.domains[variable.index()]
    }

    /// The variable's position in sets of variables; `None` for a piece.
    pub(crate) fn bit(&self, variable: VarId) -> Option<usize> {
        self.bits[variable.index()]
    }

    /// The set of these variables, without the pieces.
    pub(crate) fn set(&self, variables: &[VarId]) -> VarSet {
        let mut set = vec![0; self.set_words];
        for bit in variables.iter().filter_map(|&variable| self.bit(variable)) {
            set[bit / 64] |= 1 << (bit % 64);
        }
        set
    }

    /// A place for a number from 0 to `max`, at first 0.
    pub(crate) fn field(&mut self, max: u64) -> Field {
        Field(self.whole.place(max))
    }

    /// A place in each row for a number from 0 to `max`, at first 0.
    pub(crate) fn row_field(&mut self, max: u64) -> RowField {
        RowField(self.row.place(max))
    }

    /// The number in a field of a row of a residual problem.
    pub(crate) fn get_in(&self, words: &[u64], row: usize, field: RowField) -> u64 {
        let RowField(place) = field;
        words[row * self.row.words + place.word] >> place.shift & place.mask
    }

    /// Whether the variable can take the value of the row in a residual problem; not for pieces, whose
    /// domains are elsewhere.
    pub(crate) fn allows(&self, words: &[u64], variable: VarId, row: usize) -> bool {
        let word = |bit: usize| words[row * self.row.words + bit / 64] >> (bit % 64);
        self.bit(variable).is_none_or(|bit| word(bit) & 1 == 1)
    }

    /// The length of a set of variables in words.
    pub(crate) fn set_words(&self) -> usize {
        self.set_words
    }

    /// The length of a residual problem in words.
    pub(crate) fn words(&self) -> usize {
        self.rows() * self.row.words + self.whole.words
    }

    /// The length of a row in words.
    pub(crate) fn row_words(&self) -> usize {
        self.row.words
    }

    /// The residual problem before any decision.
    pub(crate) fn start(&self) -> Vec<u64> {
        let mut words = vec![0; self.words()];
        for (domain, bit) in self.domains.iter().zip(&self.bits) {
            let Some(bit) = bit else { continue };
            for row in domain.iter().filter_map(|&value| self.row(value)) {
                words[row * self.row.words + bit / 64] |= 1 << (bit % 64);
            }
        }
        words
    }
}

/// The positions of the bits of a word of a set, counted from the set's start.
pub(crate) fn bits(word: usize, mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (bits != 0).then(|| word * 64 + bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(bit)
    })
}
