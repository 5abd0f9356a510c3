//! Defined variables, which are functions of others: the number of models stays the same if shown ones are not counted, or
//! if hidden ones are decided.
//!
//! A variable is defined if the clauses that contain it give its value for all values of the others in them:
//! it is the output of a gate. The definitions contain no cycle, and use a hidden variable only if it is
//! defined itself. So the remaining variables determine the others. (Lagniez, Marquis: Preprocessing for
//! propositional model counting, 2014, who find gates the same way.)

use std::collections::HashSet;

use crate::knowledge::formula::{Code, Formula, OFTEN, variable};
use cnfetti_core::limit::{Budget, Poll, Stopped};

/// Longer clauses only count as the long ones of "and" gates.
const SHORT: usize = 4;

/// The largest number of short clauses of a variable to combine in pairs, and of variables in a definition from these.
const LOOKED_AT: usize = 16;
const INPUTS: usize = 4;

/// For each of four inputs, the set of those 16 assignments under which it is false.
const FALSE: [u16; INPUTS] = [0x5555, 0x3333, 0x0f0f, 0x00ff];

/// For each variable, whether it is shown and not defined by others, and the same formula, which shows all that these
/// variables determine.
pub(super) fn counted(
    formula: Formula,
    most_work: usize,
    budget: &Budget,
) -> Result<(Formula, Vec<bool>), Stopped> {
    let mut gates = Gates {
        formula: &formula,
        binary: binary(&formula),
        inputs: vec![None; formula.num_vars],
        reached: vec![0; formula.num_vars],
        reaching: 0,
        work: 0,
        most_work,
        poll: budget.poll(OFTEN),
    };
    loop {
        let mut is_new = false;
        for place in (0..formula.num_vars as u32).rev() {
            is_new |= gates.inputs[place as usize].is_none() && gates.define(place)?;
        }
        if !is_new || gates.work > most_work {
            break;
        }
    }
    let is_defined: Vec<bool> = gates.inputs.iter().map(Option::is_some).collect();
    let both = || formula.is_shown.iter().zip(&is_defined);
    let is_counted = both().map(|(&shown, &defined)| shown && !defined).collect();
    let is_shown = both().map(|(&shown, &defined)| shown || defined).collect();
    Ok((formula.showing(is_shown), is_counted))
}

/// The clauses with two literals, in both orders.
fn binary(formula: &Formula) -> HashSet<(Code, Code)> {
    let clauses = (0..formula.num_clauses() as u32).map(|number| formula.clause(number));
    let pairs = clauses.filter_map(|clause| match *clause {
        [one, other] => Some([(one, other), (other, one)]),
        _ => None,
    });
    pairs.flatten().collect()
}

struct Gates<'a> {
    formula: &'a Formula,
    binary: HashSet<(Code, Code)>,
    /// For each defined variable, the variables it depends on.
    inputs: Vec<Option<Vec<u32>>>,
    /// When each variable was last reached.
    reached: Vec<u32>,
    reaching: u32,
    work: usize,
    most_work: usize,
    poll: Poll,
}

impl Gates<'_> {
    /// Looks for a definition of a variable. Returns whether there is one.
    fn define(&mut self, place: u32) -> Result<bool, Stopped> {
        let formula = self.formula;
        let before = self.work;
        let lits = [2 * place, 2 * place + 1];
        let mut found = false;
        for lit in lits {
            for &number in formula.clauses_with(lit) {
                let clause = formula.clause(number);
                self.work += clause.len();
                let others = || clause.iter().filter(|&&other| other != lit);
                found = clause.len() > 2
                    && others().all(|&other| self.binary.contains(&(lit ^ 1, other ^ 1)))
                    && self.accept(place, &others().map(|&lit| lit / 2).collect::<Vec<_>>());
                if found || self.work > self.most_work {
                    break;
                }
            }
            if found {
                break;
            }
        }
        found = found || self.define_by_table(place);
        self.poll.steps(self.work - before)?;
        Ok(found)
    }

    /// Looks for a definition by a table of all values of a few others.
    fn define_by_table(&mut self, place: u32) -> bool {
        let formula = self.formula;
        let both = [2 * place, 2 * place + 1].map(|lit| formula.clauses_with(lit));
        let short = both.into_iter().flatten().map(|&number| formula.clause(number));
        let short = short.filter(|clause| (2..=SHORT).contains(&clause.len()));
        let short: Vec<&[Code]> = short.take(LOOKED_AT).collect();
        for (at, one) in short.iter().enumerate() {
            for other in &short[at + 1..] {
                let mut inputs: Vec<u32> = one.iter().chain(*other).map(|lit| lit / 2).collect();
                inputs.sort_unstable();
                inputs.dedup();
                inputs.retain(|&input| input != place);
                self.work += short.len();
                if self.work > self.most_work {
                    return false;
                }
                if inputs.len() <= INPUTS
                    && is_defined(place, &inputs, &short)
                    && self.accept(place, &inputs)
                {
                    return true;
                }
            }
        }
        false
    }

    /// Accepts a definition unless it creates a cycle, or depends on hidden variables.
    fn accept(&mut self, place: u32, inputs: &[u32]) -> bool {
        let is_grounded = |&input: &u32| {
            self.formula.is_shown[input as usize] || self.inputs[input as usize].is_some()
        };
        if inputs.contains(&place) || !inputs.iter().all(is_grounded) {
            return false;
        }
        self.reaching += 1;
        let mut left = inputs.to_vec();
        while let Some(one) = left.pop() {
            self.work += 1;
            if one == place || self.work > self.most_work {
                return false;
            }
            if std::mem::replace(&mut self.reached[one as usize], self.reaching) != self.reaching {
                left.extend(self.inputs[one as usize].iter().flatten());
            }
        }
        self.inputs[place as usize] = Some(inputs.to_vec());
        true
    }
}

/// Whether the clauses determine a variable for all values of these inputs.
fn is_defined(place: u32, inputs: &[u32], clauses: &[&[Code]]) -> bool {
    let mut said = 0_u16;
    for clause in clauses {
        // The values of the inputs under which all other literals are false.
        let mut all_false = u16::MAX;
        for &lit in clause.iter().filter(|&&lit| lit / 2 != place) {
            match inputs.iter().position(|&input| input as usize == variable(lit)) {
                Some(at) if lit % 2 == 0 => all_false &= FALSE[at],
                Some(at) => all_false &= !FALSE[at],
                None => all_false = 0,
            }
        }
        // If a clause contains both literals of the variable, it says nothing.
        let own = clause.iter().filter(|&&lit| lit / 2 == place).count();
        said |= if own == 1 { all_false } else { 0 };
    }
    said == u16::MAX
}
