//! Leaves out duplicate clauses.
//!
//! Constraints overlap: two words with the same two letters both say that these are on different
//! dice. A constraint may also ask for a clause several times itself. The auxiliary variables of a
//! part are its own, so clauses with them are remembered for the part only, others for all that
//! follow: their numbers and hashes, eight bytes each, so that a table grows without looking at clauses.

use cnfetti_encodings::{Cnf, Lit};
use hashbrown::HashTable;
use itertools::Itertools;

use cnfetti_core::limit::{Budget, Stopped};

/// The budget is looked at once in this many clauses.
const OFTEN: usize = 4_096;

/// The clauses over the problem's variables that a formula has so far.
#[derive(Debug, Default)]
pub(super) struct Known {
    seen: HashTable<Seen>,
}

/// The number of a clause and its hash.
#[derive(Clone, Copy, Debug)]
struct Seen {
    number: u32,
    hash: u32,
}

impl Seen {
    /// The hash for the table.
    fn spread(&self) -> u64 {
        u64::from(self.hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl Known {
    /// Takes out the clauses from this number on that were there before, and tells which of the
    /// clauses before the first one were repeated; an error when the budget is spent.
    pub(super) fn leave_out_repeats(
        &mut self,
        cnf: &mut Cnf,
        first: usize,
        problem_variables: u32,
        budget: &Budget,
    ) -> Result<Vec<u32>, Stopped> {
        // Without room from the start a large table would be written again and again.
        let mut own = HashTable::with_capacity(cnf.num_clauses() - first);
        let (mut repeated, mut stopped) = (Vec::new(), None);
        cnf.retain_from(first, |cnf, number, clause| {
            if number.is_multiple_of(OFTEN) {
                stopped = stopped.or(budget.check().err());
            }
            if stopped.is_some() {
                return true;
            }
            let is_own = clause.iter().any(|lit| lit.variable() > problem_variables);
            let table = if is_own { &mut own } else { &mut self.seen };
            let seen = Seen { number: number as u32, hash: hash(clause) };
            let is_same = |other: &Seen| {
                other.hash == seen.hash && says_the_same(cnf.clause(other.number as usize), clause)
            };
            match table.find(seen.spread(), is_same) {
                Some(other) => {
                    if (other.number as usize) < first {
                        repeated.push(other.number);
                    }
                    false
                }
                None => {
                    table.insert_unique(seen.spread(), seen, Seen::spread);
                    true
                }
            }
        });
        stopped.map_or(Ok(repeated), Err)
    }
}

/// The same for every order of the literals.
fn hash(clause: &[Lit]) -> u32 {
    let spread = |number: u64| {
        let number = (number ^ (number >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        number ^ (number >> 29)
    };
    let sum = clause.iter().fold(0_u64, |sum, lit| {
        sum.wrapping_add(spread(u64::from(lit.dimacs() as u32).wrapping_mul(0xd1b5_4a32_d192_ed03)))
    });
    (spread(sum) >> 32) as u32
}

/// Whether both have the same literals in any order.
fn says_the_same(one: &[Lit], other: &[Lit]) -> bool {
    one == other
        || one.len() == other.len()
            && one.iter().sorted_unstable().eq(other.iter().sorted_unstable())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use cnfetti_encodings::at_most_one;

    use super::*;
    use crate::compile::{Choices, Compiled, NotCompiled, Part, compile, compile_within};
    use cnfetti_core::limit::Limit;

    fn clauses(cnf: &Cnf) -> Vec<Vec<i32>> {
        cnf.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect()).collect()
    }

    fn add(cnf: &mut Cnf, clause: &[i32]) {
        cnf.add_clause(clause.iter().filter_map(|&number| Lit::from_dimacs(number)));
    }

    #[test]
    fn clauses_are_left_out_that_are_there_or_in_the_same_part() {
        let mut cnf = Cnf::new();
        cnf.declare(4);
        let mut known = Known::default();
        for clause in [&[1, 2][..], &[-1, -3], &[2, 1], &[]] {
            add(&mut cnf, clause);
        }
        let budget = &Budget::default();
        let mut left_out = |cnf: &mut Cnf, first| known.leave_out_repeats(cnf, first, 3, budget);
        assert_eq!(left_out(&mut cnf, 0), Ok(vec![]));
        for clause in [&[2, 4][..], &[-3, -1], &[], &[1, 3], &[3, 1], &[2, 4], &[1, 2, 3], &[2, 1]]
        {
            add(&mut cnf, clause);
        }
        assert_eq!(left_out(&mut cnf, 3), Ok(vec![1, 2, 0]));
        let expected: [&[i32]; 6] = [&[1, 2], &[-1, -3], &[], &[2, 4], &[1, 3], &[1, 2, 3]];
        assert_eq!(clauses(&cnf), expected);
        add(&mut cnf, &[3, 2, 1]);
        add(&mut cnf, &[4, 2]);
        assert_eq!(left_out(&mut cnf, 6), Ok(vec![5]), "numbers are the final ones");
        assert_eq!(clauses(&cnf)[6..], [[4, 2]], "what other parts say of their variables");
    }

    #[test]
    fn the_budget_ends_the_search_for_repeats_and_the_formula() {
        let spent = &Budget::default().at_most(std::time::Duration::ZERO);
        let mut cnf = Cnf::new();
        cnf.declare(1);
        add(&mut cnf, &[1]);
        let stopped = Stopped(Limit::Time);
        assert_eq!(Known::default().leave_out_repeats(&mut cnf, 0, 1, spent), Err(stopped));
        let text = include_str!("../../../../instances/dice/labeled-dice.toml");
        let csp = cnfetti_puzzles::instance::parse(text).unwrap().puzzle.csp();
        let compiled = compile_within(&csp, &Choices::default(), spent).map(|_| ());
        assert_eq!(compiled, Err(NotCompiled::Stopped(stopped)));
        let stop = Arc::new(AtomicBool::new(false));
        let unlimited = &Budget { stop: Some(Arc::clone(&stop)), ..Budget::default() };
        assert!(compile_within(&csp, &Choices::default(), unlimited).is_ok());
        stop.store(true, Ordering::Relaxed);
        let compiled = compile_within(&csp, &Choices::default(), unlimited).map(|_| ());
        assert_eq!(compiled, Err(NotCompiled::Stopped(Stopped(Limit::Interrupted))));
    }

    /// A constraint that is taken out must not take what others say with it.
    #[test]
    fn each_part_says_all_of_its_constraint() {
        let text = include_str!("../../../../instances/dice/labeled-dice.toml");
        let csp = cnfetti_puzzles::instance::parse(text).unwrap().puzzle.csp();
        let choices = Choices {
            at_most_one: at_most_one::by_name("pairwise").unwrap(),
            ..Choices::default()
        };
        let whole = compile(&csp, &choices).unwrap();
        let said = |compiled: &Compiled, part: &Part| {
            // Auxiliaries by their place in the part.
            let own = |lit: &Lit| match lit.variable() > compiled.problem_variables() {
                true => (lit.variable() - part.auxiliaries.start, true, lit.is_positive()),
                false => (lit.variable(), false, lit.is_positive()),
            };
            let sorted = |clause: &[Lit]| clause.iter().map(own).sorted().collect_vec();
            compiled.clauses_of(part).map(sorted).sorted().collect_vec()
        };
        let constraints = &whole.parts[csp.variables().len()..];
        assert!(constraints.iter().any(|part| !part.shared.is_empty()));
        for (at, part) in constraints.iter().enumerate() {
            let alone = csp.with_only(&[at]);
            let alone = compile(&alone, &choices).unwrap();
            assert_eq!(said(&whole, part), said(&alone, &alone.parts[csp.variables().len()]));
        }
    }
}
