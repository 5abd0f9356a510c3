//! Random FlatZinc files with floats, and what they mean.

use itertools::Itertools;

use super::Value;
use super::arg::{Arg, near, number, spelled, sum, texts, weight};
use super::fraction::Fraction;
use crate::random_csp::Random;

/// What has to be drawn: names of constraints, and other features.
#[rustfmt::skip]
pub(super) const KINDS: [&str; 40] = [
    "int2float", "float_lin_eq", "float_plus", "float_minus", "float_times", "float_div", "float_abs", "float_max",
    "float_min", "array_float_maximum", "array_float_minimum", "array_float_element", "array_var_float_element",
    "cnfetti_if_then_else_float", "a value", "one value", "bounds", "a product", "float_eq", "float_ne", "float_le", "float_lt", "float_eq_reif",
    "float_ne_reif", "float_le_reif", "float_lt_reif", "float_eq_imp", "float_ne_imp", "float_le_imp", "float_lt_imp",
    "float_lin_ne", "float_lin_le", "float_lin_lt", "float_lin_eq_reif", "float_lin_ne_reif", "float_lin_le_reif",
    "float_lin_lt_reif", "float_lin_eq_imp", "float_lin_le_imp", "float_lin_lt_imp",
];

/// The integers, with their values.
const INTS: [(&str, i64, i64); 3] = [("x", 0, 3), ("y", -2, 1), ("i", 0, 3)];

/// The Booleans.
const TRUTHS: [&str; 2] = ["b", "c"];

/// The position of the first float.
const FIRST: usize = INTS.len() + TRUTHS.len();

/// The value of a float; `None` if an index is out of range.
type Definition = Box<dyn Fn(&[Value]) -> Option<Fraction>>;
type Check = Box<dyn Fn(&[Value]) -> bool>;

pub(super) fn name(at: usize) -> String {
    match at.checked_sub(INTS.len()) {
        None => INTS[at].0.to_owned(),
        Some(at) => TRUTHS.get(at).map_or_else(|| format!("f{at}"), |name| (*name).to_owned()),
    }
}

fn integer(value: &Value) -> i64 {
    match value {
        Value::Int(number) => *number,
        value => panic!("{value:?} is no integer"),
    }
}

/// A file.
pub(super) struct Drawn {
    pub(super) text: String,
    pub(super) kinds: Vec<&'static str>,
    /// The values of the floats follow from all variables before them.
    floats: Vec<Definition>,
    checks: Vec<Check>,
    /// The variables that the file outputs.
    outputs: Vec<usize>,
    /// A float, and whether to maximize it.
    pub(super) objective: Option<(usize, bool)>,
}

impl Drawn {
    pub(super) fn new(random: &mut Random) -> Drawn {
        let (text, objective) = (String::new(), None);
        let (floats, checks) = (Vec::new(), Vec::new());
        let mut drawn =
            Drawn { text, kinds: Vec::new(), floats, checks, outputs: Vec::new(), objective };
        let mut items = Vec::new();
        let mut declared = Vec::new();
        for at in FIRST..FIRST + 2 + random.below(3) {
            declared.push(drawn.define(random, at, &mut items));
        }
        let number = FIRST + declared.len();
        let all = drawn.assignments();
        let only_floats = random.below(3) == 0;
        drawn.outputs =
            (if only_floats { FIRST } else { 0 }..number).filter(|_| random.below(3) > 0).collect();
        for at in 0..number {
            let annotation = if drawn.outputs.contains(&at) { " :: output_var" } else { "" };
            let (domain, value) = match (INTS.get(at), at.checked_sub(FIRST)) {
                (Some((_, low, high)), _) => (format!("{low}..{high}"), ""),
                (None, None) => ("bool".to_owned(), ""),
                (None, Some(float)) => match &declared[float] {
                    (Some(domain), value) => (domain.clone(), &**value),
                    (None, value) => (drawn.bounds(random, at, &all), &**value),
                },
            };
            drawn.text += &format!("var {domain}: {}{annotation}{value};\n", name(at));
        }
        for _ in 0..random.below(4) {
            let item = drawn.constrain(random, number, &all);
            items.push(item);
        }
        (1..items.len()).for_each(|at| items.swap(at, random.below(at + 1)));
        items.iter().for_each(|item| drawn.text += &format!("constraint {item};\n"));
        drawn.text += &match random.below(2) {
            0 => "solve satisfy;\n".to_owned(),
            _ => {
                let (at, is_maximum) = (FIRST + random.below(number - FIRST), random.one_in(2));
                drawn.objective = Some((at, is_maximum));
                let sense = if is_maximum { "maximize" } else { "minimize" };
                format!("solve {sense} {};\n", name(at))
            }
        };
        drawn
    }

    pub(super) fn name(&self, at: usize) -> String {
        name(at)
    }

    pub(super) fn is_float(&self, at: usize) -> bool {
        at >= FIRST
    }

    /// The variables of a solution: the outputs, or else all.
    pub(super) fn shown(&self) -> Vec<usize> {
        match self.outputs.is_empty() {
            true => (0..FIRST + self.floats.len()).collect(),
            false => self.outputs.clone(),
        }
    }

    /// All values of the integers and Booleans, followed by those of the floats; not where one has none.
    pub(super) fn assignments(&self) -> Vec<Vec<Value>> {
        let ints = INTS.iter().map(|&(_, low, high)| (low..=high).map(Value::Int).collect_vec());
        let truths = TRUTHS.iter().map(|_| vec![Value::Bool(false), Value::Bool(true)]);
        let complete = |mut values: Vec<Value>| {
            for float in &self.floats {
                values.push(Value::Float(float(&values)?));
            }
            Some(values)
        };
        ints.chain(truths).multi_cartesian_product().filter_map(complete).collect()
    }

    pub(super) fn holds(&self, values: &[Value]) -> bool {
        self.checks.iter().all(|check| check(values))
    }

    /// A float before this position, or a number.
    fn arg(random: &mut Random, end: usize) -> Arg {
        match random.below(4) {
            0 => number(random),
            _ if end == FIRST => number(random),
            _ => Arg::Variable(FIRST + random.below(end - FIRST)),
        }
    }

    fn args(random: &mut Random, end: usize, least: usize) -> Vec<Arg> {
        (0..least + random.below(3)).map(|_| Drawn::arg(random, end)).collect()
    }

    /// Defines the float at this position. Returns its domain, if that matters, and its value in the declaration.
    fn define(
        &mut self,
        random: &mut Random,
        at: usize,
        items: &mut Vec<String>,
    ) -> (Option<String>, String) {
        let f = name(at);
        let (one, other) = (Drawn::arg(random, at), Drawn::arg(random, at));
        let (a, b) = (one.text(), other.text());
        let drawn = if at == FIRST { 0 } else { random.below(16) };
        let (kind, text, value): (&'static str, String, Definition) = match drawn {
            0..=2 => {
                let int = random.below(INTS.len());
                let value = move |x: &[Value]| Some(Fraction::of(integer(&x[int])));
                ("int2float", format!("{},{f}", name(int)), Box::new(value))
            }
            3..=5 => {
                let list = Drawn::args(random, at, 1);
                let weights = list.iter().map(|_| weight(random)).collect_vec();
                let own = loop {
                    let own = weight(random);
                    if own.value(&[]) != Fraction::of(0) {
                        break own;
                    }
                };
                let bound = number(random);
                let (mut all, mut all_weights) = (list.clone(), weights.clone());
                let place = random.below(all.len() + 1);
                all.insert(place, Arg::Variable(at));
                all_weights.insert(place, own.clone());
                let text = format!("[{}],[{}],{}", texts(&all_weights), texts(&all), bound.text());
                let value = move |x: &[Value]| {
                    let rest = sum(&weights, &list, x).times(Fraction::of(-1));
                    Some(bound.value(x).plus(rest).over(own.value(x)))
                };
                ("float_lin_eq", text, Box::new(value))
            }
            6 => {
                let value = move |x: &[Value]| Some(one.value(x).plus(other.value(x)));
                ("float_plus", format!("{a},{b},{f}"), Box::new(value))
            }
            7 => {
                let value = move |x: &[Value]| {
                    Some(one.value(x).plus(other.value(x).times(Fraction::of(-1))))
                };
                ("float_minus", format!("{a},{b},{f}"), Box::new(value))
            }
            8 => {
                if matches!((&one, &other), (Arg::Variable(_), Arg::Variable(_))) {
                    self.kinds.push("a product");
                }
                let value = move |x: &[Value]| Some(one.value(x).times(other.value(x)));
                ("float_times", format!("{a},{b},{f}"), Box::new(value))
            }
            9 => {
                let divisor = [2, -4, 5, 16, -25, 3][random.below(6)];
                let divisor = spelled(random, divisor, 1);
                let text = format!("{a},{},{f}", divisor.text());
                let value = move |x: &[Value]| Some(one.value(x).over(divisor.value(x)));
                ("float_div", text, Box::new(value))
            }
            10 => {
                let value = move |x: &[Value]| Some(one.value(x).abs());
                ("float_abs", format!("{a},{f}"), Box::new(value))
            }
            11 => {
                let is_maximum = random.one_in(2);
                let kind = if is_maximum { "float_max" } else { "float_min" };
                let value = move |x: &[Value]| {
                    let (one, other) = (one.value(x), other.value(x));
                    Some(if is_maximum { one.max(other) } else { one.min(other) })
                };
                (kind, format!("{a},{b},{f}"), Box::new(value))
            }
            12 => {
                let (is_maximum, list) = (random.one_in(2), Drawn::args(random, at, 1));
                let kind = if is_maximum { "array_float_maximum" } else { "array_float_minimum" };
                let text = format!("{f},[{}]", texts(&list));
                let value = move |x: &[Value]| {
                    let all = list.iter().map(|one| one.value(x));
                    if is_maximum { all.max() } else { all.min() }
                };
                (kind, text, Box::new(value))
            }
            13 => {
                let only_numbers = random.one_in(2);
                let kind =
                    if only_numbers { "array_float_element" } else { "array_var_float_element" };
                let list = match only_numbers {
                    true => (0..1 + random.below(3)).map(|_| number(random)).collect(),
                    false => Drawn::args(random, at, 1),
                };
                let text = format!("i,[{}],{f}", texts(&list));
                let value = move |x: &[Value]| {
                    let at = usize::try_from(integer(&x[2]) - 1).ok()?;
                    list.get(at).map(|one| one.value(x))
                };
                (kind, text, Box::new(value))
            }
            14 => {
                let list = Drawn::args(random, at, 2);
                let conditions = (1..list.len()).map(|_| random.below(TRUTHS.len())).collect_vec();
                let names = conditions.iter().map(|&truth| TRUTHS[truth]).join(",");
                let text = format!("[{names},true],[{}],{f}", texts(&list));
                let value = move |x: &[Value]| {
                    let is_true =
                        |truth: &&usize| matches!(x[INTS.len() + **truth], Value::Bool(true));
                    let chosen = conditions.iter().position(|truth| is_true(&truth));
                    Some(list[chosen.unwrap_or(list.len() - 1)].value(x))
                };
                ("cnfetti_if_then_else_float", text, Box::new(value))
            }
            _ => {
                let constant = number(random);
                let Arg::Number(text, value) = constant.clone() else { unreachable!() };
                self.floats.push(Box::new(move |_| Some(value)));
                if random.one_in(2) {
                    self.kinds.push("a value");
                    return (Some("float".to_owned()), format!(" = {text}"));
                }
                self.kinds.push("one value");
                return (Some(format!("{text}..{text}")), String::new());
            }
        };
        self.kinds.push(kind);
        items.push(format!("{kind}({text})"));
        self.floats.push(value);
        (None, String::new())
    }

    /// The domain of a float, which often excludes some of its values.
    fn bounds(&mut self, random: &mut Random, at: usize, all: &[Vec<Value>]) -> String {
        if all.is_empty() || random.below(3) > 0 {
            return "float".to_owned();
        }
        let of = |values: &Vec<Value>| Arg::Variable(at).value(values);
        let values = all.iter().map(of).sorted().collect_vec();
        let attained = values[random.below(values.len())];
        let one = near(random, attained);
        let other = near(random, values[values.len() - 1]);
        let (low, high) =
            if one.value(&[]) <= other.value(&[]) { (one, other) } else { (other, one) };
        self.kinds.push("bounds");
        let text = format!("{}..{}", low.text(), high.text());
        self.checks.push(Box::new(move |x| {
            let value = Arg::Variable(at).value(x);
            low.value(x) <= value && value <= high.value(x)
        }));
        text
    }

    /// A relation of floats.
    fn constrain(&mut self, random: &mut Random, number: usize, all: &[Vec<Value>]) -> String {
        let is_sum = random.one_in(2);
        let list = match is_sum {
            true => Drawn::args(random, number, 1),
            false => vec![Drawn::arg(random, number)],
        };
        let weights = match is_sum {
            true => list.iter().map(|_| weight(random)).collect(),
            false => vec![Arg::Number("1.0".to_owned(), Fraction::of(1))],
        };
        let attained = match all.is_empty() {
            true => Fraction::of(0),
            false => sum(&weights, &list, &all[random.below(all.len())]),
        };
        let bound = match random.below(3) {
            0 if !is_sum => Drawn::arg(random, number),
            _ => near(random, attained),
        };
        let relation = random.below(4);
        let kinds: Vec<&'static str> = KINDS
            .into_iter()
            .filter(|kind| {
                let rest = kind.strip_prefix(if is_sum { "float_lin_" } else { "float_" });
                let word = rest.map(|rest| rest.split('_').next().unwrap_or_default());
                word == Some(["eq", "ne", "le", "lt"][relation])
            })
            .collect();
        let kind = kinds[random.below(kinds.len())];
        self.kinds.push(kind);
        let truth = (kind.ends_with("_reif") || kind.ends_with("_imp")).then(|| random.below(3));
        let mut text = match is_sum {
            true => format!("[{}],[{}],{}", texts(&weights), texts(&list), bound.text()),
            false => format!("{},{}", list[0].text(), bound.text()),
        };
        if let Some(truth) = truth {
            text += &format!(",{}", TRUTHS.get(truth).unwrap_or(&"true"));
        }
        let is_implied = kind.ends_with("_imp");
        self.checks.push(Box::new(move |x| {
            let (sum, bound) = (sum(&weights, &list, x), bound.value(x));
            let holds = match relation {
                0 => sum == bound,
                1 => sum != bound,
                2 => sum <= bound,
                _ => sum < bound,
            };
            let Some(truth) = truth else { return holds };
            let is_true = match x.get(INTS.len() + truth) {
                Some(Value::Bool(truth)) => *truth,
                _ => true,
            };
            if is_implied { !is_true || holds } else { is_true == holds }
        }));
        format!("{kind}({text})")
    }
}
