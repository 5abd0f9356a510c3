//! Random expressions and conditions, each with its meaning.

use crate::random_csp::Random;

/// The value of an expression, if it has one.
pub(crate) type Meaning = Box<dyn Fn(&[i64]) -> Option<i64>>;

pub(crate) struct Expression {
    pub(crate) text: String,
    pub(crate) value: Meaning,
}

/// A variable or, now and then, an expression over variables.
pub(crate) fn item(random: &mut Random, names: &[String]) -> Expression {
    match random.below(12) {
        0..3 => expression(random, names, 1),
        3 => cube(random, names),
        _ => variable(random, names),
    }
}

/// A variable to the power of three.
fn cube(random: &mut Random, names: &[String]) -> Expression {
    let Expression { text, value } = variable(random, names);
    let value = move |values: &[i64]| value(values).map(|side| side * side * side);
    Expression { text: format!("mul({text},{text},{text})"), value: Box::new(value) }
}

pub(crate) fn variable(random: &mut Random, names: &[String]) -> Expression {
    numbered(names, random.below(names.len()))
}

/// The variable at this index.
pub(crate) fn numbered(names: &[String], at: usize) -> Expression {
    Expression { text: names[at].clone(), value: Box::new(move |values| Some(values[at])) }
}

pub(crate) fn number(random: &mut Random) -> Expression {
    constant(random.below(6) as i64 - 2)
}

pub(crate) fn constant(number: i64) -> Expression {
    Expression { text: number.to_string(), value: Box::new(move |_| Some(number)) }
}

pub(crate) fn natural(random: &mut Random) -> Expression {
    constant(random.below(4) as i64)
}

/// An expression of at most this depth.
pub(crate) fn expression(random: &mut Random, names: &[String], depth: usize) -> Expression {
    if depth == 0 {
        return if random.below(3) == 0 { number(random) } else { variable(random, names) };
    }
    const UNARY: [&str; 4] = ["neg", "abs", "sqr", "not"];
    const BINARY: [&str; 15] = [
        "sub", "div", "mod", "pow", "dist", "lt", "le", "ge", "gt", "ne", "eq", "iff", "imp",
        "mul", "xor",
    ];
    const ANY: [&str; 9] = ["add", "mul", "min", "max", "and", "or", "xor", "eq", "iff"];
    match random.below(8) {
        0 => apply(UNARY[random.below(4)], random, names, depth, 1),
        1..=4 => apply(BINARY[random.below(15)], random, names, depth, 2),
        5 => apply("if", random, names, depth, 3),
        6 => {
            let operator = ANY[random.below(9)];
            apply(operator, random, names, depth, 3)
        }
        _ => {
            let first = expression(random, names, depth - 1);
            let set: Vec<Expression> = (0..random.below(4)).map(|_| number(random)).collect();
            let inside = random.below(2) == 0;
            let texts: Vec<&str> = set.iter().map(|item| item.text.as_str()).collect();
            let name = if inside { "in" } else { "notin" };
            let text = format!("{name}({},set({}))", first.text, texts.join(","));
            let value = move |values: &[i64]| {
                let wanted = (first.value)(values)?;
                let found = set.iter().any(|item| (item.value)(values) == Some(wanted));
                Some(i64::from(found == inside))
            };
            Expression { text, value: Box::new(value) }
        }
    }
}

/// A logical operator on comparisons and other expressions.
pub(crate) fn logical(random: &mut Random, names: &[String], depth: usize) -> Expression {
    const LOGICAL: [(&str, usize); 10] = [
        ("or", 2),
        ("or", 3),
        ("imp", 2),
        ("not", 1),
        ("iff", 2),
        ("iff", 3),
        ("xor", 2),
        ("and", 2),
        ("eq", 2),
        ("ne", 2),
    ];
    let (operator, arity) = LOGICAL[random.below(10)];
    apply(operator, random, names, depth + 1, arity)
}

fn apply(
    operator: &'static str,
    random: &mut Random,
    names: &[String],
    depth: usize,
    arity: usize,
) -> Expression {
    // Powers of powers would become too large.
    let depth = if operator == "pow" { 1 } else { depth };
    // Now and then, all arguments are the same: `mul(x,x,x)`.
    let all_same = operator != "pow" && random.below(8) == 0;
    let number = if all_same { 1 } else { arity };
    let args: Vec<Expression> = (0..number).map(|_| expression(random, names, depth - 1)).collect();
    let texts: Vec<&str> = (0..arity).map(|at| args[at % number].text.as_str()).collect();
    let text = format!("{operator}({})", texts.join(","));
    let value = move |values: &[i64]| {
        let args = (0..arity).map(|at| &args[at % args.len()]);
        let args: Option<Vec<i64>> = args.map(|arg| (arg.value)(values)).collect();
        meaning(operator, &args?)
    };
    Expression { text, value: Box::new(value) }
}

/// The result of an operator, by the words of the format.
fn meaning(operator: &str, args: &[i64]) -> Option<i64> {
    let yes = |holds: bool| Some(if holds { 1 } else { 0 });
    let truths = args.iter().filter(|&&arg| arg != 0).count();
    let (a, b) = (args[0], args.get(1).copied().unwrap_or(0));
    match operator {
        "neg" => Some(-a),
        "abs" => Some(if a < 0 { -a } else { a }),
        "sqr" => Some(a * a),
        "not" => yes(a == 0),
        "add" => Some(args.iter().sum()),
        "sub" => Some(a - b),
        "mul" => Some(args.iter().product()),
        // Rounded towards 0; the remainder has the sign of the dividend.
        "div" if b != 0 => Some((a.abs() / b.abs()) * a.signum() * b.signum()),
        "mod" if b != 0 => Some((a.abs() % b.abs()) * a.signum()),
        "pow" if b >= 0 => Some((0..b).fold(1, |power, _| power * a)),
        "dist" => Some((a - b).abs()),
        "min" => args.iter().copied().reduce(|a, b| if a < b { a } else { b }),
        "max" => args.iter().copied().reduce(|a, b| if a > b { a } else { b }),
        "lt" => yes(a < b),
        "le" => yes(a <= b),
        "ge" => yes(b <= a),
        "gt" => yes(b < a),
        "ne" => yes(a != b),
        "eq" => yes(args.iter().all(|&arg| arg == a)),
        "and" => yes(truths == args.len()),
        "or" => yes(truths > 0),
        "xor" => yes(truths % 2 == 1),
        "iff" => yes(truths == 0 || truths == args.len()),
        "imp" => yes(a == 0 || b != 0),
        "if" => Some(if a != 0 { b } else { args[2] }),
        _ => None,
    }
}

/// Whether a number meets a condition, for these values of the variables.
pub(crate) type Fits = Box<dyn Fn(i64, &[i64]) -> bool>;

/// A condition: its text, and the numbers for which it holds.
pub(crate) struct Condition {
    pub(crate) text: String,
    pub(crate) holds: Fits,
}

pub(crate) fn condition(random: &mut Random, names: &[String]) -> Condition {
    const OPERATORS: [&str; 6] = ["lt", "le", "ge", "gt", "ne", "eq"];
    match random.below(5) {
        0 => {
            let low = random.below(7) as i64 - 3;
            let high = low + random.below(4) as i64;
            let inside = random.below(3) > 0;
            let name = if inside { "in" } else { "notin" };
            let holds = move |number: i64, _: &[i64]| (low <= number && number <= high) == inside;
            Condition { text: format!("({name},{low}..{high})"), holds: Box::new(holds) }
        }
        1 => {
            let set: Vec<i64> =
                (0..1 + random.below(3)).map(|_| random.below(7) as i64 - 2).collect();
            let texts: Vec<String> = set.iter().map(i64::to_string).collect();
            let text = format!("(in,{{{}}})", texts.join(","));
            Condition { text, holds: Box::new(move |number, _| set.contains(&number)) }
        }
        form => {
            let operator = OPERATORS[random.below(6)];
            let other = if form == 2 { variable(random, names) } else { number(random) };
            let text = format!("({operator},{})", other.text);
            let holds = move |number: i64, values: &[i64]| {
                (other.value)(values)
                    .and_then(|other| meaning(operator, &[number, other]))
                    .is_some_and(|truth| truth == 1)
            };
            Condition { text, holds: Box::new(holds) }
        }
    }
}
