// Maps the values of a status column to won, lost or open. Covers the terms used by HubSpot, Salesforce, Pipedrive and
// Zoho, and those that people type in. A plain yes or no is read as the answer to "won?", so no means lost.

import { foldWords } from './fold-words.ts';

export type OutcomeWord = 'won' | 'lost' | 'open';

const WORDS: Readonly<Record<OutcomeWord, readonly string[]>> = {
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
    'unqualified, disqualified, not qualified, non qualified, unqualified lead, junk, junk lead, spam, fake, bad lead',
    'bad fit, not a fit, no fit, not interested, no interest, uninterested, rejected, declined, dead, dead lead',
    'dead opportunity, cancelled, canceled, abandoned, dropped, failed, no sale, not sold, no, n, false, f, 0',
    'verloren, abgelehnt, abgesagt, unqualifiziert, nicht qualifiziert, kein interesse, nein, nee, niet gekwalificeerd',
    'perdido, perdida, cerrado perdido, cerrada perdida, descartado, no calificado, no cualificado, nao',
    'fechado perdido, desqualificado, perdu, perdue, non qualifie, non, perso, persa, perduto, przegrana, przegrane',
    'nie, kalah, kaybedildi, hayir',
  ],
  open: [
    'open, new, new lead, lead, open deal, opened, reopened, active, in progress, inprogress, working, work in progress',
    'working contacted, open not contacted, open contacted, contacted, not contacted, attempted, attempted contact',
    'attempted to contact, contact attempted, contact in future, contact made, contact, connected, engaged, responded',
    'no response, no answer, bad timing, nurture, nurturing, pending, on hold, waiting, follow up, call back, callback',
    'qualified, prequalified, pre qualified, qualified lead, qualified to buy, qualifiedtobuy, qualification',
    'qualifying, marketing qualified lead, sales qualified lead, marketingqualifiedlead, salesqualifiedlead, mql, sql',
    'subscriber, opportunity, prospect, prospecting, lead in, discovery, needs analysis, value proposition',
    'id decision makers, identify decision makers, perception analysis, appointment, appointment scheduled',
    'appointmentscheduled, meeting, meeting scheduled, presentation scheduled, presentationscheduled, demo',
    'demo scheduled, decision maker bought in, decisionmakerboughtin, proposal, proposal made, proposal sent',
    'proposal price quote, quote, quote sent, quoted, negotiation, negotiation review, negotiations started',
    'contract sent, contractsent, assigned, unassigned, undecided, unknown, other, none, null, n a, na, tbd',
    'offen, neu, in bearbeitung, kontaktiert, qualifiziert, abierto, abierta, nuevo, nueva, en curso, en proceso',
    'contactado, pendiente, aberto, aberta, novo, em andamento, ouvert, ouverte, nouveau, en cours, contacte',
    'aperto, aperta, nuovo, in corso, nieuw, in behandeling, otwarte, nowy, baru, yeni, acik',
  ],
};

const OUTCOME_BY_WORD = new Map(
  Object.entries(WORDS).flatMap(([outcome, lists]) =>
    lists.flatMap((list) => list.split(', ')).map((word) => [word, outcome as OutcomeWord] as const),
  ),
);

/** No known word is this long. */
const MAX_LENGTH = 60;

/** Returns null if the word is unknown. */
export function findOutcome(text: string): OutcomeWord | null {
  const word = foldWords(text.slice(0, MAX_LENGTH));
  return word === '' ? 'open' : (OUTCOME_BY_WORD.get(word) ?? null);
}
