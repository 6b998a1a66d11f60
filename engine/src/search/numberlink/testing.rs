//! A problem for the unit tests of this folder.

/// Five blocks and four wires on a board of 8 x 8 fields.
pub(crate) const FIVE_BLOCKS: &str = "\
SIZE 8X8
BLOCK_NUM 5

BLOCK#1 2X2
4,+
+,+

BLOCK#2 2X2
3,+
2,4

BLOCK#3 2X3
2,0
3,1
+,0

BLOCK#4 3X2
0,+,+
1,+,0

BLOCK#5 2X3
+,+
0,+
0,+
";
