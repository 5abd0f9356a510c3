//! The variables to count over.

use clap::Args;
use cnfetti::Problem;
use cnfetti::csp::{Csp, VarId};

/// The option for the variables to count over.
#[derive(Args)]
pub(crate) struct ProjectOption {
    /// Count assignments to these variables only, such as `x,y[],z[1..3][]`
    #[arg(long, value_name = "VARIABLES")]
    project: Option<String>,
}

impl ProjectOption {
    /// Whether the user named variables.
    pub(crate) fn is_given(&self) -> bool {
        self.project.is_some()
    }

    /// The problem projected to the named variables; unchanged if there are none.
    pub(crate) fn projected(&self, problem: Problem) -> anyhow::Result<Problem> {
        let Some(list) = &self.project else { return Ok(problem) };
        let scope = named(problem.csp(), list)?;
        Ok(problem.counted_over(scope)?)
    }

    /// Describes the named variables of a problem that counts over them.
    pub(crate) fn in_words(&self, csp: &Csp) -> Option<String> {
        let (list, scope) = self.project.as_ref().zip(csp.counted())?;
        Some(format!("{list} ({})", plural(scope.len())))
    }

    /// The option as on the command line, with a blank before it.
    pub(crate) fn typed(&self) -> String {
        self.project.as_ref().map_or_else(String::new, |list| format!(" --project '{list}'"))
    }
}

fn plural(variables: usize) -> String {
    if variables == 1 { "1 variable".to_owned() } else { format!("{variables} variables") }
}

/// The variables of a list such as `x,y[],z[1..3][]`, each once. An array without subscripts means all
/// of it.
fn named(csp: &Csp, list: &str) -> anyhow::Result<Vec<VarId>> {
    let mut scope: Vec<VarId> = Vec::new();
    for pattern in list.split(',').map(str::trim) {
        anyhow::ensure!(
            is_pattern(pattern),
            "--project: expected names such as `x`, `y[]` or `z[1..3][]`, found `{pattern}`"
        );
        let before = scope.len();
        for id in csp.ids().filter(|&id| matches(pattern, csp.name(id))) {
            if !scope.contains(&id) {
                scope.push(id);
            }
        }
        let known = scope.len() > before || csp.ids().any(|id| matches(pattern, csp.name(id)));
        anyhow::ensure!(
            known && !pattern.is_empty(),
            "--project: there is no variable `{pattern}`; `cnfetti show FILE` lists them, without those that \
             only follow from others"
        );
    }
    Ok(scope)
}

/// Whether each bracket of a pattern is closed before the next one is opened, and the last one at the end.
fn is_pattern(pattern: &str) -> bool {
    let Some((id, subscripts)) = pattern.split_once('[') else { return !pattern.contains(']') };
    let inner = subscripts.strip_suffix(']').map(|inner| inner.replace("][", ""));
    !id.contains(']') && inner.is_some_and(|inner| !inner.contains(['[', ']']))
}

/// Whether a pattern matches the name of a variable.
fn matches(pattern: &str, name: &str) -> bool {
    let (id, subscripts) = split(name);
    let (wanted, ranges) = split(pattern);
    let inside = |(range, subscript): (&&str, &&str)| match range.split_once("..") {
        _ if range.is_empty() => true,
        None => range == subscript,
        Some((low, high)) => {
            let number = |text: &str| text.trim().parse::<i64>().ok();
            let bounds = number(low).zip(number(high)).zip(number(subscript));
            bounds.is_some_and(|((low, high), at)| low <= at && at <= high)
        }
    };
    id == wanted
        && (ranges.is_empty()
            || ranges.len() == subscripts.len() && ranges.iter().zip(&subscripts).all(inside))
}

/// Splits `x[1][2]` into `x` and `1`, `2`.
fn split(name: &str) -> (&str, Vec<&str>) {
    match name.split_once('[') {
        None => (name, Vec::new()),
        Some((id, rest)) => (id, rest.trim_end_matches(']').split("][").collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_pattern, matches};

    #[test]
    fn brackets_are_closed() {
        for (pattern, expected) in [
            ("x", true),
            ("x[]", true),
            ("x[1..2][]", true),
            ("x[", false),
            ("x]", false),
            ("x[1", false),
            ("x[1]2", false),
            ("x[[1]]", false),
            ("x][", false),
        ] {
            assert_eq!(is_pattern(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn patterns_stand_for_cells() {
        for (pattern, name, expected) in [
            ("x", "x", true),
            ("x", "x[1]", true),
            ("x[]", "x[1]", true),
            ("x[]", "x[1][2]", false),
            ("x[1..2][]", "x[2][7]", true),
            ("x[1..2][]", "x[3][7]", false),
            ("x[3]", "x[3]", true),
            ("x", "xy", false),
            ("y[]", "x[1]", false),
        ] {
            assert_eq!(matches(pattern, name), expected, "{pattern} {name}");
        }
    }
}
