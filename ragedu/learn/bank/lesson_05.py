"""Problems of lesson 05, Whose fault is it?"""

import random
from collections.abc import Mapping, Sequence

from ragedu.learn.bank.generators import IDS
from ragedu.learn.problems import (
    Call,
    FillBlankProblem,
    FindBugProblem,
    FunctionProblem,
    JudgementProblem,
    Option,
    PredictProblem,
    Problem,
    QuizProblem,
    Slip,
    Wrong,
)
from ragedu.retrieval import evidence_recall_at_k

NEEDS = "write down what a question needs when one of several passages will do, or several are needed"
STAGE = "read a trace, and name the first stage at which a question lost what it needed"
ORACLE = "tell a fault before the model from one in it, by giving it the passage"
MEND = "say what mending a stage could win at most, and what to mend first"


# --- the lesson ---

PREDICT_ALTERNATIVES = PredictProblem(
    id="05-predict-alternatives",
    objective=NEEDS,
    statement=(
        "Three passages say the same, and a retriever puts one of the three in front of the model. All three are "
        "listed as relevant. What is its recall@3?"
    ),
    minutes=1,
    code="""
from ragedu.retrieval import recall_at_k

places = {"man-water-8", "faq-4", "rel-3.1-1"}
recall_at_k(["man-water-2", "man-water-8", "qs-3"], places, k=3)
""",
    slips=[
        Slip(1, "The model has what it needs, and yet recall divides by all three that were listed."),
        Slip(1 / 2, "One of the three that were listed is there."),
    ],
    commentary="A third, though nothing is missing: recall counts every alternative as needed.",
)

QUIZ_LABEL = QuizProblem(
    id="05-quiz-label",
    objective=NEEDS,
    statement='"May I fit it outside, and who pays if it rusts?" Housing is in a; costs are in b and, as well, in c.',
    minutes=1,
    options=[
        Option('any_of("a", "b", "c")', "Then the passage on housing alone would do, and nobody learns who pays."),
        Option('all_of("a", "b", "c")', "Then b alone would not do for the costs; c says the same."),
        Option(
            'all_of("a", any_of("b", "c"))',
            "Both halves are needed, and either of b and c answers the second.",
            right=True,
        ),
        Option('any_of("a", "b"), then "c"', "Of the two halves of the question neither would be needed for sure."),
    ],
)

STAGES_CALLS = [
    Call((["d", "n"], ["n", "d"], "n", 1), why="which order is looked at before reranking?"),
    Call((["n", "d"], ["d", "n"], "n", 1), why="was it ever inside the cut?"),
    Call((["n", "d"], ["n", "d"], "n", 1), why="what if nothing was lost?"),
    Call((["d", "e"], ["d", "e"], "n", 2), why="what of a passage that is nowhere?"),
]


def stage_of(candidates: Sequence[str], reranked: Sequence[str], needed: str, cut: int) -> str:
    """Which of the two orders lost a passage first; "none" when it is inside the cut in both."""
    if needed not in candidates[:cut]:
        return "retrieval"
    return "reranking" if needed not in reranked[:cut] else "none"


def random_orders(source: random.Random) -> tuple[list[str], list[str], str, int]:
    """Two orders of the same passages, one that is needed, and a cut."""
    ids = source.sample(IDS, source.randint(2, 6))
    return ids, source.sample(ids, len(ids)), source.choice(IDS), source.randint(1, 5)


FILL_STAGE = FillBlankProblem(
    id="05-fill-stage",
    objective=STAGE,
    statement=(
        "`candidates` and `reranked` are the ids in either order. A passage that was never inside the cut before "
        "reranking was lost in retrieval. What stands at the blank?"
    ),
    minutes=3,
    template="""\
def stage_of(candidates, reranked, needed, cut):
    if needed not in ___:
        return "retrieval"
    if needed not in reranked[:cut]:
        return "reranking"
    return "none"
""",
    reference=stage_of,
    calls=STAGES_CALLS,
    generator=random_orders,
    right=["candidates[:cut]", "list(candidates)[0:cut]", "set(candidates[:cut])"],
    wrong=[
        Wrong(
            "whole_list",
            "candidates",
            "Is a passage at rank 41 found, when ten reach the prompt? You looked at the whole list.",
        ),
        Wrong("after_reranking", "reranked[:cut]", "Which order comes first? That one is the reranker's."),
        Wrong("stops_early", "candidates[:cut - 1]", "Is the place at the cut inside? Your list stops just before it."),
        Wrong(
            "beyond_the_cut", "candidates[cut:]", "Which part of the list reaches the prompt? That is the rest of it."
        ),
    ],
    hints=["The cut says how many places count.", "Before reranking means: in the order of `candidates`."],
)

PREDICT_RANK = PredictProblem(
    id="05-predict-rank",
    objective=STAGE,
    statement=(
        "Its passage stands at rank 41 of fifty candidates, and the prompt takes ten. What is this question's "
        "recall@50?"
    ),
    minutes=1,
    show_code=False,
    code="""
from ragedu.assistant import firmware
from ragedu.cases import ids_of
from ragedu.retrieval import recall_at_k

(trace,) = [each for each in firmware.traces if each.case.id == "midday-soak"]
recall_at_k(ids_of(trace.candidates), trace.case.relevant, k=50)
""",
    slips=[
        Slip(0, "At 10 it is 0. At 50 the passage is inside: 41 is not more than 50."),
        Slip(1 / 41, "That is the reciprocal rank. Recall asks whether it is inside."),
    ],
    commentary="Perfect, at a cut that the system doesn't use. At its own cut, 10, it is 0.",
)

FIND_ORDER = FindBugProblem(
    id="05-find-order",
    objective=STAGE,
    statement="This blames the reranker for nothing, ever. Which line must change?",
    minutes=3,
    difficulty=2,
    code="""\
def stage_of(candidates, reranked, needed, cut):
    before = candidates[:cut]
    after = reranked[:cut]
    if needed not in before or needed not in after:
        return "retrieval"
    if needed not in after:
        return "reranking"
    return "none"
""",
    line=4,
    repair="if needed not in before:",
    reference=stage_of,
    calls=STAGES_CALLS,
    others={
        2: "What stood inside the cut before reranking: as it should be.",
        3: "What stands inside it afterwards: as it should be.",
        5: "That is what to say of a passage that was never inside. Look at who gets here.",
        6: "The right question, if anybody got so far.",
        7: "That is what to say of a passage that was pushed out.",
        8: "Inside both times: nothing was lost here.",
    },
    commentary="The first condition takes in what the second is for, so the second is never reached.",
)

PREDICT_BEFORE = PredictProblem(
    id="05-predict-before",
    objective=STAGE,
    statement="Of the eighteen bad answers, how many failed before the model had a chance?",
    minutes=1,
    show_code=False,
    code="""
from ragedu.assistant import firmware
from ragedu.diagnosis import breakdown

counts = breakdown(firmware.traces).by_stage
sum(many for stage, many in counts.items() if stage != "generation")
""",
    slips=[
        Slip(5, "That many had all they needed in the prompt. The others never got there."),
        Slip(18, "Nearly; a few had everything in front of them and were wrong all the same."),
        Slip(9, "Half is a fair guess, and too kind to the stages before the model."),
    ],
    commentary="Four were not indexed, seven never retrieved high enough, two pushed out by the reranker.",
)

PREDICT_CEILING = PredictProblem(
    id="05-predict-ceiling",
    objective=MEND,
    statement=(
        "42 of 60 answers are right, and 5 of the bad ones had all they needed in the prompt. The best prompt in the "
        "world mends those 5 and nothing else. Which share is right then?"
    ),
    minutes=2,
    code="""
(42 + 5) / 60
""",
    slips=[
        Slip(5 / 18, "That is its share of the bad answers. Asked is the share of right ones afterwards."),
        Slip(5 / 60, "That is what is won. Add what was right before."),
        Slip(1, "The other 13 never reach the model, whatever the prompt says."),
    ],
    commentary="47 of 60. Whoever works on the prompt alone can't get further.",
)

QUIZ_FIRST = QuizProblem(
    id="05-quiz-first",
    objective=MEND,
    statement="Typing off four scanned bulletins takes an afternoon; a better retriever takes weeks. What first?",
    minutes=1,
    options=[
        Option("The retriever: its bar is highest.", "It wins most, and last. Four for an afternoon is a good price."),
        Option("The scans: four for an afternoon.", "Then the retriever. Size and price decide together.", right=True),
        Option("The prompt: it costs nothing at all.", "It can win five at most, and three of those are two versions."),
        Option("The model: a larger one knows more.", "What it was never shown it can only guess."),
    ],
)

QUIZ_ORACLE = QuizProblem(
    id="05-quiz-oracle",
    objective=ORACLE,
    statement=("In the prompt, and wrong. Given the same passage alone, the model is right. Where do you look?"),
    minutes=1,
    options=[
        Option(
            "At what stood beside it.",
            "Something in the prompt led it astray: an older version, a near miss.",
            right=True,
        ),
        Option("At the retriever's recall.", "The passage was there; recall can't be better than that."),
        Option("At the model's knowledge.", "It needed none: with the passage alone it read it rightly."),
        Option("At the label of the case.", "The same label called the second answer right."),
    ],
)

QUIZ_LAST = QuizProblem(
    id="05-quiz-last",
    objective=STAGE,
    statement="The passage was found at rank 3, reranked to 2, and the answer says I don't know. First failing stage?",
    minutes=1,
    options=[
        Option("Retrieval, for it was not on top.", "Rank 3 is inside the cut; being first is not asked of it."),
        Option("Reranking, for it moved the passage.", "It moved it up, and it stayed inside."),
        Option("None, for a refusal is honest.", "Honest it is, and wrong: the passage was in front of the model."),
        Option(
            "Generation: it was there to be read.", "All it needed reached the prompt. Now ask the oracle.", right=True
        ),
    ],
)

LESSON: list[Problem] = [
    PREDICT_ALTERNATIVES,
    QUIZ_LABEL,
    FILL_STAGE,
    PREDICT_RANK,
    FIND_ORDER,
    PREDICT_BEFORE,
    PREDICT_CEILING,
    QUIZ_FIRST,
    QUIZ_ORACLE,
    QUIZ_LAST,
]


# --- the exercises ---


def first_failure(needed: str, story: Mapping[str, Sequence[str]], verdict: str) -> str:
    """The first stage that lost the passage; generation where none did and the answer is wrong; else none."""
    for place, stage in (
        ("indexed", "index"),
        ("found", "retrieval"),
        ("reranked", "reranking"),
        ("prompt", "prompt_cut"),
    ):
        if needed not in story[place]:
            return stage
    return "generation" if verdict == "wrong" else "none"


def random_story(source: random.Random) -> tuple[str, dict[str, list[str]], str]:
    """A passage, which passages each stage held, and a verdict; what is lost stays lost, mostly."""
    needed, others = "n-1", ["d-1", "d-2", "d-3"]
    story, inside = {}, True
    for place in ("indexed", "found", "reranked", "prompt"):
        inside = inside and source.random() < 0.75
        story[place] = source.sample([*others, needed] if inside else others, 3 + inside)
    return needed, story, source.choice(["right", "wrong"])


def random_evidence(source: random.Random) -> tuple[list[str], list[list[str]], int]:
    """A ranking, groups of evidence, and a cut."""
    ids = source.sample(IDS, source.randint(1, 7))
    groups = [source.sample(IDS, source.randint(1, 3)) for _ in range(source.randint(1, 3))]
    return ids, groups, source.randint(1, 6)


def ceiling(counts: Mapping[str, int], right: int, stage: str) -> float:
    """The share of right answers at best, were this one stage mended."""
    return (right + counts[stage]) / (right + sum(counts.values()))


def random_counts(source: random.Random) -> tuple[dict[str, int], int, str]:
    """Bad answers by stage, how many are right, and a stage."""
    counts = {stage: source.randint(0, 9) for stage in ("index", "retrieval", "reranking", "generation")}
    return counts, source.randint(1, 40), source.choice(list(counts))


EVIDENCE_RECALL = FunctionProblem(
    id="05-evidence-recall",
    objective=NEEDS,
    statement=(
        "Write `evidence_recall_at_k`: `groups` is a list of lists of ids; a group is satisfied when any of its ids "
        "stands in the first `k` places of `retrieved`. Give the share of groups that are satisfied."
    ),
    minutes=6,
    difficulty=1,
    points=2,
    signature="def evidence_recall_at_k(retrieved, groups, k):",
    reference=evidence_recall_at_k,
    calls=[
        Call((["a", "x"], [["a", "b"]], 2), why="must every alternative be there?"),
        Call((["a", "x"], [["a"], ["b"]], 2), why="is one group of two enough?"),
        Call((["x", "a"], [["a"]], 1), why="what lies behind the cut?"),
        Call((["a", "b"], [["a", "b"], ["c"]], 2), why="how often may one group count?"),
    ],
    generator=random_evidence,
    hints=[
        "For one group: `any(each in top for each in group)`, with `top` the first k places.",
        "`sum` counts the groups that are satisfied; divide by how many groups there are.",
    ],
    right=[
        """
        top = retrieved[:k]
        return sum(any(each in top for each in group) for group in groups) / len(groups)
        """,
        """
        satisfied = 0
        for group in groups:
            if set(group) & set(retrieved[:k]):
                satisfied += 1
        return satisfied / len(groups)
        """,
        """
        top = set(retrieved[:k])
        missing = [group for group in groups if top.isdisjoint(group)]
        return 1 - len(missing) / len(groups)
        """,
    ],
    wrong=[
        Wrong(
            "plain_recall",
            """
            ids = {each for group in groups for each in group}
            return len(ids & set(retrieved[:k])) / len(ids)
            """,
            "Must every alternative be there? You divided by all ids; groups are what is needed.",
        ),
        Wrong(
            "all_of_each_group",
            "return sum(all(each in retrieved[:k] for each in group) for group in groups) / len(groups)",
            "Must a group be there as a whole? Any one of its ids will do.",
        ),
        Wrong(
            "found_or_not",
            "return float(all(any(each in retrieved[:k] for each in group) for group in groups))",
            "How much is there? Yours says only whether every group is satisfied.",
        ),
        Wrong(
            "any_group",
            "return float(any(each in retrieved[:k] for group in groups for each in group))",
            "Is one group of two enough? Yours is the hit rate.",
        ),
        Wrong(
            "forgets_the_cut",
            "return sum(any(each in retrieved for each in group) for group in groups) / len(groups)",
            "What lies behind the cut? Yours looks at the whole list.",
        ),
    ],
    commentary="Inside a group any, over the groups how many. Swap the two and alternatives are punished again.",
)

FIRST_FAILURE = FunctionProblem(
    id="05-first-failure",
    objective=STAGE,
    statement=(
        "Write `first_failure`. `story` is a dict with the ids that each stage held inside the cut: `indexed`, "
        "`found`, `reranked`, `prompt`. Give the name of the first stage that lost `needed`: `'index'`, `'retrieval'`, "
        "`'reranking'`, `'prompt_cut'`. When none lost it, give `'generation'` if `verdict` is `'wrong'`, else "
        "`'none'`."
    ),
    minutes=7,
    difficulty=2,
    points=2,
    signature="def first_failure(needed, story, verdict):",
    reference=first_failure,
    calls=[
        Call(
            ("n", {"indexed": ["n"], "found": ["n"], "reranked": ["n"], "prompt": ["n"]}, "wrong"), why="who is left?"
        ),
        Call(("n", {"indexed": [], "found": [], "reranked": [], "prompt": []}, "wrong"), why="which comes first?"),
        Call(
            ("n", {"indexed": ["n"], "found": ["n"], "reranked": ["d"], "prompt": ["d"]}, "wrong"),
            why="where was it last?",
        ),
        Call(
            ("n", {"indexed": ["n"], "found": ["d"], "reranked": ["d"], "prompt": ["d"]}, "right"),
            why="is a lucky answer without a fault?",
        ),
        Call(
            ("n", {"indexed": ["n"], "found": ["n"], "reranked": ["n"], "prompt": ["n"]}, "right"),
            why="what if all is well?",
        ),
    ],
    generator=random_story,
    hints=[
        "Ask in the order in which things happen, and `return` at the first no.",
        "The verdict matters only when nothing was lost on the way.",
    ],
    right=[
        """
        if needed not in story["indexed"]:
            return "index"
        if needed not in story["found"]:
            return "retrieval"
        if needed not in story["reranked"]:
            return "reranking"
        if needed not in story["prompt"]:
            return "prompt_cut"
        return "generation" if verdict == "wrong" else "none"
        """,
        """
        stages = {"indexed": "index", "found": "retrieval", "reranked": "reranking", "prompt": "prompt_cut"}
        for place, stage in stages.items():
            if needed not in story[place]:
                return stage
        if verdict == "wrong":
            return "generation"
        return "none"
        """,
        """
        lost = [place for place in ("indexed", "found", "reranked", "prompt") if needed not in story[place]]
        names = {"indexed": "index", "found": "retrieval", "reranked": "reranking", "prompt": "prompt_cut"}
        if lost:
            return names[lost[0]]
        return {"wrong": "generation"}.get(verdict, "none")
        """,
    ],
    wrong=[
        Wrong(
            "asks_from_the_end",
            """
            if verdict == "right":
                return "none" if needed in story["prompt"] else "prompt_cut"
            stages = {"prompt": "prompt_cut", "reranked": "reranking", "found": "retrieval", "indexed": "index"}
            for place, stage in stages.items():
                if needed not in story[place]:
                    return stage
            return "generation"
            """,
            "Which comes first? You asked from the end, so the last stage is blamed for what earlier ones lost.",
        ),
        Wrong(
            "right_is_fine",
            """
            if verdict == "right":
                return "none"
            stages = {"indexed": "index", "found": "retrieval", "reranked": "reranking", "prompt": "prompt_cut"}
            for place, stage in stages.items():
                if needed not in story[place]:
                    return stage
            return "generation"
            """,
            "Is a lucky answer without a fault? It was right, and what it needed was lost all the same.",
        ),
        Wrong(
            "always_generation",
            """
            stages = {"indexed": "index", "found": "retrieval", "reranked": "reranking", "prompt": "prompt_cut"}
            for place, stage in stages.items():
                if needed not in story[place]:
                    return stage
            return "generation"
            """,
            "What if all is well? Yours blames the model for right answers.",
        ),
        Wrong(
            "forgets_the_prompt",
            """
            for place, stage in [("indexed", "index"), ("found", "retrieval"), ("reranked", "reranking")]:
                if needed not in story[place]:
                    return stage
            return "generation" if verdict == "wrong" else "none"
            """,
            "What was in front of the model? You never looked at the prompt, where a passage may be cut for length.",
        ),
        Wrong(
            "found_or_not",
            """
            if needed not in story["prompt"]:
                return "retrieval"
            return "generation" if verdict == "wrong" else "none"
            """,
            "Who lost it? Yours calls all that is missing from the prompt retrieval.",
        ),
    ],
    commentary="The order is the whole trick: the first no is what to mend first, whatever came after it.",
)

PREDICT_SEVEN = PredictProblem(
    id="05-predict-fail-rate",
    objective=STAGE,
    statement=(
        "Over 50 questions recall@20 is 0.94, recall@5 is 0.82, one passage expected for each. The prompt takes five. "
        "Of how many questions does the model not get to see the passage?"
    ),
    minutes=2,
    code="""
round(50 * (1 - 0.82))
""",
    slips=[
        Slip(3, "That is at 20. The prompt takes five."),
        Slip(6, "That is how many lie between the two cuts."),
        Slip(0.18, "That is the share. Asked is how many of the fifty."),
        Slip(41, "Those it does get to see."),
    ],
    commentary="1 - recall at the cut in use is how often it must fail before the model is asked.",
)

CEILING = FunctionProblem(
    id="05-ceiling",
    objective=MEND,
    statement=(
        "Write `ceiling`. `counts` is a dict, stage → bad answers that failed there first; `right` is how many answers "
        "are right; `stage` is the one to mend. Give the share of right answers at best."
    ),
    minutes=4,
    difficulty=1,
    points=1,
    signature="def ceiling(counts, right, stage):",
    reference=ceiling,
    calls=[
        Call(({"index": 4, "retrieval": 7, "reranking": 2, "generation": 5}, 42, "generation"), why="what is won?"),
        Call(({"index": 1, "retrieval": 0, "reranking": 0, "generation": 0}, 1, "index"), why="what if all is mended?"),
        Call(
            ({"index": 3, "retrieval": 3, "reranking": 0, "generation": 0}, 4, "reranking"),
            why="what if nothing failed there?",
        ),
    ],
    generator=random_counts,
    hints=[
        "All answers are the right ones and every bad one.",
        "Mended, the bad ones of this stage are right as well.",
    ],
    right=[
        "return (right + counts[stage]) / (right + sum(counts.values()))",
        """
        bad = 0
        for each in counts:
            bad += counts[each]
        return (right + counts[stage]) / (right + bad)
        """,
        """
        still_bad = sum(many for each, many in counts.items() if each != stage)
        everything = right + sum(counts.values())
        return 1 - still_bad / everything
        """,
    ],
    wrong=[
        Wrong(
            "share_of_the_bad",
            "return counts[stage] / sum(counts.values()) if sum(counts.values()) else 0.0",
            "A share of what? Yours is the stage's share of the bad answers.",
        ),
        Wrong(
            "only_what_is_won",
            "return counts[stage] / (right + sum(counts.values()))",
            "Are the answers that were right still right? Yours counts what is won alone.",
        ),
        Wrong(
            "divides_by_right",
            "return (right + counts[stage]) / right",
            "How many answers are there? You divided by those that were right before.",
        ),
        Wrong(
            "mends_up_to_the_stage",
            """
            won = 0
            for each, many in counts.items():
                won += many
                if each == stage:
                    break
            return (right + won) / (right + sum(counts.values()))
            """,
            "Which stage is mended? You mended those before it as well.",
        ),
        Wrong(
            "as_it_is",
            "return right / (right + sum(counts.values()))",
            "What is won? Yours is the share as it stands today.",
        ),
    ],
    commentary="A ceiling: a question past this stage may fail at the next. It rules out, it doesn't promise.",
)

JUDGE_REPAIR = JudgementProblem(
    id="05-judge-repair",
    objective=MEND,
    statement=(
        "You have two weeks for the Osier's assistant: work on the prompt, or on index and retrieval together. What "
        "share of the 60 answers could be right at best if index and retrieval were mended, and nothing else? Put that "
        "into `answer`, your choice into `decision`, and why, with what would change your mind, into `because`. The "
        "point is for the figure; a person reads the other two."
    ),
    minutes=8,
    difficulty=2,
    code="""
from ragedu.assistant import firmware
from ragedu.diagnosis import breakdown

result = breakdown(firmware.traces)
(result.right + result.by_stage["index"] + result.by_stage["retrieval"]) / result.questions
""",
    slips=[
        Slip(0.817, "That is retrieval alone. The index is mended as well."),
        Slip(0.767, "That is the index alone. Retrieval is mended as well."),
        Slip(11 / 60, "That is what is won. Add the answers that are right today."),
        Slip(11 / 18, "That is their share of the bad answers. Asked is the share of all that are right then."),
    ],
    hints=[
        "`breakdown(firmware.traces)` from `ragedu.diagnosis` has `right`, `questions` and `by_stage`.",
        "Add the bad answers of both stages to those that are right, and divide by all questions.",
    ],
    commentary=(
        "53 of 60, against 47 by the prompt. At best: three of those questions have a second fault behind the first. "
        "Good words name the ceiling of each, what each costs, and the oracle test as a way to be surer."
    ),
)

EXERCISE: list[Problem] = [
    EVIDENCE_RECALL,
    FIRST_FAILURE,
    PREDICT_SEVEN,
    CEILING,
    JUDGE_REPAIR,
]
