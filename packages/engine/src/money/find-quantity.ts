// Finds the quantity a lead wants, so that a unit price can be multiplied by it.

import type { Lead } from '../lead.ts';
import type { ReadClause } from '../reading/collect-features.ts';

/** Names that forms use for a quantity, in several languages. */
const QUANTITY_QUESTION =
  /\b(?:quantity|qty|how many|number of|units?|pieces|pcs|seats|licen[cs]es|users|guests|group size|headcount|head count|covers|menge|anzahl|st[üu]ckzahl|personen|cantidad|cu[áa]ntos|cu[áa]ntas|quantidade|quantos|quantas|quantit[ée]|combien|nombre de|quantit[àa]|quanti|quante|aantal|hoeveel|jumlah|berapa|ilo[śs][ćc]|ile|liczba|adet|miktar|ka[çc]|kitne|kitni|antal|количество|сколько)\b|数量|人数|كمية|عدد/iu;
const NUMBER = /(?<![\d.,])(\d{1,3}(?:[ .,']\d{3})+|\d{1,7})(?![\d.,]*\d)/;
/** "200 boxes at 3 EUR each", "100 seats @ EUR 30", "20 users, 50 usd each": a count before the price. */
const COUNT_BEFORE_PRICE =
  /(?<![\d.,$€£₹])(\d{1,3}(?:[ .,']\d{3})+|\d{1,7})\s?(?:x|×|\*)?\s?(?!(?:usd|eur|gbp|chf|inr|euros?|dollars?|pounds?|rupees?|rs)\b)\p{L}[\p{L}-]*(?:\s\p{L}[\p{L}-]*){0,3}\s?(?:,|@|at|à|a|zu|für|für je|for|of|,? ?je|×|x|\*|-|–)\s?(?:about |ca\.? |circa |around |~)?[$€£₹]?\s?(?:[A-Z]{3}\s)?\d/iu;
/** "3 EUR each for 200", "50 usd per seat x 20" */
const COUNT_AFTER_PRICE =
  /(?:each|per \p{L}+|apiece|pro \p{L}+|je \p{L}+|por \p{L}+|la pi[èe]ce|cad(?:auno|una)?|\/ ?\p{L}+)[\s,]*(?:x|×|\*|for|for about|times|por|für|pour|per)\s?(\d{1,3}(?:[ .,']\d{3})+|\d{1,7})(?![\d.,%])/iu;
const MAX_QUANTITY = 10_000_000;

export function findQuantity(lead: Lead, clauses: readonly ReadClause[]): number | null {
  const inBudget = quantityIn(lead.budget);
  if (inBudget !== null) return inBudget;
  for (const { question, text, fact } of clauses) {
    if (question === null || fact?.topic === 'budget' || !QUANTITY_QUESTION.test(question)) continue;
    const count = toCount(NUMBER.exec(text)?.[1]);
    if (count !== null) return count;
  }
  for (const { question, text } of clauses) {
    const count = question === null ? quantityIn(text) : null;
    if (count !== null) return count;
  }
  return null;
}

const MAX_LENGTH = 300;

function quantityIn(text: string): number | null {
  if (text === '' || text.length > MAX_LENGTH) return null;
  return toCount((COUNT_BEFORE_PRICE.exec(text) ?? COUNT_AFTER_PRICE.exec(text))?.[1]);
}

function toCount(digits: string | undefined): number | null {
  if (digits === undefined) return null;
  const count = Number(digits.replace(/\D/g, ''));
  return count >= 2 && count <= MAX_QUANTITY ? count : null;
}
