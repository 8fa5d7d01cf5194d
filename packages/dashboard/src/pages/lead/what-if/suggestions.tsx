// Changes worth trying, each with the points it would add, and the smallest set that reaches the next grade.

import type { ScoreOptions } from '@leadline/engine';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { GradeBadge } from '../../../components/grade-badge.tsx';
import { signPoints } from '../format-points.ts';
import type { Lead } from '../lead-query.ts';
import { Section } from '../section.tsx';
import type { Engine } from '../use-engine.ts';
import { findSuggestions, type Suggestion } from './find-suggestions.ts';
import classes from './suggestions.module.css';

/** Finding suggestions scores up to 385 leads, which takes about 40 ms: too slow for every keystroke. */
const DEBOUNCE_MS = 200;

interface SuggestionsProps {
  readonly engine: Engine;
  readonly lead: Lead;
  readonly options: ScoreOptions;
  readonly onApply: (lead: Lead) => void;
}

export function Suggestions({ engine, lead, options, onApply }: SuggestionsProps) {
  const [settled] = useDebouncedValue(lead, DEBOUNCE_MS);
  const suggestions = useMemo(() => findSuggestions(engine, settled, options), [engine, settled, options]);
  return (
    <Section title="What would raise the score">
      {suggestions.length === 0 ? (
        <Text size="sm" c="dimmed">
          No suggestions.
        </Text>
      ) : (
        <ul className={classes.list}>
          {suggestions.map((suggestion) => (
            <li key={suggestion.key}>
              <button
                type="button"
                className={classes.suggestion}
                onClick={() => onApply(suggestion.apply(lead))}
              >
                <SuggestionContent suggestion={suggestion} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function SuggestionContent({ suggestion: { text, gain, grade } }: { readonly suggestion: Suggestion }) {
  return (
    <>
      <span className={classes.text}>{text}</span>
      {grade !== null && <GradeBadge grade={grade} />}
      <span className={`figures ${classes.gain}`}>{signPoints(gain)}</span>
    </>
  );
}
