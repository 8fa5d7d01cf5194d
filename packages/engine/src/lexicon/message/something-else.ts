// Messages that are not inquiries: support requests, pitches, applications, spam, tests, prompt injections. A `-hint`
// proves nothing on its own.

export const SOMETHING_ELSE = {
  support: [
    `password | log in | login | cant log in | locked out | my account | my invoice | my order |
    order number | order no | refund | return label | cancel our | cancel my | cancel the subscription |
    cancel our trial | charged twice | double charged | ticket number | support ticket | customer number |
    existing customer | not working since | stopped working after | complaint | third time i am writing |
    still waiting for | nobody answers | nobody picks up | you fitted | your man fitted |
    i bought from you | we bought from you | warranty claim | reset my | error message | manual for |
    copy of the invoice | where is my | tracking number | bug report`,
    `contraseña | no puedo entrar | no puedo acceder | mi pedido | mi factura | reembolso | devolución |
    número de cliente | reclamo | reclamación | soporte técnico | ya soy cliente | no funciona mi`,
    `senha | não consigo acessar | não conseguimos acessar | 2ª via | segunda via | boleto vencido |
    nota fiscal | reembolso | meu pedido | já sou cliente | reclamação | suporte`,
    `passwort | anmelden klappt | nicht einloggen | einloggen | kundenportal | kundennummer | kundennr |
    rechnung nr | rechnungsnummer | reklamation | rückerstattung | erstattung | bestellnummer |
    meine bestellung | störung melden | gewährleistung | anleitung für`,
    `mot de passe | me connecter | connexion impossible | ma commande | ma facture | remboursement |
    numéro de client | réclamation | déjà client | sav | service après vente`,
    `password | non riesco ad accedere | mio ordine | mia fattura | rimborso | codice cliente | reclamo |
    già cliente | assistenza su`,
    `wachtwoord | inloggen lukt | kan niet inloggen | mijn bestelling | mijn factuur | terugbetaling |
    klantnummer | klacht | handleiding | kopie van de rekening`,
    `kata sandi | tidak bisa login | pesanan saya | refund | komplain | keluhan | nomor pelanggan |
    sudah pelanggan`,
    `password | login nahi | refund | complaint | mera order | paisa wapas | order nahi aaya |
    service nahi`,
    `hasło | nie mogę się zalogować | zwrotu pieniędzy | zwrot pieniędzy | reklamacja | reklamację |
    moje zamówienie | numer klienta | kupiłem u was | faktura fv`,
    'şifre | giriş yapamıyorum | siparişim | iade | şikayet | müşteri numara*',
  ],
  pitch: [
    `seo services | seo company | seo expert | seo agency services | seo errors | rank your |
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
    `servicios seo | posicionamiento web | posicionar su | primera página de google | primeros resultados |
    primera página | he visto que su página | vi su página | su página web no | su sitio web |
    aumentar sus ventas | aumente sus ventas | más clientes para | le ofrecemos | les ofrecemos |
    ofrecemos nuestros | nuestros servicios | somos una agencia | nuestra agencia | le garantizamos |
    les garantizamos | sin compromiso | base de datos de | me permito ofrecer | presentarle nuestra |
    propuesta de colaboración | desarrollo web económico | reducir sus costos | préstamo rápido |
    prestamista`,
    `serviços de seo | primeira página do google | vi o site de vocês | visitei seu site | seu site |
    aumentar suas vendas | mais clientes para | oferecemos | nossos serviços | somos uma agência |
    nossa plataforma | nossa consultoria | apresentar a nossa | proposta de parceria | parceria ganha |
    reduzir até | reduzir seus | triplicando | dias grátis | disparo | banco de dados de | call rápida |
    impulsionar | alavancar`,
    `suchmaschinenoptimierung für | seite 1 bei google | google ranking | ihre website | ihre webseite |
    eure website | eure webseite | neukundenanfragen | neukunden | neukundengewinnung | planbare |
    wir bieten ihnen | wir bieten an | bieten wir | unsere dienstleistungen | unser angebot für sie |
    unverbindliches angebot unterbreiten | kostenlose analyse | exklusiv frei | schalte ich ihnen |
    anfragen von | kalenderlink | auf den tisch | wir helfen unternehmen | umsatz steigern | mehr kunden |
    adressdatenbank | firmenadressen | kredit ohne | kurzkredit | geschäftsmöglichkeit`,
    `référencement | première page de google | votre site web | votre site internet | votre site |
    augmenter vos ventes | nous proposons | nous vous proposons | je vous propose | nos services |
    notre agence vous | notre équipe vous | base de données de | générer des leads | trouver des clients |
    plus de clients | réduire vos | réduire votre facture | audit gratuit | partenariat gagnant |
    prêt entre particuliers | offre de prêt`,
    `posizionamento | prima pagina di google | il vostro sito | il suo sito | vostro sito web |
    aumentare le vendite | aumentare i clienti | offriamo | proponiamo | per proporle | le propongo |
    i nostri servizi | la nostra agenzia | database di | tariffa luce | luce e gas | risparmio fino |
    risparmiare fino | in bolletta | nostro consulente | finanziamento senza | prestito`,
    `hoger in google | eerste pagina | uw website | jullie website | je website | meer klanten |
    meer omzet voor | wij bieden aan | wij bieden u | onze diensten | ons bureau helpt | wij bouwen voor |
    verouderd oogt | vrijblijvend een ontwerp | leads voor uw | bedrijvenlijst | genomineerd |
    bijdrage van | advertentie plaatsen`,
    `jasa seo | jasa pembuatan | jasa website | kami menawarkan | kami tawarkan | layanan kami |
    menawarkan jasa | menawarkan kerja sama | kerja sama | kerjasama | pinjaman modal | pinjaman dana |
    pinjaman tanpa | tanpa jaminan | meningkatkan penjualan | halaman pertama google | website bapak |
    website anda | database perusahaan | followers murah | tingkatkan omzet | promo jasa`,
    `seo service dete | hum provide karte | hum offer karte | hamari services | aapki website |
    aapke business ko | website rank | leads provide | loan chahiye to | loan offer | google par rank |
    google pe rank | hum dete hain | promotion karte hain | business badhaye | bulk sms service |
    data provide`,
    `oferujemy | nasza oferta | nasze usługi | pozycjonowanie | pierwsza strona google | państwa strona |
    państwa stronę | bazę firm | aktualną bazę | baza firm | zwiększyć sprzedaż | pozyskiwanie klientów |
    pożyczka | kredyt bez | współpraca partnerska | w promocji`,
    `hizmetlerimiz | sunuyoruz | web siteniz | google da ilk | seo hizmeti | kampanyamız |
    katalog göndermemizi | müşteri kazan* | teklif sunmak | satışlarınızı | kredi imkanı | sayın yetkili`,
  ],
  'pitch-hint': [
    `your website | your site | your business | your company | your brand | your readers | your customers |
    our solution | our platform | our software | our product | our clients | our services |
    companies like yours | agencies like yours | businesses like yours | dear webmaster | dear founder |
    dear business owner | business owner | dear owner | hi team | partnership | partner with |
    collaborate | collaboration | opportunity | affordable | discount | guaranteed results | 100% | roi |
    increase | boost | improve | visibility | packages | free trial for you | audit | portfolio |
    reach out to see | quick idea | such valuable insights | great article | love your | impressed by |
    developers | freelancers`,
    `su negocio | su empresa | su web | colaboración | oportunidad | descuento | garantizado |
    nuestra plataforma | gentile titolare | titular`,
    `sua empresa | seu negócio | oportunidade | parceria | desconto | garantido | parabéns pelo trabalho |
    agências como a sua`,
    `ihr unternehmen | ihrem unternehmen | ihre kunden | zusammenarbeit | kooperation | garantiert |
    kapazitäten | rabatt`,
    'votre entreprise | votre activité | partenariat | collaboration | opportunité | garantie | remise',
    `sua azienda | vostra azienda | sua zona | collaborazione | opportunità | garantito | sconto |
    gentile titolare`,
    'uw bedrijf | jullie bedrijf | samenwerking | kans | korting | gegarandeerd | gefeliciteerd',
    `bisnis anda | perusahaan anda | perusahaan bapak | usaha bapak | bapak ibu pemilik | kepada bapak |
    promo | diskon | kesempatan`,
    'aapka business | aapki company | offer hai | special offer | sirf aaj tak | guarantee ke saath',
    'państwa firma | państwa firmy | współpraca | promocja | rabat | okazja',
    'işletmeniz | firmanız | iş birliği | fırsat | indirim | kampanya',
  ],
  job: [
    `my cv | my resume | attached cv | attached resume | cv attached | resume attached | cv available |
    looking for a job | looking for job | looking for work | looking for a role | looking for full time |
    looking for an internship | job opportunity | job opening | job openings | any vacancy |
    any vacancies | any job | any opening | apply for the position | apply for a position | applying for |
    job application | my application for | seeking employment | employment opportunity | internship |
    immediate joiner | years of experience in | years experience looking | notice period |
    expected salary | hire me | i am a fresher | career opportunity | work from home job | i am a closer |
    open to work | part time job | full time role | position in your company | join your team |
    join your company | work for you | work at your company`,
    `hoja de vida | mi cv | mi currículum | mi curriculum | busco trabajo | busco empleo |
    oferta de empleo | vacante | vacantes | puesto de trabajo | disponibilidad inmediata |
    trabajar con ustedes | trabajar en su empresa | bolsa de trabajo | prácticas profesionales`,
    `meu currículo | meu cv | procuro emprego | procuro trabalho | vaga de emprego | vagas de emprego |
    alguma vaga | tem vaga | trabalhar com vocês | trabalhar na empresa | estágio |
    oportunidade de emprego | disponibilidade imediata | jovem aprendiz | segue meu`,
    `bewerbung als | bewerbe mich | meine bewerbung | initiativbewerbung | lebenslauf anbei |
    meinen lebenslauf | suche arbeit | suche einen job | suche eine stelle | offene stellen |
    ausbildung zum | ausbildung zur | ausbildungsplatz | praktikum | praktikumsplatz | stellenangebot |
    arbeit bei ihnen | minijob`,
    `mon cv | ma candidature | je postule | candidature spontanée | cherche un emploi |
    recherche un emploi | cherche du travail | cherche un stage | recherche un stage | alternance |
    cherche une alternance | offre d emploi | poste de | rejoindre votre équipe | lettre de motivation`,
    `mio cv | mio curriculum | curriculum vitae | invio il mio | cerco lavoro | cerco un lavoro |
    candidatura | candidarmi | mi candido | posizioni aperte | tirocinio | stage presso |
    lavorare con voi | assunzione`,
    `mijn cv | solliciteer | solliciteren | sollicitatie | vacature | vacatures | zoek werk |
    zoek een baan | op zoek naar werk | op zoek naar een baan | stageplek | stageplaats | stage lopen |
    bijbaan | open sollicitatie`,
    `lowongan | lowongan kerja | lamaran | melamar | lamar kerja | cv saya | cari kerja | mencari kerja |
    mencari pekerjaan | info loker | loker | magang | siap kerja | fresh graduate`,
    `naukri | naukari | job chahiye | kaam chahiye | kaam milega | vacancy ho | vacancy hai | koi vacancy |
    koi job | mera resume | mera cv | salary kitni | salary negotiable | fresher hu | fresher hoon |
    job ke liye`,
    `moje cv | szukam pracy | poszukuję pracy | oferta pracy | oferty pracy | aplikuję | rekrutacja |
    staż | praktyki | wolne stanowiska | podjąć pracę | zatrudnienie`,
    `iş arıyorum | özgeçmişim | cv mi | iş başvuru* | staj | açık pozisyon | eleman alımı | işe alım |
    iş ilanı`,
  ],
  'job-hint': [
    `resume | cv | curriculum | salary | experience | skills | position | vacancy | candidate |
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
    `casino | online casino | slots | free spins | sports betting | betting tips | poker | lottery |
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
    `casino | apuestas | tragamonedas | ha ganado | has ganado | premio | lotería | gana dinero |
    ganar dinero | ingresos pasivos | inversión garantizada | invierte en bitcoin | haz clic | haga clic |
    préstamos | préstamo urgente | créditos rápidos | concedo créditos | al 2% de interés | vidente |
    amarre | amarres | herencia | su cuenta ha sido | verifique su cuenta`,
    `cassino | apostas | tigrinho | tigre | jogo do | você ganhou | ganhe | prêmio | loteria |
    ganhar dinheiro | renda extra | dinheiro fácil | clique aqui | clique no link | empréstimo |
    empréstimos | vagas limitadas | me chama no telegram | bônus de | plataforma nova pagando |
    criptomoeda investimento | herança | amarração`,
    `casino | gewonnen | gewinnspiel | lotterie | geld verdienen | passives einkommen | klicken sie hier |
    hier klicken | kredit | darlehen | zinssatz | auszahlung | bearbeitungsgebühr | kopie von ausweis |
    ausweis kopie | erbschaft | bitcoin investieren | krypto gewinn | wahrsagerin | konto gesperrt |
    konto wurde`,
    `casino | vous avez gagné | loterie | gagner de l argent | revenus passifs | cliquez ici |
    cliquer ici | prêt de | prêt d argent | un prêt | taux 2 | voyant | marabout | médium |
    retour de l être aimé | désenvoûtement | portefeuille magique | héritage | compte suspendu |
    votre compte | solde cpf | investir dans le bitcoin`,
    `casinò | hai vinto | ha vinto | lotteria | guadagnare soldi | guadagni garantiti | clicca qui |
    cliccare qui | prestiti | prestito tra | eredità | conto sospeso | investimento bitcoin | cartomante |
    scommesse`,
    `casino | gewonnen | loterij | geld verdienen | klik hier | lening | leningen | erfenis |
    account geblokkeerd | bitcoin investeren | gokken | passief inkomen`,
    `slot gacor | gacor | judi | judi online | togel | bonus new member | situs slot | deposit pulsa |
    rtp | maxwin | wd pasti | daftar sekarang | pinjol | pinjaman cair | cair 1 jam | menang undian |
    hadiah undian | klik link | klik di sini | cuan | kirim foto ktp | data dan ktp | nomor rekening |
    dukun | pelet`,
    `lottery | lucky draw | badhai ho | inaam | jeeta hai | kbc | paisa kamaye | paise kamaye |
    ghar baithe kamaye | ghar baithe paise | instant loan | loan turant | processing gst |
    processing fee | registration fee | satta | matka | vashikaran | link pe click | link par click |
    otp`,
    `kasyno | wygrałeś | loteria | zarabiaj | zarób | kliknij | kliknij tutaj | pożyczki | chwilówka |
    chwilówki | spadek po | konto zablokowane | zainwestuj | inwestycja w bitcoin | wróżka`,
    `kazandınız | bahis | casino | çekiliş | para kazan | tıklayın | hesabınız | miras | kripto yatırım |
    hemen üye ol | kaçak iddaa`,
  ],
  'spam-hint': [
    `bitcoin | crypto | btc | usdt | ethereum | investment | profit | winner | bonus | free money |
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
    `fuck | fuck you | fucking | shit | bullshit | asshole | bitch | idiots | morons | clowns | scammers |
    you people | go to hell | jump in a lake | screw you | piss off | puta | mierda | pendejos | merda |
    idiotas | arschloch | scheisse | verpisst | merde | connard | connards | stronzi | cazzo | klootzak |
    kut | anjing | bangsat | chutiya | bhenchod | madarchod | kurwa | dupa | siktir | spadaj | kanker`,
  ],
  test: [
    `test | tests | testing | test test | this is a test | test lead | test message | test submission |
    test entry | ignore this | please ignore | prueba | teste | prova | prova prova | testowy |
    test aja | lorem ipsum | dolor sit amet | asdf | asd | asdasd | qwerty | qwe | qwertz | azerty |
    foo bar | foobar | blah | blah blah | blabla | blablabla | 123 | abc | abcd | xxx | xyz |
    hello world | staging`,
  ],

  'disclaims-pitch': [
    `no pitch | not a pitch | not selling | not trying to sell | not here to sell | not a vendor |
    not a person | no vengo a ofrecer | no vengo a vender | no vendemos | não estou vendendo |
    não quero vender | wollen nichts verkaufen | nichts verkaufen | ne vends rien | pas un démarchage |
    non vendo | non vogliamo vendere | willen niks | niks aan je slijten | niet verkopen | bukan jualan |
    bukan menawarkan | bech nahi raha | nie sprzedaję | what id need from you | need from you |
    we need from you | quote for | quotation for | quisiera cotizar | proposal for us |
    voorstel maken voor`,
  ],
} as const satisfies Record<string, readonly string[]>;
