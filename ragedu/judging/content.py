"""What a text says, as far as words can tell without a model: content words, numbers, and what is negated."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from ragedu.bleu import words
from ragedu.cases import folded
from ragedu.grounding.citing import Citation, citations
from ragedu.grounding.plain import UNREADABLE, blanked
from ragedu.grounding.quantities import Number, numbers
from ragedu.grounding.units import stem
from ragedu.grounding.wrapping import unmarked, unwrapped

ROOT = 6
"""Of a longer word only so many letters count, so that "deliver" and "delivery", "founded" and "founder" are one."""

REACH = 2
"""So many content words behind a negation count as negated."""

_SHORTEST_VERB = 4

# Words that say little about what a sentence is about. A language that is not here loses a little precision, no more.
FUNCTION_WORDS = frozenset(
    """
    a an the and or but if of in on at to for from by with within as is are was were be been being am do does did has
    have had will would can could may might shall should must it its this that these those there here i you he she we
    they me him her us them my your his our their what which who whom whose when where why how than then so also too
    any some all each every about into over up out please only just
    der die das den dem des ein eine einen einem einer und oder aber in im an am auf zu zum zur von vom mit für ist sind
    war wird werden es sie er wir ihr ich was wann wie wo
    le la les un une des et ou de du au aux en dans pour par avec est sont il elle on nous vous ils que qui quand
    el los las una unos unas y o del al con para por es son se lo su sus qué quién cuándo cómo
    i w na do z ze o od po za że to się jest są był była było lub dla przez co kto kiedy jak ile
    и или но а в във на за от с със до по при че да се си е са съм сме сте беше ще го му ѝ им ги какво кой кога как къде
    колко това този тази тези той тя то те ние вие аз
    к ко у о об из со что это этот эта эти он она оно они мы вы я был была было были есть когда где сколько какой чтобы
    का की के को में से पर है हैं था थी थे और या यह वह ये वे एक जो कि ने लिए भी तो ही क्या कब कैसे कहाँ कितना कितने कितनी
    """.split()
)
FUNCTION_LETTERS = frozenset(
    "的了是在和与及或也就都而为由于对把被让向从到给之其这那此些个们吗呢吧啊我你您他她它能可以会要有请なのはがをにでとも"
)

NEGATIONS = frozenset(
    """
    not no never none neither nor cannot without nothing nobody
    nicht kein keine keinen keinem keiner nie niemals ohne
    pas jamais sans aucun aucune
    no nunca sin ningún ninguna jamás
    nie bez nigdy ani brak
    не няма нямат нямаме без никога нито нищо никой нельзя нет никогда ни никто
    नहीं मत बिना न
    不 没 沒 无 無 未 勿 莫
    """.split()
)
# A negation with this word behind it denies nothing, or is another word altogether.
NO_NEGATION = frozenset(
    {("not", "only"), ("nicht", "nur"), ("nie", "tylko"), ("не", "само"), ("не", "только"), ("no", "only")}
    | {("不", "但"), ("不", "仅"), ("不", "同"), ("不", "过"), ("无", "论")}
)
_LITTLE = FUNCTION_WORDS | FUNCTION_LETTERS | NEGATIONS
# These join two clauses, each with a negation of its own or none.
JOINING = frozenset("and but und aber et mais pero и но а i ale lecz और लेकिन मगर".split())
CLAUSE_ENDS = frozenset(".,;:!?()[]{}–—…।॥。，、；：！？؟،؛")


@dataclass(frozen=True, slots=True)
class Content:
    """What a text says.

    words    its content words, shortened as they are compared; of Chinese and its like, pairs of letters
    negated  those that a negation stands before
    numbers  with their units
    text     the text itself
    clauses  for each clause its words, and how many negations it holds
    """

    words: frozenset[str]
    negated: frozenset[str]
    numbers: tuple[Number, ...]
    text: str = ""
    clauses: tuple[tuple[frozenset[str], int], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.words or self.numbers)

    def __or__(self, other: "Content") -> "Content":
        text = f"{self.text} {other.text}"
        numbers, clauses = self.numbers + other.numbers, self.clauses + other.clauses
        return Content(self.words | other.words, self.negated | other.negated, numbers, text, clauses)

    def denied_once(self, word: str) -> list[frozenset[str]]:
        """The clauses that hold a word and one negation, wherever it stands in them."""
        return [words for words, negations in self.clauses if word in words and negations == 1]

    def spelt(self, shortened: Iterable[str]) -> list[str]:
        """Words as the text has them, for a reader, in place of how they are compared."""
        whole = {_key(folded(token)): token for token in words(self.text)}
        return sorted(whole.get(each, each) for each in shortened)

    @property
    def marks(self) -> frozenset[object]:
        """What it can be found by: its words, and its numbers in every reading."""
        return self.words.union(*(each.readings | each.implied for each in self.numbers))


def content_of(text: str) -> Content:
    """What a text says; what `bare_claim` leaves out, numbers and function words are none of its content words."""
    plain = bare_claim(text)
    found = numbers(plain)
    tokens = map(folded, words(_without(plain, found)))
    said, negated = set[str](), set[str]()
    clauses: list[tuple[frozenset[str], int]] = []
    for clause in _clauses(tokens):
        keys = list(_keys(clause))
        said.update(key for key in keys if key)
        negated.update(_negated(keys))
        clauses += [(frozenset(filter(None, part)), part.count("")) for part in map(list, map(_keys, _joined(clause)))]
    return Content(frozenset(said), frozenset(negated), tuple(found), text, tuple(clauses))


def without_citations(text: str) -> str:
    """The text without its citations, and without the gaps they leave."""
    return _tidied(_without(text, citations(text, ())))


def bare_claim(text: str) -> str:
    """A sentence without all that is none of its claim: citations, list marker, links, "According to the passages"."""
    return unwrapped(without_citations(unmarked(text)))


def _tidied(text: str) -> str:
    line = " ".join(text.split())
    for sign in ".,;:!?。，；！？।":
        line = line.replace(f" {sign}", sign)
    return line


def _without(text: str, places: Iterable[Citation | Number]) -> str:
    return blanked(text, ((each.start, each.end) for each in places)).replace(UNREADABLE, " ")


def _clauses(tokens: Iterable[str]) -> Iterator[list[str]]:
    clause: list[str] = []
    for token in tokens:
        if token in CLAUSE_ENDS:
            yield clause
            clause = []
        else:
            clause.append(token)
    yield clause


def _joined(clause: list[str]) -> Iterator[list[str]]:
    """The clauses that an "and" or a "but" joins."""
    return (list(part) for is_joint, part in groupby(clause, JOINING.__contains__) if not is_joint)


def _keys(clause: list[str]) -> Iterator[str]:
    """The content words of a clause, in order; an empty key stands for a negation."""
    letters = ""
    for token, following in pairwise([*clause, ""]):
        if _stands_alone(token) and not _negates(token, following) and token not in FUNCTION_LETTERS:
            letters += token
            continue
        yield from _pairs(letters)
        letters = ""
        if _negates(token, following):
            yield ""
        elif token not in _LITTLE and any(map(str.isalnum, token)):
            yield _key(token)
    yield from _pairs(letters)


@lru_cache(maxsize=50_000)
def _key(token: str) -> str:
    return _without_ed(stem(token))[:ROOT]


def _without_ed(word: str) -> str:
    """An English verb without its -ed or -e, so that "share" and "shared", "need" and "needed" are one."""
    short = word.removesuffix("ed") if word.endswith("ed") else word.removesuffix("e")
    return short if word.isascii() and len(short) >= _SHORTEST_VERB else word


@lru_cache(maxsize=50_000)
def _stands_alone(token: str) -> bool:
    """Whether it is a letter of a script without blanks, which `words` cuts letter by letter."""
    return token.isalnum() and not token.isascii() and token[0] > "\u0e00" and len(words(token + token)) == 2


def _pairs(letters: str) -> Iterator[str]:
    if len(letters) == 1:
        yield letters
    yield from (letters[place : place + 2] for place in range(len(letters) - 1))


def _negates(token: str, following: str) -> bool:
    is_one = token in NEGATIONS or token.endswith(("n't", "n’t"))
    return is_one and (token, following) not in NO_NEGATION


def _negated(keys: list[str]) -> Iterator[str]:
    """What negations deny: the content words behind them or, where there are none ("gilt nicht"), the one before."""
    for place, key in enumerate(keys):
        if not key:
            behind = [each for each in keys[place + 1 : place + 1 + REACH] if each]
            yield from behind or [each for each in keys[max(0, place - 1) : place] if each]
