// Loaded by the compute threads; see compute-tasks.ts.

import { extractTexts, listValues } from '../leads/request-log/extract-texts.ts';
import type { PersonIdentifiers } from './find-person.ts';
import { makeMatcher } from './match-person.ts';

export interface RowsToSearch {
  readonly identifiers: PersonIdentifiers;
  /** Rows of import files, as JSON. */
  readonly contents: readonly string[];
}

/** Returns one answer per row. */
export function findRowsThatMention({ identifiers, contents }: RowsToSearch): boolean[] {
  const mentionsPerson = makeMatcher(identifiers);
  return contents.map((content) => mentionsPerson(textsOfRow(content)));
}

/** Leaves out the column names, which are the same in every row of the file. */
function* textsOfRow(content: string): Generator<string> {
  for (const value of listValues(JSON.parse(content), 'values only')) yield* extractTexts(value);
}

export interface RequestsToSearch {
  readonly identifiers: PersonIdentifiers;
  readonly requests: readonly {
    readonly body: string;
    readonly content_type: string;
    readonly error: string | null;
  }[];
}

/** Returns one answer per request. */
export function findRequestsThatMention({ identifiers, requests }: RequestsToSearch): boolean[] {
  const mentionsPerson = makeMatcher(identifiers);
  return requests.map((request) => mentionsPerson(textsOfRequest(request)));
}

function* textsOfRequest({
  body,
  content_type,
  error,
}: RequestsToSearch['requests'][number]): Generator<string> {
  yield* extractTexts(body);
  yield content_type;
  yield error ?? '';
}
