// Words that reveal who someone is rather than what they want: origin, religion, sex and regional spelling. They are
// replaced before anything trained on examples reads a message.

/** Removed entirely: countries, cities, peoples, religions with their buildings, leaders and holidays, titles. Lower
 * case without accents; `_` joins the words of a name. */
export const LEFT_OUT = `malien malienne camerounais camerounaise burkinabe beninois togolais gabonais guineen mauritanien christelijke christelijk islamitische islamitisch joodse katholieke hindoeistische protestantse gereformeerde islamische islamisch judische christliche katholische evangelische muslimische islamica cristiane musulmani cattolica catholiques musulmans
    meeting_house turke turkin pole polin syrer syrerin afghane afghanin nigerianer nigerianerin franzose franzosin italiener italienerin spanier spanierin grieche griechin russin amerikaner amerikanerin brite britin schweizer schweizerin osterreicher osterreicherin inder inderin japaner japanerin marokkaner marokkanerin tunesier ukrainer ukrainerin rumane rumanin bulgare bulgarin kroate kroatin serbe serbin albaner albanerin kurde kurdin iraner iranerin iraker perser araber englander englanderin allemand allemande anglais anglaise espagnol espagnole italien italienne portugais portugaise turc turque polonais polonaise russe roumain roumaine algerien algerienne tunisien tunisienne senegalais senegalaise ivoirien ivoirienne congolais congolaise libanais libanaise syrien syrienne belge suisse americain americaine chinois chinoise vietnamien vietnamienne ecuatoriano ecuatoriana boliviano boliviana peruano peruana chileno chilena argentino argentina cubano cubana chino china arabe senegales senegalesa nigeriano nigeriana ingles inglesa portugues portuguesa polaco polaca ucraniano ucraniana angolano angolana mocambicano haitiano haitiana alemao alema japones japonesa chines chinesa tedesco tedesca spagnolo spagnola inglese rumeno rumena albanese marocchino marocchina egiziano egiziana senegalese cinese ucraino ucraina polacco polacca filippino filippina peruviano peruviana nederlander nederlandse duitser duitse belg belgische marokkaan marokkaanse turk turkse pool poolse surinamer surinaamse syrier engelsman fransman batak sunda minang madura tionghoa papua bugis dayak bihari marathi gujarati bengali madrasi marwari rajasthani
    aid semana_santa good_friday yom_kippur rosh_hashanah nyepi waisak imlek thanksgiving lent onam pongal
    navratri durga_puja christmas xmas navidad natal weihnachten noel natale kerst easter pascua pascoa ostern
    paques pasqua pasen eid ramadan ramadhan ramzan lebaran diwali deepavali holi hanukkah chanukah passover
    vesak baisakhi purim zuckerfest opferfest first_communion communion aqiqah christening bar_mitzvah
    bat_mitzvah baptism bris
    chaplain rev bishop nuns monks padre_nuestro pastor imam rabbi priest reverend vicar ustadz pandit pujari
    deacon nun monk
    parrocchia paroisse parroquia paroquia pfarrei moskee chapelle kapelle sinagoge vihara pura klenteng church
    churches iglesia igreja kirche eglise chiesa kerk gereja mosque mosques mezquita mesquita moschee mosquee
    moschea masjid temple temples templo tempel tempio mandir synagogue sinagoga synagoge gurdwara gurudwara
    chapel cathedral parish monastery
    york sweden afghanistan albania algeria andorra angola argentina armenia australia austria azerbaijan
    bahamas bahrain bangladesh barbados belarus belgium belgie belgien belgica belgique belize benin bhutan
    bolivia bosnia botswana brazil brasil bresil brasile brunei bulgaria burkina burundi cambodia cameroon
    cameroun canada chad chile china colombia congo croatia cuba cyprus czechia denmark danmark dinamarca
    djibouti dominica ecuador egypt egypte egypten england estonia eswatini ethiopia europe europa fiji finland
    finlandia france francia franca frankreich frankrijk prancis gabon gambia georgia germany alemania alemanha
    allemagne deutschland duitsland germania jerman ghana greece grecia guatemala guinea guyana haiti honduras
    hungary iceland india inde indien indonesia indonesien indonesie iran iraq ireland irlanda irland irlande
    israel italy italia italien italie jamaica japan japon jepang jordan kazakhstan kenya kosovo kuwait laos
    latvia lebanon liban liberia libya liechtenstein lithuania luxembourg madagascar malawi malaysia maldives
    mali malta mauritania mauritius mexico messico mexique moldova monaco mongolia montenegro morocco marruecos
    maroc marokko mozambique mocambique myanmar namibia nepal netherlands nederland holland niederlande olanda
    holanda belanda nicaragua niger nigeria norway noruega norwegen oman pakistan palestine panama paraguay
    peru perou philippines filipinas poland polen polonia pologne portugal portogallo qatar romania rumania
    russia rusia rwanda samoa senegal serbia seychelles singapore singapur singapura slovakia slovenia somalia
    spain espana espanha espagne spanien spanje spagna spanyol sudan suriname schweden suecia switzerland
    schweiz suisse suiza suica svizzera zwitserland swiss syria taiwan tajikistan tanzania thailand togo
    tunisia tunisie turkey turkiye turquia turkei turquie uganda ukraine uk usa uae emirates uruguay uzbekistan
    venezuela vietnam wales scotland yemen zambia zimbabwe abuja accra addis ahmedabad alicante amsterdam
    ankara antwerp antwerpen athens auckland austin bahia bali baltimore bandung bangalore bengaluru bangkok
    barcelona beijing beirut belfast belgrade belo berlin bern bilbao birmingham bogota bologna bombay bordeaux
    boston brisbane bristol brussels bruxelles brussel bucharest budapest bukarest cairo calcutta calgary cali
    cardiff caracas casablanca charlotte chandigarh chennai chicago cleveland cologne koln copenhagen cordoba
    cork curitiba dakar dallas delhi denver detroit dhaka dortmund dubai dublin durban dusseldorf edinburgh
    edmonton eindhoven essen florence firenze fortaleza frankfurt galway gdansk geneva geneve genova gent ghent
    glasgow goa granada graz guadalajara guangzhou gurgaon haarlem hamburg hamburgo hanoi hanover hannover
    harare havana helsinki hyderabad indore istanbul jaipur jakarta jeddah johannesburg kabul kampala karachi
    kathmandu kiev kyiv kigali kochi kolkata krakow lagos lahore lausanne leeds leicester leipzig leuven lille
    lima lisbon lisboa liverpool london londres luanda lucknow lusaka lyon madrid malaga manchester manila
    maputo marrakech marseille medan medellin melbourne miami milan milano minneapolis mombasa monterrey
    montevideo montreal moscow mumbai munich munchen nagpur nairobi nantes naples napoli nashville newcastle
    nice nottingham nuremberg nurnberg oslo ottawa oxford palermo paris parigi perth philadelphia phoenix
    portland porto prague praha pretoria pune puebla quebec quito rabat recife riga riyadh rome roma rotterdam
    salvador salzburg santiago sao saigon seattle semarang seoul sevilla seville shanghai sheffield shenzhen
    sofia stockholm strasbourg stuttgart surabaya surat sydney taipei tallinn tampa tehran texas tijuana tokyo
    toronto toulouse tunis turin torino utrecht valencia vancouver venice venezia verona vienna wien vilnius
    warsaw wellington winnipeg yerevan zagreb zaragoza zurich california florida ohio virginia arizona colorado
    oregon nevada yorkshire kent essex cornwall devon bavaria bayern catalonia punjab gujarat kerala
    maharashtra rajasthan bihar tamilnadu new_york new_delhi new_zealand new_jersey new_orleans hong_kong
    los_angeles las_vegas san_francisco san_diego san_jose san_juan sri_lanka south_africa saudi_arabia
    sierra_leone ivory_coast costa_rica puerto_rico el_salvador united_states united_kingdom abu_dhabi
    cape_town kuala_lumpur buenos_aires rio_de_janeiro sao_paulo mexico_city ciudad_de_mexico den_haag tel_aviv
    estados_unidos reino_unido pays_bas paises_bajos ho_chi_minh north_korea south_korea costa_de_marfil
    cote_d_ivoire stati_uniti etats_unis vereinigte_staaten arabia_saudita nueva_york nova_york african
    albanian algerian american amerikaner americano americana arab arabic arabian argentine argentinian asian
    australian austrian bangladeshi belgian bolivian brazilian brasileiro brasileira brasileno british
    bulgarian caucasian canadian caribbean chilean chinese colombian colombiano colombiana croatian cuban czech
    danish dutch ecuadorian egyptian english emirati ethiopian european filipino filipina finnish french
    frances francesa francese german aleman alemana ghanaian greek hispanic hungarian icelandic indian indio
    iranian iraqi irish israeli italian italiano italiana jamaican japanese jordanian kenyan korean kurdish
    latin latino latina latinx lebanese libyan lithuanian malay malaysian maltese marocain marocaine mexican
    mexicano mexicana moroccan marroqui nepalese nepali nigerian norwegian pakistani palestinian peruvian
    persian polish polnisch portuguese punjabi romanian rumano rumana russian ruso rusa rwandan saudi scottish
    senegalese serbian slovak somali spanish espanol espanola sudanese swedish syrian taiwanese tamil tanzanian
    telugu thai tunisian turkish turkisch turco turca ugandan ukrainian uruguayan venezuelan venezolano
    venezolana vietnamese welsh zambian zimbabwean gypsy white black quaker buddista buddhistisch umbandista
    protestante protestantisch evangelica lutherano ortodosso hindou sikhismo zoroastrian pagan shinto bahai
    mennonite adventist christian christians christiano cristiano cristiana cristao christlich chretien
    chretienne muslim muslims moslem islam islamic muslimisch musulman musulmana musulmane muculmano islamique
    hindu hindus jewish jews judio judia juif juive judisch buddhist buddhists budista sikh sikhs jain catholic
    catholics catolico catolica katholisch catholique cattolico protestant evangelical evangelico orthodox
    baptist methodist mormon lutheran evangelisch atheist kristen katolik mr mrs ms miss mister madam madame
    sir senor senora sr sra srta herr monsieur signor signora signore meneer mevrouw mas mbak kak pak bu bang
    gan sis bro dear`;

/** Words that are replaced by a neutral stand-in. */
export const STAND_INS: readonly (readonly [standIn: string, words: string])[] = [
  ['they', `he she him her his hers them their theirs himself herself themselves ella elle egli hij zij`],
  [
    'person',
    `husband wife wifey hubby marido esposo esposa mari femme ehemann ehefrau moglie marito echtgenoot
    echtgenote suami istri pati patni boyfriend girlfriend fiance fiancee novio novia namorado namorada
    fidanzato fidanzata copain copine daughter daughters hijo hija filho filha fils fille sohn tochter figlio
    figlia zoon dochter beti beta boy girl boys girls mummy mamma mummyji uncle aunt aunty auntie grandfather
    grandmother grandpa grandma granddad gran nan nana nonno nonna oma opa abuelo abuela avo tio tia zio zia
    oncle tante onkel grossvater grossmutter mother father mom mum dad mama papa madre padre mae pai mutter
    vater   moeder vader ibu bapak bapa maa pitaji brother sister hermano hermana irmao irma bruder
    schwester frere soeur fratello sorella broer zus bhai behen didi son sons policeman policewoman businessman
    businesswoman salesman saleswoman chairman chairwoman waiter waitress actor actress mate dude sirji man
    woman men women male female lady ladies gentleman gentlemen guy guys hombre mujer homem mulher mann frau
    homme uomo donna mannen vrouw hijos`,
  ],
];

/** Regional words and spellings, each with the form that replaces it. */
export const SPELLINGS: Readonly<Record<string, string>> = Object.fromEntries(
  `aint:not an:a y:you handy:cellulare kado:cadeau effe:even aluminium:aluminum apartment:flat apartments:flats arent:isnt are:is arnt:isnt boot:trunk caravan:trailer centre:center centres:centers
  cheque:check cheques:checks cos:because cuz:because defence:defense diary:calendar elevator:lift elevators:lifts
  enquire:inquire enquiries:inquiries enquiring:inquiring enquiry:inquiry fibre:fiber fortnight:weeks gasoline:petrol gonna:going
  gotta:have grey:gray holidays:vacation jewellery:jewelry kerb:curb kilometre:kilometer kilometres:kilometers learnt:learned
  licence:license licences:licenses litre:liter litres:liters lorry:truck lorries:trucks metre:meter metres:meters mould:mold
  mobile:cell missus:person landlady:landlord offence:offense organisation:organization organisations:organizations plough:plow practise:practice
  programme:program programmes:programs pyjamas:pajamas revert:reply sceptical:skeptical smartphone:cell storey:story storeys:stories
  theatre:theater theatres:theaters thru:through til:until till:until tyre:tire tyres:tires u:you ur:your wanna:want lemme:let gimme:give tmrw:tomorrow tmr:tomorrow tomo:tomorrow thx:thanks msg:message appt:appointment wee:little
  were:was whilst:while ya:you yall:you yoghurt:yogurt yous:you
  ordenador:computadora ordenadores:computadoras movil:celular coche:carro coches:carros auto:carro alquiler:renta piso:departamento
  conducir:manejar vos:tu hace:haces podes:puedes tenes:tienes queres:quieres sabes:sabe vosotros:ustedes os:les computador:computadora
  equipa:equipe formacao:treinamento telemovel:celular autocarro:onibus comboio:trem facturacao:faturamento faturacao:faturamento
  utilizador:usuario factura:fatura contacto:contato registo:registro
  una:un uma:um une:un la:el las:los mia:mio mie:miei minha:meu minhas:meus da:do das:dos na:no nas:nos nossa:nosso nossas:nossos nuestra:nuestro nuestras:nuestros
  nostra:nostro nostre:nostri ma:mon sa:son meine:mein eine:ein einer:ein einen:ein unsere:unser ihre:ihr die:der het:de onze:ons il:el lo:el pere:mera direttrice:direttore maestra:maestro
  moechten:mochten moechte:mochte fuer:fur ueber:uber waere:ware wuerde:wurde wuerden:wurden koennen:konnen koennten:konnten koennte:konnte buero:buro gruesse:grusse gruessen:grussen
  muessen:mussen benoetigen:benotigen naechste:nachste naechsten:nachsten verfuegbar:verfugbar guenstig:gunstig zurueck:zuruck spaeter:spater taeglich:taglich stueck:stuck
  janner:januar feber:februar heuer:jahr velo:fahrrad natel:cellulare chefin:chef kollegin:kollege architektin:architekt arztin:arzt lehrerin:lehrer mitarbeiterin:mitarbeiter kundin:kunde inhaberin:inhaber geschaftsfuhrerin:geschaftsfuhrer leiterin:leiter freundin:freund nachbarin:nachbar anwaltin:anwalt studentin:student trainerin:trainer assistentin:assistent parkieren:parken
  courriel:mail email:mail gsm:mobiel portable:mobile
  yg:yang dgn:dengan gak:tidak ga:tidak nggak:tidak enggak:tidak ngga:tidak tdk:tidak udah:sudah udh:sudah sdh:sudah aja:saja gimana:bagaimana
  gmn:bagaimana brp:berapa utk:untuk buat:untuk krn:karena karna:karena bs:bisa jg:juga sy:saya gue:saya aku:saya km:kamu tlg:tolong
  makasih:terimakasih trims:terimakasih hrg:harga bgt:sekali blm:belum dr:dari sm:sama tp:tapi jd:jadi
  nhi:nahi nahin:nahi nai:nahi chaiye:chahiye chahie:chahiye chahye:chahiye chiye:chahiye chahti:chahta chahte:chahta karwani:karwana karani:karana
  huyi:hui hue:hua bhejie:bhejiye bhejo:bhejiye krpya:kripya plz:please pls:please plse:please kitne:kitna kitni:kitna h:hai hain:hai hu:hoon hun:hoon
  mje:mujhe muje:mujhe rahi:raha rhi:raha rha:raha meri:mera mere:mera apki:apka aapki:apka aapka:apka krna:karna krni:karna karni:karna kr:kar`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [string, string]),
);

/** Endings with two spellings, limited to English stems, because other languages also use -our and -ise. */
export const SPELLING_RULES: readonly (readonly [spelling: RegExp, standIn: string])[] = [
  [
    /^(arm|behavi|col|endeav|fav|flav|harb|hon|hum|lab|neighb|od|parl|rum|sav|vap|vig)our(?=s|ed|ing|able|ful|hood|ite|ites|ly|ing|er|$)/,
    '$1or',
  ],
  [
    /^(analog|apolog|author|capital|categor|custom|digit|emphas|equal|final|formal|general|harmon|initial|item|legal|local|maxim|minim|mobil|modern|moistur|neutral|normal|optim|organ|penal|personal|priorit|real|recogn|revital|special|stabil|standard|steril|subsid|summar|symbol|util|visual)is(?=e|es|ed|ing|er|ers|ation|ations)/,
    '$1iz',
  ],
  [/^(analy|cataly|paraly)s(?=e|ed|es|ing)/, '$1z'],
  [/^(cancel|fuel|label|level|model|signal|travel|counsel|enrol|install)l(?=ed|ing|er|ers|or|ors)/, '$1'],
  [/^(catal|dial|anal)ogue/, '$1og'],
];
