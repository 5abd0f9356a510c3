//! Checks that the formula as inequalities is that of a DIMACS file.

use std::collections::{HashMap, HashSet};

use cnfetti_encodings::{Cnf, Lit as Dimacs};

use super::inequality::{Inequality, Lit, is_positive, variable};
use super::text::{Names, Problem, Word, lines};
use super::{File, WrongTranslation};

/// A formula whose variables have names.
pub(super) struct Formula {
    /// The clauses, each once.
    pub(super) clauses: HashSet<Inequality>,
    /// For each variable that occurs, its number in the DIMACS file.
    pub(super) numbers: HashMap<u32, u32>,
}

/// Reads the formula, and compares it with the clauses of a DIMACS file.
pub(super) fn read(text: &str, cnf: &Cnf, names: &mut Names) -> Result<Formula, WrongTranslation> {
    let mut formula = Formula { clauses: HashSet::new(), numbers: HashMap::new() };
    let mut variables = HashMap::new();
    let mut clauses = cnf.clauses();
    for (line, text) in lines(text) {
        let wrong = |problem: Problem| WrongTranslation::of(File::Formula, line, problem);
        let lits = names.clause(text).map_err(wrong)?;
        let clause = clauses.next();
        let same = clause.is_some_and(|clause| clause.len() == lits.len());
        if !same {
            let word = Word { text, column: 1 };
            let what = "the clause that the DIMACS file has in its place";
            return Err(wrong(word.wrong(format!("is not {what}"))));
        }
        for (&dimacs, &(lit, column)) in clause.into_iter().flatten().zip(&lits) {
            if !formula.is_same(&mut variables, lit, dimacs) {
                let message = format!("is not the literal {dimacs} of the DIMACS file");
                return Err(wrong(Problem { column, message }));
            }
        }
        let terms = lits.iter().map(|&(lit, _)| (1, lit));
        let clause = Inequality::new(terms, 1)
            .map_err(|error| wrong(Problem { column: 1, message: error.into() }))?;
        formula.clauses.insert(clause);
    }
    if clauses.next().is_some() {
        let message = format!("expected {} clauses, as in the DIMACS file", cnf.num_clauses());
        return Err(WrongTranslation::Whole { file: File::Formula, message });
    }
    Ok(formula)
}

impl Formula {
    /// Whether a literal is that of the DIMACS file. The two names of a variable must match both
    /// ways.
    fn is_same(&mut self, names: &mut HashMap<u32, u32>, lit: Lit, dimacs: Dimacs) -> bool {
        let (name, number) = (variable(lit), dimacs.variable());
        *self.numbers.entry(name).or_insert(number) == number
            && *names.entry(number).or_insert(name) == name
            && dimacs.is_positive() == is_positive(lit)
    }
}
