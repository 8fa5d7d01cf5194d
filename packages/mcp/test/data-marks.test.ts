import fc from 'fast-check';
import { expect, test } from 'vitest';
import { own, within, writeMarked } from '../src/data-marks.ts';

const text = fc.string({ unit: 'binary', maxLength: 2_000 });

test('a text never leaves its marks, whatever it contains', () => {
  fc.assert(
    fc.property(text, (said) => {
      const { value = '⟦⟧' } = JSON.parse(writeMarked({ value: said })) as { value?: string };
      if (value !== said) expect(value).toMatch(/^⟦[^⟦⟧〚〛\p{C}]*⟧$/u);
    }),
  );
});

test('texts are cut to fit, the longest first', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 18 }), (said) => {
      const written = writeMarked(within(1_000, { lead_id: `lead_${'0'.repeat(32)}`, said, short: 'Ana' }));
      expect(Buffer.byteLength(written)).toBeLessThanOrEqual(1_000);
      expect(JSON.parse(written).short).toBe('⟦Ana⟧');
    }),
  );
});

test('IDs, times, fixed words and texts of our own need no marks', () => {
  const content = {
    id: `user_${'a'.repeat(32)}`,
    at: '2026-11-19T14:30:00.000Z',
    grade: 'Hot',
    done: own('Done.'),
    none: null,
    text: '',
  };
  expect(JSON.parse(writeMarked(content))).toEqual({
    id: content.id,
    at: content.at,
    grade: 'Hot',
    done: 'Done.',
    none: undefined,
    text: undefined,
  });
});
