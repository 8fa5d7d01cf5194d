// What pages send along to prove that no machine filled them in: long, secret, and no answer of the lead.

const BOT_CHECKS = new Set(['g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response']);

export const isBotCheck = (name: string): boolean => BOT_CHECKS.has(name.toLowerCase());
