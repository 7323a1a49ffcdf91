"""Problems of lesson 07, BLEU: how similar is similar?"""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import prod

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
    commentary='Seven of seven: whoever says "the" is always right.',
)


def matched_of(have: Counter[str], wanted: Counter[str]) -> int:
    """How many of the counted n-grams count, none more often than it is wanted."""
    return (have & wanted).total()


def random_counts(source: random.Random) -> tuple[Counter[str], Counter[str]]:
    """Counts of a hypothesis and of a reference."""
    return Counter(random_tokens(source)), Counter(random_tokens(source))


FILL_CLIP = FillBlankProblem(
    id="07-fill-clip",
    objective=NGRAMS,
    statement=(
        "`have` and `wanted` are Counters, token → how often: in the hypothesis, in the reference. A Counter gives 0 "
        "for what it does not hold. Each token counts at most as often as it is wanted. What stands at the blank?"
    ),
    minutes=2,
    template="""\
def matched_of(have, wanted):
    matched = 0
    for token, count in have.items():
        matched += ___
    return matched
""",
    reference=matched_of,
    calls=[
        Call((Counter({"the": 7}), Counter({"the": 2, "cat": 1})), why="how often may the count?"),
        Call((Counter({"the": 1}), Counter({"the": 2})), why="what if it is said less often than wanted?"),
        Call((Counter({"dog": 3}), Counter({"the": 2})), why="what of a token that nobody wants?"),
    ],
    generator=random_counts,
    right=["min(count, wanted[token])", "min(count, wanted.get(token, 0))", "sorted([count, wanted[token]])[0]"],
    wrong=[
        Wrong("as_often_as_said", "count if token in wanted else 0", "How often may it count? It was paid each time."),
        Wrong("never_clipped", "count", "How often may it count? Yours pays for all that is said, wanted or not."),
        Wrong("as_often_as_wanted", "wanted[token]", "What if it is said less often than wanted? Nothing is owed."),
        Wrong("once", "1 if token in wanted else 0", "May a token count twice, where it is wanted twice?"),
        Wrong("the_larger", "max(count, wanted[token])", "Which of the two is the limit? The smaller one."),
    ],
    hints=["Two numbers matter: how often it was said, and how often it is wanted.", "The smaller of the two counts."],
)

PREDICT_MEAN = PredictProblem(
    id="07-predict-mean",
    objective=WHOLE,
    statement="Three precisions are 1, and the fourth is 0.0001. What is the fourth root of their product?",
    minutes=1,
    show_code=False,
    code="""
(1 * 1 * 1 * 0.0001) ** (1 / 4)
""",
    slips=[
        Slip(0.750025, "That is the plain mean, which hardly looks at the fourth. This one multiplies."),
        Slip(0.0001, "That is the product. Its fourth root is larger: for which x is x × x × x × x just that?"),
        Slip(0, "It would be 0 if the fourth were exactly 0. This one is small."),
    ],
    commentary="0.1, for 0.1 × 0.1 × 0.1 × 0.1 is 0.0001. One bad precision outweighs three perfect ones.",
)

PREDICT_BREVITY = PredictProblem(
    id="07-predict-brevity",
    objective=WHOLE,
    statement=(
        '"the office", 2 words where 9 are wanted, has precision 1 for words and for pairs. What is its BLEU, to two '
        "places? A cell is a fair calculator."
    ),
    minutes=1,
    show_code=False,
    code="""
from math import exp, sqrt

exp(1 - 9 / 2) * sqrt(1 * 1)
""",
    slips=[
        Slip(1, "So it would be without the penalty. Which penalty do two words get, where nine are wanted?"),
        Slip(2 / 9, "That is the share of the length. The penalty is harder: e to the power of 1 − 9 / 2."),
        Slip(0, "Almost. But no precision is 0: runs of three and four are left out, as it has none."),
    ],
    commentary="It is 0.03: the mean of 1 and 1, times e to the power of 1 − 9 / 2.",
)


def bleu_score(precisions: list[float], reference_length: int, hypothesis_length: int) -> float:
    """The geometric mean of the precisions, times the brevity penalty."""
    mean: float = prod(precisions) ** (1 / len(precisions))
    return mean * brevity_penalty(reference_length, hypothesis_length)


def random_parts(source: random.Random) -> tuple[list[float], int, int]:
    """One to four precisions, never rising with n, and two lengths."""
    precisions = sorted((source.randint(1, 10) / 10 for _ in range(source.randint(1, 4))), reverse=True)
    return precisions, source.randint(4, 12), source.randint(4, 12)


BLEU_SCORE = FunctionProblem(
    id="07-bleu-score",
    objective=WHOLE,
    statement=(
        "Write `bleu_score`: the geometric mean of `precisions` (a list of one to four numbers, some perhaps 0), times "
        "the brevity penalty for the two lengths. `geometric_mean` and `brevity_penalty` from above may help."
    ),
    minutes=3,
    difficulty=1,
    points=2,
    signature="def bleu_score(precisions, reference_length, hypothesis_length):",
    reference=bleu_score,
    calls=[
        Call(([1.0, 1.0], 9, 2), why="what does it cost to be short?"),
        Call(([0.8, 0.2], 9, 12), why="is a long one paid extra?"),
        Call(([1.0, 1.0, 1.0, 0.0001], 9, 9), why="what does one low precision do to three high ones?"),
        Call(([0.9, 0.7, 0.5, 0.0], 9, 8), why="what if one precision is 0?"),
    ],
    generator=random_parts,
    hints=[
        "Two numbers, multiplied: one from the precisions, one from the lengths. Both functions stand above.",
        "`brevity_penalty` takes the reference's length first; `geometric_mean` takes the list.",
    ],
    right=[
        """
        from math import exp, log
        penalty = 1.0 if hypothesis_length >= reference_length else exp(1 - reference_length / hypothesis_length)
        if min(precisions) == 0:
            return 0.0
        return penalty * exp(sum(log(each) for each in precisions) / len(precisions))
        """,
        """
        from math import exp, prod
        penalty = min(1, exp(1 - reference_length / hypothesis_length))
        return penalty * prod(precisions) ** (1 / len(precisions))
        """,
        """
        result = 1
        for each in precisions:
            result *= each ** (1 / len(precisions))
        if hypothesis_length < reference_length:
            result *= 2.718281828459045 ** (1 - reference_length / hypothesis_length)
        return result
        """,
    ],
    wrong=[
        Wrong(
            "plain_mean",
            """
            from math import exp
            penalty = min(1, exp(1 - reference_length / hypothesis_length))
            return penalty * sum(precisions) / len(precisions)
            """,
            "Which mean is it? You added; this one multiplies and takes the root, so that a low one weighs.",
        ),
        Wrong(
            "harmonic_mean",
            """
            from math import exp
            penalty = min(1, exp(1 - reference_length / hypothesis_length))
            return penalty * len(precisions) / sum(1 / each for each in precisions) if all(precisions) else 0.0
            """,
            "Which mean is it? Yours turns each precision over; this one multiplies them and takes the root.",
        ),
        Wrong(
            "no_root",
            """
            from math import exp, prod
            penalty = min(1, exp(1 - reference_length / hypothesis_length))
            return penalty * prod(precisions)
            """,
            "The product of many shares is small by itself. Which root makes a mean of it?",
        ),
        Wrong(
            "always_the_fourth_root",
            """
            from math import exp, prod
            penalty = min(1, exp(1 - reference_length / hypothesis_length))
            return penalty * prod(precisions) ** (1 / 4)
            """,
            "How many precisions are there? Take the root of as many; you take the fourth always.",
        ),
        Wrong(
            "no_penalty",
            """
            from math import prod
            return prod(precisions) ** (1 / len(precisions))
            """,
            "Where do the lengths come in? Two perfect words would be worth as much as nine.",
        ),
        Wrong(
            "long_is_paid",
            """
            from math import exp, prod
            return exp(1 - reference_length / hypothesis_length) * prod(precisions) ** (1 / len(precisions))
            """,
            "Is a long one paid extra? The penalty is never above 1.",
        ),
        Wrong(
            "lengths_swapped",
            """
            from math import exp, prod
            penalty = min(1, exp(1 - hypothesis_length / reference_length))
            return penalty * prod(precisions) ** (1 / len(precisions))
            """,
            "Which length is which? Yours punishes the long ones.",
        ),
        Wrong(
            "penalty_alone",
            """
            from math import exp
            return min(1, exp(1 - reference_length / hypothesis_length))
            """,
            "Where do the precisions come in? Your result does not use `precisions`.",
        ),
    ],
    commentary=(
        "With the functions from above it is one line, "
        "`brevity_penalty(reference_length, hypothesis_length) * geometric_mean(precisions)`; here it is written out. "
        "That is the whole formula."
    ),
)


def shared_pairs(reference: Sequence[str], hypothesis: Sequence[str]) -> float:
    """The share of the hypothesis' pairs of neighbours that one reference has, not clipped."""
    known = set(pairwise(reference))
    said = list(pairwise(hypothesis))
    return sum(pair in known for pair in said) / len(said)


FIND_FLAT = FindBugProblem(
    id="07-find-flat",
    objective=INPUT,
    statement=(
        "This counts, without clipping, the share of pairs that a reference has. It is given one reference, a list of "
        "words such as `['within', 'five', 'days']`, and a perfect copy of it gets 0.0. Which line is wrong?"
    ),
    minutes=2,
    difficulty=2,
    code="""\
def shared_pairs(reference, hypothesis):
    references = list(reference)
    known = set()
    for each in references:
        known.update(zip(each, each[1:]))
    said = list(zip(hypothesis, hypothesis[1:]))
    matched = sum(pair in known for pair in said)
    return matched / len(said)
""",
    line=2,
    repair="references = [reference]",
    reference=shared_pairs,
    calls=[
        Call((["within", "five", "days"], ["within", "five", "days"]), why="what is each reference made of?"),
        Call((["on", "the", "mat"], ["on", "the", "cat"])),
    ],
    others={
        1: "One reference and one hypothesis: as told.",
        3: "No pair is known to begin with.",
        4: "Each reference in turn: right, once `references` holds references. Where does it get what it holds?",
        5: "The pairs of neighbours in `each`: right, once `each` is a list of words.",
        6: "Each word but the last, with the one behind it: all pairs that were said.",
        7: "A pair counts where a reference has it: as told.",
        8: "A precision divides by what was said.",
    },
    commentary="Each word was taken for a reference, each of its letters for a token. The list round it was missing.",
)

QUIZ_TOKENS = QuizProblem(
    id="07-quiz-tokens",
    objective=INPUT,
    statement="`str.split` cuts a text at its blanks. Which BLEU do the two sentences get from it, and why?",
    minutes=1,
    options=[
        Option(
            "0.9: one character of eleven differs.",
            "So it might be after a cut into characters. There is no blank to cut at.",
        ),
        Option("0: each sentence is a single token.", "No blank, no cut: two long tokens, not equal.", right=True),
        Option("0: they mean two opposite things.", "They mean nearly the same, and BLEU would not know."),
        Option("1: without blanks, nothing is compared.", "The whole sentences are compared, as one token each."),
    ],
)

QUIZ_OPPOSITE = QuizProblem(
    id="07-quiz-opposite",
    objective=LIES,
    statement='Reference: "You pay no fee for any of them". Which answer will BLEU put second, behind the copy?',
    minutes=1,
    options=[
        Option("All three are free of charge", 'It shares one word, "of", and no pair.'),
        Option("You pay a fee for any of them", "Seven words of eight, five pairs of seven.", right=True),
        Option("them of any for fee no pay You", "The same words, and no two neighbours kept."),
    ],
)

QUIZ_SALAD = QuizProblem(
    id="07-quiz-salad",
    objective=LIES,
    statement="Embedding similarity gives the keyword salad 1.00. What does that tell you of this model?",
    minutes=1,
    options=[
        Option(
            "It does not look at the order of words.",
            "It adds up the numbers of the words: same words, same sum.",
            right=True,
        ),
        Option("It thinks that the salad is true.", "It thinks nothing of truth: it says how near two texts are."),
        Option(
            "It compares only the length and the rare words.",
            "The opposite has the same length, and differs in a common word alone; it fell to 0.93.",
        ),
        Option("It has learnt the reference by heart.", "It never saw it; it only has numbers for its words."),
    ],
)

QUIZ_USE = QuizProblem(
    id="07-quiz-use",
    objective=LIES,
    statement="Which of these are fair uses?",
    minutes=2,
    options=[
        Option("BLEU: to see whether an answer is true", "It sees wording. The opposite got 0.595."),
        Option(
            "Embeddings: to find passages on a topic",
            "What is about the same lies near. Whether it is true is asked afterwards.",
            right=True,
        ),
        Option("BLEU: to rank models on open questions", "Another wording scores lower; the nearest imitator wins."),
        Option(
            "BLEU: on a translation program's versions",
            "Many texts, worded much alike, one system: a fall is worth a look.",
            right=True,
        ),
        Option("Embeddings: to pass every answer that reaches 0.9", "The opposite reached 0.93."),
    ],
)

LESSON: list[Problem] = [
    PREDICT_BIGRAMS,
    PREDICT_UNCLIPPED,
    FILL_CLIP,
    PREDICT_MEAN,
    PREDICT_BREVITY,
    BLEU_SCORE,
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


def penalty_for(reference_lengths: list[int], hypothesis_length: int) -> float:
    """The brevity penalty against the reference that is closest in length."""
    closest = min(reference_lengths, key=lambda length: (abs(length - hypothesis_length), length))
    return brevity_penalty(closest, hypothesis_length)


def random_lengths(source: random.Random) -> tuple[list[int], int]:
    """Lengths of some references, and of a hypothesis."""
    return [source.randint(1, 20) for _ in range(source.randint(1, 4))], source.randint(1, 20)


def corpus_precision(pairs: list[tuple[int, int]]) -> float:
    """Matched over all, pooled over the answers."""
    return sum(matched for matched, _ in pairs) / sum(said for _, said in pairs)


def random_pairs(source: random.Random) -> tuple[list[tuple[int, int]]]:
    """For some answers, how many n-grams matched and how many there were."""
    pairs = []
    for _ in range(source.randint(1, 5)):
        said = source.randint(1, 30)
        pairs += [(source.randint(0, said), said)] * source.choice([1, 1, 2])
    return (pairs,)


PREDICT_CHARACTERS = PredictProblem(
    id="07-predict-characters",
    title="Characters, or words",
    objective=INPUT,
    statement=(
        "The two Chinese sentences of the lesson have 11 characters each, and the last one differs. `jieba_words`, "
        "from the same module, cuts each into 6 words, and the last one differs; its cut is written out here, so that "
        "you need not install jieba. What is the precision of single tokens, by characters and by words? Give a list "
        "of the two. (Boxes on your screen? The counts are enough.)"
    ),
    minutes=2,
    code="""
from ragedu.bleu import characters, modified_precision

said, wanted = "货物可以在十四天内退货", "货物可以在十四天内退回"
said_words = ["货物", "可以", "在", "十四天", "内", "退货"]
wanted_words = ["货物", "可以", "在", "十四天", "内", "退回"]
by_characters = modified_precision([characters(wanted)], characters(said), 1).value
by_words = modified_precision([wanted_words], said_words, 1).value
[by_characters, by_words]
""",
    slips=[
        Slip(
            [1, 5 / 6],
            "The last character is 货, which the reference has once, and it has been used up at the start.",
        ),
        Slip([10 / 11, 10 / 11], "By words, the last one as a whole is wrong: 退 goes with it."),
        Slip([5 / 6, 10 / 11], "The other way round: characters first."),
        Slip([10, 5], "Those are the matches. Divide each by how many tokens were said."),
    ],
    commentary=(
        "10 of 11 and 5 of 6. The second 货 is clipped, since the reference has one. Fewer, longer tokens make each "
        "difference cost more, so say which tokenizer it was."
    ),
)

PREDICT_HINDI = PredictProblem(
    id="07-predict-hindi",
    title="Pieces of a word",
    objective=INPUT,
    statement=(
        "The Hindi words दिन (day) and पिन (PIN) have nothing to do with each other. A tokenizer, here `list`, cuts "
        "each into three pieces; दिन becomes द, ि, न and पिन becomes प, ि, न: a letter, the vowel sign that belongs to "
        "it, a letter. What is the precision of single pieces?"
    ),
    minutes=2,
    code="""
from ragedu.bleu import modified_precision

said, wanted = "दिन", "पिन"
modified_precision([list(wanted)], list(said), 1).value
""",
    slips=[
        Slip(0, "As whole words they share nothing. As pieces they share two: the vowel sign and the last letter."),
        Slip(0.5, "So it is when each letter keeps its sign, as `characters` cuts. `list` cuts the sign off."),
        Slip(1, "The first letters differ, द and प."),
    ],
    commentary=(
        "2 of 3, for two words without a common meaning. A vowel sign cut off from its letter means nothing; and "
        "single letters match by chance. `characters` keeps each sign on its letter, 1 of 2; `words` gives 0."
    ),
)

CLIPPED = FunctionProblem(
    id="07-clipped-precision",
    title="Several references",
    objective=NGRAMS,
    statement=(
        "Write `clipped_precision` for single words and several references. `references` is a list of lists of words, "
        "`hypothesis` a list of words, not empty. Each word counts at most as often as it stands in that one reference "
        "that has it most often; divide by the words of the hypothesis."
    ),
    minutes=5,
    difficulty=2,
    points=2,
    signature="def clipped_precision(references, hypothesis):",
    elsewhere=[
        "nltk.translate.bleu_score:modified_precision",
        "nltk.translate.bleu_score:sentence_bleu",
        "ragedu.bleu:modified_precision",
        "ragedu.bleu:bleu",
    ],
    reference=clipped_precision,
    calls=[
        Call(([["the", "cat"]], ["the", "the", "the"]), why="how often may one word count?"),
        Call(([["the", "the"], ["the", "cat"]], ["the", "the", "the"]), why="which reference sets the limit?"),
        Call(([["a", "cat"], ["the", "mat"]], ["the", "cat"]), why="may two references each give a word?"),
        Call(([["the", "the"], ["cat"]], ["the", "the"]), why="does a reference without a word lower its limit?"),
        Call(([["cat"]], ["dog"]), why="what if nothing is shared?"),
    ],
    generator=random_references,
    hints=[
        "Take one word. Each reference has it so many times; the largest of these numbers is the word's limit.",
        "Go over the different words, `set(hypothesis)`, and take the smaller of the word's count and its limit.",
        "`max(each.count(word) for each in references)` is the limit of one word.",
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
    title="The closest length",
    objective=WHOLE,
    statement=(
        "Write `penalty_for`, the brevity penalty where there are several references. Take the length that is closest "
        "to `hypothesis_length`, of two equally close the shorter. The penalty is 1 when the hypothesis is at least as "
        "long as that, else e to the power of 1 − that length / `hypothesis_length`. All lengths are at least 1."
    ),
    minutes=5,
    difficulty=2,
    points=2,
    signature="def penalty_for(reference_lengths, hypothesis_length):",
    elsewhere=[
        "nltk.translate.bleu_score:brevity_penalty",
        "ragedu.bleu:brevity_penalty",
    ],
    reference=penalty_for,
    calls=[
        Call(([9], 3), why="what does a third of the length cost?"),
        Call(([9], 12), why="is a long one paid extra?"),
        Call(([3, 8], 7), why="which length is the closest?"),
        Call(([12, 5], 4), why="does their order matter?"),
        Call(([4, 6], 5), why="which of two equally close ones?"),
        Call(([6, 4], 5), why="and if the longer one stands first?"),
    ],
    generator=random_lengths,
    hints=[
        "First choose the length, then forget that there were several. `from math import exp` gives e to a power.",
        "`min(lengths, key=…)` takes the smallest by what `key` gives. Of equal ones it takes the first it meets.",
        "A pair as key settles ties: `key=lambda length: (abs(length - hypothesis_length), length)`.",
    ],
    right=[
        """
        from math import exp
        closest = min(reference_lengths, key=lambda length: (abs(length - hypothesis_length), length))
        if hypothesis_length >= closest:
            return 1.0
        return exp(1 - closest / hypothesis_length)
        """,
        """
        from math import exp
        closest = min(sorted(reference_lengths), key=lambda length: abs(length - hypothesis_length))
        return min(1.0, exp(1 - closest / hypothesis_length))
        """,
        """
        best = None
        for length in reference_lengths:
            off = abs(length - hypothesis_length)
            if best is None or off < best[0] or (off == best[0] and length < best[1]):
                best = (off, length)
        missing = max(0, best[1] - hypothesis_length)
        return 2.718281828459045 ** -(missing / hypothesis_length)
        """,
    ],
    wrong=[
        Wrong(
            "no_upper_end",
            """
            from math import exp
            closest = min(reference_lengths, key=lambda length: (abs(length - hypothesis_length), length))
            return exp(1 - closest / hypothesis_length)
            """,
            "Is a long one paid extra? Above 1 it would be a reward.",
        ),
        Wrong(
            "longer_of_two",
            """
            from math import exp
            closest = min(reference_lengths, key=lambda length: (abs(length - hypothesis_length), -length))
            return min(1.0, exp(1 - closest / hypothesis_length))
            """,
            "Which of two equally close ones? The shorter; yours takes the longer.",
        ),
        Wrong(
            "first_of_two",
            """
            from math import exp
            closest = min(reference_lengths, key=lambda length: abs(length - hypothesis_length))
            return min(1.0, exp(1 - closest / hypothesis_length))
            """,
            "And if the longer one stands first? The shorter counts, wherever it stands; yours takes the first.",
        ),
        Wrong(
            "shortest",
            """
            from math import exp
            return min(1.0, exp(1 - min(reference_lengths) / hypothesis_length))
            """,
            "Which length is the closest? It may be a longer one, and it counts then. Yours takes none while a shorter "
            "one is there.",
        ),
        Wrong(
            "first_reference",
            """
            from math import exp
            return min(1.0, exp(1 - reference_lengths[0] / hypothesis_length))
            """,
            "Does their order matter? Yours takes the first reference, whatever its length.",
        ),
        Wrong(
            "longest",
            """
            from math import exp
            return min(1.0, exp(1 - max(reference_lengths) / hypothesis_length))
            """,
            "Is the longest the closest? Yours takes the longest, however far away it is.",
        ),
        Wrong(
            "turned_over",
            """
            from math import exp
            closest = min(reference_lengths, key=lambda length: (abs(length - hypothesis_length), length))
            return min(1.0, exp(1 - hypothesis_length / closest))
            """,
            "Which length is divided by which? Yours is turned over, and punishes the long ones.",
        ),
        Wrong(
            "mean_length",
            """
            from math import exp
            mean = sum(reference_lengths) / len(reference_lengths)
            return min(1.0, exp(1 - mean / hypothesis_length))
            """,
            "Which length is the closest? One of those that are there; yours takes their mean.",
        ),
        Wrong(
            "ratio",
            """
            closest = min(reference_lengths, key=lambda length: (abs(length - hypothesis_length), length))
            return min(1.0, hypothesis_length / closest)
            """,
            "Is the share of the length the penalty? It is e to the power of something.",
        ),
    ],
    commentary=(
        "The tie is the common slip: `min` alone takes the first it meets. And the closest may be the longer one: then "
        "there is a penalty, though a shorter reference was at hand."
    ),
)

PREDICT_SEVERAL = PredictProblem(
    id="07-predict-several",
    title="A word short",
    objective=WHOLE,
    statement=(
        "The hypothesis is the second reference without its first word. Against that one alone it gets 0.78. What does "
        "it get against both?"
    ),
    minutes=2,
    code="""
from ragedu.bleu import bleu

references = [["within", "five", "days"], ["in", "less", "than", "a", "week"]]
bleu(references, ["less", "than", "a", "week"])
""",
    slips=[
        Slip(0.7788007830714049, "Which length sets the penalty now? 3 and 5 are equally close to 4."),
        Slip(0.38940039153570244, "It isn't averaged over the references: each n-gram may come from any of them."),
        Slip(0, "It shares nothing with the first, and need not: the second has all of it."),
    ],
    commentary=(
        "Exactly 1. Every run stands in the second reference, and the first, as close in length and shorter, sets the "
        "penalty: none. So a reference of which not a word is matched can lift a score."
    ),
)

CORPUS = FunctionProblem(
    id="07-corpus-precision",
    title="Many answers",
    objective=WHOLE,
    statement=(
        "Over many answers BLEU doesn't average scores: it adds up matched and all n-grams first, and divides once. "
        "Write `corpus_precision`: `pairs` is a list of `(matched, said)`, one for each answer."
    ),
    minutes=3,
    difficulty=1,
    points=1,
    signature="def corpus_precision(pairs):",
    reference=corpus_precision,
    calls=[
        Call(([(1, 2), (10, 10)],), why="does a long answer weigh more?"),
        Call(([(0, 1), (9, 9)],), why="does one zero sink the corpus?"),
        Call(([(3, 4)],), why="what of a single answer?"),
        Call(([(1, 2), (1, 2), (3, 3)],), why="are two answers with the same numbers two?"),
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
            "same_numbers_once",
            "return sum(matched for matched, said in set(pairs)) / sum(said for matched, said in set(pairs))",
            "Are two answers with the same numbers two? A set keeps one of them.",
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

JUDGE_METRIC = JudgementProblem(
    id="07-judge-metric",
    title="At least 0.5",
    objective=LIES,
    statement=(
        "Somebody proposes to send out an answer only if its BLEU is at least 0.5. The cell has a reference, and six "
        "answers with what a person says of each. On how many of the six do that rule and the person disagree "
        "(tokenizer `words`)? Put the number into `answer`, accept or refuse into `decision`, and what you would do "
        "instead into `because`. The point is for the number; a person reads the other two."
    ),
    minutes=6,
    difficulty=2,
    code="""
from ragedu.bleu import bleu, words

reference = "You can return it within 14 days of delivery"
answers = {
    "You can return it within 14 days of delivery": "right",
    "You can return it within 40 days of delivery": "wrong",
    "You cannot return it within 14 days of delivery": "wrong",
    "Within 14 days of delivery": "right",
    "Two weeks, counted from the day it arrives": "right",
    "Only if the box was never opened": "wrong",
}
sum((bleu([reference], text, tokenizer=words) >= 0.5) != (said == "right") for text, said in answers.items())
""",
    slips=[
        Slip(2, "Two wrong ones are sent, and two right ones are held back: count both kinds."),
        Slip(4 / 6, "That is the share. How many is it?"),
        Slip(3, "Two wrong ones are sent. How many right ones are held back?"),
        Slip(1, "More than one. Count the wrong ones that are sent, and the right ones that are held back."),
        Slip(5, "One too many: the copy is right and sent, and the one about the box is wrong and held back."),
        Slip(6, "Not all: the copy is right and sent, and the one about the box is wrong and held back."),
    ],
    hints=[
        "One reference, in a list: `bleu([reference], text, tokenizer=words)`.",
        'In a loop over `answers.items()`, compare `score >= 0.5` with `said == "right"`.',
    ],
    commentary=(
        "4 of 6: two false answers are sent, each a copy but for one word, and two right ones are held back: one "
        "shorter, one in other words. Good words name what to do instead, such as checking numbers and citations "
        "(lesson 03), or having each claim judged alone; and where BLEU may still watch a trend."
    ),
)

EXERCISE: list[Problem] = [
    PREDICT_CHARACTERS,
    PREDICT_HINDI,
    CLIPPED,
    BREVITY,
    PREDICT_SEVERAL,
    CORPUS,
    JUDGE_METRIC,
]
