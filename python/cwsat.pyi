"""Grid puzzles as SAT problems: encoded, solved, decoded and judged.

Rows and columns are counted from 0, but in sentences from 1. Times are in seconds. The docstrings of the module say more.
"""

from collections.abc import Callable, Sequence
from os import PathLike
from typing import Generic, Literal, TypeVar, final

__all__ = [
    "Arrowword",
    "ArrowwordAnswer",
    "CrissCross",
    "CrissCrossAnswer",
    "CrissCrossLayout",
    "Crossword",
    "CrosswordAnswer",
    "Digram",
    "DigramAnswer",
    "DigramGrid",
    "Error",
    "Formula",
    "InputError",
    "NoSolution",
    "Numberlink",
    "NumberlinkAnswer",
    "NumberlinkBoard",
    "Progress",
    "Rating",
    "SolverError",
    "Stopped",
    "Violation",
    "Word",
    "WordList",
    "__version__",
]

__version__: str

_Solution = TypeVar("_Solution", covariant=True)
_Path = str | PathLike[str]
_Solver = Literal["cadical", "varisat"]
_Extend = Literal["nothing", "fields", "all"]
_Encoding = Literal["direct", "mdd"]
_Progress = Callable[[Progress], object]

class Error(Exception):
    """The base of all exceptions of this module."""

class InputError(Error):
    """A text, a value, a word list or a model that cannot be used; says where, and what to do."""

class NoSolution(Error):
    """There is no solution, or the search gave up without finding one; says which, and what to change."""

class Stopped(Error):
    """The time limit ended before there was a solution; whether there is one is not known."""

class SolverError(Error):
    """A SAT solver broke, or the answer that was found breaks a rule, which is a mistake in cwsat."""

@final
class WordList:
    """Words with scores, in the letters A to Z; all different, shorter ones first."""

    def __new__(cls, words: Sequence[str]) -> WordList: ...
    @staticmethod
    def read(path: _Path) -> WordList:
        """Reads a file: a word on each line, as in `ROSE`, `ROSE;80` or `ROSE|a flower`."""
    @staticmethod
    def embedded(language: Literal["de", "en"] = "de") -> WordList:
        """The embedded list of a language, for families, with relatives kept apart."""
    def kept_apart(self, language: str = "de") -> WordList:
        """This list, of which a puzzle then never has two words of one family, nor a long word inside another."""
    def for_families(self) -> WordList:
        """The words that a family newspaper prints."""
    def up_to(self, longest: int) -> WordList:
        """The words of at most this many letters."""
    def matching(self, pattern: str) -> list[str]:
        """The words that fit a pattern of letters and dots, as in `R..E`, in alphabetical order."""
    def score(self, word: str) -> float | None:
        """The score of a word, 0 to 100 by custom; None if the list does not have it."""
    @property
    def skipped(self) -> list[str]:
        """What was wrong with lines that were left out, a sentence for each reason."""
    @property
    def longest(self) -> int:
        """The number of letters of the longest word."""
    @property
    def words(self) -> list[str]:
        """The words, shorter ones first, each length in alphabetical order."""
    def __contains__(self, word: str, /) -> bool: ...
    def __len__(self) -> int: ...
    def __or__(self, other: WordList, /) -> WordList: ...
    def __ror__(self, other: WordList, /) -> WordList: ...

@final
class Formula(Generic[_Solution]):
    """Clauses over named variables; literals are integers as in DIMACS."""

    @property
    def nv(self) -> int:
        """The number of variables."""
    @property
    def clauses(self) -> list[list[int]]:
        """The clauses, built again on each call."""
    @property
    def soft(self) -> list[list[int]]:
        """The soft clauses, of a literal each; empty unless the formula was made with `soft=True`."""
    @property
    def weights(self) -> list[int]:
        """The weights of the soft clauses: what a model costs in which the clause is false."""
    @property
    def names(self) -> list[str]:
        """The names of the variables: `names[v - 1]` is that of variable `v`."""
    @property
    def notes(self) -> list[str]:
        """Sentences on what the clauses and weights promise, such as how a cost becomes a rating."""
    @property
    def solution_variables(self) -> list[int]:
        """The variables that say what a solution is."""
    def family(self, name: str) -> list[int]:
        """The variables of a family, such as `letter`; none if the formula has no such family."""
    def decode(self, model: Sequence[int]) -> _Solution:
        """Turns a model, a list of true literals, into a solution that has passed the rules."""
    def solve(
        self, *, solver: _Solver | None = None, seed: int = 0, time_limit: float | None = None
    ) -> list[int] | None:
        """Solves the formula and returns a model, or None if there is none; `time_limit` is in seconds."""
    def write(self, path: _Path, format: Literal["dimacs", "wcnf", "opb"] = "dimacs") -> None:
        """Writes the formula with the names of its variables to a file, whole or not at all."""

@final
class Progress:
    """The state of a running search."""

    @property
    def stage(self) -> str:
        """What the search is doing, in a few words."""
    @property
    def best(self) -> float | None:
        """The best value so far: a rating, a number of words or grids, an area; None without an answer."""
    @property
    def bound(self) -> float | None:
        """What the value cannot exceed, or for an area, cannot go below; None if nothing is known."""

@final
class Violation:
    """A broken rule. `str(violation)` is its message."""

    @property
    def rule(self) -> str:
        """The name of the rule, as in `unknown-word`."""
    @property
    def row(self) -> int | None:
        """The row of the field, counted from 0; None if the rule is not about one."""
    @property
    def column(self) -> int | None:
        """The column of the field, counted from 0; None if the rule is not about one."""
    @property
    def message(self) -> str:
        """What is wrong, as a sentence, in which rows and columns are counted from 1."""

@final
class Word:
    """A word in a puzzle. `str(word)` is its text."""

    @property
    def text(self) -> str:
        """Its letters."""
    @property
    def row(self) -> int:
        """The row of its first letter, counted from 0."""
    @property
    def column(self) -> int:
        """The column of its first letter, counted from 0."""
    @property
    def direction(self) -> Literal["across", "down"]:
        """Whether it runs across or down."""

@final
class Arrowword:
    """An arrowword, empty, partly given or finished. `str(puzzle)` is the text of its .cwg file."""

    def __new__(cls, text: str) -> Arrowword: ...
    @staticmethod
    def read(path: _Path) -> Arrowword:
        """Reads a .cwg file."""
    @staticmethod
    def empty(rows: int, columns: int) -> Arrowword:
        """An empty grid, in which everything is free."""
    @property
    def rows(self) -> int:
        """The number of rows."""
    @property
    def columns(self) -> int:
        """The number of columns."""
    @property
    def grid(self) -> list[str]:
        """The rows, `columns` characters each: a letter, `?` for a question field, `.` for an open field, or a block."""
    @property
    def words(self) -> list[Word]:
        """The words that are complete."""
    @property
    def unfilled(self) -> int:
        """The number of fields without a letter that should have one."""
    def check(
        self,
        words: WordList | None = None,
        *,
        against: Arrowword | None = None,
        extend: _Extend = "nothing",
    ) -> list[Violation]:
        """Judges the puzzle by the rules, by a word list, and by a grid that it has to keep."""
    def rate(self) -> Rating:
        """Rates the layout by the six factors of the cw challenge."""
    def solve(
        self,
        words: WordList,
        *,
        extend: _Extend = "nothing",
        must: Sequence[str] | None = None,
        wish: Sequence[str] | None = None,
        wish_first: bool = False,
        seed: int = 0,
        threads: int = 1,
        solver: _Solver | None = None,
        time_limit: float | None = None,
        progress: _Progress | None = None,
    ) -> ArrowwordAnswer:
        """Finishes the puzzle at the highest rating that its grid allows, with all words of `must`, and as many of `wish` as do
        not lower the rating, or with `wish_first`, as many as are found at its expense; `time_limit` is in seconds."""
    def encode(
        self,
        words: WordList,
        *,
        stage: Literal["layout", "fill", "joint"] | None = None,
        extend: _Extend = "nothing",
        must: Sequence[str] | None = None,
        wish: Sequence[str] | None = None,
        wish_first: bool = False,
        soft: bool = False,
        at_least: float | None = None,
        at_most_words: int | None = None,
        encoding: _Encoding | None = None,
        seed: int = 0,
    ) -> Formula[Arrowword]:
        """Encodes the puzzle; `at_least` is a rating, 0 to 100, `at_most_words` a number of 1 or more."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class Rating:
    """The rating of a layout."""

    @property
    def score(self) -> float:
        """The mean of the six factors, 0 to 100, without the bonus."""
    @property
    def factors(self) -> dict[str, float]:
        """The six factors by name, each 0 to 100."""
    @property
    def bonus(self) -> float:
        """What a complete fill with valid words adds to the score."""
    @property
    def ceiling(self) -> float | None:
        """The highest score of any layout with as many free fields, by counting alone; None if no puzzle fits."""

@final
class ArrowwordAnswer:
    """A finished arrowword, and what is known about it."""

    @property
    def puzzle(self) -> Arrowword:
        """The puzzle: arrows and letters everywhere."""
    @property
    def score(self) -> float:
        """The rating, bonus included: 0 to 110."""
    @property
    def ceiling(self) -> float:
        """The ceiling of the rating, bonus included: no puzzle of this grid with words of the list rates higher."""
    @property
    def word_score(self) -> float:
        """The mean score of the words in the list."""
    @property
    def ending(self) -> Literal["ceiling", "filled", "exhausted", "settled", "stopped"]:
        """Why the search ended: nothing can rate higher ("ceiling"), the layout was given ("filled"), all others were tried
        ("exhausted"), nothing better was found for long ("settled"), or the time limit ("stopped")."""
    @property
    def first_after(self) -> float:
        """Seconds from the start to the first complete puzzle."""
    @property
    def found_after(self) -> float:
        """Seconds from the start to the first puzzle of this rating."""
    @property
    def done_after(self) -> float:
        """Seconds from the start to the end."""

@final
class Crossword:
    """A crossword, black and white or barred; empty, partly given or finished."""

    def __new__(cls, text: str) -> Crossword: ...
    @staticmethod
    def read(path: _Path) -> Crossword:
        """Reads a file."""
    @property
    def kind(self) -> Literal["template", "barred"]:
        """Whether it is black and white ("template") or has bars."""
    @property
    def rows(self) -> int:
        """The number of rows."""
    @property
    def columns(self) -> int:
        """The number of columns."""
    @property
    def grid(self) -> list[str]:
        """The rows without bars, `columns` characters each: a letter, `.` for an open field, `#` for a block."""
    @property
    def words(self) -> list[Word]:
        """The words that are complete."""
    def check(
        self, words: WordList | None = None, *, against: Crossword | None = None
    ) -> list[Violation]:
        """Judges the crossword by the rules, by a word list, and by a template that it has to keep."""
    def check_custom(self) -> list[Violation]:
        """Returns what is not customary in the grid of a barred crossword."""
    def solve(
        self,
        words: WordList,
        *,
        must: Sequence[str] | None = None,
        wish: Sequence[str] | None = None,
        seed: int = 0,
        threads: int = 1,
        solver: _Solver | None = None,
        time_limit: float | None = None,
        progress: _Progress | None = None,
    ) -> CrosswordAnswer:
        """Fills the template with different words, all of `must` and as many of `wish` as are found among them, and keeps
        its letters; `time_limit` is in seconds."""
    def encode(
        self,
        words: WordList,
        *,
        must: Sequence[str] | None = None,
        wish: Sequence[str] | None = None,
        soft: bool = False,
        encoding: _Encoding | None = None,
    ) -> Formula[Crossword]:
        """Encodes the fills of the template."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class CrosswordAnswer:
    """A filled crossword."""

    @property
    def puzzle(self) -> Crossword:
        """The crossword: a letter in every field."""
    @property
    def word_score(self) -> float:
        """The mean score of its words in the list."""
    @property
    def filled_after(self) -> float:
        """Seconds from the start until all letters were found."""

@final
class Digram:
    """The size of a digram grid, a word grid with two letters or a blank in each cell."""

    def __new__(cls, rows: int, columns: int) -> Digram: ...
    def solve(
        self,
        words: WordList,
        *,
        count: int | None = 1,
        seed: int = 0,
        threads: int = 1,
        solver: _Solver | None = None,
        time_limit: float | None = None,
        progress: _Progress | None = None,
    ) -> DigramAnswer:
        """Finds `count` different grids, or all with None; `time_limit` is in seconds."""
    def encode(self, words: WordList) -> Formula[DigramGrid]:
        """Encodes the grids of this size."""

@final
class DigramGrid:
    """A finished digram grid. `str(grid)` is its text."""

    def __new__(cls, text: str) -> DigramGrid: ...
    @staticmethod
    def read(path: _Path) -> DigramGrid:
        """Reads a file."""
    @property
    def words(self) -> list[str]:
        """The words of the rows, and then those of the columns."""
    def check(self, words: WordList | None = None) -> list[Violation]:
        """Judges the grid by the rules, and by a word list."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@final
class DigramAnswer:
    """The grids that were found; at least one."""

    @property
    def grids(self) -> list[DigramGrid]:
        """The grids, all different; in alphabetical order if they are all there are."""
    @property
    def ending(self) -> Literal["enough", "all", "stopped"]:
        """Why there are no more: as many as were asked for ("enough"), proven that there are no others ("all"), or the time
        limit ("stopped")."""

@final
class CrissCross:
    """Words to be laid crosswise, and the size of the board."""

    def __new__(
        cls, text: str, *, rows: int | None = None, columns: int | None = None, seed: int = 0
    ) -> CrissCross: ...
    @staticmethod
    def read(
        path: _Path, *, rows: int | None = None, columns: int | None = None, seed: int = 0
    ) -> CrissCross:
        """Reads a file with a word on each line."""
    @property
    def rows(self) -> int:
        """The number of rows of the board."""
    @property
    def columns(self) -> int:
        """The number of columns of the board."""
    @property
    def words(self) -> list[str]:
        """The words of the list."""
    @property
    def skipped(self) -> list[str]:
        """What was wrong with lines that were left out, a sentence each; mostly empty."""
    def solve(
        self,
        *,
        prove: bool = False,
        seed: int = 0,
        threads: int = 1,
        solver: _Solver | None = None,
        time_limit: float | None = None,
        progress: _Progress | None = None,
    ) -> CrissCrossAnswer:
        """Lays as many words as possible, then with as many crossings, in the smallest box; `time_limit` is in seconds."""
    def encode(
        self, *, least_words: int | None = None, least_crossings: int = 0, soft: bool = False
    ) -> Formula[CrissCrossLayout]:
        """Encodes the connected layouts."""

@final
class CrissCrossLayout:
    """Words on a board. `str(layout)` is its text."""

    def __new__(cls, text: str) -> CrissCrossLayout: ...
    @staticmethod
    def read(path: _Path) -> CrissCrossLayout:
        """Reads a file."""
    @property
    def rows(self) -> int:
        """The number of rows of the board."""
    @property
    def columns(self) -> int:
        """The number of columns of the board."""
    @property
    def grid(self) -> list[str]:
        """The rows, `columns` characters each: a letter or `.`."""
    @property
    def words(self) -> list[Word]:
        """The words with their places."""
    @property
    def crossings(self) -> int:
        """The number of fields where two words cross."""
    def check(self, against: CrissCross | None = None) -> list[Violation]:
        """Judges the layout by the rules, and by the list of its words."""

@final
class CrissCrossAnswer:
    """A criss-cross, and what is known about it."""

    @property
    def layout(self) -> CrissCrossLayout:
        """The layout; cropped to its bounding box if no size was asked for."""
    @property
    def left_out(self) -> list[tuple[str, str]]:
        """The words that are not in the layout, each with the reason."""
    @property
    def words(self) -> int:
        """The number of words that are in it."""
    @property
    def crossings(self) -> int:
        """The number of fields where two words cross."""
    @property
    def most_words(self) -> bool:
        """Whether it is proven that no layout has more words."""
    @property
    def most_crossings(self) -> bool:
        """Whether it is proven that no layout with as many words has more crossings."""
    @property
    def smallest_box(self) -> bool:
        """Whether it is proven that no layout with as many words and crossings has a smaller bounding box."""
    @property
    def stopped(self) -> bool:
        """Whether the time limit ended the search."""
    @property
    def found_after(self) -> float:
        """Seconds from the start to this layout."""
    @property
    def done_after(self) -> float:
        """Seconds from the start to the end."""

@final
class Numberlink:
    """A problem of Numberlink with blocks to place. `str(problem)` is the text of its Q file."""

    def __new__(cls, text: str) -> Numberlink: ...
    @staticmethod
    def read(path: _Path) -> Numberlink:
        """Reads a Q file."""
    @property
    def blocks(self) -> int:
        """The number of blocks."""
    @property
    def nets(self) -> int:
        """The number of wires."""
    def solve(
        self,
        *,
        seed: int = 0,
        threads: int = 1,
        solver: _Solver | None = None,
        time_limit: float | None = None,
        progress: _Progress | None = None,
    ) -> NumberlinkAnswer:
        """Places blocks and wires in the smallest rectangle; `time_limit` is in seconds."""
    def encode(self, rows: int, columns: int) -> Formula[NumberlinkBoard]:
        """Encodes that blocks and wires fit into a rectangle, sides 1 to 72."""
    def answer(self, text: str) -> NumberlinkBoard:
        """Reads an answer to this problem, the text of an A file."""

@final
class NumberlinkBoard:
    """Blocks and wires on a board. `str(board)` is the text of its A file."""

    @property
    def rows(self) -> int:
        """The number of rows."""
    @property
    def columns(self) -> int:
        """The number of columns."""
    @property
    def area(self) -> int:
        """The area of the smallest rectangle around blocks and wires, in fields."""
    def check(self) -> list[Violation]:
        """Judges the answer by the rules."""

@final
class NumberlinkAnswer:
    """An answer to a Numberlink problem, and what is known about it."""

    @property
    def board(self) -> NumberlinkBoard:
        """Blocks and wires, cropped to the rectangle around them."""
    @property
    def area(self) -> int:
        """The area of the board, in fields."""
    @property
    def bound(self) -> int:
        """The proven lower bound of the area."""
    @property
    def optimal(self) -> bool:
        """Whether no answer can be smaller."""
    @property
    def first_after(self) -> float:
        """Seconds from the start to the first answer."""
    @property
    def found_after(self) -> float:
        """Seconds from the start to this answer."""
    @property
    def done_after(self) -> float:
        """Seconds from the start to the end."""
