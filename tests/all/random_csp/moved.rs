//! A constraint on other variables.

use cnfetti::csp::{
    AllDifferent, AllEqual, ArgExtremum, Atom, Automaton, Bin, BinPacking, Cardinality, Channel,
    Choice, Circuit, Condition, Connected, Constraint, Count, Cumulative, DistinctCount, Element,
    Extent, Extremum, Fixed, Increasing, Index, Lex, Linear, Link, NoOverlap, Operand, Operation,
    Parts, Selection, Table, Task, Terms, ValuePrecedence, VarId,
};

/// The constraint with each variable replaced by its image.
pub(super) fn moved(constraint: &Constraint, to: &dyn Fn(VarId) -> VarId) -> Constraint {
    let all = |scope: &[VarId]| scope.iter().map(|&variable| to(variable)).collect::<Vec<_>>();
    match constraint.clone() {
        Constraint::AllDifferent(c) => AllDifferent { scope: all(&c.scope), ..c }.into(),
        Constraint::AllEqual(c) => AllEqual { scope: all(&c.scope) }.into(),
        Constraint::ArgExtremum(c) => {
            ArgExtremum { scope: all(&c.scope), condition: condition(c.condition, to), ..c }.into()
        }
        Constraint::Automaton(c) => Automaton { scope: all(&c.scope), ..c }.into(),
        Constraint::BinPacking(c) => {
            let bin = |bin: Bin| Bin { load: condition(bin.load, to), ..bin };
            let bins = c.bins.into_iter().map(bin).collect();
            BinPacking { scope: all(&c.scope), bins, ..c }.into()
        }
        Constraint::Cardinality(c) => Cardinality { scope: all(&c.scope), ..c }.into(),
        Constraint::Channel(c) => {
            Channel { first: all(&c.first), second: all(&c.second), ..c }.into()
        }
        Constraint::Circuit(c) => {
            let size = c.size.map(|size| condition(size, to));
            Circuit { scope: all(&c.scope), size, ..c }.into()
        }
        Constraint::Connected(c) => {
            let (places, links) = graph(&c.places, &c.links, to);
            Connected { places, links, ..c }.into()
        }
        Constraint::Count(c) => {
            Count { scope: all(&c.scope), condition: condition(c.condition, to), ..c }.into()
        }
        Constraint::Cumulative(c) => {
            let task = |task: &Task| Task {
                origin: to(task.origin),
                length: operand(task.length, to),
                height: operand(task.height, to),
            };
            let tasks = c.tasks.iter().map(task).collect();
            Cumulative { tasks, limit: operand(c.limit, to) }.into()
        }
        Constraint::DistinctCount(c) => {
            DistinctCount { scope: all(&c.scope), condition: condition(c.condition, to), ..c }
                .into()
        }
        Constraint::Element(c) => {
            let index = |index: &Index| Index { variable: to(index.variable), ..*index };
            Element {
                list: c.list.iter().map(|&entry| operand(entry, to)).collect(),
                indices: c.indices.iter().map(index).collect(),
                condition: condition(c.condition, to),
            }
            .into()
        }
        Constraint::Extremum(c) => {
            Extremum { scope: all(&c.scope), condition: condition(c.condition, to), ..c }.into()
        }
        Constraint::Fixed(c) => {
            Fixed { atom: Atom { variable: to(c.atom.variable), ..c.atom } }.into()
        }
        Constraint::Increasing(c) => Increasing { scope: all(&c.scope) }.into(),
        Constraint::Lex(c) => Lex { first: all(&c.first), second: all(&c.second), ..c }.into(),
        Constraint::Linear(c) => {
            let terms = c.terms.as_slice().iter().map(|term| (to(term.variable), term.weight));
            Linear { terms: Terms::new(terms), ..c }.into()
        }
        Constraint::NoOverlap(c) => {
            let extent = |extent: &Extent| Extent {
                origin: to(extent.origin),
                length: operand(extent.length, to),
            };
            let boxes = c.boxes.iter().map(|extents| extents.iter().map(extent).collect());
            NoOverlap { boxes: boxes.collect(), ..c }.into()
        }
        Constraint::Operation(c) => {
            let arguments = c.arguments.iter().map(|&argument| operand(argument, to)).collect();
            Operation { arguments, result: to(c.result), ..c }.into()
        }
        Constraint::Parts(c) => {
            let (places, links) = graph(&c.places, &c.links, to);
            let sizes = c.sizes.iter().map(|size| size.map(|size| operand(size, to))).collect();
            Parts { places, links, sizes, ..c }.into()
        }
        Constraint::Selection(c) => {
            let moved = |choice: &Choice| {
                let atom = Atom { variable: to(choice.atom.variable), ..choice.atom };
                Choice { atom, ..*choice }
            };
            let choices = c.choices.iter().map(moved).collect();
            Selection { choices, result: to(c.result) }.into()
        }
        Constraint::Table(c) => Table { scope: all(&c.scope), ..c }.into(),
        Constraint::ValuePrecedence(c) => ValuePrecedence { scope: all(&c.scope), ..c }.into(),
    }
}

fn condition(condition: Condition, to: &dyn Fn(VarId) -> VarId) -> Condition {
    match condition {
        Condition::Compare(comparison, variable) => Condition::Compare(comparison, to(variable)),
        within @ Condition::Within(_) => within,
    }
}

fn operand(operand: Operand, to: &dyn Fn(VarId) -> VarId) -> Operand {
    match operand {
        Operand::Variable(variable) => Operand::Variable(to(variable)),
        constant @ Operand::Constant(_) => constant,
    }
}

fn graph(
    places: &[Option<Atom>],
    links: &[Link],
    to: &dyn Fn(VarId) -> VarId,
) -> (Vec<Option<Atom>>, Vec<Link>) {
    let atom = |atom: Option<Atom>| atom.map(|atom| Atom { variable: to(atom.variable), ..atom });
    let links = links.iter().map(|link| Link { atom: atom(link.atom), ..*link });
    (places.iter().copied().map(atom).collect(), links.collect())
}
