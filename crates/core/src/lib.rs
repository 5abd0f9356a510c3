//! Constraint problems over finite domains as data, and what can be said of them before a search.

pub mod assignment;
pub mod count;
pub mod csp;
pub mod limit;
pub mod plural;
pub mod presolve;
pub mod random;
