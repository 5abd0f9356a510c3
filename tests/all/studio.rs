//! The server of `cnfetti studio` over a real socket: who may ask, what it answers, and that the
//! library answers the same.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use cnfetti::exact::{self, Limits};
use cnfetti::instance;
use serde_json::Value;

/// A studio that ends with the test.
pub(crate) struct Studio {
    pub(crate) child: Child,
    pub(crate) port: String,
    /// The path of the page, with the token.
    pub(crate) root: String,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Studio {
    pub(crate) fn start(words: &[&str]) -> Studio {
        Studio::start_by(Command::new(assert_cmd::cargo::cargo_bin("cnfetti")), words)
    }

    /// Starts it by a command that passes on the arguments that follow.
    pub(crate) fn start_by(mut command: Command, words: &[&str]) -> Studio {
        command.args(["studio", "--no-open", "--port", "0", "--idle", "60"]).args(words);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let rest = line.trim().strip_prefix("http://127.0.0.1:").unwrap();
        let (port, path) = rest.split_once('/').unwrap();
        Studio { child, port: port.to_owned(), root: format!("/{path}") }
    }

    /// Sends a request exactly as given.
    fn send(&self, method: &str, path: &str, head: &str, body: &str) -> Answer {
        let mut stream = self.connect();
        let length = body.len();
        let text = format!(
            "{method} {path} HTTP/1.1\r\n{head}Connection: close\r\nContent-Length: {length}\r\n\r\n"
        );
        // The server may close before it has read everything.
        let _ = stream.write_all(text.as_bytes()).and_then(|()| stream.write_all(body.as_bytes()));
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(format!("127.0.0.1:{}", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    pub(crate) fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    pub(crate) fn ask(&self, method: &str, place: &str, body: &str) -> Answer {
        self.send(method, &format!("{}{place}", self.root), &self.host(), body)
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn puzzle(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("instances").join(name)).unwrap()
}

/// All headers of an answer.
const HEADERS: [&str; 11] = [
    "connection",
    "content-type",
    "cache-control",
    "content-security-policy",
    "x-content-type-options",
    "x-frame-options",
    "referrer-policy",
    "cross-origin-resource-policy",
    "cross-origin-opener-policy",
    "content-length",
    "date",
];

#[test]
fn only_who_knows_the_address_is_answered_and_no_other_page() {
    let studio = Studio::start(&[]);
    let (host, path) = (studio.host(), format!("{}api/count", studio.root));
    let pips1 = puzzle("pips/pips1.toml");
    let status = |path: &str, head: &str| studio.send("POST", path, head, &pips1).status;
    assert_eq!(status(&path, &host), 200);
    assert_eq!(status(&path, &format!("{host}Origin: http://127.0.0.1:{}\r\n", studio.port)), 200);
    for path in ["/", "/api/count", "/00000000000000000000000000000000/api/count"] {
        assert_eq!(status(path, &host), 404, "{path}");
    }
    for head in [
        "",
        "Host: evil.example\r\n",
        &format!("Host: evil.example:{}\r\n", studio.port),
        &format!("{host}Host: evil.example\r\n"),
        &format!("{host}Origin: http://evil.example\r\n"),
        &format!("{host}Origin: null\r\n"),
        &format!("{host}Sec-Fetch-Site: cross-site\r\n"),
    ] {
        let status = status(&path, head);
        assert!([400, 403].contains(&status), "{head}: {status}");
    }
    for place in ["", "app.js", "api/file", "nothing"] {
        let head = studio.ask("GET", place, "").head;
        for line in ["content-security-policy: default-src 'none'", "nosniff", "no-referrer"] {
            assert!(head.contains(line), "{place}: {head}");
        }
        // No other header, such as one that lets other pages read the answer.
        let names = head.lines().filter_map(|line| line.split_once(": ")).map(|(name, _)| name);
        let names: BTreeSet<&str> = names.collect();
        assert_eq!(names, BTreeSet::from(HEADERS), "{place}: {head}");
    }
    // Neither from another machine, nor by another name of this one.
    if let Ok(addresses) = fs::read_to_string("/proc/net/tcp") {
        let port = format!(":{:04X} ", studio.port.parse::<u16>().unwrap());
        let listens = |line: &&str| line.contains(&port) && line.contains(" 0A ");
        let local = |line: &str| line.contains("0100007F:");
        assert!(addresses.lines().filter(listens).all(local), "{addresses}");
    }
}

#[test]
fn the_page_has_all_that_it_loads() {
    let studio = Studio::start(&[]);
    let page = studio.ask("GET", "", "").body;
    let mut wanted: Vec<String> = page
        .split(['"', '\''])
        .filter(|word| word.ends_with(".js") || word.ends_with(".css"))
        .map(str::to_owned)
        .collect();
    assert!(wanted.len() >= 3, "{wanted:?}");
    let named = wanted.clone();
    let (mut seen, mut imported) = (Vec::new(), Vec::new());
    while let Some(name) = wanted.pop() {
        let answer = studio.ask("GET", &name, "");
        assert_eq!(answer.status, 200, "{name}");
        assert!(answer.head.contains("immutable"), "{name}: {}", answer.head);
        // A module that only another module names is requested once that one has loaded. The gallery's boards are
        // loaded when somebody opens it.
        assert_eq!(named.contains(&name), name != "examples.js", "{name}");
        let is_import = |line: &&str| line.contains(" from \"./") || line.contains("import(\"./");
        let imports = answer.body.lines().filter(is_import);
        let names = imports.filter_map(|line| line.split("\"./").nth(1)?.split('"').next());
        let names: Vec<String> = names.map(str::to_owned).collect();
        wanted.extend(names.iter().filter(|name| !seen.contains(*name)).cloned());
        imported.extend(names);
        seen.push(name);
    }
    let is_used = |name: &&String| name.ends_with(".css") || imported.contains(*name);
    assert_eq!(named.iter().filter(|name| !is_used(name)).collect::<Vec<_>>(), ["app.js"]);
}

#[test]
fn questions_are_answered_as_by_the_commands() {
    let studio = Studio::start(&[]);
    let leepf = puzzle("signs/leepf.toml");
    let questions = [("unique", "solve --unique --json"), ("solve", "solve --json")];
    for (name, words) in questions {
        let answer = studio.ask("POST", &format!("api/{name}"), &leepf);
        let mut command = assert_cmd::Command::cargo_bin("cnfetti").unwrap();
        let output = command.args(words.split(' ')).arg("-").write_stdin(leepf.clone());
        let mut said: Value = serde_json::from_slice(&output.output().unwrap().stdout).unwrap();
        let mut answered = answer.json();
        for json in [&mut said, &mut answered] {
            // How a "no" is confirmed depends on how busy the machine is.
            let object = json.as_object_mut().unwrap();
            object.retain(|key, _| !key.starts_with("checked"));
        }
        assert_eq!(answered, said, "{name}");
        assert!(answer.head.contains("application/json"), "{}", answer.head);
    }
    for (name, begins) in
        [("picture?theme=dark", "<svg "), ("solution", "<svg "), ("convert?to=toml", "kind")]
    {
        let answer = studio.ask("POST", &format!("api/{name}"), &leepf);
        assert!(answer.body.starts_with(begins), "{name}: {}", answer.body);
    }
    // The address contains a half-filled board, encoded like a form.
    let nothing = "[null,null,null,null,null]";
    let board = "%7B%22board%22%3A%5B%5B4,1,null,2,1%5D,[],[],[],[]%5D%7D".replace("[]", nothing);
    let checked = studio.ask("POST", &format!("api/check?board={board}"), &leepf);
    assert_eq!(
        checked.json()["wrong"],
        serde_json::json!({ "board[r1c5]": 1 }),
        "{}",
        checked.body
    );
    let explained = studio.ask("POST", &format!("api/explain?from={board}"), &leepf);
    assert_eq!(explained.json()["status"], "unsatisfiable", "{}", explained.body);
    for wrong in ["/etc/passwd", "-", "%7B%00", "{", "{%22dice%22:[]}"] {
        let answer = studio.ask("POST", &format!("api/check?board={wrong}"), &leepf);
        assert!([400, 422].contains(&answer.status), "{wrong}: {}", answer.body);
    }
    let made = studio.ask("POST", "api/generate?kind=pips&size=4&seed=1", "");
    assert!(made.body.contains("kind = \"pips\""), "{}", made.body);
    let wrong = studio.ask("POST", "api/count", "kind = \"pips\"\nboard = 7\n");
    assert_eq!(wrong.status, 422);
    assert_eq!(wrong.json()["line"], 2, "{}", wrong.body);
    assert!(wrong.json()["error"].as_str().unwrap().contains("board"), "{}", wrong.body);
    for (place, status) in [
        ("api/count?output=x", 400),
        ("api/count?seconds=1e9", 400),
        ("api/certify", 404),
        ("api/", 404),
        ("../Cargo.toml", 404),
        ("page/app.js", 404),
    ] {
        assert_eq!(studio.ask("POST", place, &leepf).status, status, "{place}");
    }
    assert_eq!(studio.ask("GET", "../../Cargo.toml", "").status, 404);
    assert_eq!(studio.ask("POST", "api/count", &"#".repeat((1 << 20) + 1)).status, 413);
}

/// A step of a random walk through boards of two rows: changes a rule, a domino or a cell.
fn edit(board: &mut Board, random: &mut impl FnMut(usize) -> usize) {
    match random(4) {
        0 => {
            let (rule, most) = (random(board.rules.len()), 1 + random(12));
            let sorts = ["free", "equal", "unequal", "= ", "< ", "> ", "<= ", ">= "];
            let sort = sorts[random(sorts.len())];
            let number = if sort.ends_with(' ') { most.to_string() } else { String::new() };
            board.rules[rule] = format!("{sort}{number}");
        }
        1 => {
            let domino = random(board.dominoes.len());
            board.dominoes[domino] = [random(4), random(4)];
        }
        _ => {
            let cell = random(board.cells.len());
            board.cells[cell] = ['A', 'B', 'C', '#', '1'][random(5)];
        }
    }
}

#[derive(Clone)]
struct Board {
    cells: Vec<char>,
    rules: [String; 3],
    dominoes: Vec<[usize; 2]>,
}

impl Board {
    fn text(&self) -> String {
        let rows: Vec<String> = self.cells.chunks(4).map(|row| row.iter().collect()).collect();
        let there = |name: &char| self.cells.contains(name);
        let rules = "ABC".chars().zip(&self.rules).filter(|(name, _)| there(name));
        let rules: String = rules.map(|(name, rule)| format!("{name} {rule}\n")).collect();
        let dominoes = self.dominoes.iter().map(|[one, other]| format!(" {one}-{other}"));
        format!("{}\n\n{rules}dominoes:{}\n", rows.join("\n"), dominoes.collect::<String>())
    }
}

#[test]
#[ignore = "slow: .ci/run has it"]
fn a_hundred_random_edits_are_counted_as_the_library_counts() {
    let studio = Studio::start(&[]);
    let mut seed: u64 = 7411;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut board = Board {
        cells: "AABBA#CC".chars().collect(),
        rules: ["free"; 3].map(str::to_owned),
        dominoes: vec![[0, 1], [1, 2], [2, 3], [3, 3]],
    };
    let (mut none, mut one, mut several) = (0, 0, 0);
    for _ in 0..100 {
        let before = board.clone();
        edit(&mut board, &mut random);
        let text = board.text();
        let csp =
            instance::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}")).puzzle.csp();
        let counted = exact::count(&csp, &Limits::default()).unwrap().0.solutions.to_string();
        let answer = studio.ask("POST", "api/count", &text).json();
        assert_eq!(
            (answer["status"].as_str(), answer["solutions"].as_str()),
            (Some("exact"), Some(counted.as_str())),
            "{text}"
        );
        match counted.as_str() {
            // From a board without a solution, hardly any edit leads to one with a solution.
            "0" => (none, board) = (none + 1, before),
            "1" => one += 1,
            _ => several += 1,
        }
    }
    assert!(
        none > 5 && one > 0 && several > 5,
        "{none} without, {one} with one, {several} with several"
    );
}
