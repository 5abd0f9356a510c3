//! Reads the file of a formula by the rules of its language.

use cnfetti::emit::Language;
use cnfetti::encodings::{Cnf, Lit};
use cnfetti::exact::Limits;
use cnfetti::knowledge::Knowledge;

use num_bigint::BigUint;

/// A file with a formula.
pub(super) struct Read {
    pub(super) text: String,
    pub(super) variables: u32,
    pub(super) clauses: Vec<Vec<i32>>,
    /// The variables that the file says are counted.
    pub(super) show: Vec<u32>,
    /// Whether the file says that the projection changes nothing.
    pub(super) is_kept: bool,
    /// Whether the projection changes nothing.
    pub(super) is_same: bool,
}

impl Read {
    pub(super) fn new(text: &str, language: Language) -> Read {
        let (comment, show) = match language {
            Language::Opb => ("* ", "* show"),
            _ => ("c ", "c p show"),
        };
        let line = |begins: &str| {
            let mut lines = text.lines().filter_map(|line| line.strip_prefix(begins));
            let line = lines.next().unwrap_or_else(|| panic!("no line {begins}\n{text}"));
            assert!(lines.next().is_none(), "two lines {begins}\n{text}");
            line
        };
        let shown = line(show).split_whitespace().map(|word| word.trim_start_matches('x'));
        let shown: Vec<u32> = shown.map(|word| word.parse().unwrap()).collect();
        let shown = match language {
            Language::Opb => shown,
            _ => shown.strip_suffix(&[0]).expect("0 at the end").to_vec(),
        };
        let says = line(&format!("{comment}model count "));
        let is_kept = says.starts_with("kept: ");
        assert!(is_kept || says.starts_with("projected only: "), "{says}");
        let clauses = text.lines().filter_map(|line| clause(line, language));
        let clauses: Vec<Vec<i32>> = clauses.collect();
        let largest = clauses.iter().flatten().map(|lit| lit.unsigned_abs()).max().unwrap_or(0);
        // WCNF has no line for this.
        let declared = match language {
            Language::Opb => number_after(line("* #variable= ")),
            Language::Dimacs => number_after(line("p cnf ")),
            Language::Wcnf => largest.max(shown.iter().copied().max().unwrap_or(0)),
        };
        assert!(largest <= declared, "{text}");
        let text = text.to_owned();
        Read { text, variables: declared, clauses, show: shown, is_kept, is_same: false }
    }

    /// The number of models that differ on these variables; `None` if the time runs out first.
    pub(super) fn models(&self, show: Option<&[u32]>, limits: &Limits) -> Option<BigUint> {
        let mut cnf = Cnf::new();
        cnf.declare(self.variables);
        for clause in &self.clauses {
            cnf.add_clause(clause.iter().map(|&lit| Lit::from_dimacs(lit).unwrap()));
        }
        Knowledge::of(&cnf, show, limits).ok()?.count_within(&limits.budget).ok()
    }
}

fn number_after(line: &str) -> u32 {
    line.split(' ').next().unwrap().parse().unwrap()
}

/// The clause on a line, if the line has a hard clause.
fn clause(line: &str, language: Language) -> Option<Vec<i32>> {
    let numbers = |line: &str| {
        let mut lits: Vec<i32> =
            line.split_whitespace().map(|word| word.parse().unwrap()).collect();
        assert_eq!(lits.pop(), Some(0), "{line}");
        lits
    };
    match language {
        Language::Dimacs => (!line.starts_with(['c', 'p'])).then(|| numbers(line)),
        Language::Wcnf => line.strip_prefix("h ").map(numbers),
        Language::Opb if line.starts_with('*') || line.starts_with("min:") => None,
        // A contradiction.
        Language::Opb if line == "+1 x1 >= 2 ;" => Some(Vec::new()),
        // A clause is a sum of literals that is at least 1; `-1 x` is `~x` minus 1.
        Language::Opb => {
            let words: Vec<&str> = line.split_whitespace().collect();
            let [terms @ .., ">=", bound, ";"] = &words[..] else { panic!("no clause: {line}") };
            let lit = |term: &[&str]| {
                let sign = match term[0] {
                    "+1" | "1" => 1,
                    "-1" => -1,
                    other => panic!("the weight {other}: {line}"),
                };
                sign * term[1].strip_prefix('x').unwrap().parse::<i32>().unwrap()
            };
            let lits: Vec<i32> = terms.chunks(2).map(lit).collect();
            let negative = lits.iter().filter(|lit| **lit < 0).count() as i32;
            assert_eq!(bound.parse::<i32>().unwrap(), 1 - negative, "{line}");
            Some(lits)
        }
    }
}
