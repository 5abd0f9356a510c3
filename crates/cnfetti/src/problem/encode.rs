//! Writes a problem as a formula.

use std::io::{self, Write};
use std::sync::Arc;

use cnfetti_core::assignment::Model;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Stopped;
use cnfetti_encodings::Form;
use cnfetti_sat::compile::{Choices, Compiled, compile_within};
use cnfetti_sat::emit::{self, Header, Language};

use super::{BUILT, Error, Means, Problem, Solution};

/// Options of an encoding: the language, and how to encode.
#[derive(Clone, Debug, Default)]
pub struct EncodeOptions {
    /// The encodings and, for an objective, the solver that finds the best value.
    pub means: Means,
    /// The language of the formula; by default DIMACS.
    pub language: Option<Language>,
}

/// A formula that explains itself.
#[derive(Clone, Debug)]
pub struct Encoded {
    compiled: Compiled,
    csp: Arc<Csp>,
    choices: Choices,
    language: Language,
    name: String,
    kind: String,
    counted: Option<String>,
}

impl Encoded {
    /// The number of variables.
    pub fn num_variables(&self) -> u32 {
        self.compiled.cnf.num_vars()
    }

    /// The number of clauses.
    pub fn num_clauses(&self) -> usize {
        self.compiled.cnf.num_clauses()
    }

    /// The variables and constraints that it encodes.
    pub fn csp(&self) -> &Csp {
        &self.csp
    }

    /// The formula, with the meaning of its literals.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// For each of the first variables, its meaning if it is true, such as `x=3`. Those after them
    /// are auxiliary.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.compiled.map.meanings().map(|(_, meaning)| meaning.describe(&self.csp))
    }

    /// Writes the formula with its comments. The same problem gives the same bytes.
    ///
    /// # Errors
    ///
    /// Writing fails.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let header = Header {
            command: &self.command(),
            file: &self.name,
            kind: &self.kind,
            choices: &self.choices,
            counted: self.counted.as_deref(),
        };
        emit::write(out, &header, &self.csp, &self.compiled, self.language)
    }

    /// The command that writes the same formula.
    fn command(&self) -> String {
        let chosen = self.choices.encodings().into_iter();
        let chosen = chosen.filter(|encoding| encoding.name() != encoding.family().auto().name());
        let options = chosen.map(|encoding| {
            format!(" --{} {}", encoding.family().name().replace('_', "-"), encoding.name())
        });
        let options: String = options.collect();
        let form = if self.choices.form == Form::OneSided { " --one-sided" } else { "" };
        format!("cnfetti encode {}{options}{form}", self.name)
    }

    /// Returns the formula as a text.
    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        // Writing to memory cannot fail.
        let written = self.write(&mut bytes);
        written.map(|()| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }
}

impl Problem {
    /// Decodes a model of the problem's formula to a solution, and checks it by the rules.
    ///
    /// # Errors
    ///
    /// The model does not satisfy the formula, or the formula belongs to another problem.
    ///
    /// # Panics
    ///
    /// The model lacks a literal for some variable of the formula.
    pub fn decode(&self, formula: &Encoded, model: &Model) -> Result<Solution, Error> {
        if !model.satisfies(&formula.compiled.cnf) {
            return Err(Error::NotAModel);
        }
        self.checked(formula.compiled.map.decode(model).map_err(|_| Error::NotAModel)?)
    }

    /// Compiles the problem to a formula. In DIMACS, an objective becomes the condition that solutions are
    /// optimal.
    ///
    /// # Errors
    ///
    /// The formula is too large, or a limit is reached.
    pub fn encode(&self, options: &EncodeOptions) -> Result<Encoded, Error> {
        let means = &options.means;
        let language = options.language.unwrap_or(Language::Dimacs);
        let budget = means.budget();
        let csp = match language {
            Language::Dimacs => self.asked(means, &means.backend(), &budget)?.csp,
            Language::Wcnf | Language::Opb => self.csp.clone(),
        };
        let compiled = match compile_within(&csp, &means.choices(), &budget) {
            Ok(compiled) => compiled,
            Err(error) => return Err(Stopped(error.limit()?).into()),
        };
        Ok(Encoded {
            compiled,
            csp,
            choices: means.choices(),
            language,
            name: self.name(),
            kind: self.kind().unwrap_or(BUILT).to_owned(),
            counted: self.puzzle().and_then(|puzzle| puzzle.counted_over()),
        })
    }
}
