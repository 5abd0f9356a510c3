//! Suggestions for unknown words.

/// From this similarity on, one word may be a typo for another. No two keys of one table are that
/// similar.
const SIMILAR: f64 = 0.8;

/// The known word that is most similar to this one, if any is similar enough.
pub fn similar<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let length = word.chars().count();
    let likeness = |known: &'a str| {
        let other = known.chars().count();
        // The similarity if the longer word has all letters of the shorter one, in order.
        let most = (2.0 + length.min(other) as f64 / length.max(other) as f64) / 3.0;
        let likeness =
            if most > SIMILAR { strsim::jaro(&word, &known.to_lowercase()) } else { 0.0 };
        (likeness, known)
    };
    let like = known.into_iter().map(likeness).filter(|(likeness, _)| *likeness > SIMILAR);
    like.max_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::similar;

    #[test]
    fn slips_are_understood_and_other_words_are_not() {
        let known = ["board", "dominoes", "regions", "dice", "words", "kind"];
        for (typed, meant) in [
            ("bord", Some("board")),
            ("domino", Some("dominoes")),
            ("Kind", Some("kind")),
            ("kidn", Some("kind")),
            ("regions", Some("regions")),
            ("title", None),
            ("figure", None),
            ("", None),
        ] {
            assert_eq!(similar(typed, known), meant, "{typed}");
        }
        assert_eq!(similar("x", []), None);
    }
}
