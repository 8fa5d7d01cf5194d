/** Of an outcome, in characters; as the contract says, whose schemas are no part of the page. */
export const MAX_REASON_LENGTH = 2_000;
