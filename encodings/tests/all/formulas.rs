//! Formulas as lists of clauses.

use cnfetti_encodings::{Cnf, Lit};

#[test]
fn some_clauses_are_kept() {
    for first in 0..=3 {
        let mut cnf = Cnf::new();
        let lits = cnf.new_lits(3);
        cnf.add_clause([lits[0]]);
        cnf.add_clause([lits[0], lits[1]]);
        cnf.add_clause([lits[1], lits[2]]);
        cnf.add_clause([lits[2]]);
        let whole: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
        let mut seen = Vec::new();
        cnf.retain_from(first, |cnf, number, clause| {
            seen.push(clause.to_vec());
            assert_eq!(cnf.clauses_in(0..first).collect::<Vec<_>>(), whole[..first]);
            assert!(number >= first && number < first + seen.len());
            clause.len() == 2
        });
        assert_eq!(seen, whole[first..]);
        let mut expected = whole.clone();
        let mut number = 0..;
        expected.retain(|clause| number.next() < Some(first) || clause.len() == 2);
        assert_eq!(cnf.clauses().collect::<Vec<_>>(), expected);
    }
}

#[test]
fn formulas_are_the_same_in_all_parts() {
    let formula = |variables: u32, clauses: &[&[i32]]| {
        let mut cnf = Cnf::new();
        cnf.new_lits(variables as usize);
        for clause in clauses {
            cnf.add_clause(clause.iter().filter_map(|&number| Lit::from_dimacs(number)));
        }
        cnf
    };
    let one = formula(2, &[&[1, 2], &[-1]]);
    assert!(one.says_the_same(&one.clone()));
    for (variables, clauses) in
        [(3, &[&[1, 2][..], &[-1]][..]), (2, &[&[1], &[2, -1]]), (2, &[&[1, 2], &[-2]])]
    {
        assert!(!one.says_the_same(&formula(variables, clauses)), "{variables} {clauses:?}");
    }
}
