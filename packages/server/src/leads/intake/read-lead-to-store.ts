// Reads a lead and limits the bytes it takes when stored. The engine counts characters, but a control character takes
// six bytes in JSON, so 420,000 allowed characters could take 2.5 MB.

import { MAX_LEAD_BYTES } from '@leadline/contract/limits';
import { type Lead, type LeadRead, readLead } from '@leadline/engine';
import { countCharacters } from './lead-size.ts';

/** Used by every way in: single leads, batches and files. */
export function readLeadToStore(body: unknown): LeadRead {
  const read = readLead(body);
  return read.ok && storedBytes(read.lead) > MAX_LEAD_BYTES ? TOO_LONG : read;
}

const MAX_BYTES_PER_CHARACTER = 6;

/** Most leads are so small that their characters only have to be counted. */
function storedBytes(lead: Lead): number {
  const most = countCharacters(lead) * MAX_BYTES_PER_CHARACTER;
  return most <= MAX_LEAD_BYTES / 2 ? most : Buffer.byteLength(JSON.stringify(lead));
}

const PROBLEM = `takes more than ${MAX_LEAD_BYTES / 1024} KiB; shorten its texts`;
const TOO_LONG: LeadRead = {
  ok: false,
  code: 'too_long',
  field: 'lead',
  problem: PROBLEM,
  error: `lead ${PROBLEM}`,
};
