// Turns an operation and its input into what `fetch` needs.

export interface Input {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as it is. */
  readonly file?: FileContent;
  readonly fileBytes?: number | undefined;
}

/** A stream can only be sent once, so that a failed upload of one is not tried again. */
export type FileContent = string | Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>;

export function buildInit(
  method: string,
  { body, file, fileBytes }: Input,
  headers: Record<string, string>,
): RequestInit {
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (file !== undefined) headers['Content-Type'] = 'application/octet-stream';
  if (fileBytes !== undefined) headers['Content-Length'] = String(fileBytes);
  const init: RequestInit & { duplex?: 'half' } = { method, headers };
  if (body !== undefined) init.body = JSON.stringify(body);
  if (file !== undefined) init.body = file;
  if (isStream(file)) init.duplex = 'half';
  return init;
}

export const buildPath = (pattern: string, { path = {}, query = {} }: Input): string =>
  fillPath(pattern, path) + describeQuery(query);

export const isStream = (file: FileContent | undefined): boolean => file instanceof ReadableStream;

const fillPath = (pattern: string, values: Readonly<Record<string, string>>): string =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));

function describeQuery(query: object): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const item of Array.isArray(value) ? value : [value])
      if (item !== undefined)
        parameters.append(name, item instanceof Date ? item.toISOString() : String(item));
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
