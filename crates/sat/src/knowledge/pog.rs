//! The graph of the models: products of literals and graphs that share no variable, and sums of two graphs
//! that exclude each other (partitioned-operation graphs; Bryant, Nawrocki, Avigad, Heule: Certified
//! knowledge compilation with application to verified model counting, 2023). A Skolem node gives values to
//! hidden variables (Bryant, Tan: Skolem partitioned-operation graphs, 2024).

use hashbrown::HashTable;

use super::formula::{Code, Formula, dimacs, variable};
use super::graph::{Ahead, Edge, Graph, State, Step, Target, span};
use cnfetti_core::mix::mix;

/// The type of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    /// All its children hold.
    Product,
    /// One of its two children holds.
    Sum,
    /// Values of hidden variables.
    Skolem,
}

/// Nodes, each once, children before parents. Their numbers come after the variables.
pub(super) struct Pog {
    num_vars: usize,
    kinds: Vec<Kind>,
    children: Vec<i32>,
    first_child: Vec<u32>,
    table: HashTable<u32>,
    /// The node of each state; 0 if it has no model.
    node_of: Vec<i32>,
}

/// A branch of a state that has models.
pub(super) struct Live {
    /// Its place among the edges of the state.
    pub(super) place: usize,
    /// The decided literal.
    pub(super) lit: i32,
    /// The node of its hidden variables.
    pub(super) skolem: Option<i32>,
    /// Its shown literals, Skolem node, and the nodes of what is left.
    content: Vec<i32>,
}

/// How a state combines the nodes of its branches: each branch is a product. A sum combines it with all later
/// branches, which are in a product with the negation of the branch's decision.
pub(super) struct Chain {
    pub(super) live: Vec<Live>,
    /// The product of each branch. The last one needs a product only if it is the only branch, and only if it
    /// has more than the node of the state that is left.
    pub(super) products: Vec<Option<i32>>,
    /// For each branch except the first, the product of it and all later ones with a negation.
    pub(super) rests: Vec<i32>,
    /// For each branch except the last, the sum of it and all later ones.
    pub(super) sums: Vec<i32>,
}

impl Pog {
    /// The nodes of all states, and of the root; the root is 0 if there are no models.
    pub(super) fn of(formula: &Formula, graph: &Graph) -> (Pog, i32) {
        let mut pog = Pog {
            num_vars: formula.num_vars,
            kinds: Vec::new(),
            children: Vec::new(),
            first_child: vec![0],
            table: HashTable::new(),
            node_of: vec![0; graph.states.len()],
        };
        for &id in graph.layers.iter().rev().flatten() {
            let state = &graph.states[id as usize];
            pog.node_of[id as usize] = match state.ahead {
                Ahead::Model { first, number } => pog.model(&graph.steps[span(first, number)]),
                Ahead::Edges { .. } => pog.chain(formula, graph, state).root().unwrap_or(0),
                Ahead::Refuted(_) | Ahead::Unknown => 0,
            };
        }
        let root = match &graph.root {
            Some(root) if pog.is_live(graph, root) => pog.root(formula, graph, root),
            _ => 0,
        };
        (pog, root)
    }

    fn root(&mut self, formula: &Formula, graph: &Graph, root: &Edge) -> i32 {
        let (content, _) = self.content(formula, graph, root, &[]);
        let node = self.product_of(&content).unwrap_or_else(|| content[0]);
        // The root must have the last number.
        if self.len() + self.num_vars == node as usize {
            node
        } else {
            self.node(Kind::Product, &[node])
        }
    }

    /// The node of a state; 0 if it has no model.
    pub(super) fn of_state(&self, id: u32) -> i32 {
        self.node_of[id as usize]
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether a number belongs to a node and not to a literal.
    pub(super) fn is_node(&self, number: i32) -> bool {
        number.unsigned_abs() as usize > self.num_vars
    }

    /// The type of a node, and its children.
    pub(super) fn get(&self, node: i32) -> (Kind, &[i32]) {
        let place = node as usize - self.num_vars - 1;
        let (start, end) = (self.first_child[place], self.first_child[place + 1]);
        (self.kinds[place], &self.children[start as usize..end as usize])
    }

    fn node(&mut self, kind: Kind, children: &[i32]) -> i32 {
        let hash = hash(kind, children);
        let number = |place: u32| place as i32 + self.num_vars as i32 + 1;
        let same = |&place: &u32| self.get(number(place)) == (kind, children);
        if let Some(&place) = self.table.find(hash, same) {
            return number(place);
        }
        let place = self.kinds.len() as u32;
        self.kinds.push(kind);
        self.children.extend_from_slice(children);
        self.first_child.push(self.children.len() as u32);
        let mut table = std::mem::take(&mut self.table);
        let number = |place: u32| place as i32 + self.num_vars as i32 + 1;
        let rehash = |&place: &u32| {
            let (kind, children) = self.get(number(place));
            self::hash(kind, children)
        };
        table.insert_unique(hash, place, rehash);
        let node = number(place);
        self.table = table;
        node
    }

    /// A node with the values of hidden variables.
    fn model(&mut self, steps: &[Step]) -> i32 {
        let mut literals: Vec<i32> = steps.iter().map(|step| dimacs(step.lit)).collect();
        literals.sort_unstable_by_key(|lit| lit.abs());
        self.node(Kind::Skolem, &literals)
    }

    fn is_live(&self, graph: &Graph, edge: &Edge) -> bool {
        let is_conflict = matches!(edge.target, Target::Conflict(_));
        !is_conflict && graph.states_after(edge).iter().all(|&id| self.node_of[id as usize] != 0)
    }

    /// The children of an edge: its shown literals without those of the branches before it, its hidden ones
    /// as a Skolem node, and the states that are left.
    fn content(
        &mut self,
        formula: &Formula,
        graph: &Graph,
        edge: &Edge,
        before: &[Code],
    ) -> (Vec<i32>, Option<i32>) {
        let literals = graph.steps_of(edge).iter().map(|step| step.lit);
        let (mut shown, mut hidden): (Vec<Code>, Vec<Code>) = literals
            .filter(|lit| !before.contains(&(lit ^ 1)))
            .partition(|&lit| formula.shows(lit));
        shown.sort_unstable_by_key(|&lit| variable(lit));
        hidden.sort_unstable_by_key(|&lit| variable(lit));
        let mut content: Vec<i32> = shown.into_iter().map(dimacs).collect();
        let hidden: Vec<i32> = hidden.into_iter().map(dimacs).collect();
        let skolem = (!hidden.is_empty()).then(|| self.node(Kind::Skolem, &hidden));
        content.extend(skolem);
        content.extend(graph.states_after(edge).iter().map(|&id| self.node_of[id as usize]));
        (content, skolem)
    }

    /// The product; `None` for a single node, which needs none.
    fn product_of(&mut self, content: &[i32]) -> Option<i32> {
        match *content {
            [only] if self.is_node(only) => None,
            _ => Some(self.node(Kind::Product, content)),
        }
    }

    /// The nodes of a state's branches. Another call returns the same ones.
    pub(super) fn chain(&mut self, formula: &Formula, graph: &Graph, state: &State) -> Chain {
        let mut live: Vec<Live> = Vec::new();
        let mut before: Vec<Code> = Vec::new();
        for (place, edge) in graph.edges_of(state).iter().enumerate() {
            if self.is_live(graph, edge) {
                let decided = graph.steps_of(edge)[0].lit;
                let (content, skolem) = self.content(formula, graph, edge, &before);
                live.push(Live { place, lit: dimacs(decided), skolem, content });
                before.push(decided);
            }
        }
        let count = live.len();
        let (mut products, mut rests, mut sums) =
            (vec![None; count], vec![0; count], vec![0; count]);
        if let [only] = live.as_slice() {
            products[0] = self.product_of(&only.content);
        }
        for place in (1..count).rev() {
            let negation = -live[place - 1].lit;
            let rest = match place == count - 1 {
                true => [&[negation], live[place].content.as_slice()].concat(),
                false => vec![negation, sums[place]],
            };
            rests[place] = self.node(Kind::Product, &rest);
            let product = self.node(Kind::Product, &live[place - 1].content);
            products[place - 1] = Some(product);
            sums[place - 1] = self.node(Kind::Sum, &[product, rests[place]]);
        }
        Chain { live, products, rests, sums }
    }
}

fn hash(kind: Kind, children: &[i32]) -> u64 {
    mix([kind as u64].into_iter().chain(children.iter().map(|&child| u64::from(child as u32))))
}

impl Chain {
    /// The node of the whole chain; `None` if no branch has a model.
    fn root(&self) -> Option<i32> {
        match self.live.as_slice() {
            [] => None,
            [only] => self.products[0].or(only.content.last().copied()),
            _ => Some(self.sums[0]),
        }
    }
}
