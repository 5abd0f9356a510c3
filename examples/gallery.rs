//! A picture of each kind of puzzle that is a file: of every puzzle of a folder, solved.
//! `cargo run --example gallery -- instances/kinds docs` writes the end of `docs/drawing.md` and the pictures.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use cnfetti::compile::{Choices, compile};
use cnfetti::instance::load;
use cnfetti::kinds::library;
use cnfetti::limit::Budget;
use cnfetti::picture::{Frame, View, write_svg};
use cnfetti::puzzle::Puzzle;
use cnfetti::solver::choose;

/// Where the pictures are, from the page.
const PICTURES: &str = "pictures/kinds";

/// The page, which ends with this section.
const PAGE: &str = "drawing.md";

const HEAD: &str = "## The kinds

Here is a small solved puzzle of each kind that comes with the program as a file. `cnfetti show KIND` prints the rules
of a kind, and [kinds.md](kinds.md) describes such files. `cargo run --example gallery -- instances/kinds docs` draws
this section.

| | | |
|:-:|:-:|:-:|
";

const COLUMNS: usize = 3;

pub(crate) fn gallery(folder: &Path, pages: &Path) -> Result<usize, Box<dyn Error>> {
    let files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = files.collect::<Result<Vec<PathBuf>, std::io::Error>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    fs::create_dir_all(pages.join(PICTURES))?;
    let mut drawn = Vec::new();
    for file in &files {
        let instance = load(file)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let kind = library::shipped(instance.kind).map(library::Shipped::read).transpose()?;
        let title = kind.map_or_else(|| name.to_string(), |kind| kind.title.clone());
        let solution =
            solved(&*instance.puzzle).map_err(|error| format!("{}: {error}", file.display()))?;
        let view = View { solution: Some(&solution), ..View::default() };
        let heading = instance.title.as_deref().unwrap_or(&title);
        let svg = write_svg(&instance.puzzle.picture(&view), heading, &Frame::Alone(None));
        fs::write(pages.join(PICTURES).join(format!("{name}.svg")), svg)?;
        drawn.push(format!("![{title}]({PICTURES}/{name}.svg)<br>{title}<br>`{name}`"));
    }
    let rows = drawn.chunks(COLUMNS).map(|row| {
        let empty = vec![String::new(); COLUMNS - row.len()];
        format!("| {} |\n", [row, &empty[..]].concat().join(" | "))
    });
    let page = fs::read_to_string(pages.join(PAGE)).unwrap_or_default();
    let before = page.split(HEAD).next().unwrap_or_default();
    fs::write(pages.join(PAGE), [before, HEAD, &rows.collect::<String>()].concat())?;
    Ok(files.len())
}

/// A solution.
fn solved(puzzle: &dyn Puzzle) -> Result<Vec<i32>, Box<dyn Error>> {
    let compiled = compile(&puzzle.csp(), &Choices::default())?;
    let outcome = choose("varisat")?.load(&compiled.cnf, &Budget::default()).solve(&[]);
    let model = outcome.answer()?.map_err(|_| "a puzzle without a solution")?;
    let solution = compiled.map.decode(&model)?;
    puzzle.check(&solution)?;
    Ok(solution)
}

fn main() -> Result<(), Box<dyn Error>> {
    let [folder, pages] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("usage: gallery FOLDER PAGES".into());
    };
    let drawn = gallery(Path::new(folder), Path::new(pages))?;
    println!("{drawn} puzzles in {pages}/{PAGE}");
    Ok(())
}
