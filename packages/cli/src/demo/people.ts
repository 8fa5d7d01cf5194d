// Who writes: people and companies that are invented, at addresses and numbers that belong to nobody. Domains are the
// ones reserved for examples (RFC 2606); phone numbers are of the ranges that each country keeps for films and books.

import type { Language } from './phrases.ts';
import type { Random } from './random.ts';

export interface Person {
  readonly language: Language;
  readonly name: string;
  readonly company: string;
  readonly email: string;
  /** Empty: did not give one. */
  readonly phone: string;
  readonly website: string;
}

interface Place {
  readonly first: readonly string[];
  readonly last: readonly string[];
  readonly companies: readonly string[];
  /** `#` is a digit. Empty: the country keeps no numbers for fiction. */
  readonly phones: readonly string[];
}

const words = (text: string): string[] => text.trim().split(/\s+/);
const lines = (text: string): string[] => text.trim().split(/\s*\n\s*/);

const PLACES: Readonly<Record<Language, Place>> = {
  en: {
    first:
      words(`Amelia Noah Priya Marcus Hannah Tobias Grace Owen Leila Victor Naomi Desmond Clara Felix Ruth Jonah
      Imogen Caleb Tessa Rowan Beatrix Silas Maeve Gideon Odette Harriet Linus Petra Quentin Winifred`),
    last: words(`Ashdown Brackley Carrow Dunmore Ellery Fenwick Garroway Hollins Inverleigh Jessop Kettering Langdale
      Merrow Northcott Oakhurst Pemberley Quill Ravenhall Stanmore Thornbury Umberton Vexley Wexcombe Yarrow`),
    companies: lines(`Alder and Pike
      Brightwater Foods
      Copperline Tools
      Dovetail Joinery
      Eastgate Clinics
      Fernbank Schools
      Greyfriars Logistics
      Harbour Lane Hotels
      Ironbridge Cycles
      Juniper Home Care
      Kestrel Outdoor
      Lanternfish Games
      Millstone Bakeries
      Northlight Optics
      Orchard Row Cider
      Pinecrest Camps
      Quayside Marine
      Redbrick Lettings
      Silverbirch Seeds
      Tallow and Wick`),
    phones: [
      '+1 212 555 01##',
      '+1 415 555 01##',
      '(312) 555-01##',
      '+1-617-555-01##',
      '+1 206 555 01##',
      '+1 303 555 01##',
      '512-555-01##',
      '+44 20 7946 0###',
      '+44 161 496 0###',
      '+44 7700 900###',
      '+44 131 496 0###',
    ],
  },
  de: {
    first: words(
      'Lena Jonas Mareike Torben Annika Falk Swantje Ulrich Greta Henning Frauke Malte Silke Arne',
    ),
    last: words(
      'Birkholz Dornfeld Eschenbruch Falkenau Grünwaldt Hagedorn Kaltenbeck Lindhorst Moorkamp Rehwinkel',
    ),
    companies: lines(`Nordhafen Spedition
      Lindenhof Apotheken
      Rabenstein Maschinenbau
      Kupferkessel Brauerei
      Sonnentau Gartenmarkt
      Weidenbach Sanitär
      Eulenspiel Verlag`),
    phones: [
      '+49 30 23125 ###',
      '+49 40 66969 ###',
      '+49 89 99998 ###',
      '+49 221 4710 ###',
      '+49 69 90009 ###',
    ],
  },
  fr: {
    first: words('Élodie Bastien Maëlle Corentin Solène Gaspard Noémie Thibault Apolline Yannick'),
    last: words('Beauregard Castelmoron Duvernois Fontanelle Grandpré Lavergnolle Montclar Rocheblave'),
    companies: lines(`Moulin des Brumes
      Atelier Grandpré
      Les Vergers du Lac
      Clairière Assurances
      Papeterie du Faubourg`),
    phones: ['+33 1 99 00 ## ##', '+33 2 61 91 ## ##', '+33 4 65 71 ## ##', '+33 5 36 49 ## ##'],
  },
  es: {
    first: words('Lucía Álvaro Marisol Ignacio Rocío Esteban Nuria Gonzalo Jimena'),
    last: words('Almenara Bustamonte Carrascal Encinares Fuentelapeña Monteoscuro Robledal'),
    companies: lines(`Molinos del Valle
      Azulejos Levantera
      Clínica Puerta Clara
      Bodegas Encinares`),
    phones: [],
  },
  it: {
    first: words('Ginevra Tommaso Ludovica Raffaele Ottavia Corrado Bianca'),
    last: words('Belforti Castelbruno Ferravalle Montefosco Ripalta Serravento'),
    companies: lines(`Cascina Belforti
      Officine Ripalta
      Ceramiche Montefosco`),
    phones: [],
  },
  nl: {
    first: words('Femke Joris Sanne Maarten Liesbeth Wouter Anouk'),
    last: words('Duinhoven Kastelijns Molenbroek Oosterdam Rietveldt Waterschoot'),
    companies: lines(`Waterschoot Fietsen
      Kwekerij Molenbroek
      Drukkerij Oosterdam`),
    phones: [],
  },
  pt: {
    first: words('Beatriz Caio Helena Murilo Larissa Otávio'),
    last: words('Alvorada Campolargo Figueirôa Montenegrino Serradinho'),
    companies: lines(`Padarias Campolargo
      Clínica Alvorada
      Transportes Serradinho`),
    phones: [],
  },
  hi: {
    first: words('Aarav Ishita Kabir Meera Rohan Sanya'),
    last: words('Bhattnagar Chandrakar Deshwani Malhotrani Saxendra'),
    companies: lines(`Suryodaya Textiles
      Neelkamal Interiors
      Parvat Coaching Classes`),
    phones: [],
  },
};

/** Nobody's, wherever they are written to. */
const EXAMPLE_DOMAINS = ['example.com', 'example.org', 'example.net'];

/** The README sends a lead with it, which would be taken for one of theirs. */
const TAKEN_PHONES = ['+1 212 555 0123'];

/** Makes people one after the other; a name comes again only when all were given. */
export function introducePeople(random: Random): (language: Language) => Person {
  const decks = new Map<Language, Record<'first' | 'last' | 'company', () => string>>();
  // Two people with one address would be taken for one.
  const taken = new Set<string>(TAKEN_PHONES);
  const findFree = (make: () => string): string => {
    const made = make();
    if (taken.has(made)) return findFree(make);
    taken.add(made);
    return made;
  };
  return (language) => {
    const place = PLACES[language];
    const deck = decks.get(language) ?? {
      first: random.deck(place.first),
      last: random.deck(place.last),
      company: random.deck(place.companies),
    };
    decks.set(language, deck);
    const [first, last, company] = [deck.first(), deck.last(), deck.company()];
    const host = toAscii(company).replaceAll(' ', '-');
    const [given, family] = [toAscii(first), toAscii(last)];
    const spellings = [`${given}.${family}`, given, `${given[0]}${family}`, `${given}-${family}`];
    return {
      language,
      name: `${first} ${last}`,
      company,
      email: findFree(() => `${random.pick(spellings)}@${host}.${random.pick(EXAMPLE_DOMAINS)}`),
      phone: place.phones.length === 0 ? '' : findFree(() => dial(random, random.pick(place.phones))),
      website: `https://${host}.example`,
    };
  };
}

const dial = (random: Random, pattern: string): string =>
  pattern.replace(/#/g, () => String(random.between(0, 9)));

const toAscii = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
