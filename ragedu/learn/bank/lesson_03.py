"""Problems of lesson 03, Does the answer stand on it?"""

import random
import re
from collections.abc import Sequence

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

CITES = "check an answer's citations: are there any, and were those passages read?"
NUMBERS = "check its numbers against what it cites, and say why comparing spelling is not enough"
GROUNDED = "say why an answer that the check lets pass can be wrong"
CLAIMS = "take an answer apart into claims, and read a faithfulness"
LIMITS = "tell faithful from relevant, and name what no such check sees"


# --- the lesson ---

QUIZ_REFUSAL = QuizProblem(
    id="03-quiz-refusal",
    objective=CITES,
    statement='The first draft complains of "I don\'t know": cites nothing. What should the check do with it?',
    minutes=1,
    options=[
        Option("Complain: an answer must cite.", "It claims nothing, so there is nothing to look up."),
        Option("Let it pass: it claims nothing.", "An honest refusal stands on nothing and needs nothing.", right=True),
        Option(
            "Drop it silently from the count.", "Nobody would see how often a system refuses. Count it, and say so."
        ),
        Option("Ask the model for a citation.", "It would have to invent one."),
    ],
)


def outside(cited: Sequence[str], prompt: Sequence[str], collection: Sequence[str]) -> list[str]:
    """Which of the cited ids were not in the prompt."""
    return [each for each in cited if each not in prompt]


def random_citations(source: random.Random) -> tuple[list[str], list[str], list[str]]:
    """Cited ids, those in the prompt, and those of the whole collection."""
    collection = source.sample(IDS, 6)
    return source.sample(IDS, source.randint(0, 3)), source.sample(collection, 3), collection


FILL_LOOKUP = FillBlankProblem(
    id="03-fill-lookup",
    objective=CITES,
    statement=(
        "`cited` are the ids that an answer cites, `prompt` those that the model read, `collection` all that exist. "
        "The function gives the citations that nothing stands behind. What stands at the blank?"
    ),
    minutes=2,
    template="""\
def outside(cited, prompt, collection):
    return [each for each in cited if each not in ___]
""",
    reference=outside,
    calls=[
        Call((["r-1"], ["d-1"], ["r-1", "d-1"]), why="is a passage read because it exists?"),
        Call((["r-1", "d-1"], ["d-1"], ["r-1", "d-1"]), why="which of two was read?"),
        Call((["x-9"], ["d-1"], ["r-1", "d-1"]), why="and an id that does not exist?"),
    ],
    generator=random_citations,
    right=["prompt", "set(prompt)", "[one for one in prompt]"],
    wrong=[
        Wrong(
            "whole_collection",
            "collection",
            "Is a passage read because it exists? The model saw the prompt, and nothing of the rest.",
        ),
        Wrong(
            "in_itself", "cited", "So nothing is ever outside. Where must an id stand, to have been read by the model?"
        ),
        Wrong("nowhere", "[]", "Then every citation would be wrong. Which ones did the model read?"),
    ],
    hints=["Where were the passages that the model could read?", "Not in the whole collection."],
)

PREDICT_GROUNDED = PredictProblem(
    id="03-predict-grounded",
    objective=GROUNDED,
    statement="At k = 1 five of the eight answers are right. How many of the eight will the third draft let pass?",
    minutes=2,
    show_code=False,
    code="""
from ragedu.assistant import shop
from ragedu.grounding import check_grounding

traces = [shop.answer(case.question, k=1) for case in shop.cases]
sum(check_grounding(trace.answer, trace.prompt).ok for trace in traces)
""",
    slips=[
        Slip(5, "Right and grounded are two things: one right answer stands on nothing, and two wrong ones pass."),
        Slip(3, "Two more are refusals, which pass, and one is an answer from the wrong passage."),
        Slip(4, "The refusals pass as well: they claim nothing."),
    ],
    commentary="Two cite a passage that was never read. The other six pass, the refusals among them.",
)

PREDICT_WRONG_PASSAGE = PredictProblem(
    id="03-predict-wrong-passage",
    objective=GROUNDED,
    statement=(
        "When will you give me my money back? The shop says within 5 days. At k = 1 only `return-1` is in the prompt: "
        '"… send it within 14 days …", and the answer is "You get your money back within 14 days [return-1]." How many '
        "complaints does a check have that looks at the citation and at the number?"
    ),
    minutes=1,
    show_code=False,
    code="""
from ragedu.assistant import shop
from ragedu.grounding import check_grounding

trace = shop.answer("When will you give me my money back?", k=1)
len(check_grounding(trace.answer, trace.prompt).problems)
""",
    slips=[
        Slip(1, "Which one? It cites what it read, and 14 days stand there. The check never sees the other passage."),
        Slip(2, "It cites what it read, and 14 days stand there: neither is a complaint."),
    ],
    commentary="None. It cites what it read, and the number stands there. It is the wrong passage.",
)


def missing_numbers(answer: str, text: str) -> list[str]:
    """The numbers of an answer, outside its citations, that a text does not have; in the answer's order, each once."""
    said = re.findall(r"\d+", re.sub(r"\[[^\]]*\]", "", answer))
    there = re.findall(r"\d+", text)
    return list(dict.fromkeys(each for each in said if each not in there))


UNITS = ["{} days", "{} euro", "by day {}", "({})", "no. {}", "{}."]
CITED = ["", "", " [return-1]", " [terms]", " [delivery-2, payment-30]", " [faq.7]", " [§12; terms 3]"]


def random_texts(source: random.Random) -> tuple[str, str]:
    """An answer with citations anywhere, of ids of several shapes, and a text; each with a few numbers."""
    numbers = [str(source.choice([2, 3, 5, 14, 30, 50, 125, 1250, 2026])) for _ in range(9)]
    claims = [f"{source.choice(UNITS).format(each)}{source.choice(CITED)}" for each in numbers[: source.randint(0, 6)]]
    text = ", or ".join(source.choice(UNITS).format(each) for each in numbers[source.randint(1, 8) :])
    return ", and ".join(claims) or "no number", text or "nothing"


MISSING_NUMBERS = FunctionProblem(
    id="03-missing-numbers",
    objective=NUMBERS,
    statement=(
        "Write `missing_numbers`: the numbers of `answer` that are not among the numbers of `text`; numbers as "
        "`re.findall` with `\\d+` gives them, a list in the answer's order, each once. What stands in square brackets "
        "is a citation and has no numbers."
    ),
    minutes=6,
    difficulty=2,
    points=2,
    signature="def missing_numbers(answer, text):",
    reference=missing_numbers,
    calls=[
        Call(("within 30 days", "within 5 days"), why="does the number stand there?"),
        Call(("14 days or 30 days", "14 days"), why="which of two is missing?"),
        Call(("5 days [return-2]", "within 5 days"), why="is the 2 of a citation a number?"),
        Call(("within 5 days", "within 15 days"), why="does 5 stand in 15?"),
        Call(("30 days, yes, 30 days", "5 days"), why="how often is one missing number told?"),
        Call(("as soon as we can", "within 5 days"), why="what if the answer has no number?"),
        Call(
            ("It is 50 days [return-1], or 30 euro [payment-2] by day 7.", "within 5 days"),
            why="what stands between two citations, and behind them?",
        ),
        Call(("Send it by day 30.", "within 5 days"), why="may a full stop stand beside a number?"),
        Call(("It costs 1250 euro.", "It costs 125 euro."), why="is 1250 one number?"),
        Call(("It is free [faq.7; §12].", "within 5 days"), why="what may an id look like?"),
    ],
    generator=random_texts,
    hints=[
        "`re.sub(r'\\[[^\\]]*\\]', '', answer)` takes the citations out.",
        "`re.findall(r'\\d+', text)` gives the text's numbers; ask for each of the answer's whether it is among them.",
        "Compare with the list of numbers, not with the text: in the text itself 5 would be found in 15.",
    ],
    right=[
        """
        import re
        said = re.findall(r"\\d+", re.sub(r"\\[[^\\]]*\\]", "", answer))
        there = re.findall(r"\\d+", text)
        missing = []
        for each in said:
            if each not in there and each not in missing:
                missing.append(each)
        return missing
        """,
        """
        import re
        bare = re.sub(r"\\[.*?\\]", " ", answer)
        there = set(re.findall(r"\\d+", text))
        return list(dict.fromkeys(each for each in re.findall(r"\\d+", bare) if each not in there))
        """,
        """
        def numbers(words):
            spaced, inside = "", False
            for each in words:
                inside = each == "[" or (inside and each != "]")
                spaced += each if each.isdigit() and not inside else " "
            return spaced.split()

        missing = [each for each in numbers(answer) if each not in numbers(text)]
        return sorted(set(missing), key=missing.index)
        """,
    ],
    wrong=[
        Wrong(
            "reads_citations",
            """
            import re
            there = re.findall(r"\\d+", text)
            return list(dict.fromkeys(each for each in re.findall(r"\\d+", answer) if each not in there))
            """,
            "Is the 2 of [return-2] a number? Yours reads the citations as well.",
        ),
        Wrong(
            "looks_in_the_text",
            """
            import re
            said = re.findall(r"\\d+", re.sub(r"\\[[^\\]]*\\]", "", answer))
            return list(dict.fromkeys(each for each in said if each not in text))
            """,
            "Does 5 stand in 15? You looked for the digits in the text; compare with its numbers.",
        ),
        Wrong(
            "from_first_to_last_bracket",
            """
            import re
            said = re.findall(r"\\d+", re.sub(r"\\[.*\\]", "", answer))
            there = re.findall(r"\\d+", text)
            return list(dict.fromkeys(each for each in said if each not in there))
            """,
            "Where does the first citation end? Yours takes out all from the first bracket to the last.",
        ),
        Wrong(
            "before_the_first_bracket",
            """
            import re
            said = re.findall(r"\\d+", answer.split("[")[0])
            there = re.findall(r"\\d+", text)
            return list(dict.fromkeys(each for each in said if each not in there))
            """,
            "May a number stand behind a citation? Yours reads only what stands before the first.",
        ),
        Wrong(
            "one_shape_of_id",
            """
            import re
            said = re.findall(r"\\d+", re.sub(r"\\[\\w+-\\d+\\]", "", answer))
            there = re.findall(r"\\d+", text)
            return list(dict.fromkeys(each for each in said if each not in there))
            """,
            "What may an id look like? Whatever stands in square brackets is a citation, be it [faq.7; §12].",
        ),
        Wrong(
            "words_of_digits",
            """
            there = text.split()
            said = [each for each in answer.split() if each.isdigit()]
            return list(dict.fromkeys(each for each in said if each not in there))
            """,
            "May a full stop stand beside a number? Yours takes a number only between blanks.",
        ),
        Wrong(
            "sorted_numbers",
            """
            import re
            said = re.findall(r"\\d+", re.sub(r"\\[[^\\]]*\\]", "", answer))
            return sorted(set(said) - set(re.findall(r"\\d+", text)))
            """,
            "In which order are they told? In the answer's own; yours are sorted.",
        ),
        Wrong(
            "told_twice",
            """
            import re
            said = re.findall(r"\\d+", re.sub(r"\\[[^\\]]*\\]", "", answer))
            there = re.findall(r"\\d+", text)
            return [each for each in said if each not in there]
            """,
            "How often is one missing number told? Yours repeats it.",
        ),
        Wrong(
            "the_other_way_round",
            """
            import re
            said = re.findall(r"\\d+", re.sub(r"\\[[^\\]]*\\]", "", answer))
            return list(dict.fromkeys(each for each in re.findall(r"\\d+", text) if each not in said))
            """,
            "Which of the two must stand in the other? A passage may say more than the answer does.",
        ),
        Wrong(
            "single_digits",
            """
            import re
            said = re.findall(r"\\d", re.sub(r"\\[[^\\]]*\\]", "", answer))
            there = re.findall(r"\\d", text)
            return list(dict.fromkeys(each for each in said if each not in there))
            """,
            "Is 30 one number or two? Yours compares digit by digit.",
        ),
        Wrong(
            "yes_or_no",
            """
            import re
            said = re.findall(r"\\d+", re.sub(r"\\[[^\\]]*\\]", "", answer))
            there = re.findall(r"\\d+", text)
            return any(each not in there for each in said)
            """,
            "Which number is missing? Yours says only whether one is.",
        ),
    ],
    commentary="Numbers are compared with numbers, not looked for in a text; else 5 stands in 15.",
)

PREDICT_UNIT = PredictProblem(
    id="03-predict-unit",
    objective=NUMBERS,
    statement=('The answer says "5 days", its passage "5 euro". How many numbers does `missing_numbers` find missing?'),
    minutes=1,
    show_code=False,
    code="""
import re

there = re.findall(r"\\d+", "It costs 5 euro.")
len([each for each in re.findall(r"\\d+", "It takes 5 days.") if each not in there])
""",
    slips=[Slip(1, "It compares the digits alone: a 5 stands in both. The unit is never looked at.")],
    commentary="None: a 5 is a 5. The unit beside it is what makes it a claim.",
)

PREDICT_FAITHFULNESS = PredictProblem(
    id="03-predict-faithfulness",
    objective=CLAIMS,
    statement=(
        'The passage: "Whatever you want to give back, send it within 14 days in its original packaging." The claims: '
        "Send it back within 14 days. It must be in its original packaging. We pay the postage. Judge each yourself: "
        "which share of the three does the passage support?"
    ),
    minutes=2,
    show_code=False,
    code="""
from ragedu.assistant import shop
from ragedu.judging import OverlapJudge, faithfulness

(passage,) = [each.text for each in shop.passages if each.id == "return-1"]
claims = ["Send it back within 14 days.", "It must be in its original packaging.", "We pay the postage."]
faithfulness(claims, [passage], OverlapJudge()).score
""",
    also_right=[0.67, 0.66],
    slips=[
        Slip(1, "Who pays the postage? The passage says nothing of it, even if it may be true."),
        Slip(1 / 3, "The packaging stands there as well, in the same sentence."),
    ],
    commentary="Two of three: what the passage doesn't say is not supported, however likely it is.",
)


def share_supported(claims: Sequence[str], contexts: Sequence[str]) -> float:
    """Which share of the claims stands in some context, word for word."""
    return sum(any(claim in context for context in contexts) for claim in claims) / len(claims)


FIND_LOOPS = FindBugProblem(
    id="03-find-inventions",
    objective=CLAIMS,
    statement=(
        "Here a claim is supported when some context contains it. An answer of three claims, two of them invented, "
        "gets 1.0 from one context. Which line is wrong?"
    ),
    minutes=3,
    difficulty=2,
    code="""\
def faithfulness(claims, contexts):
    def holds(claim, context):
        return claim in context

    checked = [any(holds(c, x) for c in claims) for x in contexts]
    return sum(checked) / len(checked)
""",
    line=5,
    repair="checked = [any(holds(c, x) for x in contexts) for c in claims]",
    reference=share_supported,
    calls=[
        Call((["14 days", "free postage", "a gift"], ["send it within 14 days"]), why="over what is the share taken?"),
        Call((["14 days"], ["send it within 14 days", "warranty 2 years"]), why="must every context support a claim?"),
    ],
    others={
        1: "Claims and contexts: both are needed.",
        2: "A small helper, with the claim first.",
        3: "Whether the context contains the claim: as told.",
        6: "A share of what was checked. Look at what that is.",
    },
    commentary=(
        "The share was taken over the contexts: one context that supports anything made it perfect. Claims are what "
        "can be invented, so the share is theirs."
    ),
)

QUIZ_NOTHING = QuizProblem(
    id="03-quiz-nothing",
    objective=CLAIMS,
    statement='"I don\'t know" makes no claim: 0 supported of 0. Which faithfulness should a report give it?',
    minutes=1,
    options=[
        Option("1, for nothing in it is false.", "Then a system that always refuses is perfectly faithful."),
        Option("0, for nothing is supported.", "Then honesty is punished as invention is."),
        Option("0.5, as nobody can tell.", "A number that nobody measured, in a mean."),
        Option("None; count it on its own.", "Left out of the mean, and said how often.", right=True),
    ],
)

QUIZ_CORNERS = QuizProblem(
    id="03-quiz-corners",
    objective=LIMITS,
    statement="Two of the first four lines fail in one way only. Which would you rather have your customers read?",
    minutes=1,
    options=[
        Option(
            "Not faithful, and relevant.", "The most dangerous of all: it answers the question, and it is invented."
        ),
        Option(
            "Faithful, and not relevant.", "Annoying, and nobody acts on it: better than the invented one.", right=True
        ),
        Option(
            "Either; both are failures.", "Both fail, and they don't cost the same: a customer acts on one of them."
        ),
    ],
)

QUIZ_GALLERY = QuizProblem(
    id="03-quiz-gallery",
    objective=LIMITS,
    statement=(
        'The passage return-1: "Unworn shoes can be returned within 30 days." Why can\'t the check see the fault of '
        '"Shoes can be returned within 30 days [return-1]"?'
    ),
    minutes=1,
    options=[
        Option("The number is spelt otherwise in it.", "It is 30 days in both, value and unit."),
        Option(
            "It reads ids, numbers and units only.",
            "The missing word is none of these. A rule that did look would have to know what may be left out.",
            right=True,
        ),
        Option("It knows that unworn goes unsaid.", "It knows no words at all, so it can't pass over one."),
        Option("It looked the shoes up elsewhere.", "It looked into return-1, which is cited and was read."),
    ],
)

LESSON: list[Problem] = [
    QUIZ_REFUSAL,
    FILL_LOOKUP,
    MISSING_NUMBERS,
    PREDICT_WRONG_PASSAGE,
    PREDICT_GROUNDED,
    PREDICT_UNIT,
    PREDICT_FAITHFULNESS,
    FIND_LOOPS,
    QUIZ_NOTHING,
    QUIZ_CORNERS,
    QUIZ_GALLERY,
]


# --- the exercises ---


def cited_ids(answer: str) -> list[str]:
    """The ids in square brackets, also several in one pair, in order and each once."""
    inside = re.findall(r"\[([^\]]*)\]", answer)
    ids = [each.strip() for part in inside for each in re.split("[,;]", part)]
    return list(dict.fromkeys(each for each in ids if each))


def random_answer(source: random.Random) -> tuple[str]:
    """An answer with citations in one form or another."""
    parts = []
    for _ in range(source.randint(0, 3)):
        ids = source.sample([*IDS, "Terms", "§7", "faq.2", "NOTE-4"], source.randint(1, 3))
        joined = source.choice([", ", "; ", ",", " , ", " ;"]).join(ids)
        parts.append(f"Something is said [{source.choice(['', '', ' '])}{joined}].")
    return (" ".join(parts) or "Nothing is cited.",)


def graded_faithfulness(grades: Sequence[int]) -> float | None:
    """The graded faithfulness of claims with these grades, 0 to 2; None without claims."""
    return sum(grades) / (2 * len(grades)) if grades else None


def random_grades(source: random.Random) -> tuple[list[int]]:
    """Grades of a few claims."""
    return ([source.choice([0, 1, 2]) for _ in range(source.randint(0, 6))],)


CITED_IDS = FunctionProblem(
    id="03-cited-ids",
    title="Two ids in one pair of brackets",
    objective=CITES,
    statement=(
        "Real answers also cite like this: `[return-1, return-2]` and `[return-1; payment-1]`. Write `cited_ids`: the "
        "ids in square brackets, several in one pair taken apart at commas and semicolons, without blanks round them; "
        "an empty part is no id; a list in the answer's order, each id once."
    ),
    minutes=7,
    difficulty=2,
    points=2,
    signature="def cited_ids(answer):",
    reference=cited_ids,
    calls=[
        Call(("Within 14 days [return-1].",), why="what stands in one pair of brackets?"),
        Call(("Both are free [return-1, return-2].",), why="are there two ids in one pair?"),
        Call(("Both are free [return-1; payment-1].",), why="what may stand between two ids?"),
        Call(("So [return-1]. And so [return-1].",), why="how often is one id told?"),
        Call(("I don't know.",), why="what if nothing is cited?"),
        Call(("As return-1 says, it is free [terms].",), why="is an id without brackets a citation?"),
        Call(("It is free [return-1; ].",), why="does an id stand behind the last semicolon?"),
        Call(("It is free [return-1 , terms ].",), why="may a blank stand behind an id?"),
        Call(("It is free [Terms].",), why="is an id given as it is written?"),
        Call(("It is free [§7; faq.2].",), why="what may an id look like?"),
        Call(("So [terms]. Or so [return-1].",), why="in which order are they told?"),
    ],
    generator=random_answer,
    hints=[
        "`re.findall(r'\\[([^\\]]*)\\]', answer)` gives what stands in each pair of brackets.",
        "`re.split('[,;]', inside)` takes it apart, `strip()` takes the blanks away.",
    ],
    right=[
        """
        import re
        ids = []
        for inside in re.findall(r"\\[([^\\]]*)\\]", answer):
            for each in re.split("[,;]", inside):
                if each.strip() and each.strip() not in ids:
                    ids.append(each.strip())
        return ids
        """,
        """
        import re
        inside = ",".join(re.findall(r"\\[([^\\]]*)\\]", answer)).replace(";", ",")
        return list(dict.fromkeys(each.strip() for each in inside.split(",") if each.strip()))
        """,
        """
        ids = []
        for part in answer.split("[")[1:]:
            inside = part.split("]")[0].replace(";", ",")
            ids += [each.strip() for each in inside.split(",")]
        return [each for place, each in enumerate(ids) if each and each not in ids[:place]]
        """,
    ],
    wrong=[
        Wrong(
            "whole_bracket",
            """
            import re
            return list(dict.fromkeys(re.findall(r"\\[([^\\]]*)\\]", answer)))
            """,
            "Are there two ids in one pair? Yours takes the whole pair for one id, and no passage has that name.",
        ),
        Wrong(
            "commas_alone",
            """
            import re
            inside = ",".join(re.findall(r"\\[([^\\]]*)\\]", answer))
            return list(dict.fromkeys(each.strip() for each in inside.split(",") if each.strip()))
            """,
            "What may stand between two ids? Commas are seen to; semicolons aren't yet.",
        ),
        Wrong(
            "keeps_blanks",
            """
            import re
            inside = re.findall(r"\\[([^\\]]*)\\]", answer)
            return list(dict.fromkeys(each for part in inside for each in re.split("[,;]", part) if each))
            """,
            'Is " return-2" an id? The blank after the comma is still there.',
        ),
        Wrong(
            "blanks_on_the_left_alone",
            """
            import re
            inside = re.findall(r"\\[([^\\]]*)\\]", answer)
            ids = [each.lstrip() for part in inside for each in re.split("[,;]", part)]
            return list(dict.fromkeys(each for each in ids if each))
            """,
            "May a blank stand behind an id? Yours takes away those before it alone.",
        ),
        Wrong(
            "small_letters",
            """
            import re
            inside = re.findall(r"\\[([^\\]]*)\\]", answer.lower())
            ids = [each.strip() for part in inside for each in re.split("[,;]", part)]
            return list(dict.fromkeys(each for each in ids if each))
            """,
            "Is an id given as it is written? Yours makes its letters small.",
        ),
        Wrong(
            "one_shape_of_id",
            """
            import re
            inside = re.findall(r"\\[([^\\]]*)\\]", answer)
            return list(dict.fromkeys(each for part in inside for each in re.findall(r"[\\w-]+", part)))
            """,
            "What may an id look like? Take apart at commas and semicolons; what is left is an id, whatever its signs.",
        ),
        Wrong(
            "tells_twice",
            """
            import re
            inside = re.findall(r"\\[([^\\]]*)\\]", answer)
            return [each.strip() for part in inside for each in re.split("[,;]", part) if each.strip()]
            """,
            "How often is one id told? Yours repeats it.",
        ),
        Wrong(
            "from_first_to_last_bracket",
            """
            import re
            inside = re.findall(r"\\[(.*)\\]", answer)
            ids = [each.strip() for part in inside for each in re.split("[,;]", part)]
            return list(dict.fromkeys(each for each in ids if each))
            """,
            "Where does the first pair of brackets end? Yours runs on to the last bracket of the answer.",
        ),
    ],
    commentary=(
        "The greedy pattern, from the first bracket to the last, is the slip that survives a test with one citation. "
        "The module reads a dozen more forms; a citation it can't read would count as none."
    ),
)

QUIZ_UNIT = QuizProblem(
    id="03-quiz-false-alarm",
    title="A check that cries out",
    objective=NUMBERS,
    statement=(
        'A check cries out at "Delivery takes two days", since the passage has "2 days". What is wrong with a check '
        "that cries out too often?"
    ),
    minutes=2,
    options=[
        Option("Nothing: better safe than sorry.", "After the tenth false alarm nobody reads the eleventh."),
        Option("People stop listening to it.", "A check is worth what its alarms are worth.", right=True),
        Option("It can be used for numbers alone.", "It is the same with citations: every false alarm costs trust."),
        Option("It makes the model more careful.", "The model never hears of it."),
    ],
)

PREDICT_REFUSAL = PredictProblem(
    id="03-predict-kind",
    title="A refusal that goes on",
    objective=CITES,
    statement=(
        "What does the module call the first problem of this answer? One of `no_citation`, `outside_prompt`, "
        "`number_missing`, `unit_differs`."
    ),
    minutes=2,
    code="""
from ragedu.grounding import check_grounding

passages = {"return-1": "Send it back within 14 days."}
answer = "I don't know, but usually it is 30 days [return-1]."
check_grounding(answer, passages).problems[0].kind
""",
    slips=[
        Slip("no_citation", "There is one, and it was in the prompt."),
        Slip("outside_prompt", "`return-1` was in the prompt. What of the number?"),
        Slip("unit_differs", "The unit would be right; the number isn't there at all."),
    ],
    commentary=(
        "It begins as a refusal and goes on to claim something, so it is checked like any answer: 30 stands nowhere."
    ),
)

GRADED = FunctionProblem(
    id="03-graded-faithfulness",
    title="Half supported",
    objective=CLAIMS,
    statement=(
        "A judge has given each claim a grade: 2 fully supported, 1 partly, 0 not. Write `graded_faithfulness`: the "
        "share of what could have been reached, from 0 to 1; `None` when there are no claims."
    ),
    minutes=4,
    difficulty=1,
    points=2,
    signature="def graded_faithfulness(grades):",
    reference=graded_faithfulness,
    calls=[
        Call(([2, 2],), why="what is the best there is?"),
        Call(([2, 1, 0],), why="what is a half supported claim worth?"),
        Call(([1, 0],), why="by what do you divide?"),
        Call(([],), why="what of an answer without claims?"),
        Call(([0, 0],), why="what if none of the claims is supported?"),
    ],
    generator=random_grades,
    hints=["With three claims, how much could have been reached?", "Ask for the empty list before you divide."],
    right=[
        """
        if not grades:
            return None
        return sum(grades) / (2 * len(grades))
        """,
        "return sum(each / 2 for each in grades) / len(grades) if grades else None",
        """
        reached, possible = 0, 0
        for each in grades:
            reached += each
            possible += 2
        return reached / possible if possible else None
        """,
    ],
    wrong=[
        Wrong(
            "divides_by_claims",
            "return sum(grades) / len(grades) if grades else None",
            "By what do you divide? Two can be reached for each claim, so yours goes up to 2.",
        ),
        Wrong(
            "fully_alone",
            "return sum(each == 2 for each in grades) / len(grades) if grades else None",
            "What is a half supported claim worth? Yours gives it nothing.",
        ),
        Wrong(
            "partly_counts_whole",
            "return sum(each > 0 for each in grades) / len(grades) if grades else None",
            "What is a half supported claim worth? Yours gives it as much as a whole one.",
        ),
        Wrong(
            "nothing_is_zero",
            "return sum(grades) / (2 * len(grades)) if grades else 0.0",
            "What of an answer without claims? 0 would call an honest refusal an invention.",
        ),
        Wrong(
            "nothing_is_one",
            "return sum(grades) / (2 * len(grades)) if grades else 1.0",
            "What of an answer without claims? With 1, whoever always refuses is perfect.",
        ),
    ],
    commentary="The divisor is what could have been reached. Without claims there is no share: count those apart.",
)

JUDGE_SHIP = JudgementProblem(
    id="03-judge-check",
    title="Send it unread?",
    objective=LIMITS,
    statement=(
        "Your team wants to send out every answer that the check lets pass, unread. In the gallery, which share of the "
        "answers that the careful reader calls not grounded does the check call grounded? Put that share into "
        "`answer`, send or hold into `decision`, and why, with what would change your mind, into `because`. The point "
        "is for the figure; a person reads the other two."
    ),
    minutes=7,
    difficulty=2,
    code="""
from ragedu.grounding import gallery

bad = [each for each in gallery() if each.reader == "not grounded"]
sum(each.checker == "grounded" for each in bad) / len(bad)
""",
    slips=[
        Slip(0.0, "Look again: the gallery is made of what the check gets wrong."),
        Slip(0.5, "Half is a guess. Count those that the reader calls not grounded, and no others."),
        Slip(18 / 25, "You divided by the whole gallery; asked is a share of those the reader calls not grounded."),
        Slip(18, "That is how many; asked is the share."),
    ],
    hints=[
        "`gallery()` from `ragedu.grounding` gives items with `reader` and `checker`, as in the lesson.",
        "Take those that the reader calls not grounded; count those that the check calls grounded.",
    ],
    commentary=(
        "The figure is frightening, and it says little about your answers: the gallery was collected for its misses. "
        "Good words say so, and ask for a sample of real answers, read by people, before anything goes out unread."
    ),
)

EXERCISE: list[Problem] = [
    PREDICT_REFUSAL,
    CITED_IDS,
    QUIZ_UNIT,
    GRADED,
    JUDGE_SHIP,
]
