//! Solvers by name: those of this process, and any program that reads DIMACS.

pub mod command_line;
mod external;
pub mod program;

use itertools::Itertools;

use cnfetti_sat::solver::{Backend, NoSuchSolver, by_name};

use command_line::{CommandLine, NoCommandLine};
use external::Program;

/// The prefix of a solver's name that means a program.
pub const PROGRAM_PREFIX: &str = "cmd:";

/// A solver of the table; or any program that reads DIMACS and answers with `s` and `v` lines, as
/// a [`CommandLine`]: `cmd:kissat -q`, `cmd:minisat {in} {out}`; or one that also reads an
/// objective: `cmd:rc2.py {wcnf}`.
pub fn choose(name: &str) -> Result<Backend, UnknownSolver> {
    let Some(typed) = name.strip_prefix(PROGRAM_PREFIX) else {
        return Ok(cnfetti_sat::solver::choose(name)?);
    };
    Ok(Backend::outside(name, Program(CommandLine::parse(typed)?)))
}

/// Solvers separated by commas, each as for [`choose`], and none twice. A comma ends the name of a
/// program only before another solver, because it can be part of an argument.
pub fn choose_several(names: &str) -> Result<Vec<Backend>, UnknownSolver> {
    let mut each: Vec<String> = Vec::new();
    for piece in names.split(',') {
        let starts_name = piece.starts_with(PROGRAM_PREFIX) || by_name(piece).is_some();
        match each.last_mut() {
            Some(program) if program.starts_with(PROGRAM_PREFIX) && !starts_name => {
                program.push(',');
                program.push_str(piece);
            }
            _ => each.push(piece.to_owned()),
        }
    }
    each.iter().unique().map(|name| choose(name)).collect()
}

/// A name that is not a solver's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownSolver {
    /// It is not in the table.
    #[error(transparent)]
    Name(#[from] NoSuchSolver),
    /// What follows `cmd:` is not a command line.
    #[error("`cmd:`: {0}")]
    Program(#[from] NoCommandLine),
}
