"""Whether an answer only says that it has none. Phrases by language: a language is added by adding its phrases."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from ragedu.cases import folded
from ragedu.grounding.plain import is_unspaced
from ragedu.grounding.quantities import numbers
from ragedu.grounding.splitting import sentences

Phrases = Mapping[str, Sequence[str]]


def every(pattern: str) -> tuple[str, ...]:
    """All phrases of a pattern: alternatives between strokes, _ for a blank within one.

    >>> every("i don't|do_not know")
    ("i don't know", 'i do not know')
    """
    choices = [word.split("|") for word in pattern.split()]
    return tuple(" ".join(each).replace("_", " ") for each in product(*choices))


# What says "I don't know", whole or with its subject behind it: "I don't know whether you deliver on Sunday".
REFUSALS: dict[str, tuple[str, ...]] = {
    "en": (
        *every("i|we don't|do_not know"),
        *every("i don't|do_not have the|an|any|enough information|answer|details"),
        *every("i'm|i_am not sure|certain|aware"),
        *every("i can't|cannot|can_not|could_not|couldn't answer|say|tell|find|determine|confirm"),
        *every("i am|was unable_to answer|say|tell|find|determine|confirm"),
        *every("i|we have|found no|not_enough information|answer"),
        *every("there|there's is_no|isn't_any|was_no|no information|mention|answer"),
        *every("no|not_enough|insufficient information|answer"),
        *every(
            "the|the_provided|the_given|these|my passages|documents|sources|texts do_not|don't "
            "say|state|mention|answer|contain|provide|specify|include|cover"
        ),
        *every(
            "the|the_provided|the_given|this context|passage|document|text does_not|doesn't "
            "say|state|mention|answer|contain|provide|specify|include|cover"
        ),
        *every("this|that|it|the_answer is_not|isn't mentioned|stated|specified"),
        *every("this|that|the_answer is_not|isn't in the|the_provided|these passages|documents|context|sources"),
    ),
    "bg": (
        "не знам",
        "не зная",
        "нямам информация",
        "няма информация",
        "не мога да отговоря",
        "не мога да кажа",
        "не откривам",
        "не намирам",
        "в текстовете не се казва",
        "в пасажите не се казва",
        "в текстовете няма отговор",
    ),
    "pl": (
        "nie wiem",
        "nie mam informacji",
        "brak informacji",
        "nie ma informacji",
        "nie mogę odpowiedzieć",
        "nie potrafię odpowiedzieć",
        "nie znalazłem",
        "nie znalazłam",
        "w tekstach nie ma odpowiedzi",
    ),
    "ru": (
        "не знаю",
        "я не знаю",
        "у меня нет информации",
        "нет информации",
        "не могу ответить",
        "я не могу ответить",
        "не могу сказать",
        "не нашёл",
        "не нашел",
        "не нашла",
        "в тексте не сказано",
        "в документах не сказано",
        "в документах нет ответа",
    ),
    "hi": (
        "मुझे नहीं पता",
        "मुझे पता नहीं",
        "मैं नहीं जानता",
        "मैं नहीं जानती",
        "मुझे जानकारी नहीं है",
        "जानकारी उपलब्ध नहीं है",
        "कोई जानकारी नहीं है",
        "मैं इसका उत्तर नहीं दे सकता",
        "मैं इसका उत्तर नहीं दे सकती",
    ),
    "zh": (
        "我不知道",
        "不知道",
        "我不清楚",
        "我不确定",
        "我无法回答",
        "无法回答",
        "没有相关信息",
        "没有找到相关信息",
        "未找到相关信息",
        "资料中没有",
        "资料中未提及",
        "文中没有提到",
        "我不知道答案",
        "我不知道這個",
    ),
}

# What may stand before it or after it and claims nothing: clauses that begin so.
COURTESIES: dict[str, tuple[str, ...]] = {
    "en": (
        *(
            "sorry",
            "i'm sorry",
            "i am sorry",
            "i'm afraid",
            "i am afraid",
            "unfortunately",
            "i apologise",
            "i apologize",
        ),
        *("based on", "according to", "from the", "given the", "please contact", "please ask", "please check"),
        *("is there anything else", "no"),
    ),
    "bg": ("съжалявам", "за съжаление", "извинете", "според", "моля свържете се", "моля", "свържете се"),
    "pl": ("przepraszam", "niestety", "przykro mi", "na podstawie", "według", "proszę", "skontaktuj się"),
    "ru": ("извините", "к сожалению", "простите", "согласно", "по этим", "пожалуйста", "обратитесь"),
    "hi": ("क्षमा करें", "माफ़ कीजिए", "माफ कीजिए", "खेद है", "कृपया"),
    "zh": ("抱歉", "很抱歉", "对不起", "根据", "请联系", "请咨询"),
}

# Behind these a claim begins, and the refusal no longer stands alone.
_TURNS = frozenset(
    folded(
        """
        but however though although usually typically generally normally probably maybe perhaps likely still yet guess
        assume believe think
        но обаче обикновено вероятно може однако обычно наверное возможно хотя
        ale jednak zwykle zazwyczaj prawdopodobnie chyba
        लेकिन मगर परन्तु परंतु आमतौर शायद आम
        """
    ).split()
)
_TURNS_UNSPACED = ("但", "不过", "然而", "通常", "一般", "可能", "大概", "应该")
# Behind a comma these go on with what is not known: "nie wiem, czy ...".
_WHETHER = frozenset(
    folded(
        """
        whether if when where how what which who why
        дали кога къде как какво кой колко защо когда где что какой какая какие сколько почему ли
        czy kiedy gdzie jak co który która ile dlaczego कि क्या
        """
    ).split()
)
_CLAUSE = re.compile(r"[^,;:，；：、()（）—–]+")
_LONGEST = 600


def is_refusal(text: str, phrases: Phrases = REFUSALS) -> bool:
    """Whether a text says that it has no answer, and nothing else.

    Takes       a text without its citations; phrases by language, to which others can be added
    Returns     True for "Sorry, I don't know whether you open on Sunday."; False as soon as a number, a "but" or a
                further statement follows

    >>> is_refusal("I don't know."), is_refusal("I don't know, but usually 30 days.")
    (True, False)
    >>> is_refusal("Non lo so.", {**REFUSALS, "it": ["non lo so"]})
    True

    Our choice  phrases in a list that anyone can read, not a model's opinion: what is no listed phrase is an answer
    """
    if len(text) > _LONGEST or any(map(str.isnumeric, text)) or numbers(text):
        return False
    known = [_plain(each) for several in phrases.values() for each in several]
    said = [_plain(str(each)) for each in sentences(text)]
    refusing = [each for each in said if _refuses(each, known)]
    return bool(refusing) and all(each in refusing or _is_courteous(each) for each in said)


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    # "dont" is written as often as "don't", and with every kind of apostrophe.
    return re.sub("['’‘ʼ`]", "", folded(text)).strip(" .!?…。！？।*_\"'")


def _refuses(sentence: str, known: Sequence[str]) -> bool:
    """Whether one clause of the sentence declines, and no other says anything."""
    clauses = [each.group().strip() for each in _CLAUSE.finditer(sentence)]
    declining = [place for place, each in enumerate(clauses) if _declines(each, known)]
    return bool(declining) and all(
        place in declining or _is_courteous(each) or (place > declining[0] and _goes_on(each))
        for place, each in enumerate(clauses)
    )


def _declines(clause: str, known: Sequence[str]) -> bool:
    for opening in ("but ", "but unfortunately ", "unfortunately ", "sorry ", "но ", "ale ", "但", "但是"):
        clause = clause.removeprefix(opening)
    phrase = max((each for each in known if _begins(clause, each)), key=len, default="")
    rest = clause[len(phrase) :]
    turns = not _TURNS.isdisjoint(rest.split()) or any(each in rest for each in _TURNS_UNSPACED)
    return bool(phrase) and not turns


def _begins(clause: str, phrase: str) -> bool:
    """Whether the clause begins with the phrase as whole words, where there are blanks between words."""
    following = clause[len(phrase) : len(phrase) + 1]
    return clause.startswith(phrase) and (not following.isalnum() or is_unspaced(following))


def _is_courteous(clause: str) -> bool:
    return any(_begins(clause, _plain(each)) for several in COURTESIES.values() for each in several)


def _goes_on(clause: str) -> bool:
    words = clause.split()
    return not _WHETHER.isdisjoint(words[:1]) or words[1:2] == ["ли"]
