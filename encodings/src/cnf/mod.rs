//! Clauses with named variable families, cardinality constraints, DIMACS text.
