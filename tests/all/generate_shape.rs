//! Rules for a board that the user has drawn.

use cnfetti::csp::Csp;
use cnfetti::generate::{Difficulty, GenerateError, LEVELS, Shape, Tools, by_kind};
use cnfetti::instance;
use itertools::Itertools;

use super::generate::has_one_class;
use super::generate_kinds::tools;

/// Rules for a shape are on that shape, for its dominoes or for others.
#[test]
fn rules_are_made_for_a_shape() {
    let given = instance::parse(
        "kind = \"pips\"\nboard = \"\"\"\n####\n...#\n..##\n..#.\n\"\"\"\ndominoes = [\"51\", \"65\", \"30\", \"55\"]\n",
    );
    let given = given.unwrap();
    let names = |csp: &Csp, of: &str| {
        let names = csp.ids().map(|id| csp.name(id).to_owned());
        names.filter(|name| name.starts_with(of)).sorted().collect_vec()
    };
    let before = given.puzzle.csp();
    for (keeps, seed) in [(true, 1), (false, 1), (true, 2), (false, 2)] {
        let shape = Shape::of(&given, "shape.toml".to_owned(), keeps).unwrap();
        for level in [None, Some(Difficulty::Level(LEVELS[0]))] {
            let tools = Tools { shape: Some(&shape), ..tools("varisat") };
            let made = by_kind("pips").unwrap().generate(&[5], seed, level, &tools).unwrap();
            let csp = made.instance.puzzle.csp();
            assert!(has_one_class(&csp), "{}", made.text);
            assert_eq!(names(&csp, "cell"), names(&before, "cell"), "{}", made.text);
            assert_eq!(names(&csp, "domino") == names(&before, "domino"), keeps, "{}", made.text);
            assert!(made.text.contains("--shape shape.toml"), "{}", made.text);
        }
    }
    let row =
        instance::parse("kind = \"pips\"\nboard = \"#.\\n#.\"\ndominoes = [\"51\"]\n").unwrap();
    let shape = Shape::of(&row, String::new(), true).unwrap();
    assert_eq!(shape.cells, [(0, 0), (1, 0)], "row by row, whatever the file begins with");
    assert_eq!(shape.dominoes, Some(vec![[5, 1]]));
    assert_eq!(Shape::of(&row, String::new(), false).unwrap().dominoes, None);
    let sudoku = "kind = \"sudoku\"\nsize = 4\n";
    let refused = Shape::of(&instance::parse(sudoku).unwrap(), String::new(), true).err().unwrap();
    assert_eq!(refused.to_string(), "expected a board of pips, found sudoku");
    // Two cells of each colour of a chessboard, but no way to cover them.
    let scattered =
        "kind = \"pips\"\nboard = \"\"\"\n#.#\n...\n.##\n\"\"\"\ndominoes = [\"51\", \"65\"]\n";
    let scattered = Shape::of(&instance::parse(scattered).unwrap(), String::new(), true).unwrap();
    let tools = Tools { shape: Some(&scattered), ..tools("varisat") };
    let made = by_kind("pips").unwrap().generate(&[2], 1, None, &tools);
    assert!(matches!(made, Err(GenerateError::NotCovered)));
}
