//! Reads the lines of a certificate.

/// A line.
pub(super) enum Line {
    Root(i32),
    Product { clause: u64, node: i32, children: Vec<i32> },
    Sum { clause: u64, node: i32, children: [i32; 2], hints: Vec<u64> },
    Skolem { clause: u64, node: i32, literals: Vec<i32> },
    Derived { clause: u64, literals: Vec<i32>, hints: Vec<u64> },
    Deleted(Vec<u64>),
}

/// The largest accepted length of a line, in bytes.
pub(super) const MAX_BYTES: u64 = 1 << 28;

/// Parses a line. `None` for an empty line and for a comment.
pub(super) fn read(text: &[u8]) -> Result<Option<Line>, String> {
    if text.len() as u64 > MAX_BYTES {
        return Err(format!("it is longer than {MAX_BYTES} bytes"));
    }
    let text = str::from_utf8(text).map_err(|_| "expected text".to_owned())?;
    let mut words = Words(text.split_ascii_whitespace());
    let Some(first) = words.0.next() else { return Ok(None) };
    let line = match first {
        "c" => return Ok(None),
        "r" => Line::Root(words.literal()?),
        "D" => Line::Deleted(words.clauses()?),
        number => {
            let clause = number.parse().ok().filter(|&clause| clause > 0);
            let clause = clause.ok_or_else(|| expected("the number of a clause", number))?;
            match words.next("a letter")? {
                "p" => {
                    let (node, children) = (words.node()?, words.literals()?);
                    Line::Product { clause, node, children }
                }
                "t" => {
                    let (node, literals) = (words.node()?, words.literals()?);
                    Line::Skolem { clause, node, literals }
                }
                "s" => {
                    let (node, children) = (words.node()?, [words.part()?, words.part()?]);
                    Line::Sum { clause, node, children, hints: words.clauses()? }
                }
                "a" => {
                    let literals = words.literals()?;
                    Line::Derived { clause, literals, hints: words.clauses()? }
                }
                other => return Err(expected("`p`, `s`, `t` or `a`", other)),
            }
        }
    };
    match words.0.next() {
        None => Ok(Some(line)),
        Some(word) => Err(expected("the end of the line", word)),
    }
}

struct Words<'t>(std::str::SplitAsciiWhitespace<'t>);

impl<'t> Words<'t> {
    fn next(&mut self, wanted: &str) -> Result<&'t str, String> {
        self.0.next().ok_or_else(|| format!("expected {wanted}, found the end of the line"))
    }

    fn literal(&mut self) -> Result<i32, String> {
        let word = self.next("a number or 0")?;
        word.parse().ok().filter(|&lit| lit != i32::MIN).ok_or_else(|| expected("a number", word))
    }

    fn part(&mut self) -> Result<i32, String> {
        match self.literal()? {
            0 => Err("expected two parts, found 0".to_owned()),
            part => Ok(part),
        }
    }

    fn node(&mut self) -> Result<i32, String> {
        match self.literal()? {
            node @ 1.. => Ok(node),
            other => Err(expected("the number of a node", &other.to_string())),
        }
    }

    fn literals(&mut self) -> Result<Vec<i32>, String> {
        let mut literals = Vec::new();
        loop {
            match self.literal()? {
                0 => return Ok(literals),
                literal => literals.push(literal),
            }
        }
    }

    fn clauses(&mut self) -> Result<Vec<u64>, String> {
        let mut clauses = Vec::new();
        loop {
            let word = self.next("the number of a clause or 0")?;
            match word.parse().map_err(|_| expected("the number of a clause", word))? {
                0 => return Ok(clauses),
                clause => clauses.push(clause),
            }
        }
    }
}

fn expected(what: &str, found: &str) -> String {
    let short: String = found.chars().take(30).collect();
    format!("expected {what}, found `{}`", short.escape_debug())
}
