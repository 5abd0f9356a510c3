//! Every constraint of the format by its name, and readers for the most frequent ones.

use itertools::Itertools;
use roxmltree::Node;

use super::structure::{Parts, flag, integer};
use super::{Reader, elements, span};
use crate::{COMPARISONS, Comparison, Constraint, Expr, Operator, Rank};
use cnfetti_input::InputError;

pub(super) type Read = Result<Constraint, InputError>;

/// Reads an element.
type ReadElement = fn(&mut Reader<'_>, Node<'_, '_>) -> Read;

/// Every element that is a constraint.
const CONSTRAINTS: &[(&str, ReadElement)] = &[
    ("intension", |reader, node| reader.intension(node)),
    ("extension", |reader, node| reader.extension(node)),
    ("regular", |reader, node| reader.regular(node)),
    ("mdd", |reader, node| reader.mdd(node)),
    ("allDifferent", |reader, node| reader.all_different(node)),
    ("allEqual", |reader, node| reader.all_equal(node)),
    ("ordered", |reader, node| reader.ordered(node)),
    ("lex", |reader, node| reader.lex(node)),
    ("precedence", |reader, node| reader.precedence(node)),
    ("sum", |reader, node| reader.sum(node)),
    ("count", |reader, node| reader.count(node)),
    ("nValues", |reader, node| reader.distinct_count(node)),
    ("cardinality", |reader, node| reader.cardinality(node)),
    ("maximum", |reader, node| reader.extreme(node)),
    ("minimum", |reader, node| reader.extreme(node)),
    ("maximumArg", |reader, node| reader.extreme_arg(node)),
    ("minimumArg", |reader, node| reader.extreme_arg(node)),
    ("element", |reader, node| reader.element(node)),
    ("channel", |reader, node| reader.channel(node)),
    ("noOverlap", |reader, node| reader.no_overlap(node)),
    ("cumulative", |reader, node| reader.cumulative(node)),
    ("binPacking", |reader, node| reader.bin_packing(node)),
    ("knapsack", |reader, node| reader.knapsack(node)),
    ("flow", |reader, node| reader.flow(node)),
    ("circuit", |reader, node| reader.circuit(node)),
    ("instantiation", |reader, node| reader.instantiation(node)),
    ("clause", |reader, node| reader.clause(node)),
];

/// Attributes that do not change the meaning.
const IGNORED: [&str; 3] = ["id", "class", "note"];

/// All other supported attributes, with the elements that can have them.
const ATTRIBUTES: &[(&str, &[&str])] = &[
    ("startIndex", &["list", "limits", "loads", "circuit"]),
    ("startRowIndex", &["matrix"]),
    ("startColIndex", &["matrix"]),
    ("rank", &["index", "maximumArg", "minimumArg"]),
    ("zeroIgnored", &["noOverlap"]),
    ("case", &["ordered", "lex"]),
    ("closed", &["values"]),
    ("covered", &["values"]),
];

impl Reader<'_> {
    pub(super) fn read_constraint(&mut self, node: Node<'_, '_>) -> Read {
        let name = node.tag_name().name();
        for element in [node].into_iter().chain(elements(node)) {
            require_known_attributes(element)?;
        }
        match CONSTRAINTS.iter().find(|(row, _)| *row == name) {
            Some((_, read)) => read(self, node),
            None => {
                let names: Vec<&str> = CONSTRAINTS.iter().map(|(name, _)| *name).collect();
                let found = format!("<{name}>");
                Err(InputError::expected(span(node), "a constraint of XCSP3-core", found)
                    .help(format!("supported: {}", names.join(", "))))
            }
        }
    }

    fn intension(&self, node: Node<'_, '_>) -> Read {
        let node = Parts::of(node, &["function"])?.maybe("function")?.unwrap_or(node);
        let mut texts = self.texts(node);
        let nothing = || InputError::expected(span(node), "an expression", "nothing");
        let mut text = texts.next().ok_or_else(nothing)?;
        let expr = text.expr(&self.names, &self.args)?;
        if text.more() {
            return Err(text.expected("nothing after the expression"));
        }
        Ok(Constraint::Intension(expr))
    }

    fn all_different(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "except", "matrix"])?;
        if let Some(matrix) = parts.maybe("matrix")? {
            let rows = self.matrix(matrix)?;
            let except = self.excepted(&parts, &rows[0])?;
            return Ok(Constraint::AllDifferentMatrix { rows, except });
        }
        match &parts.all("list")[..] {
            [_, _, ..] => {
                let lists = self.lists(&parts)?;
                let except = self.excepted_lists(&parts, &lists)?;
                Ok(Constraint::DifferentLists { lists, except })
            }
            _ => {
                let list = self.filled_list(parts.list()?)?;
                let except = self.excepted(&parts, &list)?;
                Ok(Constraint::AllDifferent { list, except })
            }
        }
    }

    /// Lists of equal length, at least one.
    fn lists(&self, parts: &Parts<'_, '_>) -> Result<Vec<Vec<Expr>>, InputError> {
        let mut lists: Vec<Vec<Expr>> = Vec::new();
        for node in parts.all("list") {
            let list = self.filled_list(node)?;
            if let Some(first) = lists.first().filter(|first| first.len() != list.len()) {
                let expected = format!("{} as in the first list", first.len());
                return Err(InputError::expected(span(node), expected, list.len().to_string()));
            }
            lists.push(list);
        }
        Ok(lists)
    }

    /// The excepted values, of the same type as the list.
    fn excepted(&self, parts: &Parts<'_, '_>, list: &[Expr]) -> Result<Vec<i64>, InputError> {
        let except = parts.maybe("except")?.map(|node| self.values(node, self.sort(list)));
        Ok(except.transpose()?.unwrap_or_default())
    }

    /// The excepted lists of values, of the same types as the lists.
    fn excepted_lists(
        &self,
        parts: &Parts<'_, '_>,
        lists: &[Vec<Expr>],
    ) -> Result<Vec<Vec<i64>>, InputError> {
        let sort = |at: usize| self.sort(lists[0].get(at..).unwrap_or_default());
        let except = parts.maybe("except")?.map(|node| self.tuples_of_values(node, sort));
        let mut except = except.transpose()?.unwrap_or_default();
        except.retain(|values| values.len() == lists[0].len());
        Ok(except)
    }

    fn all_equal(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "except"])?;
        if parts.all("list").len() > 1 {
            let lists = self.lists(&parts)?;
            let except = self.excepted_lists(&parts, &lists)?;
            return Ok(Constraint::Intension(equal_lists(&lists, &except)));
        }
        let list = self.filled_list(parts.list()?)?;
        let except = self.excepted(&parts, &list)?;
        Ok(Constraint::AllEqual { list, except })
    }

    fn ordered(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "lengths", "operator"])?;
        let relation = self.order(node, &parts)?;
        let list = self.filled_list(parts.list()?)?;
        let mut lengths = Vec::new();
        if let Some(node) = parts.maybe("lengths")? {
            lengths = self.list(node)?;
            // A length for the last item has no effect, but some files have it.
            lengths.truncate(list.len() - 1);
            require(node, "lengths between the items", list.len() - 1, lengths.len())?;
        }
        Ok(Constraint::Ordered { list, lengths, relation })
    }

    fn lex(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "matrix", "operator"])?;
        let relation = self.order(node, &parts)?;
        let Some(matrix) = parts.maybe("matrix")? else {
            let lists = self.lists(&parts)?;
            if lists.is_empty() {
                return Err(InputError::expected(span(node), "lists or a matrix", "none"));
            }
            return Ok(Constraint::Lex { lists, columns: false, relation });
        };
        Ok(Constraint::Lex { lists: self.matrix(matrix)?, columns: true, relation })
    }

    /// The operator of an ordering, given as an element or as the attribute `case`.
    fn order(&self, node: Node<'_, '_>, parts: &Parts<'_, '_>) -> Result<Comparison, InputError> {
        let operator = parts.maybe("operator")?;
        let name = match operator {
            Some(operator) => self.word(operator),
            None => match node.attribute("case") {
                Some("increasing") => "le",
                Some("strictlyIncreasing") => "lt",
                Some("decreasing") => "ge",
                Some("strictlyDecreasing") => "gt",
                _ => "",
            },
        };
        let row = COMPARISONS.iter().take(4).find(|(_, row, ..)| *row == name);
        row.map(|&(relation, ..)| relation).ok_or_else(|| {
            let place = span(operator.unwrap_or(node));
            InputError::expected(place, "the operator lt, le, ge or gt", format!("`{name}`"))
        })
    }

    fn precedence(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "values"])?;
        let list = self.filled_list(parts.list()?)?;
        let Some(listed) = parts.maybe("values")? else {
            let missing = || {
                let expected = "`<values>`, since the variables have too many values for all";
                InputError::expected(span(node), expected, "none")
            };
            let values = self.names.values_of(&list).ok_or_else(missing)?;
            return Ok(Constraint::Precedence { list, values, covered: false });
        };
        let (values, covered) =
            (self.values(listed, self.sort(&list))?, flag(listed, "covered", false)?);
        let mut sorted = values.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(InputError::expected(span(listed), "different values", "one twice"));
        }
        Ok(Constraint::Precedence { list, values, covered })
    }

    fn sum(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "coeffs", "condition"])?;
        let terms = self.filled_list(parts.one("list")?)?;
        let weights = match parts.maybe("coeffs")? {
            None => vec![Expr::Number(1); terms.len()],
            Some(node) => {
                let weights = self.list(node)?;
                require(node, "coefficients", terms.len(), weights.len())?;
                weights
            }
        };
        let condition = self.condition(parts.one("condition")?)?;
        Ok(Constraint::Sum { terms, weights, condition })
    }

    fn count(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "values", "condition"])?;
        Ok(Constraint::Count {
            list: self.filled_list(parts.one("list")?)?,
            values: self.list(parts.one("values")?)?,
            condition: self.condition(parts.one("condition")?)?,
        })
    }

    fn distinct_count(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "except", "condition"])?;
        let list = self.filled_list(parts.one("list")?)?;
        let except = self.excepted(&parts, &list)?;
        let condition = self.condition(parts.one("condition")?)?;
        Ok(Constraint::DistinctCount { list, except, condition })
    }

    fn instantiation(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list", "values"])?;
        let list = self.filled_list(parts.one("list")?)?;
        let node = parts.one("values")?;
        let values = self.list(node)?;
        require(node, "values", list.len(), values.len())?;
        let equal = |(first, second)| Expr::two(Operator::Eq, first, second);
        let all = list.into_iter().zip(values).map(equal).collect();
        Ok(Constraint::Intension(Expr::Apply(Operator::And, all)))
    }

    /// `x not(y)`: at least one of the literals.
    fn clause(&self, node: Node<'_, '_>) -> Read {
        let parts = Parts::of(node, &["list"])?;
        let literals = self.filled_list(parts.list()?)?;
        Ok(Constraint::Intension(Expr::Apply(Operator::Or, literals)))
    }
}

/// An unknown attribute could change the meaning of the constraint, so it is an error.
fn require_known_attributes(node: Node<'_, '_>) -> Result<(), InputError> {
    let element = node.tag_name().name();
    let is_read = |name: &str| {
        let mut rows = ATTRIBUTES.iter();
        IGNORED.contains(&name) || rows.any(|(row, at)| *row == name && at.contains(&element))
    };
    match node.attributes().find(|attribute| !is_read(attribute.name())) {
        None => Ok(()),
        Some(attribute) => {
            let message =
                format!("the attribute `{}` of <{element}> is not supported", attribute.name());
            Err(InputError::new(span(node), message))
        }
    }
}

/// The attribute `rank`.
pub(super) fn rank(node: Node<'_, '_>) -> Result<Rank, InputError> {
    match node.attribute("rank") {
        None | Some("any") => Ok(Rank::Any),
        Some("first") => Ok(Rank::First),
        Some("last") => Ok(Rank::Last),
        Some(other) => {
            let expected = "any, first or last for `rank`";
            Err(InputError::expected(span(node), expected, format!("`{other}`")))
        }
    }
}

/// The attribute `startIndex`.
pub(super) fn start_index(node: Node<'_, '_>) -> Result<i64, InputError> {
    integer(node, "startIndex", 0)
}

/// Returns an error if a list has another length.
pub(super) fn require(
    node: Node<'_, '_>,
    what: &str,
    expected: usize,
    found: usize,
) -> Result<(), InputError> {
    if expected == found {
        return Ok(());
    }
    Err(InputError::expected(span(node), format!("{expected} {what}"), found.to_string()))
}

/// Whether any two lists are equal, or one of them is excepted.
fn equal_lists(lists: &[Vec<Expr>], except: &[Vec<i64>]) -> Expr {
    if except.is_empty() {
        let place = |at: usize| lists.iter().map(|list| list[at].clone()).collect();
        let equal = (0..lists[0].len()).map(|at| Expr::Apply(Operator::Eq, place(at)));
        return Expr::Apply(Operator::And, equal.collect());
    }
    let equal = |one: &[Expr], other: &[Expr]| {
        let pairs = one.iter().zip(other);
        let equal = pairs.map(|(a, b)| Expr::two(Operator::Eq, a.clone(), b.clone()));
        Expr::Apply(Operator::And, equal.collect())
    };
    let except: Vec<Vec<Expr>> =
        except.iter().map(|values| values.iter().copied().map(Expr::Number).collect()).collect();
    let pairs = lists.iter().array_combinations().map(|[one, other]| {
        let excepted = [one, other].into_iter().cartesian_product(&except);
        let excepted = excepted.map(|(list, values)| equal(list, values));
        Expr::Apply(Operator::Or, [equal(one, other)].into_iter().chain(excepted).collect())
    });
    Expr::Apply(Operator::And, pairs.collect())
}
