"""Problems of lesson 06, Multiple choice: grading without a judge."""

import random
import re
from collections import Counter
from collections.abc import Collection

from ragedu.choice import choice_outcome, parse_choice, score_choice
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

OPTIONS = "turn an open question into options that catch real mistakes"
READ = "read the picked letters out of a reply, and know when not to"
SCORE = "score a pick by two rules, and keep blank, wrong and unreadable apart"
GUESS = "say what blind guessing earns, and what that rewards"
LIMITS = "say what a multiple-choice score does not see"

OUTCOMES = ("right", "partly", "wrong", "blank", "unreadable")


# --- the lesson ---

QUIZ_OPTIONS = QuizProblem(
    id="06-quiz-options",
    objective=OPTIONS,
    statement=(
        '"What is the warranty on the goods?" The right option is "2 years". The prompt also holds: "A parcel waits '
        'for you at the office for 7 days." Which wrong options are worth their place?'
    ),
    minutes=2,
    options=[
        Option("24 months.", "That is right as well: then two options are, and one of them is counted wrong."),
        Option(
            "Seven days.",
            "So long a parcel waits: a model that mixes up the passages of its prompt picks it.",
            right=True,
        ),
        Option(
            "One year.",
            "What many shops give: a model that answers from habit, and not from the passage, picks it.",
            right=True,
        ),
        Option("Over a year.", "Two years are over a year: whoever picks it is right, and is counted wrong."),
    ],
)

PREDICT_NAIVE = PredictProblem(
    id="06-predict-naive",
    objective=READ,
    statement=(
        "An option counts as picked if its letter is in the text. What does that read out of this reply? Write the "
        "letters as one string, such as CD."
    ),
    minutes=1,
    code="""
reply = "Answer: B"
"".join(letter for letter in "ABCD" if letter in reply)
""",
    slips=[
        Slip("B", "Look at the first word: it begins with a letter that is an option."),
        Slip("A", "That one is found, in the first word; and the pick itself is there as well."),
    ],
    also_right=["A, B", "A B", "A and B", "BA", "B, A", "B A", "B and A", ["A", "B"]],
    commentary='"Answer" begins with an A.',
)


def stated(reply: str) -> str:
    """The letter behind the last tag, "answer: " or "answer is "; empty when there is none."""
    found = re.findall(r"(?:<answer>|answer: |answer is )([a-d])\b", reply.lower())
    return found[-1].upper() if found else ""


def random_reply(source: random.Random) -> tuple[str]:
    """A reply that states an answer, or two, or none."""
    parts = [
        f"{source.choice(['Answer: ', 'The answer is ', 'my answer: ', '<answer>'])}{source.choice('ABCDabcd')}."
        for _ in range(source.randint(0, 3))
    ]
    return (f"{source.choice(['Well. ', 'A guess. ', ''])}{' No, wait: '.join(parts)}",)


FILL_STATED = FillBlankProblem(
    id="06-fill-stated",
    objective=READ,
    statement=(
        '`found` holds every letter that the reply states, in a tag or behind "answer is", in order; a model may '
        "change its mind on the way. What stands at the blank?"
    ),
    minutes=2,
    template="""\
def stated(reply):
    import re

    found = re.findall(r"(?:<answer>|answer: |answer is )([a-d])\\b", reply.lower())
    if not found:
        return ""
    picked = ___
    return picked.upper()
""",
    reference=stated,
    calls=[
        Call(("Answer: B",), why="what if it is stated once?"),
        Call(("The answer is A. No, wait: the answer is C.",), why="which of two statements counts?"),
        Call(("The answer is A. Or not? <answer>B</answer>",), why="is a tag a statement?"),
        Call(("I don't know.",), why="what if none is stated?"),
    ],
    generator=random_reply,
    right=["found[-1]", "found[-1].upper()", "found[len(found) - 1]", "found.pop()"],
    wrong=[
        Wrong("the_first", "found[0]", "Which of two statements counts? A model may change its mind on the way."),
        Wrong("all_of_them", '"".join(found)', "Did it pick both? It took the first one back."),
        Wrong("the_list", "found", "A letter is asked for, and that is a list of them."),
    ],
    hints=["`found[0]` is the first.", "Counting from the end, Python begins at -1."],
)

QUIZ_OR = QuizProblem(
    id="06-quiz-or",
    objective=READ,
    statement='"It could be A or B." What should a reader make of it?',
    minutes=1,
    options=[
        Option("A and B: both letters are named.", 'With "or" it names what it can\'t choose between.'),
        Option("A: the one that it names first.", "Says who? A reader that guesses reports its own guesses."),
        Option("Unreadable: it leaves that open.", "Nobody can say what it picks. So count it apart.", right=True),
        Option("Blank: it picks nothing.", "A blank says that it picks nothing. This one is torn between two."),
    ],
)


def score_pick(picked: Collection[str], key: Collection[str], penalty: bool) -> float:
    """half_credit without a penalty, penalised with one."""
    return score_choice(set(picked), set(key), "penalised" if penalty else "half_credit", "ABCD")


def random_pick(source: random.Random) -> tuple[set[str], set[str], bool]:
    """A pick, a key that is not empty, and whether wrong picks cost."""
    return (
        set(source.sample("ABCD", source.randint(0, 4))),
        set(source.sample("ABCD", source.randint(1, 4))),
        source.random() < 0.5,
    )


SCORE_PICK = FunctionProblem(
    id="06-score-pick",
    objective=SCORE,
    statement=(
        "Write `score_pick`. `picked` and `key` are sets of letters, such as `{'A', 'C'}`; the key is never empty. "
        "`penalty` is `False` for half_credit and `True` for penalised. Give 1 for exactly the key; 0.5 for some of it "
        "and nothing wrong; for any wrong pick 0, or −1 with a penalty; 0 for a blank."
    ),
    minutes=6,
    difficulty=2,
    points=2,
    signature="def score_pick(picked, key, penalty):",
    reference=score_pick,
    elsewhere=["ragedu.choice.scoring:score_choice"],
    calls=[
        Call(({"A", "B"}, {"A", "B"}, False), why="what is exactly the key worth?"),
        Call(({"A"}, {"A", "B"}, True), why="what is a part of it worth?"),
        Call(({"A"}, {"A", "B", "C"}, False), why="and a smaller part?"),
        Call(({"A", "B", "D"}, {"A", "B"}, False), why="what does one wrong pick do?"),
        Call(({"A", "D"}, {"A", "B"}, True), why="what does it cost with a penalty?"),
        Call((set(), {"A", "B"}, True), why="what is a blank worth?"),
        Call(({"C", "D"}, {"A", "B"}, True), why="do two wrong picks cost more than one?"),
    ],
    generator=random_pick,
    hints=[
        "`picked - key` is what was picked wrongly; `picked == key` asks for exactly the key.",
        "Ask in this order: exactly right? anything wrong? anything at all?",
    ],
    right=[
        """
        if picked == key:
            return 1
        if picked - key:
            return -1 if penalty else 0
        return 0.5 if picked else 0
        """,
        """
        wrong = [each for each in picked if each not in key]
        if wrong:
            return -1.0 if penalty else 0.0
        if not picked:
            return 0.0
        return 1.0 if len(picked) == len(key) else 0.5
        """,
        """
        if not picked <= key:
            return -int(penalty)
        return {0: 0, len(key): 1}.get(len(picked), 0.5)
        """,
    ],
    wrong=[
        Wrong(
            "blank_is_wrong",
            """
            if picked == key:
                return 1
            if picked - key or not picked:
                return -1 if penalty else 0
            return 0.5
            """,
            "Is a blank wrong? It picks nothing, so nothing it picks is wrong.",
        ),
        Wrong(
            "half_for_a_blank",
            """
            if picked == key:
                return 1
            if picked - key:
                return -1 if penalty else 0
            return 0.5
            """,
            "Is a blank worth half? It has nothing wrong, and nothing right either.",
        ),
        Wrong(
            "some_right_is_half",
            """
            if picked == key:
                return 1
            if picked & key:
                return 0.5
            return -1 if penalty and picked else 0
            """,
            "What does one wrong pick do? Yours forgives it when something right stands beside it.",
        ),
        Wrong(
            "no_penalty",
            """
            if picked == key:
                return 1
            if picked - key:
                return 0
            return 0.5 if picked else 0
            """,
            "What does a wrong pick cost with a penalty? Yours never looks at it.",
        ),
        Wrong(
            "always_a_penalty",
            """
            if picked == key:
                return 1
            if picked - key:
                return -1
            return 0.5 if picked else 0
            """,
            "Which of the two rules is asked for? Yours never looks at `penalty`.",
        ),
        Wrong(
            "a_part_in_proportion",
            """
            if picked - key:
                return -1 if penalty else 0
            return len(picked) / len(key)
            """,
            "What is a part of the key worth? Half, however large a part it is.",
        ),
        Wrong(
            "penalty_for_each",
            """
            if picked == key:
                return 1
            if picked - key:
                return -len(picked - key) if penalty else 0
            return 0.5 if picked else 0
            """,
            "Do two wrong picks cost more than one? The penalty is −1, however many are wrong.",
        ),
        Wrong(
            "all_or_nothing",
            """
            if picked == key:
                return 1
            return -1 if penalty and picked - key else 0
            """,
            "What is a part of the key worth? Yours gives nothing for it.",
        ),
        Wrong(
            "holds_the_key",
            """
            if key <= picked:
                return 1
            if picked - key:
                return -1 if penalty else 0
            return 0.5 if picked else 0
            """,
            "What if everything is ticked? The key is in it, and so is all that is wrong.",
        ),
    ],
    commentary="A blank is not wrong: it is the one pick whose score no penalty moves. The slips are all at that edge.",
)


def share_of_key(picked: Collection[str], key: Collection[str], options: Collection[str]) -> float:
    """Right share less wrong share, not below 0."""
    return score_choice(set(picked), set(key), "proportional", options)


FIND_EVERYTHING = FindBugProblem(
    id="06-find-everything",
    objective=SCORE,
    statement="Whoever ticks every option gets 1.0 from this, on every question. Which line is wrong?",
    minutes=3,
    difficulty=2,
    code="""\
def proportional(picked, key, options):
    others = set(options) - picked
    right = len(picked & key) / len(key)
    wrong = len(picked & others) / max(1, len(others))
    return max(0.0, right - wrong)
""",
    line=2,
    repair="others = set(options) - key",
    reference=share_of_key,
    calls=[
        Call(({"A", "B", "C", "D"}, {"A", "B"}, "ABCD"), why="what if everything is ticked?"),
        Call(({"A"}, {"A", "B"}, "ABCD")),
        Call(({"A", "C"}, {"A", "B"}, "ABCD")),
    ],
    others={
        1: "The pick, the key, the options: all that is needed.",
        3: "The share of the key that was picked. That is right, and only half of it.",
        4: "The share of the others that was picked: what it should be, if `others` holds the right ones.",
        5: "The one less the other, not below 0. That is right, if both are.",
    },
    commentary=(
        "The others are the options outside the key. What is outside the pick is never picked, so nothing was ever "
        "taken off, and ticking everything always won."
    ),
)

PREDICT_GUESS = PredictProblem(
    id="06-predict-guess",
    objective=GUESS,
    statement=(
        "One of four options is right, and one is picked blindly. What does that earn on average under `penalised`, "
        "where a wrong pick is −1?"
    ),
    minutes=1,
    code="""
from ragedu.choice import expected_for_guessing

expected_for_guessing("penalised", 4, key_size=1, picks=1)
""",
    show_code=False,
    slips=[
        Slip(0.25, "That is without the penalty. Three times in four the pick is wrong, and now that costs."),
        Slip(-0.75, "That is what the wrong picks cost. Once in four it is right and earns 1."),
        Slip(0, "The right and the wrong would make up for each other if they came equally often."),
        Slip(-2, "That is the sum over all four picks. One is made, and each is as likely."),
    ],
    commentary="Once in four it earns 1, three times in four it loses 1: (1 − 3) / 4.",
)

PREDICT_THREE = PredictProblem(
    id="06-predict-three",
    objective=GUESS,
    statement=(
        "Now three of the four options are right, and still one is picked, blindly. What does that earn on average "
        "under `penalised`?"
    ),
    minutes=2,
    difficulty=2,
    code="""
from ragedu.choice import expected_for_guessing

expected_for_guessing("penalised", 4, key_size=3, picks=1)
""",
    show_code=False,
    also_right=[0.13],
    slips=[
        Slip(0.5, "One right pick is only a part of the key of three: it earns ½, not 1."),
        Slip(-0.5, "That was with one right option. Now three picks in four are right."),
        Slip(0.375, "That is without the penalty. Once in four the pick is wrong, and costs 1."),
        Slip(0.75, "So often is it right. A right pick is a part of the key and earns ½; a wrong one costs 1."),
    ],
    commentary="Three times in four it earns ½, once it loses 1: (1.5 − 1) / 4. Even here guessing can pay.",
)

PREDICT_BLUFFER = PredictProblem(
    id="06-predict-bluffer",
    objective=GUESS,
    statement=(
        "Careful: 10 right, 10 blank. Bluffer: 12 right, 8 wrong. Under `half_credit` the bluffer leads by 0.6 to 0.5. "
        "By how much does it lead in the mean under `penalised`? Below 0 if it is behind."
    ),
    minutes=2,
    code="""
careful, bluffer = 10 / 20, (12 - 8) / 20
bluffer - careful
""",
    show_code=False,
    slips=[
        Slip(0.1, "That is without the penalty. Each of the 8 wrong picks takes one away."),
        Slip(0.2, "That is the bluffer's own mean. The careful one has 0.5, as before."),
        Slip(0.3, "The size is right. Which of the two is ahead?"),
        Slip(-6, "That is the difference of the sums. The means divide by twenty."),
    ],
    commentary="12 less 8 is 4 of 20, that is 0.2, and the careful one keeps its 0.5: its blanks cost nothing.",
)

QUIZ_RULE = QuizProblem(
    id="06-quiz-rule",
    objective=GUESS,
    statement=(
        "A hospital's assistant is asked for doses, with one right option each. A right pick scores 1, a blank 0. It "
        "should pick when it is more than nine in ten sure of an option, and else leave a blank. What must a wrong "
        "pick score, so that this earns most?"
    ),
    minutes=2,
    options=[
        Option(
            "0: half_credit has it so.", "Then any guess earns more than a blank, and here a guess may harm somebody."
        ),
        Option(
            "−1: penalised has it so.",
            "That is mild: half sure, a pick earns ½ − ½ = 0 on average, and from there on it pays to pick.",
        ),
        Option(
            "−9: nine times as much.",
            "At nine in ten a pick earns 0.9 − 0.1 × 9 = 0 on average, as a blank does: above it pays, below it costs.",
            right=True,
        ),
        Option(
            "−10: ten times as much.",
            "At nine in ten that is 0.9 − 0.1 × 10, below 0: it would keep quiet until it is ten in eleven sure.",
        ),
    ],
)

QUIZ_LAST = QuizProblem(
    id="06-quiz-last",
    objective=LIMITS,
    statement=(
        "A model scores 0.9 on questions with four options, and 0.5 on the same questions asked openly and judged by "
        "a careful person. What does that say?"
    ),
    minutes=1,
    options=[
        Option("The open score must be a mistake.", "A careful person judged. It happens when nothing is wrong."),
        Option(
            "It recognises more than it can say.",
            "Guessing what it doesn't know would bring 0.5 to about 0.63, not to 0.9: the rest is recognising. Users "
            "ask openly.",
            right=True,
        ),
        Option("Its options were all of one length.", "That would be worth a look; it doesn't follow from the scores."),
        Option("It should be used with options only.", "Users don't bring options along."),
    ],
)

LESSON: list[Problem] = [
    QUIZ_OPTIONS,
    PREDICT_NAIVE,
    FILL_STATED,
    QUIZ_OR,
    SCORE_PICK,
    FIND_EVERYTHING,
    PREDICT_GUESS,
    PREDICT_THREE,
    PREDICT_BLUFFER,
    QUIZ_RULE,
    QUIZ_LAST,
]


# --- the exercises ---


def picked_letters(text: str) -> list[str] | None:
    """What a whole text of letters and separators picks, sorted; None for anything else."""
    words = [word for word in re.split(r"[,;\s]+", text) if word != "and"]
    if any(len(word) != 1 or word.upper() not in "ABCDEF" for word in words):
        return None
    return sorted({word.upper() for word in words})


def random_letters(source: random.Random) -> tuple[str]:
    """A text of letters and separators, letters that touch, or a sentence."""
    if source.random() < 0.25:
        return (source.choice(["I am not sure", "A bad question", "see above", "none", "A, G", "h", "A; 1"]),)
    letters = source.choices(source.choice(["ABCDEF", "abcdef"]), k=source.randint(1, 3))
    between = [", ", " and ", "; ", ",", " ", ", and ", "", "and", ". ", "/", " AND ", " or ", " & "]
    return (source.choice(between).join(letters),)


def mean_penalised(outcomes: dict[str, int]) -> float:
    """The mean score under the rule with a penalty, over the answers that could be read."""
    read = sum(many for outcome, many in outcomes.items() if outcome != "unreadable")
    return (outcomes["right"] + outcomes["partly"] / 2 - outcomes["wrong"]) / read


def random_outcomes(source: random.Random) -> tuple[dict[str, int]]:
    """How often each outcome came; something could be read."""
    outcomes = {each: source.randint(0, 9) for each in ("right", "partly", "wrong", "blank", "unreadable")}
    return ({**outcomes, "right": outcomes["right"] + 1},)


def guessing_one(options: int, key_size: int, wrong: float) -> float:
    """What one blind pick earns on average: half or all of the key for a right one, so much for a wrong one."""
    right = 1.0 if key_size == 1 else 0.5
    return (key_size * right + (options - key_size) * wrong) / options


def random_guess(source: random.Random) -> tuple[int, int, float]:
    """Options, how many are right, and what a wrong pick scores."""
    options = source.randint(2, 8)
    return options, source.randint(1, options), source.choice([0, -1, -0.5, -0.25])


LETTERS = FunctionProblem(
    id="06-picked-letters",
    title="A text of letters",
    objective=READ,
    statement=(
        "Write `picked_letters`: when the whole `text` is letters from A to F, large or small, with commas, "
        "semicolons, blanks or the word `and` (small) between them, give the sorted list of capitals, each once. For "
        "any other text give `None`: it is unreadable, and not for you to guess. Letters that touch, as in `AB`, are "
        "no list: `None`. No text is empty, and none begins or ends with a separator."
    ),
    minutes=8,
    difficulty=2,
    points=2,
    signature="def picked_letters(text):",
    reference=picked_letters,
    calls=[
        Call(("b",), why="is a small letter a pick?"),
        Call(("A, C",), why="what stands between two picks?"),
        Call(("C and A",), why="is and a pick?"),
        Call(("A B",), why="is a blank enough between two picks?"),
        Call(("A bad question",), why="is an article a pick?"),
        Call(("F; E",), why="do options end at D?"),
        Call(("BC",), why="do letters that touch make a list?"),
        Call(("abc",), why="is a word of such letters a pick?"),
        Call(("def",), why="is it one in the middle of the alphabet?"),
        Call(("bandc",), why="is every and a word of its own?"),
        Call(("A, G",), why="is every letter an option?"),
        Call(("A. B",), why="may anything stand between two picks?"),
        Call(("A AND B",), why="is a large AND a separator?"),
        Call(("A or B",), why="is or one?"),
        Call(("D, B, D",), why="how often, and in which order, do they come back?"),
    ],
    generator=random_letters,
    hints=[
        "`re.split(r'[,;\\s]+', text)` takes the text apart into words.",
        "Leave out the word `and`; if any word that is left is not a single letter from A to F, give None.",
    ],
    right=[
        """
        import re
        words = [each for each in re.split(r"[,;\\s]+", text) if each != "and"]
        if not all(re.fullmatch("[A-Fa-f]", each) for each in words):
            return None
        return sorted({each.upper() for each in words})
        """,
        """
        for mark in ",;":
            text = text.replace(mark, " ")
        picked = set()
        for word in text.split():
            if word == "and":
                continue
            if word.upper() not in list("ABCDEF"):
                return None
            picked.add(word.upper())
        return sorted(picked)
        """,
        """
        import re
        if not re.fullmatch(r"[A-Fa-f]((,|;|\\band\\b|\\s)+[A-Fa-f])*", text):
            return None
        return sorted({each.upper() for each in re.findall(r"\\b[A-Fa-f]\\b", text)})
        """,
    ],
    wrong=[
        Wrong(
            "any_capital",
            """
            return sorted({each for each in text if each in "ABCDEF"}) or None
            """,
            "Is a small letter a pick, and the A of a sentence none? Yours takes every capital there is.",
        ),
        Wrong(
            "every_letter",
            """
            return sorted({each.upper() for each in text if each.upper() in "ABCDEF"}) or None
            """,
            "Is and a pick? It holds an a and a d.",
        ),
        Wrong(
            "letters_that_stand_alone",
            """
            import re
            return sorted({each.upper() for each in re.findall(r"\\b[A-Fa-f]\\b", text)}) or None
            """,
            "Is an article a pick? Anything beside letters and separators makes the text unreadable.",
        ),
        Wrong(
            "in_a_string",
            """
            import re
            words = [each for each in re.split(r"[,;\\s]+", text) if each != "and"]
            if not all(each.upper() in "ABCDEF" for each in words):
                return None
            return sorted({each.upper() for each in words})
            """,
            "Yours takes BC for a letter. Is `'BC' in 'ABCDEF'` true? It is: `in` finds pieces of any length.",
        ),
        Wrong(
            "and_anywhere_in_a_string",
            """
            words = text.upper().replace("AND", " ").replace(",", " ").replace(";", " ").split()
            if not all(each in "ABCDEF" for each in words):
                return None
            return sorted(set(words))
            """,
            "Yours takes BC for a letter. Is `'BC' in 'ABCDEF'` true? It is: `in` finds pieces of any length. And in "
            "bandc the and is no word of its own.",
        ),
        Wrong(
            "and_anywhere",
            """
            words = text.upper().replace("AND", " ").replace(",", " ").replace(";", " ").split()
            if not all(each in list("ABCDEF") for each in words):
                return None
            return sorted(set(words))
            """,
            "Is every and a word of its own? In bandc it stands in the middle of one, and that is no list.",
        ),
        Wrong(
            "any_single_letter",
            """
            import re
            words = [each for each in re.split(r"[,;\\s]+", text) if each != "and"]
            if any(len(each) != 1 for each in words):
                return None
            return sorted({each.upper() for each in words})
            """,
            "Is every letter an option? The question offers A to F; G is none of them.",
        ),
        Wrong(
            "anything_between",
            """
            import re
            words = [each for each in re.split(r"\\W+", text) if each != "and"]
            if any(each.upper() not in list("ABCDEF") for each in words):
                return None
            return sorted({each.upper() for each in words})
            """,
            "May anything stand between two picks? Commas, semicolons, blanks and the word and; a full stop is none.",
        ),
        Wrong(
            "and_in_any_size",
            """
            import re
            words = [each for each in re.split(r"[,;\\s]+", text.lower()) if each != "and"]
            if any(each not in list("abcdef") for each in words):
                return None
            return sorted({each.upper() for each in words})
            """,
            "Is a large AND a separator? Only the small word is; with it large the text is unreadable.",
        ),
        Wrong(
            "or_is_and",
            """
            import re
            words = [each for each in re.split(r"[,;\\s]+", text) if each not in ("and", "or")]
            if any(each.upper() not in list("ABCDEF") for each in words):
                return None
            return sorted({each.upper() for each in words})
            """,
            "Is or a separator? A or B is no pick of both: the text is unreadable.",
        ),
        Wrong(
            "up_to_d",
            """
            import re
            words = [each for each in re.split(r"[,;\\s]+", text) if each != "and"]
            if any(each.upper() not in list("ABCD") for each in words):
                return None
            return sorted({each.upper() for each in words})
            """,
            "Do options end at D? The question offers them up to F.",
        ),
        Wrong(
            "as_they_came",
            """
            import re
            words = [each for each in re.split(r"[,;\\s]+", text) if each != "and"]
            if any(each.upper() not in list("ABCDEF") for each in words):
                return None
            return [each.upper() for each in words]
            """,
            "In which order do they come back? Sorted, and each once.",
        ),
    ],
    commentary="The last line of defence is None: a reader that guesses measures itself.",
)

PREDICT_EMPTY = PredictProblem(
    id="06-predict-empty-tag",
    title="An empty tag",
    objective=READ,
    statement="What is the status of this reading: answered, blank or unreadable?",
    minutes=1,
    code="""
from ragedu.choice import parse_choice

parse_choice("It could be A or C. <answer></answer>", "ABCD").status
""",
    slips=[
        Slip(
            "unreadable", "Without the tag it would be. But the last tag is read before anything else, and it is there."
        ),
        Slip("answered", "The letters stand in the prose. The tag is read first, and there is none in it."),
    ],
    commentary=(
        "Blank: the tag comes before the prose, and the template asks whoever doesn't know to leave it empty. The "
        "model did as it was told."
    ),
)

MEAN_PENALISED = FunctionProblem(
    id="06-mean-penalised",
    title="The mean, and what it leaves out",
    objective=SCORE,
    statement=(
        "Write `mean_penalised`. `outcomes` is a dict with how often each outcome came: `right`, `partly`, `wrong`, "
        "`blank`, `unreadable`. Right counts 1, partly ½, wrong −1, blank 0; unreadable ones are left out of the mean. "
        "At least one answer could be read."
    ),
    minutes=5,
    difficulty=1,
    points=2,
    signature="def mean_penalised(outcomes):",
    reference=mean_penalised,
    calls=[
        Call(({"right": 1, "partly": 0, "wrong": 1, "blank": 0, "unreadable": 0},), why="what does a wrong one cost?"),
        Call(({"right": 1, "partly": 1, "wrong": 0, "blank": 2, "unreadable": 0},), why="is a blank divided by?"),
        Call(
            ({"right": 1, "partly": 0, "wrong": 0, "blank": 0, "unreadable": 3},),
            why="is an unreadable one divided by?",
        ),
    ],
    generator=random_outcomes,
    hints=[
        "The sum is `outcomes['right'] + outcomes['partly'] / 2 - outcomes['wrong']`.",
        "Divide by all that could be read: the blank ones too, the unreadable ones not.",
    ],
    right=[
        """
        total = outcomes["right"] + outcomes["partly"] / 2 - outcomes["wrong"]
        return total / (sum(outcomes.values()) - outcomes["unreadable"])
        """,
        """
        worth = {"right": 1, "partly": 0.5, "wrong": -1, "blank": 0}
        read = sum(outcomes[each] for each in worth)
        return sum(outcomes[each] * worth[each] for each in worth) / read
        """,
        """
        scores = []
        for outcome, score in [("right", 1), ("partly", 0.5), ("wrong", -1), ("blank", 0)]:
            scores += [score] * outcomes[outcome]
        return sum(scores) / len(scores)
        """,
    ],
    wrong=[
        Wrong(
            "unreadable_is_zero",
            """
            total = outcomes["right"] + outcomes["partly"] / 2 - outcomes["wrong"]
            return total / sum(outcomes.values())
            """,
            "Is an unreadable one divided by? Then the reader's gap is counted as the model's.",
        ),
        Wrong(
            "blank_left_out",
            """
            total = outcomes["right"] + outcomes["partly"] / 2 - outcomes["wrong"]
            return total / (outcomes["right"] + outcomes["partly"] + outcomes["wrong"] or 1)
            """,
            "Is a blank divided by? It was read, and it earned 0.",
        ),
        Wrong(
            "half_rounded_down",
            """
            total = outcomes["right"] + outcomes["partly"] // 2 - outcomes["wrong"]
            return total / (sum(outcomes.values()) - outcomes["unreadable"])
            """,
            "What is half of one? Yours rounds it down, so that one partly right answer is worth nothing.",
        ),
        Wrong(
            "no_penalty",
            """
            total = outcomes["right"] + outcomes["partly"] / 2
            return total / (sum(outcomes.values()) - outcomes["unreadable"])
            """,
            "What does a wrong one cost? Yours takes nothing away.",
        ),
        Wrong(
            "partly_counts_whole",
            """
            total = outcomes["right"] + outcomes["partly"] - outcomes["wrong"]
            return total / (sum(outcomes.values()) - outcomes["unreadable"])
            """,
            "What is partly worth? Yours counts it as right.",
        ),
        Wrong(
            "blank_is_wrong",
            """
            total = outcomes["right"] + outcomes["partly"] / 2 - outcomes["wrong"] - outcomes["blank"]
            return total / (sum(outcomes.values()) - outcomes["unreadable"])
            """,
            "Is a blank wrong? Then bluffing costs no more than honesty.",
        ),
    ],
    commentary="Say beside the mean what it was divided by, and how many could not be read.",
)

GUESSING = FunctionProblem(
    id="06-guessing-one",
    title="One blind pick",
    objective=GUESS,
    statement=(
        "Write `guessing_one`: what one blind pick earns on average. Of `options` options `key_size` are right. A "
        "right pick scores 1 when the key is one option, else 0.5 (a part of the key); a wrong pick scores `wrong`, "
        "which is 0 or below."
    ),
    minutes=5,
    difficulty=2,
    points=2,
    signature="def guessing_one(options, key_size, wrong):",
    reference=guessing_one,
    calls=[
        Call((4, 1, 0), why="what does luck alone earn?"),
        Call((4, 1, -1), why="what if a wrong pick costs?"),
        Call((4, 2, 0), why="what is one of two right ones worth?"),
        Call((2, 1, -0.5), why="how often is it wrong?"),
        Call((4, 2, -1), why="how often is it wrong where two are right?"),
    ],
    generator=random_guess,
    hints=[
        "Of `options` equally likely picks, `key_size` score for being right.",
        "The other `options - key_size` score `wrong` each.",
    ],
    right=[
        """
        right = 1 if key_size == 1 else 0.5
        return (key_size * right + (options - key_size) * wrong) / options
        """,
        """
        scores = []
        for pick in range(options):
            if pick < key_size:
                scores.append(1 if key_size == 1 else 0.5)
            else:
                scores.append(wrong)
        return sum(scores) / len(scores)
        """,
        """
        chance = key_size / options
        gain = 0.5 if key_size > 1 else 1.0
        return chance * gain + (1 - chance) * wrong
        """,
    ],
    wrong=[
        Wrong(
            "right_is_always_one",
            "return (key_size + (options - key_size) * wrong) / options",
            "What is one of two right ones worth? A part of the key scores half.",
        ),
        Wrong(
            "forgets_the_cost",
            "return key_size * (1 if key_size == 1 else 0.5) / options",
            "What if a wrong pick costs? Yours never adds it.",
        ),
        Wrong(
            "cost_taken_away",
            """
            right = 1 if key_size == 1 else 0.5
            return (key_size * right - (options - key_size) * wrong) / options
            """,
            "`wrong` is below 0 already: add it, and it takes away.",
        ),
        Wrong(
            "cost_counted_once",
            """
            right = 1 if key_size == 1 else 0.5
            return (key_size * right + wrong) / options
            """,
            "How often is it wrong? There are options less key_size wrong ones; you counted one.",
        ),
        Wrong(
            "chance_of_one",
            """
            right = 1 if key_size == 1 else 0.5
            return (right + (options - 1) * wrong) / options
            """,
            "How many options are right? Yours takes it for one.",
        ),
        Wrong(
            "chance_of_one_right",
            """
            right = 1 if key_size == 1 else 0.5
            return right / options + (options - key_size) / options * wrong
            """,
            "How many of the options are right? Yours counts one.",
        ),
        Wrong(
            "not_divided",
            """
            right = 1 if key_size == 1 else 0.5
            return key_size * right + (options - key_size) * wrong
            """,
            "Is that a mean? You added the scores of all picks; one is made.",
        ),
    ],
    commentary=(
        "With four options and one right, −1/3 for a wrong pick makes blind guessing worth exactly 0: that is how some "
        "exams choose their penalty."
    ),
)

JUDGE_RULE = JudgementProblem(
    id="06-judge-rule",
    title="X or Y?",
    objective=GUESS,
    statement=(
        "You choose between two models for the shop. On 100 questions with one right option of four, model X has 70 "
        "right and 30 wrong; model Y 60 right, 5 wrong and 35 blank. Under `penalised`, how far is Y ahead of X in the "
        "mean? Put that figure into `answer`, X or Y into `decision`, and why, with what would change your mind, into "
        "`because`. The point is for the figure; a person reads the other two."
    ),
    minutes=6,
    difficulty=2,
    code="""
x, y = (70 - 30) / 100, (60 - 5) / 100
y - x
""",
    slips=[
        Slip(-0.15, "The size is right. Asked was how far Y is ahead."),
        Slip(-0.10, "That is under half_credit, where X leads. Asked is with the penalty."),
        Slip(0.55, "That is Y's own mean. Take X's off."),
        Slip(0.40, "That is X's own mean. Asked is how far Y is ahead of it."),
        Slip(15, "That is the sum over a hundred questions. The mean divides by them."),
        Slip(55 / 65 - 0.4, "You divided Y's sum by 65. The blank ones are divided by too: a hundred questions."),
    ],
    hints=["Right ones less wrong ones, divided by all hundred.", "The blank ones add nothing and are divided by."],
    commentary=(
        "Y leads by 0.15, and under half_credit X by 0.10. The two are level where a wrong answer costs 0.4: beyond "
        "that Y leads. Good words say what a wrong promise costs the shop beside a blank, and that a customer who gets "
        "no answer has a cost as well."
    ),
)


def count_outcomes(replies: list[str], key: set[str]) -> dict[str, int]:
    """How often each outcome came among the replies to a question with the options A to D."""
    counted: Counter[str] = Counter(choice_outcome(parse_choice(reply, "ABCD").picked, key) for reply in replies)
    return {outcome: counted[outcome] for outcome in OUTCOMES}


def random_replies(source: random.Random) -> tuple[list[str], set[str]]:
    """Replies with one tag, two or none, and a key that is not empty."""
    key = set(source.sample("ABCD", source.randint(1, 3)))
    return [_random_reply(source) for _ in range(source.randint(0, 6))], key


def _random_reply(source: random.Random) -> str:
    if source.random() < 0.2:
        return source.choice(["It could be A or B.", "This is hard to say.", "So it is <answer>E</answer>"])
    tags = [
        f"<answer>{', '.join(source.sample('ABCD', source.randint(0, 3)))}</answer>"
        for _ in range(source.choice([1, 1, 1, 2]))
    ]
    return source.choice(["", "Let me see. "]) + " No, wait. ".join(tags)


COUNT_OUTCOMES = FunctionProblem(
    id="06-count-outcomes",
    title="From replies to counts",
    objective=SCORE,
    statement=(
        "Write `count_outcomes`, from replies to the five counts. `replies` are a model's replies to a question with "
        "the options A to D; `key` is the set of its right options, never empty. Give a dict of how many replies are "
        "`right`, `partly`, `wrong`, `blank`, `unreadable`: all five, also with 0. Read the replies with "
        "`parse_choice`, or with a reader of your own: what can be read stands in the last `<answer>…</answer>`, and "
        "is nothing, or letters from A to D with commas between them."
    ),
    minutes=8,
    difficulty=2,
    points=2,
    signature="def count_outcomes(replies, key):",
    reference=count_outcomes,
    calls=[
        Call((["<answer>B</answer>", "<answer>C</answer>"], {"B"}), why="are all five there?"),
        Call((["It could be A or B.", "<answer></answer>", "<answer>E</answer>"], {"B"}), why="is None a blank?"),
        Call(
            (["<answer>A</answer>", "<answer>A, D</answer>", "<answer>B, A</answer>"], {"A", "B"}),
            why="what does a wrong pick beside a right one make of it?",
        ),
        Call((["<answer>C</answer> No, wait. <answer>B</answer>"], {"B"}), why="which of two tags counts?"),
        Call((["<answer>B</answer> No, wait. <answer></answer>"], {"B"}), why="does it count when it is empty?"),
    ],
    generator=random_replies,
    hints=[
        "`parse_choice(reply, 'ABCD').picked` is a set, or None where nothing can be read.",
        "Begin with a dict in which all five are 0. For each reply add one to what `choice_outcome` calls it.",
    ],
    right=[
        """
        from ragedu.choice import choice_outcome, parse_choice
        counts = dict.fromkeys(["right", "partly", "wrong", "blank", "unreadable"], 0)
        for reply in replies:
            counts[choice_outcome(parse_choice(reply, "ABCD").picked, key)] += 1
        return counts
        """,
        """
        from ragedu.choice import choice_report, parse_choice
        answers = [(parse_choice(reply, "ABCD").picked, key, "ABCD") for reply in replies]
        return dict(choice_report(answers).counts)
        """,
        """
        import re
        counts = {"right": 0, "partly": 0, "wrong": 0, "blank": 0, "unreadable": 0}
        for reply in replies:
            tags = re.findall("<answer>(.*?)</answer>", reply)
            picked = set(tags[-1].replace(",", " ").split()) if tags else None
            if picked is None or picked - set("ABCD"):
                counts["unreadable"] += 1
            elif not picked:
                counts["blank"] += 1
            elif picked - key:
                counts["wrong"] += 1
            else:
                counts["right" if picked == key else "partly"] += 1
        return counts
        """,
    ],
    wrong=[
        Wrong(
            "none_is_a_blank",
            """
            from ragedu.choice import choice_outcome, parse_choice
            counts = dict.fromkeys(["right", "partly", "wrong", "blank", "unreadable"], 0)
            for reply in replies:
                counts[choice_outcome(parse_choice(reply, "ABCD").picked or set(), key)] += 1
            return counts
            """,
            "Is None a blank? None is no reading, the empty set a pick of nothing. Yours takes them for the same.",
        ),
        Wrong(
            "unreadable_is_wrong",
            """
            from ragedu.choice import choice_outcome, parse_choice
            counts = dict.fromkeys(["right", "partly", "wrong", "blank", "unreadable"], 0)
            for reply in replies:
                picked = parse_choice(reply, "ABCD").picked
                counts["wrong" if picked is None else choice_outcome(picked, key)] += 1
            return counts
            """,
            "Is what can't be read wrong? Perhaps the model was right, and the reader failed: count it apart.",
        ),
        Wrong(
            "only_those_that_came",
            """
            from ragedu.choice import choice_outcome, parse_choice
            counts = {}
            for reply in replies:
                outcome = choice_outcome(parse_choice(reply, "ABCD").picked, key)
                counts[outcome] = counts.get(outcome, 0) + 1
            return counts
            """,
            "Are all five there? An outcome that never came is a count of 0, and worth saying.",
        ),
        Wrong(
            "the_first_tag",
            """
            from ragedu.choice import choice_outcome, parse_choice
            counts = dict.fromkeys(["right", "partly", "wrong", "blank", "unreadable"], 0)
            for reply in replies:
                counts[choice_outcome(parse_choice(reply.partition(" No, wait. ")[0], "ABCD").picked, key)] += 1
            return counts
            """,
            "Which tag counts when there are two? The last: a model may change its mind on the way.",
        ),
        Wrong(
            "from_the_first_tag_to_the_last",
            """
            import re
            counts = dict.fromkeys(["right", "partly", "wrong", "blank", "unreadable"], 0)
            for reply in replies:
                tag = re.search("<answer>(.*)</answer>", reply)
                picked = set(tag[1].replace(",", " ").split()) if tag else None
                if picked is None or picked - set("ABCD"):
                    counts["unreadable"] += 1
                elif not picked:
                    counts["blank"] += 1
                elif picked - key:
                    counts["wrong"] += 1
                else:
                    counts["right" if picked == key else "partly"] += 1
            return counts
            """,
            "Which tag counts when there are two? Yours reads on from the first to the end of the last: `.*` takes "
            "all it can.",
        ),
        Wrong(
            "any_right_is_partly",
            """
            from ragedu.choice import choice_outcome, parse_choice
            counts = dict.fromkeys(["right", "partly", "wrong", "blank", "unreadable"], 0)
            for reply in replies:
                picked = parse_choice(reply, "ABCD").picked
                is_partly = picked and picked != key and picked & key
                counts["partly" if is_partly else choice_outcome(picked, key)] += 1
            return counts
            """,
            "What does a wrong pick beside a right one make of it? Wrong: partly is some right and none wrong.",
        ),
        Wrong(
            "blank_is_unreadable",
            """
            from ragedu.choice import choice_outcome, parse_choice
            counts = dict.fromkeys(["right", "partly", "wrong", "blank", "unreadable"], 0)
            for reply in replies:
                counts[choice_outcome(parse_choice(reply, "ABCD").picked or None, key)] += 1
            return counts
            """,
            "Is an empty tag unreadable? It was read, and picks nothing: a blank. In Python an empty set is as false "
            "as None.",
        ),
        Wrong(
            "blank_is_wrong",
            """
            from ragedu.choice import choice_outcome, parse_choice
            counts = dict.fromkeys(["right", "partly", "wrong", "blank", "unreadable"], 0)
            for reply in replies:
                outcome = choice_outcome(parse_choice(reply, "ABCD").picked, key)
                counts["wrong" if outcome == "blank" else outcome] += 1
            return counts
            """,
            "Is an empty tag wrong? It picks nothing, so nothing it picks is wrong: a blank.",
        ),
    ],
    commentary=(
        "Reading, comparing, counting: with `mean_penalised` on top this is a whole multiple-choice report. The two "
        "that are easiest to merge, None and the empty set, are the two that ask for different work."
    ),
)

EXERCISE: list[Problem] = [
    PREDICT_EMPTY,
    LETTERS,
    MEAN_PENALISED,
    GUESSING,
    JUDGE_RULE,
    COUNT_OUTCOMES,
]
