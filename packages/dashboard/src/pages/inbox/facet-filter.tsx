// A filter with several values to choose from, each with how many leads it has.

import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { type Option, OptionList } from '../../components/option-list.tsx';
import { formatCount } from './count-words.ts';
import classes from './inbox.module.css';

export interface FacetValue {
  readonly value: string;
  /** Null if unknown. */
  readonly count: number | null;
}

interface FacetFilterProps {
  readonly name: string;
  /** Null until they are counted. */
  readonly values: readonly FacetValue[] | null;
  readonly chosen: readonly string[];
  readonly nameOf: (value: string) => string;
  readonly onChange: (chosen: readonly string[]) => void;
  /** Said below the list, for example that the counts are of the newest leads only. */
  readonly remark?: string;
}

export function FacetFilter(props: FacetFilterProps) {
  const { name, values, chosen, nameOf, onChange, remark } = props;
  const [isOpen, setOpen] = useState(false);
  const options = listValues(values ?? [], chosen).map(
    ({ value, count }): Option => ({
      value,
      label: nameOf(value),
      isChosen: chosen.includes(value),
      ...(count === null
        ? {}
        : { hint: formatCount({ count, is_capped: count === 0 && remark !== undefined }) }),
    }),
  );

  function toggle(value: string): void {
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={260}
      position="bottom-start"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          className={classes.facet ?? ''}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          data-active={chosen.length > 0 || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {chosen.length === 0 ? name : `${name} (${chosen.length})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} p="xs">
        <OptionList
          label={name}
          isMulti
          placeholder={`Find ${name.toLowerCase()}…`}
          options={options}
          onChoose={toggle}
          empty={values === null ? 'Loading…' : 'Nothing found'}
        />
        {remark !== undefined && <p className={classes.remark}>{remark}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Chosen values stay in the list, even if no lead has them. */
function listValues(values: readonly FacetValue[], chosen: readonly string[]): readonly FacetValue[] {
  const counted = new Set(values.map(({ value }) => value));
  return [
    ...values,
    ...chosen.filter((value) => !counted.has(value)).map((value) => ({ value, count: null })),
  ];
}
