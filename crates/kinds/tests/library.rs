//! Every kind that comes with the program.

use cnfetti_kinds::library::SHIPPED;
use cnfetti_kinds::{Kind, functions};

#[test]
fn every_kind_can_be_read() {
    for shipped in SHIPPED {
        let kind = shipped.read().unwrap_or_else(|error| {
            let place = error.line_column(shipped.text);
            panic!("{} {place:?}: {error}", shipped.name)
        });
        assert_eq!(kind.name, shipped.name);
        assert!(!kind.summary.ends_with('.'), "{}", kind.summary);
    }
}

/// The kind in which the examples of functions are checked.
const SURROUNDINGS: &str = r#"
kind = "example"
summary = "an example"
[parameters]
stars = { values = "1..3", default = 1 }
[clues]
number = { on = "cells", values = "0.." }
wall = { on = "cells" }
corner_number = { on = "corners", values = "0..4" }
clue = { on = "outside", values = "0.." }
region = { on = "areas", cover = true }
cage = { on = "areas" }
total = { on = "cage", values = "0.." }
thermometer = { on = "paths" }
[unknown]
value = { on = "cells", values = "1..9" }
part = { on = "cells", values = "1..9" }
black = { on = "cells" }
mine = { on = "cells" }
star = { on = "cells" }
white = { on = "cells" }
LINE = { on = "sides" }
[[rule]]
for = "FOR"
that = "len([EXAMPLE]) == 1"
say = "it is so"
"#;

/// What the names in examples can be bound to: `d` is a cell or a direction, `line` a row or an
/// unknown.
const BINDINGS: [(&str, &str); 4] = [
    ("d in directions, line in lines", "lines_of_loop"),
    ("d in cells, line in lines", "lines_of_loop"),
    ("d in directions", "line"),
    ("d in cells", "line"),
];

#[test]
fn the_examples_of_functions_can_be_read() {
    let others = "c in cells with number, k in cells, a, b in neighbours, e in outside with clue, \
                  s in sides, p in corners, area in cage with total, path in thermometer, \
                  square in windows(2, 2), n in 1..3";
    for function in functions() {
        let reads = |(binding, line): (&str, &str)| {
            let bound = format!("{binding}, {others}");
            let text = SURROUNDINGS.replace("FOR", &bound).replace("LINE", line);
            let text = text.replace("EXAMPLE", function.example);
            Kind::read(&text).map_err(|error| error.to_string())
        };
        let errors: Vec<String> =
            BINDINGS.into_iter().filter_map(|binding| reads(binding).err()).collect();
        let (name, example) = (function.name, function.example);
        assert!(errors.len() < BINDINGS.len(), "{name}: {example}: {errors:?}");
        assert!(example.contains(name), "{name}: {example}");
    }
}

#[test]
fn words_for_a_number_are_two_and_follow_a_number() {
    let read = |sentence: &str| {
        let text = SURROUNDINGS.replace("FOR", "c in cells with number").replace("LINE", "line");
        let text = text.replace("EXAMPLE", "c").replace("it is so", sentence);
        Kind::read(&text).map_err(|error| {
            let (line, column) = error.line_column(&text).unwrap();
            let found = text.lines().nth(line - 1).unwrap_or_default();
            format!("{}: {error}", found.chars().skip(column - 1).collect::<String>())
        })
    };
    assert!(read("{c} has {number[c]|cell|cells}").is_ok());
    let errors = [
        (
            "{c} has {number[c]|cell}",
            "cell}\": expected two forms of a word, as in `{n|cell|cells}`, found 1 of them",
        ),
        (
            "{number[c]|a|b|c}",
            "a|b|c}\": expected two forms of a word, as in `{n|cell|cells}`, found 3 of them",
        ),
        ("{c|cell|cells}", "c|cell|cells}\": expected a number, found a cell"),
        ("{|cell|cells}", "|cell|cells}\": "),
    ];
    for (sentence, expected) in errors {
        let error = read(sentence).unwrap_err();
        assert!(error.starts_with(expected), "{sentence}: {error}");
    }
}
