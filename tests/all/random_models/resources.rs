//! Random constraints on room, time and resources, each with what it means.

use itertools::Itertools;

use super::Written;
use super::constraints::{some, written};
use super::expressions::{Expression, condition, variable};
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

pub(super) fn natural(random: &mut Random) -> Expression {
    let number = random.below(4) as i64;
    Expression { text: number.to_string(), value: Box::new(move |_| Some(number)) }
}

pub(super) fn cumulative(random: &mut Random, names: &[String]) -> Written {
    let origins = some(random, names, false);
    let tasks = origins.items.len();
    let numbers =
        |random: &mut Random| -> Vec<i64> { (0..tasks).map(|_| random.below(4) as i64).collect() };
    let (lengths, heights, limit) = (numbers(random), numbers(random), 1 + random.below(4) as i64);
    let text = format!(
        "<cumulative><origins> {} </origins><lengths> {} </lengths><heights> {} </heights>\
         <condition> (le,{limit}) </condition></cumulative>",
        origins.text,
        lengths.iter().join(" "),
        heights.iter().join(" ")
    );
    written(text, move |values| {
        let origins = origins.values(values).unwrap();
        (-10..20).all(|time| {
            let running = (0..origins.len())
                .filter(|&at| origins[at] <= time && time < origins[at] + lengths[at]);
            running.map(|at| heights[at]).sum::<i64>() <= limit
        })
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
