// The other end of an analysis thread: collects leads, then answers.

import { parentPort } from 'node:worker_threads';
import { lowerPriority } from '../../platform/compute/lower-priority.ts';
import type { FromThread, LeadToLearn, ToThread } from './thread-messages.ts';

export interface ThreadWork<Question, Answer> {
  readonly add: (lead: LeadToLearn) => void;
  readonly answer: (question: Question) => Answer;
}

export function serveThread<Question, Answer>({ add, answer }: ThreadWork<Question, Answer>): void {
  lowerPriority();
  const post = (message: FromThread<Answer>): void => parentPort?.postMessage(message);
  parentPort?.on('message', (message: ToThread<Question>) => {
    if (message.kind === 'add') {
      for (const lead of message.leads) add(lead);
      post({ kind: 'added' });
    } else post({ kind: 'answered', answer: answer(message.question) });
  });
}
