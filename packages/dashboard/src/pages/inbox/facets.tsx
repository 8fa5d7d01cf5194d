// The filters with several values: source, assignee, status and country.

import type { Status } from '@leadline/contract';
import { STATUS_NAMES, STATUSES } from '../../work/status-names.ts';
import type { Team } from '../../work/use-team.ts';
import { FacetFilter, type FacetValue } from './facet-filter.tsx';
import { type Filters, hasPriority } from './filters.ts';
import { nameAssignee, nameCountry, nameSource } from './name-values.ts';
import type { Counts } from './use-counts.ts';
import type { SetFilters } from './use-filters.ts';

interface FacetsProps {
  readonly filters: Filters;
  readonly counts: Counts | null;
  readonly team: Team;
  readonly onChange: SetFilters;
}

export function Facets({ filters, counts, team, onChange }: FacetsProps) {
  const remark = counts?.is_capped ? { remark: 'Only the newest leads are counted.' } : {};
  // "Me" in a link is the signed-in user, so it is not listed a second time by name.
  const chosenPeople = filters.assignees.map((assignee) => (assignee === 'me' ? team.me : assignee));
  return (
    <>
      <FacetFilter
        name="Source"
        values={counts?.sources ?? null}
        chosen={filters.sources}
        nameOf={nameSource}
        onChange={(sources) => onChange({ ...filters, sources })}
        {...remark}
      />
      <FacetFilter
        name="Assignee"
        values={counts?.assignees ?? null}
        chosen={chosenPeople}
        nameOf={(value) =>
          value === team.me ? `${team.nameOf(value)} (you)` : nameAssignee(value, team.nameOf)
        }
        onChange={(assignees) => onChange({ ...filters, assignees })}
        {...remark}
      />
      {/* Won and lost leads have one status. */}
      {(hasPriority(filters.tab) || filters.tab === 'all') && (
        <FacetFilter
          name="Status"
          values={counts?.statuses ?? null}
          chosen={filters.statuses}
          nameOf={(value) => STATUS_NAMES[value as Status]}
          onChange={(chosen) =>
            onChange({ ...filters, statuses: STATUSES.filter((status) => chosen.includes(status)) })
          }
          {...remark}
        />
      )}
      <FacetFilter
        name="Country"
        values={known(counts?.countries)}
        chosen={filters.countries}
        nameOf={nameCountry}
        onChange={(countries) => onChange({ ...filters, countries })}
        {...remark}
      />
    </>
  );
}

/** Leads without a known country can't be filtered for. */
function known(values: readonly FacetValue[] | undefined): readonly FacetValue[] | null {
  return values?.filter(({ value }) => value !== '') ?? null;
}
