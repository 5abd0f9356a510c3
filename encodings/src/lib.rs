//! CNF encodings with tested promises: which ones preserve the model count, and how far unit propagation
//! goes.
//!
//! The crate knows literals and clauses and nothing else: no puzzle, no solver, no file. Each
//! family of encodings is a module with a `const ENCODINGS` table of its rows; each encoding is one
//! file. [`Family`] goes over all families.
//!
//! | family | what it encodes |
//! |---|---|
//! | [`at_most_one`] | at most one of n literals |
//! | [`cardinality`] | at most, at least or exactly k of n literals |
//! | [`linear`] | a bound on a sum of weighted Booleans and of integers |
//! | [`domain`] | a finite-domain variable, one literal for each value |
//!
//! Each family has an `AUTO`, which is no encoding of its own but picks one for each constraint, by
//! size and propagation; and three functions: `encode` states the constraint, `encode_if` states it
//! under a condition, and `reify` gives a literal that is true exactly when it holds. Integers with
//! large domains are in [`integer`], and two of them are compared by [`comparison`];
//! [`cardinality::Count`] is for bounds that become tighter later.
//!
//! # What an encoding promises
//!
//! * It is *correct*: projected on its inputs, its models are exactly the assignments of the
//!   constraint. It takes every input: any number of literals, any bound, literals given twice.
//! * Its [`Auxiliaries`] are labelled. With [`Form::TwoSided`] no encoding has
//!   [`Auxiliaries::Free`]: every solution extends in exactly one way, so any model counter gives
//!   the right number. This holds for conditional and reified constraints as well.
//! * Its [`Propagation`] is labelled: what unit propagation alone achieves. Under a condition it is
//!   the same, with the condition as one more input; when reified see `Encoding::reified`.
//! * It writes no clause twice, none that says nothing, and no literal twice in a clause.
//!
//! The labels are derived in this repository: the tests compare each with brute force.
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
//! A solver gets the clauses that it does not have yet, whenever there are new ones. With
//! [varisat](https://docs.rs/varisat):
//!
//! ```
//! use cnfetti_encodings::cardinality::Count;
//! use cnfetti_encodings::{Bit, Cnf, Relation};
//! use varisat::{ExtendFormula, Lit, Solver};
//!
//! /// Hands over the clauses from this number on.
//! fn update(solver: &mut Solver<'_>, cnf: &Cnf, first: usize) {
//!     for clause in cnf.clauses_in(first..cnf.num_clauses()) {
//!         let clause = clause.iter().map(|lit| Lit::from_dimacs(lit.dimacs() as isize));
//!         solver.add_clause(&clause.collect::<Vec<_>>());
//!     }
//! }
//!
//! // The fewest of ten literals when neighbours are not both false: tighten until it fails.
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
//! Libraries such as rustsat and bindings to C solvers have variables of their own, and literals as
//! integers. Declare those variables, and tell the library afterwards which were added:
//!
//! ```
//! use cnfetti_encodings::{Cnf, Form, Lit, Relation, cardinality};
//!
//! /// At most k of these literals, for a solver that has this many variables: the clauses, and how
//! /// many variables there are with the new ones.
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
//! Each module knows only those before it in this list, and each file only those before it in the list of its
//! folder; `tests/all/order.rs` reads the list. `writer` is how every encoding writes: definitions, which always
//! hold, apart from requirements, which are the constraint. That alone makes a constraint conditional, or a literal
//! of it.
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
