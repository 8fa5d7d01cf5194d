// Fetches from an untrusted service. Limits the response size and doesn't follow redirects, which could leak the key.

export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge';
}

const MAX_RESPONSE_BYTES = 256 * 1024;

export const fetchBounded: typeof fetch = async (target, init) => {
  const response = await fetch(target, { ...init, redirect: 'error' });
  if (response.body === null) return response;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    // Throwing out of the loop closes the connection.
    if (bytes > MAX_RESPONSE_BYTES) throw new ResponseTooLarge();
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), response);
};
