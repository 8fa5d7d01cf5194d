// What unwrapping a payload produces: the lead from a form tool, or the content of a generic wrapper.

export interface Unwrapped {
  /** The input for readLead: the fields of the lead, or the unchanged body if no form tool was recognised. */
  readonly fields: unknown;
  /** The tool's ID for this delivery, which stays the same when the tool retries. */
  readonly deliveryId: string | null;
}

export interface Opened {
  readonly content: unknown;
  /** Other keys of the wrapper that belong to the lead. */
  readonly beside: Readonly<Record<string, unknown>>;
}
