"""The word or sign beside a number: which spellings are one unit, and which words are none."""

from collections.abc import Callable

from ragedu.cases import folded

# Each row: the unit's name here, then how it is written. A language is added by adding its words.
_SPELLINGS = """
percent     % ٪ percent pct percentage prozent процент процента проценти процентов procent procenta procentów
            प्रतिशत فيصد بالمئة
permille    ‰ permille promille
eur         € eur euro euros евро евра यूरो 欧元 歐元 يورو
usd         $ us$ usd dollar dollars долар долара долари доллар доллара долларов dolar dolary dolarów डॉलर 美元 دولار
gbp         £ gbp pound pounds quid
jpy         jpy yen 日元 円
¥           ¥
cny         cny rmb yuan юань юаня юаней 元 块 人民币
inr         ₹ inr rs rupee rupees रुपये रुपया रुपए रु 卢比
cad         cad c$ ca$
aud         aud a$ au$
nzd         nzd nz$
hkd         hkd hk$
sgd         sgd s$
bgn         bgn лв лев лева левове
pln         pln zł zl złoty złote złotych zloty zlotys
rub         ₽ rub руб р рубль рубля рублей рубли ruble rubles roubles
chf         chf franken franc francs
cent        ¢ cent cents цент цента центов стотинки стотинка grosz grosze groszy копейка копейки копеек коп
second      s sec secs second seconds секунда секунди секунды секунд sekunda sekundy sekund sekunde
            sekunden सेकंड 秒 ثانية
minute      min mins minute minutes минута минути минуты минут мин minuta minuty minut minuten मिनट 分钟 分鐘 دقيقة
hour        h hr hrs hour hours час часа часове часов ч godzina godziny godzin godz stunde stunden std
            घंटे घंटा घंटों 小时 小時 ساعة ساعات
day         d day days ден дни дена день дня дней dzień dni dnia दिन दिनों 天 日 يوم يوما أيام tag tage tagen día días
            jour jours tages tägig tägige tägiger tägiges tägigen дневный дневная дневное дневного дневной дневен дневна
week        wk wks week weeks седмица седмици неделя недели недель tydzień tygodnie tygodni सप्ताह हफ़्ते हफ्ते 周 星期
            أسبوع أسابيع woche wochen wöchig wöchige wöchiges недельный
            недельная
month       mo month months месец месеца месеци месяц месяца месяцев miesiąc miesiące miesięcy महीने महीना माह 个月 月
            شهر أشهر monat monate monaten monats monatig monatige monatiges
            месячный месячная месячной месечен месечна
year        yr yrs year years година години год года лет rok lata lat roku साल वर्ष वर्षों 年 سنة سنوات jahr jahre jahren
            año años an ans jahres jährig jährige jähriger jähriges летний летняя летней летнюю годишен годишна letni
            letnia
millimetre  mm millimetre millimetres millimeter millimeters мм
centimetre  cm centimetre centimetres centimeter centimeters см सेमी 厘米
metre       m metre metres meter meters м метър метра метри метр метров मीटर 米
kilometre   km kilometre kilometres kilometer kilometers км километра километров किमी 公里
gram        g gram grams gramm gramme grammes г гр грам грама граммов грамм ग्राम 克
kilogram    kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes кг килограм килограма килограмм килограммов
            किग्रा किलो 公斤 千克
tonne       t tonne tonnes ton tons тон тона тонн
litre       l litre litres liter liters л литър литра литри литр литров लीटर 升
millilitre  ml millilitre millilitres milliliter milliliters мл 毫升
celsius     °c celsius
fahrenheit  °f fahrenheit
degree      ° degree degrees grad градус градуса градусов
kilobyte    kb kilobyte kilobytes кб
megabyte    mb megabyte megabytes мб
gigabyte    gb gigabyte gigabytes гб
terabyte    tb terabyte terabytes тб
watt        w watt watts вт
kilowatt    kw kilowatt kilowatts квт
milliwatt   milliwatt milliwatts
megawatt    megawatt megawatts
milligram   mg milligram milligrams milligramme milligrammes мг
volt        v volt volts
millivolt   millivolt millivolts
hertz       hz hertz
megahertz   mhz megahertz
person      person persons personen people человек человека души хора osoba osoby osób 人
times       times пъти раза раз razy बार 次 fois
am          am a.m
pm          pm p.m
clock       uhr o'clock oclock बजे 点 點
"""

# In these a capital letter is a million million times as much: "20 mW" is no "20 MW". In small letters alone it may be
# either, but where only one of the two is in use.
_CASED = """
milliwatt   mW
megawatt    MW
millivolt   mV
megavolt    MV
milliampere mA
megaampere  MA
millijoule  mJ
megajoule   MJ
millipascal mPa
megapascal  MPa
milliohm    mΩ
megaohm     MΩ
megalitre   ML
megagram    Mg
"""

# Scale words, with how many noughts they stand for.
_SCALES = """
2   hundred 百
3   k thousand хил хиляди тыс тысяча тысячи тысяч tsd tausend tys tysiąc tysiące tysięcy हज़ार हजार 千 ألف آلاف
4   万 萬
5   lakh lakhs लाख
6   million millions millionen mln mio млн милион милиона миллион миллиона миллионов milion miliony milionów مليون
7   crore crores करोड़
8   亿 億
9   bn billion billions mld mrd млрд милиард милиарда миллиард миллиарда миллиардов miliard miliardy miliardów مليار
9   milliarde milliarden
12  trillion trillions
"""

# Words that stand beside a number and are no unit of it.
_NO_UNITS = """
a an and or the of to in on at by for from with within per than then but if as is are was were be has have had it its
we you they he she i this that these those who which when where while until till before after since so not no only
more less least most about around up down out over under each every all any can may must will would should could
cost costs apply applies take takes do does did get gets
и или а но в във на с със за до от по към се е са ще си не че как при през този тази това
к ко из о об у же бы не что как это при если
lub oraz albo w we na z ze za do od po przez i a ale nie że jest są się to
का की के में से पर और या तक है हैं को ने नहीं भी
und oder der die das von zu im in auf mit für bis ist sind y o de la el en con por et ou le les du des à pour
من في إلى على و أو
"""

CURRENCIES = frozenset("eur usd cad aud nzd hkd sgd gbp jpy cny ¥ inr bgn pln rub chf cent".split())
NO_UNITS = frozenset(folded(_NO_UNITS).split())
# One sign for two currencies: a passage that says 50元 supports ¥50, and the other way round.
SAID_AS: dict[str, set[str]] = {
    # Nine o'clock may be in the morning or in the evening: which is compared with the time itself.
    "am": {"am", "clock"},
    "pm": {"pm", "clock"},
    "clock": {"clock", "am", "pm"},
    "¥": {"¥", "jpy", "cny"},
    "jpy": {"jpy", "¥"},
    "cny": {"cny", "¥"},
}
# What a rate is counted by: "5 euro per day", "5 euro a month".
RATED_BY = frozenset("second minute hour day week month year person kilogram gram litre metre kilometre".split())


def _table(text: str, as_compared: Callable[[str], str] = folded) -> dict[str, str]:
    """Spelling to name; a row that begins with a blank goes on with the row before."""
    spelled: dict[str, str] = {}
    name = ""
    for line in text.strip().splitlines():
        words = line.split()
        name = name if line[0].isspace() else words.pop(0)
        spelled.update((as_compared(word), name) for word in words)
    return spelled


CASED = _table(_CASED, str)
UNITS = {**_table(_SPELLINGS), **CASED}
for _spelling, _name in CASED.items():
    if folded(_spelling) not in UNITS:
        SAID_AS.setdefault(_name, {_name}).add(folded(_spelling))
        SAID_AS.setdefault(folded(_spelling), {folded(_spelling)}).add(_name)
SCALES = {word: int(noughts) for word, noughts in _table(_SCALES).items()}


def stem(word: str) -> str:
    """A word without its commonest endings, so that "parcels" and "parcel", "посилки" and "посилка" are one.

    >>> stem("Parcels"), stem("посилка")
    ('parcel', 'посилк')
    """
    word = folded(word)
    for ending, instead in (("ies", "y"), ("ses", "s"), ("xes", "x"), ("ches", "ch"), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            return word[: -len(ending)] + instead
    # Case endings of Bulgarian and Russian; Polish ones among Latin letters would eat English words.
    short = word.rstrip("аеиоуыъьэюяй")
    return short if len(short) >= 3 else word
