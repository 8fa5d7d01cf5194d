// Form questions that ask how much or how many, with an answer that is nothing but a number.

import { cached } from '../text/cached.ts';

const QUESTION =
  /^(?:quantity|qty|how many|number of|no\.? of|menge|anzahl|st[üu]ckzahl|wie viele|cantidad|n[úu]mero de|cu[áa]nt[oa]s|quantidade|quant[oa]s|quantit[ée]s?|nombre de|combien de|quantit[àa]|numero|quant[ei]|aantal|hoeveel|jumlah|berapa|ilo[śs][ćc]|liczba|ile|adet|miktar|antal|hur många|количество|сколько|数量|個数|人数|台数|الكمية|كمية|عدد)(?![\p{L}\p{M}]).{0,24}$/iu;
/** Not of what they want. */
const OTHER_QUESTION =
  /\b(?:years?|jahre|años|ans|anni|anos|employees|staff|mitarbeiter\w*|children|kinder)\b/iu;
const ANSWER =
  /^(?:\p{L}{1,8}\.? |[~≈])?(?=[\d.,' –-]*[1-9])\d[\d.,']*(?: ?\d{3})*(?: ?[-–] ?\d[\d.,']*)?\+? ?(?:\p{L}{1,14}\.?)?$/u;

/** “Quantity: 40”, “Anzahl Gäste: ca. 80” */
export const isQuantity = (question: string, answer: string): boolean =>
  asksHowMany(question) && ANSWER.test(answer.trim());

const asksHowMany = cached((question): boolean => {
  const text = question.replaceAll('_', ' ').trim();
  return QUESTION.test(text) && !OTHER_QUESTION.test(text);
}, 500);
