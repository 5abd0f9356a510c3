//! Steps of a translation that keep the number of models only under a condition, each in a proof that meets it and in one
//! that does not.

#![allow(clippy::unwrap_used)]

use cnfetti_core::limit::Budget;
use cnfetti_encodings::{Cnf, Lit};
use cnfetti_proof::translation::{Translation, check_translation};

/// What is wrong with a proof that begins with "`a` or `b`" and has these steps; nothing if it shows the same.
fn wrong(steps: &str) -> String {
    let mut cnf = Cnf::new();
    cnf.declare(2);
    cnf.add_clause([1, 2].map(|number| Lit::from_dimacs(number).unwrap()));
    let proof = format!(
        "pseudo-Boolean proof version 3.0\nf 1;\n{steps}output EQUISATISFIABLE FILE;\nconclusion NONE;\n\
         end pseudo-Boolean proof;\n"
    );
    let translation = Translation {
        statement: "* #variable= 2 #constraint= 1\n+1 a +1 b >= 1 ;\n",
        proof: &proof,
        formula: "* #variable= 2 #constraint= 1\n1 a 1 b >= 1 ;\n",
        cnf: &cnf,
        shown: Some(&[1, 2]),
    };
    let checked = check_translation(&translation, &Budget::default());
    checked.map_or_else(|wrong| wrong.to_string(), |_| String::new())
}

const DEFINED: &str = "red +2 ~y +1 a +1 b >= 2 : y -> 0;\nred +1 y +1 ~a +1 ~b >= 1 : y -> 1;\n\
                       core id 2 3;\n";
const FORGOTTEN: &str = "delc 2 : y -> 0;\ndelc 3 : y -> 1;\n";

#[test]
fn a_definition_is_forgotten_only_if_nothing_uses_it() {
    assert_eq!(wrong(&format!("{DEFINED}{FORGOTTEN}")), "");
    // A derived inequality that is deleted in time, and one that stays, in the core and beside it.
    let uses = "rup +1 ~y +1 a >= 1;\n";
    assert_eq!(wrong(&format!("{DEFINED}{uses}deld 4;\n{FORGOTTEN}")), "");
    for uses in [uses.to_owned(), format!("{uses}core id 4;\n")] {
        let wrong = wrong(&format!("{DEFINED}{uses}{FORGOTTEN}"));
        assert!(wrong.contains("a variable that nothing else has"), "{wrong}");
    }
}

#[test]
fn what_leaves_the_core_follows_from_the_core_alone() {
    // A weaker inequality may leave, because the statement stays. The statement may not, because only a derived
    // inequality says the same.
    assert_eq!(wrong("rup +2 a +2 b >= 1;\ncore id 2;\ndelc 2;\n"), "");
    for copy in ["rup +1 a +1 b >= 1;\n", "pol 1;\n"] {
        let wrong = wrong(&format!("{copy}delc 1;\n"));
        assert!(wrong.contains("does not follow by propagation from what is left"), "{wrong}");
    }
}
