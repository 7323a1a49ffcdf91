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
ORACLE = "tell what a model lacked from what it misread, by giving it the passages alone"
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
    statement=(
        '"May I fit it outside, and who pays if it rusts?" Passage a says what the housing withstands; b says who '
        "pays, and c says it as well. Which label says what the question needs?"
    ),
    minutes=1,
    options_are_code=True,
    options=[
        Option('any_of("a", "b", "c")', "Then the passage on the housing alone would do, and nobody learns who pays."),
        Option('all_of("a", "b", "c")', "Then b alone would not do for the costs; c says the same."),
        Option(
            'all_of("a", any_of("b", "c"))',
            "Both halves are needed, and either of b and c answers the second.",
            right=True,
        ),
        Option('all_of(any_of("a", "b"), "c")', "Then b and c would do, both on costs, and a may be missing."),
    ],
)


def stage_of(needed: str, indexed: Sequence[str], candidates: Sequence[str], cut: int) -> str:
    """Which of the first two stages lost a passage; "later" when neither did."""
    if needed not in indexed:
        return "index"
    return "later" if needed in candidates[:cut] else "retrieval"


def random_candidates(source: random.Random) -> tuple[str, list[str], list[str], int]:
    """A passage that is needed, what is indexed, an order of some of it, and a cut."""
    ids = source.sample(IDS, source.randint(3, 7))
    return source.choice(IDS), sorted(ids), source.sample(ids, source.randint(2, len(ids))), source.randint(1, 5)


ELEVEN = [f"d-{number}" for number in range(1, 12)]

FILL_STAGE = FillBlankProblem(
    id="05-fill-stage",
    objective=STAGE,
    statement=(
        "The first two stages, for one passage. `candidates` are the ids in the order in which they were found, and "
        "`cut` says how many places reach the prompt. What stands at the blank?"
    ),
    minutes=2,
    template="""\
def stage_of(needed, indexed, candidates, cut):
    if needed not in indexed:
        return "index"
    if needed not in ___:
        return "retrieval"
    return "later"
""",
    reference=stage_of,
    calls=[
        Call(("n", ["d", "n"], ["d", "n"], 1), why="what lies behind the cut?"),
        Call(("n", ["d", "n"], ["n", "d"], 1), why="what stands inside it?"),
        Call(("n", ["d", "n"], ["d", "n"], 2), why="is the place at the cut inside?"),
        Call(("n", ["d"], ["d", "e"], 2), why="what is not indexed?"),
        Call(("n", [*ELEVEN, "n"], [*ELEVEN, "n"], 12), why="what if the cut is twelve?"),
        Call(("n", [*ELEVEN, "n"], [*ELEVEN, "n"], 3), why="what of a passage far below?"),
    ],
    generator=random_candidates,
    right=["candidates[:cut]", "list(candidates)[0:cut]", "set(candidates[:cut])"],
    wrong=[
        Wrong(
            "whole_list",
            "candidates",
            "Is a passage at rank 41 found, when ten reach the prompt? You looked at the whole list.",
        ),
        Wrong("ten_for_cut", "candidates[:10]", "Ten is today's cut; the function is given `cut`."),
        Wrong("stops_early", "candidates[:cut - 1]", "Is the place at the cut inside? Your list stops just before it."),
        Wrong(
            "beyond_the_cut", "candidates[cut:]", "Which part of the list reaches the prompt? That is the rest of it."
        ),
        Wrong(
            "index_again", "indexed[:cut]", "Which list has an order? What is indexed has none; look at what was found."
        ),
    ],
    hints=["The cut says how many places count.", "A slice `[:cut]` holds the first `cut` places."],
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
    commentary="Perfect for a first stage that hands on fifty. The prompt takes ten, and at 10 it is 0.",
)


def lost_at(
    needed: str,
    indexed: Sequence[str],
    candidates: Sequence[str],
    reranked: Sequence[str],
    prompt: Sequence[str],
    cut: int,
) -> str:
    """The stage that lost a passage, asked from the prompt back; "none" when it is in the prompt."""
    if needed in prompt:
        return "none"
    if needed in reranked[:cut]:
        return "prompt_cut"
    if needed in candidates[:cut]:
        return "reranking"
    return "retrieval" if needed in indexed else "index"


def random_way(source: random.Random) -> tuple[str, list[str], list[str], list[str], list[str], int]:
    """A passage, what is indexed, two orders, a prompt and a cut."""
    ids = ["n", *source.sample(IDS, source.randint(2, 5))]
    if source.random() < 0.2:
        return "n", ids[1:], ids[1:], ids[:0:-1], ids[1:2], 1
    cut = source.randint(1, 3)
    reranked = source.sample(ids, len(ids))
    prompt = [each for each in reranked[:cut] if source.random() < 0.6]
    return "n", sorted(ids), source.sample(ids, len(ids)), reranked, prompt, cut


WAY = ["d", "e", "n"]

LOST_AT = FunctionProblem(
    id="05-lost-at",
    objective=STAGE,
    statement=(
        "Write `lost_at`: which stage lost the passage `needed`? The four lists hold ids, as a trace has them. "
        "`candidates` and `reranked` are whole lists, so cut them at `cut`; `prompt` is as it was sent. Go back from "
        "the prompt to the last place where the passage still stood: whoever comes next lost it. Give `'index'`, "
        "`'retrieval'`, `'reranking'` or `'prompt_cut'`, or `'none'` when it is in the prompt."
    ),
    minutes=7,
    difficulty=2,
    points=2,
    signature="def lost_at(needed, indexed, candidates, reranked, prompt, cut):",
    reference=lost_at,
    calls=[
        Call(("n", WAY, ["d", "e", "n"], ["n", "d", "e"], ["n"], 1), why="may a later stage make up for an earlier?"),
        Call(("n", ["d", "e"], ["d", "e"], ["e", "d"], ["e"], 1), why="is it indexed at all?"),
        Call(("n", WAY, ["d", "n", "e"], ["d", "n", "e"], ["d"], 1), why="what lies behind the cut?"),
        Call(("n", WAY, ["n", "d", "e"], ["d", "n", "e"], ["d"], 1), why="who pushed it out?"),
        Call(("n", WAY, ["n", "d", "e"], ["d", "n", "e"], ["d"], 2), why="what if it was dropped after the reranking?"),
        Call(("n", WAY, ["d", "e", "n"], ["n", "d", "e"], [], 1), why="where did it stand last?"),
        Call(
            ("n", [*ELEVEN, "n"], [*ELEVEN[:10], "n", "d-11"], [*ELEVEN, "n"], ELEVEN, 11), why="is the cut always ten?"
        ),
    ],
    generator=random_way,
    hints=[
        "The first line asks whether it is in the prompt: then nothing was lost, whatever happened before.",
        'Then `if needed in reranked[:cut]: return "prompt_cut"`, and so on towards the index.',
    ],
    right=[
        """
        if needed in prompt:
            return "none"
        if needed in reranked[:cut]:
            return "prompt_cut"
        if needed in candidates[:cut]:
            return "reranking"
        return "retrieval" if needed in indexed else "index"
        """,
        """
        stages = ["index", "retrieval", "reranking", "prompt_cut", "none"]
        reached = 0
        for number, place in enumerate((indexed, candidates[:cut], reranked[:cut], prompt), start=1):
            if needed in place:
                reached = number
        return stages[reached]
        """,
        """
        way = {"none": prompt, "prompt_cut": reranked[:cut], "reranking": candidates[:cut], "retrieval": indexed}
        return next((stage for stage, place in way.items() if needed in place), "index")
        """,
    ],
    wrong=[
        Wrong(
            "asks_forwards",
            """
            if needed not in indexed:
                return "index"
            if needed not in candidates[:cut]:
                return "retrieval"
            if needed not in reranked[:cut]:
                return "reranking"
            return "none" if needed in prompt else "prompt_cut"
            """,
            "May a later stage make up for an earlier? Yours calls a passage lost that is in the prompt.",
        ),
        Wrong(
            "prompt_then_forwards",
            """
            if needed in prompt:
                return "none"
            if needed not in indexed:
                return "index"
            if needed not in candidates[:cut]:
                return "retrieval"
            return "prompt_cut" if needed in reranked[:cut] else "reranking"
            """,
            "Where did it stand last? The reranker had lifted it inside, so it was dropped after that.",
        ),
        Wrong(
            "forgets_the_cut",
            """
            if needed in prompt:
                return "none"
            if needed in reranked:
                return "prompt_cut"
            if needed in candidates:
                return "reranking"
            return "retrieval" if needed in indexed else "index"
            """,
            "What lies behind the cut? Yours looks at the whole lists.",
        ),
        Wrong(
            "forgets_the_prompt",
            """
            if needed in reranked[:cut]:
                return "none"
            if needed in candidates[:cut]:
                return "reranking"
            return "retrieval" if needed in indexed else "index"
            """,
            "What was in front of the model? You never looked at the prompt, from which more may have been dropped.",
        ),
        Wrong(
            "the_one_that_had_it",
            """
            if needed in prompt:
                return "none"
            if needed in reranked[:cut]:
                return "reranking"
            if needed in candidates[:cut]:
                return "retrieval"
            return "index"
            """,
            "Who lost it? You name the last stage that still had it. The next one lost it.",
        ),
        Wrong(
            "the_place_where_it_stood",
            """
            places = {"prompt": prompt, "reranked": reranked[:cut], "candidates": candidates[:cut], "indexed": indexed}
            last = next((name for name, place in places.items() if needed in place), "index")
            return "none" if last == "prompt" else last
            """,
            "Who lost it? You name the list in which it last stood. Give the stage that comes after that list.",
        ),
        Wrong(
            "nothing_for_none",
            """
            if needed in prompt:
                return None
            if needed in reranked[:cut]:
                return "prompt_cut"
            if needed in candidates[:cut]:
                return "reranking"
            return "retrieval" if needed in indexed else "index"
            """,
            "What is to be given for a passage in the prompt? The word 'none', in quotes; yours gives None.",
        ),
        Wrong(
            "blames_the_model",
            """
            if needed in prompt:
                return "generation"
            if needed in reranked[:cut]:
                return "prompt_cut"
            if needed in candidates[:cut]:
                return "reranking"
            return "retrieval" if needed in indexed else "index"
            """,
            "Was a passage lost that is in the prompt? Whether the answer is wrong is not known here: give 'none'.",
        ),
        Wrong(
            "ten_for_cut",
            """
            if needed in prompt:
                return "none"
            if needed in reranked[:10]:
                return "prompt_cut"
            if needed in candidates[:10]:
                return "reranking"
            return "retrieval" if needed in indexed else "index"
            """,
            "Is the cut always ten? The function is given `cut`.",
        ),
    ],
    commentary="Back from the prompt, the first yes settles it. Forwards, a passage that was rescued looks lost.",
)


def who_lost(needed: str, candidates: Sequence[str], reranked: Sequence[str], cut: int) -> str:
    """Which of two orders lost a passage; "none" when it is inside the cut at last."""
    if needed in reranked[:cut]:
        return "none"
    return "reranking" if needed in candidates[:cut] else "retrieval"


FIND_ORDER = FindBugProblem(
    id="05-find-order",
    objective=STAGE,
    statement="A colleague's version: nothing ever fails in reranking, too much in retrieval. Which line is wrong?",
    minutes=3,
    difficulty=2,
    code="""\
def who_lost(needed, candidates, reranked, cut):
    before = candidates[:cut]
    after = reranked[:cut]
    if needed in after:
        return "none"
    if needed not in before or needed not in after:
        return "retrieval"
    return "reranking"
""",
    line=6,
    repair="if needed not in before:",
    reference=who_lost,
    calls=[
        Call(("n", ["n", "d"], ["d", "n"], 1), why="who pushed it out?"),
        Call(("n", ["d", "n"], ["d", "n"], 1), why="was it ever inside the cut?"),
        Call(("n", ["d", "n"], ["n", "d"], 1), why="what if the reranker lifted it?"),
        Call(("n", ["d", "e"], ["d", "e"], 2), why="what of a passage that is nowhere?"),
    ],
    others={
        2: "What stood inside the cut before reranking: as it should be.",
        3: "What stands inside it afterwards: as it should be.",
        4: "Inside at last, so nothing was lost: as it should be.",
        5: "Right for a passage that is inside at last, rescued or not.",
        7: "That is what to say of a passage that was never inside. Look at who gets here.",
        8: "That is what to say of a passage that was pushed out, if any got so far.",
    },
    commentary="Whoever gets to line 6 is not in `after`, so its second half is always true.",
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
        Slip(18, "Not all: five had everything in front of them, and were wrong all the same."),
        Slip(15, "So many lacked something. Two of them were answered rightly all the same; you will meet them."),
        Slip(9, "Half is a fair guess, and too kind to the stages before the model."),
    ],
    commentary="Four were not indexed, seven never retrieved high enough, two pushed out by the reranker.",
)

PREDICT_CEILING = PredictProblem(
    id="05-predict-ceiling",
    objective=MEND,
    statement=(
        "42 of 60 answers are right today. The best prompt in the world mends every bad answer that had all it needed "
        "in front of the model, and no other. Which share is right then?"
    ),
    minutes=2,
    show_code=False,
    code="""
(42 + 5) / 60
""",
    slips=[
        Slip(5 / 18, "That is its share of the bad answers. Asked is the share of right ones afterwards."),
        Slip(5 / 60, "That is what is won. Add what was right before."),
        Slip(1, "For the other 13 the model never gets what it needs, whatever the prompt says."),
        Slip(47, "That is how many. Asked is the share of the 60."),
        Slip(55 / 60, "13 is how many failed before. The prompt can mend the other 5."),
        Slip(42 / 60, "That is today. Add the 5 that had all they needed."),
    ],
    also_right=[0.78],
    commentary="47 of 60. Whoever works on the prompt alone can't get further.",
)

QUIZ_FIRST = QuizProblem(
    id="05-quiz-first",
    objective=MEND,
    statement=(
        "A better retriever takes weeks, typing out the four bulletins a day, switching the reranker off a minute, and "
        "a better prompt three days. No better reranker is to be had. In which order?"
    ),
    minutes=2,
    options=[
        Option(
            "Retriever, prompt, scans, reranker off.",
            "By the height of the bars. What costs a minute would wait for weeks.",
        ),
        Option(
            "Reranker off, scans, prompt, retriever.",
            "Two in reach for a minute, three for a day, and so on. After each, run the sixty again.",
            right=True,
        ),
        Option(
            "Reranker off, prompt, scans, retriever.",
            "Close. The prompt wins five in three days, the scans three in one: a day brings more there.",
        ),
        Option(
            "Prompt, scans, reranker off, retriever.",
            "So said somebody at the start. Two answers are to be had in a minute: why let them wait?",
        ),
    ],
)

QUIZ_ORACLE = QuizProblem(
    id="05-quiz-oracle",
    objective=ORACLE,
    statement=(
        "Another system, which puts thirty passages into each prompt, gave twenty bad answers. Each time all that the "
        "question needs was in the prompt. From their passages alone, eighteen come right. What do you try first?"
    ),
    minutes=1,
    options=[
        Option("A retriever with more recall.", "Nothing was missing: each time all it needed was there."),
        Option(
            "A model trained on your texts.", "Alone, it reads eighteen of twenty rightly. Reading is not the trouble."
        ),
        Option("A new look at all the labels.", "By the same labels eighteen were right when given alone."),
        Option(
            "A prompt with fewer passages.",
            "What stood beside them made the difference. It is cheap to try, and the sweep shows what it costs.",
            right=True,
        ),
    ],
)

QUIZ_LAST = QuizProblem(
    id="05-quiz-last",
    objective=STAGE,
    statement=(
        'The passage was found at rank 3, reranked to 2, and stood in the prompt. The answer says "I don\'t know". '
        "First failing stage?"
    ),
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
    LOST_AT,
    FIND_ORDER,
    PREDICT_BEFORE,
    PREDICT_CEILING,
    QUIZ_FIRST,
    QUIZ_ORACLE,
    QUIZ_LAST,
]


# --- the exercises ---


def first_failure(groups: Sequence[Sequence[str]], story: Mapping[str, Sequence[str]], verdict: str) -> str:
    """The earliest stage that lost a group; generation where none did and the answer is wrong; else none."""
    stages = ("index", "retrieval", "reranking", "prompt_cut")
    places = [story[place] for place in ("indexed", "candidates", "reranked", "prompt")]
    reached = [max((n for n, held in enumerate(places, 1) if {*group} & {*held}), default=0) for group in groups]
    if min(reached) < len(places):
        return stages[min(reached)]
    return "generation" if verdict == "wrong" else "none"


def random_story(source: random.Random) -> tuple[list[list[str]], dict[str, list[str]], str]:
    """Groups, which passages each stage held, and a verdict."""
    ids = ["a", "b", "c", "d"]
    groups = [source.sample(ids, source.randint(1, 2)) for _ in range(source.randint(1, 2))]
    kept = {place: source.choice([0.3, 0.7, 1]) for place in ("indexed", "candidates", "reranked", "prompt")}
    story = {place: [each for each in ids if source.random() < share] for place, share in kept.items()}
    return groups, story, source.choice(["right", "wrong"])


def random_evidence(source: random.Random) -> tuple[list[str], list[list[str]], int]:
    """A ranking, groups of evidence, and a cut."""
    ids = source.sample(IDS, source.randint(1, 7))
    groups = [source.sample(IDS, source.randint(1, 3)) for _ in range(source.randint(1, 3))]
    return ids, groups, source.randint(1, 6)


def ceiling(bad: Sequence[tuple[str, bool]], right: int, mended: Sequence[str]) -> float:
    """The share of right answers at best, were these stages mended."""
    won = sum(stage in mended and (alone or "generation" in mended) for stage, alone in bad)
    return (right + won) / (right + len(bad))


def random_bad(source: random.Random) -> tuple[list[tuple[str, bool]], int, list[str]]:
    """Bad answers with their stage and what the oracle says, how many are right, and some stages."""
    stages = ["index", "retrieval", "reranking", "generation"]
    bad = [(source.choice(stages), source.random() < 0.6) for _ in range(source.randint(1, 9))]
    return bad, source.randint(1, 40), source.sample(stages, source.randint(0, 3))


QUIZ_GROUPS = QuizProblem(
    id="05-quiz-groups",
    title="Both halves",
    objective=NEEDS,
    statement=(
        '"Which bulb does it take, and how do I change it?" Passage p names the bulb, r says how to change it, and q '
        "says both. How do you label the question?"
    ),
    minutes=2,
    options_are_code=True,
    points=1,
    options=[
        Option('all_of(any_of("p", "q"), "r")', "Then q alone, which says both, would count as half."),
        Option('all_of("p", any_of("q", "r"))', "Then q alone, though it names the bulb as well, would count as half."),
        Option(
            'all_of(any_of("p", "q"), any_of("q", "r"))',
            "A group for each half of the question; q stands in both, so it satisfies both.",
            right=True,
        ),
        Option('all_of(any_of("p", "q", "r"), "q")', "Then p and r together, which say both, would count as half."),
    ],
)

EVIDENCE_RECALL = FunctionProblem(
    id="05-evidence-recall",
    title="Groups",
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
        Call((["x", "b"], [["a", "b"]], 2), why="is the k-th place inside?"),
        Call((["a", "b"], [["a"], ["b"]], 1), why="are there fewer groups when k is small?"),
        Call((["a", "x"], [["a"], ["a", "b"]], 2), why="may one passage satisfy two groups?"),
        Call((["a", "x"], [["a"], ["a"], ["b"]], 2), why="are two equal groups two?"),
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
        Wrong(
            "divided_by_k",
            "return sum(any(each in retrieved[:k] for each in group) for group in groups) / k",
            "A share of what? You divided by the places; divide by how many groups there are.",
        ),
        Wrong(
            "how_many",
            "return sum(any(each in retrieved[:k] for each in group) for group in groups)",
            "How many is not which share. Divide by how many groups there are.",
        ),
        Wrong(
            "divided_by_reachable",
            "return sum(any(each in retrieved[:k] for each in group) for group in groups) / min(k, len(groups))",
            "Are there fewer groups when k is small? You divided by what k places can hold at most.",
        ),
        Wrong(
            "each_place_once",
            """
            top, satisfied = list(retrieved[:k]), 0
            for group in groups:
                for each in group:
                    if each in top:
                        top.remove(each)
                        satisfied += 1
                        break
            return satisfied / len(groups)
            """,
            "May one passage satisfy two groups? It may; yours uses it up at the first.",
        ),
    ],
    commentary="Inside a group any, over the groups how many. Swap the two and alternatives are punished again.",
)

FIRST_FAILURE = FunctionProblem(
    id="05-first-failure",
    title="The first stage that lost it",
    objective=STAGE,
    statement=(
        "Write `first_failure`, for groups. `story` is a dict with the ids that each stage held inside the cut: "
        "`indexed`, `candidates`, `reranked`, `prompt`. Of each group in `groups` (one or more) any id will do. A "
        "group was lost by the stage after the last place where any of its ids stood: `'index'`, `'retrieval'`, "
        "`'reranking'` or `'prompt_cut'`; with one in the prompt, it was not lost. Of several lost groups the earliest "
        "stage counts. When none was lost, give `'generation'` if `verdict` is `'wrong'`, else `'none'`."
    ),
    minutes=12,
    difficulty=3,
    points=3,
    signature="def first_failure(groups, story, verdict):",
    reference=first_failure,
    calls=[
        Call(
            ([["n"]], {"indexed": ["n"], "candidates": ["n"], "reranked": ["n"], "prompt": ["n"]}, "wrong"),
            why="who is left?",
        ),
        Call(
            ([["n"]], {"indexed": ["n"], "candidates": [], "reranked": ["n"], "prompt": ["n"]}, "wrong"),
            why="may a later stage make up for an earlier?",
        ),
        Call(([["n"]], {"indexed": [], "candidates": [], "reranked": [], "prompt": []}, "wrong"), why="is it indexed?"),
        Call(
            ([["a", "b"]], {"indexed": ["b"], "candidates": ["b"], "reranked": ["b"], "prompt": ["b"]}, "right"),
            why="is one of a group enough?",
        ),
        Call(
            ([["a", "b"]], {"indexed": ["a", "b"], "candidates": ["b"], "reranked": [], "prompt": []}, "wrong"),
            why="which of two alternatives got further?",
        ),
        Call(
            ([["a"], ["b"]], {"indexed": ["a", "b"], "candidates": ["a"], "reranked": ["a"], "prompt": []}, "wrong"),
            why="which of two lost groups counts?",
        ),
        Call(
            ([["a"], ["b"]], {"indexed": ["a", "b"], "candidates": ["a"], "reranked": ["a"], "prompt": ["a"]}, "wrong"),
            why="must every group be there?",
        ),
        Call(
            (
                [["a"], ["b"]],
                {"indexed": ["a", "b"], "candidates": ["b"], "reranked": ["a"], "prompt": ["a"]},
                "wrong",
            ),
            why="must all groups stand in one place at once?",
        ),
        Call(
            ([["b", "a"]], {"indexed": ["a", "b"], "candidates": ["b"], "reranked": ["b"], "prompt": []}, "wrong"),
            why="does the order of the alternatives matter?",
        ),
        Call(
            ([["n"]], {"indexed": ["n"], "candidates": ["n"], "reranked": ["n"], "prompt": []}, "wrong"),
            why="what was in front of the model?",
        ),
        Call(
            ([["n"]], {"indexed": ["n"], "candidates": [], "reranked": [], "prompt": []}, "right"),
            why="is a lucky answer without a fault?",
        ),
        Call(
            ([["n"]], {"indexed": ["n"], "candidates": ["n"], "reranked": ["n"], "prompt": ["n"]}, "right"),
            why="what if all is well?",
        ),
    ],
    generator=random_story,
    hints=[
        "First for one group: go through the four places and keep the number of the last that holds any of its ids.",
        "The smallest of these numbers over the groups says which stage; 4 of 4 means that nothing was lost.",
        "The verdict matters only when nothing was lost on the way.",
    ],
    right=[
        """
        stages = ["index", "retrieval", "reranking", "prompt_cut"]
        lost = []
        for group in groups:
            reached = 0
            for number, place in enumerate(["indexed", "candidates", "reranked", "prompt"], start=1):
                if any(each in story[place] for each in group):
                    reached = number
            if reached < 4:
                lost.append(reached)
        if lost:
            return stages[min(lost)]
        return "generation" if verdict == "wrong" else "none"
        """,
        """
        def reached(group):
            for number, place in [(4, "prompt"), (3, "reranked"), (2, "candidates"), (1, "indexed")]:
                if set(group) & set(story[place]):
                    return number
            return 0

        end = "generation" if verdict == "wrong" else "none"
        return ["index", "retrieval", "reranking", "prompt_cut", end][min(map(reached, groups))]
        """,
        """
        missing = [set(group) for group in groups if not set(group) & set(story["prompt"])]
        if not missing:
            return {"wrong": "generation"}.get(verdict, "none")
        reranked, found = set(story["reranked"]), set(story["candidates"]) | set(story["reranked"])
        if any(not group & (found | set(story["indexed"])) for group in missing):
            return "index"
        if any(not group & found for group in missing):
            return "retrieval"
        return "reranking" if any(not group & reranked for group in missing) else "prompt_cut"
        """,
    ],
    wrong=[
        Wrong(
            "every_alternative",
            """
            stages, reached = ["index", "retrieval", "reranking", "prompt_cut"], []
            for each in [each for group in groups for each in group]:
                places = [story[place] for place in ("indexed", "candidates", "reranked", "prompt")]
                reached.append(max((number for number, held in enumerate(places, 1) if each in held), default=0))
            if min(reached) < 4:
                return stages[min(reached)]
            return "generation" if verdict == "wrong" else "none"
            """,
            "Is one of a group enough? Yours takes every alternative for needed.",
        ),
        Wrong(
            "asks_forwards",
            """
            stages = {"indexed": "index", "candidates": "retrieval", "reranked": "reranking", "prompt": "prompt_cut"}
            for place, stage in stages.items():
                if any(not set(group) & set(story[place]) for group in groups):
                    return stage
            return "generation" if verdict == "wrong" else "none"
            """,
            "May a later stage make up for an earlier? Yours stops at the first no, though it is in the prompt.",
        ),
        Wrong(
            "right_is_fine",
            """
            stages, reached = ["index", "retrieval", "reranking", "prompt_cut", "generation"], []
            for group in groups:
                places = [story[place] for place in ("indexed", "candidates", "reranked", "prompt")]
                reached.append(max((n for n, held in enumerate(places, 1) if set(group) & set(held)), default=0))
            return "none" if verdict == "right" else stages[min(reached)]
            """,
            "Is a lucky answer without a fault? It was right, and what it needed was lost all the same.",
        ),
        Wrong(
            "always_generation",
            """
            stages, reached = ["index", "retrieval", "reranking", "prompt_cut", "generation"], []
            for group in groups:
                places = [story[place] for place in ("indexed", "candidates", "reranked", "prompt")]
                reached.append(max((n for n, held in enumerate(places, 1) if set(group) & set(held)), default=0))
            return stages[min(reached)]
            """,
            "What if all is well? Yours blames the model for right answers.",
        ),
        Wrong(
            "forgets_the_prompt",
            """
            stages, reached = ["index", "retrieval", "reranking"], []
            for group in groups:
                places = [story[place] for place in ("indexed", "candidates", "reranked")]
                reached.append(max((n for n, held in enumerate(places, 1) if set(group) & set(held)), default=0))
            if min(reached) < 3:
                return stages[min(reached)]
            return "generation" if verdict == "wrong" else "none"
            """,
            "What was in front of the model? You never looked at the prompt, from which more may have been dropped.",
        ),
        Wrong(
            "the_last_that_was_lost",
            """
            stages, reached = ["index", "retrieval", "reranking", "prompt_cut"], []
            for group in groups:
                places = [story[place] for place in ("indexed", "candidates", "reranked", "prompt")]
                reached.append(max((n for n, held in enumerate(places, 1) if set(group) & set(held)), default=0))
            lost = [each for each in reached if each < 4]
            if lost:
                return stages[max(lost)]
            return "generation" if verdict == "wrong" else "none"
            """,
            "Which of two lost groups counts? The one that was lost earlier; yours takes the later.",
        ),
        Wrong(
            "all_groups_at_once",
            """
            stages = {"prompt": "none", "reranked": "prompt_cut", "candidates": "reranking", "indexed": "retrieval"}
            for place, stage in stages.items():
                if all(set(group) & set(story[place]) for group in groups):
                    return "generation" if (stage, verdict) == ("none", "wrong") else stage
            return "index"
            """,
            "Must all groups stand in one place at once? Each group has its own last place: look for it one by one.",
        ),
        Wrong(
            "one_group_is_enough",
            """
            stages, reached = ["index", "retrieval", "reranking", "prompt_cut"], []
            for group in groups:
                places = [story[place] for place in ("indexed", "candidates", "reranked", "prompt")]
                reached.append(max((n for n, held in enumerate(places, 1) if set(group) & set(held)), default=0))
            if max(reached) < 4:
                return stages[max(reached)]
            return "generation" if verdict == "wrong" else "none"
            """,
            "Must every group be there? Yours is content with the one that got furthest.",
        ),
    ],
    commentary="Inside a group the alternative that got furthest, over the groups the one that was lost first.",
)

PREDICT_SEVEN = PredictProblem(
    id="05-predict-fail-rate",
    title="At the cut in use",
    objective=STAGE,
    statement=(
        "Fifty questions, one passage expected for each. The first stage hands fifty candidates to a reranker: their "
        "recall@50 is 0.96, their recall@5 is 0.84. After reranking, recall@5 is 0.78, and the prompt takes those "
        "five. Of how many questions does the model not get to see the passage?"
    ),
    minutes=2,
    code="""
round(50 * (1 - 0.78))
""",
    show_code=False,
    slips=[
        Slip(2, "That many the reranker never had. The model sees five, after reranking."),
        Slip(8, "That is before reranking. The prompt is cut from the order after it."),
        Slip(9, "That is how many lie between the fifty and the prompt. Two were never among the fifty."),
        Slip(3, "That is by how many the reranker made it worse."),
        Slip(22, "That is the percentage. Asked is how many of the fifty."),
        Slip(0.22, "That is the share. Asked is how many of the fifty."),
        Slip(39, "Those it does get to see."),
    ],
    commentary=(
        "Two never came into the reranker's hands, which is what recall@50 is for. What the model misses is told by "
        "the prompt: 11. Without the reranker it would be 8."
    ),
)

CEILING = FunctionProblem(
    id="05-ceiling",
    title="The ceiling of a repair",
    objective=MEND,
    statement=(
        "Write `ceiling`. `bad` has a pair for each bad answer: the stage at which it failed first, and `True` if it "
        "comes right from its passages alone. `right` is how many answers are right today, `mended` a list of stages. "
        "A bad answer is won when its stage is mended, and it comes right alone or `'generation'` is mended as well. "
        "Give the share of right answers at best."
    ),
    minutes=8,
    difficulty=2,
    points=2,
    signature="def ceiling(bad, right, mended):",
    reference=ceiling,
    calls=[
        Call(([("index", True), ("index", True), ("generation", False)], 3, ["index"]), why="what is won?"),
        Call(([("index", True), ("index", False), ("retrieval", True)], 3, ["index"]), why="what does the oracle say?"),
        Call(
            ([("index", False), ("retrieval", True)], 4, ["index", "generation"]),
            why="may two repairs win what one doesn't?",
        ),
        Call(
            ([("generation", False), ("generation", True), ("retrieval", True)], 5, ["generation"]),
            why="what does work on the prompt mend?",
        ),
        Call(
            ([("index", False), ("index", True)], 2, ["generation"]), why="can the last stage mend what the first lost?"
        ),
        Call(([("index", True), ("retrieval", False)], 1, []), why="what if nothing is mended?"),
    ],
    generator=random_bad,
    hints=[
        "All answers are `right` and `len(bad)` together.",
        'One bad answer is won if `stage in mended and (alone or "generation" in mended)`.',
    ],
    right=[
        """
        won = [stage for stage, alone in bad if stage in mended and (alone or "generation" in mended)]
        return (right + len(won)) / (right + len(bad))
        """,
        """
        still_bad = 0
        for stage, alone in bad:
            if stage not in mended:
                still_bad += 1
            elif not alone and "generation" not in mended:
                still_bad += 1
        return 1 - still_bad / (right + len(bad))
        """,
        """
        total = right + len(bad)
        for stage, alone in bad:
            faults = {stage} if alone else {stage, "generation"}
            right += faults <= set(mended)
        return right / total
        """,
    ],
    wrong=[
        Wrong(
            "trusts_the_stage",
            """
            won = sum(stage in mended for stage, alone in bad)
            return (right + won) / (right + len(bad))
            """,
            "What does the oracle say? Some have a second fault, and yours counts them as won.",
        ),
        Wrong(
            "alone_or_nothing",
            """
            won = sum(stage in mended and alone for stage, alone in bad)
            return (right + won) / (right + len(bad))
            """,
            "May two repairs win what one doesn't? With generation mended as well, the second fault is gone.",
        ),
        Wrong(
            "prompt_mends_everything",
            """
            won = sum(("generation" in mended) or (stage in mended and alone) for stage, alone in bad)
            return (right + won) / (right + len(bad))
            """,
            "Can the last stage mend what the first lost? No prompt helps where the passage is missing.",
        ),
        Wrong(
            "only_what_is_won",
            """
            won = sum(stage in mended and (alone or "generation" in mended) for stage, alone in bad)
            return won / (right + len(bad))
            """,
            "Are the answers that were right still right? Yours counts what is won alone.",
        ),
        Wrong(
            "share_of_the_bad",
            """
            won = sum(stage in mended and (alone or "generation" in mended) for stage, alone in bad)
            return won / len(bad)
            """,
            "A share of what? Yours is the share of the bad answers that is won.",
        ),
        Wrong(
            "how_many",
            """
            return right + sum(stage in mended and (alone or "generation" in mended) for stage, alone in bad)
            """,
            "How many are there in all? Yours is a count; divide it by all answers.",
        ),
        Wrong(
            "divides_by_the_bad",
            """
            won = sum(stage in mended and (alone or "generation" in mended) for stage, alone in bad)
            return (right + won) / len(bad)
            """,
            "What are all answers? You divided by the bad ones; the right ones belong to them.",
        ),
        Wrong(
            "divides_by_the_right",
            """
            won = sum(stage in mended and (alone or "generation" in mended) for stage, alone in bad)
            return (right + won) / right
            """,
            "What are all answers? You divided by those that are right today; the bad ones belong to them.",
        ),
    ],
    commentary="A ceiling that knows of second faults is lower, and still a ceiling: it rules out, it doesn't promise.",
)

JUDGE_REPAIR = JudgementProblem(
    id="05-judge-repair",
    title="Two weeks",
    objective=MEND,
    statement=(
        "You have two weeks for the Osier's assistant. Switching the reranker off takes a minute and typing out the "
        "bulletins a day; both are settled. No better reranker is to be had. A better retriever takes all that is "
        "left; a better prompt three days. Choose which to begin with. Were index, reranking and retrieval mended, and "
        "nothing else, what share of the 60 could be right at best? Count an answer as won only if it comes right from "
        "its passages alone, and leave the size of the prompt aside. Compute the other choice's ceiling too; you wrote "
        "the function in problem 4. Put the "
        "share into `answer`, your choice into `decision`, and why, with what would change your mind, into `because`. "
        "The point is for the figure; a person reads the other two."
    ),
    minutes=10,
    difficulty=2,
    code="""
from ragedu.assistant import firmware
from ragedu.diagnosis import first_failure, oracle_test

bad = [trace for trace in firmware.traces if trace.verdict == "wrong"]
lost = [trace for trace in bad if first_failure(trace).stage in ("index", "retrieval", "reranking")]
won = [trace for trace in lost if oracle_test(firmware.assistant, trace.case).oracle.verdict == "right"]
(len(firmware.traces) - len(bad) + len(won)) / len(firmware.traces)
""",
    slips=[
        Slip(55 / 60, "That is by the stages alone. Three of the thirteen stay wrong even from their passages alone."),
        Slip(49 / 60, "That mends retrieval alone, and counts its second faults as won."),
        Slip(50 / 60, "That leaves the reranker's two out, and switching it off is settled."),
        Slip(51 / 60, "That leaves out the error codes. A good thought, but from its twelve passages it comes right."),
        Slip(53 / 60, "That is index, reranking and prompt. Here the retriever is mended instead of the prompt."),
        Slip(47 / 60, "That is the prompt's ceiling, or retrieval's alone. Here three stages are mended."),
        Slip(10 / 60, "That is what is won. Add the answers that are right today."),
        Slip(10 / 18, "That is their share of the bad answers. Asked is the share of all that are right then."),
        Slip(52, "That is how many. Asked is the share of the 60."),
        Slip(55, "Asked is the share of the 60; and three of those stay wrong even from their passages alone."),
        Slip(42 / 60, "That is today. Add those that come right."),
    ],
    hints=[
        "`diagnosis.first_failure(trace).stage` and `diagnosis.oracle_test(firmware.assistant, trace.case)` tell, for "
        "each bad trace, where it failed and whether it comes right alone.",
        "Make a list of pairs (stage, comes right alone) over the bad traces, and give it to your `ceiling`.",
    ],
    commentary=(
        "52 of 60 with the retriever, and 51 while the prompt takes ten, for the error codes need twelve. With the "
        "prompt in its place 53 at best: all four from the index, since a better prompt can mend the second fault "
        "that one of them has, both from the reranking, and the five of generation. So the weeks buy no more than the "
        "three days. Good words weigh cost and ceiling, say how sure each is, and what a first day of trying would "
        "show."
    ),
)

EXERCISE: list[Problem] = [
    QUIZ_GROUPS,
    EVIDENCE_RECALL,
    PREDICT_SEVEN,
    CEILING,
    FIRST_FAILURE,
    JUDGE_REPAIR,
]
