// The company and the job title of a lead, read from as much of it as a list does, so that both show the same.

import { type Card, type Lead, readCard } from '@leadline/engine';

/** A stored text can be far longer than anyone reads in a list: without this limit, a page could take 36 MB. */
export const MAX_SHOWN_LENGTH = 500;
/** Nor does a list show more of a budget. Other answers only count if they are short enough to name a company or a job. */
export const MAX_ANSWER_LENGTH = 200;
/** How much of a form's questions and answers is searched for the budget, the company and the job title. */
export const MAX_ANSWERS_LENGTH = 8_000;
export const MAX_MESSAGE_LENGTH = 600;

export function readLeadCard({
  email,
  phone,
  message,
  custom_fields,
}: Lead): Pick<Card, 'company' | 'title'> {
  const { company, title } = readCard({
    email: email.slice(0, MAX_SHOWN_LENGTH),
    phone: phone.slice(0, MAX_SHOWN_LENGTH),
    message: message.slice(0, MAX_MESSAGE_LENGTH),
    custom_fields: cutAnswers(custom_fields),
  });
  return { company, title };
}

function cutAnswers(answers: Lead['custom_fields']): Lead['custom_fields'] {
  const cut: Record<string, string> = {};
  let length = 0;
  for (const [question, answer] of Object.entries(answers)) {
    const shown = answer.slice(0, MAX_ANSWER_LENGTH);
    length += question.length + shown.length;
    if (length > MAX_ANSWERS_LENGTH) break;
    cut[question] = shown;
  }
  return cut;
}
