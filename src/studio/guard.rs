//! Which requests are allowed: those of the page that this studio served, and of anybody who was told its address.

use std::fmt::Write;
use std::io;

use hyper::header::{HOST, HeaderMap, HeaderName, ORIGIN};

/// Random bytes in the address.
const TOKEN_BYTES: usize = 16;

/// Why a request is turned away.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// The name it was sent to is not ours: somebody's domain may lead to this machine.
    Host,
    /// Another page asks.
    Origin,
    /// The address does not begin with the token.
    Token,
}

/// The expected values of a request's headers.
pub(super) struct Guard {
    port: u16,
    token: String,
}

impl Guard {
    /// A guard with a new token.
    pub(super) fn new(port: u16) -> io::Result<Guard> {
        let mut bytes = [0; TOKEN_BYTES];
        getrandom::fill(&mut bytes).map_err(io::Error::other)?;
        let mut token = String::with_capacity(2 * TOKEN_BYTES);
        for byte in bytes {
            // Writing to a string cannot fail.
            let _ = write!(token, "{byte:02x}");
        }
        Ok(Guard { port, token })
    }

    pub(super) fn port(&self) -> u16 {
        self.port
    }

    /// The address of the page.
    pub(super) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/{}/", self.port, self.token)
    }

    /// What stands behind the token in the path, when the request may be answered.
    pub(super) fn admit<'p>(&self, path: &'p str, head: &HeaderMap) -> Result<&'p str, Refusal> {
        let one = |name: &HeaderName| {
            let mut values = head.get_all(name).iter();
            let first = values.next().map(|value| value.to_str().unwrap_or("?"));
            if values.next().is_some() { Some("?") } else { first }
        };
        let hosts = ["127.0.0.1", "localhost"].map(|name| format!("{name}:{}", self.port));
        if !one(&HOST).is_some_and(|host| hosts.iter().any(|own| own == host)) {
            return Err(Refusal::Host);
        }
        let is_own = |origin: &str| {
            origin.strip_prefix("http://").is_some_and(|host| hosts.iter().any(|own| own == host))
        };
        let site = HeaderName::from_static("sec-fetch-site");
        let from_elsewhere =
            one(&site).is_some_and(|site| !["same-origin", "none"].contains(&site));
        if from_elsewhere || !one(&ORIGIN).is_none_or(is_own) {
            return Err(Refusal::Origin);
        }
        let (token, rest) =
            path.strip_prefix('/').and_then(|path| path.split_once('/')).ok_or(Refusal::Token)?;
        if is_same(token.as_bytes(), self.token.as_bytes()) {
            Ok(rest)
        } else {
            Err(Refusal::Token)
        }
    }
}

/// Whether two texts are the same, in a time that does not say where they differ.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let difference =
        one.iter().zip(other).fold(0, |difference, (one, other)| difference | (one ^ other));
    one.len() == other.len() && difference == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(lines: &[(&'static str, &str)]) -> HeaderMap {
        let mut head = HeaderMap::new();
        for (name, value) in lines {
            head.append(*name, value.parse().unwrap());
        }
        head
    }

    #[test]
    fn only_the_page_itself_is_admitted() {
        let guard = Guard::new(80).unwrap();
        let path = format!("/{}/api/count", guard.token);
        let own = ("host", "127.0.0.1:80");
        for lines in [
            &[own][..],
            &[("host", "localhost:80")],
            &[own, ("origin", "http://127.0.0.1:80")],
            &[own, ("origin", "http://localhost:80"), ("sec-fetch-site", "same-origin")],
            &[own, ("sec-fetch-site", "none")],
        ] {
            assert_eq!(guard.admit(&path, &head(lines)), Ok("api/count"), "{lines:?}");
        }
        for lines in
            [&[][..], &[("host", "evil.example:80")], &[("host", "127.0.0.1")], &[own, own]]
        {
            assert_eq!(guard.admit(&path, &head(lines)), Err(Refusal::Host), "{lines:?}");
        }
        for origin in ["null", "http://evil.example", "https://127.0.0.1:80", "http://127.0.0.1:81"]
        {
            let lines = [own, ("origin", origin)];
            assert_eq!(guard.admit(&path, &head(&lines)), Err(Refusal::Origin), "{origin}");
        }
        for site in ["cross-site", "same-site"] {
            let lines = [own, ("sec-fetch-site", site)];
            assert_eq!(guard.admit(&path, &head(&lines)), Err(Refusal::Origin), "{site}");
        }
        let cut = format!("/{}/", &guard.token[1..]);
        for path in ["/", "", "//", "/api/count", &cut, &format!("/{}0/", guard.token)] {
            assert_eq!(guard.admit(path, &head(&[own])), Err(Refusal::Token), "{path}");
        }
    }

    #[test]
    fn no_two_tokens_are_alike() {
        let tokens = [(); 2].map(|()| Guard::new(80).unwrap().token);
        assert_ne!(tokens[0], tokens[1]);
        assert!(tokens.iter().all(|token| token.len() == 2 * TOKEN_BYTES));
    }
}
