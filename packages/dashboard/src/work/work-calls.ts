// The requests that change leads. They run as mutations, so that an expired session is detected.

import type {
  BulkWorkBody,
  BulkWorkResult,
  OutcomeBody,
  OutcomeResult,
  OutcomesBody,
  OutcomesResult,
  WorkBody,
  WorkResult,
} from '@leadline/contract';
import { fillPath, PATHS } from '@leadline/contract/paths';
import type { Answer } from '../api/answers.ts';
import { type CallOptions, call } from '../api/call.ts';
import { queryClient } from '../api/query-client.ts';

type Mode = CallOptions['mode'];

export const changeLead = (leadId: string, body: WorkBody, mode?: Mode): Promise<WorkResult['data']> =>
  dataOf(mutate('PATCH', fillPath(PATHS.lead, { id: leadId }), body, mode));

export const changeLeads = (body: BulkWorkBody, mode?: Mode): Promise<BulkWorkResult['data']> =>
  dataOf(mutate('PATCH', PATHS.leads, body, mode));

export const recordOutcome = (
  leadId: string,
  body: OutcomeBody,
  mode?: Mode,
): Promise<OutcomeResult['data']> =>
  dataOf(mutate('POST', fillPath(PATHS.leadOutcome, { id: leadId }), body, mode));

export const recordOutcomes = (body: OutcomesBody, mode?: Mode): Promise<OutcomesResult['data']> =>
  dataOf(mutate('POST', PATHS.outcomes, body, mode));

const dataOf = async <Data>(answer: Promise<{ readonly data: Data }>): Promise<Data> => (await answer).data;

async function mutate<Method extends 'PATCH' | 'POST', Path extends string>(
  method: Method,
  path: Path,
  body: object,
  mode: Mode,
): Promise<Answer<Method, Path>> {
  const mutationFn = () => call(method, path, body, { mode });
  const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn });
  return mutation.execute(undefined);
}
