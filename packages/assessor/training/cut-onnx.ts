// Truncates an ONNX model at one of its intermediate results: that result becomes the only output, and everything it
// doesn't depend on (nodes, weights, shape hints) is dropped. An ONNX file is a protobuf message, edited here field by
// field so that whatever is kept stays byte for byte the same.

/** Field numbers from onnx.proto. */
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const GRAPH_INITIALIZER = 5;
const GRAPH_OUTPUT = 12;
const GRAPH_VALUE_INFO = 13;
const NODE_INPUT = 1;
const NODE_OUTPUT = 2;
const TENSOR_NAME = 8;
const VALUE_NAME = 1;

/** Protobuf's wire type for strings, bytes and nested messages. */
const LENGTH_DELIMITED = 2;

interface Field {
  readonly number: number;
  /** The whole field, including its tag and length. */
  readonly bytes: Buffer;
  /** Empty unless the field is length-delimited. */
  readonly value: Buffer;
}

export function cutOnnx(model: Buffer, output: string): Buffer {
  const fields = readFields(model).map(({ number, bytes, value }) =>
    number === MODEL_GRAPH ? writeField(MODEL_GRAPH, cutGraph(value, output)) : bytes,
  );
  return Buffer.concat(fields);
}

function cutGraph(graph: Buffer, output: string): Buffer {
  const fields = readFields(graph);
  const needed = findNeeded(fields, output);
  const kept = fields.filter(({ number, value }) => {
    if (number === GRAPH_OUTPUT) return false;
    if (number === GRAPH_NODE) return readNames(value, NODE_OUTPUT).some((name) => needed.has(name));
    if (number === GRAPH_INITIALIZER) return readNames(value, TENSOR_NAME).some((name) => needed.has(name));
    if (number === GRAPH_VALUE_INFO) return readNames(value, VALUE_NAME).some((name) => needed.has(name));
    return true;
  });
  const newOutput = writeField(GRAPH_OUTPUT, writeField(VALUE_NAME, Buffer.from(output)));
  return Buffer.concat([...kept.map(({ bytes }) => bytes), newOutput]);
}

/** The names of all values the output is computed from. ONNX lists nodes in the order they run, so one pass is enough. */
function findNeeded(graph: readonly Field[], output: string): ReadonlySet<string> {
  const needed = new Set([output]);
  const nodes = graph.filter(({ number }) => number === GRAPH_NODE);
  for (const { value } of nodes.toReversed()) {
    if (!readNames(value, NODE_OUTPUT).some((name) => needed.has(name))) continue;
    for (const name of readNames(value, NODE_INPUT)) needed.add(name);
  }
  if (needed.size === 1) throw new Error(`The model doesn't compute ${output}.`);
  return needed;
}

const readNames = (message: Buffer, field: number): string[] =>
  readFields(message)
    .filter(({ number }) => number === field)
    .map(({ value }) => value.toString());

function readFields(message: Buffer): Field[] {
  const fields: Field[] = [];
  for (let at = 0; at < message.length; ) {
    const start = at;
    const tag = readVarint(message, at);
    at = tag.end;
    let value: Buffer = Buffer.alloc(0);
    switch (tag.value & 7) {
      case 0:
        at = readVarint(message, at).end;
        break;
      case 1:
        at += 8;
        break;
      case LENGTH_DELIMITED: {
        const length = readVarint(message, at);
        at = length.end + length.value;
        value = message.subarray(length.end, at);
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        throw new Error('Not a valid ONNX file: unknown protobuf wire type.');
    }
    fields.push({ number: Math.floor(tag.value / 8), bytes: message.subarray(start, at), value });
  }
  return fields;
}

const writeField = (number: number, value: Buffer): Buffer =>
  Buffer.concat([writeVarint(number * 8 + LENGTH_DELIMITED), writeVarint(value.length), value]);

function readVarint(message: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  let factor = 1;
  for (let at = start; at < message.length; at++) {
    const byte = message[at] as number;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return { value, end: at + 1 };
    factor *= 128;
  }
  throw new Error('Not a valid ONNX file: it ends in the middle of a number.');
}

function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 0x80);
  return Buffer.from([...bytes, rest]);
}
