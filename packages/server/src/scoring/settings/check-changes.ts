// Checks changes that somebody wants to save, try or publish.

import { MAX_SETTINGS_BYTES } from '@leadline/contract/limits';
import type { Settings } from '@leadline/engine';
import { DomainError } from '../../platform/base/domain-error.ts';
import { formatBytes } from '../../platform/base/format-bytes.ts';
import { resolveSettings, type SettingsContent } from './settings-version.ts';

/** What a draft is called where settings are named. */
export const DRAFT_NAME = 'draft';

/** Returns the settings that result from the changes. */
export function checkChanges(content: SettingsContent): Settings {
  if (Object.hasOwn(content.changes, 'version'))
    throw invalid('changes.version', 'changes.version is not a setting');
  if (Buffer.byteLength(JSON.stringify(content.changes)) > MAX_SETTINGS_BYTES)
    throw new DomainError('too_long', `changes take more than ${formatBytes(MAX_SETTINGS_BYTES)}`, {
      field: 'changes',
    });
  const read = resolveSettings(content, DRAFT_NAME);
  if (!read.ok) throw invalid(`changes.${read.field}`, `changes.${read.error}`);
  return read.settings;
}

const invalid = (field: string, message: string): DomainError =>
  new DomainError('invalid_input', message, { field });
