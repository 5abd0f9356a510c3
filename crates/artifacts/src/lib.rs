//! Certificates, and counts in parts: folders of files that other programs can check or compute.
//!
//! Everything here is a folder that appears whole or not at all ([`output`]). Its files begin with words that
//! say who wrote them, and nothing is replaced or deleted that cnfetti did not write.
//!
//! # Certificates
//!
//! [`certificate`] makes two sorts. A *list* contains all solutions, each checked by the rules, against the
//! constraints and against the formula, and a DRAT proof that there are no others. A *count* contains the
//! formula's decision graph as SCPOG, which proves its number of models. If values are interchangeable, the
//! graph contains one solution of each renaming, and the folder has, for each exchange of two values, the
//! renaming of auxiliary variables under which the clauses stay the same (`certificate/count/renaming.rs`).
//! Each rotation has a formula and a graph of its own (`rotations.rs`). Both sorts are verified from the
//! written files before the folder gets its name.
//!
//! # Parts
//!
//! [`parts`] divides a count for many machines. Parts are states of the exact counter; neighbouring states go
//! into one part, because they have the most in common. There is no scheduler and no network code here, because
//! good ones exist.

pub mod certificate;
pub mod output;
pub mod parts;
