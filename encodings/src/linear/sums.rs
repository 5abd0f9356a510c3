//! The possible sums of summands.

use crate::summand::Summand;
use crate::writer::Writer;

/// For each summand, the possible sums of the summands after it, increasing and up to the bound. There can be many
/// more of them than clauses, so this asks whether to give up, and then leaves out sums.
pub(super) fn suffix_sums(out: &mut Writer<'_>, summands: &[Summand], bound: u64) -> Vec<Vec<u64>> {
    let mut suffixes = vec![vec![0]];
    for summand in summands[1..].iter().rev() {
        let after = &suffixes[suffixes.len() - 1];
        let is_given_up = out.gives_up_before(after.len() * summand.num_values());
        suffixes.push(if is_given_up { Vec::new() } else { plus(after, summand, bound) });
    }
    suffixes.reverse();
    suffixes
}

/// The possible sums of one of `sums` and the summand, increasing and up to the bound. `sums` are increasing.
pub(super) fn plus(sums: &[u64], summand: &Summand, bound: u64) -> Vec<u64> {
    let with = |weight: u64| sums.iter().filter_map(move |sum| sum.checked_add(weight));
    let longer = summand.weights().flat_map(with).filter(|&sum| sum <= bound);
    let mut longer: Vec<u64> = longer.collect();
    // Each weight gives an increasing run, and this sort merges runs.
    longer.sort();
    longer.dedup();
    longer
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::summand::Class;
    use crate::{Cnf, Form, Lit, Stop, writer};

    /// The number of sums in each layer, for ten powers of three: all their sums differ.
    fn sizes(cnf: &mut Cnf, stop: &Stop) -> Vec<usize> {
        let lits = cnf.new_lits(10);
        let class = |weight, lit| Class { weight, lits: vec![lit] };
        let summand =
            |at, lit: Lit| Summand::OneOf(vec![class(0, !lit), class(3_u64.pow(at), lit)]);
        let summands: Vec<Summand> = (0..).zip(&lits).map(|(at, &lit)| summand(at, lit)).collect();
        let mut sums = Vec::new();
        cnf.within(stop, |cnf| {
            writer::state(cnf, lits, Form::TwoSided, |out| {
                sums = suffix_sums(out, &summands, u64::MAX);
            });
        });
        sums.iter().rev().map(Vec::len).collect()
    }

    fn powers_of_two(until: usize) -> Vec<usize> {
        (0..10).map(|layer| if layer <= until { 1 << layer } else { 0 }).collect()
    }

    /// There is a question before each layer.
    #[test]
    fn sums_are_left_out_once_they_are_given_up() {
        for questions in 0..=9 {
            let asked = AtomicUsize::new(0);
            let stop: Stop = Arc::new(move || asked.fetch_add(1, Ordering::Relaxed) >= questions);
            assert_eq!(sizes(&mut Cnf::new(), &stop), powers_of_two(questions));
        }
    }

    #[test]
    fn sums_are_left_out_if_there_are_more_than_literals_may_be() {
        let never: Stop = Arc::new(|| false);
        for (most, until) in [(1, 0), (2, 1), (127, 6), (128, 7), (1_000, 9)] {
            let mut cnf = Cnf::with_max_literals(most);
            assert_eq!(sizes(&mut cnf, &never), powers_of_two(until));
            assert_eq!(cnf.has_overflowed(), until < 9);
        }
    }
}
