// Words around an amount: open ends, ranges, what is counted, and amounts that are not a budget.

import type { AddPhrases } from './meaning.ts';

export function addAmountWords(add: AddPhrases): void {
  const min = (place: 'before' | 'after' | 'either', phrases: string): void =>
    add({ kind: 'bound', side: 'min', place }, phrases);
  const max = (place: 'before' | 'after' | 'either', phrases: string): void =>
    add({ kind: 'bound', side: 'max', place }, phrases);
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
  add(
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

  add(
    { kind: 'between' },
    `
      between | entre | zwischen | tra | fra i | tussen | tussen de | antara | mellom | mellan | mellem |
      intre | miedzy | pomiedzy | между | somewhere between`,
  );
  add(
    { kind: 'joiner' },
    `
      - | to | too | إلى | الى | through | thru | ai | agli | al | ila | se | s / d | sd | s d | 〜 | ~ | から | 到 | 至 |
      till | or | oder | o | ou | of | atau | lub | - - | … | to around | to about | to maybe`,
  );
  add({ kind: 'and' }, 'and | y | e | und | et | en | dan | & | i | и | aur | og | och | si | an');
  add(
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
      in total | , - | . - | ht | ttc | hors taxes | vat | incl vat | mwst | btw | iva`,
  );
  add(
    { kind: 'budget' },
    `
      budget | budgets | budjet | bugdet | budged | presupuesto | orcamento | budgetrahmen | etat |
      enveloppe | spend | spending | afford | invest | investment | verba | anggaran | бюджет | 予算 | 预算 |
      butce | budzet | pay | have | allocated | allocate | set aside | rate | price | pagar | ausgeben |
      preis | prix | prezzo | prijs | harga`,
  );
  add(
    { kind: 'each' },
    `
      each | per user | per seat | per person | per head | per unit | / user | / seat | / person | / unit |
      a head | a piece | apiece | per piece | pp | p p | per licence | per license | per employee |
      per page | per lead | pro kopf | pro person | pro nutzer | por usuario | por persona | por pessoa |
      par personne | par utilisateur | a persona | a testa | per persoon | per gebruiker | per orang |
      stuck | je stuck | pro stuck | per box | / box | per night | / night | per day rate | per m2 | / m2 |
      per sqm | / sqm | / sq ft | per sq ft | per square metre | per square meter | per kg | / kg | per tonne |
      per ton | / ton | / t | per litre | per liter | / l | per bottle | per pack | per pallet | per item |
      per copy | per room | per guest | per plate | per cover | per pax | / pax | per student | per vehicle |
      per car | per van | per device | per desk | per pc | / pc | / pcs | pro stk | / stk | pro qm | / qm |
      pro nacht | pro gast | por unidad | por unidade | cada uno | cada una | cada um | la unite | l unite |
      a l unite | la piece | par piece | par nuit | par couvert | al pezzo | cadauno | cadauna | cad | a notte |
      per stuk | per nacht | / stuk | per buah | per pcs | per unit nya | za sztuke | / szt | tanesi | adedi |
      styck | per styck | за штуку | шт`,
  );
  add(
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
  add(
    { kind: 'label' },
    `
      q | h | fy | phase | option | version | v | no | nr | number | room | team of | staff of | group of |
      crew of | family of | top | step | tier | level | plan | package | lot | year | since | est |
      founded | age | # | kw | week | tel | phone | call | call me | zip | plz | art | item | by | in | on |
      until`,
  );
  add(
    { kind: 'correction' },
    `
      sorry | i mean | i meant | meant | no wait | wait no | actually | scratch that | correction | rather |
      or rather | besser gesagt | perdon | quise decir | quer dizer | digo | pardon | anzi | eigenlijk |
      make that | make it | korrektur | alias | its now | is now | but now | now its | more like | lol no |
      じゃなくて | ではなく | quero dizer | i mean`,
  );
  add(
    { kind: 'past' },
    `
      it was | was | we had | had | used to be | told | on avait | avait | teniamos | tinhamos |
      hatten wir | avevamo | spent | we spent | last year | last month | last time | previously |
      last quarter | used to | currently | current | currently paying | so far | letztes jahr | bisher |
      el ano pasado | ano passado | l an dernier | l anno scorso | vorig jaar | tahun lalu | pichle saal |
      we pay | paid`,
  );
  add(
    { kind: 'filler' },
    `
      by year end | year end | end of year | end of the year | by the end of the year | of the year |
      by end of year | ende des jahres | fin de ano | fin d annee | this year | this month | this quarter |
      next year | next month | next quarter | next week | this week | dieses jahr | este ano | cette annee |
      quest anno | dit jaar | tahun ini | is saal | pro | brutto | netto`,
  );

  add(
    { kind: 'not' },
    `
      not | dont have | do not have | nicht | kein | pas | no tenemos | nao temos | non | niet | bukan |
      nahi`,
  );
  add(
    { kind: 'not-budget' },
    `
      revenue | turnover | sales of | umsatz | facturacion | faturamento | chiffre d affaires | fatturato |
      omzet | omset | valuation | raised | freight | ship`,
  );
  add(
    { kind: 'undecided' },
    `
      no budget | not decided | undecided | still undecided | not set | isnt set | not sure | not sure yet |
      dont know | unknown | not known | tbd | sin presupuesto | todavia no | aun no | ainda nao |
      ainda sem | sem orcamento | noch offen | kein budget | noch nicht | pas encore | aucun budget |
      non so | non ancora | nog niet | geen budget | belum ada | belum tahu | jeszcze nie | nie wiemy |
      butce yok | henuz | не знаем | пока не | 미정 | 未定 | pata nahi | depends | no idea`,
  );
  add({ kind: 'plus-minus' }, '± | + / - | + - | plus minus | plus or minus | mas o menos');
  add(
    { kind: 'total' },
    `
      total | in total | altogether | all in | all together | insgesamt | gesamt | en total | en tout |
      no total | in totale | totaal | sum`,
  );
  add(
    { kind: 'reference' },
    `
      ext | extension | iso | call | call me | call me at | call me on | tel | phone | whatsapp | wa |
      wa saja ke | llamame | llamame al | liga | rufen | appelez | chiamami | bel | zip | plz | order |
      invoice | ref | reference | id | no`,
  );
}
