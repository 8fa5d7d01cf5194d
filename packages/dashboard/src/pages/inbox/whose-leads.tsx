// A quick choice of whose leads are shown: everyone's, my own or those nobody has taken.

import { isQuickChoice } from './filter-chips.ts';
import type { Filters } from './filters.ts';
import classes from './inbox.module.css';
import type { SetFilters } from './use-filters.ts';

const CHOICES = [
  { label: 'Everyone', assignees: [] },
  { label: 'My leads', assignees: ['me'] },
  { label: 'Unassigned', assignees: ['none'] },
] as const;

interface WhoseLeadsProps {
  readonly filters: Filters;
  readonly onChange: SetFilters;
}

export function WhoseLeads({ filters, onChange }: WhoseLeadsProps) {
  const { assignees } = filters;
  const current = assignees.length === 0 ? '' : isQuickChoice(assignees) ? assignees[0] : null;
  return (
    <fieldset className={classes.whose}>
      <legend className="only-heard">Whose leads</legend>
      {CHOICES.map((choice) => (
        <button
          key={choice.label}
          type="button"
          aria-pressed={(choice.assignees[0] ?? '') === current}
          onClick={() => onChange({ ...filters, assignees: choice.assignees })}
        >
          {choice.label}
        </button>
      ))}
    </fieldset>
  );
}
