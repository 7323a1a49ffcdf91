"""Problems of lesson 00, Start here."""

from ragedu.learn.problems import Call, FindBugProblem, Option, PredictProblem, Problem, QuizProblem, Slip

WORK = "commit to an answer before you see the truth"
FOLLOW = "follow one question through the assistant: ranking, cut, prompt, answer"
THREE = "ask the three questions of the course about any answer"
TRIES = "say why two questions tried by hand prove little"


def contains(answer: str, expected: str) -> bool:
    """Whether the expected text stands in the answer, in any case."""
    return expected.lower() in answer.lower()


PREDICT_CITED = PredictProblem(
    id="00-predict-prompt",
    objective=FOLLOW,
    statement="You saw the ranking. Which passage is the only one in the prompt at k = 1? Type its id.",
    minutes=1,
    code="""
from ragedu.assistant import shop

shop.answer("I want to return the goods", k=1).prompt_ids[0]
""",
    slips=[
        Slip(
            "return-1",
            "That passage answers the question, but it stands fourth. At k = 1 only the first gets in.",
        ),
        Slip("return-2", "That one stands second. At k = 1 only the first gets in."),
    ],
    commentary="At k = 1 the prompt holds the first passage of the ranking and no other, whether it helps or not.",
)

PREDICT_RIGHT = PredictProblem(
    id="00-predict-right",
    objective=TRIES,
    statement="Two of the eight questions are right at k = 1: you just saw them. How many of all eight will be?",
    minutes=1,
    code="""
from ragedu.assistant import shop

traces = [shop.answer(case.question, k=1) for case in shop.cases]
sum(trace.verdict == "right" for trace in traces)
""",
    slips=[
        Slip(8, "That is what two passed tries suggest. They were not picked to find trouble, so they found none."),
        Slip(2, "The two you saw are right, and some others are as well."),
    ],
    commentary="The two tries by hand could not tell you this. Counting all eight could.",
)

FIND_SWAPPED = FindBugProblem(
    id="00-find-swapped",
    objective=THREE,
    statement="This check should be True when the answer contains the expected text. Which line is wrong?",
    minutes=2,
    code="""\
def is_right(answer, expected):
    answer = answer.lower()
    expected = expected.lower()
    return answer in expected
""",
    line=4,
    repair="return expected in answer",
    reference=contains,
    calls=[
        Call(("It costs 3 euro [delivery-1].", "3 euro"), why="which of the two texts is the longer one?"),
        Call(("I don't know.", "3 euro")),
        Call(("Yes, you can.", "yes"), why="does a capital letter matter?"),
    ],
    others={
        2: "Small letters for both is fair: an answer may begin with a capital.",
        3: "Small letters for both is fair: an answer may begin with a capital.",
    },
    commentary="`a in b` asks whether a stands inside b. The short expected text should stand inside the answer.",
)

QUIZ_THREE = QuizProblem(
    id="00-quiz-three",
    objective=THREE,
    statement=(
        "At k = 1 the refund question gets only the passage about sending goods back. The answer says 14 days and "
        "cites that passage, which says 14 days. In truth the money comes within 5 days. What holds?"
    ),
    minutes=2,
    options=[
        Option("Found, stands on it, wrong.", "The passage that answers it, return-2, never got in."),
        Option(
            "Not found, stands on it, wrong.",
            "The answer is true to its passage; it is the wrong one.",
            right=True,
        ),
        Option(
            "Not found, does not stand on it, wrong.", "Its number is in the passage it cites: it does stand on it."
        ),
        Option("Not found, stands on it, right.", "14 days is what the passage says, and not what was asked for."),
    ],
)

QUIZ_TRIES = QuizProblem(
    id="00-quiz-tries",
    objective=TRIES,
    statement="Two questions tried by hand come out right after a change. What do you know?",
    minutes=1,
    options=[
        Option(
            "The change works for customers in general.", "Two questions out of all that customers ask can't say that."
        ),
        Option(
            "The change works for these two questions.", "That, and no more. Lesson 01 begins to count.", right=True
        ),
        Option("The change made nothing worse for anybody.", "You looked at two answers; the others may have changed."),
        Option(
            "The right passages were found for both.",
            "A right answer can be luck: one cites what it never read.",
        ),
    ],
)

LESSON: list[Problem] = [PREDICT_CITED, PREDICT_RIGHT, QUIZ_THREE, FIND_SWAPPED, QUIZ_TRIES]
EXERCISE: list[Problem] = []
