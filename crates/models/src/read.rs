//! Reads an XCSP3 file into a model.

mod constraints;
mod cursor;
mod globals;
mod lists;
mod names;
mod objectives;
mod packing;
mod structure;
mod tables;
mod variables;
mod xml;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use roxmltree::{Node, NodeId};

use super::narrowing::close;
use super::symbols::Sort;
use super::tree::{Automaton, Model, Tuples};
use super::{Expr, Posted};
use cnfetti_core::limit::{Budget, Poll};
use cnfetti_input::{InputError, Span};
use names::Names;

/// The budget is checked once in this many constraints.
const POLL_INTERVAL: u32 = 64;

/// Reads a model.
///
/// # Errors
///
/// Returns the first mistake, with its place.
pub fn read(source: &str, budget: &Budget) -> Result<Model, InputError> {
    let document = xml::parse(source)?;
    let root = document.root_element();
    require_name(root, "instance")?;
    let (mut variables, mut constraints, mut objectives) = (None, None, None);
    for child in elements(root) {
        let slot = match child.tag_name().name() {
            "variables" => &mut variables,
            "constraints" => &mut constraints,
            "objectives" => &mut objectives,
            "annotations" => continue,
            _ => return Err(unknown(child, "variables, constraints or objectives")),
        };
        if slot.replace(child).is_some() {
            let message = format!("a second element <{}>", child.tag_name().name());
            return Err(InputError::new(span(child), message));
        }
    }
    let mut model = Model::default();
    let open = variables.map(|node| variables::read(node, &mut model)).transpose()?;
    let mut reader = Reader::new(&model, budget);
    if let Some(node) = constraints {
        reader.block(node, None)?;
    }
    let objectives = objectives.map(|node| reader.objectives(node)).transpose()?;
    (model.constraints, model.objectives) = (reader.posted, objectives.unwrap_or_default());
    model.verify_symbols()?;
    close(&mut model, &open.unwrap_or_default(), budget)?;
    model.verify()?;
    Ok(model)
}

/// Reads the constraints. Holds the names, and the arguments of the current group.
struct Reader<'a> {
    names: Names<'a>,
    args: Args,
    posted: Vec<Posted>,
    /// Tables and automata that do not depend on arguments are read once. Kept with the types of
    /// their values.
    tables: HashMap<NodeId, (Arc<Tuples>, Vec<Sort>)>,
    automata: HashMap<NodeId, (Arc<Automaton>, Sort)>,
    poll: Poll,
}

impl<'a> Reader<'a> {
    fn new(model: &'a Model, budget: &Budget) -> Reader<'a> {
        Reader {
            names: Names(model),
            args: Args::default(),
            posted: Vec::new(),
            tables: HashMap::new(),
            automata: HashMap::new(),
            poll: budget.poll(POLL_INTERVAL),
        }
    }
}

/// The arguments `%0`, `%1` … and `%...` of a group or a slide.
#[derive(Default)]
struct Args {
    /// `None` outside of groups. Also has a placeholder for each set.
    values: Option<Vec<Expr>>,
    /// The members of the arguments that are sets, by their number.
    sets: BTreeMap<usize, Vec<Expr>>,
    /// The first argument that `%...` stands for.
    rest_from: usize,
}

impl Args {
    fn get(&self, number: &str, place: Span) -> Result<&Expr, InputError> {
        if self.set(number).is_some() {
            let expected = "an argument that is a number, a variable or an expression";
            return Err(InputError::expected(place, expected, "a set"));
        }
        let values = self.values.as_deref().unwrap_or_default();
        let found = format!("`%{number}`");
        number.parse().ok().and_then(|number: usize| values.get(number)).ok_or_else(|| {
            let expected = match (self.values.is_some(), values.len()) {
                (false, _) => "no argument outside of groups".to_owned(),
                (true, 0) => "no argument, as the group gives none".to_owned(),
                (true, given) => format!("an argument from %0 to %{}", given - 1),
            };
            InputError::expected(place, expected, found)
        })
    }

    /// The members of the argument with this number, if it is a set.
    fn set(&self, number: &str) -> Option<&[Expr]> {
        self.sets.get(&number.parse().ok()?).map(Vec::as_slice)
    }

    fn rest(&self) -> &[Expr] {
        let values = self.values.as_deref().unwrap_or_default();
        values.get(self.rest_from..).unwrap_or_default()
    }
}

/// The child elements of an element.
fn elements<'a, 'i>(node: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    node.children().filter(Node::is_element)
}

/// The place of an element: only its tag, because the whole element can be long.
fn span(node: Node<'_, '_>) -> Span {
    let range = node.range();
    let source = &node.document().input_text()[range.clone()];
    let end = source.find(['\n', '>']).map_or(source.len(), |at| at + 1);
    range.start..range.start + end
}

fn require_name(node: Node<'_, '_>, name: &str) -> Result<(), InputError> {
    if node.tag_name().name() == name { Ok(()) } else { Err(unknown(node, &format!("<{name}>"))) }
}

/// The error that an element is not allowed here.
fn unknown(node: Node<'_, '_>, expected: &str) -> InputError {
    InputError::expected(span(node), expected, format!("<{}>", node.tag_name().name()))
}
