// The pure parts of the scoring page, without a browser.

import { DEFAULT_SETTINGS, readSettings, SETTING_GROUPS } from '@leadline/engine';
import { describe, expect, test } from 'vitest';
import {
  isSame,
  listDifferences,
  readNumber,
  setNumber,
  setPart,
  tidy,
} from '../src/pages/settings/scoring/changes.ts';
import { describeAgreement } from '../src/pages/settings/scoring/describe-agreement.ts';
import { describeBasis } from '../src/pages/settings/scoring/describe-basis.ts';
import { describeChange } from '../src/pages/settings/scoring/describe-change.ts';
import { explainProblem } from '../src/pages/settings/scoring/explain-problem.ts';
import { findSettings } from '../src/pages/settings/scoring/find-settings.ts';
import {
  CONTROLS,
  findLargest,
  LEVELS,
  readLevel,
  setLevel,
} from '../src/pages/settings/scoring/importance.ts';
import { listResets } from '../src/pages/settings/scoring/list-resets.ts';
import { mergeChanges } from '../src/pages/settings/scoring/merge-changes.ts';
import { nameSetting } from '../src/pages/settings/scoring/name-setting.ts';

const GROUPS = SETTING_GROUPS.map((group) => ({ ...group, settings: [...group.settings] }));
const DEFAULTS = { ...DEFAULT_SETTINGS };

describe('changes', () => {
  test('a number is set and reset by its path, without leaving empty branches', () => {
    const set = setNumber(
      setNumber({ grades: { hot: 70 } }, 'answers.what.strong', 14),
      'answers.what.present',
      9,
    );
    expect(set).toEqual({ grades: { hot: 70 }, answers: { what: { strong: 14, present: 9 } } });
    const reset = setNumber(setNumber(set, 'answers.what.strong', null), 'answers.what.present', null);
    expect(reset).toEqual({ grades: { hot: 70 } });
    expect(setNumber(reset, 'doubt', -5)).toEqual({ grades: { hot: 70 }, doubt: -5 });
    expect(readNumber(DEFAULTS, 'answers.what.present')).toBe(DEFAULT_SETTINGS.answers.what.present);
  });

  test('numbers that equal their default and empty lists are no changes', () => {
    const changes = {
      grades: { hot: DEFAULT_SETTINGS.grades.hot, warm: 55 },
      doubt: DEFAULT_SETTINGS.doubt,
      words: [],
      questions: { 'a.b': 'goal' },
    };
    expect(tidy(changes, DEFAULTS)).toEqual({ grades: { warm: 55 }, questions: { 'a.b': 'goal' } });
  });

  test('the order of names makes no difference, and a list counts as one', () => {
    const one = { grades: { hot: 70, warm: 50 }, words: [{ text: 'X', means: 'need' }] };
    const other = { words: [{ means: 'need', text: 'X' }], grades: { warm: 50, hot: 70 } };
    expect(isSame(one, other)).toBe(true);
    expect(listDifferences(one, setPart(setNumber(other, 'grades.hot', 75), 'words', undefined))).toEqual([
      ['grades', 'hot'],
      ['words'],
    ]);
  });
});

describe('changes in words', () => {
  test('a number is shown before and after, other parts are named', () => {
    const values = {
      before: DEFAULTS,
      after: { ...DEFAULTS, grades: { ...DEFAULTS.grades, hot: 85 }, doubt: -5 },
    };
    expect(describeChange(GROUPS, ['grades', 'hot'], values)).toBe('Hot from: 80 → 85');
    expect(describeChange(GROUPS, ['doubt'], values)).toBe(
      `Perhaps not a sale: −${-DEFAULT_SETTINGS.doubt} → −5`,
    );
    expect(describeChange(GROUPS, ['words'], values)).toBe('Words that matter');
  });

  test('a result that was published is what the live version changed', () => {
    const tried = { version: 0, changes: { grades: { hot: 85 } } };
    const live = (version: number, changes: Record<string, unknown>) => ({
      live: { version, changes },
      defaults: DEFAULTS,
    });
    expect(describeBasis(tried, live(0, {}), tried.changes)).toBe(null);
    expect(describeBasis(tried, live(1, tried.changes), tried.changes)).toBe(
      'This is what version 1 changed, compared with the defaults.',
    );
    expect(describeBasis(tried, live(1, tried.changes), { doubt: -5 })).toBe(
      'This is what version 1 changed, compared with the defaults. Try again to see what the draft does.',
    );
    expect(describeBasis(tried, live(0, {}), { doubt: -5 })).toBe(
      'This result is from other settings than those above, compared with the defaults. Try again to see what the current ones do.',
    );
  });
});

describe('combining the changes of two owners', () => {
  const base = {
    grades: { hot: 70 },
    words: [
      { text: 'A', means: 'need' },
      { text: 'B', means: 'need' },
    ],
  };

  test('keeps what each of them changed, and what nobody changed', () => {
    const mine = { grades: { hot: 70, warm: 50 }, words: [...base.words, { text: 'C', means: 'scope' }] };
    const theirs = {
      grades: { hot: 75 },
      words: base.words.slice(1),
      questions: { 'How soon?': 'timeline' },
    };
    expect(mergeChanges(base, mine, theirs)).toEqual({
      changes: {
        grades: { hot: 75, warm: 50 },
        words: [
          { text: 'B', means: 'need' },
          { text: 'C', means: 'scope' },
        ],
        questions: { 'How soon?': 'timeline' },
      },
      clashes: [],
    });
  });

  test('names what both changed differently and keeps mine', () => {
    const { changes, clashes } = mergeChanges(
      base,
      { ...base, grades: { hot: 65 } },
      { ...base, grades: { hot: 75 } },
    );
    expect(changes).toMatchObject({ grades: { hot: 65 } });
    expect(clashes.map((names) => nameSetting(GROUPS, names))).toEqual(['Hot from']);
  });

  test('what one of them reset stays reset', () => {
    expect(mergeChanges(base, { words: base.words }, { ...base, doubt: -5 }).changes).toEqual({
      words: base.words,
      doubt: -5,
    });
    expect(mergeChanges(base, { ...base, doubt: -5 }, {}).changes).toEqual({ doubt: -5 });
  });
});

describe('rules in words', () => {
  const explain = (changes: object) => {
    const read = readSettings(changes);
    if (read.ok) throw new Error('these settings are valid');
    return explainProblem(GROUPS, read);
  };

  test.each([
    [
      { budget: { typical: 2 } },
      '“A typical deal or more” must not be below “A third of a typical deal or more”.',
      ['budget.fair', 'budget.typical'],
      ['budget'],
    ],
    [
      { answers: { happened: { present: 30 } } },
      '“Serious failure or pressure” must not weigh less than “Something changed”.',
      ['answers.happened.present', 'answers.happened.strong'],
      ['answers'],
    ],
    [{ doubt: 5 }, '“Perhaps not a sale” must be a whole number from -100 to 0.', ['doubt'], ['others']],
    [
      { grades: { hot: 50 } },
      'Grades must be whole numbers that fall from hot to warm to cool, between 1 and 100.',
      ['grades.hot'],
      ['grades'],
    ],
    [
      { typicalDeal: { currency: 'XXX' } },
      'The currency is not a supported currency.',
      ['typicalDeal.currency'],
      ['typicalDeal'],
    ],
    [
      { contact: { disposableEmail: -30 } },
      '“Cannot be reached” must not be above “Disposable email”.',
      ['contact.disposableEmail', 'contact.unreachable'],
      ['contact'],
    ],
  ])('%j is explained by the labels of the settings', (changes, text, paths, groups) => {
    const problem = explain(changes);
    expect(problem.text).toBe(text);
    expect(problem.paths.toSorted()).toEqual(paths);
    expect(problem.groups).toEqual(groups);
  });

  test('every setting that is out of range is explained by its label', () => {
    for (const { path, label, max } of GROUPS.flatMap(({ settings }) => settings)) {
      if (path.startsWith('grades.')) continue;
      const { text, paths } = explain(setNumber({}, path, max * 2 + 1));
      expect(text, path).toContain(`“${label}”`);
      expect(paths).toContain(path);
    }
  });
});

describe('agreement with outcomes', () => {
  const estimate = (value: number, low: number, high: number) => ({ value, low, high });

  test('is put into words with intervals', () => {
    const [lift, auc] = describeAgreement({
      before: { auc: estimate(0.7, 0.65, 0.75), lift: estimate(2.6, 2.2, 3) },
      after: { auc: estimate(0.74, 0.69, 0.79), lift: estimate(2.9, 2.5, 3.3) },
      difference: { auc: estimate(0.04, -0.01, 0.09), lift: estimate(0.3, 0.1, 0.5) },
    });
    expect(lift).toEqual({
      text: 'The top 20% of leads by score contains 58% (50–66%) of the wins, 52% (44–60%) before.',
      verdict: 'More of the wins are at the top than before.',
    });
    expect(auc).toEqual({
      text: 'A won lead scores higher than a lost one in 74% (69–79%) of comparisons, 70% (65–75%) before. 50% would be chance.',
      verdict: 'The difference could be chance.',
    });
  });

  test('an equal result is no difference', () => {
    const same = { auc: estimate(1, 1, 1), lift: estimate(5, 5, 5) };
    const none = { auc: estimate(0, 0, 0), lift: estimate(0, 0, 0) };
    const found = describeAgreement({ before: same, after: same, difference: none });
    expect(found[0]?.text).toBe('The top 20% of leads by score contains 100% of the wins, 100% before.');
    expect(found.map(({ verdict }) => verdict)).toEqual(['No difference.', 'No difference.']);
  });
});

describe('a number can be reset', () => {
  test('to its default, if that is live', () => {
    expect(listResets({ value: 78, live: 80, standard: 80 })).toEqual([{ text: 'Reset to 80', to: 80 }]);
    expect(listResets({ value: 80, live: 80, standard: 80 })).toEqual([]);
  });

  test('to what is live first and to the default second, if they differ', () => {
    expect(listResets({ value: 78, live: -85, standard: 80 })).toEqual([
      { text: 'Reset to live: −85', to: -85 },
      { text: 'Reset to default: 80', to: 80 },
    ]);
    expect(listResets({ value: 85, live: 85, standard: 80 })).toEqual([
      { text: 'Reset to default: 80', to: 80 },
    ]);
  });
});

describe('what makes a good lead', () => {
  const paths = GROUPS.flatMap(({ settings }) => settings.map(({ path }) => path));
  const weigh = (changes: object) => ({
    changes: changes as Record<string, unknown>,
    defaults: DEFAULTS,
    paths,
  });

  test.each(CONTROLS.map(({ id }) => id))(
    'each step of %s is accepted by the engine and known again',
    (id) => {
      for (const { value } of LEVELS) {
        const changes = setLevel(id, value, weigh({ grades: { hot: 75 } }));
        expect(readSettings(changes), value).toMatchObject({ ok: true });
        expect(readLevel(id, weigh(changes))).toBe(value);
        for (const other of CONTROLS.filter((control) => control.id !== id))
          expect(readLevel(other.id, weigh(changes))).toBe('normal');
      }
      expect(setLevel(id, 'normal', weigh(setLevel(id, 'most', weigh({}))))).toEqual({});
    },
  );

  test('all of them at once are accepted, too', () => {
    for (const { value } of LEVELS) {
      const changes = CONTROLS.reduce<object>((done, { id }) => setLevel(id, value, weigh(done)), {});
      expect(readSettings(changes), value).toMatchObject({ ok: true });
    }
  });

  test('a weight that was set by hand belongs to no step, and the largest is named', () => {
    const changes = { answers: { way: { strong: -30 } } };
    expect(readLevel('answers.way', weigh(changes))).toBeNull();
    expect(findLargest('answers.way', weigh(changes))).toBe(-30);
    expect(findLargest('answers.way', weigh(setLevel('answers.way', 'off', weigh({}))))).toBe(0);
  });
});

test('a setting is found by its name, its reason or its group', () => {
  const labelsOf = (text: string): string[] =>
    findSettings(GROUPS, text).flatMap(({ settings }) => settings.map(({ label }) => label));
  expect(labelsOf('hot')).toEqual(['Hot from']);
  expect(labelsOf('WEEKS two')).toHaveLength(1);
  expect(labelsOf('contact details')).toHaveLength(3);
  expect(labelsOf('blockchain')).toEqual([]);
});
