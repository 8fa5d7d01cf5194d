// Business that the account doesn't do: such leads score at most the cap.

import type { SettingsChanges } from '@leadline/contract';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import type { Engine } from '../../lead/use-engine.ts';
import { nameCountry } from '../routing/countries.ts';
import { setPart } from './changes.ts';
import { ExclusionDialog } from './exclusion-dialog.tsx';
import classes from './scoring.module.css';
import { type Exclusion, exclusionsOf } from './vocabulary-parts.ts';

const MAX_EXCLUSIONS = 20;
const DEFAULT_CAP = 20;
const NEW: Exclusion = { reason: '', cap: DEFAULT_CAP, words: [], countries: [] };
const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' });

interface ExclusionsEditorProps {
  readonly changes: SettingsChanges;
  readonly engine: Engine;
  readonly onChange: (edit: (changes: SettingsChanges) => SettingsChanges) => void;
}

export function ExclusionsEditor({ changes, engine, onChange }: ExclusionsEditorProps) {
  const exclusions = exclusionsOf(changes);
  /** The place in the list; its length for a new one. */
  const [edited, setEdited] = useState(0);
  const [isEditing, setIsEditing] = useState(false);
  const set = (next: readonly Exclusion[]): void =>
    onChange((current) => setPart(current, 'exclusions', next.length === 0 ? undefined : next));

  function edit(place: number): void {
    setEdited(place);
    setIsEditing(true);
  }

  return (
    <>
      <ExclusionList
        exclusions={exclusions}
        onEdit={edit}
        onRemove={(place) => set(exclusions.filter((_, other) => other !== place))}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={exclusions.length >= MAX_EXCLUSIONS}
        onClick={() => edit(exclusions.length)}
      >
        Add exclusion
      </Button>
      <ExclusionDialog
        opened={isEditing}
        exclusion={exclusions[edited] ?? NEW}
        isNew={edited >= exclusions.length}
        engine={engine}
        onSubmit={(exclusion) => {
          set(edited < exclusions.length ? exclusions.with(edited, exclusion) : [...exclusions, exclusion]);
          setIsEditing(false);
        }}
        onClose={() => setIsEditing(false)}
      />
    </>
  );
}

interface ExclusionListProps {
  readonly exclusions: readonly Exclusion[];
  readonly onEdit: (place: number) => void;
  readonly onRemove: (place: number) => void;
}

function ExclusionList({ exclusions, onEdit, onRemove }: ExclusionListProps) {
  if (exclusions.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Exclusions">
      {exclusions.map((exclusion, place) => (
        <li key={JSON.stringify(exclusion)} className={classes.item}>
          <span className={classes.itemText}>
            <strong>{exclusion.reason}</strong>: at most {exclusion.cap}
            <span className={classes.itemDetail}>{describe(exclusion)}</span>
          </span>
          <Button
            variant="default"
            size="xs"
            aria-label={`Edit ${exclusion.reason}`}
            onClick={() => onEdit(place)}
          >
            Edit
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-label={`Remove ${exclusion.reason}`}
            onClick={() => onRemove(place)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}

function describe({ words, countries }: Exclusion): string {
  const parts = [];
  if (words.length > 0) parts.push(`mentions ${OR.format(words.map((word) => `“${word}”`))}`);
  if (countries.length > 0) parts.push(`is from ${OR.format(countries.map(nameCountry))}`);
  return `If the lead ${parts.join(' or ')}`;
}
