//! Makes each literal true in turn, to see what follows by unit propagation.
//!
//! If a contradiction follows, its negation always holds, as does every literal that follows both from a variable and
//! from its negation. If a literal follows from a variable and its negation from the variable's negation, the two are
//! the same. (Le Berre: Exploiting the real power of unit propagation lookahead, 2001.)

use super::{contradiction, load};
use crate::knowledge::formula::{Code, Formula, OFTEN, variable};
use crate::propagation::{NO_CLAUSE, Propagation};
use cnfetti_core::limit::{Budget, Poll, Stopped};

/// How often to look at all variables.
const ROUNDS: usize = 3;

/// The formula with one variable for those that are the same. It is shown if one of them is.
pub(super) fn probe(
    formula: &Formula,
    most_work: usize,
    budget: &Budget,
) -> Result<Formula, Stopped> {
    let (mut poll, mut work) = (budget.poll(OFTEN), 0);
    let mut probed: Option<Formula> = None;
    for _ in 0..ROUNDS {
        let before = probed.as_ref().unwrap_or(formula);
        let Some(propagation) = load(before) else { return Ok(contradiction(formula)) };
        let mut probe = Probe::new(propagation, formula.num_vars);
        if !probe.all(most_work, &mut work, &mut poll)? {
            return Ok(contradiction(formula));
        }
        let has_found = probe.has_found;
        probed = Some(probe.rest(before));
        if !has_found || work > most_work {
            break;
        }
    }
    Ok(probed.expect("there is a round"))
}

struct Probe {
    propagation: Propagation,
    /// For each variable, a literal that is the same as the positive one: a smaller variable's, or its own.
    same: Vec<Code>,
    /// When each literal last followed.
    followed: Vec<u32>,
    following: u32,
    has_found: bool,
}

impl Probe {
    fn new(propagation: Propagation, variables: usize) -> Probe {
        Probe {
            propagation,
            same: (0..variables as Code).map(|variable| 2 * variable).collect(),
            followed: vec![0; 2 * variables],
            following: 0,
            has_found: false,
        }
    }

    /// Looks at all variables. Returns whether there is no contradiction.
    fn all(
        &mut self,
        most_work: usize,
        work: &mut usize,
        poll: &mut Poll,
    ) -> Result<bool, Stopped> {
        for lit in (0..self.followed.len() as Code).step_by(2) {
            let (before, looked_at) = (*work, self.propagation.looked_at());
            let is_open = !self.propagation.holds(lit) && !self.propagation.holds(lit ^ 1);
            if is_open && !self.look_at(lit, work) {
                return Ok(false);
            }
            *work += 1 + (self.propagation.looked_at() - looked_at) as usize;
            poll.steps(*work - before)?;
            if *work > most_work {
                break;
            }
        }
        Ok(true)
    }

    /// Looks at a variable. Returns whether there is no contradiction.
    fn look_at(&mut self, lit: Code, work: &mut usize) -> bool {
        let Some(one) = self.after(lit) else { return self.fix(&[lit ^ 1]) };
        let Some(other) = self.after(lit ^ 1) else { return self.fix(&[lit]) };
        *work += one.len() + other.len();
        self.following += 1;
        one.iter().for_each(|&lit| self.followed[lit as usize] = self.following);
        let mut always = Vec::new();
        for &implied in &other[1..] {
            if self.followed[implied as usize] == self.following {
                always.push(implied);
            } else if self.followed[implied as usize ^ 1] == self.following
                && !self.unite(lit, implied ^ 1)
            {
                return false;
            }
        }
        self.fix(&always)
    }

    /// The literal, and what follows from it; `None` if that is a contradiction.
    fn after(&mut self, lit: Code) -> Option<Vec<Code>> {
        let trail = self.propagation.trail().len();
        self.propagation.assign(lit, NO_CLAUSE);
        let is_consistent = self.propagation.propagate().is_none();
        let after = is_consistent.then(|| self.propagation.trail()[trail..].to_vec());
        self.propagation.back_to(trail, |_| {});
        after
    }

    /// Makes literals true that always hold. Returns whether there is no contradiction.
    fn fix(&mut self, lits: &[Code]) -> bool {
        self.has_found |= !lits.is_empty();
        lits.iter().for_each(|&lit| self.propagation.assign(lit, NO_CLAUSE));
        self.propagation.propagate().is_none()
    }

    /// Records that two literals are the same. Returns whether they can be.
    fn unite(&mut self, one: Code, other: Code) -> bool {
        let (one, other) = (self.first_same(one), self.first_same(other));
        let (first, last) = (one.min(other), one.max(other));
        if variable(first) == variable(last) {
            return first == last;
        }
        self.has_found = true;
        self.same[variable(last)] = first ^ (last & 1);
        true
    }

    /// The literal of the smallest variable that is known to be the same.
    fn first_same(&mut self, lit: Code) -> Code {
        let mut first = lit;
        while variable(self.same[variable(first)]) != variable(first) {
            first = self.same[variable(first)] ^ (first & 1);
        }
        self.same[variable(lit)] = first ^ (lit & 1);
        first
    }

    /// The clauses in what is left, and the literals that always hold.
    fn rest(mut self, formula: &Formula) -> Formula {
        let trail = self.propagation.trail().to_vec();
        let mut clauses: Vec<Vec<Code>> =
            trail.into_iter().map(|lit| vec![self.first_same(lit)]).collect();
        for number in 0..formula.num_clauses() as u32 {
            let clause = formula.clause(number);
            if clause.iter().any(|&lit| self.propagation.holds(lit)) {
                continue;
            }
            let mut rest: Vec<Code> = Vec::with_capacity(clause.len());
            for &lit in clause {
                if !self.propagation.holds(lit ^ 1) {
                    rest.push(self.first_same(lit));
                }
            }
            rest.sort_unstable();
            rest.dedup();
            if rest.windows(2).all(|pair| pair[0] != pair[1] ^ 1) {
                clauses.push(rest);
            }
        }
        clauses.sort_unstable();
        clauses.dedup();
        let mut is_shown = vec![false; formula.num_vars];
        for place in (0..formula.num_vars).filter(|&place| formula.is_shown[place]) {
            is_shown[variable(self.first_same(2 * place as Code))] = true;
        }
        Formula::of(formula.num_vars, clauses.into_iter(), is_shown)
    }
}
