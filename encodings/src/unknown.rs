//! The error of a name that stands for none of a few choices. All choices that are read from a text are looked up here.

use std::fmt::Display;

/// A name that is none of those there are.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{name}` is not {what}; there are {there}")]
pub struct Unknown {
    /// The name.
    name: String,
    /// What it should name, with its article.
    what: &'static str,
    /// The names there are.
    there: String,
}

/// Returns the choice that is displayed as `name`. `what` says what it is, with its article.
pub fn find<T: Copy + Display>(name: &str, what: &'static str, all: &[T]) -> Result<T, Unknown> {
    let names: Vec<String> = all.iter().map(ToString::to_string).collect();
    let found = names.iter().position(|known| known == name);
    found.map(|at| all[at]).ok_or_else(|| Unknown { name: name.to_owned(), what, there: list(&names) })
}

/// Lists names as in `one, two and three`.
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_or_all_others_are_named() {
        let all = ["joint", "layout", "fill"];
        assert_eq!(all.map(|name| find(name, "a stage", &all)), all.map(Ok));
        let error =
            |name, all: &[&'static str]| find(name, "a stage", all).map_err(|error| error.to_string());
        let three = "`Joint` is not a stage; there are joint, layout and fill";
        assert_eq!(error("Joint", &all), Err(three.to_owned()));
        assert_eq!(error("", &all[..2]), Err("`` is not a stage; there are joint and layout".to_owned()));
        assert_eq!(error("fil", &all[2..]), Err("`fil` is not a stage; there are fill".to_owned()));
        assert_eq!(error("x", &[]), Err("`x` is not a stage; there are ".to_owned()));
    }
}
