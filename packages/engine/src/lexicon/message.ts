// What phrases in a message mean for a rep, in the languages leads are written in. One line a
// language: English, Spanish, Portuguese, German, French, Italian, Dutch, Indonesian, romanised
// Hindi, Polish, Turkish. A phrase belongs here when it rarely means anything else in any of them.
// `word*` is a stem, `_` any one word.

import { compilePhrases, splitPhrases } from '../text/phrases.ts';

export type MessageMeaning =
  | 'ready'
  | 'approved'
  | 'urgent'
  | 'broken'
  | 'deadline'
  | 'need'
  | 'ask-quote'
  | 'ask-meeting'
  | 'call-me'
  | 'replace'
  | 'decides'
  | 'comparing'
  | 'scope'
  | 'self-described'
  | 'budget'
  | 'hedge'
  | 'later'
  | 'no-project'
  | 'information'
  | 'no-money'
  | 'study'
  | 'press'
  | 'not-interested'
  | 'support'
  | 'pitch'
  | 'pitch-hint'
  | 'job'
  | 'job-hint'
  | 'spam'
  | 'spam-hint'
  | 'abuse'
  | 'test'
  | 'instruction'
  | 'disclaims-pitch';

const MEANINGS: Record<MessageMeaning, readonly string[]> = {
  ready: [
    `
    ready to buy | ready to order | ready to sign | ready to start | ready to go ahead |
    ready to proceed | ready to move forward | ready to purchase | ready to commit | want to sign |
    would sign | can sign | we sign | i sign | sign today | sign this week | sign tomorrow |
    sign the contract | sign a contract | sign an _ letter | sign someone | we will sign | ill sign |
    send contract | send the contract | send us the contract | send me the contract | send invoice |
    send the invoice | proforma | pro forma | place an order | place the order | place our order |
    place my order | want to order | want to buy | want to purchase | looking to buy |
    looking to purchase | intend to purchase | purchase order | po ready | po is ready | po approved |
    po goes | lpo | pay today | pay now | pay the deposit | pay the advance | pay advance |
    pay a deposit | pay card today | pay cash | paying cash | pay in cash | transfer the deposit |
    deposit ready | deposit today | card ready | letter of intent | go ahead | want to proceed |
    lets proceed | want to go with you | we choose you | you won | only need your | when can you start |
    can you start | can start monday | start monday | we can start | book it | reserve | we accept |
    accept your quote | accept your offer | quote accepted | happy with your quote | finalise | finalize |
    close this week | close the deal | want it delivered | cash buyer | how do i pay | how do we pay |
    where do i pay | where do i sign | redlines`,
    `
    listos para comprar | listo para comprar | listos para firmar | queremos comprar | quiero comprar |
    queremos contratar | quiero contratar | firmamos | firmo yo | firmar esta semana | firmo hoy |
    hacer el pedido | hacer un pedido | orden de compra | pagamos | pago por adelantado | pago hoy |
    ya tengo el anticipo | tengo el anticipo | anticipo listo | aceptamos presupuesto |
    aceptamos el presupuesto | acepto el presupuesto | queremos empezar | empezar ya | transferencia hoy |
    pago de contado | cerrar el trato | cerrar hoy | cuando firmamos`,
    `
    prontos para comprar | queremos comprar | quero comprar | queremos contratar | quero contratar |
    quero fechar | queremos fechar | fechar hoje | fechar contrato | fechar negocio | assinar | assino |
    deposito o sinal | pago o sinal | pagar no pix | paga no pix | pago no pix | pix agora mesmo |
    fazer o pedido | ordem de compra | pedido de compra | pagamento a vista | pago a vista |
    pode mandar o contrato | mandar contrato`,
    `
    kaufbereit | bestellen | bestellung aufgeben | wollen bestellen | möchten bestellen |
    auftrag erteilen | auftrag vergeben | beauftragen | unterschreiben | unterschriftsreif |
    unterzeichnen | vertrag zusenden | schicken sie den vertrag | zahl sofort | zahle sofort |
    zahlen sofort | barzahlung | anzahlung | entscheide heute | entscheiden heute |
    nehmen das angebot an | angebot angenommen | auftragsbestätigung | kann sofort losgehen |
    sofort loslegen | wir kaufen | ich kaufe`,
    `
    prêt à acheter | prêts à acheter | prêt à signer | prêts à signer | je signe | nous signons |
    on signe | signer | signature du contrat | passer commande | passe commande | bon de commande |
    je commande | nous commandons | je pay en cb | paye en cb | payer l acompte | verser l acompte |
    acompte | devis accepté | j accepte le devis | nous acceptons | bon pour accord | envoyez le contrat |
    on veut acheter | nous voulons acheter | je veux acheter | je souhaite acheter |
    nous souhaitons acheter | souhaite commander | souhaitons commander`,
    `
    pronti a comprare | pronti ad acquistare | vogliamo acquistare | voglio comprare | vorrei acquistare |
    vorremmo acquistare | ordine firmato | firmiamo | firmo | firmare | bonifico | pago subito |
    paghiamo subito | acconto | caparra | confermo l ordine | confermiamo | procedere all ordine |
    procedere con l ordine | ordine d acquisto | partiamo subito | iniziare subito |
    accetto il preventivo | va bene il preventivo`,
    `
    klaar om te tekenen | teken vandaag | ik teken | tekenen | vandaag tekenen | willen bestellen |
    wil bestellen | bestelling plaatsen | bestellen | opdracht geven | opdracht verstrekken |
    aanbetaling | direct betalen | willen kopen | wil kopen | contract opsturen | stuur het contract |
    offerte akkoord | akkoord met de offerte | akkoord op de offerte`,
    `
    siap beli | siap order | mau order | ingin memesan | mau pesan | mau beli | ingin membeli |
    siap transfer | dp saya transfer | dp 50 | dp bs | transfer dp | bayar dp | langsung mulai |
    langsung bayar | siap bayar | siap deal | purchase order | tanda tangan | bayar cash | bayar lunas |
    po sudah | sudah deal`,
    `
    advance ready | advance de dunga | advance kaha bheju | advance bhej | advance ka cheque |
    cheque ready | payment advance | payment ready | paisa cash | paise ready | order dena hai |
    order karna hai | order pakka | book karna hai | booking karni hai | kharidna hai | lena hai |
    lena he | kaam chalu karo | kaam shuru karo | kaam start karo | final karna hai | deal final |
    token de | token amount | rate ok hai | turant payment | payment turant`,
    `
    chcemy kupić | chcę kupić | chcemy zamówić | chcę zamówić | zamawiamy | złożyć zamówienie |
    podpisać umowę | podpiszemy | gotowi do podpisania | płacę od razu | zapłacę | zaliczka | zaliczkę |
    akceptujemy ofertę | przyjmujemy ofertę`,
    `
    satın almak istiyoruz | satın almak istiyorum | sipariş vermek | kapora | kaporayı |
    sözleşmeyi gönderin | imzalayalım | imzalarız | imzalamak | hemen başla* | ödeme hazır | peşin öde*`,
  ],
  approved: [
    `
    approved | sign off done | signed off | board released | budget released | is signed by | greenlit |
    green light | cfo said go | capex is signed | funding secured | funding is in place |
    loan sanctioned | grant awarded | has awarded us | we got a grant | gave us a grant |
    financing secured | finance in place | budget allocated | budget is allocated | budget confirmed |
    budget is confirmed | budget set | budget is set | pre approved mortgage | mortgage approved |
    money is available | funds available | from savings | budget signed | contract ends | renews`,
    `
    aprobado | aprobada | aprobó | aprobaron | ya ha aprobado | presupuesto asignado |
    presupuesto disponible | financiación concedida | visto bueno`,
    `
    aprovado | aprovada | aprovou | já aprovei | orçamento disponível | verba disponível |
    verba liberada | financiamento aprovado`,
    `
    freigegeben | genehmigt | bewilligt | budget steht | budget ist vorhanden | budget vorhanden |
    finanzierung steht | zugesagt | fördermittel sind | freigabe liegt vor | freigabe ist da`,
    `
    validé | approuvé | budget voté | budget alloué | financement obtenu | financement accordé |
    prêt accordé | pret es accordé | feu vert | budget débloqué`,
    `
    approvato | approvata | budget stanziato | finanziamento ottenuto | finanziamento approvato |
    già deliberato | delibera | via libera`,
    `
    goedgekeurd | budget is akkoord | budget akkoord | budget is rond | financiering rond |
    financiering is rond | akkoord van directie | akkoord van de directie | vergunning is`,
    `
    disetujui | sudah disetujui | anggaran tersedia | anggaran sudah | sudah acc | sudah di acc |
    dana sudah | dana tersedia | budget sudah`,
    `
    approve kar diya | approve ho gaya | approved hai | budget approved | sanction ho | sanctioned |
    loan sanction | budget pass ho | manzoor`,
    `
    zatwierdzony | zatwierdził | zatwierdzone | zatwierdzono | budżet mamy | mamy budżet |
    środki zabezpieczone | środki są | finansowanie przyznane | mamy odłożone`,
    'onaylandı | onay verdi | onaylı | bütçe hazır | bütçemiz hazır | kredi onay*',
  ],
  urgent: [
    `
    asap | urgent | urgently | emergency | immediately | right away | right now | straight away | today |
    tonight | tomorrow | this morning | this afternoon | this evening | within the hour |
    within 24 hours | within 48 hours | this week | by friday | by monday | by tuesday | by wednesday |
    by thursday | by saturday | by sunday | by tomorrow | by tonight | by end of week | end of this week |
    before the weekend | before friday | before monday | this weekend | cant wait | cannot wait |
    no time | at once | as soon as possible | need somebody now | need it now | need now | tech now |
    monday or tuesday | tomorrow morning | in two days | in 2 days | in 3 days | within days |
    last minute`,
    `
    urgente | urgentemente | hoy | hoy mismo | mañana | mañana mismo | esta semana | esta misma semana |
    cuanto antes | lo antes posible | de inmediato | inmediatamente | ahora mismo | para el lunes |
    para el martes | para el miércoles | para el jueves | para el viernes | esta tarde | ya mismo |
    a la brevedad`,
    `
    hoje | ainda hoje | amanhã | esta semana | nesta semana | essa semana | o quanto antes |
    o mais rápido possível | imediato | imediatamente | agora mesmo | mandar alguém agora | hj |
    amanha cedo | já na segunda | na segunda | ate sexta | agora de manhã | pra ontem | para ontem`,
    `
    dringend | eilig | sofort | heute | heute noch | morgen früh | diese woche | umgehend |
    schnellstmöglich | so schnell wie möglich | unverzüglich | bis freitag | bis montag | ab montag |
    ab morgen | asap | heute nacht | sehr eilig`,
    `
    urgence | en urgence | aujourd hui | ce matin | cet après midi | ce soir | demain | cette semaine |
    dès que possible | au plus vite | le plus vite possible | immédiatement | tout de suite | mtn |
    maintenant | avant vendredi | dans la foulée | au plus tôt`,
    `
    urgenza | oggi | domani | entro domani | questa settimana | in settimana | subito | immediatamente |
    il prima possibile | al più presto | entro venerdì | stamattina | adesso | quanto prima`,
    `
    dringend | spoed | met spoed | vandaag | vandaag nog | morgen | deze week | zo snel mogelijk |
    direct nodig | meteen | vanmiddag | voor vrijdag | onmiddellijk | vanavond | vanochtend | maandag`,
    `
    segera | hari ini | besok | secepatnya | minggu ini | sekarang juga | mendesak | darurat | skrg |
    sekarang | buat besok | utk kamis | malam ini | urgent`,
    `
    jaldi | jald se jald | turant | aaj | aaj hi | abhi call | kal tak | kal se | kal subah | is hafte |
    isi hafte | immediate | emergency hai | foran | aaj raat | aaj shaam | abhi ke abhi`,
    `
    pilnie | pilne | pilny | dzisiaj | dziś | jutro | w tym tygodniu | natychmiast | jak najszybciej |
    od ręki | od zaraz | na już`,
    'acil | acilen | bugün | yarın | bu hafta | hemen | en kısa sürede | derhal',
  ],
  broken: [
    `
    broke down | broken down | is broken | has died | died | is down | went down | lost our |
    out of order | stopped working | burst | flooded | flooding | leaking badly | failed inspection |
    backed out | went bankrupt | went bust | dropped the ball | dropped us | let us down | ransomware |
    outage | line is down | cannot operate | missing deliveries | in liquidation`,
    `
    se nos ha roto | se ha roto | se rompió | se averió | averiado | averiada | se cae |
    dejó de funcionar | me robaron | nos robaron | se quemó | parada la producción`,
    `
    quebrou | queimou | parou de funcionar | parada | parado | sai do ar | saiu do ar | fora do ar |
    estourou | entrando água`,
    `
    kaputt | ausgefallen | defekt | steht still | komplett aus | pleite | insolvent | geplatzt |
    wasserschaden`,
    `
    en panne | est tombé en panne | cassé | hors service | déposer le bilan | en liquidation |
    porte claqué | ne marche plus | fuite d eau`,
    `
    rotto | rotta | guasto | guasta | fermo impianto | impianto fermo | bloccato | è sparito | fallito`,
    'kapot | stuk | ligt stil | staan stil | staat stil | failliet | uitgevallen | defect | lekkage',
    'rusak | mati total | mogok | kebakaran | bocor | tidak berfungsi',
    `
    kharab ho gaya | kharab ho gayi | jal gaya | band ho gaya | band ho gayi | toot gaya | band kar di`,
    'zepsuł | zepsuła | stanęła | stanął | awaria | awarii | popsuł',
    'bozuldu | arızalandı | çöktü | patladı | durdu',
  ],
  deadline: [
    `
    deadline | by the end of | before the end of | before we open | before opening | opening in |
    opening on | we open | go live by | go live before | live by | cutover | installed before |
    installed by | delivered by | delivery by | needed by | need it by | must be done by | must be spent |
    expires | expiring | runs out | contract ends | contract is ending | contract expires | lease ends |
    lease expires | ends friday | renewal is | is due | closing date | board meeting | committee meets |
    committee meeting | decision in | decision by | decide by | deciding by | next week | next month |
    this month | end of month | end of the month | end of next month | within 2 weeks | within two weeks |
    within a month | in two weeks | in 2 weeks | in three weeks | in 3 weeks | in four weeks |
    in five weeks | in six weeks | in 6 weeks | this quarter | end of quarter | by next quarter |
    in the next week or two | next couple of weeks | in the next few weeks | before summer |
    before spring | before the winter | before winter | before christmas | before the season |
    before ramadan | before diwali | by january | by february | by march | by april | by may | by june |
    by july | by august | by september | by october | by november | by december | in january |
    in february | in march | in april | in may | in june | in july | in september | in october |
    in november | in december | audit in | kick off | start date | on the 1st | by the 1st | by the 15th |
    by the 30th | til the 1st`,
    `
    fecha límite | plazo de entrega | antes del | antes de fin | a finales de | a finales del |
    fin de mes | la semana que viene | la próxima semana | el próximo mes | el mes que viene | este mes |
    en dos semanas | en tres semanas | en cinco semanas | vence | acabamos contrato |
    termina el contrato | inauguramos | abrimos | arranca el | temporada empieza | el comité decide |
    decide a finales | antes de semana santa | antes del verano | en 2 meses`,
    `
    prazo | até o fim do mês | até o final do mês | fim do mês | semana que vem | próxima semana |
    mês que vem | próximo mês | este mês | esse mês | dentro de um mês | inauguramos | inauguração |
    abrimos dia | vence dia | fim do contrato | termina o contrato | decido até | decisão prevista |
    antes do verão | antes do natal`,
    `
    frist | stichtag | bis ende | bis zum | bis spätestens | bis kw | nächste woche | kommende woche |
    nächsten monat | diesen monat | in zwei wochen | in drei wochen | vertrag läuft aus | vertrag endet |
    läuft aus | eröffnen | eröffnung | vor der saison | vor der wintersaison | vor dem winter |
    vor ostern | vor weihnachten | zum nächsten quartal | quartal | einzug | tagt ende`,
    `
    date limite | échéance | avant le | avant fin | avant l été | avant la fin | d ici fin |
    d ici la fin | la semaine prochaine | semaine prochaine | le mois prochain | mois prochain |
    ce mois ci | sous deux semaines | dans deux semaines | dans trois semaines | fin du mois |
    fin de mois | ouverture | ouvre ma | nous ouvrons | lançons | contrat se termine | fin de contrat |
    dans les 15 jours | sous 15 jours`,
    `
    scadenza | entro fine | entro il | entro la fine | entro le | prossima settimana |
    la settimana prossima | mese prossimo | il mese prossimo | questo mese | prossime due settimane |
    fra tre settimane | tra due settimane | apriamo | apertura | inaugurazione | scade |
    prima della stagione | prima della prossima stagione | prima dell estate | termine di presentazione |
    contratto scade`,
    `
    deadline | uiterlijk | voor het einde | eind van de maand | eind deze maand | volgende week |
    volgende maand | deze maand | binnen twee weken | over drie weken | over twee weken |
    contract loopt af | loopt af | loopt 31 | opening | wij openen | voor de zomer | voor de winter |
    per 1 | hoogseizoen | voor kerst | maandag over een week`,
    `
    tenggat | sebelum lebaran | sebelum akhir | akhir bulan | bulan depan | minggu depan | bulan ini |
    dua minggu | kontrak habis | kontrak lama habis | opening | pembukaan | sebelum tanggal |
    paling lambat | awal bulan depan | kamis depan | senin depan | proses seleksi`,
    `
    is mahine | agle mahine | agle hafte | next week | month end | mahine ke end | do hafte |
    do mahine me | se pehle | diwali se pehle | opening hai | launch hai | season start |
    start ho raha hai | deadline hai | 10 din | ek hafte | ek mahine`,
    `
    termin | do końca miesiąca | do końca | w przyszłym tygodniu | w przyszłym miesiącu |
    za dwa tygodnie | za trzy tygodnie | najpóźniej | kończy się umowa | otwieramy | przed sezonem |
    w tym miesiącu | w ciągu miesiąca | decyzja do`,
    `
    son tarih | ay sonuna | ay sonu | gelecek hafta | önümüzdeki hafta | önümüzdeki ay | gelecek ay |
    bu ay | iki hafta | üç hafta | açılış | sezon öncesi | sözleşme bitiyor`,
  ],
  need: [
    `
    we need | i need | need a | need an | need to | need someone | need the | need your | need new |
    needed | needs | require | requires | required | requirement | looking for | looking to |
    searching for | in search of | seeking | we want | i want | want a | want to | would like to |
    wanting to | must have | must be | we have to | interested in | have been asked to | replacing |
    please quote | were after | we are after | tender | rfp | rfq | request for quotation |
    request for proposal | supply of | supply and | supply delivery`,
    `
    necesito | necesitamos | buscamos | busco | queremos | quiero | quisiera | requerimos | requiero |
    ocupo | ocupamos | nos hace falta | estamos buscando | solicito | solicitamos | me gustaría |
    nos gustaría | licitación`,
    `
    preciso | precisamos | precisando | procuro | procuramos | queremos | quero | qro | gostaria |
    gostaríamos | buscamos | estou procurando | estamos procurando | solicito | solicitamos | necessito |
    necessitamos | concurso público | tomada de preços`,
    `
    wir brauchen | brauchen | brauche | brauch | benötigen | benötige | suchen | suche | möchten |
    wollen | wir ersetzen | bedarf | ausschreibung | anfrage für | interessiere mich | interessieren uns |
    gesucht`,
    `
    nous avons besoin | j ai besoin | jai besoin | besoin de | nous cherchons | je cherche | on cherche |
    recherchons | recherche | il me faut | il nous faut | nous souhaitons | je souhaite | souhaitons |
    souhaiterions | nous voulons | je voudrais | nous devons | appel d offres | demande de devis`,
    `
    abbiamo bisogno | ho bisogno | cerchiamo | cerco | ci serve | mi serve | ci servono | mi servono |
    vorremmo | vorrei | vogliamo | voglio | richiediamo | si richiede | necessitiamo | stiamo cercando |
    gara d appalto`,
    `
    wij zoeken | we zoeken | ik zoek | op zoek naar | wij hebben nodig | nodig | wij willen | we willen |
    ik wil | wil graag | willen graag | graag een | behoefte aan | aanbesteding | aanvraag voor | moeten`,
    `
    butuh | membutuhkan | perlu | kami mencari | mencari | cari | saya cari | ingin | kami ingin |
    mau pasang | saya mau | kami mau | memerlukan | pengadaan | tender | minat`,
    `
    chahiye | chahie | chaiye | chahiye tha | chahte hain | chahta hoon | chahti hoon | zarurat hai |
    jarurat hai | dhoondh rahe | karana hai | karwana hai | banwana hai | lagana hai | lagwana hai |
    karna hai | dalna hai | need hai | requirement hai`,
    `
    potrzebujemy | potrzebuję | szukamy | szukam | poszukujemy | poszukuję | chcemy | chcę |
    chcielibyśmy | interesuje nas | zależy nam | przetarg | zapytanie ofertowe`,
    `
    ihtiyacımız var | ihtiyacım var | arıyoruz | arıyorum | istiyoruz | istiyorum | lazım | gerekiyor |
    ihale`,
  ],
  'ask-quote': [
    `
    quote | quotes | quotation | quotations | proposal | estimate | price for | pricing for | cost for |
    offer for | send an offer | bid | rfq | rfp | request for quotation | itemized | itemised |
    price sheet | best price | how much for | rate for | lead time | delivery time | availability`,
    `
    presupuesto | cotización | cotizar | cotizacion | propuesta | oferta formal | cuánto cuesta |
    precio para | precio de | proforma | tarifa para`,
    `
    orçamento | orcamnto | orcamento | cotação | proposta | quanto custa | quanto fica | preço para |
    valor para`,
    `
    angebot | angebote | kostenvoranschlag | offerte | richtofferte | preis für | was kostet |
    kosten für | lieferzeit | preisangebot`,
    `
    devis | offre de prix | proposition | tarif pour | prix pour | chiffrage | combien coûte |
    combien coûterait | délai de livraison`,
    `
    preventivo | offerta | quotazione | proposta | quanto costa | prezzo per | costo per |
    tempi di consegna`,
    `
    offerte | prijsopgave | voorstel | wat kost | zeg wat het kost | prijs voor | richtprijs | levertijd`,
    `
    penawaran | proposal | berapa biaya | berapa harga | harga untuk | estimasi biaya | quotation | rab`,
    `
    quotation | quote bhej | quotation bhej | rate bhej | rate batao | price batao | best price |
    kitna lagega | kitne ka | kitne me | kitna kharcha | estimate`,
    'wycenę | wycena | wycenić | ofertę | oferta cenowa | kosztorys | ile kosztuje | ile by kosztowało',
    'teklif | fiyat teklifi | teklifinizi | ne kadar tutar | fiyat alabilir',
  ],
  'ask-meeting': [
    `
    demo | demonstration | schedule a | set up a call | book a | arrange a | site visit | come by |
    come to site | come out | walk through | survey | inspection | inspect | meeting | meet |
    presentation | discovery session | discovery call | show us | show me | appointment | consultation |
    consult | visit us | zoom | teams call | speak to | speak with | talk to someone | talk with |
    a conversation | quick call | free for a call | on a call | measure | view the property | viewing |
    test drive | trial | pilot | poc`,
    `
    demostración | una demo | reunión | visita técnica | visita | agendar | cita | videollamada |
    presentación | podéis pasar | pasar a medir | hablar con alguien | una llamada`,
    `
    demonstração | uma demo | reunião | agendar | visita | marcar uma | apresentação | videochamada |
    conversar com | visita técnica | consulta`,
    `
    demo | vorführung | präsentation | termin | besichtigung | besprechung | beratung | vor ort |
    gespräch | rückmeldung bis | können wir sprechen | diese woche sprechen | online präsentation |
    techniker`,
    `
    démonstration | une démo | rendez vous | rdv | réunion | visite | passer voir | présentation | visio |
    échanger | nous rencontrer | disponibles`,
    `
    dimostrazione | una demo | appuntamento | incontro | sopralluogo | presentazione | videochiamata |
    fissare | consulenza`,
    `
    demo | afspraak | presentatie | langskomen | rondleiding | gesprek | kennismaken | opname | bezoek |
    opmeten`,
    `
    demo | presentasi | survei | survey | meeting | jadwal | ketemu | konsultasi | kunjungan |
    janji temu`,
    `
    demo | meeting | milna | mil sakte | visit | site visit | aa sakte | baat karte | showroom |
    appointment`,
    'prezentacja | prezentację | spotkanie | wizyta | umówić | demo | przyjechać | oględziny',
    'toplantı | görüşme | randevu | sunum | demo | keşif',
  ],
  'call-me': [
    `
    call me | call us | ring me | ring my | phone me | give me a call | give us a call | call back |
    please call | please ring | please phone | pls call | just call | call my | call today | call now |
    call this | call asap | text me | whatsapp me | available all day | reach me | reach me on |
    reachable on | reachable at | call before | phone before | jus call | can someone call |
    can somebody call | can anyone call | get back to me today | contact me today`,
    `
    llámame | llamadme | llámenme | llamar hoy | márquenme | marquenme | llámeme | me pueden llamar |
    que me llamen | llámanos | favor llamar | me llaman`,
    `
    me liga | me ligar | me ligue | pode ligar | podem ligar | me chama | liga pra mim |
    ligar ainda hoje | aguardo ligação | favor ligar`,
    `
    anrufen | rufen sie | rückruf | zurückrufen | bitte anruf | rufen sie mich | ruft mich |
    bitte um anruf | telefonisch erreichbar | ruf mich`,
    `
    appelez moi | rappelez moi | me rappeler | m appeler | appelez | rappel | me joindre | joignable |
    sur mon portable | contactez moi`,
    `
    mi chiami | chiamatemi | mi telefoni | richiamatemi | essere richiamato | chiamare subito |
    telefonare | mi richiami | chiedere di | telefonatemi`,
    'bel me | bellen | bel mij | terugbellen | graag telefonisch | bereikbaar op',
    'telepon | ditelepon | tlp | hubungi saya | hubungi kami | telpon | wa saya | kontak saya',
    `
    call karo | call kar | phone karo | call me | phone kar | call kar do | call kar lijiye |
    sampark kare | call kijiye | call back`,
    `
    proszę o telefon | proszę o kontakt telefoniczny | proszę dzwonić | zadzwonić | proszę zadzwonić |
    oddzwonić`,
    'arayın | beni arayın | arar mısınız | telefon edin | bizi arayın | arayabilirsiniz',
  ],
  replace: [
    `
    replace | replacement | switch from | switching from | switch over | migrate | migration |
    moving off | move off | move from | our current provider | our current vendor | current supplier |
    current system | existing system | current contract | our contract with | unhappy with | fed up with |
    done with the other | outgrown | takes us too long | losing money | losing appointments |
    we are losing | costing us | eating us | by hand | spreadsheet | spreadsheets | on paper | in excel |
    paper excel | previous agency | previous supplier | old system | broker has put it up |
    shopping around for a new`,
    `
    reemplazar | sustituir | cambiar de proveedor | proveedor actual | contrato actual | sistema actual |
    con la actual | renovar`,
    `
    substituir | trocar | troca | fornecedor atual | sistema atual | contrato atual | agência atual |
    purani`,
    `
    ersetzen | ersatz | ablösen | ablösung | wechseln | aktueller anbieter | bisheriger |
    bestehendes system | relaunch | bisherige agentur`,
    `
    remplacer | remplacement | changer de prestataire | prestataire actuel | fournisseur actuel |
    notre prestataire | notre fournisseur | refonte | reprendre`,
    `
    sostituire | sostituzione | cambiare gestionale | cambiare fornitore | fornitore attuale |
    contratto attuale | vecchio fornitore`,
    `
    vervangen | vervanging | overstappen | huidige leverancier | huidige contract | huidige systeem |
    ons bureau`,
    'mengganti | penggantian | ganti vendor | vendor lama | sistem lama | kontrak lama',
    `
    badalna hai | purani agency | purana system | purane vendor | replace karna | excel me karte |
    shift karna`,
    'wymienić | wymiana na | obecny dostawca | obecny system | zmienić dostawcę',
    'değiştirmek istiyoruz | mevcut tedarikçi | mevcut sistem | yenilemek',
  ],
  decides: [
    `
    i decide | i am the decision maker | im the decision maker | decision is mine |
    decision sits with me | my decision | its my call | my call | i own the company | i own |
    i am the owner | im the owner | owner here | i am the founder | im the ceo | i am the ceo |
    i am the director | ops director | i have authority | i have budget | i can sign | i sign off |
    i hold the budget | owner operator | im the ops director | partner here | i am the managing director |
    head of procurement | i dont have a boss | my practice | my company`,
    `
    decido yo | la decisión es mía | soy el dueño | soy la dueña | soy el director | soy la directora |
    soy el gerente | soy la gerente | soy el propietario | firmo yo | soy dueño`,
    `
    decido eu | eu decido | a decisão é minha | sou o dono | sou a dona | sou o diretor | sou a diretora |
    sou o proprietário | eu assino | sou dono | sou dona | sou sócio | sou o síndico`,
    `
    ich entscheide | entscheidung liegt bei mir | ich bin der inhaber | ich bin inhaber |
    ich bin inhaberin | ich bin geschäftsführer | ich bin die geschäftsführerin |
    geschäftsführung bin ich | entscheide selbst | als geschäftsführer | als inhaber`,
    `
    je décide | c est moi qui décide | la décision m appartient | je suis le gérant | je suis la gérante |
    je suis le directeur | je suis directrice | je suis la directrice | je suis directeur |
    je suis propriétaire | je suis dirigeant`,
    `
    decido io | la decisione è mia | sono il titolare | sono la titolare | sono il proprietario |
    sono il direttore | sono la direttrice | sono l amministratore`,
    `
    ik beslis | ik ben eigenaar | ik ben de eigenaar | ik mag tekenen | ik ben directeur |
    ik ben de directeur | de beslissing ligt bij mij`,
    `
    saya yang memutuskan | saya pemilik | saya owner | saya direktur | keputusan di saya |
    saya sendiri yang memutuskan`,
    `
    main hi owner | main owner hoon | owner hu | owner hoon | decision mera hai | main hi decide |
    mera hi decision | mai owner`,
    `
    decyzję podejmuję sama | decyzję podejmuję | podejmuję decyzję | jestem właścicielem |
    jestem właścicielką | decyduję`,
    'karar verici benim | sahibiyim | kararı ben | firma sahibi | karar veriyoruz',
  ],
  comparing: [
    `
    shortlist | shortlisted | shortlisting | comparing two | comparing three | comparing 2 | comparing 3 |
    three quotes | two quotes | other quotes | two other quotes | 2 proposals | two proposals |
    three vendors | two suppliers | three agencies | one other firm | one quote | two alternatives |
    talked to two | your references | demo follow up | competitor can | on our list | bids`,
    'tres proveedores | dos proveedores | comparando tres | otras ofertas',
    'três fornecedores | três agências | dois orçamentos | avaliando três',
    `
    vorauswahl | drei anbieter | zwei anbieter | zwei angebote | drei angebote | wettbewerber |
    zwei agenturen`,
    'deux devis | trois devis | deux autres | autre devis | deja 1 devis | consultation de',
    'altri preventivi | due preventivi | tre preventivi | un altra agenzia | altri fornitori',
    'offertes | twee offertes | drie offertes | één offerte | andere aanbieders',
    'tiga vendor | dua vendor | beberapa vendor | pemilihan vendor | bandingkan vendor',
    'do company | teen company | vendor final | do quotation | quotation aa gaya',
    'dwie oferty | trzy oferty | porównujemy oferty | inne oferty',
    'üç teklif | iki teklif | diğer teklif*',
  ],
  scope: [
    `
    units | users | seats | employees | staff | locations | sites | stores | rooms | beds | guests |
    pages | vehicles | trucks | vans | sqm | sq ft | square feet | square metres | sq m | kw | kwp | kva |
    tonnes | tons | pallets | licences | licenses | campuses | warehouses | machines | pieces | pcs |
    skus | clinics | hotels | branches | flats | students | clients | containers | endpoints | computers |
    laptops | crews | campaigns | integration | integrate | integrations | api | specs | specification |
    drawing | drawings | scope | quantities | boq | lot | warranty | install | installation | compliance |
    certified`,
    `
    unidades | usuarios | empleados | tiendas | habitaciones | consultorios | hectáreas | sucursales |
    vehículos | clientes | integración | metros cuadrados`,
    'lojas | funcionários | unidades | usuários | quartos | veículos | alunos | caixas | integração',
    `
    standorte | mitarbeiter | mitarbeitern | mitarbeitende | nutzer | stück | lizenzen | fahrzeuge |
    zimmer | lastenheft | schulung | qm | lfm | filialen | arbeitsplätze | schnittstelle`,
    `
    collaborateurs | salariés | postes | magasins | véhicules | chambres | exemplaires | unités |
    cahier des charges | utilisateurs | boulangeries | m²`,
    `
    dipendenti | camere | sedi | veicoli | postazioni | pezzi | quantità | negozi | integrazione | mq |
    alberghi | bottiglie`,
    'medewerkers | vestigingen | locaties | gebruikers | stuks | voertuigen | kamers | winkels | units',
    'unit | karyawan | cabang | kendaraan | kamar | truk | box | ukuran | pengguna | tempat tidur | m2',
    'branch | branches | students | units | piece | machine | sq ft | guards | gaadi | dukan | shop',
    'pracowników | sztuk | lokalizacji | maszyn | komór | stanowisk | m2 | pojazdów | sklepów',
    'çalışan | adet | şube | araç | oda | kullanıcı | metrekare',
  ],
  'self-described': [
    `
    we are a | were a | we run | we operate | we have | we manage | we make | we manufacture | i run |
    i manage | our company | our firm | our team | our business | our office | our clinic | our factory |
    our warehouse | our school | our practice | our agency | our group | our hotel | our stores |
    our restaurant | of our | for our | at our`,
    `
    somos | tenemos | gestionamos | nuestra empresa | nuestro | nuestra | nuestros | tengo un |
    tengo una`,
    'somos | temos | nossa empresa | nosso | nossa | nossos | tenho um | tenho uma | trabalho',
    `
    wir sind | wir haben | wir führen | unser | unsere | unseren | unserem | unserer | wir betreiben |
    wir bauen`,
    'nous sommes | notre | nos | nous avons | nous gérons | mon entreprise | ma société',
    'siamo | abbiamo | nostra | nostro | nostri | gestiamo | la nostra azienda',
    'wij zijn | we zijn | ons bedrijf | onze | wij hebben | we hebben',
    'kami adalah | perusahaan kami | kami punya | usaha saya | kami memiliki | rs kami | toko saya',
    `
    hamari company | hamara | hamari | hamare | humari | humara | humare | mera business | meri company`,
    'jesteśmy | mamy | nasza firma | nasz | nasze | prowadzimy | produkujemy',
    'firmamız | şirketimiz | biz bir | yapıyoruz',
  ],
  budget: [
    `
    budget | budgeted | spend up to | can spend | can pay | we have _ for this | afford | set aside | willing to pay | prepared to pay |
    allocated`,
    'presupuesto de | presupuesto es | tenemos cerca de | disponemos de | aprobados | tenemos aprobado',
    'orçamento de | orçamento é | nosso orçamento | meu orçamento | verba de | uns _ mil',
    'budget | etat | zur verfügung',
    'budget | enveloppe',
    'budget di | disponiamo di',
    'budget van | denk aan',
    'anggaran | budget',
    'budget hai',
    'budżet | odłożone',
    'bütçe | bütçemiz',
  ],
  hedge: [
    `
    might | maybe | perhaps | possibly | exploring | explore | explore this | explore options |
    just exploring | curious | just curious | mostly curious | out of curiosity | just browsing |
    browsing | just looking | looking around | just starting to look | having a look | just wondering |
    wondering if | thinking about | thinking of | thinking we | toying with | considering | dreaming of |
    rough idea | roughly | very roughly | ballpark | not sure yet | not sure if | not sure when | unsure |
    undecided | not decided | havent decided | no decision | not in a hurry | no rush | no hurry |
    not urgent | getting a feel | ideas | idea stage | early stage | early days | at the beginning of |
    mapping the | still testing | still deciding | if it works out | worth asking | get a sense |
    just checking | just seeing | some day | someday | one day | at some point | eventually |
    if and when | not convinced | depends | potentially | nothing concrete | nothing fixed |
    may be interested | could be interested | might be interested`,
    `
    quizás | quizá | tal vez | a lo mejor | explorando | solo mirando | mirando opciones | curiosidad |
    por curiosidad | pensando en | estamos pensando | no sé si | todavía no sé | todavía no | aún no |
    sin prisa | con calma | de a poco | estamos viendo | más o menos | una idea | no creo que |
    sin compromiso por ahora | no hay apuro | evaluando si`,
    `
    talvez | quem sabe | pensando em | tô pensando | to pensando | estou pensando | ando a pensar |
    explorando | só olhando | dando uma olhada | curiosidade | ainda não sei | ainda não | sem pressa |
    sem compromisso por enquanto | mais ou menos | uma ideia | pensamos em | vendo ideia | provavelmente`,
    `
    vielleicht | eventuell | überlegen | überlege | irgendwann | eilt nicht | keine eile | nicht eilig |
    unverbindlich informieren | mal schauen | mal gucken | neugier | ungefähr | grobe | grob |
    noch nicht sicher | noch unklar | noch nicht entschieden | unentschlossen | spielen mit dem gedanken |
    denken darüber nach | inspirieren lassen | wohl erst | vermutlich | markterkundung | schon mal`,
    `
    peut être | éventuellement | songe à | songeons | réfléchissons | je réfléchis | en réflexion |
    pas pressé | rien ne presse | sans urgence | curiosité | par curiosité | ordre de grandeur |
    une idée de | rien n est voté | rien n est décidé | pas encore décidé | on verra | sans doute |
    aimerait | si et seulement si | à voir`,
    `
    forse | magari | stiamo valutando se | ci stiamo pensando | ci penso | curiosità | per curiosità |
    senza fretta | non c è fretta | più o meno | un idea | indicativo | da decidere | non abbiamo deciso |
    non ho ancora deciso | se ne riparla | vediamo | prima di litigare | mi piacerebbe capire |
    non siamo pronti`,
    `
    misschien | eventueel | denk na over | denken na over | nadenken | oriënteren | aan het oriënteren |
    oriënterend | geen haast | nieuwsgierig | uit nieuwsgierigheid | ongeveer | ooit | nog niet zeker |
    weet nog niet | nog niet besloten | nog niet aan het kiezen | vrijblijvend kijken | rondkijken`,
    `
    mungkin | masih lihat lihat | lihat lihat | lihat dulu | tanya tanya | tanya dulu | sekedar tanya |
    cuma tanya | iseng | belum pasti | belum fix | belum tahu | belum ada keputusan | masih mikir |
    masih diskusi | masih pikir | santai aja | tidak buru buru | gak buru buru | rencananya |
    konsultasi dulu | kira kira`,
    `
    shayad | soch rahe | soch raha | soch rahi | sochenge | dekhenge | dekh rahe | abhi nahi |
    jaldi nahi | timepass | aise hi pooch | aise hi puch | sirf puch | sirf pooch | idea chahiye |
    confirm nahi | pakka nahi | final nahi | baad me dekhte`,
    `
    może | być może | zastanawiamy się | zastanawiam się | rozważamy | myślimy o | ciekawi |
    z ciekawości | bez pośpiechu | nie spieszy | jeszcze nie wiem | jeszcze nie wiemy | orientacyjną |
    orientacyjna | orientacyjnie | pewnie | na razie | kiedyś | rozeznanie`,
    `
    belki | düşünüyoruz | düşünüyorum | acelemiz yok | acele yok | merak | henüz | karar vermedik |
    emin değil | kararsız`,
  ],
  later: [
    `
    next year | year after next | in a year | in two years | 18 months | in 12 months | next season |
    next summer | next spring | next winter | in the autumn | after summer | after the summer |
    after next tax season | later this year | second half of the year | not this year | not before |
    not until | some time next year | in the future | for the future | down the line | long term |
    once we | once our | when we have time | couple of months | in a few months | six months | after our |
    after christmas | next fiscal year | next budget cycle`,
    `
    el año que viene | próximo año | el próximo año | más adelante | en el futuro | dentro de un año |
    la próxima temporada | próxima temporada | en otoño | después del verano | a futuro | el año próximo`,
    `
    ano que vem | próximo ano | mais pra frente | mais para frente | no futuro | segundo semestre |
    depois que | só avançamos quando | daqui a um ano | futuramente | em 2027 | em 2028`,
    `
    nächstes jahr | kommendes jahr | im nächsten jahr | im herbst | später | in zukunft | frühestens |
    übernächsten | zukünftig | nach dem sommer | nächsten sommer | vor sommer passiert nichts |
    mittelfristig`,
    `
    l année prochaine | l an prochain | plus tard | à terme | cet automne | au printemps | à l avenir |
    dans un an | après l été | dans quelques mois`,
    `
    l anno prossimo | anno prossimo | più avanti | in futuro | per il futuro | tra un anno |
    tra circa 18 mesi | dopo l estate | dopo la stagione | prossimo anno | in autunno |
    per quest anno non`,
    `
    volgend jaar | later | in de toekomst | na de zomer | over een jaar | op termijn | volgend seizoen`,
    `
    tahun depan | nanti | ke depan | setelah lebaran | habis lebaran | kapan kapan | beberapa bulan lagi |
    suatu saat`,
    `
    agle saal | baad me | baad mein | diwali ke baad | next year | kuch mahine baad | uske baad |
    future me`,
    'w przyszłym roku | za rok | później | w przyszłości | na wiosnę | po wakacjach | po sezonie',
    'gelecek yıl | seneye | ileride | sonra | önümüzdeki yıl | ileriki',
  ],
  'no-project': [
    `
    no project | no rfp | no requirement | no plans | not planning | not ready to buy | not ready |
    not buying | not looking to buy | no intention | no budget | dont have a budget | no money |
    not in the market | for reference only | for reference | client hasnt | nothing planned |
    we signed with another | went with someone else | went with another | already bought |
    already have a supplier | not actively | no sponsor | do not intend | no need right now |
    we do not have a requirement | dont call | no call necessary | just info | just information`,
    `
    no tenemos presupuesto | sin presupuesto | no hay proyecto | no tenemos proyecto | no estamos listos |
    no pensamos comprar | no queremos comprar | solo investigando | solo información | solo informacion |
    solo quiero saber | solo quería saber | nada concreto`,
    `
    sem orçamento | sem verba | não temos orçamento | não tenho dinheiro | não tenho empresa |
    só queria saber | so queria saber | não pretendemos | só pesquisando | sem projeto |
    apenas informação`,
    `
    kein budget | kein projekt | keine pläne | nicht geplant | nicht in der lage | nur zur info |
    nur informativ | kein bedarf | kein vergabeverfahren | nicht bereit | noch kein konkret* |
    nur mal fragen | rein informativ | keine kaufabsicht`,
    `
    pas de projet | pas de budget | aucun projet | aucun budget | pas prêt | pas prêts | juste savoir |
    juste pour savoir | juste une question | simple information | je fais de la veille |
    à titre indicatif | à titre d information`,
    `
    nessun progetto | nessun budget | non abbiamo budget | senza budget | non siamo pronti ad acquistare |
    non ho liquidità | solo informazione | solo informazioni | solo per sapere | non se ne parla |
    niente visite`,
    `
    geen budget | geen project | geen plannen | niet van plan | alleen informatie | gewoon weten |
    puur informatief | geen concrete | niet dus`,
    `
    belum ada budget | tidak ada budget | belum ada rencana | belum ada anggaran | cuma mau tahu |
    sekadar referensi | untuk referensi | belum ada keputusan | tidak jadi`,
    `
    budget nahi | paisa nahi | paise nahi | koi plan nahi | abhi plan nahi | nahi lena | nahi chahiye |
    sirf jankari | bas jankari | sirf janna`,
    `
    brak budżetu | nie mamy budżetu | nie planujemy | bez zobowiązań | tylko informacyjnie | tylko pytam |
    tylko orientacyjną`,
    'bütçemiz yok | bütçe yok | planımız yok | sadece bilgi | almayı düşünmüyoruz',
  ],
  information: [
    `
    more info | more information | send info | some information | brochure | catalogue | catalog |
    details and pricing | full details | share details | share full details | price list | pricelist |
    pricing info | look book | lookbook | white paper | whitepaper | newsletter | literature |
    what do you charge | how does it work | learn more | know more | general question | quick question |
    what does it cost | what would it cost | usually cost | starter plan | free trial | free version`,
    `
    más información | mas informacion | folleto | catálogo | lista de precios | informes | cuánto sale |
    saber más`,
    `
    mais informações | mais informação | catálogo | tabela de preços | folheto | material | saber mais |
    informações sobre`,
    `
    mehr informationen | informationsmaterial | infos | infomaterial | broschüre | katalog | preisliste |
    prospekt | prospekte | nähere informationen | kosten so`,
    `
    plus d informations | plus d infos | renseignements | renseignement | brochure | catalogue |
    documentation | livre blanc | savoir si | grille tarifaire`,
    `
    maggiori informazioni | più informazioni | informazioni | brochure | catalogo | listino |
    volevo sapere | vorrei sapere`,
    'meer informatie | meer info | brochure | catalogus | prijslijst | folder | prijzen staan',
    `
    info lebih | informasi | brosur | katalog | daftar harga | pricelist | price list | mau tanya |
    tanya paket | mulai dari berapa`,
    `
    details bhejo | detail bhejo | details bhej | brochure | jankari | jaankari | price list |
    info chahiye | rate list | last price`,
    'więcej informacji | katalog | cennik | broszura | informacje o',
    'bilgi almak | daha fazla bilgi | katalog | broşür | fiyat listesi',
  ],
  'no-money': [
    `
    for free | free of charge | totally free | is it free | is it really free | equity only | rev share |
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
    `
    student | students project | my thesis | thesis | dissertation | school project | university project |
    college project | mba project | homework | assignment | coursework | research project | doctoral |
    phd | academic | questionnaire | survey for | case study for my | class project | internship report |
    term paper | for my course | for my studies | i study | researcher`,
    `
    estudiante | tesis | trabajo de fin | tfg | tfm | proyecto escolar | trabajo universitario |
    para la universidad | en la universidad | mi carrera | caso práctico`,
    `
    estudante | alunos de | tcc | monografia | trabalho da faculdade | tese | dissertação |
    trabalho de escola | faculdade`,
    `
    student | studentin | bachelorarbeit | masterarbeit | seminararbeit | hausarbeit | diplomarbeit |
    schulprojekt | umfrage für | studienarbeit | studiere`,
    `
    étudiant | étudiante | mémoire | thèse | projet scolaire | exposé | pour mes études | mon rendu |
    dossier sur`,
    'studente | studentessa | tesi | tesina | progetto universitario | tirocinio universitario',
    'student | scriptie | studie | schoolproject | werkstuk | stage opdracht | afstuderen',
    'mahasiswa | mahasiswi | skripsi | tugas kuliah | tugas sekolah | tugas akhir | penelitian saya',
    `
    college project | student hu | student hoon | padhai | assignment ke liye | project ke liye college`,
    `
    student | studentka | praca magisterska | praca licencjacka | pracy magisterskiej |
    pracy licencjackiej | projekt na studia | na uczelnię`,
    'öğrenciyim | öğrenci | tez | ödev | üniversite projesi',
  ],
  press: [
    `
    journalist | reporter | writing a feature | writing an article | for an article | for a story |
    press inquiry | happy to quote you | quote you by name | documentary | market research |
    competitor analysis | marktvergleich | margin | margins | subcontractors you use | client list |
    periodista | jornalista | journaliste | giornalista | wartawan | dziennikarz | vos marges |
    einkaufspreisen`,
  ],
  'not-interested': [
    `
    not interested | no longer interested | not interested thanks | unsubscribe | from your mailing list | from your list | do not email me | remove me | stop emailing | stop sending |
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
  support: [
    `
    password | log in | login | cant log in | locked out | my account | my invoice | my order |
    order number | order no | refund | return label | cancel our | cancel my | cancel the subscription |
    cancel our trial | charged twice | double charged | ticket number | support ticket | customer number |
    existing customer | not working since | stopped working after | complaint | third time i am writing |
    still waiting for | nobody answers | nobody picks up | you fitted | your man fitted |
    i bought from you | we bought from you | warranty claim | reset my | error message | manual for |
    copy of the invoice | where is my | tracking number | bug report`,
    `
    contraseña | no puedo entrar | no puedo acceder | mi pedido | mi factura | reembolso | devolución |
    número de cliente | reclamo | reclamación | soporte técnico | ya soy cliente | no funciona mi`,
    `
    senha | não consigo acessar | não conseguimos acessar | 2ª via | segunda via | boleto vencido |
    nota fiscal | reembolso | meu pedido | já sou cliente | reclamação | suporte`,
    `
    passwort | anmelden klappt | nicht einloggen | einloggen | kundenportal | kundennummer | kundennr |
    rechnung nr | rechnungsnummer | reklamation | rückerstattung | erstattung | bestellnummer |
    meine bestellung | störung melden | gewährleistung | anleitung für`,
    `
    mot de passe | me connecter | connexion impossible | ma commande | ma facture | remboursement |
    numéro de client | réclamation | déjà client | sav | service après vente`,
    `
    password | non riesco ad accedere | mio ordine | mia fattura | rimborso | codice cliente | reclamo |
    già cliente | assistenza su`,
    `
    wachtwoord | inloggen lukt | kan niet inloggen | mijn bestelling | mijn factuur | terugbetaling |
    klantnummer | klacht | handleiding | kopie van de rekening`,
    `
    kata sandi | tidak bisa login | pesanan saya | refund | komplain | keluhan | nomor pelanggan |
    sudah pelanggan`,
    `
    password | login nahi | refund | complaint | mera order | paisa wapas | order nahi aaya |
    service nahi`,
    `
    hasło | nie mogę się zalogować | zwrotu pieniędzy | zwrot pieniędzy | reklamacja | reklamację |
    moje zamówienie | numer klienta | kupiłem u was | faktura fv`,
    'şifre | giriş yapamıyorum | siparişim | iade | şikayet | müşteri numara*',
  ],
  pitch: [
    `
    seo services | seo company | seo expert | seo agency services | seo errors | rank your |
    ranking on the | not ranking | rank on google | first page of google | 1st page of google |
    page of google | top of google | increase your traffic | increase traffic | website traffic |
    boost your sales | grow your business | grow your revenue | generate leads for | leads for your |
    qualified leads | exclusive leads | guest post | guest posting | dofollow | do follow | backlink |
    backlinks | link building | link insertion | sponsored post | contribute a | contribute an article |
    contextual link | da50 | domain authority | white hat | white label | we can help you |
    we help companies | we help businesses | help you scale | scale your |
    i was going through your website | going through your website | came across your website |
    visited your website | found your website | i was on your website | your website could |
    your website is | your site has | your site is | your site could | redesign your website |
    redesign your site | improve your website | mobile app development services |
    web development company | offshore | outsource | outsourcing | dedicated developers |
    hire developers | our developers | our expert | our packages | our portfolio | past results |
    our services include | we offer | we provide | we specialize | we specialise | we are a leading |
    we are offering | i am offering | i offer | email list | email lists | attendees list |
    attendee list | contact list | verified contacts | b2b database | mailing list |
    strategic partnership | partnership opportunity | collaboration opportunity |
    business proposal for you | working capital | pre approved for | youve been pre approved |
    merchant cash advance | business loan | business funding | funded in | reduce your costs |
    cut your costs | save you money | lower your bill | reduce your energy | free audit |
    free consultation for your | i can fix these | shall i send | should i send | want me to send |
    may i send you | can i send you | would you be interested in | are you interested in |
    who is the right person | right person to talk | 15 minute call | 15 minutes | quick 15 |
    calendar link | book a slot | explainer video | promote your | advertise your | marketing services |
    social media management services | virtual assistant services | lead generation services |
    appointment setting | we supply | manufacturer of | factory direct | competitive prices |
    wholesale prices | price list attached | please find our | kindly find our | nominated |
    award finalist | featured in our`,
    `
    servicios seo | posicionamiento web | posicionar su | primera página de google | primeros resultados |
    primera página | he visto que su página | vi su página | su página web no | su sitio web |
    aumentar sus ventas | aumente sus ventas | más clientes para | le ofrecemos | les ofrecemos |
    ofrecemos nuestros | nuestros servicios | somos una agencia | nuestra agencia | le garantizamos |
    les garantizamos | sin compromiso | base de datos de | me permito ofrecer | presentarle nuestra |
    propuesta de colaboración | desarrollo web económico | reducir sus costos | préstamo rápido |
    prestamista`,
    `
    serviços de seo | primeira página do google | vi o site de vocês | visitei seu site | seu site |
    aumentar suas vendas | mais clientes para | oferecemos | nossos serviços | somos uma agência |
    nossa plataforma | nossa consultoria | apresentar a nossa | proposta de parceria | parceria ganha |
    reduzir até | reduzir seus | triplicando | dias grátis | disparo | banco de dados de | call rápida |
    impulsionar | alavancar`,
    `
    suchmaschinenoptimierung für | seite 1 bei google | google ranking | ihre website | ihre webseite |
    eure website | eure webseite | neukundenanfragen | neukunden | neukundengewinnung | planbare |
    wir bieten ihnen | wir bieten an | bieten wir | unsere dienstleistungen | unser angebot für sie |
    unverbindliches angebot unterbreiten | kostenlose analyse | exklusiv frei | schalte ich ihnen |
    anfragen von | kalenderlink | auf den tisch | wir helfen unternehmen | umsatz steigern | mehr kunden |
    adressdatenbank | firmenadressen | kredit ohne | kurzkredit | geschäftsmöglichkeit`,
    `
    référencement | première page de google | votre site web | votre site internet | votre site |
    augmenter vos ventes | nous proposons | nous vous proposons | je vous propose | nos services |
    notre agence vous | notre équipe vous | base de données de | générer des leads | trouver des clients |
    plus de clients | réduire vos | réduire votre facture | audit gratuit | partenariat gagnant |
    prêt entre particuliers | offre de prêt`,
    `
    posizionamento | prima pagina di google | il vostro sito | il suo sito | vostro sito web |
    aumentare le vendite | aumentare i clienti | offriamo | proponiamo | per proporle | le propongo |
    i nostri servizi | la nostra agenzia | database di | tariffa luce | luce e gas | risparmio fino |
    risparmiare fino | in bolletta | nostro consulente | finanziamento senza | prestito`,
    `
    hoger in google | eerste pagina | uw website | jullie website | je website | meer klanten |
    meer omzet voor | wij bieden aan | wij bieden u | onze diensten | ons bureau helpt | wij bouwen voor |
    verouderd oogt | vrijblijvend een ontwerp | leads voor uw | bedrijvenlijst | genomineerd |
    bijdrage van | advertentie plaatsen`,
    `
    jasa seo | jasa pembuatan | jasa website | kami menawarkan | kami tawarkan | layanan kami |
    menawarkan jasa | menawarkan kerja sama | kerja sama | kerjasama | pinjaman modal | pinjaman dana |
    pinjaman tanpa | tanpa jaminan | meningkatkan penjualan | halaman pertama google | website bapak |
    website anda | database perusahaan | followers murah | tingkatkan omzet | promo jasa`,
    `
    seo service dete | hum provide karte | hum offer karte | hamari services | aapki website |
    aapke business ko | website rank | leads provide | loan chahiye to | loan offer | google par rank |
    google pe rank | hum dete hain | promotion karte hain | business badhaye | bulk sms service |
    data provide`,
    `
    oferujemy | nasza oferta | nasze usługi | pozycjonowanie | pierwsza strona google | państwa strona |
    państwa stronę | bazę firm | aktualną bazę | baza firm | zwiększyć sprzedaż | pozyskiwanie klientów |
    pożyczka | kredyt bez | współpraca partnerska | w promocji`,
    `
    hizmetlerimiz | sunuyoruz | web siteniz | google da ilk | seo hizmeti | kampanyamız |
    katalog göndermemizi | müşteri kazan* | teklif sunmak | satışlarınızı | kredi imkanı | sayın yetkili`,
  ],
  'pitch-hint': [
    `
    your website | your site | your business | your company | your brand | your readers | your customers |
    our solution | our platform | our software | our product | our clients | our services |
    companies like yours | agencies like yours | businesses like yours | dear webmaster | dear founder |
    dear business owner | business owner | dear owner | hi team | partnership | partner with |
    collaborate | collaboration | opportunity | affordable | discount | guaranteed results | 100% | roi |
    increase | boost | improve | visibility | packages | free trial for you | audit | portfolio |
    reach out to see | quick idea | such valuable insights | great article | love your | impressed by |
    developers | freelancers`,
    `
    su negocio | su empresa | su web | colaboración | oportunidad | descuento | garantizado |
    nuestra plataforma | gentile titolare | titular`,
    `
    sua empresa | seu negócio | oportunidade | parceria | desconto | garantido | parabéns pelo trabalho |
    agências como a sua`,
    `
    ihr unternehmen | ihrem unternehmen | ihre kunden | zusammenarbeit | kooperation | garantiert |
    kapazitäten | rabatt`,
    'votre entreprise | votre activité | partenariat | collaboration | opportunité | garantie | remise',
    `
    sua azienda | vostra azienda | sua zona | collaborazione | opportunità | garantito | sconto |
    gentile titolare`,
    'uw bedrijf | jullie bedrijf | samenwerking | kans | korting | gegarandeerd | gefeliciteerd',
    `
    bisnis anda | perusahaan anda | perusahaan bapak | usaha bapak | bapak ibu pemilik | kepada bapak |
    promo | diskon | kesempatan`,
    'aapka business | aapki company | offer hai | special offer | sirf aaj tak | guarantee ke saath',
    'państwa firma | państwa firmy | współpraca | promocja | rabat | okazja',
    'işletmeniz | firmanız | iş birliği | fırsat | indirim | kampanya',
  ],
  job: [
    `
    my cv | my resume | attached cv | attached resume | cv attached | resume attached | cv available |
    looking for a job | looking for job | looking for work | looking for a role | looking for full time |
    looking for an internship | job opportunity | job opening | job openings | any vacancy |
    any vacancies | any job | any opening | apply for the position | apply for a position | applying for |
    job application | my application for | seeking employment | employment opportunity | internship |
    immediate joiner | years of experience in | years experience looking | notice period |
    expected salary | hire me | i am a fresher | career opportunity | work from home job | i am a closer |
    open to work | part time job | full time role | position in your company | join your team |
    join your company | work for you | work at your company`,
    `
    hoja de vida | mi cv | mi currículum | mi curriculum | busco trabajo | busco empleo |
    oferta de empleo | vacante | vacantes | puesto de trabajo | disponibilidad inmediata |
    trabajar con ustedes | trabajar en su empresa | bolsa de trabajo | prácticas profesionales`,
    `
    meu currículo | meu cv | procuro emprego | procuro trabalho | vaga de emprego | vagas de emprego |
    alguma vaga | tem vaga | trabalhar com vocês | trabalhar na empresa | estágio |
    oportunidade de emprego | disponibilidade imediata | jovem aprendiz | segue meu`,
    `
    bewerbung als | bewerbe mich | meine bewerbung | initiativbewerbung | lebenslauf anbei |
    meinen lebenslauf | suche arbeit | suche einen job | suche eine stelle | offene stellen |
    ausbildung zum | ausbildung zur | ausbildungsplatz | praktikum | praktikumsplatz | stellenangebot |
    arbeit bei ihnen | minijob`,
    `
    mon cv | ma candidature | je postule | candidature spontanée | cherche un emploi |
    recherche un emploi | cherche du travail | cherche un stage | recherche un stage | alternance |
    cherche une alternance | offre d emploi | poste de | rejoindre votre équipe | lettre de motivation`,
    `
    mio cv | mio curriculum | curriculum vitae | invio il mio | cerco lavoro | cerco un lavoro |
    candidatura | candidarmi | mi candido | posizioni aperte | tirocinio | stage presso |
    lavorare con voi | assunzione`,
    `
    mijn cv | solliciteer | solliciteren | sollicitatie | vacature | vacatures | zoek werk |
    zoek een baan | op zoek naar werk | op zoek naar een baan | stageplek | stageplaats | stage lopen |
    bijbaan | open sollicitatie`,
    `
    lowongan | lowongan kerja | lamaran | melamar | lamar kerja | cv saya | cari kerja | mencari kerja |
    mencari pekerjaan | info loker | loker | magang | siap kerja | fresh graduate`,
    `
    naukri | naukari | job chahiye | kaam chahiye | kaam milega | vacancy ho | vacancy hai | koi vacancy |
    koi job | mera resume | mera cv | salary kitni | salary negotiable | fresher hu | fresher hoon |
    job ke liye`,
    `
    moje cv | szukam pracy | poszukuję pracy | oferta pracy | oferty pracy | aplikuję | rekrutacja |
    staż | praktyki | wolne stanowiska | podjąć pracę | zatrudnienie`,
    `
    iş arıyorum | özgeçmişim | cv mi | iş başvuru* | staj | açık pozisyon | eleman alımı | işe alım |
    iş ilanı`,
  ],
  'job-hint': [
    `
    resume | cv | curriculum | salary | experience | skills | position | vacancy | candidate |
    qualification | qualifications | portfolio | joining | hiring | recruitment`,
    'experiencia en | sueldo | salario | empleo | currículum',
    'experiência em | salário | emprego | currículo',
    'gehalt | lebenslauf | berufserfahrung | stelle | bewerbung',
    'salaire | expérience | emploi | poste | diplôme',
    'stipendio | esperienza | impiego | curriculum',
    'salaris | ervaring | functie | baan',
    'gaji | pengalaman | pekerjaan | ijazah | sim a',
    'tajurba | 12th pass | graduate | b com pass | experience hai | salary',
    'doświadczenie | wynagrodzenie | pensja',
    'maaş | deneyim | tecrübe',
  ],
  spam: [
    `
    casino | online casino | slots | free spins | sports betting | betting tips | poker | lottery |
    you have won | you won a | prize | jackpot | viagra | cialis | pharmacy online | weight loss |
    crypto investment | bitcoin investment | invest in bitcoin | bitcoin profit | trading bot |
    forex signals | double your | earn money | earn from home | make money online | passive income |
    guaranteed profit | guaranteed returns | 100% guarantee | recovered my | lost your bitcoin |
    recover your | recovery expert | hacker | hack service | sexy | hot girls | dating site | adult |
    escort | onlyfans | porn | nudes | click here | click the link | click on the link | click below |
    visit this link | limited time offer | act now | inheritance | next of kin | beneficiary |
    fund transfer | million dollars transfer | diplomatic | bank transfer of | western union | gift card |
    processing fee | registration fee | verify your account | account suspended | suspended account |
    account will be | confirm your identity | pay the fee | urgent response needed | dear beloved |
    god bless you i am | widow | late husband | love spell | spell caster | psychic | replica watches |
    luxury replica | cheap followers | buy followers | telegram channel | join our telegram |
    whatsapp group | airdrop | nft drop | seed phrase | wallet connect | mystery box |
    you have been selected | youve been selected | congratulations you | loan offer | instant loan |
    quick loan | personal loan | no credit check | bad credit ok | reply yes | unclaimed | buy now cheap |
    order list here`,
    `
    casino | apuestas | tragamonedas | ha ganado | has ganado | premio | lotería | gana dinero |
    ganar dinero | ingresos pasivos | inversión garantizada | invierte en bitcoin | haz clic | haga clic |
    préstamos | préstamo urgente | créditos rápidos | concedo créditos | al 2% de interés | vidente |
    amarre | amarres | herencia | su cuenta ha sido | verifique su cuenta`,
    `
    cassino | apostas | tigrinho | tigre | jogo do | você ganhou | ganhe | prêmio | loteria |
    ganhar dinheiro | renda extra | dinheiro fácil | clique aqui | clique no link | empréstimo |
    empréstimos | vagas limitadas | me chama no telegram | bônus de | plataforma nova pagando |
    criptomoeda investimento | herança | amarração`,
    `
    casino | gewonnen | gewinnspiel | lotterie | geld verdienen | passives einkommen | klicken sie hier |
    hier klicken | kredit | darlehen | zinssatz | auszahlung | bearbeitungsgebühr | kopie von ausweis |
    ausweis kopie | erbschaft | bitcoin investieren | krypto gewinn | wahrsagerin | konto gesperrt |
    konto wurde`,
    `
    casino | vous avez gagné | loterie | gagner de l argent | revenus passifs | cliquez ici |
    cliquer ici | prêt de | prêt d argent | un prêt | taux 2 | voyant | marabout | médium |
    retour de l être aimé | désenvoûtement | portefeuille magique | héritage | compte suspendu |
    votre compte | solde cpf | investir dans le bitcoin`,
    `
    casinò | hai vinto | ha vinto | lotteria | guadagnare soldi | guadagni garantiti | clicca qui |
    cliccare qui | prestiti | prestito tra | eredità | conto sospeso | investimento bitcoin | cartomante |
    scommesse`,
    `
    casino | gewonnen | loterij | geld verdienen | klik hier | lening | leningen | erfenis |
    account geblokkeerd | bitcoin investeren | gokken | passief inkomen`,
    `
    slot gacor | gacor | judi | judi online | togel | bonus new member | situs slot | deposit pulsa |
    rtp | maxwin | wd pasti | daftar sekarang | pinjol | pinjaman cair | cair 1 jam | menang undian |
    hadiah undian | klik link | klik di sini | cuan | kirim foto ktp | data dan ktp | nomor rekening |
    dukun | pelet`,
    `
    lottery | lucky draw | badhai ho | inaam | jeeta hai | kbc | paisa kamaye | paise kamaye |
    ghar baithe kamaye | ghar baithe paise | instant loan | loan turant | processing gst |
    processing fee | registration fee | satta | matka | vashikaran | link pe click | link par click |
    otp`,
    `
    kasyno | wygrałeś | loteria | zarabiaj | zarób | kliknij | kliknij tutaj | pożyczki | chwilówka |
    chwilówki | spadek po | konto zablokowane | zainwestuj | inwestycja w bitcoin | wróżka`,
    `
    kazandınız | bahis | casino | çekiliş | para kazan | tıklayın | hesabınız | miras | kripto yatırım |
    hemen üye ol | kaçak iddaa`,
  ],
  'spam-hint': [
    `
    bitcoin | crypto | btc | usdt | ethereum | investment | profit | winner | bonus | free money |
    cash prize | loan | loans | credit | interest rate | guarantee | promo code | unlimited |
    limited offer | exclusive offer | dear friend | dear sir or madam | dear customer | kindly |
    whatsapp | telegram | http | https | www | xyz | top | bet`,
    'bono | ganancia | inversión | crédito | estimado cliente | interés anual',
    'bônus | lucro | investimento | crédito | pix',
    'bonus | gewinn | rendite | geehrter kunde | zins',
    'bonus | profit | crédit | taux | garanti 100',
    'bonus | profitto | credito | tasso',
    'bonus | winst | rente',
    'bonus | untung | bunga 1 | cair | rekening | ktp | bosku',
    'bonus | munafa | whatsapp call | upi',
    'bonus | zysk | oprocentowanie',
    'bonus | kâr | faiz',
  ],
  abuse: [
    `
    fuck | fuck you | fucking | shit | bullshit | asshole | bitch | idiots | morons | clowns | scammers |
    you people | go to hell | jump in a lake | screw you | piss off | puta | mierda | pendejos | merda |
    idiotas | arschloch | scheisse | verpisst | merde | connard | connards | stronzi | cazzo | klootzak |
    kut | anjing | bangsat | chutiya | bhenchod | madarchod | kurwa | dupa | siktir | spadaj | kanker`,
  ],
  test: [
    `
    test | tests | testing | test test | this is a test | test lead | test message | test submission |
    test entry | ignore this | please ignore | prueba | teste | prova | prova prova | testowy |
    test aja | lorem ipsum | dolor sit amet | asdf | asd | asdasd | qwerty | qwe | qwertz | azerty |
    foo bar | foobar | blah | blah blah | blabla | blablabla | 123 | abc | abcd | xxx | xyz |
    hello world | staging`,
  ],
  instruction: [
    `
    ignore previous | ignore all previous | ignore all prior | ignore prior | ignore the above |
    ignore all earlier | ignore earlier | ignore your instructions | ignore all instructions |
    ignore instructions | ignore your previous | disregard previous | disregard all | disregard the |
    forget previous | forget your instructions | forget all | override your | new instructions |
    system prompt | system message | system override | system note | you are an ai |
    you are a lead scoring | as an ai | ai assistant | note for ai | note to ai | note to the ai |
    attention ai | dear ai | language model | llm | chatgpt | scoring model | scoring rules |
    scoring system | scoring engine | scoring bot | lead scoring | score this lead | score this |
    score 100 | score = 100 | set score | set the score | give this lead | give me a score | mark as hot |
    mark this lead | mark this as | hot mark | grade hot | grade this | grade as hot | rate this lead |
    rate as hot | classify this | classify as hot | classify me | return tier | output tier |
    tier call now | assign maximum | maximum score | highest score | top score | priority hot |
    respond only with | output only | do not analyse | do not analyze | do not flag |
    do not mention this note | pre verified by | verified by management | treat this lead | treat as hot |
    jailbreak | developer mode | end of prompt | begin system | prompt`,
    `
    ignora las instrucciones | ignora todas | ignore las instrucciones | instrucciones anteriores |
    puntuación 100 | puntuación máxima | marca este lead | califica este | asigna la puntuación |
    nota para la ia | eres una ia`,
    `
    ignore as instruções | ignore todas as | instruções anteriores | pontuação 100 | pontuação máxima |
    marque este lead | classifique este | nota para a ia | você é uma ia`,
    `
    ignoriere alle | ignoriere die | ignoriere vorherige | vorherigen anweisungen |
    bisherigen anweisungen | höchste punktzahl | bewerte diesen lead | bewertung 100 | hinweis an die ki |
    an die ki | du bist eine ki | systemanweisung`,
    `
    ignore les instructions | ignorez les instructions | ignorez toutes | instructions précédentes |
    score maximum | score maximal | note maximale | classez ce | marquez ce lead | note pour l ia |
    tu es une ia | instruction système`,
    `
    ignora le istruzioni | ignora tutte | istruzioni precedenti | punteggio 100 | punteggio massimo |
    assegna il punteggio | nota per l ia | sei un ia | contrassegna`,
    `
    negeer alle | negeer de | negeer vorige | vorige instructies | eerdere instructies | hoogste score |
    maximale score | geef deze lead | opmerking voor de ai`,
    `
    abaikan instruksi | abaikan semua | abaikan perintah | instruksi sebelumnya | skor 100 |
    skor tertinggi | beri skor | tandai lead | catatan untuk ai`,
    `
    pichle instructions | instructions ignore | ignore karo | score 100 do | hot mark karo | lead ko hot |
    ai ke liye`,
    `
    zignoruj | zignoruj poprzednie | poprzednie instrukcje | poprzednie polecenia | najwyższy wynik |
    najwyższą ocenę | oceń tego | uwaga dla ai`,
    'önceki talimatları | talimatları yok say | yok say | en yüksek puan | puan ver',
  ],
  'disclaims-pitch': [
    `
    no pitch | not a pitch | not selling | not trying to sell | not here to sell | not a vendor |
    not a person | no vengo a ofrecer | no vengo a vender | no vendemos | não estou vendendo |
    não quero vender | wollen nichts verkaufen | nichts verkaufen | ne vends rien | pas un démarchage |
    non vendo | non vogliamo vendere | willen niks | niks aan je slijten | niet verkopen | bukan jualan |
    bukan menawarkan | bech nahi raha | nie sprzedaję | what id need from you | need from you |
    we need from you | quote for | quotation for | quisiera cotizar | proposal for us |
    voorstel maken voor`,
  ],
};

/** Words that turn the meaning of what follows: "not ready", "nicht eilig", "sem pressa". */
export const NEGATIONS: ReadonlySet<string> = new Set(
  (
    'not no dont doesnt didnt isnt arent wasnt never without cant cannot wont neither nor non ' +
    'nunca sin ni não nao sem nem nunca nicht kein keine keinen keinem nie ohne pas sans aucun jamais ' +
    'senza nessun mai niet geen nooit zonder tidak bukan belum jangan tanpa gak nggak nahi nahin mat na ' +
    'nie bez ani değil yok'
  ).split(' '),
);

export const MESSAGE_BOOK = compilePhrases(
  Object.entries(MEANINGS).map(([meaning, lines]): [MessageMeaning, string[]] => [
    meaning as MessageMeaning,
    lines.flatMap(splitPhrases),
  ]),
);
