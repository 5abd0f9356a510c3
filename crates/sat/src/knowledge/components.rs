//! A search that splits what is left of the formula into components: they share no variables, so it counts
//! them one by one, and each only once.
//!
//! After each decision and its unit propagation, the unsatisfied clauses fall into components (`split`). The
//! number of models is the product over the components. The search finds a component again that it met before
//! (`cache`), by its variables and those of its clauses that have a false literal. It chooses the next
//! variable by recent conflicts and by the depth in a tree decomposition (`decide`). (Thurley: sharpSAT,
//! 2006; Korhonen, Järvisalo: Integrating tree decompositions into decision heuristics of propositional model
//! counters, 2021.)
//!
//! The search opens a component only if it is known to have a model, as in d4 (Lagniez, Marquis: An improved
//! decision-DNNF compiler, 2017). Usually the model of the component that it came from still fits; otherwise
//! the CDCL solver finds one, or a clause that refutes the branch. The solver gets only the literals that the
//! component itself knows. So what it learns from one component is also true in every other, no count depends
//! on what was counted before, and a component without shown variables needs no search at all.
//!
//! If only the number is wanted and the tree decomposition is narrow, tables along it give the number without a
//! search (`tables`): at once if they are small, and otherwise after a search that took as many steps.

mod cache;
mod decide;
mod split;
pub(super) mod tables;
mod trace;
mod tree;

use super::formula::{Code, Formula, OFTEN};
use super::graph::Graph;
use super::simplify::{Simplified, simplify};
use crate::cdcl::{Cdcl, Verdict};
use crate::propagation::{NO_CLAUSE, Propagation};
use cache::Cache;
use cnfetti_core::limit::{Budget, Limit, Limits, Poll, Stopped};
use decide::Decide;
use num_bigint::BigUint;
use split::{Part, Splitter};
use tables::Tables;
use trace::{Tally, Tracing};
use tree::Tree;

/// What a search produces.
trait Trace {
    /// The result for a component.
    type Node: Clone;
    /// The result for a branch.
    type Branch;

    /// Whether it needs the true literals that a component knows, and keeps the numbers of clauses.
    const KNOWS: bool;

    /// A component without shown variables, with a model.
    fn hidden(&mut self, component: &Component<'_>, model: &[bool]) -> Self::Node;

    /// A branch with these literals, under which this clause is false.
    fn dead(&mut self, literals: &Assigned<'_>, clause: u32) -> Self::Branch;

    /// A branch with these literals, which leaves these components, and this many shown variables that no
    /// clause mentions.
    fn live(&mut self, literals: &Assigned<'_>, nodes: &[Self::Node], free: usize) -> Self::Branch;

    /// A component with its branches, which exclude each other.
    fn component(&mut self, component: &Component<'_>, branches: [Self::Branch; 2]) -> Self::Node;

    /// Roughly how many bytes a node takes outside the trace.
    fn bytes_of(&self, node: &Self::Node) -> usize;

    /// Roughly how many bytes the trace takes.
    fn bytes(&self) -> usize;
}

/// The literals that became true in a branch, and the clauses that implied them.
struct Assigned<'a> {
    propagation: &'a Propagation,
    start: usize,
}

impl Assigned<'_> {
    fn literals(&self) -> &[Code] {
        &self.propagation.trail()[self.start..]
    }

    fn reason(&self, lit: Code) -> u32 {
        self.propagation.reason(lit)
    }
}

/// Unsatisfied clauses, and the variables that they leave open.
struct Component<'a> {
    variables: &'a [u32],
    num_shown: usize,
    /// The true literals whose negations are in the clauses, in order.
    known: &'a [Code],
}

/// A branch whose components are being counted.
struct Branch<N> {
    /// The length of the trail before it.
    trail: usize,
    /// The number of components before it.
    parts: usize,
    /// The place of the next component.
    next: usize,
    nodes: Vec<N>,
    free: usize,
}

/// A component whose branches are being counted.
struct Open<N, B> {
    part: Part,
    /// The literal of the first branch.
    lit: Code,
    first: Option<B>,
    branch: Branch<N>,
}

struct Search<'a, T: Trace> {
    formula: &'a Formula,
    limits: &'a Limits,
    trace: T,
    propagation: Propagation,
    cdcl: Cdcl,
    /// How many bytes the solver took at first.
    cdcl_bytes: usize,
    /// For each variable, its value in a model, as far as one is known.
    model: Vec<bool>,
    splitter: Splitter,
    decide: Decide,
    cache: Cache<T::Node>,
    poll: Poll,
    known: Vec<Code>,
    opened: usize,
}

/// How many components to open between two looks at the time.
const LOOK: usize = 256;

/// All models as a graph.
pub(super) fn compile(formula: &Formula, limits: &Limits) -> Result<Graph, Stopped> {
    let is_counted = formula.is_shown.clone();
    let (root, cdcl, tracing) = search(formula, is_counted, Tracing::default(), limits)?;
    Ok(Graph { cdcl: Some(cdcl), ..tracing.graph(root) })
}

/// The number of models.
pub(super) fn count(formula: &Formula, limits: &Limits) -> Result<BigUint, Stopped> {
    let simplified = simplify(formula, &limits.budget)?;
    match Tables::of(&simplified, limits)? {
        None => by_search(&simplified, limits),
        Some(tables) if tables.work <= tables::LITTLE => tables.count(&limits.budget),
        Some(tables) => {
            let budget = limits.budget.turn(tables.work);
            match by_search(&simplified, &Limits { budget, ..limits.clone() }) {
                Err(_) if !limits.budget.is_spent() => tables.count(&limits.budget),
                found => found,
            }
        }
    }
}

/// The number of models, without tables.
pub(super) fn by_search(simplified: &Simplified, limits: &Limits) -> Result<BigUint, Stopped> {
    let Simplified { formula, is_counted } = simplified;
    search(formula, is_counted.clone(), Tally, limits).map(|(number, ..)| number)
}

/// The size of the largest bag of a tree decomposition; `None` if finding one is too much work.
pub(super) fn width(formula: &Formula, budget: &Budget) -> Result<Option<usize>, Stopped> {
    let nothing = Propagation::new(formula.num_vars);
    Ok(Tree::of(formula, &nothing, budget)?.map(|tree| tree.width))
}

/// Searches all models. Returns the result, the CDCL solver, and the trace. The counted variables must
/// determine all shown ones.
fn search<T: Trace>(
    formula: &Formula,
    is_counted: Vec<bool>,
    trace: T,
    limits: &Limits,
) -> Result<(T::Branch, Cdcl, T), Stopped> {
    let cdcl = formula.cdcl();
    let mut search = Search {
        formula,
        limits,
        trace,
        propagation: Propagation::new(formula.num_vars),
        cdcl_bytes: cdcl.bytes(),
        cdcl,
        model: vec![false; formula.num_vars],
        splitter: Splitter::new(is_counted),
        decide: Decide::default(),
        cache: Cache::new(),
        poll: limits.budget.poll(OFTEN),
        known: Vec::new(),
        opened: 0,
    };
    let root = search.all()?;
    Ok((root, search.cdcl, search.trace))
}

impl<T: Trace> Search<'_, T> {
    fn all(&mut self) -> Result<T::Branch, Stopped> {
        let conflict = self.load();
        if conflict.is_none() {
            self.decide = Decide::new(self.formula, &self.propagation, &self.limits.budget)?;
        }
        let whole = self.splitter.whole(self.formula);
        let mut root = match self.enter(whole, 0, conflict)? {
            Ok(root) => root,
            Err(dead) => return Ok(dead),
        };
        let mut open: Vec<Open<T::Node, T::Branch>> = Vec::new();
        loop {
            let branch = open.last_mut().map_or(&mut root, |open| &mut open.branch);
            if let Some(&part) = self.splitter.parts().get(branch.next) {
                branch.next += 1;
                match self.known_node(part) {
                    Some(node) => branch.nodes.push(node),
                    None => open.push(self.open(part)?),
                }
                continue;
            }
            let literals = Assigned { propagation: &self.propagation, start: branch.trail };
            let done = self.trace.live(&literals, &branch.nodes, branch.free);
            let (trail, parts) = (branch.trail, branch.parts);
            let Some(last) = open.last_mut() else { return Ok(done) };
            self.leave(trail, parts);
            let first = match last.first.take() {
                Some(first) => [first, done],
                None => match self.branch(last.part, last.lit ^ 1)? {
                    Ok(branch) => {
                        (last.first, last.branch) = (Some(done), branch);
                        continue;
                    }
                    Err(dead) => [done, dead],
                },
            };
            let node = self.close(last.part, first);
            open.pop();
            open.last_mut().map_or(&mut root, |open| &mut open.branch).nodes.push(node);
        }
    }

    /// Stores all clauses and propagates the unit clauses. Returns a clause that is false, if any.
    fn load(&mut self) -> Option<u32> {
        let mut conflict = None;
        for number in 0..self.formula.num_clauses() as u32 {
            if !self.propagation.add(self.formula.clause(number).iter().copied()) {
                conflict = Some(number);
            }
        }
        conflict.or_else(|| self.propagation.propagate())
    }

    /// Begins to count a component, with a branch that its model is in.
    fn open(&mut self, part: Part) -> Result<Open<T::Node, T::Branch>, Stopped> {
        self.opened += 1;
        if self.opened.is_multiple_of(LOOK) {
            self.limits.budget.check()?;
        }
        self.keep_memory()?;
        let variable = self.decide.next(self.formula, &self.splitter, part, &self.cdcl);
        let lit = 2 * variable + u32::from(!self.model[variable as usize]);
        match self.branch(part, lit)? {
            Ok(branch) => Ok(Open { part, lit, first: None, branch }),
            Err(_) => unreachable!("the model of a component is in the branch"),
        }
    }

    fn keep_memory(&mut self) -> Result<(), Stopped> {
        let memory = self.limits.memory_bytes;
        if !T::KNOWS && self.cdcl.bytes().saturating_sub(self.cdcl_bytes) > memory / 4 {
            // The trace needs no learned clauses.
            self.cdcl = self.formula.cdcl();
        }
        let others = self.trace.bytes() + self.cdcl.bytes() + self.splitter.bytes();
        if others > memory {
            return Err(Stopped(Limit::Memory));
        }
        self.cache.keep_within((memory - others) / 2);
        Ok(())
    }

    /// Decides a literal of a component. If there is no model, the branch is dead.
    fn branch(
        &mut self,
        part: Part,
        lit: Code,
    ) -> Result<Result<Branch<T::Node>, T::Branch>, Stopped> {
        let trail = self.propagation.trail().len();
        self.propagation.assign(lit, NO_CLAUSE);
        let conflict = self.propagation.propagate();
        self.enter(part, trail, conflict)
    }

    /// Splits what is left of a component, and finds models of its parts.
    fn enter(
        &mut self,
        part: Part,
        trail: usize,
        mut conflict: Option<u32>,
    ) -> Result<Result<Branch<T::Node>, T::Branch>, Stopped> {
        let parts = self.splitter.parts().len();
        let mut free = 0;
        if conflict.is_none() {
            self.poll.steps(part.size())?;
            free = self.splitter.split(self.formula, &self.propagation, &self.model, part);
            for place in parts..self.splitter.parts().len() {
                let part = self.splitter.parts()[place];
                if !part.has_model {
                    conflict = self.find_model(part)?;
                }
                if conflict.is_some() {
                    break;
                }
            }
        }
        if let Some(clause) = conflict {
            let literals = Assigned { propagation: &self.propagation, start: trail };
            let dead = self.trace.dead(&literals, clause);
            self.leave(trail, parts);
            return Ok(Err(dead));
        }
        Ok(Ok(Branch { trail, parts, next: parts, nodes: Vec::new(), free }))
    }

    fn leave(&mut self, trail: usize, parts: usize) {
        self.propagation.back_to(trail, |_| {});
        self.splitter.truncate(parts);
    }

    /// Finds a model of a component, or returns a clause that rules it out.
    fn find_model(&mut self, part: Part) -> Result<Option<u32>, Stopped> {
        self.splitter.known(self.formula, &self.propagation, part, &mut self.known);
        let variables = self.splitter.variables(part);
        match self.cdcl.solve_within(variables, &self.known, &self.limits.budget) {
            Verdict::Refuted(clause) => Ok(Some(clause)),
            Verdict::Unknown => Err(Stopped(self.limits.budget.limit())),
            Verdict::Model => {
                for &variable in variables {
                    self.model[variable as usize] = self.cdcl.holds(2 * variable);
                }
                Ok(None)
            }
        }
    }

    /// The node of a component that was met before, or has no shown variables.
    fn known_node(&mut self, part: Part) -> Option<T::Node> {
        self.cache.look_up(self.splitter.variables(part), self.splitter.clauses(part));
        if let Some(node) = self.cache.found() {
            return Some(node);
        }
        if part.num_counted > 0 {
            return None;
        }
        self.learn_known(part);
        let variables = self.splitter.variables(part);
        let component = Component { variables, num_shown: 0, known: &self.known };
        let node = self.trace.hidden(&component, &self.model);
        self.cache.insert(node.clone(), self.trace.bytes_of(&node));
        Some(node)
    }

    fn learn_known(&mut self, part: Part) {
        if T::KNOWS {
            self.splitter.known(self.formula, &self.propagation, part, &mut self.known);
        }
    }

    fn close(&mut self, part: Part, branches: [T::Branch; 2]) -> T::Node {
        self.learn_known(part);
        let variables = self.splitter.variables(part);
        let num_shown = part.num_counted as usize;
        let component = Component { variables, num_shown, known: &self.known };
        let node = self.trace.component(&component, branches);
        self.cache.look_up(variables, self.splitter.clauses(part));
        self.cache.insert(node.clone(), self.trace.bytes_of(&node));
        node
    }
}
