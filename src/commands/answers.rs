//! What answers say: the evidence, the numbers, the solutions, and what the file expects of them.

pub(crate) mod asked;
pub(crate) mod competition;
pub(crate) mod evidence;
pub(crate) mod numbers;
pub(crate) mod printing;
pub(crate) mod proofs;
