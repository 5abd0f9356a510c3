//! What the rows of all families' tables have in common.

/// How a row writes: itself, or by picking another one.
#[derive(Clone, Copy)]
pub(crate) enum Means<Write, Pick> {
    /// It writes the clauses.
    Write(Write),
    /// It picks the row that does.
    Pick(Pick),
}

/// `name`, `paper` and `Debug` of a family's `Encoding`.
macro_rules! named {
    ($encoding:ty) => {
        impl $encoding {
            /// Its name in the literature, in snake case.
            pub fn name(&self) -> &'static str {
                self.name
            }

            /// Where the construction comes from.
            pub fn paper(&self) -> &'static str {
                self.paper
            }
        }

        impl std::fmt::Debug for $encoding {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.name)
            }
        }
    };
}

pub(crate) use named;
