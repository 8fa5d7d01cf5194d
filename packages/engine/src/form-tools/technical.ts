// CAPTCHA tokens that pages submit along with the form: long, secret and not answers.

const BOT_CHECKS = new Set(['g-recaptcha-response', 'h-captcha-response', 'cf-turnstile-response']);

export const isBotCheck = (name: string): boolean => BOT_CHECKS.has(name.toLowerCase());
