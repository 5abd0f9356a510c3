//! Work that several commands share.

#[cfg(feature = "links")]
pub(crate) mod base;
pub(crate) mod formula;
pub(crate) mod kind;
#[cfg(feature = "studio")]
pub(crate) mod module;
pub(crate) mod part;
pub(crate) mod reasoning;
pub(crate) mod subject;
pub(crate) mod unique;
