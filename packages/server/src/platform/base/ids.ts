// Creates IDs and converts them to and from PostgreSQL's format. The contract defines the format callers see.

import { randomUUIDv7 } from 'node:crypto';

export { type IdKind, readId, showId, timeOfId } from '@leadline/contract/ids';

export const makeId = (): string => randomUUIDv7().replaceAll('-', '');

/** Converts PostgreSQL's UUID format to ours. */
export const fromUuid = (uuid: string): string => uuid.replaceAll('-', '');

/** Converts our ID format to PostgreSQL's, for comparing IDs as text. */
export const toUuid = (id: string): string =>
  id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** A new ID that sorts as if it had been created at `time`. */
export const idAt = (time: Date): string => firstIdOf(time).slice(0, 12) + makeId().slice(12);

/** The smallest possible ID at a given time. No ID created from then on is smaller. */
export const firstIdOf = (time: Date): string =>
  `${Math.min(LATEST_MS, Math.max(0, time.getTime())).toString(16).padStart(12, '0')}70008000000000000000`;

const LATEST_MS = 2 ** 48 - 1;
