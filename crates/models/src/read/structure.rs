//! Reads blocks, groups and slides, and the parts of a constraint.

use roxmltree::Node;

use super::{Args, Reader, elements, span, unknown};
use crate::{Expr, Posted};
use cnfetti_input::{InputError, Span};

impl Reader<'_> {
    /// Reads the constraints of a block, or of the whole model.
    pub(super) fn block(
        &mut self,
        node: Node<'_, '_>,
        note: Option<&str>,
    ) -> Result<(), InputError> {
        for child in elements(node) {
            let note = child.attribute("note").or(note);
            match child.tag_name().name() {
                "block" => self.block(child, note)?,
                "group" => self.group(child, note)?,
                "slide" => self.slide(child, note)?,
                _ => self.constraint(child, note, span(child))?,
            }
        }
        Ok(())
    }

    fn constraint(
        &mut self,
        node: Node<'_, '_>,
        note: Option<&str>,
        span: Span,
    ) -> Result<(), InputError> {
        self.poll.step().map_err(InputError::limit)?;
        let constraint = self.read_constraint(node)?;
        self.posted.push(Posted::rule(constraint, note.map(str::to_owned), span));
        Ok(())
    }

    /// Reads a group: a constraint for each list of arguments.
    fn group(&mut self, node: Node<'_, '_>, note: Option<&str>) -> Result<(), InputError> {
        let template = template(node, "args")?;
        for args in elements(node).filter(|&child| child != template) {
            if !args.has_tag_name("args") {
                return Err(unknown(args, "<args>"));
            }
            let rest_from = highest(template).map_or(0, |at| at + 1);
            let given = Args { rest_from, ..self.arguments(args)? };
            if given.sets.keys().any(|&at| at >= rest_from) && has_rest(template) {
                let expected = "numbers, variables and expressions for %...";
                return Err(InputError::expected(span(args), expected, "a set"));
            }
            self.args = given;
            self.instance(template, args.attribute("note").or(note), span(args))?;
        }
        Ok(())
    }

    /// Reads a slide: a constraint at each position of the lists.
    fn slide(&mut self, node: Node<'_, '_>, note: Option<&str>) -> Result<(), InputError> {
        let circular = flag(node, "circular", false)?;
        let template = template(node, "list")?;
        let mut windows = Vec::new();
        for child in elements(node).filter(|&child| child != template) {
            if !child.has_tag_name("list") {
                return Err(unknown(child, "<list>"));
            }
            let offset = natural(child, "offset", 1)?.max(1);
            let collect = natural(child, "collect", highest(template).map_or(1, |at| at + 1))?;
            windows.push((self.filled_list(child)?, offset, collect));
        }
        let fits = |(list, offset, collect): &(Vec<Expr>, usize, usize)| match circular {
            true => list.len().div_ceil(*offset),
            false => (list.len() + offset).saturating_sub(*collect) / offset,
        };
        let too_long = |(list, _, collect): &(Vec<Expr>, usize, usize)| *collect > list.len();
        if windows.is_empty() || windows.iter().any(too_long) {
            let expected = "a list with at least as many items as the constraint takes at a time";
            return Err(InputError::expected(span(node), expected, "a shorter one"));
        }
        for step in 0..windows.iter().map(fits).min().unwrap_or(0) {
            let of = |(list, offset, collect): &(Vec<Expr>, usize, usize)| -> Vec<Expr> {
                let places = step * offset..step * offset + collect;
                places.map(|at| list[at % list.len()].clone()).collect()
            };
            let values = Some(windows.iter().flat_map(of).collect());
            let rest_from = highest(template).map_or(0, |at| at + 1);
            self.args = Args { values, rest_from, ..Args::default() };
            self.instance(template, note, span(node))?;
        }
        Ok(())
    }

    /// Reads the constraint with the current arguments.
    fn instance(
        &mut self,
        template: Node<'_, '_>,
        note: Option<&str>,
        place: Span,
    ) -> Result<(), InputError> {
        let note = template.attribute("note").or(note);
        self.constraint(template, note, place)?;
        self.args = Args::default();
        Ok(())
    }
}

/// The constraint of a group or a slide: its only element that is not `others`.
fn template<'a, 'i>(node: Node<'a, 'i>, others: &str) -> Result<Node<'a, 'i>, InputError> {
    let mut templates = elements(node).filter(|child| !child.has_tag_name(others));
    match (templates.next(), templates.next()) {
        (Some(template), None) => Ok(template),
        (None, _) => Err(InputError::expected(span(node), "a constraint", "none")),
        (Some(_), Some(second)) => Err(unknown(second, &format!("<{others}>"))),
    }
}

/// The highest number of an argument in the text of an element.
fn highest(template: Node<'_, '_>) -> Option<usize> {
    let texts = template.descendants().filter(Node::is_text).filter_map(|text| text.text());
    let numbers = texts.flat_map(|text| text.split('%').skip(1));
    let digits = numbers.map(|part| {
        let end = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
        &part[..end]
    });
    digits.filter_map(|digits| digits.parse().ok()).max()
}

/// Whether the text of an element contains `%...`.
fn has_rest(template: Node<'_, '_>) -> bool {
    let mut texts = template.descendants().filter(Node::is_text).filter_map(|text| text.text());
    texts.any(|text| text.contains("%..."))
}

/// Whether an element depends on the arguments of a group.
pub(super) fn has_arguments(node: Node<'_, '_>) -> bool {
    let mut texts = node.descendants().filter(Node::is_text).filter_map(|text| text.text());
    texts.any(|text| text.contains('%'))
}

/// An attribute that is `true` or `false`.
pub(super) fn flag(node: Node<'_, '_>, name: &str, default: bool) -> Result<bool, InputError> {
    match node.attribute(name) {
        None => Ok(default),
        Some("true") => Ok(true),
        Some("false") => Ok(false),
        Some(other) => {
            let expected = format!("true or false for `{name}`");
            Err(InputError::expected(span(node), expected, format!("`{other}`")))
        }
    }
}

/// An attribute that is a natural number.
fn natural(node: Node<'_, '_>, name: &str, default: usize) -> Result<usize, InputError> {
    let number = integer(node, name, default as i64)?;
    usize::try_from(number).ok().filter(|&number| number <= 1_000_000).ok_or_else(|| {
        InputError::expected(span(node), format!("a small number for `{name}`"), number.to_string())
    })
}

/// An attribute that is an integer of at most nine digits.
pub(super) fn integer(node: Node<'_, '_>, name: &str, default: i64) -> Result<i64, InputError> {
    let Some(text) = node.attribute(name) else { return Ok(default) };
    let small = |number: &i64| number.abs() < 1_000_000_000;
    text.trim().parse().ok().filter(small).ok_or_else(|| {
        let expected = format!("a whole number of at most nine digits for `{name}`");
        InputError::expected(span(node), expected, format!("`{text}`"))
    })
}

/// The child elements of a constraint.
pub(super) struct Parts<'a, 'i> {
    node: Node<'a, 'i>,
}

impl<'a, 'i> Parts<'a, 'i> {
    /// Collects the child elements; one with another name is an error.
    pub(super) fn of(node: Node<'a, 'i>, names: &[&str]) -> Result<Parts<'a, 'i>, InputError> {
        let other = elements(node).find(|child| !names.contains(&child.tag_name().name()));
        match other {
            Some(other) => {
                let names: Vec<String> = names.iter().map(|name| format!("<{name}>")).collect();
                Err(unknown(other, &names.join(", ")))
            }
            None => Ok(Parts { node }),
        }
    }

    /// All elements with this name.
    pub(super) fn all(&self, name: &str) -> Vec<Node<'a, 'i>> {
        elements(self.node).filter(|child| child.has_tag_name(name)).collect()
    }

    /// The element with this name, if there is one.
    pub(super) fn maybe(&self, name: &str) -> Result<Option<Node<'a, 'i>>, InputError> {
        match self.all(name)[..] {
            [] => Ok(None),
            [node] => Ok(Some(node)),
            [_, second, ..] => Err(unknown(second, "only one")),
        }
    }

    /// The element with this name; it is an error if there is none.
    pub(super) fn one(&self, name: &str) -> Result<Node<'a, 'i>, InputError> {
        let missing = || InputError::expected(span(self.node), format!("<{name}>"), "none");
        self.maybe(name)?.ok_or_else(missing)
    }

    /// The element `<list>`, or the constraint itself if it has no elements.
    pub(super) fn list(&self) -> Result<Node<'a, 'i>, InputError> {
        match elements(self.node).next() {
            None => Ok(self.node),
            Some(_) => self.one("list"),
        }
    }
}
