//! Dice as TOML.

use itertools::Itertools;

use super::Dice;

/// The number of words on a line.
const WORDS_ON_A_LINE: usize = 10;

/// The keys of our own format, after the common ones.
pub(super) fn toml(dice: &Dice) -> String {
    let mut out = format!("dice = {}\n", dice.dice);
    if let Some(faces) = dice.faces {
        out.push_str(&format!("faces = {faces}\n"));
    }
    let of_words = dice.words.iter().flat_map(|word| word.chars()).sorted().dedup();
    if !of_words.eq(dice.letters.iter().copied()) {
        out.push_str(&format!("letters = \"{}\"\n", dice.letters.iter().join("")));
    }
    let words = dice.words.iter().map(|word| format!("\"{word}\""));
    let lines: Vec<String> =
        words.chunks(WORDS_ON_A_LINE).into_iter().map(|mut line| line.join(", ")).collect();
    match &lines[..] {
        [] => out.push_str("words = []\n"),
        [line] => out.push_str(&format!("words = [{line}]\n")),
        lines => out.push_str(&format!("words = [\n    {},\n]\n", lines.join(",\n    "))),
    }
    out
}
