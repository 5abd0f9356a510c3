//! Compiles constraint problems to CNF, and runs SAT solvers on it.
//!
//! ```
//! use cnfetti_core::csp::{AllDifferent, Csp};
//! use cnfetti_core::limit::Budget;
//! use cnfetti_sat::compile::{Choices, compile};
//! use cnfetti_sat::solver::{Outcome, SOLVERS};
//!
//! let mut csp = Csp::new();
//! let scope = (1..=4).map(|number| csp.variable(format!("x{number}"), 1..=3)).collect();
//! csp.post(AllDifferent { scope, except: Vec::new() }.into(), "four numbers from 1 to 3 differ");
//!
//! let compiled = compile(&csp, &Choices::default())?;
//! let mut solver = SOLVERS[0].load(&compiled.cnf, &Budget::default());
//! assert!(matches!(solver.solve(&[]), Outcome::Unsatisfiable(_)));
//! # Ok::<(), cnfetti_sat::compile::TooLarge>(())
//! ```
//!
//! # Compiling
//!
//! Each file of `compile/constraints/` has the clauses of one constraint. A variable with more than 100 values gets
//! only the literals that its constraints need (`compile/shape.rs`): a literal for each value where some constraint
//! speaks of values, else thresholds up to 1,024 values and binary digits above that, or both tied together. No
//! clause is written twice: constraints overlap, and a part refers to the clause that an earlier one wrote.
//!
//! A cell of Pips is one `Selection`: exactly one of the placements over the cell holds, and it decides the cell's
//! pips. This replaces an exactly-one constraint and an implication for each placement, and lets the compiler add the
//! support clauses that unit propagation needs. A connection takes places away one after the other, in an order by
//! nested dissection, and says of the rest which hang together; every literal is a definition, so the count is
//! kept, and a board of 20 × 20 takes 38,000 literals where distances would take ten times as many. Parts that say
//! how large they are have an anchor each, and one more connection says that every part has its own. What a weighted
//! sum may be is one type, a set of intervals (`Ranges`), so there is one way to compile `=`, `≠`, `≤` and sets.
//! Operations with few values are compiled value by value, which propagates best; else comparisons go by
//! thresholds, and products by digits.
//!
//! `auto` finds the smaller encoding by writing each and counting, and remembers the answer for constraints of the
//! same shape. Which at-most-one encoding is faster was measured on shuffled formulas (`benches/auto.py`): with one
//! order of the clauses, luck decides more than the encoding.
//!
//! # Counting from clauses
//!
//! [`knowledge`] is the frontier search of the exact counter on clauses alone. A state is the set of clauses that
//! are not satisfied, and of the true literals whose negations occur in them. That is exactly what determines the
//! auxiliary variables, so they follow by unit propagation. Where most states of a layer have no model, a solver
//! that learns clauses rules them out. The graph is written as SCPOG (`knowledge/scpog.rs`); the reasons of unit
//! propagation, kept from the search, are its hints, so a certificate needs no further search.
//!
//! # Believing nothing
//!
//! `search::confirm` turns every "no" into one formula without models and has it proved afresh, with a proof that
//! `cnfetti_proof` checks: "some value that was ruled out holds" (`candidates.rs`), "there is a better solution"
//! (`optimize.rs`), "there is another solution" (`second_opinion.rs`). Models are checked before anybody sees them
//! (`solver/checked.rs`). Of two engines that count at once, steps and not the clock say which was first
//! (`search/race.rs`); without threads they take turns, to the same answer.
//!
//! Before uniqueness is decided, the problem is propagated and strengthened (`cnfetti_core::presolve`): it gets a variable
//! for "some domino lies on this pair of cells", and the number of times each value is written. Without these, full
//! double-six boards take several times as long. A small solver goes first (`search/learner.rs`): it loads fast, and
//! its reasons are the proof, so nothing has to be searched again.
//!
//! Counting up to renaming breaks the symmetry by value precedence and multiplies back: a solution that uses *u* of
//! *m* interchangeable values stands for *m*·(*m*−1)⋯(*m*−*u*+1). Rotations and reflections are divided out by
//! canonical forms. A long list of solutions is proved complete by a decision tree along the sorted solutions
//! (`solver/decision_tree.rs`): a solver learns nothing from ten thousand blocking clauses, and each is needed in one
//! place of the tree.

mod cdcl;
pub mod compare;
pub mod compile;
pub mod dimacs;
pub mod emit;
pub mod knowledge;
pub mod propagation;
pub mod search;
pub mod solver;
