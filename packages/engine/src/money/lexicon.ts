// What the words and signs of a budget mean, in the languages leads are written in. Words are folded
// (lower case, no accents); `#` stands for a number.

import { compilePhrases, splitPhrases } from '../text/phrases.ts';
import { CURRENCY_WORDS } from './currencies.ts';

export type Period = 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

export type Meaning =
  | { kind: 'currency'; code: string; dollarSign?: true }
  | { kind: 'unit'; value: number }
  | { kind: 'times'; value: 10 | 100 | 1000 }
  | { kind: 'teen' }
  | {
      kind: 'scale';
      value: number;
      implies?: string;
      needsNumber?: true;
      mayLead?: true;
      isMil?: true;
      isM?: true;
    }
  | { kind: 'one' }
  | { kind: 'half' }
  | { kind: 'part'; value: number }
  | { kind: 'point' }
  | { kind: 'and-a-half' }
  | { kind: 'plus-half' }
  | { kind: 'few'; low: number; high: number }
  | { kind: 'figures' }
  | { kind: 'figure-count'; digits: number }
  | { kind: 'period'; period: Period; noun?: true }
  | { kind: 'bound'; side: 'min' | 'max'; place: 'before' | 'after' | 'either'; joins?: true }
  | { kind: 'between' }
  | { kind: 'joiner' }
  | { kind: 'and' }
  | { kind: 'filler' }
  | { kind: 'budget' }
  | { kind: 'each' }
  | { kind: 'thing' }
  | { kind: 'label' }
  | { kind: 'correction' }
  | { kind: 'past' }
  | { kind: 'not' }
  | { kind: 'not-budget' }
  | { kind: 'undecided' }
  | { kind: 'plus-minus' }
  | { kind: 'total' }
  | { kind: 'reference' };

const entries: [Meaning, string[]][] = [];
const say = (meaning: Meaning, phrases: string): void => {
  entries.push([meaning, splitPhrases(phrases)]);
};

for (const [code, words] of Object.entries(CURRENCY_WORDS)) say({ kind: 'currency', code }, words);
say({ kind: 'currency', code: 'USD', dollarSign: true }, '$');

// --- number words -----------------------------------------------------------------------------
const units: Record<number, string> = {
  0: 'zero | cero',
  1: 'one | uno | eins | ek | satu | jeden | bir | 一',
  2: 'two | dos | dois | duas | zwei | deux | due | twee | dua | dwa | dwie | iki | 二 | 两',
  3: 'three | tres | drei | trois | tre | drie | tiga | teen | trzy | uc | 三',
  4: 'four | cuatro | quatro | vier | quatre | quattro | empat | char | chaar | cztery | dort | 四',
  5: 'five | cinco | funf | fuenf | cinq | cinque | vijf | lima | panch | paanch | piec | bes | 五',
  6: 'six | seis | sechs | sei | zes | enam | che | chhe | szesc | 六',
  7: 'seven | siete | sete | sieben | sept | sette | zeven | tujuh | saat | siedem | yedi | 七',
  8: 'eight | ocho | oito | acht | huit | otto | delapan | aath | osiem | sekiz | 八',
  9: 'nine | nueve | nove | neun | neuf | negen | sembilan | nau | dziewiec | dokuz | 九',
  10: 'ten | diez | dez | zehn | dix | dieci | tien | sepuluh | das | dziesiec | dizaine',
  11: 'eleven | onze | elf | undici | sebelas | gyarah',
  12: `
    twelve | doce | doze | zwolf | douze | dodici | twaalf | barah | dozen | douzaine | duzia | docena |
    dozzina`,
  13: 'thirteen | trece | treze | treize',
  14: 'fourteen | catorce | quatorze | catorze',
  15: `
    fifteen | quince | quinze | funfzehn | quindici | vijftien | pandrah | pietnascie | quinzaine |
    quindicina`,
  16: 'sixteen | dieciseis | dezesseis | seize',
  17: 'seventeen | diecisiete | dezessete',
  18: 'eighteen | dieciocho | dezoito',
  19: 'nineteen | diecinueve | dezenove',
  20: `
    twenty | veinte | vinte | zwanzig | vingt | venti | twintig | bees | yirmi | dwadziescia | vingtaine |
    ventina`,
  25: 'veinticinco | venticinque | pachees | pachis',
  30: `
    thirty | treinta | trinta | dreissig | trente | trenta | dertig | tees | otuz | trzydziesci |
    trentaine | trentina`,
  35: 'paintees',
  40: `
    forty | fourty | cuarenta | quarenta | vierzig | quarante | quaranta | veertig | chalis | kirk |
    czterdziesci | quarantaine`,
  50: `
    fifty | cincuenta | cinquenta | funfzig | fuenfzig | cinquante | cinquanta | vijftig | pachas |
    pachaas | elli | piecdziesiat | cinquantaine | halvtreds`,
  60: `
    sixty | sesenta | sessenta | sechzig | soixante | sessanta | zestig | saath | altmis | szescdziesiat`,
  70: `
    seventy | setenta | siebzig | settanta | zeventig | soixante dix | sattar | siedemdziesiat |
    septante | soixante - dix`,
  75: 'pachattar | pachhattar',
  80: `
    eighty | ochenta | oitenta | achtzig | quatre vingt | quatre vingts | quatre - vingt |
    quatre - vingts | ottanta | tachtig | assi | osiemdziesiat | octante | huitante`,
  90: `
    ninety | noventa | neunzig | quatre vingt dix | quatre - vingt - dix | novanta | negentig | nabbe |
    dziewiecdziesiat | nonante`,
  100: 'cien | ciento | cem | cento | seratus | yuz | sto | centaine | centinaio',
  200: 'doscientos | doscientas | duzentos | duzentas | duecento | dwiescie',
  300: 'trescientos | trezentos | trecento | trzysta',
  400: 'cuatrocientos | quatrocentos | quattrocento',
  500: 'quinientos | quinientas | quinhentos | cinquecento | piecset',
  600: 'seiscientos | seiscentos | seicento',
  700: 'setecientos | setecentos | settecento',
  800: 'ochocientos | oitocentos | ottocento',
  900: 'novecientos | novecentos | novecento',
  1.5: 'dedh | derh | anderthalb* | anderhalf | anderhalve | poltora | poltorej | полтора',
  1.25: 'sava | sawa',
  2.5: 'dhai | adhai',
};
for (const [value, words] of Object.entries(units)) say({ kind: 'unit', value: Number(value) }, words);

say(
  { kind: 'times', value: 100 },
  `
    hundred | hundreds | hundert | honderd | cents mille | cent | ratus | sau | 百 | hundre | hundra |
    hundrede`,
);
say({ kind: 'times', value: 10 }, 'puluh | 十');
say({ kind: 'times', value: 1000 }, '千');
say({ kind: 'teen' }, 'belas');
say({ kind: 'one' }, 'a | an | un | una | une | um | uma | ein | eine | einen | einer | een');
say(
  { kind: 'half' },
  `
    half | half of | medio | media | meio | meia | halbe | halben | demi | mezzo | mezza | halve |
    setengah | aadha | yarim | pol | نصف | חצי`,
);
say(
  { kind: 'part', value: 250_000 },
  `
    a quarter million | a quarter of a million | quarter million | quarter of a million |
    viertel million | viertelmillion`,
);
say({ kind: 'part', value: 10_000 }, 'on bin');
say(
  { kind: 'part', value: 750_000 },
  'three quarters of a million | three quarter million | dreiviertelmillion',
);
say({ kind: 'point' }, 'point | komma | virgula | coma');
say(
  { kind: 'and-a-half' },
  `
    and a half | and half | y medio | y media | e meio | e meia | et demi | et demie | e mezzo | einhalb |
    en een half | bucuk | og en halv | e mezza`,
);
say({ kind: 'plus-half' }, 'saade | sadhe | sade | saadhe | sadde');
say({ kind: 'few', low: 2, high: 2 }, 'couple | couple of | un par de | um par de | un paio di | een paar');
say({ kind: 'few', low: 3, high: 9 }, 'several | varios | vários | mehrere | plusieurs | diversi | meerdere');
say(
  { kind: 'few', low: 3, high: 5 },
  'few | ein paar | quelques | algunos | alguns | enkele | beberapa | kuch',
);

// --- scales -----------------------------------------------------------------------------------
const thousand = 1e3;
const million = 1e6;
const billion = 1e9;
say(
  { kind: 'scale', value: thousand },
  `
    thousand | thousands | thosand | thousnd | thousend | thousan | tausend | mille | mila | duizend |
    tysiac* | tysiec* | тысяч* | тысячи | milliers | millier |
    tusen | tusind | tisic | mii | mie | ezer | ألف | آلاف | الف | אלף | हज़ार | हजार | হাজার | riesen |
    luca | lucas`,
);
say(
  { kind: 'scale', value: thousand, needsNumber: true },
  'k | ks | grand | tsd | tys | тыс | тис | bin | t | г | к',
);
say({ kind: 'scale', value: thousand, implies: 'INR' }, 'hazar | hazaar | hajar | hajaar');
say({ kind: 'scale', value: thousand, implies: 'VND' }, 'nghin | ngan');
say({ kind: 'scale', value: million, implies: 'VND' }, 'trieu');
say({ kind: 'scale', value: million, needsNumber: true }, 'kk');
say({ kind: 'scale', value: thousand, isMil: true }, 'mil');
say({ kind: 'scale', value: billion }, 'mil millones');
say({ kind: 'scale', value: thousand, implies: 'IDR' }, 'ribu | seribu');
say({ kind: 'scale', value: thousand, implies: 'IDR', needsNumber: true }, 'rb');
say({ kind: 'scale', value: thousand, needsNumber: true }, 'tkr | kkr');
say({ kind: 'scale', value: thousand, needsNumber: true, implies: 'RUB' }, 'т р | тр');
// kEUR, TEUR, MSEK: scale and currency in one word, before or after the number.
for (const code of [
  'EUR',
  'USD',
  'GBP',
  'CHF',
  'SEK',
  'NOK',
  'DKK',
  'PLN',
  'INR',
  'CAD',
  'AUD',
  'SGD',
  'AED',
]) {
  say(
    { kind: 'scale', value: thousand, implies: code, needsNumber: true, mayLead: true },
    `k${code} | t${code}`,
  );
  say(
    { kind: 'scale', value: million, implies: code, needsNumber: true, mayLead: true },
    `m${code} | mio${code} | mn${code}`,
  );
}
say(
  { kind: 'scale', value: million },
  `
    million | millions | milion | millon | millones | milhao | milhoes | millionen | milione | milioni |
    miljoen | milyon | milion* | миллион* | millio | milioane | مليون | מיליון | palo | palos`,
);
say(
  { kind: 'scale', value: million, needsNumber: true },
  'mm | mn | mln | mio | mill | mi | млн | tr | milj',
);
say({ kind: 'scale', value: million, needsNumber: true, isM: true }, 'm');
say({ kind: 'scale', value: million, implies: 'IDR' }, 'juta | sejuta');
say({ kind: 'scale', value: million, implies: 'IDR', needsNumber: true }, 'jt');
say(
  { kind: 'scale', value: billion },
  `
    billion | billions | milliard | milliards | milliarde | milliarden | miljard | miliardo | miliardi |
    milyar | bilhao | bilhoes | миллиард*`,
);
say({ kind: 'scale', value: billion, implies: 'IDR' }, 'miliar');
say({ kind: 'scale', value: billion, needsNumber: true }, 'b | bn | bln | mrd | млрд | bi | ty');
say({ kind: 'scale', value: 1e5, implies: 'INR' }, 'lakh | lakhs | lac | lacs | laakh | लाख | লাখ');
say({ kind: 'scale', value: 1e5, implies: 'INR', needsNumber: true }, 'l | lpa');
say({ kind: 'scale', value: 1e7, implies: 'INR' }, 'crore | crores | karod | karor | krore | करोड़ | কোটি');
say({ kind: 'scale', value: 1e7, implies: 'INR', needsNumber: true }, 'cr | crs');
say({ kind: 'scale', value: 1e4 }, '万 | 萬 | 만');
say({ kind: 'scale', value: 1e4, implies: 'KRW' }, '만원');
say({ kind: 'scale', value: 1e5, needsNumber: true }, 'ton | tonnetje');
say({ kind: 'scale', value: 1e5 }, 'een tonnetje | tonnetje');
say({ kind: 'scale', value: 1e6, implies: 'KRW' }, '백만원');
say({ kind: 'scale', value: 1e7, implies: 'KRW' }, '천만원');
say({ kind: 'scale', value: 1e7 }, '천만');
say({ kind: 'scale', value: 1e3, implies: 'KRW' }, '천원');
for (const [word, value] of [
  ['พัน', 1e3],
  ['หมื่น', 1e4],
  ['แสน', 1e5],
  ['ล้าน', 1e6],
] as const) {
  say({ kind: 'scale', value, implies: 'THB' }, `${word} | ${word}บาท`);
}
say({ kind: 'scale', value: 1e8 }, '億 | 亿 | 억');

say(
  { kind: 'figures' },
  'figures | figure | fig | digits | digit | cifras | cifra | cifre | chiffres | cijfers | stellig*',
);
[
  'einstellig*',
  'zweistellig*',
  'dreistellig*',
  'vierstellig*',
  'funfstellig*',
  'sechsstellig*',
  'siebenstellig*',
].forEach((word, index) => {
  say({ kind: 'figure-count', digits: index + 1 }, word);
});

// --- periods ----------------------------------------------------------------------------------
say(
  { kind: 'period', period: 'hour' },
  `
    per hour | an hour | a hour | hourly | / hour | / hr | / h | per hr | hr | hrs rate | ph |
    pro stunde | die stunde | / std | / stunde | stundensatz | je stunde | par heure | de l heure |
    la hora | por hora | / hora | a hora | all ora | l ora | / ora | per uur | / uur | het uur | per jam |
    / jam | godz | / godz | в час | / час | saatlik`,
);
say(
  { kind: 'period', period: 'day' },
  `
    per day | a day | daily | / day | / d | day rate | pd | pro tag | am tag | / tag | tagessatz |
    je tag | taglich | par jour | / jour | la journee | tjm | al dia | por dia | / dia | diaria | diario |
    diarios | diarias | al giorno | / giorno | per dag | / dag | per hari | / hari | sehari | roz |
    в день | gunluk | 毎日`,
);
say(
  { kind: 'period', period: 'week' },
  `
    per week | a week | weekly | / week | / wk | per wk | p w | pw | each week | every week | pro woche |
    die woche | in der woche | / woche | wochentlich | par semaine | / semaine | hebdo | por semana |
    a la semana | semanal | semanales | semanais | / semana | alla settimana | a settimana | / settimana |
    settimanali | per week | / week | wekelijks | per minggu | / minggu | seminggu | hafte | haftalik |
    tygodniowo`,
);
say(
  { kind: 'period', period: 'month' },
  `
    per month | a month | monthly | / month | / mo | / mth | / mon | / m | per mo | per mth | p m | pm |
    pcm | pmpm | p / m | mo | each month | every month | the month | monatlich* | pro monat | im monat |
    / monat | je monat | den monat | mtl | par mois | / mois | mensuel* | chaque mois | le mois | al mes |
    por mes | mensual | mensuales | mensualmente | cada mes | / mes | mes | ao mes | mensal | mensais |
    mensalmente | por mes | / mes | al mese | / mese | mensile | mensili | mensilmente | ogni mese |
    p / maand | per maand | / maand | maandelijks* | p m d | per bulan | / bulan | / bln | per bln |
    perbulan | sebulan | bulanan | tiap bulan | mahine | mahina | mahine ka | har mahine | maheene |
    mahine mein | miesiecznie | / mc | / mies | na miesiac | aylik | ayda | / ay | в месяц | / мес | мес |
    ежемесячно | / man | manad | i manaden | per manad | / mnd | 月 | 月額 | 毎月 | 每月 | 월 | mesicne |
    / thang | mot thang | شهريا | في الشهر | महीना | महीने | kuukausi | / kk`,
);
say(
  { kind: 'period', period: 'quarter' },
  `
    per quarter | a quarter | quarterly | / quarter | / qtr | / q | per qtr | each quarter |
    every quarter | pro quartal | im quartal | / quartal | quartalsweise | par trimestre | / trimestre |
    trimestriel* | por trimestre | al trimestre | trimestral | trimestrales | trimestrais | a trimestre |
    trimestrale | per kwartaal | / kwartaal | per kuartal | per triwulan | kwartalnie | ceyreklik`,
);
say(
  { kind: 'period', period: 'year' },
  `
    per year | a year | yearly | / year | / yr | / y | per yr | per annum | p a | pa | lpa | / annum |
    annual | annually | each year | every year | for the year | annum | pro jahr | im jahr | / jahr |
    jahrlich* | je jahr | par an | / an | annuel* | par annee | chaque annee | al ano | por ano | anual |
    anuales | anuais | anualmente | / ano | ao ano | all anno | l anno | / anno | annuo | annui |
    annuale | annuali | per jaar | / jaar | jaarlijks* | per tahun | / tahun | / thn | setahun |
    pertahun | tahunan | saal | salana | har saal | saal ka | rocznie | / rok | na rok | yillik | yilda |
    / yil | в год | / год | ежегодно | per ar | / ar | om aret | 年間 | 年額 | 每年 | 年 | rocne | / nam |
    سنويا`,
);
say(
  { kind: 'period', period: 'hour', noun: true },
  'hours | hour | hrs | stunden | stunde | heures | horas | ore | uren | uur | jam',
);
say(
  { kind: 'period', period: 'day', noun: true },
  'days | day | tage | tag | jours | jour | dias | dia | giorni | giorno | dagen | dag | hari | din',
);
say(
  { kind: 'period', period: 'week', noun: true },
  `
    weeks | week | wochen | woche | semaines | semaine | semanas | semana | settimane | settimana |
    weken | minggu`,
);
say(
  { kind: 'period', period: 'month', noun: true },
  'months | month | monate | monat | mois | meses | mesi | mese | maanden | maand | bulan | mahino',
);
say(
  { kind: 'period', period: 'quarter', noun: true },
  'quarters | quartale | trimestres | trimestri | kwartalen',
);
say(
  { kind: 'period', period: 'year', noun: true },
  'years | year | yrs | jahre | jahr | ans | anos | anni | anno | jaren | jaar | tahun',
);

// --- open ends --------------------------------------------------------------------------------
const min = (place: 'before' | 'after' | 'either', phrases: string): void =>
  say({ kind: 'bound', side: 'min', place }, phrases);
const max = (place: 'before' | 'after' | 'either', phrases: string): void =>
  say({ kind: 'bound', side: 'max', place }, phrases);
min(
  'before',
  `
    gt | gte | at least | over | more than | above | from | starting | starting at | starting from |
    start at | starts at | upwards of | north of | no less than | not less than | not below |
    in excess of | exceeding | greater than | > | ≥ | >= | ab | mindestens | wenigstens | uber | ueber |
    mehr als | desde | a partir de | mas de | por lo menos | al menos | minimo de | como minimo |
    superior a | mais de | pelo menos | no minimo | acima de | plus de | au moins | au minimum |
    a partir de | superieur a | au dessus de | almeno | oltre | piu di | a partire da | come minimo |
    minimaal | vanaf | meer dan | ten minste | tenminste | minstens | boven de | minimal | di atas |
    diatas | lebih dari | paling sedikit | mulai | mulai dari | setidaknya | kam se kam | od |
    co najmniej | ponad | powyzej | en az | от | более | свыше | не менее | minst | fra`,
);
min('either', 'min | minimum | minimo | minima | mini');
min(
  'after',
  `
    or more | and up | and above | and over | or above | or higher | and more | upwards | plus | + |
    or over | oder mehr | und mehr | aufwarts | y mas | o mas | en adelante | ou mais | para cima |
    et plus | ou plus | minimum | e oltre | in su | o piu | en meer | of meer | en hoger | ke atas |
    keatas | lebih | se zyada | se upar | se jyada | 以上 | 이상 | ve uzeri | i wiecej | minim`,
);
say(
  { kind: 'bound', side: 'max', place: 'before', joins: true },
  `
    up to | upto | up too | till | until | bis | bis zu | hasta | ate | jusqu a | jusqua | fino a |
    fino ad | sino a | tot | hingga | sampai | sampai dengan | do | до | stretch to | go to | go up to |
    push to | extend to | stretch it to`,
);
max(
  'before',
  `
    under | below | less than | no more than | not more than | not over | nothing over | nothing above |
    not above | not exceed | not exceeding | not to exceed | does not exceed | at most | within |
    lower than | cheaper than | sub | capped at | cap of | cap at | ceiling of | limit of | limited to |
    top out at | tops out at | max of | maximum of | < | ≤ | <= | south of | cant go over |
    cant go above | cannot go above | cannot go over | cant exceed | cannot exceed | dont go over |
    not go over | not go above | anything over | anything above | lt | lte | έως | עד | ไม่เกิน | حتى |
    unter | maximal | hochstens | nicht mehr als | weniger als | menos de | como maximo | como mucho |
    no mas de | maximo de | por debajo de | inferior a | no maximo | nao mais que | nao mais de |
    abaixo de | moins de | au maximum | pas plus de | au plus | inferieur a | en dessous de | meno di |
    massimo | al massimo | non piu di | sotto i | non oltre | maximaal | onder | onder de | hooguit |
    minder dan | niet meer dan | ten hoogste | maksimal | maksimum | maks | di bawah | dibawah |
    kurang dari | paling banyak | tidak lebih dari | maks | zyada se zyada | ponizej | maksymalnie |
    nie wiecej niz | en fazla | не более | менее | hogst | max`,
);
max(
  'either',
  `
    max | maximum | maximo | maxima | maxi | maks | tops | maximaal | massimo | maximal | cap | ceiling |
    limit | top | at most | maksymalnie | maksimal`,
);
max(
  'after',
  `
    or less | or under | or below | and under | and below | and less | oder weniger | o menos | ou menos |
    ou moins | o meno | of minder | ke bawah | kebawah | tak | tak ka | tak hi | se kam | se niche |
    se zyada nahi | se zyada nahin | se jyada nahi | se upar nahi | tops | 以内 | 以下 | まで | 未満 | 이하 | 미만 |
    no mas | nao mais | and no more | no more | not more | nicht mehr | pas plus | non di piu | hooguit |
    hochstens | altinda | max`,
);

say(
  { kind: 'between' },
  `
    between | entre | zwischen | tra | fra i | tussen | tussen de | antara | mellom | mellan | mellem |
    intre | miedzy | pomiedzy | между | somewhere between`,
);
say(
  { kind: 'joiner' },
  `
    - | to | too | إلى | الى | through | thru | ai | agli | al | ila | se | s / d | sd | s d | 〜 | ~ |
    till | or | oder | o | ou | of | atau | lub | - - | … | to around | to about | to maybe`,
);
say({ kind: 'and' }, 'and | y | e | und | et | en | dan | & | i | и | aur | og | och | si | an');
say(
  { kind: 'filler' },
  `
    about | around | approx | approximately | aprox | roughly | circa | ca | c | some | say | maybe |
    probably | like | ~ | ≈ | ± | give or take | more or less | ish | - ish | nearly | almost | just |
    only | ungefahr | etwa | rund | so um die | unos | unas | aproximadamente | alrededor de | cerca de |
    uns | umas | por volta de | environ | autour de | a peu pres | intorno a | indicativamente |
    ongeveer | rond de | rond | zo n | sekitar | kurang lebih | kisaran | kira kira | lagbhag | karib |
    kareeb | takreeban | okolo | yaklasik | около | примерно | くらい | ぐらい | ほど | 約 | 大概 | 大约 | de | of |
    di | des | d | the | los | las | os | as | dos | les | der | die | das | dem | den | il | lo | la |
    le | el | i | gli | ( | ) | [ | ] | : | = | only | / - | - / | ke | ka | ki | total | total of |
    in total | , - | . -`,
);
say(
  { kind: 'budget' },
  `
    budget | budgets | budjet | bugdet | budged | presupuesto | orcamento | budgetrahmen | etat |
    enveloppe | spend | spending | afford | invest | investment | verba | anggaran | бюджет | 予算 | 预算 |
    butce | budzet | pay | have | allocated | allocate | set aside | rate | price | pagar | ausgeben |
    preis | prix | prezzo | prijs | harga`,
);
say(
  { kind: 'each' },
  `
    each | per user | per seat | per person | per head | per unit | / user | / seat | / person | / unit |
    a head | a piece | apiece | per piece | pp | p p | per licence | per license | per employee |
    per page | per lead | pro kopf | pro person | pro nutzer | por usuario | por persona | por pessoa |
    par personne | par utilisateur | a persona | a testa | per persoon | per gebruiker | per orang |
    stuck | je stuck`,
);
say(
  { kind: 'thing' },
  `
    % | fte | ftes | person | person team | man team | personentage | personentagen | manntage | 명 |
    человек | чел | settembre | ottobre | dicembre | gennaio | febbraio | maggio | giugno | luglio |
    novembre | bureaux | magasins | tiendas | lojas | standorte | sedi | vestigingen | pracownikow |
    osob | osoby | calisan | kisi | bedroom | bed | m3 | km2 | founders | quotes | quotations | percent |
    prozent | por ciento | por cento | users | user | seats | seat | people | persons | employees |
    employee | staff | agents | reps | locations | location | stores | store | shops | sites | site |
    pages | page | landing pages | emails | email | licences | licenses | license | licence | units |
    unit | pcs | pieces | items | guests | rooms | room | beds | bedrooms | desks | leads | clicks |
    minutes | min call | sqm | sq | sqft | m2 | m² | kg | km | tons | tonnes | kw | kwp | kwh | laptops |
    devices | vehicles | cars | trucks | students | kids | videos | posts | products | skus | branches |
    offices | companies | clients | customers | contacts | machines | windows | panels | payments |
    instalments | installments | parts | phases | stages | options | steps | nutzer | benutzer |
    mitarbeiter | mitarbeitende | personen | personas | pessoas | personnes | utilisateurs | salaries |
    employes | empleados | usuarios | funcionarios | colaboradores | utenti | dipendenti | persone |
    gebruikers | medewerkers | werknemers | personen | orang | karyawan | pengguna | log | logon |
    users ke | am | days notice | january | february | march | april | june | july | august | september |
    october | november | december | jan | feb | mar | apr | jun | jul | aug | sep | sept | oct | nov |
    dec | januar | februar | marz | mai | juni | juli | oktober | dezember | enero | febrero | marzo |
    abril | mayo | junio | julio | agosto | septiembre | octubre | noviembre | diciembre | janvier |
    fevrier | mars | avril | juin | juillet | aout | septembre | octobre | novembre | decembre | x | ° |
    st | nd | rd | th`,
);
say(
  { kind: 'label' },
  `
    q | h | fy | phase | option | version | v | no | nr | number | room | team of | staff of | group of |
    crew of | family of | top | step | tier | level | plan | package | lot | year | since | est |
    founded | age | # | kw | week | tel | phone | call | call me | zip | plz | art | item | by | in | on |
    until`,
);
say(
  { kind: 'correction' },
  `
    sorry | i mean | i meant | meant | no wait | wait no | actually | scratch that | correction | rather |
    or rather | besser gesagt | perdon | quise decir | quer dizer | digo | pardon | anzi | eigenlijk |
    make that | make it | korrektur | alias | its now | is now | but now | now its | more like | lol no |
    じゃなくて | ではなく | quero dizer | i mean`,
);
say(
  { kind: 'past' },
  `
    it was | was | we had | had | used to be | told | on avait | avait | teniamos | tinhamos |
    hatten wir | avevamo | spent | we spent | last year | last month | last time | previously |
    last quarter | used to | currently | current | currently paying | so far | letztes jahr | bisher |
    el ano pasado | ano passado | l an dernier | l anno scorso | vorig jaar | tahun lalu | pichle saal |
    we pay | paid`,
);
say(
  { kind: 'filler' },
  `
    by year end | year end | end of year | end of the year | by the end of the year | of the year |
    by end of year | ende des jahres | fin de ano | fin d annee | this year | this month | this quarter |
    next year | next month | next quarter | next week | this week | dieses jahr | este ano | cette annee |
    quest anno | dit jaar | tahun ini | is saal | pro | brutto | netto`,
);

say(
  { kind: 'not' },
  `
    not | dont have | do not have | nicht | kein | pas | no tenemos | nao temos | non | niet | bukan |
    nahi`,
);
say(
  { kind: 'not-budget' },
  `
    revenue | turnover | sales of | umsatz | facturacion | faturamento | chiffre d affaires | fatturato |
    omzet | omset | valuation | raised | freight | ship`,
);
say(
  { kind: 'undecided' },
  `
    no budget | not decided | undecided | still undecided | not set | isnt set | not sure | not sure yet |
    dont know | unknown | not known | tbd | sin presupuesto | todavia no | aun no | ainda nao |
    ainda sem | sem orcamento | noch offen | kein budget | noch nicht | pas encore | aucun budget |
    non so | non ancora | nog niet | geen budget | belum ada | belum tahu | jeszcze nie | nie wiemy |
    butce yok | henuz | не знаем | пока не | 미정 | 未定 | pata nahi | depends | no idea`,
);
say({ kind: 'plus-minus' }, '± | + / - | + - | plus minus | plus or minus | mas o menos');
say(
  { kind: 'total' },
  `
    total | in total | altogether | all in | all together | insgesamt | gesamt | en total | en tout |
    no total | in totale | totaal | sum`,
);
say(
  { kind: 'reference' },
  `
    ext | extension | iso | call | call me | call me at | call me on | tel | phone | whatsapp | wa |
    wa saja ke | llamame | llamame al | liga | rufen | appelez | chiamami | bel | zip | plz | order |
    invoice | ref | reference | id | no`,
);

export const MONEY_BOOK = compilePhrases(entries);
