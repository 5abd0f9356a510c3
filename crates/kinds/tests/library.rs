//! Every kind that comes with the program.

use cnfetti_kinds::library::SHIPPED;

#[test]
fn every_kind_can_be_read() {
    for shipped in SHIPPED {
        let kind = shipped.read().unwrap_or_else(|error| {
            let place = error.line_column(shipped.text);
            panic!("{} {place:?}: {error}", shipped.name)
        });
        assert_eq!(kind.name, shipped.name);
        assert!(!kind.summary.ends_with('.'), "{}", kind.summary);
    }
}
