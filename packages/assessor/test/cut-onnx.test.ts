import { expect, test } from 'vitest';
import { readEmbeddingFile } from '../src/embedding-files.ts';
import { cutOnnx } from '../training/cut-onnx.ts';

const shipped = readEmbeddingFile('embedding.onnx');
const layer = (number: number): string => `/encoder/layer.${number}/output/LayerNorm/Add_1_output_0`;

test('cutting the shipped model at its own output changes nothing', () => {
  expect(cutOnnx(shipped, layer(3)).equals(shipped)).toBe(true);
});

test('cutting at an earlier layer drops the weights of the later ones', () => {
  // A layer has 1.77 million weights of one byte each.
  expect(shipped.length - cutOnnx(shipped, layer(2)).length).toBeGreaterThan(1_770_000);
});

test('cutting at a result the model does not compute is an error', () => {
  expect(() => cutOnnx(shipped, layer(4))).toThrow("doesn't compute /encoder/layer.4");
});

test('cutting a file that is not a model is an error', () => {
  expect(() => cutOnnx(Buffer.from('not a model'), layer(3))).toThrow('Not a valid ONNX file');
});
