// Signs so obvious that they need no training: a count of people or things in a clause that asks for something, a request
// for a quote, a question about the price, and a job title at the beginning of a message. In the labelled leads, 219 of 234 counts are in clauses
// labelled as scope.

import type { Concept } from './concepts.ts';

const COUNT =
  /\b(?:team|staff|crew|party|group|fleet) of \d+|\b\d[\d,.]*\s?(?:\+\s?)?(?:users?|seats?|licen[cs]es?|people|employees|staff|guests?|pax|vehicles?|vans?|trucks?|rooms?|desks?|units?|pcs|pieces|m2|m²|sqm|sq ?ft|kwp?|windows?|laptops?|chairs?|students?|personen|mitarbeiter|nutzer|lizenzen|stück|personas|empleados|usuarios|pessoas|funcionários|personnes|salariés|utilisateurs|persone|dipendenti|utenti|medewerkers|gebruikers|orang|karyawan|log|osób|pracowników|kişi|çalışan|personer|anställda|человек|сотрудников)(?![\p{L}\p{N}])/iu;

const TITLE_FIRST =
  /^(?:(?:hi|hello|hey|good (?:morning|afternoon|day|evening))\b[,!. ]*)?(?:vp|svp|evp|vice president|head of|(?:managing |sales |operations |finance |it |hr |marketing )?director|managing partner|ceo|cfo|coo|cto|cio|cmo|chief \p{L}+ officer|owner|co-?owner|founder|co-?founder|president)\b[^.!?]{0,60}\b(?:here|at|of|with|for)\b/iu;

const QUOTE_REQUEST =
  /\b(?:(?:send|give|email|get|need|want|like|provide|prepare)(?: me| us)?(?: over)? (?:a|an|your|the) (?:\p{L}+ )?(?:quote|quotation|estimate|proposal|offer)|(?:please|pls) quote)\b/iu;

const PRICE_QUESTION =
  /\bhow much (?:is|are|does|do|would|will|for|you|it|to)\b|\bwhat(?:['’]s| is| are| would be| does)? (?:the |your |it )?(?:price|pricing|cost|rate|fee|charge)s?\b|\bpric(?:e|es|ing) (?:for|of)\b|\bwie ?viel kostet|\bwas kostet|\bcu[aá]nto (?:cuesta|vale|cobran)|\bcombien (?:co[uû]te|[cç]a co[uû]te)|\bquanto (?:custa|costa)|\bhoeveel kost/iu;

export const asksForPrice = (text: string): boolean => PRICE_QUESTION.test(text);
export const asksForQuote = (text: string): boolean => QUOTE_REQUEST.test(text);
export const givesCount = (text: string): boolean => COUNT.test(text);
export const beginsWithTitle = (text: string): boolean => TITLE_FIRST.test(text);

/** Whether a concept is so obvious that the AI cannot overrule it. */
export const isPlain = (concept: Concept, text: string): boolean =>
  (concept === 'scope' && givesCount(text)) || (concept === 'authority' && beginsWithTitle(text));
