//! What beginners write into a kind, and what the messages tell them.

use cnfetti_kinds::Kind;

const KIND: &str = r#"
kind = "k"
summary = "s"
[clues]
number = { on = "cells", values = "0..8" }
colour = { on = "cells", values = ["red", "blue"], required = true }
region = { on = "areas", cover = true }
[unknown]
owl = { on = "cells" }
wind = { on = "cells", values = ["calm", "north", "south"] }
size = { on = "cells", values = "1..4" }
[[rule]]
for = "c in cells"
that = '''THAT'''
say = "{c}"
"#;

/// An expression, the message, and what the help says; nothing where the message says it all.
const MISTAKES: &[(&str, &str, &str)] = &[
    ("owl[c] == 1", "a truth to compare with, found a number", "write `a`, or `not a`"),
    ("wind[c] == 1", "a word to compare with, found a number", ""),
    ("wind[c] < north", "expected a number, found a word", ""),
    ("size[c] == north", "a number to compare with, found a direction", ""),
    ("wind[c] == nroth", "nothing has the name `nroth`", "did you mean `north`?"),
    ("wind[c] == east", "a word that `wind` can be, found `east`", "`calm`, `north`, `south`"),
    ("calm != colour[c]", "a word that `colour` can be, found `calm`", "it can be `red`, `blue`"),
    ("wind[c] in [red, north]", "a word that `wind` can be, found `red`", "`calm`, `north`"),
    ("wind[c] = north", "found `=`", "write `==`"),
    ("wind[c] == \"north\"", "found `\"`", "without quotes"),
    ("owl[c] && owl[c]", "found `&`", "write `and`"),
    ("!owl[c]", "found `!`", "write `not`"),
    ("owl[c] => size[c] == 1", "found `=>`", "`a implies b`"),
    ("owl[c] -> size[c] == 1", "found `->`", "`a implies b`"),
    ("size[c] <> 2", "found `<>`", "write `!=`"),
    ("size[c] in {1, 2}", "found `{`", "square brackets"),
    ("size[c] in (1, 2)", "expected `)`, found `,`", "square brackets"),
    ("size[c] in 1, 2", "found `,`", "square brackets"),
    ("size[c] == 1.5", "found `.`", "numbers are whole"),
    ("if owl[c] then size[c] == 1", "found `if`", "`a implies b`"),
    ("owl[d] for d in around(c)", "found `for`", "`all(… for …)`"),
    ("count(owl around(c)) == 2", "expected `)`, found `around`", "as in `owl of around`?"),
    ("count(owl of around c) == 2", "expected `)`, found `c`", "write `around(c)`"),
    ("size(c) == 2", "`size` is a layer, and no function", "write `size[c]`"),
    ("sum(size of row) == 3", "`row` is a function, and needs arguments", "as in `"),
    ("max(size of cells) == 2", "nothing has the name `max`", "`largest` does this"),
    ("count(wind) == 2", "truths for `count`, found a list of words", "compare each"),
    ("sum(owl of around(c)) == 2", "numbers for `sum`, found a list of truths", "`count`"),
    ("count(size == 1) == 2", "a list of numbers to compare with, found a number", "compare each"),
    ("size[c] == number", "a number to compare with, found a list of numbers", "one entry"),
    ("wind[c] == [north]", "a word to compare with, found a list of directions", "`in`"),
    ("size[c, c] == 1", "expected `]`, found `,`", ""),
    ("any(owl of ray(c, wind[c]))", "found a cell, a word", "depend on the solution"),
    ("abs(wind[c]) == 1", "a number for `abs`, found a word", ""),
    ("size[c] == region[c]", "found an area", ""),
    ("number[c] == size[c]", "there may be no `number` here", ""),
];

#[test]
fn beginners_are_told_what_to_write() {
    for (that, message, help) in MISTAKES {
        let error = Kind::read(&KIND.replace("THAT", that)).expect_err(that);
        assert!(error.to_string().contains(message), "{that}: {error}");
        let found = error.help.unwrap_or_default();
        assert!(found.contains(help) && help.is_empty() == found.is_empty(), "{that}: {found}");
    }
    for that in ["owl[c] == (size[c] == 1)", "wind[c] in [calm, south]", "colour[c] == red"] {
        Kind::read(&KIND.replace("THAT", that)).unwrap_or_else(|error| panic!("{that}: {error}"));
    }
}
