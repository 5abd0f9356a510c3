//! Where the order that the exact counter expects to be best is not, it finds the order of the problem in time.

use std::collections::HashSet;

use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use cnfetti::limit::Budget;
use itertools::{Itertools, iproduct};

/// A binary puzzle of 4 by 4: as many 0 as 1 in each line, never three equal in a row, and no two lines the same. Each pair of
/// lines has a condition for each place, and the estimate decides these before the cells.
fn binary_puzzle() -> String {
    let name = |row: usize, column: usize| format!("c{row}{column}");
    let (mut declared, mut posted) = (Vec::new(), Vec::new());
    declared.extend(iproduct!(0..4, 0..4).map(|(row, column)| format!("var 0..1: c{row}{column}")));
    for is_row in [true, false] {
        let cell = |line, at| if is_row { name(line, at) } else { name(at, line) };
        for line in 0..4 {
            let all = (0..4).map(|at| cell(line, at)).join(",");
            posted.push(format!("int_lin_eq([1,1,1,1],[{all}],2)"));
            for first in 0..2 {
                let sum = format!("s{is_row}{line}{first}");
                let three = (first..first + 3).map(|at| cell(line, at)).join(",");
                declared.push(format!("var 1..2: {sum} :: var_is_introduced"));
                posted.push(format!("int_lin_eq([1,1,1,-1],[{three},{sum}],0)"));
            }
        }
        for (one, other) in (0..4).array_combinations::<2>().map(|[one, other]| (one, other)) {
            let differs = (0..4).map(|at| {
                let truth = format!("d{is_row}{one}{other}{at}");
                let pair = [cell(one, at), cell(other, at)].join(",");
                declared.push(format!("var bool: {truth} :: var_is_introduced"));
                posted.push(format!("int_ne_reif({pair},{truth})"));
                truth
            });
            let differs = differs.collect_vec().join(",");
            posted.push(format!("bool_clause([{differs}],[])"));
        }
    }
    let posted = posted.iter().map(|constraint| format!("constraint {constraint};\n")).join("");
    format!("{};\n{posted}solve satisfy;\n", declared.join(";\n"))
}

#[test]
fn the_order_of_the_problem_is_tried_where_the_estimate_is_wrong() {
    let csp = instance::parse(&binary_puzzle()).unwrap().puzzle.csp();
    let limits = Limits { budget: Budget::default().of_steps(15_000_000), ..Limits::default() };
    let (count, _) = exact::count(&csp, &limits).unwrap();
    assert!(count.exact && count.solutions == 72_u32.into(), "{count:?}");
    let diagram = exact::solutions(&csp, &Limits::default());
    let mut walk = diagram.walk();
    let mut listed = HashSet::new();
    while let Some(solution) = walk.next() {
        assert!(csp.is_solution(solution) && listed.insert(solution.to_vec()));
    }
    assert_eq!(listed.len(), 72);
}
