//! Dice as pictures: unfolded if they have six letters, else as rows of tiles.

use super::{Dice, upper_letter};
use crate::picture::{Area, Ink, Pencil, Picture, View};
use cnfetti_core::csp::Value;

/// The side of a die's face.
const FACE: f64 = 46.0;

/// The side of a letter of a word.
const LETTER: f64 = 28.0;

/// The gap between dice and between words.
const GAP: f64 = 22.0;

/// The positions of the faces of an unfolded die, as column and row.
const NET: [(usize, usize); 6] = [(1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2)];

pub(super) fn picture(dice: &Dice, view: &View<'_>) -> Picture {
    let mut picture = Picture::default();
    if view.pencil.is_none() {
        draw_dice(&mut picture, dice, view.solution);
    }
    if let Some(candidates) = view.candidates {
        draw_letters(&mut picture, dice, candidates);
    }
    if let Some(pencil) = &view.pencil {
        draw_marks(&mut picture, dice, pencil);
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
            // Without a solution and a number of faces, draw a few empty faces.
            let faces = dice.faces.unwrap_or(if solution.is_some() { 0 } else { 3 });
            draw_row(picture, die, letters, faces);
        }
    }
}

/// Draws an unfolded die; two stand side by side.
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

/// Draws the faces of a die side by side, at least as many as given.
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

/// Draws every letter with the number of its possible dice.
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

/// Draws every letter with its possible dice.
fn draw_marks(picture: &mut Picture, dice: &Dice, pencil: &Pencil<'_>) {
    const WIDTH: f64 = 2.0 * FACE;
    let (top, width) = (picture.height + GAP, picture.width.max(10.0 * FACE));
    let columns = ((width / WIDTH) as usize).max(1);
    let place = |index: usize| {
        let (column, row) = ((index % columns) as f64, (index / columns) as f64);
        Area { x: column * WIDTH, y: top + row * FACE, width: WIDTH, height: FACE }
    };
    for (index, &letter) in dice.letters.iter().enumerate() {
        let (area, variable) = (place(index).inset(2.0), dice.variable(letter));
        let decided = pencil.decided(variable).map(|die| die as usize - 1);
        let fill = decided.map_or(Ink::Cell, Ink::Shade);
        let ink = decided.map_or(Ink::Text, |_| Ink::Mark);
        picture.rectangle(area, 5.0, fill);
        let half = Area { width: area.width / 2.0, ..area };
        picture.text_in(half, 20.0, true, ink, &upper_letter(letter).to_string());
        let other = Area { x: half.x + half.width, ..half };
        match decided {
            Some(die) => {
                picture.text_in(other.inset(3.0), 12.0, false, ink, &format!("die {}", die + 1));
            }
            None => {
                let marks = pencil.marks(variable, |die| die.to_string());
                picture.pencil(other.inset(3.0), ink, &marks);
            }
        }
    }
    picture.highlight(pencil, |variable| {
        let is_named = |&letter: &char| dice.variable(letter) == variable;
        dice.letters.iter().position(is_named).map(|at| place(at).inset(-1.0))
    });
}

/// Draws the words; in a solution, each letter has the colour of its die.
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
