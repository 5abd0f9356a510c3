//! From a request to its response.

use std::time::Duration;
use std::{fs, io};

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use serde_json::json;

use super::connections::Open;
use super::file::{NamedFile, NotSaved};
use super::guard::Refusal;
use super::question::Question;
use super::run::{Ended, run};
use super::{Shared, page};
use cnfetti::instance::is_minizinc_text;

/// The largest puzzle or draft, in bytes.
const MOST_BYTES: usize = 1 << 20;

/// How long a body may take to arrive.
const BODY_TIME: Duration = Duration::from_secs(10);

/// How long a file may take to be written.
const SAVE_TIME: Duration = Duration::from_secs(5);

/// The exit code of commands that failed, and of `check` when it has judged a board wrong.
const WRONG: i32 = 1;

/// The exit code of commands that a limit stopped.
const STOPPED: i32 = 3;

/// The content security policy of the page: it may only load its own files and ask this server.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

const HEAD: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

/// An answer: a status, a media type and the bytes.
struct Answer {
    status: StatusCode,
    media: &'static str,
    bytes: Bytes,
    /// Whether it is the same as long as the address is.
    stays: bool,
}

impl Answer {
    fn ok(media: &'static str, bytes: impl Into<Bytes>) -> Answer {
        Answer { status: StatusCode::OK, media, bytes: bytes.into(), stays: false }
    }

    fn json(status: StatusCode, value: &serde_json::Value) -> Answer {
        let bytes = value.to_string().into();
        Answer { status, media: "application/json", bytes, stays: false }
    }

    /// An error in the one form that they all have.
    fn error(status: StatusCode, text: impl Into<String>) -> Answer {
        Answer::json(status, &json!({ "error": text.into(), "line": null, "column": null }))
    }
}

/// Answers a request, whatever it is.
pub(super) async fn respond(
    shared: &Shared,
    open: &Open,
    request: Request<Incoming>,
) -> Response<Full<Bytes>> {
    let answer = answer(shared, open, request).await.unwrap_or_else(|refused| refused);
    let mut response = Response::new(Full::new(answer.bytes));
    *response.status_mut() = answer.status;
    let head = response.headers_mut();
    head.insert(CONTENT_TYPE, HeaderValue::from_static(answer.media));
    let cache = if answer.stays { "private, max-age=86400, immutable" } else { "no-store" };
    head.insert(CACHE_CONTROL, HeaderValue::from_static(cache));
    for (name, value) in HEAD {
        head.insert(name, HeaderValue::from_static(value));
    }
    response
}

async fn answer(
    shared: &Shared,
    open: &Open,
    request: Request<Incoming>,
) -> Result<Answer, Answer> {
    let (head, body) = request.into_parts();
    let place = shared.guard.admit(head.uri.path(), &head.headers).map_err(refused)?;
    open.trust();
    let query = head.uri.query().unwrap_or_default();
    match (&head.method, place.strip_prefix("api/")) {
        (&Method::GET, None) => {
            let (media, text) = page::asset(place).ok_or_else(not_found)?;
            // The token in the address is another one for each start of the program.
            Ok(Answer { stays: !place.is_empty(), ..Answer::ok(media, text) })
        }
        (&Method::GET, Some("file")) => opened(shared),
        (&Method::PUT, Some("file")) => save(shared, query, received(body).await?).await,
        (&Method::PUT, Some("draft")) => keep(shared, &received(body).await?),
        (&Method::POST, Some(name)) => {
            let question = Question::by_name(name).ok_or_else(not_found)?;
            ask(shared, question, query, received(body).await?).await
        }
        _ => Err(not_found()),
    }
}

fn refused(refusal: Refusal) -> Answer {
    match refusal {
        Refusal::Host => Answer::error(StatusCode::FORBIDDEN, "this is not the name of the studio"),
        Refusal::Origin => Answer::error(StatusCode::FORBIDDEN, "another page may not ask"),
        Refusal::Token => not_found(),
    }
}

fn not_found() -> Answer {
    Answer::error(StatusCode::NOT_FOUND, "there is nothing here")
}

async fn received(body: Incoming) -> Result<Bytes, Answer> {
    let body = Limited::new(body, MOST_BYTES).collect();
    match tokio::time::timeout(BODY_TIME, body).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => {
            let text = format!("that is more than {MOST_BYTES} bytes");
            Err(Answer::error(StatusCode::PAYLOAD_TOO_LARGE, text))
        }
        Ok(Err(error)) => Err(Answer::error(StatusCode::BAD_REQUEST, error.to_string())),
        Err(_) => Err(Answer::error(StatusCode::REQUEST_TIMEOUT, "the rest did not arrive")),
    }
}

async fn ask(
    shared: &Shared,
    question: &Question,
    query: &str,
    puzzle: Bytes,
) -> Result<Answer, Answer> {
    let task = question.task(query);
    let task = task.map_err(|text| Answer::error(StatusCode::BAD_REQUEST, text))?;
    // The semaphore is never closed, so there is a permit sooner or later.
    let _permit = if question.searches { shared.searches.acquire().await.ok() } else { None };
    let ended =
        run(&shared.program, shared.folder.as_deref(), &task.words, puzzle, task.limit).await;
    let ended = ended.map_err(|text| {
        let value = json!({ "error": text, "line": null, "column": null, "stopped": true });
        Answer::json(StatusCode::UNPROCESSABLE_ENTITY, &value)
    })?;
    match ended.code {
        Some(0 | WRONG | STOPPED) if !ended.answer.is_empty() => {
            Ok(Answer::ok(question.media, ended.answer))
        }
        _ => Err(failed(&ended)),
    }
}

/// The message of a command on stderr, with the place in the file that it names.
fn failed(ended: &Ended) -> Answer {
    let said = ended.message.trim();
    let error = said.lines().find_map(|line| line.strip_prefix("error: "));
    let text = match (error, ended.code) {
        (Some(error), _) => error.to_owned(),
        (None, Some(STOPPED)) => "no answer within the time".to_owned(),
        (None, Some(_)) => said.to_owned(),
        (None, None) => "the question took too much memory".to_owned(),
    };
    let mut place = said
        .lines()
        .find_map(|line| line.trim().strip_prefix("--> -:"))
        .unwrap_or_default()
        .split(':');
    let mut next = || place.next()?.parse::<usize>().ok();
    let (line, column) = (next(), next());
    let stopped = matches!(ended.code, Some(STOPPED) | None);
    let value =
        json!({ "error": text, "line": line, "column": column, "text": said, "stopped": stopped });
    Answer::json(StatusCode::UNPROCESSABLE_ENTITY, &value)
}

fn opened(shared: &Shared) -> Result<Answer, Answer> {
    let mut opened = match &shared.file {
        None => json!({ "name": null }),
        Some(file) => {
            let opened = file.open().map_err(|error| internal(&error))?;
            serde_json::to_value(&opened).map_err(|error| internal(&error))?
        }
    };
    opened["site"] = json!(shared.site);
    Ok(Answer::json(StatusCode::OK, &opened))
}

async fn save(shared: &Shared, query: &str, puzzle: Bytes) -> Result<Answer, Answer> {
    let file = shared.file.as_ref().filter(|file| file.is_saved()).ok_or_else(not_found)?;
    let over = query.strip_prefix("version=").filter(|version| !version.is_empty());
    let text = written(shared, file, puzzle).await?;
    let version = file.save(&text, over).map_err(|error| match error {
        NotSaved::Changed { version } => {
            let error = "the file has changed on disk since it was opened";
            let said = json!({ "error": error, "line": null, "column": null, "version": version });
            Answer::json(StatusCode::CONFLICT, &said)
        }
        NotSaved::Failed(error) => internal(&error),
    })?;
    // A draft of what the file has is no harm.
    let _ = file.keep("");
    Ok(Answer::json(StatusCode::OK, &json!({ "saved": true, "version": version })))
}

/// A puzzle as the file is to have it: in the format of its ending, and a model in MiniZinc as it was
/// typed, since no format of `convert` has it.
async fn written(shared: &Shared, file: &NamedFile, puzzle: Bytes) -> Result<String, Answer> {
    let typed = str::from_utf8(&puzzle).ok().filter(|text| is_minizinc_text(text));
    let typed = typed.map(str::to_owned);
    let folder = tempfile::tempdir().map_err(|error| internal(&error))?;
    let converted = folder.path().join("puzzle").with_extension(file.ending());
    let output = (typed.is_none()).then(|| format!("--output={}", converted.display()));
    let words = ["convert", "-"].map(str::to_owned).into_iter().chain(output).collect::<Vec<_>>();
    let ended = run(&shared.program, shared.folder.as_deref(), &words, puzzle, SAVE_TIME).await;
    let ended = ended.map_err(|text| Answer::error(StatusCode::UNPROCESSABLE_ENTITY, text))?;
    if ended.code != Some(0) {
        return Err(failed(&ended));
    }
    typed.map_or_else(|| fs::read_to_string(converted).map_err(|error| internal(&error)), Ok)
}

fn keep(shared: &Shared, draft: &Bytes) -> Result<Answer, Answer> {
    let file = shared.file.as_ref().ok_or_else(not_found)?;
    let draft = str::from_utf8(draft);
    let draft = draft.map_err(|error| Answer::error(StatusCode::BAD_REQUEST, error.to_string()))?;
    file.keep(draft).map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => Answer::error(StatusCode::BAD_REQUEST, error.to_string()),
        _ => internal(&error),
    })?;
    Ok(Answer::json(StatusCode::OK, &json!({ "kept": true })))
}

fn internal(error: &dyn std::error::Error) -> Answer {
    Answer::error(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())
}
