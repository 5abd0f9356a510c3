//! Counts varisat's conflicts in the proof that it writes in its own format.
//!
//! varisat reports nothing about its search, but each conflict adds a step "this clause follows" to the
//! proof. The only other such steps shorten a clause by literals known to be false; they name only that
//! clause, while a clause learned from a conflict follows from several or is shorter.
//!
//! The format is a sequence of numbers: the code of a step, then its contents, with lists after their length.
//! The position of the lowest bit set in the first bytes of a number gives its length, one to ten bytes.

/// Counts conflicts in a proof that comes in pieces.
#[derive(Debug, Default)]
pub(super) struct Conflicts {
    count: u64,
    expected: Expected,
    /// The bytes of an incomplete number.
    begun: Vec<u8>,
}

/// The meaning of the next number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Expected {
    /// The code of a step.
    #[default]
    Code,
    /// This many numbers to ignore.
    Nothing(u64),
    /// The length of a list with this many numbers in each item.
    Length(u64),
    /// The length of a list of literals, before a list of hashes.
    Clause { follows: bool },
    /// The rest of these literals.
    Literals { follows: bool, length: u64, left: u64 },
    /// The length of the list of hashes.
    Hashes { follows: bool, length: u64 },
}

impl Conflicts {
    /// The number of conflicts so far.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Reads a piece of the proof.
    pub(super) fn read(&mut self, mut bytes: &[u8]) {
        while let [first, rest @ ..] = bytes {
            if let (true, Some((value, length))) = (self.begun.is_empty(), decoded(bytes)) {
                self.number(value);
                bytes = &bytes[length..];
                continue;
            }
            self.begun.push(*first);
            bytes = rest;
            if let Some((value, _)) = decoded(&self.begun) {
                self.begun.clear();
                self.number(value);
            }
        }
    }

    fn number(&mut self, value: u64) {
        self.expected = match self.expected {
            Expected::Code => after_code(value),
            Expected::Nothing(numbers) => nothing(numbers - 1),
            Expected::Length(each) => nothing(each * value),
            Expected::Clause { follows } => literals(follows, value, value),
            Expected::Literals { follows, length, left } => literals(follows, length, left - 1),
            Expected::Hashes { follows, length } => {
                let shortens = length >= 2 && value == 1;
                self.count += u64::from(follows && !shortens);
                nothing(value)
            }
        };
    }
}

/// The number at the beginning of the bytes, and its length; `None` if they end too early. Numbers longer
/// than eight bytes are hashes, whose value does not matter.
fn decoded(bytes: &[u8]) -> Option<(u64, usize)> {
    let length = match *bytes {
        [] | [0] => return None,
        [0, second, ..] => 9 + usize::from(second % 2 == 0),
        [first, ..] => 1 + first.trailing_zeros() as usize,
    };
    let number = bytes.get(..length)?;
    let mut value = [0; 8];
    value[..length.min(8)].copy_from_slice(&number[..length.min(8)]);
    Some((u64::from_le_bytes(value) >> length.min(8), length))
}

/// What follows the code of a step.
fn after_code(code: u64) -> Expected {
    match code {
        // Names of variables.
        0 | 2 => Expected::Nothing(2),
        1 | 3..=6 | 13 => Expected::Nothing(1),
        7 | 8 => Expected::Clause { follows: true },
        // Units with their hashes.
        9 => Expected::Length(2),
        // Deleted and added clauses, models, assumptions.
        10..=12 | 14..=16 => Expected::Length(1),
        // Failed assumptions.
        17 => Expected::Clause { follows: false },
        // The end.
        _ => Expected::Code,
    }
}

fn nothing(numbers: u64) -> Expected {
    if numbers == 0 { Expected::Code } else { Expected::Nothing(numbers) }
}

fn literals(follows: bool, length: u64, left: u64) -> Expected {
    match left {
        0 => Expected::Hashes { follows, length },
        _ => Expected::Literals { follows, length, left },
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::HashSet;
    use std::io::{self, Write};
    use std::rc::Rc;

    use varisat::{ExtendFormula, Lit, ProofFormat};

    use super::*;
    use cnfetti_core::random::Random;

    /// Random clauses with three different variables each.
    fn random_clauses(variables: usize, clauses: usize, seed: u64) -> Vec<Vec<Lit>> {
        let mut random = Random::new(seed);
        let clause = |random: &mut Random| {
            let order = random.order(variables);
            let lit = |&variable: &usize| Lit::from_index(variable, random.below(2) == 0);
            order[..3].iter().map(lit).collect()
        };
        (0..clauses).map(|_| clause(&mut random)).collect()
    }

    /// A writer whose contents can be read while pieces arrive.
    #[derive(Default)]
    struct Written<T>(Rc<RefCell<T>>);

    impl<T> Clone for Written<T> {
        fn clone(&self) -> Self {
            Written(Rc::clone(&self.0))
        }
    }

    impl Write for Written<Vec<u8>> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Write for Written<Conflicts> {
        /// Takes as few bytes at a time as possible.
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().read(&bytes[..1]);
            Ok(1)
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn solve(clauses: &[Vec<Lit>], proof: impl Write + 'static, format: ProofFormat) {
        let mut solver = varisat::Solver::new();
        solver.write_proof(proof, format);
        clauses.iter().for_each(|clause| solver.add_clause(clause));
        solver.solve().unwrap();
        solver.close_proof().unwrap();
    }

    /// Counts the conflicts in the DRAT proof of the same search instead: the added clauses, without those
    /// that replace a longer one, which is deleted right after, and without the literals that unit
    /// propagation finds.
    fn counted_in_drat(clauses: &[Vec<Lit>], proof: &str) -> usize {
        let mut clauses: Vec<Vec<isize>> = clauses
            .iter()
            .map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
            .collect();
        let steps: Vec<(bool, Vec<isize>)> = proof.lines().map(step).collect();
        let mut units: HashSet<isize> = HashSet::new();
        let mut count = 0;
        for (at, (is_deleted, lits)) in steps.iter().enumerate() {
            let has =
                |clause: &Vec<isize>, lits: &[isize]| lits.iter().all(|lit| clause.contains(lit));
            if *is_deleted {
                clauses.retain(|clause| clause.len() != lits.len() || !has(clause, lits));
                continue;
            }
            let next = steps.get(at + 1).filter(|(is_deleted, _)| *is_deleted);
            let shortens = lits.len() >= 2
                && next.is_some_and(|(_, next)| next.len() > lits.len() && has(next, lits));
            let is_propagated = lits.len() == 1
                && clauses.iter().any(|clause| {
                    let is_false = |lit: &&isize| units.contains(&-**lit);
                    clause.contains(&lits[0])
                        && clause.iter().filter(is_false).count() + 1 == clause.len()
                });
            count += usize::from(!shortens && !is_propagated);
            units.extend(lits.iter().filter(|_| lits.len() == 1));
            clauses.push(lits.clone());
        }
        count
    }

    fn step(line: &str) -> (bool, Vec<isize>) {
        let lits = line.split_whitespace().filter_map(|word| word.parse().ok());
        (line.starts_with('d'), lits.filter(|&lit| lit != 0).collect())
    }

    #[test]
    fn as_many_as_a_drat_proof_shows() {
        let mut most = 0;
        for (seed, variables) in (0..40).map(|seed| (seed, 20 + 3 * seed as usize)) {
            let clauses = random_clauses(variables, variables * 43 / 10, seed);
            let (own, drat) = (Written::<Conflicts>::default(), Written::<Vec<u8>>::default());
            solve(&clauses, own.clone(), ProofFormat::Varisat);
            solve(&clauses, drat.clone(), ProofFormat::Drat);
            let drat = String::from_utf8(drat.0.borrow().clone()).unwrap();
            let count = own.0.borrow().count();
            assert_eq!(count as usize, counted_in_drat(&clauses, &drat), "seed {seed}");
            most = most.max(count);
        }
        assert!(most > 1000, "{most}: the formulas are too easy to test anything");
    }
}
