//! A formula without the variables that occur nowhere: a header can declare millions of them, and a
//! solver would make room for each.

use cnfetti_encodings::{Cnf, Lit};

/// A formula over fewer variables, and how they were numbered before.
pub(crate) struct Compact {
    /// The formula.
    pub(super) cnf: Cnf,
    /// For each of its variables, the number that it had before.
    before: Vec<u32>,
    /// For each variable of the old formula, its number here; 0 if it is gone.
    now: Vec<u32>,
}

impl Compact {
    /// Keeps the variables that occur in a clause, and these.
    pub(crate) fn new(cnf: &Cnf, keep: impl IntoIterator<Item = u32>) -> Compact {
        let mut now = vec![0_u32; cnf.num_vars() as usize + 1];
        let occurring = cnf.clauses().flatten().map(|lit| lit.variable());
        for variable in occurring.chain(keep) {
            now[variable as usize] = 1;
        }
        let mut before = Vec::new();
        for (variable, number) in (0_u32..).zip(&mut now) {
            if *number != 0 {
                before.push(variable);
                *number = before.len() as u32;
            }
        }
        let mut compact = Compact { cnf: Cnf::new(), before, now };
        compact.cnf.declare(compact.before.len() as u32);
        for clause in cnf.clauses() {
            let numbers = &compact.now;
            compact.cnf.add_clause(clause.iter().map(|&lit| renumbered(lit, numbers)));
        }
        compact
    }

    /// The literal here of one that was kept.
    pub(crate) fn literal(&self, lit: Lit) -> Lit {
        renumbered(lit, &self.now)
    }

    /// The number here of a variable, if it was kept.
    pub(crate) fn variable(&self, before: u32) -> Option<u32> {
        Some(self.now[before as usize]).filter(|&number| number != 0)
    }

    /// The number that a variable had before.
    pub(crate) fn before(&self, variable: u32) -> u32 {
        self.before[variable as usize - 1]
    }
}

fn renumbered(lit: Lit, numbers: &[u32]) -> Lit {
    let number = numbers[lit.variable() as usize] as i32;
    let positive = Lit::from_dimacs(number).expect("the variable was kept");
    if lit.is_positive() { positive } else { !positive }
}
