"""Faults that users of other graders reported in public, each with the test that keeps ours free of it.

The numbers are those of the projects' own trackers. What does not apply here stands below, with the reason.
"""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parent.parent

HELD = {
    "nbgrader #427, a memory hog": "test_a_cell_that_goes_wrong_costs_its_problem_alone",
    "nbgrader #1033, no record after a timeout": "test_a_loop_costs_its_limit_twice_and_no_more",
    "nbgrader #1429, a huge list": "test_a_call_that_goes_wrong_costs_its_problem_alone",
    "cocalc #4588 #4879, an interpreter killed": "test_it_gets_the_score_a_careful_person_would_give",
    "nbgrader #1682, a check deleted": "test_a_deleted_cell_is_missing_and_the_total_stays",
    "nbgrader #108 #1083, an id twice": "test_of_several_cells_for_one_problem_the_last_attempt_that_runs_counts",
    "nbgrader #92 #1941, code turned to Markdown": "test_a_cell_turned_into_markdown_counts_all_the_same",
    "nbgrader #1324, tracebacks switched off": "test_it_gets_the_score_a_careful_person_would_give",
    "nbgrader #1904, cocalc #5028, a warning": "test_manners_of_no_consequence_cost_nothing",
    "nbgrader #1844, input() left over": "test_a_call_that_goes_wrong_costs_its_problem_alone",
    "nbgrader #917 #1363, hidden tests shown": "test_reports_hide_hidden_calls_and_obey_nothing",
    "nbgrader #174, several at a time": "test_two_jobs_give_what_one_gives",
    "nbgrader #1456, no progress, no resuming": "test_a_run_that_was_killed_goes_on_where_it_was",
    "nbgrader #416 #1302, one unreadable": "test_a_class_is_graded_and_whoever_could_not_be_is_listed_at_the_end",
    "nbgrader #417, otter #706, an odd kernel": "test_odd_metadata_are_as_good_as_none",
    "nbgrader #1154, NotImplementedError left below": "test_an_error_below_a_right_answer_is_told_and_costs_nothing",
    "nbgrader #1399, points and reasons": "test_the_json_has_what_a_program_needs",
    "nbgrader #1069, graded anew": "test_another_seed_grades_all_anew",
    "nbgrader #1432, files for the grader": "test_an_instructors_own_problems_count_beside_ours_and_can_not_be_read",
    "nbgrader #483, the gradebook within reach": "test_it_gets_the_score_a_careful_person_would_give",
    "nbgrader #949, no database": "test_a_solved_notebook_earns_every_point",
    "nbgrader #1153 #1433, a seed": "test_the_same_seed_gives_the_same_result",
    "nbgrader #1658, an exercise without a test": "test_a_problem_of_the_bank_is_in_order",
    "otter #469, a loop": "test_it_gets_the_score_a_careful_person_would_give",
    "otter #305, no results": "test_gradescope_gets_results_for_what_can_not_be_graded",
    "otter #419 #429, the author's message alone": "test_a_problem_of_the_bank_is_in_order",
    "otter #138, wording": "test_a_hidden_call_stays_hidden",
    "otter #433 #442, renamed, or another's": "test_asking_for_another_exercise_than_the_notebook_holds_is_refused",
    "otter #856, a log of 400 MB": "test_fifty_megabytes_of_output_cost_nothing",
    "dartbrains 105, results learnt by heart": "test_a_problem_of_the_bank_is_in_order",
    "otter #380 #524, letters beyond ASCII": "test_the_report_survives_a_terminal_of_few_letters",
    "otter #814, a table and reports, sorted": "test_the_gradebook_is_sorted_quoted_and_harmless",
    "otter #604 #756, magics": "test_a_cell_of_no_problem_costs_nothing",
    "otter #121 #935, one failure costs itself": "test_a_call_that_goes_wrong_costs_its_problem_alone",
    "otter #30, a value that is changed later": "test_a_stale_answer_of_an_earlier_cell_is_never_read",
    "relate #295, a lying number": "test_no_object_can_pass_for_a_right_value",
}

DOES_NOT_APPLY = {
    "nbgrader #1339 #1374, partial credit": "a problem's points are all or nothing",
    "nbgrader #1353, a test of no points": "every problem has points; a test of the bank holds it to that",
    "nbgrader #879 #894, otter #884, data files": "no exercise reads a file; data come with the package",
    "otter #840, conversion to doctests": "nothing is converted; calls are data",
    "otter #346, a generator without a seed": "an answer that depends on chance is wrong on some call, and told which",
}


def names():
    found = set()
    for path in TESTS.rglob("test_*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found |= {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
    return found


@pytest.mark.parametrize("report", HELD)
def test_a_reported_fault_has_a_test(report):
    assert HELD[report] in names()


def test_all_forty_are_here_with_a_test_or_a_reason():
    assert len(HELD) + len(DOES_NOT_APPLY) >= 40
    assert all(DOES_NOT_APPLY.values())
