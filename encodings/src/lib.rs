//! CNF encodings with tested guarantees: which ones preserve the model count, and how strong unit
//! propagation is.
//!
//! The crate knows only literals and clauses: no puzzles, no solvers, no files. Each family of encodings is
//! a module with a table, `const ENCODINGS`; each encoding is one file. [`Family`] covers all families.
//!
//! | family | what it encodes |
//! |---|---|
//! | [`at_most_one`] | at most one of n literals |
//! | [`cardinality`] | at most, at least or exactly k of n literals |
//! | [`linear`] | a bound on a sum of weighted Booleans and of integers |
//! | [`domain`] | a finite-domain variable, one literal for each value |
//!
//! Each family has an `AUTO`, which picks an encoding for each constraint by size and propagation, and three
//! functions: `encode` states the constraint, `encode_if` states it under a condition, and `reify` returns a
//! literal that is true exactly when it holds. Integers with large domains are in [`integer`], and
//! [`comparison`] compares two of them; use [`cardinality::Count`] for bounds that you tighten later.
//!
//! # What an encoding guarantees
//!
//! * It is *correct*: projected to its inputs, its models are exactly the assignments that satisfy the
//!   constraint. It accepts every input: any number of literals, any bound, repeated literals.
//! * Its [`Auxiliaries`] are labelled. With [`Form::TwoSided`], no encoding has [`Auxiliaries::Free`]: every
//!   solution extends in exactly one way, so any model counter gives the right number. This also holds for
//!   conditional and reified constraints.
//! * Its [`Propagation`] is labelled: what unit propagation alone achieves. Under a condition it is the
//!   same, with the condition as one more input; for reified constraints, see `Encoding::reified`.
//! * It writes no clause twice, no tautology, and no literal twice in a clause.
//!
//! The labels are checked in this repository: the tests compare each with brute force.
//!
//! ```
//! use cnfetti_encodings::{Cnf, Form, at_most_one};
//!
//! let mut cnf = Cnf::new();
//! let lits = cnf.new_lits(3);
//! let pairwise = at_most_one::by_name("pairwise").expect("it is in the table");
//! at_most_one::encode(&mut cnf, &lits, pairwise, Form::TwoSided);
//! assert_eq!(cnf.num_clauses(), 3);
//! ```
//!
//! # With a solver
//!
//! Pass the solver the clauses that it does not have yet, whenever there are new ones. With
//! [varisat](https://docs.rs/varisat):
//!
//! ```
//! use cnfetti_encodings::cardinality::Count;
//! use cnfetti_encodings::{Bit, Cnf, Relation};
//! use varisat::{ExtendFormula, Lit, Solver};
//!
//! /// Passes on the clauses from this index on.
//! fn update(solver: &mut Solver<'_>, cnf: &Cnf, first: usize) {
//!     for clause in cnf.clauses_in(first..cnf.num_clauses()) {
//!         let clause = clause.iter().map(|lit| Lit::from_dimacs(lit.dimacs() as isize));
//!         solver.add_clause(&clause.collect::<Vec<_>>());
//!     }
//! }
//!
//! // How few of ten literals can be true if no two neighbours are false? Tighten until it fails.
//! let mut cnf = Cnf::new();
//! let lits = cnf.new_lits(10);
//! lits.windows(2).for_each(|pair| cnf.add_clause([pair[0], pair[1]]));
//! let mut count = Count::totalizer(&lits);
//! let mut solver = Solver::new();
//! let (mut fewest, mut done) = (None, 0);
//! loop {
//!     update(&mut solver, &cnf, done);
//!     done = cnf.num_clauses();
//!     if !solver.solve().expect("nothing stops it") {
//!         break;
//!     }
//!     let model = solver.model().expect("it has just been found");
//!     let number = lits.iter().filter(|lit| model[lit.variable() as usize - 1].is_positive()).count();
//!     fewest = Some(number);
//!     count.require(&mut cnf, Relation::AtMost, number - 1);
//! }
//! assert_eq!(fewest, Some(5));
//! ```
//!
//! Libraries such as rustsat and bindings to C solvers have their own variables, and literals as integers.
//! Declare those variables, and afterwards tell the library how many were added:
//!
//! ```
//! use cnfetti_encodings::{Cnf, Form, Lit, Relation, cardinality};
//!
//! /// At most k of these literals, for a solver that has this many variables: returns the clauses,
//! /// and the number of variables including the new ones.
//! fn at_most(k: usize, lits: &[i32], variables: u32) -> (Vec<Vec<i32>>, u32) {
//!     let mut cnf = Cnf::new();
//!     cnf.declare(variables);
//!     let lits: Vec<Lit> = lits.iter().filter_map(|&number| Lit::from_dimacs(number)).collect();
//!     let (auto, form) = (cardinality::AUTO, Form::TwoSided);
//!     cardinality::encode(&mut cnf, &lits, Relation::AtMost, k, auto, form);
//!     let clauses = cnf.clauses().map(|clause| clause.iter().map(|lit| lit.dimacs()).collect());
//!     (clauses.collect(), cnf.num_vars())
//! }
//!
//! let (clauses, variables) = at_most(2, &[4, -9, 17, 23, -30], 50);
//! assert!(variables >= 50 && clauses.iter().flatten().all(|lit| lit.unsigned_abs() <= variables));
//! ```
//!
//! # Modules
//!
//! Each module knows only those before it in this list, and each file only those before it in the list of
//! its folder; `tests/all/order.rs` reads the list. All encodings write through `writer`, which separates
//! definitions, which always hold, from requirements, which are the constraint. This is all it takes to make
//! a constraint conditional, or to reify it.
//!
//! ```text
//! lit
//! labels
//! definition
//! stop
//! cnf: defined
//! memo
//! row
//! writer
//! summand
//! unary: merge leaves
//! binary
//! at_most_one: pairwise sequential_counter ladder product commander bitwise bimander auto
//! cardinality: binomial sequential_counter totalizer cardinality_network modulo_totalizer adder decision_diagram auto count
//! integer: order binary channel given arithmetic
//! comparison
//! linear: normal sums paths decision_diagram sequential_counter generalized_totalizer adder auto
//! domain: one_hot order log auto
//! family
//! ```

pub mod at_most_one;
mod binary;
pub mod cardinality;
mod cnf;
pub mod comparison;
mod definition;
pub mod domain;
mod family;
pub mod integer;
mod labels;
pub mod linear;
mod lit;
mod memo;
mod row;
mod stop;
mod summand;
mod unary;
mod writer;

pub use cnf::{Cnf, Section};
pub use definition::{Cases, Definition, Determined};
pub use family::{Encoding, Family};
pub use labels::{Auxiliaries, Form, Promises, Propagation, Relation};
pub use lit::{Bit, Lit};
pub use stop::Stop;
