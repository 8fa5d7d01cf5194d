// Finds the budget of a lead: in the budget field, in the answer to a question about it, or in a clause that mentions a
// budget. A unit price is multiplied by the quantity; without a quantity it says nothing about the size of the deal.

import type { Lead } from '../lead.ts';
import { mentionsBudget } from '../lexicon/message.ts';
import type { Reading } from '../reading/answers.ts';
import { BUDGET_QUESTION } from '../reading/clauses.ts';
import type { ReadClause } from '../reading/collect-features.ts';
import { findQuantity } from './find-quantity.ts';
import { type BudgetReading, NO_BUDGET, readBudget } from './read-budget.ts';

export interface BudgetFact extends BudgetReading {
  /** Where it was found. */
  readonly from: 'field' | 'answer' | 'message' | null;
  /** The quantity, if the amount is a unit price times a quantity. */
  readonly quantity: number | null;
}

export function findBudget(lead: Lead, { clauses }: Reading): BudgetFact {
  const found = findStated(lead, clauses);
  if (!found.stated || !found.isPerUnit) return found;
  const quantity = findQuantity(lead, clauses);
  return quantity === null ? found : { ...multiply(found, quantity), quantity };
}

/** Unit price times quantity. */
function multiply<Price extends BudgetReading>(price: Price, quantity: number): Price {
  const times = (amount: number | null): number | null => (amount === null ? null : amount * quantity);
  return { ...price, min: times(price.min), max: times(price.max), isPerUnit: false };
}

function findStated(lead: Lead, clauses: readonly ReadClause[]): BudgetFact {
  if (lead.budget !== '') {
    const reading = readCountTimesPrice(lead.budget) ?? readBudget(lead.budget);
    if (reading.stated) return { ...reading, from: 'field', quantity: null };
  }
  for (const { question, fact, text } of clauses) {
    if (fact?.topic !== 'budget' || question === null || question === BUDGET_QUESTION) continue;
    const reading = readBudget(text);
    if (!reading.stated) continue;
    // "Monthly budget in EUR: 5000" gives the period and currency in the question.
    const asked = readBudget(`1000 ${question.replace(/\d/g, '')}`);
    const currency = reading.currency ?? asked.currency;
    return { ...reading, currency, period: reading.period ?? asked.period, from: 'answer', quantity: null };
  }
  for (const { question, text, tokens } of clauses) {
    if (question !== null || !HAS_DIGIT.test(text) || !mentionsBudget(tokens)) continue;
    // In the message, an amount needs a currency, or has to follow the word: "budget about 12k".
    const reading = readBudget(text);
    if (reading.stated && (reading.currency !== null || isNamedBudget(text, reading)))
      return { ...reading, from: 'message', quantity: null };
  }
  return { ...NO_BUDGET, from: lead.budget === '' ? null : 'field', quantity: null };
}

const HAS_DIGIT = /\d/;

const BUDGET_THEN_AMOUNT =
  /\bbudget(?:ed)?(?: is| was|:|,| =| of| at| about| around| approx\.?| roughly| up to| max\.?| circa| ca\.?| de| von| ist| di| van| [-–~])* ?~?\d/iu;
/** Less is a count or a share of something. */
const MIN_NAMED_BUDGET = 500;

const isNamedBudget = (text: string, { min, max }: BudgetReading): boolean =>
  (max ?? min ?? 0) >= MIN_NAMED_BUDGET && BUDGET_THEN_AMOUNT.test(text);

/** "30 x 250 €", "12 Stück à 80 Euro" */
const COUNT_TIMES_PRICE =
  /^(\D*?)(?<![\d.,$€£₹])(\d{1,6})\s?(?:[x×*]|(?:stk\.?|st[üu]ck|pcs|pieces|pi[èe]ces|piezas|pezzi|stuks?|st|szt\.?|ks|adet|шт\.?)\s?(?:à|a|zu|@|x|je|po|по))\s?(?=[$€£₹]\s?\d|\d[\d.,]*\s?(?:[$€£₹]|eur|usd|gbp|chf|inr|euros?|dollars?|pounds?|rupees?|zł|pln|kč|czk|tl|kr)(?!\p{L}))/iu;

function readCountTimesPrice(text: string): BudgetReading | null {
  const [whole, before = '', count] = COUNT_TIMES_PRICE.exec(text) ?? [];
  if (whole === undefined) return null;
  const price = readBudget(`${before}${text.slice(whole.length)}`);
  return price.stated && price.currency !== null ? multiply(price, Number(count)) : null;
}

/** The value of an order described in one text: "200 boxes at 3 EUR each" is 600 EUR. */
export function readOrderValue(text: string): BudgetReading {
  const reading = readCountTimesPrice(text) ?? readBudget(text);
  if (!reading.stated || !reading.isPerUnit) return reading;
  const quantity = findQuantity(
    { name: '', email: '', phone: '', budget: text, message: '', source: '', custom_fields: {} },
    [],
  );
  return quantity === null ? reading : multiply(reading, quantity);
}
