//! The evidence for an answer.

use cnfetti_core::limit::Limit;
use cnfetti_sat::search::confirm::Evidence;

/// The evidence for an answer: who found it, what confirmed it, and which limit cut it short.
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

    /// The solver or engine that found the answer.
    pub fn by(&self) -> &str {
        &self.by
    }

    /// The evidence that there is nothing else: no further solution, no better one, no other value. `None` if
    /// the answer does not claim this.
    pub fn evidence(&self) -> Option<Evidence> {
        self.evidence
    }

    /// What confirmed that there is nothing else: `proof`, or the name of another solver or engine.
    pub fn checked_by(&self) -> Option<&str> {
        self.evidence.as_ref().and_then(Evidence::checked_by)
    }

    /// Whether the claim that there is nothing else was confirmed.
    pub fn is_checked(&self) -> bool {
        self.evidence.is_some_and(|evidence| evidence.is_checked())
    }

    /// The limit that cut the answer short.
    pub fn limit(&self) -> Option<Limit> {
        self.limit
    }
}
