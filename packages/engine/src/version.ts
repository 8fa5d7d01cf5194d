/** Semver of the scoring rules; bump it whenever a golden score changes. */
export const ENGINE_VERSION = '2.3.0';
