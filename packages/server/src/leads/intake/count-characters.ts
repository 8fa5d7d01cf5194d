// The length of a lead's texts, including questions and answers.

import type { Lead } from '@leadline/engine';

export function countCharacters(lead: Lead): number {
  const { name, email, phone, budget, message, source, custom_fields } = lead;
  let characters = name.length + email.length + phone.length + budget.length + message.length + source.length;
  for (const question in custom_fields)
    characters += question.length + (custom_fields[question] as string).length;
  return characters;
}
