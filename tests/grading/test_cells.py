import pytest

from ragedu.grading.cells import compiled, syntax_error, without_magics


def ran(source):
    """The names that a cell leaves: the same whether or not anybody asks for the value it ends in."""
    left = [_ran(source, keep_last) for keep_last in (True, False)]
    assert left[0].keys() == left[1].keys()
    return left[1]


def _ran(source, keep_last):
    namespace = {}
    cell = compiled(source, 3, keep_last=keep_last)
    exec(cell.body, namespace)
    if cell.last:
        eval(cell.last, namespace)
    return namespace


@pytest.mark.parametrize(
    "source",
    [
        "%matplotlib inline\nx = 1",
        "!pip install nothing\nx = 1",
        "x = 1\nx?",
        "?x\nx = 1",
        "x = 1\nprint??",
        "%%time\nx = 1",
        "%%capture\n\nx = 1",
        "files = !ls\nx = 1",
        "if True:\n    %time y = 2\n    x = 1",
        "    x = 1\n    y = 2",
    ],
)
def test_what_ipython_alone_understands_does_no_harm(source):
    assert ran(source)["x"] == 1


def test_a_cell_in_another_language_is_left_out():
    assert "x" not in ran("%%bash\nx = 1; echo")


def test_a_percent_sign_inside_python_stays_what_it_is():
    text = 's = """\n%matplotlib inline\n!ls\n"""\nx = 7\\\n  % 4\n'

    assert ran(text)["s"] == "\n%matplotlib inline\n!ls\n"
    assert ran(text)["x"] == 3


def test_lines_keep_their_numbers():
    source = "%matplotlib inline\n!ls\n\nx = (\n"

    assert without_magics(source).count("\n") == source.count("\n")
    with pytest.raises(SyntaxError) as caught:
        compiled(source, 3)
    assert syntax_error(caught.value, source) == {
        "kind": "SyntaxError",
        "text": "'(' was never closed",
        "line": 4,
        "column": 5,
        "code": "x = (",
    }


# --- where a line of IPython's may stand ---


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("!ls\nx = (7\n   % 4)", 3),
        ("!ls\nx = 7 \\\n  % 4", 3),
        ("!ls\nx = '''\n!important\n% x'''", "\n!important\n% x"),
        ('!ls\nx = """\n\'\'\'\n!b"""', "\n'''\n!b"),
        ("!ls\nx = {'a': [1,\n  2,  # a ) in a comment\n]}\n%pwd", {"a": [1, 2]}),
        ("!ls\nx = '(' + \"'\"\n%pwd", "('"),
        ("!ls\nx = 'a\\\n!b'", "a!b"),
        ("!pip install a \\\n  b \\\n  c\nx = 1", 1),
        ("%time x = max(1, 2)", 2),
        ("%time x = max(1,\n  2)", 2),
        ("x = %time max(1, 2)", 2),
        ("%time !ls\nx = 1", 1),
        ("for each in [1, 2]:\n    %time x = each", 2),
        ("x = !ls", []),
        ("if True:\n    x = !ls", []),
        ("x = %pwd", None),
        ("pip install numpy\nx = 1", 1),
        ("conda install -c here numpy\nx = 1", 1),
        ("cd ..\ncat notes.txt\nls *.csv\nx = 1", 1),
        ("ls -l\nls\npwd\nx = 1", 1),
        ("!ls\nls = 5\nx = ls - 1", 4),
        ("!ls\nrun = [5]\nx = run [0]", 5),
        ("%%time\nfrom __future__ import annotations\nx = 1", 1),
        ("%matplotlib inline\nfrom __future__ import annotations\nx = 1", 1),
        ("\ufeffx = 1", 1),
        ("\ufeff%time x = 1", 1),
        ("!ls\r\nx = 1\r\n%pwd\r\n", 1),
    ],
)
def test_a_magic_begins_a_statement_and_stands_nowhere_else(source, wanted):
    assert ran(source)["x"] == wanted


@pytest.mark.parametrize(
    "source", ["x = 1\nls", "x = 1; ls", "x = 1\n(ls)", "x = 1\nls -l", "x = 1;pwd;", "ls\nx = 1", "x = 1\rls -l"]
)
def test_a_command_without_its_sign_does_no_harm_wherever_it_stands(source):
    assert ran(source)["x"] == 1


def test_a_name_of_a_command_is_a_name_where_it_is_defined():
    assert compiled("ls", 1, known={"ls"}).last
    assert not compiled("ls", 1).last
    assert compiled("dir", 1).last  # Python's own


def test_what_is_imported_from_the_future_holds_from_there_on():
    first = compiled("from __future__ import annotations", 1)
    later = compiled("def f(a: Missing): ...\nx = 1", 2, first.flags)

    exec(later.body, {})
    with pytest.raises(NameError):
        exec(compiled("def f(a: Missing): ...\nx = 1", 2).body, {})


def test_the_last_expression_is_kept_apart():
    cell = compiled("x = 2\nx + 1", 3)
    namespace = {}
    exec(cell.body, namespace)

    assert eval(cell.last, namespace) == 3
    assert compiled("x = 2", 3).last is None


def test_the_last_expression_runs_also_where_nobody_asks_for_its_value():
    done = []
    cell = compiled("done.append(1)\ndone.append(2)", 3, keep_last=False)
    exec(cell.body, {"done": done})

    assert done == [1, 2]
    assert cell.last is None
