//! The variables over which solutions are counted.

use super::{Csp, Malformed, Projection, Symmetry, VarId, determined};

impl Csp {
    /// Counts the different assignments to these variables from now on, and nothing else. Drops the
    /// declared symmetries and projections.
    ///
    /// # Errors
    ///
    /// Returns an error if a variable does not exist or occurs twice. Then nothing changes.
    pub fn count_over(&mut self, scope: Vec<VarId>) -> Result<(), Malformed> {
        self.verify_scope(&scope)?;
        self.counted = Some(scope);
        self.projections = Vec::new();
        self.symmetry = Symmetry::default();
        Ok(())
    }

    /// Counts over all variables from now on if that gives the same number, because the counted variables
    /// determine all others. Returns whether they do.
    pub fn count_over_all(&mut self) -> bool {
        let is_the_same = !self.is_projected();
        if is_the_same {
            self.counted = None;
        }
        is_the_same
    }

    /// The variables that determine all others.
    pub fn deciding(&self) -> Vec<VarId> {
        if self.deciding.is_empty() { self.ids().collect() } else { self.deciding.clone() }
    }

    /// Whether the count is a projection: solutions that differ may be counted as one. False only if all
    /// variables visibly follow from the counted ones.
    pub fn is_projected(&self) -> bool {
        let Some(counted) = &self.counted else { return false };
        let mut is_known = self.among(counted.iter().copied());
        let deciding = self.deciding();
        let is_open = |is_known: &[bool]| deciding.iter().any(|id| !is_known[id.index()]);
        is_open(&is_known) && {
            self.follow(&mut is_known);
            is_open(&is_known)
        }
    }

    /// For each variable, whether it visibly follows from these.
    pub fn following(&self, scope: impl IntoIterator<Item = VarId>) -> Vec<bool> {
        let mut is_known = self.among(scope);
        self.follow(&mut is_known);
        is_known
    }

    /// For each variable, whether it is among these.
    fn among(&self, scope: impl IntoIterator<Item = VarId>) -> Vec<bool> {
        let mut is_among = vec![false; self.variables.len()];
        scope.into_iter().for_each(|id| is_among[id.index()] = true);
        is_among
    }

    /// The variables whose assignments are counted: two solutions that agree on them count as one.
    pub fn projection_set(&self) -> Vec<VarId> {
        match &self.counted {
            Some(counted) if self.is_projected() => counted.clone(),
            _ => self.deciding(),
        }
    }

    /// The same problem with all variables counted and the counted ones as its only projection; `None` if
    /// the count is no projection.
    pub fn with_projection(&self) -> Option<Csp> {
        let scope = self.counted.clone().filter(|_| self.is_projected())?;
        let projections = vec![Projection { name: "assignments".into(), scope }];
        Some(Csp { counted: None, projections, symmetry: Symmetry::default(), ..self.clone() })
    }

    /// Marks every variable that follows from the known ones, or has a single value.
    fn follow(&self, is_known: &mut [bool]) {
        for (is_known, variable) in is_known.iter_mut().zip(&self.variables) {
            *is_known |= variable.domain.len() < 2;
        }
        // For each constraint that determines something: its open variables, and those that it determines.
        let mut sets = Vec::new();
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); self.variables.len()];
        for posted in &self.constraints {
            let results = determined(self, &posted.constraint);
            if results.is_empty() {
                continue;
            }
            let open: Vec<VarId> = posted.constraint.rule().scope();
            let open: Vec<VarId> = open.into_iter().filter(|id| !is_known[id.index()]).collect();
            open.iter().for_each(|id| members[id.index()].push(sets.len()));
            sets.push((open, results));
        }
        let mut left: Vec<usize> = sets.iter().map(|(open, _)| open.len()).collect();
        let mut ready: Vec<usize> = (0..sets.len()).filter(|&set| left[set] == 1).collect();
        while let Some(set) = ready.pop() {
            let (open, results) = &sets[set];
            let last = open.iter().find(|id| !is_known[id.index()]);
            let Some(&last) = last.filter(|last| results.contains(last)) else { continue };
            is_known[last.index()] = true;
            for &set in &members[last.index()] {
                left[set] -= 1;
                if left[set] == 1 {
                    ready.push(set);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::csp::{AllDifferent, Linear, Operand, Operation, Operator, Ranges, Terms};

    #[test]
    fn a_variable_with_one_value_is_always_known() {
        let mut csp = Csp::new();
        let [fixed, open] = [1, 2].map(|values| csp.variable("x", 0..values));
        csp.count_over(Vec::new()).unwrap();
        assert!(csp.is_projected());
        csp.count_over(vec![open]).unwrap();
        assert!(!csp.is_projected() && csp.following([])[fixed.index()]);
    }

    #[test]
    fn what_follows_is_not_projected() {
        let mut csp = Csp::new();
        let [a, b, c, d] = ["a", "b", "c", "d"].map(|name| csp.variable(name, 0..4));
        let apply = |operator, one, other, result| Operation {
            operator,
            arguments: vec![Operand::Variable(one), Operand::Variable(other)],
            result,
        };
        csp.post(apply(Operator::Mul, a, b, c).into(), "");
        let sum = Terms::new([(c, 1), (d, -2), (a, 1)]);
        csp.post(Linear { terms: sum, within: Ranges::exactly(1) }.into(), "");
        csp.post(AllDifferent { scope: vec![a, b], except: Vec::new() }.into(), "");
        for (counted, follows) in [
            (vec![a, b], true),
            (vec![a, b, c, d], true),
            (vec![a, c], false),
            // A product and one factor leave open the other factor (0 · b = 0).
            (vec![c, a], false),
            (vec![], false),
        ] {
            csp.count_over(counted.clone()).unwrap();
            assert_eq!(csp.is_projected(), !follows, "{counted:?}");
            let told_apart = if follows { csp.ids().collect() } else { counted };
            assert_eq!(csp.projection_set(), told_apart);
            assert_eq!(csp.count_over_all(), follows);
            assert_eq!(csp.counted().is_none(), follows);
        }
        // Then `a` and `c` determine all.
        csp.deciding = vec![a, c];
        csp.count_over(vec![c, d]).unwrap();
        assert!(!csp.is_projected());
        assert_eq!(csp.projection_set(), [a, c]);
    }

    /// Adding and subtracting the same variable determines nothing about it.
    #[test]
    fn a_difference_with_itself_determines_nothing() {
        let mut csp = Csp::new();
        let [x, r] = ["x", "r"].map(|name| csp.variable(name, 0..3));
        let arguments = vec![Operand::Variable(x), Operand::Variable(x)];
        csp.post(Operation { operator: Operator::Sub, arguments, result: r }.into(), "");
        csp.count_over(vec![r]).unwrap();
        assert!(csp.is_projected());
        csp.count_over(vec![x]).unwrap();
        assert!(!csp.is_projected());
    }
}
