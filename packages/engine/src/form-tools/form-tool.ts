// What comes out of an envelope: of a tool's, the lead itself; of a plain one, perhaps another envelope.

export interface Unwrapped {
  /** What readLead takes; whatever came when no envelope was recognised. */
  readonly fields: unknown;
  /** Names the delivery in the tool's own words, the same when it delivers again. */
  readonly deliveryId: string | null;
}

export interface Opened {
  readonly content: unknown;
  /** What stood beside it and belongs to the lead. */
  readonly beside: Readonly<Record<string, unknown>>;
}
