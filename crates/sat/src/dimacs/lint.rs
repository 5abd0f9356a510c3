//! Finds suspicious things in a DIMACS file.

use std::collections::HashMap;

use cnfetti_encodings::Lit;

use super::read::File;
use cnfetti_core::plural::counted;
use cnfetti_input::{InputError, Span};

/// Of each sort of finding about clauses, this many are reported one by one.
const MAX_EACH: usize = 20;

/// Everything suspicious in a file, in the order of the sorts below. The places are those of
/// clauses, of the header or none.
pub fn lint(file: &File) -> Vec<InputError> {
    let mut findings = header(file);
    findings.extend(unused(file));
    findings.extend(show(file));
    findings.extend(clauses(file));
    findings
}

/// A header that does not count right.
fn header(file: &File) -> Vec<InputError> {
    let mut findings = Vec::new();
    if let Some((lit, place)) = &file.undeclared {
        let (said, found) = (file.problem.num_vars, lit.variable());
        let message = format!("the header says {said} variables, but {found} is used");
        findings.push(InputError::new(place.clone(), message));
    }
    let (said, found) = (file.problem.num_clauses, file.cnf.num_clauses());
    if found != said {
        let message = format!("the header says {}, but there are {found}", counted(said, "clause"));
        findings.push(InputError::new(file.problem.place.clone(), message));
    }
    findings
}

/// Variables that no clause mentions.
fn unused(file: &File) -> Option<InputError> {
    let mut used = vec![false; file.cnf.num_vars() as usize];
    for lit in file.cnf.clauses().flatten() {
        used[lit.variable() as usize - 1] = true;
    }
    let unused: Vec<u32> =
        (1..).zip(&used).filter(|&(_, &used)| !used).map(|(variable, _)| variable).collect();
    let (first, number) = (unused.first()?, unused.len());
    let message = match number {
        1 => format!("variable {first} is unused, which doubles the number of models"),
        _ => format!(
            "{number} variables are unused, the first is {first}: each doubles the number of models"
        ),
    };
    Some(InputError::new(file.problem.place.clone(), message))
}

/// A missing or wrong projection.
fn show(file: &File) -> Option<InputError> {
    let place = file.problem.place.clone();
    let Some(shown) = &file.show else {
        let error = InputError::new(place, "there is no line `c p show`");
        return Some(error.help(
            "name the problem's variables, so that projected model counters know what to count",
        ));
    };
    let wrong = shown.iter().find(|&&variable| variable > file.cnf.num_vars())?;
    Some(InputError::new(place, format!("`c p show` lists {wrong}, which is no variable")))
}

/// Clauses that are empty, repeat a literal, contain opposite ones, or come twice.
fn clauses(file: &File) -> Vec<InputError> {
    let mut sorts: [Vec<InputError>; 4] = Default::default();
    let mut numbers = [0_usize; 4];
    let mut seen: HashMap<Vec<Lit>, usize> = HashMap::new();
    for ((clause, place), number) in file.cnf.clauses().zip(&file.places).zip(1..) {
        let mut note = |sort: usize, message: String| {
            numbers[sort] += 1;
            if numbers[sort] <= MAX_EACH {
                sorts[sort].push(InputError::new(place.clone(), message));
            }
        };
        let mut sorted = clause.to_vec();
        sorted.sort_unstable_by_key(|lit| (lit.variable(), lit.is_positive()));
        if sorted.is_empty() {
            note(0, format!("clause {number} is empty: the formula has no model"));
        }
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            note(1, format!("clause {number} repeats the literal {}", pair[0]));
        }
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == !pair[1]) {
            let variable = pair[0].variable();
            note(
                2,
                format!("clause {number} is always true: it has both {variable} and -{variable}"),
            );
        }
        sorted.dedup();
        match seen.get(&sorted) {
            Some(first) => note(3, format!("clause {number} repeats clause {first}")),
            None => {
                seen.insert(sorted, number);
            }
        }
    }
    for (sort, number) in sorts.iter_mut().zip(numbers) {
        if number > MAX_EACH {
            let place: Option<Span> = None;
            let message = format!("and {} more like the last", number - MAX_EACH);
            sort.push(InputError::new(place, message));
        }
    }
    sorts.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::read_lenient;
    use super::*;

    fn findings(text: &str) -> Vec<String> {
        let file = read_lenient(text).unwrap();
        let line = |finding: &InputError| finding.line_column(text).map_or(0, |(line, _)| line);
        lint(&file).iter().map(|finding| format!("{}: {finding}", line(finding))).collect()
    }

    #[test]
    fn a_tidy_file_has_no_findings() {
        assert_eq!(findings("c p show 1 2 0\np cnf 2 1\n1 2 0\n"), [""; 0]);
    }

    #[test]
    fn everything_suspicious_is_found() {
        let text = "p cnf 3 2\n1 2 1 0\n4 -4 0\n2 1 0\n0\n";
        assert_eq!(
            findings(text),
            [
                "3: the header says 3 variables, but 4 is used",
                "1: the header says 2 clauses, but there are 4",
                "1: variable 3 is unused, which doubles the number of models",
                "1: there is no line `c p show`",
                "5: clause 4 is empty: the formula has no model",
                "2: clause 1 repeats the literal 1",
                "3: clause 2 is always true: it has both 4 and -4",
                "4: clause 3 repeats clause 1",
            ]
        );
        assert_eq!(
            findings("p cnf 9 1\nc p show 1 17 0\n1 0\n"),
            [
                "1: 8 variables are unused, the first is 2: each doubles the number of models",
                "1: `c p show` lists 17, which is no variable",
            ]
        );
    }

    #[test]
    fn many_findings_are_counted() {
        let text = format!("c p show 1 0\np cnf 1 30\n{}", "1 0\n".repeat(30));
        let findings = findings(&text);
        assert_eq!(findings.len(), MAX_EACH + 1);
        assert_eq!(findings[MAX_EACH], "0: and 9 more like the last");
    }
}
