// Filters of the audit log: kind, person and dates.

import { Group, Input, NativeSelect, SegmentedControl, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { membersQuery, toUserId } from '../../../api/members-query.ts';
import type { AuditFilter } from './audit-filter.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
  /** Actions, shown after the filters. */
  readonly children: ReactNode;
}

export function AuditFilters({ filter, onChange, children }: AuditFiltersProps) {
  const showId = useId();
  const { data: members = [] } = useQuery(membersQuery);
  const people = members.map((member) => ({
    value: toUserId(member),
    label: member.user.name || member.user.email,
  }));
  return (
    <Group align="flex-end" gap="sm" mb="md">
      <Stack gap={0}>
        <Input.Label labelElement="div" id={showId}>
          Show
        </Input.Label>
        <SegmentedControl
          aria-labelledby={showId}
          h={36}
          data={[
            { value: 'changes', label: 'All changes' },
            { value: 'security', label: 'Security and sign-ins' },
          ]}
          value={filter.category}
          onChange={(category) => onChange({ ...filter, category: category as AuditFilter['category'] })}
        />
      </Stack>
      <NativeSelect
        label="Who"
        data={[
          { value: '', label: 'Everyone' },
          ...people,
          { value: 'operator', label: 'Operator' },
          { value: 'worker', label: 'System' },
        ]}
        value={filter.actor}
        onChange={(event) => onChange({ ...filter, actor: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="From"
        value={filter.from}
        onChange={(event) => onChange({ ...filter, from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label="To"
        value={filter.to}
        onChange={(event) => onChange({ ...filter, to: event.currentTarget.value })}
      />
      {children}
    </Group>
  );
}
