//! A formula in the form that the search needs: literals as indices, and where each occurs.

use cnfetti_encodings::Cnf;

use crate::cdcl::Cdcl;
pub(super) use crate::propagation::{Code, code, dimacs, variable};
use cnfetti_core::limit::{Budget, Stopped};

/// How many literals to visit between two looks at the time.
pub(super) const OFTEN: u32 = 1 << 18;

/// Clauses without repeated literals, and where each literal occurs.
pub(super) struct Formula {
    pub(super) num_vars: usize,
    literals: Vec<Code>,
    /// Where each clause begins in `literals`; then their total number.
    starts: Vec<u32>,
    occurrences: Vec<u32>,
    /// For each literal, where its clauses begin in `occurrences`; then their total number.
    first_occurrence: Vec<u32>,
    /// For each variable, whether models are projected on it.
    pub(super) is_shown: Vec<bool>,
    /// The number of shown variables.
    pub(super) num_shown: usize,
    /// For each variable, its place in an order that promises to be narrow, or a large number.
    pub(super) place: Option<Vec<u32>>,
}

impl Formula {
    /// Converts a formula; an error if the budget ends first.
    pub(super) fn new(
        cnf: &Cnf,
        show: Option<&[u32]>,
        budget: &Budget,
    ) -> Result<Formula, Stopped> {
        let num_vars = cnf.num_vars() as usize;
        let (mut literals, mut starts) = (Vec::with_capacity(cnf.num_literals()), vec![0]);
        // For each literal, the number of the last clause that contains it, from 1.
        let mut last = vec![0_u32; 2 * num_vars];
        let mut poll = budget.poll(OFTEN);
        for (number, clause) in (1..).zip(cnf.clauses()) {
            poll.steps(clause.len())?;
            for lit in clause.iter().map(|&lit| code(lit)) {
                if std::mem::replace(&mut last[lit as usize], number) != number {
                    literals.push(lit);
                }
            }
            starts.push(literals.len() as u32);
        }
        let mut is_shown = vec![show.is_none(); num_vars];
        show.unwrap_or_default()
            .iter()
            .for_each(|&variable| is_shown[variable as usize - 1] = true);
        Ok(Formula::listed(num_vars, literals, starts, is_shown))
    }

    /// The same formula, whose variables are best decided in this order, set by set.
    pub(super) fn in_order(self, order: &[Vec<u32>]) -> Formula {
        let mut place = vec![u32::MAX; self.num_vars];
        for (set, at) in order.iter().zip(0..) {
            for &variable in set {
                let known = &mut place[variable as usize - 1];
                *known = at.min(*known);
            }
        }
        Formula { place: Some(place), ..self }
    }

    /// The same formula, which shows these variables.
    pub(super) fn showing(self, is_shown: Vec<bool>) -> Formula {
        let num_shown = is_shown.iter().filter(|&&shown| shown).count();
        Formula { is_shown, num_shown, ..self }
    }

    /// A formula of these clauses, none of which may repeat a literal.
    pub(super) fn of(
        num_vars: usize,
        clauses: impl Iterator<Item = Vec<Code>>,
        is_shown: Vec<bool>,
    ) -> Formula {
        let (mut literals, mut starts) = (Vec::new(), vec![0]);
        for clause in clauses {
            literals.extend(clause);
            starts.push(literals.len() as u32);
        }
        Formula::listed(num_vars, literals, starts, is_shown)
    }

    fn listed(
        num_vars: usize,
        literals: Vec<Code>,
        starts: Vec<u32>,
        is_shown: Vec<bool>,
    ) -> Formula {
        let num_shown = is_shown.iter().filter(|&&shown| shown).count();
        let (occurrences, first_occurrence) = occurrences(num_vars, &literals, &starts);
        Formula {
            num_vars,
            literals,
            starts,
            occurrences,
            first_occurrence,
            is_shown,
            num_shown,
            place: None,
        }
    }

    /// A CDCL solver with these clauses.
    pub(super) fn cdcl(&self) -> Cdcl {
        let clauses = (0..self.num_clauses()).map(|number| self.clause(number as u32));
        let clauses = clauses.map(|clause| clause.iter().copied());
        Cdcl::new(self.num_vars, self.num_literals(), clauses)
    }

    pub(super) fn num_clauses(&self) -> usize {
        self.starts.len() - 1
    }

    pub(super) fn num_literals(&self) -> usize {
        self.literals.len()
    }

    /// The clause with this number, from 0.
    pub(super) fn clause(&self, number: u32) -> &[Code] {
        let number = number as usize;
        &self.literals[self.starts[number] as usize..self.starts[number + 1] as usize]
    }

    /// The clauses that contain a literal, in increasing order.
    pub(super) fn clauses_with(&self, lit: Code) -> &[u32] {
        let lit = lit as usize;
        let (start, end) = (self.first_occurrence[lit], self.first_occurrence[lit + 1]);
        &self.occurrences[start as usize..end as usize]
    }

    pub(super) fn shows(&self, lit: Code) -> bool {
        self.is_shown[variable(lit)]
    }
}

fn occurrences(num_vars: usize, literals: &[Code], starts: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0; 2 * num_vars + 1];
    literals.iter().for_each(|&lit| first[lit as usize + 1] += 1);
    for lit in 0..2 * num_vars {
        first[lit + 1] += first[lit];
    }
    let mut next = first.clone();
    let mut occurrences = vec![0; literals.len()];
    for (clause, ends) in starts.windows(2).enumerate() {
        for &lit in &literals[ends[0] as usize..ends[1] as usize] {
            occurrences[next[lit as usize] as usize] = clause as u32;
            next[lit as usize] += 1;
        }
    }
    (occurrences, first)
}
