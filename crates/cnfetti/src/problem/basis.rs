//! What an answer rests on.

use cnfetti_core::limit::Limit;
use cnfetti_sat::search::confirm::Evidence;

/// What an answer rests on: who says so, what has checked it, and the limit that ended the search, if
/// one did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    by: String,
    evidence: Option<Evidence>,
    limit: Option<Limit>,
}

impl Basis {
    pub(super) fn new(
        by: impl Into<String>,
        evidence: Option<Evidence>,
        limit: Option<Limit>,
    ) -> Basis {
        Basis { by: by.into(), evidence, limit }
    }

    /// The solver or the engine that found it.
    pub fn by(&self) -> &str {
        &self.by
    }

    /// What it rests on that there is nothing else: no further solution, no better one, no other value.
    /// `None` when nothing of the sort is said.
    pub fn evidence(&self) -> Option<Evidence> {
        self.evidence
    }

    /// What has checked that there is nothing else: `proof`, or the name of another solver or engine.
    pub fn checked_by(&self) -> Option<&str> {
        self.evidence.as_ref().and_then(Evidence::checked_by)
    }

    /// Whether that is more than somebody's word.
    pub fn is_checked(&self) -> bool {
        self.evidence.is_some_and(|evidence| evidence.is_checked())
    }

    /// The limit because of which not all is known.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }
}
