//! The page without the studio's server: as files for any web server, and as one file with a puzzle in it. The
//! engine is this program as a WebAssembly module, and answers as the studio's server does.

use std::fmt::Write as _;

use cnfetti::certificate::sha256;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::page::{ASSETS, SCRIPT, asset};
use super::question::QUESTIONS;
use crate::packed::{letters, packed};

/// The files of a page without a server. The first one replaces the studio's own.
const ENGINE: &str = include_str!("site/engine.js");
const CARRIER: &str = include_str!("site/carrier.js");
const SINGLE: &str = include_str!("site/single.js");
const WORKER: &str = include_str!("site/worker.js");
const OFFLINE: &str = include_str!("site/offline.js");

/// The content security policy of a site's page: it may only load its own files.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; \
     form-action 'none'";

/// The content security policy of a page in one file: it may run these scripts and those of its import map, and load
/// nothing.
fn single_policy(scripts: [&str; 2]) -> String {
    let sums = scripts.map(|text| letters(&Sha256::digest(text.as_bytes())));
    let [map, start] = sums.map(|sum| format!("'sha256-{sum}'"));
    format!(
        "default-src 'none'; script-src {map} {start} data: blob: 'wasm-unsafe-eval'; style-src \
         'unsafe-inline'; img-src data: blob:; worker-src blob:; base-uri 'none'; form-action 'none'"
    )
}

/// The line of the page that asks the server ahead.
const AHEAD: &str = "<link rel=\"preload\" href=\"api/file\" as=\"fetch\" crossorigin>\n";

const CHARSET: &str = "<meta charset=\"utf-8\">\n";

/// The files of a site, by name.
pub(crate) fn site(module: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut files = vec![("cnfetti.wasm".to_owned(), module.to_vec())];
    let mut add = |name: &str, text: String| files.push((name.to_owned(), text.into_bytes()));
    for (name, _, text) in ASSETS.iter().filter(|(_, media, _)| *media == SCRIPT) {
        add(name, if *name == "engine.js" { ENGINE } else { text }.to_owned());
    }
    for name in ["page.css", "pictures.css"] {
        add(name, text_of(name));
    }
    add("carrier.js", CARRIER.to_owned());
    add("questions.js", questions());
    add("worker.js", WORKER.to_owned());
    add("index.html", index());
    let offline = offline(&files);
    files.push(("offline.js".to_owned(), offline.into_bytes()));
    files
}

/// A page in one file, on which this puzzle is played. Its picture is there before the engine is.
pub(crate) fn single(
    module: &[u8],
    puzzle: &str,
    picture: &str,
    title: Option<&str>,
    base: Option<&str>,
) -> String {
    let (map, start) = (import_map(), "import \"cnfetti/app.js\";");
    let page = with_head(&text_of(""), &single_policy([&map, start]));
    let (head, body) = page.split_once("</head>").expect("the page has a head");
    let mut text = String::new();
    for line in head.lines().filter(|line| !line.contains("href=\"") || line.contains("data:,")) {
        match line {
            _ if line.starts_with("<title>") => {
                let _ = writeln!(text, "<title>{}</title>", escaped(title.unwrap_or("A puzzle")));
            }
            _ if line.starts_with("<script") => {}
            _ => text.extend([line, "\n"]),
        }
    }
    let style = text_of("pictures.css") + &text_of("page.css");
    let begins = json!({ "name": null, "site": base, "plays": true, "key": sha256(puzzle.as_bytes()), "picture": picture });
    let _ = write!(
        text,
        "<style>\n{style}</style>\n\
         <script type=\"importmap\">{map}</script>\n\
         <script type=\"text/plain\" id=\"carried-begin\">{}</script>\n\
         <script type=\"text/plain\" id=\"carried-puzzle\">{}</script>\n\
         <script type=\"text/plain\" id=\"carried-worker\">\n{WORKER}</script>\n\
         <script type=\"text/plain\" id=\"carried-engine\">{}</script>\n\
         <script type=\"module\">{start}</script>\n</head>{body}",
        packed(begins.to_string().as_bytes()),
        packed(puzzle.as_bytes()),
        packed(module),
    );
    text
}

/// A file of the studio's page.
fn text_of(name: &str) -> String {
    asset(name).map(|(_, text)| text).expect("it is one of its files")
}

fn index() -> String {
    let ahead = "<link rel=\"preload\" href=\"cnfetti.wasm\" as=\"fetch\" crossorigin>\n\
                 <link rel=\"modulepreload\" href=\"carrier.js\">\n\
                 <link rel=\"modulepreload\" href=\"questions.js\">\n";
    with_head(&text_of(""), POLICY).replacen(AHEAD, ahead, 1)
}

/// The page with its generator and its content security policy in the head.
fn with_head(page: &str, policy: &str) -> String {
    let head = format!(
        "{CHARSET}<meta name=\"generator\" content=\"cnfetti {}\">\n\
         <meta http-equiv=\"content-security-policy\" content=\"{policy}\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n",
        env!("CARGO_PKG_VERSION")
    );
    page.replacen(CHARSET, &head, 1)
}

/// The questions as the engine of the page has them.
fn questions() -> String {
    let questions: Vec<_> = QUESTIONS.iter().map(|question| question.to_json()).collect();
    format!(
        "// The questions, and the commands that answer them.\n\n\
         /** @type {{{{name: string, command: string[], settings: Record<string, string>, \
         searches: boolean, reads: boolean, media: string}}[]}} */\n\
         export const QUESTIONS = {};\n",
        json!(questions)
    )
}

/// What keeps the files of this version.
fn offline(files: &[(String, Vec<u8>)]) -> String {
    let all: Vec<u8> = files.iter().flat_map(|(_, bytes)| bytes.iter().copied()).collect();
    let names: Vec<&str> = files.iter().map(|(name, _)| &**name).collect();
    let version = format!("cnfetti-{}", &sha256(&all)[..16]);
    let names = names.iter().map(|&name| if name == "index.html" { "./" } else { name });
    let names = json!(names.collect::<Vec<_>>());
    format!("const VERSION = {};\nconst FILES = {names};\n\n{OFFLINE}", json!(version))
}

/// Where each script of a page in one file is: in its own address, since such a page loads no other file.
fn import_map() -> String {
    // Who plays chooses no other kind.
    let scripts =
        ASSETS.iter().filter(|(name, media, _)| *media == SCRIPT && *name != "examples.js");
    let here = scripts.map(|(name, _, text)| {
        (*name, if *name == "engine.js" { ENGINE.to_owned() } else { (*text).to_owned() })
    });
    let others = [("carrier.js", SINGLE.to_owned()), ("questions.js", questions())];
    let imports = here.chain(others).map(|(name, text)| {
        let text = text.replace("from \"./", "from \"cnfetti/");
        let address = format!("data:text/javascript;base64,{}", letters(text.as_bytes()));
        (format!("cnfetti/{name}"), address.into())
    });
    json!({ "imports": imports.collect::<serde_json::Map<_, _>>() }).to_string()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
