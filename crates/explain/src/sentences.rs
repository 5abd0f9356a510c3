//! Facts, conclusions and reasons as sentences.

mod areas;
mod connection;
mod formula;
mod lists;
mod patterns;
mod pieces;
mod reasons;
mod steps;
mod supposition;
mod thoughts;
mod totals;

use std::cell::Cell;
use std::collections::HashMap;
use std::rc::Rc;

use itertools::Itertools;
use lists::{Clause, named, together, together_in_short};

use crate::Step;
use crate::areas::Areas;
use crate::helpers::Helpers;
use cnfetti_core::csp::{Atom, Choice, Constraint, Csp, Selection, Value, VarId};
use cnfetti_core::plural::{and, list};
use cnfetti_puzzles::puzzle::{Puzzle, Viewpoint, Words};
use cnfetti_sat::search::candidates::{Candidates, Fact, Said};

/// A list of places names this many, or one more if that is all. Of the others, it gives only the number.
const MOST_IN_A_LIST: usize = 5;

/// If more places than this have the same value, a sentence names only the first ones.
const MOST_PLACES: usize = 4;

/// If a problem has no noted variables, this many facts are always spelled out.
const FEW_FACTS: usize = 3;

/// Lists of values longer than this are not spelled out.
const MOST_VALUES: usize = 4;

/// The sentence of a step has at most about this many characters.
const LONGEST: usize = 160;

/// If it is longer, lists in it are cut off at this many characters.
const LONGEST_LIST: usize = 80;

/// Whether a sentence is short enough for a step.
fn is_short(sentence: &str) -> bool {
    sentence.chars().count() <= LONGEST
}

/// Puts steps of one problem into words.
pub struct Speaker<'a> {
    csp: &'a Csp,
    /// The puzzle that provides the words.
    puzzle: Option<&'a dyn Puzzle>,
    /// Variables of the puzzle's viewpoint that sentences do not mention before they are decided.
    noted: &'a [VarId],
    helpers: Rc<Helpers>,
    areas: Rc<Areas>,
    /// Each variable by its name.
    by_name: Rc<HashMap<&'a str, VarId>>,
    /// Lists that are longer than this, in characters, are cut off.
    longest: usize,
    /// Whether a list was cut off.
    has_cut: Cell<bool>,
}

impl<'a> Speaker<'a> {
    /// Calls the variables by their names, and the values by their numbers.
    pub fn new(csp: &'a Csp) -> Speaker<'a> {
        Speaker::with(csp, None, &[])
    }

    /// Speaks of a puzzle in its own words. The CSP is the puzzle's.
    pub fn of_puzzle(puzzle: &'a dyn Puzzle, csp: &'a Csp) -> Speaker<'a> {
        Speaker::with(csp, Some(puzzle), &[])
    }

    /// Speaks of a puzzle from its viewpoint.
    pub fn of_viewpoint(puzzle: &'a dyn Puzzle, viewpoint: &'a Viewpoint) -> Speaker<'a> {
        Speaker::with(&viewpoint.csp, Some(puzzle), &viewpoint.noted)
    }

    fn with(csp: &'a Csp, puzzle: Option<&'a dyn Puzzle>, noted: &'a [VarId]) -> Speaker<'a> {
        let by_name = csp.ids().map(|id| (csp.name(id), id)).collect();
        let (helpers, by_name) = (Rc::new(Helpers::new(csp, noted)), Rc::new(by_name));
        let areas = Rc::new(Areas::new(csp));
        let (longest, has_cut) = (LONGEST, Cell::new(false));
        Speaker { csp, puzzle, noted, helpers, areas, by_name, longest, has_cut }
    }

    /// What a variable is called.
    pub fn subject(&self, variable: VarId) -> String {
        let name = self.words(variable).subject;
        self.with_words(|words| formula::number_in_short(&name, words)).unwrap_or(name)
    }

    /// What was fixed: `So let B be on die 1 and U be on die 2.`
    pub fn root(&self, atoms: &[Atom]) -> String {
        let parts = atoms.iter().map(|atom| {
            let Clause { subject, predicate } = self.says(atom.variable, "", &[atom.value]);
            format!("{subject} be {}", predicate.unwrap_or_default())
        });
        format!("let {}.", and(parts))
    }

    /// What a variable can still be: `X is on die 2 or 3`.
    pub fn left(&self, variable: VarId, values: &[Value]) -> String {
        together([self.says(variable, "", values)])
    }

    /// What variables are: `F is on die 2, N is on die 3`.
    pub fn values(&self, values: impl IntoIterator<Item = (VarId, Value)>) -> String {
        together(values.into_iter().map(|(variable, value)| self.says(variable, "", &[value])))
    }

    /// What a variable is not: `F is not on die 2`.
    pub fn denied(&self, variable: VarId, value: Value) -> String {
        together([self.says(variable, "not ", &[value])])
    }

    /// Facts, each in the shorter of its two forms.
    pub fn facts(&self, facts: &[Fact]) -> String {
        together(self.clauses(facts))
    }

    fn clauses(&self, facts: &[Fact]) -> impl Iterator<Item = Clause> {
        facts.iter().map(|fact| {
            let variable = fact.variable;
            match &fact.said {
                Said::Is(value) => self.says(variable, "", &[*value]),
                Said::IsNone(gone) => {
                    let domain = self.csp.domain(variable).iter().copied();
                    let left = domain.filter(|value| !gone.contains(value)).collect_vec();
                    self.shorter(variable, &left, gone)
                }
            }
        })
    }

    /// What a step concludes, with what is left after it.
    pub fn conclusions(&self, facts: &[Fact], after: &Candidates) -> String {
        together(facts.iter().map(|fact| self.conclusion(fact, after)))
    }

    fn conclusion(&self, Fact { variable, said }: &Fact, after: &Candidates) -> Clause {
        match said {
            Said::Is(value) => self.says(*variable, "", &[*value]),
            Said::IsNone(gone) => self.shorter(*variable, after.of(*variable), gone),
        }
    }

    fn thought(&self, step: &Step) -> String {
        if let Some(sentence) = self.own_sentence(step) {
            return sentence;
        }
        let (placements, rules): (Vec<usize>, Vec<usize>) =
            step.constraints.iter().partition(|&&at| self.is_about_placement(at));
        let mut because = self.reasons_in_short(&rules);
        let said =
            if placements.is_empty() { step.facts.clone() } else { self.not_seen(&step.facts) };
        if !said.is_empty() {
            because.push(self.facts_in_short(&said));
        }
        let conclusions = self.conclusions_in_short(step);
        let because = because.join("; ");
        let sentence = match (placements.is_empty(), because.is_empty()) {
            (true, _) => format!("{because}: so {conclusions}."),
            (false, true) => format!("nothing else fits: so {conclusions}."),
            (false, false) => format!("{because}; nothing else fits: so {conclusions}."),
        };
        self.capital(&sentence)
    }

    /// The sentence of a thought that does not list its rules and facts one by one.
    fn own_sentence(&self, step: &Step) -> Option<String> {
        let own = self.only_place(step).or_else(|| self.only_piece(step));
        own.or_else(|| areas::said(self, step))
            .or_else(|| thoughts::said(self, step))
            .or_else(|| Some(self.contradiction(step, step.supposition.as_ref()?)))
    }

    /// Whether it is such a variable without a name of its own, as where a piece can begin.
    fn is_nameless(&self, variable: VarId) -> bool {
        self.decides(variable) && self.words(variable).before_value.is_empty()
    }

    /// The facts without those about noted variables, which a reader sees on the board; in short, also without those that
    /// nothing is between two places.
    fn not_seen(&self, facts: &[Fact]) -> Vec<Fact> {
        let is_shown = |fact: &&Fact| match fact.said {
            Said::Is(_) => !self.is_nameless(fact.variable),
            Said::IsNone(_) => !self.is_noted(fact.variable),
        };
        let shown: Vec<Fact> = facts.iter().filter(is_shown).cloned().collect();
        let is_between =
            |fact: &&Fact| fact.said == Said::Is(0) && self.csp.domain(fact.variable) == [0, 1];
        let others: Vec<Fact> = shown.iter().filter(|fact| !is_between(fact)).cloned().collect();
        match self.longest < LONGEST && !others.is_empty() {
            true => others,
            false => shown,
        }
    }

    /// With a capital at the beginning of the first word, unless that is the name of a variable or
    /// something else that is written as in a file.
    pub fn capital(&self, sentence: &str) -> String {
        let first_word = sentence.split(' ').next().unwrap_or_default();
        let is_part_of_name = |letter: char| letter.is_alphanumeric() || letter == '_';
        let name = first_word.trim_end_matches(|letter| !is_part_of_name(letter));
        let is_name = first_word.contains(['[', '(']) || self.by_name.contains_key(name);
        let mut letters = sentence.chars();
        match letters.next() {
            Some(first) if !is_name => first.to_uppercase().chain(letters).collect(),
            _ => sentence.to_owned(),
        }
    }

    /// Whether the constraint only says which piece lies where: its variables are noted, so no sentence mentions them before
    /// they are decided.
    fn is_about_placement(&self, at: usize) -> bool {
        self.placements_at(at).is_some()
    }

    /// The placements at a place, if the constraint is about these.
    fn placements_at(&self, at: usize) -> Option<&Selection> {
        match &self.csp.constraints()[at].constraint {
            Constraint::Selection(selection) => {
                let is_noted = |choice: &Choice| self.is_noted(choice.atom.variable);
                selection.choices.iter().any(is_noted).then_some(selection)
            }
            _ => None,
        }
    }

    /// Whether sentences do not mention the variable before it is decided.
    fn is_noted(&self, variable: VarId) -> bool {
        self.noted.contains(&variable)
    }

    /// Whether it is such a variable, and part of a solution, as the place of a domino.
    fn decides(&self, variable: VarId) -> bool {
        self.is_noted(variable) && self.csp.deciding().contains(&variable)
    }

    fn facts_in_short(&self, facts: &[Fact]) -> String {
        let hidden = |fact: &&Fact| {
            let said = self.csp.domain(fact.variable).len();
            matches!(&fact.said, Said::IsNone(gone)
                if gone.len() > MOST_VALUES && said - gone.len() > MOST_VALUES)
        };
        let all = self.facts(facts);
        let is_short = all.chars().count() <= self.longest
            && all == together_in_short(self.clauses(facts), MOST_IN_A_LIST)
            || facts.len() <= FEW_FACTS && self.noted.is_empty();
        if is_short && facts.iter().find(hidden).is_none() {
            return all;
        }
        self.has_cut.set(true);
        let short = together_in_short(self.clauses(facts), MOST_PLACES);
        if short.chars().count() <= self.longest && facts.iter().find(hidden).is_none() {
            return short;
        }
        let subjects = facts.iter().map(|fact| self.subject(fact.variable)).collect_vec();
        format!("what is known of {}", named(self.shortened(subjects, "place")))
    }

    /// The facts in short after a semicolon, if there are any.
    fn and_facts(&self, facts: &[Fact]) -> String {
        if facts.is_empty() { String::new() } else { format!("; {}", self.facts_in_short(facts)) }
    }

    /// The facts in short before a semicolon, if there are any.
    fn facts_first(&self, facts: &[Fact]) -> String {
        if facts.is_empty() { String::new() } else { format!("{}; ", self.facts_in_short(facts)) }
    }

    fn conclusions_in_short(&self, step: &Step) -> String {
        let decides =
            |fact: &&Fact| self.decides(fact.variable) && matches!(fact.said, Said::Is(_));
        // The place of a domino implies the values of its cells.
        let deciding = step.conclusions.iter().filter(decides).cloned().collect_vec();
        let said = if deciding.is_empty() { &step.conclusions } else { &deciding };
        let all = self.conclusions(said, &step.after);
        let in_short = |most: usize| {
            let each = said.iter().map(|fact| self.conclusion(fact, &step.after));
            together_in_short(each, most)
        };
        let fits = |said: &String| said.chars().count() <= self.longest;
        let listed = in_short(MOST_IN_A_LIST);
        if listed == all && fits(&all) {
            return all;
        }
        self.has_cut.set(true);
        // The details have all conclusions.
        if let Some(short) = [listed, in_short(0)].into_iter().find(fits) {
            return short;
        }
        let decided = said.iter().filter(|fact| matches!(fact.said, Said::Is(_))).count();
        let number = |number: usize, one: &str, several: &str| match number {
            0 => None,
            1 => Some(format!("1 place {one}")),
            number => Some(format!("{number} places {several}")),
        };
        let decides = number(decided, "is decided", "are decided");
        let narrows =
            number(said.len() - decided, "has fewer values left", "have fewer values left");
        and(decides.into_iter().chain(narrows))
    }

    /// The first of these, as long as they are not too long together, and how many there are besides.
    fn shortened(&self, parts: Vec<String>, called: &str) -> Vec<String> {
        let mut length = 0;
        let mut short = Vec::new();
        for part in &parts {
            length += part.chars().count() + 2;
            if length > self.longest && !short.is_empty() {
                break;
            }
            short.push(part.clone());
        }
        if short.len() < parts.len() {
            self.has_cut.set(true);
            let more = if short.is_empty() { "" } else { " more" };
            let rest = parts.len() - short.len();
            let ending = if rest == 1 { "" } else { "s" };
            short.push(format!("{rest}{more} {called}{ending}"));
        }
        short
    }

    fn value_words(&self, variable: VarId, value: Value) -> String {
        match self.puzzle {
            Some(puzzle) => puzzle.value_words(variable, value),
            None => value.to_string(),
        }
    }

    fn words(&self, variable: VarId) -> Words {
        match self.puzzle {
            Some(puzzle) => puzzle.words(self.csp, variable),
            None => Words::plain(self.csp, variable),
        }
    }

    fn says(&self, variable: VarId, not: &str, values: &[Value]) -> Clause {
        let words_of = self.words(variable);
        if let (&[value @ (0 | 1)], [0, 1]) = (values, self.csp.domain(variable)) {
            let holds = (value == 1) == not.is_empty();
            let said = |words: &formula::Words<'_>| {
                formula::truth_in_short(&words_of.subject, holds, words)
            };
            if let Some(statement) = self.with_words(said) {
                return Clause { subject: statement, predicate: None };
            }
        }
        let values = values.iter().map(|&value| self.value_words(variable, value));
        let predicate = format!("{not}{}{}", words_of.before_value, list(values, "or"));
        Clause { subject: self.subject(variable), predicate: Some(predicate) }
    }

    /// The statement of a variable that stands for an expression.
    fn stated(&self, name: &str, holds: bool) -> Option<String> {
        self.with_words(|words| formula::truth(name, holds, words))
    }

    /// Says an expression in the words of the variables in it.
    fn with_words<T>(&self, say: impl FnOnce(&formula::Words<'_>) -> T) -> T {
        let truth = |name: &str, holds: bool| {
            let &id = self.by_name.get(name)?;
            let is_truth = self.csp.domain(id).iter().all(|value| [0, 1].contains(value));
            is_truth.then(|| together([self.says(id, "", &[Value::from(holds)])]))
        };
        say(&formula::Words { name: &|name| self.called(name), truth: &truth })
    }

    /// What the variable of this name is called.
    fn called(&self, name: &str) -> String {
        match self.by_name.get(name) {
            Some(&id) => self.words(id).subject,
            None => name.to_owned(),
        }
    }

    fn shorter(&self, variable: VarId, left: &[Value], gone: &[Value]) -> Clause {
        if left.len() <= MOST_VALUES && left.len() < gone.len().max(3) {
            return self.says(variable, "", left);
        }
        if gone.len() <= MOST_VALUES {
            return self.says(variable, "not ", gone);
        }
        let predicate = format!("one of {} that are left", left.len());
        Clause { subject: self.subject(variable), predicate: Some(predicate) }
    }
}
