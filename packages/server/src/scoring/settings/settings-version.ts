// A version of an account's settings: what the account changed, and the engine's settings that result from it.

import { DEFAULT_SETTINGS, readSettings, type Settings, type SettingsRead } from '@leadline/engine';

export type SettingsChanges = Readonly<Record<string, unknown>>;

/** The typical deal of the account's profile. */
export interface ProfileDeal {
  readonly amount: number;
  readonly currency: string;
}

export interface SettingsContent {
  readonly changes: SettingsChanges;
  /** Null if the profile has none. */
  readonly profileDeal: ProfileDeal | null;
}

/** The engine's own settings. */
export const DEFAULT_VERSION = 0;
const NO_CHANGES: SettingsContent = { changes: {}, profileDeal: null };
export const DEFAULT_CONTENT = NO_CHANGES;

/** As scores name it. */
export const nameVersion = (version: number): string =>
  version === DEFAULT_VERSION ? DEFAULT_SETTINGS.version : `v${version}`;

/** Null if the name isn't one of this account's versions or the current defaults. */
export function readVersionName(name: string): number | null {
  if (name === DEFAULT_SETTINGS.version) return DEFAULT_VERSION;
  const [, digits] = /^v([1-9]\d{0,8})$/.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Merges the changes into the defaults. A currency that the engine has no rate for doesn't count. */
export function resolveSettings({ changes, profileDeal }: SettingsContent, name: string): SettingsRead {
  const { typicalDeal: ownDeal, version: _, ...rest } = changes;
  const base = profileDeal !== null && isKnownDeal(profileDeal) ? profileDeal : null;
  const typicalDeal = isRecord(ownDeal) ? { ...base, ...ownDeal } : (ownDeal ?? base);
  return readSettings({
    ...rest,
    version: name,
    ...(typicalDeal === null ? {} : { typicalDeal }),
  });
}

const isKnownDeal = (deal: ProfileDeal): boolean => readSettings({ typicalDeal: deal }).ok;

/** Of a version that was valid when it was published. If a later engine rejects it, leads are scored by the defaults,
 * and their scores say so. */
export function settingsOf(content: SettingsContent, version: number): Settings {
  const read = resolveSettings(content, nameVersion(version));
  return read.ok ? read.settings : DEFAULT_SETTINGS;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
