// Sentences of people who may want to buy, in the languages of the demo. The one they write to builds web shops, portals
// and apps. What stands in braces is put in: a number, a month, their company.

export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt' | 'hi';

export interface Phrases {
  readonly projects: readonly string[];
  readonly needs: readonly string[];
  readonly details: readonly string[];
  /** How somebody ends who wants to start. */
  readonly closes: readonly string[];
  /** How somebody ends who wants an offer. */
  readonly asks: readonly string[];
  /** Whole messages of those who only look around. */
  readonly questions: readonly string[];
  readonly vague: readonly string[];
  /** Whole messages of those who come again. */
  readonly again: readonly string[];
  readonly months: readonly string[];
}

const list = (text: string): string[] => text.trim().split(/\s*\n\s*/);
const names = (text: string): string[] => text.split(' ');

export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    projects: list(`an online shop
      a customer portal
      a booking app
      a new website
      an ordering portal for our dealers
      a mobile app for our field staff
      a product configurator
      an intranet
      a ticket system
      a warehouse app`),
    needs: list(`We need {project} for our {n} branches.
      We are looking for an agency to build {project} for {company}.
      Our current supplier is closing down, so we need {project} to replace what we have.
      I run operations at {company} and we need {project}.
      We have outgrown our old system and want to replace it with {project}.
      Our shop keeps breaking down and we lose orders every day; we need {project}.
      {company} is opening {n} new locations and needs {project}.
      The board of {company} has decided to have {project} built this year.
      I am the head of sales at {company}; we want {project} instead of our spreadsheets.`),
    details: list(`About {n} people will use it, and it has to work with our ERP.
      We have roughly {big} products from {n} suppliers.
      It should connect to our accounting and take card payments.
      There is a specification of {n} pages that I can send you.
      Two languages to begin with, a third one later.
      We had {big} orders last year and expect twice as many.
      The data of {big} customers has to move over from the old system.
      Accessibility matters to us, because we work for the public sector.
      Our own team of {small} developers would take it over after the launch.`),
    closes: list(`The budget is approved and we want to start in {month}. Please call me this week.
      We have to be live by the end of {month}. When can we talk? I sign the contract myself.
      I decide on this. Please send me a quote by Friday.
      We have compared three offers and would like to sign before the end of {month}.
      It is urgent: our contract ends in {month}. Please ring me today or tomorrow.
      We are ready to start at once and only need your offer.
      Management has released the money. Could we meet next week?`),
    asks: list(`Could you send us a quote?
      What would this cost, and how long would it take?
      Can we arrange a meeting in the next weeks?
      Please send me an offer and some references.
      Who would be our contact, and when could you start?
      We are comparing two agencies. Could you tell us your price?`),
    questions: list(`Do you also build {project}? We are only collecting ideas at the moment.
      What does {project} usually cost? Nothing is decided yet.
      Could you send me some information about your services?
      I saw your talk and would like to know more about how you work. We have no project at present.
      Do you have a price list? We might look into {project} next year.
      Just comparing what is out there. Do you work with companies of our size, {n} people?
      Is {project} something you do yourselves, or through partners?
      I am writing my thesis about agencies and would like to ask you some questions.
      We may need {project} at some point, maybe next year. What should we think of first?`),
    vague: list(`Hi, please contact me
      Need website
      Price?
      Interested
      Call me back please
      More info please
      App development
      A website for my cousin, cheap if possible
      how much
      is this still available`),
    again:
      list(`I wrote to you some weeks ago about {project}. We are a step further: the budget is settled and we would like to meet next week.
      Following up on my message about {project}. Has anybody had time to look at it? We would like to start in {month}.
      Thank you for the call. Please send us the offer for {project} that we talked about.
      Our plans have changed a little: it is {project} now, for {n} people. Can you update the quote?`),
    months: names('January February March April May June July August September October November December'),
  },
  de: {
    projects: list(`einen Onlineshop
      ein Kundenportal
      eine neue Website
      eine App für unseren Außendienst
      ein Bestellportal für Händler`),
    needs: list(`Wir brauchen {project} für unsere {n} Standorte.
      Wir suchen eine Agentur, die für {company} {project} umsetzt.
      Unser bisheriger Anbieter hört auf, deshalb benötigen wir {project}.
      Ich leite den Vertrieb bei {company}; wir möchten unser altes System durch {project} ersetzen.`),
    details: list(`Rund {n} Mitarbeiter werden damit arbeiten, eine Anbindung an unser ERP ist nötig.
      Wir haben etwa {big} Artikel und {n} Lieferanten.
      Ein Lastenheft mit {n} Seiten liegt vor.
      Die Daten von {big} Kunden müssen übernommen werden.`),
    closes:
      list(`Das Budget ist freigegeben, wir wollen im {month} starten. Bitte rufen Sie mich diese Woche an.
      Wir müssen bis Ende {month} live sein. Wann können wir sprechen? Ich entscheide das selbst.
      Bitte schicken Sie mir bis Freitag ein Angebot, wir möchten bald beauftragen.`),
    asks: list(`Können Sie uns ein Angebot schicken?
      Was würde das kosten und wie lange dauert die Umsetzung?
      Können wir in den nächsten Wochen einen Termin vereinbaren?`),
    questions: list(`Bauen Sie auch {project}? Wir sammeln derzeit nur Ideen.
      Was kostet {project} ungefähr? Entschieden ist noch nichts.
      Bitte senden Sie mir Informationen zu Ihren Leistungen.`),
    vague: list(`Bitte um Rückruf
      Was kostet eine Website?
      Interesse`),
    again:
      list(`Ich hatte Ihnen vor einiger Zeit geschrieben: Wir suchen {project}. Inzwischen ist das Budget freigegeben, können wir nächste Woche sprechen?
      Gibt es schon Neuigkeiten zu unserem Angebot? Wir möchten im {month} beginnen.`),
    months: names('Januar Februar März April Mai Juni Juli August September Oktober November Dezember'),
  },
  fr: {
    projects: list(`une boutique en ligne
      un portail client
      un nouveau site
      une application mobile pour nos équipes`),
    needs: list(`Il nous faut {project} pour nos {n} agences.
      Nous cherchons un prestataire pour réaliser {project} pour {company}.
      Je dirige {company} et nous souhaitons remplacer notre ancien système par {project}.`),
    details: list(`Environ {n} personnes l’utiliseront, avec une connexion à notre ERP.
      Nous avons à peu près {big} références.
      Un cahier des charges de {n} pages est prêt.`),
    closes: list(`Le budget est validé et nous voulons démarrer en {month}. Merci de m’appeler cette semaine.
      Il faut être en ligne fin {month}. C’est moi qui décide, quand pouvons-nous parler ?
      Merci de m’envoyer un devis avant vendredi, nous sommes prêts à signer.`),
    asks: list(`Pouvez-vous nous envoyer un devis ?
      Combien cela coûterait-il, et dans quel délai ?
      Pouvons-nous prendre rendez-vous dans les prochaines semaines ?`),
    questions: list(`Réalisez-vous aussi {project} ? Nous cherchons seulement des idées pour l’instant.
      Combien coûte en général {project} ? Rien n’est décidé.
      Pourriez-vous m’envoyer une documentation sur vos services ?`),
    vague: list(`Merci de me rappeler
      Tarif ?
      Besoin d’un site`),
    again: list(
      `Je vous avais écrit : nous cherchons {project}. Le budget est maintenant validé, pouvons-nous nous voir la semaine prochaine ?`,
    ),
    months: names('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  },
  es: {
    projects: list(`una tienda online
      un portal de clientes
      una página web nueva
      una aplicación de reservas`),
    needs: list(`Necesitamos {project} para nuestras {n} sucursales.
      Buscamos una agencia que desarrolle {project} para {company}.
      Queremos sustituir nuestro sistema antiguo por {project}.`),
    details: list(`Lo usarán unas {n} personas y debe conectarse con nuestro ERP.
      Tenemos unos {big} productos.
      Ya tenemos un pliego de {n} páginas.`),
    closes: list(`El presupuesto está aprobado y queremos empezar en {month}. Por favor, llámenme esta semana.
      Tiene que estar listo a finales de {month}. Yo tomo la decisión, ¿cuándo podemos hablar?`),
    asks: list(`¿Nos pueden enviar un presupuesto?
      ¿Cuánto costaría y cuánto tardarían?
      ¿Podemos concertar una reunión?`),
    questions: list(`¿También hacen {project}? De momento solo estamos mirando opciones.
      ¿Cuánto cuesta normalmente {project}? Todavía no hay nada decidido.`),
    vague: list(`Información por favor
      ¿Precio?`),
    again: list(
      'Les escribí hace unas semanas sobre {project}. Ya tenemos el presupuesto aprobado, ¿podemos vernos la próxima semana?',
    ),
    months: names('enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'),
  },
  it: {
    projects: list(`un negozio online
      un portale clienti
      un nuovo sito`),
    needs: list(`Abbiamo bisogno di {project} per le nostre {n} sedi.
      Cerchiamo un’agenzia che realizzi {project} per {company}.`),
    details: list(`Lo useranno circa {n} persone e deve collegarsi al nostro gestionale.
      Abbiamo circa {big} articoli.`),
    closes: list(`Il budget è approvato e vogliamo partire a {month}. Mi chiami questa settimana, decido io.
      Dobbiamo essere online entro fine {month}: quando possiamo sentirci?`),
    asks: list(`Potete mandarci un preventivo?
      Quanto costerebbe e in quanto tempo?`),
    questions: list(`Realizzate anche {project}? Per ora stiamo solo valutando.
      Vorrei ricevere informazioni sui vostri servizi.`),
    vague: list(`Prezzo?
      Vorrei informazioni`),
    again: list(
      'Vi avevo scritto per {project}. Ora il budget è approvato, possiamo vederci la prossima settimana?',
    ),
    months: names(
      'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre',
    ),
  },
  nl: {
    projects: list(`een webshop
      een klantenportaal
      een nieuwe website`),
    needs: list(`Wij hebben {project} nodig voor onze {n} vestigingen.
      Wij zoeken een bureau dat voor {company} {project} bouwt.`),
    details: list(`Ongeveer {n} mensen gaan ermee werken, met een koppeling met ons ERP.
      We hebben zo’n {big} artikelen.`),
    closes: list(`Het budget is goedgekeurd en we willen in {month} beginnen. Bel mij deze week, ik beslis.
      We moeten eind {month} live zijn. Wanneer kunnen we afspreken?`),
    asks: list(`Kunt u ons een offerte sturen?
      Wat kost dit en hoe lang duurt het?`),
    questions: list(`Maken jullie ook {project}? We oriënteren ons alleen.
      Kunt u mij informatie over uw diensten sturen?`),
    vague: list(`Graag contact
      Wat kost een site?`),
    again: list(
      'Ik schreef u eerder over {project}. Het budget is nu goedgekeurd, kunnen we volgende week afspreken?',
    ),
    months: names('januari februari maart april mei juni juli augustus september oktober november december'),
  },
  pt: {
    projects: list(`uma loja virtual
      um portal do cliente
      um site novo`),
    needs: list(`Precisamos de {project} para nossas {n} unidades.
      Procuramos uma agência para desenvolver {project} para a {company}.`),
    details: list(`Cerca de {n} pessoas vão usar, integrado ao nosso ERP.
      Temos uns {big} produtos.`),
    closes: list(`O orçamento está aprovado e queremos começar em {month}. Por favor, me ligue esta semana.
      Precisa estar no ar até o fim de {month}. Eu decido, quando podemos conversar?`),
    asks: list(`Podem enviar um orçamento?
      Quanto custaria e em quanto tempo?`),
    questions: list(`Vocês também fazem {project}? Por enquanto só estamos pesquisando.
      Gostaria de mais informações sobre os serviços.`),
    vague: list(`Preço?
      Quero saber mais`),
    again: list(
      'Escrevi há algumas semanas sobre {project}. O orçamento foi aprovado, podemos conversar na próxima semana?',
    ),
    months: names('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
  },
  hi: {
    projects: list(`ek online shop
      ek booking app
      ek nayi website`),
    needs: list(`Humein apni {n} branches ke liye {project} chahiye.
      {company} ke liye {project} banwani hai.`),
    details: list(`Lagbhag {n} log use karenge, ERP se connect hona chahiye.
      Hamare paas {big} products hain.`),
    closes: list(`Budget approved hai, {month} mein start karna hai. Please is hafte call kijiye.
      {month} end tak live hona zaroori hai, decision mera hai. Kab baat kar sakte hain?`),
    asks: list(`Quotation bhej dijiye please.
      Kitna kharcha aayega aur kitna time lagega?`),
    questions: list(`Kya aap {project} bhi banate hain? Abhi sirf jaankari chahiye.
      Apni services ki details bhej sakte hain?`),
    vague: list(`Price kya hai
      Details bhejo`),
    again: list(
      'Maine pehle {project} ke liye likha tha. Ab budget approve ho gaya hai, agle hafte mil sakte hain?',
    ),
    months: names('January February March April May June July August September October November December'),
  },
};
