//! The JSON of an explanation is self-contained: a step's conclusions follow from the constraints and facts
//! that it lists, and each fact is known at the start, concluded by an earlier step, or seen by the
//! constraints that are listed for that. The checker here reads only the JSON, and searches by itself.

use std::collections::BTreeMap;
use std::path::Path;

use itertools::Itertools;
use serde_json::Value as Json;

use crate::cli_proofs::cnfetti;

/// The variables' places among [`Values`], by name.
type Places = BTreeMap<String, usize>;

/// The possible values of each variable.
type Values = Vec<Vec<i64>>;

/// A constraint, parsed from its description.
enum Rule {
    Sum {
        scope: Vec<usize>,
        relation: String,
        bound: i64,
    },
    Cardinality {
        scope: Vec<usize>,
        counts: Vec<(i64, String, i64)>,
    },
    Different(Vec<usize>),
    Equal(Vec<usize>),
    /// Exactly one of these holds, and the first variable has that one's value.
    Selection {
        result: usize,
        choices: Vec<(usize, i64, i64)>,
    },
}

fn compare(left: i64, relation: &str, right: i64) -> bool {
    match relation {
        "=" => left == right,
        "<=" => left <= right,
        ">=" => left >= right,
        other => panic!("no relation: {other}"),
    }
}

impl Rule {
    fn read(text: &str, places: &Places) -> Rule {
        let all = |list: &str| list.split(", ").map(|name| places[name]).collect_vec();
        let inside = |name: &str| text.strip_prefix(name).and_then(|rest| rest.strip_prefix('('));
        if let Some((result, choices)) = text.split_once(" = ExactlyOne(") {
            let choices = choices.strip_suffix(')').unwrap().split(", ").map(|choice| {
                let (atom, value) = choice.rsplit_once(": ").unwrap();
                let (name, when) = atom.rsplit_once('=').unwrap();
                (places[name], when.parse().unwrap(), value.parse().unwrap())
            });
            return Rule::Selection { result: places[result], choices: choices.collect() };
        }
        if let Some(rest) = inside("Linear") {
            let (scope, condition) = rest.rsplit_once(") ").unwrap();
            let (relation, bound) = condition.split_once(' ').unwrap();
            let scope = scope.split(" + ").map(|name| places[name]).collect();
            return Rule::Sum {
                scope,
                relation: relation.to_owned(),
                bound: bound.parse().unwrap(),
            };
        }
        if let Some(rest) = inside("Cardinality") {
            let (scope, counts) = rest.strip_suffix(')').unwrap().split_once("; ").unwrap();
            let counts = counts.split(", ").map(|count| {
                let (value, relation, count) = count.split(' ').collect_tuple().unwrap();
                let value = value.strip_prefix('#').unwrap().parse().unwrap();
                (value, relation.to_owned(), count.parse().unwrap())
            });
            return Rule::Cardinality { scope: all(scope), counts: counts.collect() };
        }
        let list = |name: &str| inside(name).and_then(|rest| rest.strip_suffix(')')).map(all);
        if let Some(scope) = list("AllEqual") {
            return Rule::Equal(scope);
        }
        Rule::Different(list("AllDifferent").unwrap_or_else(|| panic!("not known: {text}")))
    }

    fn scope(&self) -> Vec<usize> {
        match self {
            Rule::Sum { scope, .. }
            | Rule::Cardinality { scope, .. }
            | Rule::Different(scope)
            | Rule::Equal(scope) => scope.clone(),
            Rule::Selection { result, choices } => {
                choices.iter().map(|(place, ..)| *place).chain([*result]).unique().collect()
            }
        }
    }

    /// Whether it can hold; exact once each variable has one value.
    fn may_hold(&self, values: &Values) -> bool {
        let of = |&place: &usize| &values[place][..];
        match self {
            Rule::Sum { scope, relation, bound } => {
                let least: i64 = scope.iter().map(|name| of(name)[0]).sum();
                let most: i64 = scope.iter().map(|name| *of(name).last().unwrap()).sum();
                (relation == ">=" || compare(least, "<=", *bound))
                    && (relation == "<=" || compare(most, ">=", *bound))
            }
            Rule::Cardinality { scope, counts } => counts.iter().all(|(value, relation, count)| {
                let are = scope.iter().filter(|name| of(name) == [*value]).count() as i64;
                let can_be = scope.iter().filter(|name| of(name).contains(value)).count() as i64;
                (relation == ">=" || are <= *count) && (relation == "<=" || can_be >= *count)
            }),
            Rule::Different(scope) => {
                let decided = scope.iter().filter(|name| of(name).len() == 1);
                decided.map(|name| of(name)[0]).all_unique()
                    && scope.iter().flat_map(of).unique().count() >= scope.len()
            }
            Rule::Equal(scope) => {
                of(&scope[0]).iter().any(|value| scope.iter().all(|name| of(name).contains(value)))
            }
            Rule::Selection { result, choices } => {
                let mut sure = choices.iter().filter(|(name, when, _)| of(name) == [*when]);
                match (sure.next(), sure.next()) {
                    (Some(_), Some(_)) => false,
                    (Some((.., value)), None) => of(result).contains(value),
                    _ => choices.iter().any(|(name, when, value)| {
                        of(name).contains(when) && of(result).contains(value)
                    }),
                }
            }
        }
    }
}

/// Removes values that some constraint by itself does not allow. False if a variable has none left.
fn filter(rules: &[Rule], values: &mut Values) -> bool {
    loop {
        let before: usize = values.iter().map(Vec::len).sum();
        for rule in rules {
            for place in rule.scope() {
                let all = std::mem::take(&mut values[place]);
                let left = all.into_iter().filter(|&value| {
                    values[place] = vec![value];
                    rule.may_hold(values)
                });
                values[place] = left.collect_vec();
                if values[place].is_empty() {
                    return false;
                }
            }
        }
        if values.iter().map(Vec::len).sum::<usize>() == before {
            return true;
        }
    }
}

/// Whether some assignment of these values obeys the constraints.
fn can_hold(rules: &[Rule], mut values: Values) -> bool {
    if !filter(rules, &mut values) {
        return false;
    }
    let open = rules.iter().flat_map(Rule::scope).filter(|&place| values[place].len() > 1);
    let Some(place) = open.min_by_key(|&place| values[place].len()) else { return true };
    values[place].clone().into_iter().any(|value| {
        let mut values = values.clone();
        values[place] = vec![value];
        can_hold(rules, values)
    })
}

/// The remaining values that a fact rules out.
fn gone(fact: &Json, left: &[i64]) -> Vec<i64> {
    let none = fact["is_none_of"].as_array();
    let is_gone = |value: &i64| match none {
        Some(none) => none.iter().any(|gone| gone.as_i64() == Some(*value)),
        None => fact["is"].as_i64().unwrap() != *value,
    };
    left.iter().copied().filter(is_gone).collect()
}

/// Which variable a fact is about.
fn place(fact: &Json, places: &Places) -> usize {
    places[fact["cell"].as_str().unwrap()]
}

fn learn(values: &mut Values, fact: &Json, places: &Places) {
    let left = &mut values[place(fact, places)];
    let gone = gone(fact, left);
    left.retain(|value| !gone.contains(value));
}

/// Whether a fact follows: none of the values that it rules out is possible.
fn follows(rules: &[Rule], values: &Values, fact: &Json, places: &Places) -> bool {
    let place = place(fact, places);
    gone(fact, &values[place]).into_iter().all(|value| {
        let mut with = values.clone();
        with[place] = vec![value];
        !can_hold(rules, with)
    })
}

fn list<'a>(json: &'a Json, key: &str) -> &'a [Json] {
    json[key].as_array().unwrap_or_else(|| panic!("no {key}"))
}

/// Checks the explanation. Returns how many facts were seen without a step.
fn check(file: &str, explanation: &Json) -> usize {
    let variables = explanation["variables"].as_object().unwrap();
    let places: Places = variables.keys().cloned().zip(0..).collect();
    let read = |of: &Json, key| {
        let rule = |rule: &Json| Rule::read(rule["constraint"].as_str().unwrap(), &places);
        list(of, key).iter().map(rule).collect_vec()
    };
    let range = |range: &Json| range[0].as_i64().unwrap()..=range[1].as_i64().unwrap();
    let all = |ranges: &Json| ranges.as_array().unwrap().iter().flat_map(range).collect_vec();
    let start: Values = variables.values().map(all).collect();
    let (mut known, mut seen) = (start.clone(), 0);
    let seen_by = read(explanation, "seen_by");
    for (step, number) in list(explanation, "steps").iter().zip(1..) {
        for fact in list(step, "facts") {
            if gone(fact, &known[place(fact, &places)]).is_empty() {
                continue;
            }
            seen += 1;
            let is_seen = follows(&seen_by, &known, fact, &places);
            assert!(is_seen, "{file}: step {number} does not know {fact}");
        }
        let rules = read(step, "constraints");
        let mut values = start.clone();
        list(step, "facts").iter().for_each(|fact| learn(&mut values, fact, &places));
        for fact in list(step, "conclusions").iter().chain(list(step, "lines")) {
            let is_implied = follows(&rules, &values, fact, &places);
            assert!(is_implied, "{file}: step {number} does not imply {fact}");
            learn(&mut known, fact, &places);
        }
        let said = list(step, "conclusions").iter().chain(list(step, "lines"));
        let twice = said.duplicates_by(|fact| fact["called"].to_string()).collect_vec();
        assert!(twice.is_empty(), "{file}: step {number} says twice: {twice:?}");
        for fact in list(step, "seen") {
            let is_seen = follows(&seen_by, &known, fact, &places);
            assert!(is_seen, "{file}: after step {number}, not seen: {fact}");
        }
    }
    seen
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn explanations_in_json_stand_by_themselves() {
    let mut seen = 0;
    for file in [
        "pips/pips1",
        "pips/growing-03",
        "pips/growing-05",
        "pips/growing-07",
        "pips/growing-10",
        "dice/letters-on-dice",
    ] {
        let path = format!("instances/{file}.toml");
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path).exists(), "{path}");
        let (code, stdout, stderr) = cnfetti(&["explain", "--json", &path]);
        assert_eq!(code, Some(0), "{stderr}");
        let explanation: Json = serde_json::from_str(&stdout).unwrap();
        seen += check(file, &explanation);
    }
    assert!(seen > 10, "{seen}");
}

/// The checker notices a missing constraint, an unknown fact, and an extra conclusion.
#[test]
fn an_explanation_with_something_missing_is_noticed() {
    let (_, stdout, _) = cnfetti(&["explain", "--json", "instances/pips/growing-03.toml"]);
    let whole: Json = serde_json::from_str(&stdout).unwrap();
    let number = list(&whole, "steps").len();
    let is_noticed = |change: &dyn Fn(&mut Json)| {
        let mut changed = whole.clone();
        change(&mut changed);
        std::panic::catch_unwind(|| check("changed", &changed)).is_err()
    };
    assert!(!is_noticed(&|_| {}));
    for at in 0..number {
        assert!(is_noticed(&|json| {
            json["steps"][at]["constraints"].as_array_mut().unwrap().pop();
        }));
    }
    assert!(is_noticed(&|json| {
        json["steps"][0] = json["steps"][number - 1].clone();
    }));
    assert!(is_noticed(&|json| {
        let last = json["steps"][number - 1]["conclusions"][0].clone();
        json["steps"][0]["conclusions"].as_array_mut().unwrap().push(last);
    }));
}
