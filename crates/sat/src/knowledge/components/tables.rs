//! Counts without a search, by dynamic programming along a tree decomposition.
//!
//! Variables are eliminated one by one. All clauses and tables that mention the variable become one new table of
//! its neighbours: for each of their assignments, how many assignments of what was eliminated so far fit. Hidden
//! variables come first; for these, the table only says whether there is one. The work is known before it
//! begins, and does not depend on how many models there are. (Dechter: Bucket elimination, 1999; Samer, Szeider:
//! Algorithms for propositional model counting, 2010.)

use std::ops::{AddAssign, Mul};

use num_bigint::BigUint;

use super::tree::Elimination;
use crate::knowledge::formula::{Formula, OFTEN, variable};
use crate::knowledge::simplify::Simplified;
use crate::propagation::Propagation;
use cnfetti_core::limit::{Budget, Limits, Poll, Stopped};

/// With no more steps than this, no search could be much quicker.
pub(super) const LITTLE: u64 = 1 << 22;

/// With more steps than this, there are no tables.
const MOST_WORK: u64 = 1 << 34;

/// A table that sums over fewer variables has rows of 64 bits.
const SHORT: usize = 64;

/// What is to be eliminated, and in which order.
pub(in crate::knowledge) struct Tables<'a> {
    formula: &'a Formula,
    is_counted: &'a [bool],
    elimination: Elimination,
    /// For each variable, its place in the order.
    place: Vec<u32>,
    /// Roughly how many steps it takes.
    pub(super) work: u64,
}

/// How many assignments of the eliminated variables fit to each assignment of others.
struct Table {
    /// In the order of elimination. The first is the lowest bit of the number of a row.
    variables: Vec<u32>,
    /// Over how many variables the rows sum: none is larger than 2 to this power.
    summed: usize,
    rows: Rows,
}

enum Rows {
    Short(Vec<u64>),
    Long(Vec<BigUint>),
}

/// A clause, by the numbers of the rows in which it is false: their bits in the mask have these values. Simplified
/// formulas have no clauses that always hold.
struct Clause {
    mask: usize,
    values: usize,
}

/// A table of some of the variables, and how its current row changes from one row of the new table to the next.
struct Factor<'a, V> {
    rows: &'a [V],
    row: usize,
    /// What to add if bit 0, 1, … is the highest that changes.
    steps: Vec<usize>,
}

impl<'a> Tables<'a> {
    /// Plans the tables of a formula; `None` if they would take too much time or memory.
    pub(in crate::knowledge) fn of(
        simplified: &'a Simplified,
        limits: &Limits,
    ) -> Result<Option<Tables<'a>>, Stopped> {
        let Simplified { formula, is_counted } = simplified;
        let is_hidden = |variable: u32| !formula.is_shown[variable as usize];
        let nothing = Propagation::new(formula.num_vars);
        let elimination = Elimination::of(formula, &nothing, is_hidden, &limits.budget)?;
        let Some(elimination) = elimination else { return Ok(None) };
        let mut place = vec![0; formula.num_vars];
        elimination.order.iter().zip(0..).for_each(|(&variable, at)| place[variable as usize] = at);
        // Each clause and each table is looked at in the rows of one other table.
        let of_row = size_of::<BigUint>() + formula.num_shown / 8;
        let (mut work, mut bytes) = (0_u64, 0_usize);
        for bag in &elimination.bags {
            let rows = 1_u64.checked_shl(bag.len() as u32).unwrap_or(u64::MAX);
            work = work.saturating_add(rows.saturating_mul(8));
            bytes = bytes.saturating_add(of_row.saturating_mul(rows as usize));
        }
        if work > MOST_WORK || bytes > limits.memory_bytes / 2 {
            return Ok(None);
        }
        Ok(Some(Tables { formula, is_counted, elimination, place, work }))
    }

    /// The number of models.
    pub(in crate::knowledge) fn count(&self, budget: &Budget) -> Result<BigUint, Stopped> {
        let variables = self.formula.num_vars;
        let mut clauses: Vec<Vec<u32>> = vec![Vec::new(); variables];
        for number in 0..self.formula.num_clauses() as u32 {
            let lits = self.formula.clause(number).iter();
            match lits.map(|&lit| variable(lit)).min_by_key(|&one| self.place[one]) {
                Some(first) => clauses[first].push(number),
                None => return Ok(BigUint::ZERO),
            }
        }
        let mut waiting: Vec<Vec<Table>> = (0..variables).map(|_| Vec::new()).collect();
        let mut poll = budget.poll(OFTEN);
        let mut number = BigUint::from(1_u8);
        for &one in &self.elimination.order {
            let place = one as usize;
            let (clauses, tables) = (&clauses[place], std::mem::take(&mut waiting[place]));
            if clauses.is_empty() && tables.is_empty() {
                // No clause mentions the variable.
                number <<= usize::from(self.is_counted[place]);
                continue;
            }
            let table = self.eliminate(one, clauses, tables, &mut poll)?;
            match table.variables.first() {
                Some(&next) => waiting[next as usize].push(table),
                None => number *= &table.rows.long()[0],
            }
        }
        Ok(number)
    }

    /// The table of the neighbours of a variable, from all clauses and tables that mention it.
    fn eliminate(
        &self,
        one: u32,
        clauses: &[u32],
        tables: Vec<Table>,
        poll: &mut Poll,
    ) -> Result<Table, Stopped> {
        let is_summed = self.formula.is_shown[one as usize];
        let mut variables = self.elimination.bags[one as usize].clone();
        variables.sort_unstable_by_key(|&other| self.place[other as usize]);
        let bit = |other: u32| match variables.iter().position(|&known| known == other) {
            Some(at) => 1 << (at + 1),
            None => 1_usize,
        };
        let clause = |&number: &u32| {
            let lits = self.formula.clause(number).iter();
            lits.fold(Clause { mask: 0, values: 0 }, |Clause { mask, values }, &lit| Clause {
                mask: mask | bit(lit / 2),
                values: values | if lit % 2 == 1 { bit(lit / 2) } else { 0 },
            })
        };
        let clauses: Vec<Clause> = clauses.iter().map(clause).collect();
        let num_rows = 1 << variables.len();
        let summed =
            tables.iter().map(|table| table.summed).sum::<usize>() + usize::from(is_summed);
        let bits = |table: &Table| -> Vec<usize> {
            table.variables.iter().map(|&other| bit(other)).collect()
        };
        let rows = if summed < SHORT {
            let short = tables.iter().map(|table| match &table.rows {
                Rows::Short(rows) => Factor::new(rows, &bits(table), variables.len()),
                Rows::Long(_) => unreachable!("a table sums over what its parts sum over"),
            });
            let or = |one: &mut u64, other| *one |= other;
            let (factors, join) = (short.collect(), if is_summed { u64::add_assign } else { or });
            Rows::Short(product(num_rows, &clauses, factors, join, poll)?)
        } else {
            let long = tables.into_iter().map(|table| (bits(&table), table.rows.long()));
            let long: Vec<(Vec<usize>, Vec<BigUint>)> = long.collect();
            let factors = long.iter().map(|(bits, rows)| Factor::new(rows, bits, variables.len()));
            Rows::Long(product(num_rows, &clauses, factors.collect(), BigUint::add_assign, poll)?)
        };
        Ok(Table { variables, summed, rows })
    }
}

impl Rows {
    fn long(self) -> Vec<BigUint> {
        match self {
            Rows::Short(rows) => rows.into_iter().map(BigUint::from).collect(),
            Rows::Long(rows) => rows,
        }
    }
}

impl<'a, V> Factor<'a, V> {
    /// A table whose variables have these bits in a row of the new table.
    fn new(rows: &'a [V], bits: &[usize], neighbours: usize) -> Factor<'a, V> {
        let of_bit =
            |at: usize| bits.iter().position(|&bit| bit == 1 << at).map_or(0, |at| 1 << at);
        let mut below = 0_usize;
        let steps = (0..=neighbours).map(|at| {
            let step = usize::wrapping_sub(of_bit(at), below);
            below += of_bit(at);
            step
        });
        Factor { rows, row: 0, steps: steps.collect() }
    }
}

/// For each row of the new table, the sum over both values of the eliminated variable, which has bit 0.
fn product<V>(
    num_rows: usize,
    clauses: &[Clause],
    mut factors: Vec<Factor<'_, V>>,
    join: impl Fn(&mut V, V),
    poll: &mut Poll,
) -> Result<Vec<V>, Stopped>
where
    V: Clone + PartialEq + From<u8> + for<'a> Mul<&'a V, Output = V>,
{
    let zero = V::from(0);
    let mut rows = Vec::with_capacity(num_rows);
    for row in 0..2 * num_rows {
        let holds = clauses.iter().all(|clause| row & clause.mask != clause.values);
        let is_dead = !holds || factors.iter().any(|factor| factor.rows[factor.row] == zero);
        let fitting = match is_dead {
            true => zero.clone(),
            false => factors
                .iter()
                .map(|factor| &factor.rows[factor.row])
                .fold(V::from(1), |product, other| product * other),
        };
        match rows.last_mut() {
            Some(last) if row % 2 == 1 => join(last, fitting),
            _ => rows.push(fitting),
        }
        // After the last row, no bit changes.
        let highest = (row + 1).trailing_zeros() as usize;
        for factor in &mut factors {
            let step = factor.steps.get(highest).copied().unwrap_or_default();
            factor.row = factor.row.wrapping_add(step);
        }
        poll.steps(1 + clauses.len() + factors.len())?;
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use cnfetti_core::random::Random;

    use super::*;

    /// Clauses of neighbours on a line, of which some variables may be mentioned by none.
    fn line(random: &mut Random, num_vars: usize) -> Simplified {
        // With long clauses only, there are nearly as many models as the rows of a table have room for.
        let is_full = random.one_in(2);
        let mut clause = |first: usize| {
            let lits = (first..num_vars.min(first + 3)).filter(|_| is_full || !random.one_in(4));
            lits.map(|one| 2 * one as u32).collect::<Vec<_>>()
        };
        let clauses: Vec<_> = (0..num_vars).map(&mut clause).collect();
        let clauses = clauses.into_iter().filter(|clause| !clause.is_empty());
        let clauses: Vec<_> = clauses
            .map(|clause| clause.into_iter().map(|lit| lit + random.below(2) as u32).collect())
            .collect();
        of_all(num_vars, clauses)
    }

    /// These clauses, and all variables are counted.
    fn of_all(num_vars: usize, clauses: Vec<Vec<u32>>) -> Simplified {
        let formula = Formula::of(num_vars, clauses.into_iter(), vec![true; num_vars]);
        Simplified { formula, is_counted: vec![true; num_vars] }
    }

    /// The number of models of clauses of neighbours on a line: variable by variable, for the last two values.
    fn models(formula: &Formula) -> BigUint {
        let mut of_last = vec![(0_usize, BigUint::from(1_u8))];
        for at in 0..formula.num_vars {
            let mut next: Vec<(usize, BigUint)> = Vec::new();
            for (values, number) in of_last {
                for value in [0, 1] {
                    let values = (values << 1 | value) & 7;
                    let is_false = |&lit: &u32| {
                        let one = variable(lit);
                        values >> (at - one) & 1 == usize::from(lit % 2 == 1)
                    };
                    let ends_here =
                        |clause: &&[u32]| clause.iter().map(|&lit| variable(lit)).max() == Some(at);
                    let clauses = (0..formula.num_clauses() as u32).map(|one| formula.clause(one));
                    if clauses.filter(ends_here).any(|clause| clause.iter().all(is_false)) {
                        continue;
                    }
                    match next.iter_mut().find(|(known, _)| *known == values & 3) {
                        Some((_, known)) => *known += &number,
                        None => next.push((values & 3, number.clone())),
                    }
                }
            }
            of_last = next;
        }
        of_last.into_iter().map(|(_, number)| number).sum()
    }

    #[test]
    fn long_lines_have_as_many_models_as_a_walk_along_them_finds() {
        let mut seen = BTreeSet::new();
        for seed in 0..150 {
            let random = &mut Random::new(seed);
            let num_vars = 1 + random.below(160);
            let formula = line(random, num_vars);
            let tables = Tables::of(&formula, &Limits::default()).unwrap().unwrap();
            let number = tables.count(&Budget::default()).unwrap();
            assert_eq!(number, models(&formula.formula), "seed {seed}");
            seen.insert((number == BigUint::ZERO, number.bits() > 64));
        }
        assert_eq!(seen.len(), 3, "{seen:?}");
    }

    #[test]
    fn what_takes_too_much_time_or_memory_has_no_tables() {
        let all = |num_vars: usize| {
            of_all(num_vars, vec![(0..num_vars).map(|one| 2 * one as u32).collect()])
        };
        let is_planned = |num_vars, memory_bytes| {
            let limits = Limits { memory_bytes, ..Limits::default() };
            Tables::of(&all(num_vars), &limits).unwrap().is_some()
        };
        assert!(is_planned(12, 1 << 30));
        assert!(!is_planned(12, 1 << 10));
        assert!(!is_planned(40, 1 << 60));
    }

    #[test]
    fn a_budget_that_ends_stops_the_tables() {
        let formula = of_all(18, vec![(0..18).map(|one| 2 * one).collect()]);
        let tables = Tables::of(&formula, &Limits::default()).unwrap().unwrap();
        assert!(tables.count(&Budget::default().of_steps(0)).is_err());
        assert_eq!(tables.count(&Budget::default()), Ok(((1_u32 << 18) - 1).into()));
    }
}
