//! The rating in a formula to be written: as a bound or as costs, exactly or approximately, and the lines at the top of the
//! file that say which.

use super::bound::Ceiling;
use super::layout::{Bounds, Costs, EXACT_FIELDS, LayoutEncoding, Losses};
use crate::cnf::Soft;

/// Adds the rating as it is, as a bound or as costs; returns the costs, and the lines at the top of the file that explain them.
pub(super) fn exact_goal(
    layout: &mut LayoutEncoding,
    at_least: Option<f64>,
    is_priced: bool,
) -> (Vec<Soft>, Vec<String>) {
    let losses = layout.add_losses();
    let mut notes = Vec::new();
    if let Some(score) = at_least {
        layout.add_at_least(&losses, score);
        notes.push(format!("at least: {score}"));
        notes.push("rating: exact; there is no model only if no layout rates as high".to_owned());
    }
    if !is_priced {
        return (Vec::new(), notes);
    }
    let Costs { soft, base } = losses.costs();
    notes.push(format!("cost of every model: {base}"));
    notes.push(format!(
        "rating: exact; it is 100 - (COST + {base}) / {}, up to less than 0.00001, where COST is the cost of the \
         soft clauses",
        Losses::COST_OF_A_POINT
    ));
    (soft, notes)
}

/// Adds bounds that imply the rating, or costs close to it; returns the costs, and the lines at the top of the file that explain them.
pub(super) fn approximate_goal(
    layout: &mut LayoutEncoding,
    at_least: Option<f64>,
    is_priced: bool,
    ceiling: &Ceiling,
    bounds: Option<&Bounds>,
) -> (Vec<Soft>, Vec<String>) {
    let mut notes = Vec::new();
    if let (Some(score), Some(bounds)) = (at_least, bounds) {
        layout.add_bounds(bounds);
        notes.push(format!("at least: {score}"));
        notes.push(format!(
            "rating: by bounds on the counts, as there are more than {EXACT_FIELDS} fields; there may be no model \
             although some layout rates as high"
        ));
        notes.extend(bounds.lines());
    }
    if !is_priced {
        return (Vec::new(), notes);
    }
    let Costs { soft, base } = layout.add_costs(ceiling);
    notes.push(format!("cost of every model: {base}"));
    notes.push(format!(
        "rating: approximate, as there are more than {EXACT_FIELDS} fields; it is about 100 - (COST + {base}) / 600, \
         where COST is the cost of the soft clauses, and the best model may not have the best rating"
    ));
    (soft, notes)
}
