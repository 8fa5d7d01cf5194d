// Sends what a person thinks of the score. The response is the lead with the new entry in its timeline.

import type { FeedbackBody } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { announceConflicts } from '../../../work/load-announcement.ts';
import { afterOwnChanges, inTurn, rememberChange } from '../../../work/own-changes.ts';
import { isConflict } from '../../../work/send-work.ts';
import { useTeam } from '../../../work/use-team.ts';
import { toWorkLead } from '../../../work/work-change.ts';
import type { LeadData, Mode } from '../lead-query.ts';

export interface SendFeedback {
  readonly send: UseMutationResult<LeadData, Error, FeedbackBody>['mutate'];
  readonly isPending: boolean;
  /** Why it wasn't saved, unless a message tells. */
  readonly error: Error | null;
}

export function useFeedback(data: LeadData, mode: Mode): SendFeedback {
  const team = useTeam();
  const queryKey = queryKeys.leadDetail(data.lead_id, mode);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (feedback: FeedbackBody) => inTurn(() => sendFeedback(data, feedback, mode)),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, changed);
      // A lead that isn't spam joins the to-do list and counts toward the plan.
      for (const key of [queryKeys.allInboxes, queryKeys.allInboxCounts, queryKeys.leads, queryKeys.usage])
        void queryClient.invalidateQueries({ queryKey: key });
    },
    onError: (failure, feedback) => {
      if (!isConflict(failure)) return;
      void queryClient.invalidateQueries({ queryKey });
      void announceConflicts([toWorkLead(data)], {
        team,
        mode,
        consequence: 'Your change was not saved.',
        again: {
          isDone: ({ not_spam }) => not_spam === (feedback.verdict === 'not_spam'),
          apply: ([lead]) => lead !== undefined && mutate({ ...feedback, revision: lead.revision }),
        },
      });
    },
  });
  return { send: mutate, isPending, error: isConflict(error) ? null : error };
}

async function sendFeedback(data: LeadData, feedback: FeedbackBody, mode: Mode): Promise<LeadData> {
  const { lead_id: id } = data;
  const seen = feedback.revision ?? afterOwnChanges(id, data.revision);
  const body = movesLead(data, feedback) ? { ...feedback, revision: seen } : feedback;
  const path = fillPath(PATHS.leadFeedback, { id });
  const { data: changed } = await call('POST', path, body, { mode });
  if (body.revision !== undefined) rememberChange(id, body.revision, changed.revision);
  return changed;
}

/** Whether the feedback puts the lead on the to-do list or takes it off. Any other replaces nothing. */
const movesLead = ({ result }: LeadData, { verdict }: FeedbackBody): boolean =>
  result.grade === 'Spam' && (verdict === 'spam' || verdict === 'not_spam');
