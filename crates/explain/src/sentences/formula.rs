//! Helper variables in mathematics: `lt(height[r1c1],height[r1c2])` is `r1c1 < r1c2`.
//!
//! Models name the variables that they introduce by the expression they stand for, in the functions of
//! XCSP3 (Audemard, Boussemart, Lecoutre, Piette and Roussel, XCSP3: An Integrated Format, 2020).

use super::list;

/// An expression in a name.
enum Formula<'n> {
    Name(&'n str),
    Apply(&'n str, Vec<Formula<'n>>),
}

/// Relations, how they are written, and which holds where they do not.
const RELATIONS: &[(&str, &str, &str)] = &[
    ("eq", "=", "≠"),
    ("ne", "≠", "="),
    ("lt", "<", "≥"),
    ("le", "≤", ">"),
    ("gt", ">", "≤"),
    ("ge", "≥", "<"),
];

/// Operations, what stands between their terms, and how strongly that binds.
const OPERATIONS: &[(&str, &str, u8)] = &[
    ("add", " + ", 1),
    ("sub", " - ", 1),
    ("mul", " · ", 2),
    ("div", " / ", 2),
    ("mod", " mod ", 2),
];

/// The words for the names in an expression.
pub(super) struct Words<'a> {
    /// What a variable is called.
    pub(super) name: &'a dyn Fn(&str) -> String,
    /// The statement of a variable that is true or false; `None` if it has other values.
    pub(super) truth: &'a dyn Fn(&str, bool) -> Option<String>,
}

/// Expressions longer than this, in characters, are not spelled out.
const LONGEST: usize = 70;

/// More names than this are not listed.
const MOST_NAMES: usize = 3;

/// Expressions are not nested deeper than this.
const MOST_DEPTH: usize = 64;

/// The number that a name stands for, in mathematical notation; `None` if the name is no expression.
pub(super) fn number(name: &str, words: &Words<'_>) -> Option<String> {
    let formula = parsed(name)?;
    matches!(formula, Formula::Apply(..)).then(|| said(&formula, words))?
}

/// The statement that a name stands for, or its negation; `None` if the name stands for no statement.
pub(super) fn truth(name: &str, holds: bool, words: &Words<'_>) -> Option<String> {
    let formula = parsed(name)?;
    stated(&formula, holds, words)
}

/// The same number, or a summary if it is too long or has no mathematical notation.
pub(super) fn number_in_short(name: &str, words: &Words<'_>) -> Option<String> {
    let Formula::Apply(..) = parsed(name)? else { return None };
    let whole = number(name, words).filter(|whole| whole.chars().count() <= LONGEST);
    whole.or_else(|| Some(format!("a number from {}", names_in(name, words)?)))
}

/// The same for a statement.
pub(super) fn truth_in_short(name: &str, holds: bool, words: &Words<'_>) -> Option<String> {
    let Formula::Apply(function, _) = parsed(name)? else { return None };
    let is_truth = RELATIONS.iter().any(|row| row.0 == function)
        || ["not", "and", "or", "iff", "imp", "xor", "in"].contains(&function);
    if !is_truth {
        return None;
    }
    let whole = truth(name, holds, words).filter(|whole| whole.chars().count() <= LONGEST);
    let verb = if holds { "holds" } else { "does not hold" };
    whole.or_else(|| Some(format!("a condition on {} {verb}", names_in(name, words)?)))
}

/// The names in an expression, the first few of them.
fn names_in(name: &str, words: &Words<'_>) -> Option<String> {
    let mut names = Vec::new();
    note_names(&parsed(name)?, &mut names);
    let rest = names.len().saturating_sub(MOST_NAMES);
    let mut said: Vec<String> = names
        .into_iter()
        .take(if rest > 1 { MOST_NAMES } else { MOST_NAMES + 1 })
        .map(words.name)
        .collect();
    if rest > 1 {
        said.push(format!("{rest} more"));
    }
    (!said.is_empty()).then(|| list(said, "and"))
}

fn note_names<'n>(formula: &Formula<'n>, names: &mut Vec<&'n str>) {
    match formula {
        Formula::Apply(_, args) => args.iter().for_each(|arg| note_names(arg, names)),
        Formula::Name(name) => {
            if name.parse::<i64>().is_err() && !names.contains(name) {
                names.push(name);
            }
        }
    }
}

fn parsed(name: &str) -> Option<Formula<'_>> {
    let (formula, rest) = formula(name, MOST_DEPTH)?;
    rest.is_empty().then_some(formula)
}

/// The expression that a text begins with, and what comes after it.
fn formula(text: &str, depth: usize) -> Option<(Formula<'_>, &str)> {
    let end = text.find(['(', ')', ',']).unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    if name.is_empty() || depth == 0 {
        return None;
    }
    if !rest.starts_with('(') {
        return Some((Formula::Name(name), rest));
    }
    let mut args = Vec::new();
    while !rest.starts_with(')') {
        let (arg, after) = formula(rest.get(1..)?, depth - 1)?;
        args.push(arg);
        rest = after;
    }
    Some((Formula::Apply(name, args), &rest[1..]))
}

/// A truth as a statement.
fn stated(formula: &Formula<'_>, holds: bool, words: &Words<'_>) -> Option<String> {
    let (name, args) = match formula {
        Formula::Name(name) => return (words.truth)(name, holds),
        Formula::Apply(name, args) => (name, args),
    };
    if let Some((_, is, is_not)) = RELATIONS.iter().find(|row| row.0 == *name) {
        let args = args.iter().map(|arg| said(arg, words)).collect::<Option<Vec<_>>>()?;
        return match &args[..] {
            [_, _] => Some(args.join(&format!(" {} ", if holds { is } else { is_not }))),
            _ if holds => Some(args.join(&format!(" {is} "))),
            _ => Some(format!("{} does not hold", args.join(&format!(" {is} ")))),
        };
    }
    let each = |holds| args.iter().map(|arg| stated(arg, holds, words)).collect::<Option<Vec<_>>>();
    match (*name, args.len()) {
        ("not", 1) => stated(&args[0], !holds, words),
        ("and", _) if holds => Some(list(each(true)?, "and")),
        ("or", _) if holds => Some(list(each(true)?, "or")),
        // What is not so of one of them, or of all.
        ("and", _) => Some(list(each(false)?, "or")),
        ("or", _) => Some(list(each(false)?, "and")),
        _ => None,
    }
}

/// A number, or a truth that is counted as one.
fn said(formula: &Formula<'_>, words: &Words<'_>) -> Option<String> {
    let (name, args) = match formula {
        Formula::Name(name) => return Some((words.name)(name)),
        Formula::Apply(name, args) => (*name, args),
    };
    if let Some(truth) = stated(formula, true, words) {
        return Some(format!("[{truth}]"));
    }
    let terms = args.iter().map(|arg| match (said(arg, words)?, arg) {
        (term, Formula::Apply(inner, _)) if needs_brackets(inner, name) => {
            Some(format!("({term})"))
        }
        (term, _) => Some(term),
    });
    let terms = terms.collect::<Option<Vec<String>>>()?;
    if let Some((_, between, _)) = operation(name) {
        return Some(terms.join(between));
    }
    match (name, &terms[..]) {
        ("neg", [_]) if matches!(args[0], Formula::Apply(..)) => Some(format!("-({})", terms[0])),
        ("neg", [term]) => Some(format!("-{term}")),
        ("abs", [term]) => Some(format!("|{term}|")),
        ("dist", [one, two]) => Some(format!("|{one} - {two}|")),
        ("min" | "max", _) => Some(format!("{name}({})", terms.join(", "))),
        _ => None,
    }
}

fn operation(name: &str) -> Option<&'static (&'static str, &'static str, u8)> {
    OPERATIONS.iter().find(|row| row.0 == name)
}

/// Whether an operation is in brackets as a term of another one.
fn needs_brackets(inner: &str, outer: &str) -> bool {
    match (operation(inner), operation(outer)) {
        (Some((_, _, weak)), Some((_, _, strong))) => {
            weak < strong || weak == strong && !(inner == outer && ["add", "mul"].contains(&inner))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{Words, number, number_in_short, truth, truth_in_short};

    fn place(name: &str) -> String {
        name.trim_start_matches("value[").trim_end_matches(']').to_owned()
    }

    const WORDS: Words<'_> = Words { name: &place, truth: &|_, _| None };

    #[test]
    fn what_nobody_would_read_is_said_in_short() {
        let counted =
            "if(not(value[r1c1]),add(if(not(value[r1c2]),add(if(value[r1c3],1,0),1),0),1),0)";
        let said = number_in_short(counted, &WORDS);
        assert_eq!(said.as_deref(), Some("a number from r1c1, r1c2 and r1c3"));
        let said = number_in_short("f(a,b,c,d,e)", &WORDS);
        assert_eq!(said.as_deref(), Some("a number from a, b, c and 2 more"));
        assert_eq!(number_in_short("add(a,b)", &WORDS).as_deref(), Some("a + b"));
        assert_eq!(number_in_short("a", &WORDS), None);
        let said = truth_in_short("and(a,or(b,c))", false, &WORDS);
        assert_eq!(said.as_deref(), Some("a condition on a, b and c does not hold"));
        assert_eq!(truth_in_short("lt(a,b)", true, &WORDS).as_deref(), Some("a < b"));
        assert_eq!(truth_in_short("add(a,b)", true, &WORDS), None);
        let words = Words { name: &place, truth: &|name, so| Some(format!("{name} is {so}")) };
        let said = truth_in_short("or(a,not(b))", true, &words);
        assert_eq!(said.as_deref(), Some("a is true or b is false"));
    }

    #[test]
    fn truths_are_stated_as_they_are() {
        let table = [
            ("lt(value[r1c1],value[r1c2])", "r1c1 < r1c2", "r1c1 ≥ r1c2"),
            ("eq(dist(a,b),3)", "|a - b| = 3", "|a - b| ≠ 3"),
            ("and(eq(a,b),ne(c,2))", "a = b and c ≠ 2", "a ≠ b or c = 2"),
            ("or(lt(a,b),not(le(c,d)),gt(e,0))", "a < b, c > d or e > 0", "a ≥ b, c ≤ d and e ≤ 0"),
            ("eq(add(a,mul(2,b)),sub(c,1))", "a + 2 · b = c - 1", "a + 2 · b ≠ c - 1"),
            ("ge(add(eq(a,1),eq(b,1)),1)", "[a = 1] + [b = 1] ≥ 1", "[a = 1] + [b = 1] < 1"),
            ("lt(a,b,c)", "a < b < c", "a < b < c does not hold"),
        ];
        for (name, so, not_so) in table {
            assert_eq!(truth(name, true, &WORDS).as_deref(), Some(so));
            assert_eq!(truth(name, false, &WORDS).as_deref(), Some(not_so));
        }
        for name in ["r1c1", "lt(a", "lt(a,b))", "lt(,b)", "if(a,b,c)", "add(a,b)", "and(a,b)", ""]
        {
            assert_eq!(truth(name, true, &WORDS), None, "{name}");
        }
    }

    #[test]
    fn numbers_are_written_as_in_mathematics() {
        let table = [
            ("add(value[r1c1],value[r1c2])", "r1c1 + r1c2"),
            ("abs(sub(a,b))", "|a - b|"),
            ("max(neg(a),mod(b,2))", "max(-a, b mod 2)"),
            ("sub(a,sub(b,c))", "a - (b - c)"),
            ("mul(add(a,b),mul(c,d))", "(a + b) · c · d"),
            ("neg(add(a,b))", "-(a + b)"),
        ];
        for (name, expected) in table {
            assert_eq!(number(name, &WORDS).as_deref(), Some(expected));
        }
        assert_eq!(number("a", &WORDS), None);
        assert_eq!(number("f(a)", &WORDS), None);
    }
}
