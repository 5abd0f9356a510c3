//! Kinds of puzzle as files: a page of text becomes a constraint model.
//!
//! A kind says what clues a board can have, what to find, and which rules hold. Its rules are
//! one-line expressions over the places of the board. [`Kind::read`] checks their types;
//! [`Kind::unfold`] states them for one puzzle as a model. From there, two paths share nothing but
//! the model: evaluating a solution, and stating a CSP. Loops only range over the board, and there
//! is no recursion, so a kind from an unknown source is as harmless as a puzzle.

pub mod address;
mod ast;
mod board;
mod check;
mod data;
mod described;
pub mod fpuzzles;
mod functions;
mod generate;
mod kind;
mod lexer;
pub mod library;
mod parser;
pub mod pieces;
mod random;
mod read;
mod sentence;
mod statements;
mod text;
mod turn;
mod turned;
mod types;
mod unfold;
mod unused;
mod value;
mod verify;

pub use board::{Board, Direction, Place, letter};
pub use data::{Data, Entries, Entry};
pub use functions::{CONSTANTS, Constant, Function, functions};
pub use generate::ClueAt;
pub use kind::{Address, Kind, Layer, Look, On, Parameter, Rule, Step, Unknown, Values};
pub use read::USUAL_SIZE;
pub use statements::statements;
pub use text::{arrow_text, signs};
pub use turn::{Symmetry, Turn};
pub use unfold::{Places, Unfolded};
pub use verify::WrongClue;
