// How much each thing that makes a good lead counts.

import { SegmentedControl } from '@mantine/core';
import { useId } from 'react';
import { signPoints } from '../../lead/format-points.ts';
import rows from '../rows.module.css';
import {
  CONTROLS,
  type Control,
  findLargest,
  LEVELS,
  type Level,
  readLevel,
  setLevel,
  type Weights,
} from './importance.ts';
import classes from './importance-controls.module.css';
import type { ChangeSettings } from './setting-groups.tsx';

interface ImportanceControlsProps {
  readonly weights: Weights;
  readonly onChange: ChangeSettings;
}

export function ImportanceControls({ weights, onChange }: ImportanceControlsProps) {
  return (
    <div>
      {CONTROLS.map((control) => (
        <Row
          key={control.id}
          control={control}
          level={readLevel(control.id, weights)}
          largest={findLargest(control.id, weights)}
          onChange={(level) => onChange((changes) => setLevel(control.id, level, { ...weights, changes }))}
        />
      ))}
    </div>
  );
}

interface RowProps {
  readonly control: Control;
  readonly level: Level | null;
  readonly largest: number;
  readonly onChange: (level: Level) => void;
}

function Row({ control: { label, about }, level, largest, onChange }: RowProps) {
  const id = useId();
  return (
    <div className={classes.row}>
      <div className={classes.what}>
        <div className={classes.name}>
          <span id={id}>{label}</span>
          {level === null && (
            <span className={rows.tag} data-kind="here">
              Set by hand
            </span>
          )}
        </div>
        <div className={classes.about}>{about}</div>
      </div>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        data={LEVELS.map(({ value, label: name }) => ({ value, label: name }))}
        // An unknown value leaves all unchecked.
        value={level ?? ''}
        onChange={(value) => onChange(value as Level)}
      />
      <div className={`figures ${classes.largest}`}>
        {largest === 0 ? 'no points' : `up to ${signPoints(largest)}`}
      </div>
    </div>
  );
}
