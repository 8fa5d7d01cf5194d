// Readable names of what our embedded form and form tools send along with the answers.

const NAMES: Readonly<Record<string, string>> = {
  page_url: 'Page',
  form_name: 'Form',
  utm_medium: 'Campaign medium',
  utm_campaign: 'Campaign',
  utm_term: 'Campaign keyword',
  utm_content: 'Campaign ad',
};

export const nameQuestion = (question: string): string =>
  Object.hasOwn(NAMES, question) ? (NAMES[question] as string) : question;
