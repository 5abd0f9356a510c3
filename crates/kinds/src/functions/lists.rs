//! Functions on lists.

use itertools::Itertools;

use super::Function;
use crate::types::Type;
use crate::value::Val;

/// The type of a list's items.
fn item(ty: &Type) -> Option<&Type> {
    match ty {
        Type::List { item, .. } => Some(item),
        _ => None,
    }
}

/// The type of a function that takes one list and returns a list of the same items.
fn same(types: &[Type]) -> Option<Type> {
    match types {
        [list] => Some(Type::list(item(list)?.clone())),
        _ => None,
    }
}

/// The type of a function that takes a known list and one of its items or a part of it.
fn item_and_list(types: &[Type]) -> Option<Type> {
    let [part, list] = types else { return None };
    let items = item(list).filter(|item| item.is_known())?;
    let fits = |ty: &Type| ty.or(items).is_some();
    (fits(part) || item(part).is_some_and(fits)).then(|| Type::list(items.clone()))
}

/// The type of lists of places, grouped by known values.
fn places_by_value(types: &[Type]) -> Option<Type> {
    match types {
        [Type::List { item, at: Some(at) }] if item.is_known() => {
            Some(Type::list(Type::list(at.as_ref().clone())))
        }
        _ => None,
    }
}

/// The positions at which a part of a list begins and ends.
fn span(part: &Val, list: &[Val]) -> Option<(usize, usize)> {
    let alone = std::slice::from_ref(part);
    let parts = match part {
        // An item of a list of lists is itself a list.
        Val::List(items) if !list.contains(part) => &items.items,
        _ => alone,
    };
    let first = list.iter().position(|item| parts.contains(item))?;
    let last = list.iter().rposition(|item| parts.contains(item))?;
    Some((first, last))
}

/// Every function on lists.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "len",
        takes: "a list",
        gives: "how many items it has",
        example: "len(cells(area))",
        typed: |types| match types {
            [list] => item(list).map(|_| Type::KNOWN_NUMBER),
            _ => None,
        },
        value: |_, args| Val::Number(args[0].items().len() as i64),
    },
    Function {
        name: "first",
        takes: "a list",
        gives: "a list of its first item, or the empty list",
        example: "value of first(line)",
        typed: same,
        value: |_, args| Val::list(args[0].items().iter().take(1).cloned().collect()),
    },
    Function {
        name: "last",
        takes: "a list",
        gives: "a list of its last item, or the empty list",
        example: "value of last(line)",
        typed: same,
        value: |_, args| Val::list(args[0].items().iter().rev().take(1).cloned().collect()),
    },
    Function {
        name: "before",
        takes: "an item or a part of a list, the list",
        gives: "what comes before it in the list",
        example: "all(value[x] < value[c] for x in before(c, line))",
        typed: item_and_list,
        value: |_, args| {
            let list = args[1].items();
            let end = span(&args[0], list).map_or(0, |(first, _)| first);
            Val::list(list[..end].to_vec())
        },
    },
    Function {
        name: "after",
        takes: "an item or a part of a list, the list",
        gives: "what comes after it in the list",
        example: "after(c, line)",
        typed: item_and_list,
        value: |_, args| {
            let list = args[1].items();
            let start = span(&args[0], list).map_or(list.len(), |(_, last)| last + 1);
            Val::list(list[start..].to_vec())
        },
    },
    Function {
        name: "pairs",
        takes: "a list",
        gives: "each item with the next one: `a, b in pairs(path)`",
        example: "all(value[a] < value[b] for a, b in pairs(cells(path)))",
        typed: |types| same(types).map(Type::list),
        value: |_, args| {
            let pairs = args[0].items().windows(2);
            Val::list(pairs.map(|pair| Val::list(pair.to_vec())).collect())
        },
    },
    Function {
        name: "until",
        takes: "truths at places that the puzzle decides",
        gives: "the places before the first that it is true of",
        example: "until(wall of ray(c, d))",
        typed: |types| match types {
            [Type::List { item, at: Some(at) }] if **item == Type::KNOWN_TRUTH => {
                Some(Type::list(at.as_ref().clone()))
            }
            _ => None,
        },
        value: |_, args| {
            let Val::List(list) = &args[0] else { return Val::list(Vec::new()) };
            let stop = |item: &&Val| item.truth() != Some(true);
            let number = list.items.iter().take_while(stop).count();
            Val::list(list.at.iter().flatten().take(number).cloned().collect())
        },
    },
    Function {
        name: "split",
        takes: "values at places that the puzzle decides",
        gives: "the places in a row that have the same value, as a list of lists",
        example: "split(region of line)",
        typed: places_by_value,
        value: |_, args| {
            let Val::List(list) = &args[0] else { return Val::list(Vec::new()) };
            let places = list.at.iter().flatten();
            let runs = list.items.iter().zip(places).chunk_by(|(item, _)| (*item).clone());
            let runs = runs.into_iter().map(|(_, run)| run.map(|(_, at)| at.clone()).collect());
            Val::list(runs.map(Val::list).collect())
        },
    },
    Function {
        name: "groups",
        takes: "values at places that the puzzle decides",
        gives: "all places that have the same value, as a list of lists",
        example: "groups(number of (line with number))",
        typed: places_by_value,
        value: |_, args| {
            let Val::List(list) = &args[0] else { return Val::list(Vec::new()) };
            let mut groups: Vec<(Val, Vec<Val>)> = Vec::new();
            for (item, at) in list.items.iter().zip(list.at.iter().flatten()) {
                match groups.iter_mut().find(|(value, _)| value == item) {
                    Some((_, group)) => group.push(at.clone()),
                    None => groups.push((item.clone(), vec![at.clone()])),
                }
            }
            Val::list(groups.into_iter().map(|(_, group)| Val::list(group)).collect())
        },
    },
];
