//! Files that are as large as allowed, with as many as possible of one thing: for each format, each
//! list in it, each text and each number.

use std::fmt::Write;

/// A file of nearly `bytes` bytes.
pub(crate) struct Hostile {
    pub(crate) name: &'static str,
    make: fn(&Frame) -> String,
}

impl Hostile {
    pub(crate) fn text(&self, bytes: usize) -> String {
        let text = (self.make)(&Frame(bytes));
        assert!(text.len() <= bytes && text.len() + bytes / 4 > bytes, "{}", self.name);
        text
    }
}

/// The length that the file may have.
struct Frame(usize);

impl Frame {
    /// Repeats a unit between a beginning and an end.
    fn fill(&self, beginning: &str, unit: &str, end: &str) -> String {
        let times = (self.0 - beginning.len() - end.len()) / unit.len();
        [beginning, &unit.repeat(times), end].concat()
    }

    /// Repeats a unit that contains a different number each time.
    fn number(&self, beginning: &str, unit: impl Fn(usize) -> String, end: &str) -> String {
        let mut text = beginning.to_owned();
        for number in 0.. {
            let next = unit(number);
            if text.len() + next.len() + end.len() > self.0 {
                break;
            }
            text.push_str(&next);
        }
        text + end
    }

    /// Fills two dimensions: as many rows as columns.
    fn square(&self, beginning: &str, cell: &str, end: &str) -> String {
        let room = self.0 - beginning.len() - end.len();
        let columns = (room / cell.len()).isqrt();
        let row = cell.repeat(columns) + "\n";
        [beginning, &row.repeat(room / row.len()), end].concat()
    }
}

const DICE: &str = "kind='dice'\ndice=3\n";
const SIGNS: &str = "kind='signs'\nvalues=3\nboard='''\n";
const SEATS: &str = "kind='seating'\nsubjects=3\ncandidates=1\nfigure='''\n";
const PIPS: &str = "kind='pips'\nboard='#'\n";
const BOARD: &str = "kind='pips'\ndominoes=['12']\nboard='''\n";
const END: &str = "\n'''\n";
const CELLS: &str = r#"[{"type":"empty","indices":[[0,0],[0,1]]}]"#;
const JSON: &str = r#"{"dominoes":[[1,2]],"regions":[{"type":"empty","indices":[[0,0],[0,1]]}]"#;

/// All hostile files.
pub(crate) const FILES: &[Hostile] = &[
    // TOML itself.
    Hostile { name: "toml-keys", make: |f| f.number("kind='pips'\n", |n| format!("k{n}=1\n"), "") },
    Hostile { name: "toml-dots", make: |f| f.fill("a", ".a", "=1") },
    Hostile { name: "toml-dotted-keys", make: |f| f.number("", |n| format!("a.b{n}=1\n"), "") },
    Hostile { name: "toml-tables", make: |f| f.number("", |n| format!("[a{n}]\n"), "") },
    Hostile { name: "toml-deep-tables", make: |f| f.number("", |n| format!("[a.b.c{n}.d]\n"), "") },
    Hostile { name: "toml-arrays-of-tables", make: |f| f.fill("", "[[a]]\nb=1\n", "") },
    Hostile { name: "toml-nested-arrays-of-tables", make: |f| f.fill("[[a]]\n", "[[a.b]]\n", "") },
    Hostile { name: "toml-inline-tables", make: |f| f.fill("a=[", "{},", "]") },
    Hostile { name: "toml-inline-keys", make: |f| f.number("a={", |n| format!("k{n}=1,"), "}") },
    Hostile { name: "toml-arrays", make: |f| f.fill("a=[", "[],", "]") },
    Hostile { name: "toml-numbers", make: |f| f.fill("a=[", "1,", "]") },
    Hostile { name: "toml-depth", make: |f| f.fill("a=", "[", "") },
    Hostile { name: "toml-depth-of-tables", make: |f| f.fill("a=", "{a=", "") },
    Hostile { name: "toml-comments", make: |f| f.fill("", "#\n", "") },
    Hostile { name: "toml-comment", make: |f| f.fill("#", "x", "") },
    Hostile { name: "toml-line-ends", make: |f| f.fill("", "\n", "") },
    Hostile { name: "toml-same-key", make: |f| f.fill("", "a=1\n", "") },
    Hostile { name: "toml-no-keys", make: |f| f.fill("", "=\n", "") },
    Hostile { name: "toml-no-values", make: |f| f.fill("", "x\n", "") },
    Hostile { name: "toml-quotes", make: |f| f.fill("", "\"\n", "") },
    Hostile { name: "toml-three-quotes", make: |f| f.fill("a=", "'''", "") },
    Hostile { name: "toml-integer", make: |f| f.fill("a=", "9", "") },
    Hostile { name: "toml-float", make: |f| f.fill("a=1.", "9", "") },
    Hostile { name: "toml-kind", make: |f| f.fill("kind='", "x", "'") },
    Hostile { name: "toml-escapes", make: |f| f.fill("kind=\"", "\\n", "\"") },
    Hostile { name: "toml-title", make: |f| f.fill("kind='dice'\ntitle='", "x", "'") },
    Hostile {
        name: "toml-expect",
        make: |f| f.fill("kind='dice'\ndice=1\nwords=['a']\n[expect]\nsolutions='", "9", "'"),
    },
    // Dice.
    Hostile { name: "dice-words", make: |f| f.fill(&[DICE, "words=["].concat(), "'a',", "]") },
    Hostile { name: "dice-word", make: |f| f.fill(&[DICE, "words=['"].concat(), "a", "']") },
    Hostile {
        name: "dice-letters",
        make: |f| {
            let letter = |n: usize| {
                let code = 0x4e00 + n as u32 % 20_000;
                char::from_u32(code).unwrap().to_string()
            };
            f.number(&[DICE, "words=['a']\nletters='"].concat(), letter, "'")
        },
    },
    // Signs.
    Hostile { name: "signs-row", make: |f| f.fill(SIGNS, "n ", END) },
    Hostile { name: "signs-column", make: |f| f.fill(SIGNS, "n\n", END) },
    Hostile { name: "signs-square", make: |f| f.square(SIGNS, "→ ", END) },
    Hostile { name: "signs-names", make: |f| f.fill(&[SIGNS, "n"].concat(), "+n", END) },
    Hostile { name: "signs-arrows", make: |f| f.fill(SIGNS, "→", END) },
    Hostile {
        name: "signs-selectors", make: |f| f.fill(&[SIGNS, "→"].concat(), "\u{fe0f}", END)
    },
    Hostile { name: "signs-digits", make: |f| f.fill(&[SIGNS, "→"].concat(), "1", END) },
    Hostile { name: "signs-blank-rows", make: |f| f.fill(&[SIGNS, "n\n"].concat(), "\n", "n'''") },
    Hostile { name: "signs-blanks", make: |f| f.fill(SIGNS, " ", "n'''") },
    // Seating.
    Hostile { name: "seats-square", make: |f| f.square(SEATS, "X", "'''") },
    Hostile { name: "seats-row", make: |f| f.fill(SEATS, "X", END) },
    Hostile { name: "seats-column", make: |f| f.fill(SEATS, "X\n", "'''") },
    Hostile { name: "seats-far-apart", make: |f| f.fill(&[SEATS, "X"].concat(), ".", "X'''") },
    Hostile { name: "seats-holes", make: |f| f.square(&[SEATS, "X\n"].concat(), ".", "'''") },
    Hostile { name: "seats-blanks", make: |f| f.fill(&[SEATS, "X\n"].concat(), " ", "X'''") },
    Hostile { name: "seats-blank-rows", make: |f| f.fill(SEATS, "\n", "X'''") },
    Hostile {
        name: "seats-subjects",
        make: |f| {
            let subjects = "kind='seating'\nfigure='X'\ncandidates=1\nsubjects=[";
            f.number(subjects, |n| format!("'{n}',"), "]")
        },
    },
    Hostile {
        name: "seats-subject",
        make: |f| f.fill("kind='seating'\nfigure='X'\ncandidates=1\nsubjects=['", "x", "']"),
    },
    Hostile {
        name: "seats-candidates",
        make: |f| f.fill("kind='seating'\nfigure='X'\nsubjects=3\ncandidates=[", "1,", "]"),
    },
    // Pips in TOML.
    Hostile {
        name: "pips-dominoes-beside-one-cell",
        make: |f| f.fill(&[PIPS, "dominoes=["].concat(), "'12',", "]"),
    },
    Hostile {
        name: "pips-dominoes-as-arrays",
        make: |f| {
            let domino = |n: usize| format!("[{},{}],", n % 100, n / 100 % 100);
            f.number(&[PIPS, "dominoes=["].concat(), domino, "]")
        },
    },
    Hostile { name: "pips-domino", make: |f| f.fill(&[PIPS, "dominoes=[["].concat(), "1,", "]]") },
    Hostile {
        name: "pips-solution",
        make: |f| {
            let solution = "kind='pips'\nboard='##'\ndominoes=['12']\nsolution=[";
            f.fill(solution, "[[0,0],[0,1]],", "]")
        },
    },
    Hostile {
        name: "pips-regions",
        make: |f| {
            let regions = "kind='pips'\nboard='##'\ndominoes=['12']\n[regions]\n";
            f.number(regions, |n| format!("A{n}='free'\n"), "")
        },
    },
    Hostile {
        name: "pips-region-name",
        make: |f| f.fill("kind='pips'\nboard='A #'\ndominoes=['12']\n[regions]\n", "A", "='= 3'"),
    },
    Hostile {
        name: "pips-names",
        make: |f| f.number(BOARD, |n| format!("{}{n} ", "A".repeat(90)), "\n'''"),
    },
    Hostile { name: "pips-square", make: |f| f.square(BOARD, "#", "'''") },
    Hostile { name: "pips-column", make: |f| f.fill(BOARD, "#\n", "'''") },
    Hostile { name: "pips-spaced", make: |f| f.fill(BOARD, "# ", END) },
    Hostile { name: "pips-name", make: |f| f.fill(&[BOARD, "# "].concat(), "A", END) },
    Hostile { name: "pips-far-apart", make: |f| f.fill(&[BOARD, "#"].concat(), ".", "#'''") },
    Hostile { name: "pips-dots", make: |f| f.fill(&[BOARD, "#"].concat(), "…", "#'''") },
    Hostile { name: "pips-blank-rows", make: |f| f.fill(&[BOARD, "#\n"].concat(), "\n", "#'''") },
    Hostile { name: "pips-blanks", make: |f| f.fill(&[BOARD, "#"].concat(), " ", "#'''") },
    // Published JSON.
    Hostile { name: "json-keys", make: |f| f.number(JSON, |n| format!(r#","k{n}":1"#), "}") },
    Hostile {
        name: "json-keys-of-a-day",
        make: |f| f.number("{\"a\":1", |n| format!(r#","k{n}":{{}}"#), "}"),
    },
    Hostile {
        name: "json-day",
        make: |f| f.number("{\"a\":1", |n| format!(r#","k{n}":{JSON}}}"#), "}"),
    },
    Hostile {
        name: "json-empty-places",
        make: |f| f.number("{\"a\":1", |n| format!(r#","k{n}":{{"dominoes":null}}"#), "}"),
    },
    Hostile {
        name: "json-dominoes",
        make: |f| f.fill(&format!("{{\"regions\":{CELLS},\"dominoes\":["), "[1,2],", "[1,2]]}"),
    },
    Hostile {
        name: "json-domino",
        make: |f| f.fill(&format!("{{\"regions\":{CELLS},\"dominoes\":[["), "1,", "1]]}"),
    },
    Hostile {
        name: "json-pips",
        make: |f| f.fill(&format!("{{\"regions\":{CELLS},\"dominoes\":[["), "9", ",1]]}"),
    },
    Hostile {
        name: "json-regions",
        make: |f| {
            let region = r#"{"type":"equals","indices":[]}"#;
            let (first, next) = ("{\"dominoes\":[],\"regions\":[", format!("{region},"));
            f.fill(first, &next, &format!("{region}]}}"))
        },
    },
    Hostile {
        name: "json-cells-twice",
        make: |f| {
            let first = r#"{"dominoes":[],"regions":[{"type":"empty","indices":["#;
            f.fill(first, "[0,0],", "[0,0]]}]}")
        },
    },
    Hostile {
        name: "json-cells",
        make: |f| {
            let first = r#"{"dominoes":[],"regions":[{"type":"empty","indices":["#;
            f.number(first, |n| format!("[{},{}],", n / 999, n % 999), "[9999,9999]]}]}")
        },
    },
    Hostile {
        name: "json-keys-of-a-region",
        make: |f| {
            let first = r#"{"dominoes":[],"regions":[{"type":"empty""#;
            f.number(first, |n| format!(r#","k{n}":1"#), "}]}")
        },
    },
    Hostile {
        name: "json-solution",
        make: |f| f.fill(&[JSON, ",\"solution\":["].concat(), "[[0,0],[0,1]],", "[]]}"),
    },
    Hostile { name: "json-depth", make: |f| f.fill("{\"a\":", "[", "") },
    Hostile { name: "json-depth-of-objects", make: |f| f.fill("", "{\"a\":", "") },
    Hostile {
        name: "json-depth-that-closes",
        make: |f| {
            let half = (f.0 - 20) / 2;
            ["{\"dominoes\":", &"[".repeat(half), &"]".repeat(half), "}"].concat()
        },
    },
    Hostile { name: "json-blanks", make: |f| f.fill("{", " ", "}") },
    Hostile { name: "json-line-ends", make: |f| f.fill("{", "\n", "}x") },
    Hostile {
        name: "json-title",
        make: |f| f.fill(&[JSON, ",\"title\":\""].concat(), "\\n", "\"}"),
    },
    Hostile { name: "json-key", make: |f| f.fill("{\"", "x", "\":1}") },
    Hostile { name: "json-number", make: |f| f.fill("{\"a\":", "9", "}") },
    Hostile { name: "json-cut-off", make: |f| f.fill("{\"a\":[", "1,", "") },
    // Dominosa.
    Hostile { name: "dominosa-ids", make: |f| f.fill("", "1:011010\n", "") },
    Hostile { name: "dominosa-tiny-ids", make: |f| f.fill("", "0:00\n", "") },
    Hostile {
        name: "dominosa-large-ids",
        make: |f| {
            let mut id = "20:".to_owned();
            (0..21 * 22).for_each(|n| write!(id, "[{}]", n % 21).unwrap());
            f.fill("", &(id + "\n"), "")
        },
    },
    Hostile { name: "dominosa-numbers", make: |f| f.fill("1:", "0", "") },
    Hostile { name: "dominosa-brackets", make: |f| f.fill("1:", "[0]", "") },
    Hostile { name: "dominosa-open", make: |f| f.fill("1:", "[", "") },
    Hostile { name: "dominosa-closed", make: |f| f.fill("1:", "]", "") },
    Hostile { name: "dominosa-size", make: |f| f.fill("", "9", ":0") },
    Hostile { name: "dominosa-zeros", make: |f| f.fill("", "0", "1:011010") },
    Hostile { name: "dominosa-blank-lines", make: |f| f.fill("1:011010\n", "\n", "") },
    // Counted text.
    Hostile { name: "counted-rows", make: |f| f.fill("1000000\n", "#\n", "") },
    Hostile { name: "counted-few-rows", make: |f| f.fill("100000\n", "#\n", "") },
    Hostile { name: "counted-blank-rows", make: |f| f.fill("100000\n", "\n", "") },
    Hostile {
        name: "counted-rules",
        make: |f| f.number("1\n##\n800000\n", |n| format!("A{n} EQ\n"), ""),
    },
    Hostile { name: "counted-same-rule", make: |f| f.fill("1\nAA\n10000\n", "A EQ\n", "") },
    Hostile { name: "counted-dominoes", make: |f| f.fill("1\n#\n0\n5000\n", "1 2\n", "") },
    Hostile { name: "counted-number", make: |f| f.fill("", "9", "\n") },
    Hostile { name: "counted-words", make: |f| f.fill("1\n##\n1\n", "A ", "") },
    Hostile { name: "counted-blank-lines", make: |f| f.fill("", "\n", "1\n##\n0\n1\n1 2\n") },
    Hostile { name: "counted-after-the-end", make: |f| f.fill("1\n##\n0\n1\n1 2\n", " \n", "") },
    // Typed boards.
    Hostile {
        name: "map-rules",
        make: |f| f.number("##\n\n", |n| format!("A{n} = 3\n"), "dominoes: 12\n"),
    },
    Hostile { name: "map-dominoes", make: |f| f.fill("#\n\ndominoes: ", "12 ", "") },
    Hostile { name: "map-lines-of-dominoes", make: |f| f.fill("#\n\ndominoes:\n", "12\n", "") },
    Hostile { name: "map-dominoes-again", make: |f| f.fill("#\n\n", "dominoes: 12\n", "") },
    Hostile { name: "map-square", make: |f| f.square("", "#", "\ndominoes: 12") },
    Hostile { name: "map-column", make: |f| f.fill("", "#\n", "\ndominoes: 12") },
    Hostile { name: "map-row", make: |f| f.fill("", "#", "\n\ndominoes: 12") },
    Hostile { name: "map-spaced", make: |f| f.fill("", "# ", "\n\ndominoes: 12") },
    Hostile { name: "map-dots", make: |f| f.fill("#", "…", "#\n\ndominoes: 12") },
    Hostile { name: "map-blank-rows", make: |f| f.fill("#\n", "\n", "#\n\ndominoes: 12") },
    Hostile { name: "map-title", make: |f| f.fill("##\n\ndominoes: 12\ntitle: ", "x", "") },
    Hostile { name: "map-titles", make: |f| f.fill("##\n\ndominoes: 12\n", "title: x\n", "") },
    Hostile { name: "map-sign", make: |f| f.fill("A#\n\nA ", "=", "\ndominoes: 12") },
    Hostile { name: "map-number", make: |f| f.fill("A#\n\nA = ", "9", "\ndominoes: 12") },
    Hostile { name: "map-name", make: |f| f.fill("A#\n\n", "A", " = 3\ndominoes: 12") },
    Hostile { name: "map-commas", make: |f| f.fill("##\n\ndominoes: 12", ",", "") },
    // No format at all.
    Hostile { name: "zero-bytes", make: |f| f.fill("", "\0", "") },
    Hostile { name: "marks", make: |f| f.fill("", "\u{feff}", "") },
    Hostile { name: "emoji", make: |f| f.fill("", "🎲", "") },
    Hostile { name: "carriage-returns", make: |f| f.fill("", "\r", "") },
    Hostile { name: "tabs", make: |f| f.fill("", "\t", "") },
    Hostile { name: "braces", make: |f| f.fill("", "{", "") },
    Hostile { name: "colons", make: |f| f.fill("", "1:", "") },
];
