//! Barred crosswords: grids are made ([`make`]); all else is the search of [`crossword`](crate::search::crossword).

pub mod make;
