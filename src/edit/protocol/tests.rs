//! Every message is on the page that documents them.

use super::*;
use serde_json::Value;
use serde_json::value::Index;
use std::collections::BTreeSet;

/// The page that shows every message.
const PAGE: &str = include_str!("../../../docs/constructor_protocol.md");

/// Returns the JSON of the blocks of this kind.
fn blocks(kind: &str) -> Vec<&'static str> {
    let opening = format!("```json {kind}\n");
    PAGE.split(&opening).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

/// Returns a message without the values that mean nothing: absent ones and `false`.
fn said(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let said = fields.into_iter().map(|(key, value)| (key, said(value)));
            Value::Object(
                said.filter(|(_, value)| !matches!(value, Value::Null | Value::Bool(false))).collect(),
            )
        }
        Value::Array(values) => Value::Array(values.into_iter().map(said).collect()),
        Value::Number(number) => serde_json::json!(number.as_f64()),
        other => other,
    }
}

/// Reads the blocks of a kind, compares what is written back, and returns the names of the messages.
fn read<T: Serialize + for<'a> Deserialize<'a>>(kind: &str, name: impl Index + Copy) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for block in blocks(kind) {
        let value: Value = serde_json::from_str(block).expect(block);
        let message: T = serde_json::from_str(block).unwrap_or_else(|error| panic!("{error}: {block}"));
        let written = said(serde_json::to_value(&message).expect("JSON"));
        let Value::Object(written_fields) = &written else { panic!("{written}") };
        // What is left out in an example has its default value, which may be written.
        if let (Value::Object(shown), false) = (said(value.clone()), kind == "request") {
            assert_eq!(&shown, written_fields, "{block}");
        }
        let named = value.get("command").unwrap_or(&value);
        names.insert(named[name].as_str().expect("a name").to_owned());
    }
    names
}

#[test]
fn every_message_of_the_page_is_read() {
    assert_eq!(read::<Request>("request", "do").len(), 30);
    assert_eq!(read::<Reply>("reply", "reply").len(), 3);
    assert_eq!(read::<Event>("event", "event").len(), 10);
}

#[test]
fn what_is_unknown_is_refused() {
    for text in [
        r#"{"command": {"do": "fly"}}"#,
        r#"{"command": {"do": "undo", "twice": true}}"#,
        r#"{"command": {"do": "undo"}, "colour": 1}"#,
        r#"{"command": {"do": "make", "cells": [[0, -1]], "to": "open"}}"#,
        r#"{"command": {"do": "start", "job": {"scope": {"of": "some"}}}}"#,
    ] {
        assert!(serde_json::from_str::<Request>(text).is_err(), "{text}");
    }
}
