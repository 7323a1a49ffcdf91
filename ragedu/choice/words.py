"""How an answer is stated, language by language. A further language is one more `Words`; no code changes with it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

TAGS = (("<answer>", "</answer>"), ("<final_answer>", "</final_answer>"), ("\\boxed{", "}"))
"""What a model may be asked to put its letters into; the first is what `ask_choice` asks for."""

Phrases = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language around an answer, in any case.

    nouns         with a colon behind them they state an answer: "answer: B"
    leads         what follows them directly is the answer: "the answer is B"
    tails         what stands directly before them is the answer: "B is correct"
    wrongs        directly before a noun or lead they turn it round: "wrong answer: A"
    fillers       may stand before or among the letters: "option B", "both A and C"
    joins         between letters: "A and C"
    alternatives  make letters a doubt rather than a pick: "A or B"
    reasons       may follow the letters without any punctuation: "B because …"
    causes        those that may follow letters at the start of a line, where no answer is announced: "B, because …"
    starts        at the start of a line they announce the answer: "It's B"
    endings       end a statement that opens with a noun alone: the verb in Hindi
    verbs         after "B)" or "B." they show a remark about the option rather than the option itself: "B) is wrong"
    short         words of one letter, which before another word are no option: "a refund", "I think"
    nones         say that no option is right
    unknowns      say that the writer doesn't know
    """

    nouns: Phrases = ()
    leads: Phrases = ()
    tails: Phrases = ()
    wrongs: Phrases = ()
    fillers: Phrases = ()
    joins: Phrases = ()
    alternatives: Phrases = ()
    reasons: Phrases = ()
    causes: Phrases = ()
    starts: Phrases = ()
    endings: Phrases = ()
    verbs: Phrases = ()
    short: Phrases = ()
    nones: Phrases = ()
    unknowns: Phrases = ()


ENGLISH = Words(
    nouns=("answer", "answers", "answer(s)", "correct option", "correct options", "choice", "choices"),
    leads=(
        *("answer is", "answers are", "answer would be", "answer should be", "answer must be", "answer to this is"),
        *("correct option is", "correct options are", "right option is", "correct choice is", "choice is"),
        *("correct one is", "correct ones are", "i choose", "i pick", "i select", "i would choose", "i would pick"),
        *("i would say", "best option is", "best option would be", "best answer is", "correct option would be"),
        *("i'd choose", "i'd pick", "i'll go with", "i go with", "i'd go with", "i would go with", "i'm going with"),
        *(
            "it must be",
            "i think",
            "i think it's",
            "i think it is",
            "i believe",
            "i believe it is",
            "i'd say",
            "i guess",
        ),
    ),
    tails=(
        *("is correct", "are correct", "is right", "are right", "is true", "are true", "is the answer"),
        *("are all correct", "are both correct", "are all right", "are both right", "are all true", "are both true"),
        *("is the correct answer", "is the right answer", "are the correct answers", "are the right answers"),
        *("is the correct option", "are the correct options", "is the correct choice", "is the best answer"),
    ),
    wrongs=("wrong", "incorrect", "false", "possible", "not the", "not"),
    fillers=(
        *("option", "options", "answer", "answers", "letter", "letters", "choice", "choices", "both", "only"),
        *("definitely", "clearly", "probably", "so", "thus", "therefore", "hence", "the", "final", "correct"),
    ),
    joins=("and", "as well as", "plus"),
    alternatives=("or", "either", "and/or", "nor", "neither"),
    reasons=("because", "since", "as", "for", "due"),
    causes=("because", "since"),
    starts=("it's", "it is", "its", "that's", "that is", "it would be", "that would be", "it has to be"),
    verbs=("is", "isn't", "are", "aren't", "was", "wasn't", "can", "can't", "cannot", "does", "doesn't", "has"),
    short=("a", "i"),
    nones=(
        *("none", "none of them", "none of these", "none of those", "none of the above", "none of the options"),
        *("none of the options is correct", "none of the options are correct", "none of them is correct"),
        *("none of them are correct", "none is correct", "none are correct", "no option", "no option is correct"),
        *("nothing", "neither", "no correct option"),
    ),
    unknowns=(
        *("don't know", "i don't know", "dont know", "i dont know", "do not know", "i do not know", "unknown"),
        *("i don't know the answer", "i do not know the answer", "i'm not sure", "i am not sure", "not sure"),
        *("no idea", "i have no idea", "no answer", "n/a", "blank", "i can't answer", "i cannot answer"),
    ),
)

BULGARIAN = Words(
    nouns=("отговор", "отговори", "отговорът", "отговорите", "верен отговор", "избор"),
    leads=(
        *("отговор е", "отговорът е", "отговорите са", "отговори са", "избирам", "верният е", "верните са"),
        *("верният вариант е", "изборът ми е", "посочвам", "верни са", "правилни са", "верен е", "правилен е"),
        *("мисля, че е", "мисля, че са"),
    ),
    tails=("е верен", "е вярно", "са верни", "е верният отговор", "е правилният отговор", "са верните отговори"),
    wrongs=("грешен", "грешният", "неверен", "неправилен", "възможни", "не е", "не"),
    fillers=("вариант", "варианти", "опция", "опции", "отговор", "отговори", "буква", "само", "и двете"),
    joins=("и", "както и"),
    alternatives=("или", "либо"),
    reasons=("защото", "понеже", "тъй като"),
    causes=("защото", "понеже", "тъй като"),
    starts=("това е", "това са"),
    verbs=("е", "не", "са", "няма"),
    short=("а", "в", "е", "и", "о", "с", "у", "я"),
    nones=(
        *("никое", "никой", "никоя", "нито едно", "нито един", "нито една", "никое от тях", "никой от тях"),
        *("нито един от тях", "нито едно от тях", "нито едно от изброените", "нито един от изброените", "няма верен"),
        *("нито един отговор не е верен", "няма верен отговор"),
    ),
    unknowns=("не знам", "не зная", "нямам представа", "не съм сигурен", "не съм сигурна", "без отговор"),
)

RUSSIAN = Words(
    nouns=("ответ", "ответы", "правильный вариант", "верный вариант", "выбор"),
    leads=(
        "ответ это",
        "ответы это",
        "выбираю",
        "я выбираю",
        "мой выбор это",
        "правильным является",
        "я думаю",
        "думаю, что",
    ),
    tails=(
        *("верно", "верны", "правильно", "верен", "является правильным ответом", "это правильный ответ"),
        *("правильный ответ", "правильные ответы"),
    ),
    wrongs=("неправильный", "неверный", "ошибочный", "возможные", "не"),
    fillers=("вариант", "варианты", "ответ", "ответы", "буква", "буквы", "пункт", "только", "оба"),
    joins=("и", "а также"),
    alternatives=("или", "либо"),
    reasons=("потому что", "так как", "поскольку", "ибо"),
    causes=("потому что", "так как", "поскольку"),
    starts=("это",),
    verbs=("не", "это", "является", "верно", "неверно"),
    short=("а", "в", "и", "к", "о", "с", "у", "я"),
    nones=(
        *("ни один", "ни одного", "ни один из них", "ни один из вариантов", "ни одно", "ни одна", "ничего"),
        *("ничего из перечисленного", "нет правильного ответа", "нет верного ответа"),
    ),
    unknowns=("не знаю", "я не знаю", "не уверен", "не уверена", "без ответа", "нет ответа", "затрудняюсь ответить"),
)

POLISH = Words(
    nouns=("odpowiedź", "odpowiedzi", "odpowiedz", "prawidłowa opcja", "poprawna opcja", "wybór"),
    leads=(
        *("odpowiedź to", "odpowiedzią jest", "odpowiedzi to", "odpowiedziami są", "wybieram", "odpowiedź brzmi"),
        *("prawidłowa jest", "poprawna jest", "prawidłowa to", "poprawna to", "myślę, że to"),
    ),
    tails=(
        *("jest poprawna", "jest prawidłowa", "są poprawne", "są prawidłowe", "to poprawna odpowiedź"),
        *("to prawidłowa odpowiedź", "jest poprawną odpowiedzią", "jest prawidłową odpowiedzią"),
    ),
    wrongs=("błędna", "niepoprawna", "nieprawidłowa", "zła", "możliwe", "nie"),
    fillers=("opcja", "opcje", "odpowiedź", "odpowiedzi", "litera", "litery", "tylko", "wariant", "zarówno"),
    joins=("i", "oraz", "a także", "jak i"),
    alternatives=("lub", "albo", "czy", "bądź"),
    reasons=("ponieważ", "bo", "gdyż"),
    causes=("ponieważ", "bo", "gdyż"),
    starts=("to", "to jest"),
    verbs=("jest", "nie", "to", "są"),
    short=("a", "i", "o", "u", "w", "z"),
    nones=("żadna", "żadne", "żaden", "żadna z nich", "żadna z powyższych", "żadne z powyższych", "brak poprawnej"),
    unknowns=("nie wiem", "nie mam pojęcia", "nie jestem pewien", "nie jestem pewna", "brak odpowiedzi"),
)

HINDI = Words(
    nouns=("उत्तर", "उत्तर है", "जवाब", "सही विकल्प", "सही विकल्प है"),
    leads=("उत्तर है", "जवाब है", "सही विकल्प है", "मेरा चुनाव है", "मैं चुनता हूँ", "मैं चुनती हूँ"),
    tails=("सही है", "सही हैं", "सही उत्तर है", "सही उत्तर हैं", "सही विकल्प है"),
    wrongs=("गलत", "ग़लत", "संभावित"),
    fillers=("विकल्प", "उत्तर", "केवल", "दोनों", "अक्षर"),
    joins=("और", "तथा", "एवं", "व"),
    alternatives=("या", "अथवा"),
    reasons=("क्योंकि", "चूँकि"),
    causes=("क्योंकि", "चूँकि"),
    endings=("है", "हैं", "होगा"),
    verbs=("सही", "गलत", "ग़लत", "नहीं"),
    nones=("कोई नहीं", "इनमें से कोई नहीं", "उपरोक्त में से कोई नहीं", "कोई भी नहीं"),
    unknowns=("पता नहीं", "मुझे पता नहीं", "मुझे नहीं पता", "मैं नहीं जानता", "मैं नहीं जानती", "नहीं पता"),
)

CHINESE = Words(
    nouns=("答案", "正确答案", "正確答案", "正确选项", "正確選項", "选择", "選擇"),
    leads=(
        *("答案是", "答案为", "答案為", "答案选", "答案選", "正确选项是", "正確選項是", "正确选项为", "选择", "選擇"),
        *("应选", "應選", "我选", "我選", "选", "選"),
    ),
    tails=("是正确的", "是正確的", "是对的", "是對的", "正确", "正確", "是正确答案", "是正確答案", "都正确", "都对"),
    wrongs=("不", "错误", "錯誤", "错误的", "可能的", "不是"),
    fillers=("选项", "選項", "选", "選", "只有", "和选项"),
    joins=("和", "与", "與", "及", "以及"),
    alternatives=("或", "或者", "还是", "還是"),
    reasons=("因为", "因為", "由于", "由於"),
    causes=("因为", "因為", "由于", "由於"),
    starts=("是",),
    verbs=("是", "不", "错", "錯", "正确", "正確"),
    nones=("以上都不是", "以上都不对", "以上都不對", "都不对", "都不對", "都不是", "没有", "沒有", "无", "無"),
    unknowns=("不知道", "我不知道", "不清楚", "不确定", "不確定", "无法确定", "無法確定"),
)

LANGUAGES: Mapping[str, Words] = {
    "en": ENGLISH,
    "bg": BULGARIAN,
    "ru": RUSSIAN,
    "pl": POLISH,
    "hi": HINDI,
    "zh": CHINESE,
}
"""The languages that are read at once. One more: ``{**LANGUAGES, "de": Words(nouns=("Antwort",))}``."""


def merged(languages: Iterable[Words]) -> Words:
    """The words of several languages as of one: nobody says beforehand in which language a model will answer."""
    known = list(languages)
    return Words(**{field.name: _together(getattr(each, field.name) for each in known) for field in fields(Words)})


def _together(several: Iterable[Phrases]) -> Phrases:
    return tuple(dict.fromkeys(each for phrases in several for each in phrases))
