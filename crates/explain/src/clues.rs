//! Which clues a puzzle needs.
//!
//! A set of clues is enough when it leaves no solutions but those of all clues together. The
//! minimal sets that are enough are enumerated with a map of the sets not yet decided: a set from
//! the map is shrunk when it is enough, and grown when it is not, and what it decides is taken
//! off the map. (Liffiton, Previti, Malik and Marques-Silva, Fast, Flexible MUS Enumeration,
//! Constraints 21, 2016: "MARCO".)

use cnfetti_encodings::{Cnf, Lit};

use crate::helpers::Helpers;
use crate::other_solutions::{Answer, OtherSolutions};
use crate::rules::{Rule, clue_rules};
use crate::{ExplainError, reasoner};
use cnfetti_core::csp::{Csp, Posted};
use cnfetti_core::limit::{Budget, Limit, Stopped};
use cnfetti_sat::search::confirm::{Claim, Evidence, confirm};
use cnfetti_sat::search::sample::Sample;
use cnfetti_sat::solver::{Backend, NoAnswer, Solver};

/// The clues of a puzzle, and which are needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clues {
    /// All clues. Each is identified by the first constraint that is posted for it, a position in
    /// [`Csp::constraints`].
    pub all: Vec<usize>,
    /// The clues that the others imply.
    pub redundant: Vec<usize>,
    /// The minimal sets of clues that are enough, the smallest first.
    pub minimal_sets: Vec<Vec<usize>>,
    /// Whether these are all minimal sets.
    pub complete: bool,
    /// The evidence that the others imply the redundant clues, that the minimal sets are enough, and if `complete`, that
    /// there are no more of them.
    pub evidence: Evidence,
}

/// The clues, each identified by the first constraint that is posted for it, a position in [`Csp::constraints`].
pub fn clues(csp: &Csp) -> Vec<usize> {
    let helpers = Helpers::new(csp, &[]);
    clue_rules(csp, &helpers).iter().map(Rule::first).collect()
}

/// The text for a clue, given its first constraint: its sentence, or its name if it has several sentences.
pub fn clue_text(csp: &Csp, clue: usize) -> &str {
    let first = &csp.constraints()[clue];
    let same = |posted: &&Posted| posted.clue.is_some() && posted.clue == first.clue;
    let has_several = csp.constraints().iter().filter(same).any(|it| it.reason != first.reason);
    match &first.clue {
        Some(name) if has_several => name,
        _ => &first.reason,
    }
}

/// Finds which clues can be left out, and up to `limit` minimal sets of clues that are enough.
/// `solutions` are all solutions up to renaming, with renaming broken by value precedence.
/// Calls `progress` with the number of minimal sets after each.
///
/// # Errors
///
/// When a limit is reached, or when the solver is wrong or fails.
pub fn necessary_clues(
    csp: &Csp,
    solutions: &Sample,
    limit: usize,
    backend: &Backend,
    budget: &Budget,
    mut progress: impl FnMut(usize),
) -> Result<Clues, ExplainError> {
    let others = OtherSolutions::besides(csp, &solutions.solutions, budget, |cnf| {
        backend.load(cnf, budget)
    })?;
    let all = others.clues();
    let mut question = Question { others, clues: &all };
    let everything: Vec<usize> = (0..all.len()).collect();
    let mut redundant = Vec::new();
    for &clue in &everything {
        let others: Vec<usize> = everything.iter().copied().filter(|&at| at != clue).collect();
        if question.is_enough(&others)?.is_some() {
            redundant.push(all[clue]);
        }
    }
    let mut map = Map::new(all.len(), budget);
    let mut minimal_sets = Vec::new();
    let complete = loop {
        let Some(set) = map.undecided()? else { break true };
        match question.is_enough(&set)? {
            Some(core) => {
                if minimal_sets.len() == limit {
                    break false;
                }
                let minimal = question.shrink(core)?;
                map.rule_out_supersets(&minimal);
                minimal_sets.push(minimal.iter().map(|&at| all[at]).collect::<Vec<usize>>());
                progress(minimal_sets.len());
            }
            None => map.rule_out_subsets(&question.grow(set)?),
        }
    };
    minimal_sets.sort_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    let without = |left_out: &usize| all.iter().copied().filter(|at| at != left_out).collect();
    let enough: Vec<Vec<usize>> =
        redundant.iter().map(without).chain(minimal_sets.iter().cloned()).collect();
    let enough = question.others.with_one_of(&enough);
    let claim = Claim::by(backend);
    let mut evidence = confirm(&enough, claim, budget).map_err(NoAnswer::from)?;
    if complete {
        let claim = Claim::by(reasoner());
        evidence = evidence.and(confirm(&map.cnf, claim, budget).map_err(NoAnswer::from)?);
    }
    Ok(Clues { all, redundant, minimal_sets, complete, evidence })
}

/// Asks whether clues, as positions among all clues, leave no further solution.
struct Question<'a> {
    others: OtherSolutions,
    clues: &'a [usize],
}

impl Question<'_> {
    /// If these clues are enough, those among them that are enough alone.
    fn is_enough(&mut self, clues: &[usize]) -> Result<Option<Vec<usize>>, NoAnswer> {
        let chosen: Vec<usize> = clues.iter().map(|&at| self.clues[at]).collect();
        Ok(match self.others.exist(&chosen)? {
            Answer::None(core) => {
                let used = clues.iter().copied().filter(|&at| core.contains(&self.clues[at]));
                Some(used.collect())
            }
            Answer::Exist => None,
            Answer::TooHard => return Err(Stopped(Limit::Steps).into()),
        })
    }

    /// Drops redundant clues.
    fn shrink(&mut self, mut clues: Vec<usize>) -> Result<Vec<usize>, NoAnswer> {
        let mut at = 0;
        while at < clues.len() {
            let dropped = clues.remove(at);
            match self.is_enough(&clues)? {
                Some(core) => clues.retain(|clue| core.contains(clue)),
                None => {
                    clues.insert(at, dropped);
                    at += 1;
                }
            }
        }
        Ok(clues)
    }

    /// Adds clues as long as they are not enough.
    fn grow(&mut self, mut clues: Vec<usize>) -> Result<Vec<usize>, NoAnswer> {
        for clue in 0..self.clues.len() {
            if !clues.contains(&clue) {
                clues.push(clue);
                if self.is_enough(&clues)?.is_some() {
                    clues.pop();
                }
            }
        }
        Ok(clues)
    }
}

/// The sets of clues about which it is not known yet whether they are enough, as the models of a formula.
struct Map {
    solver: Box<dyn Solver>,
    /// The formula of the solver.
    cnf: Cnf,
    clues: Vec<Lit>,
}

impl Map {
    fn new(clues: usize, budget: &Budget) -> Map {
        let mut cnf = Cnf::new();
        let clues = cnf.new_lits(clues);
        Map { solver: reasoner().load(&cnf, budget), cnf, clues }
    }

    /// One of the sets.
    fn undecided(&mut self) -> Result<Option<Vec<usize>>, NoAnswer> {
        let Ok(model) = self.solver.solve(&[]).answer()? else { return Ok(None) };
        let is_in = |&at: &usize| model.contains(self.clues[at]);
        Ok(Some((0..self.clues.len()).filter(is_in).collect()))
    }

    fn rule_out_supersets(&mut self, set: &[usize]) {
        self.add_clause(set.iter().map(|&at| !self.clues[at]).collect());
    }

    fn rule_out_subsets(&mut self, set: &[usize]) {
        let others = self.clues.iter().enumerate().filter(|(at, _)| !set.contains(at));
        self.add_clause(others.map(|(_, &lit)| lit).collect());
    }

    fn add_clause(&mut self, clause: Vec<Lit>) {
        self.solver.add_clause(&clause);
        self.cnf.add_clause(clause);
    }
}
