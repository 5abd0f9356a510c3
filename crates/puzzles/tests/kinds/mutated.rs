//! Changed kinds and addresses: they are read or refused without a panic, and for what is read, the
//! rules and the constraints agree. `CNFETTI_MUTATIONS` sets how many to try.

use std::time::Duration;

use cnfetti_core::csp::Value;
use cnfetti_core::limit::Budget;
use cnfetti_kinds::address::Parts;
use cnfetti_kinds::library::{SHIPPED, of_address};
use cnfetti_kinds::{Board, Data, Kind};
use cnfetti_models::Lowered;

use crate::random::Random;

fn mutations(default: usize) -> usize {
    let wanted = std::env::var("CNFETTI_MUTATIONS").ok();
    wanted.map_or(default, |number| number.parse().unwrap())
}

/// The tokens of a kind: words, numbers, single signs.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let length = match is_word(first) {
            true => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        tokens.push(&rest[..length]);
        rest = &rest[length..];
    }
    tokens
}

/// Leaves out some tokens, repeats them, or replaces them by others from anywhere in the texts.
fn changed(text: &str, other: &str, random: &mut Random) -> String {
    let mut tokens: Vec<&str> = tokens(text);
    let others: Vec<&str> = self::tokens(other);
    for _ in 0..1 + random.below(3) {
        let at = random.below(tokens.len());
        match random.below(4) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at]),
            2 => tokens[at] = random.pick(&others),
            _ => {
                tokens[at] =
                    random.pick(&["0", "1", "99999999999999999999", "-", "\"", "[", "]", "é", "\n"])
            }
        }
    }
    tokens.concat()
}

fn look_at_kind(text: &str) -> bool {
    let kind = match Kind::read(text) {
        Ok(kind) => kind,
        Err(error) => {
            assert!(error.line_column(text).is_some() || error.span.is_none());
            return false;
        }
    };
    assert!(!kind.described().is_empty());
    let (Ok(said) | Err(said)) = kind.blank(&kind.name, 2, 3);
    assert!(!said.is_empty());
    for (rows, columns) in [(1, 1), (2, 3), (3, 3)] {
        let budget = Budget::default().at_most(Duration::from_millis(300));
        let data = Data::new(&kind, Board::new(rows, columns));
        let Ok(unfolded) = kind.unfold(&data, &budget) else { continue };
        let Ok(lowered) = Lowered::new(&unfolded.model, &budget) else { continue };
        for pattern in [0_usize, usize::MAX, 0b1_0110_0101, 0b110_1001_0011] {
            let variables = unfolded.model.variables.iter().enumerate();
            let values: Option<Vec<Value>> = variables
                .map(|(at, variable)| {
                    let is_high = pattern >> (at % 10) & 1 == 1;
                    let domain = &variable.domain;
                    if is_high { domain.last() } else { domain.first() }.copied()
                })
                .collect();
            let Some(values) = values else { continue };
            let said = unfolded.model.check(&values).is_ok();
            let whole = lowered.completed(values);
            let stated = whole.is_some_and(|whole| lowered.csp.is_solution(&whole));
            assert_eq!(said, stated, "{rows} x {columns} {text}");
        }
    }
    true
}

#[test]
fn a_changed_kind_is_read_or_refused() {
    let mut random = Random(17);
    let mut read = 0;
    let tried = mutations(600);
    for _ in 0..tried {
        let [one, other] = [0; 2].map(|_| SHIPPED[random.below(SHIPPED.len())].text);
        let text = changed(one, other, &mut random);
        let looked = std::panic::catch_unwind(|| look_at_kind(&text));
        read += usize::from(looked.unwrap_or_else(|_| panic!("{text}")));
    }
    assert!(read > tried / 20 && read < tried, "{read} of {tried}");
}

fn look_at_address(text: &str) -> bool {
    let Ok((_, kind, data)) = of_address(text) else { return false };
    kind.verify(&data).unwrap();
    if let Ok(written) = kind.write_address(&data) {
        let read = kind.read_address(&Parts::of(&written).unwrap()).unwrap();
        assert_eq!(read.layers, data.layers, "{written}");
    }
    true
}

#[test]
fn a_changed_address_is_read_or_refused() {
    let mut random = Random(18);
    let lines = include_str!("addresses.tsv").lines().filter(|line| !line.starts_with('#'));
    let addresses: Vec<&str> = lines.filter_map(|line| line.split('\t').nth(2)).collect();
    let mut read = 0;
    let tried = mutations(1_000);
    for _ in 0..tried {
        let mut address = random.pick(&addresses).as_bytes().to_vec();
        for _ in 0..1 + random.below(3) {
            let start = 20.min(address.len() - 1);
            let at = start + random.below(address.len() - start);
            match random.below(4) {
                0 => drop(address.remove(at)),
                1 => address.insert(at, address[at]),
                2 => address[at] = b' ' + random.below(95) as u8,
                _ => address[at] = b"0123456789abcdefghijklmnopqrstuvwxyz./-"[random.below(39)],
            }
        }
        let text = String::from_utf8(address).unwrap();
        let looked = std::panic::catch_unwind(|| look_at_address(&text));
        read += usize::from(looked.unwrap_or_else(|_| panic!("{text}")));
    }
    assert!(read > tried / 50 && read < tried, "{read} of {tried}");
}
