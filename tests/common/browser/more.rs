//! What only the tests of the constructor's page need.

use super::{Browser, PATIENCE, key};
use base64::Engine as _;
use serde_json::{Value, json};
use std::thread;
use std::time::{Duration, Instant};

impl Browser {
    /// Drags with the mouse from the middle of one element to those of others.
    pub fn drag(&self, selectors: &[&str]) {
        let mut actions = Vec::new();
        for (index, selector) in selectors.iter().enumerate() {
            actions.push(self.to(selector));
            if index == 0 {
                actions.push(json!({ "type": "pointerDown", "button": 0 }));
            }
        }
        actions.push(json!({ "type": "pointerUp", "button": 0 }));
        self.mouse(json!(actions));
    }

    /// Presses the mouse on an element and holds it there until `release_on`.
    pub fn hold(&self, selector: &str) {
        self.mouse(json!([self.to(selector), { "type": "pointerDown", "button": 0 }]));
    }

    /// Moves the mouse to an element and lets go of it there.
    pub fn release_on(&self, selector: &str) {
        self.mouse(json!([self.to(selector), { "type": "pointerUp", "button": 0 }]));
    }

    /// Returns the move to the middle of an element.
    fn to(&self, selector: &str) -> Value {
        let place = self.run(&format!(
            "const box = document.querySelector({selector:?}).getBoundingClientRect();\
             return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];"
        ));
        json!({ "type": "pointerMove", "duration": 0, "x": place[0], "y": place[1] })
    }

    /// Does this with the mouse.
    fn mouse(&self, actions: Value) {
        let parameters = json!({ "pointerType": "mouse" });
        self.act(json!({ "type": "pointer", "id": "mouse", "parameters": parameters, "actions": actions }));
    }

    /// Waits until an expression is true; fails if it never is.
    pub fn wait(&self, expression: &str) {
        let start = Instant::now();
        while self.run(&format!("return !!({expression})")) != true {
            let late = start.elapsed() > PATIENCE;
            let seen = if late { self.text("return document.body.innerText") } else { String::new() };
            assert!(!late, "never true: {expression}; the page has:\n{seen}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses Tab until an element that matches has the focus.
    pub fn tab_to(&self, selector: &str) {
        let is_there = format!("return document.activeElement.matches({selector:?})");
        for _ in 0..300 {
            if self.run(&is_there) == true {
                return;
            }
            self.press([key::TAB]);
        }
        panic!("the Tab key never leads to {selector}");
    }

    /// Gives the page this size, in CSS pixels.
    pub fn resize(&self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// Sends a command of the developer tools.
    pub fn devtools(&self, command: &str, params: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({ "cmd": command, "params": params }))
    }

    /// Returns a picture of the page as PNG.
    pub fn picture(&self) -> Vec<u8> {
        let shot = self.devtools("Page.captureScreenshot", &json!({ "format": "png" }));
        base64::engine::general_purpose::STANDARD.decode(shot["data"].as_str().unwrap()).unwrap()
    }

    /// Opens another window, to which commands go from then on; returns its handle.
    pub fn open_window(&self) -> String {
        let window = self.post("/window/new", &json!({ "type": "window" }));
        let name = window["handle"].as_str().unwrap().to_owned();
        self.turn_to(&name);
        name
    }

    /// Returns the handle of the window to which commands go.
    pub fn window(&self) -> String {
        let window = self.send("GET", &format!("{}/window", self.session), &json!({}));
        window.as_str().unwrap().to_owned()
    }

    /// Makes commands go to another window.
    pub fn turn_to(&self, window: &str) {
        self.post("/window", &json!({ "handle": window }));
    }

    /// Closes the window to which commands go; turn to another one before the next command.
    pub fn close_window(&self) {
        self.send("DELETE", &format!("{}/window", self.session), &json!({}));
    }
}
