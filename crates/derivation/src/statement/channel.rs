//! Each list says where the other has its values; or only the first one does.

use super::Line;
use super::words::Words;
use cnfetti_core::csp::Channel;
use cnfetti_encodings::Relation;

pub(super) fn state(words: &Words<'_>, rule: &Channel) -> Option<Vec<Line>> {
    if !rule.first.iter().chain(&rule.second).all(|&variable| words.map.has_values(variable)) {
        return None;
    }
    let mut lines = Vec::new();
    for &variable in &rule.first {
        let outside = words.map.values(variable).filter(|&(value, _)| rule.place(value).is_none());
        lines.extend(outside.map(|(_, lit)| Line::some([!lit])));
    }
    let relation = if rule.is_mutual() { Relation::Exactly } else { Relation::AtMost };
    for pair in rule.pairs() {
        let one = words.literal(pair.first, pair.to_second).map(|lit| (1, lit));
        let other = words.literal(pair.second, pair.to_first).map(|lit| (-1, lit));
        let is_said = one.is_some() || other.is_some() && rule.is_mutual();
        if is_said && one.map(|(_, lit)| lit) != other.map(|(_, lit)| lit) {
            lines.push(Line::new(one.into_iter().chain(other).collect(), relation, 0));
        }
    }
    Some(lines)
}
