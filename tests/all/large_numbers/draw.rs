//! Random files about large numbers, and what they mean.

use std::collections::BTreeSet;

use itertools::Itertools;

use crate::random_csp::Random;

/// The small variables, and their values.
pub(super) const SMALL: [(&str, i64, i64); 3] = [("a", 0, 3), ("b", -2, 2), ("c", 1, 4)];

/// Larger numbers could exceed 62 bits once they are multiplied.
const LARGEST: i128 = 1 << 57;

/// The values of a variable that go with the values of those before it.
type Values = Box<dyn Fn(&[i64]) -> Vec<i64>>;
type Check = Box<dyn Fn(&[i64]) -> bool>;

/// A constraint in both formats.
struct Item {
    flatzinc: String,
    xcsp3: String,
}

/// What determines a variable.
struct Definition {
    sort: &'static str,
    items: Vec<Item>,
    values: Values,
}

pub(super) fn name(at: usize) -> String {
    SMALL.get(at).map_or_else(|| format!("v{at}"), |small| small.0.to_owned())
}

/// `weights · variables relation bound`.
fn sum(terms: &[(i64, usize)], relation: &str, bound: i64) -> Item {
    let weights = terms.iter().map(|term| term.0).collect_vec();
    let names = terms.iter().map(|term| name(term.1)).collect_vec();
    Item {
        flatzinc: format!("int_lin_{relation}({weights:?},[{}],{bound})", names.join(",")),
        xcsp3: format!(
            "<sum> <list> {} </list> <coeffs> {} </coeffs> <condition> ({relation},{bound}) \
             </condition> </sum>",
            names.join(" "),
            weights.iter().join(" ")
        ),
    }
}

/// An operator on two variables or numbers, with this result.
fn function(flatzinc: &str, xcsp3: &str, args: &[String], result: &str) -> Item {
    Item {
        flatzinc: format!("{flatzinc}({},{result})", args.join(",")),
        xcsp3: format!("<intension> eq({result},{xcsp3}({})) </intension>", args.join(",")),
    }
}

/// The largest absolute value that the declared values of each variable allow.
fn definition(random: &mut Random, at: usize, largest: &[i128]) -> Definition {
    let v = name(at);
    let (one, other) = (random.below(at), random.below(at));
    let args = [name(one), name(other)];
    let fits = |size: i128| size < LARGEST;
    match random.below(12) {
        sort @ 0..=4 => {
            // factor · v is the rest of a sum, or at most so much larger.
            let factor = [1, 2, 3, -2, -3][random.below(5)];
            let more = if sort < 2 { random.below(5) as i64 } else { 0 };
            let chosen = (0..at).filter(|&one| largest[one] < 1 << 40 && random.below(3) > 0);
            let weighted = chosen.collect_vec().into_iter().map(|one| {
                let size = [1, 1, 50, 70_000, 3_000_017][random.below(5)];
                (
                    (1 + random.below(9) as i64) * size * if random.below(3) == 0 { -1 } else { 1 },
                    one,
                )
            });
            let weighted = weighted.collect_vec();
            let constant = random.below(10_000_000) as i64 - 5_000_000;
            let terms = [(factor, at)].into_iter();
            let terms =
                terms.chain(weighted.iter().map(|&(weight, one)| (-weight, one))).collect_vec();
            let items = match more {
                0 => vec![sum(&terms, "eq", constant)],
                _ => {
                    let negative = terms.iter().map(|&(weight, one)| (-weight, one)).collect_vec();
                    vec![sum(&terms, "le", constant + more), sum(&negative, "le", -constant)]
                }
            };
            let values = move |x: &[i64]| {
                let rest = weighted.iter().map(|&(weight, one)| weight * x[one]).sum::<i64>();
                let products = constant + rest..=constant + rest + more;
                products.filter(|product| product % factor == 0).map(|p| p / factor).collect()
            };
            Definition { sort: "sum", items, values: Box::new(values) }
        }
        5 if fits(largest[one] * largest[other]) => Definition {
            sort: if one == other { "square" } else { "product" },
            items: vec![function("int_times", "mul", &args, &v)],
            values: Box::new(move |x| vec![x[one] * x[other]]),
        },
        6 if fits(largest[one].pow(2)) && fits(largest[one].pow(3)) => Definition {
            sort: "power",
            items: vec![function("int_pow", "pow", &[name(one), "3".to_owned()], &v)],
            values: Box::new(move |x| vec![x[one].pow(3)]),
        },
        sort @ 7..=8 => {
            let number = [7, -3, 1000, 70_001][random.below(4)];
            let is_number = random.below(2) == 0;
            let divisor = if is_number { number.to_string() } else { name(other) };
            let args = [name(one), divisor];
            let is_quotient = sort == 7;
            let item = match is_quotient {
                true => function("int_div", "div", &args, &v),
                false => function("int_mod", "mod", &args, &v),
            };
            let values = move |x: &[i64]| {
                let by = if is_number { number } else { x[other] };
                let result =
                    if is_quotient { x[one].checked_div(by) } else { x[one].checked_rem(by) };
                result.into_iter().collect()
            };
            let sort = if is_quotient { "quotient" } else { "remainder" };
            Definition { sort, items: vec![item], values: Box::new(values) }
        }
        9 => Definition {
            sort: "size",
            items: vec![function("int_abs", "abs", &[name(one)], &v)],
            values: Box::new(move |x| vec![x[one].abs()]),
        },
        10 => {
            let (least, list) = (random.below(2) == 0, [one, other, random.below(at)]);
            let list = list.into_iter().unique().collect_vec();
            let names = list.iter().map(|&one| name(one)).collect_vec();
            let operator = if least { "minimum" } else { "maximum" };
            let item = Item {
                flatzinc: format!("array_int_{operator}({v},[{}])", names.join(",")),
                xcsp3: format!(
                    "<{operator}> <list> {} </list> <condition> (eq,{v}) </condition> </{operator}>",
                    names.join(" ")
                ),
            };
            let values = move |x: &[i64]| {
                let values = list.iter().map(|&one| x[one]);
                if least { values.min() } else { values.max() }.into_iter().collect()
            };
            Definition { sort: "extreme", items: vec![item], values: Box::new(values) }
        }
        _ => {
            let (operator, holds): (_, fn(i64, i64) -> bool) = match random.below(4) {
                0 => ("le", |one, other| one <= other),
                1 => ("lt", |one, other| one < other),
                2 => ("eq", |one, other| one == other),
                _ => ("ne", |one, other| one != other),
            };
            let [first, second] = args;
            let item = Item {
                flatzinc: format!("int_{operator}_reif({first},{second},q{at})"),
                xcsp3: format!("<intension> eq({v},{operator}({first},{second})) </intension>"),
            };
            let values = move |x: &[i64]| vec![i64::from(holds(x[one], x[other]))];
            Definition { sort: "truth", items: vec![item], values: Box::new(values) }
        }
    }
}

/// A file in both formats, and what it means.
pub(super) struct File {
    pub(super) flatzinc: String,
    pub(super) xcsp3: String,
    pub(super) sorts: Vec<&'static str>,
    pub(super) definitions: Vec<Values>,
    pub(super) checks: Vec<Check>,
    /// The positions of the variables that the FlatZinc file outputs.
    pub(super) shown: Vec<usize>,
    pub(super) objective: Option<(usize, bool)>,
}

impl File {
    /// All values of the small variables with values of the large ones that go with them.
    pub(super) fn assignments(definitions: &[Values]) -> Vec<Vec<i64>> {
        let small = SMALL.iter().map(|&(_, low, high)| low..=high).multi_cartesian_product();
        let mut all = small.collect_vec();
        for values in definitions {
            let longer = |row: Vec<i64>| {
                let values = values(&row);
                values.into_iter().map(move |value| [&row[..], &[value]].concat())
            };
            all = all.into_iter().flat_map(longer).collect();
        }
        all
    }

    /// Whether the definitions allow these values, and everything else too.
    pub(super) fn holds(&self, row: &[i64]) -> bool {
        let first = SMALL.len();
        let follows =
            |(at, values): (usize, &Values)| values(&row[..first + at]).contains(&row[first + at]);
        let inside =
            |(small, value): (&(&str, i64, i64), &i64)| (small.1..=small.2).contains(value);
        SMALL.iter().zip(row).all(inside)
            && self.definitions.iter().enumerate().all(follows)
            && self.checks.iter().all(|check| check(row))
    }
}

pub(super) fn draw(random: &mut Random) -> File {
    let (mut definitions, mut items, mut checks) = (Vec::new(), Vec::new(), Vec::<Check>::new());
    let (mut sorts, mut domains) = (Vec::new(), Vec::new());
    let mut largest = SMALL.map(|(_, low, high)| i128::from(low.abs().max(high.abs()))).to_vec();
    for at in SMALL.len()..SMALL.len() + 1 + random.below(4) {
        let Definition { sort, items: more, values } = definition(random, at, &largest);
        sorts.push(sort);
        items.extend(more);
        definitions.push(values);
        let values =
            File::assignments(&definitions).iter().map(|row| row[at]).collect::<BTreeSet<_>>();
        let values = values.into_iter().collect_vec();
        // Often the domain excludes some values; it is long on one side, or has holes.
        let some = |random: &mut Random| values.get(random.below(values.len().max(1))).copied();
        let ends = values.first().copied().zip(values.last().copied()).unwrap_or((0, 9));
        let long = 70_000 + random.below(40_000_000) as i64;
        let (mut low, mut high) = match random.below(4) {
            0 => (ends.0, some(random).unwrap_or(9)),
            1 => (some(random).unwrap_or(0), ends.1),
            _ => ends,
        };
        match random.below(3) {
            _ if sort == "truth" => (low, high) = (0, 1),
            0 => low = low.min(high - long),
            1 => high = high.max(low + long),
            _ => (low, high) = (low.min(high - long), high.max(low + long)),
        }
        let middle = some(random).filter(|middle| low < *middle && *middle < high);
        let intervals = match middle {
            Some(middle) if random.below(3) == 0 => vec![(low, middle - 1), (middle + 1, high)],
            _ => vec![(low, high)],
        };
        domains.push(intervals.clone());
        checks.push(Box::new(move |x| {
            intervals.iter().any(|&(low, high)| (low..=high).contains(&x[at]))
        }));
        largest.push(i128::from(low.unsigned_abs().max(high.unsigned_abs())));
    }
    let number = SMALL.len() + definitions.len();
    let all = File::assignments(&definitions);
    for _ in 0..random.below(2) {
        let (one, other) = (random.below(number), SMALL.len() + random.below(number - SMALL.len()));
        let Some(row) = all.get(random.below(all.len().max(1))) else { continue };
        if largest[one] > 1 << 55 || largest[other] > 1 << 55 || one == other {
            continue;
        }
        let bound = row[one] - 3 * row[other] + random.below(2) as i64;
        items.push(sum(&[(1, one), (-3, other)], "le", bound));
        checks.push(Box::new(move |x| x[one] - 3 * x[other] <= bound));
    }
    (1..items.len()).for_each(|at| items.swap(at, random.below(at + 1)));
    let objective = (random.below(3) == 0).then(|| (random.below(number), random.below(2) == 0));
    let shown = (0..number).filter(|_| random.below(3) > 0).collect_vec();
    let (mut flatzinc, mut variables) = (String::new(), String::new());
    let mut constraints = items.iter().map(|item| item.flatzinc.clone()).collect_vec();
    let small = SMALL.iter().map(|&(_, low, high)| vec![(low, high)]);
    for (at, intervals) in small.chain(domains).enumerate() {
        let output = if shown.contains(&at) { " :: output_var" } else { "" };
        let (low, high) = (intervals[0].0, intervals[intervals.len() - 1].1);
        if intervals.len() > 1 {
            constraints.push(format!("int_ne({},{})", name(at), intervals[0].1 + 1));
        }
        flatzinc += &format!("var {low}..{high}: {}{output};\n", name(at));
        if at >= SMALL.len() && sorts[at - SMALL.len()] == "truth" {
            flatzinc += &format!("var bool: q{at};\n");
            constraints.push(format!("bool2int(q{at},{})", name(at)));
        }
        let intervals = intervals.iter().map(|(low, high)| format!("{low}..{high}")).join(" ");
        variables += &format!("<var id=\"{}\"> {intervals} </var>\n", name(at));
    }
    constraints.iter().for_each(|item| flatzinc += &format!("constraint {item};\n"));
    let mut objectives = String::new();
    match objective {
        Some((at, is_least)) => {
            let word = if is_least { "minimize" } else { "maximize" };
            flatzinc += &format!("solve {word} {};\n", name(at));
            objectives = format!("<objectives> <{word}> {} </{word}> </objectives>", name(at));
        }
        None => flatzinc += "solve satisfy;\n",
    }
    // What nothing mentions belongs to no solution of XCSP3.
    let mention = (0..number).map(|at| format!("<intension> eq({0},{0}) </intension>", name(at)));
    let stated = items.iter().map(|item| item.xcsp3.clone()).chain(mention).join("\n");
    let xcsp3 = format!(
        "<instance format=\"XCSP3\" type=\"COP\">\n<variables>\n{variables}</variables>\n\
         <constraints>\n{stated}\n</constraints>\n{objectives}\n</instance>\n"
    );
    File { flatzinc, xcsp3, sorts, definitions, checks, shown, objective }
}
