//! What the rows of all families' tables have in common.

/// How a row encodes: by writing clauses, or by picking another row.
#[derive(Clone, Copy)]
pub(crate) enum Method<Write, Pick> {
    /// Writes the clauses.
    Write(Write),
    /// Picks the row that writes them.
    Pick(Pick),
}

/// `name`, `paper` and `Debug` of a family's `Encoding`.
macro_rules! named {
    ($encoding:ty) => {
        impl $encoding {
            /// The name in the literature, in snake case.
            pub fn name(&self) -> &'static str {
                self.name
            }

            /// The paper that describes the encoding.
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
