"""Problems of lesson 07, BLEU: how similar is similar?"""

import random
from collections import Counter
from collections.abc import Sequence

from ragedu.bleu import brevity_penalty, modified_precision
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

NGRAMS = "count n-grams by hand, and clip them"
WHOLE = "put precisions and brevity penalty together to a BLEU"
INPUT = "find the list that is missing, and the tokenizer that is wrong"
LIES = "say where BLEU and embedding similarity lie, and when to use either"

WORDS = ["the", "cat", "sat", "on", "mat", "a"]


def random_tokens(source: random.Random, least: int = 1) -> list[str]:
    """A few words, some more than once."""
    return [source.choice(WORDS) for _ in range(source.randint(least, 8))]


# --- the lesson ---

PREDICT_BIGRAMS = PredictProblem(
    id="07-predict-bigrams",
    objective=NGRAMS,
    statement="The hypothesis has 8 words. How many pairs of neighbours are there?",
    minutes=1,
    show_code=False,
    code="""
tokens = ["the", "parcel", "waits", "for", "you", "at", "the", "office"]
len([tuple(tokens[start : start + 2]) for start in range(len(tokens) - 1)])
""",
    slips=[
        Slip(8, "The last word has no neighbour behind it."),
        Slip(4, "Neighbours overlap: the second word ends one pair and begins the next."),
        Slip(28, "That many pairs of any two words; neighbours stand side by side."),
    ],
    commentary="Each word but the last begins one.",
)

PREDICT_UNCLIPPED = PredictProblem(
    id="07-predict-unclipped",
    objective=NGRAMS,
    statement='The lazy answer: "the" seven times. Which share of its words stands in the reference, counted as above?',
    minutes=1,
    show_code=False,
    code="""
reference = ["the", "parcel", "waits", "at", "the", "office", "for", "7", "days"]
lazy = ["the"] * 7
sum(each in reference for each in lazy) / len(lazy)
""",
    slips=[
        Slip(
            2 / 7,
            "That is the clipped one, which we are about to invent. Counted as above, each of the seven is there.",
        ),
        Slip(2 / 9, "By whose length do you divide? A precision divides by what was said."),
    ],
    commentary="Seven of seven: whoever says *the* is always right.",
)


def matched_of(have: dict[str, int], wanted: dict[str, int]) -> int:
    """How many of the counted n-grams count, none more often than it is wanted."""
    return sum((Counter(have) & Counter(wanted)).values())


def random_counts(source: random.Random) -> tuple[dict[str, int], dict[str, int]]:
    """Counts of a hypothesis and of a reference."""
    return dict(Counter(random_tokens(source))), dict(Counter(random_tokens(source)))


FILL_CLIP = FillBlankProblem(
    id="07-fill-clip",
    objective=NGRAMS,
    statement=(
        "`have` and `wanted` are dicts, token → how often: in the hypothesis, in the reference. Each token counts at "
        "most as often as it is wanted. What stands at the blank?"
    ),
    minutes=3,
    template="""\
def matched_of(have, wanted):
    matched = 0
    for token, count in have.items():
        matched += ___
    return matched
""",
    reference=matched_of,
    calls=[
        Call(({"the": 7}, {"the": 2, "cat": 1}), why="how often may the count?"),
        Call(({"the": 1}, {"the": 2}), why="what if it is said less often than wanted?"),
        Call(({"dog": 3}, {"the": 2}), why="what of a token that nobody wants?"),
    ],
    generator=random_counts,
    right=["min(count, wanted.get(token, 0))", "sorted([count, wanted.get(token, 0)])[0]"],
    wrong=[
        Wrong("as_often_as_said", "count if token in wanted else 0", "How often may it count? It was paid each time."),
        Wrong(
            "as_often_as_wanted", "wanted.get(token, 0)", "What if it is said less often than wanted? Nothing is owed."
        ),
        Wrong("once", "1 if token in wanted else 0", "May a token count twice, where it is wanted twice?"),
        Wrong("the_larger", "max(count, wanted.get(token, 0))", "Which of the two is the limit? The smaller one."),
    ],
    hints=["`wanted.get(token, 0)` is how often the reference has it.", "Of the two numbers, the smaller counts."],
)

PREDICT_ZERO = PredictProblem(
    id="07-predict-zero",
    objective=WHOLE,
    statement="Three precisions are high, 0.9, 0.7 and 0.5, and the fourth is 0. What is their geometric mean?",
    minutes=1,
    show_code=False,
    code="""
(0.9 * 0.7 * 0.5 * 0.0) ** (1 / 4)
""",
    slips=[
        Slip(0.525, "That is the plain mean. This one multiplies."),
        Slip(0.68, "The 0 is not left out: it is a factor."),
    ],
    commentary="Whatever the others are, times 0 it is 0.",
)

PREDICT_BREVITY = PredictProblem(
    id="07-predict-brevity",
    objective=WHOLE,
    statement=(
        'The hypothesis is two words, "the office", and both stand side by side in the reference. What is its '
        "precision of pairs?"
    ),
    minutes=1,
    show_code=False,
    code="""
reference = ["the", "parcel", "waits", "at", "the", "office", "for", "7", "days"]
pairs = list(zip(reference, reference[1:]))
sum(each in pairs for each in [("the", "office")]) / 1
""",
    slips=[
        Slip(1 / 8, "That is a recall: one of the eight pairs of the reference. A precision divides by what was said."),
        Slip(0.5, "It has a single pair, and that one stands in the reference."),
    ],
    commentary="One pair said, one pair wanted: perfect, in two words.",
)


def share_of_copy(reference: Sequence[str], hypothesis: Sequence[str]) -> float:
    """The clipped share of single words of one reference."""
    return modified_precision([list(reference)], list(hypothesis), 1).value


FIND_FLAT = FindBugProblem(
    id="07-find-flat",
    objective=INPUT,
    statement=(
        "One reference is given, as a list of words. A perfect copy of `['five', 'days']` gets 0.0 from this. Which "
        "line must change?"
    ),
    minutes=3,
    difficulty=2,
    code="""\
from collections import Counter

def clipped_share(reference, hypothesis):
    references = list(reference)
    most = Counter()
    for each in references:
        most |= Counter(each)
    matched = sum((Counter(hypothesis) & most).values())
    return matched / len(hypothesis)
""",
    line=4,
    repair="references = [reference]",
    reference=share_of_copy,
    calls=[
        Call((["five", "days"], ["five", "days"]), why="what is each reference made of?"),
        Call((["the", "cat"], ["the", "the"])),
    ],
    others={
        1: "A counter is what is needed here.",
        3: "One reference and one hypothesis: as told.",
        5: "An empty count to begin with.",
        6: "Each reference in turn. Look at what they are.",
        7: "The most often that any reference has each token. Of a list of tokens it would be right.",
        8: "The smaller of the two counts, for each token: that is clipping.",
        9: "A precision divides by what was said.",
    },
    commentary="Each word was taken for a reference, each of its letters for a token. The list round it was missing.",
)

QUIZ_TOKENS = QuizProblem(
    id="07-quiz-tokens",
    objective=INPUT,
    statement="Cut at blanks, the two Chinese sentences score 0. Why?",
    minutes=1,
    options=[
        Option("BLEU can't be used for Chinese.", "It can, once the text is cut into characters or words."),
        Option(
            "Each sentence is one single token.", "No blank, no cut: two long tokens that are not equal.", right=True
        ),
        Option("The sentences mean opposite things.", "They mean nearly the same; one character differs."),
        Option("Their brevity penalty is too large.", "Both have the same length, so there is none."),
    ],
)

QUIZ_OPPOSITE = QuizProblem(
    id="07-quiz-opposite",
    objective=LIES,
    statement="Reference: *You pay no fee for any of them.* Which answer will BLEU put second, behind the copy?",
    minutes=1,
    options=[
        Option("All three are free of charge", "Right, in other words. It shares not one of them."),
        Option("You pay a fee for any of them", "The opposite: seven words of eight, and most runs.", right=True),
        Option("them of any for fee no pay You", "The same words, and no two neighbours kept."),
    ],
)

QUIZ_SALAD = QuizProblem(
    id="07-quiz-salad",
    objective=LIES,
    statement="Embedding similarity gives the keyword salad 1.00. What does that tell you of this model?",
    minutes=1,
    options=[
        Option("It adds up words, in any order.", "Same words, same sum: the order never enters.", right=True),
        Option("It has learnt the reference by heart.", "It never saw it; it only has numbers for its words."),
        Option("It thinks that the salad is true.", "It thinks nothing of truth: it says how near two texts are."),
        Option("Its numbers go wrong near to one.", "They are exact: the two sums are equal."),
    ],
)

QUIZ_USE = QuizProblem(
    id="07-quiz-use",
    objective=LIES,
    statement="Which of these is a fair use of BLEU?",
    minutes=1,
    options=[
        Option("To see whether one answer is true.", "It sees wording. The opposite may score 0.6."),
        Option("To rank models on free questions.", "A better wording scores lower; the nearest imitator wins."),
        Option("To say that 0.4 is good enough.", "Its size means nothing by itself; it depends on the task."),
        Option(
            "To watch one translator's versions.",
            "Long texts, fixed references, one system: a fall is worth a look.",
            right=True,
        ),
    ],
)

LESSON: list[Problem] = [
    PREDICT_BIGRAMS,
    PREDICT_UNCLIPPED,
    FILL_CLIP,
    PREDICT_ZERO,
    PREDICT_BREVITY,
    FIND_FLAT,
    QUIZ_TOKENS,
    QUIZ_OPPOSITE,
    QUIZ_SALAD,
    QUIZ_USE,
]


# --- the exercises ---


def clipped_precision(references: list[list[str]], hypothesis: list[str]) -> float:
    """The clipped share of single words, against several references."""
    return modified_precision(references, hypothesis, 1).value


def random_references(source: random.Random) -> tuple[list[list[str]], list[str]]:
    """Up to three references, and a hypothesis."""
    return [random_tokens(source) for _ in range(source.randint(1, 3))], random_tokens(source)


def random_lengths(source: random.Random) -> tuple[int, int]:
    """Lengths of a reference and a hypothesis."""
    return source.randint(1, 20), source.randint(1, 20)


def corpus_precision(pairs: list[tuple[int, int]]) -> float:
    """Matched over all, pooled over the answers."""
    return sum(matched for matched, _ in pairs) / sum(said for _, said in pairs)


def random_pairs(source: random.Random) -> tuple[list[tuple[int, int]]]:
    """For some answers, how many n-grams matched and how many there were."""
    pairs = []
    for _ in range(source.randint(1, 5)):
        said = source.randint(1, 30)
        pairs.append((source.randint(0, said), said))
    return (pairs,)


CLIPPED = FunctionProblem(
    id="07-clipped-precision",
    objective=NGRAMS,
    statement=(
        "Write `clipped_precision` for single words and several references. `references` is a list of lists of words, "
        "`hypothesis` a list of words, not empty. Each word counts at most as often as *the one reference that has it "
        "most often* has it; divide by the words of the hypothesis."
    ),
    minutes=8,
    difficulty=2,
    points=2,
    signature="def clipped_precision(references, hypothesis):",
    reference=clipped_precision,
    calls=[
        Call(([["the", "cat"]], ["the", "the", "the"]), why="how often may one word count?"),
        Call(([["the", "the"], ["the", "cat"]], ["the", "the", "the"]), why="which reference sets the limit?"),
        Call(([["a", "cat"], ["the", "mat"]], ["the", "cat"]), why="may two references each give a word?"),
        Call(([["cat"]], ["dog"]), why="what if nothing is shared?"),
    ],
    generator=random_references,
    hints=[
        "For one word: `max(each.count(word) for each in references)` is the limit.",
        "Go over the different words, `set(hypothesis)`, and take the smaller of its count and the limit.",
    ],
    right=[
        """
        matched = 0
        for word in set(hypothesis):
            limit = max(each.count(word) for each in references)
            matched += min(hypothesis.count(word), limit)
        return matched / len(hypothesis)
        """,
        """
        from collections import Counter
        most = Counter()
        for each in references:
            most |= Counter(each)
        return sum((Counter(hypothesis) & most).values()) / len(hypothesis)
        """,
        """
        matched = 0
        for place, word in enumerate(hypothesis):
            before = hypothesis[:place].count(word)
            if any(each.count(word) > before for each in references):
                matched += 1
        return matched / len(hypothesis)
        """,
    ],
    wrong=[
        Wrong(
            "not_clipped",
            "return sum(any(word in each for each in references) for word in hypothesis) / len(hypothesis)",
            "How often may one word count? Yours pays for it each time.",
        ),
        Wrong(
            "added_up",
            """
            matched = 0
            for word in set(hypothesis):
                limit = sum(each.count(word) for each in references)
                matched += min(hypothesis.count(word), limit)
            return matched / len(hypothesis)
            """,
            "Which reference sets the limit? You added them up; the one that has it most often does.",
        ),
        Wrong(
            "first_reference",
            """
            matched = 0
            for word in set(hypothesis):
                matched += min(hypothesis.count(word), references[0].count(word))
            return matched / len(hypothesis)
            """,
            "Are there other references? Yours looks at the first alone.",
        ),
        Wrong(
            "each_once",
            "return sum(any(word in each for each in references) for word in set(hypothesis)) / len(hypothesis)",
            "May a word count twice, where a reference has it twice? Yours counts it once.",
        ),
        Wrong(
            "divides_by_different_words",
            """
            matched = 0
            for word in set(hypothesis):
                limit = max(each.count(word) for each in references)
                matched += min(hypothesis.count(word), limit)
            return matched / len(set(hypothesis))
            """,
            "By how many words do you divide? All that were said, repeats too.",
        ),
    ],
    commentary="The limit is the largest count in any one reference, not the sum over them.",
)

BREVITY = FunctionProblem(
    id="07-brevity-penalty",
    objective=WHOLE,
    statement=(
        "Write `brevity_penalty`: 1 when the hypothesis is at least as long as the reference, else e to the power of "
        "1 − `reference_length` / `hypothesis_length`. Both lengths are at least 1."
    ),
    minutes=4,
    difficulty=1,
    points=1,
    signature="def brevity_penalty(reference_length, hypothesis_length):",
    reference=brevity_penalty,
    calls=[
        Call((9, 9), why="is equally long too short?"),
        Call((9, 12), why="is a long one paid extra?"),
        Call((9, 3), why="what does a third of the length cost?"),
    ],
    generator=random_lengths,
    hints=["`from math import exp` gives you e to a power.", "Ask for the long case first, and return 1."],
    right=[
        """
        from math import exp
        if hypothesis_length >= reference_length:
            return 1.0
        return exp(1 - reference_length / hypothesis_length)
        """,
        """
        from math import exp
        return min(1.0, exp(1 - reference_length / hypothesis_length))
        """,
        """
        e = 2.718281828459045
        missing = max(0, reference_length - hypothesis_length)
        return e ** -(missing / hypothesis_length)
        """,
    ],
    wrong=[
        Wrong(
            "no_upper_end",
            """
            from math import exp
            return exp(1 - reference_length / hypothesis_length)
            """,
            "Is a long one paid extra? Above 1 it would be a reward.",
        ),
        Wrong(
            "ratio",
            "return min(1.0, hypothesis_length / reference_length)",
            "Is the share of the length the penalty? It is e to the power of something.",
        ),
        Wrong(
            "turned_round",
            """
            from math import exp
            if hypothesis_length >= reference_length:
                return 1.0
            return exp(1 - hypothesis_length / reference_length)
            """,
            "Which length is divided by which? Yours is above 1 where it should be below.",
        ),
        Wrong(
            "punishes_length",
            """
            from math import exp
            if hypothesis_length <= reference_length:
                return 1.0
            return exp(1 - hypothesis_length / reference_length)
            """,
            "Who is punished? The short ones; a long one's precision falls by itself.",
        ),
    ],
    commentary="It is smooth: one word short of nine costs a tenth, two thirds short costs almost everything.",
)

PREDICT_SEVERAL = PredictProblem(
    id="07-predict-several",
    objective=WHOLE,
    statement="Two references, and the hypothesis is a copy of the second. What is its BLEU?",
    minutes=1,
    code="""
from ragedu.bleu import bleu

references = [["within", "five", "days"], ["in", "less", "than", "a", "week"]]
bleu(references, ["in", "less", "than", "a", "week"])
""",
    slips=[
        Slip(0.5, "It isn't averaged over the references: each n-gram may come from any of them."),
        Slip(0, "It shares nothing with the first, and need not: the second has all of it."),
    ],
    commentary="Perfect: every run stands in some reference, and the closest one in length is as long.",
)

CORPUS = FunctionProblem(
    id="07-corpus-precision",
    objective=WHOLE,
    statement=(
        "Over many answers BLEU doesn't average scores: it adds up matched and all n-grams first, and divides once. "
        "Write `corpus_precision`: `pairs` is a list of `(matched, said)`, one for each answer."
    ),
    minutes=4,
    difficulty=1,
    points=1,
    signature="def corpus_precision(pairs):",
    reference=corpus_precision,
    calls=[
        Call(([(1, 2), (10, 10)],), why="does a long answer weigh more?"),
        Call(([(0, 1), (9, 9)],), why="does one zero sink the corpus?"),
        Call(([(3, 4)],), why="what of a single answer?"),
    ],
    generator=random_pairs,
    hints=["Two sums, and one division at the end.", "`sum(matched for matched, said in pairs)` is the first."],
    right=[
        "return sum(matched for matched, said in pairs) / sum(said for matched, said in pairs)",
        """
        matched, said = map(sum, zip(*pairs))
        return matched / said
        """,
        """
        numerator, denominator = 0, 0
        for matched, said in pairs:
            numerator += matched
            denominator += said
        return numerator / denominator
        """,
    ],
    wrong=[
        Wrong(
            "mean_of_shares",
            "return sum(matched / said for matched, said in pairs) / len(pairs)",
            "Does a long answer weigh more? You averaged the shares, so each answer weighs the same.",
        ),
        Wrong(
            "product",
            """
            result = 1
            for matched, said in pairs:
                result *= matched / said
            return result
            """,
            "Does one zero sink the corpus? Multiplied are the orders of n, never the answers.",
        ),
        Wrong(
            "best",
            "return max(matched / said for matched, said in pairs)",
            "Is it the best answer that counts? All are added up.",
        ),
        Wrong(
            "counts_matched_alone",
            "return sum(matched for matched, said in pairs) / len(pairs)",
            "By what do you divide? By all n-grams that were said, not by the number of answers.",
        ),
    ],
    commentary=(
        "So the BLEU of a corpus is not the mean of its sentences' BLEU, and the two can differ by a lot. Say which."
    ),
)

QUIZ_HINDI = QuizProblem(
    id="07-quiz-hindi",
    objective=INPUT,
    statement=(
        "A tokenizer cuts the Hindi word दिन (day) into द, ि and न: a letter, the vowel sign that belongs to it, a "
        "letter. What does that do to a BLEU?"
    ),
    minutes=2,
    options=[
        Option(
            "It is too high: pieces match by chance.",
            "Vowel signs are few, so they and short runs of them are hit by luck.",
            right=True,
        ),
        Option(
            "Nothing: both texts are cut alike.",
            "Both alike, and both into pieces that match far more often than words.",
        ),
        Option("It is exactly 0: no piece is a word.", "The pieces match each other well, and that is the trouble."),
    ],
)

PREDICT_JIEBA = PredictProblem(
    id="07-predict-characters",
    objective=INPUT,
    statement=(
        "Cut into characters, 11 in each, the two sentences differ in the last one. What is the precision of single "
        "characters?"
    ),
    minutes=1,
    code="""
from ragedu.bleu import characters, modified_precision

said, wanted = "货物可以在十四天内退货", "货物可以在十四天内退回"
modified_precision([characters(wanted)], characters(said), 1).value
""",
    also_right=[0.91, 0.9],
    slips=[
        Slip(0, "Only the last character differs."),
        Slip(1, "The last character is 货, which the reference has once, and it has been used up at the start."),
    ],
    commentary="10 of 11: the second 货 is clipped, since the reference has one. jieba would count words.",
)

JUDGE_METRIC = JudgementProblem(
    id="07-judge-metric",
    objective=LIES,
    statement=(
        "Somebody proposes BLEU of at least 0.5 as the gate for the shop's answers. What BLEU does the dangerous "
        "answer "
        '"You pay a fee for any of them" get against "You pay no fee for any of them" (tokenizer `words`)? Put it into '
        "`answer`, accept or refuse into `decision`, and what you would propose instead into `because`. The point is "
        "for the figure; a person reads the other two."
    ),
    minutes=6,
    difficulty=2,
    code="""
from ragedu.bleu import bleu, words

bleu(["You pay no fee for any of them"], "You pay a fee for any of them", tokenizer=words)
""",
    slips=[
        Slip(0.875, "That is the share of single words, 7 of 8. BLEU takes runs of up to four."),
        Slip(59.5, "On a scale of a hundred, yes; ours goes from 0 to 1."),
        Slip(0.0, "Are the references a list, and the texts cut into words? `bleu([text], text, tokenizer=words)`."),
    ],
    hints=[
        "`from ragedu.bleu import bleu, words`.",
        "One reference, in a list: `bleu([reference], answer, tokenizer=words)`.",
    ],
    commentary=(
        "0.59: it would pass the gate. Good words name what would stop it: the check of lesson 03, a judge, a claim "
        "per sentence; and where BLEU may still watch a trend."
    ),
)

EXERCISE: list[Problem] = [
    CLIPPED,
    BREVITY,
    PREDICT_SEVERAL,
    CORPUS,
    QUIZ_HINDI,
    PREDICT_JIEBA,
    JUDGE_METRIC,
]
