// When a lead can be called, in their own words: "after 4 pm", "weekday mornings". Only checks the clause that says how
// to reach them.

import type { Reading } from '../reading/answers.ts';
import { shorten } from '../worth/quote.ts';

const TIME_OF_DAY =
  /(?:\b(?:(?:any ?time )?(?:after|before|from|until|till|between|around|by)\s+(?:about\s+)?(?:\d|noon|lunch|work|school|six|five|four|three)|(?:week(?:day|end)s?|mon|tues?|wednes|thurs?|fri|satur|sun)\w*\s+(?:morning|afternoon|evening)s?|(?:morning|afternoon|evening|lunchtime|weekend|weekday)s?\b)|\b\d{1,2}(?:[:.h]\d{2})?\s?(?:am|pm|uhr|h|o'clock)\b|\b(?:ab|nach|vor|bis|zwischen)\s+\d|\b(?:vormittags|nachmittags|abends|morgens|werktags|a partir de|despu[ée]s de|antes de|por la (?:ma[ñn]ana|tarde|noche)|de manh[ãa]|[àa] tarde|depois d|le matin|l['’]apr[èe]s-midi|le soir|apr[èe]s|avant|la mattina|mattina|pomeriggio|la sera|dopo le|prima delle|['’]s (?:ochtends|middags|avonds)|na \d|voor \d|pagi|siang|sore|setelah jam|subah|shaam|dopahar|ke baad|rano|po po[łl]udniu|wieczorem|po \d|sabah|[öo][ğg]leden|ak[şs]am|f[öo]rmiddag|eftermiddag|kv[äa]ll|efter \d|утром|вечером|днём|днем|после \d|午前|午後|上午|下午|晚上|صباحا|مساء|بعد)\b)/iu;

/** What somebody writes who says how to reach them, and what forms ask. */
const REACHING =
  /\b(?:call|ring|phone|reach|contact|speak|talk|chat|anruf|telefon|erreich|ruf|appel|rappel|joindre|llam|contact|ligar|ligue|telefon|chiam|richiam|bel|hubungi|telp|dzwo|zadzwo|ara[ry]|ring|позвон|звон)/iu;

export function findCallWindow({ clauses, answers: { ask } }: Reading): string | null {
  // In this order, because few clauses say how to reach somebody, and the time of day takes much longer to look for.
  const clause = clauses.find(
    ({ text, question }, index) =>
      ((index === ask.clause && ask.value === 'call') || REACHING.test(question ?? text)) &&
      TIME_OF_DAY.test(text),
  );
  return clause === undefined ? null : shorten(clause.text);
}
