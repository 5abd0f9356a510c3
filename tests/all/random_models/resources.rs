//! Random constraints on space, time and resources, each with its meaning.

use itertools::Itertools;

use super::Written;
use super::constraints::{some, written};
use super::expressions::{Condition, Expression, condition, natural, variable};
use crate::random_csp::Random;

pub(super) fn no_overlap(random: &mut Random, names: &[String]) -> Written {
    let origins = some(random, names, false);
    let lengths: Vec<Expression> = (0..origins.items.len())
        .map(|_| if random.below(4) == 0 { variable(random, names) } else { natural(random) })
        .collect();
    let ignored = random.below(2) == 0;
    let text = format!(
        "<noOverlap zeroIgnored=\"{ignored}\"><origins> {} </origins>\
         <lengths> {} </lengths></noOverlap>",
        origins.text,
        lengths.iter().map(|length| length.text.as_str()).join(" ")
    );
    written(text, move |values| {
        let origins = origins.values(values).unwrap();
        let lengths: Vec<i64> =
            lengths.iter().map(|length| (length.value)(values).unwrap()).collect();
        (0..origins.len()).array_combinations().all(|[a, b]| {
            ignored && (lengths[a] == 0 || lengths[b] == 0)
                || origins[a] + lengths[a] <= origins[b]
                || origins[b] + lengths[b] <= origins[a]
        })
    })
}

pub(super) fn cumulative(random: &mut Random, names: &[String]) -> Written {
    let origins = some(random, names, false);
    let tasks = origins.items.len();
    let numbers = |random: &mut Random| -> Vec<Expression> {
        let number = |random: &mut Random| match random.below(6) {
            0 => variable(random, names),
            _ => natural(random),
        };
        (0..tasks).map(|_| number(random)).collect()
    };
    let texts = |list: &[Expression]| list.iter().map(|one| one.text.as_str()).join(" ");
    let (lengths, heights) = (numbers(random), numbers(random));
    let ends: Vec<Expression> = match random.below(4) {
        0 => (0..tasks).map(|_| variable(random, names)).collect(),
        _ => Vec::new(),
    };
    let limit = match random.below(3) {
        0 => condition(random, names),
        form => {
            let limit = 1 + random.below(4) as i64;
            let (operator, more) = if form == 1 { ("le", 0) } else { ("lt", 1) };
            let text = format!("({operator},{})", limit + more);
            Condition { text, holds: Box::new(move |number, _| number <= limit) }
        }
    };
    let ends_text = match ends.is_empty() {
        true => String::new(),
        false => format!("<ends> {} </ends>", texts(&ends)),
    };
    let text = format!(
        "<cumulative><origins> {} </origins><lengths> {} </lengths>{ends_text}\
         <heights> {} </heights><condition> {} </condition></cumulative>",
        origins.text,
        texts(&lengths),
        texts(&heights),
        limit.text
    );
    written(text, move |values| {
        let origins = origins.values(values).unwrap();
        let of = |list: &[Expression]| -> Vec<i64> {
            list.iter().map(|one| (one.value)(values).unwrap()).collect()
        };
        let (lengths, heights, ends) = (of(&lengths), of(&heights), of(&ends));
        let end = |at: usize| origins[at] + lengths[at];
        let is_limited = (-20..40).all(|time| {
            let running: Vec<usize> =
                (0..origins.len()).filter(|&at| origins[at] <= time && time < end(at)).collect();
            running.is_empty() || (limit.holds)(running.iter().map(|&at| heights[at]).sum(), values)
        });
        is_limited && ends.iter().enumerate().all(|(at, last)| end(at) == *last)
    })
}

/// A flow with one or two arcs for each pair of nodes.
pub(super) fn flow(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, false);
    let (nodes, first) = (2 + random.below(2), random.below(2));
    let mut arcs: Vec<[usize; 2]> =
        list.items.iter().map(|_| [random.below(nodes), random.below(nodes)]).collect();
    (arcs[0], arcs[1]) = ([0, nodes - 1], [nodes - 1, 0]);
    let balance: Vec<i64> = (0..nodes).map(|_| random.below(5) as i64 - 2).collect();
    let cost = (random.below(2) == 0).then(|| condition(random, names));
    let weights: Vec<i64> = arcs.iter().map(|_| random.below(4) as i64).collect();
    let cost_text = cost.as_ref().map_or(String::new(), |cost| {
        let weights = weights.iter().join(" ");
        format!("<weights> {weights} </weights><condition> {} </condition>", cost.text)
    });
    let arc = |[from, to]: &[usize; 2]| format!("({},{})", from + first, to + first);
    let text = format!(
        "<flow><list> {} </list><balance> {} </balance><arcs> {} </arcs>{cost_text}</flow>",
        list.text,
        balance.iter().join(" "),
        arcs.iter().map(arc).join("")
    );
    written(text, move |values| {
        let flows = list.values(values).unwrap();
        let total = |end: usize, node: usize| -> i64 {
            let here = arcs.iter().zip(&flows).filter(|(arc, _)| arc[end] == node);
            here.map(|(_, flow)| flow).sum()
        };
        let price = weights.iter().zip(&flows).map(|(weight, flow)| weight * flow).sum();
        (0..nodes).all(|node| total(0, node) - total(1, node) == balance[node])
            && cost.as_ref().is_none_or(|cost| (cost.holds)(price, values))
    })
}

pub(super) fn bin_packing(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, false);
    let sizes: Vec<i64> = list.items.iter().map(|_| 1 + random.below(3) as i64).collect();
    let head = format!("<list> {} </list><sizes> {} </sizes>", list.text, sizes.iter().join(" "));
    let load = move |bins: &[i64], bin: i64| -> i64 {
        bins.iter().zip(&sizes).filter(|(at, _)| **at == bin).map(|(_, size)| size).sum()
    };
    let form = random.below(3);
    if form == 0 {
        let condition = condition(random, names);
        let tail = format!("<condition> {} </condition>", condition.text);
        return written(format!("<binPacking>{head}{tail}</binPacking>"), move |values| {
            let bins = list.values(values).unwrap();
            bins.iter().all(|&bin| (condition.holds)(load(&bins, bin), values))
        });
    }
    let element = if form == 1 { "limits" } else { "loads" };
    let bounds: Vec<Expression> = (0..1 + random.below(3))
        .map(|_| if random.below(2) == 0 { variable(random, names) } else { natural(random) })
        .collect();
    let texts = bounds.iter().map(|bound| bound.text.as_str()).join(" ");
    let text = format!("<binPacking>{head}<{element}> {texts} </{element}></binPacking>");
    written(text, move |values| {
        let bins = list.values(values).unwrap();
        let inside = bins.iter().all(|&bin| 0 <= bin && bin < bounds.len() as i64);
        let bounded = bounds.iter().enumerate().all(|(bin, bound)| {
            let (load, bound) = (load(&bins, bin as i64), (bound.value)(values).unwrap());
            if form == 1 { load <= bound } else { load == bound }
        });
        inside && bounded
    })
}

pub(super) fn knapsack(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, false);
    let numbers = |random: &mut Random| -> Vec<i64> {
        list.items.iter().map(|_| random.below(4) as i64).collect()
    };
    let (weights, profits) = (numbers(random), numbers(random));
    let conditions = [condition(random, names), condition(random, names)];
    let text = format!(
        "<knapsack><list> {} </list><weights> {} </weights><condition> {} </condition>\
         <profits> {} </profits><condition> {} </condition></knapsack>",
        list.text,
        weights.iter().join(" "),
        conditions[0].text,
        profits.iter().join(" "),
        conditions[1].text
    );
    written(text, move |values| {
        let items = list.values(values).unwrap();
        let total = |each: &[i64]| each.iter().zip(&items).map(|(a, b)| a * b).sum::<i64>();
        (conditions[0].holds)(total(&weights), values)
            && (conditions[1].holds)(total(&profits), values)
    })
}
