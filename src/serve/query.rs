//! The part of a link that follows `?`.

/// Returns the value of this name, decoded; `None` if it is not there or not text.
pub fn value(query: &str, name: &str) -> Option<String> {
    let mut parts = query.split('&').filter_map(|part| part.split_once('='));
    let (_, value) = parts.find(|(other, _)| *other == name)?;
    let mut bytes = Vec::with_capacity(value.len());
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => hex(rest.next()?)? << 4 | hex(rest.next()?)?,
            b'+' => b' ',
            _ => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|value| value as u8) // below 16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_decoded_or_refused() {
        assert_eq!(value("a=1&name=f%C3%bcr+mia.json", "name").as_deref(), Some("für mia.json"));
        assert_eq!(value("name=..%2Fa", "name").as_deref(), Some("../a"));
        assert_eq!(value("name=", "name").as_deref(), Some(""));
        for query in ["", "name", "names=a", "name=%", "name=%4", "name=%g0", "name=%ff"] {
            assert_eq!(value(query, "name"), None, "{query}");
        }
    }
}
