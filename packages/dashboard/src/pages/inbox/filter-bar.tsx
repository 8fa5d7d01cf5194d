// Search, grades and other filters. Active filters appear as chips that can be removed one by one.

import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { GRADES, type Grade } from '../../components/grade.ts';
import { GradeBadge } from '../../components/grade-badge.tsx';
import { type Filters, isFiltered, listChips, NO_FILTERS } from './filters.ts';
import classes from './inbox.module.css';
import { MoreFilters } from './more-filters.tsx';
import { SearchBox } from './search-box.tsx';
import type { SetFilters } from './use-filters.ts';
import { ViewsMenu } from './views-menu.tsx';

interface FilterBarProps {
  readonly filters: Filters;
  readonly onChange: SetFilters;
  readonly searchInput: RefObject<HTMLInputElement | null>;
  /** Suggestions, taken from the loaded leads. */
  readonly sources: readonly string[];
}

export function FilterBar({ filters, onChange, searchInput, sources }: FilterBarProps) {
  const chips = listChips(filters);
  return (
    <section className={classes.filters} aria-label="Filters">
      <div className={classes.controls}>
        <div className={classes.search}>
          <SearchBox
            input={searchInput}
            value={filters.q}
            onSearch={(q) => onChange({ ...filters, q }, { replace: true })}
          />
        </div>
        <fieldset className={classes.grades}>
          <legend className="only-heard">Grades</legend>
          {GRADES.map((grade) => (
            <button
              key={grade}
              type="button"
              aria-pressed={filters.grades.includes(grade)}
              onClick={() => onChange({ ...filters, grades: toggleGrade(filters.grades, grade) })}
            >
              <GradeBadge grade={grade} />
            </button>
          ))}
        </fieldset>
        <MoreFilters filters={filters} onChange={onChange} sources={sources} />
        {/* Kept on the same line, because a new line would push the list down under the pointer. */}
        {isFiltered(filters) && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onChange({ ...NO_FILTERS, outcome: filters.outcome })}
          >
            Clear filters
          </Button>
        )}
        <ViewsMenu filters={filters} onChange={onChange} />
      </div>
      {chips.length > 0 && (
        <div className={classes.chips}>
          {chips.map(({ label, rest }) => (
            <button
              key={label}
              type="button"
              className={classes.chip}
              aria-label={`Remove filter: ${label}`}
              onClick={() => onChange(rest)}
            >
              <span>{label}</span>
              <IconX size={13} aria-hidden />
            </button>
          ))}
        </div>
      )}
    </section>
  );
}

function toggleGrade(grades: readonly Grade[], grade: Grade): readonly Grade[] {
  return GRADES.filter((other) => (other === grade) !== grades.includes(other));
}
