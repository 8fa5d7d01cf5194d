// Reads a lead with the local model: one pass of the network over the whole lead, then the heads, together with the engine's
// own detectors.

import { type Assessment, type Clause, chooseAnswers, kindOf, SILENCE } from '@leadline/engine';
import { listUnread } from './clauses/list-unread.ts';
import { loadEmbedder } from './embedding.ts';
import { joinReaders, readLead } from './heads.ts';
import { loadHeads, type TrainedHeads } from './heads-file.ts';
import { MAX_CLAUSES, makePrepare, type PreparedLead } from './prepare-lead.ts';
import { rememberRead } from './remember-read.ts';

export const LOCAL = 'local';

export type Reader = (clauses: readonly Clause[], now: Date) => Promise<Assessment>;

/** Everything on one thread. */
export async function makeReader(modelFile?: string): Promise<Reader> {
  const heads = loadHeads();
  const prepare = makePrepare(heads.commonWords);
  const read = await makePreparedReader(heads, modelFile);
  return async (clauses, now) => ({
    ...(await read(prepare(clauses, now))),
    ...listUnread(clauses, MAX_CLAUSES),
  });
}

/** Below this, the text is in a language the model doesn't know, and the detectors do better alone. */
const MIN_FAMILIAR = 0.4;

/** Reads leads that may have been prepared on another thread. Leaves it to the caller to list what is unread. */
export async function makePreparedReader(
  { weights }: Pick<TrainedHeads, 'weights'>,
  modelFile?: string,
): Promise<(lead: PreparedLead) => Promise<Assessment>> {
  const { embed } = await loadEmbedder(modelFile);
  const readTokens = rememberRead(async (tokens) => readLead(weights, await embed(tokens)));
  return async ({ tokens, signals, probabilities, familiarity }) => {
    if (tokens.length === 0) return NOTHING_TO_READ;
    const answers = chooseAnswers(joinReaders(weights, probabilities, await readTokens(tokens)), signals);
    return {
      kind: kindOf(answers.ask.value),
      answers,
      certainty: familiarity < MIN_FAMILIAR ? 0 : certaintyOf(answers.ask.probability),
      by: LOCAL,
    };
  };
}

/** The ask decides most of a score. */
const certaintyOf = (probability: number): number => Math.round(50 + 50 * probability) / 100;

const NOTHING_TO_READ: Assessment = {
  kind: kindOf(SILENCE.ask.value),
  answers: SILENCE,
  certainty: 0,
  by: LOCAL,
};
