//! General models, from XCSP3, FlatZinc, OPB and WCNF files: any variables and constraints.

mod board;
mod competition;
mod json;
mod picture;
mod stream;

use std::collections::{BTreeSet, HashMap};

use itertools::Itertools;

use super::{Alphabet, Broken, Following, Format, Kind, Part, Puzzle, Unwritable};
use crate::picture::{Picture, View};
use cnfetti_core::csp::{Atom, Csp, Value, VarId};
use cnfetti_core::limit::Budget;
use cnfetti_input::{InputError, Table};
use cnfetti_models::{self, Lowered, Model, Refusal};

/// The kind's row.
pub(super) const KIND: Kind = Kind {
    name: "model",
    families: &[],
    summary: "a general constraint model (XCSP3, MiniZinc, OPB, WCNF)",
    load,
};

/// The format's row.
pub(super) const XCSP3: Format = Format {
    name: "xcsp3",
    summary: "XCSP3-core, as PyCSP3 writes it",
    example: "instances/models/queens.xml",
    kind: "model",
    recognises: cnfetti_models::is_xcsp3,
    read: |text, budget| part(General::read(&XCSP3_LANGUAGE, text, budget)?),
};

/// The format's row.
pub(super) const FLATZINC: Format = Format {
    name: "flatzinc",
    summary: "FlatZinc, as MiniZinc compiles models",
    example: "instances/models/ring.fzn",
    kind: "model",
    recognises: cnfetti_models::is_flatzinc,
    read: |text, budget| part(General::read(&FLATZINC_LANGUAGE, text, budget)?),
};

/// The format's row.
pub(super) const OPB: Format = Format {
    name: "opb",
    summary: "pseudo-Boolean constraints, as the solvers' competitions have them",
    example: "instances/models/delivery.opb",
    kind: "model",
    recognises: cnfetti_models::is_opb,
    read: |text, budget| part(General::read(&OPB_LANGUAGE, text, budget)?),
};

/// The format's row.
pub(super) const WCNF: Format = Format {
    name: "wcnf",
    summary: "hard and soft clauses, as the MaxSAT Evaluations have them",
    example: "instances/models/holiday.wcnf",
    kind: "model",
    recognises: cnfetti_models::is_wcnf,
    read: |text, budget| part(General::read(&WCNF_LANGUAGE, text, budget)?),
};

/// The differences between the formats of models.
struct Language {
    /// The name in the format's row.
    name: &'static str,
    read: fn(&str, &Budget) -> Result<Model, InputError>,
    /// Whether a model says which variables to output.
    says_outputs: bool,
    /// Writes solutions in the format of competitions, if there is one.
    competition: Option<fn(&General, &[Value]) -> String>,
}

static XCSP3_LANGUAGE: Language = Language {
    name: "xcsp3",
    read: cnfetti_models::read,
    says_outputs: false,
    competition: Some(competition::instantiation),
};

static FLATZINC_LANGUAGE: Language = Language {
    name: "flatzinc",
    read: cnfetti_models::read_flatzinc,
    says_outputs: true,
    competition: None,
};

static OPB_LANGUAGE: Language = Language {
    name: "opb",
    read: cnfetti_models::read_opb,
    says_outputs: false,
    competition: Some(competition::signed),
};

static WCNF_LANGUAGE: Language = Language {
    name: "wcnf",
    read: cnfetti_models::read_wcnf,
    says_outputs: false,
    competition: Some(competition::digits),
};

fn part(general: General) -> Result<Vec<Part>, InputError> {
    Ok(vec![Part { puzzle: Some(Box::new(general)), ..Part::default() }])
}

/// A model with its CSP.
struct General {
    language: &'static Language,
    source: String,
    model: Model,
    lowered: Lowered,
}

/// Reads the text of a file; the key is its format.
fn load(table: &mut Table<'_>, budget: &Budget) -> Result<Box<dyn Puzzle>, InputError> {
    let others = [&FLATZINC_LANGUAGE, &OPB_LANGUAGE, &WCNF_LANGUAGE];
    let found = others.iter().find_map(|language| Some((*language, table.take(language.name)?)));
    let (language, entry) = match found {
        Some(found) => found,
        None => (&XCSP3_LANGUAGE, table.require("xcsp3", "the text of an XCSP3 file")?),
    };
    let text = entry.text()?;
    let placed = |error: InputError| InputError {
        span: Some(error.span.map_or(text.span.clone(), |span| text.place(span))),
        ..error
    };
    Ok(Box::new(General::read(language, &text.value, budget).map_err(placed)?))
}

impl General {
    fn read(
        language: &'static Language,
        source: &str,
        budget: &Budget,
    ) -> Result<General, InputError> {
        let model = (language.read)(source, budget)?;
        let lowered = Lowered::new(&model, budget)?;
        Ok(General { language, source: source.to_owned(), model, lowered })
    }

    /// The value of a declared variable; `None` if it does not belong to a solution.
    fn value(&self, solution: &[Value], variable: usize) -> Option<i64> {
        self.lowered.value(solution, variable)
    }
}

impl Puzzle for General {
    fn csp(&self) -> Csp {
        self.lowered.csp.clone()
    }

    fn check(&self, solution: &[Value]) -> Result<(), Broken> {
        self.lowered.check(&self.model, solution).map_err(|refusal| {
            let name = |variable: usize| &self.model.variables[variable].name;
            Broken(match refusal {
                Refusal::Length(found) => {
                    let expected = self.lowered.csp.variables().len();
                    format!("there are {expected} variables, not {found}")
                }
                Refusal::Domain(variable, value) => {
                    let value = self.model.value_text(variable, value);
                    format!("{} is {value}, which is not in its domain", name(variable))
                }
                Refusal::Violation(violation) => {
                    let posted = &self.model.constraints[violation.constraint];
                    let values = self.lowered.values(solution);
                    let scope = posted.constraint.scope().into_iter().take(12);
                    let scope = scope
                        .map(|variable| {
                            let value = self.model.value_text(variable, values[variable]);
                            format!("{} = {value}", name(variable))
                        })
                        .join(", ");
                    format!("{} does not hold for {scope}", self.model.reason(posted))
                }
                Refusal::Derived => "a value that follows from the variables is wrong".to_owned(),
            })
        })
    }

    fn paint(&self, solution: Option<&[Value]>, _: Alphabet) -> String {
        board::draw(self, |variable| match solution {
            Some(solution) => {
                let value = self.value(solution, variable)?;
                Some(self.model.value_text(variable, value))
            }
            None if self.lowered.has_formula(variable) => Some("·".to_owned()),
            None => self.lowered.variables[variable].map(|id| match *self.lowered.csp.domain(id) {
                [value] => self.model.value_text(variable, value.into()),
                _ => "·".to_owned(),
            }),
        })
    }

    fn paint_candidates(&self, _: &Csp, candidates: &[Vec<Value>], _: Alphabet) -> String {
        board::draw(self, |variable| {
            let id = self.lowered.variables[variable]?;
            let candidates = &candidates[id.index()];
            let declared = &self.model.variables[variable];
            if !declared.symbolic && declared.unit.is_none() {
                return Some(board::ranges(candidates));
            }
            let word = |&value: &Value| self.model.value_text(variable, value.into());
            Some(candidates.iter().map(word).join(","))
        })
    }

    fn picture(&self, view: &View<'_>) -> Picture {
        picture::picture(self, view)
    }

    fn value_words(&self, variable: VarId, value: Value) -> String {
        let declared = self.lowered.variables.iter().position(|&id| id == Some(variable));
        declared.map_or_else(|| value.to_string(), |at| self.model.value_text(at, value.into()))
    }

    fn write_json(&self, solution: &[Value], out: &mut String) {
        json::write(self, solution, out);
    }

    fn read_json(&self, json: &serde_json::Value) -> Result<Vec<Value>, Broken> {
        let undefined =
            || Broken("an expression has no value, as in a division by zero".to_owned());
        self.lowered.completed(json::read(self, json)?).ok_or_else(undefined)
    }

    fn read_entries(&self, json: &serde_json::Value) -> Result<Vec<Atom>, Broken> {
        json::entries(self, json)
    }

    fn lists_around(&self, key: &str) -> usize {
        self.model.names.get(key).map_or(0, |&at| self.model.arrays[at].sizes.len())
    }

    fn counted_over(&self) -> Option<String> {
        let takes_part =
            |cell: &&Option<usize>| cell.is_some_and(|variable| self.lowered.takes_part(variable));
        let mut arrays = board::shown(self).filter_map(|array| {
            let (all, some) = (array.cells.len(), array.cells.iter().filter(takes_part).count());
            match some {
                0 => None,
                some if some == all => Some(array.id.clone()),
                some => Some(format!("{} ({some} of {all})", array.id)),
            }
        });
        let text = arrays.join(", ");
        Some(if text.is_empty() { "no variables".to_owned() } else { text })
    }

    fn counting_over(&self, names: &[String]) -> Option<Result<Box<dyn Puzzle>, InputError>> {
        let variables = self.model.variables.iter().enumerate();
        let places: HashMap<&str, usize> =
            variables.map(|(at, declared)| (declared.name.as_str(), at)).collect();
        let cells = names.iter().map(|name| places.get(name.as_str()).copied());
        let cells: BTreeSet<usize> = cells.collect::<Option<_>>()?;
        let lowered = Lowered::counted_over(&self.model, Some(&cells), &Budget::default());
        Some(lowered.map(|lowered| -> Box<dyn Puzzle> {
            let (language, source, model) =
                (self.language, self.source.clone(), self.model.clone());
            Box::new(General { language, source, model, lowered })
        }))
    }

    fn following(&self) -> Vec<Following> {
        let shown = self.model.arrays.iter().filter(|array| !array.introduced);
        let shown: BTreeSet<usize> =
            shown.flat_map(|array| &array.cells).flatten().copied().collect();
        let following = shown.into_iter().filter(|&position| self.lowered.has_formula(position));
        let named = following.map(|position| Following {
            name: self.model.variables[position].name.clone(),
            from: self.lowered.follows_from(position).into_iter().collect(),
            position,
        });
        named.collect()
    }

    fn value_following(&self, variable: &Following, solution: &[Value]) -> Option<i64> {
        let value = self.lowered.value(solution, variable.position)?;
        self.lowered.allows(variable.position, value).then_some(value)
    }

    fn put_out(&self, solution: &[Value]) -> Option<String> {
        stream::put_out(self, solution)
    }

    fn has_competition(&self) -> bool {
        self.language.competition.is_some()
    }

    fn competition(&self, solution: &[Value]) -> Option<String> {
        self.language.competition.map(|write| write(self, solution))
    }

    fn outputs(&self) -> Option<Vec<VarId>> {
        if !self.language.says_outputs {
            return None;
        }
        // These are the counted ones, among them the digits of outputs that follow by a formula.
        let csp = &self.lowered.csp;
        Some(csp.counted().map_or_else(|| csp.ids().collect(), <[VarId]>::to_vec))
    }

    fn export(&self, format: &str, _about: &super::About<'_>) -> Result<String, Unwritable> {
        match format {
            _ if format == self.language.name => Ok(self.source.clone()),
            "toml" => {
                let source = toml::Value::from(self.source.as_str());
                Ok(format!("{} = {source}\n", self.language.name))
            }
            _ => Err(Unwritable(format!("a model cannot be written as {format}"))),
        }
    }
}
