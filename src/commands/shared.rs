//! Work that several commands share.

pub(crate) mod formula;
pub(crate) mod kind;
#[cfg(feature = "studio")]
pub(crate) mod module;
pub(crate) mod part;
pub(crate) mod reasoning;
#[cfg(feature = "links")]
pub(crate) mod site_address;
pub(crate) mod subject;
pub(crate) mod unique;
