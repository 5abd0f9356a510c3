//! Dice as pictures: unfolded when they have six letters, else as rows of tiles.

use super::{Dice, upper_letter};
use crate::csp::Value;
use crate::picture::{Area, Ink, Picture, View};

/// The side of a die's face.
const FACE: f64 = 46.0;

/// The side of a letter of a word.
const LETTER: f64 = 28.0;

/// Between dice and between words.
const GAP: f64 = 22.0;

/// Where the faces of an unfolded die are, as column and row.
const NET: [(usize, usize); 6] = [(1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2)];

pub(super) fn picture(dice: &Dice, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    draw_dice(&mut picture, dice, view.solution);
    if let Some(candidates) = view.candidates {
        draw_letters(&mut picture, dice, candidates);
    }
    draw_words(&mut picture, dice, view.solution);
    picture
}

fn draw_dice(picture: &mut Picture, dice: &Dice, solution: Option<&[Value]>) {
    let sides = match solution {
        Some(solution) => dice.sides(solution),
        None => vec![Vec::new(); dice.dice],
    };
    for (die, letters) in sides.iter().enumerate() {
        if dice.faces == Some(NET.len()) {
            draw_net(picture, die, letters);
        } else {
            // Without a solution and without a number of faces, a few empty ones stand for any.
            let faces = dice.faces.unwrap_or(if solution.is_some() { 0 } else { 3 });
            draw_row(picture, die, letters, faces);
        }
    }
}

/// An unfolded die, two beside each other.
fn draw_net(picture: &mut Picture, die: usize, letters: &[char]) {
    let x = (die % 2) as f64 * (4.0 * FACE + GAP);
    let y = (die / 2) as f64 * (3.0 * FACE + GAP);
    for (face, (column, row)) in NET.into_iter().enumerate() {
        let area = Area::square(x + column as f64 * FACE, y + row as f64 * FACE, FACE);
        draw_face(picture, area, letters.get(face).copied(), die);
    }
    let corner = Area { x: x + 2.0 * FACE, y, width: 2.0 * FACE, height: FACE };
    picture.text_in(corner, 15.0, false, Ink::Faint, &format!("die {}", die + 1));
}

/// The faces of a die side by side, at least as many as given.
fn draw_row(picture: &mut Picture, die: usize, letters: &[char], faces: usize) {
    let y = die as f64 * (FACE + GAP / 2.0);
    picture.text_from((0.0, y + FACE / 2.0), 15.0, Ink::Faint, &format!("die {}", die + 1));
    for face in 0..faces.max(letters.len()) {
        let area = Area::square(64.0 + face as f64 * FACE, y, FACE);
        draw_face(picture, area, letters.get(face).copied(), die);
    }
}

fn draw_face(picture: &mut Picture, area: Area, letter: Option<char>, die: usize) {
    let fill = if letter.is_some() { Ink::Shade(die) } else { Ink::Cell };
    picture.rectangle(area.inset(1.5), 5.0, fill);
    if let Some(letter) = letter {
        picture.text_in(area, 24.0, true, Ink::Mark, &upper_letter(letter).to_string());
    }
}

/// Every letter with the number of dice it can be on.
fn draw_letters(picture: &mut Picture, dice: &Dice, candidates: &[usize]) {
    let (top, width) = (picture.height + GAP, picture.width.max(10.0 * FACE));
    let columns = ((width / FACE) as usize).max(1);
    for (index, (&letter, &count)) in dice.letters.iter().zip(candidates).enumerate() {
        let (column, row) = ((index % columns) as f64, (index / columns) as f64);
        let area = Area::square(column * FACE, top + row * FACE, FACE).inset(2.0);
        picture.rectangle(area, 5.0, Ink::Cell);
        picture.text_in(area, 18.0, false, Ink::Text, &upper_letter(letter).to_string());
        picture.candidates(area, Ink::Faint, count);
    }
}

/// The words; in a solution each letter has the colour of its die.
fn draw_words(picture: &mut Picture, dice: &Dice, solution: Option<&[Value]>) {
    let (top, width) = (picture.height + GAP, picture.width.max(12.0 * LETTER));
    let (mut x, mut y) = (0.0, top);
    for word in &dice.words {
        let length = word.chars().count() as f64 * LETTER;
        if x > 0.0 && x + length > width {
            x = 0.0;
            y += LETTER + GAP / 2.0;
        }
        for letter in word.chars() {
            let die = solution.map(|solution| solution[dice.variable(letter).index()] as usize - 1);
            let fill = die.map_or(Ink::Cell, Ink::Shade);
            let ink = die.map_or(Ink::Text, |_| Ink::Mark);
            let area = Area::square(x, y, LETTER);
            picture.rectangle(area.inset(1.0), 4.0, fill);
            picture.text_in(area, 16.0, false, ink, &upper_letter(letter).to_string());
            x += LETTER;
        }
        x += GAP / 2.0;
    }
}
