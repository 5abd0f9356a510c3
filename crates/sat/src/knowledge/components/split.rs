//! Splits what is left of a formula into components.

use std::ops::Range;

use crate::knowledge::formula::{Code, Formula, variable};
use crate::propagation::Propagation;

/// A component, by the places of its variables and clauses.
#[derive(Clone, Copy)]
pub(super) struct Part {
    first: usize,
    num_variables: u32,
    num_clauses: u32,
    /// The number of counted variables in it.
    pub(super) num_counted: u32,
    /// Whether the current model satisfies it.
    pub(super) has_model: bool,
}

impl Part {
    /// Roughly how much work it is to visit all of it.
    pub(super) fn size(&self) -> usize {
        self.num_variables as usize + 4 * self.num_clauses as usize
    }
}

/// In the list of a component's clauses, marks a clause with a false literal.
const TOUCHED: u32 = 1;

const NONE: u32 = u32::MAX;

/// An unsatisfied clause in the list, with one of its open variables.
struct Left {
    clause: u32,
    variable: u32,
    /// Whether the current model satisfies it.
    has_model: bool,
}

/// The components of all open branches, and what is needed to find them.
pub(super) struct Splitter {
    /// For each variable, whether its values are counted.
    is_counted: Vec<bool>,
    parts: Vec<Part>,
    /// The sorted variables of each part, followed by twice the numbers of its clauses.
    members: Vec<u32>,
    /// For each variable, another one of its component, or itself.
    parent: Vec<u32>,
    /// For each representative of a component, the place of that component, from the first one found.
    label: Vec<u32>,
    /// For each variable, in how many clauses it was open at the last visit.
    pub(super) occurrences: Vec<u32>,
    left: Vec<Left>,
    /// For each new component, where its next variable and clause go.
    next: Vec<(usize, usize)>,
    /// When each literal was last known.
    known: Vec<u32>,
    knowing: u32,
}

impl Splitter {
    pub(super) fn new(is_counted: Vec<bool>) -> Splitter {
        let variables = is_counted.len();
        Splitter {
            is_counted,
            parts: Vec::new(),
            members: Vec::new(),
            parent: vec![NONE; variables],
            label: vec![NONE; variables],
            occurrences: vec![0; variables],
            left: Vec::new(),
            next: Vec::new(),
            known: vec![0; 2 * variables],
            knowing: 0,
        }
    }

    /// All variables and clauses, before they are split into components.
    pub(super) fn whole(&mut self, formula: &Formula) -> Part {
        let (variables, clauses) = (formula.num_vars as u32, formula.num_clauses() as u32);
        self.members.extend(0..variables);
        self.members.extend((0..clauses).map(|number| 2 * number));
        Part {
            first: 0,
            num_variables: variables,
            num_clauses: clauses,
            num_counted: 0,
            has_model: false,
        }
    }

    pub(super) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Roughly how many bytes the components take.
    pub(super) fn bytes(&self) -> usize {
        size_of::<u32>() * self.members.capacity() + size_of::<Part>() * self.parts.capacity()
    }

    /// Forgets all components except the first ones.
    pub(super) fn truncate(&mut self, parts: usize) {
        if let Some(first) = self.parts.get(parts) {
            self.members.truncate(first.first);
            self.parts.truncate(parts);
        }
    }

    pub(super) fn variables(&self, part: Part) -> &[u32] {
        &self.members[part.first..part.first + part.num_variables as usize]
    }

    /// The sorted clauses with a false literal. Together with its variables they identify the component.
    pub(super) fn clauses(&self, part: Part) -> impl Iterator<Item = u32> {
        let all = self.clauses_of(part).iter();
        all.filter(|&&clause| clause & TOUCHED == TOUCHED).map(|&clause| clause / 2)
    }

    fn clauses_of(&self, part: Part) -> &[u32] {
        let first = part.first + part.num_variables as usize;
        &self.members[first..first + part.num_clauses as usize]
    }

    /// The true literals whose negations are in the component's clauses, in order.
    pub(super) fn known(
        &mut self,
        formula: &Formula,
        propagation: &Propagation,
        part: Part,
        known: &mut Vec<Code>,
    ) {
        known.clear();
        self.knowing += 1;
        let first = part.first + part.num_variables as usize;
        for &clause in &self.members[first..first + part.num_clauses as usize] {
            if clause & TOUCHED == 0 {
                continue;
            }
            for &lit in formula.clause(clause / 2) {
                let seen = &mut self.known[lit as usize ^ 1];
                if propagation.holds(lit ^ 1) && *seen != self.knowing {
                    *seen = self.knowing;
                    known.push(lit ^ 1);
                }
            }
        }
        known.sort_unstable();
    }

    /// Adds the components that are left of this one. Returns how many of its counted variables have no value
    /// and are in none of them.
    pub(super) fn split(
        &mut self,
        formula: &Formula,
        propagation: &Propagation,
        model: &[bool],
        part: Part,
    ) -> usize {
        let before = self.parts.len();
        let first_clause = part.first + part.num_variables as usize;
        let (variables, clauses) =
            (part.first..first_clause, first_clause..first_clause + part.num_clauses as usize);
        for at in variables.clone() {
            let variable = self.members[at];
            self.parent[variable as usize] = variable;
            self.occurrences[variable as usize] = 0;
        }
        self.left.clear();
        clauses.for_each(|at| self.look_at(formula, propagation, model, self.members[at] / 2));
        let mut free = 0;
        for at in variables.clone() {
            let variable = self.members[at];
            let place = variable as usize;
            if self.occurrences[place] > 0 {
                let is_counted = self.is_counted[place];
                let part = self.part_of(variable, before);
                part.num_variables += 1;
                part.num_counted += u32::from(is_counted);
            } else if self.is_counted[place] {
                let is_open =
                    !propagation.holds(2 * variable) && !propagation.holds(2 * variable + 1);
                free += usize::from(is_open);
            }
        }
        for at in 0..self.left.len() {
            let Left { variable, has_model, .. } = self.left[at];
            let part = self.part_of(variable, before);
            part.num_clauses += 1;
            part.has_model &= has_model;
        }
        self.fill(variables, before);
        free
    }

    /// Records a clause of the component if it is not satisfied.
    fn look_at(
        &mut self,
        formula: &Formula,
        propagation: &Propagation,
        model: &[bool],
        number: u32,
    ) {
        let clause = formula.clause(number);
        if clause.iter().any(|&lit| propagation.holds(lit)) {
            return;
        }
        let (mut touched, mut has_model, mut root) = (0, false, NONE);
        for &lit in clause {
            if propagation.holds(lit ^ 1) {
                touched = TOUCHED;
                continue;
            }
            has_model |= model[variable(lit)] == (lit % 2 == 0);
            self.occurrences[variable(lit)] += 1;
            let other = self.root(lit / 2);
            if root == NONE {
                root = other;
            }
            self.parent[other as usize] = root;
        }
        self.left.push(Left { clause: 2 * number + touched, variable: root, has_model });
    }

    fn root(&mut self, variable: u32) -> u32 {
        let mut place = variable;
        loop {
            let parent = self.parent[place as usize];
            if parent == place {
                return place;
            }
            let next = self.parent[parent as usize];
            self.parent[place as usize] = next;
            place = next;
        }
    }

    /// The component of a variable; a new one if this is its first variable.
    fn part_of(&mut self, variable: u32, before: usize) -> &mut Part {
        let root = self.root(variable) as usize;
        if self.label[root] == NONE {
            self.label[root] = (self.parts.len() - before) as u32;
            self.parts.push(Part {
                first: 0,
                num_variables: 0,
                num_clauses: 0,
                num_counted: 0,
                has_model: true,
            });
        }
        &mut self.parts[before + self.label[root] as usize]
    }

    /// Lists the variables and clauses of the new components, whose sizes are known.
    fn fill(&mut self, variables: Range<usize>, before: usize) {
        self.next.clear();
        let mut first = self.members.len();
        for part in &mut self.parts[before..] {
            part.first = first;
            let first_clause = first + part.num_variables as usize;
            self.next.push((first, first_clause));
            first = first_clause + part.num_clauses as usize;
        }
        self.members.resize(first, 0);
        for at in variables.clone() {
            let variable = self.members[at];
            if self.occurrences[variable as usize] > 0 {
                let root = self.root(variable) as usize;
                let label = self.label[root] as usize;
                self.members[self.next[label].0] = variable;
                self.next[label].0 += 1;
            }
        }
        for at in 0..self.left.len() {
            let Left { clause, variable, .. } = self.left[at];
            let root = self.root(variable) as usize;
            let label = self.label[root] as usize;
            self.members[self.next[label].1] = clause;
            self.next[label].1 += 1;
        }
        variables.for_each(|at| self.label[self.members[at] as usize] = NONE);
    }
}
