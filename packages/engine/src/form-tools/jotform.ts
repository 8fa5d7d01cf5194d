// Jotform: {formID, submissionID, formTitle, pretty, rawRequest}, usually as multipart/form-data. `rawRequest` is JSON
// with an answer under `q3_fullName`, a shortened question; `pretty` has the full ones: "Full Name:Ana Lima, …".

import { findField, foldName, latinStart } from '../field-aliases.ts';
import { isEmail } from '../find-contact.ts';
import { isRecord } from '../is-record.ts';
import { Fields, listOf, nameDelivery, textOf } from './fields.ts';
import type { Unwrapped } from './form-tool.ts';

type Part = Readonly<Record<string, unknown>>;

export function readJotform(input: Part): Unwrapped | null {
  if (input.submissionID === undefined && input.formID === undefined) return null;
  const request = parseRequest(input.rawRequest);
  if (request === null) return null;
  const questions = new Questions(textOf(input.pretty));
  const fields = new Fields();
  let answers = 0;
  for (const key of Object.keys(request)) {
    const [, slug] = ANSWER.exec(key.slice(0, MAX_KEY_LENGTH)) ?? [];
    if (slug !== undefined && answers < MAX_ANSWERS) {
      answers++;
      putAnswer(fields, slug, request[key], questions);
    } else if (isUpload(request[key])) fields.put(key, request[key]);
  }
  if (answers === 0) return null;
  fields.putFormName(input.formTitle);
  return { fields: fields.toObject(), deliveryId: nameDelivery('jotform', input.submissionID) };
}

/** `q3_fullName`. Everything else but uploaded files is about the form, not an answer. */
const ANSWER = /^q\d{1,6}_(.*)$/s;
/** Jotform shortens questions to much less. */
const MAX_KEY_LENGTH = 200;
/** One more than readLead accepts. */
const MAX_ANSWERS = 1_001;

function parseRequest(rawRequest: unknown): Part | null {
  if (isRecord(rawRequest)) return rawRequest; // a tool in between has parsed it
  if (typeof rawRequest !== 'string' || !rawRequest.trimStart().startsWith('{')) return null;
  try {
    const request: unknown = JSON.parse(rawRequest);
    return isRecord(request) ? request : null;
  } catch {
    return null;
  }
}

const isUpload = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((file) => /^https:\/\//.test(textOf(file)));

function putAnswer(fields: Fields, slug: string, answer: unknown, questions: Questions): void {
  const { text, kind } = readContent(answer);
  if (text === '') return;
  const id = slug.replace(/(?<!\d)\d+$/, '') || slug;
  const title = questions.find(id, startOf(answer, text));
  const question = findField(title) === null && findField(id) !== null ? id : title;
  if (kind === 'name' && !fields.has('name')) fields.put('name', text);
  else if (kind === 'phone') fields.putContact('phone', question, text);
  else if (typeof text === 'string' && isEmail(text.trim())) fields.putContact('email', question, text);
  else fields.put(question, text);
}

/** Composite answers: a name, a phone number, an address, a date, a time. */
function readContent(answer: unknown): { text: unknown; kind: 'name' | 'phone' | 'other' } {
  if (!isRecord(answer)) return { text: answer ?? '', kind: 'other' };
  const join = (separator: string, ...keys: string[]): string =>
    keys
      .map((key) => textOf(answer[key]))
      .filter((part) => part !== '')
      .join(separator);
  if ('first' in answer && 'last' in answer)
    return { text: join(' ', 'prefix', 'first', 'middle', 'last', 'suffix'), kind: 'name' };
  if ('full' in answer) return { text: join('', 'full'), kind: 'phone' };
  if ('area' in answer && 'phone' in answer)
    return { text: join(' ', 'country', 'area', 'phone'), kind: 'phone' };
  if ('addr_line1' in answer)
    return {
      text: join(', ', 'addr_line1', 'addr_line2', 'city', 'state', 'postal', 'country'),
      kind: 'other',
    };
  if ('year' in answer && 'month' in answer && 'day' in answer)
    return { text: join('-', 'year', 'month', 'day'), kind: 'other' };
  if ('timeInput' in answer) return { text: join(' ', 'timeInput', 'ampm'), kind: 'other' };
  return { text: answer, kind: 'other' };
}

/** How the answer begins in `pretty`. */
function startOf(answer: unknown, text: unknown): string {
  const first = isRecord(answer) ? textOf(Object.values(answer)[0]) : textOf(listOf(answer)[0] ?? text);
  return (first.split('\n', 1)[0] as string).trim().slice(0, 20);
}

const MAX_QUESTIONS = 1_001;
const MAX_QUESTION_LENGTH = 500;
/** Enough to tell questions apart. */
const MATCHED_LETTERS = 40;
/** Holds that many letters, whatever is between them. */
const START_LENGTH = 60;

/** Finds full questions by their first words. A question may contain a comma or a colon, so its end is where its answer
 * begins. */
class Questions {
  readonly #pretty: string;
  readonly #starts: { readonly at: number; readonly folded: string }[] = [];
  /** Where the first question is that starts with these letters, by how many they are. */
  readonly #byStart = new Map<number, ReadonlyMap<string, number>>();

  constructor(pretty: string) {
    this.#pretty = pretty;
    for (let at = 0; at >= 0 && at < pretty.length && this.#starts.length < MAX_QUESTIONS; ) {
      this.#starts.push({ at, folded: foldName(latinStart(pretty.slice(at, at + START_LENGTH))) });
      const comma = pretty.indexOf(', ', at);
      at = comma < 0 ? -1 : comma + 2;
    }
  }

  find(slug: string, answer: string): string {
    const wanted = foldName(latinStart(slug.slice(0, START_LENGTH))).slice(0, MATCHED_LETTERS);
    const at = wanted === '' ? undefined : this.#startsWith(wanted.length).get(wanted);
    const question = at === undefined ? '' : this.#cut(at, answer);
    return question === '' ? splitWords(slug) : question;
  }

  #startsWith(length: number): ReadonlyMap<string, number> {
    const known = this.#byStart.get(length);
    if (known !== undefined) return known;
    const starts = new Map(
      this.#starts.toReversed().map(({ at, folded }) => [folded.slice(0, length), at] as const),
    );
    this.#byStart.set(length, starts);
    return starts;
  }

  #cut(from: number, answer: string): string {
    const rest = this.#pretty.slice(from, from + MAX_QUESTION_LENGTH);
    const beforeAnswer = answer === '' ? -1 : rest.indexOf(`:${answer}`);
    const end = beforeAnswer > 0 ? beforeAnswer : rest.indexOf(':');
    return end > 0 ? rest.slice(0, end).trim() : '';
  }
}

/** `companySize` → `Company size` */
function splitWords(slug: string): string {
  const words = slug.replace(
    /(\p{Ll})(\p{Lu})/gu,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
