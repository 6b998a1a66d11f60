//! Numberlinks: problems, and solutions of one of three problems or of the one before the solution.
#![no_main]
use cwsat::encodings::numberlink::bounds::Counts;
use cwsat::encodings::numberlink::format_a::Year;
use cwsat::encodings::numberlink::{Problem, format_a, format_q, rules};
use cwsat::publish::puzzle::convert;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

static PROBLEMS: LazyLock<[Problem; 2]> = LazyLock::new(|| {
    [
        "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n",
        include_str!("../../test_cases/numberlink/Q_5_4.txt"),
    ]
    .map(|text| format_q::read(text).expect("a problem"))
});

fn answer(text: &str, problem: &Problem) {
    for year in [Year::Later, Year::Y2019] {
        let Ok(answer) = format_a::read(text, problem, year) else { continue };
        let written = format_a::write(&answer, 1, year);
        assert_eq!(format_a::read(&written, problem, year).as_ref(), Ok(&answer), "{written}");
        if rules::check(problem, &answer).is_empty() {
            let cropped = answer.cropped();
            assert!(rules::check(problem, &cropped).is_empty());
            assert_eq!(cropped.area(), answer.area());
            cwsat_fuzz::holds(&convert::numberlink(problem, &cropped));
        }
    }
}

fuzz_target!(|text: &str| {
    let _ = format_q::recognises(text);
    let (first, second) = text.split_once("====\n").unwrap_or((text, text));
    if let Ok(problem) = format_q::read(first) {
        let written = format_q::write(&problem);
        assert_eq!(format_q::read(&written).as_ref(), Ok(&problem), "{written}");
        let _ = Counts::of(&problem).area();
        answer(second, &problem);
    }
    PROBLEMS.iter().for_each(|problem| answer(second, problem));
});
