"""Problems of lesson 01, Does it find it?"""

import random
from collections.abc import Sequence

from ragedu.learn.bank.generators import IDS, random_ranking, random_rankings
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
from ragedu.retrieval import hit_rate_at_k, rank_of, recall_at_k

RANK = "say at which place a passage stands, and which place a missing one gets"
RECALL = "say which share of the expected passages stands in the first k places"
HIT_RATE = "tell the hit rate from recall, and say where the two part"
LIMITS = "say what a recall of a few questions can and can't decide"

# --- the lesson ---

PREDICT_RANK = PredictProblem(
    id="01-predict-rank",
    objective=RANK,
    statement=(
        '"When will you give me my money back?" is answered by `return-2`: "Money for returned goods is paid to your '
        'account within 5 days." At which place, from 1 to 9, will this retriever put it?'
    ),
    minutes=2,
    show_code=False,
    code="""
from ragedu.assistant import shop
from ragedu.cases import ids_of

retrieved = ids_of(shop.search("When will you give me my money back?"))
retrieved.index("return-2") + 1
""",
    slips=[
        Slip(1, "`return-1` comes first: its words give and back stand in the question letter by letter."),
        Slip(0, "Places are counted from 1 here, as people do."),
    ],
    commentary="`return-1` comes first: its words give and back stand in the question letter by letter.",
)

PREDICT_FOUND = PredictProblem(
    id="01-predict-found",
    objective=RECALL,
    show_code=False,
    statement="The seven ranks are 1, 3, 4, 2, 2, 1 and 1. The prompt takes two passages. How many are found?",
    minutes=1,
    code="""
ranks = [1, 3, 4, 2, 2, 1, 1]
sum(1 <= rank <= 2 for rank in ranks)
""",
    slips=[
        Slip(
            2, "You counted the ranks that are exactly 2. A passage at rank 1 is inside the first two places as well."
        ),
        Slip(3, "You counted the ranks that are 1. The second place is inside the first two places as well."),
        Slip(6, "You went one place too far: rank 3 is outside when the prompt takes two passages."),
        Slip(5 / 7, "That is the share. Asked is how many."),
    ],
    commentary="Three passages stand at rank 1 and two at rank 2; both places are inside.",
)

QUIZ_ABSENT = QuizProblem(
    id="01-quiz-absent",
    objective=RANK,
    statement="Which rank should a passage get that was not retrieved?",
    minutes=1,
    options=[
        Option("0, which is no place at all.", "Places begin at 1, so 0 is none of them.", right=True),
        Option("9, as the shop has nine passages.", "9 is the last place: a passage that stands there was retrieved."),
        Option("1, to be on the safe side.", "1 is the best place of all. A miss would look like a triumph."),
        Option(
            "None, as Python likes to do.",
            "Reasonable, even safer. We take 0, so that every rank is a number.",
        ),
    ],
)

PREDICT_POINTS = PredictProblem(
    id="01-predict-points",
    objective=LIMITS,
    statement="Recall goes from 5/7 to 6/7. How many percentage points is that, rounded to a whole number?",
    minutes=1,
    code="""
round(100 * (6 / 7 - 5 / 7))
""",
    percent=True,
    show_code=False,
    also_right=[1 / 7, 100 / 7, 14.3],
    slips=[
        Slip(1, "One question is not one point: only seven of them make up the hundred."),
        Slip(7, "Seven questions share a hundred points, so each is worth a seventh of them."),
    ],
    commentary="A hundred points shared by seven questions: about fourteen for each.",
)

PREDICT_EVERYTHING = PredictProblem(
    id="01-predict-everything",
    objective=LIMITS,
    statement="This retriever always gives back all nine passages. What is its recall@9, for any of the seven?",
    minutes=1,
    code="""
from ragedu.assistant import shop
from ragedu.retrieval import recall_at_k

everything = [passage.id for passage in shop.passages]
recall_at_k(everything, {"return-1"}, k=9)
""",
    slips=[
        Slip(
            1 / 9,
            "You divided by the nine that came back. Recall divides by the one that was expected.",
        ),
        Slip(9, "You counted the passages. Recall is a share, from 0 to 1."),
        Slip(100, "In percent, yes; recall is a share, from 0 to 1."),
    ],
    commentary="Whatever was expected is among all nine, so nothing can be missing.",
)

FIND_STOPS_EARLY = FindBugProblem(
    id="01-find-cut",
    objective=RECALL,
    statement="The colleague's version says 0/7 for k = 1 and 5/7 for k = 3. Which line is wrong?",
    minutes=3,
    code="""\
def share_found(ranks, k):
    found = 0
    for rank in ranks:
        if 0 < rank < k:
            found = found + 1
    return found / len(ranks)
""",
    line=4,
    repair="if 0 < rank <= k:",
    reference=lambda ranks, k: sum(1 <= rank <= k for rank in ranks) / len(ranks),
    calls=[
        Call(([1, 3, 4, 2, 2, 1, 1], 1), why="is the k-th place inside?"),
        Call(([1, 3, 4, 2, 2, 1, 1], 3)),
        Call(([0, 5], 5), why="is an absent passage, rank 0, found?"),
    ],
    others={
        2: "Counting starts at 0, before anything has been found. That is as it should be.",
        3: "Every rank is looked at once, as it should be.",
        5: "One found passage adds one. The line is right; look at when it is reached.",
        6: "The share is taken of all questions, which is right: a missed question stays in the count.",
    },
    commentary="The k-th place is inside, so the comparison is `<=`. With `<` every recall@k is the recall@(k − 1).",
)

RECALL_AT_K = FunctionProblem(
    id="01-recall-at-k",
    objective=RECALL,
    statement=(
        "Write `recall_at_k`: which share of the `relevant` passages (a set of ids) stands in the first `k` places of "
        "`retrieved` (a list of ids, best first)?"
    ),
    minutes=6,
    points=2,
    signature="def recall_at_k(retrieved, relevant, k):",
    reference=recall_at_k,
    calls=[
        Call((["r-1", "d-1", "r-2"], {"r-1", "r-2"}, 1), why="is the k-th place inside?"),
        Call((["r-1", "r-1", "r-2"], {"r-1", "r-2"}, 2), why="how often may one passage count?"),
        Call((["d-1", "r-1"], {"r-1"}, 5), why="may k pass the end of the list?"),
        Call((["d-1", "d-2", "r-1"], {"r-1"}, 2), why="what lies behind the cut?"),
        Call((["d-1", "d-1", "r-1"], {"r-1"}, 2), why="does a passage that comes back keep its second place?"),
        Call((["r-1", "r-2", "d-1"], {"r-1", "r-2"}, 2), why="what if everything was found?"),
        Call((["r-1"], {"r-1", "r-2", "r-3"}, 4), why="does a passage count that was never retrieved?"),
    ],
    generator=random_rankings,
    hints=[
        "Which passages do the first k places hold? `retrieved[:k]` has them.",
        "`a & b` keeps what is in both sets, and `set(…)` makes a set of a list.",
    ],
    right=[
        "return len(relevant & set(retrieved[:k])) / len(relevant)",
        "return sum(each in retrieved[:k] for each in relevant) / len(relevant)",
        """
        found = 0
        for each in relevant:
            if each in retrieved[:k]:
                found += 1
        return found / len(relevant)
        """,
        "return 1 - len(relevant.difference(retrieved[:k])) / len(relevant)",
    ],
    wrong=[
        Wrong(
            "stops_one_early",
            "return len(relevant & set(retrieved[:k - 1])) / len(relevant)",
            "Is the k-th place inside? Your list stops just before it.",
        ),
        Wrong(
            "divides_by_k",
            "return len(relevant & set(retrieved[:k])) / k",
            "You divided by k, which gives another number (precision, lesson 02). Recall divides by what was expected.",
        ),
        Wrong(
            "divides_by_reachable",
            "return len(relevant & set(retrieved[:k])) / min(k, len(relevant))",
            "You divided by what k places can hold at most. Recall divides by all that was expected.",
        ),
        Wrong(
            "only_counts",
            "return len(relevant & set(retrieved[:k]))",
            "You counted what was found. A share divides that by how many were expected.",
        ),
        Wrong(
            "goes_one_too_far",
            "return len(relevant & set(retrieved[:k + 1])) / len(relevant)",
            "What lies behind the cut? Your list takes one place too many.",
        ),
        Wrong(
            "counts_places",
            "return sum(each in relevant for each in retrieved[:k]) / len(relevant)",
            "How often may one passage count? Here it counted each time it came back.",
        ),
        Wrong(
            "one_is_enough",
            "return float(any(each in relevant for each in retrieved[:k]))",
            "You asked whether anything was found: the hit rate. Recall asks how much of it.",
        ),
        Wrong(
            "drops_repeats_first",
            "return len(relevant & set(list(dict.fromkeys(retrieved))[:k])) / len(relevant)",
            "Does a repeat keep its place? You dropped it before the cut, and what lay behind the cut moved inside.",
        ),
        Wrong(
            "divides_by_what_came",
            "return len(relevant & set(retrieved[:k])) / max(1, len(retrieved[:k]))",
            "You divided by what came back. Recall divides by what was expected.",
        ),
        Wrong(
            "ignores_the_cut",
            "return len(relevant & set(retrieved)) / len(relevant)",
            "Where does k come in? Your function looks at the whole list.",
        ),
        Wrong(
            "divides_by_found",
            "return len(relevant & set(retrieved[:k])) / max(1, len(relevant & set(retrieved)))",
            "You divided by what the whole list holds. A passage that was never retrieved was expected all the same.",
        ),
    ],
    commentary=(
        "Sets do the counting: a passage is found or it is not, however often it came back. Common slips: stopping "
        "before the k-th place, and dividing by k, which answers another question (precision, lesson 02)."
    ),
)

QUIZ_WHAT_IT_SAYS = QuizProblem(
    id="01-quiz-reading",
    objective=LIMITS,
    statement="Recall@3 on the shop is 6/7. What does that tell you?",
    minutes=1,
    options=[
        Option(
            "Six of the seven answers are right when k is 3.", "Recall looks at passages. It never reads an answer."
        ),
        Option("For six questions the expected passage stands first.", "That would be recall@1; it is 3/7 here."),
        Option(
            "For six questions the passage stands inside the cut.",
            "That is all it says, and it is much: without the passage the model can only guess.",
            right=True,
        ),
        Option(
            "With seventy questions, sixty passages would be found.",
            "Seven questions can't promise that: one more or less found moves this number by 14 points.",
        ),
    ],
)

QUIZ_PARTING = QuizProblem(
    id="01-quiz-parting",
    objective=HIT_RATE,
    statement="When do recall@k and the hit rate at k give different numbers for a question?",
    minutes=1,
    options=[
        Option(
            "When k passes the end of the list of retrieved passages.",
            "Both treat missing places alike: nothing stands there.",
        ),
        Option(
            "When it needs two passages and one of them is inside.",
            "Recall says one half, the hit rate says 1: something was found.",
            right=True,
        ),
        Option("When its one passage stands exactly at rank k.", "The k-th place is inside for both."),
        Option("When its one passage was not retrieved at all.", "Then both are 0."),
    ],
)

LESSON: list[Problem] = [
    PREDICT_RANK,
    QUIZ_ABSENT,
    PREDICT_FOUND,
    FIND_STOPS_EARLY,
    PREDICT_POINTS,
    RECALL_AT_K,
    QUIZ_PARTING,
    PREDICT_EVERYTHING,
    QUIZ_WHAT_IT_SAYS,
]


# --- the exercise notebook ---

QUIZ_RANK_ZERO = QuizProblem(
    id="01-quiz-rank-zero",
    title="Rank 0",
    objective=RANK,
    statement=(
        "Four questions have the ranks 1, 0, 3 and 5. A colleague counts what is found at 3 by "
        "`sum(rank <= 3 for rank in ranks)`. What does that give?"
    ),
    minutes=2,
    options=[
        Option("3, rightly: only rank 5 is outside.", "Rank 0 is outside as well: that passage was not retrieved."),
        Option("2, rightly: ranks 1 and 3 are inside.", "They are, but 0 <= 3 is true too, so it gives 3."),
        Option("2, and it should give 3: rank 0 is best.", "The best rank is 1. 0 says that nothing was retrieved."),
        Option("3, and it should give 2: rank 0 is out.", "The 0 was counted. Write 1 <= rank <= 3.", right=True),
    ],
)


def first_rank(retrieved: Sequence[str], relevant: set[str]) -> int:
    """The rank of the first relevant passage; 0 when none was retrieved."""
    return min((rank_of(retrieved, each) for each in relevant if each in retrieved), default=0)


_FIRST_RANK_LOOP = """
for place, each in enumerate(retrieved, start=1):
    if each in relevant:
        return place
"""

FIRST_RANK = FunctionProblem(
    id="01-first-rank",
    title="The first of several",
    objective=RANK,
    statement=(
        "Some questions are answered by any of several passages. Write `first_rank`: at which rank does the first "
        "of the `relevant` passages (a set of ids) stand in `retrieved`? Give 0 when none of them is there."
    ),
    minutes=5,
    points=2,
    signature="def first_rank(retrieved, relevant):",
    reference=first_rank,
    calls=[
        Call((["r-1", "d-1", "r-2"], {"r-1"}), why="which number has the first place?"),
        Call((["d-1", "r-2", "r-1"], {"r-1", "r-2"}), why="which of two found passages counts?"),
        Call((["d-1", "r-1", "r-2"], {"r-1", "r-2"}), why="does the order in the set matter?"),
        Call((["d-1", "r-2"], {"r-1", "r-2"}), why="what if one of the two is absent?"),
        Call((["r-1", "d-1", "r-2"], {"p-1"}), why="what is the rank when none is there?"),
        Call((["d-1", "d-1", "r-1"], {"r-1"}), why="does a passage that comes back keep its second place?"),
    ],
    generator=lambda source: random_rankings(source)[:2],
    hints=[
        "`enumerate(retrieved, start=1)` gives each place with its number, counted from 1.",
        "Return as soon as you meet a relevant passage; what is left after the loop is the absent case.",
    ],
    right=[
        _FIRST_RANK_LOOP + "return 0",
        "return next((place for place, each in enumerate(retrieved, start=1) if each in relevant), 0)",
        "return min((retrieved.index(each) + 1 for each in relevant if each in retrieved), default=0)",
        """
        places = [place for place in range(len(retrieved)) if retrieved[place] in relevant]
        return places[0] + 1 if places else 0
        """,
    ],
    wrong=[
        Wrong(
            "counts_from_zero",
            _FIRST_RANK_LOOP.replace("start=1", "start=0") + "return 0",
            "Which number has the first place? People, and ranks, count from 1.",
        ),
        Wrong(
            "absent_is_last",
            _FIRST_RANK_LOOP + "return len(retrieved) + 1",
            "When none is there, you gave the place after the last. There is no place at all: that is what 0 says.",
        ),
        Wrong(
            "absent_is_minus_one",
            _FIRST_RANK_LOOP + "return -1",
            "When none is there, you gave back -1. The agreed sign for absent is 0.",
        ),
        Wrong(
            "absent_is_none",
            _FIRST_RANK_LOOP,
            "What does your function give back when the loop ends without a find? Without a `return` it is None.",
        ),
        Wrong(
            "last_place_counts",
            """
            rank = 0
            for place, each in enumerate(retrieved, start=1):
                if each in relevant:
                    rank = place
            return rank
            """,
            "Which of two found passages counts? Your loop runs on and keeps the last one.",
        ),
        Wrong(
            "drops_repeats_first",
            _FIRST_RANK_LOOP.replace("enumerate(retrieved", "enumerate(dict.fromkeys(retrieved)") + "return 0",
            "Does a repeat keep its place? You dropped it before counting, so what stood below it moved up.",
        ),
        Wrong(
            "all_must_be_there",
            "return min(retrieved.index(each) + 1 for each in relevant)",
            "What if one of the passages is absent? `index` stops with an error there.",
        ),
        Wrong(
            "looks_at_the_top_only",
            "return 1 if retrieved and retrieved[0] in relevant else 0",
            "You looked at the first place only. Does your loop end before it has seen the second?",
        ),
    ],
    commentary="The loop may stop at the first match. The common slip is to forget the case where nothing matches.",
)

PREDICT_REPEAT = PredictProblem(
    id="01-predict-repeat",
    title="Three passages and a repeat",
    objective=RECALL,
    statement="This question needs three passages, and one of them comes back twice. What is its recall at 3?",
    minutes=2,
    code="""
from ragedu.retrieval import recall_at_k

retrieved = ["return-1", "delivery-2", "return-1", "return-2"]
recall_at_k(retrieved, {"return-1", "return-2", "payment-1"}, k=3)
""",
    slips=[
        Slip(2 / 3, "`return-1` stands there twice and is found once."),
        Slip(1.0, "Something was found, so the hit rate is 1. Recall asks how much of the three."),
        Slip(0.5, "Three passages are expected; `payment-1` was never retrieved and is divided by all the same."),
    ],
    commentary="`return-1` is found, however often it stands there. `return-2` is outside, `payment-1` absent.",
)

HIT_RATE_AT_K = FunctionProblem(
    id="01-hit-rate-at-k",
    title="Hit or miss",
    objective=HIT_RATE,
    statement=(
        "Write `hit_rate_at_k` for one question: 1.0 when at least one of the `relevant` passages stands in the first "
        "`k` places of `retrieved`, otherwise 0.0."
    ),
    minutes=5,
    difficulty=2,
    points=2,
    signature="def hit_rate_at_k(retrieved, relevant, k):",
    reference=hit_rate_at_k,
    calls=[
        Call((["r-1", "d-1"], {"r-1", "r-2"}, 1), why="is one of two passages enough?"),
        Call((["d-1", "r-1", "r-2"], {"r-1", "r-2"}, 2), why="is the k-th place inside?"),
        Call((["r-1", "r-2"], {"r-1", "r-2"}, 2), why="do two found passages count for more than one?"),
        Call((["d-1", "d-2", "r-1"], {"r-1"}, 2), why="what lies behind the cut?"),
        Call((["r-1", "d-1"], {"r-1"}, 2), why="does a place above the k-th count?"),
        Call((["d-1", "d-1", "r-1"], {"r-1"}, 2), why="does a passage that comes back keep its second place?"),
        Call((["d-1", "r-1"], {"r-1"}, 2), why="is the k-th place inside when one passage is enough?"),
    ],
    generator=random_rankings,
    hints=[
        "Do the first k places and the relevant passages have anything in common?",
        "`any(…)` is True as soon as one of its values is; `float(True)` is 1.0.",
    ],
    right=[
        "return float(any(each in relevant for each in retrieved[:k]))",
        "return 1.0 if relevant & set(retrieved[:k]) else 0.0",
        """
        for passage in retrieved[:k]:
            if passage in relevant:
                return 1.0
        return 0.0
        """,
        "return not relevant.isdisjoint(retrieved[:k])",
    ],
    wrong=[
        Wrong(
            "gives_recall",
            "return len(relevant & set(retrieved[:k])) / len(relevant)",
            "You asked how much was found: recall. The hit rate only asks whether anything was.",
        ),
        Wrong(
            "wants_all",
            "return float(relevant <= set(retrieved[:k]))",
            "Must every passage be there? For a hit one of them is enough.",
        ),
        Wrong(
            "stops_one_early",
            "return float(any(each in relevant for each in retrieved[:k - 1]))",
            "Is the k-th place inside? Your list stops just before it.",
        ),
        Wrong(
            "counts_hits",
            "return float(len(relevant & set(retrieved[:k])))",
            "You counted the hits. A question is found or it isn't: 1.0 or 0.0.",
        ),
        Wrong(
            "looks_at_the_kth_only",
            "return float(retrieved[k - 1] in relevant) if k <= len(retrieved) else 0.0",
            "You looked at the k-th place alone. The places before it are inside as well.",
        ),
        Wrong(
            "asks_for_the_set",
            "return 1.0 if relevant in retrieved[:k] else 0.0",
            "You asked whether the set itself stands in the list, which it never does. Ask it of each passage.",
        ),
        Wrong(
            "a_miss_is_none",
            """
            if any(each in relevant for each in retrieved[:k]):
                return 1.0
            """,
            "What does your function give back for a miss? Without a `return` it is None; wanted is 0.0.",
        ),
        Wrong(
            "drops_repeats_first",
            "return float(any(each in relevant for each in list(dict.fromkeys(retrieved))[:k]))",
            "Does a repeat keep its place? You dropped it before the cut, and what lay behind the cut moved inside.",
        ),
        Wrong(
            "ignores_the_cut",
            "return float(any(each in relevant for each in retrieved))",
            "Where does k come in? Your function looks at the whole list.",
        ),
    ],
    commentary="The mean of this over all questions is the hit rate of a system: found in M of N.",
)

FIND_REPEATS = FindBugProblem(
    id="01-find-repeats",
    title="A recall of 2",
    objective=RECALL,
    statement='For `["r-1", "r-1"]` and relevant `{"r-1"}` this gives a recall@2 of 2.0. Which line is wrong?',
    minutes=4,
    difficulty=2,
    code="""\
def recall_at_k(retrieved, relevant, k):
    found = 0
    for each in retrieved[:k]:
        if each in relevant:
            found += 1
    return found / len(relevant)
""",
    line=3,
    repair="for each in set(retrieved[:k]):",
    reference=recall_at_k,
    calls=[
        Call((["r-1", "r-1", "d-1"], {"r-1"}, 2), why="how often may one passage count?"),
        Call((["r-1", "d-1", "r-2"], {"r-1", "r-2"}, 3)),
        Call((["r-1", "r-1"], {"r-1", "r-2"}, 2)),
    ],
    others={
        2: "Counting starts at nothing found. That is as it should be.",
        4: "The question is right. It is put twice to the same passage, and that is decided elsewhere.",
        5: "One more found passage adds one. Which passages get here twice?",
        6: "Dividing by how many were expected is right. What stands above the line is counted too often.",
    },
    commentary=(
        "A set holds each passage once. Real retrievers do return a passage twice, for example when chunks overlap. "
        "A recall above 1 gives itself away; had the repeats lifted 0.5 to 1.0, nobody would have looked."
    ),
)


def mean_recall(rankings: Sequence[Sequence[str]], expected: Sequence[set[str]], k: int) -> float:
    """The mean recall@k over the questions that expect anything."""
    judged = [(retrieved, relevant) for retrieved, relevant in zip(rankings, expected, strict=True) if relevant]
    return sum(recall_at_k(retrieved, relevant, k) for retrieved, relevant in judged) / len(judged)


def random_questions(source: random.Random) -> tuple[list[list[str]], list[set[str]], int]:
    """Rankings and expectations of a few questions; some expect nothing, the first always something."""
    count = source.randint(1, 5)
    expected = [set(source.sample(IDS, source.choice([0, 1, 1, 2, 3]))) for _ in range(count)]
    expected[0] = expected[0] or {source.choice(IDS)}
    return [random_ranking(source) for _ in range(count)], expected, source.randint(1, 5)


_EACH_RECALL = """
recalls = []
for retrieved, relevant in zip(rankings, expected):
    if relevant:
        recalls.append(len(relevant & set(retrieved[:k])) / len(relevant))
"""

MEAN_RECALL = FunctionProblem(
    id="01-mean-recall",
    title="The mean over questions",
    objective=LIMITS,
    statement=(
        "Write `mean_recall`: the mean recall@k over several questions. `rankings` is a list of lists of ids, "
        "`expected` a list of sets, question by question. A question that expects nothing (an empty set) says nothing "
        "about the retriever: leave it out. At least one question expects something."
    ),
    minutes=8,
    difficulty=3,
    points=3,
    signature="def mean_recall(rankings, expected, k):",
    reference=mean_recall,
    calls=[
        Call(([["r-1"], ["d-1"]], [{"r-1"}, {"r-1"}], 1), why="what is the mean of a hit and a miss?"),
        Call(([["r-1"], ["d-1"]], [{"r-1"}, set()], 1), why="does a question that expects nothing count?"),
        Call(([["r-1", "d-1"], ["d-1"]], [{"r-1", "r-2", "r-3"}, {"d-1"}], 2), why="do all questions weigh the same?"),
        Call(([["r-1", "r-1"]], [{"r-1", "r-2"}], 2), why="how often may one passage count?"),
        Call(([["d-1", "r-1"]], [{"r-1", "r-2"}], 2), why="is the k-th place inside?"),
        Call(([["d-1", "r-1"]], [{"r-1"}], 1), why="what lies behind the cut?"),
        Call(([["d-1"], ["r-1"]], [{"r-1"}, set()], 1), why="is expecting nothing as good as a hit?"),
        Call(([["d-1", "d-1", "r-1"]], [{"r-1"}], 2), why="does a passage that comes back keep its second place?"),
        Call(
            ([["d-1"], ["p-1"], ["r-1"]], [{"r-1"}, set(), {"r-1"}], 1),
            why="what comes after a question that expects nothing?",
        ),
        Call(([[], ["r-1"]], [{"r-1"}, {"r-1"}], 1), why="does a question count that retrieved nothing?"),
    ],
    generator=random_questions,
    hints=[
        "`zip(rankings, expected)` gives you the questions one by one, each with its ranking and its expectation.",
        "Collect the recall of each question that expects something; divide their sum by how many you collected.",
    ],
    right=[
        _EACH_RECALL + "return sum(recalls) / len(recalls)",
        """
        judged = [(a, b) for a, b in zip(rankings, expected) if b]
        return sum(len(b & set(a[:k])) / len(b) for a, b in judged) / len(judged)
        """,
        """
        from statistics import mean
        return mean(len(b.intersection(a[:k])) / len(b) for a, b in zip(rankings, expected) if len(b) > 0)
        """,
    ],
    wrong=[
        Wrong(
            "nothing_counts_zero",
            _EACH_RECALL + "return sum(recalls) / len(expected)",
            "You divided by all questions. One that expects nothing then counts as a miss that no retriever can avoid.",
        ),
        Wrong(
            "nothing_counts_one",
            """
            recalls = []
            for retrieved, relevant in zip(rankings, expected):
                recalls.append(len(relevant & set(retrieved[:k])) / len(relevant) if relevant else 1.0)
            return sum(recalls) / len(recalls)
            """,
            "You gave a question that expects nothing a recall of 1. A test set full of such questions looks perfect.",
        ),
        Wrong(
            "divides_by_zero",
            """
            recalls = [len(b & set(a[:k])) / len(b) for a, b in zip(rankings, expected)]
            return sum(recalls) / len(recalls)
            """,
            "What is the recall of a question that expects nothing? You divide by zero there: leave it out.",
        ),
        Wrong(
            "pools_the_passages",
            """
            found = sum(len(b & set(a[:k])) for a, b in zip(rankings, expected))
            return found / sum(map(len, expected))
            """,
            "You pooled the passages of all questions, so a question with three weighs three times. "
            "Take each question's recall first, then the mean.",
        ),
        Wrong(
            "ignores_the_cut",
            _EACH_RECALL.replace("[:k]", "") + "return sum(recalls) / len(recalls)",
            "Where does k come in? Your function looks at each whole list.",
        ),
        Wrong(
            "counts_repeats",
            """
            recalls = [sum(each in b for each in a[:k]) / len(b) for a, b in zip(rankings, expected) if b]
            return sum(recalls) / len(recalls)
            """,
            "How often may one passage count? Here it counted each time it came back.",
        ),
        Wrong(
            "drops_repeats_first",
            _EACH_RECALL.replace("retrieved[:k]", "list(dict.fromkeys(retrieved))[:k]")
            + "return sum(recalls) / len(recalls)",
            "Does a repeat keep its place? You dropped it before the cut, and what lay behind the cut moved inside.",
        ),
        Wrong(
            "stops_one_early",
            _EACH_RECALL.replace("[:k]", "[:k - 1]") + "return sum(recalls) / len(recalls)",
            "Is the k-th place inside? Your lists stop just before it.",
        ),
        Wrong(
            "takes_hit_rates",
            """
            hits = [float(any(each in b for each in a[:k])) for a, b in zip(rankings, expected) if b]
            return sum(hits) / len(hits)
            """,
            "You asked of each question whether anything was found: the hit rate. Recall asks how much of it.",
        ),
        Wrong(
            "forgets_to_divide",
            _EACH_RECALL + "return sum(recalls)",
            "You added the recalls up. A mean divides by how many questions there were.",
        ),
    ],
    commentary=(
        "Always say how many questions a mean was divided by, and how many were left out. Tools differ here: some "
        "count such a question as 0, some as NaN, and two reports then disagree about the same run."
    ),
)

JUDGE_K = JudgementProblem(
    id="01-judge-k",
    title="The colleague's k = 1",
    objective=LIMITS,
    statement=(
        "At k = 4 everything is found. The colleague wants to ship k = 1, because it is cheaper. By how much does "
        "recall on the shop's seven answerable questions fall from k = 4 to k = 1? Put that figure into `answer`, as a "
        "share, your decision into `decision`, and one or two sentences into `because`. The point is for the figure; a "
        "person reads the other two."
    ),
    minutes=6,
    difficulty=2,
    code="""
from ragedu.assistant import shop
from ragedu.cases import ids_of
from ragedu.retrieval import recall_at_k

recalls = {
    k: [recall_at_k(ids_of(shop.search(case.question)), case.relevant, k) for case in shop.answerable]
    for k in (1, 4)
}
(sum(recalls[4]) - sum(recalls[1])) / len(shop.answerable)
""",
    slips=[
        Slip(3 / 7, "That is recall@1 itself. Asked is how far it lies below recall@4."),
        Slip(1.0, "That is recall@4 itself. Asked is how far recall@1 lies below it."),
        Slip(4, "Four questions is the right difference; as a share of the seven it says how much recall falls."),
        Slip(-4 / 7, "The size is right. Asked was by how much it falls, so the figure is positive."),
    ],
    hints=[
        "For each k, take the mean of `recall_at_k` over `shop.answerable`.",
        "`ids_of(shop.search(case.question))` is a question's ranking, `case.relevant` what it expects.",
    ],
    commentary=(
        "Four questions of seven lose their passage. Whether that is worth the tokens is a decision, not a number, and "
        "seven questions are few: whoever reads your words should find both in them."
    ),
)

EXERCISE: list[Problem] = [
    QUIZ_RANK_ZERO,
    FIRST_RANK,
    PREDICT_REPEAT,
    HIT_RATE_AT_K,
    FIND_REPEATS,
    MEAN_RECALL,
    JUDGE_K,
]
