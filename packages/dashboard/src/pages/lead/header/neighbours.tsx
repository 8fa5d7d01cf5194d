// Links to the previous and next lead in the list, with keyboard shortcuts (k and j).

import { ActionIcon, Tooltip } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router';
import { queryClient } from '../../../api/query-client.ts';
import { leadPath } from '../../../navigation/page-paths.ts';
import { useShortcuts } from '../../../shortcuts/use-shortcuts.ts';
import { type LeadOrigin, useLeadOrigin } from '../lead-origin.ts';
import { leadQuery, type Mode } from '../lead-query.ts';
import classes from './lead-header.module.css';

interface NeighboursProps {
  readonly leadId: string;
  readonly mode: Mode;
}

export function Neighbours({ leadId, mode }: NeighboursProps) {
  const origin = useLeadOrigin();
  const navigate = useNavigate();
  const place = origin.leadIds.indexOf(leadId);
  const previous = place > 0 ? origin.leadIds[place - 1] : undefined;
  const next = place >= 0 ? origin.leadIds[place + 1] : undefined;

  // Preloads the next lead, since it is usually opened next.
  useEffect(() => {
    if (next !== undefined) void queryClient.prefetchQuery(leadQuery(next, mode));
  }, [next, mode]);

  // Replaces the history entry, so that Back returns to the list instead of going through every lead.
  function open(id: string | undefined): void {
    if (id !== undefined) navigate(pathOf(id, mode), { state: origin, replace: true });
  }
  useShortcuts('Lead', [
    ...(place < 0
      ? []
      : [
          { keys: 'j', label: 'Next lead', run: () => open(next) },
          { keys: 'k', label: 'Previous lead', run: () => open(previous) },
        ]),
    { keys: 'b', label: 'Back to inbox', run: () => navigate(origin.inbox) },
  ]);

  if (place < 0) return null;
  return (
    <div className={classes.neighbours}>
      <span className="figures">
        {place + 1} of {origin.leadIds.length}
        {origin.hasMore && '+'}
      </span>
      <Arrow
        label="Previous lead"
        to={previous}
        mode={mode}
        origin={origin}
        icon={<IconChevronUp size={18} aria-hidden />}
      />
      <Arrow
        label="Next lead"
        to={next}
        mode={mode}
        origin={origin}
        icon={<IconChevronDown size={18} aria-hidden />}
      />
    </div>
  );
}

interface ArrowProps {
  readonly label: string;
  readonly to: string | undefined;
  readonly mode: Mode;
  readonly origin: LeadOrigin;
  readonly icon: React.ReactNode;
}

function Arrow({ label, to, mode, origin, icon }: ArrowProps) {
  if (to === undefined)
    return (
      <ActionIcon variant="default" disabled aria-label={label}>
        {icon}
      </ActionIcon>
    );
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        to={pathOf(to, mode)}
        state={origin}
        replace
        variant="default"
        aria-label={label}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

const pathOf = (leadId: string, mode: Mode): string =>
  mode === 'test' ? `${leadPath(leadId)}?mode=test` : leadPath(leadId);
