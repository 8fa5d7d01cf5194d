// Maps the words that senders use for a lead's source to a channel.

import type { Settings } from '../settings.ts';
import { compilePhrases, splitPhrases } from '../text/phrases.ts';

export type Channel = keyof Settings['source'];

const CHANNELS: Record<Channel, string> = {
  referral: `
    referral | referred | reference | recommendation | recommended | word of mouth | friend |
    existing customer referral | empfehlung | recomendación | recomendado | indicação | referido |
    recommandation | bouche à oreille | passaparola | raccomandazione | aanbeveling | doorverwijzing |
    rekomendasi | referensi | polecenie | tavsiye | colleague`,
  returning: `
    existing customer | returning customer | repeat | returning | renewal | upsell | cliente existente |
    bestandskunde`,
  highIntentPage: `
    demo | demo request | demo form | pricing | pricing page | quote form | quote request |
    request a quote | preisseite | prijzenpagina | angebotsformular | demande de devis |
    formulaire devis | formulaire de devis | presupuesto | richiesta preventivo | booking | buy now |
    checkout | contact sales | trial | free trial | rfq | tender portal | zapytanie ofertowe`,
  partner: 'partner | reseller | affiliate | alliance | distributor | vermittler | partenaire | socio',
  event: `
    event | trade show | tradeshow | conference | expo | fair | booth | messe | feria | salon | fiera |
    beurs | pameran | badge | boat show | targi | fuar | exhibition | show`,
  search: `
    google | google ads | adwords | bing | search | organic | seo | ppc | sem | cpc | google organic |
    suche | búsqueda | recherche | ricerca | google maps | maps | duckduckgo`,
  website: `
    website | web | site | webform | web form | contact form | contact | contact page | homepage |
    landing page | landing | form | kontaktformular | webformular | formulario | formulario web |
    formulário | formulaire | formulaire contact | sito | sito web | modulo | contactformulier |
    formulir | formularz | web sitesi | iletişim formu | webseite | api | app | contato | contacto |
    contatti | strona`,
  chat: `
    chat | live chat | livechat | whatsapp | messenger | phone | call | inbound call | telefon |
    telefono | sms | widget | handy | mobile web | telegram`,
  professional: 'linkedin | xing | g2 | capterra | clutch | crunchbase | angellist | trustpilot | gartner',
  content: `
    webinar | newsletter | ebook | whitepaper | white paper | blog | download | email | e mail |
    email campaign | mailing | podcast | youtube | content | guide | magazine`,
  marketplace: `
    marketplace | indiamart | justdial | alibaba | thumbtack | angi | yelp | directory | portal | houzz |
    check24 | immoscout | sulekha | tradeindia | upwork | fiverr | habitissimo | doctoralia | amazon`,
  social: `
    facebook | fb | instagram | ig | insta | tiktok | twitter | x | snapchat | pinterest | reddit | meta |
    social | social media | facebook ads | facebook lead ad | meta ads | lead ad | facebook comment`,
  purchased: `
    purchased | purchased list | bought list | cold list | cold | cold call | cold outreach | scraped |
    data broker | list | third party | kaltakquise`,
};

export const SOURCE_BOOK = compilePhrases(
  Object.entries(CHANNELS).map(([channel, phrases]): [Channel, string[]] => [
    channel as Channel,
    splitPhrases(phrases),
  ]),
);
