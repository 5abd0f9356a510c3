//! Reads the steps of a DRAT proof, in text or binary form.

use cnfetti_encodings::Lit;

use cnfetti_core::limit::Stopped;

/// A step of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Adds a clause that follows, or that does not make the formula unsatisfiable.
    Add(Vec<Lit>),
    /// Deletes a clause.
    Delete(Vec<Lit>),
}

/// Why something is not a proof of unsatisfiability.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProofError {
    /// The bytes are not a proof.
    #[error("step {step} of the proof: expected {expected}")]
    Malformed {
        /// The step, from 1.
        step: usize,
        /// What should have been there.
        expected: &'static str,
    },
    /// A step adds a clause that does not follow.
    #[error("step {step} of the proof: the clause {} does not follow", show(clause))]
    DoesNotFollow {
        /// The step, from 1.
        step: usize,
        /// Its clause.
        clause: Vec<Lit>,
    },
    /// All steps are correct, but they do not lead to the empty clause.
    #[error("the proof ends before a contradiction is reached")]
    Incomplete,
    /// A limit was reached first.
    #[error("the check of the proof did not finish")]
    Stopped(#[from] Stopped),
}

/// Iterates over the steps of a proof. A proof that contains a zero byte is binary; any other is
/// text.
pub fn steps(proof: &[u8]) -> impl Iterator<Item = Result<Step, ProofError>> + '_ {
    let binary = proof.contains(&0);
    let mut rest = proof;
    let mut number = 0;
    std::iter::from_fn(move || {
        number += 1;
        let step = if binary { binary_step(&mut rest) } else { text_step(&mut rest) };
        if step.is_err() {
            rest = &[];
        }
        step.map_err(|expected| ProofError::Malformed { step: number, expected }).transpose()
    })
}

fn text_step(rest: &mut &[u8]) -> Result<Option<Step>, &'static str> {
    let mut deletes = false;
    let mut clause = None;
    loop {
        let start = rest.iter().position(|byte| !byte.is_ascii_whitespace());
        let Some(start) = start else {
            return if clause.is_some() || deletes { Err("a 0 at the end") } else { Ok(None) };
        };
        let end = rest[start..].iter().position(|byte| byte.is_ascii_whitespace());
        let (word, after) = rest[start..].split_at(end.unwrap_or(rest.len() - start));
        *rest = after;
        match word {
            [b'c', ..] if clause.is_none() && !deletes => skip_line(rest),
            b"d" if clause.is_none() && !deletes => deletes = true,
            b"0" => {
                let clause = clause.unwrap_or_default();
                return Ok(Some(if deletes { Step::Delete(clause) } else { Step::Add(clause) }));
            }
            _ => {
                let number = std::str::from_utf8(word).ok().and_then(|word| word.parse().ok());
                let lit = number.and_then(Lit::from_dimacs).ok_or("a literal, 0 or d")?;
                clause.get_or_insert_with(Vec::new).push(lit);
            }
        }
    }
}

fn skip_line(rest: &mut &[u8]) {
    let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
    *rest = &rest[end..];
}

fn binary_step(rest: &mut &[u8]) -> Result<Option<Step>, &'static str> {
    let Some((&letter, after)) = rest.split_first() else { return Ok(None) };
    *rest = after;
    let mut clause = Vec::new();
    loop {
        match binary_number(rest)? {
            0 => break,
            code => {
                let number = (code >> 1) as i32;
                let lit = Lit::from_dimacs(if code & 1 == 0 { number } else { -number });
                clause.push(lit.ok_or("a literal")?);
            }
        }
    }
    match letter {
        b'a' => Ok(Some(Step::Add(clause))),
        b'd' => Ok(Some(Step::Delete(clause))),
        _ => Err("the letter a or d"),
    }
}

/// A number in groups of seven bits, the lowest first; all bytes but the last have the top bit set.
fn binary_number(rest: &mut &[u8]) -> Result<u32, &'static str> {
    let mut number = 0_u64;
    for shift in (0..35).step_by(7) {
        let (&byte, after) = rest.split_first().ok_or("a 0 at the end")?;
        *rest = after;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return u32::try_from(number).map_err(|_| "a literal");
        }
    }
    Err("a literal")
}

fn show(clause: &[Lit]) -> String {
    if clause.is_empty() {
        return "that is empty".to_owned();
    }
    let words: Vec<String> = clause.iter().map(|lit| lit.to_string()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lits(numbers: &[i32]) -> Vec<Lit> {
        numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect()
    }

    #[test]
    fn text_and_binary_say_the_same() {
        let expected =
            [Step::Add(lits(&[1, -63])), Step::Delete(lits(&[-64, 129])), Step::Add(vec![])];
        let text = b"c hello\n1 -63 0\nd -64 129 0\n0\n";
        let binary = b"a\x02\x7f\x00d\x81\x01\x82\x02\x00a\x00";
        for proof in [&text[..], &binary[..]] {
            let steps: Result<Vec<Step>, ProofError> = steps(proof).collect();
            assert_eq!(steps.unwrap(), expected);
        }
    }

    #[test]
    fn malformed_proofs_are_refused() {
        for (proof, step, expected) in [
            (&b"1 0\n2 3"[..], 2, "a 0 at the end"),
            (b"1 0\nd", 2, "a 0 at the end"),
            (b"1 x 0", 1, "a literal, 0 or d"),
            (b"1 d 0", 1, "a literal, 0 or d"),
            (b"a\x02\x00x\x02\x00", 2, "the letter a or d"),
            (b"a\x02\x00a\x02", 2, "a 0 at the end"),
            (b"a\x01\x00", 1, "a literal"),
            (b"a\xff\xff\xff\xff\xff\x01\x00", 1, "a literal"),
        ] {
            let last = steps(proof).last();
            assert_eq!(last, Some(Err(ProofError::Malformed { step, expected })), "{proof:?}");
        }
    }
}
