//! Sentences of the techniques for connection and for parts.

use itertools::Itertools;

use super::{Speaker, and, list};
use crate::Step;
use crate::techniques::Premises;
use crate::techniques::net::{Broken, Confined, Net};
use cnfetti_core::csp::{Atom, Constraint};
use cnfetti_core::plural::counted;
use cnfetti_sat::search::candidates::{Fact, Said};

/// Of larger groups only one place is named.
const MOST_PLACES: usize = 3;

/// `The white cells are connected; r1c1 has no way out but r2c1: so r2c1 is white.`
pub(super) fn way_out(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    about_net(speaker, step, |told, place| {
        let group = told.net.only_way_out(place)?;
        let place = told.subject(place)?;
        Some(match told.group(&group)? {
            (group, true) => format!("{group} have no way out but {place}"),
            (group, false) => format!("{group} has no way out but {place}"),
        })
    })
}

/// `The white cells are connected; without r2c1, r1c1 would be cut off from r3c3: so r2c1 is white.`
pub(super) fn cut(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let mut cuts: Vec<([String; 2], Vec<String>)> = Vec::new();
    let because = |told: &Told<'_>, place: usize| {
        let [one, other] = told.net.cut(place)?;
        let apart = [told.subject(one)?, told.subject(other)?];
        let place = told.subject(place)?;
        match cuts.iter_mut().find(|(other, _)| *other == apart) {
            Some((_, places)) => places.push(place),
            None => cuts.push((apart, vec![place])),
        }
        Some(String::new())
    };
    about_net(speaker, step, because)?;
    let cuts = cuts.into_iter().map(|([one, other], places)| {
        format!("without {}, {one} would be cut off from {other}", list(places, "or"))
    });
    Some(said(speaker, step, &cuts.collect_vec()))
}

/// `Each island has one clue, and as many cells as its number says; r1c1 and r1c2 are complete: so r2c2 is black.`
pub(super) fn full(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    about_net(speaker, step, |told, place| {
        Some(match told.group(&told.net.full(place)?)? {
            (group, true) => format!("{group} are complete"),
            (group, false) => format!("{group} is complete"),
        })
    })
}

/// `Each island has one clue, and as many cells as its number says; r2c1 would join r1c1 and r3c1: so r2c1 is black.`
pub(super) fn apart(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    about_net(speaker, step, |told, place| {
        let [one, other] = told.net.joined(place)?;
        let (one, other) = (told.subject(one)?, told.subject(other)?);
        Some(format!("{} would join {one} and {other}", told.subject(place)?))
    })
}

/// `Each island has one clue, and as many cells as its number says; without r5c3, r5c4 would have room for 3 of 4
/// cells: so r5c3 is white.`
pub(super) fn room(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    about_net(speaker, step, |told, place| {
        let room = told.room(&told.net.confined(place)?)?;
        Some(format!("without {}, {room}", told.subject(place)?))
    })
}

/// `Each island has one clue, and as many cells as its number says; r2c3 would join more than 4 cells with r1c1: so
/// r2c3 is black.`
pub(super) fn too_many(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    about_net(speaker, step, |told, place| {
        let (other, size) = told.net.overfull(place)?;
        let place = told.subject(place)?;
        Some(format!("with {place}, {}", told.too_many(other, size)?))
    })
}

/// `but r1c1 and r3c3 are cut off from each other`, where the places of the only constraint cannot hang together.
pub(super) fn broken(
    speaker: &Speaker<'_>,
    constraint: &Constraint,
    facts: &[Fact],
) -> Option<String> {
    let net = Net::new(constraint, &Premises::new(speaker.csp, facts, &[]))?;
    let told = Told { speaker, net: &net };
    Some(match net.broken()? {
        Broken::Apart([one, other]) => {
            format!("{} is cut off from {}", told.subject(one)?, told.subject(other)?)
        }
        Broken::Joined([one, other]) => {
            format!("{} and {} are joined", told.subject(one)?, told.subject(other)?)
        }
        Broken::Overfull(place, size) => told.too_many(place, size)?,
        Broken::Confined(confined) => told.room(&confined)?,
    })
}

/// `Each island has one clue, and as many cells as its number says; none can reach r1c4: so r1c4 is black.`
pub(super) fn reach(speaker: &Speaker<'_>, step: &Step) -> Option<String> {
    let places = step.conclusions.iter().map(|fact| speaker.subject(fact.variable)).collect_vec();
    let places = match places.len() {
        0..=MOST_PLACES => and(places),
        number => format!("{} and {} more places", places[0], number - 1),
    };
    let mut is_of_parts = false;
    about_net(speaker, step, |told, _| {
        is_of_parts = told.net.is_of_parts();
        Some(String::new())
    })?;
    let why = match is_of_parts {
        true => format!("none can reach {places}"),
        false => format!("no way leads to {places}"),
    };
    Some(said(speaker, step, &[why]))
}

/// The rule, why, and the conclusions.
fn said(speaker: &Speaker<'_>, step: &Step, why: &[String]) -> String {
    let reason = speaker.reasons_in_short(&step.constraints).join("; ");
    format!("{reason}; {}: so {}.", why.join(", "), speaker.conclusions_in_short(step))
}

/// A step's net, and the words for it.
struct Told<'a> {
    speaker: &'a Speaker<'a>,
    net: &'a Net<'a>,
}

impl Told<'_> {
    fn subject(&self, place: usize) -> Option<String> {
        let Atom { variable, .. } = self.net.places[place]?;
        Some(self.speaker.subject(variable))
    }

    /// `r5c4 would have room for 3 cells`, or `r5c4 would not reach a number`.
    fn room(&self, Confined { group, room }: &Confined) -> Option<String> {
        let (group, _) = self.group(group)?;
        Some(match room {
            Some(1) => format!("{group} would have no room to grow"),
            Some(room) => format!("{group} would have room for {room} cells only"),
            None => format!("{group} would be cut off from every clue"),
        })
    }

    fn too_many(&self, place: usize, size: usize) -> Option<String> {
        Some(format!(
            "the group of {} would have more than {}",
            self.subject(place)?,
            counted(size as u64, "cell")
        ))
    }

    /// A group by its places, and whether that is plural.
    fn group(&self, group: &[usize]) -> Option<(String, bool)> {
        match group.len() {
            1 => Some((self.subject(group[0])?, false)),
            2..=MOST_PLACES => {
                let names = group.iter().sorted().map(|&at| self.subject(at));
                Some((and(names.collect::<Option<Vec<_>>>()?), true))
            }
            number => {
                let first = self.subject(*group.iter().min()?)?;
                Some((format!("the group of {number} with {first}"), false))
            }
        }
    }
}

/// The rule, the reason for each place that the step concludes, and the conclusions.
fn about_net(
    speaker: &Speaker<'_>,
    step: &Step,
    mut tell: impl FnMut(&Told<'_>, usize) -> Option<String>,
) -> Option<String> {
    let &at = step.constraints.iter().exactly_one().ok()?;
    let premises = Premises::new(speaker.csp, &step.facts, &step.conclusions);
    let net = Net::new(&speaker.csp.constraints()[at].constraint, &premises)?;
    let told = Told { speaker, net: &net };
    let places = step.conclusions.iter().map(|Fact { variable, said }| {
        let gone = match said {
            Said::Is(value) => speaker.csp.domain(*variable).iter().find(|other| *other != value),
            Said::IsNone(gone) => gone.first(),
        };
        let gone = *gone?;
        net.denied(*variable, gone).or_else(|| net.affirmed(*variable, gone))
    });
    let places = places.collect::<Option<Vec<usize>>>()?;
    let why = places.into_iter().map(|place| tell(&told, place)).collect::<Option<Vec<_>>>()?;
    Some(said(speaker, step, &why.into_iter().unique().collect_vec()))
}
