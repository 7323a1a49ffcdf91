"""Problems of lesson 02, How high does it rank it?"""

import random

from ragedu.formats import best_first
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
from ragedu.retrieval import average_precision, mean_reciprocal_rank, ndcg_at_k

PRECISION = "say which share of a prompt is useful, and why that share can't always be high"
FIRST = "say how far down the first useful passage stands, over many questions"
AVERAGE = "walk down a ranking to its average precision, and say what context precision leaves out"
NDCG = "read an nDCG, and find what makes it too good to be true"
WHICH = "say which metric answers which question"


def random_judged(source: random.Random) -> tuple[list[str], set[str]]:
    """A ranking, and what was expected of it."""
    return random_rankings(source)[:2]


# --- the lesson ---

PREDICT_PRECISION = PredictProblem(
    id="02-predict-precision",
    objective=PRECISION,
    statement="Of our five places, the second and the fifth hold a passage that helps. What is precision@3?",
    minutes=1,
    show_code=False,
    code="""
helps = [False, True, False, False, True]
sum(helps[:3]) / 3
""",
    also_right=[0.33],
    slips=[
        Slip(1 / 2, "That is recall@3, and precision@2. Here three places are taken, and one of them helps."),
        Slip(2 / 5, "That is precision@5. At k = 3 the fifth place is cut off, and three places are left."),
        Slip(2 / 3, "The passage at rank 5 is outside when three places are taken."),
        Slip(1, "That is how many help. Asked is which share of the three places."),
    ],
    commentary="Three places, and one of them helps.",
)

PREDICT_CEILING = PredictProblem(
    id="02-predict-ceiling",
    objective=PRECISION,
    statement=(
        "For another question one single passage helps, and a faultless retriever puts it first. "
        "What is its precision@5?"
    ),
    minutes=1,
    code="""
from ragedu.retrieval import precision_at_k

retrieved = ["warranty-1", "return-1", "return-2", "payment-1", "payment-2"]
precision_at_k(retrieved, {"warranty-1"}, k=5)
""",
    slips=[
        Slip(1, "That is precision@1. Five places are counted here, and four of them can't help."),
        Slip(5, "Precision is a share, from 0 to 1."),
    ],
    commentary="One passage can fill one place of five, however good the retriever.",
)

QUIZ_ORDERS = QuizProblem(
    id="02-quiz-orders",
    objective=PRECISION,
    statement="Recall and precision at 5 are the same for both. Which of these tells the two orders apart?",
    minutes=1,
    options=[
        Option("Hit rate at 5.", "Both have a hit among the five. It doesn't ask where."),
        Option(
            "Precision at 2.",
            "The second retriever has both of its first two places right, ours one: 1 against 1/2. A smaller cut sees "
            "some of the order.",
            right=True,
        ),
        Option("Recall at 9.", "All five are inside, in whatever order."),
        Option("Precision at 9.", "Both have two useful ones in nine places, wherever they stand."),
    ],
)

PREDICT_MRR = PredictProblem(
    id="02-predict-mrr",
    objective=FIRST,
    statement=(
        "For three questions the first useful passage stands at rank 1, at rank 2, and not at all. "
        "What is the mean reciprocal rank?"
    ),
    minutes=2,
    code="""
from ragedu.retrieval import mean_reciprocal_rank

rankings = [["return-1"], ["payment-1", "return-2"], ["payment-2"]]
expected = [{"return-1"}, {"return-2"}, {"warranty-1"}]
mean_reciprocal_rank(rankings, expected)
""",
    slips=[
        Slip(0.75, "You left out the question that found nothing. It was asked, so it counts: 0, divided by three."),
        Slip(1.0, "That is the mean of the ranks. Each rank r counts 1/r."),
        Slip(1.5, "That is the sum. The mean divides it by the three questions."),
        Slip(
            2 / 3, "That is one over the mean rank, or the share with a hit. Turn each rank over first, then average."
        ),
    ],
    commentary="1 + 1/2 + 0, divided by three questions. A miss adds nothing and is divided by all the same.",
)

PREDICT_THIRD = PredictProblem(
    id="02-predict-third",
    objective=AVERAGE,
    statement=(
        "The finds at ranks 2 and 5 gave 0.45. Now three passages are expected, and the third was never retrieved. "
        "What is average precision?"
    ),
    minutes=2,
    show_code=False,
    code="""
from ragedu.retrieval import average_precision

retrieved = ["payment-2", "exchange-1", "delivery-3", "warranty-1", "return-1"]
average_precision(retrieved, {"exchange-1", "return-1", "return-2"})
""",
    also_right=[0.3],
    slips=[
        Slip(0.45, "Then missing a passage would cost nothing. It adds 0, and is divided by all the same."),
        Slip(
            (1 / 2 + 2 / 5 + 3 / 6) / 3,
            "You let the third count at rank 6, as if it came next. It was not retrieved, so it adds 0.",
        ),
    ],
    commentary="1/2 and 2/5 and nothing, divided by the three that were expected.",
)

AVERAGE_PRECISION = FunctionProblem(
    id="02-average-precision",
    objective=AVERAGE,
    statement=(
        "Write `average_precision`: down `retrieved` (ids, best first), take the precision at each rank where one of "
        "the `relevant` (a set of ids) is found, and divide their sum by the number of `relevant`. "
        "A passage that comes back a second time is not found again."
    ),
    minutes=8,
    difficulty=2,
    points=2,
    signature="def average_precision(retrieved, relevant):",
    reference=average_precision,
    calls=[
        Call((["p", "e"], {"e"}), why="at a find, which share of the places so far is relevant?"),
        Call((["p", "e", "d", "w", "r"], {"e", "r"}), why="which precision counts, and where?"),
        Call((["p", "e", "d", "w", "r"], {"e", "r", "m"}), why="what does a passage cost that was never retrieved?"),
        Call((["e"], {"e", "r", "m"}), why="does a short ranking make it complete?"),
        Call((["e", "e", "r"], {"e", "r"}), why="how often may one passage be found?"),
        Call((["p", "d"], {"e"}), why="what if nothing is found?"),
    ],
    generator=random_judged,
    hints=[
        "Count the finds while you go down: `for rank, each in enumerate(retrieved, start=1)`.",
        "At the n-th find, at rank r, n of r places are relevant: n / r.",
        "Keep a set of what was already found, so that a repeat is passed over.",
    ],
    right=[
        """
        found, total = set(), 0
        for rank, each in enumerate(retrieved, start=1):
            if each in relevant and each not in found:
                found.add(each)
                total += len(found) / rank
        return total / len(relevant)
        """,
        """
        ranks = sorted(retrieved.index(each) + 1 for each in relevant if each in retrieved)
        return sum(number / rank for number, rank in enumerate(ranks, start=1)) / len(relevant)
        """,
        """
        total = 0
        for rank in range(1, len(retrieved) + 1):
            each, before = retrieved[rank - 1], retrieved[: rank - 1]
            if each in relevant and each not in before:
                total += len(relevant & set(retrieved[:rank])) / rank
        return total / len(relevant)
        """,
    ],
    wrong=[
        Wrong(
            "divides_by_found",
            """
            found, total = set(), 0
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant and each not in found:
                    found.add(each)
                    total += len(found) / rank
            return total / len(found) if found else 0.0
            """,
            "What does a passage cost that was never retrieved? You divided by those found: that is context precision.",
        ),
        Wrong(
            "divides_by_found_unguarded",
            """
            found, total = set(), 0
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant and each not in found:
                    found.add(each)
                    total += len(found) / rank
            return total / len(found)
            """,
            "What does a passage cost that was never retrieved? You divided by those found, which may be none at all.",
        ),
        Wrong(
            "counts_repeats",
            """
            found, total = 0, 0
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant:
                    found += 1
                    total += found / rank
            return total / len(relevant)
            """,
            "How often may one passage be found? Here it counted each time it came back.",
        ),
        Wrong(
            "reciprocal_ranks",
            """
            found, total = set(), 0
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant and each not in found:
                    found.add(each)
                    total += 1 / rank
            return total / len(relevant)
            """,
            "How many are relevant down to the second find? You added 1/r each time; the n-th find adds n/r.",
        ),
        Wrong(
            "every_rank",
            """
            found, total = set(), 0
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant:
                    found.add(each)
                total += len(found) / rank
            return total / len(relevant)
            """,
            "At which ranks is the precision taken? You took it at every one; only the finds count.",
        ),
        Wrong(
            "divides_by_places",
            """
            found, total = set(), 0
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant and each not in found:
                    found.add(each)
                    total += len(found) / rank
            return total / len(retrieved) if retrieved else 0.0
            """,
            "Over what is it a mean? You divided by all places; it is a mean over the passages that were expected.",
        ),
        Wrong(
            "short_ranking_is_complete",
            """
            found, total = set(), 0
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant and each not in found:
                    found.add(each)
                    total += len(found) / rank
            return total / max(1, min(len(relevant), len(retrieved)))
            """,
            "Does a short ranking make it complete? Divide by all that were expected, however few came.",
        ),
        Wrong(
            "one_rank_late",
            """
            found, total = set(), 0
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant and each not in found:
                    found.add(each)
                    total += len(found) / (rank + 1)
            return total / len(relevant)
            """,
            "How many places are there down to the find? You counted one too many.",
        ),
        Wrong(
            "find_not_counted",
            """
            found, total = set(), 0
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant and each not in found:
                    total += len(found) / rank
                    found.add(each)
            return total / len(relevant)
            """,
            "Does the find itself count among the relevant so far? You took those before it alone.",
        ),
        Wrong(
            "precision_of_all",
            "return len(relevant & set(retrieved)) / len(retrieved) if retrieved else 0.0",
            "Does it matter where they stand? Yours is the precision of the whole list; no order can change it.",
        ),
    ],
    commentary=(
        "The divisor is what was expected, so that a missing passage costs. The common slips are to divide by what was "
        "found, and to let a repeated passage be found twice."
    ),
)

QUIZ_CONTEXT = QuizProblem(
    id="02-quiz-context",
    objective=AVERAGE,
    statement="The retriever drops its second find, the one at rank 5, and brings nothing in its place. What moves?",
    minutes=2,
    options=[
        Option("Both fall: a passage has gone.", "AP falls. Context precision rises: it is the mean of 1/2 alone now."),
        Option(
            "AP falls; context precision rises.", "It loses its weaker find, 2/5, and 1/2 is left: better.", right=True
        ),
        Option("AP falls; context precision stays.", "It was the mean of 1/2 and 2/5. What is left to average?"),
        Option("Neither: the first find stays put.", "That would be RR, which looks at the first find alone."),
    ],
)

FIND_REPEATS = FindBugProblem(
    id="02-find-repeats",
    objective=NDCG,
    statement=(
        "For `retrieved = ['e', 'e']`, `grades = {'e': 1}` and k = 2 this gives 1.63. A repeat should keep its place "
        "and gain nothing; one line lets it gain. Which line is wrong?"
    ),
    minutes=4,
    difficulty=2,
    code="""\
from math import log2

def ndcg_at_k(retrieved, grades, k):
    top = retrieved[:k]
    gains = [grades.get(each, 0) for each in top]
    best = sorted(grades.values(), reverse=True)[:k]
    discount = [1 / log2(place + 2) for place in range(k)]
    dcg = sum(g * d for g, d in zip(gains, discount))
    ideal = sum(g * d for g, d in zip(best, discount))
    return dcg / ideal
""",
    line=5,
    repair="gains = [0 if each in top[:place] else grades.get(each, 0) for place, each in enumerate(top)]",
    reference=ndcg_at_k,
    calls=[
        Call((["e", "e"], {"e": 1}, 2), why="how often may one passage gain?"),
        Call((["e", "r"], {"e": 2, "r": 1}, 2)),
        Call((["r", "x", "e"], {"e": 2, "r": 1, "m": 1}, 3)),
    ],
    others={
        1: "The logarithm is what discounts a place; it is brought in rightly.",
        3: "Ranking, grades, cut: the function takes what it needs.",
        4: "The first k places, as it should be. A repeat keeps its place, so it stays in this list.",
        6: "The ideal is right: each judged passage once, highest grade first.",
        7: "The discounts are right: places count from 0 here, so rank + 1 is place + 2.",
        8: "Gain times discount, summed: as it should be. Look at what goes in.",
        9: "The same sum for the ideal, as it should be.",
        10: "The share of the ideal: right, if both sums are.",
    },
    commentary="A passage gains the first time it stands there; a repeat keeps its place and gains 0.",
)

PREDICT_IDEAL = PredictProblem(
    id="02-predict-ideal",
    objective=NDCG,
    statement=(
        "Grades are 2, 1 and 1. A retriever brings back one passage only, of grade 1. What is its nDCG, if the ideal "
        "is taken over what was retrieved?"
    ),
    minutes=2,
    show_code=False,
    code="""
from ragedu.retrieval import ndcg_at_k

grades = {"exchange-1": 2, "return-1": 1, "return-2": 1}
retrieved = ["return-2"]
ndcg_at_k(retrieved, {each: grades[each] for each in retrieved}, k=3)
""",
    slips=[
        Slip(
            0.32, "That is nDCG@5 as it should be, over all that was judged. Here the ideal is the one passage itself."
        ),
        Slip(1 / 3, "That is its recall. Over what was retrieved, the ideal is the one passage itself."),
        Slip(0.5, "Half of the best grade, yes; but this ideal never looks at what was not retrieved."),
        Slip(0, "One passage helps a little, so something is gained, and it is divided by itself."),
    ],
    commentary="The one passage divided by itself: perfect, though the best one is missing.",
)

QUIZ_WHICH = QuizProblem(
    id="02-quiz-which",
    objective=WHICH,
    statement=(
        "A contract question needs four clauses at once. Your prompt holds six passages and the model reads them all. "
        "Which number first?"
    ),
    minutes=2,
    options=[
        Option("MRR, the mean reciprocal rank", "It would be content with one clause of four, in whatever place."),
        Option(
            "Recall@6, the share that is there",
            "All four must be inside; the order inside matters less to a model that reads all six.",
            right=True,
        ),
        Option(
            "Precision@6, the useful share",
            "At best four of six. Useless passages cost a little; a missing clause makes the answer wrong.",
        ),
        Option("Hit rate at 6, yes or no", "One clause of four is a hit, and the answer is still wrong."),
    ],
)

LESSON: list[Problem] = [
    PREDICT_PRECISION,
    PREDICT_CEILING,
    QUIZ_ORDERS,
    PREDICT_MRR,
    PREDICT_THIRD,
    AVERAGE_PRECISION,
    QUIZ_CONTEXT,
    FIND_REPEATS,
    PREDICT_IDEAL,
    QUIZ_WHICH,
]


# --- the exercises ---


def random_judgements(source: random.Random) -> tuple[list[list[str]], list[set[str]]]:
    """Some rankings, and what was expected of each."""
    many = source.randint(1, 5)
    return [random_ranking(source) for _ in range(many)], [
        set(source.sample(IDS, source.randint(1, 3))) for _ in range(many)
    ]


def random_scores(source: random.Random) -> tuple[dict[str, float]]:
    """Scores by id, often with ties; now and then below 0, above 10, or apart in the third place alone."""
    scores = source.choice([[0.1, 0.25, 0.5, 0.75], [-0.5, -0.25, 0.0, 0.25], [9.5, 10.5, 12.0], [0.741, 0.742, 0.749]])
    return ({each: source.choice(scores) for each in source.sample(IDS, source.randint(0, 7))},)


def by_score(scores: dict[str, float]) -> list[str]:
    """The ids as trec_eval puts them: highest score first, ties by id descending."""
    return list(best_first(list(scores), list(scores.values())).ids)


QUIZ_DIVISOR = QuizProblem(
    id="02-quiz-divisor",
    title="Two tools, two numbers",
    objective=PRECISION,
    statement=(
        "A retriever is asked for five passages and brings three; two of them are relevant, and no other is. Tool A "
        "says precision@5 is 0.4, tool B says 0.667. Where do the two numbers come from?"
    ),
    minutes=2,
    options=[
        Option("A counts a repeat twice, B only once.", "Three different passages came. Look at what is divided by."),
        Option("A divides by the expected, B by places.", "By the two expected it would be 1, and that is recall."),
        Option(
            "A divides by places, B by what came.",
            "Five places, or three passages. In B whoever brings less looks better; the textbook's form is A's.",
            right=True,
        ),
        Option("A is cut at five, and B is cut at two.", "At two it could be 0.5 or 1, never 0.667."),
    ],
)

MEAN_RECIPROCAL_RANK = FunctionProblem(
    id="02-mean-reciprocal-rank",
    title="MRR",
    objective=FIRST,
    statement=(
        "Write `mean_reciprocal_rank`. `rankings` is a list of lists of ids, `expected` a list of sets, question by "
        "question. Each question counts 1/r, r the rank of the first relevant passage, or 0 when there is none."
    ),
    minutes=6,
    difficulty=1,
    points=2,
    signature="def mean_reciprocal_rank(rankings, expected):",
    reference=mean_reciprocal_rank,
    calls=[
        Call(([["p", "r"]], [{"r"}]), why="what does a rank of 2 count?"),
        Call(([["p", "r"], ["w"]], [{"r"}, {"w"}]), why="what is the mean of the two?"),
        Call(([["r", "e"], ["p"]], [{"r", "e"}, {"w"}]), why="does a question that found nothing count?"),
        Call(([["p", "r", "e"]], [{"r", "e"}]), why="where does the loop stop?"),
        Call(([["p", "w", "r"]], [{"r"}]), why="what does a rank of 3 count?"),
        Call(([["p", "p", "r"]], [{"r"}]), why="does a passage that comes back keep its second place?"),
        Call(([[], ["r"]], [{"r"}, {"r"}]), why="does a question count that retrieved nothing?"),
        Call(([["p"]], [{"r"}]), why="what if no question finds anything?"),
    ],
    generator=random_judgements,
    hints=[
        "`zip(rankings, expected)` gives you each question's ranking beside what it expects.",
        "For one question: go down with `enumerate(retrieved, start=1)` and stop at the first find.",
    ],
    right=[
        """
        total = 0
        for retrieved, relevant in zip(rankings, expected):
            for rank, each in enumerate(retrieved, start=1):
                if each in relevant:
                    total += 1 / rank
                    break
        return total / len(rankings)
        """,
        """
        firsts = [
            next((1 / rank for rank, each in enumerate(retrieved, start=1) if each in relevant), 0)
            for retrieved, relevant in zip(rankings, expected)
        ]
        return sum(firsts) / len(firsts)
        """,
        """
        def best(retrieved, relevant):
            places = [retrieved.index(each) for each in relevant if each in retrieved]
            return 1 / (min(places) + 1) if places else 0.0

        return sum(map(best, rankings, expected)) / len(expected)
        """,
    ],
    wrong=[
        Wrong(
            "forgets_the_misses",
            """
            firsts = []
            for retrieved, relevant in zip(rankings, expected):
                for rank, each in enumerate(retrieved, start=1):
                    if each in relevant:
                        firsts.append(1 / rank)
                        break
            return sum(firsts) / len(firsts) if firsts else 0.0
            """,
            "By how many questions do you divide? One that found nothing was asked as well; it counts 0.",
        ),
        Wrong(
            "forgets_the_misses_unguarded",
            """
            firsts = []
            for retrieved, relevant in zip(rankings, expected):
                for rank, each in enumerate(retrieved, start=1):
                    if each in relevant:
                        firsts.append(1 / rank)
                        break
            return sum(firsts) / len(firsts)
            """,
            "By how many questions do you divide? You took those with a find, which may be none; a miss counts 0.",
        ),
        Wrong(
            "every_find",
            """
            total = 0
            for retrieved, relevant in zip(rankings, expected):
                for rank, each in enumerate(retrieved, start=1):
                    if each in relevant:
                        total += 1 / rank
            return total / len(rankings)
            """,
            "Where does the loop stop? MRR looks at the first find alone; yours added every one.",
        ),
        Wrong(
            "counts_from_zero",
            """
            total = 0
            for retrieved, relevant in zip(rankings, expected):
                for place, each in enumerate(retrieved):
                    if each in relevant:
                        total += 1 / place if place else 1.0
                        break
            return total / len(rankings)
            """,
            "Which rank is the second place? You counted places from 0, so rank 2 counted as 1.",
        ),
        Wrong(
            "one_rank_late",
            """
            total = 0
            for retrieved, relevant in zip(rankings, expected):
                for rank, each in enumerate(retrieved, start=1):
                    if each in relevant:
                        total += 1 / (rank + 1)
                        break
            return total / len(rankings)
            """,
            "What does rank 1 count? Yours counts it as a half.",
        ),
        Wrong(
            "mean_rank",
            """
            total = 0
            for retrieved, relevant in zip(rankings, expected):
                for rank, each in enumerate(retrieved, start=1):
                    if each in relevant:
                        total += rank
                        break
            return total / len(rankings)
            """,
            "Is a large number good here? Yours is the mean rank; each rank r counts 1/r.",
        ),
        Wrong(
            "one_over_the_mean",
            """
            ranks = []
            for retrieved, relevant in zip(rankings, expected):
                for rank, each in enumerate(retrieved, start=1):
                    if each in relevant:
                        ranks.append(rank)
                        break
            return len(ranks) / sum(ranks) if ranks else 0.0
            """,
            "Do you turn each rank over, or their mean? One over the mean rank is another number.",
        ),
        Wrong(
            "drops_repeats_first",
            """
            total = 0
            for retrieved, relevant in zip(rankings, expected):
                for rank, each in enumerate(dict.fromkeys(retrieved), start=1):
                    if each in relevant:
                        total += 1 / rank
                        break
            return total / len(rankings)
            """,
            "Does a repeat keep its place? You dropped it before counting, so what stood below it moved up.",
        ),
        Wrong(
            "hit_rate",
            "return sum(bool(set(a) & b) for a, b in zip(rankings, expected)) / len(rankings)",
            "Does it matter how far down the find stands? Yours counts any hit as 1.",
        ),
    ],
    commentary=(
        "The inner loop must stop at the first find, and the divisor is every question asked. Some tools average over "
        "all finds under the same name; a report should say which."
    ),
)

PREDICT_EXPONENTIAL = PredictProblem(
    id="02-predict-exponential",
    title="What a top grade is worth",
    objective=NDCG,
    statement=(
        "With the exponential gain, 2 to the power of the grade minus 1, how many times as much as a passage of grade "
        "1 does one of grade 3 gain in the same place?"
    ),
    minutes=2,
    code="""
from ragedu.retrieval import dcg_at_k

best, fair = ({"return-1": grade} for grade in (3, 1))
dcg_at_k(["return-1"], best, k=1, gain="exponential") / dcg_at_k(["return-1"], fair, k=1, gain="exponential")
""",
    slips=[
        Slip(3, "That is the linear gain, where the grade itself counts."),
        Slip(8, "2 to the power of 3 is 8; one is taken off, so that grade 0 gains nothing."),
        Slip(4, "8 / 2 forgets the minus 1, above and below."),
    ],
    commentary=(
        "7 against 1. With it, one excellent passage outweighs many fair ones; whether that is so for your users is a "
        "choice, and two reports that chose differently can't be compared."
    ),
)


def context_precision_of(verdicts: list[bool]) -> float:
    """Context precision from a verdict per place, as a judge gives them."""
    ranks = [rank for rank, useful in enumerate(verdicts, start=1) if useful]
    return sum(found / rank for found, rank in enumerate(ranks, start=1)) / len(ranks) if ranks else 0.0


CONTEXT_PRECISION = FunctionProblem(
    id="02-context-precision",
    title="A verdict for each place",
    objective=AVERAGE,
    statement=(
        "A judge has read the passages in their order and given each a verdict; nobody knows what is missing. Write "
        "`context_precision_of`: `verdicts` is a list of `True` (useful) and `False`. Give the mean, over the useful "
        "places, of the precision at each; 0 when none is useful."
    ),
    minutes=5,
    difficulty=2,
    points=2,
    signature="def context_precision_of(verdicts):",
    reference=context_precision_of,
    elsewhere=["ragedu.retrieval:context_precision"],
    calls=[
        Call(([False, True, False, False, True],), why="which precisions are averaged?"),
        Call(([True, False],), why="by how many do you divide?"),
        Call(([True, True, False, True],), why="what does a useless place in between cost?"),
        Call(([False, False],), why="what if nothing is useful?"),
        Call(([],), why="what if nothing came at all?"),
    ],
    generator=lambda source: ([source.random() < 0.5 for _ in range(source.randint(0, 8))],),
    hints=[
        "At a useful place with rank r, the precision so far is `sum(verdicts[:r]) / r`.",
        "Divide by the number of useful places, `sum(verdicts)`; ask first whether it is 0.",
    ],
    right=[
        """
        found, total = 0, 0
        for rank, useful in enumerate(verdicts, start=1):
            if useful:
                found += 1
                total += found / rank
        return total / found if found else 0
        """,
        """
        at_finds = [sum(verdicts[:rank]) / rank for rank in range(1, len(verdicts) + 1) if verdicts[rank - 1]]
        return sum(at_finds) / len(at_finds) if at_finds else 0.0
        """,
        """
        places = [place for place, useful in enumerate(verdicts) if useful]
        return sum((n + 1) / (place + 1) for n, place in enumerate(places)) / max(1, len(places))
        """,
    ],
    wrong=[
        Wrong(
            "divides_by_places",
            """
            found, total = 0, 0
            for rank, useful in enumerate(verdicts, start=1):
                if useful:
                    found += 1
                    total += found / rank
            return total / len(verdicts) if verdicts else 0.0
            """,
            "Over which places is this a mean? You divided by all of them; only the useful ones were summed.",
        ),
        Wrong(
            "every_place",
            """
            total = sum(sum(verdicts[:rank]) / rank for rank in range(1, len(verdicts) + 1))
            return total / sum(verdicts) if any(verdicts) else 0.0
            """,
            "At which places is the precision taken? You added it at the useless ones as well.",
        ),
        Wrong(
            "reciprocal_ranks",
            """
            ranks = [rank for rank, useful in enumerate(verdicts, start=1) if useful]
            return sum(1 / rank for rank in ranks) / len(ranks) if ranks else 0.0
            """,
            "How many are useful down to the second find? You added 1/r each time; the n-th find adds n/r.",
        ),
        Wrong(
            "plain_precision",
            "return sum(verdicts) / len(verdicts) if verdicts else 0.0",
            "Must the score change when the order does? Yours can't: it is the precision of the whole list.",
        ),
        Wrong(
            "counts_from_zero",
            """
            found, total = 0, 0
            for place, useful in enumerate(verdicts):
                if useful:
                    total += found / max(1, place)
                    found += 1
            return total / found if found else 0.0
            """,
            "Does the find itself count, and is the first rank 1? Yours begins at 0 with both.",
        ),
    ],
    commentary=(
        "Under this divisor a retriever that brings one useful passage of ten scores 1. Put recall beside it, wherever "
        "somebody has listed what should come."
    ),
)

FIND_IDEAL = FindBugProblem(
    id="02-find-ideal",
    title="Perfect, and half is missing",
    objective=NDCG,
    statement=(
        "A retriever that missed the best passage gets an nDCG of 1.0 from this: `retrieved = ['r', 'x']`, "
        "`grades = {'e': 2, 'r': 1}`, k = 2. Which line is wrong?"
    ),
    minutes=4,
    difficulty=2,
    code="""\
from math import log2

def ndcg_at_k(retrieved, grades, k):
    gains = [grades.get(each, 0) for each in retrieved[:k]]
    best = sorted(gains, reverse=True)
    discount = [1 / log2(place + 2) for place in range(k)]
    dcg = sum(g * d for g, d in zip(gains, discount))
    ideal = sum(g * d for g, d in zip(best, discount))
    return dcg / ideal if ideal else 0.0
""",
    line=5,
    repair="best = sorted(grades.values(), reverse=True)[:k]",
    reference=ndcg_at_k,
    calls=[
        Call((["r", "x"], {"e": 2, "r": 1}, 2), why="over which passages is the ideal taken?"),
        Call((["e", "r"], {"e": 2, "r": 1}, 2)),
        Call((["r", "e"], {"e": 2, "r": 1, "m": 1}, 1)),
    ],
    others={
        1: "The logarithm is what discounts a place; it is brought in rightly.",
        3: "Ranking, grades, cut: the function takes what it needs.",
        4: "What the first k places gain; an unjudged passage gains 0. That is right.",
        6: "The discounts are right: places count from 0 here, so rank + 1 is place + 2.",
        7: "Gain times discount, summed: as it should be.",
        8: "The sum is right. Look at what is summed.",
        9: "The share of the ideal: right, if the ideal is.",
    },
    commentary=(
        "The ideal is the best that any retriever could have done, so it is taken over all that was judged. Nothing "
        "about 1.0 looks wrong: this slip can live in a report for a long time."
    ),
)

BY_SCORE = FunctionProblem(
    id="02-by-score",
    title="Ties",
    objective=WHICH,
    statement=(
        "Two passages may have the same score, and then somebody must decide. Write `by_score`: given `scores`, a dict "
        "id → score, return the ids from the highest score down; equal scores are ordered by id **descending**, as the "
        "tool trec_eval does."
    ),
    minutes=6,
    difficulty=3,
    points=2,
    signature="def by_score(scores):",
    reference=by_score,
    elsewhere=["ragedu.formats.trec:best_first"],
    calls=[
        Call(({"a": 0.2, "b": 0.9},), why="which end of the list is the best?"),
        Call(({"a": 0.5, "b": 0.5, "c": 0.7},), why="which of two equal ones comes first?"),
        Call(({"c": 0.5, "a": 0.5, "b": 0.5},), why="does the order of the dict matter?"),
        Call(({},), why="what if there is nothing to order?"),
        Call(({"a": 0.9, "b": 0.2},), why="do the scores decide, or the ids?"),
        Call(({"a": 10.5, "b": 9.5},), why="is 10 more than 9?"),
        Call(({"a": -0.5, "b": -0.25},), why="which of two negative scores is the higher?"),
        Call(({"a": 0.742, "b": 0.741},), why="are two scores equal that differ in the third place?"),
        Call(({"return-1": 0.5, "return-2": 0.5, "delivery-3": 0.5},), why="is the whole id compared?"),
    ],
    generator=random_scores,
    hints=[
        "`sorted(scores, key=…)` sorts ids by whatever the key function gives for an id.",
        "A key may be a pair: first the score, then the id. `reverse=True` turns both round.",
    ],
    right=[
        "return sorted(scores, key=lambda each: (scores[each], each), reverse=True)",
        """
        ids = sorted(scores, reverse=True)
        return sorted(ids, key=lambda each: -scores[each])
        """,
        """
        pairs = [(score, each) for each, score in scores.items()]
        pairs.sort()
        pairs.reverse()
        return [each for score, each in pairs]
        """,
    ],
    wrong=[
        Wrong(
            "ties_ascending",
            "return sorted(scores, key=lambda each: (-scores[each], each))",
            "Which of two equal ones comes first? Yours puts a before b; trec_eval the other way round.",
        ),
        Wrong(
            "ties_as_they_came",
            "return sorted(scores, key=lambda each: -scores[each])",
            "Does the order of the dict matter? With equal scores, yours kept whatever order it was given.",
        ),
        Wrong(
            "lowest_first",
            "return sorted(scores, key=lambda each: (scores[each], each))",
            "Which end of the list is the best? Yours begins with the lowest score.",
        ),
        Wrong(
            "by_id_alone",
            "return sorted(scores, reverse=True)",
            "Where do the scores come in? Yours ordered by id alone.",
        ),
        Wrong(
            "scores_as_text",
            "return sorted(scores, key=lambda each: (str(scores[each]), each), reverse=True)",
            "Is 10 more than 9? As text it is not: yours compares the scores letter by letter.",
        ),
        Wrong(
            "scores_rounded",
            "return sorted(scores, key=lambda each: (round(scores[each], 2), each), reverse=True)",
            "Are two scores equal that differ in the third place? Yours rounds them before it compares.",
        ),
        Wrong(
            "one_for_each_score",
            """
            by_score = {score: each for each, score in sorted(scores.items())}
            return [by_score[score] for score in sorted(by_score, reverse=True)]
            """,
            "How many passages come back? Of those with the same score, yours kept one.",
        ),
    ],
    commentary=(
        "With three equal scores, RR is 1 or 1/3 by this rule alone, and tools differ in it. Say which one you took, "
        "and mistrust a gain that comes from ties."
    ),
)

JUDGE_ORDER = JudgementProblem(
    id="02-judge-order",
    title="Which retriever?",
    objective=WHICH,
    statement=(
        "A colleague's retriever puts the shop's seven expected passages at the ranks 2, 1, 2, 2, 2, 2, 2; ours has "
        "1, 3, 4, 2, 2, 1, 1. The prompt takes two passages and the model reads both. Put our MRR minus the "
        "colleague's into `answer`, the retriever you would ship, ours or theirs, into `decision`, and one or two "
        "sentences into `because`. The point is for the figure; a person reads the other two."
    ),
    minutes=6,
    difficulty=2,
    code="""
ours, theirs = [1, 3, 4, 2, 2, 1, 1], [2, 1, 2, 2, 2, 2, 2]
(sum(1 / rank for rank in ours) - sum(1 / rank for rank in theirs)) / 7
""",
    slips=[
        Slip(-0.083, "You have theirs minus ours: turn it round."),
        Slip(0.143, "That is the difference of the mean ranks. Turn each rank over first, then average."),
        Slip(0.583, "That is the difference of the sums. MRR is a mean: divide by the seven questions."),
        Slip(-0.286, "That is the difference in recall@2. Asked is the difference in MRR."),
    ],
    hints=[
        "MRR is the mean of one over each rank; both lists have seven ranks.",
        "For the decision, count as well how many ranks are at most 2, the size of the prompt.",
    ],
    commentary=(
        "By MRR ours is better, by recall@2 theirs: 7 of 7 against 5 of 7. A model that reads both passages doesn't "
        "mind which is first, so here the order matters less than what is missing."
    ),
)

EXERCISE: list[Problem] = [
    QUIZ_DIVISOR,
    MEAN_RECIPROCAL_RANK,
    PREDICT_EXPONENTIAL,
    CONTEXT_PRECISION,
    FIND_IDEAL,
    BY_SCORE,
    JUDGE_ORDER,
]
