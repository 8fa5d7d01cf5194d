// IDs are UUIDv7, so they sort by creation time. Internally they are 32 hex digits; callers see them with a prefix for
// their type, as in `lead_0193e0c0a1b27c3d8e4f5a6b7c8d9e0f`.

export type IdKind =
  | 'lead'
  | 'person'
  | 'acct'
  | 'key'
  | 'hook'
  | 'evt'
  | 'imp'
  | 'audit'
  | 'view'
  | 'act'
  | 'rule'
  | 'user'
  | 'inv'
  | 'req'
  | 'job'
  | 'drift'
  | 'crm'
  | 'run';

export const showId = (kind: IdKind, id: string): string => `${kind}_${id}`;

/** Returns the 32 hex digits of an ID like `lead_0193…`, or null if it isn't a valid ID of this kind. */
export function readId(kind: IdKind, text: string): string | null {
  const id = text.startsWith(`${kind}_`) ? text.slice(kind.length + 1) : '';
  return /^[0-9a-f]{32}$/.test(id) ? id : null;
}

/** When the ID was created, from its first 48 bits (milliseconds since 1970). */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 12), 16));
