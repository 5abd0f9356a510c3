//! Proofs that values of a problem can be exchanged, checked on its formula. They are short texts:
//!
//! | line | meaning |
//! |---|---|
//! | `g K` | a group of K values, each of which can take the place of each other |
//! | `o literals 0` | one line per value: one of these literals is true; each says that the value stands at a place |
//! | `e a b c d 0` | one line per value but the last: exchanging the variables a and b, and c and d, exchanges this value and the next, and leaves the formula the same |
//!
//! The clause of each `o` line follows from the formula by unit propagation, so no model lacks one of the
//! values, and no two of the values stand at the same place. So models that differ only by renaming come in
//! sets of K!, or of the product of these if there are several groups. With the clauses of [`check_order`],
//! exactly one model of each set remains: the one whose values come in the order of the `o` lines.

use std::collections::HashMap;
use std::fmt::Write as _;

use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools as _;
use num_bigint::BigUint;

use super::clauses::Clauses;
use cnfetti_core::limit::{Budget, Stopped};

/// Values that can be exchanged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// For each value, literals of which one is true. The order of places is the same for all values.
    pub occurs: Vec<Vec<Lit>>,
    /// For each value but the last, the pairs of variables whose exchange turns it into the next
    /// one.
    pub exchanges: Vec<Vec<[u32; 2]>>,
}

/// Why a proof of renaming is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongRenaming {
    /// A line has the wrong form.
    #[error("line {line}: expected {expected}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What was expected.
        expected: &'static str,
    },
    /// A value may be missing from a model.
    #[error("group {group}: its value {value} may be missing from a model")]
    Missing {
        /// The group, from 1.
        group: usize,
        /// Its value, from 1.
        value: usize,
    },
    /// Two values may stand at the same place.
    #[error("group {group}: two of its values may stand at the same place")]
    Together {
        /// The group, from 1.
        group: usize,
    },
    /// An exchange does not turn the formula into itself, or one value into the next.
    #[error("group {group}: the exchange of its values {value} and {next} {fault}", next = value + 1)]
    Exchange {
        /// The group, from 1.
        group: usize,
        /// The first of the two values, from 1.
        value: usize,
        /// What is wrong with it.
        fault: &'static str,
    },
    /// The ordered formula does not put the values in order.
    #[error("clause {0} of the formula is not the one that puts the values in order")]
    Order(usize),
    /// A limit was reached first.
    #[error("the check did not finish")]
    Stopped(#[from] Stopped),
}

/// Returns how many models differ only by renaming from each model of the formula, itself included, on the
/// variables of the `o` lines.
///
/// # Errors
///
/// The first thing that does not follow, or a limit.
pub fn check_renaming(
    cnf: &Cnf,
    groups: &[Group],
    budget: &Budget,
) -> Result<BigUint, WrongRenaming> {
    let mut clauses = Clauses::new(cnf, budget)?;
    let formula = sorted(cnf.clauses().map(<[Lit]>::to_vec));
    let mut models = BigUint::from(1_u32);
    for (group, number) in groups.iter().zip(1..) {
        for (occurs, value) in group.occurs.iter().zip(1..) {
            budget.check()?;
            if !clauses.assume_false(occurs) {
                return Err(WrongRenaming::Missing { group: number, value });
            }
            models *= BigUint::from(value as u64);
        }
        let values = group.occurs.iter().array_combinations();
        let places = values.flat_map(|[one, other]| one.iter().zip(other));
        for (&one, &other) in places {
            if !clauses.assume_false(&[!one, !other]) {
                return Err(WrongRenaming::Together { group: number });
            }
        }
        for (pairs, value) in group.exchanges.iter().zip(1..) {
            budget.check()?;
            let wrong = |fault| WrongRenaming::Exchange { group: number, value, fault };
            let image = image(pairs, cnf.num_vars()).map_err(wrong)?;
            let moved = |lits: &[Lit]| lits.iter().map(|&lit| renamed(lit, &image)).collect();
            let expected = groups.iter().zip(1..).flat_map(|(other, at)| {
                let value = (at == number).then_some(value);
                (0..other.occurs.len()).map(move |place| &other.occurs[exchanged(place, value)])
            });
            let found = groups.iter().flat_map(|other| &other.occurs);
            if !found.map(|lits| moved(lits)).eq(expected.cloned()) {
                return Err(wrong("is not one of their literals"));
            }
            if sorted(cnf.clauses().map(moved)) != formula {
                return Err(wrong("makes another formula"));
            }
        }
    }
    Ok(models)
}

/// Checks that the second formula is the first, followed by clauses that put the values of each group in
/// order: a value stands at a place only if the value before it stands at an earlier one. For each two values
/// in a row, new variables say, from the second place on, whether the first value occurs up to this place.
///
/// # Errors
///
/// The number of the first clause that differs, or the number of clauses if there are too many or too few.
pub fn check_order(whole: &Cnf, ordered: &Cnf, groups: &[Group]) -> Result<(), WrongRenaming> {
    let mut next = whole.num_vars();
    let mut expected: Vec<Vec<Lit>> = whole.clauses().map(<[Lit]>::to_vec).collect();
    for group in groups {
        for values in group.occurs.windows(2) {
            let mut seen: Option<Lit> = None;
            for (&here, &later) in values[0].iter().zip(&values[1]) {
                expected.push([!later].into_iter().chain(seen).collect());
                let Some(before) = seen else {
                    seen = Some(here);
                    continue;
                };
                next += 1;
                let now = Lit::from_dimacs(next.cast_signed()).expect("variables are not 0");
                expected.extend([vec![!before, now], vec![!here, now], vec![before, here, !now]]);
                seen = Some(now);
            }
        }
    }
    let mut found = ordered.clauses().zip(&expected);
    if let Some(other) = found.position(|(clause, expected)| clause != expected) {
        return Err(WrongRenaming::Order(other + 1));
    }
    if ordered.num_clauses() != expected.len() || ordered.num_vars() != next {
        return Err(WrongRenaming::Order(ordered.num_clauses().min(expected.len()) + 1));
    }
    Ok(())
}

/// The place to which a place moves when a value, counted from 1, and the next are exchanged.
fn exchanged(place: usize, value: Option<usize>) -> usize {
    match value {
        Some(value) if place + 1 == value => value,
        Some(value) if place == value => value - 1,
        _ => place,
    }
}

/// Returns the variable to which each variable moves.
fn image(pairs: &[[u32; 2]], num_vars: u32) -> Result<HashMap<u32, u32>, &'static str> {
    let mut image = HashMap::new();
    for &[one, other] in pairs {
        if one == 0 || other == 0 || one > num_vars || other > num_vars {
            return Err("has variables that the formula has not");
        }
        if one == other || image.insert(one, other).is_some() || image.insert(other, one).is_some()
        {
            return Err("has a variable twice");
        }
    }
    Ok(image)
}

fn renamed(lit: Lit, image: &HashMap<u32, u32>) -> Lit {
    let Some(&variable) = image.get(&lit.variable()) else { return lit };
    let positive = Lit::from_dimacs(variable.cast_signed()).expect("variables are not 0");
    if lit.is_positive() { positive } else { !positive }
}

/// Sorts the clauses and the literals of each, so that the clauses of two formulas can be compared in any
/// order.
fn sorted(clauses: impl Iterator<Item = Vec<Lit>>) -> Vec<Vec<Lit>> {
    let mut clauses: Vec<Vec<Lit>> = clauses.collect();
    clauses.iter_mut().for_each(|clause| clause.sort_unstable());
    clauses.sort_unstable();
    clauses
}

/// Writes the groups as text.
pub fn write_groups(groups: &[Group]) -> String {
    let mut text = String::new();
    for group in groups {
        let _ = writeln!(text, "g {}", group.occurs.len());
        for lits in &group.occurs {
            text.push('o');
            lits.iter().for_each(|lit| _ = write!(text, " {lit}"));
            text.push_str(" 0\n");
        }
        for pairs in &group.exchanges {
            text.push('e');
            pairs.iter().flatten().for_each(|variable| _ = write!(text, " {variable}"));
            text.push_str(" 0\n");
        }
    }
    text
}

/// Parses groups.
///
/// # Errors
///
/// The first line that has the wrong form.
pub fn read_groups(text: &str) -> Result<Vec<Group>, WrongRenaming> {
    let wrong = |line, expected| WrongRenaming::Line { line, expected };
    let mut groups = Vec::new();
    let mut lines = text.lines().zip(1..);
    while let Some((line, number)) = lines.next() {
        let size = line.strip_prefix("g ").and_then(|size| size.parse::<usize>().ok());
        let size = size.filter(|&size| size > 0);
        let size = size.ok_or(wrong(number, "`g` and how many values there are"))?;
        let mut group = Group::default();
        let mut end = number;
        while group.occurs.len() < size {
            let (line, number) = lines.next().ok_or(wrong(end + 1, "an `o` line"))?;
            end = number;
            let lits = numbers(line, 'o').and_then(|lits| {
                lits.into_iter().map(|lit| Lit::from_dimacs(lit.try_into().ok()?)).collect()
            });
            group.occurs.push(lits.ok_or(wrong(number, "`o`, literals and a 0"))?);
        }
        while group.exchanges.len() + 1 < size {
            let (line, number) = lines.next().ok_or(wrong(end + 1, "an `e` line"))?;
            end = number;
            let variables = numbers(line, 'e').filter(|variables| variables.len() % 2 == 0);
            let pairs = variables.and_then(|variables| {
                let variable = |&number: &i64| u32::try_from(number).ok();
                let pair = |pair: &[i64]| Some([variable(&pair[0])?, variable(&pair[1])?]);
                variables.chunks(2).map(pair).collect()
            });
            group.exchanges.push(pairs.ok_or(wrong(number, "`e`, pairs of variables and a 0"))?);
        }
        groups.push(group);
    }
    Ok(groups)
}

/// The numbers of a line that begins with this letter, without the final 0.
fn numbers(line: &str, letter: char) -> Option<Vec<i64>> {
    let words = line.strip_prefix(letter)?.split_ascii_whitespace();
    let mut numbers: Vec<i64> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
    (numbers.pop() == Some(0) && !numbers.contains(&0)).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two cells with two values each, which must differ: variables 1 and 2 belong to the first cell, 3 and 4
    /// to the second.
    fn formula(clauses: &[&[i32]]) -> Cnf {
        let mut cnf = Cnf::new();
        let largest = clauses.iter().flat_map(|lits| *lits).map(|lit| lit.unsigned_abs()).max();
        cnf.declare(largest.unwrap_or(0).max(4));
        let both: [&[i32]; 6] = [&[1, 2], &[-1, -2], &[3, 4], &[-3, -4], &[-1, -3], &[-2, -4]];
        for clause in both.iter().chain(clauses) {
            cnf.add_clause(clause.iter().filter_map(|&lit| Lit::from_dimacs(lit)));
        }
        cnf
    }

    fn checked(clauses: &[&[i32]], text: &str) -> Result<BigUint, String> {
        let groups = read_groups(text).map_err(|error| error.to_string())?;
        let checked = check_renaming(&formula(clauses), &groups, &Budget::default());
        checked.map_err(|error| error.to_string())
    }

    const RIGHT: &str = "g 2\no 1 3 0\no 2 4 0\ne 1 2 3 4 0\n";

    #[test]
    fn two_values_can_be_exchanged() {
        assert_eq!(checked(&[], RIGHT), Ok(BigUint::from(2_u32)));
        assert_eq!(checked(&[], ""), Ok(BigUint::from(1_u32)));
        assert_eq!(write_groups(&read_groups(RIGHT).unwrap()), RIGHT);
    }

    #[test]
    fn the_clauses_that_put_values_in_order_are_known() {
        let groups = read_groups(RIGHT).unwrap();
        let order: [&[i32]; 5] = [&[-2], &[-4, 1], &[-1, 5], &[-3, 5], &[1, 3, -5]];
        let checked = |order: &[&[i32]]| {
            let ordered = formula(order);
            check_order(&formula(&[]), &ordered, &groups).map_err(|error| error.to_string())
        };
        assert_eq!(checked(&order), Ok(()));
        let wrong = |at: usize| {
            Err(format!("clause {at} of the formula is not the one that puts the values in order"))
        };
        assert_eq!(checked(&order[..4]), wrong(11));
        assert_eq!(checked(&[&order[..], &[&[1]]].concat()), wrong(12));
        for (at, other) in [(0, [-1]), (1, [-4]), (4, [1])] {
            let mut order = order;
            order[at] = &other;
            assert_eq!(checked(&order), wrong(7 + at));
        }
    }

    #[test]
    fn what_does_not_follow_is_refused() {
        let wrong = |clauses: &[&[i32]], text: &str| checked(clauses, text).unwrap_err();
        let exchange = "group 1: the exchange of its values 1 and 2";
        assert_eq!(wrong(&[&[1]], RIGHT), format!("{exchange} makes another formula"));
        for (of, to, fault) in [
            ("e 1 2 3 4", "e 1 2", "is not one of their literals"),
            ("e 1 2 3 4", "e 1 4 2 3", "is not one of their literals"),
            ("e 1 2 3 4", "e 1 2 2 4", "has a variable twice"),
            ("e 1 2 3 4", "e 1 1 3 4", "has a variable twice"),
            ("e 1 2 3 4", "e 1 2 3 5", "has variables that the formula has not"),
        ] {
            assert_eq!(wrong(&[], &RIGHT.replace(of, to)), format!("{exchange} {fault}"));
        }
        let missing = RIGHT.replace("o 1 3", "o 1").replace("o 2 4", "o 2").replace(" 3 4", "");
        assert_eq!(wrong(&[], &missing), "group 1: its value 1 may be missing from a model");
        let together = "group 1: two of its values may stand at the same place";
        assert_eq!(wrong(&[], &RIGHT.replace("o 2 4", "o 4 2")), together);
        let together = "g 2\no 1 2 0\no 1 2 0\ne 3 4 0\n";
        assert_eq!(wrong(&[], together), "group 1: two of its values may stand at the same place");
        for (text, line) in [
            ("g 0\n", "line 1: expected `g` and how many values there are"),
            ("g 2\no 1 3 0\n", "line 3: expected an `o` line"),
            ("g 2\no 1 3\n", "line 2: expected `o`, literals and a 0"),
            ("g 2\no 1 3 0\no 2 4 0\n", "line 4: expected an `e` line"),
            ("g 1\no 1 3 0\nx\n", "line 3: expected `g` and how many values there are"),
            (
                "g 2\no 1 3 0\no 2 4 0\ne 1 2 3 0\n",
                "line 4: expected `e`, pairs of variables and a 0",
            ),
        ] {
            assert_eq!(wrong(&[], text), line);
        }
    }
}
