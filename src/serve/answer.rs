//! The answers to the requests that the gate has let in.

use super::desk::Desk;
use super::export::{self, Format, NotWritten};
use super::gate::{Preview, Route};
use super::page;
use crate::edit::protocol::{Reply, Request};
use crate::publish::output::html;
use serde::Serialize;

/// Returns the policy of the page to play, which is shown in a frame: it runs its own script, and reaches nothing.
fn play_policy() -> String {
    format!(
        "sandbox allow-scripts; default-src 'none'; script-src '{}'; style-src 'unsafe-inline'; img-src data:; \
         font-src data:; frame-ancestors 'self'",
        html::SCRIPT_DIGEST
    )
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Response {
    /// The status code of HTTP.
    pub status: u16,
    /// Headers besides those of every answer, or in their place.
    pub headers: Vec<(&'static str, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    fn new(status: u16, kind: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: vec![("Content-Type", kind.to_owned())], body: body.into() }
    }

    /// Returns a text.
    pub fn text(status: u16, text: &str) -> Self {
        Self::new(status, "text/plain; charset=utf-8", text)
    }

    /// Returns a reply that says why something is refused.
    pub fn refused(status: u16, why: &str) -> Self {
        Self::json(status, &Reply::Refused { why: why.to_owned() })
    }

    /// Returns a redirection to another address.
    pub fn elsewhere(address: &str) -> Self {
        Self::text(303, "").with("Location", address.to_owned())
    }

    fn json(status: u16, message: &impl Serialize) -> Self {
        Self::new(status, "application/json", serde_json::to_vec(message).unwrap_or_default())
    }

    fn with(mut self, name: &'static str, value: String) -> Self {
        self.headers.push((name, value));
        self
    }
}

/// Answers a request that was let in. Events are not an answer but a stream, and the entry is handled by the server.
pub fn respond(desk: &std::sync::Arc<Desk>, route: &Route<'_>, body: &[u8]) -> Response {
    match route {
        Route::Page(path) => match page::file(path) {
            Some((kind, bytes)) => Response::new(200, kind, bytes),
            None => Response::text(404, "there is nothing here"),
        },
        Route::Command => match serde_json::from_slice::<Request>(body) {
            Ok(request) => Response::json(200, &desk.command(&request)),
            Err(error) => Response::refused(400, &format!("this is not a valid request: {error}")),
        },
        Route::Preview(Preview::Play) => match written(desk, Format::Html, false) {
            Ok(text) => {
                Response::new(200, Format::Html.kind(), text).with("Content-Security-Policy", play_policy())
            }
            Err(why) => Response::refused(409, &why.to_string()),
        },
        Route::Preview(Preview::Print { solution }) => match written(desk, Format::Svg, *solution) {
            Ok(picture) => Response::new(200, Format::Svg.kind(), picture),
            Err(why) => Response::refused(409, &why.to_string()),
        },
        Route::Export { format, solution } => match written(desk, *format, *solution) {
            Ok(file) => {
                let name = format!("{}.{}", desk.stem(), format.ending());
                Response::new(200, format.kind(), file).with("Content-Disposition", attachment(&name))
            }
            Err(why) => Response::refused(409, &why.to_string()),
        },
        Route::Files => match desk.names() {
            Ok(names) => Response::json(200, &names),
            Err(error) => Response::refused(409, &error.to_string()),
        },
        Route::File(name) => match desk.folder().picture(name) {
            Ok((kind, bytes)) => Response::new(200, kind, bytes),
            Err(error) => Response::refused(404, &error.to_string()),
        },
        Route::Upload(name) => match desk.folder().receive(name, body) {
            Ok(name) => Response::json(200, &serde_json::json!({ "file": name })),
            Err(error) => Response::refused(409, &error.to_string()),
        },
        Route::Entry(_) | Route::Events => Response::text(404, "there is nothing here"),
    }
}

fn written(desk: &Desk, format: Format, solution: bool) -> Result<Vec<u8>, NotWritten> {
    let draft = desk.draft();
    let picture = match export::picture(&draft).filter(|_| format.is_drawn()) {
        Some(name) => Some(desk.folder().picture(name)?.1),
        None => None,
    };
    export::write(&draft, format, solution, picture.as_deref())
}

/// Returns the header that makes a browser save a file under this name.
fn attachment(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let encoded: String = name
        .bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect();
    format!("attachment; filename*=UTF-8''{encoded}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_a_file_breaks_out_of_its_header() {
        let header = attachment("für \"mia\"\r\nX: y.pdf");
        assert_eq!(header, "attachment; filename*=UTF-8''f%C3%BCr%20%22mia%22%0D%0AX%3A%20y.pdf");
    }
}
