//! Kinds that are files: their addresses, their rules, and their counts.

#![allow(clippy::unwrap_used)]

mod addresses;
mod boards;
mod broken;
mod derived;
mod known;
mod links;
mod mutated;
mod pieces;
mod random;
mod required;
mod solving;
mod turned;
