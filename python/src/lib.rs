//! The native part of the Python package: a thin layer over `cnfetti::Problem`.
//!
//! It takes and returns numbers, texts, lists and dictionaries. The classes that people use are written in
//! Python, in `lib/cnfetti`, on top of it. Each question runs on a thread of its own without the
//! interpreter's lock ([`asking`]), so that Python handles Ctrl-C, and nothing that happens there ends the
//! interpreter.

mod answers;
mod asking;
mod clauses;
mod commands;
mod comparing;
mod deciding;
mod encoding;
mod errors;
mod formula;
mod listing;
mod options;
mod parts;
mod problem;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<problem::Problem>()?;
    module.add_class::<formula::Formula>()?;
    module.add_class::<deciding::Solver>()?;
    module.add_class::<listing::Listing>()?;
    module.add_class::<asking::Ending>()?;
    module.add_function(wrap_pyfunction!(encoding::at_most_one, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::cardinality, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::linear, module)?)?;
    module.add_function(wrap_pyfunction!(encoding::encodings, module)?)?;
    module.add_function(wrap_pyfunction!(formula::is_formula, module)?)?;
    module.add_function(wrap_pyfunction!(formula::is_formula_file, module)?)?;
    module.add_function(wrap_pyfunction!(parts::begin_parts, module)?)?;
    module.add_function(wrap_pyfunction!(parts::merge_parts, module)?)?;
    module.add_function(wrap_pyfunction!(parts::part_names, module)?)?;
    module.add_function(wrap_pyfunction!(parts::count_part, module)?)?;
    module.add_function(wrap_pyfunction!(asking::_panic, module)?)?;
    module.add_function(wrap_pyfunction!(commands::main, module)?)?;
    module.add_function(wrap_pyfunction!(commands::generate, module)?)
}
