//! Where lines of a loop meet, none ends and none branches: none or two of them are drawn.

use cnfetti_core::csp::{Connected, Constraint, Csp, Value, VarId};

use super::{OneRule, Premises, technique};

pub(crate) const DEAD_END: OneRule = OneRule {
    technique: technique(
        "dead end",
        1,
        "a line would not lead on, since all others that meet it are empty",
    ),
    // None is drawn, and all others are empty.
    applies: |constraint, premises| {
        at_junction(constraint, premises, 1, |drawn, open| (drawn, open) == (0, 0))
    },
};

pub(crate) const WAY_ON: OneRule = OneRule {
    technique: technique("way on", 1, "a line that is drawn has one way on"),
    applies: |constraint, premises| {
        at_junction(constraint, premises, 0, |drawn, open| (drawn, open) == (1, 0))
    },
};

pub(crate) const NO_BRANCH: OneRule = OneRule {
    technique: technique("no branch", 1, "two lines meet already, so no other one does"),
    applies: |constraint, premises| at_junction(constraint, premises, 1, |drawn, _| drawn == 2),
};

/// The largest number of lines that meet on a board.
const MOST_LINES: usize = 6;

/// Whether the step only rules out this value of lines, given how many of the lines that meet there are drawn and open.
fn at_junction(
    constraint: &Constraint,
    premises: &Premises<'_>,
    gone: Value,
    by: impl Fn(usize, usize) -> bool,
) -> bool {
    let scope = constraint.rule().scope();
    let is_so = |line: VarId, value: Value| {
        let others = scope.iter().filter(|&&other| other != line);
        let known: Vec<Option<Value>> = others.map(|&other| premises.decided(other)).collect();
        let number = |of: Option<Value>| known.iter().filter(|&&one| one == of).count();
        scope.contains(&line) && value == gone && by(number(Some(1)), number(None))
    };
    premises.all_ruled_out(is_so) && is_junction(premises.csp(), constraint)
}

/// Whether the constraint says that none or two of the lines that meet at a place of a loop are drawn.
pub(crate) fn is_junction(csp: &Csp, constraint: &Constraint) -> bool {
    let rule = constraint.rule();
    let lines = rule.scope();
    let is_line = |line: &VarId| csp.domain(*line) == [0, 1];
    if !(2..=MOST_LINES).contains(&lines.len()) || !lines.iter().all(is_line) {
        return false;
    }
    let mut whole = vec![0; csp.variables().len()];
    let says_so = (0..1_u32 << lines.len()).all(|drawn| {
        for (at, line) in lines.iter().enumerate() {
            whole[line.index()] = Value::from(drawn >> at & 1 == 1);
        }
        rule.holds(&whole) == [0, 2].contains(&drawn.count_ones())
    });
    let meet = |connected: &Connected| {
        let links = connected.links.iter();
        let of_lines =
            links.filter(|link| link.atom.is_some_and(|atom| lines.contains(&atom.variable)));
        let ends: Vec<[usize; 2]> = of_lines.map(|link| link.ends).collect();
        let is_common = |end: &usize| ends.iter().all(|ends| ends.contains(end));
        ends.len() == lines.len() && ends[0].iter().any(is_common)
    };
    says_so
        && csp.constraints().iter().any(|posted| match &posted.constraint {
            Constraint::Connected(connected) => meet(connected),
            _ => false,
        })
}
