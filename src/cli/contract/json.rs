//! What all JSON of the program has in common: the version of its form, the command, the kind, and the input.
//!
//! `docs/formats.md` documents the form. A key is added without another version; one that is renamed, removed, or
//! means something else makes another version.

use serde_json::{Map, Value};
use std::io::{self, Write};

/// The version of the form.
pub const VERSION: u32 = 1;

/// An object of the program: what is common, and the fields of its own.
pub fn object(command: &str, kind: &str, input: &str, own: Map<String, Value>) -> Value {
    let mut object = Map::new();
    object.insert("version".to_owned(), VERSION.into());
    object.insert("command".to_owned(), command.into());
    object.insert("kind".to_owned(), kind.into());
    object.insert("input".to_owned(), input.into());
    object.extend(own);
    Value::Object(object)
}

/// The fields of a `json!({…})`.
pub fn fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        other => Map::from_iter([("value".to_owned(), other)]),
    }
}

/// Writes an object in a line of its own.
pub fn write(out: &mut dyn Write, object: &Value) -> io::Result<()> {
    writeln!(out, "{object}")
}
