//! The contents of an ipuz file, and whether a text is one.

use super::{Cell, More};
use crate::publish::puzzle::Kind;
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub(super) struct File {
    pub kind: Vec<String>,
    pub dimensions: Dimensions,
    #[serde(default)]
    pub block: Option<String>,
    #[serde(default)]
    pub empty: Option<Value>,
    pub puzzle: Vec<Vec<Value>>,
    #[serde(default)]
    pub styles: BTreeMap<String, Value>,
    #[serde(default)]
    pub solution: Option<Vec<Vec<Value>>>,
    #[serde(default)]
    pub clues: BTreeMap<String, Vec<Value>>,
    #[serde(default)]
    pub title: Option<String>,
    #[serde(default)]
    pub author: Option<String>,
    #[serde(default)]
    pub copyright: Option<String>,
    #[serde(default, rename = "org.libipuz:locale")]
    pub locale: Option<String>,
    #[serde(default, rename = "io.github.cwsat:kind")]
    pub our_kind: Option<Kind>,
    #[serde(default, rename = "io.github.cwsat:arrows")]
    pub arrows: Option<BTreeMap<String, String>>,
    #[serde(default, rename = "io.github.cwsat:clues")]
    pub more: BTreeMap<String, More>,
    #[serde(default, rename = "io.github.cwsat:dashes")]
    pub dashes: Vec<Cell>,
    #[serde(default, rename = "io.github.cwsat:solution_word")]
    pub solution_word: Vec<Cell>,
}

#[derive(Deserialize)]
pub(super) struct Dimensions {
    pub width: usize,
    pub height: usize,
}

/// Returns whether a text declares itself to be ipuz: its version or its kind names the format.
pub fn is_ipuz(text: &str) -> bool {
    let names_it = |rest: &str| {
        let value = rest.trim_start_matches([' ', '\t', '\r', '\n', ':', '[']).strip_prefix('"');
        value.and_then(|value| value.split('"').next()).is_some_and(|value| value.contains("ipuz.org/"))
    };
    ["\"version\"", "\"kind\""].iter().any(|key| text.split(key).skip(1).any(names_it))
}

/// Returns the JSON of a text, which old files wrap in a call: `ipuz({…})`.
pub(super) fn json_in(text: &str) -> &str {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
    let inner =
        text.split_once('(').filter(|(name, _)| name.chars().all(|c| c.is_alphanumeric() || c == '_'));
    let inner = inner.and_then(|(_, rest)| rest.trim_end_matches(';').strip_suffix(')'));
    inner.unwrap_or(text)
}
