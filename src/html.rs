//! Pages that need nothing else: their scripts and data are put into them.

use serde::Serialize;

/// Puts each part in the place of a page that is marked by its name, `/* name */`.
pub fn assemble(page: &str, parts: &[(&str, &str)]) -> String {
    parts.iter().fold(page.to_owned(), |page, (name, part)| {
        page.replace(&format!("/* {name} */"), part)
    })
}

/// Data as JSON that may stand in a script: `<` would end it where a name says `</script>`.
pub fn json_in_script(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).expect("what pages show is always JSON");
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_ends_a_script_does_not() {
        let json = json_in_script(&"</script>");
        let page = assemble(
            "<script>const NAME = /* name */;</script>",
            &[("name", &json)],
        );
        assert_eq!(page, "<script>const NAME = \"\\u003c/script>\";</script>");
    }
}
