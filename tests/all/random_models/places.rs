//! Random constraints on places in lists, each with its meaning.

use itertools::Itertools;

use super::Written;
use super::constraints::{List, list, some, written};
use super::expressions::{Expression, condition, number, variable};
use crate::random_csp::Random;

/// Which of several places is meant: any, the first or the last.
pub(super) fn rank(random: &mut Random) -> &'static str {
    ["any", "first", "last"][random.below(3)]
}

pub(super) fn extreme(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, true);
    let condition = condition(random, names);
    let largest = random.below(2) == 0;
    let element = if largest { "maximum" } else { "minimum" };
    let text = format!(
        "<{element}><list> {} </list><condition> {} </condition></{element}>",
        list.text, condition.text
    );
    written(text, move |values| {
        let Some(mut items) = list.values(values) else { return false };
        items.sort_unstable();
        let extreme = if largest { items[items.len() - 1] } else { items[0] };
        (condition.holds)(extreme, values)
    })
}

pub(super) fn extreme_arg(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, true);
    let condition = condition(random, names);
    let (largest, rank, start) = (random.below(2) == 0, rank(random), random.below(2) as i64);
    let element = if largest { "maximumArg" } else { "minimumArg" };
    let text = format!(
        "<{element} rank=\"{rank}\"><list startIndex=\"{start}\"> {} </list>\
         <condition> {} </condition></{element}>",
        list.text, condition.text
    );
    written(text, move |values| {
        let Some(items) = list.values(values) else { return false };
        let best = items.iter().map(|item| if largest { *item } else { -item }).max().unwrap();
        let best = if largest { best } else { -best };
        let mut places: Vec<i64> =
            items.iter().positions(|item| *item == best).map(|at| at as i64 + start).collect();
        match rank {
            "first" => places.truncate(1),
            "last" => places = places.split_off(places.len() - 1),
            _ => {}
        }
        places.into_iter().any(|place| (condition.holds)(place, values))
    })
}

pub(super) fn element(random: &mut Random, names: &[String]) -> Written {
    let list = if random.below(2) == 0 {
        some(random, names, true)
    } else {
        let items: Vec<Expression> = (0..4).map(|_| number(random)).collect();
        List { text: items.iter().map(|item| item.text.as_str()).join(" "), items }
    };
    let (index, condition) = (variable(random, names), condition(random, names));
    let (rank, start) = (rank(random), random.below(3) as i64 - 1);
    let text = format!(
        "<element><list startIndex=\"{start}\"> {} </list><index rank=\"{rank}\"> {} </index>\
         <condition> {} </condition></element>",
        list.text, index.text, condition.text
    );
    written(text, move |values| {
        let Some(items) = list.values(values) else { return false };
        let fitting: Vec<i64> = items
            .iter()
            .positions(|item| (condition.holds)(*item, values))
            .map(|at| at as i64 + start)
            .collect();
        let index = (index.value)(values).unwrap();
        match rank {
            "first" => fitting.first() == Some(&index),
            "last" => fitting.last() == Some(&index),
            _ => fitting.contains(&index),
        }
    })
}

pub(super) fn channel(random: &mut Random, names: &[String]) -> Written {
    let length = 2 + random.below(2);
    let longer = length + random.below(2);
    let (one, other) = (list(random, names, length, false), list(random, names, longer, false));
    let start = random.below(2) as i64;
    let text = format!(
        "<channel><list> {} </list><list startIndex=\"{start}\"> {} </list></channel>",
        one.text, other.text
    );
    written(text, move |values| {
        let (one, other) = (one.values(values).unwrap(), other.values(values).unwrap());
        let forth = (0..one.len()).all(|at| {
            (0..other.len()).any(|back| one[at] == back as i64 + start && other[back] == at as i64)
        });
        let back = (0..other.len()).all(|at| {
            (0..one.len()).any(|back| other[at] == back as i64 && one[back] == at as i64 + start)
        });
        forth && (back || one.len() < other.len())
    })
}

pub(super) fn channel_value(random: &mut Random, names: &[String]) -> Written {
    let (list, value) = (some(random, names, false), variable(random, names));
    let start = random.below(3) as i64 - 1;
    let text = format!(
        "<channel><list startIndex=\"{start}\"> {} </list><value> {} </value></channel>",
        list.text, value.text
    );
    written(text, move |values| {
        let (list, value) = (list.values(values).unwrap(), (value.value)(values).unwrap());
        let zeros = list.iter().filter(|item| **item == 0).count();
        let at = usize::try_from(value - start);
        zeros + 1 == list.len() && at.is_ok_and(|at| list.get(at) == Some(&1))
    })
}

pub(super) fn circuit(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, false);
    let size = (random.below(3) == 0).then(|| 2 + random.below(2) as i64);
    let size_text = size.map_or(String::new(), |size| format!("<size> {size} </size>"));
    let start = random.below(2) as i64;
    let text = match random.below(2) {
        0 => format!("<circuit startIndex=\"{start}\"><list> {} </list>", list.text),
        _ => format!("<circuit><list startIndex=\"{start}\"> {} </list>", list.text),
    };
    written(format!("{text}{size_text}</circuit>"), move |values| {
        let next = list.values(values).unwrap();
        let next: Vec<i64> = next.into_iter().map(|next| next - start).collect();
        let inside = next.iter().all(|&to| 0 <= to && to < next.len() as i64);
        let leaving: Vec<usize> = (0..next.len()).filter(|&at| next[at] != at as i64).collect();
        // All that leave are met exactly once on the way from the first of them.
        inside && leaving.len() > 1 && size.is_none_or(|size| leaving.len() as i64 == size) && {
            let mut met = vec![leaving[0]];
            for _ in 1..leaving.len() {
                met.push(next[met[met.len() - 1]] as usize);
            }
            let back = next[met[met.len() - 1]] as usize == leaving[0];
            back && met.iter().all_unique()
        }
    })
}

pub(super) fn regular(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, false);
    let states = 2 + random.below(2);
    let mut steps: Vec<(usize, i64, usize)> = Vec::new();
    for from in 0..states {
        for letter in -1..3 {
            if random.below(4) > 0 {
                steps.push((from, letter, random.below(states)));
            }
        }
    }
    steps.push((0, 3, 0));
    let last = random.below(states);
    let text = format!(
        "<regular><list> {} </list><transitions> {} </transitions><start> q0 </start>\
         <final> q{last} </final></regular>",
        list.text,
        steps.iter().map(|(from, by, to)| format!("(q{from},{by},q{to})")).join("")
    );
    written(text, move |values| {
        let mut state = 0;
        for letter in list.values(values).unwrap() {
            match steps.iter().find(|(from, by, _)| *from == state && *by == letter) {
                Some(&(_, _, to)) => state = to,
                None => return false,
            }
        }
        state == last
    })
}

/// Some item meets the condition.
pub(super) fn member(random: &mut Random, names: &[String]) -> Written {
    let (list, condition) = (some(random, names, true), condition(random, names));
    let text = format!(
        "<element><list> {} </list><condition> {} </condition></element>",
        list.text, condition.text
    );
    written(text, move |values| {
        let Some(items) = list.values(values) else { return false };
        items.into_iter().any(|item| (condition.holds)(item, values))
    })
}

/// A diagram from `r` to `t`, with two nodes between any two places.
pub(super) fn mdd(random: &mut Random, names: &[String]) -> Written {
    let list = some(random, names, false);
    let places = list.items.len();
    let mut steps: Vec<(String, i64, String)> = Vec::new();
    let node = |place: usize, at: usize| match place {
        0 => "r".to_owned(),
        _ if place == places => "t".to_owned(),
        _ => format!("n{place}_{at}"),
    };
    for place in 0..places {
        for at in 0..if place == 0 { 1 } else { 2 } {
            let next = if place + 1 == places { 1 } else { 2 };
            // Each node can be reached, and leads on.
            for (to, letter) in (0..next).zip([0, 1]) {
                steps.push((node(place, at), letter, node(place + 1, to)));
            }
            for letter in [-1, 2] {
                if random.below(2) == 0 {
                    steps.push((node(place, at), letter, node(place + 1, random.below(next))));
                }
            }
        }
    }
    let shown = steps.iter().map(|(from, by, to)| format!("({from},{by},{to})")).join("");
    let text =
        format!("<mdd><list> {} </list><transitions> {shown} </transitions></mdd>", list.text);
    written(text, move |values| {
        let mut at = "r".to_owned();
        list.values(values).unwrap().into_iter().all(|letter| {
            match steps.iter().find(|(from, by, _)| *from == at && *by == letter) {
                Some((_, _, to)) => {
                    at.clone_from(to);
                    true
                }
                None => false,
            }
        })
    })
}
