"""Problems of lesson 04, Found, grounded, right: choosing k."""

import random
from collections.abc import Mapping

from ragedu.learn.problems import (
    Call,
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

READ = "read a report row by row, and name the cause of each failure"
CHOOSE = "choose k, or a threshold, from a sweep with its cost"
DECIDE = "say what two tries, and what eight questions can and can't decide"
TRUST = "find a test set that flatters, and labels that have aged"
GATE = "write the test under which a change does not ship"

QUESTIONS = ["office", "parcel", "return", "money", "cash", "bank", "warranty", "sunday"]


# --- the lesson ---

PREDICT_LUCK = PredictProblem(
    id="04-predict-luck",
    objective=READ,
    statement=(
        "At k = 1 five of the eight answers are right. On how many of the five would you build: the passage was found, "
        "or there is none to find, and the answer stands on what was read?"
    ),
    minutes=2,
    show_code=False,
    code="""
from ragedu.assistant import shop
from ragedu.experiment import report

result = report(shop.answer(case.question, 1) for case in shop.cases)
rows = result.per_question.values()
sum(bool(row["right"] and row["grounded"] and row.get("found", 1)) for row in rows)
""",
    slips=[
        Slip(5, "One of the five cites a passage that was never read: right by luck."),
        Slip(3, "Sunday's refusal counts as well: the shop says nothing about it, and the assistant says so."),
    ],
    commentary="The parcel's is right by luck: two days is what the shop says, and the model never read it.",
)

QUIZ_CAUSE = QuizProblem(
    id="04-quiz-cause",
    objective=READ,
    statement=(
        "A row of another shop: found yes, grounded no, right no. Its passage says 7 days, and was read; the answer "
        "says 14 days and cites it. Which repair can help?"
    ),
    minutes=1,
    options=[
        Option(
            "A larger k: more passages in the prompt.",
            "The passage lay there already. More of them won't make it be read.",
        ),
        Option("A new label: 14 days must be what counts.", "The passage says 7, and so does whoever wrote the label."),
        Option("Work on the model, or on its prompt.", "It had what it needed, and said something else.", right=True),
        Option(
            "A threshold: fewer passages in the prompt.", "Perhaps, if another one led it astray; its own was there."
        ),
    ],
)

PREDICT_TWO = PredictProblem(
    id="04-predict-two",
    objective=DECIDE,
    statement=(
        "Five of eight answers are right. Somebody picks two different questions at random. How likely is it, from 0 "
        "to 1, that both are right?"
    ),
    minutes=2,
    show_code=False,
    code="""
5 / 8 * 4 / 7
""",
    also_right=[0.36, 0.35],
    slips=[
        Slip(0.39, "That is with the same question twice. Of the seven left, four are right."),
        Slip(5 / 8, "That is the chance for one. The second must be right as well."),
        Slip(2 / 8, "That is the share of questions that were tried."),
    ],
    commentary="5/8 for the first; then four right ones are left among seven.",
)

PREDICT_TOKENS = PredictProblem(
    id="04-predict-tokens",
    objective=CHOOSE,
    statement=(
        "The prompt at k = 3 has about 190 words, 137 of them instructions. One more passage has about a dozen. By how "
        "many per cent do the tokens rise from k = 3 to k = 4? Anything within 3 of it will do."
    ),
    minutes=1,
    show_code=False,
    code="""
from ragedu.assistant import shop
from ragedu.experiment import sweep_k

by_k = sweep_k(shop.assistant, shop.cases, ks=[3, 4])
round(100 * (by_k[4].mean_tokens / by_k[3].mean_tokens - 1), 1)
""",
    within=3,
    percent=True,
    slips=[
        Slip(33, "The passages grow by a third, and most of the prompt is something else."),
        Slip(25, "One of four passages is new; but most of the prompt is something else."),
        Slip(12, "A dozen words, on top of 190: that is a share of what was there before."),
        Slip(0.06, "As a share; asked is per cent, a hundred times that."),
    ],
    commentary="A passage has about a dozen words; the instructions stand there whatever k is.",
)

QUIZ_THRESHOLD = QuizProblem(
    id="04-quiz-threshold",
    objective=CHOOSE,
    statement="At 0.15 right is still 8 of 8, as at 0.0, and the bill is smaller. Is it as good?",
    minutes=2,
    options=[
        Option(
            "Yes: all are right, for fewer tokens.", "Look one column to the left, and one more: something was lost."
        ),
        Option(
            "No: one is right without its passage.",
            "Found 6 of 7, grounded 7 of 8: the parcel is lucky again.",
            right=True,
        ),
        Option(
            "No: Sunday's prompt is empty there.", "Not yet, and it would be no fault: it is what a threshold is for."
        ),
        Option("Yes: found doesn't matter if right.", "Until the passage changes and the guess does not."),
    ],
)

QUIZ_APART = QuizProblem(
    id="04-quiz-apart",
    objective=DECIDE,
    statement="7 of 8 right at k = 3, 8 of 8 at k = 4; one question has changed. What will a paired test say?",
    minutes=1,
    options=[
        Option(
            "k = 4 is better: 8 is more than 7.",
            "More on these eight. Would it be so on others? One question can't say.",
        ),
        Option("k = 3 is better: it costs less.", "A cost, and no result of the test."),
        Option(
            "The two are as good as equal.",
            "Not shown either: too few questions to hear a difference is not the same as none.",
        ),
        Option("It can't tell the two apart.", "One changed question may fall either way.", right=True),
    ],
)

FIND_REFERENCE = FindBugProblem(
    id="04-find-reference",
    objective=TRUST,
    statement="Whatever retriever you give it, this says that everything is found. Which line is wrong?",
    minutes=3,
    difficulty=2,
    code="""\
def found_share(rankings, expected, k):
    found = 0
    for question, relevant in expected.items():
        top = list(relevant)[:k]
        if any(each in relevant for each in top):
            found += 1
    return found / len(expected)
""",
    line=4,
    repair="top = rankings[question][:k]",
    reference=lambda rankings, expected, k: (
        sum(any(each in relevant for each in rankings[question][:k]) for question, relevant in expected.items())
        / len(expected)
    ),
    calls=[
        Call(({"q": ["d-1", "r-1"]}, {"q": ["r-1"]}, 1), why="whose passages are looked at?"),
        Call(({"q": ["r-1"], "p": ["d-1"]}, {"q": ["r-1"], "p": ["w-1"]}, 1)),
    ],
    others={
        2: "Counting begins at 0, as it should.",
        3: "Every question with what it expects, as it should be.",
        5: "Any expected passage among those is a hit. It asks rightly; look at what it is asked of.",
        6: "One more question found. That is right.",
        7: "A share of all questions, as it should be.",
    },
    commentary=(
        "It looked for the expected passages among the expected passages; `rankings` is never read. An argument that "
        "nobody uses is a good thing to look for."
    ),
)

PREDICT_AGED = PredictProblem(
    id="04-predict-aged",
    objective=TRUST,
    statement=(
        'The shop now gives 30 days. The new passage reaches the prompt, and the assistant answers: "Please send the '
        'goods back within 30 days [return-1]." The test set still expects "14 days". To which of the three will the '
        "report say no: found, grounded or right?"
    ),
    minutes=1,
    show_code=False,
    code="""
from ragedu.assistant import shop
from ragedu.cases import Hit, Trace
from ragedu.experiment import report

now = Hit("return-1", text="Whatever you want to give back, send it within 30 days in its original packaging.")
answer = "Please send the goods back within 30 days [return-1]."
(row,) = report([Trace(shop.cases[2], prompt=(now,), answer=answer)]).per_question.values()
", ".join(name for name, yes in row.items() if not yes)
""",
    slips=[
        Slip("found", "Its id is still return-1, and it reached the prompt."),
        Slip("grounded", "30 days stands in the new passage, which was read."),
    ],
    commentary="Right: it compares with what somebody once wrote down, and that has aged. The other two look at texts.",
)


def may_ship(before: Mapping[str, float], after: Mapping[str, float], least: float) -> bool:
    """Whether the share of right answers is at least so high, and nothing that was right is wrong now."""
    share = sum(after.values()) / len(after)
    return share >= least and not any(before[each] and not after[each] for each in before)


def random_change(source: random.Random) -> tuple[dict[str, int], dict[str, int], float]:
    """What was right before, what is right after, and the least share; often little has changed."""
    asked = source.sample(QUESTIONS, source.randint(2, 6))
    before = {each: int(source.random() < 0.7) for each in asked}
    after = {each: right if source.random() < 0.75 else 1 for each, right in before.items()}
    if source.random() < 0.4:
        after[source.choice(asked)] = 0
    return before, after, source.choice([0.5, 0.75, 0.8, 1.0])


MAY_SHIP = FunctionProblem(
    id="04-may-ship",
    objective=GATE,
    statement=(
        "Write `may_ship`. `before` and `after` are dicts, question → 1 (right) or 0 (wrong), of the same questions. "
        "Give `True` when the share of right answers in `after` is at least `least`, and no question that was right in "
        "`before` is wrong in `after`; otherwise `False`."
    ),
    minutes=7,
    difficulty=2,
    points=2,
    signature="def may_ship(before, after, least):",
    reference=may_ship,
    calls=[
        Call(({"a": 1, "b": 0}, {"a": 1, "b": 1}, 0.8), why="may a change ship that only mends?"),
        Call(({"a": 1, "b": 0}, {"a": 0, "b": 1}, 0.5), why="can a good mean hide a broken question?"),
        Call(({"a": 1, "b": 0}, {"a": 1, "b": 0}, 0.8), why="is the share high enough?"),
        Call(({"a": 1, "b": 0}, {"a": 1, "b": 0}, 0.5), why="is exactly the least share enough?"),
        Call(({"a": 1, "b": 1}, {"a": 1, "b": 0}, 0.5), why="may a question break where the mean allows it?"),
        Call(({"a": 1, "b": 0}, {"b": 1, "a": 1}, 0.5), why="must the two dicts be in the same order?"),
        Call(({"a": 0, "b": 1}, {"b": 1, "a": 0}, 0.5), why="is each question compared with itself?"),
        Call(
            ({"a": 0, "b": 1, "c": 1}, {"a": 0, "b": 1, "c": 1}, 0.5),
            why="does a question count that was wrong before?",
        ),
        Call(
            ({"a": 1, "b": 1, "c": 1, "d": 0}, {"a": 1, "b": 1, "c": 1, "d": 0}, 0.8),
            why="is a share that only rounds up to the least one enough?",
        ),
    ],
    generator=random_change,
    hints=[
        "The share is `sum(after.values()) / len(after)`.",
        "`any(before[each] and not after[each] for each in before)` asks whether something broke.",
    ],
    right=[
        """
        share = sum(after.values()) / len(after)
        broken = [each for each in before if before[each] and not after[each]]
        return share >= least and not broken
        """,
        """
        for question in before:
            if before[question] == 1 and after[question] == 0:
                return False
        return sum(after.values()) >= least * len(after)
        """,
        """
        enough = sum(after[each] for each in after) / len(after) >= least
        return enough and all(after[each] >= before[each] for each in before)
        """,
    ],
    wrong=[
        Wrong(
            "mean_alone",
            "return sum(after.values()) / len(after) >= least",
            "Can a good mean hide a broken question? Yours looks at the mean alone.",
        ),
        Wrong(
            "nothing_broken_alone",
            "return not any(before[each] and not after[each] for each in before)",
            "Is the share high enough? Yours only asks whether something broke.",
        ),
        Wrong(
            "more_than_least",
            """
            broken = any(before[each] and not after[each] for each in before)
            return sum(after.values()) / len(after) > least and not broken
            """,
            "Is exactly the least share enough? At least means yes; yours asks for more.",
        ),
        Wrong(
            "share_rounded",
            """
            broken = any(before[each] and not after[each] for each in before)
            return round(sum(after.values()) / len(after), 1) >= least and not broken
            """,
            "Is three of four at least 0.8? Rounded to one place it is; compare the share as it comes.",
        ),
        Wrong(
            "mean_may_not_fall",
            """
            was, now = sum(before.values()) / len(before), sum(after.values()) / len(after)
            return now >= least and now >= was
            """,
            "Can one question mend what another breaks? Yours compares the means, question by question is asked.",
        ),
        Wrong(
            "by_position",
            """
            broken = any(was and not now for was, now in zip(before.values(), after.values()))
            return sum(after.values()) / len(after) >= least and not broken
            """,
            "Is each question compared with itself? Two dicts need not be in the same order.",
        ),
        Wrong(
            "everything_right",
            "return all(after.values())",
            "Must every answer be right? Least may be below 1, and a question that was wrong before may still be.",
        ),
        Wrong(
            "share_of_before",
            """
            broken = any(before[each] and not after[each] for each in before)
            return sum(before.values()) / len(before) >= least and not broken
            """,
            "Whose share must be high enough? You took the one before the change.",
        ),
    ],
    commentary=(
        "The mean says how good it is, the second condition that nobody pays for it. Real gates allow a few flips "
        "where a model answers the same question now so, now so; then say how many, in advance."
    ),
)

QUIZ_LAST = QuizProblem(
    id="04-quiz-last",
    objective=DECIDE,
    statement=(
        '"We raised k from 3 to 6: right went from 81 to 83 of 100, and the bill rose by half." What do you ask first?'
    ),
    minutes=2,
    options=[
        Option("Which of the passages came in at 4 to 6?", "A good question, once you know that something happened."),
        Option(
            "Which answers changed, and in which way?",
            "Two more net: at best two changed, one way, and 2 * 0.5**2 is a half. It can't be told from chance.",
            right=True,
        ),
        Option("Whether k = 20 would bring it to 90?", "Before going on, know whether the first step did anything."),
        Option("How long the answers have got by now?", "Worth knowing; it doesn't decide whether the step was real."),
    ],
)

LESSON: list[Problem] = [
    PREDICT_LUCK,
    QUIZ_CAUSE,
    PREDICT_TWO,
    PREDICT_TOKENS,
    QUIZ_THRESHOLD,
    QUIZ_APART,
    FIND_REFERENCE,
    PREDICT_AGED,
    MAY_SHIP,
    QUIZ_LAST,
]


# --- the exercises ---


def first_no(found: bool, grounded: bool, right: bool) -> str:
    """The first question that is answered with no: "found", "grounded", "right"; "none" when all are yes."""
    return "found" if not found else "grounded" if not grounded else "right" if not right else "none"


def sweep_tokens(traces: Mapping[int, list[tuple[int, int]]]) -> dict[int, tuple[float, float]]:
    """For each k the share of right answers, and the tokens a question."""
    return {
        k: (sum(right for right, _ in rows) / len(rows), sum(tokens for _, tokens in rows) / len(rows))
        for k, rows in traces.items()
    }


def random_sweep(source: random.Random) -> tuple[dict[int, list[tuple[int, int]]]]:
    """For a few k, what some questions gave and cost."""
    many = source.randint(1, 5)
    return (
        {
            k: [(source.randint(0, 1), source.randint(90, 110) + 13 * k) for _ in range(many)]
            for k in sorted(source.sample(range(1, 9), source.randint(1, 4)))
        },
    )


def interval_ends(means: list[float], level: float) -> tuple[float, float]:
    """The ends of the interval that holds the middle share of the means."""
    ordered = sorted(means)
    cut = round(len(ordered) * (1 - level) / 2)
    return ordered[cut], ordered[-1 - cut]


def random_means(source: random.Random) -> tuple[list[float], float]:
    """Means of resamples, and a level."""
    many = source.choice([7, 10, 14, 20, 40, 100])
    return [source.randint(0, 97) / 97 for _ in range(many)], source.choice([0.9, 0.8, 0.5])


FIRST_NO = FunctionProblem(
    id="04-first-no",
    title="The first no",
    objective=READ,
    statement=(
        "Write `first_no`: which of a row's three answers is the first no? Give `'found'`, `'grounded'` or `'right'`; "
        "when none is, give `'none'`. The arguments are `True` or `False`."
    ),
    minutes=4,
    difficulty=1,
    points=1,
    signature="def first_no(found, grounded, right):",
    reference=first_no,
    calls=[
        Call((True, True, True), why="what if all is well?"),
        Call((False, False, True), why="which no comes first, when there are two?"),
        Call((True, False, False), why="what comes before being right?"),
        Call((True, True, False), why="can a grounded answer be wrong?"),
        Call((False, True, True), why="is a right answer without a fault?"),
        Call((True, False, True), why="is it, when it stands on nothing?"),
        Call((False, True, False), why="what of a no, a yes and a no?"),
        Call((False, False, False), why="what if nothing is well?"),
    ],
    hints=["Ask in the order in which an answer comes about: found, grounded, right.", "`if not found: return …`"],
    right=[
        """
        if not found:
            return "found"
        if not grounded:
            return "grounded"
        if not right:
            return "right"
        return "none"
        """,
        """
        for name, yes in [("found", found), ("grounded", grounded), ("right", right)]:
            if not yes:
                return name
        return "none"
        """,
        'return ["found", "grounded", "right", "none"][[found, grounded, right, False].index(False)]',
    ],
    wrong=[
        Wrong(
            "last_no",
            """
            name = "none"
            for each, yes in [("found", found), ("grounded", grounded), ("right", right)]:
                if not yes:
                    name = each
            return name
            """,
            "Which no comes first, when there are two? Yours gives the last.",
        ),
        Wrong(
            "right_is_all",
            """
            if right:
                return "none"
            return "found" if not found else "grounded" if not grounded else "right"
            """,
            "Is a right answer without a fault? Right by luck is right, and its passage was still not found.",
        ),
        Wrong(
            "grounded_first",
            'return "grounded" if not grounded else "found" if not found else "right" if not right else "none"',
            "What comes first, finding or standing on it? You asked about the answer before the passage.",
        ),
        Wrong(
            "first_yes",
            'return "found" if found else "grounded" if grounded else "right" if right else "none"',
            "Are you looking for a yes or for a no? Yours gives the first that went well.",
        ),
    ],
    commentary="In this order a failure is counted once, where it began. Lesson 05 divides the first stage further.",
)

SWEEP_TOKENS = FunctionProblem(
    id="04-sweep-tokens",
    title="What a sweep costs",
    objective=CHOOSE,
    statement=(
        "Write `sweep_tokens`. `traces` is a dict: k → a list of pairs `(right, tokens)`, a pair for each question, "
        "right being 1 or 0. Give a dict: k → the pair of the share of right answers and the mean tokens a question."
    ),
    minutes=7,
    difficulty=2,
    points=2,
    signature="def sweep_tokens(traces):",
    reference=sweep_tokens,
    calls=[
        Call(({1: [(1, 100), (0, 120)]},), why="what are the two numbers at one k?"),
        Call(({1: [(1, 100)], 4: [(1, 150)]},), why="is there an entry for each k?"),
        Call(({2: [(1, 100), (1, 130), (0, 130)]},), why="by what is each divided?"),
    ],
    generator=random_sweep,
    hints=[
        "`for k, rows in traces.items()` gives you each k with its pairs.",
        "`sum(right for right, tokens in rows) / len(rows)` is the share.",
    ],
    right=[
        """
        result = {}
        for k, rows in traces.items():
            share = sum(right for right, tokens in rows) / len(rows)
            cost = sum(tokens for right, tokens in rows) / len(rows)
            result[k] = (share, cost)
        return result
        """,
        """
        def mean(values):
            return sum(values) / len(values)

        return {k: tuple(mean(column) for column in zip(*rows)) for k, rows in traces.items()}
        """,
        """
        result = {}
        for k in traces:
            rights, costs = [], []
            for right, tokens in traces[k]:
                rights.append(right)
                costs.append(tokens)
            result[k] = (sum(rights) / len(rights), sum(costs) / len(costs))
        return result
        """,
    ],
    wrong=[
        Wrong(
            "sums",
            """
            return {
                k: (sum(right for right, _ in rows), sum(tokens for _, tokens in rows))
                for k, rows in traces.items()
            }
            """,
            "By what is each divided? Yours are sums; with more questions they grow by themselves.",
        ),
        Wrong(
            "tokens_of_the_right_alone",
            """
            result = {}
            for k, rows in traces.items():
                paid = [tokens for right, tokens in rows if right]
                share = sum(right for right, _ in rows) / len(rows)
                result[k] = (share, sum(paid) / len(paid) if paid else 0)
            return result
            """,
            "Do wrong answers cost nothing? You took the tokens of the right ones alone.",
        ),
        Wrong(
            "total_tokens",
            """
            return {
                k: (sum(right for right, _ in rows) / len(rows), sum(tokens for _, tokens in rows))
                for k, rows in traces.items()
            }
            """,
            "Tokens for what? Asked is the mean a question; yours is the whole bill.",
        ),
        Wrong(
            "turned_round",
            """
            return {
                k: (sum(tokens for _, tokens in rows) / len(rows), sum(right for right, _ in rows) / len(rows))
                for k, rows in traces.items()
            }
            """,
            "Which of the two comes first in the pair? You put the tokens before the share.",
        ),
        Wrong(
            "divides_by_all",
            """
            every = sum(len(rows) for rows in traces.values())
            return {
                k: (sum(right for right, _ in rows) / every, sum(tokens for _, tokens in rows) / every)
                for k, rows in traces.items()
            }
            """,
            "Over which questions is the mean? You divided by those of all k together.",
        ),
    ],
    commentary="Every answer is paid for, the wrong ones too, so the mean of the tokens is over all questions.",
)

PREDICT_INTERVAL = PredictProblem(
    id="04-predict-interval",
    title="Three of seven",
    objective=DECIDE,
    statement=(
        "Found at k = 1 is 3 of 7. At what share does its 95 % interval begin? Guess first; anything within 0.1 of it "
        "will do."
    ),
    minutes=2,
    difficulty=2,
    code="""
from ragedu.statistics import share_interval

round(share_interval(3, 7).low, 2)
""",
    within=0.1,
    slips=[
        Slip(0.43, "That is the share itself, 3/7. The interval reaches well below it."),
        Slip(0.38, "So narrow an interval would need hundreds of questions."),
        Slip(0, "A system that never finds anything would not find three of seven."),
    ],
    commentary=(
        "From 0.16 to 0.75, with seven questions. Whoever reports 0.429 without that gives three digits of which not "
        "even the first is sure."
    ),
)

INTERVAL_ENDS = FunctionProblem(
    id="04-interval-ends",
    title="The ends of an interval",
    objective=DECIDE,
    statement=(
        "A bootstrap has drawn the questions again and again, and `means` holds the mean of each draw. Write "
        "`interval_ends`: sort them, leave out the share `(1 - level) / 2` of them at each end (as many as `round` "
        "says), and give the pair of the lowest and the highest that are left."
    ),
    minutes=6,
    difficulty=3,
    points=2,
    signature="def interval_ends(means, level):",
    reference=interval_ends,
    calls=[
        Call(([0.5, 0.1, 0.9, 0.3, 0.7, 0.2, 0.8, 0.4, 0.6, 1.0], 0.8), why="how many are left out at each end?"),
        Call(([0.2] * 10 + [0.8] * 10, 0.9), why="does it matter in which order they came?"),
        Call(([0.0, 1.0, 0.5, 0.5], 0.5), why="which ends are left?"),
        Call(([0.4, 0.2], 0.95), why="what if nothing is left out?"),
        Call(([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7], 0.5), why="how many does `round` make of 1.75?"),
        Call(([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0], 0.5), why="how many does `round` make of 2.5?"),
    ],
    generator=random_means,
    hints=[
        "`cut = round(len(means) * (1 - level) / 2)` is how many go at each end.",
        "After `sorted`, the lowest left is at `cut`, the highest at `-1 - cut`.",
    ],
    right=[
        """
        ordered = sorted(means)
        cut = round(len(ordered) * (1 - level) / 2)
        return ordered[cut], ordered[-1 - cut]
        """,
        """
        cut = round(len(means) * (1 - level) / 2)
        middle = sorted(means)[cut : len(means) - cut]
        return min(middle), max(middle)
        """,
        """
        left = list(means)
        for _ in range(round(len(means) * (1 - level) / 2)):
            left.remove(min(left))
            left.remove(max(left))
        return min(left), max(left)
        """,
    ],
    wrong=[
        Wrong(
            "not_sorted",
            """
            cut = round(len(means) * (1 - level) / 2)
            return means[cut], means[-1 - cut]
            """,
            "Does it matter in which order they came? You cut before sorting.",
        ),
        Wrong(
            "cuts_everything_at_each_end",
            """
            ordered = sorted(means)
            cut = min(round(len(ordered) * (1 - level)), (len(ordered) - 1) // 2)
            return ordered[cut], ordered[-1 - cut]
            """,
            "How much is left out at each end? You took the whole of 1 - level twice; each end has half.",
        ),
        Wrong(
            "takes_the_whole_share_at_each_end",
            """
            ordered = sorted(means)
            cut = round(len(ordered) * (1 - level))
            return ordered[cut], ordered[-1 - cut]
            """,
            "How much is left out at each end? You took the whole of 1 - level there; each end has half.",
        ),
        Wrong(
            "one_too_high",
            """
            ordered = sorted(means)
            cut = round(len(ordered) * (1 - level) / 2)
            return ordered[cut], ordered[-cut]
            """,
            "Where does the end of a list begin? The last is at -1, so the highest that is left is at -1 - cut.",
        ),
        Wrong(
            "slice_of_nothing",
            """
            cut = round(len(means) * (1 - level) / 2)
            middle = sorted(means)[cut:-cut]
            return min(middle), max(middle)
            """,
            "What if nothing is left out? With nothing to cut, `[0:-0]` is empty.",
        ),
        Wrong(
            "int_for_round",
            """
            ordered = sorted(means)
            cut = int(len(ordered) * (1 - level) / 2)
            return ordered[cut], ordered[-1 - cut]
            """,
            "How many are left out at each end? 10 * (1 - 0.8) / 2 comes out just under 1, and `int` makes it 0.",
        ),
        Wrong(
            "rounds_down",
            """
            ordered = sorted(means)
            cut = int(len(ordered) * (1 - level) / 2 + 1e-9)
            return ordered[cut], ordered[-1 - cut]
            """,
            "How many does `round` make of 1.75? Yours always rounds down.",
        ),
        Wrong(
            "halves_up",
            """
            ordered = sorted(means)
            cut = int(len(ordered) * (1 - level) / 2 + 0.5)
            return ordered[cut], ordered[-1 - cut]
            """,
            "How many does `round` make of 2.5? 2: of two equally near ones it takes the even one. Yours takes 3.",
        ),
        Wrong(
            "whole_range",
            "return min(means), max(means)",
            "What is left out? Yours is the range of all means, the rarest too.",
        ),
        Wrong(
            "spread_about_the_mean",
            """
            middle = sum(means) / len(means)
            width = (max(means) - min(means)) * level / 2
            return middle - width, middle + width
            """,
            "Are the ends means that were drawn? You shrank the range; the interval counts draws.",
        ),
        Wrong(
            "one_too_far",
            """
            ordered = sorted(means)
            cut = round(len(ordered) * (1 - level) / 2)
            return ordered[cut], ordered[-cut] if cut else ordered[-1]
            """,
            "Is the upper end left in or left out? Yours is the first of those that were left out.",
        ),
    ],
    commentary=(
        "That is the percentile interval: what most draws gave. It has a blind side: draws from eight times right are "
        "always right, and it shrinks to nothing. For shares of yes and no the report takes Wilson's interval instead."
    ),
)

QUIZ_AGED = QuizProblem(
    id="04-quiz-aged",
    title="A new edition",
    objective=TRUST,
    statement=(
        "After a new edition of the manual, *right* falls from 90 to 70 of 100, *found* and *grounded* stay at 95. "
        "What do you look at first?"
    ),
    minutes=2,
    options=[
        Option(
            "Whether the labels still fit the manual.",
            "Found and grounded stayed: the texts moved, and the labels did not.",
            right=True,
        ),
        Option("Whether the retriever needs a larger k.", "It finds as much as before: 95."),
        Option(
            "Whether the model has begun to invent.", "Then grounded would have fallen. It stands on what it reads."
        ),
        Option(
            "Whether the prompt has got too long.", "Nothing says so; and it would not leave grounded where it was."
        ),
    ],
)

JUDGE_CHOOSE_K = JudgementProblem(
    id="04-judge-k",
    title="Choose k",
    objective=CHOOSE,
    statement=(
        "Choose k for the shop. By how much do the mean tokens a question rise from the colleague's k = 1 to k = 4, as "
        "a share of those at k = 1? Put that figure into `answer`, your k into `decision`, and into `because` why, and "
        "what would change your mind. The point is for the figure; a person reads the other two."
    ),
    minutes=8,
    difficulty=2,
    code="""
from ragedu.assistant import shop
from ragedu.experiment import sweep_k

by_k = sweep_k(shop.assistant, shop.cases, ks=[1, 4])
by_k[4].mean_tokens / by_k[1].mean_tokens - 1
""",
    slips=[
        Slip(207.125 / 164.375, "That is the ratio. By how much they rise is one less."),
        Slip(42.75, "Those are the tokens themselves. Asked is a share of those at k = 1."),
        Slip(42.75 / 207.125, "You divided by the tokens at k = 4. Asked is a share of those at k = 1."),
        Slip(207.125 / 192.75 - 1, "That is the step from k = 3, which the lesson takes. Asked is the one from k = 1."),
        Slip(3, "The passages are four times as many; the tokens are the whole prompt, instructions and all."),
    ],
    hints=[
        "`sweep_k(shop.assistant, shop.cases, ks=[1, 4])` has both; `by_k[1].mean_tokens` is one of them.",
        "A rise as a share: new / old - 1.",
    ],
    commentary=(
        "A 26 % larger bill mends three failures, on eight questions, which can't tell 1 from 4. Good words name "
        "both, and what would settle it: more questions, the price of a wrong answer, a sweep with the real model."
    ),
)

EXERCISE: list[Problem] = [
    FIRST_NO,
    SWEEP_TOKENS,
    PREDICT_INTERVAL,
    INTERVAL_ENDS,
    QUIZ_AGED,
    JUDGE_CHOOSE_K,
]
