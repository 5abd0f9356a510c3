//! Parses the steps of a proof, one on each line.

use super::inequality::{Inequality, Lit};
use super::text::{Names, Problem, Words};

/// A step.
#[derive(Debug)]
pub(super) enum Step {
    /// The number of inequalities of the statement.
    Load(u64),
    /// Half of the definition of a variable: it holds if this literal is true.
    Half { lit: Lit, is_new: bool, half: Inequality },
    /// Moves these into the core.
    Core(Vec<u64>),
    /// An inequality that follows by propagation.
    Propagated(Inequality),
    /// An inequality that follows as a sum.
    Sum(Sum),
    /// Deletes these derived inequalities.
    Delete(Vec<u64>),
    /// Deletes an inequality of the core that follows from the rest of it.
    LeaveOut { number: u64, is_shown: bool },
    /// Deletes half of the definition of a variable: it holds if this literal is true.
    Forget { number: u64, lit: Lit },
    /// Ends the subproof of `LeaveOut`, with a contradiction.
    Shown,
    /// The core is the formula.
    Output,
    /// The proof claims nothing else.
    Conclusion,
    /// The last line.
    End,
}

/// A sum in reverse Polish notation.
pub(super) type Sum = Vec<Term>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    /// The inequality with this number.
    Of(u64),
    /// Multiplies the last one by this.
    Times(u64),
    /// Divides the last one by this, rounding up.
    Divided(u64),
    /// Adds the last two.
    Plus,
}

/// The first line.
pub(super) const HEADER: &str = "pseudo-Boolean proof version 3.0";

const STEPS: &str = "a step: f, red, core, rup, pol, deld, delc, qed, output, conclusion or end";

/// Parses the step on a line.
pub(super) fn step(line: &str, names: &mut Names) -> Result<Step, Problem> {
    let mut words = Words::of(line);
    let rule = words.next();
    let step = match rule.text {
        "f" => Step::Load(words.next().number("the number of inequalities")?),
        "red" => half(&mut words, names)?,
        "core" => {
            words.expect("id")?;
            Step::Core(numbers(&mut words)?)
        }
        "rup" => Step::Propagated(names.inequality(&mut words)?),
        "pol" => Step::Sum(sum(&mut words)?),
        "deld" => Step::Delete(numbers(&mut words)?),
        "delc" => {
            let step = leave_out(&mut words, names)?;
            if matches!(step, Step::LeaveOut { is_shown: true, .. }) {
                words.end()?;
                return Ok(step);
            }
            step
        }
        "qed" => {
            words.expect(": -1")?;
            Step::Shown
        }
        "output" => {
            words.expect("EQUISATISFIABLE FILE")?;
            Step::Output
        }
        "conclusion" => {
            words.expect("NONE")?;
            Step::Conclusion
        }
        "end" => {
            words.expect("pseudo-Boolean proof")?;
            Step::End
        }
        _ => return Err(rule.expected(STEPS)),
    };
    words.finish()?;
    Ok(step)
}

const NUMBER: &str = "the number of an inequality";

fn numbers(words: &mut Words<'_>) -> Result<Vec<u64>, Problem> {
    let mut numbers = vec![words.next().number(NUMBER)?];
    while words.peek().text != ";" {
        numbers.push(words.next().number(NUMBER)?);
    }
    Ok(numbers)
}

fn sum(words: &mut Words<'_>) -> Result<Sum, Problem> {
    let mut terms = Vec::new();
    while words.peek().text != ";" {
        let after = words.second();
        let word = words.next();
        terms.push(match (word.text, after) {
            ("+", _) => Term::Plus,
            (_, "*") => {
                words.next();
                Term::Times(word.number("a number to multiply by")?)
            }
            (_, "d") => {
                words.next();
                Term::Divided(word.number("a number to divide by")?)
            }
            _ => Term::Of(word.number("the number of an inequality, `+`, `*` or `d`")?),
        });
    }
    Ok(terms)
}

/// Parses `INEQUALITY : name -> 0` or `1`; the name may be new.
fn half(words: &mut Words<'_>, names: &mut Names) -> Result<Step, Problem> {
    let mut ahead = words.clone();
    while !matches!(ahead.peek().text, ":" | "") {
        ahead.next();
    }
    ahead.expect(":")?;
    let (_, is_new) = names.add(ahead.peek())?;
    let half = names.inequality(words)?;
    words.expect(":")?;
    Ok(Step::Half { lit: witness(words, names)?, is_new, half })
}

/// Parses `name -> 0` or `name -> 1`.
fn witness(words: &mut Words<'_>, names: &Names) -> Result<Lit, Problem> {
    let name = words.next();
    let variable = names.get(name.text).ok_or_else(|| name.expected("a known variable"))?;
    words.expect("->")?;
    let value = words.next();
    match value.text {
        "1" => Ok(2 * variable),
        "0" => Ok(2 * variable + 1),
        _ => Err(value.expected("0 or 1")),
    }
}

/// Parses `NUMBER`, `NUMBER : : subproof` or `NUMBER : name -> 0`.
fn leave_out(words: &mut Words<'_>, names: &Names) -> Result<Step, Problem> {
    let number = words.next().number(NUMBER)?;
    if words.peek().text == ";" {
        return Ok(Step::LeaveOut { number, is_shown: false });
    }
    words.expect(":")?;
    if words.peek().text == ":" {
        words.expect(": subproof")?;
        return Ok(Step::LeaveOut { number, is_shown: true });
    }
    Ok(Step::Forget { number, lit: witness(words, names)? })
}
