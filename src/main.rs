//! The program: parse the arguments, run the command, turn an error into an exit code.

fn main() {}
