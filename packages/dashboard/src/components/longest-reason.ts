/** Of an outcome, in characters; as the contract says, whose schemas are no part of the page. */
export const LONGEST_REASON = 2_000;
