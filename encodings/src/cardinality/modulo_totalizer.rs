//! Modulo totalizer: a balanced tree over the literals. Each node divides the number of true
//! leaves below it by a modulus p, and counts quotient and remainder in unary.
//!
//! * size: with p about the cube root of 2k, O(n ∛k) clauses, and O(n) auxiliaries that count
//!   remainders; quotients add O(k/p) auxiliaries for each of about n/k nodes
//! * propagation: none; a remainder is known only once its carry is
//! * auxiliaries: thresholds of remainders and quotients, and carries, all determined; one-sided,
//!   the numbers are only upper bounds (at most) or lower bounds (at least) of the true ones

use super::Encoding;
use crate::definition::Meaning;
use crate::labels::{Labels, Relation};
use crate::lit::{Bit, Lit};
use crate::row::Method;
use crate::writer::Writer;

pub(super) const ROW: Encoding = Encoding {
    name: "modulo_totalizer",
    paper: "Ogawa, Liu, Hasegawa, Koshimura and Fujita, Modulo Based CNF Encoding of Cardinality \
            Constraints and Its Application to MaxSAT Solvers, ICTAI 2013; bounded by k: Morgado, \
            Ignatiev and Marques-Silva, MSCG: Robust Core-Guided MaxSAT Solving, JSAT 2014",
    labels: Labels::WEAK,
    method: Method::Write(write),
};

fn write(out: &mut Writer<'_>, lits: &[Lit], relation: Relation, k: usize) {
    let goal = Goal::new(out, relation, k);
    let number = node(out, &goal, lits);
    let (quotient, remainder) = (k / goal.modulus, k % goal.modulus);
    let more = |threshold: usize| at(&number.quotient, threshold);
    let rest = |threshold: usize| at(&number.remainder, threshold);
    match relation {
        Relation::AtMost => {
            out.require([!more(quotient + 1)]);
            out.require([!more(quotient), !rest(remainder + 1)]);
        }
        Relation::AtLeast => {
            out.require([more(quotient)]);
            out.require([more(quotient + 1), rest(remainder)]);
        }
        Relation::Exactly => {
            for bit in [more(quotient), !more(quotient + 1), rest(remainder), !rest(remainder + 1)]
            {
                out.require([bit]);
            }
        }
    }
}

/// What the numbers of the nodes are for.
struct Goal {
    modulus: usize,
    /// The largest quotient that is represented: one more than that of k.
    limit: usize,
    /// Whether no solution reaches the limit.
    is_bounded: bool,
    /// Whether true literals must make thresholds true.
    upward: bool,
    /// Whether false literals must make thresholds false.
    downward: bool,
}

impl Goal {
    fn new(out: &Writer<'_>, relation: Relation, k: usize) -> Goal {
        let (upward, downward) = out.directions(relation);
        let modulus = modulus(k);
        Goal {
            modulus,
            limit: k / modulus + 1,
            is_bounded: out.holds_always() && relation != Relation::AtLeast,
            upward,
            downward,
        }
    }
}

/// Remainders cost about np clauses, quotients about nk/p². The sum is smallest near the cube root
/// of 2k: in all cases tried, at most 7 % above the best modulus.
fn modulus(k: usize) -> usize {
    (2..).find(|&modulus: &usize| modulus.pow(3) >= 2 * k).unwrap_or(2)
}

/// The number of true leaves. Both parts are in unary, from threshold 1 on.
struct Number {
    leaves: usize,
    quotient: Vec<Bit>,
    remainder: Vec<Bit>,
}

/// Whether a part of a number is at least this threshold.
fn at(thresholds: &[Bit], threshold: usize) -> Bit {
    match threshold.checked_sub(1) {
        None => Bit::True,
        Some(index) => thresholds.get(index).copied().unwrap_or(Bit::False),
    }
}

/// Counts the true literals.
fn node(out: &mut Writer<'_>, goal: &Goal, lits: &[Lit]) -> Number {
    if let [lit] = lits {
        return Number { leaves: 1, quotient: Vec::new(), remainder: vec![(*lit).into()] };
    }
    let (left, right) = lits.split_at(lits.len() / 2);
    let left = node(out, goal, left);
    let right = node(out, goal, right);
    let (carry, remainder) = remainders(out, goal, &left.remainder, &right.remainder);
    let leaves = left.leaves + right.leaves;
    let most = goal.limit.min(leaves / goal.modulus);
    let quotient = quotients(out, goal, carry, [&left.quotient, &right.quotient], most);
    Number { leaves, quotient, remainder }
}

/// Adds two remainders: returns the carry and the remainder of the sum.
fn remainders(out: &mut Writer<'_>, goal: &Goal, a: &[Bit], b: &[Bit]) -> (Bit, Vec<Bit>) {
    let modulus = goal.modulus;
    let both = || a.iter().chain(b).copied();
    let carry = if a.len() + b.len() < modulus {
        Bit::False
    } else {
        let lit = out.new_lit();
        out.means(lit, || Meaning::count(both(), modulus as u64));
        lit.into()
    };
    let most = (a.len() + b.len()).min(modulus - 1);
    let mut sum: Vec<Bit> = Vec::with_capacity(most);
    for threshold in 1..=most {
        let lit = out.new_lit();
        let (weight, bound) = (modulus as u64, (modulus + threshold) as u64);
        let less = || both().map(|bit| (1, bit)).chain([(weight, !carry)]);
        out.means(lit, || Meaning::reaches(less(), bound));
        sum.push(lit.into());
    }
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            if goal.upward {
                // The first part is at least i, the second at least j.
                let ends = [!at(a, i), !at(b, j)];
                match (i + j).checked_sub(modulus) {
                    None => define(out, ends, [carry, at(&sum, i + j)]),
                    Some(0) => define(out, ends, [carry, Bit::False]),
                    Some(rest) => define(out, ends, [at(&sum, rest), Bit::False]),
                }
            }
            if goal.downward {
                // The first part is at most i, the second at most j.
                let ends = [at(a, i + 1), at(b, j + 1)];
                match (i + j + 1).checked_sub(modulus) {
                    None => define(out, ends, [!at(&sum, i + j + 1), Bit::False]),
                    Some(0) => define(out, ends, [!carry, Bit::False]),
                    Some(next) => define(out, ends, [!carry, !at(&sum, next)]),
                }
            }
        }
    }
    (carry, sum)
}

/// Adds two quotients and the carry, up to the largest sum that is possible and matters.
fn quotients(
    out: &mut Writer<'_>,
    goal: &Goal,
    carry: Bit,
    [a, b]: [&[Bit]; 2],
    most: usize,
) -> Vec<Bit> {
    let terms = || a.iter().chain(b).copied().chain([carry]);
    let mut sum: Vec<Bit> = Vec::with_capacity(most);
    for threshold in 1..=most {
        if goal.is_bounded && threshold == goal.limit {
            sum.push(Bit::False);
            continue;
        }
        let lit = out.new_lit();
        out.means(lit, || Meaning::count(terms(), threshold as u64));
        sum.push(lit.into());
    }
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            if goal.upward {
                // One-sided, the carry may be too large, so sums beyond the largest possible one
                // are wrong too.
                let last = if goal.downward { most } else { goal.limit };
                for (unless, value) in [(Bit::False, i + j), (!carry, i + j + 1)] {
                    if value <= last {
                        define(out, [!at(a, i), !at(b, j)], [unless, at(&sum, value)]);
                    }
                }
            }
            if goal.downward {
                // Without a carry, the first clause is enough.
                let never = Bit::from(carry == Bit::False);
                for (unless, value) in [(carry, i + j + 1), (never, i + j + 2)] {
                    if value <= most {
                        define(out, [at(a, i + 1), at(b, j + 1)], [unless, !at(&sum, value)]);
                    }
                }
            }
        }
    }
    sum
}

/// Adds a clause of a definition.
fn define(out: &mut Writer<'_>, ends: [Bit; 2], rest: [Bit; 2]) {
    out.define(ends.into_iter().chain(rest));
}
