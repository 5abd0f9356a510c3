//! Counts solutions up to rotations: a graph counts what each rotation leaves unchanged, and the number
//! of classes is the average (Cauchy, Frobenius, Burnside).
//!
//! `turns.txt` has a line for each value, rotation and renaming:
//!
//! | line | meaning |
//! |---|---|
//! | `v literals 0` | a value: for each place, the literal that says that the value is there |
//! | `t places 0` | a rotation: for each place, counted from 1, the place whose value it gets |
//! | `r N values 0` | a renaming: for each value, counted from 1, its image; N renamings have cycles of the same lengths |
//!
//! The formula of a rotation and a renaming, such as `fixed-1-3.cnf`, has the clauses of the whole formula,
//! and two more for each value and place: the rotated place has the renamed value if and only if the place
//! has the value. So its models are the solutions that this rotation and renaming together leave unchanged.
//! Renamings with cycles of the same lengths leave equally many unchanged.

use std::fmt::Write as _;

use cnfetti_encodings::{Cnf, Lit};
use itertools::Itertools as _;
use num_bigint::BigUint;

use cnfetti_core::csp::{Atom, Csp, Interchangeable, Value, VarId};
use cnfetti_sat::compile::Map;
use cnfetti_sat::search::cycles::{MANY, Renaming, renamings};

/// The effect of rotations and renamings on the literals of a formula.
pub(super) struct RotationTable {
    values: Vec<Vec<Lit>>,
    rotations: Vec<Vec<usize>>,
    renamings: Vec<Renamings>,
}

/// A renaming, as a representative of all with cycles of the same lengths.
struct Renamings {
    number: BigUint,
    becomes: Vec<usize>,
}

/// A formula of the solutions that a rotation and a renaming leave unchanged.
pub(super) struct Fixed {
    /// The name of its file, without the ending.
    pub(super) name: String,
    /// The number of renamings it stands for.
    pub(super) times: BigUint,
    /// The formula.
    pub(super) cnf: Cnf,
}

impl RotationTable {
    /// `None` if there are no rotations, the places do not all have the same values, or there are too many.
    pub(super) fn of(csp: &Csp, map: &Map) -> Option<RotationTable> {
        let domain = csp.variables().first()?.domain();
        if !csp.variables().iter().all(|variable| variable.domain() == domain) {
            return None;
        }
        let place = |variable: &VarId| variable.index();
        let rotations = csp.symmetry().permutations.iter();
        let rotations =
            rotations.map(|rotation| rotation.iter().map(place).collect_vec()).collect_vec();
        let literals = |&value| csp.ids().map(move |variable| Atom { variable, value });
        let values = domain.iter().map(|value| literals(value).map(|atom| map.literal(atom)));
        let values = values.map(Iterator::collect).collect::<Option<Vec<Vec<Lit>>>>()?;
        let groups = &csp.symmetry().interchangeable;
        if groups.iter().any(|group| group.scope.len() != csp.variables().len()) {
            return None;
        }
        let renamings =
            renamings(groups).into_iter().map(|renaming| Renamings::of(&renaming, groups, domain));
        let renamings = renamings.collect::<Option<Vec<Renamings>>>()?;
        let is_fit = !rotations.is_empty() && rotations.len() * renamings.len() <= MANY;
        is_fit.then_some(RotationTable { values, rotations, renamings })
    }

    /// Writes `turns.txt`.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for literals in &self.values {
            let _ = writeln!(text, "v {} 0", literals.iter().format(" "));
        }
        let from_1 = |places: &[usize]| places.iter().map(|place| place + 1).join(" ");
        for rotation in &self.rotations {
            let _ = writeln!(text, "t {} 0", from_1(rotation));
        }
        for Renamings { number, becomes } in &self.renamings {
            let _ = writeln!(text, "r {number} {} 0", from_1(becomes));
        }
        text
    }

    /// The formulas, beginning with the first rotation and all renamings.
    pub(super) fn formulas(&self, whole: &Cnf) -> impl Iterator<Item = Fixed> {
        let pairs =
            self.rotations.iter().zip(1..).cartesian_product(self.renamings.iter().zip(1..));
        pairs.map(|((rotation, at_rotation), (renaming, at_renaming))| {
            let mut cnf = whole.clone();
            for (value, literals) in self.values.iter().enumerate() {
                for (place, &here) in literals.iter().enumerate() {
                    let there = self.values[renaming.becomes[value]][rotation[place]];
                    if here != there {
                        cnf.add_clause([!here, there]);
                        cnf.add_clause([here, !there]);
                    }
                }
            }
            let name = format!("fixed-{at_rotation}-{at_renaming}");
            Fixed { name, times: renaming.number.clone(), cnf }
        })
    }

    /// The number of renamings, including the identity.
    pub(super) fn all_renamings(&self) -> BigUint {
        self.renamings.iter().map(|Renamings { number, .. }| number).sum()
    }

    /// The number of classes, given the number of solutions, the size `each` of a set that differs only by
    /// renaming, and the number of models of these formulas. `None` if the average is not a whole number.
    pub(super) fn average(
        &self,
        solutions: &BigUint,
        each: &BigUint,
        fixed: &[(BigUint, BigUint)],
    ) -> Option<BigUint> {
        let sum = fixed.iter().map(|(times, models)| times * models).sum::<BigUint>() + solutions;
        let all = each * BigUint::from(self.rotations.len() + 1);
        (&sum % &all == BigUint::ZERO).then(|| sum / all)
    }
}

impl Renamings {
    /// Returns the index of each value's image in the domain.
    fn of(renaming: &Renaming, groups: &[Interchangeable], domain: &[Value]) -> Option<Renamings> {
        let at = |value: &Value| domain.iter().position(|other| other == value);
        let mut becomes = (0..domain.len()).collect_vec();
        for (group, images) in groups.iter().zip(&renaming.becomes) {
            for (from, to) in group.values.iter().sorted_unstable().zip(images) {
                becomes[at(from)?] = at(to)?;
            }
        }
        Some(Renamings { number: renaming.alike.clone(), becomes })
    }
}
