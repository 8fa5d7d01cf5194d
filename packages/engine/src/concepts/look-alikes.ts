// Clauses that use the words of a concept without showing it. The detectors weigh words, so "take card payments" sounds
// to them like "pay by card"; what tells the two apart is who does it. Only for the concepts worth most.

import type { ReadClause } from './collect-features.ts';
import { CONCEPT_NUMBER } from './concepts.ts';
import { findMeanings } from './find-meanings.ts';

/** What the product must do: "it should take card payments", "les clients doivent pouvoir payer". The buyer's own "we
 * must sign by Friday" is something else, and so is "the contract has to be signed". */
const REQUIREMENT =
  /^(?:and |but |also |so |und |et |y |e |en )?(?:(?:it|they|that|this|guests|staff|people|customers|clients|users|visitors|members|patients|tenants|parents|students|drivers|dealers|(?:the|our|every|each|all) [\p{L}-]+) (?:should|must|has to|have to|needs? to|ought to)\b|(?:es|das|sie|(?:die|der|unsere?) [\p{L}-]+|\p{Lu}[\p{L}-]+) (?:soll|sollen|sollte|sollten|muss|müssen)\b|(?:il|elle|ça|cela|(?:les?|la|nos) [\p{L}-]+|l['’][\p{L}-]+) (?:doit|doivent|devrait|devraient)\b|(?:(?:el|la|los|las) [\p{L}-]+ )?(?:debe|deben|debería|tiene que|tienen que)\b|(?:(?:il|la|gli|i|le) [\p{L}-]+ )?(?:deve|devono|dovrebbe)\b|(?:(?:o|a|os|as) [\p{L}-]+ )?(?:devem|deveria|precisa|precisam)\b|(?:het|dat|dit|klanten|(?:de|onze) [\p{L}-]+) (?:moet|moeten)\b)/iu;
const PURCHASE =
  /\b(?:contract|order|deal|deposit|agreement|decision|budget|money|we|vertrag|auftrag|bestellung|wir|contrat|commande|nous|contrato|pedido|contratto|ordine|opdracht)\b/iu;

/** Who decides: "I sign the contracts", "c’est moi qui décide". It says nothing about whether they have decided. */
const ROLE =
  /^(?:(?:and|so|yes)[ ,]+)?(?:i(?: alone| personally)? (?:can )?(?:decide|choose|approve|sign)(?: off)?(?: (?:on )?(?:this|it|that|for [\p{L}]+|(?:the|all|our) (?:contracts?|orders?|purchases?|invoices?|budget)))?(?: (?:myself|alone|here|personally))?|(?:the|this) decision is (?:mine|up to me)|ich (?:entscheide|unterschreibe)(?: (?:das|es|darüber))?(?: (?:selbst|allein|alleine))?|c['’]est moi qui (?:décide|signe)|(?:yo )?decido(?: yo)?|yo tomo la decisión|decido io|ik (?:beslis|teken)(?: (?:dit|het))?(?: zelf)?|eu decido|decision mera hai)(?=[.,;!?]|$)/iu;

/** What they have: "we have 400 products", "abbiamo circa 900 soci". Having money is something else. */
const POSSESSION =
  /^(?:we have|we['’]ve got|wir haben|nous avons|tenemos|abbiamo|we hebben|temos|hamare paas)\b[^\d$€£]{0,20}\d[\d.,]*\s+\p{L}{3}/iu;
const MONEY =
  /[$€£₹]|\b(?:usd|eur|euros?|gbp|dollars?|pounds?|lakh|budget|cash|approved|aside|ready|signed|freigegeben|approuvé|aprobado|approvato|goedgekeurd|aprovado)\b/iu;

/** Anything that can be part of a date or a span of time. */
const TIME =
  /\b(?:\d{1,2}(?:st|nd|rd|th)|\d{1,2}[./-]\d{1,2}|\d{1,2}[:.h]\d{2}|\d{1,2} ?[ap]m|20\d\d|q[1-4])\b|\b(?:by|before|until|till|latest|deadline|due|date|time|start\p{L}*|ends?|ending|expir\p{L}*|soon|asap|now|today|tonight|tomorrow|weekend|week\p{L}*|day\p{L}*|month\p{L}*|year\p{L}*|quarter|hours?|season|spring|summer|autumn|fall|winter|christmas|easter|jan(?:uary)?|feb(?:ruary)?|march|mar|april|apr|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mon|tue|wed|thu|fri|sat|sun)\b/iu;
/** Words for time in other languages aren't listed, so only English clauses are checked. */
const IS_ENGLISH = /\b(?:the|is|are|we|our|and|for|need|needs|with|has|have|will|of)\b/i;

/** "Please call me about a demo": wants to be called, but doesn't say when. */
const CALL_REQUEST =
  /^(?:hi[,!. ]+|hello[,!. ]+)?(?:please|pls|kindly|can (?:you|someone|somebody)|could (?:you|someone|somebody))?[ ,]*(?:please )?(?:call|phone|ring|contact|email|text)(?: me| us)?(?: back)?(?: (?:about|regarding|re|for|to (?:discuss|talk about|arrange|book)) [^!]*)?[.?]?$/iu;
const HURRY =
  /\b(?:urgent\p{L}*|asap|immediate\p{L}*|quick\p{L}*|fast|emergenc\p{L}*|at once|straight away|right away|priority|hurry|leak\p{L}*|broke\p{L}*|stopped|down|flood\p{L}*|fire|stuck|locked out|outage)\b/iu;

export function isLookAlike(column: number, { text, question, fact }: ReadClause): boolean {
  if (column === CONCEPT_NUMBER.committed) {
    if (question !== null) return fact?.topic === 'authority' || fact?.topic === 'role';
    return (
      (REQUIREMENT.test(text) && !PURCHASE.test(text)) ||
      ROLE.test(text) ||
      (POSSESSION.test(text) && !MONEY.test(text))
    );
  }
  if (column === CONCEPT_NUMBER.urgent)
    return question === null && CALL_REQUEST.test(text) && !TIME.test(text) && !HURRY.test(text);
  if (column !== CONCEPT_NUMBER.deadline || question !== null) return false;
  return IS_ENGLISH.test(text) && !TIME.test(text);
}

/** Whether a phrase book knows a word of time in the clause: "next week", "at once". */
export function hasTimingPhrase({ tokens }: ReadClause): boolean {
  let isFound = false;
  findMeanings(tokens.known, tokens.known, (meaning) => {
    if (meaning === 'urgent' || meaning === 'deadline' || meaning === 'later') isFound = true;
  });
  return isFound;
}
