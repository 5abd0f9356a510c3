//! The command line of a program: its name, its arguments, and the files for its input and its
//! answer.
//!
//! No shell is started. In the arguments, `{in}` stands for the input file in DIMACS, `{wcnf}` or
//! `{opb}` for one in these formats, and `{out}` for the file to which the program writes its answer;
//! `< {in}` at the end passes the file as standard input. Without any of these, the file is the last
//! argument. Without `{out}`, the answer is what the program prints.

use std::ffi::OsString;
use std::path::Path;

use cnfetti_sat::dimacs::Language;

/// A program with its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// At least the program's name; the arguments may contain placeholders.
    words: Vec<String>,
    /// Whether it reads the input from stdin.
    reads_stdin: bool,
    /// The format of the input.
    language: Language,
}

/// Why a text is not a command line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCommandLine {
    /// It cannot be split into words, or it has none.
    #[error("expected a program, such as `kissat -q`, found `{0}`")]
    NoProgram(String),
    /// It contains a word that only a shell understands.
    #[error(
        "no shell reads `{0}`: expected a program, its arguments, `{{in}}` and `{{out}}` among them, \
         and perhaps `< {{in}}` at the end"
    )]
    ForShell(String),
    /// It names input files in several formats.
    #[error(
        "expected one of `{{in}}`, `{{wcnf}}` and `{{opb}}` as the input, found several in `{0}`"
    )]
    Inputs(String),
}

/// The placeholders for the input, with their formats.
const INPUTS: [(&str, Language); 3] =
    [("{in}", Language::Dimacs), ("{wcnf}", Language::Wcnf), ("{opb}", Language::Opb)];
const OUT: &str = "{out}";

impl CommandLine {
    /// Parses a command line, with quotes as in a shell.
    ///
    /// ```
    /// use cnfetti_programs::solver::command_line::CommandLine;
    ///
    /// let minisat = CommandLine::parse("minisat -verb=0 {in} {out}")?;
    /// assert!(minisat.writes_file());
    /// assert!(CommandLine::parse("solver {in} | tail").is_err());
    /// # Ok::<(), cnfetti_programs::solver::command_line::NoCommandLine>(())
    /// ```
    pub fn parse(typed: &str) -> Result<CommandLine, NoCommandLine> {
        let no_program = || NoCommandLine::NoProgram(typed.to_owned());
        let mut words = shlex::split(typed).ok_or_else(no_program)?;
        let named = INPUTS.iter().filter(|(name, _)| words.iter().any(|word| word.contains(name)));
        let language = match named.collect::<Vec<_>>()[..] {
            [] => Language::Dimacs,
            [(_, language)] => *language,
            _ => return Err(NoCommandLine::Inputs(typed.to_owned())),
        };
        let is_input = |word: &str| INPUTS.iter().any(|(name, _)| *name == word);
        let end = match &words[..] {
            [.., last] if last.strip_prefix('<').is_some_and(is_input) => 1,
            [.., redirection, last] if redirection == "<" && is_input(last) => 2,
            _ => 0,
        };
        words.truncate(words.len() - end);
        if words.is_empty() {
            return Err(no_program());
        }
        let for_shell =
            |word: &&String| ["<", ">", ">>", "|", "||", "&", "&&", ";"].contains(&word.as_str());
        if words.iter().any(|word| for_shell(&word)) {
            return Err(NoCommandLine::ForShell(typed.to_owned()));
        }
        Ok(CommandLine { words, reads_stdin: end > 0, language })
    }

    /// The name of the program.
    pub fn name(&self) -> &str {
        &self.words[0]
    }

    /// Whether it reads the input from stdin.
    pub(super) fn reads_stdin(&self) -> bool {
        self.reads_stdin
    }

    /// The format of the input.
    pub(super) fn language(&self) -> Language {
        self.language
    }

    /// Whether the answer goes to a file.
    pub fn writes_file(&self) -> bool {
        self.words.iter().any(|word| word.contains(OUT))
    }

    /// The arguments, with these files for the input and the answer.
    pub(super) fn arguments(&self, input: &Path, output: Option<&Path>) -> Vec<OsString> {
        let words = &self.words[1..];
        let mut arguments: Vec<OsString> =
            words.iter().map(|word| filled(word, input, output)).collect();
        let names_input = |word: &String| INPUTS.iter().any(|(name, _)| word.contains(name));
        if !self.reads_stdin && !words.iter().any(names_input) {
            arguments.push(input.into());
        }
        arguments
    }
}

/// Replaces the placeholders of a word by paths.
fn filled(word: &str, input: &Path, output: Option<&Path>) -> OsString {
    let mut filled = OsString::new();
    let mut rest = word;
    let inputs = INPUTS.iter().map(|(name, _)| (*name, Some(input)));
    while let Some((at, name, path)) = inputs
        .clone()
        .chain([(OUT, output)])
        .filter_map(|(name, path)| Some((rest.find(name)?, name, path?)))
        .min()
    {
        filled.push(&rest[..at]);
        filled.push(path);
        rest = &rest[at + name.len()..];
    }
    filled.push(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(typed: &str) -> Vec<String> {
        let line = CommandLine::parse(typed).unwrap();
        let arguments = line.arguments(Path::new("I"), Some(Path::new("O")));
        arguments.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn placeholders_stand_for_paths() {
        assert_eq!(arguments("kissat -q"), ["-q", "I"]);
        assert_eq!(arguments("minisat {in} {out}"), ["I", "O"]);
        assert_eq!(arguments("x --in={in},{in} '{out} y'"), ["--in=I,I", "O y"]);
        assert_eq!(arguments("x {out}"), ["O", "I"], "the input is the last argument");
        assert_eq!(arguments("x --in={wcnf} {out}"), ["--in=I", "O"]);
        assert_eq!(CommandLine::parse("x {opb}").unwrap().language(), Language::Opb);
        for typed in ["x -a < {in}", "x -a <{in}", "x -a < {opb}"] {
            assert_eq!(arguments(typed), ["-a"]);
            assert!(CommandLine::parse(typed).unwrap().reads_stdin());
        }
    }

    #[test]
    fn what_only_a_shell_understands_is_refused() {
        for typed in ["x > {out}", "x {in} | y", "x && y", "x < file", "< {in} x"] {
            let error = CommandLine::parse(typed).unwrap_err();
            assert_eq!(error, NoCommandLine::ForShell(typed.to_owned()));
        }
        for typed in ["", "  ", "x 'y", "< {in}"] {
            assert_eq!(CommandLine::parse(typed), Err(NoCommandLine::NoProgram(typed.to_owned())));
        }
        let error = CommandLine::parse("x {in} {wcnf}").unwrap_err();
        assert_eq!(error, NoCommandLine::Inputs("x {in} {wcnf}".to_owned()));
        assert_eq!(arguments("sh -c 'x | y > z'"), ["-c", "x | y > z", "I"]);
    }
}
