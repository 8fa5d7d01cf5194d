// What answers mean, by topic. Same languages as in message.ts.

import { compilePhrases, type PhraseBook, splitPhrases } from '../text/phrases.ts';

const compile = <Value extends string>(meanings: Record<Value, string>): PhraseBook<Value> =>
  compilePhrases(
    Object.entries<string>(meanings).map(([value, phrases]): [Value, string[]] => [
      value as Value,
      splitPhrases(phrases),
    ]),
  );

export const YES_NO_BOOK = compile({
  yes: `
    yes | y | yep | yeah | yup | true | sure | of course | definitely | absolutely | correct | si | sim |
    ja | jawohl | jazeker | oui | claro | certo | ya | iya | haan | ha | han | haa | ji haan | tak |
    evet | da | ok`,
  no: `
    no | n | nope | nein | non | nao | nee | tidak | bukan | nahi | nahin | nie | hayir | false |
    unfortunately not | not really | leider nicht | purtroppo no | helaas niet`,
});

export const AUTHORITY_BOOK = compile({
  decides:
    `
    final decision maker | sole decision maker | i will | i do | i decide | i make the final |
    i am the decision | i own | me | myself | just me | only me | my call | it is me | its me | owner |
    the owner | co owner | founder | ceo | i sign | nobody | no one | noone | nobody else | director |
    full authority | economic buyer | primary decision | ` +
    `
    yo | yo mismo | yo misma | decido yo | soy yo | dueño | propietario | eu | sou eu | eu mesmo |
    eu decido | dono | ` +
    `
    ich | ich selbst | ich entscheide | geschäftsführer | geschäftsführerin | inhaber | inhaberin |
    alleinentscheider | moi | c est moi | moi même | je décide | gérant | gérante | ` +
    `
    io | il sottoscritto | decido io | titolare | ik | ikzelf | ik zelf | ik beslis | eigenaar | saya |
    saya sendiri | pemilik | saya yang memutuskan | ` +
    `
    main khud | main hi | khud | mai khud | malik | ja sam | ja | właściciel | właścicielka |
    właścicielem | ben | kendim`,
  influences:
    `
    influencer | i recommend | recommend | recommender | recommendation | part of the | committee |
    evaluation | evaluator | jointly | together | partly | partially | shared | we decide | we vote |
    my partner and i | my wife and i | my husband and i | and i | me and my | with my | with our |
    with the | have a say | i shortlist | shortlist | present | has to agree | also needs | co decide |
    one of | team decision | joint | collective | agree too | involved | consult | advise | both of us |
    co founders | business partner | but | ` +
    `
    entre mi | mi socio y yo | doy mi recomendación | recomendación | participo | juntos | con mi |
    influyo | presento las | presento | eu e | influenciador | minha esposa | junto com | com meu |
    com minha | participo da | ` +
    `
    mitentscheider | mitentscheiderin | zusammen mit | gemeinsam | mit meinem | mit meiner | empfehle |
    wir entscheiden | teilweise | prescripteur | avec mon | avec ma | avec mes | ensemble |
    je recommande | nous décidons | conseil | ` +
    `
    insieme | con mio | con mia | collaboro | con il socio | consiglio | partecipo | ik adviseer | samen |
    adviseer | mede beslisser | in overleg | met mijn | ` +
    `
    bersama | diskusi dengan | merekomendasikan | ikut memutuskan | dengan istri | dengan suami | milke |
    saath | suggest karta | suggest karti | recommend karta | ` +
    'razem | wspólnie | doradzam | rekomenduję | birlikte | öneriyorum | ortağım',
  none:
    `
    my boss | boss | my manager | manager decides | my director | head office | headquarters |
    the owner decides | board | the board | superintendent | my vp | the committee | management |
    upper management | not the decision maker | not me | no involvement | just gathering | gathering |
    collecting | collect the info | only collect | no say | not authorized | not authorised |
    no authority | someone else | somebody else | my client | client decides | my parents | my dad |
    my company | researching for | ` +
    `
    mi jefe | mi jefa | gerencia | el dueño decide | dirección | directorio | consejo directivo |
    no soy yo | solo pido | la empresa | meu chefe | minha chefe | o diretor | diretoria | só faço |
    não sou eu | ` +
    `
    mein chef | der chef | chef | chefin | die zentrale | geschäftsleitung | vorstand |
    die geschäftsführung | nicht ich | mon patron | ma responsable | mon responsable | la direction |
    mon chef | le siège | pas moi | juste les demandes | ` +
    `
    il mio capo | il capo | la direzione | il titolare | solo il titolare | non io | la sede | mijn baas |
    de baas | leidinggevende | de directie | directie | niet ik | ` +
    `
    bos saya | atasan | atasan saya | direksi | direktur | manajemen | kantor pusat | sir hi |
    boss karte | boss decide | papa | malik decide | sirf rate | head office decide | ` +
    'szef | szefowa | zarząd | kierownik | dyrektor | patron | müdürüm | yönetim | genel müdür',
  unknown: `
    not sure | dont know | do not know | unknown | no idea | no idea i | prefer not | n a |
    not applicable | idk | no sé | ni idea | não sei | nao sei | weiß nicht | weiss nicht | keine ahnung |
    ne sais pas | ne souhaite pas | non so | non saprei | weet ik niet | weet niet | tidak tahu |
    pata nahi | nie wiem | bilmiyorum`,
});

export const ROLE_BOOK = compile({
  student: `
    student | intern | internship | trainee | apprentice | unemployed | between jobs | looking for work |
    job seeker | phd | graduate student | estudiante | becario | becaria | practicante | en paro |
    desempleado | estudante | estagiário | estagiária | desempregado | studentin | werkstudent |
    werkstudentin | praktikant | praktikantin | azubi | auszubildender | arbeitssuchend | étudiant |
    étudiante | stagiaire | apprenti | recherche d emploi | studente | studentessa | tirocinante |
    stagista | studio | disoccupato | scholier | stagiair | mahasiswa | mahasiswi | pelajar | magang |
    college mein | padh raha | padh rahi | padhai | naukri dhoond | student hoon | studentka | stażysta |
    öğrenci | stajyer`,
  advisor: `
    consultant | advisor | adviser | agency | freelancer | freelance | on behalf of |
    representing a client | external | broker | agent | for a client | for a customer | reseller |
    integrator | consultor | consultora | agencia | asesor | asesora | por cuenta de | agência |
    cuido da conta | assessor | berater | beraterin | unternehmensberater | unternehmensberaterin |
    im auftrag | agentur | freiberufler | conseiller | conseil | consultante | agence | pour le compte |
    indépendant | consulente | agenzia | per conto | commercialista | adviseur | zelfstandig adviseur |
    opdrachtgever | bureau | konsultan | agensi | client ke liye | agent hoon | konsultant | doradca |
    danışman | ajans`,
  staff: `
    assistant | executive assistant | secretary | receptionist | clerk | engineer | developer | designer |
    analyst | accountant | bookkeeper | specialist | technician | nurse | teacher |
    individual contributor | employee | representative | officer | associate | buyer | purchaser |
    administrator | admin | planner | asistente | secretaria | analista | contador | contadora | técnico |
    técnica | comprador | compradora | empleado | empleada | ingeniero | ingeniera | administrativo |
    administrativa | recepcionista | coordinadora de admisiones | assistente | auxiliar | enfermeira |
    professor | sachbearbeiter | sachbearbeiterin | mitarbeiter | mitarbeiterin | angestellte |
    angestellter | ingenieur | assistentin | techniker | einkäufer | einkäuferin | buchhalter |
    buchhalterin | assistante | assistant | comptable | technicien | acheteur | acheteuse | ingénieur |
    employé | employée | chargé | chargée | impiegato | impiegata | tecnico | ragioniere | contabile |
    infermiera | medewerker | assistente | inkoper | boekhouder | verpleegkundige | administratie | staf |
    staff | teknisi | admin | asisten | sekretaris | karyawan | analis | księgowa | księgowy | pracownik |
    specjalista | asystent | asystentka | inżynier | mühendis | uzman | muhasebeci | asistan |
    clerk hoon`,
  executive: `
    owner | co owner | founder | co founder | cofounder | ceo | cfo | coo | cto | cio | cmo | chief |
    c level | president | vice president | vp | svp | evp | managing director | director |
    general manager | gm | partner | managing partner | principal | proprietor | entrepreneur | i run |
    run the place | business owner | chairman | board member | md | dueño | dueña | propietario |
    propietaria | fundador | fundadora | director | directora | socio | socia | gerente general |
    presidente | dono | dona | proprietário | proprietária | sócio | sócia | diretor | diretora |
    empresário | empresária | inhaber | inhaberin | geschäftsführer | geschäftsführerin |
    geschäftsleiter | gründer | gründerin | vorstand | eigentümer | eigentümerin | direktor | direktorin |
    gérant | gérante | pdg | dg | directeur | directrice | fondateur | fondatrice | associé | associée |
    dirigeant | dirigeante | propriétaire | président | patron | patronne | titolare | amministratore |
    amministratore delegato | fondatore | proprietario | direttore | direttrice | imprenditore | socio |
    dga | eigenaar | eigenaresse | directeur | oprichter | bestuurder | mede eigenaar | pemilik |
    direktur | wakil direktur | pendiri | pengusaha | owner hoon | malik | maalik | wlasciciel |
    właściciel | właścicielka | prezes | dyrektor | współwłaściciel | sahibi | sahip | kurucu |
    genel müdür | direktör | ortak`,
  manager: `
    manager | head of | head | lead | team lead | team leader | supervisor | coordinator |
    middle management | management | foreman | superintendent | encargado | encargada | jefe | jefa |
    gerente | responsable | coordinador | coordinadora | supervisor | coordenador | coordenadora |
    gestor | gestora | supervisora | leiter | leiterin | teamleiter | teamleiterin | abteilungsleiter |
    abteilungsleiterin | laborleiter | laborleiterin | projektleiter | projektleiterin | betriebsleiter |
    betriebsleiterin | vertriebsleiter | vertriebsleiterin | einkaufsleiter | einkaufsleiterin |
    marketingleiter | marketingleiterin | chef de | responsable | chef d équipe | cadre | responsabile |
    capo | caporeparto | coordinatore | coordinatrice | afdelingshoofd | teamleider | leidinggevende |
    hoofd | bedrijfsleider | manajer | kepala | supervisor | koordinator | manager hoon | kierownik |
    kierowniczka | menedżer | müdür | müdürü | yönetici | şef`,
});

export const GOAL_BOOK = compile({
  other: `
    job | apply for | applying for | vacancy | career | resume | cv | internship | log in | login |
    password | my account | cancel my | cancel subscription | refund | complaint | support | invoice |
    thesis | student | homework | we offer | link building | our services | partner with | partnership |
    sell | none | nothing | n a | test | currículum | hoja de vida | empleo | vaga | emprego | currículo |
    boleto | segunda via | bewerbung | stelle | ausbildung | praktikum | beschwerde | réclamation |
    candidature | stage | alternance | emploi | reclamo | candidatura | lavoro | proporvi |
    nostri servizi | vacature | sollicitatie | klacht | lowongan | lamaran | magang | job chahiye |
    vacancy hai | naukri | praca | reklamacja | iş başvurusu | şikayet`,
  explore:
    `
    explore | explores | exploration | just exploring | exploring options | curious | curiosity |
    just looking | just browsing | browsing | learn more | learning | learn | research | researching |
    just researching | information only | general overview | overview | no concrete plans |
    comparing vendors | nothing specific | how it works | get an idea | ideas | inspiration |
    just checking | see what | look around | not sure | dont know | undecided | idk | maybe | someday | ` +
    `
    explorar | explorando | curiosidad | informarme | solo mirando | información | mirando | curiosidade |
    dando uma olhada | conhecer melhor | sem compromisso | pesquisando | informações | ` +
    `
    umschauen | informieren | nur informieren | neugier | überblick | stöbern | orientieren | curiosité |
    renseigner | me renseigner | pas de projet | découvrir | s informer | ` +
    `
    farmi un idea | curiosità | informarmi | informazioni | valutare | oriënteren | rondkijken |
    nieuwsgierig | informatie | lihat lihat | cari info | tanya tanya | informasi | ` +
    `
    aise hi | dekh raha | dekh rahi | jaankari | jankari | rozeznanie | ciekawość | informacje | merak |
    bilgi almak | araştırıyorum`,
  buy:
    `
    buy | purchase | order | replace | replacement | switch | new | install | installation | rent |
    lease | hire | quote | quotation | implement | migrate | migration | build | remodel | renovation |
    renovate | upgrade | move to | set up | get a | need | looking for | want | book | launch | open |
    investment property | house | ` +
    `
    comprar | adquirir | cambiar | instalar | contratar | renovar | nuevo | nueva | necesito |
    presupuesto | alquilar | reforma | trocar | novo | nova | preciso | orçamento | alugar | ` +
    `
    kaufen | kauf | anschaffung | ersetzen | neue | neuer | neues | bestellen | brauchen | mieten |
    angebot | einbau | montage | wechseln | acheter | achat | remplacer | nouveau | nouvelle | installer |
    louer | devis | rénover | ` +
    `
    comprare | acquisto | acquistare | sostituire | nuovo | nuova | preventivo | rifare | installare |
    noleggio | ristrutturare | kopen | aanschaf | vervangen | nieuwe | nieuw | zoeken | offerte | huren |
    bestellen | laten plaatsen | ` +
    `
    beli | membeli | ganti | baru | pasang | sewa | butuh | penawaran | kontrak | lena hai | kharidna |
    chahiye | lagwana | banwana | karana hai | kupić | zakup | wymiana | nowy | nowa | wynająć | satın |
    yeni | kiralama`,
});

/** Words for one person: "just me", "solo yo", "Einzelunternehmer". */
export const ALONE_BOOK = compile({
  one: `
    just me | only me | me | myself | solo | solo agent | one man band | one man | freelancer |
    self employed | sole proprietor | sole trader | autónomo | autónoma | trabajo solo | yo solo | só eu |
    eu mesmo | sozinho | mei | einzelunternehmer | einzelunternehmerin | einzelkämpfer | nur ich |
    ohne angestellte | auto entrepreneur | je suis seul | seul | indépendant | da solo | nessuno |
    libero professionista | alleen ikzelf | alleen ik | zzp | zzper | sendiri | sendirian | saya sendiri |
    perorangan | akela | akele | jednoosobowa | sam | tek kişi | yalnız`,
  two: `
    me and my wife | me and my husband | me and my partner | my wife and i | my husband and i |
    two of us | mi mujer y yo | a dos | zu zweit | à deux | in due | met z n tweeën | berdua | zu zweit`,
});
