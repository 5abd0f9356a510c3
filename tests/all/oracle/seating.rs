//! Seating: every candidate has a seat, those of one subject do not touch, and other seats stay
//! empty. Candidates of one subject are the same.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;

use super::{Answer, Pen, Rules, Search};

pub(super) type Place = (i32, i32);

#[derive(Clone)]
pub(super) struct Seating {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) seats: Vec<Place>,
    /// Seats that touch.
    pub(super) touching: BTreeSet<(usize, usize)>,
    pub(super) names: Vec<String>,
    /// The number of candidates of each subject.
    pub(super) sizes: Vec<usize>,
}

impl Rules for Seating {
    fn search(&self, search: &mut Search) {
        self.seat(&mut Vec::new(), search);
    }

    fn names(&self) -> Vec<String> {
        self.seats.iter().map(|(row, column)| format!("seat[{row}][{column}]")).collect()
    }

    /// The sets of seats of the subjects; their sizes are those of the subjects.
    fn unnamed(&self, answer: &Answer) -> Vec<Vec<i32>> {
        let own: Vec<i32> = (0..self.seats.len() as i32).collect();
        blocks(answer, &own)
    }

    fn unturned(&self, answer: &Answer) -> Vec<Vec<i32>> {
        let turned = self.symmetries().into_iter().map(|moved| blocks(answer, &moved));
        turned.min().unwrap()
    }

    fn json(&self, answer: &Answer) -> serde_json::Value {
        let mut board = vec![vec![serde_json::Value::Null; self.columns]; self.rows];
        for (&(row, column), &subject) in self.seats.iter().zip(answer) {
            if subject > 0 {
                board[row as usize][column as usize] = json!(self.names[subject as usize - 1]);
            }
        }
        json!({ "board": board })
    }

    fn read(&self, json: &serde_json::Value) -> Answer {
        let rows = json["board"].as_array().unwrap();
        assert_eq!(rows.len(), self.rows);
        assert!(rows.iter().all(|row| row.as_array().unwrap().len() == self.columns));
        let seated = rows.iter().flat_map(|row| row.as_array().unwrap());
        let answer: Answer = self
            .seats
            .iter()
            .map(|&(row, column)| match &rows[row as usize][column as usize] {
                serde_json::Value::Null => 0,
                name => 1 + self.names.iter().position(|known| name == known).unwrap() as i32,
            })
            .collect();
        let number = seated.filter(|name| !name.is_null()).count();
        assert_eq!(number, answer.iter().filter(|&&subject| subject > 0).count());
        answer
    }

    /// Lets two seats no longer touch, or adds or removes a candidate.
    fn relaxed(&self, pen: &mut Pen) -> Option<Box<dyn Rules>> {
        let mut relaxed = self.clone();
        if !self.touching.is_empty() && !pen.one_in(3) {
            let pairs: Vec<_> = self.touching.iter().copied().collect();
            relaxed.touching.remove(&pen.pick(&pairs));
        } else {
            let subject = pen.below(self.sizes.len());
            let more = self.sizes[subject] == 0 || pen.one_in(2);
            let size = &mut relaxed.sizes[subject];
            *size = if more { *size + 1 } else { *size - 1 };
        }
        Some(Box::new(relaxed))
    }
}

/// The sets of seats of the subjects, after moving the seats.
fn blocks(answer: &Answer, moved: &[i32]) -> Vec<Vec<i32>> {
    let mut seats: BTreeMap<i32, Vec<i32>> = BTreeMap::new();
    for (&subject, &seat) in answer.iter().zip(moved).filter(|(subject, _)| **subject > 0) {
        seats.entry(subject).or_default().push(seat);
    }
    let mut blocks: Vec<Vec<i32>> = seats.into_values().collect();
    blocks.iter_mut().for_each(|seats| seats.sort_unstable());
    blocks.sort();
    blocks
}

/// The symmetries of a square.
pub(super) const TURNS: [fn(Place) -> Place; 8] = [
    |(row, column)| (row, column),
    |(row, column)| (column, -row),
    |(row, column)| (-row, -column),
    |(row, column)| (-column, row),
    |(row, column)| (row, -column),
    |(row, column)| (-row, column),
    |(row, column)| (column, row),
    |(row, column)| (-column, -row),
];

impl Seating {
    fn seat(&self, answer: &mut Answer, search: &mut Search) {
        if !search.goes_on() {
            return;
        }
        let seated = |subject: usize, answer: &Answer| {
            answer.iter().filter(|&&other| other == subject as i32).count()
        };
        if answer.len() == self.seats.len() {
            if (0..self.sizes.len()).all(|at| seated(at + 1, answer) == self.sizes[at]) {
                search.find(answer.clone());
            }
            return;
        }
        let empty = self.seats.len().checked_sub(self.sizes.iter().sum());
        let Some(empty) = empty else { return };
        for subject in 0..=self.sizes.len() {
            let size = if subject == 0 { empty } else { self.sizes[subject - 1] };
            let at = answer.len();
            let touches = |other: usize| {
                subject > 0
                    && answer[other] == subject as i32
                    && self.touching.contains(&(other, at))
            };
            if seated(subject, answer) < size && !(0..at).any(touches) {
                answer.push(subject as i32);
                self.seat(answer, search);
                answer.pop();
            }
        }
    }

    /// For each symmetry of the figure, the image of each seat.
    pub(super) fn symmetries(&self) -> Vec<Vec<i32>> {
        TURNS.into_iter().filter_map(|turn| self.turned(turn)).collect()
    }

    /// The image of each seat under a symmetry, if it maps the figure to itself.
    pub(super) fn turned(&self, turn: fn(Place) -> Place) -> Option<Vec<i32>> {
        let to_corner = |seats: Vec<Place>| {
            let row = seats.iter().map(|seat| seat.0).min().unwrap();
            let column = seats.iter().map(|seat| seat.1).min().unwrap();
            seats.into_iter().map(|(r, c)| (r - row, c - column)).collect::<Vec<Place>>()
        };
        let own = to_corner(self.seats.clone());
        let turned = to_corner(self.seats.iter().map(|&seat| turn(seat)).collect());
        let place = |seat| own.iter().position(|other| other == seat).map(|at| at as i32);
        turned.iter().map(place).collect()
    }

    /// The number of connected components of the seats.
    pub(super) fn components(&self) -> usize {
        let mut left: BTreeSet<usize> = (0..self.seats.len()).collect();
        let mut components = 0;
        while let Some(first) = left.pop_first() {
            components += 1;
            let mut reached = vec![first];
            while let Some(seat) = reached.pop() {
                let touch =
                    |&other: &usize| self.touching.contains(&(seat.min(other), seat.max(other)));
                let near: Vec<usize> = left.iter().copied().filter(touch).collect();
                left.retain(|other| !near.contains(other));
                reached.extend(near);
            }
        }
        components
    }
}
