// What depends on a member, and who takes over their open leads.

import { fillPath, PATHS } from '@leadline/contract/paths';
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Member } from '../../../api/auth-answers.ts';
import { call } from '../../../api/call.ts';
import { membersQuery, toUserId } from '../../../api/members-query.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { FormError } from '../../../components/form-error.tsx';
import { formatCount, formatCountOf } from '../../../components/format-number.ts';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { TextLink } from '../../../components/text-link.tsx';
import { PAGES } from '../../../navigation/page-paths.ts';
import classes from './duties.module.css';

interface DutiesProps {
  readonly member: Member;
  /** `user_…`; empty for nobody. */
  readonly heir: string;
  readonly onHeir: (userId: string) => void;
  /** Whether to list the keys they created, which keep working. */
  readonly withKeys?: boolean;
}

export function Duties({ member, heir, onHeir, withKeys = false }: DutiesProps) {
  const id = toUserId(member);
  const { data: members = [] } = useQuery(membersQuery);
  const { data: duties, error } = useQuery({
    queryKey: queryKeys.memberDuties(id),
    queryFn: ({ signal }) => call('GET', fillPath(PATHS.memberDuties, { id }), undefined, { signal }),
    select: ({ data }) => data,
    staleTime: 0,
  });
  if (duties === undefined)
    return error === null ? (
      <SkeletonRows rows={2} height={22} label="Loading what depends on them" />
    ) : (
      <FormError error={error} />
    );
  const others = members.filter((other) => other.id !== member.id && other.role !== 'viewer');
  const { open_leads: leads, is_capped: isCapped, rules, keys } = duties;
  return (
    <>
      <ul className={classes.duties}>
        <li>{describeLeads(leads, isCapped, heir !== '')}</li>
        {rules.map(({ name, is_only_person: isOnly }) => (
          <li key={name}>
            {isOnly
              ? `The routing rule “${name}” will be skipped.`
              : `The routing rule “${name}” goes on without them.`}{' '}
            <TextLink to={PAGES.routing}>Routing</TextLink>
          </li>
        ))}
        {withKeys && keys.length > 0 && (
          <li>
            {formatCountOf(keys.length, 'key')} they created will keep working:{' '}
            {keys.map(({ name }) => `“${name}”`).join(', ')}. <TextLink to={PAGES.keys}>API keys</TextLink>
          </li>
        )}
      </ul>
      {leads > 0 && others.length > 0 && (
        <NativeSelect
          label="Who takes over the open leads?"
          data={[
            { value: '', label: 'Nobody yet' },
            ...others.map((other) => ({
              value: toUserId(other),
              label: `${other.user.name} (${other.user.email})`,
            })),
          ]}
          value={heir}
          onChange={(event) => onHeir(event.currentTarget.value)}
        />
      )}
    </>
  );
}

function describeLeads(leads: number, isCapped: boolean, isHandedOver: boolean): string {
  if (leads === 0) return 'No open leads are assigned to them.';
  const what = isCapped ? `More than ${formatCount(leads)} open leads` : formatCountOf(leads, 'open lead');
  if (isHandedOver) return `${what} will be handed over.`;
  return `${what} will become unassigned.`;
}
