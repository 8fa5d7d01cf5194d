// One number: its name, the reason behind its default, a slider and a field.

import type { AccountSettings } from '@leadline/contract';
import { Button, NumberInput, Slider } from '@mantine/core';
import { memo, useId, useState } from 'react';
import rows from '../rows.module.css';
import { formatPoints, listResets } from './list-resets.ts';
import classes from './setting-row.module.css';

export type Guide = AccountSettings['groups'][number]['settings'][number];

/** Null resets the number to its default. */
export type ChangeNumber = (path: string, value: number | null) => void;

interface SettingRowProps {
  readonly guide: Guide;
  readonly value: number;
  readonly standard: number;
  readonly live: number;
  /** The rule it breaks, in words. */
  readonly problem: string | null;
  readonly onChange: ChangeNumber;
}

export const SettingRow = memo(function SettingRow({
  guide,
  value,
  standard,
  live,
  problem,
  onChange,
}: SettingRowProps) {
  const { path, label, why, min, max } = guide;
  const id = useId();
  // What is typed until it is a number, such as an empty field.
  const [typed, setTyped] = useState<string | null>(null);
  const set = (next: number): void => onChange(path, next === standard ? null : next);
  return (
    <div className={classes.row} data-setting={path}>
      <div className={classes.what}>
        <div className={classes.name}>
          <label htmlFor={id}>{label}</label>
          {value !== live ? (
            <span className={rows.tag} data-kind="here">
              Changed, live: {formatPoints(live)}
            </span>
          ) : (
            value !== standard && <span className={rows.tag}>Default: {formatPoints(standard)}</span>
          )}
        </div>
        <div id={`${id}-why`} className={classes.why}>
          {why}
        </div>
      </div>
      <div className={classes.controls}>
        <Slider
          className={classes.slider ?? ''}
          min={min}
          max={max}
          value={Math.min(Math.max(value, min), max)}
          onChange={set}
          label={null}
          size={4}
          thumbSize={16}
          startPointValue={Math.min(Math.max(0, min), max)}
          marks={[{ value: standard }]}
          thumbLabel={`${label}, slider`}
        />
        <NumberInput
          id={id}
          className={classes.number ?? ''}
          size="xs"
          min={min}
          max={max}
          clampBehavior="none"
          allowDecimal={false}
          maxLength={4}
          hideControls
          value={typed ?? value}
          onChange={(next) => {
            setTyped(typeof next === 'number' ? null : next);
            if (typeof next === 'number') set(next);
          }}
          onBlur={() => setTyped(null)}
          error={problem !== null}
          aria-describedby={problem === null ? `${id}-why` : `${id}-problem ${id}-why`}
        />
        <div className={classes.reset}>
          {listResets({ value, live, standard }).map(({ text, to }) => (
            <Button
              key={text}
              variant="subtle"
              size="compact-xs"
              onClick={() => set(to)}
              aria-label={`${text}: ${label}`}
            >
              {text}
            </Button>
          ))}
        </div>
      </div>
      {problem !== null && (
        <p id={`${id}-problem`} className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
});
