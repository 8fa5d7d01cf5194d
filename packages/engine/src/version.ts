/** Semver of the scoring rules; bump it whenever a golden score changes. */
export const ENGINE_VERSION = '3.2.0';
