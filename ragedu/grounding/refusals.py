"""Whether an answer only says that it has none. Phrases by language: a language is added by adding its phrases."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import product

from ragedu.cases import described, folded
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
        *every("i|we don't|do_not have the|that|this|an|any|enough information|answer|details"),
        *every("i|we don't|do_not have information|access"),
        *every("i'm|i_am not sure|certain|aware|able_to_answer|able_to_say|able_to_help"),
        *every("i can't|cannot|can_not|could_not|couldn't answer|say|tell|find|determine|confirm|help"),
        *every("i am|was unable_to answer|say|tell|find|determine|confirm"),
        *every("i|we have|found no|not_enough information|answer"),
        *every("there|there's is_no|isn't_any|was_no|no information|mention|answer"),
        *every("no|not_enough|insufficient information|answer"),
        *every(
            "the|the_provided|the_given|these|my passages|documents|documents_provided|sources|texts do_not|don't "
            "say|state|mention|answer|contain|provide|specify|include|cover"
        ),
        *every(
            "the|the_provided|the_given|this context|passage|document|text does_not|doesn't "
            "say|state|mention|answer|contain|provide|specify|include|cover"
        ),
        *every(
            "none_of the|the_provided|these passages|documents|sources|texts mention|mentions|say|says|contain|contains"
        ),
        *every("this|that|it|the_answer|this_information|that_information is_not|isn't mentioned|stated|specified"),
        *every("this|that|the information is_not|isn't available|provided|included|given"),
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
        "не се казва",
        "не се споменава",
        "не пише",
        "няма отговор",
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
        "nie ma odpowiedzi",
    ),
    "ru": (
        "не знаю",
        *every("нет информации|данных|сведений|ответа"),
        *every("не могу ответить|сказать|найти"),
        *every("не нашёл|нашел|нашла|располагаю"),
        *every("не сказано|говорится|указано|упоминается"),
        *every("информация|информация_об_этом|такая_информация отсутствует"),
    ),
    "hi": (
        "मुझे नहीं पता",
        "मुझे पता नहीं",
        "मैं नहीं जानता",
        "मैं नहीं जानती",
        "मुझे जानकारी नहीं है",
        "जानकारी उपलब्ध नहीं है",
        "कोई जानकारी नहीं है",
        "यह जानकारी नहीं है",
        "मैं इसका उत्तर नहीं दे सकता",
        "मैं इसका उत्तर नहीं दे सकती",
    ),
    "zh": (
        *("不知道", "不清楚", "不确定", "无法回答", "无法确定", "不知道答案", "不知道這個"),
        *("没有相关信息", "没有找到", "未找到", "没有提到", "没有提及", "未提及", "未提到", "没有说明", "没有答案"),
    ),
    "de": (
        *every("ich weiß|weiss es_nicht|das_nicht|es_leider_nicht|das_leider_nicht"),
        *every("das|dies weiß|weiss ich_nicht|ich_leider_nicht"),
        *every("dazu|darüber habe|finde ich keine|leider_keine informationen|angaben|information|antwort"),
        *every("ich habe|finde dazu_keine|darüber_keine|leider_keine|keine informationen|angaben|information|antwort"),
        *every("dazu liegen_mir|gibt_es keine|leider_keine informationen|angaben"),
        *every("gibt_es|finde_ich|finden_sich dazu_keine|keine informationen|angaben|antwort"),
        *every("diese_frage|die_frage|das kann_ich nicht|leider_nicht beantworten|sagen"),
        *every("ich_kann|kann_ich diese_frage|die_frage|das nicht|leider_nicht beantworten|sagen"),
    ),
}

# What may stand before it in its clause, or make a clause by itself: "Sorry, in these documents there is no answer".
OPENINGS: Phrases = {
    "en": (
        *("sorry", "i'm sorry", "i am sorry", "i'm afraid", "i am afraid", "unfortunately", "no", "but"),
        *("i apologise", "i apologize"),
    ),
    "bg": (
        *("съжалявам", "за съжаление", "извинете", "за това", "но"),
        *every("в|в_предоставените документите|документи|текстовете|текстове|пасажите|пасажи|източниците|източници"),
    ),
    "pl": (
        *("przepraszam", "niestety", "przykro mi", "ale", "na ten temat"),
        *every("w|w_podanych|w_dostarczonych|w_tych dokumentach|tekstach|źródłach|materiałach"),
    ),
    "ru": (
        *("извините", "к сожалению", "простите", "но", "об этом", "я", "у меня"),
        *every("в|в_предоставленных|в_этих|в_данных документах|текстах|источниках|материалах"),
        *every("в|в_предоставленном|в_этом|в_данном документе|тексте|источнике|контексте"),
    ),
    "hi": ("क्षमा करें", "माफ़ कीजिए", "माफ कीजिए", "खेद है", "लेकिन", "दिए गए", "दस्तावेज़ों में", "इसके बारे में", "इस बारे में"),
    "zh": (
        *(
            "很",
            "非常",
            "抱歉",
            "对不起",
            "但",
            "但是",
            "目前",
            "我",
            "在",
            "根据",
            "提供的",
            "所提供的",
            "给定的",
            "现有",
        ),
        *("资料", "资料中", "资料里", "文档中", "文件中", "文本中", "文中", "上下文中"),
    ),
    "de": (
        *("leider", "entschuldigung", "tut mir leid", "es tut mir leid", "aber"),
        *every("in_den|in_diesen|in_den_vorliegenden dokumenten|texten|quellen|unterlagen"),
    ),
}

# Where it was looked for: a clause before it that begins so.
LEADS: Phrases = {
    "en": ("based on", "according to", "from the", "given the"),
    "bg": ("според", "въз основа на"),
    "pl": ("na podstawie", "według"),
    "ru": ("согласно", "по этим", "на основании"),
    "hi": ("के आधार पर",),
    "zh": ("根据",),
    "de": ("auf grundlage", "anhand", "laut"),
}

# Where to turn instead: a clause or a sentence that begins so.
REFERRALS: Phrases = {
    "en": ("please contact", "please ask", "please check", "is there anything else", "sorry for", "sorry about"),
    "bg": ("моля свържете се", "свържете се", "моля попитайте"),
    "pl": ("proszę", "skontaktuj się"),
    "ru": ("пожалуйста", "обратитесь"),
    "hi": ("कृपया",),
    "zh": ("请联系", "请咨询"),
    "de": ("bitte",),
}

# Behind these a claim begins, and the refusal no longer stands alone.
_TURNS = frozenset(
    folded(
        """
        aber jedoch normalerweise üblicherweise meist meistens vielleicht wahrscheinlich
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
        ob wann wo wie was wer warum welche welcher welches wieviel
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
    known = _phrases(_checked(phrases))
    # 一 is as often an article as it is a number.
    if len(text) > _LONGEST or any(map(str.isnumeric, text.replace("一", ""))) or numbers(text):
        return False
    said = [_plain(str(each)) for each in sentences(text)]
    refusing = [each for each in said if _refuses(each, known)]
    return bool(refusing) and all(each in refusing or all(map(_is_courteous, _clauses(each))) for each in said)


def _checked(phrases: Phrases) -> Phrases:
    """The phrases themselves, once they are sure to be lists: of a text alone each letter would be a phrase."""
    if not isinstance(phrases, Mapping) or any(map(_is_no_list, phrases.values())):
        raise ValueError(
            f'refusals must be a dict of language to phrases, not {described(phrases)}. Write {{"it": ["non lo so"]}}.'
        )
    return phrases


def _is_no_list(phrases: object) -> bool:
    return not isinstance(phrases, list | tuple) or not all(isinstance(each, str) for each in phrases)


@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    # "dont" is written as often as "don't", and with every kind of apostrophe.
    return re.sub("['’‘ʼ`]", "", folded(text)).strip(" .!?…。！？।*_\"'")


def _refuses(sentence: str, known: tuple[str, ...]) -> bool:
    """Whether one clause of the sentence declines, and no other says anything."""
    clauses = _clauses(sentence)
    declining = [place for place, each in enumerate(clauses) if _declines(each, known)]
    return bool(declining) and all(
        place in declining or _is_courteous(each) or (_leads if place < declining[0] else _goes_on)(each)
        for place, each in enumerate(clauses)
    )


def _clauses(sentence: str) -> list[str]:
    return [each.group().strip() for each in _CLAUSE.finditer(sentence)]


def _declines(clause: str, known: tuple[str, ...]) -> bool:
    if not _begun_by(clause, known):
        clause = _without_openings(clause)
    phrase = _begun_by(clause, known)
    rest = clause[len(phrase) :]
    turns = not _TURNS.isdisjoint(rest.split()) or any(each in rest for each in _TURNS_UNSPACED)
    return bool(phrase) and not turns


def _without_openings(clause: str) -> str:
    while opening := _begun_by(clause, _phrases(OPENINGS)):
        clause = clause[len(opening) :].strip()
    return clause


def _phrases(table: Phrases) -> tuple[str, ...]:
    return _as_read(tuple(map(tuple, table.values())))


@lru_cache(maxsize=16)
def _as_read(several: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_plain(each) for phrases in several for each in phrases))


def _begun_by(clause: str, phrases: tuple[str, ...]) -> str:
    """The longest of the phrases that the clause begins with; "" for none."""
    if not clause.startswith(phrases):
        return ""  # so for nearly all, at the cost of one look
    return max((each for each in phrases if _begins(clause, each)), key=len, default="")


def _begins(clause: str, phrase: str) -> bool:
    """Whether the clause begins with the phrase as whole words, where there are blanks between words."""
    following = clause[len(phrase) : len(phrase) + 1]
    return clause.startswith(phrase) and (not following.isalnum() or is_unspaced(following))


def _is_courteous(clause: str) -> bool:
    return not _without_openings(clause) or bool(_begun_by(clause, _phrases(REFERRALS)))


def _leads(clause: str) -> bool:
    return bool(_begun_by(clause, _phrases(LEADS)))


def _goes_on(clause: str) -> bool:
    words = clause.split()
    return not _WHETHER.isdisjoint(words[:1]) or words[1:2] == ["ли"]
