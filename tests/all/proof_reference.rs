//! The proof checker, compared on tampered proofs with a slow one that keeps no state from one step
//! to the next.

use cnfetti::encodings::{Cnf, Lit};
use cnfetti::proof::{Checked, ProofError, Step, check, steps};
use cnfetti::solver::decision_tree::{self, Hints};
use cnfetti::solver::{self, Budget, NoProof, Outcome, ProofFormat, prove};

use crate::formulas::{Random, cnf, pigeonhole};

/// Clauses without repeated literals, each sorted.
struct Reference(Vec<Vec<Lit>>);

impl Reference {
    fn check(cnf: &Cnf, proof: &[u8]) -> Result<Checked, ProofError> {
        let mut clauses = Reference(cnf.clauses().map(sorted).collect());
        let mut checked = Checked::default();
        let mut steps = steps(proof);
        while let Some(units) = clauses.propagate(Vec::new()) {
            let step = steps.next().ok_or(ProofError::Incomplete)??;
            checked.steps += 1;
            match step {
                Step::Delete(clause) => clauses.delete(&clause, &units),
                Step::Add(clause) if clauses.follows(&clause) => {
                    checked.additions += 1;
                    clauses.0.push(sorted(&clause));
                }
                Step::Add(clause) => {
                    return Err(ProofError::DoesNotFollow { step: checked.steps, clause });
                }
            }
        }
        let rest = steps.collect::<Result<Vec<Step>, ProofError>>()?;
        let end = rest.iter().position(|step| *step == Step::Add(Vec::new()));
        match end {
            Some(end) if end + 1 < rest.len() => Err(ProofError::Malformed {
                step: checked.steps + end + 2,
                expected: "nothing after the empty clause",
            }),
            _ => Ok(checked),
        }
    }

    /// What follows from the clauses and these literals; `None` if a clause is false.
    fn propagate(&self, mut trail: Vec<Lit>) -> Option<Vec<Lit>> {
        if trail.iter().any(|&lit| trail.contains(&!lit)) {
            return None;
        }
        loop {
            let before = trail.len();
            for clause in &self.0 {
                if clause.iter().any(|lit| trail.contains(lit)) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| !trail.contains(&!lit));
                match (open.next(), open.next()) {
                    (None, _) => return None,
                    (Some(&unit), None) => trail.push(unit),
                    _ => {}
                }
            }
            if trail.len() == before {
                return Some(trail);
            }
        }
    }

    fn follows(&self, clause: &[Lit]) -> bool {
        let negated = |clause: &[Lit]| clause.iter().map(|&lit| !lit).collect::<Vec<Lit>>();
        let Some(trail) = self.propagate(negated(clause)) else { return true };
        let Some(&pivot) = clause.first() else { return false };
        let mut others = self.0.iter().filter(|other| other.contains(&!pivot));
        others.all(|other| {
            let mut resolvent = trail.clone();
            resolvent.extend(other.iter().filter(|&&lit| lit != !pivot).map(|&lit| !lit));
            self.propagate(resolvent).is_none()
        })
    }

    fn delete(&mut self, clause: &[Lit], units: &[Lit]) {
        let clause = sorted(clause);
        let open = clause.iter().filter(|&&lit| !units.contains(&!lit)).count();
        let is_reason = open == 1 && clause.iter().any(|lit| units.contains(lit));
        if !is_reason && let Some(at) = self.0.iter().position(|other| *other == clause) {
            self.0.remove(at);
        }
    }
}

fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

fn text(steps: &[Step]) -> Vec<u8> {
    let mut text = String::new();
    for step in steps {
        let (letter, clause) = match step {
            Step::Add(clause) => ("", clause),
            Step::Delete(clause) => ("d ", clause),
        };
        text += letter;
        clause.iter().for_each(|lit| text += &format!("{lit} "));
        text += "0\n";
    }
    text.into_bytes()
}

fn is_satisfiable(cnf: &Cnf) -> bool {
    let batsat = solver::by_name("batsat").unwrap();
    matches!(batsat.load(cnf, &Budget::default()).solve(&[]), Outcome::Satisfiable(_))
}

fn random_formula(random: &mut Random) -> Cnf {
    let num_vars = 4 + random.below(8) as u32;
    let mut formula = cnf(num_vars, &[]);
    for _ in 0..u64::from(num_vars) * (2 + random.below(5)) {
        let len = if random.below(20) == 0 { 1 + random.below(2) } else { 3 };
        formula.add_clause((0..len).map(|_| random.lit(num_vars)));
    }
    formula
}

/// A proof from a solver, from a case distinction, or no proof at all.
fn some_proof(formula: &Cnf, random: &mut Random) -> Vec<Step> {
    let budget = Budget::default();
    let blocking = formula.num_clauses() / 2;
    let hints = Hints { order: &[], blocking, nodes: 10_000 };
    let proof = match random.below(3) {
        0 => decision_tree::prove(formula, &hints, &budget).ok().flatten(),
        1 => {
            let mut proof = Vec::new();
            prove(formula, ProofFormat::Text, &budget, &mut proof).ok().map(|()| proof)
        }
        _ => None,
    };
    let steps: Result<Vec<Step>, ProofError> = steps(&proof.unwrap_or_default()).collect();
    steps.unwrap()
}

fn change(steps: &mut Vec<Step>, formula: &Cnf, random: &mut Random) {
    let num_vars = formula.num_vars();
    let at = random.below(steps.len() as u64 + 1) as usize;
    match random.below(6) {
        0 => steps.insert(at, Step::Add(random.clause(num_vars, 4))),
        1 => {
            let number = random.below(formula.num_clauses() as u64) as usize;
            steps.insert(at, Step::Delete(formula.clause(number).to_vec()));
        }
        _ if at == steps.len() => {}
        2 => drop(steps.remove(at)),
        3 => {
            let (Step::Add(clause) | Step::Delete(clause)) = &mut steps[at];
            let len = clause.len() as u64;
            if len > 0 {
                let place = random.below(len) as usize;
                clause[place] = random.lit(num_vars);
            }
        }
        4 => {
            let (Step::Add(clause) | Step::Delete(clause)) = steps[at].clone();
            let later = at + random.below((steps.len() - at) as u64) as usize;
            steps.insert(later + 1, Step::Delete(clause));
        }
        _ => {
            let other = random.below(steps.len() as u64) as usize;
            steps.swap(at, other);
        }
    }
}

#[test]
fn changed_proofs_are_judged_as_by_a_slow_checker() {
    let (mut right, mut wrong, mut incomplete) = (0, 0, 0);
    for seed in 1..=10_000 {
        let mut random = Random(seed);
        let formula = random_formula(&mut random);
        let mut steps = some_proof(&formula, &mut random);
        for _ in 0..random.below(8) {
            change(&mut steps, &formula, &mut random);
        }
        let proof = text(&steps);
        let found = check(&formula, &proof, &Budget::default());
        assert_eq!(found, Reference::check(&formula, &proof), "seed {seed}: {formula:?} {steps:?}");
        match found {
            Ok(checked) => {
                assert!(!is_satisfiable(&formula), "seed {seed}");
                right += usize::from(checked.additions > 0);
            }
            Err(ProofError::DoesNotFollow { .. }) => wrong += 1,
            Err(_) => incomplete += 1,
        }
    }
    let counts = [right, wrong, incomplete];
    assert!(counts.iter().all(|&count| count > 500), "{counts:?}");
}

/// Without units, the checker assumes many literals before it meets a conflict.
#[test]
fn changed_proofs_of_pigeons_are_judged_as_by_a_slow_checker() {
    let mut counts = [0; 2];
    for seed in 1..=60 {
        let mut random = Random(seed);
        let formula = pigeonhole(5, 4);
        let hints = Hints { order: &[], blocking: 0, nodes: 10_000 };
        let proof = decision_tree::prove(&formula, &hints, &Budget::default()).unwrap().unwrap();
        let mut steps: Vec<Step> = steps(&proof).map(Result::unwrap).collect();
        for _ in 0..1 + random.below(3) {
            change(&mut steps, &formula, &mut random);
        }
        let proof = text(&steps);
        let found = check(&formula, &proof, &Budget::default());
        assert_eq!(found, Reference::check(&formula, &proof), "seed {seed}: {steps:?}");
        counts[usize::from(found.is_ok())] += 1;
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

#[test]
fn proofs_by_cases_are_right() {
    let mut proved = 0;
    for seed in 1..=500 {
        let mut random = Random(seed);
        let mut formula = random_formula(&mut random);
        // Block some assignments, or all if there are few.
        let num_vars = formula.num_vars();
        let before = formula.num_clauses();
        let mut solver = solver::SOLVERS[0].load(&formula, &Budget::default());
        for _ in 0..random.below(40) {
            let Outcome::Satisfiable(model) = solver.solve(&[]) else { break };
            let block: Vec<Lit> = model.literals().iter().map(|&lit| !lit).collect();
            solver.add_clause(&block);
            formula.add_clause(block);
        }
        let order: Vec<Lit> = (0..num_vars).map(|_| random.lit(num_vars)).collect();
        let blocking = formula.num_clauses() - before;
        let hints = Hints { order: &order, blocking, nodes: 10_000 };
        match decision_tree::prove(&formula, &hints, &Budget::default()) {
            Ok(Some(proof)) => {
                assert!(check(&formula, &proof, &Budget::default()).is_ok(), "seed {seed}");
                proved += 1;
            }
            Err(NoProof::Satisfiable) => assert!(is_satisfiable(&formula), "seed {seed}"),
            other => panic!("seed {seed}: {other:?}"),
        }
    }
    assert!(proved > 100, "{proved}");
}

#[test]
fn a_tree_that_grows_too_large_is_no_proof() {
    let formula = pigeonhole(6, 5);
    let hints = Hints { order: &[], blocking: 0, nodes: 20 };
    assert!(matches!(decision_tree::prove(&formula, &hints, &Budget::default()), Ok(None)));
    let spent = Budget::default().at_most(std::time::Duration::ZERO);
    let patient = Hints { nodes: usize::MAX, ..hints };
    let outcome = decision_tree::prove(&pigeonhole(9, 8), &patient, &spent);
    assert!(matches!(outcome, Err(NoProof::Stopped(_))), "{outcome:?}");
}
