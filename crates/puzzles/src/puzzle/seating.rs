//! Seating: candidates of the same subject must not sit on adjacent seats.

mod figure;
mod picture;
mod solution_json;

use std::ops::RangeInclusive;

use itertools::Itertools;

use super::walls::{self, Square};
use super::words::place;
use super::{About, Alphabet, Broken, Kind, Puzzle, Squares, Unwritable, Words};
use crate::picture::{Picture, View};
use cnfetti_core::csp::{
    AllDifferent, Atom, Cardinality, Csp, Interchangeable, Occurrence, Symmetry, Value, VarId,
};
use cnfetti_core::limit::Budget;
use cnfetti_core::plural::counted;
use cnfetti_encodings::Relation;
use cnfetti_input::{Entry, InputError, MAX_CELLS, MAX_NAME_CHARS, Table, require_chars};
use cnfetti_kinds::library::Family;

use figure::{Figure, Neighbours, Turns};

/// The kind's row.
pub(super) const KIND: Kind = Kind {
    name: "seating",
    families: &[Family::Objects],
    summary: "seat candidates so that no two of one subject are next to each other",
    load,
};

const MAX_SUBJECTS: usize = 100;

/// The value of an empty seat; the subjects are numbered from 1.
const EMPTY: Value = 0;

/// A room, and the number of candidates of each subject.
struct Seating {
    figure: Figure,
    neighbours: Neighbours,
    subjects: Vec<Subject>,
}

struct Subject {
    name: String,
    candidates: usize,
}

/// Reads `figure`, `subjects`, `candidates` and `neighbours`.
fn load(table: &mut Table<'_>, _: &Budget) -> Result<Box<dyn Puzzle>, InputError> {
    let figure = table.require("figure", "the seats, as rows of X and `.`")?.text()?;
    let figure = Figure::parse(&figure)?;
    let subjects = "the names of the subjects, such as [\"French\", \"Spanish\"], or their number";
    let names = read_names(table.require("subjects", subjects)?)?;
    let candidates = "the number of candidates of each subject, such as 4 or [4, 3]";
    let candidates = read_candidates(table.require("candidates", candidates)?, names.len())?;
    let neighbours = table.take("neighbours").map(read_neighbours).transpose()?;
    let subjects = names.into_iter().zip(candidates);
    Ok(Box::new(Seating {
        figure,
        neighbours: neighbours.unwrap_or(Neighbours::Eight),
        subjects: subjects.map(|(name, candidates)| Subject { name, candidates }).collect(),
    }))
}

fn read_names(entry: Entry<'_>) -> Result<Vec<String>, InputError> {
    if !entry.is_array() {
        let names = |count: usize| (1..=count).map(|number| number.to_string()).collect();
        return entry.count(1..=MAX_SUBJECTS).map(names);
    }
    let mut names = Vec::new();
    for item in entry.items_within(1..=MAX_SUBJECTS, "subjects")? {
        let name = item.text()?;
        require_chars(&name.value, MAX_NAME_CHARS, name.span.clone())?;
        let trimmed = name.value.trim();
        if trimmed.is_empty() || trimmed.contains(char::is_control) {
            return Err(InputError::expected(name.span, "a name", format!("{:?}", name.value)));
        }
        if names.iter().any(|known| known == trimmed) {
            return Err(InputError::new(
                name.span,
                format!("the subject {trimmed:?} occurs twice"),
            ));
        }
        names.push(trimmed.to_owned());
    }
    Ok(names)
}

fn read_candidates(entry: Entry<'_>, subjects: usize) -> Result<Vec<usize>, InputError> {
    const COUNT: RangeInclusive<usize> = 0..=MAX_CELLS;
    if !entry.is_array() {
        return entry.count(COUNT).map(|count| vec![count; subjects]);
    }
    let span = entry.span();
    let items = entry.items()?;
    if items.len() != subjects {
        let expected = format!("{}, one for each subject", counted(subjects, "number"));
        return Err(InputError::expected(span, expected, items.len().to_string()));
    }
    items.into_iter().map(|item| item.count(COUNT)).collect()
}

fn read_neighbours(entry: Entry<'_>) -> Result<Neighbours, InputError> {
    let error = entry.expected("4 (seats that share a side) or 8 (also those that share a corner)");
    match entry.integer(4..=8) {
        Ok(4) => Ok(Neighbours::Four),
        Ok(8) => Ok(Neighbours::Eight),
        _ => Err(error),
    }
}

impl Puzzle for Seating {
    fn csp(&self) -> Csp {
        let mut csp = Csp::new();
        let domain = if self.may_be_empty() { EMPTY } else { EMPTY + 1 }..=self.last();
        for &(row, column) in &self.figure.seats {
            csp.variable(format!("seat[{row}][{column}]"), domain.clone());
        }
        self.post_numbers(&mut csp);
        for clique in self.figure.cliques(self.neighbours) {
            let scope = clique.into_iter().map(seat).collect();
            let except = self.may_be_empty().then_some(EMPTY).into_iter().collect();
            csp.post(
                AllDifferent { scope, except }.into(),
                "candidates of the same subject sit on seats that do not touch",
            );
        }
        let numbers = (EMPTY + 1..=self.last()).zip(&self.subjects);
        let by_size = numbers.map(|(value, subject)| (subject.candidates, value)).into_group_map();
        let mut symmetry = Symmetry { values_called: "subjects".into(), ..Symmetry::default() };
        for (_, values) in by_size.into_iter().sorted() {
            if values.len() > 1 {
                let scope = csp.ids().collect();
                symmetry.interchangeable.push(Interchangeable { scope, values });
            }
        }
        let Turns { rotations, reflections } = self.figure.symmetries();
        let called = match (rotations.is_empty(), reflections.is_empty()) {
            (_, true) => "rotations",
            (true, false) => "reflections",
            (false, false) => "rotations and reflections",
        };
        symmetry.permutations_called = called.into();
        let all = rotations.into_iter().chain(reflections);
        symmetry.permutations = all.map(seats).collect();
        csp.declare_symmetry(symmetry)
            .expect("subjects of one size are alike, and turns are a group");
        csp
    }

    fn check(&self, solution: &[Value]) -> Result<(), Broken> {
        if solution.len() != self.figure.seats.len() {
            let (expected, found) = (self.figure.seats.len(), solution.len());
            return Err(Broken(format!("there are {expected} seats, not {found}")));
        }
        if let Some(value) = solution.iter().find(|&&value| value < EMPTY || value > self.last()) {
            return Err(Broken(format!("there is no subject {value}")));
        }
        for (subject, value) in self.subjects.iter().zip(EMPTY + 1..) {
            let seated = solution.iter().filter(|&&at| at == value).count();
            if seated != subject.candidates {
                let Subject { name, candidates } = subject;
                return Err(Broken(format!("{name} has {candidates} candidates, not {seated}")));
            }
        }
        self.check_isolation(solution)
    }

    fn paint(&self, solution: Option<&[Value]>, _: Alphabet) -> String {
        let subject = |seat: usize| self.index(solution.map_or(EMPTY, |solution| solution[seat]));
        let text = |marks: &[String], seat: usize| match subject(seat) {
            Some(subject) => marks[subject].clone(),
            None if solution.is_some() => "·".to_owned(),
            None => " ".to_owned(),
        };
        self.draw_with(text, subject)
    }

    fn words(&self, _: &Csp, variable: VarId) -> Words {
        let (row, column) = self.figure.seats[variable.index()];
        Words { subject: place(row, column), before_value: "" }
    }

    fn value_words(&self, _: VarId, value: Value) -> String {
        self.index(value).map_or("empty".to_owned(), |index| self.subjects[index].name.clone())
    }

    fn paint_candidates(&self, _: &Csp, candidates: &[Vec<Value>], _: Alphabet) -> String {
        let text = |marks: &[String], seat: usize| {
            let mark = |&value: &Value| self.index(value).map_or("·", |index| &marks[index]);
            let between = if longest(marks) > 1 { " " } else { "" };
            candidates[seat].iter().map(mark).join(between)
        };
        self.draw_with(text, |_| None)
    }

    /// Writes `figure`, `subjects`, `candidates` and `neighbours`.
    fn export(&self, format: &str, _: &About<'_>) -> Result<String, Unwritable> {
        if format != "toml" {
            return Err(Unwritable::only_pips(format));
        }
        let numbered = self.subjects.iter().zip(1..);
        let subjects = if { numbered }.all(|(subject, number)| subject.name == number.to_string()) {
            self.subjects.len().to_string()
        } else {
            let quoted = |subject: &Subject| toml::Value::from(subject.name.as_str()).to_string();
            format!("[{}]", self.subjects.iter().map(quoted).join(", "))
        };
        let counts = self.subjects.iter().map(|subject| subject.candidates);
        let candidates = match counts.clone().all_equal_value() {
            Ok(candidates) => candidates.to_string(),
            Err(_) => format!("[{}]", { counts }.join(", ")),
        };
        let neighbours = match self.neighbours {
            Neighbours::Four => "neighbours = 4\n",
            Neighbours::Eight => "",
        };
        Ok(format!(
            "figure = \"\"\"\n{}\"\"\"\nsubjects = {subjects}\ncandidates = {candidates}\n{neighbours}",
            self.figure
        ))
    }

    fn flaw(&self) -> Option<String> {
        let candidates = self.subjects.iter().map(|subject| subject.candidates).sum::<usize>();
        let seats = self.figure.seats.len();
        (candidates > seats).then(|| {
            format!("there are {} for {}", counted(candidates, "candidate"), counted(seats, "seat"))
        })
    }

    fn picture(&self, view: &View<'_>) -> Picture {
        picture::picture(self, view)
    }

    fn write_json(&self, solution: &[Value], out: &mut String) {
        solution_json::write(self, solution, out);
    }

    fn read_json(&self, json: &serde_json::Value) -> Result<Vec<Value>, Broken> {
        let mut solution = vec![EMPTY; self.figure.seats.len()];
        for entry in solution_json::read(self, json)? {
            solution[entry.variable.index()] = entry.value;
        }
        Ok(solution)
    }

    fn read_entries(&self, json: &serde_json::Value) -> Result<Vec<Atom>, Broken> {
        solution_json::read(self, json)
    }

    fn squares(&self) -> Option<Squares> {
        let longest = longest(&self.marks());
        Some(Squares::Words { columns: self.figure.columns, longest })
    }
}

impl Seating {
    /// Draws the room with this text and shade on each seat, and a legend of the marks. `text`
    /// gets all marks and the seat.
    fn draw_with(
        &self,
        text: impl Fn(&[String], usize) -> String,
        shade: impl Fn(usize) -> Option<usize>,
    ) -> String {
        let marks = self.marks();
        let squares = self.figure.seats.iter().enumerate().map(|(seat, &(row, column))| Square {
            row,
            column,
            group: seat,
            shade: shade(seat),
            text: text(&marks, seat),
        });
        let mut drawing = walls::draw(&squares.collect_vec());
        let width = longest(&marks);
        for (mark, Subject { name, candidates }) in marks.iter().zip(&self.subjects) {
            drawing.push_str(&format!("{mark:width$}  {name} × {candidates}\n"));
        }
        drawing
    }

    fn post_numbers(&self, csp: &mut Csp) {
        let occurrences = self.subjects.iter().zip(EMPTY + 1..).map(|(subject, value)| {
            Occurrence { value, relation: Relation::Exactly, count: subject.candidates }
        });
        let numbers =
            Cardinality { scope: csp.ids().collect(), occurrences: occurrences.collect() };
        let reason = match self.subjects.iter().map(|subject| subject.candidates).all_equal_value()
        {
            Ok(candidates) => format!("each subject has {candidates} candidates"),
            Err(_) => {
                let Subject { name, candidates } = &self.subjects[0];
                format!("each subject has its number of candidates, such as {name} {candidates}")
            }
        };
        csp.post(numbers.into(), reason);
    }

    /// Whether there are more seats than candidates.
    fn may_be_empty(&self) -> bool {
        let candidates: usize = self.subjects.iter().map(|subject| subject.candidates).sum();
        candidates < self.figure.seats.len()
    }

    /// The value of the last subject.
    fn last(&self) -> Value {
        self.subjects.len() as Value
    }

    /// The index into `subjects` of a value.
    fn index(&self, value: Value) -> Option<usize> {
        usize::try_from(value).ok()?.checked_sub(1).filter(|&index| index < self.subjects.len())
    }

    fn check_isolation(&self, solution: &[Value]) -> Result<(), Broken> {
        let touching: &[(usize, isize)] = match self.neighbours {
            Neighbours::Four => &[(0, 1), (1, 0)],
            Neighbours::Eight => &[(0, 1), (1, -1), (1, 0), (1, 1)],
        };
        let seats = &self.figure.seats;
        let seated = |place| seats.binary_search(&place).ok().map(|index| solution[index]);
        for (&(row, column), &value) in seats.iter().zip(solution) {
            for &(down, right) in touching {
                let Some(other_column) = column.checked_add_signed(right) else { continue };
                let other_row = row + down;
                if value != EMPTY && seated((other_row, other_column)) == Some(value) {
                    let name = self.index(value).map(|index| &self.subjects[index].name);
                    return Err(Broken(format!(
                        "{} and {} touch, and both have {}",
                        place(row, column),
                        place(other_row, other_column),
                        name.map_or("the same subject", |name| name)
                    )));
                }
            }
        }
        Ok(())
    }

    /// A short mark for each subject: the beginning of its name, if that is unique.
    fn marks(&self) -> Vec<String> {
        let prefixes = (1..=3).map(|length| {
            let prefix = |subject: &Subject| subject.name.chars().take(length).collect::<String>();
            self.subjects.iter().map(prefix).collect_vec()
        });
        let mut prefixes = prefixes.into_iter();
        prefixes
            .find(|marks| marks.iter().all_unique())
            .unwrap_or_else(|| (1..=self.subjects.len()).map(|number| number.to_string()).collect())
    }
}

/// The length of the longest mark, in characters.
fn longest(marks: &[String]) -> usize {
    marks.iter().map(|mark| mark.chars().count()).max().unwrap_or(0)
}

fn seat(index: usize) -> VarId {
    VarId::at(index)
}

fn seats(indices: Vec<usize>) -> Vec<VarId> {
    indices.into_iter().map(seat).collect()
}
