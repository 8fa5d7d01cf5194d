// Shows the leads in progress as a list or as a board by status.

import type { Filters } from './filters.ts';
import classes from './inbox.module.css';
import type { SetFilters } from './use-filters.ts';

interface BoardSwitchProps {
  readonly filters: Filters;
  readonly onChange: SetFilters;
}

export function BoardSwitch({ filters, onChange }: BoardSwitchProps) {
  return (
    <fieldset className={classes.whose} title="List or board (v)">
      <legend className="only-heard">View</legend>
      {[false, true].map((isBoard) => (
        <button
          key={String(isBoard)}
          type="button"
          aria-pressed={isBoard === filters.isBoard}
          onClick={() => onChange({ ...filters, isBoard })}
        >
          {isBoard ? 'Board' : 'List'}
        </button>
      ))}
    </fieldset>
  );
}
