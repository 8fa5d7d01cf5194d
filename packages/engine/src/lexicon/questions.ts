// The topic of a form question, however it is worded. Same languages as in message.ts.

import { compilePhrases, splitPhrases } from '../text/phrases.ts';

/** `story` asks for free text, which is read like a message. */
export const TOPICS = ['timeline', 'authority', 'size', 'role', 'goal', 'budget', 'story'] as const;
export type Topic = (typeof TOPICS)[number];

/** What an account can say a question is about; `other` is none of the topics. */
export const QUESTION_TOPICS = [...TOPICS, 'other'] as const;
export type QuestionTopic = (typeof QUESTION_TOPICS)[number];

/** `other` marks a question known to be irrelevant; `others-decide` swaps yes and no. */
export type QuestionMeaning =
  | Topic
  | 'other'
  | 'others-decide'
  | 'alone'
  | 'when'
  | 'decision'
  | 'urgency'
  | 'owner';

const MEANINGS: Record<QuestionMeaning, string> = {
  other:
    `
    how did you hear | hear about us | heard about | how did you find | referred you | who referred |
    best time | preferred time | preferred contact | contact time | time to call | call you | reach you |
    best day to call | newsletter | subscribe | consent | i agree | agree to | privacy | terms | gdpr |
    date of birth | birthday | birth date | age | favourite | favorite | colour | color | t shirt |
    shirt size | zip | zip code | postcode | postal code | pincode | pin code | coupon | promo code |
    voucher | years have you been | years in business | founded | industry | vehicles do you own |
    webinar | webinars | last visit | did you last | are you human | captcha | dietary | utm campaign |
    utm medium | utm term | utm content | gclid | fbclid | ip address | user agent | page url | referrer |
    language | country | city | state | address | website | linkedin url | preferred language | gender |
    salutation | company name | company | attachment | file | ` +
    `
    cómo nos conociste | cómo nos conoció | cómo supo | a qué hora | hora prefiere | código postal |
    boletín | ` +
    'como ficou sabendo | como nos conheceu | aceito receber | camiseta | melhor horário | cep | ' +
    `
    wie sind sie auf uns | auf uns aufmerksam | plz | postleitzahl | erreichbar | einwilligung |
    datenschutz | woher kennen | ` +
    `
    comment avez vous connu | connu notre | nous avez vous connus | moyen de contact | code postal |
    code promo | joignable | ` +
    `
    come ci hai conosciuto | come ci ha conosciuto | acconsento | cap | trattamento dei dati |
    orario preferito | ` +
    'hoe heeft u ons | hoe heb je ons | nieuwsbrief | lievelingskleur | bereikbaar | postcode | ' +
    `
    kaise pata chala | call karne ka | sahi time | dari mana | tahu dari | waktu terbaik | kode pos | ` +
    'skąd dowiedział | kod pocztowy | najlepsza pora | bizi nereden | posta kodu',
  when:
    `
    when | whens | need by | wanted by | urgency level | urgenza | urgencia | urgência | urgenz | levering | lieferung | lieferdatum | entrega | consegna | livraison | pengiriman | dostawa | verhuisdatum | moving date | termin imprezy | fecha del evento | data do evento | data evento | date de l événement | tanggal acara | event date | how soon | by when | how quickly | timeline | timeframe | time frame | timing |
    deadline | start date | go live | go live date | golive | kick off | kickoff | kick off date |
    move in | move in date | target date | purchase date | implementation date | horizon | buying window |
    window | schedule | launch date | delivery date | install date | project start | preferred start |
    expected joining | joining date | joining | event date | wedding date | expected start |
    start timeframe | purchase timeline | decision date | within the next | date needed | needed by |
    ready to start | start right away | planning to purchase within | purchase horizon | stage |
    project stage | urgency | how urgent | closing date | contract end | renewal date | ` +
    `
    cuándo | para cuándo | plazo | fecha | fecha de inicio | en cuánto tiempo | qué fecha |
    cuando quieres | cuando desea | cuando piensa | etapa | ` +
    'quando | prazo | em quanto tempo | para quando | previsão | data de início | quando pretende | ' +
    `
    wann | bis wann | wunschtermin | wunschdatum | zeitrahmen | zeitraum | umsetzungszeitraum | beginn | starttermin | termin |
    einzugstermin | liefertermin | zeitplan | kaufabsicht | ab wann | ` +
    'quand | pour quand | délai | échéance | date | à quelle date | horizon | dans quel délai | ' +
    'entro quando | tempistiche | tempistica | tempi | data inizio | data | ' +
    `
    wanneer | termijn | startdatum | aankoopmoment | binnen welke termijn | tijdlijn | opleverdatum | ` +
    'kapan | waktu pembelian | target | jadwal mulai | target mulai | rencana mulai | ' +
    'kab | kab tak | kab se | ' +
    `
    kiedy | termin realizacji | do kiedy | na kiedy | ne zaman | başlangıç tarihi | hangi tarih |
    giriş tarihi | scadenza | needed by | required by | delivery kab | när | kdy | când | când aveți |
    когда | 開始日 | いつ | 幾時 | 何时 | 什么时候 | متى | khi nào | thời điểm | thời điểm mua | hvornår | når`,
  urgency: `
    urgent | urgency | is this request urgent | right away | start now | start immediately | this week |
    commence now | es urgente | urgencia | urgência | esta semana | é urgente | dringend | eilig |
    urgente | urgence | commencer maintenant | haast | spoed | jaldi | mendesak | pilne | acil`,
  timeline: 'timeline | timeframe | time frame | purchase timeframe',
  decision:
    `
    decision maker | decision | decision making | decide | decides | dm | decider | who signs |
    sign the contract | sign a contract | signs off | who will sign | who approves | approves |
    approve this | sign off | authorized to | authorised to | authority | purchasing authority |
    buying process | buying decision | buying decisions | purchasing decision | vendor selection |
    who is involved | involved in the decision | involvement in | authority level | signatory |
    budget holder | who else is involved | ` +
    `
    toma la decisión | decisión | quién decide | quién firma | capacidad de decisión |
    tomador de decisiones | quién aprueba | ` +
    `
    decisão | decisor | quem decide | quem assina | responsável pela decisão | quem aprova | aprovação | ` +
    `
    entscheider | entscheidung | kaufentscheidung | entscheidungsprozess | entscheidungsbefugnis |
    wer entscheidet | wer unterschreibt | entscheidet | entscheiden | ` +
    `
    décideur | décision | décisionnaire | qui décide | qui signe | qui valide | décidez vous |
    pouvoir de décision | ` +
    `
    decisione | decisore | decisionale | chi decide | chi firma | potere di firma |
    chi prende le decisioni | ` +
    `
    beslisser | beslissing | beslist | beslissingsbevoegd | wie beslist | wie tekent | aankoopbeslissing |
    wie neemt | ` +
    'pengambil keputusan | keputusan | siapa yang memutuskan | memutuskan | siapa pic | ' +
    'decision kaun | faisle | faisla | kaun lega | final call | sign kar | contract sign | ' +
    `
    decydent | decyzję | decyzja | kto podejmuje | kto decyduje | karar verici | karar | kim karar |
    kararı kim | vem beslutar | кто принимает решение | cine decide | kdo rozhoduje |
    ai là người quyết định | 決裁者 | 邊個話事 | من يقرر | hvem bestemmer`,
  'others-decide': `
    anyone else | someone else | somebody else | somebody other | other than you | jemand anderes |
    noch jemand | mais alguém | alguien más | quelqu un d autre | qualcun altro | iemand anders |
    orang lain | koi aur`,
  alone: 'alone | allein | seul | solo tú | da solo | sozinho | zelfstandig | sendiri | akele',
  authority: 'your role in the decision | role in decision | role in the purchasing decision',
  size:
    `
    employees | number of employees | no of employees | num employees | numemployees | company size |
    team size | business size | organization size | organisation size | size of your company |
    size of company | size is your company | how large is | how big is | headcount | fte | staff |
    staff strength | people work | people on your team | people would | people in your | how many people |
    how many users | how many seats | how many of you | how many agents | number of users |
    number of seats | number of agents | number of staff | seats required | seats | users | team members |
    number of practices | number of locations | number of stores | workforce | ` +
    `
    cuántos empleados | empleados | tamaño de la empresa | tamaño de empresa | cuántos sois |
    cuántas personas | cuántos usuarios | trabajadores | ` +
    `
    quantos funcionários | funcionários | colaboradores | tamanho da equipe | tamanho da empresa |
    porte da empresa | quantas pessoas | quantos colaboradores | quantas lojas | ` +
    `
    wie viele mitarbeiter | mitarbeiterzahl | mitarbeiter | mitarbeitende | unternehmensgröße |
    firmengröße | betriebsgröße | wie viele personen | anzahl mitarbeiter | teamgröße | ` +
    `
    combien de salariés | salariés | effectif | taille de l entreprise | taille de votre |
    combien êtes vous | combien de personnes | nombre d employés | nombre de salariés | collaborateurs |
    taille de la société | ` +
    `
    quanti dipendenti | dipendenti | numero di addetti | addetti | dimensione azienda |
    dimensione aziendale | dimensioni azienda | quante persone | numero dipendenti | ` +
    `
    hoeveel medewerkers | medewerkers | bedrijfsgrootte | aantal medewerkers | aantal gebruikers |
    hoeveel mensen | omvang organisatie | aantal werknemers | ` +
    `
    jumlah karyawan | karyawan | ukuran perusahaan | berapa karyawan | jumlah pengguna | jumlah pegawai | ` +
    'kitne log | kitne employees | kitne employee | team mein kitne | kitne staff | ' +
    `
    liczba pracowników | pracowników | wielkość firmy | ilu pracowników | çalışan sayısı | kaç çalışan |
    şirket büyüklüğü`,
  role:
    `
    role | your role | job title | jobtitle | title | position | your position | designation |
    occupation | profession | job | your function | function | seniority | best describes you |
    describes you best | describes your role | professional status | i am a | what do you do |
    relationship to company | title fits you | you are | ` +
    'cargo | puesto | su cargo | qué cargo | tu puesto | profesión | ocupación | rol | función | ' +
    'função | profissão | ocupação | papel | relação com a empresa | ' +
    `
    position im | ihre position | funktion | ihre funktion | beruf | rolle | stellung |
    in welcher funktion | stanowisko | ` +
    `
    fonction | votre fonction | poste | intitulé du poste | situation professionnelle | métier |
    votre rôle | vous êtes | ` +
    'ruolo | mansione | professione | qualifica | cosa fai nella vita | posizione | ' +
    'functie | uw functie | functietitel | beroep | hoedanigheid | ' +
    'jabatan | posisi | pekerjaan | profesi | ' +
    `
    aapki position | kya kaam karte | aapka role | pad | twoja rola | zawód | pozisyon | göreviniz |
    unvan | ünvan`,
  owner: `
    business owner | are you the owner | own a business | inhaber | propietario | proprietário |
    propriétaire | titolare | eigenaar | pemilik | malik | właściciel`,
  goal:
    `
    goal | goals | primary goal | main goal | objective | objectives | what do you need |
    what are you looking for | looking for | reason for | reason for inquiry | purpose | challenge |
    biggest challenge | pain point | pain points | problem | use case | how can we help |
    what can we do for you | help with | what brings you | why are you contacting | hoping to |
    would you like to achieve | like to achieve | want to achieve | what would you like to change |
    like to change | project description | describe your project | inquiry type | enquiry type |
    main reason | interested in | interest | service needed | which service | requirement | requirements |
    your need | needs | motivation | got in touch | accomplish | done | tell us about your project |
    know more about | main concern | main interest | ` +
    `
    objetivo | qué necesitas | qué necesita | qué busca | motivo | reto | principal reto |
    en qué podemos | desafío | necesidad | interés | ` +
    `
    o que você procura | desafio | maior desafio | como podemos ajudar | motivo do contato | necessidade |
    o que precisa | ` +
    `
    ziel | was können wir | herausforderung | grund ihrer | anliegen | ihr anliegen | bedarf |
    was suchen sie | worum geht | interesse an | ` +
    `
    objectif | de quoi avez vous besoin | motif | objet de la | qu attendez vous | besoin | défi |
    votre projet | problématique | ` +
    `
    obiettivo | di cosa hai bisogno | di cosa ha bisogno | motivo della | problema principale |
    come possiamo | esigenza | bisogno | sfida | tipo di intervento | ` +
    `
    doel | waar kunnen we | uitdaging | reden van | onderwerp | waar bent u naar | behoefte |
    op zoek naar | waar loopt u | ` +
    'tujuan | kebutuhan | layanan apa | masalah utama | apa yang anda | yang dibutuhkan | keperluan | ' +
    'kya chahiye | problem kya | badi problem | madad | inquiry ka | zaroorat | ' +
    `
    cel | czego potrzebujesz | potrzeba | wyzwanie | co cię | zainteresowało | amaç | neye ihtiyacınız |
    hedef | ihtiyacınız`,
  story:
    `
    product | products | which product | which items | items | treatment | equipment | property |
    payment | payment method | ready to order | current provider | seen a demo | do next |
    where are you in the process | in the process | stage | how long | reason | why | looking to solve |
    quote | quotation | offer | order | ` +
    `
    producto | forma de pago | pago | qué producto | servicio | etapa | produto | forma de pagamento |
    pagamento | serviço | o que procura | produkt | leistung | zahlung | zahlungsart | welche leistung |
    prestation | produit | paiement | servizio | servizio richiesto | prodotto | welke | betaling |
    dienst | produk | pembayaran | program apa | mau apa | usługa | płatność | ürün | ödeme |
    kaç metrekare | vilken | finansiering | что требуется | стадии | ce echipament | finanțare | o jaký |
    způsob platby | cần thiết bị | お探し | 需要 | المطلوب | ` +
    `
    comentario | comentário | nota | notitie | notiz | notizen | notatka | catatan sales | notes from | nota del | nota do | nota stand | observación | observação | solución actual | soluzione attuale | solução atual | situación | situação | situazione | situatie | situation | situación actual | equipamento atual | equipo actual | huidige | huidige situatie | aktuelle lösung | aktuelles system | solution actuelle | obecne rozwiązanie | solusi saat ini | current generator | current equipment | current situation | what is it powering | qué pasó | o que aconteceu | cosa è successo | co się stało | was ist passiert | que s est il passé | wat is er gebeurd | kya hua | apa yang terjadi | síntoma | sintoma | sintomo | symptom | symptoms | powod | waarom | waarom nu | pourquoi | warum | perché | por qué | porque | mengapa | kyu | aur kuch | batana hai | otra cosa | autre chose | altro | anders | lainnya | inne | autorizza | standing water | stagione | season | stock | availability | which model | model | modelo | modell | modèle | modello | fase | phase | finance | delivery | delivery wanted | machine of interest | part exchange | wat heeft u nodig | describe | describe your request | description | details | notes | note | comments | comment |
    remarks | message | anything else | anything we should know | additional information |
    further information | more info | your request | project | your project | type of work |
    what happened | what service | service | situation | current system | current tool |
    what do you use today | procurement stage | sticking point | use case | tell us | request |
    payment terms | funding | financing | funds | ` +
    `
    describa | descripción | comentarios | observaciones | detalles | mensaje | proyecto | notas |
    solicitud | ` +
    'descreva | descrição | comentários | observações | detalhes | mensagem | projeto | ' +
    `
    beschreibung | beschreiben | bemerkung | bemerkungen | anmerkung | anmerkungen | details | nachricht |
    projekt | was benötigen | sonstiges | hinweise | ` +
    `
    décrivez | description | commentaires | remarques | précisions | détails | message | projet |
    quels travaux | quel véhicule | financement | ` +
    `
    descriva | descrizione | commenti | note | dettagli | messaggio | progetto | cosa deve |
    cosa vorrebbe | pagamento | ` +
    `
    omschrijving | opmerkingen | opmerking | toelichting | details | bericht | project | waarin bent u | ` +
    'deskripsi | keterangan | catatan | pesan | detail | proyek | ' +
    'vivaran | detail bataye | requirement batao | kya chahiye | ' +
    `
    opis | uwagi | komentarz | szczegóły | projekt | czego dotyczy | czego państwo | açıklama | notlar |
    proje`,
  budget: `
    budget | budgets | investment range | price range | how much can you spend | spend |
    investment level | presupuesto | inversión | orçamento | investimento | verba | budgetrahmen |
    kostenrahmen | investitionsrahmen | enveloppe | anggaran | budżet | bütçe | prijsklasse |
    fascia di prezzo | kitna budget`,
};

export const QUESTION_BOOK = compilePhrases(
  Object.entries(MEANINGS).map(([meaning, phrases]): [QuestionMeaning, string[]] => [
    meaning as QuestionMeaning,
    splitPhrases(phrases),
  ]),
);
