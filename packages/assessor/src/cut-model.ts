// Ends an ONNX model after one of its layers: drops the nodes behind it and makes the layer's result the output.
// A model is a protobuf message; only the list of nodes and the list of outputs of its graph are touched.

/** Field numbers of onnx.proto. */
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const GRAPH_OUTPUT = 12;
const NODE_OUTPUT = 2;
const VALUE_NAME = 1;
const BYTES = 2;

interface Field {
  readonly number: number;
  /** With its tag and length, as it stands in the message. */
  readonly whole: Buffer;
  /** Empty unless it is made of bytes. */
  readonly value: Buffer;
}

export function cutModel(model: Buffer, output: string, isBehind: (nodeOutput: string) => boolean): Buffer {
  const fields = readFields(model).map((field) =>
    field.number === MODEL_GRAPH
      ? writeField(MODEL_GRAPH, cutGraph(field.value, output, isBehind))
      : field.whole,
  );
  return Buffer.concat(fields);
}

function cutGraph(graph: Buffer, output: string, isBehind: (nodeOutput: string) => boolean): Buffer {
  const kept = readFields(graph).filter(({ number, value }) => {
    if (number === GRAPH_OUTPUT) return false;
    return number !== GRAPH_NODE || !isBehind(firstOutputOf(value));
  });
  const result = writeField(VALUE_NAME, Buffer.from(output));
  return Buffer.concat([...kept.map(({ whole }) => whole), writeField(GRAPH_OUTPUT, result)]);
}

const firstOutputOf = (node: Buffer): string =>
  readFields(node)
    .find(({ number }) => number === NODE_OUTPUT)
    ?.value.toString() ?? '';

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
      case BYTES: {
        const length = readVarint(message, at);
        at = length.end + length.value;
        value = message.subarray(length.end, at);
        break;
      }
      case 5:
        at += 4;
        break;
      default:
        throw new Error('not a protobuf message');
    }
    fields.push({ number: Math.floor(tag.value / 8), whole: message.subarray(start, at), value });
  }
  return fields;
}

const writeField = (number: number, value: Buffer): Buffer =>
  Buffer.concat([writeVarint(number * 8 + BYTES), writeVarint(value.length), value]);

function readVarint(message: Buffer, start: number): { value: number; end: number } {
  let value = 0;
  let factor = 1;
  for (let at = start; at < message.length; at++) {
    const byte = message[at] as number;
    value += (byte & 0x7f) * factor;
    if (byte < 0x80) return { value, end: at + 1 };
    factor *= 128;
  }
  throw new Error('not a protobuf message');
}

function writeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 0x80);
  return Buffer.from([...bytes, rest]);
}
