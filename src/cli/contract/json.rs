//! What all JSON output of the program has in common: the version of the format, the command, the kind, and the input.
//!
//! `docs/formats.md` documents the format. Adding a key keeps the version; renaming or removing one, or changing its
//! meaning, increments it.

use serde_json::{Map, Value};
use std::io::{self, Write};

/// The version of the format.
pub const VERSION: u32 = 1;

/// Creates an object with the common fields, followed by those in `own`.
pub fn object(command: &str, kind: &str, input: &str, own: Map<String, Value>) -> Value {
    let mut object = Map::new();
    object.insert("version".to_owned(), VERSION.into());
    object.insert("command".to_owned(), command.into());
    object.insert("kind".to_owned(), kind.into());
    object.insert("input".to_owned(), input.into());
    object.extend(own);
    Value::Object(object)
}

/// Returns the fields of a `json!({…})`.
pub fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => Map::from_iter([("value".to_owned(), other)]),
    }
}

/// Writes an object on a line of its own.
pub fn write(out: &mut dyn Write, object: &Value) -> io::Result<()> {
    writeln!(out, "{object}")
}
