//! Sentences of the techniques for connection and for parts.

use itertools::Itertools;

use super::{Speaker, and, list};
use crate::Step;
use crate::techniques::Premises;
use crate::techniques::net::Net;
use cnfetti_core::csp::Atom;
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
