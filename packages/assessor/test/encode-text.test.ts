// Texts get the same tokens as from the tokenizer library.

import { Tokenizer } from '@huggingface/tokenizers';
import { expect, test } from 'vitest';
import { readEmbeddingFile } from '../src/embedding-files.ts';
import { makeEncode } from '../src/encode-text.ts';
import { readCorpus } from '../training/corpus.ts';

const file = JSON.parse(readEmbeddingFile('tokenizer.json').toString());
const config = JSON.parse(readEmbeddingFile('tokenizer_config.json').toString());
const encode = makeEncode(file, config);
const library = new Tokenizer(file, config);
const expected = (text: string): number[] => library.encode(text).ids;
const encoded = (text: string): number[] => [...encode(text)].map(Number);

test('messages in all languages get the tokens of the library', () => {
  for (const [index, { text }] of readCorpus('train').entries()) {
    if (index % 10 === 0) expect(encoded(text.slice(0, 120)), text).toEqual(expected(text.slice(0, 120)));
  }
});

test.each([
  '',
  ' ',
  'Straße, Łódź, œuvre; İstanbul ıssız ÆØÅ ñandú',
  'e\u0301tat \u0301x',
  '“Quotes” – dashes — and… l’été',
  '€500, £20k, ₹6 lakh, 50% [SEP] [sep]',
  '##ing [UNK] [PAD]x',
  'name@example.com https://a.example/b?c=d#e',
  'tab\tand\nline\u00a0and\u00adsoft\u200bhyphen',
  '北京 한국어 कृपया 👍🏽 ½ ① ﬁ',
  'x'.repeat(100),
  'x'.repeat(101),
  'ȿɏ ǅ ¿¡«»¶§×÷',
])('unusual texts get the tokens of the library: %j', (text) => {
  expect(encoded(text)).toEqual(expected(text));
});

test.each(['many words '.repeat(100), '北'.repeat(300)])(
  'long texts keep their first 127 tokens and the last one (%#)',
  (text) => {
    const all = expected(text);
    expect(encoded(text)).toEqual([...all.slice(0, 127), all.at(-1)]);
  },
);
