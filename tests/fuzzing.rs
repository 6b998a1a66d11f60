//! Every reader of what others have made, and every writer, has a fuzz target: the list of both is made from the sources, so
//! that a new one cannot be forgotten.

use crate::layers::{code, texts};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// The readers and writers outside of the program's own folder `src/cli`, whose readers are made of these: in each line a target,
/// a file, and the functions and types in it.
const COVERED: &str = "
barred encodings/src/barred/format.rs read write
barred encodings/src/barred/solution.rs write
clues src/publish/clues/lines.rs read
clues src/publish/clues/thesaurus.rs read
count engine/src/solver/process/counter.rs read_count
crisscross encodings/src/crisscross/base.rs read
crisscross encodings/src/crisscross/format.rs read write
cubes encodings/src/cnf/icnf.rs read_cubes write write_cubes
cwg encodings/src/arrowword/cwg/mod.rs read write
digram encodings/src/digram/format.rs read read_all write
dimacs encodings/src/cnf/dimacs.rs read read_within write write_clauses
document src/publish/puzzle/json/mod.rs write
document src/publish/puzzle/json/read.rs read serde_json
draft src/edit/draft/document.rs of_document
draft src/edit/draft/text.rs of_text
draft src/serve/export.rs write
draft src/serve/folder/mod.rs read serde_json
exchange src/publish/exchange/grid.rs write_cwg write_text
exchange src/publish/exchange/jpz.rs write
formula encodings/src/cnf/dimacs.rs write_under write_with
formula encodings/src/cnf/map.rs write
formula encodings/src/cnf/opb.rs write
formula encodings/src/cnf/wcnf.rs write write_old
http src/serve/http/message.rs write
ipuz src/publish/exchange/ipuz/listed.rs read serde_json
ipuz src/publish/exchange/ipuz/read.rs read serde_json
ipuz src/publish/exchange/ipuz/write.rs write
map encodings/src/cnf/map.rs read
map encodings/src/crisscross/names.rs from_names
map encodings/src/crossword/names.rs from_names
map encodings/src/digram/names.rs from_names
map encodings/src/numberlink/names.rs from_names
merge engine/src/solver/proof/merge.rs add
model encodings/src/cnf/model.rs read
numberlink encodings/src/numberlink/format_a.rs read write
numberlink encodings/src/numberlink/format_q.rs read write
options encodings/src/arrowword/given.rs Extend
options encodings/src/arrowword/instance.rs Stage
options encodings/src/arrowword/puzzle.rs Arrow
options encodings/src/cnf/counting.rs Cardinality PseudoBoolean
options encodings/src/digram/puzzle.rs Size
options encodings/src/lexicon/alphabet.rs Alphabet
options encodings/src/lexicon/demanded.rs DemandedWord
options encodings/src/lexicon/glob.rs Glob
options encodings/src/lexicon/membership/mod.rs Membership
options encodings/src/lexicon/pattern.rs Pattern
options encodings/src/lexicon/placed.rs PlacedWord
options encodings/src/template/style.rs Style Symmetry
options src/publish/puzzle/language.rs Language
options src/publish/puzzle/solution_word.rs read
options engine/src/search/crisscross/taste.rs Aspect
options engine/src/search/fill/engine.rs Engine
options engine/src/solver/backend.rs BackEnd
options engine/src/solver/process/command.rs CommandLine
options engine/src/solver/proof/mod.rs ProofFormat
pages src/publish/output/html/mod.rs write
pages src/publish/output/pdf.rs write
pages src/publish/output/png.rs write
pages src/publish/output/svg.rs write
picture src/publish/page/picture/mod.rs read
puz src/publish/exchange/puz/read.rs read
puz src/publish/exchange/puz/write.rs write
request src/serve/answer.rs serde_json
template encodings/src/crossword/solution.rs read_clues write
template encodings/src/template/format.rs read read_size write
template encodings/src/template/solution.rs write
words encodings/src/digram/words.rs read
words encodings/src/lexicon/entries/mod.rs read_entries
words encodings/src/lexicon/read.rs read_list
";

/// Those that need no target of their own: a file, a function, and why.
const ELSEWHERE: [(&str, &str, &str); 5] = [
    ("src/limits.rs", "read", "hands on the bytes"),
    ("src/serve/folder/versions.rs", "read_version", "reads the text as `read` in mod.rs does"),
    ("engine/src/cleanup/whole.rs", "write", "writes bytes that others have made"),
    ("encodings/src/cnf/opb.rs", "write_with", "`write` is the same without more constraints"),
    (
        "encodings/src/arrowword/layout/equations.rs",
        "write",
        "VeriPB reads what it writes: tests/equations.rs",
    ),
];

/// Returns the functions and types of these sources that read or write a format.
fn found(crate_folder: &str) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    for (file, text) in texts(Path::new(crate_folder)) {
        if file.starts_with("cli/") {
            continue;
        }
        let code = code(&text);
        let mut add = |name: &str| {
            found.insert((format!("{crate_folder}/{file}"), name.to_owned()));
        };
        let name_at = |rest: &str| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned()
        };
        for function in code.split("pub fn ").skip(1) {
            let name = name_at(function);
            let signature = function.split('{').next().unwrap_or_default();
            let takes_text =
                ["str", "[u8]", "impl Read", "Document"].iter().any(|kind| signature.contains(kind));
            let reads =
                ["read", "from_names", "of_text", "of_document"].iter().any(|start| name.starts_with(start));
            let takes_file = signature.contains("BufRead");
            if name.starts_with("write") || takes_file || reads && takes_text {
                add(&name);
            }
        }
        for named in code.split("FromStr for ").skip(1) {
            add(&name_at(named));
        }
        if code.contains("serde_json::from_") {
            add("serde_json");
        }
    }
    found
}

#[test]
fn every_reader_and_writer_has_a_fuzz_target() {
    let mut missing: BTreeSet<_> =
        ["src", "engine/src", "encodings/src"].into_iter().flat_map(found).collect();
    for line in COVERED.lines().filter(|line| !line.is_empty()) {
        let mut words = line.split(' ');
        let (target, file) = words.next().zip(words.next()).expect("a target and a file");
        let text = fs::read_to_string(format!("fuzz/fuzz_targets/{target}.rs")).ok().map(|text| {
            let shared = fs::read_to_string("fuzz/src/lib.rs").expect("what the targets share");
            if text.contains("cwsat_fuzz::") { text + &shared } else { text }
        });
        // The package has no targets.
        assert!(text.is_some() || !Path::new("fuzz").exists(), "there is no target {target}");
        for name in words {
            let is_read = missing.remove(&(file.to_owned(), name.to_owned()));
            assert!(is_read, "{file} has no {name} any more, or it is listed twice");
            let is_named =
                |text: &String| ["(", ">"].iter().any(|end| text.contains(&format!("{name}{end}")));
            assert!(
                name == "serde_json" || text.as_ref().is_none_or(is_named),
                "the target {target} does not call {name}"
            );
        }
    }
    for (file, name, why) in ELSEWHERE {
        assert!(
            missing.remove(&(file.to_owned(), name.to_owned())),
            "{file} has no {name}, or it is listed twice"
        );
        assert!(!why.is_empty());
    }
    assert!(missing.is_empty(), "readers or writers without a fuzz target: {missing:#?}");
}

#[test]
fn every_fuzz_target_is_built_has_inputs_and_is_described() {
    let Ok(targets) = fs::read_dir("fuzz/fuzz_targets") else { return }; // the package has no targets
    let built = fs::read_to_string("fuzz/Cargo.toml").expect("the targets");
    let page = fs::read_to_string("docs/testing.md").expect("the page");
    let (_, page) = page.split_once("\n## Fuzzing\n").expect("the section");
    let mut count = 0;
    for target in targets {
        let name = target.expect("a file").file_name().into_string().expect("a name");
        let name = name.strip_suffix(".rs").expect("a source");
        assert!(
            built.contains(&format!("path = \"fuzz_targets/{name}.rs\"")),
            "{name} is not in fuzz/Cargo.toml"
        );
        let inputs = fs::read_dir(format!("fuzz/corpus/{name}")).map_or(0, Iterator::count);
        assert!(inputs >= 2, "{name} has {inputs} inputs in fuzz/corpus");
        let is_described =
            page.lines().any(|line| line.starts_with('|') && line.contains(&format!("`{name}`")));
        assert!(is_described, "docs/testing.md does not say what {name} gets");
        count += 1;
    }
    assert_eq!(built.matches("[[bin]]").count(), count, "fuzz/Cargo.toml has more targets than there are");
}
