//! Variants of a problem: without its objective, projected, or up to rotations.

use std::collections::HashMap;
use std::sync::Arc;

use cnfetti_core::csp::VarId;
use cnfetti_puzzles::instance::{Expect, Instance, LoadError};
use cnfetti_puzzles::puzzle::Unturned;

use super::{Error, Problem, Stated};

impl Problem {
    /// Drops the objective, so that questions are about all solutions, whatever their value.
    pub fn ignoring_objective(mut self) -> Problem {
        if self.csp.objective().is_some() {
            self.expect = Expect::default();
        }
        self.csp = Arc::new(Arc::unwrap_or_clone(self.csp).without_objective());
        self
    }

    /// Counts also up to the rotations and reflections of the board that visibly keep its rules and clues. The
    /// constraints are stated anew, so this comes before other changes.
    ///
    /// # Errors
    ///
    /// The kind of puzzle cannot be turned.
    pub fn up_to_rotations(mut self) -> Result<Problem, Error> {
        self.csp = Arc::new(self.puzzle().ok_or(Unturned::Nothing)?.turned()?);
        Ok(self)
    }

    /// Projects solutions to these variables.
    ///
    /// # Errors
    ///
    /// A variable does not exist, or occurs twice.
    pub fn counted_over(mut self, variables: Vec<VarId>) -> Result<Problem, Error> {
        Arc::make_mut(&mut self.csp).count_over(variables)?;
        Ok(self.changed())
    }

    /// Projects solutions to the variables with these names, among them those of a model that follow from others.
    ///
    /// # Errors
    ///
    /// A variable does not exist, or occurs twice.
    pub fn counted_over_named(self, names: &[String]) -> Result<Problem, Error> {
        let places: HashMap<&str, VarId> =
            self.csp.ids().map(|id| (self.csp.name(id), id)).collect();
        let ids = names.iter().map(|name| places.get(name.as_str()).copied());
        if let Some(ids) = ids.collect::<Option<Vec<VarId>>>() {
            return self.counted_over(ids);
        }
        let found = self.puzzle().and_then(|puzzle| puzzle.counting_over(names));
        let Stated::Read { instance, path, text } = &self.stated else {
            return Err(Error::NotAVariable);
        };
        // Only as many constraints as the file has: what was added in the meantime is not known.
        let is_as_stated =
            self.csp.constraints().len() == instance.puzzle.csp().constraints().len();
        let puzzle = found.filter(|_| is_as_stated).ok_or(Error::NotAVariable)?;
        let puzzle = puzzle.map_err(|error| {
            Error::Load(LoadError::Invalid {
                path: path.clone(),
                text: text.as_str().into(),
                error,
            })
        })?;
        let csp = match self.csp.objective() {
            Some(_) => puzzle.csp(),
            None => puzzle.csp().without_objective(),
        };
        let instance = Instance {
            part: instance.part.clone(),
            kind: instance.kind,
            own_kind: instance.own_kind.clone(),
            title: instance.title.clone(),
            source: instance.source.clone(),
            expect: Expect::default(),
            puzzle,
        };
        let stated =
            Stated::Read { instance: Arc::new(instance), path: path.clone(), text: text.clone() };
        Ok(Problem { stated, csp: Arc::new(csp), ..self }.changed())
    }

    pub(super) fn changed(self) -> Problem {
        Problem { expect: Expect::default(), is_as_read: false, ..self }
    }
}
