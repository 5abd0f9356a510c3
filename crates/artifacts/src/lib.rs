//! Certificates, and counts in parts: folders that others can check.
//!
//! Everything here is a folder that is written whole or not at all ([`output`]), whose files begin with words that
//! say who wrote them, and in which nothing is replaced or deleted that cnfetti did not write.
//!
//! # Certificates
//!
//! [`certificate`] has two sorts. A *list* has all solutions, each checked by the rules, against the constraints and
//! against the formula, and a DRAT proof that there are no others. A *count* has the formula's decision graph as
//! SCPOG, which proves its number of models. Where values are interchangeable, the graph has one solution of each
//! renaming, and the folder has for each exchange of two values the renaming of the auxiliary variables under which
//! the clauses stay the same (`certificate/count/renaming.rs`). Rotations have a formula and a graph each (`turns.rs`).
//! Both are verified from the written files before the folder gets its name.
//!
//! # Parts
//!
//! [`parts`] divides a count, a proof or a folder of puzzles for many machines. Parts of a count are states of the
//! exact counter; neighbouring states go into one part, since they have most in common. Parts of a proof are cubes:
//! the leaves of a tree that lookahead chooses, so the clauses against its inner nodes prove that no case is missing.
//! A part has one cube and not several behind selectors: its formula is visibly the puzzle's formula plus some unit
//! clauses. We write no scheduler and no network code, because there are good ones.

pub mod certificate;
pub mod output;
pub mod parts;
