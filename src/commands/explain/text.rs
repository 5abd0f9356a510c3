//! Explanations as text.

use std::collections::HashSet;
use std::io::Write;

use cnfetti::csp::{Csp, Projection, Value, VarId};
use cnfetti::explain::overview::Overview;
use cnfetti::explain::{Reason, Step};
use cnfetti::limit::Stopped;
use cnfetti::plural::counted;
use cnfetti::puzzle::{Alphabet, Puzzle, painted, painted_candidates, with_places};
use cnfetti::search::candidates::Candidates;
use cnfetti::search::sample::{Others, Sample};
use itertools::Itertools;

use super::{Asked, Rating, Report};

/// The largest number of open solutions to list.
const MOST_LISTED: usize = 4;

/// What to print.
pub(super) struct Text {
    /// Only the first step.
    pub(super) hint: bool,
    /// The board after each step.
    pub(super) boards: bool,
    /// The characters that the terminal supports.
    pub(super) alphabet: Alphabet,
}

impl Text {
    /// Writes the shown steps, and the end.
    pub(super) fn write(
        &self,
        out: &mut impl Write,
        report: &Report<'_>,
        shown: &[Step],
    ) -> std::io::Result<()> {
        let Report { loaded, overview: Overview { explanation, .. }, .. } = report;
        let alphabet = self.alphabet;
        let puzzle = loaded.puzzle();
        let board = |rows| {
            let board = painted_candidates(puzzle, loaded.csp(), rows, alphabet);
            with_places(&board, puzzle.squares())
        };
        if self.hint {
            return match shown {
                [] if explanation.stopped.is_some() => write_end(out, report),
                [] => writeln!(out, "Nothing more follows."),
                steps => {
                    for said in [loaded.optimum_sentence(), loaded.root_sentence()] {
                        said.map_or(Ok(()), |said| writeln!(out, "{said}"))?;
                    }
                    steps.iter().try_for_each(|step| {
                        writeln!(out, "{}", report.speaker().step(step))?;
                        write_course(out, report, step)
                    })
                }
            };
        }
        loaded.write_header(out)?;
        let start = explanation.start.rows();
        if puzzle.has_legend() {
            write!(out, "{}", self::puzzle(puzzle, alphabet))?;
        }
        let is_something_known =
            loaded.csp().ids().any(|v| start[v.index()].len() < loaded.csp().domain(v).len());
        if explanation.steps.iter().any(|step| step.pattern.is_some()) {
            // Everybody fills in pencil marks: the givens are enough.
            let given = with_places(&painted(puzzle, None, alphabet), puzzle.squares());
            writeln!(out, "{given}")?;
        } else if is_something_known || !puzzle.has_legend() {
            writeln!(out, "{}", board(start))?;
        }
        let mut rules = Rules::new(report);
        for (step, position) in shown.iter().zip(1..) {
            let sentence = rules.in_short(report.speaker().step(step));
            writeln!(out, "{position:3}. {sentence} [{}]", rules.label(step))?;
            write_course(out, report, step)?;
            if self.boards {
                write!(out, "{}", board(step.after.rows()))?;
            }
        }
        if shown.len() < explanation.steps.len() {
            writeln!(out, "     … {} in all", counted(explanation.steps.len(), "step"))?;
            return match &explanation.stopped {
                Some(why) => write_stopped(out, report, why),
                None => Ok(()),
            };
        }
        if let (false, Some(step)) = (self.boards, shown.last()) {
            let last = match step.after == explanation.end {
                true => board(&end_rows(report)),
                false => board(step.after.rows()),
            };
            write!(out, "\n{last}")?;
        }
        write_end(out, report)
    }
}

/// What is known in the end. If everything that counts is decided, so is what follows from it, such as the cells that a
/// piece covers.
pub(super) fn end_rows(report: &Report<'_>) -> Vec<Vec<Value>> {
    let Report { loaded, overview: Overview { explanation, left, .. }, .. } = report;
    let end = &explanation.end;
    let is_decided = loaded.counted_over().iter().all(|&variable| end.decided(variable).is_some());
    match &left.solutions[..] {
        [only] if is_decided && left.is_complete() => {
            only.iter().map(|&value| vec![value]).collect()
        }
        _ => end.rows().to_vec(),
    }
}

/// The puzzle with its rules, and a blank line; empty for kinds without a board of their own.
pub(super) fn puzzle(puzzle: &dyn Puzzle, alphabet: Alphabet) -> String {
    match puzzle.squares() {
        None => String::new(),
        squares => with_places(&painted(puzzle, None, alphabet), squares) + "\n",
    }
}

/// Writes the details that lead to a step's conclusion, if the step omits them.
fn write_course(out: &mut impl Write, report: &Report<'_>, step: &Step) -> std::io::Result<()> {
    report
        .speaker()
        .details(step)
        .iter()
        .try_for_each(|sentence| writeln!(out, "       {sentence}"))
}

/// Rules that are said in full the first time, and then have a short name.
pub(super) struct Rules<'a> {
    csp: &'a Csp,
    /// The sentence of each, and its name.
    names: Vec<(String, String)>,
    /// Those that were said.
    said: HashSet<usize>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(report: &Report<'a>) -> Rules<'a> {
        let names = report.loaded.puzzle().rule_names();
        Rules { csp: &report.viewpoint.csp, names, said: HashSet::new() }
    }

    /// The sentence of a step, without the rule that it begins with if that was said before.
    pub(super) fn in_short(&mut self, sentence: String) -> String {
        let rest = |rule: &str| {
            let (first, rest) = sentence.split_once("; ")?;
            (first.to_lowercase() == rule.to_lowercase()).then(|| rest.to_owned())
        };
        let found = self.names.iter().enumerate();
        let found = found.filter_map(|(at, (rule, _))| Some((at, rest(rule)?))).next();
        match found {
            Some((at, rest)) if !self.said.insert(at) => capital(&rest),
            _ => sentence,
        }
    }

    /// What stands in brackets: the rating of a pattern in the pencil marks, else the names of the step's rules, else that
    /// of its technique.
    pub(super) fn label(&self, step: &Step) -> String {
        if let Some(pattern) = &step.pattern {
            return tenths(pattern.rating);
        }
        let reasons = step.constraints.iter().map(|&at| &self.csp.constraints()[at].reason);
        let name = |reason: &String| {
            let named = self.names.iter().find(|(rule, _)| rule == reason);
            named.map(|(_, name)| name.as_str())
        };
        let names = reasons.filter_map(name).unique().join(", ");
        if names.is_empty() { step.technique.name.to_owned() } else { names }
    }
}

/// With a capital at the beginning.
pub(super) fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).collect()
}

/// `4.2` of 42 tenths.
pub(super) fn tenths(rating: usize) -> String {
    format!("{}.{}", rating / 10, rating % 10)
}

/// Writes the difficulty, and what is still open.
pub(super) fn write_end(out: &mut impl Write, report: &Report<'_>) -> std::io::Result<()> {
    let Report { overview: Overview { explanation, direct, .. }, cell, .. } = report;
    if let Some(why) = &explanation.stopped {
        return write_stopped(out, report, why);
    }
    if let Some(given) = cell.and_then(|cell| given(report, cell)) {
        return writeln!(out, "{given}: there is nothing to explain.");
    }
    writeln!(out, "\n{}", summary(report))?;
    let assuming = explanation.steps.iter().filter(|step| report.assumes_one(step)).count();
    if assuming > 0 {
        let (steps, verb) =
            (counted(assuming, "step"), if assuming == 1 { "assumes" } else { "assume" });
        writeln!(out, "{steps} {verb} that there is one solution. A solver has checked that.")?;
    }
    match (cell, direct) {
        (Some(cell), Some(reason)) => write_direct(out, report, *cell, reason),
        _ => write_open(out, report),
    }
}

/// The sentence of the given or mark that says all about a cell.
fn given(report: &Report<'_>, asked: Asked) -> Option<String> {
    let Report { loaded, overview: Overview { explanation, .. }, .. } = report;
    let (csp, variable) = (loaded.csp(), asked.variable);
    explanation.end.decided(variable)?;
    let says_it = |at: &usize| {
        let given = csp.constraints()[*at].given(csp);
        given.is_some_and(|(of, values)| of == variable && values.len() == 1)
    };
    let given = (0..csp.constraints().len()).find(says_it)?;
    loaded.speaker().each_reason(&[given]).into_iter().next()
}

/// How long and how hard the explanation is: `Difficulty: easy, score 12. 6 steps; the hardest needs 2 rules or
/// facts, all together 14.` A puzzle with several solutions has no difficulty, unless they have one grid.
fn summary(report: &Report<'_>) -> String {
    let explanation = &report.overview.explanation;
    let steps = counted(explanation.steps.len(), "step");
    let hardest = counted(explanation.hardest(), "rule or fact");
    let length =
        format!("{steps}; the hardest needs {hardest}, all together {}.", explanation.total());
    match report.rating() {
        Some(Rating { level, hardest: Some((rating, technique)), .. }) => format!(
            "Difficulty: {}, rated {} for its hardest step ({technique}). {steps}.",
            level.unwrap_or_default(),
            tenths(rating)
        ),
        Some(Rating { score, level: Some(level), .. }) => {
            format!("Difficulty: {level}, score {score}. {length}")
        }
        Some(Rating { score, level: None, .. }) => format!("Difficulty: score {score}. {length}"),
        None => length,
    }
}

/// Writes that the steps stop before the end, and how far they lead.
fn write_stopped(out: &mut impl Write, report: &Report<'_>, why: &Stopped) -> std::io::Result<()> {
    let Report { loaded, overview: Overview { explanation, .. }, .. } = report;
    let reached = explanation.steps.last().map_or(&explanation.start, |step| &step.after);
    let decided =
        |known: &Candidates| loaded.csp().ids().filter(|&v| known.decided(v).is_some()).count();
    if reached == &explanation.end {
        let so_far = decided(reached);
        return writeln!(out, "\nStopped before the end, {why}: {so_far} are decided.");
    }
    let (so_far, in_the_end) = (decided(reached), decided(&explanation.end));
    writeln!(
        out,
        "\nStopped before the end, {why}: {so_far} of the {in_the_end} that can be decided are."
    )
}

fn write_direct(
    out: &mut impl Write,
    report: &Report<'_>,
    asked: Asked,
    reason: &Result<Reason, Stopped>,
) -> std::io::Result<()> {
    let Report { loaded, overview: Overview { explanation, .. }, .. } = report;
    let speaker = loaded.speaker();
    if let Some(answer) = asked.sentence(&speaker, &explanation.end) {
        writeln!(out, "{answer}")?;
    }
    let subject = speaker.subject(asked.variable);
    let reason = match reason {
        Ok(reason) => reason,
        Err(why) => {
            return writeln!(out, "Which rules imply all of it directly is unknown: {why}.");
        }
    };
    if reason.rules.is_empty() {
        return writeln!(out, "Nothing follows for {subject}.");
    }
    let least = if reason.is_smallest { " and no fewer" } else { "" };
    match reason.rules.len() {
        1 => writeln!(out, "Without steps in between, one rule implies all this about {subject}:")?,
        several => writeln!(
            out,
            "Without steps in between, {several} rules{least} imply all this about {subject}:"
        )?,
    }
    for sentence in speaker.each_reason(&reason.rules) {
        writeln!(out, "  {sentence}")?;
    }
    Ok(())
}

/// In what all solutions that are left agree, although they differ: `, all with one grid`.
pub(super) fn alike(csp: &Csp, left: &Sample) -> String {
    let of = |projection: &Projection, solution: &[Value]| {
        projection.scope.iter().map(|variable| solution[variable.index()]).collect_vec()
    };
    let is_one = |projection: &&Projection| {
        left.solutions.iter().map(|solution| of(projection, solution)).all_equal()
    };
    let is_choice = left.is_complete() && left.solutions.len() > 1;
    let one = csp.projections().iter().find(is_one).filter(|_| is_choice);
    one.map(|projection| format!(", all with one {}", projection.name.trim_end_matches('s')))
        .unwrap_or_default()
}

/// Writes what is open, and between which solutions.
fn write_open(out: &mut impl Write, report: &Report<'_>) -> std::io::Result<()> {
    let Report { loaded, overview: Overview { explanation, left, .. }, .. } = report;
    let end = &explanation.end;
    let all = loaded.counted_over();
    let is_open = |variable: &VarId| end.decided(*variable).is_none();
    let open = all.iter().copied().filter(is_open).collect_vec();
    if open.is_empty() {
        return writeln!(out, "Everything is decided.");
    }
    let solutions = left.solutions.len();
    let count = match left.others {
        Others::None(_) => "",
        Others::Some => "over ",
        Others::Unknown(_) => "at least ",
    };
    let be = |number: usize| if number == 1 { "is" } else { "are" };
    let (are_open, are_left) = (be(open.len()), be(solutions));
    writeln!(
        out,
        "Nothing more follows. {} of {} {are_open} open; {count}{} {are_left} left{}.",
        open.len(),
        counted(all.len(), "place"),
        counted(solutions, "solution"),
        alike(loaded.csp(), left)
    )?;
    if left.is_complete() && solutions <= MOST_LISTED {
        for solution in &left.solutions {
            let facts = open.iter().map(|&variable| (variable, solution[variable.index()]));
            let speaker = loaded.speaker();
            writeln!(out, "  {}", speaker.capital(&speaker.values(facts)))?;
        }
    }
    Ok(())
}
