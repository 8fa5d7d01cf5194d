// The one error that every call throws, unless its own `signal` aborts it.

import type { ErrorBody } from './generated/schemas.ts';

/** The codes of the API, and those of calls that got no usable answer. Newer services may have more. */
export type ErrorCode =
  | ErrorBody['code']
  /** The service could not be reached, or the connection broke. */
  | 'no_response'
  | 'timed_out'
  /** The answer is not one of Leadline’s, for example the error page of a proxy. */
  | 'unexpected_response'
  | (string & {});

export interface ErrorDetails {
  readonly code: ErrorCode;
  readonly status?: number | null;
  readonly requestId?: string | null;
  readonly fields?: readonly string[];
  readonly importIds?: readonly string[];
  readonly retryAfterSeconds?: number | null;
  readonly helpUrl?: string | null;
  readonly cause?: unknown;
}

export class LeadlineError extends Error {
  override readonly name = 'LeadlineError';
  /** What is wrong, for programs. The message is for people and may change. */
  readonly code: ErrorCode;
  /** The HTTP status. Null without an answer. */
  readonly status: number | null;
  /** Name it when you ask for help: it finds the request in the service’s log. */
  readonly requestId: string | null;
  /** The invalid fields of the request. */
  readonly fields: readonly string[];
  /** With `import_in_progress`: the imports to wait for. */
  readonly importIds: readonly string[];
  /** When the service suggests another try. */
  readonly retryAfterSeconds: number | null;

  /** The page that explains the code. */
  readonly helpUrl: string | null;

  constructor(message: string, details: ErrorDetails) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.code = details.code;
    this.status = details.status ?? null;
    this.requestId = details.requestId ?? null;
    this.fields = details.fields ?? [];
    this.importIds = details.importIds ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.helpUrl = details.helpUrl ?? null;
  }
}

/** Reads the error from an answer that is not a success. */
export const readError = async (response: Response): Promise<LeadlineError> =>
  toError(response, await response.json().catch(() => null));

/** `json` is the parsed body, which can be anything. */
export function toError(response: Response, json: unknown): LeadlineError {
  const body = asErrorBody(json);
  const code = response.headers.get('X-Error-Code') ?? body.code ?? 'unexpected_response';
  return new LeadlineError(body.error ?? `the service returned ${response.status}`, {
    code,
    status: response.status,
    requestId: response.headers.get('X-Request-Id'),
    fields: body.field === undefined ? [] : [body.field],
    importIds: body.import_ids ?? [],
    retryAfterSeconds: readRetryAfter(response.headers.get('Retry-After')),
    helpUrl: readHelpUrl(response),
  });
}

export const unexpectedResponse = (response: Response, cause: unknown): LeadlineError =>
  new LeadlineError('the answer is not JSON; check that the URL is that of a Leadline service', {
    code: 'unexpected_response',
    status: response.status,
    requestId: response.headers.get('X-Request-Id'),
    cause,
  });

const asErrorBody = (body: unknown): Partial<ErrorBody> =>
  typeof body === 'object' && body !== null ? body : {};

function readHelpUrl({ headers, url }: Response): string | null {
  const path = /<([^>]*)>; rel="help"/.exec(headers.get('Link') ?? '')?.[1];
  return path !== undefined && URL.canParse(path, url) ? new URL(path, url).href : null;
}

/** Seconds, or a date, as a proxy may send it. */
function readRetryAfter(header: string | null): number | null {
  if (header === null) return null;
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? null : Math.max(0, seconds);
}
