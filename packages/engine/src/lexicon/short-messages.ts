// Whole messages of a few words that ask for the same thing whoever writes them. One line per language: English, Spanish,
// Portuguese, German, French, Italian, Dutch, Swedish, Polish, Turkish, Russian, Indonesian, romanised Hindi, Arabic, Chinese,
// Japanese. A message belongs here only if a salesperson would read it so without knowing the business.

import type { Ask } from '../reading/questions.ts';

export const SHORT_MESSAGES: Partial<Record<Ask, readonly string[]>> = {
  emergency: [
    `burst pipe | pipe burst | pipe has burst | a pipe burst | water leak | leaking pipe | flooded basement | basement flooded |
    basement is flooded | kitchen flooded | flooding | no heating | heating broken | heating is broken | boiler broken |
    boiler broke down | boiler broken down | no hot water | no water | no power | no electricity | power out | gas leak | gas smell |
    smell of gas | smell gas | i smell gas | locked out | im locked out | locked out of house | locked out of my house |
    locked out of my car | locked out of car | lost my keys | toilet overflowing | toilet blocked | drain blocked | blocked drain |
    blocked toilet | roof leaking | leaking roof | roof leak | ac broken | ac not working | ac stopped working | no ac | server down |
    servers down | server is down | website down | website is down | site down | we got hacked | we were hacked | been hacked |
    ransomware | ransomware attack | car broke down | car broken down | car wont start | flat tyre | flat tire | broken down |
    toothache | bad toothache | tooth broke | broken tooth | chipped tooth | tree fell on house | tree fell on roof |
    tree fell on my car | broken window | window smashed | break in | we had a break in | lift stuck | lift broken |
    elevator stuck | freezer broken | fridge stopped working | freezer stopped working | wasp nest`,
    `fuga de agua | fuga de gas | tubería rota | se rompió una tubería | se inundó la cocina | inundación | sin luz | sin agua |
    sin calefacción | sin agua caliente | huele a gas | caldera rota | caldera averiada | me quedé fuera | sin llaves |
    perdí las llaves | dolor de muelas | servidor caído | coche averiado | se cayó el servidor | atasco | desagüe atascado`,
    `vazamento | vazamento de água | vazamento de gás | cano estourado | cano estourou | sem luz | sem água | cheiro de gás |
    inundação | dor de dente | servidor caiu | carro quebrou | perdi as chaves | trancado fora de casa | entupimento | esgoto entupido`,
    `rohrbruch | wasserrohrbruch | wasserschaden | heizung ausgefallen | heizung kaputt | heizung defekt | heizungsausfall |
    heizung geht nicht | keine heizung | kein warmwasser | kein wasser | kein strom | stromausfall | gasgeruch | es riecht nach gas |
    ausgesperrt | schlüssel verloren | tür zugefallen | zahnschmerzen | server down | server ausgefallen | auto springt nicht an |
    autopanne | keller unter wasser | keller überflutet | abfluss verstopft | klo verstopft | toilette verstopft | dach undicht |
    aufzug steckt fest | scheibe eingeschlagen | wespennest`,
    `fuite d eau | fuite de gaz | fuite | dégât des eaux | panne de chauffage | plus de chauffage | chauffage en panne |
    chaudière en panne | plus d eau chaude | pas d eau chaude | plus de courant | panne de courant | odeur de gaz | inondation |
    porte claquée | enfermé dehors | clés perdues | mal de dents | rage de dents | serveur en panne | voiture en panne |
    toilettes bouchées | canalisation bouchée | wc bouché | toit qui fuit`,
    `perdita d acqua | perdita di gas | tubo rotto | allagamento | cantina allagata | caldaia rotta | caldaia in blocco |
    riscaldamento rotto | senza riscaldamento | senza acqua calda | senza luce | odore di gas | chiuso fuori | chiavi perse |
    mal di denti | server down | auto in panne | scarico intasato | wc intasato`,
    `lekkage | waterlek | gaslek | gaslucht | leiding gesprongen | gesprongen leiding | verwarming kapot | verwarming doet het niet |
    cv kapot | geen verwarming | geen warm water | geen stroom | buitengesloten | sleutels kwijt | kiespijn | server plat |
    auto start niet | wc verstopt | afvoer verstopt | daklekkage | kelder onder water`,
    `vattenläcka | rör har gått sönder | översvämning | ingen värme | inget varmvatten | strömavbrott | gaslukt | utelåst |
    tandvärk | bilen startar inte | stopp i avloppet | takläckage`,
    `pękła rura | pęknięta rura | wyciek wody | wyciek gazu | awaria ogrzewania | awaria pieca | brak ogrzewania | brak ciepłej wody |
    brak prądu | zalana piwnica | zalało piwnicę | ból zęba | zatkana toaleta | zgubiłem klucze | zatrzasnąłem drzwi | serwer padł |
    auto nie odpala`,
    `su kaçağı | su borusu patladı | boru patladı | gaz kaçağı | gaz kokusu | kalorifer bozuldu | kombi bozuldu | elektrik yok |
    sıcak su yok | dışarıda kaldım | diş ağrısı | tuvalet tıkandı | su bastı`,
    `прорвало трубу | прорвало батарею | лопнула труба | протечка | утечка воды | утечка газа | запах газа | нет отопления |
    сломался котел | нет горячей воды | нет света | нет электричества | затопило | залило подвал | болит зуб | сервер упал |
    машина не заводится | захлопнулась дверь | потерял ключи | засор`,
    `pipa bocor | pipa pecah | kebocoran air | kebocoran gas | bau gas | banjir | mati lampu | listrik mati | ac mati | ac rusak |
    sakit gigi | kunci hilang | terkunci di luar | mobil mogok | server down | wc mampet`,
    `pipe phat gaya | pani leak ho raha hai | pipe leak ho gaya | bijli nahi hai | light nahi hai | ac kharab | ac kharab hai |
    ac band ho gaya | geyser kharab | fridge kharab | daant me dard | gaadi start nahi ho rahi`,
    `تسريب ماء | تسرب ماء | تسريب مياه | تسرب مياه | عندي تسريب ماء | تسريب غاز | رائحة غاز | انقطاع الكهرباء | انفجار ماسورة |
    المكيف معطل | المكيف لا يعمل | ألم أسنان | وجع ضرس`,
    '水管爆了 | 爆水管 | 漏水 | 漏水了 | 漏水啦 | 漏煤气 | 漏气了 | 停电了 | 没有暖气 | 暖气坏了 | 空调坏了 | 被锁在外面 | 牙疼 | 牙痛 | 服务器宕机 | 下水道堵了 | 馬桶堵住',
    '水漏れ | 水漏れです | 水道管破裂 | ガス漏れ | ガス臭い | 停電 | お湯が出ない | 暖房が壊れた | エアコンが壊れた | 鍵をなくした | 締め出された | 歯が痛い | サーバーダウン | トイレが詰まった',
  ],
  order: [
    `ready to buy | im ready to buy | we are ready to buy | ready to order | ready to purchase | ready to sign | ready to start |
    ready to go | want to buy | i want to buy | we want to buy | id like to buy | would like to buy | looking to buy | want to order |
    i want to order | we want to order | id like to order | would like to order | want to purchase | buy now | buy | order | purchase |
    to order | place order | place an order | sign me up | sign us up | where do i sign | where can i sign | where to sign |
    send contract | send the contract | send me the contract | send us the contract | send invoice | send me an invoice | invoice me |
    how do i pay | how can i pay | how do we pay | how to pay | where do i pay | where can i buy | where to buy | how do i order |
    how to order | how to buy | take my money | lets do it | lets go ahead | go ahead | we accept your offer | i accept your offer |
    we accept | offer accepted | quote accepted | we accept the quote | we want to sign | we want to start | we want to proceed`,
    `listo para comprar | listos para comprar | quiero comprar | queremos comprar | quiero pedir | quiero hacer un pedido |
    hacer un pedido | quiero contratar | queremos contratar | cómo pago | cómo puedo pagar | cómo compro | dónde firmo |
    mándame el contrato | envíen el contrato | acepto la oferta | aceptamos la oferta | lo compro | pedido`,
    `quero comprar | queremos comprar | pronto para comprar | quero fazer um pedido | fazer pedido | quero contratar |
    queremos contratar | como pago | como faço para comprar | como comprar | onde assino | pode mandar o contrato |
    aceito a proposta | quero fechar | vamos fechar | pedido`,
    `kaufbereit | bestellen | bestellung | möchte bestellen | ich möchte bestellen | wir möchten bestellen | will bestellen |
    ich will bestellen | wir wollen bestellen | möchte kaufen | ich möchte kaufen | wir möchten kaufen | will kaufen |
    ich will kaufen | wir wollen kaufen | jetzt kaufen | wie kann ich bestellen | wo kann ich bestellen | wie bestelle ich |
    wo unterschreibe ich | vertrag zusenden | vertrag schicken | angebot angenommen | wir nehmen an | auftrag erteilt`,
    `je veux acheter | je voudrais acheter | nous voulons acheter | je souhaite acheter | prêt à acheter | prête à acheter |
    prêts à acheter | je veux commander | je voudrais commander | nous voulons commander | je souhaite commander | commander |
    commande | passer commande | comment commander | comment payer | où signer | envoyez le contrat | envoyez moi le contrat |
    devis accepté | j accepte le devis | bon pour accord`,
    `voglio comprare | vogliamo comprare | vorrei comprare | vorrei acquistare | voglio acquistare | pronto a comprare |
    pronti a comprare | voglio ordinare | vorrei ordinare | ordinare | ordine | come ordino | come pago | dove firmo |
    mandatemi il contratto | accetto il preventivo | accettiamo il preventivo`,
    `wil bestellen | ik wil bestellen | we willen bestellen | wij willen bestellen | wil kopen | ik wil kopen | we willen kopen |
    klaar om te kopen | bestellen | bestelling | bestelling plaatsen | hoe kan ik bestellen | hoe bestel ik | hoe kan ik betalen |
    waar teken ik | stuur het contract | offerte akkoord | akkoord met offerte`,
    `vill köpa | jag vill köpa | vi vill köpa | vill beställa | jag vill beställa | vi vill beställa | beställa | beställning |
    redo att köpa | hur beställer jag | hur köper jag | skicka avtalet | skicka kontraktet`,
    `chcę kupić | chcemy kupić | chciałbym kupić | chciałabym kupić | chcę zamówić | chcemy zamówić | chciałbym zamówić |
    zamówienie | zamawiam | kupuję | gotowy do zakupu | jak zamówić | jak kupić | jak zapłacić | proszę o umowę | akceptuję ofertę |
    akceptujemy ofertę`,
    `satın almak istiyorum | satın almak istiyoruz | sipariş | sipariş vermek istiyorum | sipariş vermek istiyoruz |
    almaya hazırım | almak istiyorum | nasıl sipariş verebilirim | nasıl satın alabilirim | sözleşmeyi gönderin | teklifi kabul ediyoruz`,
    `хочу купить | хотим купить | хочу заказать | хотим заказать | готов купить | готовы купить | готов заказать | готовы заказать |
    заказ | заказать | купить | как заказать | как купить | как оплатить | выставьте счет | пришлите счет | пришлите договор |
    беру | оформить заказ`,
    `mau beli | mau pesan | mau order | saya mau beli | saya mau pesan | saya mau order | kami mau pesan | ingin membeli |
    ingin memesan | siap beli | siap order | siap transfer | order | pesan | cara pesan | cara order | cara beli | bagaimana cara pesan |
    kirim kontrak | kirim invoice`,
    `order karna hai | order dena hai | kharidna hai | mujhe kharidna hai | lena hai | mujhe lena hai | kaise order kare |
    kaise order karu | kaise kharide | payment kaise kare | book karna hai`,
    'اريد الشراء | أريد الشراء | اريد ان اشتري | أريد أن أشتري | نريد الشراء | اريد الطلب | اريد ان اطلب | أريد أن أطلب | جاهز للشراء | كيف اطلب | كيف اشتري | كيف ادفع | ارسل العقد',
    '想购买 | 我想购买 | 我要买 | 想买 | 我想买 | 我要订购 | 我想订购 | 想订购 | 下单 | 我要下单 | 怎么下单 | 怎么买 | 怎么付款 | 如何购买 | 如何下单 | 请发合同 | 接受报价 | 想購買 | 我要訂購',
    '注文したい | 注文したいです | 購入したい | 購入したいです | 購入希望 | 購入希望です | 注文希望です | 買いたい | 買いたいです | 申し込みたい | 申し込みたいです | 契約したい | 契約したいです | 発注したい | 発注したいです',
  ],
  call: [
    `call me | call me back | please call | call | callback | call back | callback please | ring me | phone me | give me a call |
    give me a ring | can you call me | can you call | call us | pls call | request callback | request a callback | call requested |
    callback requested | contact me | please contact me | contact us | get in touch | please get in touch | reach out to me`,
    `llámame | llámenme | llámeme | llamar | que me llamen | pueden llamarme | me pueden llamar | contáctenme | contacten conmigo`,
    `me liga | me ligue | me liguem | ligue para mim | podem me ligar | pode me ligar | entre em contato | entrem em contato`,
    `rückruf | bitte um rückruf | rückruf bitte | rückruf erbeten | bitte zurückrufen | bitte anrufen | rufen sie mich an |
    rufen sie an | bitte melden | bitte kontaktieren | kontaktieren sie mich`,
    `rappelez moi | rappel | me rappeler | merci de me rappeler | appelez moi | être rappelé | être rappelée | contactez moi`,
    'richiamatemi | chiamatemi | chiamami | potete chiamarmi | vorrei essere richiamato | vorrei essere richiamata | contattatemi',
    'bel me | bel mij | bel me terug | terugbellen | graag terugbellen | graag gebeld worden | kunt u mij bellen | neem contact op',
    'ring mig | ring upp mig | ring mig tack | kontakta mig | kan ni ringa mig | kan ni ringa',
    'proszę o telefon | proszę dzwonić | proszę o kontakt | proszę zadzwonić | oddzwońcie | zadzwońcie',
    'beni arayın | beni ara | lütfen arayın | arayın | geri arayın | bana ulaşın',
    'перезвоните | перезвоните мне | позвоните | позвоните мне | свяжитесь со мной | жду звонка',
    'telepon saya | tolong telepon | hubungi saya | tolong hubungi saya | call saya',
    'call karo | call kijiye | mujhe call karo | mujhe call kare | call back karo | phone karo',
    'اتصل بي | اتصلوا بي | الرجاء الاتصال | ارجو الاتصال',
    '请回电 | 请联系我 | 打电话给我 | 给我打电话 | 联系我 | 請回電 | 請聯絡我',
    '電話ください | 電話してください | お電話ください | 折り返しお願いします | 連絡ください | 連絡をください | ご連絡ください',
  ],
  quote: [
    `quote | a quote | quote please | need a quote | need quote | i need a quote | want a quote | get a quote | free quote | quotation |
    estimate | need an estimate | need estimate | free estimate | an estimate | quote needed | quote required | send quote |
    send a quote | send me a quote | request for quote | rfq | proposal | need a proposal | send proposal`,
    'presupuesto | un presupuesto | cotización | una cotización | necesito cotización | necesito presupuesto | necesito un presupuesto | quiero un presupuesto | cotizar | pedir presupuesto',
    'orçamento | um orçamento | preciso de orçamento | preciso de um orçamento | quero um orçamento | cotação | fazer orçamento | solicitar orçamento',
    'angebot | ein angebot | kostenvoranschlag | bitte um angebot | bitte angebot | brauche angebot | brauche ein angebot | angebot erbeten | angebotsanfrage | offerte',
    'devis | un devis | demande de devis | devis gratuit | je veux un devis | je voudrais un devis | besoin d un devis',
    'preventivo | un preventivo | richiesta preventivo | vorrei un preventivo | preventivo gratuito',
    'offerte | een offerte | offerte aanvragen | graag offerte | graag een offerte | prijsopgave',
    'offert | en offert | önskar offert | behöver offert | begär offert | vill ha offert | offertförfrågan',
    'wycena | proszę o wycenę | poproszę wycenę | proszę o ofertę | oferta | zapytanie ofertowe',
    'teklif | fiyat teklifi | teklif istiyorum | teklif almak istiyorum | teklif rica ederim',
    'коммерческое предложение | пришлите кп | нужна смета | смета | рассчитайте стоимость | расчет стоимости',
    'penawaran | minta penawaran | surat penawaran | minta quotation | quotation',
    'quotation chahiye | quote chahiye | quotation bhejo | estimate chahiye',
    'عرض سعر | اريد عرض سعر | أريد عرض سعر | طلب عرض سعر',
    '报价 | 请报价 | 求报价 | 需要报价 | 报个价 | 報價 | 請報價',
    '見積もり | 見積もりお願いします | 見積もりをお願いします | 見積もり希望 | 見積もり依頼 | 見積り希望',
  ],
  leave: [
    `unsubscribe | unsubscribe me | remove me | remove me from list | remove me from your list | stop | stop emailing me | stop contacting me |
    stop spamming me | do not contact me | dont contact me | dont call me | leave me alone | take me off your list | not interested |
    no longer interested | no longer needed | cancel my subscription | cancel subscription | cancel my account | close my account |
    delete my account | delete my data | no thanks | no thank you | wrong number`,
    'no gracias | no me interesa | dar de baja | darme de baja | quiero darme de baja | cancelar suscripción | no me contacten',
    'não tenho interesse | sem interesse | não obrigado | não obrigada | cancelar assinatura | cancelar inscrição | descadastrar',
    'kündigung | kündigen | ich kündige | hiermit kündige ich | vertrag kündigen | kein interesse | abmelden | nein danke | abbestellen',
    'désabonner | me désabonner | désinscription | résiliation | résilier | pas intéressé | pas intéressée | non merci',
    'disdetta | disiscrivimi | cancellatemi | non mi interessa | no grazie | non interessato | non sono interessato',
    'afmelden | uitschrijven | opzeggen | abonnement opzeggen | geen interesse | nee bedankt',
    'avregistrera | säga upp | uppsägning | ej intresserad | inte intresserad | nej tack',
    'rezygnuję | wypisz mnie | proszę mnie wypisać | nie jestem zainteresowany | nie jestem zainteresowana | nie dziękuję',
    'aboneliği iptal | üyelik iptali | ilgilenmiyorum | hayır teşekkürler | listeden çıkar',
    'отписаться | отпишите меня | не интересно | не интересует | не беспокойте',
    'berhenti langganan | tidak tertarik | tidak terima kasih',
    'interest nahi hai | nahi chahiye | mat call karo',
    'الغاء الاشتراك | إلغاء الاشتراك | غير مهتم | لا شكرا',
    '退订 | 取消订阅 | 不感兴趣 | 不需要 | 没兴趣',
    '配信停止 | 解約 | 解約したい | 退会 | 退会したい | 興味ありません | 必要ありません',
  ],
  reschedule: [
    `cancel appointment | cancel my appointment | cancel my booking | cancel booking | reschedule | reschedule appointment |
    reschedule my appointment | change my appointment | move my appointment | need to reschedule | postpone my appointment`,
    'cancelar cita | cancelar mi cita | cambiar cita | cambiar mi cita | cambiar la cita | cancelar la cita | cancelar mi reserva',
    'cancelar consulta | desmarcar consulta | remarcar consulta | remarcar horário | cancelar meu horário | cancelar minha reserva',
    'termin absagen | termin verschieben | terminabsage | termin stornieren | termin ändern | terminverschiebung',
    'annuler rdv | annuler mon rdv | annuler mon rendez vous | annuler le rendez vous | déplacer mon rendez vous | reporter mon rendez vous | déplacer mon rdv',
    'annullare appuntamento | spostare appuntamento | disdire appuntamento | cancellare appuntamento | spostare l appuntamento',
    'afspraak verzetten | afspraak afzeggen | afspraak annuleren | mijn afspraak verzetten',
    'avboka tid | boka om tid | avboka | boka om | avboka min tid',
    'odwołać wizytę | przełożyć wizytę | odwołanie wizyty | zmiana terminu',
    'randevu iptal | randevu iptali | randevumu iptal et | randevu değiştirme',
    'отменить запись | перенести запись | отмена записи',
    'batalkan janji | ubah jadwal | reschedule',
    'appointment cancel karna hai | appointment cancel karo',
    'الغاء الموعد | إلغاء الموعد | تغيير الموعد | تأجيل الموعد',
    '取消预约 | 改预约 | 改期 | 更改预约',
    '予約キャンセル | 予約をキャンセルしたい | 予約変更 | 予約を変更したい',
  ],
  complaint: [
    `complaint | terrible service | bad service | awful service | worst service ever | very disappointed |
    i want my money back | where is my order | where is my parcel | my order has not arrived | order not received`,
    'reclamo | queja | reclamación | pésimo servicio | mal servicio | quiero un reembolso | dónde está mi pedido',
    'reclamação | péssimo atendimento | quero reembolso | onde está meu pedido',
    'reklamation | beschwerde | schlechter service | wo ist mein paket | wo bleibt meine bestellung',
    'réclamation | plainte | service nul | très déçu | très déçue | remboursement | où est ma commande | où est mon colis',
    'reclamo | pessimo servizio | voglio un rimborso | dov è il mio ordine | dov è il mio pacco',
    'klacht | slechte service | waar is mijn pakket | waar blijft mijn bestelling',
    'klagomål | dålig service | var är mitt paket',
    'reklamacja | skarga | gdzie jest moja paczka | gdzie moje zamówienie',
    'şikayet | şikayetim var | kargom nerede | siparişim nerede',
    'жалоба | где мой заказ | где моя посылка | верните деньги',
    'komplain | keluhan | mana pesanan saya',
    'complaint hai | mera order kaha hai | paisa wapas karo',
    'شكوى | اين طلبي | أين طلبي',
    '投诉 | 我要投诉 | 我要退款 | 退款',
    'クレーム | 返金してください | 荷物が届かない',
  ],
  support: [
    'forgot password | forgot my password | i forgot my password | reset password | reset my password | cant log in | cannot log in | cant login | login not working | refund | refund request | my invoice is wrong | wrong invoice',
    'olvidé mi contraseña | no puedo entrar',
    'esqueci a senha | esqueci minha senha | não consigo entrar',
    'passwort vergessen | login geht nicht | kann mich nicht einloggen',
    'mot de passe oublié | impossible de me connecter',
    'password dimenticata | ho dimenticato la password',
    'wachtwoord vergeten | kan niet inloggen',
    'glömt lösenord | kan inte logga in',
    'zapomniałem hasła | nie mogę się zalogować',
    'şifremi unuttum | giriş yapamıyorum',
    'забыл пароль | не могу войти',
    'lupa password | lupa kata sandi | tidak bisa login',
    'password bhul gaya | login nahi ho raha',
    'نسيت كلمة المرور | نسيت كلمة السر',
    '忘记密码 | 无法登录 | 登录不了',
    'パスワードを忘れた | パスワード忘れ | ログインできない',
  ],
  job: [
    'hiring | are you hiring | any vacancies | vacancies | any job openings | looking for work | looking for a job | need a job | job application | my cv attached | any jobs',
    'busco trabajo | busco empleo | necesito trabajo | están contratando',
    'procuro emprego | procuro trabalho | preciso de emprego | estão contratando',
    'bewerbung | suche arbeit | suche job | haben sie stellen frei',
    'cherche emploi | cherche travail | recherche emploi | candidature',
    'cerco lavoro | candidatura | assumete',
    'zoek werk | sollicitatie | vacatures',
    'söker jobb | jobbansökan',
    'szukam pracy',
    'iş arıyorum | iş başvurusu',
    'ищу работу | есть вакансии',
    'cari kerja | ada lowongan | lamaran kerja',
    'job chahiye | naukri chahiye | kaam chahiye',
    'ابحث عن عمل | أبحث عن عمل | اريد وظيفة',
    '求职 | 找工作 | 招人吗',
    '求人応募 | 仕事を探しています',
  ],
  info: ['just browsing | just looking | only looking | more info | more information | info | info please'],
};

/** Words around a message that change nothing about it. */
export const COURTESIES: ReadonlySet<string> = new Set(
  (
    'ok okay yes please pls plz kindly thanks thank you thx hi hello hey dear sir madam asap urgent urgently help ' +
    'por favor gracias hola buenas urgente ayuda obrigado obrigada ola oi ajuda socorro bitte danke hallo dringend hilfe ' +
    'svp stp s il vous plait te merci bonjour urgence aide grazie ciao buongiorno salve per favore aiuto ' +
    'graag alstublieft aub bedankt spoed hej tack snalla akut prosze dziekuje dzien dobry pilne pomocy ' +
    'lutfen merhaba acil tesekkurler пожалуиста здравствуите срочно помогите спасибо tolong halo mohon ' +
    'ji namaste kripya رجاء شكرا مرحبا عاجل النجدة ساعدوني 请 您好 你好 谢谢 急 お願いします こんにちは 至急'
  ).split(' '),
);
