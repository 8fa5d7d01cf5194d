// Fetches from a service that is not trusted: no redirect is followed, which would carry the key elsewhere, and no
// answer longer than any honest one is read.

export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

const MAX_ANSWER_BYTES = 256 * 1024;

export const fetchBounded: typeof fetch = async (target, init) => {
  const response = await fetch(target, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    // Leaving the loop closes the connection.
    if (bytes > MAX_ANSWER_BYTES) throw new AnswerTooLong();
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), response);
};
