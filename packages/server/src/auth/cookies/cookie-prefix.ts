export const COOKIE_PREFIX = 'leadline';
