/** Semver of the rules: a change that moves any golden score raises it. */
export const ENGINE_VERSION = '2.0.0';
