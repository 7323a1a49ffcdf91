"""What refusals say, by language: tables of phrases. A language is added by adding its rows.

A phrase begins a clause. In "der kontext erwähnt … nicht" the dots stand for what is not known; a phrase that begins
with them ends the clause. Phrases are compared as `SAME` leaves them: "the documents provided don't" is "the context
do not".
"""

from collections.abc import Mapping, Sequence
from itertools import product

Phrases = Mapping[str, Sequence[str]]


def every(pattern: str) -> tuple[str, ...]:
    """All phrases of a pattern: alternatives between strokes, _ for a blank within one.

    >>> every("i don't|do_not know")
    ("i don't know", 'i do not know')
    """
    choices = [word.split("|") for word in pattern.split()]
    return tuple(" ".join(each).replace("_", " ") for each in product(*choices))


# What is said in many ways, and how phrases and texts are compared; apostrophes are gone by then.
SAME: dict[str, tuple[str, ...]] = {
    "do not": ("dont", "doesnt", "didnt", "does not", "did not"),
    "is not": ("isnt", "arent", "wasnt", "werent", "are not", "was not", "were not"),
    "can not": (
        *("cannot", "cant", "couldnt", "could not", "am unable to", "was unable to", "were unable to", "are unable to"),
        *("am not able to", "was not able to", "are not able to", "were not able to"),
    ),
    "i can not": ("im unable to", "im not able to"),
    "i am": ("im",),
    "there is": ("theres",),
    "do not have": ("have no", "has no"),
    "do not contain": ("contain no", "contains no"),
    "do not provide": ("provide no", "provides no", "give no", "gives no", "fail to provide", "fails to provide"),
    "do not mention": (
        *("make no mention of", "makes no mention of", "make no reference to", "makes no reference to"),
        *("fail to mention", "fails to mention"),
    ),
    "the answer": every("the answer to this|that|the|your question"),
    "there is no": (
        *("theres no", "there isnt", "there arent", "there are no", "there was no", "there were no", "there is not"),
        *("there are not", "there was not", "there were not", "there wasnt", "there werent"),
    ),
    # Said or left out, they change nothing.
    "": (
        *("any", "enough", "sufficient", "adequate", "specific", "relevant", "explicit", "exact", "further", "direct"),
        *("additional", "definitive", "explicitly", "specifically", "directly", "clearly", "currently", "actually"),
        *("definitively", "reliably", "really", "a clear", "a definitive", "a direct", "anywhere"),
    ),
}

# What was given to be read: "the retrieved excerpts", "documents provided" are the context. A text, a document or a
# page may also be what the question is about, unless it is said to be the one that was given.
GIVEN = (
    *("provided", "given", "supplied", "retrieved", "above", "attached", "available", "reference", "search", "source"),
    *("that were provided", "that was provided", "you provided", "you have provided", "you gave me"),
)
READ_ONLY = (
    *("context", "contexts", "passage", "passages", "excerpt", "excerpts", "snippet", "snippets", "sources"),
    *("documents", "texts"),
)
READ_TOO = (
    *("document", "text", "source", "material", "materials", "article", "articles", "content"),
    *("page", "pages", "paragraph", "paragraphs", "results", "information", "data", "knowledge base"),
)

_GIVEN_WORDS = " ".join(each for each in GIVEN if " " not in each)
_READ_WORDS = " ".join((*READ_ONLY, *(each for each in READ_TOO if " " not in each)))

# What says "I don't know", whole or with its subject behind it: "I don't know whether you deliver on Sunday".
REFUSALS: dict[str, tuple[str, ...]] = {
    "en": (
        *("i do not know", "i have no idea", "we have no idea", "we do not know the answer"),
        *every("i am not sure|certain|aware"),
        "i do not have access to",
        *every("i can_not answer|say|tell|find|determine"),
        *every("i can_not confirm|verify|locate|provide_an_answer|provide_information"),
        *every("the|this|these|my|your context|text do_not say|state|mention|answer|specify|cover|address|discuss"),
        *every("the|this|these|my|your context|text do_not describe|indicate|explain"),
        *every("the|this|these|my|your context|text do_not talk_about|refer_to|tell|clarify"),
        *every("the|this|these|my|your context do_not contain"),
        *every("none_of the|these|my context|text mention|mentions|say|says|contain|contains|address|addresses"),
        *every("none_of the|these|my context|text discuss|discusses|state|states|answer|answers|cover|covers"),
        *every("no context|text mentions|mention|says|say|addresses|address|contains|contain"),
        *every("this|that|it|the_answer|this_information|that_information is_not mentioned|stated|specified"),
        *every("nothing in_the|in_these|in_my context|text mentions|says|addresses|answers|states"),
        *every("it is_not clear|known from_the|in_the|from_this|from_these context|text"),
    ),
    "bg": (
        *("не знам", "не зная", "нямам представа", "не съм сигурен", "не съм сигурна", "не пише"),
        *every("нямам|няма|липсва|липсват информация|достатъчно_информация|данни|достатъчно_данни|отговор|сведения"),
        *every("не разполагам|разполагаме с информация|достатъчно_информация|данни|тази_информация"),
        *every("не мога да отговоря|кажа|намеря|определя|потвърдя|преценя"),
        *("не откривам", "не намирам", "не намерих", "не открих"),
        *every("не се казва|споменава|посочва|уточнява|споменават"),
        *every("не е посочено|споменато|уточнено|указано|ясно_от"),
        *every("контекстът|предоставеният_контекст|текстът не съдържа информация|отговор"),
        *every("контекстът|предоставеният_контекст|текстът не съдържа данни|достатъчно_информация"),
        *every("контекстът|предоставеният_контекст|текстът не споменава|посочва|казва|уточнява"),
        *every("документите|пасажите|текстовете|източниците не споменават|посочват|казват|уточняват"),
        *every("документите|пасажите|текстовете|източниците не съдържат информация|отговор|данни"),
        *every("тази_информация|информацията не|липсва е|в налична|посочена|документите|контекста|текста"),
        *("на този въпрос не може да се отговори", "не може да се отговори", "не може да се определи"),
    ),
    "pl": (
        *("nie wiem", "nie znam odpowiedzi", "nie mam pojęcia", "nie jestem pewien", "nie jestem pewna"),
        *every("nie_mam|nie_ma|brak|brakuje informacji|takich_informacji|tej_informacji"),
        *every("nie_mam|nie_ma|brak|brakuje wystarczających_informacji|danych|odpowiedzi|wzmianki"),
        *every("nie mogę|potrafię|jestem_w_stanie odpowiedzieć|powiedzieć|stwierdzić|znaleźć|określić|udzielić"),
        *("nie znalazłem", "nie znalazłam", "nie znaleziono"),
        *every("kontekst|podany_kontekst|tekst|dokument nie zawiera informacji|odpowiedzi|danych|wystarczających"),
        *every("dokumenty|teksty|fragmenty|źródła nie zawierają informacji|odpowiedzi|danych|wystarczających"),
        *every("kontekst|podany_kontekst|tekst|dokument nie wspomina|podaje|mówi|określa|precyzuje"),
        *every("dokumenty|teksty|fragmenty|źródła nie wspominają|podają|mówią|określają|precyzują"),
        *every("nie podano|wspomniano|określono|wskazano"),
        *every("ta_informacja|informacja nie jest dostępna|podana|zawarta"),
        *every("te_informacje|informacje nie są dostępne|podane|zawarte"),
        *("nie da się odpowiedzieć", "nie da się określić", "nie można odpowiedzieć", "nie można określić"),
    ),
    "ru": (
        *("не знаю", "не уверен", "не уверена", "затрудняюсь ответить", "понятия не имею", "не имею информации"),
        *every("нет|недостаточно информации|данных|сведений|ответа|упоминаний|упоминания|достаточной_информации"),
        *every("не могу|можем ответить|сказать|найти|определить|подтвердить|дать_ответ"),
        *every("не нашёл|нашел|нашла|располагаю|найдено"),
        *every("не сказано|говорится|указано|указывается|упоминается|уточняется|упомянуто|сообщается"),
        *every("информация|информация_об_этом отсутствует|не_указана|не_найдена|недоступна"),
        *every("такая_информация|эта_информация отсутствует|не_указана|не_найдена|недоступна"),
        *every("контекст|предоставленный_контекст|текст|документ не содержит информации|ответа|данных|сведений"),
        *every("контекст|предоставленный_контекст|текст|документ не упоминает|сообщает|говорит|уточняет"),
        *every("документы|тексты|источники|отрывки|фрагменты не содержат информации|ответа|данных|сведений"),
        *every("документы|тексты|источники|отрывки|фрагменты не упоминают|сообщают|говорят|уточняют"),
        *every("невозможно|нельзя|не_удалось ответить|определить|найти_информацию|найти_ответ|сказать"),
        *("ответ не найден", "ответ неизвестен", "на этот вопрос нет ответа", "на этот вопрос нельзя ответить"),
    ),
    "hi": (
        *("मुझे नहीं पता", "मुझे पता नहीं", "पता नहीं", "मैं नहीं जानता", "मैं नहीं जानती", "मुझे नहीं मालूम", "मुझे मालूम नहीं"),
        *every("मुझे|मुझे_इसकी|मुझे_इस_बारे_में|मुझे_इसके_बारे_में|कोई|यह|इसकी जानकारी नहीं है"),
        *every("मेरे_पास जानकारी|इसकी_जानकारी|यह_जानकारी|पर्याप्त_जानकारी|कोई_जानकारी|इस_बारे_में_जानकारी नहीं है"),
        *every("जानकारी|यह_जानकारी|इसकी_जानकारी उपलब्ध|मौजूद|दी_गई नहीं है"),
        *every("यह|इसकी जानकारी … उपलब्ध|मौजूद नहीं है"),
        *every("जानकारी|कोई_जानकारी|इसका_उत्तर|उत्तर|कोई_उत्तर|जवाब नहीं मिला|मिली"),
        *every("इसका|इसका_कोई|कोई उत्तर|जवाब|उल्लेख नहीं है"),
        *every("मैं इसका|इस_प्रश्न_का|इस_सवाल_का उत्तर|जवाब नहीं दे सकता|सकती"),
        *every("मैं नहीं बता|कह सकता|सकती"),
        *every("… के_बारे_में|की जानकारी|कोई_जानकारी|पर्याप्त_जानकारी नहीं है|मिली|दी_गई_है"),
        *every("… का उल्लेख|कोई_उल्लेख|ज़िक्र नहीं है|मिला"),
    ),
    "zh": (
        *("不知道", "不清楚", "不确定", "不了解", "无法回答", "无法确定", "无法得知", "无法判断", "无法提供"),
        *("不能回答", "不知道答案"),
        *("不知道這個", "没有相关信息", "没有足够的信息", "没有足够信息", "信息不足", "没有找到", "未找到"),
        *("找不到", "没有提到", "没有提及"),
        *("未提及", "未提到", "没有说明", "未说明", "没有答案", "没有相关内容", "没有关于…信息", "没有关于…内容"),
        *("没有关于…说明",),
        *("没有提供…信息", "未提供…信息", "不包含…信息", "没有包含…信息", "没有…的信息", "没有…相关信息"),
        *("无法根据…回答", "无法根据…回答这个问题", "无法根据…确定", "无法从…回答这个问题", "无法从…确定"),
        *("无法从…得知",),
        *("这个问题无法回答", "该问题无法回答"),
    ),
    "de": (
        *every("ich weiß|weiss es_nicht|das_nicht|es_leider_nicht|das_leider_nicht|nicht|leider_nicht"),
        *every("das|dies weiß|weiss ich_nicht|ich_leider_nicht"),
        *every("dazu|darüber habe|finde ich keine|leider_keine informationen|angaben|information|antwort"),
        *every("ich habe|finde dazu_keine|darüber_keine informationen|angaben|information|antwort"),
        *every("ich habe|finde leider_keine|keine informationen|angaben|information|antwort"),
        *every("dazu liegen_mir|gibt_es keine|leider_keine informationen|angaben"),
        *every("dazu enthält_der_kontext|enthalten_die_dokumente keine|leider_keine informationen|angaben"),
        *every("gibt_es|finde_ich|finden_sich|es_gibt|mir_liegen dazu_keine|keine informationen|angaben|antwort"),
        *every("diese_frage|die_frage|das kann_ich nicht|leider_nicht beantworten|sagen"),
        *every("ich_kann|kann_ich diese_frage|die_frage|das nicht|leider_nicht beantworten|sagen"),
        *every("ich_kann|kann_ich dazu nichts|leider_nichts|keine_auskunft|keine_angaben sagen|geben|machen"),
        *every("diese_frage|die_frage|das kann|lässt_sich nicht beantworten|beantwortet_werden"),
        *every("diese_frage|die_frage|das kann|lässt_sich anhand_des_kontexts_nicht beantworten|beantwortet_werden"),
        *every("ich_kann|kann_ich diese_frage|die_frage|das … nicht beantworten|sagen"),
        *every("dazu kann_ich nichts|leider_nichts sagen"),
        *("ich bin mir nicht sicher", "ich bin nicht sicher", "ich habe keine ahnung", "keine ahnung"),
        *every("der|dieser|der_bereitgestellte kontext|text enthält keine informationen|angaben"),
        *every("der|dieser|der_bereitgestellte kontext|text enthält dazu_keine|nicht_genügend informationen|angaben"),
        *every("die|diese|die_bereitgestellten dokumente|texte enthalten keine|dazu_keine informationen"),
        *every("die|diese|die_bereitgestellten quellen|passagen enthalten keine|dazu_keine informationen"),
        *every("der_kontext|der_text|das_dokument erwähnt|nennt|behandelt … nicht"),
        *every("die_dokumente|die_texte|die_quellen|die_passagen erwähnen|nennen|behandeln … nicht"),
        *every("im_kontext|im_text|in_den_dokumenten|in_den_quellen wird|werden … nicht erwähnt|genannt|behandelt"),
        *every("das|die_antwort|es wird|ist nicht|im_kontext_nicht|im_text_nicht erwähnt|genannt|angegeben"),
        *every("… geht|gehen aus_dem_kontext|aus_dem_text|aus_den_dokumenten|aus_den_quellen nicht hervor"),
        *every("die_antwort|diese_information steht|findet_sich nicht im|in_den kontext|text|dokumenten|quellen"),
        *every("keine informationen|angaben gefunden|verfügbar|vorhanden|dazu"),
    ),
}

# Of these nothing may follow but one of LINKS: "no information" is a refusal, "no information fee" is none.
LINKED: dict[str, tuple[str, ...]] = {
    "en": (
        *("we do not know", "we are not sure"),
        *every("i|we do_not have|find information|details|data|knowledge|context|access|an_answer"),
        *every("i|we do_not have|see the|that|this|an information|answer|details|context"),
        *every("i do_not see|find information|mention|details|anything"),
        *every("there_is_nothing|nothing in|about the|these|this|my context|text"),
        *every("i|we found|see|have no information|answer|mention|details|data|reference"),
        *every("there is no information|mention|answer|details|data|reference|indication|context"),
        *every("no|not|insufficient information|mention|answer|details|data|context"),
        *every("no information|answer is|was|were|are|could_be|can_be found|available|provided|given"),
        *every("no mention|details|data is|was|were|are|could_be|can_be found|available|provided|given"),
        *every("no information|answer|mention|details|data|answers found|available|provided"),
        *every("the_context|this_context do_not contain|provide|include|give|offer|have information|an_answer"),
        *every("these_context|the_text do_not contain|provide|include|give|offer|have information|an_answer"),
        *every("the|this|these|my context|text do_not contain|provide the|an|this|that answer|information"),
        *every("the|this|these|my context|text do_not include|give|have the|an|this|that answer|information"),
        *every("the|this|these context|text do_not contain|provide|include|give|have details|data|anything|mention"),
        *every("this_information|that_information|the_information is_not found"),
        *every("the_answer|the_requested_information|information is_not found"),
        *every("this_information|that_information|the_information is_not available"),
        *every("the_answer|the_requested_information|information is_not available"),
        *every("this_information|the_information is_not provided|given|included|present"),
        *every("the_answer|the_requested_information is_not provided|given|included|present"),
        *every("this_information|the_information can_not be found|determined|given"),
        *every("the_answer|the_requested_information can_not be found|determined|given"),
        *every("this|that|it is_not in|contained_in|available_in|provided_in the|my context|text"),
        *every("the_answer is_not in|contained_in|available_in|provided_in the|my context|text"),
        *every("this_information|that_information is_not in|contained_in the|my context|text"),
        *every("this_information|that_information is_not available_in|provided_in the|my context|text"),
        *every("this|that|it|the_answer is_not covered_in|covered_by|included_in the|my context|text"),
        *every("this|that|it|the_answer is_not given_in|found_in|addressed_in the|my context|text"),
        *every("this|that|the|your question can_not|is_not be_answered|answered|addressed"),
        *every("it|this|that|the_answer can_not be determined|answered|found|confirmed"),
    ),
}
LINKS: Phrases = {
    "en": (
        *("about", "on", "regarding", "concerning", "in", "of", "for", "from", "that", "whether", "if", "when"),
        *("where",),
        *("how", "what", "which", "who", "why", "within", "here", "as to", "available", "provided", "given", "found"),
        *("based", "using", "with the", "with that", "with this", "by the context", "related to", "relating to"),
        *every("to answer|determine|say|tell|confirm|support|suggest|address|respond|give|provide|make"),
        *every("to this|that|the|your|my question|questions"),
        *every("to that|this|the|such information|data|context"),
        *("anything", "yet", "at this time", "at the moment"),
    ),
}

# Of these nothing may follow but words that point back, at the question or at what was read.
ALONE: dict[str, tuple[str, ...]] = {
    "en": (
        *every("i|we can_not help|assist"),
        *every("information|answer not found|available|provided|given"),
        *every("not mentioned|specified|stated|found|answerable|provided|available|given|known|addressed|sure"),
        *("n/a", "unknown", "no idea", "not enough", "i do not have access to that", "i do not have it"),
    ),
    "bg": ("няма", "неизвестно", "не е известно", "не мога да помогна", "без отговор"),
    "pl": ("nie podano", "nieznane", "nie mogę pomóc"),
    "ru": ("неизвестно", "не известно", "не могу помочь"),
    "hi": ("अज्ञात", "ज्ञात नहीं", "उपलब्ध नहीं"),
    "zh": ("未知", "无"),
    "de": ("keine angabe", "keine angaben", "unbekannt", "nicht bekannt", "nicht angegeben"),
}
POINTERS = frozenset(
    """
    this that it the these your question questions request query answer with in from on about to based using context
    text here me you now there which i at moment time as of given further
    за това по този въпрос въпроса в контекста текста документите
    o na ten tym to temat w kontekście tekście dokumentach na pytanie
    об этом на этот вопрос о том в контексте тексте документах
    dazu darüber hierzu das im kontext text davon
    """.split()
)

# What may stand before it in its clause, or make a clause by itself: "Sorry, in these documents there is no answer".
OPENINGS: Phrases = {
    "en": (
        *("sorry", "i'm sorry", "i am sorry", "i'm afraid", "i am afraid", "unfortunately", "no", "but", "hi", "hello"),
        *("i apologise", "i apologize", "apologies", "my apologies", "regrettably", "well", "and", "or", "that"),
        *("so", "therefore", "thus", "hence", "as such", "because", "since", "as", "at the moment", "at this time"),
        *("as an ai", "as an ai language model", "as far as i can tell", "as far as i can see", "to be honest"),
        *("it seems", "it seems that", "it appears", "it appears that", "it looks like"),
        *every("in|from|within|according_to|based_on|given|using|with the|these|this|my context|text"),
        *every("based_on|according_to|in|from|with the context|information|text i_have|i_was_given"),
    ),
    "bg": (
        *("съжалявам", "за съжаление", "извинете", "извинявам се", "за това", "но", "защото", "тъй като", "затова"),
        *("че",),
        *every("в|от|според|въз_основа_на документите|документи|текстовете|текстове"),
        *every("в|от|според|въз_основа_на пасажите|пасажи|източниците|източници"),
        *every("в|от|според|въз_основа_на предоставените|дадените|тези документи|текстове|пасажи|източници"),
        *every("в|от|според|въз_основа_на контекста|текста"),
        *every("в|от|според|въз_основа_на предоставения_контекст|дадения_контекст|предоставения_текст"),
    ),
    "pl": (
        *("przepraszam", "niestety", "przykro mi", "ale", "na ten temat", "ponieważ", "gdyż", "bo", "dlatego", "że"),
        *every("w|w_podanych|w_dostarczonych|w_tych dokumentach|tekstach|źródłach|materiałach|fragmentach"),
        *every("w|w_podanym|w_dostarczonym|w_tym kontekście|tekście|dokumencie"),
        *every("na_podstawie|na_podstawie_podanego|na_podstawie_tego kontekstu|tekstu|dokumentu"),
    ),
    "ru": (
        *("извините", "к сожалению", "простите", "но", "об этом", "я", "у меня", "потому что", "так как", "поскольку"),
        *("поэтому", "что", "мне", "это", "этого", "на этот вопрос"),
        *every("в|в_предоставленных|в_этих|в_данных документах|текстах|источниках|материалах|отрывках|фрагментах"),
        *every("в|в_предоставленном|в_этом|в_данном документе|тексте|источнике|контексте"),
        *every("на_основании|на_основе предоставленного|данного|этого контекста|текста|документа"),
    ),
    "hi": (
        *("क्षमा करें", "माफ़ कीजिए", "माफ कीजिए", "खेद है", "मुझे खेद है", "लेकिन", "दिए गए", "दस्तावेज़ों में"),
        *("क्योंकि", "इसलिए", "कि"),
        *("इसके बारे में", "इस बारे में", "संदर्भ में", "पाठ में", "दस्तावेज़ में", "प्रदान किए गए", "उपलब्ध"),
        *("के अनुसार", "के आधार पर", "संदर्भ"),
    ),
    "zh": (
        *("很", "非常", "抱歉", "对不起", "但", "但是", "目前", "我", "在", "根据", "提供的", "所提供的", "给定的"),
        *("给出的", "现有"),
        *("因为", "由于", "所以", "因此", "您", "这", "中", "里", "也", "并", "均", "都", "上述", "以上"),
        *("资料", "资料中", "资料里", "文档中", "文档", "文件中", "文件", "文本中", "文中", "上下文中", "上下文"),
        *("内容", "信息"),
        *("关于这个问题", "关于此问题", "暂时"),
    ),
    "de": (
        *("leider", "entschuldigung", "tut mir leid", "es tut mir leid", "aber", "weil", "da", "daher", "deshalb"),
        *("dass",),
        *every("in_den|in_diesen|in_den_vorliegenden|in_den_bereitgestellten dokumenten|texten|quellen|unterlagen"),
        *every("im|im_bereitgestellten|im_gegebenen|in_diesem kontext|text|dokument"),
        *every("aus|anhand|auf_grundlage|auf_basis dem|des|der kontext|kontexts|kontextes|dokumente|texte|quellen"),
    ),
}

# Where it was looked for: a clause before it that begins so.
LEADS: Phrases = {
    "en": ("based on", "according to", "from the", "given the", "after reviewing", "having read"),
    "bg": ("според", "въз основа на"),
    "pl": ("na podstawie", "według"),
    "ru": ("согласно", "по этим", "на основании", "на основе"),
    "hi": ("के आधार पर",),
    "zh": ("根据",),
    "de": ("auf grundlage", "auf basis", "anhand", "laut"),
}

# Where to turn instead: a clause or a sentence that begins so.
REFERRALS: Phrases = {
    "en": (
        *every("please contact|ask|check|consult|provide|rephrase|clarify|refer_to|reach_out|try|visit"),
        *every("you may|might want_to|wish_to|like_to check|contact|consult|ask|refer_to|visit|reach_out"),
        *every("i|i'd|i_would recommend|suggest contacting|checking|consulting"),
        *every("i|i'd|i_would recommend|suggest asking|reaching_out|visiting|reviewing"),
        *every("if you could_provide|can_provide|provide|share|need"),
    ),
    "bg": (
        *("за да отговоря", "за да кажа", "моля свържете се", "свържете се", "моля попитайте", "моля обърнете се"),
        *("обърнете се към",),
    ),
    "pl": ("aby odpowiedzieć", "żeby odpowiedzieć", "by odpowiedzieć", "proszę", "skontaktuj się"),
    "ru": ("чтобы ответить", "чтобы сказать", "пожалуйста", "обратитесь", "свяжитесь", "рекомендую обратиться"),
    "hi": ("कृपया",),
    "zh": ("以回答", "来回答", "请联系", "请咨询", "请提供", "建议联系", "建议咨询"),
    "de": (
        *("um die frage zu beantworten", "um diese frage zu beantworten", "um das zu beantworten", "bitte"),
        *("wenden sie sich",),
    ),
}

# Said out of politeness, and claiming nothing: a clause or a sentence that begins so.
COURTESIES: Phrases = {
    "en": (
        *("is there anything else", "would you like", "could you please", "can you please", "do you have", "feel free"),
        *("sorry for", "sorry about", "thank you", "thanks for", "you're welcome", "have a nice", "have a great"),
        *("glad",),
        *every("let|please_let me know"),
        *every("please feel free|don't_hesitate"),
        *every("if you have any|other|another|further|more|additional|questions|a"),
        *every("if you need|would_like more|further|other|additional|anything|help"),
        *every("i'd|i_would|i'll|i_will|i_am be_happy_to|be_glad_to|happy_to|glad_to|here_to help|assist|try|answer"),
        *every("|i|i_do hope this|that|it helps|helped|answers|is_helpful|was_helpful"),
        *every("here's|here_is|here_are what|the|a|some|your answer|answers|i_found"),
        *every("below_is|below_are|the_following_is what|the|a|some|your answer|answers|i_found"),
        *every("here's|here_is|here_are|below_is|below_are the|a|some information|details|summary"),
        *every("here's|here_is|here_are|below_is|below_are the|a|some steps|context|text|list"),
        *every("that|this|what is_a|is_an|a|an great|good|excellent|interesting question"),
        *every("great|good|excellent question"),
    ),
    "bg": (
        *("надявам се да съм помогнал", "надявам се това да помогне", "надявам се това помага"),
        *("ако имате други въпроси",),
        *("ако имате още въпроси", "ако имате въпроси", "мога ли да помогна", "благодаря", "заповядайте"),
        *("ето какво намерих", "ето отговора", "ето информацията"),
    ),
    "pl": (
        *("mam nadzieję", "że to pomoże", "że pomogłem", "że pomogłam", "jeśli masz więcej pytań"),
        *("jeśli masz inne pytania", "jeśli masz pytania", "w razie pytań", "w razie dalszych pytań", "daj znać"),
        *("dziękuję", "czy mogę pomóc", "oto odpowiedź", "oto co znalazłem", "oto informacje"),
    ),
    "ru": (
        *("надеюсь", "это поможет", "что это поможет", "если у вас есть вопросы", "если у вас есть другие вопросы"),
        *("если у вас есть ещё вопросы", "если возникнут вопросы", "если у вас остались вопросы", "дайте знать"),
        *("обращайтесь", "спасибо", "могу ли я помочь", "вот что я нашёл", "вот ответ", "вот информация"),
    ),
    "hi": (
        *("आशा है यह मदद करेगा", "आशा है", "मुझे आशा है", "यदि आपके और प्रश्न हैं", "अगर आपके और सवाल हैं", "धन्यवाद"),
        *("बेझिझक", "यह रहा उत्तर", "यहाँ जानकारी है"),
    ),
    "zh": (
        *("希望这对您有帮助", "希望对您有帮助", "希望这能帮到您", "希望能帮到你", "希望", "如需更多"),
        *("如果您有其他问题",),
        *("如有其他问题", "如果还有其他问题", "如有任何问题", "请随时", "欢迎随时", "谢谢", "以下是", "这是一个好问题"),
    ),
    "de": (
        *("ich hoffe", "das hilft", "dass das hilft", "dass ihnen das hilft", "wenn sie weitere fragen haben"),
        *("falls sie weitere fragen haben",),
        *("bei weiteren fragen", "bei fragen", "lassen sie es mich wissen", "sagen sie mir", "gerne helfe ich"),
        *("danke",),
        *("vielen dank", "kann ich sonst noch", "haben sie weitere fragen", "stehe ich gerne", "hier ist die antwort"),
        *("was ich gefunden habe", "hier sind die informationen", "gute frage"),
    ),
}

# Said before the answer proper, or instead of it.
ACKNOWLEDGEMENTS: Phrases = {
    "en": (
        *("sure", "sure thing", "of course", "certainly", "absolutely", "definitely", "yes", "no", "okay", "ok"),
        *("right",),
        *("hello", "hi", "hi there", "hello there", "dear customer", "great", "got it", "no problem", "thanks"),
        *("in short",),
        *("answer", "short answer", "the answer", "final answer", "summary"),
        *("in summary", "to summarise", "to summarize", "note", "please note", "exactly"),
    ),
    "bg": ("да", "не", "разбира се", "здравейте", "добре", "накратко", "точно така", "отговор"),
    "pl": ("tak", "nie", "oczywiście", "jasne", "dzień dobry", "cześć", "dobrze", "w skrócie", "odpowiedź"),
    "ru": ("да", "нет", "конечно", "здравствуйте", "хорошо", "разумеется", "коротко", "вкратце", "ответ"),
    "hi": ("हाँ", "हां", "जी हाँ", "जी हां", "नहीं", "जी नहीं", "ज़रूर", "बिल्कुल", "नमस्ते", "ठीक है", "उत्तर"),
    "zh": ("是的", "当然", "好的", "您好", "你好", "没问题", "不是", "可以", "是", "不", "答案", "回答"),
    "de": (
        *("ja", "nein", "natürlich", "gerne", "gern", "selbstverständlich", "hallo", "sicher", "klar"),
        *("kurz gesagt", "hier ist", "antwort"),
    ),
}

# From where an answer says that it has something; what was read follows, in words of `PLACES`.
ATTRIBUTIONS: Phrases = {
    "en": (
        *("according to", "based on", "as per", "as stated in", "as mentioned in", "as described in", "as noted in"),
        *("as explained in", "as outlined in", "as specified in", "as indicated in", "as shown in"),
    ),
    "bg": ("според", "въз основа на", "съгласно", "както пише в", "както се казва в"),
    "pl": ("zgodnie z", "według", "na podstawie", "jak podano w", "jak wynika z"),
    "ru": ("согласно", "на основании", "на основе", "как сказано в", "как указано в"),
    "hi": every("दिए_गए|उपलब्ध|प्रदान_किए_गए संदर्भ|पाठ|दस्तावेज़|दस्तावेज़ों|जानकारी के_अनुसार|के_आधार_पर"),
    "zh": every("根据|依据"),
    "de": ("laut", "gemäß", "basierend auf", "auf grundlage", "auf basis", "wie angegeben in", "entsprechend"),
}
# "The document states that ..."
REPORTS: Phrases = {
    "en": every("say|says|state|states|mention|mentions|specify|specifies|indicate|indicates|explain|explains that"),
}
# Words for what was read: those that stand before it, and its names.
PLACES: Mapping[str, tuple[str, str]] = {
    "en": (f"the these this that your my all of {_GIVEN_WORDS}", f"{_READ_WORDS}"),
    "bg": (
        "предоставените предоставения предоставената дадените дадения дадената тези този тази",
        "документите документи документа текстовете текстове текста пасажите пасажа източниците източника контекста "
        "информацията",
    ),
    "pl": (
        "podanym podanych podanego podanymi dostarczonych dostarczonymi tych tego tym tymi",
        "kontekstem kontekstu kontekście dokumentami dokumentów dokumentu dokumencie tekstem tekstu tekście źródłami "
        "źródeł informacji informacjami fragmentów fragmentami",
    ),
    "ru": (
        "предоставленному предоставленным предоставленных предоставленного данному данным данных данного этому этим",
        "контексту контекста документам документу документов документа тексту текстам текста источникам источника "
        "источников информации отрывкам",
    ),
    "de": (
        "den dem der des die das diesen diesem bereitgestellten bereitgestellte gegebenen vorliegenden vorliegende",
        "angaben informationen kontext kontexts kontextes dokument dokumenten dokumente text texten quelle quellen "
        "passagen unterlagen abschnitt abschnitten",
    ),
    "zh": ("提供的 所提供的 给定的 上述 以上", "资料 文档 文件 文本 上下文 信息 内容 资料中 文档中 上下文中"),
}

# Behind these a claim begins, and the refusal no longer stands alone.
TURNS = frozenset(
    """
    aber jedoch normalerweise üblicherweise meist meistens vielleicht wahrscheinlich sondern außer ausser
    but however though although usually typically generally normally probably maybe perhaps likely still yet guess
    assume believe think except means besides instead meaning implying suggesting presumably
    bedeutet heißt oznacza znaczy означает значит означава
    но обаче обикновено вероятно може однако обычно наверное возможно хотя освен кроме сигурно скорее
    ale jednak zwykle zazwyczaj prawdopodobnie chyba oprócz poza raczej
    लेकिन मगर परन्तु परंतु आमतौर शायद आम सिवाय
    """.split()
)
TURNS_UNSPACED = ("但", "不过", "然而", "通常", "一般", "可能", "大概", "应该", "除了", "只")
# A "because" goes on with a clause of its own, which must refuse too; so does "and" with a subject of its own.
JOINTS = (
    *("because", "so that", "weil", "защото", "понеже", "потому что", "ponieważ", "क्योंकि"),
    *every("since|as|so|therefore the|this|that|it|i|we|there|none|no|these"),
    *every("and i|we|you|it|they|there|he|she|this|that|please"),
)
JOINTS_UNSPACED = ("因为", "由于", "所以", "因此")
# Behind an "and", these show that a claim was joined: "... and delivery is free".
VERBS = frozenset("is are was were costs cost can will must has have takes take comes applies apply does do".split())

# These go on with what is not known, in front of which some languages set a comma: "nie wiem, czy ...".
WHETHER = frozenset(
    """
    whether if what how why
    дали защо почему ли
    ob wann wo warum wieviel
    czy dlaczego ile कि क्या
    """.split()
)
# These do so as well, and may as well begin a clause that tells something: "... delivery, which is free".
WHO_OR_WHICH = frozenset(
    """
    which who when where
    кога къде как какво кой коя кое кои колко когда где что какой какая какое какие сколько кто
    was wer wie welche welcher welches welchen
    kiedy gdzie jak co kto który która które
    """.split()
)
