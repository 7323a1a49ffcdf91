"""Problems of lesson 00, Start here."""

from ragedu.learn.problems import Call, FindBugProblem, Option, PredictProblem, Problem, QuizProblem, Slip

WORK = "commit to an answer before you see the truth"
FOLLOW = "follow one question through the assistant: ranking, cut, prompt, answer"
THREE = "ask the three questions of the course about any answer"
VERDICT = "say how a program decides that an answer is right, and what that misses"
TRIES = "say why two questions tried by hand prove little"


def contains(answer: str, expected: str) -> bool:
    """Whether the expected text stands in the answer, in any case."""
    return expected.lower() in answer.lower()


PREDICT_PROMPT = PredictProblem(
    id="00-predict-prompt",
    objective=FOLLOW,
    statement=(
        '"Do you deliver for cash on delivery?" is answered by payment-1. Which passage will be the only one in the '
        "prompt at k = 1? Look at the table of passages, and type an id."
    ),
    minutes=1,
    show_code=False,
    code="""
from ragedu.assistant import shop

shop.answer("Do you deliver for cash on delivery?", k=1).prompt_ids[0]
""",
    slips=[
        Slip("payment-1", "payment-1 answers the question and says delivery once; delivery-2 is a little nearer."),
        Slip("delivery-1", "delivery-1 is third: it says delivery, and much else."),
    ],
    commentary="The retriever goes by resemblance. What is first gets in, whether it helps or not.",
)

PREDICT_RIGHT = PredictProblem(
    id="00-predict-right",
    objective=TRIES,
    statement="At k = 1 you saw two answers that were right, and one that was not. How many of all eight are right?",
    minutes=1,
    code="""
from ragedu.assistant import shop

traces = [shop.answer(case.question, k=1) for case in shop.cases]
sum(trace.verdict == "right" for trace in traces)
""",
    slips=[
        Slip(8, "You saw one that is not: the customer who asks about cash hears that the shop does not know."),
        Slip(7, "The one you saw is not the only one. The tries by hand could not tell you."),
        Slip(2, "The two you saw are right, and some others are as well."),
    ],
    commentary="The tries by hand could not tell you this. Counting all eight does.",
)

FIND_SWAPPED = FindBugProblem(
    id="00-find-swapped",
    objective=VERDICT,
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
        'Look at "I want to return the goods" in the table: what was in the prompt, and what does the answer cite? '
        "The right passage is return-1, which says 14 days. What holds?"
    ),
    minutes=2,
    options=[
        Option(
            "Found; stands on nothing it read; wrong.",
            "return-1 is cited, and was not in the prompt: it was never found.",
        ),
        Option(
            "Not found; stands on what it read; wrong.",
            "It read warranty-1, and cites return-1, which it never read.",
        ),
        Option(
            "Not found; stands on nothing it read; wrong.",
            "All three fail at once: it names a passage that it never read, and the number is made up.",
            right=True,
        ),
        Option("Not found; stands on nothing it read; right.", "The passage says 14 days, the answer says 30."),
    ],
)

QUIZ_TRIES = QuizProblem(
    id="00-quiz-tries",
    objective=TRIES,
    statement=(
        "A colleague tells you: I tried two questions after the change, and both answers were right. "
        "You have seen nothing else. What do you know?"
    ),
    minutes=1,
    options=[
        Option(
            "The change works for customers in general.", "Two questions out of all that customers ask can't say that."
        ),
        Option("The two answers were right.", "That, and no more. So count over a list, as you just did.", right=True),
        Option("The change made nothing worse.", "You heard of two answers; the others may have changed."),
        Option("Both times the right passage was found.", "An answer can be right by luck, like the parcel answer."),
    ],
)

LESSON: list[Problem] = [PREDICT_PROMPT, PREDICT_RIGHT, QUIZ_THREE, FIND_SWAPPED, QUIZ_TRIES]
EXERCISE: list[Problem] = []
