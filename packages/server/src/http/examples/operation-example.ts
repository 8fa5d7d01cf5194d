// An example of a call.

export interface OperationExample {
  /** Without it, the call has no body. */
  readonly request?: unknown;
  /** The response with status 200. */
  readonly response: unknown;
  /** The same file as NDJSON, for calls that take or return files. */
  readonly ndjson?: string;
}

/** By operationId. */
export type OperationExamples = Readonly<Record<string, OperationExample>>;
