//! Cubes: sets of literals that divide the assignments of a formula among parts.
//!
//! Cube and conquer (Heule, Kullmann, Wieringa, Biere: Guiding CDCL SAT solvers by lookaheads, 2011). A
//! literal divides the cube that leaves the most open, until there are enough cubes. To choose the literal,
//! try both signs of some literals that occur in many short clauses, and take the one from which most follows
//! on both sides. If a sign fails by unit propagation, only the other is left.
//!
//! The cubes are the leaves of a tree. If a node's children have no model, unit propagation shows that the
//! node has none, so the clauses against all nodes, the lower ones first, are a proof that nothing is left
//! once every cube is forbidden.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use cnfetti_encodings::{Cnf, Lit};

use super::decisions::Decisions;
use super::{Budget, Stopped};
use crate::dimacs::push_clause;

/// How many literals to try at each node.
const TRIED: usize = 40;

/// The assignments of a formula, divided into parts.
#[derive(Clone, Debug)]
pub struct Cubes {
    /// The literals that hold in each part. No assignment is in two parts.
    pub cubes: Vec<Vec<Lit>>,
    /// A DRAT proof, as text, that each model is in one of the parts: that the formula with [a
    /// clause against each](against) has no model.
    pub cover: Vec<u8>,
}

/// The clause that forbids a cube.
pub fn against(cube: &[Lit]) -> Vec<Lit> {
    cube.iter().map(|&lit| !lit).collect()
}

/// Divides a formula into at most this many cubes of these literals; into fewer if they decide everything
/// before that, but at least into one.
///
/// # Errors
///
/// The budget is spent.
pub fn divide(
    cnf: &Cnf,
    candidates: &[Lit],
    parts: usize,
    budget: &Budget,
) -> Result<Cubes, Stopped> {
    let mut tree = Tree {
        formula: Decisions::new(cnf),
        path: Vec::new(),
        candidates: by_occurrence(cnf, candidates),
        nodes: vec![Node::new(Vec::new())],
        open: BinaryHeap::new(),
        cubes: 1,
        variables: cnf.num_vars() as usize,
    };
    if !tree.formula.contradiction() {
        tree.queue(0);
    }
    while tree.cubes < parts {
        budget.check()?;
        let Some((_, Reverse(node))) = tree.open.pop() else { break };
        tree.divide(node);
    }
    let mut divided = Cubes { cubes: Vec::new(), cover: Vec::new() };
    tree.collect(&mut divided);
    Ok(divided)
}

/// The literals, with those in many short clauses first.
fn by_occurrence(cnf: &Cnf, candidates: &[Lit]) -> Vec<Lit> {
    let mut weight = vec![0.0; cnf.num_vars() as usize + 1];
    for clause in cnf.clauses() {
        let of_clause = 0.5_f64.powi(clause.len().min(60) as i32);
        clause.iter().for_each(|lit| weight[lit.variable() as usize] += of_clause);
    }
    let mut sorted = candidates.to_vec();
    sorted.sort_by(|one, other| {
        weight[other.variable() as usize].total_cmp(&weight[one.variable() as usize])
    });
    sorted
}

struct Node {
    path: Vec<Lit>,
    state: State,
}

#[derive(Clone, Copy)]
enum State {
    /// A cube.
    Cube,
    /// Unit propagation shows that it has no model.
    Refuted,
    /// These two divide it.
    Divided([usize; 2]),
}

impl Node {
    fn new(path: Vec<Lit>) -> Node {
        Node { path, state: State::Cube }
    }
}

struct Tree {
    formula: Decisions,
    /// Its decisions.
    path: Vec<Lit>,
    candidates: Vec<Lit>,
    nodes: Vec<Node>,
    /// The cubes that may be divided, by the number of variables that they leave open.
    open: BinaryHeap<(usize, Reverse<usize>)>,
    cubes: usize,
    variables: usize,
}

/// What trying literals found.
enum Found {
    /// Something is left for both signs of this literal.
    Division(Lit),
    /// Its negation fails.
    Forced(Lit),
    /// Both signs fail.
    Refuted(Lit),
    /// No literal is open.
    Nothing,
}

impl Tree {
    /// Divides a cube, unless none of its literals is open.
    fn divide(&mut self, mut node: usize) {
        loop {
            self.enter(node);
            match self.look() {
                Found::Division(lit) => {
                    let children = self.grow(node, lit);
                    self.cubes += 1;
                    for child in children {
                        self.enter(child);
                        self.queue(child);
                    }
                    return;
                }
                Found::Forced(lit) => {
                    let [right, wrong] = self.grow(node, lit);
                    self.nodes[wrong].state = State::Refuted;
                    node = right;
                }
                // At least one cube must remain; whoever gets it may refute it.
                Found::Refuted(lit) if self.cubes > 1 => {
                    for child in self.grow(node, lit) {
                        self.nodes[child].state = State::Refuted;
                    }
                    self.cubes -= 1;
                    return;
                }
                Found::Refuted(_) | Found::Nothing => return,
            }
        }
    }

    /// Makes the decisions of a node.
    fn enter(&mut self, node: usize) {
        let path = &self.nodes[node].path;
        let same = self.path.iter().zip(path).take_while(|(old, new)| old == new).count();
        self.formula.back_to(same);
        for &lit in &path[same..] {
            self.formula.decide(lit);
        }
        self.path.clone_from(path);
    }

    /// Queues the current cube for division.
    fn queue(&mut self, node: usize) {
        let open = self.variables - self.formula.num_true();
        self.open.push((open, Reverse(node)));
    }

    /// Adds the nodes with this literal and with its negation.
    fn grow(&mut self, node: usize, lit: Lit) -> [usize; 2] {
        let children = [lit, !lit].map(|lit| {
            let path = self.nodes[node].path.iter().copied().chain([lit]).collect();
            self.nodes.push(Node::new(path));
            self.nodes.len() - 1
        });
        self.nodes[node].state = State::Divided(children);
        children
    }

    /// Tries literals at the current node.
    fn look(&mut self) -> Found {
        let open = |lit: &Lit| self.formula.is_open(*lit);
        let tried: Vec<Lit> = self.candidates.iter().copied().filter(open).take(TRIED).collect();
        let mut best = None;
        for lit in tried {
            match (self.follows(lit), self.follows(!lit)) {
                (None, None) => return Found::Refuted(lit),
                (None, Some(_)) => return Found::Forced(!lit),
                (Some(_), None) => return Found::Forced(lit),
                (Some(yes), Some(no)) => {
                    let worth = (yes * no, yes + no);
                    if best.is_none_or(|(most, _)| worth > most) {
                        best = Some((worth, lit));
                    }
                }
            }
        }
        best.map_or(Found::Nothing, |(_, lit)| Found::Division(lit))
    }

    /// How many literals follow from this one; `None` if it fails.
    fn follows(&mut self, lit: Lit) -> Option<usize> {
        let before = self.formula.num_true();
        let holds = self.formula.decide(lit);
        let after = self.formula.num_true();
        self.formula.back_to(self.path.len());
        holds.then_some(after - before)
    }

    /// The cubes in the order of the tree, and the clauses against all other nodes.
    fn collect(&self, divided: &mut Cubes) {
        // Each node twice, before and after those below it.
        let mut stack = vec![(0, false)];
        while let Some((node, is_behind)) = stack.pop() {
            let Node { path, state } = &self.nodes[node];
            match state {
                State::Cube => divided.cubes.push(path.clone()),
                State::Divided([first, second]) if !is_behind => {
                    stack.extend([(node, true), (*second, false), (*first, false)]);
                }
                State::Refuted | State::Divided(_) => {
                    push_clause(&mut divided.cover, &against(path));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::random::Random;

    fn random_formula(random: &mut Random) -> Cnf {
        let variables = 1 + random.below(8);
        let mut cnf = Cnf::new();
        cnf.declare(variables as u32);
        for _ in 0..random.below(4 * variables + 1) {
            let lits = (0..1 + random.below(3)).filter_map(|_| {
                let number = 1 + random.below(variables) as i32;
                Lit::from_dimacs(if random.below(2) == 0 { number } else { -number })
            });
            cnf.add_clause(lits.collect::<Vec<_>>());
        }
        cnf
    }

    /// Checks that the cubes together have all models of the formula, each exactly once.
    #[test]
    fn each_model_is_in_one_cube() {
        let random = &mut Random::new(11);
        let (mut most, mut refuted, mut fewer) = (0, 0, 0);
        for _ in 0..2000 {
            let cnf = random_formula(random);
            let variables = cnf.num_vars();
            let candidates: Vec<Lit> =
                (1..=variables as i32).filter_map(Lit::from_dimacs).collect();
            let parts = 1 + random.below(9);
            let Cubes { cubes, cover } =
                divide(&cnf, &candidates, parts, &Budget::default()).unwrap();
            assert!((1..=parts).contains(&cubes.len()));
            for bits in 0..1_u32 << variables {
                let holds =
                    |lit: &Lit| (bits >> (lit.variable() - 1) & 1 == 1) == lit.is_positive();
                let of = cubes.iter().filter(|cube| cube.iter().all(holds)).count();
                assert!(of <= 1, "{cubes:?}");
                let is_model = cnf.clauses().all(|clause| clause.iter().any(holds));
                assert!(of == 1 || !is_model, "{cubes:?} leave out {bits:b}");
            }
            most = most.max(cubes.len());
            fewer += usize::from(cubes.len() < parts);
            refuted += usize::from(cover.split(|&byte| byte == b'\n').count() > cubes.len() + 1);
        }
        assert!(most == 9 && refuted > 100 && fewer > 100, "{most} {refuted} {fewer}");
    }
}
