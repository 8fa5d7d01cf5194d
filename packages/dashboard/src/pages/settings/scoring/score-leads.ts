// Scores leads in the browser in slices, so that the page keeps responding. Ten ordinary leads take about 20 ms of CPU time;
// ten with 20,000 characters each take 90 to 180 ms, so a slice and the lead that ends it stay below 50 ms.

import type { Assessment, NoAssessment, Settings } from '@leadline/engine';
import type { Grade } from '../../../components/grade.ts';
import type { LeadData } from '../../lead/lead-query.ts';
import type { Engine } from '../../lead/use-engine.ts';

export type PreviewLead = Pick<LeadData, 'lead_id' | 'lead' | 'received_at'> & {
  readonly result: Pick<LeadData['result'], 'assessment'>;
};

export interface PreviewScore {
  readonly score: number;
  readonly grade: Grade;
}

const MAX_SLICE_MS = 20;

/** Null if it was aborted. In the order of the leads. */
export async function scoreLeads(
  engine: Engine,
  leads: readonly PreviewLead[],
  settings: Settings,
  signal: AbortSignal,
): Promise<PreviewScore[] | null> {
  const scores: PreviewScore[] = [];
  let sliceEnd = performance.now() + MAX_SLICE_MS;
  for (const { lead, received_at, result } of leads) {
    if (performance.now() > sliceEnd) {
      await nextTask();
      sliceEnd = performance.now() + MAX_SLICE_MS;
    }
    if (signal.aborted) return null;
    const { data } = engine.score(lead, {
      now: new Date(received_at),
      settings,
      assessment: result.assessment as Assessment | NoAssessment | null,
    });
    scores.push({ score: data.score, grade: data.grade });
  }
  return scores;
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
