//! Proofs that name, for each clause, the clauses it follows from: nothing has to be searched.
//!
//! This is LRAT without RAT and without deletions (Cruz-Filipe, Heule, Hunt, Kaufmann, Schneider-Kamp: *Efficient
//! Certified RAT Verification*, 2017). Checking takes as long as reading the clauses that are named.

use cnfetti_encodings::{Cnf, Lit};

use super::check::Checked;
use super::steps::ProofError;
use cnfetti_core::limit::Budget;

/// How many steps a literal counts as that is looked at.
const LOOKED_AT: u64 = 2;

/// Clauses that follow one after the other, each with its hints: the clauses that become a literal alone, the last
/// one nothing, when all literals of the new clause are false. The clauses of the formula have the numbers from 0
/// on, and those that follow the numbers after them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lemmas {
    literals: Vec<Lit>,
    hints: Vec<u32>,
    /// Where the literals and the hints of each end.
    ends: Vec<(usize, usize)>,
}

impl Lemmas {
    /// Adds a clause.
    pub fn push(
        &mut self,
        clause: impl IntoIterator<Item = Lit>,
        hints: impl IntoIterator<Item = u32>,
    ) {
        self.literals.extend(clause);
        self.hints.extend(hints);
        self.ends.push((self.literals.len(), self.hints.len()));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    fn start(&self, number: usize) -> (usize, usize) {
        number.checked_sub(1).map_or((0, 0), |before| self.ends[before])
    }

    fn clause(&self, number: usize) -> &[Lit] {
        &self.literals[self.start(number).0..self.ends[number].0]
    }

    fn hints(&self, number: usize) -> &[u32] {
        &self.hints[self.start(number).1..self.ends[number].1]
    }

    /// Checks that each clause follows from those that its hints name, and that the last one is empty: the
    /// formula has no model.
    ///
    /// # Errors
    ///
    /// When a clause does not follow in this way, when the last one is not empty, or when the budget is spent.
    pub fn check(&self, cnf: &Cnf, budget: &Budget) -> Result<Checked, ProofError> {
        let mut values = Values::new(cnf.num_vars());
        for number in 0..self.len() {
            let step = number + 1;
            let clause = self.clause(number);
            if clause.iter().any(|lit| lit.variable() > cnf.num_vars()) {
                let expected = "variables of the formula";
                return Err(ProofError::Malformed { step, expected });
            }
            if !self.follows(number, cnf, &mut values) {
                return Err(ProofError::DoesNotFollow { step, clause: clause.to_vec() });
            }
            budget.spend(LOOKED_AT * std::mem::take(&mut values.looked_at));
            if number % 64 == 0 {
                budget.check()?;
            }
        }
        match self.ends.len().checked_sub(1).map(|last| self.clause(last)) {
            Some([]) => Ok(Checked { steps: self.len(), additions: self.len() }),
            _ => Err(ProofError::Incomplete),
        }
    }

    /// Whether the hints lead to a contradiction when all literals of the clause are false.
    fn follows(&self, number: usize, cnf: &Cnf, values: &mut Values) -> bool {
        values.begin();
        self.clause(number).iter().for_each(|&lit| values.assign(!lit));
        for &hint in self.hints(number) {
            let hint = hint as usize;
            let clause = match hint.checked_sub(cnf.num_clauses()) {
                None => cnf.clause(hint),
                Some(lemma) if lemma < number => self.clause(lemma),
                Some(_) => return false,
            };
            match values.left_of(clause) {
                Left::Nothing => return true,
                Left::One(lit) => values.assign(lit),
                Left::More => return false,
            }
        }
        false
    }
}

/// The literals that are true now.
struct Values {
    /// For each literal when it became true last.
    became_true: Vec<u32>,
    now: u32,
    looked_at: u64,
}

/// What is left of a clause.
enum Left {
    /// All its literals are false.
    Nothing,
    /// All but one, which says nothing of the others when it is true.
    One(Lit),
    /// Several are not false.
    More,
}

impl Values {
    fn new(num_vars: u32) -> Values {
        Values { became_true: vec![0; 2 * num_vars as usize], now: 0, looked_at: 0 }
    }

    /// Forgets all values.
    fn begin(&mut self) {
        match self.now.checked_add(1) {
            Some(next) => self.now = next,
            None => {
                self.became_true.fill(0);
                self.now = 1;
            }
        }
    }

    fn assign(&mut self, lit: Lit) {
        self.became_true[index(lit)] = self.now;
    }

    fn left_of(&mut self, clause: &[Lit]) -> Left {
        self.looked_at += clause.len() as u64;
        let mut open = None;
        for &lit in clause {
            if self.became_true[index(!lit)] != self.now
                && open.replace(lit).is_some_and(|it| it != lit)
            {
                return Left::More;
            }
        }
        open.map_or(Left::Nothing, Left::One)
    }
}

fn index(lit: Lit) -> usize {
    2 * (lit.variable() as usize - 1) + usize::from(!lit.is_positive())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::limit::{Limit, Stopped};

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect()
    }

    fn formula(clauses: &[&[i32]]) -> Cnf {
        let mut cnf = Cnf::new();
        cnf.declare(3);
        clauses.iter().for_each(|clause| cnf.add_clause(lits(clause)));
        cnf
    }

    fn lemmas(steps: &[(&[i32], &[u32])]) -> Lemmas {
        let mut lemmas = Lemmas::default();
        steps.iter().for_each(|(clause, hints)| lemmas.push(lits(clause), hints.iter().copied()));
        lemmas
    }

    #[test]
    fn what_follows_from_its_hints_is_accepted_and_nothing_else() {
        let cnf = formula(&[&[1, 2], &[-1, 2], &[1, -2], &[-1, -2]]);
        let budget = Budget::default();
        let right = lemmas(&[(&[2], &[0, 1]), (&[], &[4, 2, 3])]);
        assert_eq!(right.check(&cnf, &budget), Ok(Checked { steps: 2, additions: 2 }));
        let wrong = |steps: &[(&[i32], &[u32])], at: usize| {
            let checked = lemmas(steps).check(&cnf, &budget);
            let is_it =
                matches!(checked, Err(ProofError::DoesNotFollow { step, .. }) if step == at);
            assert!(is_it, "{steps:?} {checked:?}");
        };
        // A hint is missing, too many are open, one comes too early, one is not there.
        wrong(&[(&[2], &[0])], 1);
        wrong(&[(&[], &[0, 1])], 1);
        wrong(&[(&[2], &[0, 1]), (&[], &[2, 4, 3])], 2);
        wrong(&[(&[], &[5]), (&[2], &[0, 1])], 1);
        wrong(&[(&[], &[4])], 1);
        wrong(&[(&[3], &[0, 1])], 1);
        assert_eq!(lemmas(&[(&[2], &[0, 1])]).check(&cnf, &budget), Err(ProofError::Incomplete));
        assert_eq!(Lemmas::default().check(&cnf, &budget), Err(ProofError::Incomplete));
        let foreign = lemmas(&[(&[9], &[0])]).check(&cnf, &budget);
        assert!(matches!(foreign, Err(ProofError::Malformed { step: 1, .. })), "{foreign:?}");
        let spent = Budget::default().of_steps(0);
        assert_eq!(right.check(&cnf, &spent), Err(Stopped(Limit::Steps).into()));
    }
}
