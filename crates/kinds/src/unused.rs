//! Finds what a kind declares but never uses.

use std::collections::BTreeSet;

use crate::ast::{Ast, Clause, Node};
use crate::kind::{Choices, Kind, Layer, On, Rule, Values};

impl Kind {
    /// The names of layers, parameters and definitions that nothing uses, each in a sentence.
    pub fn unused(&self) -> Vec<String> {
        let mut used = BTreeSet::new();
        for layer in &self.clues {
            if let Values::Number(bounds) = &layer.values {
                visit(&bounds.0.0, &mut used);
                bounds.0.1.iter().for_each(|high| visit(high, &mut used));
            }
            if let On::Groups(of) = layer.on {
                used.insert(self.clues[of].name.to_string());
            }
        }
        self.cells.iter().for_each(|cells| visit(cells, &mut used));
        for unknown in &self.unknowns {
            unknown.condition.iter().for_each(|condition| visit(condition, &mut used));
            if let Some(Choices::Numbers(values)) = &unknown.values {
                visit(values, &mut used);
            }
        }
        for rule in self.rules.iter().chain(&self.requirements) {
            used.append(&mut rule.mentioned());
            for part in &rule.say.0 {
                part.ast().into_iter().for_each(|ast| visit(ast, &mut used));
            }
        }
        self.generate.expressions().for_each(|ast| visit(ast, &mut used));
        // Uses by unused definitions count too, so only the definition is reported.
        self.definitions.values().for_each(|definition| visit(&definition.body, &mut used));
        let layers = self.clues.iter().filter(|layer| {
            !used.contains(&*layer.name)
                && !layer.any.as_ref().is_some_and(|any| used.contains(&**any))
        });
        let layers = layers.map(|layer| format!("no rule uses the layer `{}`", layer.name));
        let unknowns = self
            .unknowns
            .iter()
            .filter(|unknown| unknown.shows.is_none() && !used.contains(&*unknown.name));
        let unknowns = unknowns.map(|unknown| format!("no rule speaks of `{}`", unknown.name));
        let parameters = self.parameters.iter().filter(|row| !used.contains(&*row.name));
        let parameters = parameters.map(|row| format!("nothing uses the parameter `{}`", row.name));
        let definitions = self.definitions.keys().filter(|name| !used.contains(&***name));
        let definitions = definitions.map(|name| format!("nothing uses the definition `{name}`"));
        layers.chain(unknowns).chain(parameters).chain(definitions).collect()
    }
}

impl Kind {
    /// Whether a layer says which cells there are. Then it can have entries where there is none.
    pub(crate) fn says_cells(&self, layer: &Layer) -> bool {
        let mut used = BTreeSet::new();
        self.cells.iter().for_each(|cells| visit(cells, &mut used));
        used.contains(&*layer.name)
    }
}

impl Rule {
    /// Every name that the rule mentions, but for its sentence.
    pub(crate) fn mentioned(&self) -> BTreeSet<String> {
        let mut mentioned = BTreeSet::new();
        visit_clauses(&self.clauses, &mut mentioned);
        visit(&self.that, &mut mentioned);
        mentioned
    }
}

/// Collects every name that an expression mentions.
fn visit(ast: &Ast, used: &mut BTreeSet<String>) {
    match &ast.node {
        Node::Number(_) => {}
        Node::Name(name) => {
            used.insert(name.to_string());
        }
        Node::List(items) => items.iter().for_each(|item| visit(item, used)),
        Node::Each { value, clauses } => {
            visit_clauses(clauses, used);
            visit(value, used);
        }
        Node::Index { layer, at: of } | Node::Of { layer, list: of } | Node::With { of, layer } => {
            used.insert(layer.to_string());
            visit(of, used);
        }
        Node::Call { name, args } => {
            used.insert(name.to_string());
            args.iter().for_each(|arg| visit(arg, used));
        }
        Node::Not(inner) | Node::Negative(inner) => visit(inner, used),
        Node::Binary(_, left, right) | Node::Range(left, right) => {
            visit(left, used);
            visit(right, used);
        }
        Node::If { then, condition, otherwise } => {
            [then, condition, otherwise].into_iter().for_each(|part| visit(part, used));
        }
    }
}

fn visit_clauses(clauses: &[Clause], used: &mut BTreeSet<String>) {
    for clause in clauses {
        visit(&clause.list, used);
        clause.conditions.iter().for_each(|condition| visit(condition, used));
    }
}
