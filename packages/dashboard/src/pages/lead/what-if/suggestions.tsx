// Changes worth trying, each with what it alone would do, and the fewest together that reach the next grade.

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

/** Finding them scores up to 385 leads, some 40 ms: not at every key. */
const AFTER_LAST_KEY_MS = 200;

interface SuggestionsProps {
  readonly engine: Engine;
  readonly lead: Lead;
  readonly options: ScoreOptions;
  readonly onApply: (lead: Lead) => void;
}

export function Suggestions({ engine, lead, options, onApply }: SuggestionsProps) {
  const [settled] = useDebouncedValue(lead, AFTER_LAST_KEY_MS);
  const suggestions = useMemo(() => findSuggestions(engine, settled, options), [engine, settled, options]);
  return (
    <Section title="What would change it">
      {suggestions.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing we know of would raise it.
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
                <Words suggestion={suggestion} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Words({ suggestion: { text, gain, grade } }: { readonly suggestion: Suggestion }) {
  return (
    <>
      <span className={classes.text}>{text}</span>
      {grade !== null && <GradeBadge grade={grade} />}
      <span className={`figures ${classes.gain}`}>{signPoints(gain)}</span>
    </>
  );
}
