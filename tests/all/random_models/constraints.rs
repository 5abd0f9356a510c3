//! Random constraints of every element, each with its meaning.

use itertools::Itertools;

use super::Written;
use super::expressions::{
    Expression, Fits, condition, constant, expression, item, logical, number, numbered, variable,
};
use super::{matrices, places, resources};
use crate::random_csp::Random;

/// A function that draws a constraint over variables with these names.
type Maker = fn(&mut Random, &[String]) -> Written;

const MAKERS: &[Maker] = &[
    intension,
    intension,
    intension,
    statement,
    statement,
    statement,
    extension,
    extension,
    all_different,
    all_equal,
    ordered,
    lex,
    precedence,
    sum,
    sum,
    count,
    distinct_count,
    cardinality,
    places::extreme,
    places::extreme_arg,
    places::element,
    places::channel,
    places::channel_value,
    resources::no_overlap,
    resources::cumulative,
    resources::bin_packing,
    resources::knapsack,
    resources::flow,
    matrices::different_lists,
    matrices::different_matrix,
    matrices::equal_lists,
    matrices::lex_matrix,
    matrices::element_matrix,
    matrices::boxes,
    clause,
    places::member,
    places::mdd,
    places::circuit,
    instantiation,
    places::regular,
];

pub(crate) fn random(random: &mut Random, names: &[String]) -> Written {
    MAKERS[random.below(MAKERS.len())](random, names)
}

pub(super) fn written(text: String, holds: impl Fn(&[i64]) -> bool + 'static) -> Written {
    Written { text, holds: Box::new(holds) }
}

/// Items and their text. An item without a value makes every constraint false.
pub(super) struct List {
    pub(super) text: String,
    pub(super) items: Vec<Expression>,
}

impl List {
    pub(super) fn values(&self, values: &[i64]) -> Option<Vec<i64>> {
        self.items.iter().map(|item| (item.value)(values)).collect()
    }
}

pub(super) fn list(random: &mut Random, names: &[String], length: usize, any: bool) -> List {
    let make = if any { item } else { variable };
    let items: Vec<Expression> = (0..length).map(|_| make(random, names)).collect();
    let text = items.iter().map(|item| item.text.as_str()).join(" ");
    List { text, items }
}

/// A list of some length with repeated variables, or of different variables.
pub(super) fn some(random: &mut Random, names: &[String], any: bool) -> List {
    let length = 2 + random.below(3);
    if length > names.len() || random.below(2) == 0 {
        return list(random, names, length, any);
    }
    let mut left: Vec<usize> = (0..names.len()).collect();
    let items = (0..length).map(|_| numbered(names, left.swap_remove(random.below(left.len()))));
    let items: Vec<Expression> = items.collect();
    let text = items.iter().map(|item| item.text.as_str()).join(" ");
    List { text, items }
}

fn intension(random: &mut Random, names: &[String]) -> Written {
    let depth = 1 + random.below(3);
    let Expression { text, value } = expression(random, names, depth);
    written(format!("<intension> {text} </intension>"), move |values| {
        value(values).is_some_and(|value| value != 0)
    })
}

/// An expression over several variables, as a constraint.
fn statement(random: &mut Random, names: &[String]) -> Written {
    let depth = 1 + random.below(2);
    let Expression { text, value } = logical(random, names, depth);
    written(format!("<intension> {text} </intension>"), move |values| {
        value(values).is_some_and(|value| value != 0)
    })
}

fn extension(random: &mut Random, names: &[String]) -> Written {
    let arity = 1 + random.below(3);
    let scope = list(random, names, arity, false);
    let cell = |random: &mut Random| (random.below(4) > 0).then(|| random.below(6) as i64 - 3);
    let rows: Vec<Vec<Option<i64>>> =
        (0..1 + random.below(8)).map(|_| (0..arity).map(|_| cell(random)).collect()).collect();
    let shown = |cell: &Option<i64>| cell.map_or("*".to_owned(), |value| value.to_string());
    let shown_rows = rows.iter().map(|row| match &row[..] {
        [single] => format!("{} ", shown(single)),
        _ => format!("({})", row.iter().map(shown).join(",")),
    });
    let positive = random.below(2) == 0;
    let element = if positive { "supports" } else { "conflicts" };
    let text = format!(
        "<extension><list> {} </list><{element}> {}</{element}></extension>",
        scope.text,
        shown_rows.collect::<String>(),
    );
    written(text, move |values| {
        let values = scope.values(values).unwrap();
        let fits = |row: &Vec<Option<i64>>| {
            row.iter().zip(&values).all(|(cell, value)| cell.is_none() || *cell == Some(*value))
        };
        rows.iter().any(fits) == positive
    })
}

fn all_different(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, true);
    let except: Vec<i64> = (0..random.below(3)).map(|at| at as i64 * 2 - 1).collect();
    let text = match except.is_empty() {
        true => format!("<allDifferent> {} </allDifferent>", list.text),
        false => format!(
            "<allDifferent><list> {} </list><except> {} </except></allDifferent>",
            list.text,
            except.iter().join(" ")
        ),
    };
    written(text, move |values| {
        let Some(values) = list.values(values) else { return false };
        (0..values.len())
            .all(|at| except.contains(&values[at]) || !values[..at].contains(&values[at]))
    })
}

fn all_equal(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, true);
    let except: Vec<i64> = (0..random.below(3)).map(|at| at as i64).collect();
    let text = match except.is_empty() {
        true => format!("<allEqual> {} </allEqual>", list.text),
        false => format!(
            "<allEqual><list> {} </list><except> {} </except></allEqual>",
            list.text,
            except.iter().join(" ")
        ),
    };
    written(text, move |values| {
        let Some(values) = list.values(values) else { return false };
        values.iter().filter(|value| !except.contains(value)).all_equal()
    })
}

fn clause(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, false);
    let signs: Vec<bool> = list.items.iter().map(|_| random.below(2) == 0).collect();
    let literals = list.items.iter().zip(&signs).map(|(item, &sign)| match sign {
        true => item.text.clone(),
        false => format!("not({})", item.text),
    });
    let text = format!("<clause> {} </clause>", literals.collect::<Vec<_>>().join(" "));
    written(text, move |values| {
        list.values(values).unwrap().iter().zip(&signs).any(|(value, &sign)| (*value != 0) == sign)
    })
}

/// An order's operator, and its meaning.
pub(super) fn order<T: Ord>(random: &mut Random) -> (&'static str, fn(&T, &T) -> bool) {
    match random.below(4) {
        0 => ("lt", |a, b| a < b),
        1 => ("le", |a, b| a <= b),
        2 => ("ge", |a, b| a >= b),
        _ => ("gt", |a, b| a > b),
    }
}

fn ordered(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, true);
    let lengths: Vec<i64> = (1..list.items.len()).map(|_| random.below(3) as i64).collect();
    let with_lengths = random.below(2) == 0;
    let (operator, holds) = order::<i64>(random);
    let lengths_text = match with_lengths {
        true => format!("<lengths> {} </lengths>", lengths.iter().join(" ")),
        false => String::new(),
    };
    let text = format!(
        "<ordered><list> {} </list>{lengths_text}<operator> {operator} </operator></ordered>",
        list.text
    );
    written(text, move |values| {
        let Some(values) = list.values(values) else { return false };
        (1..values.len()).all(|at| {
            let length = if with_lengths { lengths[at - 1] } else { 0 };
            holds(&(values[at - 1] + length), &values[at])
        })
    })
}

fn lex(random: &mut Random, names: &[String]) -> Written {
    let length = 1 + random.below(3);
    let lists: Vec<List> =
        (0..2 + random.below(2)).map(|_| list(random, names, length, false)).collect();
    let (operator, holds) = order::<Vec<i64>>(random);
    let texts = lists.iter().map(|list| format!("<list> {} </list>", list.text)).join("");
    let text = format!("<lex>{texts}<operator> {operator} </operator></lex>");
    written(text, move |values| {
        let lists: Vec<Vec<i64>> = lists.iter().filter_map(|list| list.values(values)).collect();
        lists.windows(2).all(|pair| holds(&pair[0], &pair[1]))
    })
}

fn precedence(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, false);
    let mut values: Vec<i64> = vec![1, 0, 2, -1];
    values.truncate(2 + random.below(3));
    let covered = random.below(3) == 0;
    let text = format!(
        "<precedence><list> {} </list><values covered=\"{covered}\"> {} </values></precedence>",
        list.text,
        values.iter().join(" ")
    );
    written(text, move |assigned| {
        let list = list.values(assigned).unwrap();
        let mut next = 0;
        for value in &list {
            match values.iter().position(|listed| listed == value) {
                Some(at) if at > next => return false,
                Some(at) if at == next => next += 1,
                _ => {}
            }
        }
        !covered || next == values.len()
    })
}

fn sum(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, true);
    let condition = condition(random, names);
    let weights: Vec<Expression> = (0..list.items.len())
        .map(|_| if random.below(5) == 0 { variable(random, names) } else { number(random) })
        .collect();
    let text = format!(
        "<sum><list> {} </list><coeffs> {} </coeffs><condition> {} </condition></sum>",
        list.text,
        weights.iter().map(|weight| weight.text.as_str()).join(" "),
        condition.text
    );
    written(text, move |values| {
        let Some(items) = list.values(values) else { return false };
        let products =
            weights.iter().zip(items).map(|(weight, item)| (weight.value)(values).unwrap() * item);
        (condition.holds)(products.sum(), values)
    })
}

fn count(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, true);
    let values: Vec<Expression> = match random.below(3) {
        0 => (0..1 + random.below(2)).map(|_| variable(random, names)).collect(),
        _ => (0..1 + random.below(2)).map(|_| number(random)).collect(),
    };
    let condition = condition(random, names);
    let text = format!(
        "<count><list> {} </list><values> {} </values><condition> {} </condition></count>",
        list.text,
        values.iter().map(|value| value.text.as_str()).join(" "),
        condition.text
    );
    written(text, move |assigned| {
        let Some(items) = list.values(assigned) else { return false };
        let values: Vec<i64> = values.iter().filter_map(|value| (value.value)(assigned)).collect();
        let number = items.iter().filter(|item| values.contains(item)).count();
        (condition.holds)(number as i64, assigned)
    })
}

fn distinct_count(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, true);
    let except: Vec<i64> = (0..random.below(3)).map(|at| at as i64).collect();
    let condition = condition(random, names);
    let excepted = match except.is_empty() {
        true => String::new(),
        false => format!("<except> {} </except>", except.iter().join(" ")),
    };
    let text = format!(
        "<nValues><list> {} </list>{excepted}<condition> {} </condition></nValues>",
        list.text, condition.text
    );
    written(text, move |values| {
        let Some(items) = list.values(values) else { return false };
        let number = items.iter().filter(|item| !except.contains(item)).unique().count();
        (condition.holds)(number as i64, values)
    })
}

fn cardinality(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, false);
    let mut values: Vec<Expression> = Vec::new();
    for value in &[0, 1, -1][..1 + random.below(3)] {
        values.push(match random.below(4) {
            0 => variable(random, names),
            _ => constant(*value),
        });
    }
    let closed = random.below(3) == 0;
    let mut texts: Vec<String> = Vec::new();
    let mut checks: Vec<Fits> = Vec::new();
    for _ in &values {
        match random.below(3) {
            0 => {
                let (low, high) = (random.below(2) as i64, 1 + random.below(2) as i64);
                texts.push(format!("{low}..{high}"));
                checks.push(Box::new(move |number, _| low <= number && number <= high));
            }
            form => {
                let other = if form == 1 { variable(random, names) } else { number(random) };
                texts.push(other.text);
                checks.push(Box::new(move |number, values| (other.value)(values) == Some(number)));
            }
        }
    }
    let text = format!(
        "<cardinality><list> {} </list><values closed=\"{closed}\"> {} </values>\
         <occurs> {} </occurs></cardinality>",
        list.text,
        values.iter().map(|value| value.text.as_str()).join(" "),
        texts.join(" ")
    );
    written(text, move |assigned| {
        let list = list.values(assigned).unwrap();
        let values: Vec<i64> = values.iter().filter_map(|value| (value.value)(assigned)).collect();
        let occur = values.iter().zip(&checks).all(|(value, check)| {
            check(list.iter().filter(|item| *item == value).count() as i64, assigned)
        });
        occur && (!closed || list.iter().all(|item| values.contains(item)))
    })
}

fn instantiation(random: &mut Random, names: &[String]) -> Written {
    let list = list(random, names, 1, false);
    let value = random.below(4) as i64 - 1;
    let text = format!(
        "<instantiation><list> {} </list><values> {value} </values></instantiation>",
        list.text
    );
    written(text, move |values| list.values(values).unwrap() == [value])
}
