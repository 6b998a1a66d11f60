//! Which requests are allowed.
//!
//! The server listens on the loopback address, but every page in the browser can send requests there, even under a
//! domain name that its owner has pointed at this address (DNS rebinding). So a request must name the server by the
//! address that it was given (`Host`), must not come from the page of another site (`Origin`, `Sec-Fetch-Site`), and
//! must have the token of the link if it is about the document. The page itself is the same for everybody. The size of
//! requests is limited.
//!
//! The decision depends only on the content of a request, not on how it arrives.

use super::export::Format;
use super::query::value;
use crate::limits::Limit;
use std::net::SocketAddr;

/// The most bytes of a command.
pub const MAX_COMMAND: usize = 16 << 20;

/// The most bytes of a file that is brought: a picture, as a camera makes it.
pub const MAX_FILE: usize = Limit::PICTURE.megabytes as usize * 1_000_000;

/// The headers of every answer. Nothing but what the server itself serves is run, shown or connected to; no other page may
/// frame this one; and the link, which has the token, is never passed on.
pub const HEADERS: [(&str, &str); 6] = [
    (
        "Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; \
         font-src 'self'; base-uri 'none'; form-action 'none'; frame-src 'self' blob:; frame-ancestors 'self'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-store"),
];

/// What a request says about itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Asked<'a> {
    /// The method, as in `GET`.
    pub method: &'a str,
    /// The path with what follows `?`.
    pub target: &'a str,
    /// The header `Host`.
    pub host: Option<&'a str>,
    /// The header `Origin`.
    pub origin: Option<&'a str>,
    /// The header `Sec-Fetch-Site`.
    pub site: Option<&'a str>,
    /// The header `Content-Type`.
    pub content: Option<&'a str>,
    /// The number of bytes of the body, if it is said.
    pub length: Option<usize>,
}

/// What a request is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route<'a> {
    /// A file of the page, by its path without the first slash; empty for the page itself.
    Page(&'a str),
    /// The entry that opens once, with its code.
    Entry(String),
    /// A command in the body.
    Command,
    /// The stream of events.
    Events,
    /// What the puzzle looks like.
    Preview(Preview),
    /// The puzzle as a file.
    Export {
        /// Its format.
        format: Format,
        /// Whether the solution is shown.
        solution: bool,
    },
    /// The names of the files in the folder.
    Files,
    /// A picture of the folder.
    File(String),
    /// A file in the body, for the folder.
    Upload(String),
}

impl Route<'_> {
    /// Returns whether it is let in only with the token.
    pub fn needs_token(&self) -> bool {
        !matches!(self, Self::Page(_) | Self::Entry(_))
    }

    /// Returns whether a request for it has a body.
    pub fn takes_body(&self) -> bool {
        matches!(self, Self::Command | Self::Upload(_))
    }
}

/// A preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preview {
    /// The printed page.
    Print {
        /// Whether the solution is shown.
        solution: bool,
    },
    /// The page to play.
    Play,
}

/// Why a request is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It names another server.
    #[error("this server has another address; use the link that the program printed")]
    Host,
    /// It comes from another site.
    #[error("requests from other pages are refused")]
    Origin,
    /// It is not the first one that comes by the entry, or has a wrong code.
    #[error("this link has been used already; use the one that the program printed")]
    Used,
    /// It has no token, or a wrong one.
    #[error("the token is missing or wrong; use the link that the program printed")]
    Token,
    /// There is nothing there.
    #[error("there is nothing here")]
    NotFound,
    /// It cannot be done with this.
    #[error("this cannot be asked for in this way")]
    Method,
    /// It does not say how long it is.
    #[error("a body has to come with its length")]
    NoLength,
    /// It is too long.
    #[error("this is too large")]
    TooLarge,
    /// The body is of another kind.
    #[error("a body of another type is expected: a command is JSON, a file is application/octet-stream")]
    Content,
}

impl Refused {
    /// Returns the status code of HTTP.
    pub fn status(self) -> u16 {
        match self {
            Self::Host | Self::Origin | Self::Used | Self::Token => 403,
            Self::NotFound => 404,
            Self::Method => 405,
            Self::NoLength => 411,
            Self::TooLarge => 413,
            Self::Content => 415,
        }
    }
}

/// What is let in.
#[derive(Clone, Debug)]
pub struct Gate {
    token: String,
    hosts: Vec<String>,
}

impl Gate {
    /// Creates a gate for requests that name one of these addresses and have this token.
    pub fn new(addresses: &[SocketAddr], token: String) -> Self {
        let mut hosts: Vec<String> = addresses.iter().map(ToString::to_string).collect();
        hosts.extend(
            addresses.iter().filter(|a| a.ip().is_loopback()).map(|a| format!("localhost:{}", a.port())),
        );
        // Browsers leave out the usual port.
        let usual: Vec<String> =
            hosts.iter().filter_map(|host| Some(host.strip_suffix(":80")?.to_owned())).collect();
        hosts.extend(usual);
        Self { token, hosts }
    }

    /// Decides on a request.
    pub fn admit<'a>(&self, asked: &Asked<'a>) -> Result<Route<'a>, Refused> {
        let is_here = |host: &str| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host));
        if !asked.host.is_some_and(is_here) {
            return Err(Refused::Host);
        }
        let of_here = |origin: &str| origin.strip_prefix("http://").is_some_and(is_here);
        if asked.origin.is_some_and(|origin| !of_here(origin)) {
            return Err(Refused::Origin);
        }
        // A link that a person follows comes from nowhere or from elsewhere; the page itself says nothing secret.
        let is_own = |site: &str| matches!(site, "same-origin" | "none");
        let (path, query) = asked.target.split_once('?').unwrap_or((asked.target, ""));
        let Some(path) = path.strip_prefix('/') else { return Err(Refused::NotFound) };
        let Some(name) = path.strip_prefix("api/") else {
            let route = match path {
                "enter" => Route::Entry(value(query, "code").ok_or(Refused::NotFound)?),
                path => Route::Page(path),
            };
            return if asked.method == "GET" { Ok(route) } else { Err(Refused::Method) };
        };
        if asked.site.is_some_and(|site| !is_own(site)) {
            return Err(Refused::Origin);
        }
        let given = query.split('&').find_map(|part| part.strip_prefix("token="));
        if !given.is_some_and(|given| is_equal(given.as_bytes(), self.token.as_bytes())) {
            return Err(Refused::Token);
        }
        let solution = || value(query, "solution").as_deref() == Some("1");
        match (name, asked.method) {
            ("command", "POST") => has_body(asked, "application/json", MAX_COMMAND).map(|()| Route::Command),
            ("events", "GET") => Ok(Route::Events),
            ("preview", "GET") => match value(query, "as").as_deref() {
                Some("print") => Ok(Route::Preview(Preview::Print { solution: solution() })),
                Some("play") => Ok(Route::Preview(Preview::Play)),
                _ => Err(Refused::NotFound),
            },
            ("export", "GET") => {
                let format = value(query, "as").as_deref().and_then(Format::of).ok_or(Refused::NotFound)?;
                Ok(Route::Export { format, solution: solution() })
            }
            ("files", "GET") => Ok(Route::Files),
            ("file", "GET") => value(query, "name").map(Route::File).ok_or(Refused::NotFound),
            ("file", "POST") => {
                has_body(asked, "application/octet-stream", MAX_FILE)?;
                value(query, "name").map(Route::Upload).ok_or(Refused::NotFound)
            }
            ("command" | "events" | "preview" | "export" | "files" | "file", _) => Err(Refused::Method),
            _ => Err(Refused::NotFound),
        }
    }
}

/// Checks what a request says about its body. Another site's page can send a form without asking first, but not with
/// such a type.
fn has_body(asked: &Asked<'_>, kind: &str, most: usize) -> Result<(), Refused> {
    let is_kind =
        |content: &str| content.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(kind);
    if !asked.content.is_some_and(is_kind) {
        return Err(Refused::Content);
    }
    match asked.length {
        None => Err(Refused::NoLength),
        Some(length) if length > most => Err(Refused::TooLarge),
        Some(_) => Ok(()),
    }
}

/// Compares two texts in a time that does not tell where they differ.
pub(super) fn is_equal(a: &[u8], b: &[u8]) -> bool {
    a.len() == b.len() && a.iter().zip(b).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate() -> Gate {
        let address = |text: &str| text.parse().expect("an address");
        Gate::new(&[address("127.0.0.1:8123"), address("[::1]:8123")], "secret".to_owned())
    }

    fn events() -> Asked<'static> {
        let target = "/api/events?token=secret";
        Asked { method: "GET", target, host: Some("127.0.0.1:8123"), ..Asked::default() }
    }

    fn command() -> Asked<'static> {
        Asked {
            method: "POST",
            target: "/api/command?token=secret",
            content: Some("application/json"),
            length: Some(10),
            ..events()
        }
    }

    #[test]
    fn what_is_meant_is_let_in() {
        assert_eq!(gate().admit(&events()), Ok(Route::Events));
        assert_eq!(gate().admit(&command()), Ok(Route::Command));
        for host in ["localhost:8123", "[::1]:8123", "LOCALHOST:8123"] {
            let origin = format!("http://{host}");
            let asked =
                Asked { host: Some(host), origin: Some(&origin), site: Some("same-origin"), ..command() };
            assert_eq!(gate().admit(&asked), Ok(Route::Command), "{host}");
        }
        let page = Asked { target: "/?token=secret", site: Some("cross-site"), ..events() };
        assert_eq!(gate().admit(&page), Ok(Route::Page("")));
        assert_eq!(gate().admit(&Asked { target: "/grid.js", ..events() }), Ok(Route::Page("grid.js")));
        let enter = Asked { target: "/enter?code=abc", ..events() };
        assert_eq!(gate().admit(&enter), Ok(Route::Entry("abc".to_owned())));
        assert_eq!(gate().admit(&Asked { method: "HEAD", ..enter }), Err(Refused::Method));
        let route = |target: &'static str| gate().admit(&Asked { target, ..events() });
        let print = Route::Preview(Preview::Print { solution: true });
        assert_eq!(route("/api/preview?token=secret&as=print&solution=1"), Ok(print));
        assert_eq!(route("/api/preview?as=play&token=secret"), Ok(Route::Preview(Preview::Play)));
        let pdf = Route::Export { format: Format::Pdf, solution: false };
        assert_eq!(route("/api/export?as=pdf&token=secret"), Ok(pdf));
        assert_eq!(
            route("/api/file?token=secret&name=f%C3%BCr%20mia.png"),
            Ok(Route::File("für mia.png".to_owned()))
        );
        let upload = Asked {
            target: "/api/file?token=secret&name=a.cwg",
            content: Some("application/octet-stream"),
            ..command()
        };
        assert_eq!(gate().admit(&upload), Ok(Route::Upload("a.cwg".to_owned())));
    }

    #[test]
    fn the_usual_port_may_be_left_out() {
        let address = |text: &str| text.parse().expect("an address");
        let usual = Gate::new(&[address("127.0.0.1:80"), address("[::1]:80")], "secret".to_owned());
        for host in ["127.0.0.1", "[::1]", "localhost", "localhost:80"] {
            let origin = format!("http://{host}");
            let asked = Asked { host: Some(host), origin: Some(&origin), ..command() };
            assert_eq!(usual.admit(&asked), Ok(Route::Command), "{host}");
        }
        let asked = Asked { host: Some("127.0.0.1:8123"), ..command() };
        assert_eq!(usual.admit(&asked), Err(Refused::Host));
    }

    #[test]
    fn what_is_not_meant_is_refused() {
        let refused = |asked: Asked<'_>| gate().admit(&asked).expect_err("refused");
        for host in
            [None, Some("evil.example:8123"), Some("127.0.0.1"), Some("127.0.0.1:80"), Some("localhost")]
        {
            assert_eq!(refused(Asked { host, ..command() }), Refused::Host);
            assert_eq!(refused(Asked { host, target: "/", ..events() }), Refused::Host);
        }
        for origin in ["http://evil.example", "null", "https://127.0.0.1:8123", "http://127.0.0.1:8124", ""] {
            assert_eq!(refused(Asked { origin: Some(origin), ..command() }), Refused::Origin, "{origin}");
        }
        for site in ["cross-site", "same-site", ""] {
            assert_eq!(refused(Asked { site: Some(site), ..command() }), Refused::Origin, "{site}");
        }
        for target in
            ["/api/events", "/api/events?token=", "/api/events?token=secre", "/api/events?token=secrets"]
        {
            assert_eq!(refused(Asked { target, ..events() }), Refused::Token, "{target}");
        }
        let target = "/api/other?token=secret";
        assert_eq!(refused(Asked { target, ..events() }), Refused::NotFound);
        assert_eq!(refused(Asked { target: "http://x/", ..events() }), Refused::NotFound);
        for target in [
            "/api/export?as=exe&token=secret",
            "/api/file?token=secret&name=%zz",
            "/api/preview?token=secret",
        ] {
            assert_eq!(refused(Asked { target, ..events() }), Refused::NotFound, "{target}");
        }
        for target in ["/api/files", "/api/export?as=pdf", "/api/file?name=a.png", "/api/preview?as=play"] {
            assert_eq!(refused(Asked { target, ..events() }), Refused::Token, "{target}");
        }
        assert_eq!(refused(Asked { method: "GET", ..command() }), Refused::Method);
        assert_eq!(refused(Asked { method: "DELETE", target: "/", ..events() }), Refused::Method);
        assert_eq!(refused(Asked { length: None, ..command() }), Refused::NoLength);
        assert_eq!(refused(Asked { length: Some(MAX_COMMAND + 1), ..command() }), Refused::TooLarge);
        let file = |length| Asked {
            target: "/api/file?token=secret&name=a.jpg",
            content: Some("application/octet-stream"),
            length: Some(length),
            ..command()
        };
        assert!(gate().admit(&file(MAX_FILE)).is_ok());
        assert_eq!(refused(file(MAX_FILE + 1)), Refused::TooLarge);
        for content in [None, Some("text/plain"), Some("application/x-www-form-urlencoded")] {
            assert_eq!(refused(Asked { content, ..command() }), Refused::Content);
        }
        let codes =
            [Refused::Host, Refused::NotFound, Refused::Method, Refused::TooLarge].map(Refused::status);
        assert_eq!(codes, [403, 404, 405, 413]);
    }
}
