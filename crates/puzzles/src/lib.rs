//! Kinds of puzzle: their constraints, rules and boards.
//!
//! ```
//! use cnfetti_puzzles::instance;
//!
//! let text = "kind = \"slitherlink\"\nnumber = \"\"\"\n3 3\n3 3\n\"\"\"\n";
//! let instance = instance::parse(text)?;
//! assert_eq!(instance.kind, "slitherlink");
//! println!("{}", instance.puzzle.draw(None));
//! # Ok::<(), cnfetti_input::InputError>(())
//! ```
//!
//! A [`puzzle::Puzzle`] states its constraints, checks a solution by its rules without them, and draws
//! itself. Three kinds are written in Rust; the others are files that `cnfetti_kinds` reads, and general
//! models are one more kind. A picture is a list of shapes with inks, which a theme turns into colours, so a
//! drawing on the terminal, an SVG file and the studio's board agree.

pub mod instance;
pub mod picture;
pub mod puzzle;
