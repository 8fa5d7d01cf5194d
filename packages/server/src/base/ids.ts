// Ids are UUIDv7: they sort by the time they were made. Inside they are 32 hex digits; outside they carry
// what they are of, as in `lead_0193e0c0a1b27c3d8e4f5a6b7c8d9e0f`.

import { randomUUIDv7 } from 'node:crypto';

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
  | 'user'
  | 'inv'
  | 'req';

export const makeId = (): string => randomUUIDv7().replaceAll('-', '');

/** As PostgreSQL writes a uuid → as we do. */
export const fromUuid = (uuid: string): string => uuid.replaceAll('-', '');

/** As we write an id → as PostgreSQL does, for whoever compares it as text. */
export const toUuid = (id: string): string =>
  id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

export const showId = (kind: IdKind, id: string): string => `${kind}_${id}`;

/** `lead_0193…` → the id, or null for what is none. */
export function readId(kind: IdKind, text: string): string | null {
  const id = text.startsWith(`${kind}_`) ? text.slice(kind.length + 1) : '';
  return /^[0-9a-f]{32}$/.test(id) ? id : null;
}

/** The first 48 bits are milliseconds since 1970. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.slice(0, 12), 16));

/** A new id of another moment than now. */
export const idAt = (time: Date): string => firstIdOf(time).slice(0, 12) + makeId().slice(12);

/** The smallest id of a moment: ids made since then are not below it. */
export const firstIdOf = (time: Date): string =>
  `${Math.min(LATEST_MS, Math.max(0, time.getTime())).toString(16).padStart(12, '0')}70008000000000000000`;

const LATEST_MS = 2 ** 48 - 1;
