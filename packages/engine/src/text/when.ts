// Reads when something should happen: "asap", "in 2-3 Monaten", "Q1 2027", "before Christmas", "agle mahine". Used
// instead of chrono-node because it covers eleven languages at one map lookup per word; it only returns months from
// now, which is all a timeline needs.

import { compilePhrases, findPhrases, splitPhrases } from './phrases.ts';
import type { Tokens } from './tokenize.ts';

/** Months from now, or undecided; null if the text doesn't mention timing. */
export type When = number | 'undecided' | null;

const DAYS_PER_MONTH = 30.4;
const MS_PER_MONTH = DAYS_PER_MONTH * 24 * 3600 * 1000;

type Word =
  | { kind: 'months'; months: number }
  | { kind: 'undecided' }
  | { kind: 'unit'; months: number }
  | { kind: 'month'; index: number }
  | { kind: 'day-of-year'; month: number; day: number }
  | { kind: 'next-year' }
  | { kind: 'number'; value: number }
  | { kind: 'quarter' }
  | { kind: 'half'; which: 1 | 2 }
  | { kind: 'more' }
  | { kind: 'ordinal'; value: number };

const entries: [Word, string[]][] = [];
const say = (word: Word, phrases: string): void => {
  entries.push([word, splitPhrases(phrases)]);
};
const at = (months: number, phrases: string): void => say({ kind: 'months', months }, phrases);

at(
  0,
  `
    asap | now | right now | immediately | immediate | right away | straight away | today | tomorrow |
    yesterday | urgent | urgently | as soon as possible | at once | ready | ready to start | this week |
    next week | next monday | this month | within days | emergency | instantly | already started | right |
    very urgent | soonest | ya | ya mismo | lo antes posible | cuanto antes | inmediato | inmediata |
    inmediatamente | inmediatamente | de inmediato | ahora | urgente | hoy | mañana | esta semana |
    la próxima semana | este mes | imediato | imediata | imediatamente | agora | hoje | pra ontem |
    para ontem | o quanto antes | o mais rápido possível | esta semana | semana que vem | este mês |
    esse mês | amanhã | sofort | umgehend | ab sofort | so bald wie möglich | so schnell wie möglich |
    schnellstmöglich | baldmöglichst | dringend | heute | diese woche | nächste woche | diesen monat |
    jetzt | dès que possible | tout de suite | immédiatement | immédiat | maintenant | aujourd hui |
    cette semaine | la semaine prochaine | ce mois ci | au plus vite | urgent | subito |
    il prima possibile | immediatamente | immediata | immediato | adesso | oggi | questa settimana |
    la prossima settimana | questo mese | quanto prima | zo snel mogelijk | direct | meteen | per direct |
    nu | vandaag | deze week | volgende week | deze maand | spoed | segera | secepatnya | sekarang |
    hari ini | minggu ini | minggu depan | bulan ini | mendesak | abhi | turant | aaj | aaj hi | jaldi |
    jald | is hafte | is mahine | foran | natychmiast | od zaraz | jak najszybciej | pilnie | pilne |
    teraz | dziś | w tym tygodniu | w tym miesiącu | hemen | acil | derhal | bugün | bu hafta | bu ay |
    en kısa sürede`,
);
at(
  1,
  `
    next month | end of next month | agle mahine | mês que vem | próximo mês | mes que viene |
    próximo mes | nächsten monat | nächster monat | mois prochain | mese prossimo | prossimo mese |
    volgende maand | bulan depan | w przyszłym miesiącu | przyszły miesiąc | gelecek ay | önümüzdeki ay |
    few weeks | couple of weeks | end of month | fin de mes | ende des monats | fin du mois | fine mese |
    eind van de maand | akhir bulan`,
);
at(
  2,
  `
    this quarter | soon | shortly | within the quarter | few months soon | este trimestre | pronto |
    em breve | bald | dieses quartal | bientôt | ce trimestre | presto | questo trimestre | binnenkort |
    dit kwartaal | kuartal ini | wkrótce | yakında`,
);
at(
  3,
  `
    next quarter | próximo trimestre | nächstes quartal | nächsten quartal | trimestre prochain |
    prossimo trimestre | volgend kwartaal | kuartal depan | couple of months | few months | unos meses |
    alguns meses | ein paar monate | quelques mois | qualche mese | paar maanden | beberapa bulan |
    kuch mahine`,
);
at(
  8,
  `
    later this year | end of the year | end of year | medium term | mediano plazo | mittelfristig |
    dieses jahr | this year | este año | este ano | cette année | quest anno | dit jaar | tahun ini |
    is saal | no rush | eventually | baad me | baad mein | más adelante | mais pra frente |
    mais para frente | später | plus tard | più avanti | later | nanti | później | sonra |
    next school year | próximo año escolar`,
);
at(
  18,
  `
    year after next | long term | in the distant future | a largo plazo | longo prazo | langfristig |
    long terme | lungo termine | lange termijn | jangka panjang | couple of years | few years |
    paio d anni | paar jaar | quelques années | ein paar jahre | anderthalb jahr* | anderhalf jaar |
    over a year | more than a year | plus d un an | più di un anno | meer dan een jaar |
    mehr als ein jahr | más de un año | mais de um ano`,
);
say(
  { kind: 'next-year' },
  `
    next year | coming year | el año que viene | próximo año | el próximo año | ano que vem |
    próximo ano | nächstes jahr | kommendes jahr | l année prochaine | l an prochain | anno prossimo |
    l anno prossimo | volgend jaar | tahun depan | agle saal | w przyszłym roku | przyszły rok |
    gelecek yıl | seneye`,
);
say(
  { kind: 'undecided' },
  `
    not sure | not sure yet | unsure | undecided | not decided | havent decided | no decision |
    dont know | do not know | unknown | no idea | idk | tbd | tba | to be decided | to be determined |
    no timeline | no plan | no plans | no project | none | n a | just researching | researching |
    just looking | just browsing | exploring | just exploring | depends | cant say | havent thought |
    not yet | nope | no date | no rush yet | open | flexible timing | no intention | not planning |
    someday | sometime | market research | nothing planned | keine | ` +
    `
    no sé | no lo sé | todavía no | aún no | no decidido | sin definir | por definir | sin fecha |
    solo mirando | solo estoy mirando | solo investigando | no definido | não sei | ainda não |
    não definido | sem previsão | indefinido | sem data | weiß nicht | weiß ich noch nicht | weiss nicht |
    noch nicht | unentschieden | noch offen | unklar | nur informieren | keine ahnung | kein termin |
    ne sais pas | pas encore | rien n est décidé | indéterminé | à définir | aucune idée | pas décidé |
    non so | non lo so | non abbiamo ancora deciso | da decidere | da definire | non deciso | boh |
    weet niet | weet ik niet | nog niet | geen idee | nog geen idee | onbekend | nog te bepalen |
    belum tahu | belum pasti | belum ada | belum tentu | masih lihat | tergantung | pata nahi |
    decide nahi | socha nahi | abhi nahi | jaankari | jankari | dekh rahe | jeszcze nie wiem | nie wiem |
    nie wiemy | nieokreślony | bilmiyorum | henüz | belli değil | kararsız | karar vermedim`,
);
say(
  { kind: 'unit', months: 1 / DAYS_PER_MONTH },
  `
    day | days | día | días | dia | dias | tag | tage | tagen | jour | jours | giorno | giorni | dag |
    dagen | hari | din | dni | gün`,
);
say(
  { kind: 'unit', months: 7 / DAYS_PER_MONTH },
  `
    week | weeks | wk | wks | semana | semanas | woche | wochen | semaine | semaines | settimana |
    settimane | weken | minggu | hafte | hafta | tygodni | tygodnie | tydzień`,
);
say(
  { kind: 'unit', months: 1 },
  `
    month | months | mo | mths | mes | meses | mês | monat | monate | monaten | mois | mese | mesi |
    maand | maanden | bulan | mahine | mahina | maheene | miesiąc | miesiące | miesięcy | ay`,
);
say(
  { kind: 'unit', months: 12 },
  `
    year | years | yr | yrs | año | años | ano | anos | jahr | jahre | jahren | an | ans | année |
    années | anno | anni | jaar | jaren | tahun | saal | rok | lata | lat | yıl`,
);
say(
  { kind: 'more' },
  `
    more than | over | at least | plus | more | minimum | not for | más de | mais de | mehr als | über |
    plus de | più di | oltre | meer dan | ruim | lebih dari | se zyada | ponad | fazla | pas over`,
);
say(
  { kind: 'quarter' },
  'q1 | q2 | q3 | q4 | quarter | quartal | trimestre | kwartaal | kuartal | kwartał | çeyrek',
);
say(
  { kind: 'half', which: 1 },
  `
    first half | h1 | primer semestre | primeiro semestre | erste halbjahr | premier semestre |
    primo semestre`,
);
say(
  { kind: 'half', which: 2 },
  `
    second half | h2 | segundo semestre | zweite halbjahr | zweiten halbjahr | second semestre |
    secondo semestre | tweede helft`,
);
const numberWords =
  'one un una uno um uma ein eine einem einen een satu ek jeden bir|two dos dois duas zwei deux due twee dua do dwa iki|three tres drei trois tre drie tiga teen trzy üç|four cuatro quatro vier quatre quattro empat char cztery dört|five cinco fünf cinq cinque vijf lima paanch panch pięć beş|six seis sechs sei zes enam che chhe sześć altı|seven siete sete sieben sept sette zeven tujuh saat|eight ocho oito acht huit otto delapan aath|nine nueve nove neun neuf negen sembilan nau|ten diez dez zehn dix dieci tien sepuluh das|eleven elf|twelve doce doze zwölf douze dodici twaalf';
numberWords.split('|').forEach((words, index) => {
  say({ kind: 'number', value: index + 1 }, words.split(' ').join(' | '));
});
[
  'first | 1st | primer | primeiro | ersten | premier | primo',
  'second | 2nd | segundo | zweiten | deuxième | secondo',
  'third | 3rd | tercer | terceiro | dritten | troisième | terzo',
  'fourth | 4th | cuarto | quarto | vierten | quatrième',
].forEach((words, index) => {
  say({ kind: 'ordinal', value: index + 1 }, words);
});
const months =
  'january jan enero janeiro januar jänner janvier gennaio januari stycznia styczeń styczniu ocak|february feb febrero fevereiro februar février febbraio februari luty lutego lutym şubat|march mar marzo março märz mars marzo maart maret marzec marca mart|april apr abril avril aprile kwiecień kwietnia kwietniu nisan|may mayo maio mai maggio mei maj maja mayıs|june jun junio junho juni juin giugno czerwiec czerwca haziran|july jul julio julho juli juillet luglio lipiec lipca temmuz|august aug agosto août augustus agustus sierpień sierpnia ağustos|september sep sept septiembre setembro septembre settembre wrzesień września eylül|october oct octubre outubro oktober octobre ottobre październik października ekim|november nov noviembre novembro novembre listopad listopada kasım|december dec diciembre dezembro dezember décembre dicembre desember grudzień grudnia aralık';
months.split('|').forEach((words, index) => {
  say({ kind: 'month', index }, words.split(' ').join(' | '));
});
say(
  { kind: 'day-of-year', month: 11, day: 22 },
  `
    christmas | xmas | holidays | navidad | natal | weihnachten | noël | natale | kerst | świąt |
    świętami`,
);
say(
  { kind: 'day-of-year', month: 0, day: 5 },
  'new year | new years | año nuevo | ano novo | neujahr | nouvel an | capodanno | nieuwjaar',
);
say(
  { kind: 'day-of-year', month: 2, day: 25 },
  `
    spring | primavera | frühling | frühjahr | printemps | lente | voorjaar | wiosna | wiosną | wiosnę |
    ilkbahar`,
);
say(
  { kind: 'day-of-year', month: 5, day: 15 },
  'summer | verano | verão | sommer | été | estate | zomer | lato | latem | yaz',
);
say(
  { kind: 'day-of-year', month: 8, day: 10 },
  `
    autumn | otoño | outono | herbst | automne | rentrée | autunno | herfst | najaar | jesień | jesienią |
    sonbahar`,
);
say({ kind: 'day-of-year', month: 10, day: 1 }, 'diwali');

const WHEN_BOOK = compilePhrases(entries);
const NUMBER = /^\d{1,4}$/;
const ISO_DATE = /\b(20\d{2})-(\d{1,2})(?:-(\d{1,2}))?\b/;
const DAY_FIRST_DATE = /\b(\d{1,2})[./](\d{1,2})[./](20\d{2})\b/;

export function readWhen(tokens: Tokens, now: Date): When {
  const words = readWords(tokens);
  // Most answers say nothing about time.
  if (words === null) return null;
  const explicit = words.some(({ word }) => word?.kind === 'number')
    ? readNumericDate(tokens.raw, now)
    : null;
  if (explicit !== null) return explicit;
  const duration = readDuration(words, tokens.raw);
  if (duration !== null) return duration;
  if (words.some(({ word }) => word?.kind === 'undecided')) return 'undecided';
  const date = readDate(words, now);
  if (date !== null) return date;
  const months = words.find(({ word }) => word?.kind === 'months')?.word;
  return months?.kind === 'months' ? months.months : null;
}

interface ReadWord {
  readonly text: string;
  readonly word: Word | null;
}

/** Splits a text into known phrases, longest first, and numbers; null if it has neither. */
function readWords(tokens: Tokens): ReadWord[] | null {
  const matches = findPhrases(WHEN_BOOK, tokens.known);
  if (matches.length === 0 && !tokens.words.some(isNumber)) return null;
  const longest: ({ word: Word; last: number } | undefined)[] = [];
  for (const { meaning, first, last } of matches) {
    if ((longest[first]?.last ?? -1) < last) longest[first] = { word: meaning, last };
  }
  const words: ReadWord[] = [];
  for (let i = 0; i < tokens.words.length; i++) {
    const text = tokens.words[i] as string;
    const found = longest[i];
    if (found) {
      words.push({ text, word: found.word });
      i = found.last;
    } else words.push(isNumber(text) ? { text, word: { kind: 'number', value: Number(text) } } : UNKNOWN);
  }
  return words;
}

/** Stands for every word that says nothing about time; nobody asks for its text. */
const UNKNOWN: ReadWord = { text: '', word: null };

const isNumber = (text: string): boolean => text >= '0' && text < ':' && NUMBER.test(text);

/** "1-3 months" counts as three; "12+ months" and "more than a year" count as more than twelve. */
function readDuration(words: readonly ReadWord[], raw: string): number | null {
  for (let index = 0; index < words.length; index++) {
    const { word } = words[index] as ReadWord;
    if (word?.kind !== 'unit') continue;
    const before = words[index - 1]?.word;
    if (before?.kind !== 'number' || before.value > 100) continue;
    const isOpen =
      words.slice(0, index).some((other) => other.word?.kind === 'more') ||
      /\d\s*\+/.test(raw) ||
      words[index + 1]?.word?.kind === 'more';
    return before.value * word.months * (isOpen ? 1.2 : 1);
  }
  return null;
}

function readDate(words: readonly ReadWord[], now: Date): number | null {
  const year = readYear(words, now);
  for (let index = 0; index < words.length; index++) {
    const { text, word } = words[index] as ReadWord;
    if (word?.kind === 'quarter') {
      const nearby = [words[index - 1]?.word, words[index + 1]?.word];
      const ordinal = nearby.find((other) => other?.kind === 'ordinal' || other?.kind === 'number');
      const digit = /^q([1-4])$/.exec(text)?.[1];
      const number =
        digit === undefined ? (ordinal && 'value' in ordinal ? ordinal.value : null) : Number(digit);
      if (number !== null && number >= 1 && number <= 4) return monthsUntil(now, year, (number - 1) * 3, 1);
    }
    if (word?.kind === 'half') return monthsUntil(now, year, word.which === 1 ? 2 : 6, 15);
    if (word?.kind === 'day-of-year') return monthsUntil(now, year, word.month, word.day);
    if (word?.kind === 'month') {
      const beside = [words[index - 1]?.word, words[index + 1]?.word].find(
        (other) => other?.kind === 'number' && other.value >= 1 && other.value <= 31,
      );
      return monthsUntil(now, year, word.index, beside?.kind === 'number' ? beside.value : 15);
    }
  }
  if (year === null) return null;
  return year === now.getUTCFullYear()
    ? 1
    : monthsUntil(now, year, year === now.getUTCFullYear() + 1 ? 5 : 0, 1);
}

function readYear(words: readonly ReadWord[], now: Date): number | null {
  for (const { word } of words) {
    if (word?.kind === 'next-year') return now.getUTCFullYear() + 1;
    if (word?.kind === 'number' && word.value >= 2000 && word.value < 2100) return word.value;
  }
  return null;
}

function readNumericDate(raw: string, now: Date): number | null {
  const iso = ISO_DATE.exec(raw);
  if (iso) return monthsUntil(now, Number(iso[1]), Number(iso[2]) - 1, Number(iso[3] ?? 15));
  const slashed = DAY_FIRST_DATE.exec(raw);
  if (slashed === null) return null;
  const [day, month, year] = [Number(slashed[1]), Number(slashed[2]), Number(slashed[3])];
  // 12/25/2026 can only be month first.
  return month > 12 ? monthsUntil(now, year, day - 1, month) : monthsUntil(now, year, month - 1, day);
}

/** A date without a year means its next occurrence. */
function monthsUntil(now: Date, year: number | null, month: number, day: number): number | null {
  let date = Date.UTC(year ?? now.getUTCFullYear(), month, day);
  if (year === null && date < now.getTime() - GRACE_MS) date = Date.UTC(now.getUTCFullYear() + 1, month, day);
  // A date in the distant past answers a different question, such as "When did you buy it?"
  if (date < now.getTime() - 3 * GRACE_MS) return null;
  return Math.max(0, (date - now.getTime()) / MS_PER_MONTH);
}

const GRACE_MS = 20 * 24 * 3600 * 1000;
