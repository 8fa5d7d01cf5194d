// How uploaded files are stored: in chunks of the same size, except for the last one.

/** Every chunk except the last is exactly this size, so its offset can be computed from its number. */
export const CHUNK_BYTES = 1024 * 1024;
