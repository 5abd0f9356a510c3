//! `cnfetti list`: lists kinds, formats, encodings and solvers.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use cnfetti::compile::Size;
use cnfetti::encodings::linear::{self, Term};
use cnfetti::encodings::{
    Cnf, Encoding, Family, Form, Lit, Promises, Relation, at_most_one, cardinality, domain,
};
use cnfetti::instance::LoadError;
use cnfetti::kinds::library::{self, SHIPPED};
use cnfetti::kinds::{CONSTANTS, Look, address, functions, statements};
use cnfetti::puzzle::{FORMATS, KINDS};
use cnfetti::solver::SOLVERS;
use itertools::Itertools;
use serde_json::{Value, json};

use super::shared::kind;
use super::terminal::grid::Grid;
use super::{Context, Format};

/// List kinds of puzzle, file formats, encodings and solvers.
///
/// `list functions`, `list looks` and `list decoders` show what you can use in a kind of your own.
///
/// `list encodings` shows, for each encoding and relation, a label for its auxiliary variables,
/// what unit propagation achieves, and two example sizes in both forms. The labels `none` and
/// `determined` mean that the model count is right, `free` that only the projected count is. Tests
/// compare every label with brute force.
#[derive(Args)]
#[command(after_help = "Examples:
  cnfetti list kinds
  cnfetti list kinds --kinds examples/kinds
  cnfetti list functions
  cnfetti list formats
  cnfetti list encodings
  cnfetti list encodings --format markdown")]
pub(crate) struct List {
    /// What to list
    #[arg(value_enum)]
    what: Option<What>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    Kinds,
    Functions,
    Looks,
    Decoders,
    Formats,
    Encodings,
    Solvers,
}

/// A row.
struct Row {
    /// The sort of thing.
    what: String,
    name: String,
    /// The families of a kind that comes with the program.
    families: &'static [library::Family],
    /// A line about it.
    about: String,
}

impl List {
    pub(crate) fn run(self, context: &mut Context) -> anyhow::Result<ExitCode> {
        let (formats, solvers) = (formats(), solvers());
        match self.what {
            None => {
                let all = [kinds()?, formats, encodings(&labels()), solvers];
                write_rows(context, all.into_iter().flatten().collect())?;
            }
            Some(What::Formats) => write_rows(context, formats)?,
            Some(What::Kinds) => write_rows(context, kinds()?)?,
            Some(What::Functions) => write_functions(context)?,
            Some(What::Looks) => write_rows(context, looks())?,
            Some(What::Decoders) => write_rows(context, decoders())?,
            Some(What::Encodings) => write_encodings(context)?,
            Some(What::Solvers) => write_rows(context, solvers)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(what: &str, name: &str, about: &str) -> Row {
    let [what, name, about] = [what, name, about].map(str::to_owned);
    Row { what, name, families: &[], about }
}

/// All kinds: those of the program, then those in the user's folder.
fn kinds() -> Result<Vec<Row>, LoadError> {
    let of_program = KINDS
        .iter()
        .map(|kind| Row { families: kind.families, ..row("kind", kind.name, kind.summary) });
    let of_files = SHIPPED
        .iter()
        .map(|kind| Row { families: kind.families, ..row("kind", kind.name, &kind.summary()) });
    let own = kind::all_own()?;
    let own = own.iter().map(|own| row("kind", &own.kind.name, &own.kind.summary));
    Ok(of_program.chain(of_files).chain(own).collect())
}

/// The ways to draw layers of kinds.
fn looks() -> Vec<Row> {
    Look::ALL.iter().map(|(_, name, about)| row("look", name, about)).collect()
}

/// The ways to read the parts of puzz.link addresses.
fn decoders() -> Vec<Row> {
    address::decoders().map(|(name, reads)| row("decoder", name, reads)).collect()
}

/// Writes what expressions of kinds can use.
fn write_functions(context: &mut Context) -> io::Result<()> {
    let names = CONSTANTS.iter().map(|name| ["", name.name, "", name.gives, ""]);
    let functions = functions()
        .map(|function| ["", function.name, function.takes, function.gives, function.example]);
    let statements = statements().map(|(name, takes, says)| ["", name, takes, says, ""]);
    let rows: Vec<Vec<String>> = [
        ("name", names.collect_vec()),
        ("function", functions.collect_vec()),
        ("statement", statements.collect_vec()),
    ]
    .into_iter()
    .flat_map(|(what, rows)| rows.into_iter().map(move |[_, rest @ ..]| (what, rest)))
    .map(|(what, rest)| {
        [vec![what], rest.to_vec()].concat().into_iter().map(str::to_owned).collect()
    })
    .collect();
    if context.format == Format::Json {
        return rows.iter().try_for_each(|row| {
            let [what, name, takes, gives, example] = &row[..] else { return Ok(()) };
            let line = json!({
                "what": what, "name": name, "takes": takes, "gives": gives, "example": example,
            });
            writeln!(context.out, "{line}")
        });
    }
    let header = vec!["what", "name", "takes", "gives", "example"];
    Grid { header, numbers: 0..0, rows }.write(context)
}

/// The file formats, each with an example.
fn formats() -> Vec<Row> {
    let row = |name, about: &str, example| row("format", name, &format!("{about}: {example}"));
    let own = row("toml", "cnfetti's own format, for every kind", "instances/pips/pips1.toml");
    let others = FORMATS.iter().map(|format| row(format.name, format.summary, format.example));
    let minizinc = "models and their data, which `minizinc` compiles";
    let last = [
        row("minizinc", minizinc, "instances/models/queens.mzn instances/models/queens-6.dzn"),
        row("dimacs", "formulas, for solve, count and lint", "instances/formulas/pigeons.cnf"),
    ];
    [own].into_iter().chain(others).chain(last).collect()
}

fn solvers() -> Vec<Row> {
    let program =
        row("solver", "cmd:PROGRAM", "a program that reads DIMACS, prints `s` and `v` lines");
    let rows = SOLVERS.iter().map(|backend| row("solver", &backend.name, backend.summary));
    rows.chain([program]).collect()
}

/// All encodings, each once, with its paper.
fn encodings(labels: &[Label]) -> Vec<Row> {
    let each_once =
        labels.iter().dedup_by(|one, next| (one.family, one.name) == (next.family, next.name));
    each_once.map(|label| row(label.family.name(), label.name, label.paper)).collect()
}

fn write_rows(context: &mut Context, rows: Vec<Row>) -> io::Result<()> {
    if context.format == Format::Json {
        return rows.iter().try_for_each(|row| {
            let mut line = json!({ "what": row.what, "name": row.name, "about": row.about });
            if !row.families.is_empty() {
                line["families"] = row.families.iter().map(|family| family.name()).collect();
            }
            writeln!(context.out, "{line}")
        });
    }
    let has_families = rows.iter().any(|row| !row.families.is_empty());
    let cells = |row: Row| {
        let families = row.families.iter().map(|family| family.name()).join(", ");
        let families = has_families.then_some(families);
        [row.what, row.name].into_iter().chain(families).chain([row.about]).collect()
    };
    let header = match has_families {
        true => vec!["what", "name", "families", "about"],
        false => vec!["what", "name", "about"],
    };
    Grid { header, numbers: 0..0, rows: rows.into_iter().map(cells).collect() }.write(context)
}

fn write_encodings(context: &mut Context) -> io::Result<()> {
    let labels = labels();
    if context.format == Format::Json {
        let encodings = labels.chunk_by(|a, b| (a.family, a.name) == (b.family, b.name));
        return encodings
            .into_iter()
            .try_for_each(|rows| writeln!(context.out, "{}", in_json(rows)));
    }
    table(&labels).write(context)?;
    if context.format == Format::Csv {
        return Ok(());
    }
    writeln!(context.out)?;
    write_examples(context)?;
    writeln!(context.out)?;
    let rows = encodings(&labels).into_iter();
    let rows = rows.map(|row| vec![row.what, row.name, row.about]).collect();
    let papers = Grid { header: vec!["family", "encoding", "paper"], numbers: 0..0, rows };
    papers.write(context)
}

fn table(labels: &[Label]) -> Grid {
    Grid {
        header: vec![
            "family",
            "encoding",
            "relation",
            "auxiliaries",
            "if one-sided",
            "unit propagation",
            "small",
            "small one-sided",
            "large",
            "large one-sided",
        ],
        numbers: 6..10,
        rows: labels.iter().map(cells).collect(),
    }
}

fn cells(label: &Label) -> Vec<String> {
    let Label { two_sided, one_sided, small, large, .. } = label;
    let strength = |promises: &Promises| promises.propagation.to_string();
    vec![
        label.family.to_string(),
        label.name.to_owned(),
        label.relation.clone(),
        two_sided.auxiliaries.to_string(),
        one_sided.auxiliaries.to_string(),
        [two_sided, one_sided].map(strength).iter().dedup().join("; one-sided "),
        size(small.two_sided),
        size(small.one_sided),
        size(large.two_sided),
        size(large.one_sided),
    ]
}

fn size(size: Option<Size>) -> String {
    match size {
        Some(size) => format!("{} + {}", size.auxiliary_variables, size.clauses),
        None => "too large".to_owned(),
    }
}

fn write_examples(context: &mut Context) -> io::Result<()> {
    writeln!(context.out, "Sizes are auxiliary variables + clauses. The examples are")?;
    if context.format == Format::Markdown {
        writeln!(context.out)?;
    }
    for (family, small, large) in EXAMPLES {
        writeln!(context.out, "- {family}: small: {small}; large: {large}")?;
    }
    Ok(())
}

/// An object for an encoding, from its rows.
fn in_json(rows: &[Label]) -> Value {
    let relations: Vec<Value> = rows.iter().map(relation_in_json).collect();
    let Label { family, name, paper, .. } = &rows[0];
    json!({ "what": family.name(), "name": name, "about": paper, "relations": relations })
}

fn relation_in_json(label: &Label) -> Value {
    let form = |promises: &Promises, small: Option<Size>, large: Option<Size>| {
        json!({
            "auxiliaries": promises.auxiliaries.to_string(),
            "propagation": promises.propagation.to_string(),
            "small": small.map(size_in_json),
            "large": large.map(size_in_json),
        })
    };
    let Label { two_sided, one_sided, small, large, .. } = label;
    json!({
        "relation": label.relation,
        "two_sided": form(two_sided, small.two_sided, large.two_sided),
        "one_sided": form(one_sided, small.one_sided, large.one_sided),
    })
}

fn size_in_json(size: Size) -> Value {
    json!({ "auxiliary_variables": size.auxiliary_variables, "clauses": size.clauses })
}

/// An encoding for one relation.
#[derive(Clone)]
struct Label {
    family: Family,
    name: &'static str,
    relation: String,
    two_sided: Promises,
    one_sided: Promises,
    small: Example,
    large: Example,
    paper: &'static str,
}

/// The sizes of an example in both forms.
#[derive(Clone, Copy)]
struct Example {
    two_sided: Option<Size>,
    one_sided: Option<Size>,
}

/// The examples of each family: its name, the small one and the large one.
const EXAMPLES: [(Family, &str, &str); 4] = [
    (Family::AtMostOne, "10 literals", "100 literals"),
    (Family::Cardinality, "3 of 10 literals", "10 of 100 literals"),
    (Family::Linear, "4 variables from 0 to 6, bound 12", "20 variables from 0 to 9, bound 90"),
    (Family::Domain, "5 values, pairwise", "50 values, pairwise"),
];

/// The size, in literals, above which examples are not generated.
const MAX_LITERALS: usize = 1_000_000;

/// The labels of every encoding, in the order of the tables.
fn labels() -> Vec<Label> {
    let rows = |family: Family| family.encodings().chain([family.auto()]);
    Family::ALL.into_iter().flat_map(rows).flat_map(of).collect()
}

/// The labels of one encoding.
fn of(encoding: Encoding) -> Vec<Label> {
    let each = |of: &dyn Fn(Relation) -> Label| Relation::ALL.map(of).to_vec();
    match encoding {
        Encoding::AtMostOne(row) => vec![of_at_most_one(row)],
        Encoding::Cardinality(row) => each(&|relation| of_cardinality(row, relation)),
        Encoding::Linear(row) => each(&|relation| of_linear(row, relation)),
        Encoding::Domain(row) => vec![of_domain(row)],
    }
}

fn of_at_most_one(row: &'static at_most_one::Encoding) -> Label {
    let example = |n| in_both_forms(n, |cnf, lits, form| at_most_one::encode(cnf, lits, row, form));
    Label {
        family: Family::AtMostOne,
        name: row.name(),
        relation: "<= 1".to_owned(),
        two_sided: row.promises(Form::TwoSided),
        one_sided: row.promises(Form::OneSided),
        small: example(10),
        large: example(100),
        paper: row.paper(),
    }
}

fn of_cardinality(row: &'static cardinality::Encoding, relation: Relation) -> Label {
    let example = |n, k| {
        in_both_forms(n, |cnf, lits, form| cardinality::encode(cnf, lits, relation, k, row, form))
    };
    Label {
        family: Family::Cardinality,
        name: row.name(),
        relation: relation.to_string(),
        two_sided: row.promises(Form::TwoSided, relation),
        one_sided: row.promises(Form::OneSided, relation),
        small: example(10, 3),
        large: example(100, 10),
        paper: row.paper(),
    }
}

fn of_linear(row: &'static linear::Encoding, relation: Relation) -> Label {
    let example = |variables, values: usize, bound| {
        in_both_forms(variables * values, |cnf, lits, form| {
            let terms: Vec<Term> = lits
                .chunks(values)
                .map(|values| Term::one_of(values.iter().copied().zip(0..)))
                .collect();
            linear::encode(cnf, &terms, relation, bound, row, form);
        })
    };
    Label {
        family: Family::Linear,
        name: row.name(),
        relation: relation.to_string(),
        two_sided: row.promises(Form::TwoSided, relation),
        one_sided: row.promises(Form::OneSided, relation),
        small: example(4, 7, 12),
        large: example(20, 10, 90),
        paper: row.paper(),
    }
}

/// The label of a domain encoding. If it needs an at-most-one constraint, that is pairwise.
fn of_domain(row: &'static domain::Encoding) -> Label {
    let pairwise = at_most_one::ENCODINGS[0];
    let example =
        |n| in_both_forms(n, |cnf, lits, form| domain::encode(cnf, lits, row, pairwise, form));
    Label {
        family: Family::Domain,
        name: row.name(),
        relation: "one value".to_owned(),
        two_sided: row.promises(pairwise, Form::TwoSided),
        one_sided: row.promises(pairwise, Form::OneSided),
        small: example(5),
        large: example(50),
        paper: row.paper(),
    }
}

/// The sizes over `n` literals.
fn in_both_forms(n: usize, encode: impl Fn(&mut Cnf, &[Lit], Form)) -> Example {
    let size = |form| {
        let mut cnf = Cnf::with_max_literals(MAX_LITERALS);
        let lits = cnf.new_lits(n);
        encode(&mut cnf, &lits, form);
        (!cnf.has_overflowed()).then(|| Size::of(&cnf, n as u32))
    };
    Example { two_sided: size(Form::TwoSided), one_sided: size(Form::OneSided) }
}
