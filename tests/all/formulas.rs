//! Formulas for tests of solvers and proofs.

use cnfetti::encodings::{Cnf, Lit};

/// A small random number generator (xorshift64*), so that a seed determines everything.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n
    }

    pub(crate) fn lit(&mut self, num_vars: u32) -> Lit {
        let variable = self.below(u64::from(num_vars)) as i32 + 1;
        lit(if self.below(2) == 0 { variable } else { -variable })
    }

    pub(crate) fn clause(&mut self, num_vars: u32, longest: u64) -> Vec<Lit> {
        (0..=self.below(longest)).map(|_| self.lit(num_vars)).collect()
    }
}

pub(crate) fn lit(number: i32) -> Lit {
    Lit::from_dimacs(number).unwrap()
}

pub(crate) fn lits(numbers: &[i32]) -> Vec<Lit> {
    numbers.iter().map(|&number| lit(number)).collect()
}

pub(crate) fn cnf(num_vars: u32, clauses: &[&[i32]]) -> Cnf {
    let mut cnf = Cnf::new();
    cnf.declare(num_vars);
    for clause in clauses {
        cnf.add_clause(lits(clause));
    }
    cnf
}

/// Each pigeon has a hole, and no two pigeons share one.
pub(crate) fn pigeonhole(pigeons: usize, holes: usize) -> Cnf {
    let mut cnf = Cnf::new();
    let places: Vec<Vec<Lit>> = (0..pigeons).map(|_| cnf.new_lits(holes)).collect();
    for (index, first) in places.iter().enumerate() {
        cnf.add_clause(first.iter().copied());
        for second in &places[index + 1..] {
            for hole in 0..holes {
                cnf.add_clause([!first[hole], !second[hole]]);
            }
        }
    }
    cnf
}
