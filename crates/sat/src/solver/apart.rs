//! A solver on its own thread, for formulas on which it may work for long without checking the time. When the
//! budget ends, nobody waits for it.
//!
//! varisat checks nothing while it decides and propagates without a conflict: in a clause of 200,000 literals
//! it reads half of them for each decision. An abandoned solver ends with its next conflict, or with its
//! answer, which is dropped. A solver that has answered is waited for.

use std::io::{self, BufWriter, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use cnfetti_encodings::{Cnf, Lit};

use super::{Budget, Fault, NoProof, Outcome, Solver, Statistics, Stopped};

/// Smaller formulas need no thread, because no solver works on them for long between two conflicts.
const FEW_VARIABLES: u32 = 20_000;
const FEW_LITERALS: usize = 500_000;

/// How often to check the budget.
const TICK: Duration = Duration::from_millis(5);

/// The bytes in each piece of a proof, and how many pieces may wait.
const PIECE: usize = 1 << 16;
const PIECES: usize = 16;

/// Whether a solver may work on a formula for long without checking the time, and that matters.
pub(super) fn is_wanted(cnf: &Cnf, budget: &Budget) -> bool {
    budget.can_be_spent()
        && budget.may_start_threads()
        && (cnf.num_vars() >= FEW_VARIABLES || cnf.num_literals() >= FEW_LITERALS)
}

/// A solver on another thread.
pub(super) struct Apart {
    /// `None` at the end.
    questions: Option<Sender<Question>>,
    /// `None` once the budget has ended without its answer.
    thread: Option<JoinHandle<()>>,
    answers: Receiver<(Outcome, Statistics)>,
    budget: Budget,
    statistics: Statistics,
}

enum Question {
    AddClause(Vec<Lit>),
    Solve(Vec<Lit>),
}

impl Apart {
    /// Runs the solver that this function loads with the formula.
    pub(super) fn load(
        load: fn(&Cnf, &Budget) -> Box<dyn Solver>,
        cnf: &Cnf,
        budget: &Budget,
    ) -> Box<dyn Solver> {
        let (questions, asked) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        let (cnf, own) = (cnf.to_unlimited(), budget.clone());
        let thread = thread::spawn(move || {
            let mut solver = load(&cnf, &own);
            drop(cnf);
            for question in asked {
                match question {
                    Question::AddClause(clause) => solver.add_clause(&clause),
                    Question::Solve(assumptions) => {
                        let outcome = solver.solve(&assumptions);
                        if answer.send((outcome, solver.statistics())).is_err() {
                            return;
                        }
                    }
                }
            }
        });
        let (budget, statistics) = (budget.clone(), Statistics::default());
        let (questions, thread) = (Some(questions), Some(thread));
        Box::new(Apart { questions, thread, answers, budget, statistics })
    }

    fn send(&self, question: Question) {
        // If the solver is gone, its answer is missing.
        let _ = self.questions.as_ref().map(|questions| questions.send(question));
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        self.questions = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Solver for Apart {
    fn add_clause(&mut self, clause: &[Lit]) {
        self.send(Question::AddClause(clause.to_vec()));
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Outcome {
        // After the budget ended, the next answer belongs to an earlier question.
        if let Some(limit) = self.budget.spent() {
            return Outcome::Unknown(limit);
        }
        self.send(Question::Solve(assumptions.to_vec()));
        match waited_for(&self.answers, &self.budget) {
            Some(Ok((outcome, statistics))) => {
                self.statistics = statistics;
                outcome
            }
            Some(Err(stopped)) => {
                self.thread = None;
                Outcome::Unknown(stopped.0)
            }
            None => Outcome::Failed(Fault("internal error: the solver ended".to_owned())),
        }
    }

    fn statistics(&self) -> Statistics {
        self.statistics
    }
}

/// A function that writes a proof of a formula.
type Prove = fn(&Cnf, super::ProofFormat, &Budget, &mut dyn Write) -> Result<(), NoProof>;

/// Finds a proof on another thread.
pub(super) fn prove(
    prove: Prove,
    cnf: &Cnf,
    format: super::ProofFormat,
    budget: &Budget,
    out: &mut dyn Write,
) -> Result<(), NoProof> {
    let (sender, pieces) = mpsc::sync_channel(PIECES);
    let (cnf, own) = (cnf.to_unlimited(), budget.clone());
    let prover = thread::spawn(move || {
        let mut out = BufWriter::with_capacity(PIECE, Pieces(sender));
        prove(&cnf, format, &own, &mut out)?;
        out.flush().map_err(NoProof::Output)
    });
    loop {
        match waited_for(&pieces, budget) {
            Some(Ok(piece)) => out.write_all(&piece).map_err(NoProof::Output)?,
            Some(Err(stopped)) => return Err(stopped.into()),
            None => break,
        }
    }
    let ended = || NoProof::Output(io::Error::other("internal error: the solver ended"));
    prover.join().unwrap_or_else(|_| Err(ended()))
}

/// The next item; an error if the budget ends first, `None` if nothing more will come.
fn waited_for<T>(from: &Receiver<T>, budget: &Budget) -> Option<Result<T, Stopped>> {
    loop {
        match from.recv_timeout(TICK) {
            Ok(item) => return Some(Ok(item)),
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => {}
        }
        if let Err(stopped) = budget.check() {
            return Some(Err(stopped));
        }
    }
}

/// Writes pieces to a channel.
struct Pieces(SyncSender<Vec<u8>>);

impl Write for Pieces {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let sent = self.0.send(bytes.to_vec());
        sent.map(|()| bytes.len()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Instant;

    use super::*;
    use crate::solver::{Limit, ProofFormat, by_name};

    fn lit(number: i32) -> Lit {
        Lit::from_dimacs(number).unwrap()
    }

    /// Never checks the time.
    struct Slow;

    impl Solver for Slow {
        fn add_clause(&mut self, _: &[Lit]) {}

        fn solve(&mut self, _: &[Lit]) -> Outcome {
            thread::sleep(Duration::from_secs(20));
            Outcome::Unsatisfiable(Vec::new())
        }
    }

    fn in_time<T>(work: impl FnOnce(&Budget) -> T) -> T {
        let start = Instant::now();
        let done = work(&Budget::default().at_most(Duration::from_millis(50)));
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        done
    }

    #[test]
    fn nobody_waits_longer_than_the_budget_lasts() {
        let cnf = Cnf::new();
        in_time(|budget| {
            let mut solver = Apart::load(|_, _| Box::new(Slow), &cnf, budget);
            for _ in 0..2 {
                assert_eq!(solver.solve(&[]), Outcome::Unknown(Limit::Time));
            }
        });
        let stopped = in_time(|budget| {
            let slow: Prove = |_, _, _, _| {
                thread::sleep(Duration::from_secs(20));
                Ok(())
            };
            prove(slow, &cnf, ProofFormat::Text, budget, &mut Vec::new())
        });
        assert!(matches!(stopped, Err(NoProof::Stopped(Stopped(Limit::Time)))), "{stopped:?}");
    }

    #[test]
    fn it_answers_as_it_does_here() {
        let mut cnf = Cnf::new();
        cnf.declare(FEW_VARIABLES);
        (1..FEW_VARIABLES as i32).for_each(|number| cnf.add_clause([-number, number + 1].map(lit)));
        let budget = Budget::default().at_most(Duration::from_secs(600));
        assert!(is_wanted(&cnf, &budget) && !is_wanted(&cnf, &Budget::default()));
        let mut solver = by_name("varisat").unwrap().load(&cnf, &budget);
        let last = lit(FEW_VARIABLES as i32);
        let Outcome::Satisfiable(model) = solver.solve(&[lit(1)]) else { panic!("it has a model") };
        assert!(model.contains(last));
        let Outcome::Unsatisfiable(core) = solver.solve(&[lit(7), lit(1), !last]) else {
            panic!("it has none")
        };
        assert!(core.contains(&!last), "{core:?}");
        solver.add_clause(&[lit(1)]);
        solver.add_clause(&[!last]);
        assert_eq!(solver.solve(&[]), Outcome::Unsatisfiable(Vec::new()));
    }

    #[test]
    fn a_proof_comes_whole() {
        let cnf = Cnf::new();
        const PIECE: &[u8] = b"1 2 0\n";
        let prover: Prove = |_, _, _, out| {
            (0..200_000).try_for_each(|_| out.write_all(PIECE)).map_err(NoProof::Output)
        };
        let budget = Budget::default().at_most(Duration::from_secs(600));
        let mut proof = Vec::new();
        prove(prover, &cnf, ProofFormat::Text, &budget, &mut proof).unwrap();
        assert_eq!(proof.len(), 200_000 * PIECE.len());
        assert!(proof.chunks(PIECE.len()).all(|step| step == PIECE));
        /// Takes one piece and then fails.
        struct Full(AtomicUsize);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                match self.0.fetch_add(1, Ordering::Relaxed) {
                    0 => Ok(bytes.len()),
                    _ => Err(io::ErrorKind::StorageFull.into()),
                }
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let failed =
            prove(prover, &cnf, ProofFormat::Text, &budget, &mut Full(AtomicUsize::new(0)));
        assert!(matches!(failed, Err(NoProof::Output(_))), "{failed:?}");
    }
}
