//! varisat, the default solver, and its pitfalls.
//!
//! * It has no interrupt, but it stops when it cannot write its proof. So a solver with a budget writes its
//!   proof to [`Watch`], which counts conflicts, keeps nothing, and fails once the budget is spent. If it may
//!   take long to meet a conflict, it works [`apart`].
//! * Its failed cores can be wrong if clauses were added between two solves, so each core is solved again
//!   before anybody sees it.
//! * It visits all its clauses again whenever a clause with a literal known to be false comes after a solve,
//!   so such literals are removed.
//! * It panics if it writes a DRAT proof and clauses or assumptions come after a solve, so [`prove`] starts
//!   again.
//! * A variable that no clause mentions is missing from its models unless it was declared.

mod conflicts;

use std::cell::RefCell;
use std::collections::HashSet;
use std::io::{self, Write};
use std::rc::Rc;

use cnfetti_encodings::{Cnf, Lit};
use varisat::ExtendFormula;

use super::apart::{self, Apart};
use super::decisions::Decisions;
use super::{Budget, Limit, Model, NoProof, Outcome, ProofFormat, Solver, Statistics, Stopped};

use conflicts::Conflicts;

/// The steps for each byte of a proof, in DRAT and in varisat's own format; it reports nothing else about its
/// work.
const PROVED_BYTE: u64 = 100;
const TOLD_BYTE: u64 = 200;

/// The steps for a literal of a formula, once when it is loaded and again at each question: varisat then goes
/// over all clauses.
const LOADED: u64 = 20;
const QUESTION: u64 = 18;

/// varisat with a formula.
pub(super) struct Varisat {
    solver: varisat::Solver<'static>,
    num_vars: u32,
    num_literals: u64,
    /// The literals that the formula makes true by unit propagation.
    units: HashSet<Lit>,
    budget: Budget,
    /// The conflicts in the proof, which is written only if there is a budget.
    conflicts: Option<Rc<RefCell<Conflicts>>>,
    /// Whether assumptions of the last call are still set.
    assumed: bool,
    /// Set after a solve was abandoned: varisat panics if it is used after that.
    broken: bool,
    buffer: Vec<varisat::Lit>,
}

impl Varisat {
    /// varisat with the formula, all its variables declared.
    pub(super) fn load(cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        match apart::is_wanted(cnf, budget) {
            true => Apart::load(Varisat::load_here, cnf, budget),
            false => Varisat::load_here(cnf, budget),
        }
    }

    fn load_here(cnf: &Cnf, budget: &Budget) -> Box<dyn Solver> {
        let mut solver = varisat::Solver::new();
        let conflicts = budget.can_be_spent().then(Rc::<RefCell<Conflicts>>::default);
        if let Some(conflicts) = &conflicts {
            let watch = Watch { budget: budget.clone(), conflicts: Rc::clone(conflicts) };
            solver.write_proof(watch, varisat::ProofFormat::Varisat);
        }
        load(&mut solver, cnf, budget);
        Box::new(Varisat {
            solver,
            num_vars: cnf.num_vars(),
            num_literals: cnf.num_literals() as u64,
            units: if budget.is_spent() { HashSet::new() } else { units(cnf) },
            budget: budget.clone(),
            conflicts,
            assumed: false,
            broken: budget.is_spent(),
            buffer: Vec::new(),
        })
    }

    /// One call of varisat; an error is the limit that ended it.
    fn call(&mut self, assumptions: &[Lit]) -> Result<bool, Limit> {
        self.budget.spend(QUESTION * self.num_literals);
        if self.broken || self.budget.is_spent() {
            return Err(self.budget.limit());
        }
        if self.assumed || !assumptions.is_empty() {
            self.buffer.clear();
            self.buffer.extend(assumptions.iter().map(|&lit| to_varisat(lit)));
            self.solver.assume(&self.buffer);
            self.assumed = !assumptions.is_empty();
        }
        self.solver.solve().map_err(|_| {
            self.broken = true;
            self.budget.limit()
        })
    }

    fn model(&self) -> Model {
        let mut literals: Vec<Lit> = (1..=self.num_vars as i32)
            .map(|number| Lit::from_dimacs(-number).expect("no variable is 0"))
            .collect();
        for lit in self.solver.model().expect("varisat answered that there is a model") {
            if lit.is_positive() {
                literals[lit.var().index()] = !literals[lit.var().index()];
            }
        }
        Model::new(literals)
    }

    /// varisat's failed core if a second call confirms it, otherwise all assumptions.
    fn core(&mut self, assumptions: &[Lit]) -> Vec<Lit> {
        let core: Vec<Lit> = match self.solver.failed_core() {
            Some(core) => core.iter().map(|&lit| from_varisat(lit)).collect(),
            None => return assumptions.to_vec(),
        };
        let confirmed = core.len() == assumptions.len() || self.call(&core) == Ok(false);
        if confirmed { core } else { assumptions.to_vec() }
    }
}

impl Solver for Varisat {
    fn add_clause(&mut self, clause: &[Lit]) {
        let open = clause.iter().filter(|&&lit| !self.units.contains(&!lit));
        self.buffer.clear();
        self.buffer.extend(open.map(|&lit| to_varisat(lit)));
        self.solver.add_clause(&self.buffer);
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        match self.call(assumptions) {
            Ok(true) => Outcome::Satisfiable(self.model()),
            Ok(false) => Outcome::Unsatisfiable(self.core(assumptions)),
            Err(limit) => Outcome::Unknown(limit),
        }
    }

    fn statistics(&self) -> Statistics {
        Statistics {
            conflicts: self.conflicts.as_ref().map(|conflicts| conflicts.borrow().count()),
            untold: Some("conflicts counted from its proof"),
            ..Statistics::default()
        }
    }
}

/// Writes a DRAT proof that the formula has no model.
pub(super) fn prove(
    cnf: &Cnf,
    format: ProofFormat,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<(), NoProof> {
    let format = match format {
        ProofFormat::Text => varisat::ProofFormat::Drat,
        ProofFormat::Binary => varisat::ProofFormat::BinaryDrat,
    };
    let mut failed = None;
    let watched = WatchedProof { out, budget, failed: &mut failed };
    let mut solver = varisat::Solver::new();
    solver.write_proof(watched, format);
    load(&mut solver, cnf, budget);
    budget.check()?;
    let answer = solver.solve().and_then(|answer| solver.close_proof().map(|()| answer));
    drop(solver);
    match (answer, failed) {
        (Ok(false), None) => Ok(()),
        (Ok(true), None) => Err(NoProof::Satisfiable),
        (_, Some(error)) if error.kind() != io::ErrorKind::TimedOut => Err(NoProof::Output(error)),
        _ => Err(Stopped(budget.limit()).into()),
    }
}

/// Passes a proof on until the budget is spent or the output fails.
struct WatchedProof<'a> {
    out: &'a mut dyn Write,
    budget: &'a Budget,
    failed: &'a mut Option<io::Error>,
}

impl Write for WatchedProof<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.budget.spend(PROVED_BYTE * bytes.len() as u64);
        let written = if self.budget.is_spent() {
            Err(io::ErrorKind::TimedOut.into())
        } else {
            self.out.write(bytes)
        };
        written.map_err(|error| {
            let kind = error.kind();
            self.failed.get_or_insert(error);
            kind.into()
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Receives the proof of a solver with a budget: counts its conflicts until the budget is spent.
struct Watch {
    budget: Budget,
    conflicts: Rc<RefCell<Conflicts>>,
}

impl Write for Watch {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.budget.spend(TOLD_BYTE * bytes.len() as u64);
        if self.budget.is_spent() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.conflicts.borrow_mut().read(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The literals that unit propagation alone makes true; only some if the formula is contradictory.
fn units(cnf: &Cnf) -> HashSet<Lit> {
    if cnf.clauses().all(|clause| clause.len() != 1) {
        return HashSet::new();
    }
    Decisions::new(cnf).true_literals().collect()
}

/// Declares all variables, then adds the clauses, while there is time. A solver with only some of them must
/// not be used.
fn load(solver: &mut varisat::Solver<'_>, cnf: &Cnf, budget: &Budget) {
    for _ in budget.meter(0..cnf.num_vars()) {
        solver.new_var();
    }
    budget.spend(LOADED * cnf.num_literals() as u64);
    let mut buffer = Vec::new();
    for clause in budget.meter(cnf.clauses()) {
        buffer.clear();
        buffer.extend(clause.iter().map(|&lit| to_varisat(lit)));
        solver.add_clause(&buffer);
    }
}

fn to_varisat(lit: Lit) -> varisat::Lit {
    varisat::Lit::from_dimacs(lit.dimacs() as isize)
}

fn from_varisat(lit: varisat::Lit) -> Lit {
    Lit::from_dimacs(lit.to_dimacs() as i32).expect("varisat has no literal 0")
}
