//! Rooms as pictures: seats in the colours of the subjects, with a legend.

use super::Seating;
use crate::picture::{Area, Ink, Picture, View};
use cnfetti_core::csp::VarId;

/// The side of a seat.
const SEAT: f64 = 58.0;

/// The height of a line of the legend.
const LINE: f64 = 28.0;

pub(super) fn picture(seating: &Seating, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    let marks = seating.marks();
    for (index, &(row, column)) in seating.figure.seats.iter().enumerate() {
        let seat = Area::square(column as f64 * SEAT, row as f64 * SEAT, SEAT).inset(2.0);
        let variable = VarId::at(index);
        let decided = view.pencil.and_then(|pencil| pencil.decided(variable));
        let seated = view.solution.map(|solution| solution[index]).or(decided);
        let subject = seated.and_then(|value| seating.index(value));
        picture.rectangle(seat, 10.0, subject.map_or(Ink::Cell, Ink::Shade));
        if let Some(subject) = subject {
            picture.text_in(seat.inset(9.0), 24.0, true, Ink::Mark, &marks[subject]);
        }
        if let Some(candidates) = view.candidates {
            let ink = if subject.is_some() { Ink::Mark } else { Ink::Faint };
            picture.candidates(seat, ink, candidates[index]);
        }
        if let (Some(pencil), None) = (view.pencil, subject) {
            let name = |value| seating.index(value).map_or("·".to_owned(), |at| marks[at].clone());
            picture.pencil(seat.inset(9.0), Ink::Text, &pencil.marks(variable, name));
        }
    }
    if let Some(pencil) = &view.pencil {
        let seats = &seating.figure.seats;
        let rows = seats.iter().map(|&(row, _)| row + 1).max().unwrap_or(0);
        let columns = seats.iter().map(|&(_, column)| column + 1).max().unwrap_or(0);
        picture.coordinates(rows, columns, (SEAT, SEAT), (0.0, 0.0));
        picture.highlight(pencil, |variable| {
            let &(row, column) = seats.get(variable.index())?;
            Some(Area::square(column as f64 * SEAT, row as f64 * SEAT, SEAT))
        });
    }
    draw_legend(&mut picture, seating, &marks);
    picture
}

fn draw_legend(picture: &mut Picture, seating: &Seating, marks: &[String]) {
    let left = picture.width + 24.0;
    for (index, (mark, subject)) in marks.iter().zip(&seating.subjects).enumerate() {
        let swatch = Area::square(left, index as f64 * LINE + 2.0, LINE).inset(2.0);
        picture.rectangle(swatch, 6.0, Ink::Shade(index));
        picture.text_in(swatch.inset(2.0), 14.0, true, Ink::Mark, mark);
        let text = format!("{} × {}", subject.name, subject.candidates);
        picture.text_from((left + LINE + 8.0, swatch.middle().1), 16.0, Ink::Text, &text);
    }
}
