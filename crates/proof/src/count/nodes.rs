//! The nodes of the graph: their parts, scopes and counts.

use std::collections::HashMap;
use std::rc::Rc;

use num_bigint::BigUint;

/// The kind of a node.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Product,
    Sum,
    Skolem,
}

/// All nodes. Their numbers follow those of the variables, without gaps.
pub(super) struct Nodes {
    is_shown: Vec<bool>,
    kinds: Vec<Kind>,
    children: Vec<i32>,
    first_child: Vec<usize>,
    /// The number of each node's first clause.
    clauses: Vec<u64>,
    /// For each node, its scope: the variables below it.
    scopes: Vec<u32>,
    sets: Sets,
}

impl Nodes {
    pub(super) fn new(is_shown: Vec<bool>) -> Nodes {
        Nodes {
            is_shown,
            kinds: Vec::new(),
            children: Vec::new(),
            first_child: vec![0],
            clauses: Vec::new(),
            scopes: Vec::new(),
            sets: Sets::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn num_vars(&self) -> usize {
        self.is_shown.len()
    }

    /// The number of the last node, or of the last variable if there is no node.
    pub(super) fn last(&self) -> i32 {
        (self.num_vars() + self.len()) as i32
    }

    /// The index of a node; `None` for a literal of a variable.
    pub(super) fn place(&self, part: i32) -> Option<usize> {
        (part.unsigned_abs() as usize - 1).checked_sub(self.num_vars())
    }

    pub(super) fn kind(&self, place: usize) -> Kind {
        self.kinds[place]
    }

    pub(super) fn children(&self, place: usize) -> &[i32] {
        &self.children[self.first_child[place]..self.first_child[place + 1]]
    }

    pub(super) fn is_empty_product(&self, node: i32) -> bool {
        self.place(node).is_some_and(|place| {
            self.kinds[place] == Kind::Product && self.children(place).is_empty()
        })
    }

    /// Adds a node, and checks that its children are earlier nodes and meet the rules of its kind.
    pub(super) fn add(
        &mut self,
        kind: Kind,
        clause: u64,
        node: i32,
        children: Vec<i32>,
    ) -> Result<(), String> {
        if node != self.last().saturating_add(1) {
            return Err(format!("expected the node {}, found {node}", self.last() + 1));
        }
        children.iter().try_for_each(|&child| self.check_child(kind, child))?;
        let below = self.below(&children);
        if kind != Kind::Sum && below.overlap {
            return Err("two of its parts have a variable in common".to_owned());
        }
        self.kinds.push(kind);
        self.children.extend_from_slice(&children);
        self.first_child.push(self.children.len());
        self.clauses.push(clause);
        self.scopes.push(below.set);
        Ok(())
    }

    /// The variables below these parts.
    fn below(&mut self, parts: &[i32]) -> Union {
        let literals = parts.iter().filter(|&&part| self.place(part).is_none());
        let mut variables: Vec<u32> = literals.map(|literal| literal.unsigned_abs()).collect();
        let literals = variables.len();
        variables.sort_unstable();
        variables.dedup();
        let mut below =
            Union { set: self.sets.number(&variables), overlap: variables.len() < literals };
        for &part in parts {
            let Some(place) = self.place(part) else { continue };
            let Union { set, overlap } = self.sets.union(below.set, self.scopes[place]);
            below = Union { set, overlap: below.overlap || overlap };
        }
        below
    }

    fn check_child(&self, kind: Kind, child: i32) -> Result<(), String> {
        match self.place(child) {
            Some(_) if kind == Kind::Skolem => Err(format!("{child} is no hidden variable")),
            Some(_) if child < 0 => Err(format!("{child} is the negation of a node")),
            Some(place) if place >= self.len() => Err(format!("there is no node {child} yet")),
            Some(_) => Ok(()),
            None => match (kind, self.is_shown[child.unsigned_abs() as usize - 1]) {
                (Kind::Skolem, true) => Err(format!("{child} is no hidden variable")),
                (Kind::Product | Kind::Sum, false) => Err(format!("{child} is a hidden variable")),
                _ => Ok(()),
            },
        }
    }

    /// Fills `out` with the clause of this number. Returns whether that clause belongs to a node.
    pub(super) fn clause(&self, number: u64, out: &mut Vec<i32>) -> bool {
        let after = self.clauses.partition_point(|&first| first <= number);
        let Some(place) = after.checked_sub(1) else { return false };
        let node = (self.num_vars() + place + 1) as i32;
        let (children, at) = (self.children(place), (number - self.clauses[place]) as usize);
        out.clear();
        match (self.kinds[place], at.checked_sub(1)) {
            (_, Some(at)) if at >= children.len() => return false,
            (Kind::Skolem, Some(_)) => return false,
            (Kind::Skolem, None) => out.push(node),
            (Kind::Product, None) => {
                out.push(node);
                out.extend(children.iter().map(|&child| -child));
            }
            (Kind::Product, Some(at)) => out.extend([-node, children[at]]),
            (Kind::Sum, None) => {
                out.push(-node);
                out.extend_from_slice(children);
            }
            (Kind::Sum, Some(at)) => out.extend([node, -children[at]]),
        }
        true
    }

    /// The number of assignments to the shown variables that the last node allows.
    pub(super) fn models(&self) -> BigUint {
        let shown = |set: u32| {
            let variables = self.sets.get(set).iter();
            variables.filter(|&&variable| self.is_shown[variable as usize - 1]).count()
        };
        // For each set, the number of its variables that are shown.
        let shown: Vec<usize> = (0..self.sets.len() as u32).map(shown).collect();
        let mut counts: Vec<BigUint> = Vec::with_capacity(self.len());
        let one = BigUint::from(1_u32);
        for place in 0..self.len() {
            let of = |child: i32| match self.place(child) {
                Some(place) => (&counts[place], shown[self.scopes[place] as usize]),
                None => (&one, 1),
            };
            let children = self.children(place).iter();
            let size = shown[self.scopes[place] as usize];
            let count = match self.kinds[place] {
                Kind::Skolem => one.clone(),
                Kind::Product => children.fold(one.clone(), |product, &child| {
                    let (count, _) = of(child);
                    if *count == one { product } else { product * count }
                }),
                // Variables outside the scope of a part may have any value.
                Kind::Sum => children
                    .map(|&child| {
                        let (count, variables) = of(child);
                        count << (size - variables)
                    })
                    .sum(),
            };
            counts.push(count);
        }
        let all = self.is_shown.iter().filter(|&&shown| shown).count();
        match (counts.pop(), self.scopes.last()) {
            (Some(count), Some(&scope)) => count << (all - shown[scope as usize]),
            _ => BigUint::ZERO,
        }
    }
}

/// Sets of variables, each stored once: many nodes have the same scope.
struct Sets {
    sets: Vec<Rc<[u32]>>,
    numbers: HashMap<Rc<[u32]>, u32>,
    /// For some pairs of sets, their union, at a place that depends on the pair: a later pair takes the place.
    unions: Vec<([u32; 2], Union)>,
}

#[derive(Clone, Copy)]
struct Union {
    set: u32,
    /// Whether the two sets share a variable.
    overlap: bool,
}

/// How many unions are remembered.
const REMEMBERED: usize = 1 << 16;

impl Sets {
    const EMPTY: u32 = 0;

    fn new() -> Sets {
        let empty: Rc<[u32]> = Rc::new([]);
        let numbers = HashMap::from([(empty.clone(), Sets::EMPTY)]);
        // No pair of two empty sets is looked up.
        let nothing = ([Sets::EMPTY; 2], Union { set: Sets::EMPTY, overlap: false });
        Sets { sets: vec![empty], numbers, unions: vec![nothing; REMEMBERED] }
    }

    fn len(&self) -> usize {
        self.sets.len()
    }

    /// The variables of the set, in increasing order.
    fn get(&self, set: u32) -> &[u32] {
        &self.sets[set as usize]
    }

    fn number(&mut self, set: &[u32]) -> u32 {
        if set.is_empty() {
            return Sets::EMPTY;
        }
        if let Some(&number) = self.numbers.get(set) {
            return number;
        }
        let (number, set): (u32, Rc<[u32]>) = (self.sets.len() as u32, set.into());
        self.sets.push(set.clone());
        self.numbers.insert(set, number);
        number
    }

    fn union(&mut self, one: u32, other: u32) -> Union {
        match (one, other) {
            (Sets::EMPTY, set) | (set, Sets::EMPTY) => return Union { set, overlap: false },
            _ if one == other => return Union { set: one, overlap: true },
            _ => {}
        }
        let mixed = one.wrapping_mul(0x9e37_79b1) ^ other.wrapping_mul(0x85eb_ca6b);
        let at = (mixed >> 16) as usize % REMEMBERED;
        if self.unions[at].0 == [one, other] {
            return self.unions[at].1;
        }
        let mut all = [self.get(one), self.get(other)].concat();
        // Two sorted runs: this sort merges them.
        all.sort();
        all.dedup();
        let overlap = all.len() < self.get(one).len() + self.get(other).len();
        let union = Union { set: self.number(&all), overlap };
        self.unions[at] = ([one, other], union);
        union
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cnfetti_core::random::Random;

    /// Adds the next node, whose first clause has some number.
    fn add(nodes: &mut Nodes, kind: Kind, children: &[i32]) -> Result<i32, String> {
        let node = nodes.last() + 1;
        nodes.add(kind, 10 * node as u64, node, children.to_vec()).map(|()| node)
    }

    #[test]
    fn parts_of_a_product_share_no_variable() {
        let nodes = &mut Nodes::new(vec![true; 6]);
        let product = |nodes: &mut Nodes, children: &[i32]| add(nodes, Kind::Product, children);
        let (one, two) = (product(nodes, &[1, -2]).unwrap(), product(nodes, &[-1, 2]).unwrap());
        let sum = add(nodes, Kind::Sum, &[one, two]).unwrap();
        let other = product(nodes, &[3, 4]).unwrap();
        let shared = [
            vec![1, 1],
            vec![1, -1],
            vec![1, one],
            vec![sum, -2],
            vec![one, one],
            vec![one, two],
            vec![one, sum],
            vec![other, sum, 3],
            vec![5, other, other],
        ];
        for children in shared {
            assert!(product(nodes, &children).is_err(), "{children:?}");
        }
        assert!(product(nodes, &[5, other, sum]).is_ok());
    }

    /// Scopes are those of a set of variables for each node, and so many unions that some take the places of others.
    #[test]
    fn scopes_are_the_variables_below() {
        let random = &mut Random::new(11);
        let num_vars = 24;
        let nodes = &mut Nodes::new(vec![true; num_vars]);
        let mut below: Vec<std::collections::BTreeSet<u32>> = Vec::new();
        // Of large scopes, few products would be left.
        let (mut refused, mut small): (usize, Vec<i32>) = (0, Vec::new());
        for _ in 0..60_000 {
            let kind = if random.below(3) == 0 { Kind::Sum } else { Kind::Product };
            let number = if kind == Kind::Sum { 2 } else { random.below(4) };
            let mut children = Vec::new();
            for _ in 0..number {
                let variable = 1 + random.below(num_vars) as i32;
                let is_literal = small.is_empty() || random.below(3) == 0;
                children.push(match is_literal {
                    true => variable,
                    false => small[random.below(small.len())],
                });
            }
            let mut scope = std::collections::BTreeSet::new();
            let mut parts = 0;
            for &child in &children {
                let single = std::collections::BTreeSet::from([child as u32]);
                let own = nodes.place(child).map_or(&single, |place| &below[place]);
                parts += own.len();
                scope.extend(own);
            }
            let is_right = kind == Kind::Sum || scope.len() == parts;
            assert_eq!(add(nodes, kind, &children).is_ok(), is_right, "{children:?}");
            if is_right {
                let found = nodes.sets.get(nodes.scopes[below.len()]);
                assert!(found.iter().eq(&scope), "{children:?}: {found:?}, {scope:?}");
                if scope.len() <= 4 {
                    small.push(nodes.last());
                }
                below.push(scope);
            } else {
                refused += 1;
            }
        }
        assert!(
            refused > 1000 && below.len() > 10_000 && nodes.sets.len() > 10_000,
            "{refused} {} {}",
            below.len(),
            nodes.sets.len()
        );
    }
}
