//! The labels of buttons and the messages to the player, in the language of the puzzle.
//!
//! `{…}` in a text is a placeholder that the script fills in.

use crate::publish::puzzle::Language;
use serde::Serialize;

/// The texts of a page to play. The names of the fields are those of the placeholders in `page.html`.
#[derive(Clone, Copy, Debug, Serialize)]
#[allow(missing_docs)] // the texts say what they are
pub(super) struct Wording {
    pub across: &'static str,
    pub down: &'static str,
    pub row: &'static str,
    pub column: &'static str,
    pub time: &'static str,
    pub tools: &'static str,
    pub check: &'static str,
    pub reveal: &'static str,
    pub letter: &'static str,
    pub word: &'static str,
    pub all: &'static str,
    pub zoom: &'static str,
    pub more: &'static str,
    pub help: &'static str,
    pub print: &'static str,
    pub restart: &'static str,
    pub restart_sure: &'static str,
    pub previous: &'static str,
    pub next: &'static str,
    pub close: &'static str,
    pub place: &'static str,
    pub nth: &'static str,
    pub question: &'static str,
    pub empty: &'static str,
    pub wrong: &'static str,
    pub revealed: &'static str,
    pub is_given: &'static str,
    pub no_clue: &'static str,
    pub all_right: &'static str,
    pub some_wrong: &'static str,
    pub full_but_wrong: &'static str,
    pub full: &'static str,
    pub solved: &'static str,
    pub solved_with_help: &'static str,
    pub spelled: &'static str,
    pub not_spelled: &'static str,
    pub not_kept: &'static str,
    /// A list of the keys and what they do, in HTML.
    #[serde(skip)]
    pub keys: &'static str,
    #[serde(skip)]
    pub noscript: &'static str,
    #[serde(skip)]
    pub task: &'static str,
}

const ENGLISH: Wording = Wording {
    across: "across",
    down: "down",
    row: "row",
    column: "column",
    time: "Time",
    tools: "Tools",
    check: "Check",
    reveal: "Reveal",
    letter: "Letter",
    word: "Word",
    all: "Everything",
    zoom: "Whole grid",
    more: "More",
    help: "How to play",
    print: "Print",
    restart: "Start again",
    restart_sure: "Clear the whole grid and start again?",
    previous: "Previous word",
    next: "Next word",
    close: "Close",
    place: "Row {row}, column {column}",
    nth: "letter {n} of {of}",
    question: "Question",
    empty: "empty",
    wrong: "wrong",
    revealed: "revealed",
    is_given: "given",
    no_clue: "no clue",
    all_right: "Nothing wrong here.",
    some_wrong: "Wrong fields: {n}.",
    full_but_wrong: "All fields are filled, but something is not right yet.",
    full: "All fields are filled.",
    solved: "Solved in {time}!",
    solved_with_help: "Solved in {time}, with {n} fields revealed.",
    spelled: "The solution word is right!",
    not_spelled: "The solution word is not right yet.",
    not_kept: "This browser does not let the page keep your progress.",
    keys: include_str!("keys.en.html"),
    noscript: "To play on this page, allow JavaScript. Nothing is loaded or sent.",
    task: "Join equal numbers by wires from field to field. Wires do not cross, and no field holds two of them.",
};

const GERMAN: Wording = Wording {
    across: "waagerecht",
    down: "senkrecht",
    row: "Zeile",
    column: "Spalte",
    time: "Zeit",
    tools: "Werkzeuge",
    check: "Prüfen",
    reveal: "Aufdecken",
    letter: "Buchstabe",
    word: "Wort",
    all: "Alles",
    zoom: "Ganzes Gitter",
    more: "Mehr",
    help: "So wird gespielt",
    print: "Drucken",
    restart: "Neu beginnen",
    restart_sure: "Das ganze Gitter leeren und neu beginnen?",
    previous: "Voriges Wort",
    next: "Nächstes Wort",
    close: "Schließen",
    place: "Zeile {row}, Spalte {column}",
    nth: "Buchstabe {n} von {of}",
    question: "Frage",
    empty: "leer",
    wrong: "falsch",
    revealed: "aufgedeckt",
    is_given: "vorgegeben",
    no_clue: "keine Frage",
    all_right: "Hier ist nichts falsch.",
    some_wrong: "Falsche Felder: {n}.",
    full_but_wrong: "Alle Felder sind gefüllt, aber etwas stimmt noch nicht.",
    full: "Alle Felder sind gefüllt.",
    solved: "Gelöst in {time}!",
    solved_with_help: "Gelöst in {time}, davon {n} Felder aufgedeckt.",
    spelled: "Das Lösungswort stimmt!",
    not_spelled: "Das Lösungswort stimmt noch nicht.",
    not_kept: "Dieser Browser lässt die Seite den Spielstand nicht speichern.",
    keys: include_str!("keys.de.html"),
    noscript: "Zum Spielen auf dieser Seite bitte JavaScript erlauben. Es wird nichts geladen oder gesendet.",
    task: "Gleiche Zahlen sind durch Leitungen von Feld zu Feld zu verbinden. Sie kreuzen sich nicht, und kein Feld hat zwei.",
};

impl Wording {
    /// Returns the texts in a language; in English if it is `None` or not known here.
    pub(super) fn of(language: Option<&Language>) -> Self {
        match language.map(Language::primary) {
            Some("de") => GERMAN,
            _ => ENGLISH,
        }
    }
}
