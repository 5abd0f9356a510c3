//! Models that a program builds, instead of reading them from a file.

use std::mem::replace;
use std::ops::Range;
use std::sync::Arc;

use super::declared::{Array, Declared, Output};
use super::tree::{Constraint, Model, Posted};
use cnfetti_core::csp::{Role, Value};

/// A model under construction.
#[derive(Debug, Default)]
pub struct ModelBuilder {
    model: Model,
    /// Whether a constraint of the current rule is posted.
    has_begun: bool,
    /// The clue whose meaning the current rule says.
    clue: Option<Arc<str>>,
}

impl ModelBuilder {
    /// Declares an array of counted variables, each with its name and values. Returns their
    /// positions in [`Model::variables`].
    pub fn array(
        &mut self,
        name: &str,
        cells: Vec<(String, Vec<Value>)>,
        boolean: bool,
    ) -> Range<usize> {
        let start = self.model.variables.len();
        let mut shared: Option<Arc<[Value]>> = None;
        for (name, mut values) in cells {
            values.sort_unstable();
            values.dedup();
            let domain = match shared.take().filter(|shared| shared[..] == values[..]) {
                Some(shared) => shared,
                None => values.into(),
            };
            shared = Some(Arc::clone(&domain));
            self.model.variables.push(Declared { name, domain, ..Declared::default() });
        }
        let variables = start..self.model.variables.len();
        let cells = variables.clone().map(Some).collect();
        self.model.names.insert(name.to_owned(), self.model.arrays.len());
        let (id, sizes) = (name.to_owned(), vec![variables.len()]);
        self.model.arrays.push(Array { id, sizes, starts: vec![0], cells, introduced: false });
        let sizes = vec![(1, variables.len() as i64)];
        let (name, cells) = (name.to_owned(), variables.clone().collect());
        self.model.outputs.push(Output { name, sizes, cells, boolean });
        variables
    }

    /// Excludes the array that was declared last from the count: solutions that differ only there
    /// count as one.
    pub fn do_not_count(&mut self) {
        if let Some(array) = self.model.arrays.last_mut() {
            array.introduced = true;
        }
    }

    /// Says what the values of the last array are called, from 0 on.
    pub fn name_values(&mut self, words: impl IntoIterator<Item = String>) {
        words.into_iter().for_each(|word| {
            self.model.symbols.add(&word);
        });
        let last = self.model.arrays.last();
        for cell in last.iter().flat_map(|array| array.cells.iter().flatten()) {
            self.model.variables[*cell].symbolic = true;
        }
    }

    /// Begins a rule. What is posted next belongs to it, as long as the sentence stays the same. All rules that
    /// say what a clue means have the name of the clue.
    pub fn begin_rule(&mut self, clue: Option<Arc<str>>) {
        self.has_begun = false;
        self.clue = clue;
    }

    /// Posts a constraint, with a sentence that describes it.
    pub fn post(&mut self, constraint: Constraint, sentence: String, role: Role) {
        let (note, is_sentence, span) = (Some(sentence), true, 0..0);
        let is_next = self.model.constraints.last().is_some_and(|before| before.note == note);
        let continues = replace(&mut self.has_begun, true) && is_next;
        let clue = self.clue.clone();
        let posted = Posted { constraint, note, is_sentence, continues, role, clue, span };
        self.model.constraints.push(posted);
    }

    /// Returns the model.
    pub fn build(self) -> Model {
        self.model
    }
}
