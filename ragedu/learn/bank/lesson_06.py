"""Problems of lesson 06, Multiple choice: grading without a judge."""

import random
import re
from collections.abc import Collection

from ragedu.choice import parse_choice, score_choice
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
GUESS = "say what blind guessing earns, and what that teaches a model"


# --- the lesson ---

QUIZ_OPTIONS = QuizProblem(
    id="06-quiz-options",
    objective=OPTIONS,
    statement="*How long is the warranty?* (2 years.) Which wrong option is worth its place?",
    minutes=1,
    options=[
        Option(
            "14 days, as for sending back.",
            "It stands in a neighbouring passage: a model that mixes them up picks it.",
            right=True,
        ),
        Option("Blue, as are all our parcels.", "Nobody who read the question would pick it. It measures nothing."),
        Option(
            "2 years, or about 24 months.", "That is right as well: then two options are, and one is counted wrong."
        ),
        Option(
            "It depends, as so often in life.", "Never right and never quite wrong: nobody learns anything from it."
        ),
    ],
)

PREDICT_NAIVE = PredictProblem(
    id="06-predict-naive",
    objective=READ,
    statement="An option counts as picked if its letter is in the text. What does that read out of this reply?",
    minutes=1,
    code="""
reply = "Answer: B"
"".join(letter for letter in "ABCD" if letter in reply)
""",
    slips=[
        Slip("B", "Look at the first word: it begins with a letter that is an option."),
        Slip("A", "That one is found, in the first word; and the pick itself is there as well."),
    ],
    commentary="*Answer* begins with an A.",
)


def stated(reply: str) -> str:
    """The letter behind the last "answer: " or "answer is "; empty when there is none."""
    found = re.findall(r"answer(?:: | is )([a-d])\b", reply.lower())
    return found[-1] if found else ""


def random_reply(source: random.Random) -> tuple[str]:
    """A reply that states an answer, or two, or none."""
    parts = [
        f"{source.choice(['Answer: ', 'The answer is ', 'my answer: '])}{source.choice('ABCDabcd')}."
        for _ in range(source.randint(0, 3))
    ]
    return (f"{source.choice(['Well. ', 'A guess. ', ''])}{' No, wait: '.join(parts)}",)


FILL_STATED = FillBlankProblem(
    id="06-fill-stated",
    objective=READ,
    statement=(
        "`found` holds every letter that the reply states, in order; a model may change its mind on the way. What "
        "stands at the blank?"
    ),
    minutes=2,
    template="""\
def stated(reply):
    import re

    found = re.findall(r"answer(?:: | is )([a-d])\\b", reply.lower())
    return ___ if found else ""
""",
    reference=stated,
    calls=[
        Call(("Answer: B",), why="what if it is stated once?"),
        Call(("The answer is A. No, wait: the answer is C.",), why="which of two statements counts?"),
        Call(("I don't know.",), why="what if none is stated?"),
    ],
    generator=random_reply,
    right=["found[-1]", "found[len(found) - 1]", "found.pop()"],
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
        Option("A and B: both are named.", "With or it names what it can't choose between; and picks all it chose."),
        Option("A: the first is meant.", "Says who? A reader that guesses reports its own guesses."),
        Option("Unreadable: none is picked.", "It leaves open what is picked. Say so, and count it apart.", right=True),
        Option("Blank: it does not know.", "A blank picks nothing. This one is torn between two."),
    ],
)


def score_pick(picked: Collection[str], key: Collection[str], penalty: bool) -> float:
    """v1 without penalty, v2 with it."""
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
        "Write `score_pick`. `picked` and `key` are sets of letters; the key is never empty. Give 1 for exactly the "
        "key; 0.5 for some of it and nothing wrong; for any wrong pick 0, or −1 when `penalty` is `True`; 0 for a "
        "blank."
    ),
    minutes=6,
    difficulty=2,
    points=2,
    signature="def score_pick(picked, key, penalty):",
    reference=score_pick,
    calls=[
        Call(({"A", "B"}, {"A", "B"}, False), why="what is exactly the key worth?"),
        Call(({"A"}, {"A", "B"}, True), why="what is a part of it worth?"),
        Call(({"A", "B", "D"}, {"A", "B"}, False), why="what does one wrong pick do?"),
        Call(({"A", "D"}, {"A", "B"}, True), why="what does it cost with a penalty?"),
        Call((set(), {"A", "B"}, True), why="is a blank wrong?"),
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
    statement="Whoever ticks every option gets 1.0 from this, on every question. Which line must change?",
    minutes=3,
    difficulty=2,
    code="""\
def proportional(picked, key, options):
    others = set(options) - key
    right = len(picked & key) / len(key)
    wrong = 0
    return max(0.0, right - wrong)
""",
    line=4,
    repair="wrong = len(picked & others) / max(1, len(others))",
    reference=share_of_key,
    calls=[
        Call(({"A", "B", "C", "D"}, {"A", "B"}, "ABCD"), why="what if everything is ticked?"),
        Call(({"A"}, {"A", "B"}, "ABCD")),
        Call(({"A", "C"}, {"A", "B"}, "ABCD")),
    ],
    others={
        1: "The pick, the key, the options: all that is needed.",
        2: "The options that are not in the key: here a wrong pick is found.",
        3: "The share of the key that was picked: right, and only half of it.",
        5: "The one less the other, not below 0. That is right, if both are.",
    },
    commentary="Without the wrong share nothing is lost by ticking more, so ticking everything always wins.",
)

PREDICT_GUESS = PredictProblem(
    id="06-predict-guess",
    objective=GUESS,
    statement="One of four options is right, one is picked blindly; right earns 1, wrong 0. What is that on average?",
    minutes=1,
    code="""
(1 + 0 + 0 + 0) / 4
""",
    slips=[
        Slip(0, "Three times in four, yes. Once in four it earns 1."),
        Slip(0.5, "Right or wrong are two cases, but they are not equally likely: one option of four is right."),
    ],
    commentary="Once in four it is right, by nothing but luck.",
)

PREDICT_BLUFFER = PredictProblem(
    id="06-predict-bluffer",
    objective=GUESS,
    statement=(
        "The bluffer has 12 right and 8 wrong of 20. With −1 for a wrong pick, what is its mean score? (The careful "
        "one, 10 right and 10 blank, has 0.5.)"
    ),
    minutes=2,
    code="""
(12 * 1 + 8 * -1) / 20
""",
    slips=[
        Slip(0.6, "That is without the penalty. Each of the 8 wrong picks takes one away."),
        Slip(4, "That is the sum. The mean divides by twenty."),
        Slip(0.4, "That is the share of wrong picks."),
    ],
    commentary="12 less 8 is 4, of 20: 0.2. The blank ones of the careful model cost it nothing.",
)

QUIZ_RULE = QuizProblem(
    id="06-quiz-rule",
    objective=GUESS,
    statement="A hospital's assistant may say I don't know; a wrong dose harms somebody. Which rule do you score by?",
    minutes=1,
    options=[
        Option("half_credit: kinder to the model.", "It rewards the guess, and here a guess harms somebody."),
        Option(
            "all_or_nothing: strict is safe.", "Strict, and yet wrong costs no more than blank: guessing still pays."
        ),
        Option(
            "penalised: a wrong pick must cost.", "Then a blank is worth more than a guess, as it is here.", right=True
        ),
        Option("Any of them: the order is the same.", "You have just seen the order turn round."),
    ],
)

QUIZ_LAST = QuizProblem(
    id="06-quiz-last",
    objective=OPTIONS,
    statement="A model scores 0.9 on options and 0.5 on the same questions asked openly. What does that say?",
    minutes=1,
    options=[
        Option("The open score must be a mistake.", "Perhaps; but it also happens when nothing is wrong."),
        Option(
            "It recognises more than it can say.",
            "The right answer stood there to be picked. Users ask openly.",
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
    PREDICT_BLUFFER,
    QUIZ_RULE,
    QUIZ_LAST,
]


# --- the exercises ---


def picked_letters(text: str) -> list[str] | None:
    """What a whole text of letters and separators picks, sorted; None for anything else."""
    plain = text.strip()
    if not re.fullmatch(r"[A-Fa-f](\s*(,|;|and|\s)\s*[A-Fa-f])*", plain):
        return None
    return sorted(parse_choice(plain, "ABCDEF").picked or ())


def random_letters(source: random.Random) -> tuple[str]:
    """A text of letters and separators, or a sentence."""
    if source.random() < 0.25:
        return (source.choice(["I am not sure", "A bad question", "see above", "none"]),)
    letters = source.sample("ABCDEFabcdef", source.randint(1, 3))
    return (source.choice([", ", " and ", "; ", ","]).join(dict.fromkeys(each for each in letters)),)


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
    objective=READ,
    statement=(
        "Write `picked_letters`: when the whole `text` is letters from A to F, large or small, with commas, "
        "semicolons, blanks or `and` between them, give the sorted list of capitals, each once. For any other text "
        "give `None`: it is unreadable, and not for you to guess."
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
        Call(("A bad question",), why="is an article a pick?"),
        Call(("F; E",), why="do options end at D?"),
    ],
    generator=random_letters,
    hints=[
        "`re.split(r'[,;\\s]+', text.strip())` takes the text apart into words.",
        "Leave out the word `and`; if any word that is left is not one letter from A to F, give None.",
    ],
    right=[
        """
        import re
        words = [each for each in re.split(r"[,;\\s]+", text.strip()) if each and each != "and"]
        if not words or any(each.upper() not in list("ABCDEF") for each in words):
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
            if len(word) != 1 or word.upper() not in "ABCDEF":
                return None
            picked.add(word.upper())
        return sorted(picked) or None
        """,
        """
        import re
        if not re.fullmatch(r"\\s*[A-Fa-f](\\s*(,|;|\\band\\b|\\s)\\s*[A-Fa-f])*\\s*", text):
            return None
        return sorted(set(re.sub(r"and|[,;\\s]", "", text).upper()))
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
            "up_to_d",
            """
            import re
            words = [each for each in re.split(r"[,;\\s]+", text.strip()) if each and each != "and"]
            if not words or any(each.upper() not in list("ABCD") for each in words):
                return None
            return sorted({each.upper() for each in words})
            """,
            "Do options end at D? The question offers them up to F.",
        ),
        Wrong(
            "as_they_came",
            """
            import re
            words = [each for each in re.split(r"[,;\\s]+", text.strip()) if each and each != "and"]
            if not words or any(each.upper() not in list("ABCDEF") for each in words):
                return None
            return [each.upper() for each in words]
            """,
            "In which order do they come back? Sorted, and each once.",
        ),
    ],
    commentary="The last line of defence is None: a reader that guesses measures itself.",
)

PREDICT_WIDE = PredictProblem(
    id="06-predict-offered",
    objective=READ,
    statement="The question offers A to D. What is the status of this reading: answered, blank or unreadable?",
    minutes=1,
    code="""
from ragedu.choice import parse_choice

parse_choice("Answer: E", "ABCD").status
""",
    slips=[
        Slip("answered", "E is not among the options. Whoever reads it as a pick has to say of what."),
        Slip("blank", "It says something, and that is no option: a blank says nothing."),
    ],
    commentary="Unreadable: the letters come from the question, and a letter outside them is no pick.",
)

MEAN_PENALISED = FunctionProblem(
    id="06-mean-penalised",
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
        Slip(15, "That is the sum over a hundred questions. The mean divides by them."),
    ],
    hints=["Right ones less wrong ones, divided by all hundred.", "The blank ones add nothing and are divided by."],
    commentary=(
        "Y leads by 0.15, and under v1 X by 0.10. Good words say what a wrong promise costs the shop beside a blank, "
        "and that a customer who gets no answer has a cost as well."
    ),
)

EXERCISE: list[Problem] = [
    PREDICT_WIDE,
    LETTERS,
    MEAN_PENALISED,
    GUESSING,
    JUDGE_RULE,
]
