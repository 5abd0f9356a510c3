//! The questions that a page can ask: each is a command of this program, and a row of [`QUESTIONS`].

use std::time::Duration;

use serde_json::json;

/// The longest that a question may be worked on, in seconds.
const MOST_SECONDS: f64 = 60.0;

/// The longest board in the address, in bytes.
const MOST_BOARD: usize = 20_000;

/// The time limit of a question that names none.
const SECONDS: f64 = 10.0;

/// A question under `/api/`.
pub(super) struct Question {
    /// Its name in the address.
    pub(super) name: &'static str,
    /// The command that answers it.
    command: &'static [&'static str],
    /// What may be set: a key of the address.
    settings: &'static [Setting],
    /// Whether the command searches, and so has a time limit.
    pub(super) searches: bool,
    /// Whether the command reads the puzzle that was sent.
    pub(super) reads: bool,
    /// The media type of its answer.
    pub(super) media: &'static str,
}

/// An option of a command that the page may set.
struct Setting {
    key: &'static str,
    /// As the command line has it; empty for what stands alone.
    option: &'static str,
    is_valid: fn(&str) -> bool,
}

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";

/// Every question.
pub(super) const QUESTIONS: &[Question] = &[
    searching("count", &["count", "--json", "--memory-limit=1G"], &[]),
    searching("unique", &["solve", "--unique", "--json"], &[]),
    searching("solve", &["solve", "--json"], &[NUMBER]),
    searching("candidates", &["candidates", "--json", "--memory-limit=1G"], &[]),
    searching("explain", &["explain", "--json"], &[FROM]),
    Question {
        name: "walkthrough",
        command: &["explain", "--html=-"],
        settings: &[FROM],
        searches: true,
        reads: true,
        media: "text/html; charset=utf-8",
    },
    searching("check", &["check", "--partial", "--json"], &[BOARD]),
    searching("conflicts", &["check", "--partial", "--rules", "--json"], &[BOARD]),
    searching("clues", &["clues", "--json", "--limit=5"], &[]),
    Question {
        name: "picture",
        command: &["draw", "--output=-"],
        settings: &[THEME],
        searches: false,
        reads: true,
        media: "image/svg+xml",
    },
    Question {
        name: "board",
        command: &["draw", "--output=-"],
        settings: &[FROM],
        searches: false,
        reads: true,
        media: "image/svg+xml",
    },
    Question {
        name: "solution",
        command: &["draw", "--solution", "--output=-"],
        settings: &[THEME],
        searches: true,
        reads: true,
        media: "image/svg+xml",
    },
    Question {
        name: "qr",
        command: &["share", "--qr"],
        settings: &[BASE],
        searches: false,
        reads: true,
        media: "image/svg+xml",
    },
    Question {
        name: "given",
        command: &["show", "--given", "--json"],
        settings: &[],
        searches: false,
        reads: true,
        media: JSON,
    },
    Question {
        name: "formula",
        command: &["encode", "--json"],
        settings: &[AT_MOST_ONE, CARDINALITY, LINEAR, DOMAIN],
        searches: false,
        reads: true,
        media: JSON,
    },
    Question {
        name: "kinds",
        command: &["list", "kinds", "--json"],
        settings: &[],
        searches: false,
        reads: false,
        media: TEXT,
    },
    Question {
        name: "encodings",
        command: &["list", "encodings", "--json"],
        settings: &[],
        searches: false,
        reads: false,
        media: TEXT,
    },
    Question {
        name: "new",
        command: &["new"],
        settings: &[KIND, SIZE],
        searches: false,
        reads: false,
        media: TEXT,
    },
    Question {
        name: "convert",
        command: &["convert"],
        settings: &[FORMAT],
        searches: false,
        reads: true,
        media: TEXT,
    },
    Question {
        name: "rules",
        command: &["generate", "pips", "--shape"],
        settings: &[DOMINOES, DIFFICULTY, MIX, SEED],
        searches: true,
        reads: true,
        media: TEXT,
    },
    Question {
        name: "generate",
        command: &["generate"],
        settings: &[KIND, SIZE, DIFFICULTY, SEED],
        searches: true,
        reads: false,
        media: TEXT,
    },
];

/// A question that a search answers, as JSON.
const fn searching(
    name: &'static str,
    command: &'static [&'static str],
    settings: &'static [Setting],
) -> Question {
    Question { name, command, settings, searches: true, reads: true, media: JSON }
}

const NUMBER: Setting = Setting {
    key: "number",
    option: "--number",
    is_valid: |text| text.parse().is_ok_and(|number: u32| (1..=100).contains(&number)),
};
const FROM: Setting = Setting { key: "from", option: "--from", is_valid: is_board };
const BOARD: Setting = Setting { key: "board", option: "", is_valid: is_board };
const THEME: Setting = Setting { key: "theme", option: "--theme", is_valid: is_word };
const BASE: Setting = Setting { key: "base", option: "--base", is_valid: is_address };
const FORMAT: Setting = Setting { key: "to", option: "--to", is_valid: is_word };
const AT_MOST_ONE: Setting = encoding("at_most_one", "--at-most-one");
const CARDINALITY: Setting = encoding("cardinality", "--cardinality");
const LINEAR: Setting = encoding("linear", "--linear");
const DOMAIN: Setting = encoding("domain", "--domain");
const KIND: Setting = Setting { key: "kind", option: "", is_valid: is_word };
const DOMINOES: Setting = Setting { key: "dominoes", option: "--dominoes", is_valid: is_word };
const SIZE: Setting = Setting { key: "size", option: "--size", is_valid: is_measure };
const DIFFICULTY: Setting = Setting {
    key: "difficulty",
    option: "--difficulty",
    is_valid: |text| is_word(text) || is_measure(text),
};
const MIX: Setting = Setting { key: "rules", option: "--rules", is_valid: is_mix };
const SEED: Setting =
    Setting { key: "seed", option: "--seed", is_valid: |text| text.parse::<u64>().is_ok() };

/// The encoding of a family.
const fn encoding(key: &'static str, option: &'static str) -> Setting {
    Setting { key, option, is_valid: is_word }
}

fn is_word(text: &str) -> bool {
    let is_known = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    (1..=24).contains(&text.len()) && text.bytes().all(is_known)
}

/// Whether it is a half-filled board in JSON, which no command takes for the name of a file.
fn is_board(text: &str) -> bool {
    (2..=MOST_BOARD).contains(&text.len()) && text.starts_with('{')
}

/// Whether it is the address of a page.
fn is_address(text: &str) -> bool {
    let is_web = text.starts_with("https://") || text.starts_with("http://");
    is_web && text.len() <= 1000 && text.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Whether it is like `4x6` or `3..7`.
fn is_measure(text: &str) -> bool {
    let is_known = |byte: u8| byte.is_ascii_digit() || b"x.".contains(&byte);
    (1..=20).contains(&text.len()) && text.bytes().all(is_known)
}

/// Whether it is like `sum=2,less`.
fn is_mix(text: &str) -> bool {
    let is_known =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"=,".contains(&byte);
    (1..=100).contains(&text.len()) && text.bytes().all(is_known)
}

/// What to run, and for how long at most.
#[derive(Debug, PartialEq)]
pub(super) struct Task {
    pub(super) words: Vec<String>,
    pub(super) limit: Duration,
}

/// A value as it was before a form encoded it: `%20` and `+` are blanks.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => {
                let (digits, after) = rest.split_at_checked(2)?;
                rest = after;
                u8::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()?
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

impl Question {
    /// The question of this name.
    pub(super) fn by_name(name: &str) -> Option<&'static Question> {
        QUESTIONS.iter().find(|question| question.name == name)
    }

    /// The question for a page that asks without a server.
    pub(super) fn to_json(&self) -> serde_json::Value {
        let Question { name, command, settings, searches, reads, media } = self;
        let options =
            settings.iter().map(|setting| (setting.key.to_owned(), setting.option.into()));
        json!({
            "name": name,
            "command": command,
            "settings": options.collect::<serde_json::Map<_, _>>(),
            "searches": searches,
            "reads": reads,
            "media": media,
        })
    }

    /// The command line for what stands behind the `?` of the address. An error says which part
    /// of it is wrong.
    pub(super) fn task(&self, query: &str) -> Result<Task, String> {
        let mut words: Vec<String> = self.command.iter().map(|&word| word.to_owned()).collect();
        if self.reads {
            words.push("-".to_owned());
        }
        let mut seconds = SECONDS;
        for part in query.split('&').filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let value = &decoded(value).ok_or_else(|| format!("`{key}` is no text"))?;
            if key == "seconds" && self.searches {
                seconds = value
                    .parse()
                    .ok()
                    .filter(|seconds| (0.0..=MOST_SECONDS).contains(seconds))
                    .ok_or_else(|| format!("`seconds` is a number up to {MOST_SECONDS}"))?;
                continue;
            }
            let known = self.settings.iter().find(|setting| setting.key == key);
            let setting = known.ok_or_else(|| format!("`{}` knows no `{key}`", self.name))?;
            if value.contains('\0') || !(setting.is_valid)(value) {
                return Err(format!("`{key}` cannot be `{value}`"));
            }
            match setting.option {
                "" => words.push(value.to_owned()),
                option => words.push(format!("{option}={value}")),
            }
        }
        if self.searches {
            words.push(format!("--time-limit={seconds}"));
        }
        Ok(Task { words, limit: Duration::from_secs_f64(seconds) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_the_settings_of_a_question_reaches_the_command() {
        let count = Question::by_name("count").unwrap();
        let task = count.task("seconds=0.5").unwrap();
        assert_eq!(task.words, ["count", "--json", "--memory-limit=1G", "-", "--time-limit=0.5"]);
        assert_eq!(task.limit, Duration::from_millis(500));
        for query in ["seconds=61", "seconds=-1", "seconds=NaN", "seconds=", "emit-cnf=x", "x"] {
            assert!(count.task(query).is_err(), "{query}");
        }
        let generate = Question::by_name("generate").unwrap();
        let task = generate.task("kind=pips&size=4x6&difficulty=..6&seed=1").unwrap();
        let words = ["generate", "pips", "--size=4x6", "--difficulty=..6", "--seed=1"];
        assert_eq!(task.words[..5], words);
        assert_eq!(
            generate.task("kind=pips&difficulty=hard").unwrap().words[2],
            "--difficulty=hard"
        );
        for query in ["kind=-o", "kind=../x", "kind=", "size=1%20-o", "seed=-1", "seed=1&output=x"]
        {
            assert!(generate.task(query).is_err(), "{query}");
        }
        let check = Question::by_name("check").unwrap();
        let task = check.task("board=%7B%22dice%22:[%22%C3%A4+b%22]}").unwrap();
        assert_eq!(task.words[3..5], ["-", "{\"dice\":[\"ä b\"]}"]);
        for query in ["board=/etc/passwd", "board=%2D", "board={%00}", "board={%FF}", "board={%2"] {
            assert!(check.task(query).is_err(), "{query}");
        }
        assert!(Question::by_name("picture").unwrap().task("seconds=1").is_err());
        assert!(Question::by_name("certify").is_none());
    }

    #[test]
    fn pages_without_a_server_have_the_command_of_each_question() {
        let table: Vec<&str> = include_str!("../commands.rs").lines().collect();
        for Question { name, command, .. } in QUESTIONS {
            let row =
                table.windows(2).find(|lines| lines[1].contains(&format!("({}): ", command[0])));
            let row = row.unwrap_or_else(|| panic!("`{name}` asks for no command"));
            assert!(!row[0].contains("wasm"), "`{name}` needs its command in pages: {}", row[1]);
        }
    }

    #[test]
    fn the_manual_lists_each_question() {
        let page = include_str!("../../docs/studio.md");
        for Question { name, .. } in QUESTIONS {
            let row = format!("\n| `{name}` |");
            assert!(page.contains(&row), "docs/studio.md has no row for the question `{name}`");
        }
    }
}
