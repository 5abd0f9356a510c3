//! The images of a puzzle's variables under a turn of its board.

use crate::board::{Board, Place};
use crate::data::Data;
use crate::turn::Turn;
use crate::unfold::Unfolded;

impl Unfolded {
    /// For each variable of the model, the variable at the image of its place; `None` if there is no such
    /// variable, or if the image of an area is not an area. Pieces have other values where they are turned.
    pub fn turned(&self, data: &Data, turn: Turn) -> Option<Vec<usize>> {
        if !self.pieces().is_empty() {
            return None;
        }
        let mut image = vec![0; self.model.variables.len()];
        for unknown in &self.unknowns {
            for (place, variable) in unknown.places.iter().zip(unknown.variables.clone()) {
                let there = turned_place(data, turn, *place)?;
                let position = unknown.places.binary_search(&there).ok()?;
                image[variable] = unknown.variables.start + position;
            }
        }
        Some(image)
    }
}

fn turned_place(data: &Data, turn: Turn, place: Place) -> Option<Place> {
    let Place::Group(layer, _) = place else { return Some(turn.place(&data.board, place)) };
    let sorted = |mut cells: Vec<Place>| {
        cells.sort_unstable();
        cells
    };
    let cells = data.group(place).iter().map(|&cell| turn.place(&data.board, cell));
    let cells = sorted(cells.collect());
    let groups = &data.layers[usize::from(layer)].groups;
    let at = groups.iter().position(|group| sorted(group.clone()) == cells)?;
    Some(Place::Group(layer, at as u16))
}

impl Turn {
    /// The joint name of these turns of a board, as it follows "up to".
    pub fn called(board: &Board, turns: &[Turn]) -> String {
        let (rotations, reflections): (Vec<Turn>, Vec<Turn>) =
            turns.iter().partition(|turn| turn.is_rotation());
        let is_square = board.rows == board.columns;
        let rotations = match rotations[..] {
            [] => None,
            [_] if is_square => Some("half a turn".to_owned()),
            _ => Some("rotations".to_owned()),
        };
        let reflections = match reflections[..] {
            [] => None,
            [one] => Some(format!("the reflection {}", one.axis())),
            [one, other] if is_square => {
                Some(format!("the reflections {} and {}", one.axis(), other.axis()))
            }
            _ => Some("reflections".to_owned()),
        };
        let both: Vec<String> = rotations.into_iter().chain(reflections).collect();
        both.join(" and ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_called_by_what_they_are() {
        let square = Board::new(2, 2);
        let all = Turn::all(&square);
        assert_eq!(all.len(), 7);
        assert_eq!(Turn::called(&square, &all), "rotations and reflections");
        let some = |keep: fn(&Turn) -> bool| {
            let some: Vec<Turn> = all.iter().copied().filter(keep).collect();
            Turn::called(&square, &some)
        };
        assert_eq!(some(|turn| turn.is_rotation()), "rotations");
        assert_eq!(
            some(|turn| !turn.is_rotation() && turn.axis().contains("diagonal")),
            "the reflections along the falling diagonal and along the rising diagonal"
        );
        assert_eq!(some(|turn| turn.axis() == "left to right"), "the reflection left to right");
        let wide = Board::new(1, 2);
        assert_eq!(Turn::called(&wide, &Turn::all(&wide)), "rotations and reflections");
    }
}
