//! Certificates, and counts in parts: folders that others can check.

pub mod certificate;
pub mod output;
pub mod parts;
