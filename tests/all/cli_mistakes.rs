//! Mistakes that people make: the messages name them, and what to do instead.

use std::fs;

use cnfetti::instance;

use crate::cli_proofs::cnfetti;

const OPEN: &str = "instances/signs/leepf-open.toml";
const PIPS: &str = "instances/pips/pips1.toml";
const BREEZE: &str = "examples/kinds/breeze.toml";
const HEXAGONS: &str = "examples/kinds/thaw.toml";

/// Files with a slip, and what the message says.
const FILES: &[(&str, &str, &str)] = &[
    (
        "total.toml",
        "kind = \"sudoku\"\nsize = 4\ntotal = { A = 3 }\n",
        "`total` needs `cage`, which this puzzle lacks",
    ),
    (
        "long.toml",
        "kind = \"sudoku\"\nnumber = \"\"\"\n1 . . . .\n. . . .\n. . . .\n. . . .\n\"\"\"\n",
        "expected 4 cells, as in the other rows, found 5",
    ),
    ("board.csv", "1,2,3\n4,5,6\n", "expected a puzzle, found a table (CSV)"),
    ("notes.md", "# My puzzle\n\n- a rule\n", "expected a puzzle, found a Markdown text"),
    ("paper.pdf", "%PDF-1.7\n", "expected a puzzle, found a PDF document"),
];

#[test]
fn a_slip_in_a_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, expected) in FILES {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        for command in ["solve", "show"] {
            let (code, stdout, stderr) = cnfetti(&[command, path.to_str().unwrap()]);
            assert_eq!((code, stdout.as_str()), (Some(1), ""), "{name}: {stderr}");
            assert!(stderr.contains(expected), "{name}: {stderr}");
        }
    }
    let picture = folder.path().join("board.png");
    fs::write(&picture, b"\x89PNG\r\n\x1a\n\xff\xfe").unwrap();
    let (code, _, stderr) = cnfetti(&["count", picture.to_str().unwrap()]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("expected a puzzle, found a PNG picture"), "{stderr}");
}

#[test]
fn a_slip_on_the_command_line_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().to_str().unwrap();
    let program = if cfg!(feature = "cadical") { "kissat" } else { "cadical" };
    let instead = format!("did you mean `cmd:{program}`?");
    let cases: &[(&[&str], i32, &str)] = &[
        (&["solve", "--solver", program, OPEN], 2, &instead),
        (&["lint", PIPS], 1, "a puzzle or a model, and not a formula: `cnfetti solve --unique`"),
        (&["merge", empty], 1, "no parts in this folder; `cnfetti split` writes them"),
        (&["solve", "-o", "x", PIPS], 2, "`solve` prints its results: write `> FILE`"),
        (&["count", "--output=x", PIPS], 2, "`cnfetti draw -o FILE` writes a picture"),
        (&["new", "sudoko"], 2, "a similar value exists: 'sudoku'"),
        (&["generate", "sudoko"], 2, "a similar value exists: 'sudoku'"),
        (&["show", "sudoko"], 2, "did you mean `sudoku`?"),
        (&["lint", "slitherlnik"], 2, "did you mean `slitherlink`?"),
        (&["generate", "sudoku", "--set", "knigth=true"], 2, "did you mean `knight`?"),
        (&["generate", "sudoku", "--set", "knight=yes"], 2, "expected true or false for `knight`"),
        (&["generate", "pips", "--set", "knight=true"], 2, "pips has nothing to set"),
        (&["new", "pips", "--size", "4"], 2, "pips has no --size"),
        (&["new", "binairo", "--size", "5x4"], 1, "expected even numbers of rows and columns"),
        (&["share", PIPS, "--qr"], 2, "a QR code needs the address of a site"),
        (&["help", "slove"], 2, "there is no command `slove`: did you mean `solve`?"),
        (&["help", "format"], 2, "did you mean `formats`?"),
        (&["generate", "sudoku", "--without", "X-wng"], 2, "did you mean `X-wing`?"),
        (&["generate", "sudoku", "--difficulty", "esy"], 2, "did you mean `easy`?"),
        (&["check", "--partial", BREEZE, r#"{"vain":"calm"}"#], 1, "expected `vane`, found `vain`"),
        (
            &["check", "--partial", BREEZE, r#"{"vane":"calm"}"#],
            1,
            "rows for `vane`, found \"calm\"",
        ),
        (
            &["candidates", "--from", r#"{"vane":[],"x":0}"#, BREEZE],
            1,
            "expected `vane`, found `x`",
        ),
        (&["check", "--partial", PIPS, r#"{"bord":[[5]]}"#], 1, "unknown field `bord`"),
        (&["check", HEXAGONS, HEXAGONS], 1, "boards of hexagons"),
        (&["count", "--rotations", BREEZE], 1, "would have to turn with the board"),
    ];
    for (words, code, expected) in cases {
        let (found, stdout, stderr) = cnfetti(words);
        assert_eq!((found, stdout.as_str()), (Some(*code), ""), "{words:?}: {stderr}");
        assert!(stderr.contains(expected), "{words:?}: {stderr}");
    }
}

/// What the parser does not see is refused like what it sees: with the usage of the command.
#[test]
fn the_usage_after_an_error_is_that_of_the_command() {
    for words in [&["solve", "--force", OPEN][..], &["draw", "--theme", "dark", OPEN]] {
        let (code, _, stderr) = cnfetti(words);
        assert_eq!(code, Some(2), "{stderr}");
        let usage = format!("Usage: cnfetti {} ", words[0]);
        assert!(stderr.contains(&usage), "{stderr}");
    }
}

#[test]
fn every_time_limit_is_a_number_of_seconds() {
    let commands: &[&[&str]] = &[
        &["solve", OPEN],
        &["count", OPEN],
        &["candidates", OPEN],
        &["explain", OPEN],
        &["clues", OPEN],
        &["lint", OPEN],
        &["generate", "signs"],
        &["draw", "--solution", OPEN],
        &["report", "--no-encodings", "-o", "-", OPEN],
        &["candidates", "--no-counts", OPEN],
        &["check", "--partial", PIPS, "{\"board\":[[3]]}"],
        &["compare", "--repeat", "1", "--encodings", "auto", OPEN],
        &["convert", PIPS],
        &["encode", OPEN],
        &["encode", "--to", "opb", OPEN],
        &["share", PIPS, "--base", "https://example.org/"],
        &["show", OPEN],
    ];
    for words in commands {
        let (code, _, stderr) = cnfetti(&[words, &["--time-limit", "-1"][..]].concat());
        assert_eq!(code, Some(2), "{words:?}: {stderr}");
        assert!(stderr.contains("expected a number of seconds"), "{words:?}: {stderr}");
        let (code, _, stderr) = cnfetti(&[words, &["--time-limit", "0.01"][..]].concat());
        assert!(matches!(code, Some(0 | 1 | 3)), "{words:?}: {stderr}");
    }
}

#[test]
fn colours_are_as_asked() {
    let drawn = |when: &str| cnfetti(&["solve", "--color", when, PIPS]).1;
    let (always, never) = (drawn("always"), drawn("never"));
    assert!(always.contains("\u{1b}[") && !never.contains('\u{1b}'), "{always}{never}");
    assert_eq!(drawn("auto"), never, "this is no terminal");
    assert_eq!(cnfetti(&["--color", "always", "solve", PIPS]).1, always);
    assert_eq!(cnfetti(&["solve", "--color", "sometimes", PIPS]).0, Some(2));
}

/// `new` prints a puzzle of every kind, with the sentences of its rules.
#[test]
fn an_empty_puzzle_of_every_kind_is_read() {
    let (_, kinds, _) = cnfetti(&["list", "kinds", "--json"]);
    let mut names = Vec::new();
    for line in kinds.lines() {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        names.push(line["name"].as_str().unwrap().to_owned());
    }
    assert!(names.len() > 50, "{names:?}");
    for name in &names {
        let (code, text, stderr) = cnfetti(&["new", name]);
        assert_eq!(code, Some(0), "{name}: {stderr}");
        let read = instance::parse(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(read.kind, name);
    }
    let (_, sudoku, _) = cnfetti(&["new", "sudoku"]);
    assert!(sudoku.contains(&format!("\n{}\n", [". "; 9].concat().trim())), "{sudoku}");
    for sentence in ["thermometer: numbers rise along …", "renban: … has consecutive numbers"] {
        assert!(sudoku.contains(sentence), "{sudoku}");
    }
}

/// Sudoku as people have them: in a line, in nine lines, with lines between boxes, many in a file.
#[test]
fn sudokus_of_plain_digits_are_read() {
    let text = fs::read_to_string("instances/kinds/three-sudokus.sdm").unwrap();
    let lines: Vec<&str> = text.lines().filter(|line| line.len() == 81).collect();
    let numbers = |text: &str| {
        let all =
            cnfetti::instance::parse_all(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let toml = |one: &instance::Instance| one.to_text("toml").unwrap();
        all.iter().map(toml).collect::<Vec<_>>()
    };
    let expected = numbers(&text);
    assert_eq!((expected.len(), lines.len()), (3, 3));
    for (line, expected) in lines.iter().zip(&expected) {
        let rows: Vec<&str> = (0..9).map(|row| &line[9 * row..9 * row + 9]).collect();
        let boxed = |row: &&str| format!(" {} | {} | {}", &row[..3], &row[3..6], &row[6..]);
        let mut drawn: Vec<String> = rows.iter().map(boxed).collect();
        drawn.insert(6, "-----+-----+-----".to_owned());
        drawn.insert(3, "-----+-----+-----".to_owned());
        let sdk = format!("#A nobody\n#D a puzzle\n[Puzzle]\n{}\n", rows.join("\n"));
        for text in [
            (*line).to_owned(),
            line.replace('.', "0"),
            line.replace('.', "_"),
            rows.join("\r\n"),
            drawn.join("\n"),
            sdk,
        ] {
            assert_eq!(numbers(&text), std::slice::from_ref(expected), "{text}");
        }
        // In place of a file, and back.
        let (code, stdout, stderr) = cnfetti(&["convert", "--to", "sudoku", line]);
        assert_eq!((code, stdout.trim()), (Some(0), *line), "{stderr}");
    }
    let cases = [
        (lines[0][1..].to_owned(), "expected 81 cells in this line, found 80"),
        (lines[0].to_owned() + "1", "expected 81 cells in this line, found 82"),
        (format!("{}\n{}\n", &lines[0][..9], &lines[0][9..18]), "nine lines of nine cells"),
        (format!("{}\n{}\n", &lines[0][..9], &lines[0][9..17]), "expected 9 cells in this line"),
    ];
    for (text, expected) in cases {
        let error = instance::parse(&text).err().unwrap().to_string();
        assert!(error.contains(expected), "{text}: {error}");
    }
    let (code, stdout, stderr) =
        cnfetti(&["convert", "--to", "sudoku", "instances/kinds/killer.url"]);
    assert_eq!((code, stdout.as_str()), (Some(1), ""), "{stderr}");
}

#[test]
fn an_address_needs_no_scheme() {
    let (code, stdout, _) = cnfetti(&["count", "puzz.link/p?slither/5/5/cbcbcddad"]);
    assert_eq!(
        (code, stdout.as_str()),
        (Some(0), "puzz.link/p?slither/5/5/cbcbcddad: 1 solution\n")
    );
}

/// Whoever waits at a terminal sees that the command works.
#[cfg(target_os = "linux")]
#[test]
fn whoever_waits_sees_that_something_happens() {
    let commands: &[&[&str]] = &[
        &["solve", OPEN],
        &["solve", "--all", OPEN],
        &["solve", "--sample", "2", OPEN],
        &["count", OPEN],
        &["candidates", OPEN],
        &["compare", "--repeat", "1", "--encodings", "auto", OPEN],
        &["explain", PIPS],
        &["clues", PIPS],
        &["draw", "--solution", OPEN],
        &["check", "--partial", PIPS, "{\"board\":[[3]]}"],
        &["lint", "examples/kinds/hives.toml"],
        &["report", "--no-encodings", "-o", "-", OPEN],
    ];
    for words in commands {
        let shown = |quiet: &[&str]| {
            let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin("cnfetti"));
            command.current_dir(env!("CARGO_MANIFEST_DIR")).args(quiet).args(*words);
            let output = crate::terminal::run(command);
            assert!(output.status.success(), "{words:?}");
            !output.stderr.is_empty()
        };
        assert!(shown(&[]), "{words:?} shows nothing");
        assert!(!shown(&["-q"]), "{words:?} -q shows something");
    }
}

/// Numbers that a person reads have their digits in groups; those for programs do not.
#[test]
fn digits_are_in_groups() {
    let (_, _, stderr) = cnfetti(&["solve", "--all", "instances/pips/many.toml"]);
    assert!(stderr.ends_with("4,304 solutions, and no more\n"), "{stderr}");
    let large = "instances/pips/growing-12.toml";
    for (command, option) in
        [("encode", &["--stats"][..]), ("compare", &["--repeat=1", "--encodings=auto"])]
    {
        let size =
            |format| cnfetti(&[&[command][..], option, &["--format", format, large]].concat()).1;
        assert!(size("text").contains(" 9,257 "), "{}", size("text"));
        assert!(size("csv").contains(",9257,"), "{}", size("csv"));
    }
}

/// Who writes a file says so once.
#[test]
fn a_written_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (svg, cnf, toml, page) = (path("x.svg"), path("x.cnf"), path("x.toml"), path("x.html"));
    for (words, file) in [
        (&["draw", PIPS, "-o", &svg][..], &svg),
        (&["encode", PIPS, "-o", &cnf], &cnf),
        (&["convert", PIPS, "-o", &toml], &toml),
        (&["explain", PIPS, "--html", &page], &page),
        (&["solve", PIPS, "--emit-cnf", &path("y.cnf")], &path("y.cnf")),
        (&["report", "--no-encodings", PIPS, "-o", &path("y.html")], &path("y.html")),
        (&["man", &path("man")], &path("man")),
        (
            &["generate", "signs", "--size", "3", "--seed", "1", "-o", &path("new.toml")],
            &path("new.toml"),
        ),
    ] {
        let (code, _, stderr) = cnfetti(words);
        assert_eq!(code, Some(0), "{words:?}: {stderr}");
        assert_eq!(stderr.matches(file.as_str()).count(), 1, "{words:?}: {stderr}");
        if words[0] != "man" {
            let (_, _, stderr) = cnfetti(&[&["-q", words[0]], &words[1..], &["--force"]].concat());
            assert_eq!(stderr, "", "{words:?}");
        }
    }
    let kept = path("kept");
    let (_, _, stderr) = cnfetti(&["count", "--checkpoint", &kept, PIPS]);
    assert_eq!(stderr.matches(&kept).count(), 1, "{stderr}");
}
