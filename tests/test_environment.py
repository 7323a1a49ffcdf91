"""environment.yml and constraints.txt say what pyproject.toml says, and nothing of their own."""

import re
import tomllib
from collections.abc import Iterable
from itertools import chain
from pathlib import Path
from typing import Any

import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CONDA = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()

# What a pin must be found for: every Python from the oldest up, on the three systems a learner may bring.
SYSTEMS = [("linux", "posix", "Linux"), ("darwin", "posix", "Darwin"), ("win32", "nt", "Windows")]
MACHINES = [
    {
        "python_version": f"3.{minor}",
        "python_full_version": f"3.{minor}.9",
        "sys_platform": sys_platform,
        "os_name": os_name,
        "platform_system": platform_system,
    }
    for minor in range(11, 15)
    for sys_platform, os_name, platform_system in SYSTEMS
]

PIN = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*==[a-z0-9.+!]+( ; [^/\\@:]+)?")


# ---- the checks: each returns what is wrong, in sentences ---------------------------------------------------------


def differences(project: dict[str, Any], conda: dict[str, Any]) -> list[str]:
    """Where environment.yml departs from the dependencies and the extra `lab`."""
    wanted = specifiers([*project["dependencies"], *project["optional-dependencies"]["lab"]])
    wanted["python"] = specifiers([f"python{project['requires-python']}"])["python"]
    wanted["pip"] = ""
    found = specifiers(each for each in conda["dependencies"] if isinstance(each, str))
    names = sorted(wanted.keys() | found.keys())
    return [
        f"{name}: pyproject.toml says {wanted.get(name)!r}, environment.yml {found.get(name)!r}"
        for name in names
        if wanted.get(name) != found.get(name)
    ]


def specifiers(requirements: Iterable[str]) -> dict[str, str]:
    parsed = [Requirement(each) for each in requirements]
    return {canonicalize_name(each.name): str(each.specifier) for each in parsed}


def unbounded(project: dict[str, Any]) -> list[str]:
    """Requirements without a lower or an upper bound."""
    return [
        f"{requirement} needs a lower and an upper bound"
        for requirement in requirements_of(project)
        if not has_both_bounds(requirement)
    ]


def has_both_bounds(requirement: Requirement) -> bool:
    operators = {each.operator for each in requirement.specifier}
    return bool(operators & {"==", "~="}) or (bool(operators & {">=", ">"}) and bool(operators & {"<=", "<"}))


def requirements_of(project: dict[str, Any]) -> list[Requirement]:
    extras = project["optional-dependencies"].values()
    return [Requirement(text) for text in chain(project["dependencies"], *extras)]


def unpinned(project: dict[str, Any], constraints: list[str]) -> list[str]:
    """Requirements for which some machine finds no pin, or one outside the bounds."""
    pins = [Requirement(line) for line in constraints]
    return sorted(
        {
            f"{requirement}: {count} pins within the bounds on Python {machine['python_version']}, "
            f"{machine['sys_platform']}, in place of one"
            for requirement in requirements_of(project)
            for machine in MACHINES
            if applies(requirement, machine) and (count := pins_that_fit(requirement, pins, machine)) != 1
        }
    )


def pins_that_fit(requirement: Requirement, pins: list[Requirement], machine: dict[str, str]) -> int:
    name = canonicalize_name(requirement.name)
    here = [pin for pin in pins if canonicalize_name(pin.name) == name and applies(pin, machine)]
    versions = [next(iter(pin.specifier)).version for pin in here]
    return sum(requirement.specifier.contains(version, prereleases=True) for version in versions)


def applies(requirement: Requirement, machine: dict[str, str]) -> bool:
    return requirement.marker is None or requirement.marker.evaluate(dict(machine))


def not_pins(constraints: list[str]) -> list[str]:
    """Lines that are anything but `name==version ; marker`: no address, no folder, no option."""
    return [line for line in constraints if not PIN.fullmatch(line)]


# ---- the files as they are -----------------------------------------------------------------------------------------


def test_conda_installs_what_pip_installs():
    assert not differences(PROJECT, CONDA)


def test_conda_takes_ragedu_from_this_folder_and_nothing_else_from_pip():
    assert [each for each in CONDA["dependencies"] if not isinstance(each, str)] == [{"pip": ["-e ."]}]


def test_conda_reads_one_channel():
    assert (CONDA["name"], CONDA["channels"]) == ("ragedu", ["conda-forge"])


def test_every_requirement_has_a_lower_and_an_upper_bound():
    assert not unbounded(PROJECT)


def test_every_requirement_has_one_pin_within_its_bounds_on_every_machine():
    assert not unpinned(PROJECT, CONSTRAINTS)


def test_constraints_are_pins_and_nothing_else():
    assert not not_pins(CONSTRAINTS)


# ---- the checks can fail -------------------------------------------------------------------------------------------

SAMPLE = {
    "requires-python": ">=3.11",
    "dependencies": ["typer>=0.15,<1"],
    "optional-dependencies": {"lab": ["Jupyter_Lab>=4.6,<4.7"], "test": ["pytest>=8,<10"]},
}
PINS = ["typer==0.20", "jupyter-lab==4.6.1", "pytest==9.0 ; python_full_version >= '3.11'"]


def conda_with(*lines: str) -> dict[str, Any]:
    return {"dependencies": [*lines, {"pip": ["-e ."]}]}


def test_the_sample_itself_has_nothing_wrong():
    same = conda_with("python >=3.11", "pip", "typer <1,>=0.15", "jupyter-lab>=4.6,<4.7")

    assert not differences(SAMPLE, same)
    assert not unbounded(SAMPLE)
    assert not unpinned(SAMPLE, PINS)
    assert not not_pins(PINS)


def test_another_bound_a_missing_name_and_a_further_name_are_each_seen():
    drifted = conda_with("python>=3.10", "pip", "typer>=0.15,<2", "pandas>=2,<4")

    assert [each.split(":")[0] for each in differences(SAMPLE, drifted)] == ["jupyter-lab", "pandas", "python", "typer"]


def test_a_bound_left_out_is_seen():
    loose = {**SAMPLE, "dependencies": ["typer>=0.15"], "optional-dependencies": {"zh": ["jieba<1", "nltk"]}}

    assert [each.split(" ")[0] for each in unbounded(loose)] == ["typer>=0.15", "jieba<1", "nltk"]


def test_a_pin_that_is_missing_outside_or_only_for_some_machines_is_seen():
    for pins in (PINS[1:], ["typer==1.0", *PINS[1:]], [*PINS[:2], "pytest==9.0 ; python_full_version >= '3.12'"]):
        assert unpinned(SAMPLE, pins)


def test_two_pins_for_one_machine_are_seen():
    assert unpinned(SAMPLE, [*PINS, "typer==0.21"])


def test_addresses_folders_options_and_ranges_are_no_pins():
    lines = [
        "typer @ file:///somewhere/typer.whl",
        "-e .",
        "-i elsewhere",
        "# via nothing",
        "typer>=0.15",
        "typer==0.20 ; extra == 'https://example.org'",
        "",
    ]

    assert not_pins(lines) == lines
