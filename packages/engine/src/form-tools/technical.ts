// CAPTCHA tokens that pages send along: long, secret, and not an answer.

const BOT_CHECKS = new Set(['g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response']);

export const isBotCheck = (name: string): boolean => BOT_CHECKS.has(name.toLowerCase());
