"""Tests of the Python module as it is installed: `python -m unittest discover python/tests`, from the repository's root.

They need `python-sat`; PySAT's solvers and the program `cwsat` beside the module are the judges. With `mypy`, the stubs are
compared with the module, and the examples with the stubs.
"""

import ast
import importlib.util
import itertools
import os
import pathlib
import re
import signal
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
import threading
import unittest

import cwsat
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF, IDPool
from pysat.solvers import Cadical195

ROOT = pathlib.Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "python/examples").glob("*.py"))
CASES = ROOT / "test_cases"
# The program that was installed with the module.
PROGRAM = pathlib.Path(sysconfig.get_path("scripts")) / "cwsat"
# A problem whose search takes far longer than any test.
ENDLESS = CASES / "numberlink/Q_30_15.txt"


def run(*command, **options):
    """Runs a command in the repository's root and returns what it prints."""
    options = {"cwd": ROOT, "capture_output": True, "text": True} | options
    done = subprocess.run([str(part) for part in command], **options)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def solutions(formula):
    """Decodes all models that differ in the variables of a solution, by PySAT."""
    found = []
    with Cadical195(bootstrap_with=formula.clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            found.append(formula.decode(model))
            values = {abs(literal): literal for literal in model}
            solver.add_clause([-values[variable] for variable in formula.solution_variables])
    return found


class Examples(unittest.TestCase):
    def test_each_kind_has_one_and_all_run(self):
        kinds = {"arrowword", "crossword", "barred", "digram", "crisscross", "numberlink"}
        self.assertLessEqual(kinds, {path.stem for path in EXAMPLES})
        for path in EXAMPLES:
            with self.subTest(path.name):
                self.assertTrue(run(sys.executable, path))
                self.assertIn(path.read_text(), (ROOT / "docs/python.md").read_text())
                self.assertLessEqual(len(path.read_text().splitlines()), 20)


class Docstrings(unittest.TestCase):
    """Everything public says what it is, in the module and in the stubs; numbers say their unit, and lines their shape."""

    def described(self):
        """Yields for each public name its text in the stub, its docstring there and in the module, and what it is called."""
        for named in ast.parse((ROOT / "python/cwsat.pyi").read_text()).body:
            if not isinstance(named, ast.ClassDef):
                continue
            inner = getattr(cwsat, named.name)
            yield named.name, "", ast.get_docstring(named), inner.__doc__
            for member in named.body:
                if isinstance(member, ast.FunctionDef) and not member.name.startswith("_"):
                    name = f"{named.name}.{member.name}"
                    yield name, ast.unparse(member), ast.get_docstring(member), getattr(inner, member.name).__doc__

    def test_each_public_name_has_one(self):
        names = [name for name, *_ in self.described()]
        self.assertGreater(len(names), 100)
        self.assertLessEqual(set(cwsat.__all__) - {"__version__"}, set(names))
        for name, _, stub, module in self.described():
            for docstring in stub, module:
                self.assertTrue(docstring and docstring.strip().endswith("."), f"{name}: {docstring!r}")

    def test_units_and_shapes_are_named(self):
        units = {
            "time_limit": "`time_limit` is in seconds",
            "at_least": "0 to 100",
            "-> float:": "[Ss]econds|0 to 1[01]0|score|ceiling",
            "def row(": "counted from 0",
            "def column(": "counted from 0",
            "def grid(": "rows.* for each field|`columns` characters each",
            "def area(": "in fields",
        }
        found = {unit: 0 for unit in units}
        for name, text, stub, module in self.described():
            for unit, expected in units.items():
                if unit in text:
                    found[unit] += 1
                    for docstring in stub, module:
                        self.assertRegex(docstring.replace("\n", " "), expected, name)
        self.assertTrue(all(found.values()), found)


@unittest.skipUnless(
    importlib.util.find_spec("mypy") or os.environ.get("CWSAT_REQUIRE_SOLVERS"), "mypy is not installed"
)
class Types(unittest.TestCase):
    def test_the_stubs_are_those_of_the_module(self):
        # The stub's Formula is generic as every generic class; the inner module is what the outer one shows.
        with tempfile.TemporaryDirectory() as folder:
            allowed = pathlib.Path(folder) / "allowed.txt"
            allowed.write_text("cwsat.Formula.__class_getitem__\ncwsat.cwsat\n")
            run(sys.executable, "-m", "mypy.stubtest", "cwsat", "--allowlist", allowed, cwd=folder)

    def test_the_examples_are_typed(self):
        options = ["--strict", "--cache-dir", os.devnull, "--allow-untyped-calls"]
        settings = "[mypy]\n[mypy-pysat.*]\nignore_missing_imports = True\n"
        with tempfile.NamedTemporaryFile("w", suffix=".ini") as file:
            file.write(settings)
            file.flush()
            run(sys.executable, "-m", "mypy", *options, "--config-file", file.name, *EXAMPLES)


class Counts(unittest.TestCase):
    """PySAT finds as many solutions as `cwsat count`, all different, and all of them pass the rules."""

    def count(self, *arguments):
        return int(run(PROGRAM, "count", *arguments, "--quiet"))

    def compare(self, formula, text, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "input.txt"
            file.write_text(text)
            found = solutions(formula)
            self.assertEqual(len({str(solution) for solution in found}), len(found))
            self.assertEqual(len(found), self.count(file, *arguments))
        self.assertGreater(len(found), 1)
        return found

    def words(self, *words):
        file = tempfile.NamedTemporaryFile("w", suffix=".txt")
        self.addCleanup(file.close)
        file.write("\n".join(words))
        file.flush()
        return cwsat.WordList.read(file.name).kept_apart("de"), file.name

    def test_arrowwords(self):
        words, file = self.words("LA", "AD", "EI", "ROT", "TOR", "EIS", "LEID")
        for text in ["3\n3\n...\n...\n...\n", "2\n4\n....\n....\n"]:
            grid = cwsat.Arrowword(text)
            formula = grid.encode(words)
            for puzzle in self.compare(formula, text, "--as", "arrowword", "--words", file):
                self.assertEqual(puzzle.check(words, against=grid), [])
                self.assertEqual(puzzle.unfilled, 0)
            layout = grid.encode(words, stage="layout")
            self.compare(layout, text, "--as", "arrowword", "--words", file, "--stage", "layout")

    def test_crosswords(self):
        words, file = self.words("AC", "BC", "CAB", "BAC", *map("".join, itertools.product("AB", repeat=3)))
        for text in ["...\n.#.\n...\n", "barred\n. .|.\n. . .\n.|. .\n"]:
            template = cwsat.Crossword(text)
            for encoding in ["direct", "mdd"]:
                formula = template.encode(words, encoding=encoding)
                for puzzle in self.compare(formula, text, "--words", file):
                    self.assertEqual(puzzle.check(words, against=template), [])

    def test_digram_grids(self):
        file = CASES / "digram/words.txt"
        found = solutions(cwsat.Digram(3, 3).encode(cwsat.WordList.read(file)))
        self.assertEqual(len(found), self.count("--as", "digram", "3x3", "--words", file))
        self.assertGreater(len(found), 1)

    def test_criss_crosses(self):
        text = "ROSE|1\nREST|2\nOST|3\n"
        criss_cross = cwsat.CrissCross(text, rows=5, columns=5)
        for layout in self.compare(criss_cross.encode(), text, "--as", "crisscross", "--size", "5x5"):
            self.assertEqual(layout.check(against=criss_cross), [])

    def test_numberlink(self):
        text = "SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n"
        formula = cwsat.Numberlink(text).encode(3, 4)
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "Q.txt"
            file.write_text(text)
            found = solutions(formula)
            self.assertEqual(len(found), self.count(file, "--rect", "4x3"))
        self.assertTrue(found and all(board.check() == [] for board in found))


class OwnWords(unittest.TestCase):
    """An editor's own words: what a puzzle has to have, and what it should have."""

    words = cwsat.WordList(["LA", "AD", "EI", "ROT", "TOR", "EIS", "LEID"])
    many = cwsat.WordList(["".join(letters) for letters in itertools.product("ET", "EO", "TR")] + ["ROT"])

    def texts(self, puzzle):
        return {word.text for word in puzzle.words}

    def test_the_models_are_those_that_have_the_words(self):
        grids = [(cwsat.Arrowword.empty(3, 3), self.words), (cwsat.Crossword("...\n.#.\n...\n"), self.many)]
        for grid, words in grids:
            whole = solutions(grid.encode(words | cwsat.WordList(["TUR"])))
            having = [str(puzzle) for puzzle in whole if "TUR" in self.texts(puzzle)]
            self.assertTrue(0 < len(having) < len(whole))
            # The list need not have the word that is demanded.
            found = solutions(grid.encode(words, must=["Tur"]))
            self.assertEqual(sorted(map(str, found)), sorted(having))

    def test_a_model_without_the_word_is_refused(self):
        grid = cwsat.Crossword("...\n.#.\n...\n")
        words = self.many | cwsat.WordList(["TUR"])
        free = grid.encode(words)
        without = next(puzzle for puzzle in solutions(free) if "TUR" not in self.texts(puzzle))
        rows = list(without.grid)
        demanding = grid.encode(words, must=["TUR"])
        model = [
            variable if rows[int(row)][int(column)] == letter else -variable
            for variable, name in enumerate(demanding.names, 1)
            for row, column, letter in re.findall(r"^letter\((\d),(\d),(\w)\)$", name)
        ]
        self.assertTrue(model)
        with self.assertRaisesRegex(cwsat.InputError, "has to have TUR"):
            demanding.decode(model)

    def test_as_many_wishes_as_possible_come_first(self):
        grid, wish = cwsat.Arrowword.empty(3, 4), ["LEID", "EIS", "ROT"]
        number = lambda puzzle: len(self.texts(puzzle) & set(wish))
        puzzles = solutions(grid.encode(self.words))
        most = max(map(number, puzzles))
        rating = max(puzzle.rate().score for puzzle in puzzles if number(puzzle) == most)
        formula = grid.encode(self.words, wish=wish, wish_first=True, soft=True)
        costs = WCNF()
        costs.extend(formula.clauses)
        costs.extend(formula.soft, weights=formula.weights)
        with RC2(costs) as solver:
            optimum = formula.decode(solver.compute())
        found = grid.solve(self.words, wish=wish, wish_first=True).puzzle
        for puzzle in [optimum, found]:
            self.assertEqual(number(puzzle), most)
            self.assertAlmostEqual(puzzle.rate().score, rating, delta=1e-5)

    def test_what_cannot_be_is_said(self):
        words = cwsat.WordList.embedded("de")
        crossword = cwsat.Crossword("....\n....\n....\n#..#\n")
        with self.assertRaises(cwsat.NoSolution):
            crossword.solve(words, must=["BANANE"])
        with self.assertRaises(cwsat.NoSolution):
            cwsat.Arrowword.empty(4, 4).solve(words, must=["BANANE"])
        for word in ["", "X", "?!"]:
            with self.assertRaisesRegex(cwsat.InputError, "is not a word of two or more letters"):
                crossword.solve(words, must=[word])


class Formulas(unittest.TestCase):
    grid = cwsat.Arrowword.empty(3, 4)
    texts = ["ROT", "TOR", "EIS", "EI", "OE"]
    words = cwsat.WordList(texts)

    def test_pysat_takes_clauses_and_names_as_they_are(self):
        formula = self.grid.encode(self.words, stage="layout")
        pool = IDPool()
        self.assertEqual([pool.id(name) for name in formula.names], list(range(1, formula.nv + 1)))
        self.assertEqual(pool.id("question(0,0)"), formula.family("question")[0])
        self.assertLessEqual(CNF(from_clauses=formula.clauses).nv, formula.nv)
        self.assertEqual(formula.family("no such family"), [])

    def test_files_are_what_the_program_decodes(self):
        words = cwsat.WordList.embedded("de")
        formula = self.grid.encode(words, stage="layout")
        with tempfile.TemporaryDirectory() as folder:
            grid, file, output = (pathlib.Path(folder) / name for name in ["grid.cwg", "layout.cnf", "layout.out"])
            grid.write_text(str(self.grid))
            formula.write(file)
            written = CNF(from_file=str(file))
            with Cadical195(bootstrap_with=written.clauses) as solver:
                self.assertTrue(solver.solve())
                model = solver.get_model()
            output.write_text(f"s SATISFIABLE\nv {' '.join(map(str, model))} 0\n")
            decoded = run(PROGRAM, "decode", grid, "--stage", "layout", "--map", file, "--model", output)
        self.assertEqual(decoded, str(formula.decode(model)))
        self.assertEqual((written.nv, written.clauses), (formula.nv, formula.clauses))
        self.assertIn("c 1 question(0,0)", written.comments)
        with self.assertRaisesRegex(ValueError, "dimacs, wcnf and opb"):
            formula.write(file, "cnf")

    def test_a_file_is_written_whole_or_not_at_all(self):
        formula = self.grid.encode(self.words, stage="layout")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "layout.cnf"
            file.write_text("old")
            # With a limit on the size of files, writing fails in the middle.
            limited = textwrap.dedent(
                """
                import cwsat, resource, signal, sys
                formula = cwsat.Arrowword.empty(3, 4).encode(cwsat.WordList(sys.argv[2:]), stage="layout")
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
                try:
                    formula.write(sys.argv[1])
                except OSError as error:
                    print(type(error).__name__, error.filename)
                """
            )
            self.assertEqual(run(sys.executable, "-c", limited, file, *self.texts), f"OSError {file}\n")
            self.assertEqual((file.read_text(), os.listdir(folder)), ("old", ["layout.cnf"]))
            formula.write(file)
            self.assertEqual(CNF(from_file=str(file)).clauses, formula.clauses)
            with self.assertRaises(FileNotFoundError):
                formula.write(pathlib.Path(folder) / "no" / "such.cnf")

    def test_the_embedded_solvers_agree(self):
        formula = self.grid.encode(self.words, stage="layout")
        for solver in ["cadical", "varisat"]:
            model = formula.solve(solver=solver)
            self.assertEqual(formula.decode(model).check(against=self.grid), [])
            self.assertEqual(len(model), formula.nv)
        none = cwsat.Crossword("..\n..\n").encode(cwsat.WordList(["AB", "BA"]))
        self.assertIsNone(none.solve())

    def test_a_model_of_something_else_is_refused(self):
        formula = self.grid.encode(self.words, stage="layout")
        with self.assertRaisesRegex(cwsat.InputError, "not complete: it has neither 1 nor -1, .*question"):
            formula.decode([])
        with self.assertRaises(cwsat.InputError):
            formula.decode([-variable for variable in range(1, formula.nv + 1)])
        with self.assertRaisesRegex(cwsat.InputError, "0 is not a literal"):
            formula.decode([0])

    def test_a_model_that_rates_too_low_is_refused(self):
        layout = self.grid.encode(self.words, stage="layout")
        found = {puzzle.rate().score: puzzle for puzzle in solutions(layout)}
        low, high = min(found), max(found)
        self.assertLess(low, high - 1.0)
        bounded = self.grid.encode(self.words, stage="layout", at_least=high - 0.5)

        def model_of(puzzle):
            # The formulas have the same solution variables under other numbers.
            with Cadical195(bootstrap_with=layout.clauses) as solver:
                while solver.solve():
                    model = solver.get_model()
                    if str(layout.decode(model)) == str(puzzle):
                        break
                    values = {abs(literal): literal for literal in model}
                    solver.add_clause([-values[variable] for variable in layout.solution_variables])
            true = {layout.names[literal - 1] for literal in model if literal > 0}
            variables = bounded.solution_variables
            return [v if bounded.names[v - 1] in true else -v for v in variables]

        self.assertEqual(bounded.decode(model_of(found[high])), found[high])
        with self.assertRaisesRegex(cwsat.InputError, "rates .*, but should rate at least"):
            bounded.decode(model_of(found[low]))

    def test_costs_are_what_the_rating_loses(self):
        formula = self.grid.encode(self.words, stage="layout", soft=True)
        [(base, point)] = re.findall(r"100 - \(COST \+ (\d+)\) / (\d+)", " ".join(formula.notes))
        costs = WCNF()
        costs.extend(formula.clauses)
        costs.extend(formula.soft, weights=formula.weights)
        with RC2(costs) as solver:
            model, cost = solver.compute(), solver.cost
        best = formula.decode(model).rate().score
        self.assertAlmostEqual(best, 100 - (cost + int(base)) / int(point), delta=1e-5)
        ratings = [puzzle.rate().score for puzzle in solutions(self.grid.encode(self.words, stage="layout"))]
        self.assertAlmostEqual(best, max(ratings), delta=1e-5)
        self.assertLess(min(ratings), best)


class Searches(unittest.TestCase):
    def test_ctrl_c_stops_a_search_while_other_threads_run(self):
        # A job in the background may have been started with this signal ignored.
        before = signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(signal.signal, signal.SIGINT, before)
        # If the search did not let other threads run, nobody could send the signal.
        sender = threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT])
        sender.start()
        with self.assertRaises(KeyboardInterrupt):
            cwsat.Numberlink.read(ENDLESS).solve(time_limit=300.0)
        sender.join()

    def test_an_exception_of_the_progress_function_stops_a_search(self):
        seen = []

        def stop(progress):
            seen.append(progress)
            raise LookupError("enough")

        with self.assertRaisesRegex(LookupError, "enough"):
            cwsat.Numberlink.read(ENDLESS).solve(time_limit=300.0, progress=stop)
        self.assertEqual([progress.stage for progress in seen], ["searching"])
        self.assertGreater(seen[0].bound, 0)

    def test_progress_is_told_by_the_thread_that_called(self):
        seen = []
        words = cwsat.WordList.embedded("de")
        answer = cwsat.Arrowword.empty(6, 7).solve(
            words, time_limit=60.0, progress=lambda progress: seen.append((threading.get_ident(), progress))
        )
        self.assertEqual({thread for thread, _ in seen}, {threading.get_ident()})
        self.assertEqual(seen[-1][1].bound, answer.ceiling)
        self.assertLessEqual(answer.score, answer.ceiling + 1e-9)
        self.assertEqual(answer.puzzle.check(words), [])
        self.assertAlmostEqual(answer.puzzle.rate().score + answer.puzzle.rate().bonus, answer.score)

    def test_a_time_limit_ends_a_search(self):
        problem = cwsat.Numberlink.read(ENDLESS)
        try:
            answer = problem.solve(time_limit=0.5)
            self.assertFalse(answer.optimal)
        except cwsat.Stopped as stopped:
            self.assertIn("give it more time", str(stopped))
        with self.assertRaisesRegex(ValueError, "number of seconds"):
            problem.solve(time_limit=-1.0)

    def test_no_solution_says_why(self):
        with self.assertRaisesRegex(cwsat.NoSolution, "the word list has no word for"):
            cwsat.Crossword("...\n").solve(cwsat.WordList(["AB"]))
        with self.assertRaisesRegex(cwsat.NoSolution, "there is no 3x3 grid over this word list"):
            cwsat.Digram(3, 3).solve(cwsat.WordList(["ABCD"]))


class Inputs(unittest.TestCase):
    def test_errors_are_the_programs_sentences(self):
        for make, sentence in [
            (lambda: cwsat.Arrowword("3\n3\n...\n"), "line 4: the file ends here"),
            (lambda: cwsat.Crossword("..!\n"), "line 1"),
            (lambda: cwsat.Digram(2, 2), "no 2x2 grid"),
            (lambda: cwsat.Numberlink("SIZE"), "line 1"),
            (lambda: cwsat.WordList(["4711"]), "no usable word"),
            (lambda: cwsat.CrissCrossLayout("?"), "line 1: expected `criss-cross"),
            (lambda: cwsat.DigramGrid("abc\n"), "row 1"),
        ]:
            with self.assertRaisesRegex(cwsat.InputError, sentence) as raised:
                make()
            self.assertIsInstance(raised.exception, cwsat.Error)
        with self.assertRaises(FileNotFoundError):
            cwsat.Arrowword.read("no/such/file.cwg")
        with self.assertRaisesRegex(ValueError, "only for de and en"):
            cwsat.WordList.embedded("fr")
        grid, words = cwsat.Arrowword.empty(3, 3), cwsat.WordList.embedded()
        for arguments, sentence in [
            ({"at_least": 101.0}, "at_least is a rating from 0 to 100, not 101"),
            ({"at_least": -1.0}, "from 0 to 100"),
            ({"at_least": float("nan")}, "from 0 to 100"),
            ({"at_most_words": 0}, "at_most_words has to be at least 1"),
            ({"extend": "some"}, "`some` is not a value of extend; the values are nothing, fields and all"),
        ]:
            with self.assertRaisesRegex(ValueError, sentence):
                grid.encode(words, **arguments)
        with self.assertRaisesRegex(cwsat.InputError, "no variables for words"):
            cwsat.Crossword("..\n").encode(cwsat.WordList(["AB;1", "BA;2"]), soft=True, encoding="mdd")
        with self.assertRaisesRegex(ValueError, "`all` is not a stage; there are joint, layout and fill"):
            cwsat.Arrowword.empty(3, 3).encode(cwsat.WordList.embedded(), stage="all")
        with tempfile.NamedTemporaryFile("w", suffix=".cwg") as file:
            file.write("3\n3\n..!\n...\n...\n")
            file.flush()
            with self.assertRaisesRegex(cwsat.InputError, f"^{file.name}: line 3"):
                cwsat.Arrowword.read(file.name)

    def test_every_kind_reads_what_it_writes(self):
        grid = cwsat.Arrowword.read(CASES / "3x3_rated.cwg")
        self.assertEqual(grid, cwsat.Arrowword(str(grid)))
        self.assertEqual((grid.rows, grid.columns, grid.grid[0]), (3, 3, "?L?"))
        self.assertEqual({word.text for word in grid.words} >= {"EI", "LEA"}, True)
        for file in ["template/5x5.txt", "barred/6x6.txt"]:
            puzzle = cwsat.Crossword.read(CASES / file)
            self.assertEqual(puzzle, cwsat.Crossword(str(puzzle)))
        cells = cwsat.DigramGrid.read(CASES / "digram/valid.puz")
        self.assertEqual((cells, cells.check()), (cwsat.DigramGrid(str(cells)), []))
        flowers = cwsat.CrissCross.read(CASES / "crisscross/flowers.txt", rows=20)
        answer = flowers.solve()
        layout = cwsat.CrissCrossLayout(str(answer.layout))
        self.assertEqual((layout.crossings, layout.check(against=flowers)), (answer.crossings, []))
        problem = cwsat.Numberlink("SIZE 9X9\nBLOCK_NUM 2\nBLOCK#1 2X2\n1,+\n+,+\nBLOCK#2 1X1\n1\n")
        board = problem.solve().board
        self.assertEqual(problem.answer(str(board)).area, board.area)
        self.assertEqual(str(cwsat.Numberlink(str(problem))), str(problem))

    def test_a_criss_cross_has_the_size_that_was_asked_for(self):
        for asked in [{"rows": 9}, {"columns": 9}, {"rows": 9, "columns": 9}]:
            layout = cwsat.CrissCross("ROSE\nOST\n", **asked).solve().layout
            self.assertEqual((layout.rows, layout.columns), (9, 9), asked)
        layout = cwsat.CrissCross("ROSE\nOST\n").solve().layout
        self.assertEqual(sorted([layout.rows, layout.columns]), [3, 4])

    def test_violations_name_rule_and_place(self):
        [broken] = cwsat.Arrowword("1\n4\n?CAT\n0 0 3\n").check(cwsat.WordList(["ROSE"]))
        self.assertEqual((broken.rule, broken.row, broken.column), ("unknown-word", 0, 0))
        self.assertIn("CAT", str(broken))

    def test_lists_are_chosen_from(self):
        words = cwsat.WordList(["ROSE;80", "Größe;60", "EI", "ROSE;70", "x-1"])
        self.assertEqual(words.words, ["EI", "ROSE", "GROESSE"])
        self.assertEqual((words.score("Rose"), "größe" in words, "TOR" in words), (80.0, True, False))
        self.assertEqual(words.up_to(4).words, ["EI", "ROSE"])
        self.assertEqual(words.matching("R..E"), ["ROSE"])
        self.assertEqual(len(words | cwsat.WordList(["TOR"])), 4)
        self.assertEqual(len(words.skipped), 1)
        self.assertGreater(len(cwsat.WordList.embedded("en")), 40_000)


if __name__ == "__main__":
    unittest.main()
