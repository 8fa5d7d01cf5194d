// Calls that a CRM refuses as a whole because of one bad item: tries halves until the bad ones are alone.

/** `call` returns null if the CRM refuses these items. */
export async function callInHalves<T, R>(
  items: readonly T[],
  maxSize: number,
  call: (items: readonly T[]) => Promise<readonly R[] | null>,
  refused: (item: T) => R,
): Promise<R[]> {
  if (items.length === 0) return [];
  const results = items.length <= maxSize ? await call(items) : null;
  if (results !== null) return [...results];
  const [only] = items;
  if (items.length === 1 && only !== undefined) return [refused(only)];
  const middle = Math.min(maxSize, Math.ceil(items.length / 2));
  const first = await callInHalves(items.slice(0, middle), maxSize, call, refused);
  return [...first, ...(await callInHalves(items.slice(middle), maxSize, call, refused))];
}
