//! All integration tests, as one program: forty programs would each have to be compiled and linked. Each file is about one
//! command, one promise or one encoding.
//!
//! ```sh
//! cargo test --test all                # all of them
//! cargo test --test all solve::        # those of tests/solve.rs
//! ```

mod common;

mod annealing;
mod apart;
mod backends;
mod barred;
mod barred_encoding;
mod book;
mod bound;
mod changes;
mod check;
mod check_bound;
mod check_boxes;
mod check_rectangles;
mod clues;
mod cnf_constraints;
mod contract;
mod count;
mod crisscross;
mod crisscross_encoding;
mod crisscross_relative;
mod crossword_joint;
mod cubes;
mod digram;
mod digram_cli;
mod docs;
mod each_wish;
mod edit;
mod edit_analysis;
mod edit_crisscross;
mod edit_crosswords;
mod edit_jobs;
mod edit_live;
#[cfg(feature = "edit")]
mod edit_page;
#[cfg(feature = "edit")]
mod edit_server;
mod encode;
mod encoding_pages;
mod equations;
mod exact_rating;
mod exchange;
mod explain;
mod explain_own;
mod explain_proofs;
mod external_solvers;
mod family;
mod faults;
mod fewest;
mod fill_encoding;
mod fuzzing;
mod given;
mod html;
mod ipasir;
mod layers;
mod layout_encoding;
mod layout_search;
mod limits;
mod lists;
mod log;
mod make;
mod maxsat;
mod membership;
mod must_at;
mod narrow;
mod newcomer;
mod numberlink;
mod numberlink_encoding;
mod numberlink_explain;
mod numberlink_wirings;
mod optimum;
mod own_words;
mod partial;
mod processes;
mod proofs;
mod puzzle_pages;
mod rating_encoding;
mod render;
mod small;
mod small_proofs;
mod solve;
mod spelled;
mod template;
mod template_encoding;
mod tiny;
mod together;
mod variety;
mod wishes;
mod words;
mod worksheets;
