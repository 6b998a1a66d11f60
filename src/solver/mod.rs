//! SAT back ends behind one small trait, and the word propagator.
