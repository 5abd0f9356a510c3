//! Domains of models that are too large to list, but not with what the constraints leave.

use std::collections::BTreeSet;

use crate::model_domains::{model, solutions};
use crate::random_csp::Random;
use crate::support::{instance, refused};

/// A constraint that leaves `z` at most 40, as long as it is at least `low`, and one that leaves `y` little more.
fn bounded(random: &mut Random) -> String {
    let [a, b] = [random.below(3), random.below(3)].map(|at| format!("x[{at}]"));
    let number = random.below(9);
    let z = match random.below(8) {
        0 => format!(
            "<sum> <list> x[] z </list> <coeffs> 2 3 1 -1 </coeffs> <condition> (eq,{number}) \
             </condition> </sum>"
        ),
        1 => format!(
            "<sum> <list> z {a} </list> <coeffs> 2 -1 </coeffs> <condition> (le,{number}) \
             </condition> </sum>"
        ),
        2 => format!("<intension> eq(z,mul({a},add({b},{number}))) </intension>"),
        3 => format!("<intension> le(z,add({a},{b})) </intension>"),
        4 => format!("<intension> and(gt({number},z),ne(z,{a})) </intension>"),
        5 => "<maximum> <list> x[] </list> <condition> (eq,z) </condition> </maximum>".to_owned(),
        6 => format!(
            "<extension> <list> z {a} </list> <supports> ({number},1)(7,*)(31,2) </supports> \
             </extension>"
        ),
        _ => format!(
            "<element> <list> 3 {b} {number} 9 0 </list> <index> {a} </index> <condition> (eq,z) \
             </condition> </element>"
        ),
    };
    let y = match random.below(4) {
        0 => format!("<intension> eq(y,add(z,{a})) </intension>"),
        1 => "<intension> le(y,z) </intension>".to_owned(),
        2 => format!("<intension> eq({a},sub(y,z)) </intension>"),
        _ => "<intension> eq(y,abs(sub(z,3))) </intension>".to_owned(),
    };
    format!("{z}\n{y}")
}

/// A file with a domain that is too large to list has the solutions of one with the values that matter.
#[test]
#[ignore = "slow: .ci/run has it"]
fn constraints_leave_few_of_many_values() {
    let (mut sizes, mut none) = (BTreeSet::new(), 0);
    for seed in 0..80 {
        let random = &mut Random::new(seed);
        let constraints = bounded(random);
        let low = [-30, 0, 4][random.below(3)];
        let high = ["4000100", "2147483647", "9000000000", "9223372036854775807"];
        let with = |high: &str| {
            let variables = format!(
                "<array id=\"x\" size=\"[3]\"> 0..4 </array>\n<var id=\"z\"> {low}..{high} \
                 </var>\n<var id=\"y\" as=\"z\"/>"
            );
            solutions(&instance(&model(&variables, &constraints)))
        };
        let (few, many) = (with("70"), with(high[random.below(4)]));
        assert_eq!(few, many, "seed {seed}: {low} {constraints}");
        none += usize::from(few.is_empty());
        sizes.insert(few.len());
    }
    assert!(sizes.len() > 20 && none > 2, "{none} {sizes:?}");
}

#[test]
fn values_that_nothing_bounds_are_refused() {
    let wide = "<array id=\"x\" size=\"[2]\"> 0..5000000 </array>";
    refused(
        &model(wide, "<allDifferent> x[] </allDifferent>"),
        "3:27: expected at most 4000000 values, each of at most 31 bits, for `x[0]`, found \
         0..5000000, as far as the constraints show",
    );
    refused(
        &model(wide, "<precedence> x[] </precedence>"),
        "6:1: expected `<values>`, since the variables have too many values for all, found none",
    );
}
