//! What runs is ended by whoever stops it, and by a change.

use super::{Client, Events};
use crate::common::constructor::Constructor;
use serde_json::{Value, json};

/// The grid is so large that a search has nothing for a long time, and it has an hour.
#[test]
fn a_search_ends_when_it_is_stopped_and_when_the_puzzle_is_changed() {
    let constructor = Constructor::start("100x100");
    let mut events = Events::of(&constructor);
    let mut client = Client::new(&constructor);
    let job = json!({ "scope": { "of": "all" }, "layout": true, "seconds": 3600 });
    let change = json!({ "do": "write", "at": [0, 0], "towards": "across", "text": "A" });
    for (number, end) in [(1, json!({ "do": "stop" })), (2, change)] {
        client.does(&json!({ "do": "start", "job": job }));
        let is_own = |event: &Value, running| event["job"] == number && event["running"] == running;
        events.next("job", |event| is_own(event, true) && event["message"] != "started");
        client.does(&end);
        let ended = events.next("job", |event| is_own(event, false));
        assert!(ended["message"].as_str().is_some_and(|said| said.starts_with("stopped before")), "{ended}");
    }
}
