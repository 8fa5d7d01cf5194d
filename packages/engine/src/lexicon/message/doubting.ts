// What keeps a lead from buying: doubts, delays, no project, no money, studying, a plain no.

export const DOUBTING = {
  hedge: [
    `might | maybe | perhaps | possibly | exploring | explore | explore this | explore options |
    just exploring | curious | just curious | mostly curious | out of curiosity | just browsing |
    browsing | just looking | looking around | just starting to look | having a look | just wondering |
    wondering if | thinking about | thinking of | thinking we | toying with | considering | dreaming of |
    rough idea | roughly | very roughly | ballpark | not sure yet | aint sure yet | not sure if | aint sure if | not sure when | unsure |
    undecided | not decided | havent decided | no decision | not in a hurry | no rush | no hurry |
    not urgent | getting a feel | ideas | idea stage | early stage | early days | at the beginning of |
    mapping the | still testing | still deciding | if it works out | worth asking | get a sense |
    just checking | just seeing | some day | someday | one day | at some point | eventually |
    if and when | not convinced | depends | potentially | nothing concrete | nothing fixed |
    may be interested | could be interested | might be interested`,
    `quizás | quizá | tal vez | a lo mejor | explorando | solo mirando | mirando opciones | curiosidad |
    por curiosidad | pensando en | estamos pensando | no sé si | todavía no sé | todavía no | aún no |
    sin prisa | con calma | de a poco | estamos viendo | más o menos | una idea | no creo que |
    sin compromiso por ahora | no hay apuro | evaluando si`,
    `talvez | quem sabe | pensando em | tô pensando | to pensando | estou pensando | ando a pensar |
    explorando | só olhando | dando uma olhada | curiosidade | ainda não sei | ainda não | sem pressa |
    sem compromisso por enquanto | mais ou menos | uma ideia | pensamos em | vendo ideia | provavelmente`,
    `vielleicht | eventuell | überlegen | überlege | irgendwann | eilt nicht | keine eile | nicht eilig |
    unverbindlich informieren | mal schauen | mal gucken | neugier | ungefähr | grobe | grob |
    noch nicht sicher | noch unklar | noch nicht entschieden | unentschlossen | spielen mit dem gedanken |
    denken darüber nach | inspirieren lassen | wohl erst | vermutlich | markterkundung | schon mal`,
    `peut être | éventuellement | songe à | songeons | réfléchissons | je réfléchis | en réflexion |
    pas pressé | rien ne presse | sans urgence | curiosité | par curiosité | ordre de grandeur |
    une idée de | rien n est voté | rien n est décidé | pas encore décidé | on verra | sans doute |
    aimerait | si et seulement si | à voir`,
    `forse | magari | stiamo valutando se | ci stiamo pensando | ci penso | curiosità | per curiosità |
    senza fretta | non c è fretta | più o meno | un idea | indicativo | da decidere | non abbiamo deciso |
    non ho ancora deciso | se ne riparla | vediamo | prima di litigare | mi piacerebbe capire |
    non siamo pronti`,
    `misschien | eventueel | denk na over | denken na over | nadenken | oriënteren | aan het oriënteren |
    oriënterend | geen haast | nieuwsgierig | uit nieuwsgierigheid | ongeveer | ooit | nog niet zeker |
    weet nog niet | nog niet besloten | nog niet aan het kiezen | vrijblijvend kijken | rondkijken`,
    `mungkin | masih lihat lihat | lihat lihat | lihat dulu | tanya tanya | tanya dulu | sekedar tanya |
    cuma tanya | iseng | belum pasti | belum fix | belum tahu | belum ada keputusan | masih mikir |
    masih diskusi | masih pikir | santai aja | tidak buru buru | gak buru buru | rencananya |
    konsultasi dulu | kira kira`,
    `shayad | soch rahe | soch raha | soch rahi | sochenge | dekhenge | dekh rahe | abhi nahi |
    jaldi nahi | timepass | aise hi pooch | aise hi puch | sirf puch | sirf pooch | idea chahiye |
    confirm nahi | pakka nahi | final nahi | baad me dekhte`,
    `może | być może | zastanawiamy się | zastanawiam się | rozważamy | myślimy o | ciekawi |
    z ciekawości | bez pośpiechu | nie spieszy | jeszcze nie wiem | jeszcze nie wiemy | orientacyjną |
    orientacyjna | orientacyjnie | pewnie | na razie | kiedyś | rozeznanie`,
    `belki | düşünüyoruz | düşünüyorum | acelemiz yok | acele yok | merak | henüz | karar vermedik |
    emin değil | kararsız`,
  ],
  later: [
    `next year | year after next | in a year | in two years | 18 months | in 12 months | next season |
    next summer | next spring | next winter | in the autumn | after summer | after the summer |
    after next tax season | later this year | second half of the year | not this year | not before |
    not until | some time next year | in the future | for the future | down the line | long term |
    once we | once our | when we have time | couple of months | in a few months | six months | after our |
    after christmas | next fiscal year | next budget cycle`,
    `el año que viene | próximo año | el próximo año | más adelante | en el futuro | dentro de un año |
    la próxima temporada | próxima temporada | en otoño | después del verano | a futuro | el año próximo`,
    `ano que vem | próximo ano | mais pra frente | mais para frente | no futuro | segundo semestre |
    depois que | só avançamos quando | daqui a um ano | futuramente | em 2027 | em 2028`,
    `nächstes jahr | kommendes jahr | im nächsten jahr | im herbst | später | in zukunft | frühestens |
    übernächsten | zukünftig | nach dem sommer | nächsten sommer | vor sommer passiert nichts |
    mittelfristig`,
    `l année prochaine | l an prochain | plus tard | à terme | cet automne | au printemps | à l avenir |
    dans un an | après l été | dans quelques mois`,
    `l anno prossimo | anno prossimo | più avanti | in futuro | per il futuro | tra un anno |
    tra circa 18 mesi | dopo l estate | dopo la stagione | prossimo anno | in autunno |
    per quest anno non`,
    `volgend jaar | later | in de toekomst | na de zomer | over een jaar | op termijn | volgend seizoen`,
    `tahun depan | nanti | ke depan | setelah lebaran | habis lebaran | kapan kapan | beberapa bulan lagi |
    suatu saat`,
    `agle saal | baad me | baad mein | diwali ke baad | next year | kuch mahine baad | uske baad |
    future me`,
    'w przyszłym roku | za rok | później | w przyszłości | na wiosnę | po wakacjach | po sezonie',
    'gelecek yıl | seneye | ileride | sonra | önümüzdeki yıl | ileriki',
  ],
  'no-project': [
    `no project | no rfp | no requirement | no plans | not planning | not ready to buy | not ready |
    not buying | not looking to buy | no intention | no budget | dont have a budget | no money |
    not in the market | for reference only | for reference | client hasnt | nothing planned |
    we signed with another | went with someone else | went with another | already bought |
    already have a supplier | not actively | no sponsor | do not intend | no need right now |
    we do not have a requirement | dont call | no call necessary | just info | just information`,
    `no tenemos presupuesto | sin presupuesto | no hay proyecto | no tenemos proyecto | no estamos listos |
    no pensamos comprar | no queremos comprar | solo investigando | solo información | solo informacion |
    solo quiero saber | solo quería saber | nada concreto`,
    `sem orçamento | sem verba | não temos orçamento | não tenho dinheiro | não tenho empresa |
    só queria saber | so queria saber | não pretendemos | só pesquisando | sem projeto |
    apenas informação`,
    `kein budget | kein projekt | keine pläne | nicht geplant | nicht in der lage | nur zur info |
    nur informativ | kein bedarf | kein vergabeverfahren | nicht bereit | noch kein konkret* |
    nur mal fragen | rein informativ | keine kaufabsicht`,
    `pas de projet | pas de budget | aucun projet | aucun budget | pas prêt | pas prêts | juste savoir |
    juste pour savoir | juste une question | simple information | je fais de la veille |
    à titre indicatif | à titre d information`,
    `nessun progetto | nessun budget | non abbiamo budget | senza budget | non siamo pronti ad acquistare |
    non ho liquidità | solo informazione | solo informazioni | solo per sapere | non se ne parla |
    niente visite`,
    `geen budget | geen project | geen plannen | niet van plan | alleen informatie | gewoon weten |
    puur informatief | geen concrete | niet dus`,
    `belum ada budget | tidak ada budget | belum ada rencana | belum ada anggaran | cuma mau tahu |
    sekadar referensi | untuk referensi | belum ada keputusan | tidak jadi`,
    `budget nahi | paisa nahi | paise nahi | koi plan nahi | abhi plan nahi | nahi lena | nahi chahiye |
    sirf jankari | bas jankari | sirf janna`,
    `brak budżetu | nie mamy budżetu | nie planujemy | bez zobowiązań | tylko informacyjnie | tylko pytam |
    tylko orientacyjną`,
    'bütçemiz yok | bütçe yok | planımız yok | sadece bilgi | almayı düşünmüyoruz',
  ],
  information: [
    `more info | more information | send info | some information | brochure | catalogue | catalog |
    details and pricing | full details | share details | share full details | price list | pricelist |
    pricing info | look book | lookbook | white paper | whitepaper | newsletter | literature |
    what do you charge | how does it work | learn more | know more | general question | quick question |
    what does it cost | what would it cost | usually cost | starter plan | free trial | free version`,
    `más información | mas informacion | folleto | catálogo | lista de precios | informes | cuánto sale |
    saber más`,
    `mais informações | mais informação | catálogo | tabela de preços | folheto | material | saber mais |
    informações sobre`,
    `mehr informationen | informationsmaterial | infos | infomaterial | broschüre | katalog | preisliste |
    prospekt | prospekte | nähere informationen | kosten so`,
    `plus d informations | plus d infos | renseignements | renseignement | brochure | catalogue |
    documentation | livre blanc | savoir si | grille tarifaire`,
    `maggiori informazioni | più informazioni | informazioni | brochure | catalogo | listino |
    volevo sapere | vorrei sapere`,
    'meer informatie | meer info | brochure | catalogus | prijslijst | folder | prijzen staan',
    `info lebih | informasi | brosur | katalog | daftar harga | pricelist | price list | mau tanya |
    tanya paket | mulai dari berapa`,
    `details bhejo | detail bhejo | details bhej | brochure | jankari | jaankari | price list |
    info chahiye | rate list | last price`,
    'więcej informacji | katalog | cennik | broszura | informacje o',
    'bilgi almak | daha fazla bilgi | katalog | broşür | fiyat listesi',
  ],
  'no-money': [
    `for free | free of charge | totally free | is it free | is it really free | equity only | rev share |
    revenue share | percent of the company | sweat equity | cheap | cheapest | as cheap as possible |
    low budget | very tight budget | cant pay | cannot pay | cant afford | on benefits | no upfront |
    pay you later | pay later when | exposure | barter`,
    'gratis | muy barato | lo más barato | sin dinero | sin plata',
    'grátis | de graça | baratinho | o mais barato | sem dinheiro',
    'kostenlos | gratis | umsonst | billig | so billig wie',
    'gratuit | gratuitement | pas cher | moins cher possible',
    'gratuito | gratuitamente | in cambio del | economico possibile',
    'gratis | goedkoop mogelijk | goedkoopste',
    'gratisan | gratis | murah aja | termurah | seikhlasnya',
    'free me | free mein | muft | sasta | sabse sasta | paisa kama ke | baad me paisa',
    'za darmo | tanio | najtaniej',
    'ücretsiz | bedava | para vermem | en ucuz',
  ],
  study: [
    `student | students project | my thesis | thesis | dissertation | school project | university project |
    college project | mba project | homework | assignment | coursework | research project | doctoral |
    phd | academic | questionnaire | survey for | case study for my | class project | internship report |
    term paper | for my course | for my studies | i study | researcher`,
    `estudiante | tesis | trabajo de fin | tfg | tfm | proyecto escolar | trabajo universitario |
    para la universidad | en la universidad | mi carrera | caso práctico`,
    `estudante | alunos de | tcc | monografia | trabalho da faculdade | tese | dissertação |
    trabalho de escola | faculdade`,
    `student | studentin | bachelorarbeit | masterarbeit | seminararbeit | hausarbeit | diplomarbeit |
    schulprojekt | umfrage für | studienarbeit | studiere`,
    `étudiant | étudiante | mémoire | thèse | projet scolaire | exposé | pour mes études | mon rendu |
    dossier sur`,
    'studente | studentessa | tesi | tesina | progetto universitario | tirocinio universitario',
    'student | scriptie | studie | schoolproject | werkstuk | stage opdracht | afstuderen',
    'mahasiswa | mahasiswi | skripsi | tugas kuliah | tugas sekolah | tugas akhir | penelitian saya',
    `college project | student hu | student hoon | padhai | assignment ke liye | project ke liye college`,
    `student | studentka | praca magisterska | praca licencjacka | pracy magisterskiej |
    pracy licencjackiej | projekt na studia | na uczelnię`,
    'öğrenciyim | öğrenci | tez | ödev | üniversite projesi',
  ],
  press: [
    `journalist | reporter | writing a feature | writing an article | for an article | for a story |
    press inquiry | happy to quote you | quote you by name | documentary | market research |
    competitor analysis | marktvergleich | margin | margins | subcontractors you use | client list |
    periodista | jornalista | journaliste | giornalista | wartawan | dziennikarz | vos marges |
    einkaufspreisen`,
  ],
  'not-interested': [
    `not interested | no longer interested | not interested thanks | unsubscribe | from your mailing list | from your list | do not email me | remove me | stop emailing | stop sending |
    stop contacting | do not contact me | take me off | keep emailing me | dont contact | wrong person |
    wrong number | delete my data | never asked`,
    'no me interesa | no estoy interesado | darme de baja | no me contacten | dejen de',
    'não tenho interesse | não me interessa | descadastrar | parem de',
    'kein interesse | nicht interessiert | abmelden | nicht mehr kontaktieren | keine werbung | aus dem verteiler | nehmen sie mich aus',
    'pas intéressé | plus intéressé | désinscrire | désabonner | ne plus me contacter',
    'non sono interessato | non interessato | cancellatemi | cancellarmi | togliermi | non contattatemi',
    'geen interesse | niet geïnteresseerd | afmelden | uitschrijven',
    'tidak tertarik | tidak minat | jangan hubungi',
    'interest nahi | interested nahi | call mat karo | message mat karo',
    'nie jestem zainteresowany | nie interesuje mnie | proszę nie dzwonić | wypisać',
    'ilgilenmiyorum | aramayın | listeden çıkar',
  ],
} as const satisfies Record<string, readonly string[]>;
