//! A problem as a formula.

use std::io::{self, Write};

use cnfetti_core::assignment::Model;
use cnfetti_core::csp::Csp;
use cnfetti_core::limit::Stopped;
use cnfetti_encodings::Form;
use cnfetti_sat::compile::{Choices, Compiled, compile_within};
use cnfetti_sat::emit::{self, Header, Language};

use super::{BUILT, Error, Means, Problem, Solution};

/// Into which language, and how.
#[derive(Clone, Debug, Default)]
pub struct EncodeOptions {
    means: Means,
    language: Option<Language>,
}

/// A formula that explains itself.
#[derive(Clone, Debug)]
pub struct Encoded {
    compiled: Compiled,
    csp: Csp,
    choices: Choices,
    language: Language,
    name: String,
    kind: String,
    counted: Option<String>,
}

impl EncodeOptions {
    /// Sets the means: the encodings, and for an objective the solver that finds the best value.
    #[must_use]
    pub fn means(self, means: Means) -> EncodeOptions {
        EncodeOptions { means, ..self }
    }

    /// Sets the language of the formula. The default is DIMACS.
    #[must_use]
    pub fn language(self, language: Language) -> EncodeOptions {
        EncodeOptions { language: Some(language), ..self }
    }
}

impl Encoded {
    /// How many variables it has.
    pub fn num_variables(&self) -> u32 {
        self.compiled.cnf.num_vars()
    }

    /// How many clauses it has.
    pub fn num_clauses(&self) -> usize {
        self.compiled.cnf.num_clauses()
    }

    /// The formula with what its literals mean.
    pub fn compiled(&self) -> &Compiled {
        &self.compiled
    }

    /// The meaning of each of the first variables if it is true, such as `x=3`; those after them
    /// are auxiliary.
    pub fn names(&self) -> impl Iterator<Item = String> {
        self.compiled.map.meanings().map(|(_, meaning)| meaning.describe(&self.csp))
    }

    /// Writes it with its comments. The same problem gives the same bytes.
    ///
    /// # Errors
    ///
    /// When the output fails.
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

    /// The command that writes the same.
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

    /// The same as a text.
    pub fn to_text(&self) -> String {
        let mut bytes = Vec::new();
        // Nothing but a full memory could keep it from being written.
        let written = self.write(&mut bytes);
        written.map(|()| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default()
    }
}

impl Problem {
    /// The solution that a model of the problem's formula stands for, checked by the rules.
    ///
    /// # Errors
    ///
    /// When the model does not satisfy the formula, or is no solution: then it is another problem's formula.
    ///
    /// # Panics
    ///
    /// When the model does not have a literal for each variable of the formula.
    pub fn decode(&self, formula: &Encoded, model: &Model) -> Result<Solution, Error> {
        if !model.satisfies(&formula.compiled.cnf) {
            return Err(Error::NotAModel);
        }
        self.checked(formula.compiled.map.decode(model).map_err(|_| Error::NotAModel)?)
    }

    /// Compiles the problem to a formula, in DIMACS of an objective that of the optimal solutions.
    ///
    /// # Errors
    ///
    /// When it would be too large, or a limit comes first.
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
