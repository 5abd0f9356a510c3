//! How a command talks to the terminal and to files, and how it is stopped.

pub(crate) mod context;
pub(crate) mod destination;
pub(crate) mod files;
pub(crate) mod grid;
pub(crate) mod lines;
pub(crate) mod output;
pub(crate) mod walk;
pub(crate) mod watchdog;
