// The other end of a lead thread: collects leads, then answers.

import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { FromThread, LeadToLearn, ToThread } from './thread-messages.ts';

export interface ThreadWork<Question, Answer> {
  readonly add: (lead: LeadToLearn) => void;
  readonly answer: (question: Question) => Answer;
}

export function serveThread<Question, Answer>({ add, answer }: ThreadWork<Question, Answer>): void {
  // Elsewhere than on Linux, this would apply to the whole process.
  if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  const post = (message: FromThread<Answer>): void => parentPort?.postMessage(message);
  parentPort?.on('message', (message: ToThread<Question>) => {
    if (message.kind === 'add') {
      for (const lead of message.leads) add(lead);
      post({ kind: 'added' });
    } else post({ kind: 'answered', answer: answer(message.question) });
  });
}
