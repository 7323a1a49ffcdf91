"""Gradescope's results.json (https://gradescope-autograders.readthedocs.io/en/latest/specs/)."""

import json
from collections.abc import Mapping
from typing import Any

from ragedu.grading.results import reason


def gradescope_results(result: Mapping[str, Any]) -> str:
    """The result as Gradescope reads it: a test for each problem, all of them visible; what they call stays hidden."""
    graded = "problems" in result
    content = {
        "tests": [_test(each) for each in result["problems"]] if graded else [_not_graded(result)],
        "execution_time": round(result.get("seconds", 0.0)),
        "output": f"Exercise {result['exercise']}." if graded else result["error"],
        "output_format": "text",
        "test_output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {key: result[key] for key in ("ragedu", "seed", "isolation", "outcome") if key in result},
    }
    if graded:
        content["score"] = result["score"]
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def _test(problem: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": problem["id"],
        "score": problem["score"],
        "max_score": problem["max_score"],
        "status": "passed" if problem["outcome"] == "correct" else "failed",
        "output": reason(problem),
        "visibility": "visible",
        "tags": [problem["outcome"]],
    }


def _not_graded(result: Mapping[str, Any]) -> dict[str, Any]:
    # Gradescope accepts no result without points, so it gets none out of none.
    told = f"Not graded, so this is no grade: {result['error']}"
    return {
        "name": "not graded",
        "score": 0,
        "max_score": 0,
        "status": "failed",
        "output": told,
        "visibility": "visible",
    }
