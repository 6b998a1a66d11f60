//! `--extend`: what may be added to the questions that a grid gives. All commands that read a grid share it, so that the
//! same words on the command line mean the same layouts.

use cwsat::encodings::arrowword::given::Extend;
use cwsat::encodings::arrowword::puzzle::{Field, Puzzle};

/// The flag.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Arrowwords")]
pub struct Flag {
    /// Allow more questions in a grid that has some: `fields` allows more question fields, `all` also a second question in a
    /// given field with one; `--extend` alone means all. Without it, a grid with `?` is taken as the whole layout. In a grid
    /// without `?`, any field may hold questions.
    #[arg(
        long,
        value_name = "fields|all",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all"
    )]
    extend: Option<Extend>,
}

impl Flag {
    /// Returns the value, if the flag is given.
    pub fn given(self) -> Option<Extend> {
        self.extend
    }

    /// Returns what applies to every grid.
    pub fn said(self) -> Extend {
        self.extend.unwrap_or_default()
    }

    /// Returns what that means for this grid.
    pub fn of(self, given: &Puzzle) -> Extend {
        self.said().of(given)
    }
}

/// Returns what to add to "there is none" if more could be added to the grid, as the end of a sentence; `extend` is taken
/// literally.
pub fn restriction(extend: Extend, given: &Puzzle) -> &'static str {
    let has_questions = !given.questions.is_empty();
    match extend {
        Extend::Nothing => "; the grid is taken as the whole layout (--extend allows more questions)",
        Extend::Fields if has_questions => {
            "; given question fields have no other questions (--extend=all allows a second one)"
        }
        Extend::Fields | Extend::All => "",
    }
}

/// Returns whether all question fields of a grid have questions.
pub fn has_all_arrows(given: &Puzzle) -> bool {
    let has_one = |pos| given.questions.iter().any(|question| question.pos == pos);
    given.fields.iter().all(|(pos, &field)| field != Field::Question || has_one(pos))
}
