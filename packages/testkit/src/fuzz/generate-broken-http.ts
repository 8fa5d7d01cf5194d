// Generates broken HTTP and plain garbage, split into the pieces that are written to the socket.

import fc from 'fast-check';
import type { Operation } from './openapi.ts';

export interface BrokenRequest {
  readonly kind: 'broken';
  readonly pieces: readonly Buffer[];
}

const BODY = '{"email":"ana@example.org","name":"Ana Lopez"}';

export function brokenRequest(operations: readonly Operation[], key: string): fc.Arbitrary<BrokenRequest> {
  return fc.constantFrom(...operations).chain(({ method, path }) => {
    const line = `${method} ${path.replace('{id}', 'lead_0193e0c0a1b27c3d8e4f5a6b7c8d9e0f')} HTTP/1.1`;
    const head = `${line}\r\nHost: 127.0.0.1\r\nX-API-KEY: ${key}\r\nContent-Type: application/json`;
    const good = `${head}\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
    return fc
      .tuple(
        fc.oneof(
          brokenLine(head, line),
          brokenHeader(head),
          brokenLength(head),
          brokenChunks(head),
          pipelined(good),
          fc.double({ min: 0, max: 1, noNaN: true }).map((part) => good.slice(0, good.length * part)),
          changedByte(good),
          fc.string({ unit: 'binary', maxLength: 300 }),
        ),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 3 }),
      )
      .map(([text, cuts]) => ({ kind: 'broken' as const, pieces: cut(Buffer.from(text, 'latin1'), cuts) }));
  });
}

const brokenLine = (head: string, line: string): fc.Arbitrary<string> =>
  fc
    .constantFrom(
      line.replace('HTTP/1.1', ''),
      line.replace('HTTP/1.1', 'HTTP/9.9'),
      line.replace('HTTP/1.1', 'HTTP/2.0'),
      line.replace('HTTP/1.1', 'http/1.1'),
      line.replace(' ', '  '),
      line.replace(' ', '\t'),
      line.replace(/^\w+/, 'FETCH'),
      line.replace(/^\w+/, 'get'),
      line.replace(/^\w+/, 'CONNECT'),
      line.replace(/ \S+ /, ' '),
      line.replace(/ \S+ /, ' * '),
      line.replace(/ \S+ /, ' api/usage '),
      line.replace(/ (\S+) /, ' http://127.0.0.1$1 '),
      line.replace(/ \S+ /, ' http://[::1 '),
      line.replace(/ \S+ /, ` /${'a'.repeat(20_000)} `),
      line.replace(/ \S+ /, ' /\0 '),
      line.replace(/ \S+ /, ' /\xff\xfe '),
      'PRI * HTTP/2.0\r\n\r\nSM',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    )
    .map((broken) => `${head.replace(line, broken)}\r\n\r\n`);

const brokenHeader = (head: string): fc.Arbitrary<string> =>
  fc
    .constantFrom(
      'no colon',
      ': no name',
      'Na me: x',
      'X: a\0b',
      'X: a\rb',
      ' folded: line',
      `X: ${'x'.repeat(20_000)}`,
      'A: b\r\n'.repeat(3_000).trimEnd(),
      'Host: other',
      'Expect: the unexpected',
      'Expect: 100-continue',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x',
      'Connection: close, keep-alive',
      'Content-Type: text/html',
      'X-API-KEY: twice',
      'Transfer-Encoding: gzip',
      'Transfer-Encoding: chunked, identity',
      'Accept-Encoding: *;q=x',
    )
    .chain((header) =>
      fc.constantFrom(
        `${head}\r\n${header}\r\n\r\n`,
        `${head.replace('Host: 127.0.0.1\r\n', '')}\r\n${header}\r\n\r\n`,
      ),
    );

const brokenLength = (head: string): fc.Arbitrary<string> =>
  fc
    .constantFrom(
      '-1',
      '0x10',
      '1e2',
      '5, 6',
      '99999999999999999999',
      '1',
      String(BODY.length + 5),
      String(300_000),
      '',
    )
    .map((length) => `${head}\r\nContent-Length: ${length}\r\n\r\n${BODY}`);

const brokenChunks = (head: string): fc.Arbitrary<string> =>
  fc
    .constantFrom(
      `zz\r\n${BODY}\r\n0\r\n\r\n`,
      `-1\r\n${BODY}\r\n0\r\n\r\n`,
      `ffffffffffffffffff\r\n${BODY}`,
      `5\r\n${BODY}\r\n0\r\n\r\n`,
      `${BODY.length.toString(16)}\r\n${BODY}\r\n`,
      `${BODY.length.toString(16)};${'x'.repeat(20_000)}\r\n${BODY}\r\n0\r\n\r\n`,
      `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\nTrailer: x\r\nBroken\r\n\r\n`,
      `${'1\r\n \r\n'.repeat(2_000)}0\r\n\r\n`,
      `41000\r\n${' '.repeat(0x41000)}\r\n0\r\n\r\n`,
    )
    .chain((chunks) =>
      fc.constantFrom(
        `${head}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}`,
        `${head}\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n${chunks}`,
      ),
    );

const pipelined = (good: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.integer({ min: 2, max: 5 }).map((times) => good.repeat(times)),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }).map((garbage) => good + garbage),
    fc.constant(`${good}GET /api/usage HTTP/1.1\r\n\r\n${good}`),
  );

const changedByte = (good: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(good.length - 1), fc.nat(255))
    .map(([at, byte]) => good.slice(0, at) + String.fromCharCode(byte) + good.slice(at + 1));

function cut(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [
    0,
    ...cuts.map((part) => Math.floor(part * bytes.length)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}
