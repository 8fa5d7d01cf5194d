// Sends what a person thinks of the score. The response is the lead with the new entry in its timeline.

import type { FeedbackBody } from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query-client.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import type { LeadData, Mode } from '../lead-query.ts';

export function useFeedback(leadId: string, mode: Mode): UseMutationResult<LeadData, Error, FeedbackBody> {
  return useMutation({
    mutationFn: async (feedback) => {
      const path = fillPath(PATHS.leadFeedback, { id: leadId });
      return (await call<{ data: LeadData }>('POST', path, feedback, { mode })).data;
    },
    onSuccess: (data) => {
      queryClient.setQueryData(queryKeys.leadDetail(leadId, mode), data);
      // A lead that isn't spam joins the to-do list.
      for (const queryKey of [queryKeys.allInboxes, queryKeys.allInboxCounts, queryKeys.leads])
        void queryClient.invalidateQueries({ queryKey });
    },
  });
}
