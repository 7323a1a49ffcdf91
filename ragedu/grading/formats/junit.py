"""JUnit XML, as pytest writes it and CI systems read it; points are properties."""

from collections.abc import Mapping
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from ragedu.grading.results import reason


def junit_xml(result: Mapping[str, Any]) -> str:
    """A test case for each problem: solved, a failure, or an error where there was no answer to compare."""
    problems = result.get("problems", [])
    suites = Element("testsuites", name="ragedu")
    suite = SubElement(suites, "testsuite", name=_plain(f"exercise {result.get('exercise', '?')}"))
    for each in problems or [_no_problem(result)]:
        _add_case(suite, each, result.get("notebook", ""))
    for name, tag in (("failures", "failure"), ("errors", "error")):
        suite.set(name, str(len(suite.findall(f"testcase/{tag}"))))
    suite.set("tests", str(len(suite.findall("testcase"))))
    suite.set("skipped", "0")
    suite.set("time", f"{result.get('seconds', 0.0):.3f}")
    for each in ("score", "max_score"):
        if each in result:
            _add_property(suite, each, result[each])
    ElementTree.indent(suites)
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True) + "\n"


def _no_problem(result: Mapping[str, Any]) -> dict[str, Any]:
    return {"id": "not graded", "outcome": result["outcome"], "message": result["error"]}


def _add_case(suite: Element, problem: Mapping[str, Any], notebook: str) -> None:
    case = SubElement(suite, "testcase", classname=_plain(notebook), name=problem["id"], time="0")
    for each in ("score", "max_score", "misconception"):
        if each in problem:
            _add_property(case, each, problem[each])
    if problem["outcome"] != "correct":
        tag = "failure" if problem["outcome"] in ("incorrect", "not_attempted", "missing") else "error"
        first = _plain(problem["message"].partition("\n")[0])
        SubElement(case, tag, message=first, type=problem["outcome"]).text = _plain(reason(problem))


def _add_property(element: Element, name: str, value: object) -> None:
    properties = element.find("properties")
    if properties is None:
        properties = Element("properties")
        element.insert(0, properties)
    SubElement(properties, "property", name=name, value=_plain(str(value)))


def _plain(text: str) -> str:
    """The text without what XML can't hold: control characters, halves of surrogates, two numbers without a letter."""
    return "".join(each for each in text if each in "\t\n" or (each >= " " and not _forbidden(ord(each))))


def _forbidden(number: int) -> bool:
    return 0x7F <= number <= 0x9F or 0xD800 <= number <= 0xDFFF or number in (0xFFFE, 0xFFFF)
