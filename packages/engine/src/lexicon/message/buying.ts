// What buyers say: readiness, urgency, needs, requests, and who they are.

export const BUYING = {
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
    before spring | before the winter | before winter | before christmas | before xmas | before easter | before eid |
    before hanukkah | before passover | before lebaran | before the season |
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
    wir brauchen | brauchen | brauche | brauch | benötigen | benötige | suchen | suche | möchten | moechten |
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
} as const satisfies Record<string, readonly string[]>;
