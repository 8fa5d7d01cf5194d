// Maximum lengths of the texts in a lead, in characters.

export const MAX_TEXT_LENGTH = 20_000;
export const MAX_QUESTION_LENGTH = 1_000;
