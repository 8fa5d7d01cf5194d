// Number words and scales: two, half, lakh, tausend, juta, 万.

import type { AddPhrases } from './meaning.ts';

export function addNumberWords(add: AddPhrases): void {
  const units: Record<number, string> = {
    0: 'zero | cero',
    1: 'one | uno | eins | ek | satu | jeden | bir | 一 | один | одна | واحد',
    2: 'two | dos | dois | duas | zwei | deux | due | twee | dua | dwa | dwie | iki | 二 | 两 | два | две | dve | dva | tva | اثنين',
    3: 'three | tres | drei | trois | tre | drie | tiga | teen | trzy | uc | 三 | три | tri | ثلاثة | ثلاث',
    4: 'four | cuatro | quatro | vier | quatre | quattro | empat | char | chaar | cztery | dort | 四 | четыре | ctyri | fyra | اربعة | أربعة',
    5: 'five | cinco | funf | fuenf | cinq | cinque | vijf | lima | panch | paanch | piec | bes | 五 | пять | pet | fem | خمسة | خمس',
    6: 'six | seis | sechs | sei | zes | enam | che | chhe | szesc | 六 | шесть | sest | ستة',
    7: 'seven | siete | sete | sieben | sept | sette | zeven | tujuh | saat | siedem | yedi | 七 | семь | sedm | sju | سبعة',
    8: 'eight | ocho | oito | acht | huit | otto | delapan | aath | osiem | sekiz | 八 | восемь | osm | atta | ثمانية',
    9: 'nine | nueve | nove | neun | neuf | negen | sembilan | nau | dziewiec | dokuz | 九 | девять | devet | nio | تسعة',
    10: 'ten | diez | dez | zehn | dix | dieci | tien | sepuluh | das | dziesiec | dizaine | десять | deset | tio | عشرة',
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
      twenty | veinte | vinte | zwanzig | vingt | venti | twintig | bees | yirmi | dwadziescia | vingtaine | двадцать | dvacet | tjugo | عشرين |
      ventina`,
    25: 'veinticinco | venticinque | pachees | pachis',
    30: `
      thirty | treinta | trinta | dreissig | trente | trenta | dertig | tees | otuz | trzydziesci | тридцать | tricet | trettio | ثلاثين |
      trentaine | trentina`,
    35: 'paintees',
    40: `
      forty | fourty | cuarenta | quarenta | vierzig | quarante | quaranta | veertig | chalis | kirk |
      czterdziesci | quarantaine | сорок | ctyricet | fyrtio | اربعين | أربعين`,
    50: `
      fifty | cincuenta | cinquenta | funfzig | fuenfzig | cinquante | cinquanta | vijftig | pachas |
      pachaas | elli | piecdziesiat | cinquantaine | halvtreds | пятьдесят | padesat | femtio | خمسين`,
    60: `
      sixty | sesenta | sessenta | sechzig | soixante | sessanta | zestig | saath | altmis | szescdziesiat | шестьдесят | sedesat | sextio | ستين`,
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
    100: 'cien | ciento | cem | cento | seratus | yuz | sto | centaine | centinaio | сто | مئة | مائة | مية',
    200: 'doscientos | doscientas | duzentos | duzentas | duecento | dwiescie | двести',
    300: 'trescientos | trezentos | trecento | trzysta | триста',
    400: 'cuatrocientos | quatrocentos | quattrocento',
    500: 'quinientos | quinientas | quinhentos | cinquecento | piecset | пятьсот',
    600: 'seiscientos | seiscentos | seicento',
    700: 'setecientos | setecentos | settecento',
    800: 'ochocientos | oitocentos | ottocento',
    900: 'novecientos | novecentos | novecento',
    1.5: 'dedh | derh | anderthalb* | anderhalf | anderhalve | poltora | poltorej | полтора',
    1.25: 'sava | sawa',
    2.5: 'dhai | adhai',
  };
  for (const [value, words] of Object.entries(units)) add({ kind: 'unit', value: Number(value) }, words);

  add(
    { kind: 'times', value: 100 },
    `
      hundred | hundreds | hundert | honderd | cents mille | cent | ratus | sau | 百 | hundre | hundra |
      hundrede`,
  );
  add({ kind: 'times', value: 10 }, 'puluh | 十');
  add({ kind: 'times', value: 1000 }, '千');
  add({ kind: 'teen' }, 'belas');
  add({ kind: 'one' }, 'a | an | un | una | une | um | uma | ein | eine | einen | einer | een');
  add(
    { kind: 'half' },
    `
      half | half of | pul | полу | medio | media | meio | meia | halbe | halben | demi | mezzo | mezza | halve |
      setengah | aadha | yarim | pol | نصف | חצי`,
  );
  add(
    { kind: 'part', value: 250_000 },
    `
      a quarter million | a quarter of a million | quarter million | quarter of a million |
      viertel million | viertelmillion`,
  );
  add({ kind: 'part', value: 10_000 }, 'on bin');
  add({ kind: 'part', value: 1_000 }, 'a grand');
  add({ kind: 'part', value: 2_000 }, 'ألفين | الفين');
  add({ kind: 'part', value: 2_000_000 }, 'مليونين');
  add({ kind: 'part', value: 500_000 }, 'полмиллиона');
  add({ kind: 'filler' }, 'a grand opening | a grand piano | a grand total | a grand total of');
  add(
    { kind: 'part', value: 750_000 },
    'three quarters of a million | three quarter million | dreiviertelmillion',
  );
  add({ kind: 'point' }, 'point | komma | virgula | coma');
  add(
    { kind: 'and-a-half' },
    `
      and a half | and half | y medio | y media | e meio | e meia | et demi | et demie | e mezzo | einhalb |
      en een half | ونصف | bucuk | og en halv | e mezza`,
  );
  add({ kind: 'plus-half' }, 'saade | sadhe | sade | saadhe | sadde');
  add(
    { kind: 'few', low: 2, high: 2 },
    'couple | couple of | ett par | et par | un par de | um par de | un paio di | een paar',
  );
  add(
    { kind: 'few', low: 3, high: 9 },
    'several | varios | vários | mehrere | plusieurs | diversi | meerdere',
  );
  add(
    { kind: 'few', low: 3, high: 5 },
    'few | ein paar | quelques | algunos | alguns | enkele | beberapa | kuch',
  );

  const thousand = 1e3;
  const million = 1e6;
  const billion = 1e9;
  add(
    { kind: 'scale', value: thousand },
    `
      thousand | thousands | thosand | thousnd | thousend | thousan | tausend | mille | mila | duizend |
      tysiac* | tysiec* | тисяч* | тысяч* | тысячи | milliers | millier |
      tusen | tusind | tisic | mii | mie | ezer | ألف | آلاف | الف | אלף | हज़ार | हजार | হাজার | riesen |
      luca | lucas`,
  );
  add(
    { kind: 'scale', value: thousand, needsNumber: true },
    'k | ks | grand | tsd | tys | тыс | тис | bin | tis | t | г | к',
  );
  add({ kind: 'scale', value: thousand, implies: 'INR' }, 'hazar | hazaar | hajar | hajaar');
  add({ kind: 'scale', value: thousand, implies: 'VND' }, 'nghin | ngan');
  add({ kind: 'scale', value: million, implies: 'VND' }, 'trieu');
  add({ kind: 'scale', value: million, needsNumber: true }, 'kk');
  add({ kind: 'scale', value: thousand, isMil: true }, 'mil');
  add({ kind: 'scale', value: billion }, 'mil millones');
  add({ kind: 'scale', value: thousand, implies: 'IDR' }, 'ribu | seribu');
  add({ kind: 'scale', value: thousand, implies: 'IDR', needsNumber: true }, 'rb');
  add({ kind: 'scale', value: thousand, needsNumber: true }, 'tkr | kkr');
  add({ kind: 'scale', value: thousand, needsNumber: true, implies: 'RUB' }, 'т р | тр');
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
    add(
      { kind: 'scale', value: thousand, implies: code, needsNumber: true, mayLead: true },
      `k${code} | t${code}`,
    );
    add(
      { kind: 'scale', value: million, implies: code, needsNumber: true, mayLead: true },
      `m${code} | mio${code} | mn${code}`,
    );
  }
  add(
    { kind: 'scale', value: million },
    `
      million | millions | milion | millon | millones | milhao | milhoes | millionen | milione | milioni |
      miljoen | milyon | milion* | miljon* | millioner | мільйон* | миллион* | millio | milioane | مليون | מיליון | palo | palos`,
  );
  add(
    { kind: 'scale', value: million, needsNumber: true },
    'mm | mn | mln | mio | mill | mi | млн | tr | milj',
  );
  add({ kind: 'scale', value: million, needsNumber: true, isM: true }, 'm');
  add({ kind: 'scale', value: million, implies: 'IDR' }, 'juta | sejuta');
  add({ kind: 'scale', value: million, implies: 'IDR', needsNumber: true }, 'jt');
  add(
    { kind: 'scale', value: billion },
    `
      billion | billions | milliard | milliards | milliarde | milliarden | miljard | miljarder | miliardo | miliardi |
      milyar | bilhao | bilhoes | миллиард*`,
  );
  add({ kind: 'scale', value: billion, implies: 'IDR' }, 'miliar');
  add({ kind: 'scale', value: billion, needsNumber: true }, 'b | bn | bln | mrd | млрд | bi | ty');
  add({ kind: 'scale', value: 1e5, implies: 'INR' }, 'lakh | lakhs | lac | lacs | laakh | लाख | লাখ');
  add({ kind: 'scale', value: 1e5, implies: 'INR', needsNumber: true }, 'l | lpa');
  add({ kind: 'scale', value: 1e7, implies: 'INR' }, 'crore | crores | karod | karor | krore | करोड़ | কোটি');
  add({ kind: 'scale', value: 1e7, implies: 'INR', needsNumber: true }, 'cr | crs');
  add({ kind: 'scale', value: 1e4 }, '万 | 萬 | 만');
  add({ kind: 'scale', value: 1e4, implies: 'KRW' }, '만원');
  add({ kind: 'scale', value: 1e5, needsNumber: true }, 'ton | tonnetje');
  add({ kind: 'scale', value: 1e5 }, 'een tonnetje | tonnetje');
  add({ kind: 'scale', value: 1e6, implies: 'KRW' }, '백만원');
  add({ kind: 'scale', value: 1e7, implies: 'KRW' }, '천만원');
  add({ kind: 'scale', value: 1e7 }, '천만');
  add({ kind: 'scale', value: 1e3, implies: 'KRW' }, '천원');
  for (const [word, value] of [
    ['พัน', 1e3],
    ['หมื่น', 1e4],
    ['แสน', 1e5],
    ['ล้าน', 1e6],
  ] as const) {
    add({ kind: 'scale', value, implies: 'THB' }, `${word} | ${word}บาท`);
  }
  add({ kind: 'scale', value: 1e8 }, '億 | 亿 | 억');

  add(
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
    add({ kind: 'figure-count', digits: index + 1 }, word);
  });
}
