// Maps the values of a status or outcome column to won, lost or a stage. Covers the terms used by HubSpot, Salesforce,
// Pipedrive and Zoho, and those that people type in. A plain yes or no is read as the answer to "won?", so no means lost.

import type { Status } from '@leadline/contract';
import { foldWords } from './fold-words.ts';

const WORDS: Readonly<Record<Status, readonly string[]>> = {
  won: [
    'won, win, closed won, closedwon, close won, deal won, won deal, closed and won, converted, closed converted',
    'qualified converted, conversion, customer, became customer, existing customer, new customer, evangelist, client',
    'new client, sold, sale, sale made, sale closed, signed, contract signed, purchased, bought, paid, success',
    'successful, yes, y, true, t, 1, gewonnen, verkauft, kunde, ja, klant, verkocht, ganado, ganada, cerrado ganado',
    'cerrada ganada, vendido, vendida, cliente, convertido, si, ganho, ganha, fechado ganho, sim, gagne, gagnee',
    'vendu, converti, oui, vinto, vinta, venduto, wygrana, wygrane, sprzedane, tak, menang, kazanildi, evet',
  ],
  lost: [
    'lost, loss, lose, closed lost, closedlost, close lost, deal lost, lost deal, lost lead, lead lost',
    'closed lost to competition, lost to competition, lost to competitor, not converted, closed not converted',
    'not interested, no interest, uninterested, rejected, declined, dead, dead lead, dead opportunity, cancelled',
    'canceled, abandoned, dropped, failed, no sale, not sold, no, n, false, f, 0',
    'verloren, abgelehnt, abgesagt, kein interesse, nein, nee, perdido, perdida, cerrado perdido, cerrada perdida',
    'nao, fechado perdido, perdu, perdue, non, perso, persa, perduto, przegrana, przegrane, nie, kalah, kaybedildi',
    'hayir',
  ],
  unqualified: [
    'unqualified, disqualified, not qualified, non qualified, unqualified lead, junk, junk lead, spam, fake, bad lead',
    'bad fit, not a fit, no fit, unqualifiziert, nicht qualifiziert, disqualifiziert, niet gekwalificeerd, descartado',
    'no calificado, no cualificado, desqualificado, non qualifie, disqualifie, non qualificato, squalificato',
    'niezakwalifikowany',
  ],
  new: [
    'open, new, new lead, lead, open deal, opened, reopened, active, open not contacted, not contacted, uncontacted',
    'untouched, unworked, to contact, to call, contact, marketing qualified lead, marketingqualifiedlead, mql',
    'subscriber, prospect, prospecting, lead in, assigned, unassigned, unknown, other, none, null, n a, na, tbd',
    'pending, offen, neu, neuer lead, nicht kontaktiert, abierto, abierta, nuevo, nueva, pendiente, aberto, aberta',
    'novo, nova, ouvert, ouverte, nouveau, nouvelle, aperto, aperta, nuovo, nuova, nieuw, open staand, otwarte, nowy',
    'nowa, baru, yeni, acik',
  ],
  contacted: [
    'contacted, working contacted, open contacted, in progress, inprogress, working, work in progress, attempted',
    'attempted contact, attempted to contact, contact attempted, contact in future, contact made, connected, engaged',
    'responded, replied, called, emailed, called no answer, left voicemail, voicemail, no response, no answer',
    'bad timing, nurture, nurturing, on hold, waiting, follow up, following up, call back, callback, undecided',
    'qualification, qualifying, in bearbeitung, kontaktiert, in kontakt, angerufen, nicht erreicht, en curso',
    'en proceso, contactado, contactada, em andamento, contatado, contatada, en cours, contacte, contactee, in corso',
    'contattato, contattata, in behandeling, gecontacteerd, benaderd, w trakcie, skontaktowano, dihubungi',
    'iletisime gecildi, gorusuldu',
  ],
  qualified: [
    'qualified, prequalified, pre qualified, qualified lead, qualified to buy, qualifiedtobuy, sales qualified lead',
    'salesqualifiedlead, sql, sal, opportunity, discovery, needs analysis, value proposition, id decision makers',
    'identify decision makers, perception analysis, appointment, appointment scheduled, appointmentscheduled, meeting',
    'meeting scheduled, meeting booked, presentation scheduled, presentationscheduled, demo, demo scheduled',
    'demo booked, decision maker bought in, decisionmakerboughtin, proposal, proposal made, proposal sent',
    'proposal price quote, quote, quote sent, quoted, negotiation, negotiation review, negotiations started',
    'contract sent, contractsent, qualifiziert, angebot, angebot gesendet, termin vereinbart, verhandlung, calificado',
    'cualificado, propuesta, propuesta enviada, negociacion, qualificado, proposta, proposta enviada, negociacao',
    'qualifie, qualifiee, devis envoye, negociation, proposition envoyee, qualificato, trattativa, gekwalificeerd',
    'offerte verstuurd, zakwalifikowany, oferta wyslana, negocjacje, teklif verildi',
  ],
};

const STATUS_BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([status, lists]) =>
    lists.flatMap((list) => list.split(', ')).map((word) => [word, status as Status] as const),
  ),
);

/** No known word is this long. */
export const MAX_STATUS_LENGTH = 60;

/** What words stand for, as the customer chose, known ones included. Keyed by their folded spelling. */
export type ChosenStatuses = Readonly<Record<string, Status>>;

export const foldStatus = (text: string): string => foldWords(text.slice(0, MAX_STATUS_LENGTH));

/** `given` can have any spelling of a word. */
export const chooseStatuses = (given: Readonly<Record<string, Status>>): ChosenStatuses =>
  Object.fromEntries(Object.entries(given).map(([word, status]) => [foldStatus(word), status]));

/** Returns null if the word is unknown. */
export function findStatus(text: string, chosen: ChosenStatuses = {}): Status | null {
  const word = foldStatus(text);
  if (word === '') return 'new';
  return (Object.hasOwn(chosen, word) ? chosen[word] : undefined) ?? STATUS_BY_WORD.get(word) ?? null;
}

/** In a column of outcomes, "unqualified" ends a deal. */
export function findOutcome(text: string, chosen: ChosenStatuses = {}): Status | null {
  const status = findStatus(text, chosen);
  return status === 'unqualified' ? 'lost' : status;
}
