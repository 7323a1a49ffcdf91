import pytest

from ragedu.grading.cells import compiled, syntax_error, without_magics


def ran(source):
    namespace = {}
    cell = compiled(source, 3)
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
