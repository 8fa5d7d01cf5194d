/** Long enough to read a message and press its button. */
export const MESSAGE_MS = 10_000;
