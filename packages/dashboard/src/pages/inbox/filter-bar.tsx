// Search, grades and other filters. Active filters appear as chips that can be removed one by one.

import { Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { GRADES, type Grade } from '../../components/grade.ts';
import { GradeBadge } from '../../components/grade-badge.tsx';
import { useTeam } from '../../work/use-team.ts';
import { BoardSwitch } from './board-switch.tsx';
import { describeCount, formatCount } from './count-words.ts';
import { Facets } from './facets.tsx';
import { listChips } from './filter-chips.ts';
import { clearFilters, type Filters, isFiltered } from './filters.ts';
import classes from './inbox.module.css';
import { MoreFilters } from './more-filters.tsx';
import { SearchBox } from './search-box.tsx';
import { SortSelect } from './sort-select.tsx';
import type { Counts } from './use-counts.ts';
import type { SetFilters } from './use-filters.ts';
import { ViewsMenu } from './views-menu.tsx';
import { WhoseLeads } from './whose-leads.tsx';

interface FilterBarProps {
  readonly filters: Filters;
  readonly counts: Counts | null;
  readonly onChange: SetFilters;
  readonly searchInput: RefObject<HTMLInputElement | null>;
}

export function FilterBar({ filters, counts, onChange, searchInput }: FilterBarProps) {
  const team = useTeam();
  const chips = listChips(filters, team.nameOf);
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
        <WhoseLeads filters={filters} onChange={onChange} />
        <fieldset className={classes.grades}>
          <legend className="only-heard">Grades</legend>
          {GRADES.map((grade) => (
            <button
              key={grade}
              type="button"
              aria-pressed={filters.grades.includes(grade)}
              title={describeGrade(grade, counts)}
              onClick={() => onChange({ ...filters, grades: toggleGrade(filters.grades, grade) })}
            >
              <GradeBadge grade={grade} />
              <span className={classes.gradeCount} aria-hidden>
                {countGrade(grade, counts)}
              </span>
            </button>
          ))}
        </fieldset>
      </div>
      <div className={classes.facets}>
        {filters.tab === 'in_progress' && <BoardSwitch filters={filters} onChange={onChange} />}
        <SortSelect filters={filters} onChange={onChange} />
        <Facets filters={filters} counts={counts} team={team} onChange={onChange} />
        <MoreFilters filters={filters} onChange={onChange} />
        {/* Kept on the same line, because a new line would push the list down under the pointer. */}
        {isFiltered(filters) && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(clearFilters(filters))}>
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

function countGrade(grade: Grade, counts: Counts | null): string {
  const count = counts?.grades.find(({ value }) => value === grade)?.count ?? 0;
  return formatCount(counts === null ? null : { count, is_capped: counts.is_capped && count === 0 });
}

function describeGrade(grade: Grade, counts: Counts | null): string | undefined {
  if (counts === null) return undefined;
  const count = counts.grades.find(({ value }) => value === grade)?.count ?? 0;
  if (counts.is_capped)
    return `${count === 0 ? 'None' : formatCount({ count, is_capped: false })} of the newest leads`;
  return describeCount({ count, is_capped: false });
}
