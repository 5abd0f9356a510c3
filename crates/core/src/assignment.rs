//! Which literals of a formula are true.

use cnfetti_encodings::{Cnf, Lit};

/// A satisfying assignment of a CNF: one literal for each variable, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model(Vec<Lit>);

impl Model {
    /// Creates a model from one literal for each variable, in order.
    pub fn new(literals: Vec<Lit>) -> Model {
        debug_assert!(literals.iter().zip(1..).all(|(lit, number)| lit.variable() == number));
        Model(literals)
    }

    /// The literals, in the order of their variables.
    pub fn literals(&self) -> &[Lit] {
        &self.0
    }

    /// Whether the literal is true in this model.
    pub fn contains(&self, lit: Lit) -> bool {
        self.0[lit.variable() as usize - 1] == lit
    }

    /// Whether the model satisfies every clause.
    pub fn satisfies(&self, cnf: &Cnf) -> bool {
        cnf.clauses().all(|clause| clause.iter().any(|&lit| self.contains(lit)))
    }

    /// Returns the position of the first model that does not satisfy every clause. Each model must
    /// assign all variables of the formula. Checks 64 models at a time, with one bit of a word for
    /// each.
    pub fn first_wrong(models: &[Model], cnf: &Cnf) -> Option<usize> {
        let place = |lit: Lit| 2 * (lit.variable() as usize - 1) + usize::from(lit.is_positive());
        let mut holds = vec![0_u64; 2 * cnf.num_vars() as usize];
        models.chunks(64).zip(0..).find_map(|(models, chunk)| {
            holds.fill(0);
            for (model, bit) in models.iter().zip(0..) {
                model.0.iter().for_each(|&lit| holds[place(lit)] |= 1 << bit);
            }
            let all = u64::MAX >> (64 - models.len());
            let right =
                |clause: &[Lit]| clause.iter().fold(0, |bits, &lit| bits | holds[place(lit)]);
            let right = cnf.clauses().fold(all, |bits, clause| bits & right(clause));
            (right != all).then(|| 64 * chunk + right.trailing_ones() as usize)
        })
    }
}
