// Reads and scores the rows of a slice and encodes them for the database. Runs on an import thread, so it takes and
// returns plain data, and gives back as little as possible.

import { hash } from 'node:crypto';
import type { Settings } from '@leadline/engine';
import { firstDayOf } from '../../accounts/quota/month.ts';
import { scoreToStore } from '../../leads/intake/score-to-store.ts';
import { type EncodedLeads, encodeLeads, type LeadToWrite } from '../../leads/intake/write-leads.ts';
import type { PastOutcome } from '../../leads/record/insert-outcomes.ts';
import { idAt, makeId, timeOfId } from '../../platform/base/ids.ts';
import type { ScoringModel } from '../../scoring/models/scoring-model.ts';
import type { PastWork } from '../../work/set-past-work.ts';
import { type ColumnMapping, type ImportedLead, joinWarnings, readImportedLead } from '../columns/columns.ts';
import type { FileShape, Position } from '../columns/file-shape.ts';
import { makeAssigneeMatcher, type TeamMate } from '../columns/match-assignee.ts';
import type { Slice } from '../rows/cut-slices.ts';
import { type Row, readSlice } from '../rows/read-rows.ts';

export interface SliceToPrepare {
  readonly bytes: Uint8Array;
  readonly from: Position;
  readonly end: Position;
  readonly accountId: string;
  readonly shape: FileShape;
  readonly mapping: ColumnMapping;
  readonly team: readonly TeamMate[];
  /** Null means the defaults. */
  readonly settings: Settings | null;
  /** Null means rules alone. */
  readonly model: ScoringModel | null;
  readonly currency: string;
  /** Of rows that were stored before. The same row is one lead. */
  readonly known?: readonly string[];
  /** The whole slice counts toward the same month. */
  readonly now: Date;
}

export interface PreparedSlice {
  /** Including the rejected ones. */
  readonly rows: number;
  readonly rejections: readonly RowProblem[];
  /** Rows like an earlier one, which are not stored again. */
  readonly repeated: readonly number[];
  /** Rows that are stored, but without something that the file has. */
  readonly warnings: readonly RowProblem[];
  /** One for each lead. Rows with the same values have the same. */
  readonly hashes: readonly string[];
  /** All other rows. */
  readonly leads: EncodedLeads;
  readonly outcomes: readonly RowOutcome[];
  /** Only of leads that somebody has worked on or is responsible for. */
  readonly work: readonly RowWork[];
}

export interface RowProblem {
  /** Which row of the slice. */
  readonly row: number;
  readonly reason: string;
}

export interface RowOutcome extends PastOutcome {
  readonly row: number;
}

export interface RowWork extends PastWork {
  readonly row: number;
  /** The file names somebody who isn't a member, or can't work on leads. */
  readonly isUnassigned: boolean;
}

export function prepareSlice(toPrepare: SliceToPrepare): PreparedSlice {
  const { accountId, shape, mapping, team, currency, settings, model, now } = toPrepare;
  const matchAssignee = makeAssigneeMatcher(team);
  const rows = readSlice(toSlice(toPrepare), shape);
  const conventions = { ...shape, currency };
  const seen = new Set(toPrepare.known);
  const rejections: RowProblem[] = [];
  const warnings: RowProblem[] = [];
  const repeated: number[] = [];
  const hashes: string[] = [];
  const leads: LeadToWrite[] = [];
  const states: ('open' | 'won' | 'lost')[] = [];
  const outcomes: RowOutcome[] = [];
  const work: RowWork[] = [];
  for (const [index, row] of rows.entries()) {
    const read = row.ok ? readImportedLead(row.fields, mapping, now, conventions) : row;
    if (!read.ok) {
      rejections.push({ row: index, reason: read.error });
      continue;
    }
    const rowHash = hashRow(row);
    if (seen.has(rowHash)) {
      repeated.push(index);
      continue;
    }
    seen.add(rowHash);
    hashes.push(rowHash);
    const { receivedAt, lead, outcome, stage, assignee } = read.value;
    if (read.value.warnings.length > 0)
      warnings.push({ row: index, reason: joinWarnings(read.value.warnings) });
    const leadId = receivedAt === null ? makeId() : idAt(receivedAt);
    leads.push(prepare(accountId, leadId, lead, settings, model, now));
    states.push(outcome?.outcome ?? 'open');
    if (outcome !== null)
      outcomes.push({ row: index, leadId, ...outcome, at: outcome.at ?? timeOfId(leadId) });
    if (stage === 'new' && assignee === null) continue;
    const member = assignee === null ? null : matchAssignee(assignee);
    const worker = member?.worksOnLeads ? member.userId : null;
    const isUnassigned = assignee !== null && worker === null;
    work.push({ row: index, leadId, stage, assignee: worker, isUnassigned });
  }
  return {
    rows: rows.length,
    rejections,
    repeated,
    warnings,
    hashes,
    leads: encodeLeads(leads, { outcomes: states }),
    outcomes,
    work,
  };
}

/** 128 bits in hex, which is enough because a file can only collide with itself. */
const hashRow = (row: Row): string =>
  hash('sha256', JSON.stringify(row.ok ? row.fields : row.text)).slice(0, 32);

function prepare(
  accountId: string,
  leadId: string,
  lead: ImportedLead['lead'],
  settings: Settings | null,
  model: ScoringModel | null,
  now: Date,
): LeadToWrite {
  // The plan may change until the lead is written, so its limits are added then.
  const owner = { accountId, monthlyLimit: null, storageLimit: null };
  const identity = { fingerprint: leadId, rememberedFrom: leadId, bodyHash: leadId };
  const month = firstDayOf(now);
  return scoreToStore({
    owner,
    leadId,
    lead,
    assessment: null,
    settings,
    model,
    month,
    identity,
    isLinked: true,
  }).toWrite;
}

const toSlice = ({ bytes, from, end }: SliceToPrepare): Slice => ({
  bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
  from,
  end,
});
