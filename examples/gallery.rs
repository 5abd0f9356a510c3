//! A page with a picture of each kind of puzzle that is a file: for every puzzle of a folder the puzzle
//! and its solution. `cargo run --release --example gallery -- FOLDER PAGES` writes `PAGES/gallery.md` and
//! the pictures beside it.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use cnfetti::compile::{Choices, compile};
use cnfetti::instance::load;
use cnfetti::limit::Budget;
use cnfetti::picture::{Frame, View, write_svg};
use cnfetti::puzzle::Puzzle;
use cnfetti::solver::choose;

pub(crate) fn gallery(folder: &Path, pages: &Path) -> Result<usize, Box<dyn Error>> {
    let files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let mut files = files.collect::<Result<Vec<PathBuf>, std::io::Error>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    fs::create_dir_all(pages)?;
    let mut page = "# Gallery\n".to_owned();
    for file in &files {
        let instance = load(file)?;
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let title = instance.title.as_deref().unwrap_or(instance.kind);
        let solution = solved(&*instance.puzzle)?;
        write!(page, "\n## {title}\n\n`kind = \"{}\"`\n\n", instance.kind)?;
        for (end, solution) in [("", None), ("-solved", Some(&solution[..]))] {
            let picture = instance.puzzle.picture(&View { solution, ..View::default() });
            let svg = write_svg(&picture, title, &Frame::Alone(None));
            fs::write(pages.join(format!("{name}{end}.svg")), svg)?;
            writeln!(page, "![{title}{}]({name}{end}.svg)", end.replace('-', ", "))?;
        }
    }
    fs::write(pages.join("gallery.md"), page)?;
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
    println!("{drawn} puzzles in {pages}/gallery.md");
    Ok(())
}
