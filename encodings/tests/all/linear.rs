use cnfetti_encodings::linear::{AUTO, ENCODINGS, Term, by_name, encode};
use cnfetti_encodings::{Auxiliaries, Cnf, Form, Lit, Relation, at_most_one};

use crate::examine::{Verdict, auxiliaries, examine};

const FORMS: [Form; 2] = [Form::TwoSided, Form::OneSided];

/// Weights of groups; a group of one weight is a Boolean with that weight.
const PROBLEMS: &[&[&[i64]]] = &[
    &[],
    &[&[3]],
    &[&[0, 1, 2, 3, 4, 5, 6]],
    &[&[0, 1, 2], &[0, 1, 2]],
    &[&[0, 3, 4, 6], &[1, 2, 5]],
    &[&[0, 1, 2, 3], &[0, 1, 2, 3]],
    &[&[4, 4, 1, 0], &[2, 2, 6]],
    &[&[0, 1, 6], &[0, 5], &[0, 2, 3]],
    &[&[-2, 0, 3], &[-4, -1], &[1, 1, 5]],
    &[&[1], &[2], &[3], &[4], &[5], &[6]],
    &[&[1], &[1], &[2], &[2], &[5]],
    &[&[0, 2, 4], &[6], &[0, 4, 6, 2]],
    &[&[7, 7], &[0, 1, 2], &[1]],
    &[&[0, 1, 5, 6], &[0, 1, 5, 6]],
    &[&[1], &[3], &[0, 2, 5, 6], &[-3]],
];

/// Adds the groups of a problem over new literals, with clauses that make exactly one of each
/// hold.
fn pose(cnf: &mut Cnf, problem: &[&[i64]]) -> Vec<Vec<(Lit, i64)>> {
    let mut groups = Vec::new();
    for &weights in problem {
        groups.push(match weights {
            &[weight] => {
                let lit = cnf.new_lit();
                vec![(lit, weight), (!lit, 0)]
            }
            _ => cnf.new_lits(weights.len()).into_iter().zip(weights.iter().copied()).collect(),
        });
    }
    for (group, _) in groups.iter().zip(problem).filter(|(_, weights)| weights.len() > 1) {
        let lits: Vec<Lit> = group.iter().map(|&(lit, _)| lit).collect();
        cnf.add_clause(lits.iter().copied());
        let pairwise = at_most_one::by_name("pairwise").expect("it is known");
        at_most_one::encode(cnf, &lits, pairwise, Form::TwoSided);
    }
    groups
}

fn terms(groups: &[Vec<(Lit, i64)>]) -> Vec<Term> {
    groups.iter().map(|group| Term::one_of(group.iter().copied())).collect()
}

fn value(inputs: &[bool], lit: Lit) -> bool {
    inputs[lit.variable() as usize - 1] == lit.is_positive()
}

/// The sum, if exactly one literal of each group holds.
fn sum(groups: &[Vec<(Lit, i64)>], inputs: &[bool]) -> Option<i64> {
    groups
        .iter()
        .map(|group| {
            let mut holding = group.iter().filter(|&&(lit, _)| value(inputs, lit));
            match (holding.next(), holding.next()) {
                (Some(&(_, weight)), None) => Some(weight),
                _ => None,
            }
        })
        .sum()
}

#[test]
fn labels_are_what_brute_force_finds() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for form in FORMS {
            for relation in Relation::ALL {
                let mut verdict = Verdict::default();
                for problem in PROBLEMS {
                    for bound in -8..=23 {
                        let mut cnf = Cnf::new();
                        let groups = pose(&mut cnf, problem);
                        let (inputs, posed) = (cnf.num_vars() as usize, cnf.num_clauses());
                        encode(&mut cnf, &terms(&groups), relation, bound, encoding, form);
                        let rule = |inputs: &[bool]| {
                            sum(&groups, inputs).is_some_and(|sum| relation.holds(sum, bound))
                        };
                        let name = encoding.name();
                        let what = format!("{name} {form:?} {problem:?} {relation} {bound}");
                        verdict.add(examine(&cnf, posed, inputs, &rule, &what));
                    }
                }
                let (name, label) = (encoding.name(), encoding.promises(form, relation));
                verdict.assert_label(label, name, &format!("{name} {form:?} {relation}"));
            }
        }
    }
}

#[test]
fn random_sums_are_right_and_keep_the_count() {
    let mut state = 20_261_121_u64;
    let mut random = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..60 {
        let mut left = 9;
        let mut problem: Vec<Vec<i64>> = Vec::new();
        while left > 0 {
            let size = (1 + random(4)).min(left);
            left -= size;
            problem.push((0..size).map(|_| random(9) as i64).collect());
        }
        let problem: Vec<&[i64]> = problem.iter().map(Vec::as_slice).collect();
        let total: i64 = problem.iter().filter_map(|weights| weights.iter().max()).sum();
        let bound = random(total as u64 + 1) as i64;
        for encoding in ENCODINGS.iter().chain([&AUTO]) {
            for relation in Relation::ALL {
                let mut cnf = Cnf::new();
                let groups = pose(&mut cnf, &problem);
                let (inputs, posed) = (cnf.num_vars() as usize, cnf.num_clauses());
                encode(&mut cnf, &terms(&groups), relation, bound, encoding, Form::TwoSided);
                let rule = |inputs: &[bool]| {
                    sum(&groups, inputs).is_some_and(|sum| relation.holds(sum, bound))
                };
                let what = format!("{} {problem:?} {relation} {bound}", encoding.name());
                assert_ne!(
                    auxiliaries(&cnf, posed, inputs, &rule, &what),
                    Auxiliaries::Free,
                    "{what}"
                );
            }
        }
    }
}

#[test]
fn the_same_literal_in_two_groups() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        for relation in Relation::ALL {
            for bound in -1..=9 {
                let mut cnf = Cnf::new();
                let lits = cnf.new_lits(2);
                let (x, y) = (lits[0], lits[1]);
                let groups = [vec![(x, 2), (!x, 0)], vec![(y, 1), (!y, 3)], vec![(x, 3), (!x, 1)]];
                encode(&mut cnf, &terms(&groups), relation, bound, encoding, Form::TwoSided);
                let rule = |inputs: &[bool]| {
                    sum(&groups, inputs).is_some_and(|sum| relation.holds(sum, bound))
                };
                let found = examine(&cnf, 0, 2, &rule, encoding.name());
                assert_ne!(found.auxiliaries, Auxiliaries::Free, "{}", encoding.name());
            }
        }
    }
}

#[test]
fn a_group_without_literals_has_no_solution() {
    for encoding in ENCODINGS.iter().chain([&AUTO]) {
        let mut cnf = Cnf::new();
        encode(&mut cnf, &[Term::one_of([])], Relation::AtMost, 5, encoding, Form::TwoSided);
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), [&[]]);
    }
}

#[test]
fn sizes() {
    use Relation::{AtLeast, AtMost, Exactly};
    // name, groups of the values 0 to 6, relation, bound, two-sided (auxiliaries, clauses),
    // one-sided
    let expected = [
        ("decision_diagram", 3, AtMost, 8, (18, 133), (18, 90)),
        ("decision_diagram", 3, AtLeast, 8, (18, 131), (18, 86)),
        ("decision_diagram", 3, Exactly, 8, (43, 143), (43, 143)),
        ("decision_diagram", 5, AtMost, 12, (50, 447), (50, 274)),
        ("decision_diagram", 5, AtLeast, 12, (50, 441), (50, 262)),
        ("decision_diagram", 5, Exactly, 12, (195, 593), (195, 593)),
        ("sequential_counter", 3, AtMost, 8, (18, 133), (18, 90)),
        ("sequential_counter", 3, AtLeast, 8, (18, 131), (18, 86)),
        ("sequential_counter", 3, Exactly, 8, (18, 141), (18, 141)),
        ("sequential_counter", 5, AtMost, 12, (50, 447), (50, 274)),
        ("sequential_counter", 5, AtLeast, 12, (50, 441), (50, 262)),
        ("sequential_counter", 5, Exactly, 12, (50, 459), (50, 459)),
        ("generalized_totalizer", 3, AtMost, 8, (18, 133), (18, 90)),
        ("generalized_totalizer", 3, AtLeast, 8, (18, 131), (18, 86)),
        ("generalized_totalizer", 3, Exactly, 8, (18, 141), (18, 141)),
        ("generalized_totalizer", 5, AtMost, 12, (56, 465), (56, 286)),
        ("generalized_totalizer", 5, AtLeast, 12, (56, 459), (56, 274)),
        ("generalized_totalizer", 5, Exactly, 12, (56, 477), (56, 477)),
        ("adder", 3, AtMost, 8, (20, 135), (20, 64)),
        ("adder", 3, AtLeast, 8, (21, 136), (21, 75)),
        ("adder", 3, Exactly, 8, (20, 136), (20, 136)),
        ("adder", 5, AtMost, 12, (35, 243), (35, 116)),
        ("adder", 5, AtLeast, 12, (39, 257), (39, 140)),
        ("adder", 5, Exactly, 12, (35, 245), (35, 245)),
    ];
    for (name, n, relation, bound, two_sided, one_sided) in expected {
        let encoding = by_name(name).unwrap();
        for (form, size) in [(Form::TwoSided, two_sided), (Form::OneSided, one_sided)] {
            let mut cnf = Cnf::new();
            let groups: Vec<Vec<(Lit, i64)>> =
                (0..n).map(|_| cnf.new_lits(7).into_iter().zip(0..).collect()).collect();
            let inputs = cnf.num_vars() as usize;
            encode(&mut cnf, &terms(&groups), relation, bound, encoding, form);
            let found = (cnf.num_vars() as usize - inputs, cnf.num_clauses());
            assert_eq!(found, size, "{name} n = {n} {relation} {bound} {form:?}");
        }
    }
}
