//! Random constraints on several lists, each with its meaning.

use itertools::Itertools;

use super::Written;
use super::constraints::{List, list, order, written};
use super::expressions::{condition, natural, variable};
use crate::random_csp::Random;

/// Lists of the same length.
fn lists(random: &mut Random, names: &[String]) -> Vec<List> {
    let (rows, columns) = (2 + random.below(2), 1 + random.below(3));
    (0..rows).map(|_| list(random, names, columns, false)).collect()
}

fn values(lists: &[List], assigned: &[i64]) -> Vec<Vec<i64>> {
    lists.iter().filter_map(|list| list.values(assigned)).collect()
}

fn transposed(rows: &[Vec<i64>]) -> Vec<Vec<i64>> {
    (0..rows[0].len()).map(|column| rows.iter().map(|row| row[column]).collect()).collect()
}

/// Formats lists as `(x,y)(y,z)`.
fn matrix(lists: &[List]) -> String {
    lists.iter().map(|list| format!("({})", list.text.replace(' ', ","))).join("")
}

fn in_lists(lists: &[List]) -> String {
    lists.iter().map(|list| format!("<list> {} </list>", list.text)).join("")
}

pub(super) fn different_lists(random: &mut Random, names: &[String]) -> Written {
    let lists = lists(random, names);
    let width = lists[0].items.len();
    let except: Vec<Vec<i64>> = (0..random.below(3)).map(|at| vec![at as i64 - 1; width]).collect();
    let excepted = except.iter().map(|row| format!("({})", row.iter().join(","))).join("");
    let excepted = match except.is_empty() {
        true => String::new(),
        false => format!("<except> {excepted} </except>"),
    };
    let text = format!("<allDifferent>{}{excepted}</allDifferent>", in_lists(&lists));
    written(text, move |assigned| {
        let rows = values(&lists, assigned);
        rows.iter().array_combinations().all(|[a, b]| a != b || except.contains(a))
    })
}

pub(super) fn different_matrix(random: &mut Random, names: &[String]) -> Written {
    let lists = lists(random, names);
    let except: Vec<i64> = (0..random.below(3)).map(|at| at as i64).collect();
    let excepted = match except.is_empty() {
        true => String::new(),
        false => format!("<except> {} </except>", except.iter().join(" ")),
    };
    let text =
        format!("<allDifferent><matrix> {} </matrix>{excepted}</allDifferent>", matrix(&lists));
    written(text, move |assigned| {
        let rows = values(&lists, assigned);
        let columns = transposed(&rows);
        rows.iter()
            .chain(&columns)
            .all(|line| line.iter().array_combinations().all(|[a, b]| a != b || except.contains(a)))
    })
}

pub(super) fn equal_lists(random: &mut Random, names: &[String]) -> Written {
    let lists = lists(random, names);
    let text = format!("<allEqual>{}</allEqual>", in_lists(&lists));
    written(text, move |assigned| values(&lists, assigned).iter().all_equal())
}

pub(super) fn lex_matrix(random: &mut Random, names: &[String]) -> Written {
    let mut lists = lists(random, names);
    // A single column has nothing to compare with.
    if lists[0].items.len() == 1 {
        lists = vec![list(random, names, 2, false), list(random, names, 2, false)];
    }
    let (operator, holds) = order::<Vec<i64>>(random);
    let text = format!(
        "<lex><matrix> {} </matrix><operator> {operator} </operator></lex>",
        matrix(&lists)
    );
    written(text, move |assigned| {
        let rows = values(&lists, assigned);
        let columns = transposed(&rows);
        rows.windows(2).chain(columns.windows(2)).all(|pair| holds(&pair[0], &pair[1]))
    })
}

pub(super) fn element_matrix(random: &mut Random, names: &[String]) -> Written {
    let lists = lists(random, names);
    let index = [variable(random, names), variable(random, names)];
    let starts = [random.below(2) as i64, random.below(2) as i64];
    let condition = condition(random, names);
    let text = format!(
        "<element><matrix startRowIndex=\"{}\" startColIndex=\"{}\"> {} </matrix>\
         <index> {} {} </index><condition> {} </condition></element>",
        starts[0],
        starts[1],
        matrix(&lists),
        index[0].text,
        index[1].text,
        condition.text
    );
    written(text, move |assigned| {
        let rows = values(&lists, assigned);
        (0..rows.len()).cartesian_product(0..rows[0].len()).any(|(row, column)| {
            (index[0].value)(assigned) == Some(row as i64 + starts[0])
                && (index[1].value)(assigned) == Some(column as i64 + starts[1])
                && (condition.holds)(rows[row][column], assigned)
        })
    })
}

pub(super) fn boxes(random: &mut Random, names: &[String]) -> Written {
    let count = 2 + random.below(2);
    let origins: Vec<List> = (0..count).map(|_| list(random, names, 2, false)).collect();
    let length = |random: &mut Random| match random.below(5) {
        0 => variable(random, names),
        _ => natural(random),
    };
    let lengths: Vec<List> = (0..count)
        .map(|_| {
            let items = vec![length(random), length(random)];
            List { text: items.iter().map(|item| item.text.as_str()).join(" "), items }
        })
        .collect();
    let ignored = random.below(2) == 0;
    let text = format!(
        "<noOverlap zeroIgnored=\"{ignored}\"><origins> {} </origins>\
         <lengths> {} </lengths></noOverlap>",
        matrix(&origins),
        matrix(&lengths)
    );
    written(text, move |assigned| {
        let (origins, lengths) = (values(&origins, assigned), values(&lengths, assigned));
        (0..origins.len()).array_combinations().all(|[a, b]| {
            let is_apart = |axis: usize| {
                origins[a][axis] + lengths[a][axis] <= origins[b][axis]
                    || origins[b][axis] + lengths[b][axis] <= origins[a][axis]
            };
            let is_ignored = |at: usize| ignored && lengths[at].contains(&0);
            is_ignored(a) || is_ignored(b) || is_apart(0) || is_apart(1)
        })
    })
}
